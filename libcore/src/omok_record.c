#include "core/omok_record.h"

#include <assert.h>
#include <string.h>

enum { FORMAT = '1', KEY_DIGITS = 16 };

static const char hex[] = "0123456789abcdef";

// A cursor over the bytes to decode; a field that does not fit sets `bad` and stops it.
struct reader {
    const char *at, *end;
    bool bad;
};

static char *put(char *at, const char *bytes, size_t len) {
    memcpy(at, bytes, len);
    return at + len;
}

static char *put_version(char *at, int count) {
    for (int i = RECORD_VERSION_LEN - 1; i >= 0; i--) {
        at[i] = (char)('0' + count % 10);
        count /= 10;
    }
    return at + RECORD_VERSION_LEN;
}

static char *put_key(char *at, const struct omok_record *record) {
    if (!record->has_key)
        return put(at, "-", 1);
    for (int i = 0; i < KEY_DIGITS; i++)
        at[i] = hex[record->key_hash >> (60 - 4 * i) & 15];
    return at + KEY_DIGITS;
}

size_t omok_record_encode(const struct omok_record *record, char ret[OMOK_RECORD_MAX]) {
    char *at = put_version(ret, record->count);

    *at++ = ' ';
    *at++ = FORMAT;
    *at++ = ' ';
    at = put(at, record->strategy->name, strlen(record->strategy->name));
    *at++ = ' ';
    at = put_key(at, record);
    *at++ = ' ';
    for (int i = 0; i < record->count; i++) {
        *at++ = (char)('a' + record->moves[i] % OMOK_SIZE);
        *at++ = (char)('a' + record->moves[i] / OMOK_SIZE);
    }

    assert(at <= ret + OMOK_RECORD_MAX);
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

    in->bad |= len != RECORD_VERSION_LEN;
    for (size_t i = 0; !in->bad && i < len; i++) {
        in->bad |= digits[i] < '0' || digits[i] > '9';
        count = count * 10 + (digits[i] - '0');
    }
    in->bad |= count > OMOK_POINTS;
    return count;
}

static const struct omok_strategy *get_strategy(struct reader *in) {
    size_t len;
    const char *name = field(in, &len);
    const struct omok_strategy *strategy = omok_strategy_find(name, len);

    // Names are found in any case, but encode writes them in one.
    in->bad |= strategy == NULL || memcmp(strategy->name, name, len) != 0;
    return strategy;
}

static void get_key(struct reader *in, struct omok_record *record) {
    size_t len;
    const char *digits = field(in, &len);

    record->has_key = !(len == 1 && digits[0] == '-');
    if (!record->has_key)
        return;

    in->bad |= len != KEY_DIGITS;
    for (size_t i = 0; !in->bad && i < len; i++) {
        const char *digit = memchr(hex, digits[i], 16);
        in->bad |= digit == NULL;
        record->key_hash = record->key_hash << 4 | (uint64_t)(digit == NULL ? 0 : digit - hex);
    }
}

// get_moves replays while it reads, so only a legal game is accepted.
static void get_moves(struct reader *in, struct omok_record *record) {
    struct omok game = omok_start();

    in->bad |= in->end - in->at != 2 * record->count;
    for (int i = 0; !in->bad && i < record->count; i++, in->at += 2) {
        const struct point at = {in->at[0] - 'a', in->at[1] - 'a'};
        in->bad |= omok_play(&game, at) != CORE_OK;
        record->moves[i] = (uint8_t)(at.y * OMOK_SIZE + at.x);
    }
}

enum core_error omok_record_decode(const char *bytes, size_t len, struct omok_record *ret) {
    struct reader in = {bytes, bytes + len, false};
    struct omok_record record = {0};
    size_t format_len;

    record.count = get_version(&in);
    const char *format = field(&in, &format_len);
    if (in.bad || format_len == 0)
        return CORE_ERECORD;
    if (format_len != 1 || format[0] != FORMAT)
        return CORE_EFORMAT;

    record.strategy = get_strategy(&in);
    get_key(&in, &record);
    get_moves(&in, &record);
    if (in.bad)
        return CORE_ERECORD;

    *ret = record;
    return CORE_OK;
}

struct omok omok_record_replay(const struct omok_record *record, int count) {
    assert(count >= 0 && count <= record->count);

    struct omok game = omok_start();
    for (int i = 0; i < count; i++)
        omok_play(&game,
                  (struct point){record->moves[i] % OMOK_SIZE, record->moves[i] / OMOK_SIZE});
    return game;
}
