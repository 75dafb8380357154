#include "test.h"

#include <string.h>

#include "match.h"

static const uint8_t pid[PACKET_PID_LEN] = {0x11, 0x22, 0x33, 0x44};
static const uint8_t other_pid[PACKET_PID_LEN] = {0x11, 0x22, 0x33, 0x45};

// The first game of data/threestones/games.jsonl.
static const char whole[] = "211131363515125222024243131454343230202545464041515553032326";

static int slot_at(int index) {
    return stones_slot(whole[2 * index] - '0', whole[2 * index + 1] - '0');
}

// standing is what a server tells of a game as of its last stone.
static struct packet standing(uint32_t type, const struct stones *game) {
    struct packet packet = {
        .type = type,
        .row = 255,
        .col = 255,
        .stones = (uint8_t)game->count,
        .white = (uint8_t)game->points[0],
        .black = (uint8_t)game->points[1],
        .white_left = (uint8_t)(15 - (game->count + 1) / 2),
        .black_left = (uint8_t)(15 - game->count / 2),
    };

    memcpy(packet.pid, pid, sizeof pid);
    return packet;
}

// told places the next stone of the game above and returns the packet about it.
static struct packet told(struct stones *game) {
    const int side = game->count % 2, slot = slot_at(game->count), before = game->points[side];

    assert_int_equal(stones_play(game, slot), CORE_OK);
    struct packet packet = standing(side == 0 ? PACKET_WHITE_PLACED : PACKET_BLACK_PLACED, game);
    packet.row = (uint8_t)stones_row(slot);
    packet.col = (uint8_t)stones_col(slot);
    packet.points = (uint8_t)(game->points[side] - before);
    return packet;
}

// begun is a new game, `count` of whose stones have been played by the rules of the protocol.
static struct match begun(int count, struct stones *ret_game) {
    struct match match = match_start();
    struct stones game = stones_start();
    struct packet packet = match_ask_new(&match, 0);

    packet = standing(PACKET_GAME_START, &game);
    assert_int_equal(match_take(&match, &packet), MATCH_BEGAN);
    while (game.count < count) {
        if (match.state == MATCH_YOURS)
            match_ask_stone(&match, slot_at(game.count));
        packet = told(&game);
        assert_int_equal(match_take(&match, &packet), MATCH_STONE);
    }
    *ret_game = game;
    return match;
}

static void expect_unchanged(struct match *match, const struct packet *packet) {
    const struct match before = *match;

    assert_int_equal(match_take(match, packet), MATCH_NONSENSE);
    assert_memory_equal(match, &before, sizeof before);
}

static void a_whole_game_is_followed(void **state) {
    (void)state;
    struct stones game;
    struct match match = begun(STONES_TOTAL, &game);

    assert_int_equal(match.state, MATCH_ENDING);
    struct packet over = standing(PACKET_GAME_OVER, &game);
    over.detail = RESULT_WHITE; // 8 to 6
    assert_int_equal(match_take(&match, &over), MATCH_FINISHED);
    assert_int_equal(match.state, MATCH_OVER);
    assert_int_equal(match.result, RESULT_WHITE);
    for (int i = 0; i < STONES_TOTAL; i++)
        assert_int_equal(match.slots[i], slot_at(i));
    assert_int_equal(match.points[12], 1);
    assert_int_equal(match.points[16], 2);
}

static void a_stored_game_is_listed(void **state) {
    (void)state;
    for (int count = 0; count <= STONES_TOTAL; count += 2) {
        struct match match = match_start();
        struct stones whole_game = stones_start(), game = stones_start();

        for (int i = 0; i < count; i++)
            told(&whole_game);
        match_set_pid(&match, pid);
        struct packet packet = match_ask_again(&match);
        assert_true(packet.type == PACKET_RESUME_GAME);
        assert_memory_equal(packet.pid, pid, sizeof pid);

        packet = standing(PACKET_GAME_START, &whole_game);
        assert_int_equal(match_take(&match, &packet), count > 0 ? MATCH_LISTED : MATCH_RESUMED);
        for (int i = 0; i < count; i++) {
            packet = told(&game);
            assert_int_equal(match_take(&match, &packet),
                             i == count - 1 ? MATCH_RESUMED : MATCH_LISTED);
        }
        assert_int_equal(match.state, count == STONES_TOTAL ? MATCH_ENDING : MATCH_YOURS);
        assert_int_equal(match.game.count, count);
    }
}

// One field of a right answer is changed: the client believes none of it.
static struct lie_case {
    const char *name;
    size_t offset;
} lies[] = {
    // clang-format off
    {"type",       offsetof(struct packet, type)},
    {"pid",        offsetof(struct packet, pid) + 15},
    {"row",        offsetof(struct packet, row)},
    {"col",        offsetof(struct packet, col)},
    {"points",     offsetof(struct packet, points)},
    {"stones",     offsetof(struct packet, stones)},
    {"white",      offsetof(struct packet, white)},
    {"black",      offsetof(struct packet, black)},
    {"white_left", offsetof(struct packet, white_left)},
    {"black_left", offsetof(struct packet, black_left)},
    {"reserved",   offsetof(struct packet, reserved) + 2},
    // clang-format on
};

static struct packet lied(struct packet packet, size_t offset) {
    ((uint8_t *)&packet)[offset] ^= 0x10;
    return packet;
}

static void lie_is_not_believed(void **state) {
    const struct lie_case *row = *state;
    struct stones game;
    struct packet packet;

    struct match match = begun(24, &game);
    match_ask_stone(&match, slot_at(24));
    packet = lied(told(&game), row->offset); // white's stone
    expect_unchanged(&match, &packet);

    match = begun(25, &game);
    packet = lied(told(&game), row->offset); // black's
    expect_unchanged(&match, &packet);

    match = begun(30, &game);
    packet = standing(PACKET_GAME_OVER, &game);
    packet.detail = RESULT_WHITE;
    packet = lied(packet, row->offset);
    if (row->offset == offsetof(struct packet, row) ||
        row->offset == offsetof(struct packet, col) ||
        row->offset == offsetof(struct packet, points))
        return; // not a field of GAME_OVER
    expect_unchanged(&match, &packet);
}

static void wrong_results_are_not_believed(void **state) {
    (void)state;
    struct stones game;
    struct match match = begun(30, &game);
    struct packet over = standing(PACKET_GAME_OVER, &game);

    for (int detail = 0; detail < 256; detail++) {
        over.detail = (uint8_t)detail;
        if (detail != RESULT_WHITE)
            expect_unchanged(&match, &over);
    }
}

static void only_the_stone_that_was_sent_is_reported(void **state) {
    (void)state;
    struct stones game;
    struct match match = begun(0, &game);

    match_ask_stone(&match, stones_slot(2, 2));
    const struct packet other = told(&game); // (2,1)
    expect_unchanged(&match, &other);
}

static void packets_that_nobody_asked_for_are_nonsense(void **state) {
    (void)state;
    struct stones game;
    struct match match = begun(8, &game); // white's turn
    const uint32_t types[] = {0, 1, 2, 3, 10, 11, 12, 13, 14, 0xffffffff};

    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        struct packet packet = standing(types[i], &game);
        packet.detail = 1;
        expect_unchanged(&match, &packet);
    }
}

static void a_list_must_keep_what_its_beginning_promised(void **state) {
    (void)state;
    struct match match = match_start();
    struct stones six = stones_start(), game = stones_start();

    for (int i = 0; i < 6; i++)
        told(&six);
    match_set_pid(&match, pid);
    match_ask_again(&match);
    struct packet start = standing(PACKET_GAME_START, &six);
    start.white = 3; // nobody has scored yet
    assert_int_equal(match_take(&match, &start), MATCH_LISTED);
    for (int i = 0; i < 5; i++) {
        const struct packet packet = told(&game);
        assert_int_equal(match_take(&match, &packet), MATCH_LISTED);
    }
    const struct packet last = told(&game);
    expect_unchanged(&match, &last);
}

static void starts_that_cannot_be_are_nonsense(void **state) {
    (void)state;
    const struct stones empty = stones_start();
    struct match match = match_start();
    struct packet start = standing(PACKET_GAME_START, &empty);

    match_ask_new(&match, 3);
    start.stones = 2;
    expect_unchanged(&match, &start);
    start = standing(PACKET_GAME_START, &empty);
    start.white_left = 14;
    expect_unchanged(&match, &start);

    match_set_pid(&match, pid);
    match_ask_again(&match);
    start = standing(PACKET_GAME_START, &empty);
    start.stones = 31;
    expect_unchanged(&match, &start);
    start = standing(PACKET_GAME_START, &empty);
    memcpy(start.pid, other_pid, sizeof other_pid);
    expect_unchanged(&match, &start);
}

static void a_refusal_leaves_the_game_as_it_was(void **state) {
    (void)state;
    struct stones game;
    struct match match = begun(8, &game);

    for (int detail = 0; detail < 256; detail++) {
        struct packet refused = match_ask_stone(&match, slot_at(8));
        const struct stones before = match.game;
        refused.type = PACKET_REFUSED;
        refused.detail = (uint8_t)detail;
        const bool is_known = detail >= REFUSED_TYPE && detail <= REFUSED_STORE;
        assert_int_equal(match_take(&match, &refused), is_known ? MATCH_REFUSED : MATCH_NONSENSE);
        assert_memory_equal(&match.game, &before, sizeof before);
        match.state = MATCH_YOURS;
    }
    struct packet refused = match_ask_stone(&match, slot_at(8));
    refused.type = PACKET_REFUSED;
    refused.detail = REFUSED_OCCUPIED;
    refused.row ^= 1; // about another slot than the one that was sent
    expect_unchanged(&match, &refused);
}

static void a_request_that_was_lost_is_asked_again(void **state) {
    (void)state;
    struct match match = match_start();
    const struct packet first = match_ask_new(&match, 2), second = match_ask_again(&match);

    assert_int_equal(first.detail, 2);
    assert_memory_equal(&first, &second, sizeof first);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_game_is_followed),
        cmocka_unit_test(a_stored_game_is_listed),
        cmocka_unit_test(wrong_results_are_not_believed),
        cmocka_unit_test(only_the_stone_that_was_sent_is_reported),
        cmocka_unit_test(packets_that_nobody_asked_for_are_nonsense),
        cmocka_unit_test(a_list_must_keep_what_its_beginning_promised),
        cmocka_unit_test(starts_that_cannot_be_are_nonsense),
        cmocka_unit_test(a_refusal_leaves_the_game_as_it_was),
        cmocka_unit_test(a_request_that_was_lost_is_asked_again),
    };
    return RUN_TABLE(lies, lie_is_not_believed) +
           cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
