// bench_signature.c - a hash of every move of fixed games, equal on all machines and builds.
//
// It changes exactly when play changes, so a commit that claims to be a refactoring is held to it.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "core/hash.h"

enum { GAMES_PER_PAIR = 2, MASTER_NODES = 2000 };

static const char *const pairs[][2] = {
    {"Smart", "Random"}, {"Random", "Smart"}, {"Smart", "Smart"},
    {"Master", "Smart"}, {"Smart", "Master"},
};

static struct player player_of(const char *name) {
    struct player player = {.strategy = omok_strategy_find(name, strlen(name))};

    player.nodes = player.strategy->think_ms > 0 ? MASTER_NODES : player.strategy->nodes;
    player.scratch = scratch_new(player.strategy->scratch_size);
    return player;
}

static uint64_t play(const struct player *black, const struct player *white, int number,
                     uint64_t hash) {
    struct omok game = omok_start();

    while (!omok_is_over(&game)) {
        struct rng rng = rng_start((uint64_t)number, "signature", game.count);
        const struct player *mover = game.to_move == STONE_BLACK ? black : white;
        const struct point at = player_choose(mover, &game, &rng).at;
        const unsigned char move = (unsigned char)(at.y * OMOK_SIZE + at.x);
        hash = hash_bytes(hash, &move, 1);
        if (omok_play(&game, at) != CORE_OK)
            return 0; // an illegal move has a signature that no file expects
    }
    return hash;
}

static int expect(const char *path, const char *signature) {
    char expected[17] = "";
    FILE *file = fopen(path, "r");

    if (file == NULL || fscanf(file, "%16s", expected) != 1)
        perror(path);
    if (file != NULL)
        fclose(file);
    if (strcmp(signature, expected) == 0)
        return 0;
    printf("play has changed: %s expects %s\n", path, expected);
    return 1;
}

int bench_signature(int argc, char **argv) {
    uint64_t hash = HASH_START;
    char signature[17];

    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        struct player black = player_of(pairs[i][0]), white = player_of(pairs[i][1]);
        for (int number = 0; number < GAMES_PER_PAIR; number++)
            hash = play(&black, &white, number, hash);
        player_free(&black);
        player_free(&white);
    }

    snprintf(signature, sizeof signature, "%016" PRIx64, hash);
    printf("signature %s\n", signature);
    return argc == 2 && strcmp(argv[0], "--expect") == 0 ? expect(argv[1], signature) : 0;
}
