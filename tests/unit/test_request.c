#include "test.h"

#include <string.h>

#include "core/hash.h"

#include "request.h"

#define GOOD_PID "0123456789abcdef0123456789abcdef"

static struct slice slice(const char *text) {
    return (struct slice){text, text == NULL ? 0 : strlen(text)};
}

static struct method_case {
    const char *name;
    enum method method;
} methods[] = {
    {"GET", METHOD_GET},   {"HEAD", METHOD_HEAD},  {"OPTIONS", METHOD_OPTIONS},
    {"get", METHOD_OTHER}, {"POST", METHOD_OTHER}, {"", METHOD_OTHER},
    {"GE", METHOD_OTHER},  {"GETS", METHOD_OTHER},
};

static void method_is_found(void **state) {
    const struct method_case *row = *state;

    assert_int_equal(method_find(row->name, strlen(row->name)), row->method);
}

static struct path_case {
    const char *name; // the path
    enum route route;
} paths[] = {
    // clang-format off
    {"/info",                      ROUTE_INFO},
    {"/info/",                     ROUTE_INFO},
    {"/info/index.php",            ROUTE_INFO},
    {"//info",                     ROUTE_INFO},
    {"//info/",                    ROUTE_INFO},
    {"//info/index.php",           ROUTE_INFO},
    {"/some/home/info",            ROUTE_INFO},
    {"/some/home/info/index.php",  ROUTE_INFO},
    {"/new",                       ROUTE_NEW},
    {"//new/",                     ROUTE_NEW},
    {"/play",                      ROUTE_PLAY},
    {"/a/play/index.php",          ROUTE_PLAY},
    {"/game",                      ROUTE_GAME},
    {"/game/",                     ROUTE_GAME},
    {"/info/new",                  ROUTE_NEW},
    {"/index.php/new",             ROUTE_NEW},
    {"/healthz/info",              ROUTE_INFO},
    {"/healthz",                   ROUTE_HEALTHZ},
    {"/readyz",                    ROUTE_READYZ},
    {"/metrics",                   ROUTE_METRICS},
    {"/config.json",               ROUTE_CONFIG},
    {"//healthz",                  ROUTE_OTHER},
    {"/healthz/",                  ROUTE_OTHER},
    {"/a/metrics",                 ROUTE_OTHER},
    {"/metrics/index.php",         ROUTE_OTHER},
    {"/",                          ROUTE_OTHER},
    {"",                           ROUTE_OTHER},
    {"*",                          ROUTE_OTHER},
    {"info",                       ROUTE_OTHER},
    {"/index.php",                 ROUTE_OTHER},
    {"/xinfo",                     ROUTE_OTHER},
    {"/infox",                     ROUTE_OTHER},
    {"/Info",                      ROUTE_OTHER},
    {"/info//",                    ROUTE_OTHER},
    {"/info/index.php/",           ROUTE_OTHER},
    {"/info/index.html",           ROUTE_OTHER},
    {"/info/x",                    ROUTE_OTHER},
    {"/%69nfo",                    ROUTE_OTHER},
    {"/%6detrics",                 ROUTE_OTHER},
    // clang-format on
};

static void path_is_routed(void **state) {
    const struct path_case *row = *state;

    assert_int_equal(route_find(slice(row->name)), row->route);
}

static struct target_case {
    const char *name; // the target
    const char *path, *query;
} targets[] = {
    // clang-format off
    {"/a",                     "/a",     NULL},
    {"/a?",                    "/a",     ""},
    {"/a?b?c",                 "/a",     "b?c"},
    {"?b",                     "",       "b"},
    {"",                       "",       NULL},
    {"*",                      "*",      NULL},
    {"//a/b",                  "//a/b",  NULL},
    {"/http://h/a",            "/http://h/a", NULL},
    {"http://h/a?b",           "/a",     "b"},
    {"HTTP://h:80//a/",        "//a/",   NULL},
    {"http://h",               "/",      NULL},
    {"http://h?b",             "/",      "b"},
    {"http://",                "/",      NULL},
    {"http:/h/a",              "http:/h/a", NULL},
    // clang-format on
};

static void target_is_split(void **state) {
    const struct target_case *row = *state;
    struct slice path, query;

    request_split(row->name, strlen(row->name), &path, &query);
    assert_int_equal(path.len, strlen(row->path));
    assert_memory_equal(path.bytes, row->path, path.len);
    assert_int_equal(query.bytes == NULL, row->query == NULL);
    if (row->query != NULL) {
        assert_int_equal(query.len, strlen(row->query));
        assert_memory_equal(query.bytes, row->query, query.len);
    }
}

static struct value_case {
    const char *name;
    const char *query;
    const char *strategy; // decoded; NULL = not given
} values[] = {
    // clang-format off
    {"plain",                      "strategy=Smart",                 "Smart"},
    {"not given",                  "strategi=Smart",                 NULL},
    {"nothing at all",             "",                               NULL},
    {"empty",                      "strategy=",                      ""},
    {"without =",                  "strategy",                       ""},
    {"second = belongs to it",     "strategy=a=b",                   "a=b"},
    {"last one counts",            "strategy=a&strategy=b",          "b"},
    {"last one counts, empty",     "strategy=a&strategy",            ""},
    {"after unknown keys",         "a=b&&c&=&strategy=x&d",          "x"},
    {"keys know case",             "Strategy=a",                     NULL},
    {"percent in the value",       "strategy=%53m%61rt",             "Smart"},
    {"percent in the key",         "%73trategy=x",                   "x"},
    {"plus is a space",            "strategy=a+b",                   "a b"},
    {"plus in the key",            "strategy+=x",                    NULL},
    {"encoded plus",               "strategy=a%2Bb",                 "a+b"},
    {"hex in both cases",          "strategy=%c3%B6",                "\xc3\xb6"},
    {"encoded & and =",            "strategy=a%26pid%3D1",           "a&pid=1"},
    {"lone percent",               "strategy=100%",                  "100%"},
    {"percent and one digit",      "strategy=%4",                    "%4"},
    {"percent and no digit",       "strategy=%zz%4z",                "%zz%4z"},
    {"percent percent",            "strategy=%%41",                  "%A"},
    {"decoded once",               "strategy=%2541",                 "%41"},
    {"semicolon is a byte",        "a=1;strategy=x",                 NULL},
    {"question mark is a byte",    "?strategy=x",                    NULL},
    {"key decodes to more",        "strategy%00=x",                  NULL},
    // clang-format on
};

static void value_is_decoded(void **state) {
    const struct value_case *row = *state;
    const struct query query = query_decode(slice(row->query));
    struct slice value = query.values[KEY_STRATEGY];

    if (row->strategy == NULL) {
        assert_null(value.bytes);
        return;
    }
    assert_non_null(value.bytes);
    for (const char *c = row->strategy; *c != '\0'; c++)
        assert_int_equal(slice_next(&value), (unsigned char)*c);
    assert_int_equal(slice_next(&value), -1);
}

static struct pid_case {
    const char *name, *query;
    enum reason reason;
} pids[] = {
    // clang-format off
    {"good",                       "pid=" GOOD_PID,                          REASON_NONE},
    {"percent-encoded",            "pid=%30123456789abcdef0123456789abcdef", REASON_NONE},
    {"not given",                  "Pid=" GOOD_PID,                          REASON_NO_PID},
    {"empty",                      "pid=",                                   REASON_PID},
    {"without =",                  "pid",                                    REASON_PID},
    {"short",                      "pid=0123",                               REASON_PID},
    {"a byte more",                "pid=" GOOD_PID "0",                      REASON_PID},
    {"a NUL more",                 "pid=" GOOD_PID "%00",                    REASON_PID},
    {"NUL within",                 "pid=0123456789abcde%000123456789abcdef", REASON_PID},
    {"upper case",                 "pid=0123456789ABCDEF0123456789ABCDEF",   REASON_PID},
    {"last one counts",            "pid=" GOOD_PID "&pid=x",                 REASON_PID},
    // clang-format on
};

static void pid_is_judged(void **state) {
    const struct pid_case *row = *state;
    const struct query query = query_decode(slice(row->query));
    struct refusal refusal = {.reason = REASON_NONE};
    char pid[PID_LEN + 1] = "untouched";

    assert_int_equal(query_pid(&query, pid, &refusal), row->reason == REASON_NONE);
    assert_int_equal(refusal.reason, row->reason);
    assert_string_equal(pid, row->reason == REASON_NONE ? GOOD_PID : "untouched");
}

static struct strategy_case {
    const char *name, *query;
    enum reason reason;
    const char *strategy;
} strategies[] = {
    // clang-format off
    {"as written",                 "strategy=Smart",            REASON_NONE,        "Smart"},
    {"lower case",                 "strategy=random",           REASON_NONE,        "Random"},
    {"upper case",                 "strategy=RANDOM",           REASON_NONE,        "Random"},
    {"not given",                  "",                          REASON_NO_STRATEGY, NULL},
    {"empty",                      "strategy=",                 REASON_STRATEGY,    NULL},
    {"unknown",                    "strategy=Clever",           REASON_STRATEGY,    NULL},
    {"shortened",                  "strategy=Smar",             REASON_STRATEGY,    NULL},
    {"with a blank",               "strategy=Smart+",           REASON_STRATEGY,    NULL},
    {"with a NUL",                 "strategy=Smart%00",         REASON_STRATEGY,    NULL},
    {"longer than any name",       "strategy=SmartSmartSmartS", REASON_STRATEGY,    NULL},
    // clang-format on
};

static void strategy_is_judged(void **state) {
    const struct strategy_case *row = *state;
    const struct query query = query_decode(slice(row->query));
    struct refusal refusal = {.reason = REASON_NONE};
    const struct omok_strategy *strategy = query_strategy(&query, &refusal);

    assert_int_equal(refusal.reason, row->reason);
    assert_int_equal(strategy == NULL, row->strategy == NULL);
    if (strategy != NULL)
        assert_string_equal(strategy->name, row->strategy);
}

#define LONG "1234567890123456789012345678901234567890"

static struct move_case {
    const char *name, *query;
    enum reason reason;
    const char *detail;
    size_t detail_len;
    struct point at;
    int turn;
} moves[] = {
    // clang-format off
    {"move",                   "move=4,5",              REASON_NONE,    "", 0, {4, 5}, -1},
    {"move, encoded comma",    "move=4%2C5",            REASON_NONE,    "", 0, {4, 5}, -1},
    {"move, lower-case comma", "move=4%2c5",            REASON_NONE,    "", 0, {4, 5}, -1},
    {"move, corners",          "move=0,14",             REASON_NONE,    "", 0, {0, 14}, -1},
    {"x and y",                "x=4&y=5",               REASON_NONE,    "", 0, {4, 5}, -1},
    {"y and x",                "y=5&x=4",               REASON_NONE,    "", 0, {4, 5}, -1},
    {"x and y over move",      "move=1,2&x=4&y=5",      REASON_NONE,    "", 0, {4, 5}, -1},
    {"last x counts",          "x=1&y=5&x=4",           REASON_NONE,    "", 0, {4, 5}, -1},
    {"encoded digits",         "x=%34&y=%35",           REASON_NONE,    "", 0, {4, 5}, -1},

    {"no move",                "",                      REASON_NO_MOVE, "", 0, {0, 0}, 0},
    {"x alone",                "x=4",                   REASON_NO_Y,    "", 0, {0, 0}, 0},
    {"y alone",                "y=4",                   REASON_NO_X,    "", 0, {0, 0}, 0},
    {"x alone beside move",    "move=4,5&x=4",          REASON_NO_Y,    "", 0, {0, 0}, 0},
    {"y alone beside move",    "move=4,5&y",            REASON_NO_X,    "", 0, {0, 0}, 0},
    {"y missing before bad x", "x=a",                   REASON_NO_Y,    "", 0, {0, 0}, 0},

    {"move empty",             "move=",                 REASON_MOVE,    "", 0, {0, 0}, 0},
    {"move of one",            "move=4",                REASON_MOVE,    "", 0, {0, 0}, 0},
    {"move of three",          "move=4,5,6",            REASON_MOVE,    "", 0, {0, 0}, 0},
    {"move, comma behind",     "move=4,5,",             REASON_MOVE,    "", 0, {0, 0}, 0},
    {"move without x",         "move=,5",               REASON_MOVE,    "", 0, {0, 0}, 0},
    {"move without y",         "move=4,",               REASON_MOVE,    "", 0, {0, 0}, 0},
    {"move with blank",        "move=4,+5",             REASON_MOVE,    "", 0, {0, 0}, 0},
    {"move with plus",         "move=%2B4,5",           REASON_MOVE,    "", 0, {0, 0}, 0},
    {"move with zero ahead",   "move=04,5",             REASON_MOVE,    "", 0, {0, 0}, 0},
    {"move with point",        "move=4.0,5",            REASON_MOVE,    "", 0, {0, 0}, 0},
    {"move minus zero",        "move=-0,5",             REASON_MOVE,    "", 0, {0, 0}, 0},
    {"move, lone minus",       "move=-,5",              REASON_MOVE,    "", 0, {0, 0}, 0},
    {"move with NUL",          "move=4,5%00",           REASON_MOVE,    "", 0, {0, 0}, 0},
    {"bad y before large x",   "move=99,b",             REASON_MOVE,    "", 0, {0, 0}, 0},
    {"last move counts",       "move=4,5&move=4",       REASON_MOVE,    "", 0, {0, 0}, 0},

    {"move, x too large",      "move=15,5",             REASON_X,       "15", 2, {0, 0}, 0},
    {"move, y too large",      "move=5,30",             REASON_Y,       "30", 2, {0, 0}, 0},
    {"move, both too large",   "move=20,30",            REASON_X,       "20", 2, {0, 0}, 0},
    {"move, negative",         "move=-1,5",             REASON_X,       "-1", 2, {0, 0}, 0},
    {"move, of any length",    "move=" LONG "," LONG,   REASON_X,       LONG, 20, {0, 0}, 0},
    {"x too large",            "x=20&y=5",              REASON_X,       "20", 2, {0, 0}, 0},
    {"y too large",            "x=5&y=30",              REASON_Y,       "30", 2, {0, 0}, 0},
    {"x 2^32",                 "x=4294967296&y=0",      REASON_X,       "4294967296", 10, {0, 0}, 0},
    {"x 2^64 + 4",             "x=18446744073709551620&y=0", REASON_X,  "18446744073709551620", 20, {0, 0}, 0},
    {"x of any length",        "x=" LONG "&y=0",        REASON_X,       LONG, 20, {0, 0}, 0},
    {"x negative, any length", "x=-" LONG "&y=0",       REASON_X,       "-" LONG, 20, {0, 0}, 0},
    {"x empty",                "x=&y=5",                REASON_X,       "", 0, {0, 0}, 0},
    {"x without =",            "x&y=5",                 REASON_X,       "", 0, {0, 0}, 0},
    {"y empty",                "x=5&y=",                REASON_Y,       "", 0, {0, 0}, 0},
    {"x fraction",             "x=1.5&y=5",             REASON_X,       "1.5", 3, {0, 0}, 0},
    {"x plus",                 "x=%2B5&y=5",            REASON_X,       "+5", 2, {0, 0}, 0},
    {"x blank ahead",          "x=+5&y=5",              REASON_X,       " 5", 2, {0, 0}, 0},
    {"x zero ahead",           "x=05&y=5",              REASON_X,       "05", 2, {0, 0}, 0},
    {"x two zeros",            "x=00&y=5",              REASON_X,       "00", 2, {0, 0}, 0},
    {"x minus zero",           "x=-0&y=5",              REASON_X,       "-0", 2, {0, 0}, 0},
    {"x minus within",         "x=1-2&y=5",             REASON_X,       "1-2", 3, {0, 0}, 0},
    {"x word",                 "x=abc&y=5",             REASON_X,       "abc", 3, {0, 0}, 0},
    {"x NUL",                  "x=5%00&y=5",            REASON_X,       "5\0", 2, {0, 0}, 0},
    {"x cut after decoding",   "x=%41%41%41%41%41%41%41%41%41%41%41%41%41%41%41%41%41%41%41%41%42&y=5",
                                                        REASON_X,       "AAAAAAAAAAAAAAAAAAAA", 20, {0, 0}, 0},

    {"turn",                   "x=4&y=5&turn=0",        REASON_NONE,    "", 0, {4, 5}, 0},
    {"turn, the highest",      "x=4&y=5&turn=225",      REASON_NONE,    "", 0, {4, 5}, 225},
    {"turn too large",         "x=4&y=5&turn=226",      REASON_TURN,    "", 0, {0, 0}, 0},
    {"turn far too large",     "x=4&y=5&turn=" LONG,    REASON_TURN,    "", 0, {0, 0}, 0},
    {"turn negative",          "x=4&y=5&turn=-1",       REASON_TURN,    "", 0, {0, 0}, 0},
    {"turn empty",             "x=4&y=5&turn=",         REASON_TURN,    "", 0, {0, 0}, 0},
    {"turn zero ahead",        "x=4&y=5&turn=02",       REASON_TURN,    "", 0, {0, 0}, 0},
    {"turn with blank",        "x=4&y=5&turn=2+",       REASON_TURN,    "", 0, {0, 0}, 0},
    {"bad point before turn",  "x=4&y=20&turn=x",       REASON_Y,       "20", 2, {0, 0}, 0},
    // clang-format on
};

static void move_is_judged(void **state) {
    const struct move_case *row = *state;
    const struct query query = query_decode(slice(row->query));
    const struct move move = query_move(&query, (struct slice){NULL, 0});

    assert_int_equal(move.refusal.reason, row->reason);
    assert_int_equal(move.refusal.detail_len, row->detail_len);
    assert_memory_equal(move.refusal.detail, row->detail, row->detail_len);
    assert_false(move.has_key);
    if (row->reason != REASON_NONE)
        return;
    assert_int_equal(move.at.x, row->at.x);
    assert_int_equal(move.at.y, row->at.y);
    assert_int_equal(move.turn, row->turn);
}

static void a_key_of_1_to_128_bytes_counts(void **state) {
    (void)state;
    const struct query query = query_decode(slice("x=4&y=5"));
    char key[IDEMPOTENCY_KEY_MAX + 1];

    memset(key, 'k', sizeof key);
    assert_false(query_move(&query, (struct slice){NULL, 0}).has_key);
    assert_false(query_move(&query, (struct slice){key, 0}).has_key);
    assert_true(query_move(&query, (struct slice){key, 1}).has_key);
    assert_true(query_move(&query, (struct slice){key, IDEMPOTENCY_KEY_MAX}).has_key);
    assert_false(query_move(&query, (struct slice){key, IDEMPOTENCY_KEY_MAX + 1}).has_key);
    assert_true(query_move(&query, (struct slice){key, 3}).key_hash ==
                hash_bytes(HASH_START, "kkk", 3));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_of_1_to_128_bytes_counts),
    };
    return RUN_TABLE(methods, method_is_found) + RUN_TABLE(paths, path_is_routed) +
           RUN_TABLE(targets, target_is_split) + RUN_TABLE(values, value_is_decoded) +
           RUN_TABLE(pids, pid_is_judged) + RUN_TABLE(strategies, strategy_is_judged) +
           RUN_TABLE(moves, move_is_judged) +
           cmocka_run_group_tests_name("request", tests, NULL, NULL);
}
