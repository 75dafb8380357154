// stones_solver.h - proves what a position of 3 Stones is worth.
//
// Values are points still to come, the mover's less the opponent's, under best play of both. They
// depend on nothing but the stones on the board and the last slot, so what one call has proved
// serves every later one through the table. Every value and bound is proved: the table compares
// whole positions, and nothing is estimated.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/budget.h"
#include "core/stones.h"

enum {
    STONES_VALUE_MAX = STONES_LINES, // no side can be further ahead than by all lines
    STONES_TABLE_MIN = 1 << 12,      // bytes that the smallest table takes
};

struct stones_table; // proved bounds, in memory that the caller gives

// stones_table_open makes a table of `size` bytes of memory, at least STONES_TABLE_MIN, aligned for
// any type, and zeroed before its first use. The table is empty, whatever an earlier one left
// there; opening costs no time. It lives as long as the memory.
struct stones_table *stones_table_open(void *memory, size_t size);

struct stones_proof {
    int lower, upper; // the value is proved to lie within; equal when it is known
    int slot;         // a slot that is worth `lower` at least; STONES_NO_SLOT when none is proved
    uint64_t nodes;   // positions searched
};

// stones_solve narrows the value down until it is known, or known to be >= `enough`, or known to
// be < `low`, or the budget is spent; then the proof holds the bounds found so far. The game must
// not be over. A caller who wants the value alone gives -STONES_VALUE_MAX and STONES_VALUE_MAX.
struct stones_proof stones_solve(const struct stones *game, int low, int enough,
                                 const struct budget *budget, struct stones_table *table);
