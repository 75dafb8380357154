// omok_lines.h - what a stone would make of an empty point, line by line and all lines together.
//
// A line class follows from a recursion that is also its clearest definition. Put a stone of one's
// own on the point, look along one direction, four points to each side, and ask what further own
// stones in that window would do for the row through the point:
//
//   five         the row is five or longer
//   open four    two or more points make it a five       four         one point does
//   open three   some point makes it an open four        three        some point makes it a four
//   open two     some point makes it an open three       two          some point makes it a three
//   open one     some point makes it an open two         one          some point makes it a two
//
// Open threes and twos come in several widths: how many points would do. The border counts as a
// stone of the opponent. The four line classes of a point combine, in any order, to its cell class.
#pragma once

#include <stdint.h>

#include "core/omok.h"

enum line_class {
    LINE_NONE, // no five is possible there
    LINE_ONE,
    LINE_OPEN_ONE,
    LINE_TWO,
    LINE_OPEN_TWO,       // at one or two points
    LINE_OPEN_TWO_WIDE,  // at three
    LINE_OPEN_TWO_WIDER, // at four or more
    LINE_THREE,
    LINE_OPEN_THREE,      // at one point
    LINE_OPEN_THREE_WIDE, // at two or more
    LINE_FOUR,
    LINE_OPEN_FOUR,
    LINE_FIVE,
    LINE_CLASSES,
};

enum cell_class {
    CELL_QUIET,        // nothing of what follows
    CELL_TWO,          // an open two or a three
    CELL_TWO_TWO,      // two or more of those
    CELL_THREE,        // an open three
    CELL_THREE_PLUS,   // and an open two or a three
    CELL_DOUBLE_THREE, // two or more open threes
    CELL_FOUR,         // a four
    CELL_FOUR_PLUS,    // and an open two or a three
    CELL_FOUR_THREE,   // and an open three
    CELL_OPEN_FOUR,    // an open four, or two fours
    CELL_FIVE,
    CELL_CLASSES,
};

enum {
    LINE_REACH = 4,      // points that are looked at on each side
    LINE_KEYS = 1 << 16, // two bits for each of the eight: empty, black, white, border
    LINE_PAIRS = LINE_CLASSES * (LINE_CLASSES + 1) / 2,
    CELL_CODES = LINE_PAIRS * LINE_PAIRS,
    THREAT_MASKS = 1 << 11, // sets of the kinds of threats that evaluate() tells apart
};

// Two bits a point; 0 is empty, then enum stone, then the border.
enum { LINE_BORDER = 3 };

struct points { // a set of points, bit n % 64 of word n / 64 = point n
    uint64_t words[4];
};

struct cell {
    uint8_t class;    // enum cell_class
    int16_t value[2]; // to the evaluation, while its colour is to move, and while it waits
    int16_t urgent;   // what they are worth to the order of moves
};

// All tables are made by gen_omok.c at build.
extern const uint8_t omok_line_classes[LINE_KEYS];     // black's class | white's << 4
extern const uint8_t omok_pairs[256];                  // two line classes (a | b << 4), any order
extern const struct cell omok_cells[CELL_CODES];       // pair * LINE_PAIRS + pair
extern const int16_t omok_threat_values[THREAT_MASKS]; // to the side to move, by set of threats
extern const uint64_t omok_zobrist[2][OMOK_POINTS];
extern const struct points omok_around[OMOK_POINTS]; // within two points, three along a line
extern const struct points omok_reach[OMOK_POINTS];  // the point itself and four along its lines
