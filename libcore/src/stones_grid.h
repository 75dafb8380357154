// stones_grid.h - the board of 3 Stones as a grid of eight columns, where lines are shifts.
//
// Cell 8 * row + col holds slot (row, col). Column 7, the corners and the centre never hold a
// stone, so a line of three is two shifts by one of four steps, and nothing wraps around an edge.
// Every question about all cells at once, such as what a stone would score on each, is then a few
// dozen operations without a table or a branch.
#pragma once

#include <stdint.h>

#include "core/stones.h"

#define GRID_ALL UINT64_C(0x001c3e7f777f3e1c) // the 36 cells, row 0 in the lowest byte
#define GRID_ROW UINT64_C(0x7f)               // row 0
#define GRID_COL UINT64_C(0x0001010101010101) // column 0

// What one stone would score on each cell, as binary digits: bit n of `bit[i]` counts 2^i on cell
// n. No cell is in more than 12 lines.
enum { GAIN_BITS = 4 };

struct gains {
    uint64_t bit[GAIN_BITS];
};

// grid_cell returns the cell of a slot, 0..54.
int grid_cell(int slot);

// grid_slot returns the slot of a cell in GRID_ALL.
int grid_slot(int cell);

// grid_spread turns a set of slots into the set of their cells.
uint64_t grid_spread(uint64_t slots);

static inline uint64_t grid_bit(int cell) {
    return UINT64_C(1) << cell;
}

// grid_rook returns the row and the column of a cell, holes in the board included.
static inline uint64_t grid_rook(int cell) {
    return GRID_ROW << (cell & 070) | GRID_COL << (cell & 7);
}

static inline int grid_first(uint64_t cells) {
    return __builtin_ctzll(cells);
}

// grid_count counts cells. The compiler's own would be a call where the processor the build is for
// may lack the instruction (Warren, Hacker's Delight, 5-1).
static inline int grid_count(uint64_t cells) {
#ifdef __POPCNT__
    return __builtin_popcountll(cells);
#else
    cells -= cells >> 1 & UINT64_C(0x5555555555555555);
    cells = (cells & UINT64_C(0x3333333333333333)) + (cells >> 2 & UINT64_C(0x3333333333333333));
    cells = (cells + (cells >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)(cells * UINT64_C(0x0101010101010101) >> 56);
#endif
}

// A full adder, 64 times: *ret_carry takes the twos of a + b + c, the ones come back.
static inline uint64_t grid_add(uint64_t a, uint64_t b, uint64_t c, uint64_t *ret_carry) {
    const uint64_t half = a ^ b;

    *ret_carry = (a & b) | (half & c);
    return half ^ c;
}

// grid_axis counts, for one step, the lines that a stone on each cell completes: with two stones
// before it, two after it, or one on either side. All four neighbours make three lines.
static inline uint64_t grid_axis(uint64_t own, int step, uint64_t *ret_twos) {
    const uint64_t b1 = own << step, a1 = own >> step;
    const uint64_t before = b1 & own << 2 * step, after = a1 & own >> 2 * step, both = b1 & a1;

    *ret_twos = both & (before | after);
    return before ^ after ^ both;
}

// grid_gains returns what a stone would score beside the stones `own`; also for cells that are
// taken or no slots, whose digits mean nothing.
static inline struct gains grid_gains(uint64_t own) {
    uint64_t two[7], four[3], one, last;
    struct gains gains;

    const uint64_t across = grid_axis(own, 1, &two[0]), down = grid_axis(own, 8, &two[1]);
    const uint64_t falling = grid_axis(own, 9, &two[2]), rising = grid_axis(own, 7, &two[3]);

    one = grid_add(across, down, falling, &two[4]);
    gains.bit[0] = one ^ rising;
    two[5] = one & rising;

    one = grid_add(two[0], two[1], two[2], &four[0]);
    last = grid_add(two[3], two[4], two[5], &four[1]);
    gains.bit[1] = one ^ last;
    four[2] = one & last;

    gains.bit[2] = grid_add(four[0], four[1], four[2], &gains.bit[3]);
    return gains;
}

// gains_at returns the points of one cell, 0..12.
static inline int gains_at(const struct gains *gains, int cell) {
    int points = 0;

    for (int i = 0; i < GAIN_BITS; i++)
        points |= (int)(gains->bit[i] >> cell & 1) << i;
    return points;
}

// gains_best returns the most that any of `cells` scores; 0 for none.
static inline int gains_best(const struct gains *gains, uint64_t cells) {
    int points = 0;

    for (int i = GAIN_BITS - 1; i >= 0; i--) {
        const uint64_t high = cells & gains->bit[i];
        if (high) {
            cells = high;
            points |= 1 << i;
        }
    }
    return points;
}

// gains_sum adds up what each of `cells` scores alone.
static inline int gains_sum(const struct gains *gains, uint64_t cells) {
    int points = 0;

    for (int i = 0; i < GAIN_BITS; i++)
        points += grid_count(gains->bit[i] & cells) << i;
    return points;
}
