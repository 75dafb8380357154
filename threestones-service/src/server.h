// server.h - the TCP side of 3 Stones: seats, each with a thread, a loop and a store of its own,
// that serve one client after the other. server.c alone knows the sockets.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/stones_strategy.h"
#include "service/address.h"
#include "service/log.h"
#include "service/text.h"

enum {
    SERVER_SEATS_MAX = 64,   // clients at a time; a thread and a store connection each
    SERVER_ERROR_MAX = 320,  // a store's or an address's, with a word in front
    SERVER_LINGER_MS = 1000, // how long a session that the server ends reads on
    SERVER_STORE_MS = 2000,  // how long to wait for the store's first answer before listening
};

struct server_options {
    struct address listen;
    const char *store; // URL
    int ttl_s;         // of a game, from its last stone
    int seats;         // 1..SERVER_SEATS_MAX
    int idle_s;        // a client that sends no whole packet for so long loses its seat
    uint64_t seed;
    const struct stones_strategy *preset; // plays where a packet asks for level 0
    struct log log;
};

struct server;

// server_open opens the stores and listens, in this order: nobody can connect before the store has
// answered or SERVER_STORE_MS have passed. NULL, with a sentence fragment in `error`, when it
// fails.
struct server *server_open(const struct server_options *options, char error[SERVER_ERROR_MAX]);

// server_start starts to serve; false when there can be no thread.
bool server_start(struct server *server);

// server_stop accepts nothing more, answers every whole packet that has been received, ends the
// sessions and returns when all are over. server_is_ready is false from its beginning on.
void server_stop(struct server *server);

// server_close frees everything; no thread may be running. NULL is fine.
void server_close(struct server *server);

// Any thread may ask these.
bool server_is_ready(const struct server *server);
bool server_is_store_ready(const struct server *server);
void server_metrics(const struct server *server, struct text *text);
