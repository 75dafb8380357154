// bench_omok.c - how fast the omok engine is, and how many problems with known answers it solves.
#include <stdio.h>

#include "bench.h"
#include "problems.h"

enum { LINE_MAX_BYTES = 8192 };

struct score {
    int right, asked;
    uint64_t nodes;
    double seconds;
    double slowest_ms;
};

// ask counts an answer as right when the file names it; WIN files name only one of several.
static void ask(const struct player *player, const struct problem *problem, bool verbose,
                struct score *score) {
    struct rng rng = rng_start(1, problem->id, problem->game.count);
    const double before = cpu_seconds();
    const struct omok_choice choice = player_choose(player, &problem->game, &rng);
    const double ms = (cpu_seconds() - before) * 1e3;
    const int at = choice.at.y * OMOK_SIZE + choice.at.x;
    const bool wins = choice.value > 29000;
    const bool right = problem->kind[0] == 'D' ? problem->saves[at] : wins || at == problem->move;

    score->asked++;
    score->right += right;
    score->nodes += choice.nodes;
    score->seconds += ms / 1e3;
    if (ms > score->slowest_ms)
        score->slowest_ms = ms;
    if (verbose && !right)
        printf("# %s: %c%d value %d depth %d nodes %llu\n", problem->id, 'a' + choice.at.x,
               choice.at.y + 1, choice.value, choice.depth, (unsigned long long)choice.nodes);
}

static int solve_file(const char *folder, const char *name, const struct player *player,
                      const char *who) {
    char path[1024], line[LINE_MAX_BYTES];
    struct problem problem;
    struct score score = {0};

    snprintf(path, sizeof path, "%s/%s.jsonl", folder, name);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        problem_parse(line, &problem);
        ask(player, &problem, getenv("VERBOSE") != NULL, &score);
    }
    fclose(file);
    printf("omok_%s_%s %d of_%d\n", name, who, score.right, score.asked);
    printf("omok_%s_%s_nodes %.0f nodes/s\n", name, who, (double)score.nodes / score.seconds);
    printf("omok_%s_%s_slowest %.2f ms\n", name, who, score.slowest_ms);
    return 0;
}

int bench_omok(int argc, char **argv) {
    static const char *const files[] = {"vcf", "def", "win"};
    const char *folder = argc > 0 ? argv[0] : "tests/data/omok";
    struct player master, smart;

    if (player_parse(argc > 1 ? argv[1] : "Master:50ms", &master) || player_parse("Smart", &smart))
        return 1;
    for (int i = 0; i < 3; i++)
        if (solve_file(folder, files[i], &master, "master") ||
            solve_file(folder, files[i], &smart, "smart"))
            return 1;
    player_free(&master);
    player_free(&smart);
    return 0;
}
