#include "test.h"

#include <string.h>

#include "packet.h"

// Each field has a value of its own, so that no two can be mixed up.
static const uint8_t numbered[PACKET_LEN] = {
    0x01, 0x02, 0x03, 0x04,                         // type
    0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, // pid
    0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f, //
    0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, // row .. black_left
    0x28, 0x29, 0x2a, 0x2b,                         // detail, reserved
};

static struct field_case {
    const char *name;
    size_t at; // the byte that the field is in
    size_t offset;
} fields[] = {
    // clang-format off
    {"row",        20, offsetof(struct packet, row)},
    {"col",        21, offsetof(struct packet, col)},
    {"points",     22, offsetof(struct packet, points)},
    {"stones",     23, offsetof(struct packet, stones)},
    {"white",      24, offsetof(struct packet, white)},
    {"black",      25, offsetof(struct packet, black)},
    {"white_left", 26, offsetof(struct packet, white_left)},
    {"black_left", 27, offsetof(struct packet, black_left)},
    {"detail",     28, offsetof(struct packet, detail)},
    {"reserved",   29, offsetof(struct packet, reserved)},
    {"reserved 2", 30, offsetof(struct packet, reserved) + 1},
    {"reserved 3", 31, offsetof(struct packet, reserved) + 2},
    {"pid",         4, offsetof(struct packet, pid)},
    {"pid's last", 19, offsetof(struct packet, pid) + 15},
    // clang-format on
};

static void field_is_where_the_protocol_says(void **state) {
    const struct field_case *row = *state;
    uint8_t bytes[PACKET_LEN] = {0}, encoded[PACKET_LEN];
    struct packet packet;

    bytes[row->at] = 0xa5;
    assert_int_equal(packet_decode(bytes, sizeof bytes, &packet), PACKET_LEN);
    assert_int_equal(((const uint8_t *)&packet)[row->offset], 0xa5);
    packet_encode(&packet, encoded);
    assert_memory_equal(encoded, bytes, PACKET_LEN);
}

static struct type_case {
    const char *name;
    uint32_t type;
    uint8_t bytes[4];
} types[] = {
    // clang-format off
    {"REQUEST_GAME_START", PACKET_REQUEST_GAME_START, {0, 0, 0, 0}},
    {"PLACE_STONE",        PACKET_PLACE_STONE,        {0, 0, 0, 1}},
    {"RESUME_GAME",        PACKET_RESUME_GAME,        {0, 0, 0, 2}},
    {"GAME_START",         PACKET_GAME_START,         {0, 0, 0, 0x0a}},
    {"WHITE_PLACED",       PACKET_WHITE_PLACED,       {0, 0, 0, 0x0b}},
    {"BLACK_PLACED",       PACKET_BLACK_PLACED,       {0, 0, 0, 0x0c}},
    {"GAME_OVER",          PACKET_GAME_OVER,          {0, 0, 0, 0x0d}},
    {"REFUSED",            PACKET_REFUSED,            {0, 0, 0, 0x0e}},
    {"big-endian",         0x01020304,                {1, 2, 3, 4}},
    {"highest",            0xffffffff,                {0xff, 0xff, 0xff, 0xff}},
    // clang-format on
};

static void type_has_its_number(void **state) {
    const struct type_case *row = *state;
    uint8_t bytes[PACKET_LEN] = {0}, encoded[PACKET_LEN];
    struct packet packet;

    memcpy(bytes, row->bytes, 4);
    assert_int_equal(packet_decode(bytes, sizeof bytes, &packet), PACKET_LEN);
    assert_true(packet.type == row->type);
    packet_encode(&packet, encoded);
    assert_memory_equal(encoded, bytes, PACKET_LEN);
}

static void any_bytes_come_back(void **state) {
    (void)state;
    uint8_t encoded[PACKET_LEN];
    struct packet packet;

    assert_int_equal(packet_decode(numbered, PACKET_LEN, &packet), PACKET_LEN);
    packet_encode(&packet, encoded);
    assert_memory_equal(encoded, numbered, PACKET_LEN);
}

static void a_packet_waits_for_its_last_byte(void **state) {
    (void)state;
    struct packet packet = {.type = 77};

    for (size_t len = 0; len < PACKET_LEN; len++) {
        assert_int_equal(packet_decode(numbered, len, &packet), 0);
        assert_int_equal(packet.type, 77);
    }
}

// Two packets arrive in two pieces, cut at every point: the receiver gets the same two.
static void pieces_make_the_same_packets(void **state) {
    (void)state;
    uint8_t sent[2 * PACKET_LEN], received[2 * PACKET_LEN], encoded[PACKET_LEN];

    for (size_t i = 0; i < sizeof sent; i++)
        sent[i] = (uint8_t)(i * 37);
    for (size_t cut = 0; cut <= sizeof sent; cut++) {
        const size_t pieces[] = {cut, sizeof sent - cut};
        size_t len = 0, at = 0;
        struct packet packet;

        for (int i = 0; i < 2; i++) {
            memcpy(received + len, sent + len, pieces[i]);
            len += pieces[i];
            size_t used;
            while ((used = packet_decode(received + at, len - at, &packet)) > 0) {
                packet_encode(&packet, encoded);
                assert_memory_equal(encoded, sent + at, PACKET_LEN);
                at += used;
            }
            assert_true(len - at < PACKET_LEN);
        }
        assert_int_equal(at, sizeof sent);
    }
}

static void reserved_bytes_are_zero_or_not(void **state) {
    (void)state;
    for (int i = 0; i < PACKET_RESERVED_LEN; i++) {
        struct packet packet = {.detail = 1};
        assert_true(packet_is_reserved_clean(&packet));
        packet.reserved[i] = 0x80;
        assert_false(packet_is_reserved_clean(&packet));
    }
}

static void refusals_have_words(void **state) {
    (void)state;
    assert_string_equal(packet_refusal_words(1), "unknown type");
    assert_string_equal(packet_refusal_words(9), "store unavailable");
    assert_string_equal(packet_refusal_words(0), "unknown reason");
    assert_string_equal(packet_refusal_words(10), "unknown reason");
    assert_string_equal(packet_refusal_words(-1), "unknown reason");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_bytes_come_back),
        cmocka_unit_test(a_packet_waits_for_its_last_byte),
        cmocka_unit_test(pieces_make_the_same_packets),
        cmocka_unit_test(reserved_bytes_are_zero_or_not),
        cmocka_unit_test(refusals_have_words),
    };
    return RUN_TABLE(fields, field_is_where_the_protocol_says) +
           RUN_TABLE(types, type_has_its_number) +
           cmocka_run_group_tests_name("packet", tests, NULL, NULL);
}
