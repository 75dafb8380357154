#include <assert.h>

#include "omok_opponents.h"

struct omok_choice omok_random(const struct omok *game, const struct budget *budget,
                               struct rng *rng, void *scratch) {
    (void)budget;
    (void)scratch;
    assert(!omok_is_over(game));

    const uint8_t *stones = &game->stones[0][0];
    int at = 0, skip = rng_below(rng, OMOK_POINTS - game->count);
    while (stones[at] != STONE_NONE || skip-- > 0)
        at++;

    return (struct omok_choice){.at = {at % OMOK_SIZE, at / OMOK_SIZE}, .nodes = 1};
}
