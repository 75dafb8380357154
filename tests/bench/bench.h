// bench.h - the suites of the bench, and how they report.
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "core/omok_strategy.h"

// A suite prints lines `name value unit` and returns 0, or 1 after saying what is wrong. argv holds
// what follows its name.
int bench_signature(int argc, char **argv);
int bench_omok(int argc, char **argv);
int bench_match(int argc, char **argv);
int bench_stones(int argc, char **argv);

// cpu_seconds is the CPU time that this process has used.
double cpu_seconds(void);

// scratch_new returns zeroed memory for a strategy, NULL where it needs none. The caller frees it.
void *scratch_new(size_t size);

// player is one side of a game: a strategy with its scratch and budget, or another program.
struct player {
    const struct omok_strategy *strategy;
    void *scratch;
    uint64_t nodes; // 0 = by time
    int think_ms;
    FILE *to, *from; // of another program; NULL otherwise
};

// player_parse reads NAME, NAME:NODESn or NAME:MSms, where a NAME with a slash is the path of a
// Gomocup brain. It returns 0, or 1 after saying what is wrong.
int player_parse(const char *text, struct player *ret);
void player_free(struct player *player);

// The same for a player that is a program.
int brain_start_program(const char *path, struct player *ret);
struct omok_choice brain_choose(const struct player *player, const struct omok *game);
void brain_end(struct player *player);

// player_choose lets a player think within its budget.
struct omok_choice player_choose(const struct player *player, const struct omok *game,
                                 struct rng *rng);
