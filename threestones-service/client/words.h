// words.h - what the client says and understands: boards, sentences and typed lines as text. Pure.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "match.h"

enum {
    WORDS_MAX = 200,      // a sentence and its NUL
    WORDS_BOARD_MAX = 40, // a line of the board and its NUL
};

// One slot as it is drawn: a glyph between two marks, "[B]" for the last stone.
enum cell_kind { CELL_EMPTY, CELL_PLAYABLE, CELL_WHITE, CELL_BLACK };

struct cell {
    enum cell_kind kind;
    bool is_last;
    char glyph; // '.', '+', 'W' or 'B'
};

// words_cell describes a slot; playable slots are marked only while it is white's turn.
struct cell words_cell(const struct match *match, int slot);

// words_board_line writes row 0..6 of the board, its label in front; row -1 is the line of column
// labels. Every line has the same length.
void words_board_line(const struct match *match, int row, char ret[WORDS_BOARD_MAX]);

// words_side writes the line about one side: points, stones left, and its last stone.
void words_side(const struct match *match, enum stones_side side, char ret[WORDS_MAX]);

// words_stone tells about the stone with this index: who placed it where, and for how many points.
void words_stone(const struct match *match, int index, char ret[WORDS_MAX]);

// words_result tells both scores and who won, in MATCH_OVER.
void words_result(const struct match *match, char ret[WORDS_MAX]);

// words_illegal explains why white cannot place a stone on (row, col), any integers; it returns
// false when white can.
bool words_illegal(const struct match *match, int row, int col, char ret[WORDS_MAX]);

// What a typed line means. Blanks around it, and upper case, do not matter.
enum line_kind { LINE_EMPTY, LINE_QUIT, LINE_START, LINE_HELP, LINE_SLOT, LINE_OTHER };

// words_parse reads "q", "quit", "s", "start", "?", "help", or a row and a column: "23", "2 3",
// "2,3", "(2, 3)". Only LINE_SLOT sets *ret_row and *ret_col, to 0..99.
enum line_kind words_parse(const char *line, int *ret_row, int *ret_col);
