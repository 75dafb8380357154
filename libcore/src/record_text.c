#include "record_text.h"

#include <string.h>

enum { VERSION_LEN = 8 };

char *record_put_head(char *at, int count, const char *strategy) {
    for (int i = VERSION_LEN - 1; i >= 0; i--, count /= 10)
        at[i] = (char)('0' + count % 10);
    at += VERSION_LEN;
    *at++ = ' ';
    *at++ = RECORD_FORMAT;
    *at++ = ' ';
    while (*strategy != '\0')
        *at++ = *strategy++;
    *at++ = ' ';
    return at;
}

const char *record_field(struct reader *in, size_t *ret_len) {
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

static int get_version(struct reader *in, int count_max) {
    size_t len;
    const char *digits = record_field(in, &len);
    int count = 0;

    in->bad |= len != VERSION_LEN;
    for (size_t i = 0; !in->bad && i < len; i++) {
        in->bad |= digits[i] < '0' || digits[i] > '9';
        count = count * 10 + (digits[i] - '0');
    }
    in->bad |= count > count_max;
    return count;
}

enum core_error record_get_head(struct reader *in, int count_max, int *ret_count) {
    size_t len;
    const int count = get_version(in, count_max);
    const char *format = record_field(in, &len);

    if (in->bad || len == 0)
        return CORE_ERECORD;
    if (len != 1 || format[0] != RECORD_FORMAT)
        return CORE_EFORMAT;
    *ret_count = count;
    return CORE_OK;
}

bool record_pairs(const struct reader *in, int count) {
    return (size_t)(in->end - in->at) == 2 * (size_t)count;
}
