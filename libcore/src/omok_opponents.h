// omok_opponents.h - the choose functions behind the rows of omok_strategies.
#pragma once

#include "core/omok_strategy.h"

// omok_random is uniform over the empty points.
struct omok_choice omok_random(const struct omok *game, const struct budget *budget,
                               struct rng *rng, void *scratch);

// omok_smart takes a five, stops a five, else plays at random.
struct omok_choice omok_smart(const struct omok *game, const struct budget *budget, struct rng *rng,
                              void *scratch);
