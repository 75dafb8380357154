#include "name.h"

static int lower(char c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

bool name_matches(const char *name, const char *bytes, size_t len) {
    size_t i = 0;

    while (i < len && name[i] != '\0' && lower(name[i]) == lower(bytes[i]))
        i++;
    return i == len && name[i] == '\0';
}
