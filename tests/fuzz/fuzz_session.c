// fuzz_session.c - any packets against one game in a store of one: whatever comes, the answers hold
// together, and only a stone that is accepted changes the game, by two stones.
//
// A packet whose pid is all ones is given the game's, so that the fuzzer need not guess it.
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const uint8_t game_pid[PACKET_PID_LEN] = {0x11, 0x22, 0x33};

static void check_reply(const struct packet *asked, const struct reply *reply) {
    const struct packet *first = &reply->packets[0];

    assert(reply->count >= 1 && reply->count <= REPLY_PACKETS_MAX);
    for (int i = 0; i < reply->count; i++) {
        const struct packet *packet = &reply->packets[i];
        assert(packet->type >= PACKET_GAME_START && packet->type <= PACKET_REFUSED);
        assert(packet_is_reserved_clean(packet));
        assert(memcmp(packet->pid, asked->pid, PACKET_PID_LEN) == 0);
        assert(packet->stones <= STONES_TOTAL);
    }
    if (first->type == PACKET_REFUSED) {
        assert(reply->count == 1);
        assert(first->detail >= REFUSED_TYPE && first->detail <= REFUSED_STORE);
        assert(first->row == asked->row && first->col == asked->col);
    }
    if (first->type == PACKET_GAME_START)
        assert(reply->count == 1 + first->stones + (first->stones == STONES_TOTAL));
    if (first->type == PACKET_WHITE_PLACED)
        assert(reply->count == 2 + (first->stones == STONES_TOTAL - 1));
}

// play answers one packet as a server does, and returns the record that the store then has.
static struct stones_record play(const struct packet *packet, const struct stones_record *stored) {
    struct stones_record next = *stored;
    struct reply reply = {0}, again = {0};

    switch (session_read(packet, stones_strategy_find("Greedy", 6), &next, &reply)) {
    case SESSION_ANSWERED:
        assert(reply.packets[0].type == PACKET_REFUSED);
        check_reply(packet, &reply);
        return *stored;
    case SESSION_CREATE:
        session_tell_start(packet->pid, &next, &reply);
        check_reply(packet, &reply);
        assert(next.count == 0);
        // What is fuzzed here is the protocol: a search would only make it slow.
        if (next.strategy->scratch_size > 0)
            next.strategy = stones_strategy_find("Greedy", 6);
        return next;
    case SESSION_LOAD:
    case SESSION_PLACE:
        break;
    }
    if (memcmp(packet->pid, game_pid, PACKET_PID_LEN) != 0)
        return *stored;
    if (session_judge(packet, stored, &reply) == SESSION_ANSWERED) {
        check_reply(packet, &reply);
        return *stored;
    }
    next = session_place(packet, stored, &(struct session_mind){.seed = 1});
    assert(next.count == stored->count + 2);
    assert(memcmp(next.slots, stored->slots, (size_t)stored->count) == 0);
    session_tell_stones(packet->pid, &next, &reply);
    check_reply(packet, &reply);

    // Sent again, the packet gets the same answer.
    assert(session_judge(packet, &next, &again) == SESSION_ANSWERED);
    assert(again.count == reply.count);
    return next;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct stones_record record = {.strategy = stones_strategy_find("Random", 6)};
    struct packet packet;
    uint8_t ones[PACKET_PID_LEN];

    memset(ones, 0xff, sizeof ones);
    for (size_t at = 0; packet_decode(data + at, size - at, &packet) > 0; at += PACKET_LEN) {
        if (memcmp(packet.pid, ones, sizeof ones) == 0)
            memcpy(packet.pid, game_pid, sizeof game_pid);
        record = play(&packet, &record);

        char bytes[STONES_RECORD_MAX];
        struct stones_record decoded;
        assert(session_decode(bytes, stones_record_encode(&record, bytes), &decoded));
        assert(decoded.count == record.count);
    }
    return 0;
}
