#include "core/stones_record.h"

#include <assert.h>
#include <string.h>

#include "record_text.h"

size_t stones_record_encode(const struct stones_record *record, char ret[STONES_RECORD_MAX]) {
    char *at = record_put_head(ret, record->count, record->strategy->name);

    for (int i = 0; i < record->count; i++) {
        *at++ = (char)('0' + stones_row(record->slots[i]));
        *at++ = (char)('0' + stones_col(record->slots[i]));
    }

    assert(at <= ret + STONES_RECORD_MAX);
    return (size_t)(at - ret);
}

static const struct stones_strategy *get_strategy(struct reader *in) {
    size_t len;
    const char *name = record_field(in, &len);
    const struct stones_strategy *strategy = stones_strategy_find(name, len);

    // Names are found in any case, but encode writes them in one.
    in->bad |= strategy == NULL || memcmp(strategy->name, name, len) != 0;
    return strategy;
}

// get_slots replays while it reads, so only a legal game is accepted.
static void get_slots(struct reader *in, struct stones_record *record) {
    struct stones game = stones_start();

    in->bad |= !record_pairs(in, record->count);
    for (int i = 0; !in->bad && i < record->count; i++, in->at += 2) {
        const int slot = stones_slot(in->at[0] - '0', in->at[1] - '0');
        in->bad |= stones_play(&game, slot) != CORE_OK;
        record->slots[i] = (uint8_t)slot;
    }
}

enum core_error stones_record_decode(const char *bytes, size_t len, struct stones_record *ret) {
    struct reader in = {bytes, bytes + len, false};
    struct stones_record record = {0};
    const enum core_error err = record_get_head(&in, STONES_TOTAL, &record.count);

    if (err != CORE_OK)
        return err;
    record.strategy = get_strategy(&in);
    get_slots(&in, &record);
    if (in.bad)
        return CORE_ERECORD;

    *ret = record;
    return CORE_OK;
}

struct stones stones_record_replay(const struct stones_record *record, int count) {
    assert(count >= 0 && count <= record->count);

    struct stones game = stones_start();
    for (int i = 0; i < count; i++)
        stones_play(&game, record->slots[i]);
    return game;
}
