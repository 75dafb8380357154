// fuzz_query.c - any query string is decoded, and every value in it judged, without harm.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "request.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_move(const struct move *move) {
    assert(move->refusal.detail_len <= REFUSAL_DETAIL_MAX);
    if (move->refusal.reason != REASON_NONE)
        return;
    assert(move->at.x >= 0 && move->at.x < OMOK_SIZE);
    assert(move->at.y >= 0 && move->at.y < OMOK_SIZE);
    assert(move->turn >= TURN_NONE && move->turn <= OMOK_POINTS);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const struct slice text = {(const char *)data, size};
    const struct query query = query_decode(text);
    struct refusal refusal = {.reason = REASON_NONE};
    char pid[PID_LEN + 1];

    for (int key = 0; key < KEY_COUNT; key++) {
        struct slice value = query.values[key];
        size_t count = 0;
        while (slice_next(&value) >= 0)
            count++;
        assert(count <= size);
    }
    if (query_pid(&query, pid, &refusal))
        assert(pid_is_wellformed(pid, PID_LEN));
    else
        assert(refusal.reason == REASON_NO_PID || refusal.reason == REASON_PID);
    query_strategy(&query, &refusal);

    const struct move move = query_move(&query, text);
    check_move(&move);
    return 0;
}
