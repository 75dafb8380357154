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
