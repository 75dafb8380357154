// player.c - strategies as players of a game, with a budget in nodes or in time.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"

static double now_ms(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static bool is_late(void *deadline_ms) {
    return now_ms() >= *(const double *)deadline_ms;
}

// limit_parse reads NODESn or MSms.
static int limit_parse(const char *text, struct player *ret) {
    char *unit = NULL;
    const unsigned long long limit = strtoull(text, &unit, 10);
    const bool by_nodes = strcmp(unit, "n") == 0;

    if (limit == 0 || (!by_nodes && strcmp(unit, "ms") != 0)) {
        fprintf(stderr, "bench: '%s' is not NODESn or MSms\n", text);
        return 1;
    }
    ret->nodes = by_nodes ? limit : 0;
    ret->think_ms = by_nodes ? 0 : (int)limit;
    return 0;
}

static int find_strategy(const char *name, size_t len, struct player *ret) {
    ret->strategy = omok_strategy_find(name, len);
    if (ret->strategy == NULL) {
        fprintf(stderr, "bench: no strategy named '%.*s'\n", (int)len, name);
        return 1;
    }
    ret->nodes = ret->strategy->nodes;
    ret->think_ms = ret->strategy->think_ms;
    ret->scratch = scratch_new(ret->strategy->scratch_size);
    return 0;
}

int player_parse(const char *text, struct player *ret) {
    const char *colon = strchr(text, ':');
    const size_t len = colon ? (size_t)(colon - text) : strlen(text);
    char path[1024];

    *ret = (struct player){.think_ms = 100};
    if (memchr(text, '/', len) == NULL)
        return find_strategy(text, len, ret) || (colon && limit_parse(colon + 1, ret));
    snprintf(path, sizeof path, "%.*s", (int)len, text);
    return (colon && limit_parse(colon + 1, ret)) || brain_start_program(path, ret);
}

void player_free(struct player *player) {
    if (player->to != NULL)
        brain_end(player);
    free(player->scratch);
    player->scratch = NULL;
}

struct omok_choice player_choose(const struct player *player, const struct omok *game,
                                 struct rng *rng) {
    if (player->to != NULL)
        return brain_choose(player, game);

    double deadline_ms = now_ms() + player->think_ms;
    const struct budget by_nodes = {.nodes = player->nodes};
    const struct budget by_time = {.stop = is_late, .arg = &deadline_ms};

    return player->strategy->choose(game, player->think_ms > 0 ? &by_time : &by_nodes, rng,
                                    player->scratch);
}
