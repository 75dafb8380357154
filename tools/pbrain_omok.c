// pbrain_omok.c - the omok engine as a Gomocup brain: commands on standard input, moves out.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "brain.h"
#include "core/omok_strategy.h"

struct mind {
    const struct omok_strategy *strategy;
    void *scratch;
};

static double now_ms(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static bool is_late(void *deadline_ms) {
    return now_ms() >= *(const double *)deadline_ms;
}

static void think(struct brain *brain, const struct mind *mind, double came_ms) {
    double deadline_ms = came_ms + brain_think_ms(brain);
    struct budget budget = {.nodes = mind->strategy->nodes, .stop = is_late, .arg = &deadline_ms};
    struct omok game;

    if (!brain_game(brain, &game)) {
        puts("ERROR the game is over");
        return;
    }
    // Given a number of nodes, a game can be played again, whatever the clock says.
    if (brain->max_node > 0)
        budget = (struct budget){.nodes = (uint64_t)brain->max_node};
    struct rng rng = rng_start(1, "pbrain", game.count);
    const struct point at = mind->strategy->choose(&game, &budget, &rng, mind->scratch).at;
    brain_played(brain, at);
    printf("%d,%d\n", at.x, at.y);
}

static void serve(const struct mind *mind) {
    struct brain brain = brain_start();
    char line[4096], reply[BRAIN_REPLY_MAX];

    while (fgets(line, sizeof line, stdin) != NULL) {
        const double came_ms = now_ms();
        const enum brain_action action = brain_read(&brain, line, strcspn(line, "\n"), reply);
        if (action == BRAIN_END)
            return;
        if (action == BRAIN_REPLY)
            puts(reply);
        if (action == BRAIN_THINK)
            think(&brain, mind, came_ms);
        fflush(stdout);
    }
}

static int usage(FILE *out, int status) {
    fprintf(out, "usage: pbrain-omok [--strategy NAME]\n"
                 "Plays omok for a Gomocup manager on standard input and output.\n"
                 "Strategies:");
    for (const struct omok_strategy *s = omok_strategies; s->name; s++)
        fprintf(out, " %s", s->name);
    fprintf(out, "; Master unless told otherwise.\n");
    return status;
}

int main(int argc, char **argv) {
    const char *name = "Master";

    if (argc == 2 && strcmp(argv[1], "--help") == 0)
        return usage(stdout, 0);
    if (argc == 3 && strcmp(argv[1], "--strategy") == 0)
        name = argv[2];
    else if (argc > 1)
        return usage(stderr, 2);

    struct mind mind = {.strategy = omok_strategy_find(name, strlen(name))};
    if (mind.strategy == NULL)
        return usage(stderr, 2);
    if (mind.strategy->scratch_size > 0) {
        mind.scratch = calloc(1, mind.strategy->scratch_size);
        if (mind.scratch == NULL) {
            fputs("pbrain-omok: no memory\n", stderr);
            return 1;
        }
    }
    serve(&mind);
    free(mind.scratch);
    return 0;
}
