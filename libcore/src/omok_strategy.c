#include "core/omok_strategy.h"

#include "name.h"
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

const struct omok_strategy *omok_strategy_find(const char *name, size_t len) {
    for (const struct omok_strategy *s = omok_strategies; s->name; s++)
        if (name_matches(s->name, name, len))
            return s;
    return NULL;
}
