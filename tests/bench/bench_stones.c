// bench_stones.c - 3 Stones: how fast values are proved, and how well the strategies play.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "core/hash.h"
#include "core/stones_solver.h"
#include "core/stones_strategy.h"

enum { POSITIONS = 100, CHECKED = 200, GAMES = 400, TABLE = 64 << 20 };

struct sample {
    double seconds[POSITIONS];
    double nodes[POSITIONS];
};

static const struct stones_strategy *strategy(const char *name) {
    return stones_strategy_find(name, strlen(name));
}

static struct stones position(int left, const char *name, struct rng *rng) {
    struct stones game = stones_start();

    while (game.count < STONES_TOTAL - left)
        stones_play(&game, strategy(name)->choose(&game, &(struct budget){0}, rng, NULL).slot);
    return game;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void report(int left, struct sample *sample) {
    double nodes = 0, seconds = 0;

    for (int i = 0; i < POSITIONS; i++) {
        nodes += sample->nodes[i];
        seconds += sample->seconds[i];
    }
    qsort(sample->seconds, POSITIONS, sizeof(double), compare);
    qsort(sample->nodes, POSITIONS, sizeof(double), compare);
    printf("stones_left_%d_nodes_median %.0f nodes\n", left, sample->nodes[POSITIONS / 2]);
    printf("stones_left_%d_median %.4f s\n", left, sample->seconds[POSITIONS / 2]);
    printf("stones_left_%d_95th %.4f s\n", left, sample->seconds[94]);
    printf("stones_left_%d_99th %.4f s\n", left, sample->seconds[98]);
    printf("stones_left_%d_worst %.4f s\n", left, sample->seconds[POSITIONS - 1]);
    printf("stones_left_%d_speed %.1f Mnodes/s\n", left, nodes / seconds / 1e6);
    fflush(stdout);
}

static void measure(int left, void *memory) {
    struct sample sample;
    struct rng rng = {5};

    for (int i = 0; i < POSITIONS; i++) {
        const struct stones game = position(left, "Greedy", &rng);
        const double start = cpu_seconds();
        const struct stones_proof proof =
            stones_solve(&game, -STONES_VALUE_MAX, STONES_VALUE_MAX, &(struct budget){0},
                         stones_table_open(memory, TABLE));
        sample.seconds[i] = cpu_seconds() - start;
        sample.nodes[i] = (double)proof.nodes;
    }
    report(left, &sample);
}

// plain_value searches everything: no bounds, no table, no order.
static int plain_value(const struct stones *game) {
    const enum stones_side side = stones_to_move(game);
    int best = -STONES_VALUE_MAX;

    if (stones_is_over(game))
        return 0;
    for (uint64_t rest = stones_moves(game); rest; rest &= rest - 1) {
        struct stones after = *game;
        stones_play(&after, __builtin_ctzll(rest));
        const int value = after.points[side] - game->points[side] - plain_value(&after);
        if (value > best)
            best = value;
    }
    return best;
}

static int check_values(int left, int count, void *memory) {
    struct rng rng = {6};
    int wrong = 0;

    for (int i = 0; i < count; i++) {
        const struct stones game = position(left, "Random", &rng);
        const struct stones_proof proof =
            stones_solve(&game, -STONES_VALUE_MAX, STONES_VALUE_MAX, &(struct budget){0},
                         stones_table_open(memory, TABLE));
        const int value = plain_value(&game);
        wrong += proof.lower != value || proof.upper != value;
    }
    printf("stones_left_%d_checked %d positions\nstones_left_%d_wrong %d positions\n", left, count,
           left, wrong);
    fflush(stdout);
    return wrong;
}

// play returns what the first player gets: 2 for a win, 1 for a draw.
static int play(const char *const names[2], void *const scratch[2], int number, uint64_t *hash) {
    struct stones game = stones_start();
    const int turned = number % 2; // the first player has white in every other game

    while (!stones_is_over(&game)) {
        const int who = game.count % 2 ^ turned;
        const struct stones_strategy *mover = strategy(names[who]);
        struct rng rng = rng_start((uint64_t)number, "bench", game.count);
        const struct budget budget = {.nodes = mover->nodes};
        const unsigned char slot =
            (unsigned char)mover->choose(&game, &budget, &rng, scratch[who]).slot;
        *hash = hash_bytes(*hash, &slot, 1);
        stones_play(&game, slot);
    }
    const int lead = game.points[turned] - game.points[!turned];
    return lead > 0 ? 2 : lead == 0;
}

static void match(const char *name, const char *other, int games, uint64_t *hash) {
    const char *const names[] = {name, other};
    void *scratch[2];
    int points = 0;

    for (int i = 0; i < 2; i++)
        scratch[i] = scratch_new(strategy(names[i])->scratch_size);
    for (int i = 0; i < games; i++)
        points += play(names, scratch, i, hash);
    printf("stones_%s_%s_share %.2f percent\n", name, other, 50.0 * points / games);
    fflush(stdout);
    free(scratch[0]);
    free(scratch[1]);
}

// bench stones [quick]: quick leaves out the matches and the check with 12 stones left.
int bench_stones(int argc, char **argv) {
    static const int lefts[] = {16, 17, 18, 19, 20};
    void *memory = scratch_new(TABLE);
    uint64_t hash = HASH_START;

    for (size_t i = 0; i < sizeof lefts / sizeof lefts[0]; i++)
        measure(lefts[i], memory);
    int wrong = check_values(10, CHECKED, memory);
    if (argc == 0 || strcmp(argv[0], "quick") != 0) {
        match("Strong", "Greedy", GAMES, &hash);
        match("Strong", "Random", GAMES, &hash);
        printf("signature %016" PRIx64 "\n", hash);
        wrong += check_values(12, CHECKED, memory); // without pruning or table: minutes
    }
    free(memory);
    return wrong > 0;
}
