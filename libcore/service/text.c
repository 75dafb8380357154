#include "service/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { INT_DIGITS_MAX = 20 }; // -9223372036854775808

struct text text_start(char *bytes, size_t size) {
    return (struct text){.bytes = bytes, .size = size};
}

void text_put(struct text *text, const char *bytes, size_t len) {
    if (len > text->size - text->len) {
        text->cut = true;
        return;
    }
    memcpy(text->bytes + text->len, bytes, len);
    text->len += len;
}

void text_add(struct text *text, const char *string) {
    text_put(text, string, strlen(string));
}

void text_int(struct text *text, int64_t number) {
    char digits[INT_DIGITS_MAX];
    char *at = digits + sizeof digits;
    uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;

    do
        *--at = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (number < 0)
        *--at = '-';

    text_put(text, at, (size_t)(digits + sizeof digits - at));
}

void text_format(struct text *text, const char *format, ...) {
    const size_t room = text->size - text->len;
    va_list args;

    va_start(args, format);
    // vsnprintf ends its output with a NUL, which needs a byte of its own.
    const int len = vsnprintf(text->bytes + text->len, room, format, args);
    va_end(args);

    if (len < 0 || (size_t)len >= room)
        text->cut = true;
    else
        text->len += (size_t)len;
}

static bool is_plain(unsigned char c) {
    return c >= 0x20 && c <= 0x7e && c != '"' && c != '\\';
}

void text_escape(struct text *text, const char *bytes, size_t len) {
    static const char hex[] = "0123456789abcdef";

    for (size_t i = 0; i < len; i++) {
        const unsigned char c = (unsigned char)bytes[i];
        if (is_plain(c))
            text_put(text, bytes + i, 1);
        else
            text_put(text, (char[]){'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]}, 6);
    }
}

void text_quote(struct text *text, const char *bytes, size_t len) {
    text_put(text, "\"", 1);
    text_escape(text, bytes, len);
    text_put(text, "\"", 1);
}
