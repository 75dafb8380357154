#include "test.h"

#include <stdio.h>
#include <string.h>

#include "core/stones_record.h"
#include "core/stones_strategy.h"

static struct slot_case {
    const char *name;
    int row, col, slot;
} slots[] = {
    // clang-format off
    {"the first",               0, 2, 0},
    {"left of the centre",      3, 2, 17},
    {"right of the centre",     3, 4, 18},
    {"the last",                6, 4, 35},
    {"the centre is no slot",   3, 3, STONES_NO_SLOT},
    {"a corner is no slot",     0, 0, STONES_NO_SLOT},
    {"cut corner is no slot",   1, 6, STONES_NO_SLOT},
    {"row above",              -1, 3, STONES_NO_SLOT},
    {"row below",               7, 3, STONES_NO_SLOT},
    {"column before",           3, -1, STONES_NO_SLOT},
    {"column behind",           3, 7, STONES_NO_SLOT},
    {"far away",                1 << 30, -(1 << 30), STONES_NO_SLOT},
    // clang-format on
};

static void slot_is_found(void **state) {
    const struct slot_case *row = *state;

    assert_int_equal(stones_slot(row->row, row->col), row->slot);
    if (row->slot == STONES_NO_SLOT)
        return;
    assert_int_equal(stones_row(row->slot), row->row);
    assert_int_equal(stones_col(row->slot), row->col);
}

static struct points_case {
    const char *name;
    const char *own; // row and column of each stone
    int row, col, points;
} points[] = {
    // clang-format off
    {"two are no line",            "21",               2, 2, 0},
    {"three across",               "2122",             2, 3, 1},
    {"three down",                 "1222",             3, 2, 1},
    {"falling",                    "1122",             0, 4, 0},
    {"falling line",               "0213",             2, 4, 1},
    {"rising line",                "4022",             3, 1, 1},
    {"four in a row is two",       "212223",           2, 4, 1},
    {"the gap in XX_XX is three",  "20212324",         2, 2, 3},
    {"no line across the centre",  "3234",             3, 1, 0},
    {"no line around the edge",    "2526",             3, 0, 0},
    {"two lines at once",          "22230414",         2, 4, 2},
    // clang-format on
};

static void stone_scores(void **state) {
    const struct points_case *row = *state;
    struct stones game = stones_start();

    for (const char *c = row->own; *c; c += 2)
        game.slots[STONES_BLACK] |= UINT64_C(1) << stones_slot(c[0] - '0', c[1] - '0');
    assert_int_equal(stones_points(&game, STONES_BLACK, stones_slot(row->row, row->col)),
                     row->points);
    assert_int_equal(stones_points(&game, STONES_WHITE, stones_slot(row->row, row->col)), 0);
}

// lines_from_scratch counts full lines of three on a plain grid, which shares nothing with the
// code.
static int lines_from_scratch(const struct stones *game, enum stones_side side) {
    static const int steps[][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    int count = 0;

    for (int i = 0; i < STONES_GRID * STONES_GRID * 4; i++) {
        const int *step = steps[i % 4], row = i / 4 / STONES_GRID, col = i / 4 % STONES_GRID;
        int own = 0;
        for (int n = 0; n < 3; n++) {
            const int slot = stones_slot(row + n * step[0], col + n * step[1]);
            own += slot != STONES_NO_SLOT && game->slots[side] >> slot & 1;
        }
        count += own == 3;
    }
    return count;
}

static uint64_t moves_from_scratch(const struct stones *game) {
    const uint64_t taken = game->slots[0] | game->slots[1];
    uint64_t near = 0, empty = 0;

    for (int slot = 0; slot < STONES_SLOTS; slot++) {
        const uint64_t bit = UINT64_C(1) << slot;
        if (taken & bit)
            continue;
        empty |= bit;
        if (game->last != STONES_NO_SLOT && (stones_row(slot) == stones_row(game->last) ||
                                             stones_col(slot) == stones_col(game->last)))
            near |= bit;
    }
    return game->count == STONES_TOTAL ? 0 : near ? near : empty;
}

static void check_from_scratch(const struct stones *game, int count) {
    assert_int_equal(game->count, count);
    assert_int_equal(game->slots[0] & game->slots[1], 0);
    assert_int_equal(__builtin_popcountll(game->slots[0]), (count + 1) / 2);
    assert_int_equal(__builtin_popcountll(game->slots[1]), count / 2);
    assert_true(stones_moves(game) == moves_from_scratch(game));
    for (int side = 0; side < 2; side++)
        assert_int_equal(game->points[side], lines_from_scratch(game, (enum stones_side)side));
}

static void a_full_board_has_every_line(void **state) {
    (void)state;
    struct stones game = {.slots = {STONES_ALL, 0}};

    assert_int_equal(lines_from_scratch(&game, STONES_WHITE), STONES_LINES);
    for (int slot = 0, sum = 0; slot < STONES_SLOTS; slot++) {
        sum += stones_points(&game, STONES_WHITE, slot);
        assert_true(slot < STONES_SLOTS - 1 || sum == 3 * STONES_LINES);
    }
}

static void random_games_hold_when_recomputed(void **state) {
    (void)state;
    struct rng rng = {7};

    for (int n = 0; n < 2000; n++) {
        struct stones game = stones_start();
        for (int count = 0; count < STONES_TOTAL; count++) {
            check_from_scratch(&game, count);
            const struct stones_choice choice =
                stones_strategies[n % 2].choose(&game, &(struct budget){0}, &rng, NULL);
            assert_int_equal(stones_play(&game, choice.slot), CORE_OK);
        }
        check_from_scratch(&game, STONES_TOTAL);
        assert_int_equal(stones_play(&game, 0), CORE_EOVER);
    }
}

static void every_refusal_changes_nothing(void **state) {
    (void)state;
    struct stones game = stones_start();
    assert_int_equal(stones_play(&game, stones_slot(2, 1)), CORE_OK);
    const struct stones before = game;

    assert_int_equal(stones_play(&game, -1), CORE_EOUTSIDE);
    assert_int_equal(stones_play(&game, STONES_SLOTS), CORE_EOUTSIDE);
    assert_int_equal(stones_play(&game, stones_slot(2, 1)), CORE_EOCCUPIED);
    assert_int_equal(stones_play(&game, stones_slot(1, 2)), CORE_EOFFLINE);
    assert_memory_equal(&game, &before, sizeof game);
}

static long count_sequences(const struct stones *game, int stones) {
    long count = 0;

    if (stones == 1)
        return __builtin_popcountll(stones_moves(game));
    for (uint64_t rest = stones_moves(game); rest; rest &= rest - 1) {
        struct stones after = *game;
        stones_play(&after, __builtin_ctzll(rest));
        count += count_sequences(&after, stones - 1);
    }
    return count;
}

static FILE *open_data(const char *name) {
    char path[4096];

    snprintf(path, sizeof path, "%s/threestones/%s", TEST_DATA, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    return file;
}

static void sequences_are_as_many_as_counted(void **state) {
    (void)state;
    const struct stones game = stones_start();
    FILE *file = open_data("counts.json");
    int depth = 0;
    long expected;

    assert_int_equal(fscanf(file, " {\"from_empty\": [%ld", &expected), 1);
    do {
        depth++;
        assert_int_equal(count_sequences(&game, depth), expected);
    } while (fscanf(file, " , %ld", &expected) == 1);
    assert_int_equal(depth, 7);
    fclose(file);
}

// is_free tells whether the last stone's row and column are full.
static bool is_free(const struct stones *game) {
    const int slot = __builtin_ctzll(stones_moves(game));

    return game->count > 0 && stones_row(slot) != stones_row(game->last) &&
           stones_col(slot) != stones_col(game->last);
}

static void play_known_game(FILE *file) {
    struct stones game = stones_start();
    int row, col, score, known[3], free_choices = 0;

    while (fscanf(file, " [%d,%d,%d]", &row, &col, &score) == 3) {
        const int before = game.points[0] + game.points[1];
        free_choices += is_free(&game);
        assert_int_equal(stones_play(&game, stones_slot(row, col)), CORE_OK);
        assert_int_equal(game.points[0] + game.points[1] - before, score);
        fscanf(file, " ,");
    }
    assert_int_equal(fscanf(file, " ], \"white\":%d,\"black\":%d,\"free_choices\":%d", &known[0],
                            &known[1], &known[2]),
                     3);
    assert_int_equal(game.count, STONES_TOTAL);
    assert_int_equal(game.points[STONES_WHITE], known[0]);
    assert_int_equal(game.points[STONES_BLACK], known[1]);
    assert_int_equal(free_choices, known[2]);
}

static void known_games_score_every_point(void **state) {
    (void)state;
    FILE *file = open_data("games.jsonl");
    int games = 0;

    for (int at = 0; fscanf(file, " {\"stones\":[%n", &at) == 0 && at > 0; at = 0) {
        play_known_game(file);
        assert_int_equal(fgetc(file), '}');
        games++;
    }
    assert_int_equal(games, 100);
    fclose(file);
}

static void greedy_takes_the_larger_number(void **state) {
    (void)state;
    static const char text[] = "00000004 1 Greedy 31111412"; // white 31 14, black 11 12
    struct stones_record record;
    struct rng rng = {1};

    assert_int_equal(stones_record_decode(text, sizeof text - 1, &record), CORE_OK);
    const struct stones game = stones_record_replay(&record, 4);
    for (int i = 0; i < 20; i++) { // nothing to score: it takes (1,3) away
        const struct stones_choice choice =
            stones_strategy_find("greedy", 6)->choose(&game, &(struct budget){0}, &rng, NULL);
        assert_int_equal(choice.slot, stones_slot(1, 3));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_board_has_every_line),
        cmocka_unit_test(random_games_hold_when_recomputed),
        cmocka_unit_test(every_refusal_changes_nothing),
        cmocka_unit_test(sequences_are_as_many_as_counted),
        cmocka_unit_test(known_games_score_every_point),
        cmocka_unit_test(greedy_takes_the_larger_number),
    };
    return RUN_TABLE(slots, slot_is_found) + RUN_TABLE(points, stone_scores) +
           cmocka_run_group_tests_name("stones", tests, NULL, NULL);
}
