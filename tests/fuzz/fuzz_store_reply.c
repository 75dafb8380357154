// Whatever a server says, in pieces of whatever size, is read and judged within its limits.
//
// The first byte is the size of the pieces, the rest what the server says.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include "store/redis_command.h"
#include "store/redis_sentinel.h"
#include "store/redis_slots.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_map(const struct redis_reply *reply) {
    const struct address asked = {.host = "asked", .port = 1};
    struct redis_range range;

    for (size_t i = 0; i < redis_ranges_count(reply); i++) {
        if (!redis_range_read(reply, i, &asked, &range))
            continue;
        assert(range.first >= 0 && range.first <= range.last && range.last < REDIS_SLOTS);
        assert(range.master.host[0] != '\0' && range.master.port != 0);
    }
}

static void judge(const struct redis_reply *reply) {
    const struct address asked = {.host = "asked", .port = 1};
    struct address master;

    for (enum store_verb verb = STORE_LOAD; verb <= STORE_SAVE; verb++) {
        const struct redis_judgement judged = redis_judge(verb, REDIS_ANSWERED, reply);
        assert(judged.status != STORE_UNKNOWN);
        assert(judged.value == NULL || (judged.len > 0 && judged.len <= STORE_VALUE_MAX));
        assert(judged.status == STORE_FAILED || judged.next == REDIS_NEXT_FINISH);
        if (judged.next != REDIS_NEXT_MOVED && judged.next != REDIS_NEXT_ASK)
            continue;
        assert(judged.target[0] != '\0' && judged.slot >= 0 && judged.slot < REDIS_SLOTS);
        if (redis_target_read(judged.target, &asked, &master))
            assert(master.host[0] != '\0' && master.port != 0);
    }
    if (redis_sentinel_read(reply, &master))
        assert(master.host[0] != '\0' && master.port != 0);
    read_map(reply);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct resp_reader *reader = resp_reader_new();
    const size_t piece = size == 0 ? 0 : (size_t)data[0] + 1;
    struct redis_reply *reply = NULL;
    int got = 0;

    assert(reader != NULL);
    for (size_t at = 1; at < size && got == 0; at += piece) {
        const size_t len = size - at < piece ? size - at : piece;
        assert(resp_feed(reader, (const char *)data + at, len));
        while ((got = resp_next(reader, &reply)) == 1) {
            judge(reply);
            redis_reply_free(reply);
        }
    }
    resp_reader_free(reader);
    return 0;
}
