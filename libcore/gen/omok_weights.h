// omok_weights.h - the numbers that evaluation and move order are made of.
#pragma once

#include <stdint.h>

#include "omok_tables.h"

// What an empty point adds to the evaluation: the sum over its four line classes and its own class.
// Two columns: for the colour to move, for the other one.
static const int line_weights[LINE_CLASSES][2] = {
    // clang-format off
    [LINE_NONE]           = {0, 0},
    [LINE_CLOSED_ONE]     = {1, 1},
    [LINE_OPEN_ONE]       = {2, 2},
    [LINE_CLOSED_TWO]     = {3, 2},
    [LINE_OPEN_TWO]       = {5, 4},
    [LINE_OPEN_TWO_WIDE]  = {6, 5},
    [LINE_OPEN_TWO_WIDER] = {8, 6},
    [LINE_CLOSED_THREE]   = {8, 6},
    [LINE_OPEN_THREE]     = {16, 10},
    [LINE_OPEN_THREE_TWO] = {20, 12},
    [LINE_FOUR]           = {16, 10},
    [LINE_OPEN_FOUR]      = {60, 30},
    [LINE_FIVE]           = {60, 60},
    // clang-format on
};
static const int point_weights[POINT_CLASSES][2] = {
    // clang-format off
    [POINT_NONE]         = {0, 0},
    [POINT_TWO]          = {0, 0},
    [POINT_CLOSED_THREE] = {0, 0},
    [POINT_DOUBLE_TWO]   = {6, 4},
    [POINT_THREE_TWO]    = {8, 6},
    [POINT_THREE]        = {6, 4},
    [POINT_THREE_PLUS]   = {20, 10},
    [POINT_DOUBLE_THREE] = {60, 30},
    [POINT_FOUR]         = {4, 3},
    [POINT_FOUR_PLUS]    = {20, 12},
    [POINT_FOUR_THREE]   = {80, 40},
    [POINT_OPEN_FOUR]    = {100, 40},
    [POINT_FIVE]         = {100, 100},
    // clang-format on
};

// How soon to try a point: the sum over its line classes, and its class, for the one who would play
// there (attack) and for the one who would prevent the other's stone there (defence).
static const int line_orders[LINE_CLASSES][2] = {
    // clang-format off
    [LINE_NONE]           = {0, 0},
    [LINE_CLOSED_ONE]     = {2, 1},
    [LINE_OPEN_ONE]       = {6, 4},
    [LINE_CLOSED_TWO]     = {9, 5},
    [LINE_OPEN_TWO]       = {20, 12},
    [LINE_OPEN_TWO_WIDE]  = {24, 15},
    [LINE_OPEN_TWO_WIDER] = {30, 19},
    [LINE_CLOSED_THREE]   = {32, 19},
    [LINE_OPEN_THREE]     = {60, 36},
    [LINE_OPEN_THREE_TWO] = {72, 44},
    [LINE_FOUR]           = {60, 40},
    [LINE_OPEN_FOUR]      = {400, 300},
    [LINE_FIVE]           = {1000, 900},
    // clang-format on
};
static const int point_orders[POINT_CLASSES][2] = {
    // clang-format off
    [POINT_NONE]         = {0, 0},
    [POINT_TWO]          = {0, 0},
    [POINT_CLOSED_THREE] = {0, 0},
    [POINT_DOUBLE_TWO]   = {10, 6},
    [POINT_THREE_TWO]    = {16, 8},
    [POINT_THREE]        = {10, 5},
    [POINT_THREE_PLUS]   = {40, 20},
    [POINT_DOUBLE_THREE] = {150, 110},
    [POINT_FOUR]         = {0, 0},
    [POINT_FOUR_PLUS]    = {40, 30},
    [POINT_FOUR_THREE]   = {250, 180},
    [POINT_OPEN_FOUR]    = {400, 300},
    [POINT_FIVE]         = {2000, 1500},
    // clang-format on
};
