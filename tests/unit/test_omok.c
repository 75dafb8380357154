#include "test.h"

#include "board.h"

static struct move_case {
    const char *name;
    const char *board;
    struct point move;
    enum core_error error;
    enum stone winner;
} moves[] = {
    // clang-format off
    {"four is not enough",    "XXX............ OOO............",                 {3, 0},         CORE_OK,       STONE_NONE},
    {"five in a row",         "XXXX........... OOOO...........",                 {4, 0},         CORE_OK,       STONE_BLACK},
    {"six in a row",          "XXX.XX......... OOOO.O.........",                 {3, 0},         CORE_OK,       STONE_BLACK},
    {"last stone in between", "XX.XX.......... OOOO...........",                 {2, 0},         CORE_OK,       STONE_BLACK},
    {"rows do not wrap",      ".............XX XX............. OOOO...........", {2, 1},         CORE_OK,       STONE_NONE},
    {"occupied",              "X..............",                                 {0, 0},         CORE_EOCCUPIED, STONE_NONE},
    {"left of the board",     "",                                                {-1, 0},        CORE_EOUTSIDE, STONE_NONE},
    {"right of the board",    "",                                                {OMOK_SIZE, 0}, CORE_EOUTSIDE, STONE_NONE},
    {"above the board",       "",                                                {0, -1},        CORE_EOUTSIDE, STONE_NONE},
    {"below the board",       "",                                                {0, OMOK_SIZE}, CORE_EOUTSIDE, STONE_NONE},
    {"after the end",         "XXXXX.......... OOOO...........",                 {9, 9},         CORE_EOVER,    STONE_BLACK},
    // clang-format on
};

static void play_reports_and_scores(void **state) {
    const struct move_case *row = *state;
    struct omok game = board(row->board);

    assert_string_equal(core_strerror(omok_play(&game, row->move)), core_strerror(row->error));
    assert_int_equal(game.winner, row->winner);
}

static void refused_move_changes_nothing(void **state) {
    (void)state;
    struct omok game = board("X.............."), before = game;

    assert_int_equal(omok_play(&game, (struct point){0, 0}), CORE_EOCCUPIED);
    assert_memory_equal(&game, &before, sizeof game);
}

static struct row_case {
    const char *name;
    const char *board;
    struct point at;
    int row[2 * OMOK_ROW]; // zeros: no row
} rows[] = {
    // clang-format off
    {"no stone",            "XXXX........... OOOO...........",                    {4, 0}, {0}},
    {"four",                "XXXX........... OOO............",                    {0, 0}, {0}},
    {"across",              "XXXXX.......... OOOO...........",                    {2, 0}, {0, 0, 1, 0, 2, 0, 3, 0, 4, 0}},
    {"down",                "XOO............ XO............. XO............. X.............. X..............",
                                                                                  {0, 4}, {0, 0, 0, 1, 0, 2, 0, 3, 0, 4}},
    {"falling",             "XOO............ .XOO........... ..XO........... ...X........... ....X..........",
                                                                                  {0, 0}, {0, 0, 1, 1, 2, 2, 3, 3, 4, 4}},
    {"rising",              "OO..X.......... ...X........... ..XO........... .XO............ X..............",
                                                                                  {2, 2}, {0, 4, 1, 3, 2, 2, 3, 1, 4, 0}},
    {"last of seven",       "XXXXXXX........ OOO.OO.O.......",                    {6, 0}, {2, 0, 3, 0, 4, 0, 5, 0, 6, 0}},
    {"first of seven",      "XXXXXXX........ OOO.OO.O.......",                    {0, 0}, {0, 0, 1, 0, 2, 0, 3, 0, 4, 0}},
    {"middle of nine",      "XXXXXXXXX...... OOO.OO.OOO.....",                    {4, 0}, {0, 0, 1, 0, 2, 0, 3, 0, 4, 0}},
    // clang-format on
};

static void row_holds_the_stone(void **state) {
    const struct row_case *row = *state;
    const struct omok game = board(row->board);
    struct point got[OMOK_ROW];
    const bool expected = row->row[8] + row->row[9] > 0;

    assert_int_equal(omok_row(&game, row->at, got), expected);
    for (int i = 0; expected && i < OMOK_ROW; i++) {
        assert_int_equal(got[i].x, row->row[2 * i]);
        assert_int_equal(got[i].y, row->row[2 * i + 1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(refused_move_changes_nothing)};

    return RUN_TABLE(moves, play_reports_and_scores) + RUN_TABLE(rows, row_holds_the_stone) +
           cmocka_run_group_tests_name("omok", tests, NULL, NULL);
}
