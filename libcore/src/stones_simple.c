#include <assert.h>

#include "stones_grid.h"
#include "stones_opponents.h"

int stones_pick(uint64_t slots, struct rng *rng) {
    assert(slots != 0);

    for (int skip = rng_below(rng, grid_count(slots)); skip > 0; skip--)
        slots &= slots - 1;
    return __builtin_ctzll(slots);
}

struct stones_choice stones_random(const struct stones *game, const struct budget *budget,
                                   struct rng *rng, void *scratch) {
    (void)budget;
    (void)scratch;

    return (struct stones_choice){.slot = stones_pick(stones_moves(game), rng), .nodes = 1};
}

// worth orders slots by the larger of both numbers, then by the stone's own points.
static int worth(const struct stones *game, int slot) {
    const enum stones_side side = stones_to_move(game);
    const int own = stones_points(game, side, slot), taken = stones_points(game, !side, slot);

    return 16 * (own > taken ? own : taken) + own; // no stone scores more than 12
}

struct stones_choice stones_greedy(const struct stones *game, const struct budget *budget,
                                   struct rng *rng, void *scratch) {
    uint64_t best = 0;
    int best_worth = -1;

    (void)budget;
    (void)scratch;
    for (uint64_t rest = stones_moves(game); rest; rest &= rest - 1) {
        const int slot = __builtin_ctzll(rest), w = worth(game, slot);
        if (w > best_worth) {
            best = 0;
            best_worth = w;
        }
        if (w == best_worth)
            best |= UINT64_C(1) << slot;
    }
    return (struct stones_choice){.slot = stones_pick(best, rng), .nodes = 1};
}
