// board.h - omok boards as diagrams, for tests.
#pragma once

#include "test.h"

#include "core/omok.h"

// board pads a short diagram with empty rows, so that a case shows only the stones that matter.
static inline struct omok board(const char *top_rows) {
    char diagram[OMOK_POINTS + 1];
    int n = 0;

    for (const char *c = top_rows; *c; c++)
        if (*c != ' ')
            diagram[n++] = *c;
    assert_int_equal(n % OMOK_SIZE, 0);
    while (n < OMOK_POINTS)
        diagram[n++] = '.';
    diagram[n] = '\0';

    struct omok game;
    assert_int_equal(omok_parse(diagram, &game), CORE_OK);
    return game;
}
