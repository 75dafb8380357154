// main.c - prints the tables of omok_tables.h as C source; run by the build.
#include <stdio.h>

#include "omok_lines.h"
#include "omok_weights.h"

static void print_line_classes(void) {
    puts("const uint8_t omok_line_class[2][OMOK_KEYS] = {");
    for (int exact = 0; exact < 2; exact++) {
        puts("{");
        for (unsigned key = 0; key < OMOK_KEYS; key++) {
            const struct line black = omok_line_of_key(key, CELL_BLACK, exact);
            const struct line white = omok_line_of_key(key, CELL_WHITE, exact);
            printf("%u,%s", (unsigned)(omok_line(&black) | omok_line(&white) << 4),
                   key % 16 == 15 ? "\n" : "");
        }
        puts("},");
    }
    puts("};");
}

// lines_of splits a code; digits that no line has read as the last class there is.
static void lines_of(unsigned code, enum omok_line_class ret[4]) {
    for (int d = 0; d < 4; d++) {
        const unsigned digit = code >> (4 * d) & 15;
        ret[d] = digit < LINE_CLASSES ? digit : LINE_CLASSES - 1;
    }
}

static void print_point_classes(void) {
    puts("const uint8_t omok_point_class[OMOK_KEYS] = {");
    for (unsigned code = 0; code < OMOK_KEYS; code++) {
        enum omok_line_class lines[4];
        lines_of(code, lines);
        printf("%u,%s", (unsigned)omok_point(lines), code % 16 == 15 ? "\n" : "");
    }
    puts("};");
}

static void print_pairs(const char *name, const int of_line[][2], const int of_point[][2]) {
    printf("const struct %s %s[OMOK_KEYS] = {\n", name, name);
    for (unsigned code = 0; code < OMOK_KEYS; code++) {
        enum omok_line_class lines[4];
        lines_of(code, lines);

        const enum omok_point_class class = omok_point(lines);
        int pair[2];
        for (int i = 0; i < 2; i++) {
            pair[i] = of_point[class][i];
            for (int d = 0; d < 4; d++)
                pair[i] += of_line[lines[d]][i];
        }
        printf("{%d,%d},%s", pair[0], pair[1], code % 8 == 7 ? "\n" : "");
    }
    puts("};");
}

int main(void) {
    puts("#include \"omok_tables.h\"\n");
    print_line_classes();
    print_point_classes();
    print_pairs("omok_point_value", line_weights, point_weights);
    print_pairs("omok_point_order", line_orders, point_orders);
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
