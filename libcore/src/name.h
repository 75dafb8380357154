// name.h - names of strategies, as people write them.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// name_matches compares a NUL-terminated name with `len` bytes, whatever the case of ASCII letters.
bool name_matches(const char *name, const char *bytes, size_t len);
