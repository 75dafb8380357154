// stones_strategy.h - the computer opponents of 3 Stones, one row each.
#pragma once

#include <stddef.h>

#include "core/budget.h"
#include "core/rng.h"
#include "core/stones.h"

struct stones_choice {
    int slot;       // one of stones_moves
    int value;      // points still to come, own less the opponent's, in 1/16 of a point
    bool exact;     // value is the game's, proved
    int depth;      // plies searched; 0 where nothing was
    uint64_t nodes; // positions looked at
};

struct stones_strategy {
    const char *name;    // as people write it, e.g. "Strong"
    int level;           // as packets carry it, 1..4
    size_t scratch_size; // bytes of scratch memory that choose needs; 0 = none
    uint64_t nodes;      // the node budget it is served with; 0 = limited by time alone
    int think_ms;        // the time it is served with at most

    // choose returns a legal slot; the game must not be over. Equal game, node budget and rng state
    // give the equal slot. `scratch` is aligned for any type, zeroed before its first use and given
    // to one call at a time; what an earlier call left there changes speed at most, never the slot.
    struct stones_choice (*choose)(const struct stones *game, const struct budget *budget,
                                   struct rng *rng, void *scratch);
};

// stones_strategies is ended by a row whose name is NULL.
extern const struct stones_strategy stones_strategies[];

// stones_strategy_find ignores the case of ASCII letters; NULL when there is no such strategy.
const struct stones_strategy *stones_strategy_find(const char *name, size_t len);

// stones_strategy_level returns the row with this level, the default one (Strong) for level 0, NULL
// when there is none.
const struct stones_strategy *stones_strategy_level(int level);
