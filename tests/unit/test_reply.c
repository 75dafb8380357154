#include "test.h"

#include <string.h>

#include "core/omok_record.h"

#include "reply.h"

#define PID "0123456789abcdef0123456789abcdef"

static void assert_text(const struct text *text, const char *expected) {
    assert_false(text->cut);
    assert_int_equal(text->len, strlen(expected));
    assert_memory_equal(text->bytes, expected, text->len);
}

static struct refusal_case {
    const char *name;
    enum reason reason;
    const char *detail;
    size_t detail_len;
    const char *words; // of the reason in JSON
} refusals[] = {
    // clang-format off
    {"no strategy",        REASON_NO_STRATEGY, "", 0, "Strategy not specified"},
    {"strategy",           REASON_STRATEGY,    "", 0, "Unknown strategy"},
    {"no pid",             REASON_NO_PID,      "", 0, "Pid not specified"},
    {"pid",                REASON_PID,         "", 0, "Unknown pid"},
    {"no move",            REASON_NO_MOVE,     "", 0, "Move not specified"},
    {"no x",               REASON_NO_X,        "", 0, "x not specified"},
    {"no y",               REASON_NO_Y,        "", 0, "y not specified"},
    {"move",               REASON_MOVE,        "", 0, "Move not well-formed"},
    {"x",                  REASON_X,           "20", 2, "Invalid x coordinate, 20"},
    {"y",                  REASON_Y,           "30", 2, "Invalid y coordinate, 30"},
    {"x empty",            REASON_X,           "", 0, "Invalid x coordinate, "},
    {"quote and slashes",  REASON_X,           "\"\\/", 3, "Invalid x coordinate, \\u0022\\u005c/"},
    {"edges of ASCII",     REASON_X,           "\x1f ~\x7f", 4, "Invalid x coordinate, \\u001f ~\\u007f"},
    {"NUL and newline",    REASON_X,           "a\0\n", 3, "Invalid x coordinate, a\\u0000\\u000a"},
    {"UTF-8, bytewise",    REASON_Y,           "\xc3\xb6\xff", 3, "Invalid y coordinate, \\u00c3\\u00b6\\u00ff"},
    {"longest",            REASON_Y,           "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20,
     "Invalid y coordinate, \\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000"
     "\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000"},
    {"turn",               REASON_TURN,        "", 0, "Turn not well-formed"},
    {"key",                REASON_KEY,         "", 0, "Key already used"},
    {"stale",              REASON_STALE,       "225", 3, "Turn out of date, 225"},
    {"over",               REASON_OVER,        "", 0, "Game already over"},
    {"occupied",           REASON_OCCUPIED,    "(4, 5)", 6, "Place not empty, (4, 5)"},
    {"store",              REASON_STORE,       "", 0, "Store unavailable, try again"},
    {"not found",          REASON_NOT_FOUND,   "", 0, "Not found"},
    // clang-format on
};

static void refusal_is_written(void **state) {
    const struct refusal_case *row = *state;
    struct refusal refusal = {.reason = row->reason, .detail_len = row->detail_len};
    char bytes[REPLY_MAX], expected[REPLY_MAX];
    struct text text = text_start(bytes, sizeof bytes);

    memcpy(refusal.detail, row->detail, row->detail_len);
    reply_refusal(&text, &refusal);
    strcpy(expected, "{\"response\":false,\"reason\":\"");
    strcat(expected, row->words);
    strcat(expected, "\"}");
    assert_text(&text, expected);
}

static struct stones_case {
    const char *name, *record; // its last one or two stones are told
    const char *body;
} stones[] = {
    // clang-format off
    {"both stones", "00000002 1 Smart - efeg",
     "{\"response\":true,\"ack_move\":{\"x\":4,\"y\":5,\"isWin\":false,\"isDraw\":false,\"row\":[]},"
     "\"move\":{\"x\":4,\"y\":6,\"isWin\":false,\"isDraw\":false,\"row\":[]}}"},
    {"won by the player", "00000009 1 Smart - efaagfabhfacifajff",
     "{\"response\":true,\"ack_move\":{\"x\":5,\"y\":5,\"isWin\":true,\"isDraw\":false,"
     "\"row\":[4,5,5,5,6,5,7,5,8,5]}}"},
    {"won by the computer", "00000010 1 Smart - aaefbagfcahfdaifaoff",
     "{\"response\":true,\"ack_move\":{\"x\":0,\"y\":14,\"isWin\":false,\"isDraw\":false,\"row\":[]},"
     "\"move\":{\"x\":5,\"y\":5,\"isWin\":true,\"isDraw\":false,\"row\":[4,5,5,5,6,5,7,5,8,5]}}"},
    // clang-format on
};

static void stones_are_written(void **state) {
    const struct stones_case *row = *state;
    struct omok_record record;
    char bytes[REPLY_MAX];
    struct text text = text_start(bytes, sizeof bytes);
    struct told ack, move;

    assert_int_equal(omok_record_decode(row->record, strlen(row->record), &record), CORE_OK);
    const int last = record.count - 1 - (record.count % 2 == 0);
    const bool has_answer = tell_repeat(&record, last, &ack, &move);
    reply_play(&text, &ack, has_answer ? &move : NULL);
    assert_text(&text, row->body);
}

static struct game_case {
    const char *name, *record, *body;
} games[] = {
    // clang-format off
    {"new", "00000000 1 Random - ",
     "{\"response\":true,\"pid\":\"" PID "\",\"strategy\":\"Random\",\"turn\":0,\"over\":false,"
     "\"winner\":null,\"row\":[],\"moves\":[]}"},
    {"going on", "00000002 1 Smart 0123456789abcdef efoo",
     "{\"response\":true,\"pid\":\"" PID "\",\"strategy\":\"Smart\",\"turn\":2,\"over\":false,"
     "\"winner\":null,\"row\":[],\"moves\":[4,5,14,14]}"},
    {"won by the player", "00000009 1 Smart - aaabbabbcacbdadbea",
     "{\"response\":true,\"pid\":\"" PID "\",\"strategy\":\"Smart\",\"turn\":9,\"over\":true,"
     "\"winner\":\"player\",\"row\":[0,0,1,0,2,0,3,0,4,0],"
     "\"moves\":[0,0,0,1,1,0,1,1,2,0,2,1,3,0,3,1,4,0]}"},
    {"won by the computer", "00000010 1 Smart - aaabbabbcacbdadbogeb",
     "{\"response\":true,\"pid\":\"" PID "\",\"strategy\":\"Smart\",\"turn\":10,\"over\":true,"
     "\"winner\":\"computer\",\"row\":[0,1,1,1,2,1,3,1,4,1],"
     "\"moves\":[0,0,0,1,1,0,1,1,2,0,2,1,3,0,3,1,14,6,4,1]}"},
    // clang-format on
};

static void game_is_written(void **state) {
    const struct game_case *row = *state;
    struct omok_record record;
    char bytes[REPLY_MAX];
    struct text text = text_start(bytes, sizeof bytes);

    assert_int_equal(omok_record_decode(row->record, strlen(row->record), &record), CORE_OK);
    reply_game(&text, PID, &record);
    assert_text(&text, row->body);
}

// XXOO.., each row shifted by two: no line of any direction holds five of a kind.
static bool is_black(int at) {
    return (at % OMOK_SIZE + 2 * (at / OMOK_SIZE)) % 4 < 2;
}

// A drawn game of 225 stones: the longest body there is.
static void the_longest_game_fits(void **state) {
    (void)state;
    struct omok_record record = {.strategy = omok_strategies};
    char bytes[REPLY_MAX];
    struct text text = text_start(bytes, sizeof bytes);
    int black = 0, white = 0;

    for (record.count = 0; record.count < OMOK_POINTS; record.count++) {
        int *next = record.count % 2 == 0 ? &black : &white;
        while (is_black(*next) != (record.count % 2 == 0))
            ++*next;
        assert_in_range(*next, 0, OMOK_POINTS - 1);
        record.moves[record.count] = (uint8_t)(*next)++;
    }
    reply_game(&text, PID, &record);

    text_put(&text, "", 1);
    assert_false(text.cut);
    assert_non_null(strstr(bytes, "\"turn\":225,\"over\":true,\"winner\":\"draw\",\"row\":[],"));
}

static void the_rest_is_written(void **state) {
    (void)state;
    char bytes[REPLY_MAX];
    struct text text = text_start(bytes, sizeof bytes);

    reply_new(&text, PID);
    assert_text(&text, "{\"response\":true,\"pid\":\"" PID "\"}");

    text = text_start(bytes, sizeof bytes);
    reply_config(&text, "");
    assert_text(&text, "{\"stonesWs\":null}");
    text = text_start(bytes, sizeof bytes);
    reply_config(&text, "ws://localhost:1/");
    assert_text(&text, "{\"stonesWs\":\"ws://localhost:1/\"}");

    text = text_start(bytes, sizeof bytes);
    reply_ready(&text, false, true);
    assert_text(&text, "{\"ready\":false,\"store\":true}");
}

static void info_lists_every_strategy_in_order(void **state) {
    (void)state;
    char bytes[REPLY_MAX], expected[REPLY_MAX] = "{\"size\":15,\"strategies\":[";
    struct text text = text_start(bytes, sizeof bytes);

    for (const struct omok_strategy *s = omok_strategies; s->name != NULL; s++) {
        strcat(expected, s == omok_strategies ? "\"" : ",\"");
        strcat(expected, s->name);
        strcat(expected, "\"");
    }
    strcat(expected, "]}");
    reply_info(&text);
    assert_text(&text, expected);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_game_fits),
        cmocka_unit_test(the_rest_is_written),
        cmocka_unit_test(info_lists_every_strategy_in_order),
    };
    return RUN_TABLE(refusals, refusal_is_written) + RUN_TABLE(stones, stones_are_written) +
           RUN_TABLE(games, game_is_written) +
           cmocka_run_group_tests_name("reply", tests, NULL, NULL);
}
