#include "test.h"

#include <string.h>

#include "words.h"

static struct line_case {
    const char *name, *line;
    enum line_kind kind;
    int row, col;
} lines[] = {
    // clang-format off
    {"two digits",           "23",           LINE_SLOT, 2, 3},
    {"apart",                "2 3",          LINE_SLOT, 2, 3},
    {"comma",                "2,3",          LINE_SLOT, 2, 3},
    {"as it is shown",       "(2, 3)",       LINE_SLOT, 2, 3},
    {"blanks around",        "  2\t3 \r\n",  LINE_SLOT, 2, 3},
    {"not on the board",     "9 9",          LINE_SLOT, 9, 9},
    {"two digits each",      "10 11",        LINE_SLOT, 10, 11},
    {"one digit",            "2",            LINE_OTHER, 0, 0},
    {"three digits",         "234",          LINE_OTHER, 0, 0},
    {"three numbers",        "2 3 4",        LINE_OTHER, 0, 0},
    {"a long number",        "2 345",        LINE_OTHER, 0, 0},
    {"a sign",               "-2 3",         LINE_OTHER, 0, 0},
    {"letters",              "b3",           LINE_OTHER, 0, 0},
    {"only punctuation",     "(,)",          LINE_OTHER, 0, 0},
    {"nothing",              "",             LINE_EMPTY, 0, 0},
    {"blanks",               " \t ",         LINE_EMPTY, 0, 0},
    {"q",                    "q",            LINE_QUIT, 0, 0},
    {"quit",                 " QUIT ",       LINE_QUIT, 0, 0},
    {"s",                    "s",            LINE_START, 0, 0},
    {"start",                "Start",        LINE_START, 0, 0},
    {"question mark",        "?",            LINE_HELP, 0, 0},
    {"help",                 "help",         LINE_HELP, 0, 0},
    {"quit and more",        "quit now",     LINE_OTHER, 0, 0},
    {"the beginning of quit","qui",          LINE_OTHER, 0, 0},
    // clang-format on
};

static void line_means(void **state) {
    const struct line_case *row = *state;
    int at_row = 0, at_col = 0;

    assert_int_equal(words_parse(row->line, &at_row, &at_col), row->kind);
    assert_int_equal(at_row, row->row);
    assert_int_equal(at_col, row->col);
}

// played is a match after some stones, white's turn; the slots are row and column.
static struct match played(const char *slots) {
    struct match match = match_start();

    for (const char *at = slots; *at != '\0'; at += 2) {
        const int slot = stones_slot(at[0] - '0', at[1] - '0'), side = match.game.count % 2;
        const int before = match.game.points[side];
        assert_int_equal(stones_play(&match.game, slot), CORE_OK);
        match.slots[match.game.count - 1] = slot;
        match.points[match.game.count - 1] = match.game.points[side] - before;
    }
    match.state = stones_is_over(&match.game) ? MATCH_OVER : MATCH_YOURS;
    return match;
}

static struct illegal_case {
    const char *name, *slots;
    int row, col;
    const char *why; // NULL = it can be played
} illegals[] = {
    // clang-format off
    {"first stone",  "",     2, 3, NULL},
    {"in the row",   "2124", 2, 0, NULL},
    {"centre",       "2124", 3, 3, "The centre (3,3) is no slot: nothing can be placed there."},
    {"corner",       "2124", 0, 0, "There is no slot at (0,0): look at the board."},
    {"far outside",  "2124", 99, 99, "There is no slot at (99,99): look at the board."},
    {"occupied",     "2124", 2, 1, "There is a stone on (2,1) already."},
    {"off the line", "2124", 3, 1, "(3,1) is neither in row 2 nor in column 4, where the last stone lies."},
    {"over", "211131363515125222024243131454343230202545464041515553032326", 0, 2, "The game is over."},
    // clang-format on
};

static void illegal_is_explained(void **state) {
    const struct illegal_case *row = *state;
    const struct match match = played(row->slots);
    char why[WORDS_MAX] = "";

    assert_int_equal(words_illegal(&match, row->row, row->col, why), row->why != NULL);
    assert_string_equal(why, row->why == NULL ? "" : row->why);
}

static void expect_board(const struct match *match, const char *const expected[8]) {
    char line[WORDS_BOARD_MAX];

    for (int row = -1; row < STONES_GRID; row++) {
        words_board_line(match, row, line);
        assert_string_equal(line, expected[row + 1]);
    }
}

static void a_board_marks_stones_last_and_playable_slots(void **state) {
    (void)state;
    const struct match match = played("2124");
    static const char *const board[8] = {
        "     0   1   2   3   4   5   6  ", " 0           .   .   +          ",
        " 1       .   .   .   +   .      ", " 2   +   W   +   +  [B]  +   +  ",
        " 3   .   .   .       +   .   .  ", " 4   .   .   .   .   +   .   .  ",
        " 5       .   .   .   +   .      ", " 6           .   .   +          ",
    };

    expect_board(&match, board);
}

static void while_black_thinks_no_slot_is_marked(void **state) {
    (void)state;
    struct match match = played("2124");
    char line[WORDS_BOARD_MAX];

    match.state = MATCH_SENT;
    words_board_line(&match, 2, line);
    assert_string_equal(line, " 2   .   W   .   .  [B]  .   .  ");
}

static void sides_tell_score_stones_and_last(void **state) {
    (void)state;
    char text[WORDS_MAX];
    struct match match = played("");

    words_side(&match, STONES_WHITE, text);
    assert_string_equal(text, "White (you)  score  0   stones left 15");
    match = played("21113136351512522202424313145434");
    words_side(&match, STONES_WHITE, text);
    assert_string_equal(text, "White (you)  score  1   stones left  7   last (5,4): no points");
    words_side(&match, STONES_BLACK, text);
    assert_string_equal(text, "Black        score  1   stones left  7   last (3,4): 1 point");
}

static void stones_and_results_are_sentences(void **state) {
    (void)state;
    char text[WORDS_MAX];
    struct match match = played("211131363515125222024243131454343230202545464041515553032326");

    words_stone(&match, 0, text);
    assert_string_equal(text, "You place (2,1) and score no points.");
    words_stone(&match, 12, text);
    assert_string_equal(text, "You place (1,3) and score 1 point.");
    words_stone(&match, 19, text);
    assert_string_equal(text, "Black places (2,5) and scores 2 points.");
    match.result = RESULT_WHITE;
    words_result(&match, text);
    assert_string_equal(text, "The game is over. White (you) 8, black 6: you win.");
    match.result = RESULT_BLACK;
    words_result(&match, text);
    assert_non_null(strstr(text, ": black wins."));
    match.result = RESULT_DRAW;
    words_result(&match, text);
    assert_non_null(strstr(text, ": a draw."));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_marks_stones_last_and_playable_slots),
        cmocka_unit_test(while_black_thinks_no_slot_is_marked),
        cmocka_unit_test(sides_tell_score_stones_and_last),
        cmocka_unit_test(stones_and_results_are_sentences),
    };
    return RUN_TABLE(lines, line_means) + RUN_TABLE(illegals, illegal_is_explained) +
           cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
