#include "core/stones_strategy.h"

#include "stones_opponents.h"

const struct stones_strategy stones_strategies[] = {
    {.name = "Random", .level = 1, .choose = stones_random},
    {.name = "Greedy", .level = 2, .choose = stones_greedy},
    {.name = NULL},
};

enum { DEFAULT_LEVEL = 3 };

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

const struct stones_strategy *stones_strategy_find(const char *name, size_t len) {
    for (const struct stones_strategy *s = stones_strategies; s->name; s++) {
        size_t i = 0;
        while (i < len && s->name[i] && lower(s->name[i]) == lower(name[i]))
            i++;
        if (i == len && s->name[i] == '\0')
            return s;
    }
    return NULL;
}

const struct stones_strategy *stones_strategy_level(int level) {
    const int wanted = level == 0 ? DEFAULT_LEVEL : level;

    for (const struct stones_strategy *s = stones_strategies; s->name; s++)
        if (s->level == wanted)
            return s;
    return NULL;
}
