// stones.h - the rules of 3 Stones: 36 slots, 15 stones a side, a point for every three in a line.
//
//       0 1 2 3 4 5 6
//   0   . . o o o . .        slot (row, col) exists when |row-3| + |col-3| <= 4, except the centre
//   1   . o o o o o .        72 lines of three neighbours: across, down and both diagonals
//   2   o o o o o o o        no line contains the centre
//   3   o o o   o o o        but (3,2) and (3,4) share a row, (2,3) and (4,3) a column
//   4   o o o o o o o
//   5   . o o o o o .
//   6   . . o o o . .
//
// Slots are numbered 0..35 in reading order; sets of slots are bitboards, bit n = slot n. A game is
// a plain value, as in omok.h.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/error.h"

enum {
    STONES_GRID = 7,      // rows and columns of the grid that the slots lie on
    STONES_SLOTS = 36,    // slots on the board
    STONES_PER_SIDE = 15, // stones each side plays
    STONES_TOTAL = 2 * STONES_PER_SIDE,
    STONES_LINES = 72,
    STONES_NO_SLOT = -1,
};

#define STONES_ALL ((UINT64_C(1) << STONES_SLOTS) - 1) // every slot

enum stones_side { STONES_WHITE, STONES_BLACK }; // white is the client and plays stones 1, 3, .. 29

struct stones {
    uint64_t slots[2]; // by enum stones_side: the slots that hold a stone of that side
    int points[2];     // by enum stones_side
    int count;         // stones on the board, 0..STONES_TOTAL
    int last;          // slot of the last stone, STONES_NO_SLOT before the first
};

struct stones stones_start(void);

// stones_slot returns the slot at (row, col), or STONES_NO_SLOT where there is none; any integers.
int stones_slot(int row, int col);
int stones_row(int slot);
int stones_col(int slot);

enum stones_side stones_to_move(const struct stones *game);
bool stones_is_over(const struct stones *game);

// stones_moves returns the set of slots that may be played now; empty once the game is over.
uint64_t stones_moves(const struct stones *game);

// stones_points returns what a stone of `side` on the empty slot would score, 0..12.
int stones_points(const struct stones *game, enum stones_side side, int slot);

// stones_play places the next stone and counts its points. CORE_EOVER, CORE_EOUTSIDE (not 0..35),
// CORE_EOCCUPIED and CORE_EOFFLINE, checked in this order, leave the game exactly as it was.
enum core_error stones_play(struct stones *game, int slot);
