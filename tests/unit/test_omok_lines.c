#include "test.h"

#include <string.h>

#include "omok_lines.h"

// The same definition of a line class as omok_lines.h gives, told without a table and without
// memory: how many further stones could make what, counted on a strip of nine points.
enum { STRIP = 2 * LINE_REACH + 1, STRIPS = 6561, EMPTY = 0, OWN = 1 }; // 3^8 around the centre

static bool five(const int strip[STRIP]) {
    int from = LINE_REACH, to = LINE_REACH;

    while (from > 0 && strip[from - 1] == OWN)
        from--;
    while (to < STRIP - 1 && strip[to + 1] == OWN)
        to++;
    return to - from >= OMOK_ROW - 1;
}

// after_one counts the points where one more own stone makes `is` true.
static int after_one(int strip[STRIP], bool (*is)(int strip[STRIP])) {
    int count = 0;

    for (int i = 0; i < STRIP; i++) {
        if (strip[i] != EMPTY)
            continue;
        strip[i] = OWN;
        count += is(strip);
        strip[i] = EMPTY;
    }
    return count;
}

static bool is_five(int strip[STRIP]) {
    return five(strip);
}

static bool is_four(int strip[STRIP]) {
    return !five(strip) && after_one(strip, is_five) == 1;
}

static bool is_open_four(int strip[STRIP]) {
    return !five(strip) && after_one(strip, is_five) > 1;
}

static bool is_open_three(int strip[STRIP]) {
    return !five(strip) && after_one(strip, is_five) == 0 && after_one(strip, is_open_four) > 0;
}

static bool is_three(int strip[STRIP]) {
    return !five(strip) && after_one(strip, is_five) == 0 && after_one(strip, is_open_four) == 0 &&
           after_one(strip, is_four) > 0;
}

// is_open_two asks whether between `min` and `max` points make it an open three, and none more.
static bool is_open_two(int strip[STRIP], int min, int max) {
    const int points = after_one(strip, is_open_three);

    return !five(strip) && after_one(strip, is_five) == 0 && after_one(strip, is_open_four) == 0 &&
           after_one(strip, is_four) == 0 && points >= min && points <= max;
}

static void strip_of(int number, int ret[STRIP]) {
    for (int i = 0; i < STRIP; i++) {
        if (i == LINE_REACH) {
            ret[i] = OWN;
            continue;
        }
        ret[i] = number % 3;
        number /= 3;
    }
}

// key_of writes the strip with `own` and `other` as two bits a point.
static unsigned key_of(const int strip[STRIP], unsigned own, unsigned other) {
    unsigned key = 0;

    for (int i = 0, n = 0; i < STRIP; i++)
        if (i != LINE_REACH)
            key |= (strip[i] == EMPTY ? 0 : strip[i] == OWN ? own : other) << 2 * n++;
    return key;
}

static void classes_follow_their_definition(void **state) {
    (void)state;
    for (int number = 0; number < STRIPS; number++) {
        int strip[STRIP];
        strip_of(number, strip);
        const int class = omok_line_classes[key_of(strip, STONE_BLACK, STONE_WHITE)] & 15;

        assert_int_equal(class == LINE_FIVE, is_five(strip));
        assert_int_equal(class == LINE_OPEN_FOUR, is_open_four(strip));
        assert_int_equal(class == LINE_FOUR, is_four(strip));
        assert_int_equal(class == LINE_OPEN_THREE,
                         is_open_three(strip) && after_one(strip, is_open_four) == 1);
        assert_int_equal(class == LINE_OPEN_THREE_WIDE,
                         is_open_three(strip) && after_one(strip, is_open_four) > 1);
        assert_int_equal(class == LINE_OPEN_TWO, is_open_two(strip, 1, 2));
        assert_int_equal(class == LINE_OPEN_TWO_WIDE, is_open_two(strip, 3, 3));
        assert_int_equal(class == LINE_OPEN_TWO_WIDER, is_open_two(strip, 4, STRIP));
        assert_int_equal(class == LINE_THREE, is_three(strip));
    }
}

static void colours_and_border_are_alike(void **state) {
    (void)state;
    for (int number = 0; number < STRIPS; number++) {
        int strip[STRIP];
        strip_of(number, strip);
        const int black = omok_line_classes[key_of(strip, STONE_BLACK, STONE_WHITE)] & 15;

        assert_int_equal(omok_line_classes[key_of(strip, STONE_WHITE, STONE_BLACK)] >> 4, black);
        assert_int_equal(omok_line_classes[key_of(strip, STONE_BLACK, LINE_BORDER)] & 15, black);
    }
}

static void a_line_reads_alike_from_both_ends(void **state) {
    (void)state;
    for (int number = 0; number < STRIPS; number++) {
        int strip[STRIP], mirrored[STRIP];
        strip_of(number, strip);
        for (int i = 0; i < STRIP; i++)
            mirrored[i] = strip[STRIP - 1 - i];
        assert_int_equal(omok_line_classes[key_of(strip, 1, 2)],
                         omok_line_classes[key_of(mirrored, 1, 2)]);
    }
}

static struct cell_case {
    const char *name;
    enum line_class lines[4];
    enum cell_class class;
} cells[] = {
    // clang-format off
    {"five beats all",        {LINE_FIVE, LINE_OPEN_FOUR, LINE_FOUR, LINE_NONE},        CELL_FIVE},
    {"open four",             {LINE_NONE, LINE_NONE, LINE_OPEN_FOUR, LINE_ONE},         CELL_OPEN_FOUR},
    {"double four",           {LINE_FOUR, LINE_NONE, LINE_FOUR, LINE_NONE},             CELL_OPEN_FOUR},
    {"four and open three",   {LINE_OPEN_THREE, LINE_NONE, LINE_NONE, LINE_FOUR},       CELL_FOUR_THREE},
    {"four and three",        {LINE_THREE, LINE_FOUR, LINE_NONE, LINE_NONE},            CELL_FOUR_PLUS},
    {"four alone",            {LINE_ONE, LINE_FOUR, LINE_OPEN_ONE, LINE_TWO},           CELL_FOUR},
    {"double open three",     {LINE_OPEN_THREE, LINE_ONE, LINE_OPEN_THREE, LINE_THREE}, CELL_DOUBLE_THREE},
    {"open three and two",    {LINE_OPEN_THREE, LINE_OPEN_TWO, LINE_NONE, LINE_NONE},   CELL_THREE_PLUS},
    {"open three",            {LINE_OPEN_THREE, LINE_TWO, LINE_NONE, LINE_NONE},        CELL_THREE},
    {"two open twos",         {LINE_OPEN_TWO, LINE_OPEN_TWO, LINE_NONE, LINE_NONE},     CELL_TWO_TWO},
    {"open two",              {LINE_OPEN_TWO, LINE_ONE, LINE_ONE, LINE_ONE},            CELL_TWO},
    {"nothing",               {LINE_NONE, LINE_TWO, LINE_OPEN_ONE, LINE_ONE},           CELL_QUIET},
    // clang-format on
};

static int cell_class(const enum line_class lines[4], int a, int b, int c, int d) {
    const int first = omok_pairs[lines[a] | lines[b] << 4];
    const int second = omok_pairs[lines[c] | lines[d] << 4];

    return omok_cells[first * LINE_PAIRS + second].class;
}

static void lines_combine_in_any_order(void **state) {
    const struct cell_case *row = *state;

    assert_int_equal(cell_class(row->lines, 0, 1, 2, 3), row->class);
    assert_int_equal(cell_class(row->lines, 3, 2, 1, 0), row->class);
    assert_int_equal(cell_class(row->lines, 2, 0, 3, 1), row->class);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_follow_their_definition),
        cmocka_unit_test(colours_and_border_are_alike),
        cmocka_unit_test(a_line_reads_alike_from_both_ends),
    };
    return RUN_TABLE(cells, lines_combine_in_any_order) +
           cmocka_run_group_tests_name("omok_lines", tests, NULL, NULL);
}
