// play.h - one packet from its arrival to its reply: load, judge, think, save. Knows the store, no
// socket. Everything happens in the calling thread, which runs the loop while it waits.
#pragma once

#include "service/log.h"
#include "store/store.h"

#include "session.h"
#include "stats.h"

enum { PLAY_LEVELS = 5 }; // levels go from 0 to 4, see stones_strategy.h

// Who plays: one in each thread. Set before the first packet, but for what is said to be its own.
struct player {
    struct loop *loop;
    struct store *store;
    const struct log *log;
    const struct stones_strategy *preset; // plays where a packet asks for level 0
    uint64_t seed;
    struct stats *stats;
    void *scratch[PLAY_LEVELS]; // play's own, by level
};

// play_answer answers one packet; when it returns, the store has what the reply tells.
void play_answer(struct player *player, const struct packet *packet, struct reply *ret);

// play_close frees the scratch memory.
void play_close(struct player *player);
