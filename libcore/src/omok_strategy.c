#include "core/omok_strategy.h"

#include "omok_opponents.h"

const struct omok_strategy omok_strategies[] = {
    {.name = "Smart", .choose = omok_smart},
    {.name = "Random", .choose = omok_random},
    {.name = NULL},
};

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

const struct omok_strategy *omok_strategy_find(const char *name, size_t len) {
    for (const struct omok_strategy *s = omok_strategies; s->name; s++) {
        size_t i = 0;
        while (i < len && s->name[i] && lower(s->name[i]) == lower(name[i]))
            i++;
        if (i == len && s->name[i] == '\0')
            return s;
    }
    return NULL;
}
