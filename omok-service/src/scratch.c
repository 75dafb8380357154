#include "scratch.h"

#include <assert.h>
#include <stdlib.h>

int strategy_index(const struct omok_strategy *strategy) {
    const int index = (int)(strategy - omok_strategies);

    assert(index >= 0 && index < STRATEGIES_MAX);
    return index;
}

bool scratch_open(struct scratch *scratch) {
    *scratch = (struct scratch){0};
    for (const struct omok_strategy *s = omok_strategies; s->name != NULL; s++) {
        if (s->scratch_size == 0)
            continue;
        void *block = calloc(1, s->scratch_size);
        if (block == NULL) {
            scratch_close(scratch);
            return false;
        }
        scratch->blocks[strategy_index(s)] = block;
    }
    return true;
}

void scratch_close(struct scratch *scratch) {
    for (int i = 0; i < STRATEGIES_MAX; i++)
        free(scratch->blocks[i]);
    *scratch = (struct scratch){0};
}
