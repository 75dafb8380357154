#include "core/stones_strategy.h"

#include "name.h"
#include "stones_opponents.h"

const struct stones_strategy stones_strategies[] = {
    {.name = "Random", .level = 1, .choose = stones_random},
    {.name = "Greedy", .level = 2, .choose = stones_greedy},
    {.name = "Strong",
     .level = 3,
     .scratch_size = STONES_STRONG_SCRATCH,
     .nodes = STONES_STRONG_NODES,
     .think_ms = 100,
     .choose = stones_strong},
    {.name = "Perfect",
     .level = 4,
     .scratch_size = STONES_PERFECT_SCRATCH,
     .nodes = STONES_PERFECT_NODES,
     .think_ms = 1000,
     .choose = stones_perfect},
    {.name = NULL},
};

enum { DEFAULT_LEVEL = 3 };

const struct stones_strategy *stones_strategy_find(const char *name, size_t len) {
    for (const struct stones_strategy *s = stones_strategies; s->name; s++)
        if (name_matches(s->name, name, len))
            return s;
    return NULL;
}

const struct stones_strategy *stones_strategy_level(int level) {
    const int wanted = level == 0 ? DEFAULT_LEVEL : level;

    for (const struct stones_strategy *s = stones_strategies; s->name; s++)
        if (s->level == wanted)
            return s;
    return NULL;
}
