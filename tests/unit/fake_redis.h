// fake_redis.h - a server that says what a test wants it to, on the test's own loop.
#pragma once

#include <stddef.h>

#include "service/loop.h"

enum { FAKE_PEERS_MAX = 64 };

// The n-th piece that a peer sends is answered by the n-th script entry, "" = not at all; past the
// last entry nothing is answered. FAKE_CLOSE closes the connection.
#define FAKE_CLOSE "close"
// What a real server says to SCRIPT LOAD, the whole of a handshake without password.
#define FAKE_HANDSHAKE "$40\r\n0123456789012345678901234567890123456789\r\n"

struct fake_peer {
    struct loop_watch watch;
    struct fake_redis *fake;
    int pieces;
    char last[512]; // piece, cut
};

struct fake_redis {
    struct loop *loop;
    const char *const *script;           // ended by NULL
    int deaf_after;                      // pieces after which nothing is read any more; 0 = never
    char folder[64], path[96], url[128]; // of the unix socket
    struct loop_watch listener;
    struct fake_peer peers[FAKE_PEERS_MAX];
    int count;                            // connections so far
    uint64_t accepted_ms[FAKE_PEERS_MAX]; // when each came
};

// fake_redis_start listens on a unix socket in a folder of its own.
void fake_redis_start(struct fake_redis *fake, struct loop *loop, const char *const *script);
void fake_redis_stop(struct fake_redis *fake);
