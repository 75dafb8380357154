// fuzz_request.c - any stored record, target and key: whatever play makes of them, the answer is
// one line of JSON in ASCII that fits, and the game goes on to be a legal one.
//
// The input is three lines: a record, a request target, an Idempotency-Key.
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "judge.h"
#include "reply.h"
#include "request.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct slice next_line(struct slice *rest) {
    const char *end = rest->len == 0 ? NULL : memchr(rest->bytes, '\n', rest->len);
    const size_t len = end == NULL ? rest->len : (size_t)(end - rest->bytes);
    const struct slice line = {rest->bytes, len};
    const size_t used = len + (end != NULL);

    *rest = (struct slice){rest->bytes + used, rest->len - used};
    return line;
}

static void check_text(const struct text *text) {
    assert(!text->cut && text->len > 2);
    assert(text->bytes[0] == '{' && text->bytes[text->len - 1] == '}');
    for (size_t i = 0; i < text->len; i++)
        assert(text->bytes[i] >= 0x20 && text->bytes[i] <= 0x7e);
}

static void play(const struct omok_record *record, const struct move *move,
                 const struct judgement *judgement) {
    struct omok_record next = *record, again;
    struct omok game = judgement->game;
    char value[OMOK_RECORD_MAX];

    assert(omok_play(&game, move->at) == CORE_OK);
    record_add(&next, move->at);
    assert(omok_record_decode(value, omok_record_encode(&next, value), &again) == CORE_OK);
    assert(again.count == record->count + 1);
}

static void check_play(const struct omok_record *record, const struct move *move) {
    const struct judgement judgement = judge_move(record, move);
    struct told ack, answer;
    char bytes[REPLY_MAX];
    struct text text = text_start(bytes, sizeof bytes);

    if (judgement.verdict == VERDICT_PLAY) {
        play(record, move, &judgement);
        return;
    }
    if (judgement.verdict == VERDICT_REFUSE)
        reply_refusal(&text, &judgement.refusal);
    else
        reply_play(&text, &ack,
                   tell_repeat(record, judgement.index, &ack, &answer) ? &answer : NULL);
    check_text(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct slice rest = {(const char *)data, size};
    const struct slice line = next_line(&rest), target = next_line(&rest), key = next_line(&rest);
    struct slice path, text;
    struct omok_record record;
    char bytes[REPLY_MAX];
    struct text body = text_start(bytes, sizeof bytes);

    if (size == 0)
        return 0;
    request_split(target.bytes, target.len, &path, &text);
    const enum route route = route_find(path);
    assert((int)route >= 0 && route < ROUTE_COUNT);
    const struct query query = query_decode(text);
    const struct move move = query_move(&query, key);

    if (omok_record_decode(line.bytes, line.len, &record) != CORE_OK)
        return 0;
    reply_game(&body, "0123456789abcdef0123456789abcdef", &record);
    check_text(&body);
    check_play(&record, &move);
    return 0;
}
