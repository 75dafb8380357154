// fuzz_packet.c - any bytes as packets: each comes back as the bytes it was made of, and a cut
// anywhere makes no difference.
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "packet.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t bytes[PACKET_LEN];
    struct packet packet;
    size_t at = 0, used;

    while ((used = packet_decode(data + at, size - at, &packet)) > 0) {
        assert(used == PACKET_LEN);
        packet_encode(&packet, bytes);
        assert(memcmp(bytes, data + at, PACKET_LEN) == 0);
        assert(packet_is_reserved_clean(&packet) ==
               (data[at + 29] == 0 && data[at + 30] == 0 && data[at + 31] == 0));
        assert(packet_refusal_words(packet.detail) != NULL);
        for (size_t len = 0; len < PACKET_LEN; len++)
            assert(packet_decode(data + at, len, &packet) == 0);
        at += used;
    }
    assert(size - at < PACKET_LEN);
    return 0;
}
