// omok_opponents.h - the choose functions behind the rows of omok_strategies.
#pragma once

#include "core/omok_strategy.h"

enum {
    OMOK_SMART_BITS = 12,  // 4096 table entries: more than its nodes
    OMOK_MASTER_BITS = 20, // 24 MB of table: a second's nodes
};

// omok_random is uniform over the empty points.
struct omok_choice omok_random(const struct omok *game, const struct budget *budget,
                               struct rng *rng, void *scratch);

// omok_smart and omok_master search alike; they differ in the memory and the budget they are given.
struct omok_choice omok_smart(const struct omok *game, const struct budget *budget, struct rng *rng,
                              void *scratch);
struct omok_choice omok_master(const struct omok *game, const struct budget *budget,
                               struct rng *rng, void *scratch);
