#include "test.h"

#include <string.h>

#include "core/hash.h"

#include "judge.h"

// Stones a, b, .. o stand for 0, 1, .. 14. The player's are the 1st, 3rd, ..
#define KEY_K "af63e64c8601fd8a" // hash_bytes of "k"

static struct judge_case {
    const char *name, *record;
    struct point at;
    int turn;
    const char *key; // NULL = none
    enum verdict verdict;
    enum reason reason; // VERDICT_REFUSE
    const char *detail;
    int index; // VERDICT_REPEAT
} cases[] = {
    // clang-format off
    {"first stone",                    "00000000 1 Smart - ",                    {7, 7}, -1, NULL, VERDICT_PLAY,   REASON_NONE, "", 0},
    {"next stone",                     "00000002 1 Smart - hhhi",                {0, 0}, -1, NULL, VERDICT_PLAY,   REASON_NONE, "", 0},
    {"taken by the player",            "00000002 1 Smart - hhhi",                {7, 7}, -1, NULL, VERDICT_REFUSE, REASON_OCCUPIED, "(7, 7)", 0},
    {"taken by the computer",          "00000002 1 Smart - hhhi",                {7, 8}, -1, NULL, VERDICT_REFUSE, REASON_OCCUPIED, "(7, 8)", 0},
    {"longest detail",                 "00000002 1 Smart - oooi",                {14, 14}, -1, NULL, VERDICT_REFUSE, REASON_OCCUPIED, "(14, 14)", 0},
    {"over",                           "00000009 1 Smart - aaabbabbcacbdadbea",  {9, 9}, -1, NULL, VERDICT_REFUSE, REASON_OVER, "", 0},
    {"over before taken",              "00000009 1 Smart - aaabbabbcacbdadbea",  {0, 0}, -1, NULL, VERDICT_REFUSE, REASON_OVER, "", 0},
    {"over, won by the computer",      "00000010 1 Smart - aaabbabbcacbdadbogeb", {9, 9}, -1, NULL, VERDICT_REFUSE, REASON_OVER, "", 0},

    {"turn is now",                    "00000002 1 Smart - hhhi",                {0, 0}, 2,  NULL, VERDICT_PLAY,   REASON_NONE, "", 0},
    {"turn is now, taken",             "00000002 1 Smart - hhhi",                {7, 7}, 2,  NULL, VERDICT_REFUSE, REASON_OCCUPIED, "(7, 7)", 0},
    {"turn repeats",                   "00000002 1 Smart - hhhi",                {7, 7}, 0,  NULL, VERDICT_REPEAT, REASON_NONE, "", 0},
    {"turn repeats one long ago",      "00000004 1 Smart - hhhiaaab",            {7, 7}, 0,  NULL, VERDICT_REPEAT, REASON_NONE, "", 0},
    {"turn repeats the last",          "00000004 1 Smart - hhhiaaab",            {0, 0}, 2,  NULL, VERDICT_REPEAT, REASON_NONE, "", 2},
    {"turn repeats the winning one",   "00000009 1 Smart - aaabbabbcacbdadbea",  {4, 0}, 8,  NULL, VERDICT_REPEAT, REASON_NONE, "", 8},
    {"turn is old, other point",       "00000002 1 Smart - hhhi",                {0, 0}, 0,  NULL, VERDICT_REFUSE, REASON_STALE, "2", 0},
    {"turn is of the computer's",      "00000002 1 Smart - hhhi",                {7, 8}, 1,  NULL, VERDICT_REFUSE, REASON_STALE, "2", 0},
    {"turn is ahead",                  "00000002 1 Smart - hhhi",                {0, 0}, 4,  NULL, VERDICT_REFUSE, REASON_STALE, "2", 0},
    {"turn is far ahead",              "00000002 1 Smart - hhhi",                {0, 0}, 225, NULL, VERDICT_REFUSE, REASON_STALE, "2", 0},
    {"turn before over",               "00000009 1 Smart - aaabbabbcacbdadbea",  {9, 9}, 2,  NULL, VERDICT_REFUSE, REASON_STALE, "9", 0},
    {"turn is now, over",              "00000009 1 Smart - aaabbabbcacbdadbea",  {9, 9}, 9,  NULL, VERDICT_REFUSE, REASON_OVER, "", 0},
    {"turn before taken",              "00000004 1 Smart - hhhiaaab",            {0, 0}, 0,  NULL, VERDICT_REFUSE, REASON_STALE, "4", 0},

    {"key is new",                     "00000002 1 Smart - hhhi",                {0, 0}, -1, "k",  VERDICT_PLAY,   REASON_NONE, "", 0},
    {"key is another",                 "00000002 1 Smart " KEY_K " hhhi",        {0, 0}, -1, "l",  VERDICT_PLAY,   REASON_NONE, "", 0},
    {"key is another, taken",          "00000002 1 Smart " KEY_K " hhhi",        {7, 7}, -1, "l",  VERDICT_REFUSE, REASON_OCCUPIED, "(7, 7)", 0},
    {"key repeats",                    "00000002 1 Smart " KEY_K " hhhi",        {7, 7}, -1, "k",  VERDICT_REPEAT, REASON_NONE, "", 0},
    {"key repeats the last",           "00000004 1 Smart " KEY_K " hhhiaaab",    {0, 0}, -1, "k",  VERDICT_REPEAT, REASON_NONE, "", 2},
    {"key repeats the winning one",    "00000009 1 Smart " KEY_K " aaabbabbcacbdadbea", {4, 0}, -1, "k", VERDICT_REPEAT, REASON_NONE, "", 8},
    {"key with another point",         "00000002 1 Smart " KEY_K " hhhi",        {0, 0}, -1, "k",  VERDICT_REFUSE, REASON_KEY, "", 0},
    {"key with the computer's point",  "00000002 1 Smart " KEY_K " hhhi",        {7, 8}, -1, "k",  VERDICT_REFUSE, REASON_KEY, "", 0},
    {"key with an older point",        "00000004 1 Smart " KEY_K " hhhiaaab",    {7, 7}, -1, "k",  VERDICT_REFUSE, REASON_KEY, "", 0},
    {"key before over",                "00000009 1 Smart " KEY_K " aaabbabbcacbdadbea", {9, 9}, -1, "k", VERDICT_REFUSE, REASON_KEY, "", 0},
    {"key repeats whatever the turn",  "00000002 1 Smart " KEY_K " hhhi",        {7, 7}, 9,  "k",  VERDICT_REPEAT, REASON_NONE, "", 0},
    {"key fails whatever the turn",    "00000002 1 Smart " KEY_K " hhhi",        {0, 0}, 2,  "k",  VERDICT_REFUSE, REASON_KEY, "", 0},
    {"key is another, turn repeats",   "00000002 1 Smart " KEY_K " hhhi",        {7, 7}, 0,  "l",  VERDICT_REPEAT, REASON_NONE, "", 0},
    {"key is another, turn is old",    "00000002 1 Smart " KEY_K " hhhi",        {0, 0}, 0,  "l",  VERDICT_REFUSE, REASON_STALE, "2", 0},
    {"no key against a stored one",    "00000002 1 Smart " KEY_K " hhhi",        {7, 7}, -1, NULL, VERDICT_REFUSE, REASON_OCCUPIED, "(7, 7)", 0},
    {"stored key without a stone",     "00000000 1 Smart " KEY_K " ",            {7, 7}, -1, "k",  VERDICT_PLAY,   REASON_NONE, "", 0},
    // clang-format on
};

static struct omok_record record_of(const char *text) {
    struct omok_record record;

    assert_string_equal(core_strerror(omok_record_decode(text, strlen(text), &record)),
                        core_strerror(CORE_OK));
    return record;
}

static struct move move_of(const struct judge_case *row) {
    struct move move = {.at = row->at, .turn = row->turn, .has_key = row->key != NULL};

    if (row->key != NULL)
        move.key_hash = hash_bytes(HASH_START, row->key, strlen(row->key));
    return move;
}

static void move_is_judged(void **state) {
    const struct judge_case *row = *state;
    const struct omok_record record = record_of(row->record);
    const struct move move = move_of(row);
    const struct judgement judgement = judge_move(&record, &move);

    assert_int_equal(judgement.verdict, row->verdict);
    if (row->verdict == VERDICT_REFUSE) {
        assert_int_equal(judgement.refusal.reason, row->reason);
        assert_int_equal(judgement.refusal.detail_len, strlen(row->detail));
        assert_memory_equal(judgement.refusal.detail, row->detail, strlen(row->detail));
    } else if (row->verdict == VERDICT_REPEAT) {
        assert_int_equal(judgement.index, row->index);
    } else {
        assert_int_equal(judgement.game.count, record.count);
    }
}

static void what_is_wrong_by_itself_goes_first(void **state) {
    (void)state;
    const struct omok_record record = record_of("00000009 1 Smart " KEY_K " aaabbabbcacbdadbea");
    const struct move move = {.refusal = {.reason = REASON_TURN},
                              .at = {4, 0},
                              .has_key = true,
                              .key_hash = record.key_hash,
                              .turn = TURN_NONE};

    const struct judgement judgement = judge_move(&record, &move);
    assert_int_equal(judgement.verdict, VERDICT_REFUSE);
    assert_int_equal(judgement.refusal.reason, REASON_TURN);
}

static void a_repeat_tells_what_was_told(void **state) {
    (void)state;
    const struct omok_record record = record_of("00000009 1 Smart - aaabbabbcacbdadbea");
    struct told ack, move;

    assert_true(tell_repeat(&record, 6, &ack, &move));
    assert_int_equal(ack.at.x, 3);
    assert_false(ack.is_win);
    assert_int_equal(move.at.x, 3);
    assert_int_equal(move.at.y, 1);
    assert_false(move.is_win);

    assert_false(tell_repeat(&record, 8, &ack, &move));
    assert_true(ack.is_win);
    assert_false(ack.is_draw);
    assert_int_equal(ack.row[4].x, 4);
}

static void a_full_board_without_a_row_is_a_draw(void **state) {
    (void)state;
    char diagram[OMOK_POINTS + 1] = "";
    struct omok game;

    // XXOO.., each row shifted by two: no line of any direction holds five of a kind.
    for (int i = 0; i < OMOK_POINTS; i++)
        diagram[i] = (i % OMOK_SIZE + 2 * (i / OMOK_SIZE)) % 4 < 2 ? 'X' : 'O';
    assert_int_equal(omok_parse(diagram, &game), CORE_OK);

    const struct told told = tell_stone(&game, (struct point){0, 0});
    assert_false(told.is_win);
    assert_true(told.is_draw);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_wrong_by_itself_goes_first),
        cmocka_unit_test(a_repeat_tells_what_was_told),
        cmocka_unit_test(a_full_board_without_a_row_is_a_draw),
    };
    return RUN_TABLE(cases, move_is_judged) +
           cmocka_run_group_tests_name("judge", tests, NULL, NULL);
}
