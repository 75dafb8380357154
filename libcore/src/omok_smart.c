#include "omok_opponents.h"

static bool find_five(const struct omok *game, enum stone colour, struct point *ret) {
    for (int i = 0; i < OMOK_POINTS; i++) {
        const struct point at = {i % OMOK_SIZE, i / OMOK_SIZE};
        struct omok after = *game;

        after.to_move = colour;
        if (omok_play(&after, at) == CORE_OK && after.winner == colour) {
            *ret = at;
            return true;
        }
    }
    return false;
}

struct omok_choice omok_smart(const struct omok *game, const struct budget *budget, struct rng *rng,
                              void *scratch) {
    const enum stone me = game->to_move, other = me == STONE_BLACK ? STONE_WHITE : STONE_BLACK;
    struct omok_choice choice = {.nodes = 1};

    if (find_five(game, me, &choice.at) || find_five(game, other, &choice.at))
        return choice;
    return omok_random(game, budget, rng, scratch);
}
