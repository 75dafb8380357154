// record_text.h - what the records of both games have in common: fields with a blank after each,
// the first a version, the second a format.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "core/error.h"

enum { RECORD_FORMAT = '1' };

// A cursor over the bytes to decode; a field that does not fit sets `bad` and stops it.
struct reader {
    const char *at, *end;
    bool bad;
};

// record_put_head writes version, format and a strategy's name, a blank after each, and returns
// where to go on.
char *record_put_head(char *at, int count, const char *strategy);

// record_get_head reads version and format. *ret_count is 0..count_max on CORE_OK.
enum core_error record_get_head(struct reader *in, int count_max, int *ret_count);

// record_field returns the bytes up to the next blank, which it skips.
const char *record_field(struct reader *in, size_t *ret_len);

// record_pairs tells whether exactly `count` pairs of bytes are left.
bool record_pairs(const struct reader *in, int count);
