// omok_record.h - a game of omok as it is stored: the moves in order and who plays them.
//
//   00000004 1 Smart 9ae16a3b2f90404f hhigiihi
//   |        | |     |                `- the moves, x then y as letters a..o, player first
//   |        | |     `- hash of the Idempotency-Key of the last request that played, or "-"
//   |        | `- the strategy that answers
//   |        `- format version
//   `- version: the number of stones, 8 digits, so that a store can compare it without decoding
//
// Everything else follows by replaying. Decoding refuses whatever encoding could not have written.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/omok.h"
#include "core/omok_strategy.h"

enum {
    RECORD_VERSION_LEN = 8, // digits in front of every record, of both games
    // version, format, strategy, key hash, moves, and the four blanks between them
    OMOK_RECORD_MAX = RECORD_VERSION_LEN + 1 + OMOK_STRATEGY_NAME_MAX + 16 + 2 * OMOK_POINTS + 4,
};

struct omok_record {
    const struct omok_strategy *strategy; // never NULL
    bool has_key;                         // the last request that played carried a key
    uint64_t key_hash;                    // its hash_bytes; 0 where has_key is false
    int count;                            // 0..OMOK_POINTS
    uint8_t moves[OMOK_POINTS];           // y * OMOK_SIZE + x, even ones by the player
};

// omok_record_encode writes the record without a NUL and returns its length.
size_t omok_record_encode(const struct omok_record *record, char ret[OMOK_RECORD_MAX]);

// omok_record_decode accepts exactly what encode writes for a legal game: CORE_ERECORD otherwise,
// CORE_EFORMAT when only the format version is unknown. *ret is set only on success.
enum core_error omok_record_decode(const char *bytes, size_t len, struct omok_record *ret);

// omok_record_replay returns the position after the first `count` moves, 0..record->count.
struct omok omok_record_replay(const struct omok_record *record, int count);
