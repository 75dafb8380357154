// bench.h - the suites of the bench, and how they report.
#pragma once

#include <stdint.h>

#include "core/omok_strategy.h"

// A suite prints lines `name value unit` and returns 0, or 1 after saying what is wrong. argv holds
// what follows its name.
int bench_signature(int argc, char **argv);
int bench_omok(int argc, char **argv);
int bench_match(int argc, char **argv);

// cpu_seconds is the CPU time that this process has used.
double cpu_seconds(void);

// scratch_new returns zeroed memory for a strategy, NULL where it needs none. The caller frees it.
void *scratch_new(size_t size);

// player is one side of a game between programs: a strategy with its scratch and budget.
struct player {
    const struct omok_strategy *strategy;
    void *scratch;
    uint64_t nodes; // 0 = by time
    int think_ms;
};

// player_parse reads NAME, NAME:NODESn or NAME:MSms. It returns 0, or 1 after saying what is wrong.
int player_parse(const char *text, struct player *ret);
void player_free(struct player *player);

// player_choose lets a player think within its budget.
struct omok_choice player_choose(const struct player *player, const struct omok *game,
                                 struct rng *rng);
