#include "packet.h"

#include <string.h>

enum { PID_AT = 4, FIELDS_AT = PID_AT + PACKET_PID_LEN, RESERVED_AT = PACKET_LEN - 3 };

static uint32_t get_u32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void put_u32(uint8_t *bytes, uint32_t number) {
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(number >> (24 - 8 * i));
}

size_t packet_decode(const uint8_t *bytes, size_t len, struct packet *ret) {
    if (len < PACKET_LEN)
        return 0;

    const uint8_t *fields = bytes + FIELDS_AT;
    *ret = (struct packet){
        .type = get_u32(bytes),
        .row = fields[0],
        .col = fields[1],
        .points = fields[2],
        .stones = fields[3],
        .white = fields[4],
        .black = fields[5],
        .white_left = fields[6],
        .black_left = fields[7],
        .detail = fields[8],
    };
    memcpy(ret->pid, bytes + PID_AT, PACKET_PID_LEN);
    memcpy(ret->reserved, bytes + RESERVED_AT, PACKET_RESERVED_LEN);
    return PACKET_LEN;
}

void packet_encode(const struct packet *packet, uint8_t ret[PACKET_LEN]) {
    const uint8_t fields[] = {
        packet->row,   packet->col,        packet->points,     packet->stones, packet->white,
        packet->black, packet->white_left, packet->black_left, packet->detail,
    };

    put_u32(ret, packet->type);
    memcpy(ret + PID_AT, packet->pid, PACKET_PID_LEN);
    memcpy(ret + FIELDS_AT, fields, sizeof fields);
    memcpy(ret + RESERVED_AT, packet->reserved, PACKET_RESERVED_LEN);
}

bool packet_is_reserved_clean(const struct packet *packet) {
    return (packet->reserved[0] | packet->reserved[1] | packet->reserved[2]) == 0;
}

const char *packet_refusal_words(int detail) {
    switch (detail) {
#define X(name, number, words)                                                                     \
    case name:                                                                                     \
        return words;
        PACKET_REFUSALS(X)
#undef X
    default:
        return "unknown reason";
    }
}
