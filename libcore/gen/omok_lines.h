// omok_lines.h - the classes of a line and of a point, from their definition.
#pragma once

#include <stdbool.h>

#include "omok_tables.h"

enum { LINE_REACH = 4, LINE_CELLS = 2 * LINE_REACH + 1 };

// A line as one colour sees it, the point itself in the middle.
struct line {
    enum { OPEN, OWN, SHUT } cells[LINE_CELLS];
    bool exact;        // only exactly five win
    bool own_beyond[2]; // a stone of its own behind the first, behind the last cell
};

// omok_line returns the class of a line with an own stone in the middle.
enum omok_line_class omok_line(const struct line *line);

// omok_line_of_key returns the line that a key describes to a colour, a stone on the middle.
struct line omok_line_of_key(unsigned key, enum omok_cell colour, bool exact);

// omok_point returns the class of a point whose lines have these classes, in any order.
enum omok_point_class omok_point(const enum omok_line_class lines[4]);
