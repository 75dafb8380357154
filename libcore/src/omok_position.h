// omok_position.h - an omok position for search: what every empty point is worth, kept up to date.
//
// A position is a plain value: a search plays by copying it and putting a stone on the copy, so
// there is no undo to get wrong. A stone changes the classes of at most 32 points.
#pragma once

#include <stdbool.h>

#include "core/omok.h"
#include "omok_lines.h"

enum {
    BOARD_LINES = 2 * OMOK_SIZE + 2 * (2 * OMOK_SIZE - 1), // across, down, falling, rising
    NO_POINT = 255,
};

struct omok_position {
    uint64_t lines[BOARD_LINES];        // two bits a point, LINE_REACH points of border at each end
    uint32_t line_classes[OMOK_POINTS]; // of an empty point: a byte per direction, both colours'
    uint16_t codes[2][OMOK_POINTS];     // of an empty point, by colour: index in omok_cells
    struct points of[2][CELL_CLASSES];  // by colour: the empty points with that class
    uint8_t counts[2][CELL_CLASSES];    // how many those are
    struct points empty;                // points without a stone
    struct points near;                 // empty points that are around a stone
    int values[2][2];                   // by colour: sums of the cells' values, to move and waiting
    uint64_t hash;                      // of the stones; the side to move follows from their number
    int count;                          // stones on the board
    int to_move;                        // 0 black, 1 white: the index of every [2] above
};

// position_start takes over a game, which may also be over.
void position_start(const struct omok *game, struct omok_position *ret);

// position_play puts a stone of the side to move on the empty point `at`.
void position_play(struct omok_position *pos, int at);

// position_is_consistent recomputes all that is derived, from the lines alone; for tests.
bool position_is_consistent(const struct omok_position *pos);

static inline const struct cell *position_cell(const struct omok_position *pos, int colour,
                                               int at) {
    return &omok_cells[pos->codes[colour][at]];
}

static inline bool points_has(const struct points *set, int at) {
    return set->words[at / 64] >> at % 64 & 1;
}

// points_next removes the lowest point of the set and returns it, or NO_POINT.
static inline int points_next(struct points *set) {
    for (int w = 0; w < 4; w++) {
        if (set->words[w] == 0)
            continue;
        const int at = 64 * w + __builtin_ctzll(set->words[w]);
        set->words[w] &= set->words[w] - 1;
        return at;
    }
    return NO_POINT;
}

static inline int points_first(const struct points *set) {
    struct points copy = *set;
    return points_next(&copy);
}

static inline void points_join(struct points *set, const struct points *other) {
    for (int w = 0; w < 4; w++)
        set->words[w] |= other->words[w];
}
