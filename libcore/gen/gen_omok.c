// gen_omok.c - prints the tables that omok_lines.h declares. Runs at build.
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "omok_lines.h"
#include "omok_weights.h"

enum { WINDOW = 2 * LINE_REACH + 1, WINDOWS = 19683 }; // 3^9
enum { EMPTY, OWN, OTHER };

// What a line class is worth to the order of moves.
static const int line_urgent[LINE_CLASSES] = {0, 2, 5, 9, 22, 22, 22, 26, 70, 70, 80, 300, 1000};

static const int cell_urgent[CELL_CLASSES] = {
    [CELL_TWO_TWO] = 20,       [CELL_THREE] = 40,       [CELL_THREE_PLUS] = 90,
    [CELL_DOUBLE_THREE] = 400, [CELL_FOUR] = 30,        [CELL_FOUR_PLUS] = 90,
    [CELL_FOUR_THREE] = 900,   [CELL_OPEN_FOUR] = 1500, [CELL_FIVE] = 6000,
};

static int8_t memo[WINDOWS]; // class + 1, 0 = not known yet

static int index_of(const int window[WINDOW]) {
    int index = 0;

    for (int i = 0; i < WINDOW; i++)
        index = index * 3 + window[i];
    return index;
}

static bool is_five(const int window[WINDOW]) {
    int length = 1;

    for (int i = LINE_REACH - 1; i >= 0 && window[i] == OWN; i--)
        length++;
    for (int i = LINE_REACH + 1; i < WINDOW && window[i] == OWN; i++)
        length++;
    return length >= OMOK_ROW;
}

// One row for each class below a five: how many points, at least, must make [from, to] of the line.
static const struct {
    int class, points, from, to;
} definitions[] = {
    // clang-format off
    {LINE_OPEN_FOUR,       2, LINE_FIVE,       LINE_FIVE},
    {LINE_FOUR,            1, LINE_FIVE,       LINE_FIVE},
    {LINE_OPEN_THREE_WIDE, 2, LINE_OPEN_FOUR,  LINE_OPEN_FOUR},
    {LINE_OPEN_THREE,      1, LINE_OPEN_FOUR,  LINE_OPEN_FOUR},
    {LINE_THREE,           1, LINE_FOUR,       LINE_FOUR},
    {LINE_OPEN_TWO_WIDER,  4, LINE_OPEN_THREE, LINE_OPEN_THREE_WIDE},
    {LINE_OPEN_TWO_WIDE,   3, LINE_OPEN_THREE, LINE_OPEN_THREE_WIDE},
    {LINE_OPEN_TWO,        1, LINE_OPEN_THREE, LINE_OPEN_THREE_WIDE},
    {LINE_TWO,             1, LINE_THREE,      LINE_THREE},
    {LINE_OPEN_ONE,        1, LINE_OPEN_TWO,   LINE_OPEN_TWO_WIDER},
    {LINE_ONE,             1, LINE_TWO,        LINE_TWO},
    // clang-format on
};

static int class_by_points(const int made[LINE_CLASSES]) {
    for (size_t i = 0; i < sizeof definitions / sizeof definitions[0]; i++) {
        int points = 0;
        for (int c = definitions[i].from; c <= definitions[i].to; c++)
            points += made[c];
        if (points >= definitions[i].points)
            return definitions[i].class;
    }
    return LINE_NONE;
}

// class_of takes a window whose centre is OWN.
static int class_of(int window[WINDOW]) {
    int8_t *known = &memo[index_of(window)];
    int made[LINE_CLASSES] = {0};

    if (*known > 0)
        return *known - 1;
    for (int i = 0; i < WINDOW; i++) {
        if (window[i] != EMPTY)
            continue;
        window[i] = OWN;
        made[class_of(window)]++;
        window[i] = EMPTY;
    }

    const int class = is_five(window) ? LINE_FIVE : class_by_points(made);
    *known = (int8_t)(class + 1);
    return class;
}

static int key_class(unsigned key, unsigned own) {
    int window[WINDOW];

    for (int i = 0, n = 0; i < WINDOW; i++) {
        if (i == LINE_REACH) {
            window[i] = OWN;
            continue;
        }
        const unsigned bits = key >> 2 * n++ & 3;
        window[i] = bits == 0 ? EMPTY : bits == own ? OWN : OTHER;
    }
    return class_of(window);
}

static void print_line_classes(void) {
    printf("const uint8_t omok_line_classes[LINE_KEYS] = {");
    for (unsigned key = 0; key < LINE_KEYS; key++)
        printf("%s%d,", key % 24 == 0 ? "\n    " : "",
               key_class(key, STONE_BLACK) | key_class(key, STONE_WHITE) << 4);
    printf("\n};\n\n");
}

static int pair_number(int a, int b) {
    const int low = a < b ? a : b, high = a < b ? b : a;

    return high * (high + 1) / 2 + low;
}

static void print_pairs(void) {
    printf("const uint8_t omok_pairs[256] = {");
    for (int i = 0; i < 256; i++) {
        const int a = i & 15, b = i >> 4;
        printf("%s%d,", i % 16 == 0 ? "\n    " : "",
               a < LINE_CLASSES && b < LINE_CLASSES ? pair_number(a, b) : 0);
    }
    printf("\n};\n\n");
}

static enum cell_class combine(const int lines[4]) {
    int n[LINE_CLASSES] = {0};

    for (int i = 0; i < 4; i++)
        n[lines[i]]++;
    const int twos =
        n[LINE_OPEN_TWO] + n[LINE_OPEN_TWO_WIDE] + n[LINE_OPEN_TWO_WIDER] + n[LINE_THREE];
    const int threes = n[LINE_OPEN_THREE] + n[LINE_OPEN_THREE_WIDE];
    if (n[LINE_FIVE] > 0)
        return CELL_FIVE;
    if (n[LINE_OPEN_FOUR] > 0 || n[LINE_FOUR] > 1)
        return CELL_OPEN_FOUR;
    if (n[LINE_FOUR] > 0)
        return threes > 0 ? CELL_FOUR_THREE : twos > 0 ? CELL_FOUR_PLUS : CELL_FOUR;
    if (threes > 1)
        return CELL_DOUBLE_THREE;
    if (threes > 0)
        return twos > 0 ? CELL_THREE_PLUS : CELL_THREE;
    return twos > 1 ? CELL_TWO_TWO : twos > 0 ? CELL_TWO : CELL_QUIET;
}

static void swap_if_greater(int *a, int *b) {
    if (*a > *b) {
        const int greater = *a;
        *a = *b;
        *b = greater;
    }
}

// number_of_four finds the row of cell_values by counting the rows before it.
static int number_of_four(const int lines[4]) {
    int l[4] = {lines[0], lines[1], lines[2], lines[3]}, number = 0;

    for (int last = 3; last > 0; last--)
        for (int i = 0; i < last; i++)
            swap_if_greater(&l[i], &l[i + 1]);
    for (int a = 0; a < LINE_CLASSES; a++)
        for (int b = a; b < LINE_CLASSES; b++)
            for (int c = b; c < LINE_CLASSES; c++)
                for (int d = c; d < LINE_CLASSES; d++, number++)
                    if (a == l[0] && b == l[1] && c == l[2] && d == l[3])
                        return number;
    abort();
}

static void print_cell(const int pair[2][2]) {
    const int lines[4] = {pair[0][0], pair[0][1], pair[1][0], pair[1][1]};
    const enum cell_class class = combine(lines);
    const int16_t *value = cell_values[number_of_four(lines)];
    int urgent = cell_urgent[class];

    for (int i = 0; i < 4; i++)
        urgent += line_urgent[lines[i]];
    printf("    {%d, {%d, %d}, %d},\n", class, value[0], value[1], urgent);
}

static void print_cells(void) {
    int classes[LINE_PAIRS][2];

    for (int a = 0; a < LINE_CLASSES; a++) {
        for (int b = 0; b <= a; b++) {
            classes[pair_number(a, b)][0] = a;
            classes[pair_number(a, b)][1] = b;
        }
    }
    printf("const struct cell omok_cells[CELL_CODES] = {\n");
    for (int i = 0; i < CELL_CODES; i++) {
        const int *first = classes[i / LINE_PAIRS], *second = classes[i % LINE_PAIRS];
        print_cell((const int[2][2]){{first[0], first[1]}, {second[0], second[1]}});
    }
    printf("};\n\n");
}

static void print_threats(void) {
    printf("const int16_t omok_threat_values[THREAT_MASKS] = {");
    for (int i = 0; i < THREAT_MASKS; i++)
        printf("%s%d,", i % 16 == 0 ? "\n    " : "", threat_values[i]);
    printf("\n};\n\n");
}

// SplitMix64, as in rng.c.
static uint64_t next(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static void print_zobrist(void) {
    uint64_t state = 15;

    printf("const uint64_t omok_zobrist[2][OMOK_POINTS] = {\n");
    for (int colour = 0; colour < 2; colour++) {
        printf("    {\n");
        for (int i = 0; i < OMOK_POINTS; i++)
            printf("        UINT64_C(0x%016" PRIx64 "),\n", next(&state));
        printf("    },\n");
    }
    printf("};\n\n");
}

static bool is_around(int from, int to) {
    const int dx = abs(from % OMOK_SIZE - to % OMOK_SIZE);
    const int dy = abs(from / OMOK_SIZE - to / OMOK_SIZE);
    const bool in_line = dx == 0 || dy == 0 || dx == dy;

    return from != to && ((dx <= 2 && dy <= 2) || (in_line && dx <= 3 && dy <= 3));
}

static bool is_in_reach(int from, int to) {
    const int dx = abs(from % OMOK_SIZE - to % OMOK_SIZE);
    const int dy = abs(from / OMOK_SIZE - to / OMOK_SIZE);

    return (dx == 0 || dy == 0 || dx == dy) && dx <= LINE_REACH && dy <= LINE_REACH;
}

// print_points prints for every point the set of those for which `belongs` holds.
static void print_points(const char *name, bool (*belongs)(int from, int to)) {
    printf("const struct points %s[OMOK_POINTS] = {\n", name);
    for (int from = 0; from < OMOK_POINTS; from++) {
        uint64_t words[4] = {0};
        for (int to = 0; to < OMOK_POINTS; to++)
            if (belongs(from, to))
                words[to / 64] |= UINT64_C(1) << to % 64;
        printf("    {{UINT64_C(0x%" PRIx64 "), UINT64_C(0x%" PRIx64 "), UINT64_C(0x%" PRIx64
               "), UINT64_C(0x%" PRIx64 ")}},\n",
               words[0], words[1], words[2], words[3]);
    }
    printf("};\n\n");
}

int main(void) {
    printf("// Made by gen_omok.c: do not edit.\n#include \"omok_lines.h\"\n\n");
    print_line_classes();
    print_pairs();
    print_cells();
    print_threats();
    print_zobrist();
    print_points("omok_around", is_around);
    print_points("omok_reach", is_in_reach);
    return 0;
}
