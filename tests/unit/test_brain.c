#include "test.h"

#include <stdio.h>
#include <string.h>

#include "brain.h"

// A session is a list of lines; each is followed by what the brain does about it. "think x,y" lets
// the brain play that point.
static struct session {
    const char *name;
    const char *lines[24];
} sessions[] = {
    // clang-format off
    {"a game begun",            {"START 15", "OK", "BEGIN", "think 7,7", "TURN 8,8", "think 6,6", "END", "end"}},
    {"a game answered",         {"START 15", "OK", "TURN 7,7", "think 8,8"}},
    {"ends of line",            {"START 15\r", "OK", "TURN 7,7 \r", "think 8,8"}},
    {"another size",            {"START 20", "ERROR", "BEGIN", "ERROR"}},
    {"size is no number",       {"START x", "ERROR", "START", "ERROR", "START 15 15", "ERROR"}},
    {"nothing before START",    {"TURN 7,7", "ERROR", "BOARD", "ERROR", "RESTART", "ERROR", "TAKEBACK 1,1", "ERROR"}},
    {"BEGIN on a used board",   {"START 15", "OK", "TURN 7,7", "think 8,8", "BEGIN", "ERROR"}},
    {"occupied",                {"START 15", "OK", "TURN 7,7", "think 8,8", "TURN 8,8", "ERROR", "TURN 7,7", "ERROR"}},
    {"outside",                 {"START 15", "OK", "TURN 15,0", "ERROR", "TURN 0,15", "ERROR", "TURN -1,0", "ERROR"}},
    {"no point",                {"START 15", "OK", "TURN", "ERROR", "TURN 7", "ERROR", "TURN 7,7,7", "ERROR", "TURN 7;7", "ERROR"}},
    {"numbers without end",     {"START 15", "OK", "TURN 99999999999999999999,1", "ERROR"}},
    {"board",                   {"START 15", "OK", "BOARD", "", "7,7,1", "", "8,8,2", "", "DONE", "think 6,6"}},
    {"board with a bad line",   {"START 15", "OK", "BOARD", "", "7,7,1", "", "7,7,2", "", "DONE", "ERROR", "BEGIN", "think 7,7"}},
    {"board with a bad field",  {"START 15", "OK", "BOARD", "", "7,7,4", "", "DONE", "ERROR"}},
    {"board twice",             {"START 15", "OK", "BOARD", "", "7,7,2", "", "DONE", "think 6,6", "BOARD", "", "7,7,2", "", "DONE", "think 6,6"}},
    {"takeback",                {"START 15", "OK", "TURN 7,7", "think 8,8", "TAKEBACK 8,8", "OK", "TAKEBACK 8,8", "ERROR", "TAKEBACK x", "ERROR"}},
    {"restart",                 {"START 15", "OK", "TURN 7,7", "think 8,8", "RESTART", "OK", "BEGIN", "think 7,7"}},
    {"about and info",          {"ABOUT", "name=\"omok\"", "INFO rule 0", "", "INFO nonsense", "", "INFO timeout_turn x", ""}},
    {"unknown",                 {"RECTSTART 20,15", "UNKNOWN", "start 15", "UNKNOWN", "", "", "  ", ""}},
    // clang-format on
};

static void expect_reply(const char *expected, const char *reply) {
    print_message("%s\n", reply);
    assert_int_equal(strncmp(reply, expected, strlen(expected)), 0);
}

static void session_goes_as_written(void **state) {
    const struct session *row = *state;
    struct brain brain = brain_start();
    struct point at;
    char reply[BRAIN_REPLY_MAX];

    for (int i = 0; row->lines[i] != NULL; i += 2) {
        const char *expected = row->lines[i + 1];
        const enum brain_action action =
            brain_read(&brain, row->lines[i], strlen(row->lines[i]), reply);
        if (sscanf(expected, "think %d,%d", &at.x, &at.y) == 2) {
            assert_int_equal(action, BRAIN_THINK);
            brain_played(&brain, at);
        } else if (strcmp(expected, "end") == 0) {
            assert_int_equal(action, BRAIN_END);
        } else if (*expected == '\0') {
            assert_int_equal(action, BRAIN_SILENT);
        } else {
            assert_int_equal(action, BRAIN_REPLY);
            expect_reply(expected, reply);
        }
    }
}

static struct limits {
    const char *name;
    const char *info[4];
    int64_t least_ms, most_ms;
} limits[] = {
    // clang-format off
    {"nothing said",            {NULL},                                                                   29000, 30000},
    {"a turn",                  {"INFO timeout_turn 100"},                                                   95,    99},
    {"as fast as possible",     {"INFO timeout_turn 0"},                                                      1,     1},
    {"a match that ends",       {"INFO timeout_turn 5000", "INFO timeout_match 9000", "INFO time_left 2500"}, 90,   100},
    {"no match limit",          {"INFO timeout_turn 100", "INFO timeout_match 0", "INFO time_left 10"},      95,    99},
    {"no limit on time left",   {"INFO timeout_turn 100", "INFO timeout_match 9000", "INFO time_left 2147483647"}, 95, 99},
    {"no time left",            {"INFO timeout_turn 100", "INFO timeout_match 9000", "INFO time_left 0"},     1,     1},
    {"more than a day",         {"INFO timeout_turn 999999999999999999"},                            INT32_MAX, INT32_MAX},
    // clang-format on
};

static void time_is_shared(void **state) {
    const struct limits *row = *state;
    struct brain brain = brain_start();
    char reply[BRAIN_REPLY_MAX];

    for (int i = 0; i < 4 && row->info[i] != NULL; i++)
        assert_int_equal(brain_read(&brain, row->info[i], strlen(row->info[i]), reply),
                         BRAIN_SILENT);
    brain_read(&brain, "START 15", 8, reply);
    brain_read(&brain, "RESTART", 7, reply); // keeps INFO
    assert_in_range(brain_think_ms(&brain), row->least_ms, row->most_ms);
}

static void a_finished_game_is_not_thought_about(void **state) {
    (void)state;
    struct brain brain = brain_start();
    struct omok game;

    assert_true(brain_game(&brain, &game));
    for (int x = 0; x < OMOK_ROW; x++)
        brain_played(&brain, (struct point){x, 3});
    assert_false(brain_game(&brain, &game));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_finished_game_is_not_thought_about)};

    return RUN_TABLE(sessions, session_goes_as_written) + RUN_TABLE(limits, time_is_shared) +
           cmocka_run_group_tests_name("brain", tests, NULL, NULL);
}
