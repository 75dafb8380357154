// stones_opponents.h - the choose functions behind the rows of stones_strategies.
#pragma once

#include "core/stones_strategy.h"

// stones_random is uniform over the legal slots.
struct stones_choice stones_random(const struct stones *game, const struct budget *budget,
                                   struct rng *rng, void *scratch);

// stones_greedy takes the slot with the larger of the points it scores and the points it takes
// away from the opponent; scored ones first among equals, then at random.
struct stones_choice stones_greedy(const struct stones *game, const struct budget *budget,
                                   struct rng *rng, void *scratch);

// stones_pick returns one of the slots at random; `slots` must not be empty.
int stones_pick(uint64_t slots, struct rng *rng);

enum {
    STONES_STRONG_EXACT = 16,        // stones left when Strong stops estimating
    STONES_STRONG_NODES = 1000000,   // 60 ms; the exact end takes 0.1 M in the median
    STONES_STRONG_SCRATCH = 8 << 20, // the table: half a million positions
};

// stones_strong searches as deep as the budget lets it, and proves the best slot from
// STONES_STRONG_EXACT stones left on; equal slots at random.
struct stones_choice stones_strong(const struct stones *game, const struct budget *budget,
                                   struct rng *rng, void *scratch);

enum {
    STONES_PERFECT_EXACT = 20,         // stones left from which every stone is proved the best
    STONES_PERFECT_NODES = 16000000,   // 1 s; a proof from 20 left takes 2.5 M in the median
    STONES_PERFECT_SCRATCH = 64 << 20, // the table: four million positions
};

// stones_perfect is stones_strong with ten times the nodes, proved from STONES_PERFECT_EXACT stones
// left on. It has no book: the first ten stones of a game are searched, not proved.
struct stones_choice stones_perfect(const struct stones *game, const struct budget *budget,
                                    struct rng *rng, void *scratch);
