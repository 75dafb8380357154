// stones_help.h - positions of 3 Stones for tests, and their value by a plain full search.
#pragma once

#include "core/stones_strategy.h"

enum { RANDOM, GREEDY, STRONG }; // rows of stones_strategies

// position returns one with `left` stones left, reached by a strategy that needs no scratch.
static inline struct stones position(int left, int strategy, struct rng *rng) {
    struct stones game = stones_start();

    while (game.count < STONES_TOTAL - left) {
        const struct stones_choice choice =
            stones_strategies[strategy].choose(&game, &(struct budget){0}, rng, NULL);
        stones_play(&game, choice.slot);
    }
    return game;
}

// plain_value knows neither bounds nor tables nor order: the rules alone.
static inline int plain_value(const struct stones *game) {
    const enum stones_side side = stones_to_move(game);
    int best = -STONES_LINES;

    if (stones_is_over(game))
        return 0;
    for (uint64_t rest = stones_moves(game); rest; rest &= rest - 1) {
        struct stones after = *game;
        stones_play(&after, __builtin_ctzll(rest));
        const int value = after.points[side] - game->points[side] - plain_value(&after);
        if (value > best)
            best = value;
    }
    return best;
}
