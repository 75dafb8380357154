#include "core/omok_record.h"

#include <assert.h>
#include <string.h>

#include "record_text.h"

enum { KEY_DIGITS = 16 };

static const char hex[] = "0123456789abcdef";

static char *put_key(char *at, const struct omok_record *record) {
    if (!record->has_key) {
        *at = '-';
        return at + 1;
    }
    for (int i = 0; i < KEY_DIGITS; i++)
        at[i] = hex[record->key_hash >> (60 - 4 * i) & 15];
    return at + KEY_DIGITS;
}

size_t omok_record_encode(const struct omok_record *record, char ret[OMOK_RECORD_MAX]) {
    char *at = put_key(record_put_head(ret, record->count, record->strategy->name), record);

    *at++ = ' ';
    for (int i = 0; i < record->count; i++) {
        *at++ = (char)('a' + record->moves[i] % OMOK_SIZE);
        *at++ = (char)('a' + record->moves[i] / OMOK_SIZE);
    }

    assert(at <= ret + OMOK_RECORD_MAX);
    return (size_t)(at - ret);
}

static const struct omok_strategy *get_strategy(struct reader *in) {
    size_t len;
    const char *name = record_field(in, &len);
    const struct omok_strategy *strategy = omok_strategy_find(name, len);

    // Names are found in any case, but encode writes them in one.
    in->bad |= strategy == NULL || memcmp(strategy->name, name, len) != 0;
    return strategy;
}

static void get_key(struct reader *in, struct omok_record *record) {
    size_t len;
    const char *digits = record_field(in, &len);

    record->has_key = !(len == 1 && digits[0] == '-');
    if (!record->has_key)
        return;

    in->bad |= len != KEY_DIGITS;
    for (size_t i = 0; !in->bad && i < len; i++) {
        const char *digit = strchr(hex, digits[i]);
        in->bad |= digit == NULL || *digit == '\0';
        record->key_hash = record->key_hash << 4 | (uint64_t)(in->bad ? 0 : digit - hex);
    }
}

// get_moves replays while it reads, so only a legal game is accepted.
static void get_moves(struct reader *in, struct omok_record *record) {
    struct omok game = omok_start();

    in->bad |= !record_pairs(in, record->count);
    for (int i = 0; !in->bad && i < record->count; i++, in->at += 2) {
        const struct point at = {in->at[0] - 'a', in->at[1] - 'a'};
        in->bad |= omok_play(&game, at) != CORE_OK;
        record->moves[i] = (uint8_t)(at.y * OMOK_SIZE + at.x);
    }
}

enum core_error omok_record_decode(const char *bytes, size_t len, struct omok_record *ret) {
    struct reader in = {bytes, bytes + len, false};
    struct omok_record record = {0};
    const enum core_error err = record_get_head(&in, OMOK_POINTS, &record.count);

    if (err != CORE_OK)
        return err;
    record.strategy = get_strategy(&in);
    get_key(&in, &record);
    get_moves(&in, &record);
    if (in.bad)
        return CORE_ERECORD;

    *ret = record;
    return CORE_OK;
}

static enum stone colour_of(int index) {
    return index % 2 == 0 ? STONE_BLACK : STONE_WHITE;
}

struct omok omok_record_replay(const struct omok_record *record, int count) {
    assert(count >= 0 && count <= record->count);

    struct omok game = omok_start();
    if (count == 0)
        return game;

    // Only the last stone of a legal game can have won it: the others need not be looked at.
    const int last = count - 1, at = record->moves[last];
    for (int i = 0; i < last; i++)
        game.stones[record->moves[i] / OMOK_SIZE][record->moves[i] % OMOK_SIZE] =
            (uint8_t)colour_of(i);
    game.count = last;
    game.to_move = colour_of(last);
    omok_play(&game, (struct point){at % OMOK_SIZE, at / OMOK_SIZE});
    return game;
}
