#include "core/stones_record.h"

#include <assert.h>
#include <string.h>

enum { VERSION_LEN = 8, FORMAT = '1' };

// A cursor over the bytes to decode; a field that does not fit sets `bad` and stops it.
struct reader {
    const char *at, *end;
    bool bad;
};

size_t stones_record_encode(const struct stones_record *record, char ret[STONES_RECORD_MAX]) {
    const size_t name_len = strlen(record->strategy->name);
    char *at = ret + VERSION_LEN;

    for (int i = 0, rest = record->count; i < VERSION_LEN; i++, rest /= 10)
        at[-1 - i] = (char)('0' + rest % 10);
    *at++ = ' ';
    *at++ = FORMAT;
    *at++ = ' ';
    memcpy(at, record->strategy->name, name_len);
    at += name_len;
    *at++ = ' ';
    for (int i = 0; i < record->count; i++) {
        *at++ = (char)('0' + stones_row(record->slots[i]));
        *at++ = (char)('0' + stones_col(record->slots[i]));
    }

    assert(at <= ret + STONES_RECORD_MAX);
    return (size_t)(at - ret);
}

// field returns the bytes up to the next blank, which it skips.
static const char *field(struct reader *in, size_t *ret_len) {
    const char *start = in->at, *blank = memchr(start, ' ', (size_t)(in->end - start));

    if (blank == NULL) {
        in->bad = true;
        *ret_len = 0;
        return start;
    }
    in->at = blank + 1;
    *ret_len = (size_t)(blank - start);
    return start;
}

static int get_version(struct reader *in) {
    size_t len;
    const char *digits = field(in, &len);
    int count = 0;

    in->bad |= len != VERSION_LEN;
    for (size_t i = 0; !in->bad && i < len; i++) {
        in->bad |= digits[i] < '0' || digits[i] > '9';
        count = count * 10 + (digits[i] - '0');
    }
    in->bad |= count > STONES_TOTAL;
    return count;
}

static const struct stones_strategy *get_strategy(struct reader *in) {
    size_t len;
    const char *name = field(in, &len);
    const struct stones_strategy *strategy = stones_strategy_find(name, len);

    // Names are found in any case, but encode writes them in one.
    in->bad |= strategy == NULL || memcmp(strategy->name, name, len) != 0;
    return strategy;
}

// get_slots replays while it reads, so only a legal game is accepted.
static void get_slots(struct reader *in, struct stones_record *record) {
    struct stones game = stones_start();

    in->bad |= in->end - in->at != 2 * record->count;
    for (int i = 0; !in->bad && i < record->count; i++, in->at += 2) {
        const int slot = stones_slot(in->at[0] - '0', in->at[1] - '0');
        in->bad |= stones_play(&game, slot) != CORE_OK;
        record->slots[i] = (uint8_t)slot;
    }
}

enum core_error stones_record_decode(const char *bytes, size_t len, struct stones_record *ret) {
    struct reader in = {bytes, bytes + len, false};
    struct stones_record record = {0};
    size_t format_len;

    record.count = get_version(&in);
    const char *format = field(&in, &format_len);
    if (in.bad || format_len == 0)
        return CORE_ERECORD;
    if (format_len != 1 || format[0] != FORMAT)
        return CORE_EFORMAT;

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
