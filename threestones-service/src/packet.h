// packet.h - the one message of the 3 Stones protocol: 32 bytes, big-endian. PROTOCOL.md explains
// it; server and client share this file.
//
//    0       4                   20  21  22     23     24    25    26         27         28     29
//   +-------+-------------------+---+---+------+------+-----+-----+----------+----------+------+---+
//   | type  | pid |row|col|points|stones|white|black|white_left|black_left|detail|000|
//   +-------+-------------------+---+---+------+------+-----+-----+----------+----------+------+---+
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PACKET_LEN = 32,
    PACKET_PID_LEN = 16,     // bytes; 32 hexadecimal digits where people see it
    PACKET_RESERVED_LEN = 3, // zero, or the packet is refused
    PACKET_NO_SLOT = 255,    // row and column where there is no slot
};

enum packet_type {
    PACKET_REQUEST_GAME_START = 0x0,
    PACKET_PLACE_STONE = 0x1,
    PACKET_RESUME_GAME = 0x2,
    PACKET_GAME_START = 0xA,
    PACKET_WHITE_PLACED = 0xB,
    PACKET_BLACK_PLACED = 0xC,
    PACKET_GAME_OVER = 0xD,
    PACKET_REFUSED = 0xE,
};

// Detail of REFUSED. X(name, number, words): the words say what was wrong to a person.
#define PACKET_REFUSALS(X)                                                                         \
    X(REFUSED_TYPE, 1, "unknown type")                                                             \
    X(REFUSED_MALFORMED, 2, "malformed")                                                           \
    X(REFUSED_NO_GAME, 3, "no such game")                                                          \
    X(REFUSED_NO_SLOT, 4, "not a slot")                                                            \
    X(REFUSED_OCCUPIED, 5, "occupied")                                                             \
    X(REFUSED_OFF_LINE, 6, "not in the last stone's row or column")                                \
    X(REFUSED_OVER, 7, "game over")                                                                \
    X(REFUSED_STALE, 8, "stale stones count")                                                      \
    X(REFUSED_STORE, 9, "store unavailable")

enum packet_refusal {
#define X(name, number, words) name = (number),
    PACKET_REFUSALS(X)
#undef X
        PACKET_REFUSALS_END // one more than the last
};

// Detail of GAME_OVER.
enum packet_result { RESULT_WHITE = 1, RESULT_BLACK = 2, RESULT_DRAW = 3 };

// A packet with every field as it came: decoding judges nothing, so that each packet can be
// answered, and encoding a decoded packet gives the same bytes.
struct packet {
    uint32_t type; // enum packet_type, or anything else
    uint8_t pid[PACKET_PID_LEN];
    uint8_t row, col;               // 0..6, or PACKET_NO_SLOT
    uint8_t points;                 // scored by the stone that the packet reports
    uint8_t stones;                 // on the board after it; in PLACE_STONE: before it
    uint8_t white, black;           // scores
    uint8_t white_left, black_left; // stones still to be placed
    uint8_t detail;                 // enum packet_refusal, enum packet_result, or a level
    uint8_t reserved[PACKET_RESERVED_LEN];
};

// packet_decode reads one packet from the front of `bytes`. It returns PACKET_LEN, or 0 and leaves
// *ret alone when the packet is not complete yet.
size_t packet_decode(const uint8_t *bytes, size_t len, struct packet *ret);

void packet_encode(const struct packet *packet, uint8_t ret[PACKET_LEN]);

// packet_is_reserved_clean tells whether the reserved bytes are zero, as they must be.
bool packet_is_reserved_clean(const struct packet *packet);

// packet_refusal_words returns what a REFUSED with this detail says; "unknown reason" for a detail
// that no server sends.
const char *packet_refusal_words(int detail);
