// scratch.h - the memory that strategies work in: one block per strategy, for one thread.
#pragma once

#include <stdbool.h>

#include "core/omok_strategy.h"

enum { STRATEGIES_MAX = 8 }; // rows of omok_strategies; a test counts them

struct scratch {
    void *blocks[STRATEGIES_MAX]; // in the order of omok_strategies; NULL where none is needed
};

// scratch_open allocates zeroed blocks, which cost nothing until they are written to. False, with
// nothing allocated, when there is no memory.
bool scratch_open(struct scratch *scratch);
void scratch_close(struct scratch *scratch);

// strategy_index returns the row number of a strategy.
int strategy_index(const struct omok_strategy *strategy);
