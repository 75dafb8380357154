// players.h - clients that play over a store as services do, and remember what was acknowledged.
//
// A game's value is its moves, a token for each try: "00000003|" and then three tokens. A player
// saves one move after another. After a failure it loads the game and, when the move is not there,
// tries it again with a new token, so a move that was done twice, late or not at all shows.
#pragma once

#include <stdint.h>
#include <sys/types.h>

#include "unit/store_suite.h"

enum {
    PLAYERS_MAX = 64,
    GAMES_MAX = 20000,
    GAME_MOVES = 100,
    TOKEN_LEN = 8,
};

struct game {
    int acknowledged; // moves
    char tokens[GAME_MOVES * TOKEN_LEN + 1];
};

struct player {
    struct store_request request;
    struct loop_timer pause;
    struct players *players;
    struct store *store;
    int game;
    bool loading; // after a failure
    char token[TOKEN_LEN + 1];
    uint64_t failing_since_ms; // 0 = all is well
};

struct players {
    struct loop *loop;
    struct player all[PLAYERS_MAX];
    int count;
    struct game *games; // GAMES_MAX of them
    int game_count;
    const char *name; // of the run, in the keys
    int slots_max;
    uint64_t tokens;
    long moves;           // acknowledged
    long failed, unknown; // answers
    long found_done;      // unknown outcomes that turned out to be done
    uint64_t longest_ms;  // that a player could not play
    const char *broken;   // what is wrong; NULL = nothing
    bool stopping;        // no new moves
    int resting;          // players that have stopped
};

// players_start lets `count` players play over two stores in turn. With slots_max every other game
// is in one of a cluster's first slots_max slots.
void players_start(struct players *players, struct loop *loop, const char *name, int slots_max,
                   struct store *const stores[2], int count);

// players_play runs the loop until that many moves have been acknowledged in all, or longer: until
// `child`, a process, has ended, when it is not 0.
void players_play(struct players *players, long moves, pid_t child);

// players_stop lets every player come to rest, and fails the test when a stored game is not move
// for move what its player has been told. It prints the counts.
void players_stop(struct players *players);
