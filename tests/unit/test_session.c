#include "test.h"

#include <stdio.h>
#include <string.h>

#include "service/pid.h"
#include "session.h"

static const char pid_text[] = "00112233445566778899aabbccddeeff";

// The first game of data/threestones/games.jsonl: who scores when is known there.
static const char whole[] = "211131363515125222024243131454343230202545464041515553032326";

// record_of returns the record of the first `count` stones of a game.
static struct stones_record record_of(const char *slots, int count) {
    char bytes[STONES_RECORD_MAX];
    struct stones_record record;
    const int len = snprintf(bytes, sizeof bytes, "%08d 1 Random %.*s", count, 2 * count, slots);

    assert_true(session_decode(bytes, (size_t)len, &record));
    return record;
}

static struct packet packet_of(uint32_t type, int row, int col, int stones) {
    struct packet packet = {
        .type = type, .row = (uint8_t)row, .col = (uint8_t)col, .stones = (uint8_t)stones};

    assert_true(session_pid_parse(pid_text, packet.pid));
    return packet;
}

static enum session_step read_packet(const struct packet *packet, struct stones_record *ret_record,
                                     struct reply *ret) {
    return session_read(packet, stones_strategy_find("Greedy", 6), ret_record, ret);
}

// What session_read makes of a packet by itself.
static struct read_case {
    const char *name;
    struct packet packet; // without pid
    bool has_pid;
    enum session_step step;
    int refusal;       // of SESSION_ANSWERED
    const char *level; // of SESSION_CREATE
} reads[] = {
    // clang-format off
    {"32 zero bytes ask for a game",   {0},                                      false, SESSION_CREATE,   0, "Greedy"},
    {"level 0 is the server's choice", {.detail = 0},                            false, SESSION_CREATE,   0, "Greedy"},
    {"level 1",                        {.detail = 1},                            false, SESSION_CREATE,   0, "Random"},
    {"level 2",                        {.detail = 2},                            false, SESSION_CREATE,   0, "Greedy"},
    {"no such level",                  {.detail = 5},                            false, SESSION_ANSWERED, 2, NULL},
    {"highest level",                  {.detail = 255},                          false, SESSION_ANSWERED, 2, NULL},
    {"a request's pid is ignored",     {.detail = 1},                            true,  SESSION_CREATE,   0, "Random"},
    {"so is the rest",                 {.row = 9, .col = 9, .points = 9, .stones = 99, .white = 9, .black = 9, .white_left = 9, .black_left = 9},
                                                                                 false, SESSION_CREATE,   0, "Greedy"},
    {"reserved byte in a request",     {.reserved = {0, 0, 1}},                  false, SESSION_ANSWERED, 2, NULL},
    {"place",                          {.type = PACKET_PLACE_STONE},             true,  SESSION_LOAD,     0, NULL},
    {"resume",                         {.type = PACKET_RESUME_GAME},             true,  SESSION_LOAD,     0, NULL},
    {"slots are judged later",         {.type = PACKET_PLACE_STONE, .row = 255}, true,  SESSION_LOAD,     0, NULL},
    {"reserved byte in place",         {.type = PACKET_PLACE_STONE, .reserved = {1}}, true, SESSION_ANSWERED, 2, NULL},
    {"reserved byte in resume",        {.type = PACKET_RESUME_GAME, .reserved = {0, 1}}, true, SESSION_ANSWERED, 2, NULL},
    {"place in no game",               {.type = PACKET_PLACE_STONE},             false, SESSION_ANSWERED, 3, NULL},
    {"resume no game",                 {.type = PACKET_RESUME_GAME},             false, SESSION_ANSWERED, 3, NULL},
    {"reserved comes before pid",      {.type = PACKET_PLACE_STONE, .reserved = {1}}, false, SESSION_ANSWERED, 2, NULL},
    {"type 3",                         {.type = 3},                              true,  SESSION_ANSWERED, 1, NULL},
    {"a server's type",                {.type = PACKET_GAME_START},              true,  SESSION_ANSWERED, 1, NULL},
    {"REFUSED",                        {.type = PACKET_REFUSED},                 true,  SESSION_ANSWERED, 1, NULL},
    {"little-endian request",          {.type = 0x01000000},                     true,  SESSION_ANSWERED, 1, NULL},
    {"highest type",                   {.type = 0xffffffff},                     false, SESSION_ANSWERED, 1, NULL},
    {"type comes before reserved",     {.type = 9, .reserved = {1, 2, 3}},       true,  SESSION_ANSWERED, 1, NULL},
    // clang-format on
};

static void expect_bare_refusal(const struct reply *reply, const struct packet *packet,
                                int detail) {
    struct packet expected = {.type = PACKET_REFUSED, .row = packet->row, .col = packet->col};
    uint8_t bytes[PACKET_LEN], expected_bytes[PACKET_LEN];

    memcpy(expected.pid, packet->pid, PACKET_PID_LEN);
    expected.detail = (uint8_t)detail;
    packet_encode(&expected, expected_bytes);
    packet_encode(&reply->packets[0], bytes);
    assert_int_equal(reply->count, 1);
    assert_memory_equal(bytes, expected_bytes, PACKET_LEN);
}

static void read_judges(void **state) {
    const struct read_case *row = *state;
    struct packet packet = row->packet;
    struct stones_record record;
    struct reply reply;

    if (row->has_pid)
        assert_true(session_pid_parse(pid_text, packet.pid));
    assert_int_equal(read_packet(&packet, &record, &reply), row->step);
    if (row->step == SESSION_CREATE) {
        assert_string_equal(record.strategy->name, row->level);
        assert_int_equal(record.count, 0);
    }
    if (row->step == SESSION_ANSWERED) {
        expect_bare_refusal(&reply, &packet, row->refusal);
        assert_int_equal(session_is_bad(&reply), row->refusal <= 2);
    }
}

static void a_level_that_is_not_built_in_is_malformed(void **state) {
    (void)state;
    for (int level = 1; level < 256; level++) {
        const struct packet packet = {.detail = (uint8_t)level};
        struct stones_record record;
        struct reply reply;
        const bool is_there = stones_strategy_level(level) != NULL;

        assert_int_equal(read_packet(&packet, &record, &reply),
                         is_there ? SESSION_CREATE : SESSION_ANSWERED);
        if (!is_there)
            expect_bare_refusal(&reply, &packet, REFUSED_MALFORMED);
    }
}

static void a_pid_that_no_server_makes_is_no_game(void **state) {
    (void)state;
    struct packet packet = packet_of(PACKET_PLACE_STONE, 3, 3, 0);
    struct stones_record record;
    struct reply reply;

    packet.pid[0] = 0x80; // a name begins with 0..7
    assert_int_equal(read_packet(&packet, &record, &reply), SESSION_ANSWERED);
    expect_bare_refusal(&reply, &packet, REFUSED_NO_GAME);
    packet.pid[0] = 0x7f;
    assert_int_equal(read_packet(&packet, &record, &reply), SESSION_LOAD);
}

// What becomes of PLACE_STONE on the first `count` stones of the game above. Stone 7 (white's
// fourth) lay on (1,2), stone 8 on (5,2); so stone 9 goes into row 5 or column 2.
static struct judge_case {
    const char *name;
    int count;
    int row, col, stones;
    int refusal; // 0 = placed, -1 = the stored answer once more
} judges[] = {
    // clang-format off
    {"first stone, anywhere",               0, 3, 2, 0,   0},
    {"in the row",                          8, 5, 5, 8,   0},
    {"in the column",                       8, 3, 2, 8,   0},
    {"across the centre of the column",     6, 5, 5, 6,   0},
    {"repeat",                              8, 1, 2, 6,  -1},
    {"repeat of the first stone",           2, 2, 1, 0,  -1},
    {"repeat of the final stone",          30, 2, 3, 28, -1},
    {"repeat with black's slot",            8, 5, 2, 6,   8},
    {"repeat with another slot",            8, 1, 3, 6,   8},
    {"repeat with no slot",                 8, 255, 255, 6, 8},
    {"repeat of an earlier stone",          8, 3, 5, 4,   8},
    {"the slot repeated on this board",     8, 1, 2, 8,   5},
    {"one stone behind",                    8, 5, 5, 7,   8},
    {"ahead",                               8, 5, 5, 9,   8},
    {"far ahead",                           8, 5, 5, 255, 8},
    {"nothing before the first stone",      0, 3, 2, 254, 8},
    {"stale comes before slot",             8, 3, 3, 4,   8},
    {"centre",                              8, 3, 3, 8,   4},
    {"corner",                              8, 0, 0, 8,   4},
    {"row 7",                               8, 7, 3, 8,   4},
    {"no slot",                             8, 255, 255, 8, 4},
    {"slot comes first",                    8, 200, 2, 8, 4},
    {"white's stone",                       8, 2, 1, 8,   5},
    {"black's stone, last",                 8, 5, 2, 8,   5},
    {"occupied comes before line",          8, 1, 1, 8,   5},
    {"neither row nor column",              8, 1, 3, 8,   6},
    {"over",                               30, 0, 2, 30,  7},
    {"over comes before stale",            30, 0, 2, 3,   7},
    {"over comes before slot",             30, 3, 3, 30,  7},
    {"over, white's stone before the last", 30, 5, 3, 26, 7},
    // clang-format on
};

static void expect_standing(const struct packet *packet, const struct stones *game) {
    assert_int_equal(packet->stones, game->count);
    assert_int_equal(packet->white, game->points[STONES_WHITE]);
    assert_int_equal(packet->black, game->points[STONES_BLACK]);
    assert_int_equal(packet->white_left, 15 - (game->count + 1) / 2);
    assert_int_equal(packet->black_left, 15 - game->count / 2);
    assert_memory_equal(packet->pid, packet_of(0, 0, 0, 0).pid, PACKET_PID_LEN);
    assert_true(packet_is_reserved_clean(packet));
}

static void expect_stone(const struct packet *packet, const struct stones_record *record,
                         int index) {
    const struct stones before = stones_record_replay(record, index);
    const struct stones after = stones_record_replay(record, index + 1);
    const int side = index % 2;

    assert_true(packet->type == (side == 0 ? PACKET_WHITE_PLACED : PACKET_BLACK_PLACED));
    assert_int_equal(stones_slot(packet->row, packet->col), record->slots[index]);
    assert_int_equal(packet->points, after.points[side] - before.points[side]);
    assert_int_equal(packet->detail, 0);
    expect_standing(packet, &after);
}

static void expect_over(const struct packet *packet, const struct stones_record *record) {
    const struct stones game = stones_record_replay(record, STONES_TOTAL);
    const int lead = game.points[STONES_WHITE] - game.points[STONES_BLACK];

    assert_true(packet->type == PACKET_GAME_OVER);
    assert_int_equal(packet->row, 255);
    assert_int_equal(packet->col, 255);
    assert_int_equal(packet->points, 0);
    assert_int_equal(packet->detail, lead > 0 ? 1 : lead < 0 ? 2 : 3);
    expect_standing(packet, &game);
}

static void expect_last_stones(const struct reply *reply, const struct stones_record *record) {
    expect_stone(&reply->packets[0], record, record->count - 2);
    expect_stone(&reply->packets[1], record, record->count - 1);
    assert_int_equal(reply->count, record->count == STONES_TOTAL ? 3 : 2);
    if (record->count == STONES_TOTAL)
        expect_over(&reply->packets[2], record);
}

static void judge_is(void **state) {
    const struct judge_case *row = *state;
    const struct stones_record record = record_of(whole, row->count);
    const struct stones game = stones_record_replay(&record, row->count);
    const struct packet packet = packet_of(PACKET_PLACE_STONE, row->row, row->col, row->stones);
    struct reply reply = {0};

    const enum session_step step = session_judge(&packet, &record, &reply);
    if (row->refusal == 0) {
        assert_int_equal(step, SESSION_PLACE);
        return;
    }
    assert_int_equal(step, SESSION_ANSWERED);
    if (row->refusal < 0) {
        expect_last_stones(&reply, &record);
        return;
    }
    assert_int_equal(reply.count, 1);
    assert_true(reply.packets[0].type == PACKET_REFUSED);
    assert_int_equal(reply.packets[0].detail, row->refusal);
    assert_int_equal(reply.packets[0].row, row->row);
    assert_int_equal(reply.packets[0].col, row->col);
    assert_int_equal(reply.packets[0].points, 0);
    assert_false(session_is_bad(&reply));
    expect_standing(&reply.packets[0], &game);
}

static void other_fields_of_a_stone_are_ignored(void **state) {
    (void)state;
    const struct stones_record record = record_of(whole, 8);
    struct packet packet = packet_of(PACKET_PLACE_STONE, 5, 5, 8);
    struct reply reply;

    packet.points = packet.white = packet.black = 200;
    packet.white_left = packet.black_left = packet.detail = 99;
    assert_int_equal(session_judge(&packet, &record, &reply), SESSION_PLACE);
}

static void resume_tells_every_stone_as_it_was_told(void **state) {
    (void)state;
    struct packet packet = packet_of(PACKET_RESUME_GAME, 9, 9, 99);
    struct reply reply;

    for (int count = 0; count <= STONES_TOTAL; count += 2) {
        const struct stones_record record = record_of(whole, count);
        const struct stones game = stones_record_replay(&record, count);

        assert_int_equal(session_judge(&packet, &record, &reply), SESSION_ANSWERED);
        assert_int_equal(reply.count, 1 + count + (count == STONES_TOTAL));
        const struct packet *start = &reply.packets[0];
        assert_true(start->type == PACKET_GAME_START);
        assert_int_equal(start->row, 255);
        assert_int_equal(start->col, 255);
        assert_int_equal(start->points, 0);
        assert_int_equal(start->detail, 0);
        expect_standing(start, &game);
        for (int i = 0; i < count; i++)
            expect_stone(&reply.packets[1 + i], &record, i);
        if (count == STONES_TOTAL)
            expect_over(&reply.packets[1 + count], &record);
    }
}

static struct result_case {
    const char *name, *slots;
    int white, black, detail;
} results[] = {
    // clang-format off
    {"white won",  "211131363515125222024243131454343230202545464041515553032326", 8, 6, 1},
    {"black won",  "522242435303021232315121232024446462631311145404343626254515", 6, 8, 2},
    // clang-format on
};

static void result_is_told(void **state) {
    const struct result_case *row = *state;
    const struct stones_record record = record_of(row->slots, STONES_TOTAL);
    const struct packet packet = packet_of(PACKET_RESUME_GAME, 0, 0, 0);
    struct reply reply;

    session_judge(&packet, &record, &reply);
    const struct packet *over = &reply.packets[reply.count - 1];
    assert_true(over->type == PACKET_GAME_OVER);
    assert_int_equal(over->white, row->white);
    assert_int_equal(over->black, row->black);
    assert_int_equal(over->detail, row->detail);
}

static void equal_seed_pid_and_board_give_the_equal_answer(void **state) {
    (void)state;
    const struct stones_record record = record_of(whole, 8);
    const struct packet packet = packet_of(PACKET_PLACE_STONE, 5, 5, 8);
    struct packet other = packet;
    int others = 0;

    for (uint64_t seed = 0; seed < 32; seed++) {
        const struct session_mind mind = {.seed = seed};
        const struct stones_record next = session_place(&packet, &record, &mind);
        const struct stones_record again = session_place(&packet, &record, &mind);

        assert_int_equal(next.count, 10);
        assert_memory_equal(next.slots, record.slots, 8);
        assert_int_equal(next.slots[8], stones_slot(5, 5));
        assert_int_equal(next.slots[9], again.slots[9]);
        other.pid[15] = (uint8_t)seed;
        others += session_place(&other, &record, &mind).slots[9] != next.slots[9];
    }
    assert_true(others > 0); // the pid matters too
}

static void whole_games_end_after_thirty_stones(void **state) {
    (void)state;
    struct rng rng = rng_start(1, "white", 0);

    for (uint64_t seed = 0; seed < 200; seed++) {
        struct stones_record record = record_of("", 0);
        struct reply reply;
        while (record.count < STONES_TOTAL) {
            const struct stones game = stones_record_replay(&record, record.count);
            const int slot = record.strategy->choose(&game, &(struct budget){0}, &rng, NULL).slot;
            const struct packet packet =
                packet_of(PACKET_PLACE_STONE, stones_row(slot), stones_col(slot), record.count);
            assert_int_equal(session_judge(&packet, &record, &reply), SESSION_PLACE);
            record = session_place(&packet, &record, &(struct session_mind){.seed = seed});

            session_tell_stones(packet.pid, &record, &reply);
            expect_last_stones(&reply, &record);

            // The same packet once more gets the same bytes.
            struct reply repeated;
            assert_int_equal(session_judge(&packet, &record, &repeated), SESSION_ANSWERED);
            assert_int_equal(repeated.count, reply.count);
            assert_memory_equal(repeated.packets, reply.packets,
                                (size_t)reply.count * sizeof reply.packets[0]);
        }
    }
}

static void records_that_are_not_ours_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {"", "00000001 1 Random 23", "00000002 2 Random 2324",
                                      "00000002 1 Nobody 2324", "00000002 1 Random 2333"};
    struct stones_record record;

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(session_decode(bad[i], strlen(bad[i]), &record));
}

static void pids_are_written_and_read(void **state) {
    (void)state;
    uint8_t pid[PACKET_PID_LEN];
    char text[SESSION_PID_LEN + 1];

    assert_int_equal(SESSION_PID_LEN, PID_LEN);
    assert_true(session_pid_parse(pid_text, pid));
    assert_int_equal(pid[1], 0x11);
    assert_int_equal(pid[15], 0xff);
    session_pid_format(pid, text);
    assert_string_equal(text, pid_text);
    assert_false(session_pid_parse("00112233445566778899aabbccddeef", pid));
    assert_false(session_pid_parse("00112233445566778899AABBCCDDEEFF", pid));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_that_is_not_built_in_is_malformed),
        cmocka_unit_test(a_pid_that_no_server_makes_is_no_game),
        cmocka_unit_test(other_fields_of_a_stone_are_ignored),
        cmocka_unit_test(resume_tells_every_stone_as_it_was_told),
        cmocka_unit_test(equal_seed_pid_and_board_give_the_equal_answer),
        cmocka_unit_test(whole_games_end_after_thirty_stones),
        cmocka_unit_test(records_that_are_not_ours_are_refused),
        cmocka_unit_test(pids_are_written_and_read),
    };
    return RUN_TABLE(reads, read_judges) + RUN_TABLE(judges, judge_is) +
           RUN_TABLE(results, result_is_told) +
           cmocka_run_group_tests_name("session", tests, NULL, NULL);
}
