// omok_tables.h - what a line and a point are worth to a colour; made by libcore/gen at build.
//
// A line through an empty point is seen as the four cells on each side of it, two bits a cell:
//
//   bit  0..1  2..3  4..5  6..7   (the point)   8..9  10..11  12..13  14..15
//   cell   -4    -3    -2    -1                   +1      +2      +3      +4
//
// Its class for a colour says what a stone of that colour on the point would make of the line. The
// classes follow from one recursion over the points that could be played next (gen/omok_lines.h).
// A point's four line classes, one hex digit for each direction, are its code for that colour.
#pragma once

#include <stdint.h>

enum omok_cell { CELL_EMPTY, CELL_BLACK, CELL_WHITE, CELL_WALL }; // as in enum stone, and the edge

enum omok_line_class {
    LINE_NONE,           // no five can come of it
    LINE_CLOSED_ONE,     // ...; each class leads to a later one by one more stone
    LINE_OPEN_ONE,       //
    LINE_CLOSED_TWO,     // one stone short of a closed three
    LINE_OPEN_TWO,       // one stone short of an open three, at 1 or 2 points
    LINE_OPEN_TWO_WIDE,  // at 3 points
    LINE_OPEN_TWO_WIDER, // at 4 or more
    LINE_CLOSED_THREE,   // one stone short of a four
    LINE_OPEN_THREE,     // one stone short of an open four, at 1 point
    LINE_OPEN_THREE_TWO, // at 2 or more
    LINE_FOUR,           // one point makes five
    LINE_OPEN_FOUR,      // two or more points make five
    LINE_FIVE,
    LINE_CLASSES,
};

enum omok_point_class {
    POINT_NONE,
    POINT_TWO,          // an open two
    POINT_CLOSED_THREE, // a closed three
    POINT_DOUBLE_TWO,   // two open twos
    POINT_THREE_TWO,    // a closed three and an open two or another closed three
    POINT_THREE,        // an open three
    POINT_THREE_PLUS,   // and an open two or a closed three
    POINT_DOUBLE_THREE, // two open threes
    POINT_FOUR,         // a four
    POINT_FOUR_PLUS,    // and an open two or a closed three
    POINT_FOUR_THREE,   // and an open three
    POINT_OPEN_FOUR,    // an open four, or two fours
    POINT_FIVE,
    POINT_CLASSES,
};

enum { OMOK_KEYS = 1 << 16 }; // keys of a line, and codes of a point

// omok_line_class[exact][key] has black's class in the low and white's in the high four bits. With
// `exact`, where longer rows do not win, CELL_WALL at either end of the key stands for a stone of
// the colour in question with another one behind it; the edge is then given as the other colour.
extern const uint8_t omok_line_class[2][OMOK_KEYS];

extern const uint8_t omok_point_class[OMOK_KEYS]; // by code

// What an empty point adds to the evaluation for the colour that could use it, by code.
struct omok_point_value {
    int16_t to_move; // while that colour is to move
    int16_t waiting; // while the other one is
};
extern const struct omok_point_value omok_point_value[OMOK_KEYS];

// How soon a search should try the point, by code: for what it makes, and for what it prevents.
struct omok_point_order {
    int16_t attack, defence;
};
extern const struct omok_point_order omok_point_order[OMOK_KEYS];
