// text.h - text put together, piece by piece, in a buffer of fixed size that the caller owns.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *bytes; // not NUL-terminated
    size_t len;  // bytes written, at most size
    size_t size;
    bool cut; // something did not fit and was left out, whole
};

struct text text_start(char *bytes, size_t size);

// Each of these adds one piece whole or, when it does not fit, leaves it out and sets `cut`.
void text_put(struct text *text, const char *bytes, size_t len);
void text_add(struct text *text, const char *string);
void text_int(struct text *text, int64_t number);
void text_format(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

// text_quote adds a JSON string, quotes included: '"', '\' and every byte outside 0x20..0x7e are
// written \u00xx, so any bytes give one line of ASCII. It may be cut anywhere.
void text_quote(struct text *text, const char *bytes, size_t len);

// text_escape is text_quote without the quotes: a piece of a longer string.
void text_escape(struct text *text, const char *bytes, size_t len);
