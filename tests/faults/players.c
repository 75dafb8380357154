#include "faults/players.h"

#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/redis_slots.h"

enum { PAUSE_MS = 20, HEAD_LEN = STORE_VERSION_LEN + 1, TURN_MS = 100 };

// key_of names every other game so that its slot is below slots_max, where that is asked for.
static void key_of(const struct players *players, int game, char ret[STORE_KEY_MAX + 1]) {
    int salt = 0;

    do
        snprintf(ret, STORE_KEY_MAX + 1, "omok:%s:%d:%d:%d", players->name, game, (int)getpid(),
                 salt++);
    while (players->slots_max > 0 && game % 2 == 0 && redis_slot_of(ret) >= players->slots_max);
}

// value_of writes the game as its player knows it, with one more token or "".
static int value_of(const struct game *game, const char *token, char ret[STORE_VALUE_MAX + 1]) {
    const int moves = game->acknowledged + (token[0] != '\0');

    return snprintf(ret, STORE_VALUE_MAX + 1, "%08d|%.*s%s", moves, game->acknowledged * TOKEN_LEN,
                    game->tokens, token);
}

static void break_off(struct players *players, const char *what) {
    if (players->broken == NULL)
        players->broken = what;
    players->stopping = true;
}

static void next_move(struct player *player);

static void try_again(struct player *player) {
    struct players *players = player->players;

    if (player->failing_since_ms == 0)
        player->failing_since_ms = players->loop->now_ms(players->loop);
    players->loop->timer_set(players->loop, &player->pause, PAUSE_MS);
}

static void note_success(struct player *player) {
    struct players *players = player->players;

    if (player->failing_since_ms == 0)
        return;
    const uint64_t ms = players->loop->now_ms(players->loop) - player->failing_since_ms;
    if (ms > players->longest_ms)
        players->longest_ms = ms;
    player->failing_since_ms = 0;
}

static void acknowledge(struct player *player) {
    struct players *players = player->players;
    struct game *game = &players->games[player->game];

    memcpy(game->tokens + (size_t)game->acknowledged++ * TOKEN_LEN, player->token, TOKEN_LEN);
    players->moves++;
    player->token[0] = '\0';
    next_move(player);
}

// judge_stored compares a stored game with what the player knows: it must be that, or that and the
// move whose outcome was unknown.
static void judge_stored(struct player *player, const char *value, size_t len) {
    struct players *players = player->players;
    const struct game *game = &players->games[player->game];
    char expected[STORE_VALUE_MAX + 1];

    player->loading = false;
    int expected_len = value_of(game, "", expected);
    const bool is_known = value == NULL
                              ? game->acknowledged == 0 // not even created yet
                              : len == (size_t)expected_len && memcmp(value, expected, len) == 0;
    if (is_known) {
        next_move(player);
    } else if (value == NULL) {
        break_off(players, "an acknowledged game is gone");
        players->resting++;
    } else {
        expected_len = value_of(game, player->token, expected);
        if (player->token[0] != '\0' && len == (size_t)expected_len &&
            memcmp(value, expected, len) == 0) {
            players->found_done++;
            acknowledge(player);
            return;
        }
        fprintf(stderr, "known  %s\nstored %.*s\n", expected, (int)len, value);
        break_off(players, "a game is not what its player was told");
        players->resting++;
    }
}

// lose_race: nobody else plays this game, so another version can only be a move done twice or lost.
static void lose_race(struct player *player, const char *value, size_t len) {
    fprintf(stderr, "stored %.*s\n", value == NULL ? 0 : (int)len, value == NULL ? "" : value);
    break_off(player->players, "a lone player lost a race");
    player->players->resting++;
}

static void on_done(struct store_request *request, enum store_status status, const char *value,
                    size_t len) {
    struct player *player = (struct player *)(void *)request;
    struct players *players = player->players;

    if (status == STORE_FAILED || status == STORE_UNKNOWN) {
        players->failed += status == STORE_FAILED;
        players->unknown += status == STORE_UNKNOWN;
        // Only an unknown outcome leaves the token in doubt; FAILED promises that it was not done.
        if (status == STORE_FAILED && !player->loading)
            player->token[0] = '\0';
        player->loading = true;
        try_again(player);
        return;
    }
    note_success(player);
    if (player->loading)
        judge_stored(player, value, len);
    else if (status == STORE_OK)
        acknowledge(player);
    else
        lose_race(player, value, len);
}

static void act(struct player *player) {
    struct players *players = player->players;
    const struct game *game = &players->games[player->game];
    char key[STORE_KEY_MAX + 1], value[STORE_VALUE_MAX + 1], expected[16];

    key_of(players, player->game, key);
    if (player->loading) {
        store_load(player->store, &player->request, key);
        return;
    }
    const int len = value_of(game, player->token, value);
    snprintf(expected, sizeof expected, "%08d", game->acknowledged);
    if (game->acknowledged == 0)
        store_create(player->store, &player->request, key, value, (size_t)len);
    else
        store_save(player->store, &player->request, key, expected, value, (size_t)len);
}

static void next_move(struct player *player) {
    struct players *players = player->players;

    if (players->stopping) {
        players->resting++;
        return;
    }
    if (players->games[player->game].acknowledged == GAME_MOVES) {
        if (players->game_count == GAMES_MAX) {
            break_off(players, "more games than there is room for");
            players->resting++;
            return;
        }
        player->game = players->game_count++;
    }
    snprintf(player->token, sizeof player->token, "%08llx", (unsigned long long)players->tokens++);
    act(player);
}

static void on_pause(struct loop_timer *timer) {
    act((struct player *)(void *)((char *)timer - offsetof(struct player, pause)));
}

void players_start(struct players *players, struct loop *loop, const char *name, int slots_max,
                   struct store *const stores[2], int count) {
    memset(players, 0, sizeof *players);
    players->loop = loop;
    players->name = name;
    players->slots_max = slots_max;
    players->count = count;
    players->games = calloc(GAMES_MAX, sizeof *players->games);
    assert_non_null(players->games);
    for (int i = 0; i < count; i++) {
        players->all[i] = (struct player){.request.done = on_done,
                                          .pause.on_fire = on_pause,
                                          .players = players,
                                          .store = stores[i % 2],
                                          .game = players->game_count++};
        next_move(&players->all[i]);
    }
}

static bool has_ended(pid_t *child) {
    int status = 0;

    if (*child != 0 && waitpid(*child, &status, WNOHANG) == *child) {
        assert_int_equal(status, 0);
        *child = 0;
    }
    return *child == 0;
}

void players_play(struct players *players, long moves, pid_t child) {
    const uint64_t until = players->loop->now_ms(players->loop) + 10ull * SUITE_PATIENCE_MS;

    while (players->broken == NULL && (players->moves < moves || !has_ended(&child))) {
        assert_true(players->loop->now_ms(players->loop) < until);
        players->loop->run_once(players->loop, TURN_MS);
    }
}

static void judge_game(struct players *players, struct store *store, int game) {
    char key[STORE_KEY_MAX + 1], expected[STORE_VALUE_MAX + 1];

    if (players->games[game].acknowledged == 0)
        return;
    key_of(players, game, key);
    const struct answer loaded = load(players->loop, store, key);
    assert_status(loaded.status, STORE_OK);
    value_of(&players->games[game], "", expected);
    assert_value(&loaded, expected);
}

void players_stop(struct players *players) {
    const uint64_t until = players->loop->now_ms(players->loop) + SUITE_PATIENCE_MS;

    players->stopping = true;
    while (players->resting < players->count) {
        assert_true(players->loop->now_ms(players->loop) < until);
        players->loop->run_once(players->loop, TURN_MS);
    }
    print_message("%ld moves in %d games acknowledged; answers: %ld failed, %ld unknown (%ld of "
                  "them done); longest gap %llu ms\n",
                  players->moves, players->game_count, players->failed, players->unknown,
                  players->found_done, (unsigned long long)players->longest_ms);
    if (players->broken != NULL)
        fail_msg("%s", players->broken);
    for (int i = 0; i < players->game_count; i++)
        judge_game(players, players->all[0].store, i);
    free(players->games);
}
