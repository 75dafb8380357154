#include "core/omok_strategy.h"

#include "omok_opponents.h"
#include "omok_search.h"

const struct omok_strategy omok_strategies[] = {
    {.name = "Smart",
     .scratch_size = search_size(OMOK_SMART_BITS),
     .nodes = 600, // under a millisecond at the million nodes a second that bench shows
     .choose = omok_smart},
    {.name = "Random", .choose = omok_random},
    {.name = "Master",
     .scratch_size = search_size(OMOK_MASTER_BITS),
     .think_ms = 200,
     .choose = omok_master},
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
