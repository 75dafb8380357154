#include "test.h"

#include <stdlib.h>

#include "core/stones_solver.h"
#include "stones_help.h"

static const struct budget unlimited = {0};

static struct value_case {
    const char *name;
    int left, strategy, positions;
    size_t table_size;
} values[] = {
    // clang-format off
    {"one stone left",              1,  RANDOM, 200, 1 << 20},
    {"two stones left",             2,  RANDOM, 200, 1 << 20},
    {"three stones left",           3,  GREEDY, 200, 1 << 20},
    {"four stones left",            4,  GREEDY, 200, 1 << 20},
    {"five stones left",            5,  RANDOM, 200, 1 << 20},
    {"seven stones left",           7,  GREEDY, 100, 1 << 20},
    {"eight, the smallest table",   8,  RANDOM, 100, STONES_TABLE_MIN},
    {"nine stones left",            9,  RANDOM, 20,  1 << 20},
    {"ten stones left",            10,  GREEDY, 4,   1 << 20},
    // clang-format on
};

static void value_is_that_of_a_plain_search(void **state) {
    const struct value_case *row = *state;
    void *memory = calloc(1, row->table_size);
    struct rng rng = {(uint64_t)row->left};

    for (int i = 0; i < row->positions; i++) {
        const struct stones game = position(row->left, row->strategy, &rng);
        const struct stones_proof proof =
            stones_solve(&game, -STONES_VALUE_MAX, STONES_VALUE_MAX, &unlimited,
                         stones_table_open(memory, row->table_size));
        const int value = plain_value(&game);
        assert_true(proof.lower == value && proof.upper == value);

        struct stones after = game;
        assert_int_equal(stones_play(&after, proof.slot), CORE_OK);
        const enum stones_side side = stones_to_move(&game);
        assert_int_equal(after.points[side] - game.points[side] - plain_value(&after), value);
    }
    free(memory);
}

// mirror turns the board by a symmetry that the grid's code knows nothing of: half a turn is the
// slots in reverse.
static struct stones mirror(struct stones game) {
    struct stones turned = game;

    for (int side = 0; side < 2; side++) {
        turned.slots[side] = 0;
        for (int slot = 0; slot < STONES_SLOTS; slot++)
            turned.slots[side] |= (game.slots[side] >> slot & 1) << (STONES_SLOTS - 1 - slot);
    }
    turned.last = STONES_SLOTS - 1 - game.last;
    return turned;
}

static void mirrored_positions_are_worth_the_same(void **state) {
    (void)state;
    const size_t size = 4 << 20;
    void *memory = calloc(1, size);
    struct rng rng = {3};

    for (int i = 0; i < 20; i++) {
        const struct stones game = position(13, RANDOM, &rng), turned = mirror(game);
        const struct stones_proof one = stones_solve(&game, -STONES_VALUE_MAX, STONES_VALUE_MAX,
                                                     &unlimited, stones_table_open(memory, size));
        const struct stones_proof other = stones_solve(&turned, -STONES_VALUE_MAX, STONES_VALUE_MAX,
                                                       &unlimited, stones_table_open(memory, size));
        assert_true(one.lower == other.lower && one.lower == one.upper);
    }
    free(memory);
}

static void windows_bound_what_the_value_is(void **state) {
    (void)state;
    const size_t size = 1 << 20;
    void *memory = calloc(1, size);
    struct rng rng = {4};

    for (int i = 0; i < 50; i++) {
        const struct stones game = position(8, GREEDY, &rng);
        const int value = plain_value(&game);
        for (int at = value - 2; at <= value + 2; at++) {
            const struct stones_proof proof =
                stones_solve(&game, at, at, &unlimited, stones_table_open(memory, size));
            assert_true(proof.lower <= value && value <= proof.upper);
            assert_true(at <= value ? proof.lower >= at : proof.upper < at);
            assert_int_equal(proof.slot != STONES_NO_SLOT, at <= value);
        }
    }
    free(memory);
}

static void a_spent_budget_leaves_true_bounds(void **state) {
    (void)state;
    const size_t size = 4 << 20;
    void *memory = calloc(1, size);
    struct rng rng = {5};
    const struct stones game = position(15, GREEDY, &rng);
    const struct stones_proof known = stones_solve(&game, -STONES_VALUE_MAX, STONES_VALUE_MAX,
                                                   &unlimited, stones_table_open(memory, size));
    int unfinished = 0;

    for (uint64_t nodes = 1; nodes < known.nodes; nodes *= 3) {
        const struct stones_proof proof =
            stones_solve(&game, -STONES_VALUE_MAX, STONES_VALUE_MAX,
                         &(struct budget){.nodes = nodes}, stones_table_open(memory, size));
        assert_true(proof.lower <= known.lower && known.lower <= proof.upper);
        unfinished += proof.lower < proof.upper;
    }
    assert_true(unfinished > 0);
    free(memory);
}

static bool stop_at_once(void *arg) {
    ++*(int *)arg;
    return true;
}

static void the_stop_callback_is_asked(void **state) {
    (void)state;
    const size_t size = 1 << 20;
    void *memory = calloc(1, size);
    struct rng rng = {6};
    const struct stones game = position(20, GREEDY, &rng);
    int asked = 0;
    const struct stones_proof proof = stones_solve(
        &game, -STONES_VALUE_MAX, STONES_VALUE_MAX,
        &(struct budget){.stop = stop_at_once, .arg = &asked}, stones_table_open(memory, size));

    assert_int_equal(asked, 1);
    assert_int_equal(proof.slot, STONES_NO_SLOT);
    free(memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mirrored_positions_are_worth_the_same),
        cmocka_unit_test(windows_bound_what_the_value_is),
        cmocka_unit_test(a_spent_budget_leaves_true_bounds),
        cmocka_unit_test(the_stop_callback_is_asked),
    };
    return RUN_TABLE(values, value_is_that_of_a_plain_search) +
           cmocka_run_group_tests_name("stones_solver", tests, NULL, NULL);
}
