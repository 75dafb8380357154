// omok_strategy.h - the computer opponents of omok, one row each.
#pragma once

#include <stddef.h>

#include "core/budget.h"
#include "core/omok.h"
#include "core/rng.h"

struct omok_choice {
    struct point at; // an empty point
    int value;       // for the side to move, in the strategy's own unit; 0 where it has none
    int depth;       // plies searched; 0 where nothing was
    uint64_t nodes;  // positions looked at
};

struct omok_strategy {
    const char *name;    // as players write it, e.g. "Smart"; at most OMOK_STRATEGY_NAME_MAX bytes
    size_t scratch_size; // bytes of scratch memory that choose needs; 0 = none
    uint64_t nodes;      // the node budget it is served with; 0 = limited by time alone
    int think_ms;        // the time it is served with, in a thread of its own; 0 = on an event loop

    // choose returns a legal move; the game must not be over. Equal game, node budget and rng state
    // give the equal move. `scratch` is aligned for any type, zeroed before its first use and given
    // to one call at a time; what an earlier call left there changes speed at most, never the move.
    struct omok_choice (*choose)(const struct omok *game, const struct budget *budget,
                                 struct rng *rng, void *scratch);
};

enum { OMOK_STRATEGY_NAME_MAX = 15 };

// omok_strategies is ended by a row whose name is NULL. Its order is the order of /info.
extern const struct omok_strategy omok_strategies[];

// omok_strategy_find ignores the case of ASCII letters; NULL when there is no such strategy.
const struct omok_strategy *omok_strategy_find(const char *name, size_t len);
