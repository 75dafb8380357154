#include "test.h"

#include <string.h>

#include "core/omok_record.h"
#include "core/rng.h"

static struct decode_case {
    const char *name;
    const char *text;
    enum core_error error;
} decodes[] = {
    // clang-format off
    {"new game",               "00000000 1 Smart - ",                          CORE_OK},
    {"two moves",              "00000002 1 Random - hhhi",                     CORE_OK},
    {"with a key",             "00000002 1 Smart 0123456789abcdef hhhi",       CORE_OK},
    {"won by five",            "00000009 1 Smart - aaabbabbcacbdadbea",        CORE_OK},
    {"empty",                  "",                                             CORE_ERECORD},
    {"version alone",          "00000000",                                     CORE_ERECORD},
    {"no format",              "00000000  Smart - ",                           CORE_ERECORD},
    {"unknown format",         "00000000 2 Smart - ",                          CORE_EFORMAT},
    {"longer format",          "00000000 10 Smart - ",                         CORE_EFORMAT},
    {"short version",          "0000000 1 Smart - ",                           CORE_ERECORD},
    {"version is no number",   "0000000x 1 Smart - ",                          CORE_ERECORD},
    {"version over the board", "00000226 1 Smart - ",                          CORE_ERECORD},
    {"unknown strategy",       "00000000 1 Clever - ",                         CORE_ERECORD},
    {"strategy in lower case", "00000000 1 smart - ",                          CORE_ERECORD},
    {"no strategy",            "00000000 1  - ",                               CORE_ERECORD},
    {"empty key",              "00000000 1 Smart  ",                           CORE_ERECORD},
    {"short key",              "00000000 1 Smart 0123456789abcde ",            CORE_ERECORD},
    {"key in upper case",      "00000000 1 Smart 0123456789ABCDEF ",           CORE_ERECORD},
    {"too few moves",          "00000002 1 Smart - hh",                        CORE_ERECORD},
    {"too many moves",         "00000002 1 Smart - hhhihj",                    CORE_ERECORD},
    {"half a move",            "00000001 1 Smart - h",                         CORE_ERECORD},
    {"move outside",           "00000001 1 Smart - hp",                        CORE_ERECORD},
    {"move below a",           "00000001 1 Smart - hA",                        CORE_ERECORD},
    {"occupied",               "00000002 1 Smart - hhhh",                      CORE_ERECORD},
    {"move after the end",     "00000010 1 Smart - aaabbabbcacbdadbeaoo",      CORE_ERECORD},
    {"blank at the end",       "00000002 1 Smart - hhhi ",                     CORE_ERECORD},
    // clang-format on
};

static void decode_judges(void **state) {
    const struct decode_case *row = *state;
    struct omok_record record = {.count = -1};
    char text[OMOK_RECORD_MAX];

    assert_string_equal(core_strerror(omok_record_decode(row->text, strlen(row->text), &record)),
                        core_strerror(row->error));
    if (row->error != CORE_OK) {
        assert_int_equal(record.count, -1);
        return;
    }
    assert_int_equal(omok_record_encode(&record, text), strlen(row->text));
    assert_memory_equal(text, row->text, strlen(row->text));
}

static void every_torn_record_is_refused(void **state) {
    (void)state;
    static const char text[] = "00000002 1 Smart 0123456789abcdef hhhi";
    struct omok_record record;

    for (size_t len = 0; len < sizeof text - 1; len++)
        assert_int_not_equal(omok_record_decode(text, len, &record), CORE_OK);
}

static void the_longest_record_fits(void **state) {
    (void)state;
    struct omok_record record = {
        .strategy = omok_strategies, .has_key = true, .count = OMOK_POINTS};
    char text[OMOK_RECORD_MAX];

    assert_true(omok_record_encode(&record, text) <= sizeof text);
}

static void assert_same(const struct omok *a, const struct omok *b) {
    assert_memory_equal(a->stones, b->stones, sizeof a->stones);
    assert_int_equal(a->to_move, b->to_move);
    assert_int_equal(a->winner, b->winner);
    assert_int_equal(a->count, b->count);
}

static void a_replay_is_the_game_as_it_was_played(void **state) {
    (void)state;
    struct rng rng = rng_start(1, "replay", 0);

    for (int n = 0; n < 200; n++) {
        struct omok_record record = {.strategy = omok_strategies};
        struct omok game = omok_start(), replayed = omok_record_replay(&record, 0);
        assert_same(&replayed, &game);
        while (!omok_is_over(&game)) {
            const int at = rng_below(&rng, OMOK_POINTS);
            if (omok_play(&game, (struct point){at % OMOK_SIZE, at / OMOK_SIZE}) != CORE_OK)
                continue;
            record.moves[record.count++] = (uint8_t)at;
            replayed = omok_record_replay(&record, record.count);
            assert_same(&replayed, &game);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_replay_is_the_game_as_it_was_played),
        cmocka_unit_test(every_torn_record_is_refused),
        cmocka_unit_test(the_longest_record_fits),
    };
    return RUN_TABLE(decodes, decode_judges) +
           cmocka_run_group_tests_name("omok_record", tests, NULL, NULL);
}
