#include "core/stones.h"

#include <assert.h>
#include <stddef.h>

#include "stones_grid.h"

// Slots that are neighbours in reading order and in one row lie in a run; row 3 has two of them.
static const struct run {
    int slot, cell, len;
} runs[] = {
    {0, 002, 3},  {3, 011, 5},  {8, 020, 7},  {15, 030, 3},
    {18, 034, 3}, {21, 040, 7}, {28, 051, 5}, {33, 062, 3},
};

enum { RUNS = sizeof runs / sizeof runs[0] };

int grid_cell(int slot) {
    int i = RUNS - 1;

    while (slot < runs[i].slot)
        i--;
    return runs[i].cell + slot - runs[i].slot;
}

int grid_slot(int cell) {
    int i = RUNS - 1;

    while (cell < runs[i].cell)
        i--;
    return runs[i].slot + cell - runs[i].cell;
}

uint64_t grid_spread(uint64_t slots) {
    uint64_t cells = 0;

    for (int i = 0; i < RUNS; i++)
        cells |= (slots >> runs[i].slot & ((UINT64_C(1) << runs[i].len) - 1)) << runs[i].cell;
    return cells;
}

static uint64_t gather(uint64_t cells) {
    uint64_t slots = 0;

    for (int i = 0; i < RUNS; i++)
        slots |= (cells >> runs[i].cell & ((UINT64_C(1) << runs[i].len) - 1)) << runs[i].slot;
    return slots;
}

struct stones stones_start(void) {
    return (struct stones){.last = STONES_NO_SLOT};
}

int stones_slot(int row, int col) {
    if (row < 0 || row >= STONES_GRID || col < 0 || col >= STONES_GRID)
        return STONES_NO_SLOT;

    const int cell = 8 * row + col;
    return GRID_ALL & grid_bit(cell) ? grid_slot(cell) : STONES_NO_SLOT;
}

int stones_row(int slot) {
    return grid_cell(slot) / 8;
}

int stones_col(int slot) {
    return grid_cell(slot) % 8;
}

enum stones_side stones_to_move(const struct stones *game) {
    return game->count % 2 == 0 ? STONES_WHITE : STONES_BLACK;
}

bool stones_is_over(const struct stones *game) {
    return game->count == STONES_TOTAL;
}

uint64_t stones_moves(const struct stones *game) {
    if (stones_is_over(game))
        return 0;

    const uint64_t empty = STONES_ALL & ~(game->slots[STONES_WHITE] | game->slots[STONES_BLACK]);
    if (game->last == STONES_NO_SLOT)
        return empty;

    const uint64_t near = empty & gather(grid_rook(grid_cell(game->last)));
    return near ? near : empty;
}

int stones_points(const struct stones *game, enum stones_side side, int slot) {
    assert(slot >= 0 && slot < STONES_SLOTS);

    const struct gains gains = grid_gains(grid_spread(game->slots[side]));
    return gains_at(&gains, grid_cell(slot));
}

enum core_error stones_play(struct stones *game, int slot) {
    if (stones_is_over(game))
        return CORE_EOVER;
    if (slot < 0 || slot >= STONES_SLOTS)
        return CORE_EOUTSIDE;

    const uint64_t bit = UINT64_C(1) << slot;
    if ((game->slots[STONES_WHITE] | game->slots[STONES_BLACK]) & bit)
        return CORE_EOCCUPIED;
    if (!(stones_moves(game) & bit))
        return CORE_EOFFLINE;

    const enum stones_side side = stones_to_move(game);
    game->points[side] += stones_points(game, side, slot);
    game->slots[side] |= bit;
    game->count++;
    game->last = slot;
    return CORE_OK;
}
