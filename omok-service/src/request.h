// request.h - what a client asks for: paths, query strings and the values in them.
//
// Nothing is copied and nothing allocated: a value stays as it came, percent-encoded, and is
// decoded byte by byte where it is judged, so that a number may have any length.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/omok.h"
#include "core/omok_strategy.h"
#include "service/pid.h"

#include "refusal.h"
#include "slice.h"

enum method { METHOD_GET, METHOD_HEAD, METHOD_OPTIONS, METHOD_OTHER };

// X(name, word): the routes, as metrics and the access log call them.
#define ROUTES(X)                                                                                  \
    X(ROUTE_INFO, "info")                                                                          \
    X(ROUTE_NEW, "new")                                                                            \
    X(ROUTE_PLAY, "play")                                                                          \
    X(ROUTE_GAME, "game")                                                                          \
    X(ROUTE_HEALTHZ, "healthz")                                                                    \
    X(ROUTE_READYZ, "readyz")                                                                      \
    X(ROUTE_METRICS, "metrics")                                                                    \
    X(ROUTE_CONFIG, "config")                                                                      \
    X(ROUTE_OTHER, "other") // a file, or nothing

enum route {
#define X(name, word) name,
    ROUTES(X)
#undef X
        ROUTE_COUNT
};

enum query_key { KEY_PID, KEY_STRATEGY, KEY_MOVE, KEY_X, KEY_Y, KEY_TURN, KEY_COUNT };

struct query {
    struct slice values[KEY_COUNT]; // the last value of each key, percent-encoded
};

// What play asks for, the pid apart.
struct move {
    struct refusal refusal; // why the request is wrong whatever the game is, or REASON_NONE
    struct point at;        // on the board
    int turn;               // stones on the board the caller played on; -1 = not said
    bool has_key;
    uint64_t key_hash; // 0 where has_key is false
};

enum {
    IDEMPOTENCY_KEY_MAX = 128, // bytes; a longer key counts as absent
    TURN_NONE = -1,
};

enum method method_find(const char *name, size_t len);

// request_split cuts a request target at its first '?'; a target without one has no query. Servers
// must take the absolute form too, http://host/path (RFC 9112, 3.2.2); the host does not matter.
void request_split(const char *target, size_t len, struct slice *ret_path, struct slice *ret_query);

// route_find takes a path as it came. It is not percent-decoded: what a balancer keeps away from
// outsiders by its bytes must not be reachable under another spelling.
enum route route_find(struct slice path);

struct query query_decode(struct slice query);

// slice_next takes one decoded byte from the front, or returns -1 at the end.
int slice_next(struct slice *slice);

// query_pid finds the pid, NUL-terminated, or the reason why there can be no such game.
bool query_pid(const struct query *query, char ret[PID_LEN + 1], struct refusal *ret_refusal);

// query_strategy returns the strategy, or NULL and the reason.
const struct omok_strategy *query_strategy(const struct query *query, struct refusal *ret_refusal);

// query_move judges what is left of a play request: either form of the move, then the turn. `key`
// is the Idempotency-Key; bytes NULL = none, or more than one.
struct move query_move(const struct query *query, struct slice key);
