#include "test.h"

#include <string.h>

#include "core/stones_record.h"

static struct decode_case {
    const char *name;
    const char *text;
    enum core_error error;
} decodes[] = {
    // clang-format off
    {"new game",               "00000000 1 Random ",             CORE_OK},
    {"four stones",            "00000004 1 Greedy 21113136",     CORE_OK},
    {"a whole game",           "00000030 1 Random 211131363515125222024243131454343230202545464041515553032326", CORE_OK},
    {"empty",                  "",                               CORE_ERECORD},
    {"version alone",          "00000000",                       CORE_ERECORD},
    {"no format",              "00000000  Random ",              CORE_ERECORD},
    {"unknown format",         "00000000 2 Random ",             CORE_EFORMAT},
    {"longer format",          "00000000 10 Random ",            CORE_EFORMAT},
    {"short version",          "0000000 1 Random ",              CORE_ERECORD},
    {"version is no number",   "0000000x 1 Random ",             CORE_ERECORD},
    {"version over the game",  "00000031 1 Random ",             CORE_ERECORD},
    {"unknown strategy",       "00000000 1 Clever ",             CORE_ERECORD},
    {"strategy in lower case", "00000000 1 random ",             CORE_ERECORD},
    {"no strategy",            "00000000 1  ",                   CORE_ERECORD},
    {"too few slots",          "00000002 1 Random 21",           CORE_ERECORD},
    {"too many slots",         "00000001 1 Random 2111",         CORE_ERECORD},
    {"half a slot",            "00000001 1 Random 2",            CORE_ERECORD},
    {"the centre",             "00000001 1 Random 33",           CORE_ERECORD},
    {"a corner",               "00000001 1 Random 00",           CORE_ERECORD},
    {"row 7",                  "00000001 1 Random 72",           CORE_ERECORD},
    {"letters",                "00000001 1 Random ab",           CORE_ERECORD},
    {"occupied",               "00000002 1 Random 2121",         CORE_ERECORD},
    {"not in row or column",   "00000002 1 Random 2112",         CORE_ERECORD},
    {"blank at the end",       "00000002 1 Random 2111 ",        CORE_ERECORD},
    // clang-format on
};

static void decode_judges(void **state) {
    const struct decode_case *row = *state;
    struct stones_record record = {.count = -1};
    char text[STONES_RECORD_MAX];

    assert_string_equal(core_strerror(stones_record_decode(row->text, strlen(row->text), &record)),
                        core_strerror(row->error));
    if (row->error != CORE_OK) {
        assert_int_equal(record.count, -1);
        return;
    }
    assert_int_equal(stones_record_encode(&record, text), strlen(row->text));
    assert_memory_equal(text, row->text, strlen(row->text));
}

static void every_torn_record_is_refused(void **state) {
    (void)state;
    static const char text[] = "00000004 1 Greedy 21113136";
    struct stones_record record;

    for (size_t len = 0; len < sizeof text - 1; len++)
        assert_int_not_equal(stones_record_decode(text, len, &record), CORE_OK);
}

static void replay_stops_where_it_is_told(void **state) {
    (void)state;
    static const char text[] = "00000004 1 Greedy 21113136";
    struct stones_record record;

    assert_int_equal(stones_record_decode(text, sizeof text - 1, &record), CORE_OK);
    assert_int_equal(stones_record_replay(&record, 3).last, stones_slot(3, 1));
    assert_int_equal(stones_record_replay(&record, 0).last, STONES_NO_SLOT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_torn_record_is_refused),
        cmocka_unit_test(replay_stops_where_it_is_told),
    };
    return RUN_TABLE(decodes, decode_judges) +
           cmocka_run_group_tests_name("stones_record", tests, NULL, NULL);
}
