#include "test.h"

#include <stdlib.h>

#include "core/rng.h"
#include "omok_vcf.h"
#include "problems.h"
#include "vcf_oracle.h"

enum { STACK = 48, FAILURES = 1 << 16, NODES = 200000, POSITIONS = 300 };

static struct vcf solver(void) {
    struct vcf vcf = {
        .stack_len = STACK, .failures_mask = FAILURES - 1, .generation = 1, .nodes_max = NODES};

    vcf.stack = malloc(STACK * sizeof *vcf.stack);
    vcf.failures = calloc(FAILURES, sizeof *vcf.failures);
    assert_non_null(vcf.stack);
    assert_non_null(vcf.failures);
    return vcf;
}

static int solve(struct vcf *vcf, const struct omok *game, int *ret) {
    struct omok_position pos;

    position_start(game, &pos);
    vcf->generation++;
    vcf->nodes = 0;
    return vcf_solve(vcf, &pos, ret);
}

static void done(struct vcf *vcf) {
    free(vcf->stack);
    free(vcf->failures);
}

// The first move the solver names makes a five, or a four after which the win goes on.
static void assert_wins(struct vcf *vcf, struct omok game, int at) {
    struct oracle oracle;
    const enum stone me = game.to_move;
    bool more;

    assert_int_equal(omok_play(&game, (struct point){at % OMOK_SIZE, at / OMOK_SIZE}), CORE_OK);
    if (game.winner == me)
        return;
    oracle_start(&oracle, &game, 0);
    const int reply = oracle_five(&oracle, (int)me, &more);
    assert_true(reply >= 0);
    assert_int_equal(omok_play(&game, (struct point){reply % OMOK_SIZE, reply / OMOK_SIZE}),
                     CORE_OK);
    assert_int_equal(game.winner, STONE_NONE);
    assert_true(solve(vcf, &game, &at) > 0);
}

static void every_known_win_is_found(void **state) {
    (void)state;
    struct vcf vcf = solver();
    char line[8192];
    struct problem problem;
    int count = 0, at;
    FILE *file = fopen(TEST_DATA "/omok/vcf.jsonl", "r");

    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        problem_parse(line, &problem);
        assert_true(solve(&vcf, &problem.game, &at) > 0);
        assert_wins(&vcf, problem.game, at);
        count++;
    }
    fclose(file);
    assert_int_equal(count, 96);
    done(&vcf);
}

// Each DEF problem lists all moves after which the opponent has no such win.
static void every_known_defence_is_judged(void **state) {
    (void)state;
    struct vcf vcf = solver();
    char line[8192];
    struct problem problem;
    int ignored;
    FILE *file = fopen(TEST_DATA "/omok/def.jsonl", "r");

    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        problem_parse(line, &problem);
        for (int at = 0; at < OMOK_POINTS; at++) {
            struct omok after = problem.game;
            if (omok_play(&after, (struct point){at % OMOK_SIZE, at / OMOK_SIZE}) != CORE_OK)
                continue;
            assert_int_equal(solve(&vcf, &after, &ignored) == VCF_NONE, problem.saves[at]);
        }
    }
    fclose(file);
    done(&vcf);
}

// Stones thrown on a small part of the board make many fours, and games that no player plays.
static struct omok random_game(uint64_t seed) {
    struct rng rng = rng_start(seed, "vcf", 0);
    struct omok game = omok_start();
    const int stones = 10 + rng_below(&rng, 30);

    while (game.count < stones) {
        struct omok after = game;
        const struct point at = {3 + rng_below(&rng, 9), 3 + rng_below(&rng, 9)};
        if (omok_play(&after, at) == CORE_OK && after.winner == STONE_NONE)
            game = after;
    }
    return game;
}

static void random_positions_are_judged_as_the_oracle_does(void **state) {
    (void)state;
    struct vcf vcf = solver();
    const char *more = getenv("VCF_POSITIONS"); // the slow run asks for 10 000
    const int positions = more != NULL ? atoi(more) : POSITIONS;
    int undecided = 0, wins = 0, at;

    for (uint64_t seed = 0; seed < (uint64_t)positions; seed++) {
        const struct omok game = random_game(seed);
        struct oracle oracle;
        oracle_start(&oracle, &game, 400);
        const int expected = oracle_wins(&oracle, (int)game.to_move);
        const int plies = solve(&vcf, &game, &at);
        if (expected == ORACLE_GAVE_UP || plies == VCF_UNKNOWN) {
            undecided++;
            continue;
        }
        assert_int_equal(plies > 0, expected);
        wins += plies > 0;
    }
    print_message("%d wins, %d undecided of %d\n", wins, undecided, positions);
    assert_true(wins > positions / 20 && undecided < positions / 10);
    done(&vcf);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_known_win_is_found),
        cmocka_unit_test(every_known_defence_is_judged),
        cmocka_unit_test(random_positions_are_judged_as_the_oracle_does),
    };
    return cmocka_run_group_tests_name("omok_vcf", tests, NULL, NULL);
}
