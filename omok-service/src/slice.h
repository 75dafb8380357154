// slice.h - a part of a request as it came, in memory that belongs to somebody else.
#pragma once

#include <stddef.h>

struct slice {
    const char *bytes; // NULL = not given
    size_t len;
};
