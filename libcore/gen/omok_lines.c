#include "omok_lines.h"

static int run(const struct line *line, int from, int step) {
    int length = 0;

    for (int i = from; i >= 0 && i < LINE_CELLS && line->cells[i] == OWN; i += step)
        length++;
    return length;
}

static bool is_five(const struct line *line) {
    const int before = run(line, LINE_REACH - 1, -1), after = run(line, LINE_REACH + 1, 1);

    if (!line->exact)
        return before + 1 + after >= 5;
    return before + 1 + after == 5 && !(before == LINE_REACH && line->own_beyond[0]) &&
           !(after == LINE_REACH && line->own_beyond[1]);
}

// One row for each class: a line that some number of points would bring into [from, to].
static const struct {
    enum omok_line_class from, to;
    int points; // at least
    enum omok_line_class class;
} definitions[] = {
    // clang-format off
    {LINE_FIVE,         LINE_FIVE,           2, LINE_OPEN_FOUR},
    {LINE_FIVE,         LINE_FIVE,           1, LINE_FOUR},
    {LINE_OPEN_FOUR,    LINE_OPEN_FOUR,      2, LINE_OPEN_THREE_TWO},
    {LINE_OPEN_FOUR,    LINE_OPEN_FOUR,      1, LINE_OPEN_THREE},
    {LINE_FOUR,         LINE_FOUR,           1, LINE_CLOSED_THREE},
    {LINE_OPEN_THREE,   LINE_OPEN_THREE_TWO, 4, LINE_OPEN_TWO_WIDER},
    {LINE_OPEN_THREE,   LINE_OPEN_THREE_TWO, 3, LINE_OPEN_TWO_WIDE},
    {LINE_OPEN_THREE,   LINE_OPEN_THREE_TWO, 1, LINE_OPEN_TWO},
    {LINE_CLOSED_THREE, LINE_CLOSED_THREE,   1, LINE_CLOSED_TWO},
    {LINE_OPEN_TWO,     LINE_OPEN_TWO_WIDER, 1, LINE_OPEN_ONE},
    {LINE_CLOSED_TWO,   LINE_CLOSED_TWO,     1, LINE_CLOSED_ONE},
    // clang-format on
};

enum omok_line_class omok_line(const struct line *line) {
    int points[LINE_CLASSES] = {0};

    if (is_five(line))
        return LINE_FIVE;
    for (int i = 0; i < LINE_CELLS; i++) {
        struct line next = *line;
        if (line->cells[i] != OPEN)
            continue;
        next.cells[i] = OWN;
        points[omok_line(&next)]++;
    }

    for (unsigned i = 0; i < sizeof definitions / sizeof definitions[0]; i++) {
        int count = 0;
        for (unsigned c = definitions[i].from; c <= definitions[i].to; c++)
            count += points[c];
        if (count >= definitions[i].points)
            return definitions[i].class;
    }
    return LINE_NONE;
}

struct line omok_line_of_key(unsigned key, enum omok_cell colour, bool exact) {
    struct line line = {.exact = exact};

    for (int i = 0; i < LINE_CELLS; i++) {
        const int n = i < LINE_REACH ? i : i - 1; // the key skips the middle
        const unsigned cell = key >> (2 * n) & 3;
        const bool end = i == 0 || i == LINE_CELLS - 1;
        const bool beyond = exact && end && cell == CELL_WALL;

        line.cells[i] = cell == CELL_EMPTY ? OPEN : cell == colour || beyond ? OWN : SHUT;
        if (beyond)
            line.own_beyond[i != 0] = true;
    }
    line.cells[LINE_REACH] = OWN;
    return line;
}

static int count_between(const enum omok_line_class lines[4], enum omok_line_class from,
                         enum omok_line_class to) {
    int count = 0;

    for (int d = 0; d < 4; d++)
        count += lines[d] >= from && lines[d] <= to;
    return count;
}

enum omok_point_class omok_point(const enum omok_line_class lines[4]) {
    const int fives = count_between(lines, LINE_FIVE, LINE_FIVE);
    const int open_fours = count_between(lines, LINE_OPEN_FOUR, LINE_OPEN_FOUR);
    const int fours = count_between(lines, LINE_FOUR, LINE_FOUR);
    const int threes = count_between(lines, LINE_OPEN_THREE, LINE_OPEN_THREE_TWO);
    const int closed_threes = count_between(lines, LINE_CLOSED_THREE, LINE_CLOSED_THREE);
    const int twos = count_between(lines, LINE_OPEN_TWO, LINE_OPEN_TWO_WIDER);
    const bool more = closed_threes + twos > 0;

    if (fives > 0)
        return POINT_FIVE;
    if (open_fours > 0 || fours > 1)
        return POINT_OPEN_FOUR;
    if (fours == 1)
        return threes > 0 ? POINT_FOUR_THREE : more ? POINT_FOUR_PLUS : POINT_FOUR;
    if (threes > 1)
        return POINT_DOUBLE_THREE;
    if (threes == 1)
        return more ? POINT_THREE_PLUS : POINT_THREE;
    if (closed_threes > 0)
        return closed_threes + twos > 1 ? POINT_THREE_TWO : POINT_CLOSED_THREE;
    return twos > 1 ? POINT_DOUBLE_TWO : twos == 1 ? POINT_TWO : POINT_NONE;
}
