#include "test.h"

#include <stdlib.h>

#include "board.h"
#include "core/omok_strategy.h"
#include "core/rng.h"
#include "problems.h"

enum { SYMMETRIES = 8, RANDOM_POSITIONS = 10000, MASTER_NODES = 8000 };

static const struct omok_strategy *named(const char *name) {
    return omok_strategy_find(name, strlen(name));
}

static int choose(const char *name, const struct omok *game, uint64_t nodes, void *scratch) {
    struct rng rng = {1};
    const struct budget budget = {.nodes = nodes};
    const struct point at = named(name)->choose(game, &budget, &rng, scratch).at;

    return at.y * OMOK_SIZE + at.x;
}

static void *scratch_of(const char *name) {
    void *scratch = calloc(1, named(name)->scratch_size);

    assert_non_null(scratch);
    return scratch;
}

// Points marked with a letter in the diagram are the right answers: 'x' where black is to move, 'o'
// where white is. A diagram is put on the middle of an empty board.
static struct tactic {
    const char *name;
    const char *rows[6];
} tactics[] = {
    // clang-format off
    {"takes a five",                      {"xXXXXO", ".OOO..", "......"}},
    {"takes a five in a gap",             {"XXxXX.", ".OOO.O", "......"}},
    {"takes its five before stopping one",{"xXXXXO", "OOOO..", "......"}},
    {"stops a four with one open end",    {"oXXXXO", "..OO..", "......"}},
    {"stops a split four",                {"XXoXX.", ".OO.O.", "......"}},
    {"makes an open four",                {"xXXXx.", ".OO.O.", "......"}},
    {"stops an open three",               {".oXXXo", "..OO..", "......"}},
    {"stops a split three",               {"oXXoXo", ".O.O..", "......"}},
    // clang-format on
};

// What a board looks like after one of the eight symmetries.
static int mirrored(int at, int symmetry) {
    int x = at % OMOK_SIZE, y = at / OMOK_SIZE;

    if (symmetry & 1)
        x = OMOK_SIZE - 1 - x;
    if (symmetry & 2)
        y = OMOK_SIZE - 1 - y;
    return symmetry & 4 ? x * OMOK_SIZE + y : y * OMOK_SIZE + x;
}

struct drawn {
    struct omok game;
    bool right[OMOK_POINTS];
};

static void put(struct drawn *drawn, char glyph, int at) {
    uint8_t *stone = &drawn->game.stones[at / OMOK_SIZE][at % OMOK_SIZE];

    if (glyph == 'X' || glyph == 'O') {
        *stone = glyph == 'X' ? STONE_BLACK : STONE_WHITE;
        drawn->game.count++;
    } else if (glyph == 'x' || glyph == 'o') {
        drawn->right[at] = true;
        drawn->game.to_move = glyph == 'x' ? STONE_BLACK : STONE_WHITE;
    }
}

static struct drawn draw(const struct tactic *tactic, int left, int top, int symmetry) {
    struct drawn drawn = {.game = omok_start()};

    for (int y = 0; y < 6 && tactic->rows[y] != NULL; y++)
        for (int x = 0; tactic->rows[y][x]; x++)
            put(&drawn, tactic->rows[y][x], mirrored((top + y) * OMOK_SIZE + left + x, symmetry));
    return drawn;
}

static void answers_in_all_symmetries(void **state) {
    const struct tactic *row = *state;
    static const char *const players[] = {"Smart", "Master"};
    static const int places[][2] = {{4, 6}, {1, 1}, {7, 3}};

    for (int p = 0; p < 2; p++) {
        void *scratch = scratch_of(players[p]);
        for (int i = 0; i < 3 * SYMMETRIES; i++) {
            const int *place = places[i / SYMMETRIES];
            const struct drawn drawn = draw(row, place[0], place[1], i % SYMMETRIES);
            assert_true(drawn.right[choose(players[p], &drawn.game, 1000, scratch)]);
        }
        free(scratch);
    }
}

static struct problem_file {
    const char *name;
    int least; // right answers of MASTER_NODES
} files[] = {{"vcf", 96}, {"def", 122}, {"win", 69}};

static void problems_are_solved(void **state) {
    const struct problem_file *row = *state;
    char path[512], line[8192];
    struct problem problem;
    void *scratch = scratch_of("Master");
    int right = 0;

    snprintf(path, sizeof path, TEST_DATA "/omok/%s.jsonl", row->name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        problem_parse(line, &problem);
        struct rng rng = {1};
        const struct budget budget = {.nodes = MASTER_NODES};
        const struct omok_choice choice =
            named("Master")->choose(&problem.game, &budget, &rng, scratch);
        const int at = choice.at.y * OMOK_SIZE + choice.at.x;
        right +=
            problem.kind[0] == 'D' ? problem.saves[at] : at == problem.move || choice.value > 29000;
    }
    fclose(file);
    free(scratch);
    print_message("%s: %d right\n", row->name, right);
    assert_true(right >= row->least);
}

static struct omok random_game(uint64_t seed) {
    struct rng rng = rng_start(seed, "search", 0);
    struct omok game = omok_start();
    const int stones = rng_below(&rng, OMOK_POINTS);

    while (game.count < stones) {
        struct omok after = game;
        if (omok_play(&after, (struct point){rng_below(&rng, OMOK_SIZE),
                                             rng_below(&rng, OMOK_SIZE)}) != CORE_OK)
            continue;
        if (omok_is_over(&after))
            break;
        game = after;
    }
    return game;
}

static void no_move_is_illegal(void **state) {
    (void)state;
    void *smart = scratch_of("Smart"), *master = scratch_of("Master");

    for (uint64_t seed = 0; seed < RANDOM_POSITIONS; seed++) {
        struct omok game = random_game(seed);
        const int at =
            seed % 2 ? choose("Smart", &game, 20, smart) : choose("Master", &game, 20, master);
        assert_int_equal(omok_play(&game, (struct point){at % OMOK_SIZE, at / OMOK_SIZE}), CORE_OK);
    }
    free(smart);
    free(master);
}

static void scratch_does_not_change_the_move(void **state) {
    (void)state;
    void *used = scratch_of("Master");

    for (uint64_t seed = 0; seed < 40; seed++) {
        const struct omok game = random_game(seed);
        void *fresh = scratch_of("Master");
        assert_int_equal(choose("Master", &game, 2000, used), choose("Master", &game, 2000, fresh));
        free(fresh);
    }
    free(used);
}

static bool stop_after(void *arg) {
    return --*(int *)arg < 0;
}

static void a_stop_callback_ends_the_search(void **state) {
    (void)state;
    void *scratch = scratch_of("Master");
    struct omok game = board("XX............. OO.............");
    struct rng rng = {1};
    int polls = 20;
    const struct budget budget = {.stop = stop_after, .arg = &polls};
    const struct omok_choice choice = named("Master")->choose(&game, &budget, &rng, scratch);

    assert_int_equal(omok_play(&game, choice.at), CORE_OK);
    assert_int_equal(polls, -1);
    free(scratch);
}

// A player who extends its longest line, else stops the other's, at the lowest such point.
static struct point greedy(const struct omok *game) {
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int best = -1, best_at = 0;

    for (int at = 0; at < OMOK_POINTS; at++) {
        if (game->stones[at / OMOK_SIZE][at % OMOK_SIZE] != STONE_NONE)
            continue;
        for (int side = 0; side < 2; side++) {
            const int colour = side ? 3 - (int)game->to_move : (int)game->to_move;
            for (int d = 0; d < 4; d++) {
                int length = 1;
                for (int sign = -1; sign <= 1; sign += 2)
                    for (int n = 1; n < OMOK_ROW; n++) {
                        const int x = at % OMOK_SIZE + sign * n * steps[d][0];
                        const int y = at / OMOK_SIZE + sign * n * steps[d][1];
                        if (x < 0 || y < 0 || x >= OMOK_SIZE || y >= OMOK_SIZE ||
                            game->stones[y][x] != colour)
                            break;
                        length++;
                    }
                if (2 * length - side > best) {
                    best = 2 * length - side;
                    best_at = at;
                }
            }
        }
    }
    return (struct point){best_at % OMOK_SIZE, best_at / OMOK_SIZE};
}

static void smart_beats_a_greedy_player(void **state) {
    (void)state;
    void *scratch = scratch_of("Smart");

    for (int number = 0; number < 20; number++) {
        const enum stone smart = number % 2 ? STONE_BLACK : STONE_WHITE;
        struct rng rng = {(uint64_t)number};
        struct omok game = omok_start();
        omok_play(&game, (struct point){2 + rng_below(&rng, 11), 2 + rng_below(&rng, 11)});
        while (!omok_is_over(&game)) {
            const int at =
                game.to_move == smart ? choose("Smart", &game, named("Smart")->nodes, scratch) : -1;
            const struct point move =
                at < 0 ? greedy(&game) : (struct point){at % OMOK_SIZE, at / OMOK_SIZE};
            assert_int_equal(omok_play(&game, move), CORE_OK);
        }
        assert_int_equal(game.winner, smart);
    }
    free(scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_move_is_illegal),
        cmocka_unit_test(scratch_does_not_change_the_move),
        cmocka_unit_test(a_stop_callback_ends_the_search),
        cmocka_unit_test(smart_beats_a_greedy_player),
    };
    return RUN_TABLE(tactics, answers_in_all_symmetries) + RUN_TABLE(files, problems_are_solved) +
           cmocka_run_group_tests_name("omok_search", tests, NULL, NULL);
}
