#include "test.h"

#include "board.h"
#include "core/rng.h"
#include "omok_position.h"

enum { GAMES = 60 };

// Near random games have all classes; games of random points on the whole board have few.
static int random_point(const struct omok_position *pos, struct rng *rng) {
    struct points set = pos->count > 0 && rng_below(rng, 4) > 0 ? pos->near : pos->empty;
    struct points counted = set;
    int count = 0, at = NO_POINT;

    while (points_next(&counted) != NO_POINT)
        count++;
    if (count == 0)
        set = pos->empty;
    for (int skip = count > 0 ? rng_below(rng, count) : 0; skip >= 0; skip--)
        at = points_next(&set);
    return at;
}

static void every_move_leaves_it_consistent(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        struct rng rng = {seed};
        struct omok game = omok_start();
        struct omok_position pos;

        position_start(&game, &pos);
        while (!omok_is_over(&game)) {
            const int at = random_point(&pos, &rng);
            position_play(&pos, at);
            assert_int_equal(omok_play(&game, (struct point){at % OMOK_SIZE, at / OMOK_SIZE}),
                             CORE_OK);
            assert_true(position_is_consistent(&pos));
        }
    }
}

// What the counts call a five is one by the rules, and nothing else is.
static void fives_are_those_of_the_rules(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        struct rng rng = {seed};
        struct omok game = omok_start();
        struct omok_position pos;

        position_start(&game, &pos);
        while (!omok_is_over(&game)) {
            for (int at = 0; at < OMOK_POINTS; at++) {
                struct omok after = game;
                if (omok_play(&after, (struct point){at % OMOK_SIZE, at / OMOK_SIZE}) == CORE_OK)
                    assert_int_equal(points_has(&pos.of[pos.to_move][CELL_FIVE], at),
                                     after.winner != STONE_NONE);
            }
            const int at = random_point(&pos, &rng);
            position_play(&pos, at);
            omok_play(&game, (struct point){at % OMOK_SIZE, at / OMOK_SIZE});
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_move_leaves_it_consistent),
        cmocka_unit_test(fives_are_those_of_the_rules),
    };
    return cmocka_run_group_tests_name("omok_position", tests, NULL, NULL);
}
