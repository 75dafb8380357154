#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "stones_help.h"

static struct stones_choice choose(const struct stones *game, uint64_t nodes, uint64_t seed,
                                   void *scratch) {
    struct rng rng = {seed};

    return stones_strategies[STRONG].choose(game, &(struct budget){.nodes = nodes}, &rng, scratch);
}

static struct level_case {
    const char *name;
    int level;
    const char *found; // NULL: no such row
} levels[] = {
    // clang-format off
    {"zero is the default", 0,  "Strong"},
    {"one",                 1,  "Random"},
    {"two",                 2,  "Greedy"},
    {"three",               3,  "Strong"},
    {"below",               -1, NULL},
    {"four",                4,  "Perfect"},
    {"above",               5,  NULL},
    // clang-format on
};

static void level_is_found(void **state) {
    const struct level_case *row = *state;
    const struct stones_strategy *strategy = stones_strategy_level(row->level);

    assert_int_equal(strategy == NULL, row->found == NULL);
    if (strategy != NULL)
        assert_string_equal(strategy->name, row->found);
}

static void names_are_found_in_any_case(void **state) {
    (void)state;

    assert_ptr_equal(stones_strategy_find("sTRONG", 6), &stones_strategies[STRONG]);
    assert_null(stones_strategy_find("Stron", 5));
    assert_null(stones_strategy_find("Strongs", 7));
    assert_null(stones_strategy_find("", 0));
}

static void the_end_is_played_without_a_mistake(void **state) {
    (void)state;
    void *scratch = calloc(1, stones_strategies[STRONG].scratch_size);
    struct rng rng = {8};

    for (int i = 0; i < 60; i++) {
        const struct stones game = position(1 + i % 9, i % 2, &rng);
        const enum stones_side side = stones_to_move(&game);
        const struct stones_choice choice = choose(&game, 0, (uint64_t)i, scratch);
        struct stones after = game;
        assert_int_equal(stones_play(&after, choice.slot), CORE_OK);
        assert_true(choice.exact);
        assert_int_equal(choice.value, 16 * plain_value(&game));
        assert_int_equal(after.points[side] - game.points[side] - plain_value(&after),
                         choice.value / 16);
    }
    free(scratch);
}

static void equal_slots_are_all_played(void **state) {
    (void)state;
    void *scratch = calloc(1, stones_strategies[STRONG].scratch_size);
    struct rng rng = {9};
    int several = 0;

    for (int i = 0; i < 20; i++) {
        const struct stones game = position(6, RANDOM, &rng);
        uint64_t played = 0;
        for (uint64_t seed = 0; seed < 20; seed++)
            played |= UINT64_C(1) << choose(&game, 0, seed, scratch).slot;
        several += (played & (played - 1)) != 0;
    }
    assert_true(several > 0);
    free(scratch);
}

// What an earlier game left in the scratch memory may change the speed, never the slot.
static void equal_questions_get_equal_answers(void **state) {
    (void)state;
    const size_t size = stones_strategies[STRONG].scratch_size;
    void *fresh = calloc(1, size), *used = calloc(1, size);
    struct rng rng = {10};

    for (int left = STONES_TOTAL; left > 0; left -= 3) {
        const struct stones game = position(left, GREEDY, &rng);
        memset(fresh, 0, size);
        const struct stones_choice a = choose(&game, 20000, 5, fresh);
        const struct stones_choice b = choose(&game, 20000, 5, used);
        assert_int_equal(a.slot, b.slot);
        assert_int_equal(a.value, b.value);
        assert_true(a.nodes == b.nodes);
        assert_true(stones_moves(&game) >> a.slot & 1);
    }
    free(fresh);
    free(used);
}

static void the_smallest_budget_still_gives_a_legal_slot(void **state) {
    (void)state;
    void *scratch = calloc(1, stones_strategies[STRONG].scratch_size);
    struct rng rng = {11};

    for (int left = STONES_TOTAL; left > 0; left--) {
        const struct stones game = position(left, RANDOM, &rng);
        assert_true(stones_moves(&game) >> choose(&game, 1, 1, scratch).slot & 1);
    }
    free(scratch);
}

static void strong_beats_greedy(void **state) {
    (void)state;
    void *scratch = calloc(1, stones_strategies[STRONG].scratch_size);
    struct rng rng = {12};
    int won = 0;

    for (int i = 0; i < 10; i++) {
        const enum stones_side strong = i % 2 ? STONES_BLACK : STONES_WHITE;
        struct stones game = stones_start();
        while (!stones_is_over(&game)) {
            const struct stones_choice choice =
                stones_to_move(&game) == strong
                    ? choose(&game, 4000, (uint64_t)i, scratch)
                    : stones_strategies[GREEDY].choose(&game, &(struct budget){0}, &rng, NULL);
            stones_play(&game, choice.slot);
        }
        won += game.points[strong] > game.points[!strong];
    }
    assert_true(won >= 8);
    free(scratch);
}

// Perfect proves its stones four earlier than Strong, and no later game can score below the proof.
static void perfect_never_falls_below_its_proof(void **state) {
    (void)state;
    const struct stones_strategy *perfect = stones_strategy_level(4);
    void *scratch = calloc(1, perfect->scratch_size);
    struct rng rng = {13};

    for (int i = 0; i < 4; i++) {
        struct stones game = position(17, GREEDY, &rng);
        const enum stones_side side = stones_to_move(&game);
        const int lead = game.points[side] - game.points[!side];
        int proved = -STONES_LINES;
        while (!stones_is_over(&game)) {
            const bool is_ours = stones_to_move(&game) == side;
            const struct stones_choice choice =
                is_ours ? perfect->choose(&game, &(struct budget){0}, &rng, scratch)
                        : stones_strategies[i % 2].choose(&game, &(struct budget){0}, &rng, NULL);
            assert_true(!is_ours || choice.exact);
            if (proved == -STONES_LINES)
                proved = choice.value / 16;
            assert_int_equal(stones_play(&game, choice.slot), CORE_OK);
        }
        assert_true(game.points[side] - game.points[!side] - lead >= proved);
    }
    free(scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_found_in_any_case),
        cmocka_unit_test(the_end_is_played_without_a_mistake),
        cmocka_unit_test(equal_slots_are_all_played),
        cmocka_unit_test(equal_questions_get_equal_answers),
        cmocka_unit_test(the_smallest_budget_still_gives_a_legal_slot),
        cmocka_unit_test(strong_beats_greedy),
        cmocka_unit_test(perfect_never_falls_below_its_proof),
    };
    return RUN_TABLE(levels, level_is_found) +
           cmocka_run_group_tests_name("stones_strong", tests, NULL, NULL);
}
