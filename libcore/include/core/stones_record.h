// stones_record.h - a game of 3 Stones as it is stored.
//
//   00000004 1 Strong 23242232
//   |        | |      `- the slots in order, row then column, white first
//   |        | `- the strategy that plays black
//   |        `- format version
//   `- version: the number of stones, 8 digits, so that a store can compare it without decoding
//
// Everything else follows by replaying. Decoding refuses whatever encoding could not have written.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/stones.h"
#include "core/stones_strategy.h"

enum { STONES_RECORD_MAX = 128 }; // 8 + 1 + 1 + 1 + a name under 16 + 1 + 60

struct stones_record {
    const struct stones_strategy *strategy; // never NULL
    int count;                              // 0..STONES_TOTAL
    uint8_t slots[STONES_TOTAL];            // in order, even ones white
};

// stones_record_encode writes the record without a NUL and returns its length.
size_t stones_record_encode(const struct stones_record *record, char ret[STONES_RECORD_MAX]);

// stones_record_decode accepts exactly what encode writes for a legal game: CORE_ERECORD otherwise,
// CORE_EFORMAT when only the format version is unknown. *ret is set only on success.
enum core_error stones_record_decode(const char *bytes, size_t len, struct stones_record *ret);

// stones_record_replay returns the position after the first `count` stones, 0..record->count.
struct stones stones_record_replay(const struct stones_record *record, int count);
