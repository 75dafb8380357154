// bench_match.c - games between two players from balanced openings, each played with both colours.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

enum { OPENING_STONES = 5, PAIRS_DEFAULT = 20 };

struct tally {
    int wins, draws, losses;
};

// open_game puts five stones near the centre. Which are balanced is asked of Master, who must not
// see more than a small advantage for either side.
static struct omok open_game(uint64_t seed, const struct player *judge) {
    for (int attempt = 0;; attempt++) {
        struct rng rng = rng_start(seed * 1000 + (uint64_t)attempt, "opening", 0);
        struct omok game = omok_start();
        while (game.count < OPENING_STONES) {
            const struct point at = {4 + rng_below(&rng, 7), 4 + rng_below(&rng, 7)};
            omok_play(&game, at);
        }
        const int value = player_choose(judge, &game, &rng).value;
        if (abs(value) < 90 || attempt == 200)
            return game;
    }
}

// play returns +1, 0 or -1 for the player who moves first in `game`.
static int play(struct omok game, const struct player *first, const struct player *second,
                uint64_t seed) {
    const enum stone mover = game.to_move;

    while (!omok_is_over(&game)) {
        struct rng rng = rng_start(seed, "match", game.count);
        const struct player *player = game.to_move == mover ? first : second;
        if (omok_play(&game, player_choose(player, &game, &rng).at) != CORE_OK)
            return game.to_move == mover ? -1 : 1;
    }
    return game.winner == STONE_NONE ? 0 : game.winner == mover ? 1 : -1;
}

static void count(struct tally *tally, int result) {
    tally->wins += result > 0;
    tally->draws += result == 0;
    tally->losses += result < 0;
}

static double elo_of(double share) {
    const double s = share < 0.001 ? 0.001 : share > 0.999 ? 0.999 : share;

    return 400 * log10(s / (1 - s));
}

static void report(const struct tally *tally) {
    const double n = tally->wins + tally->draws + tally->losses;
    const double share = (tally->wins + tally->draws / 2.0) / n;
    const double square = (tally->wins + tally->draws / 4.0) / n - share * share;
    const double error = 1.96 * sqrt(square / n); // 95 %

    printf("match_wins %d games\nmatch_draws %d games\nmatch_losses %d games\n", tally->wins,
           tally->draws, tally->losses);
    printf("match_share %.1f percent\n", 100 * share);
    printf("match_elo %.0f elo\nmatch_elo_low %.0f elo\nmatch_elo_high %.0f elo\n", elo_of(share),
           elo_of(share - error), elo_of(share + error));
}

int bench_match(int argc, char **argv) {
    struct player a, b, judge;
    struct tally tally = {0};
    const int pairs = argc > 2 ? atoi(argv[2]) : PAIRS_DEFAULT;

    if (argc < 2 || pairs <= 0) {
        fprintf(stderr, "usage: bench match A B [PAIRS]\n");
        return 2;
    }
    if (player_parse(argv[0], &a) || player_parse(argv[1], &b) ||
        player_parse("Master:3000n", &judge))
        return 1;
    for (int i = 0; i < pairs; i++) {
        const struct omok game = open_game((uint64_t)i + 1, &judge);
        count(&tally, play(game, &a, &b, (uint64_t)i));
        count(&tally, -play(game, &b, &a, (uint64_t)i));
    }
    report(&tally);
    player_free(&a);
    player_free(&b);
    player_free(&judge);
    return 0;
}
