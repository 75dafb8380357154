// store.h - one value per game under one key, with compare-and-set, kept for a while.
//
// A store belongs to one loop and its thread. Each call takes a request that the caller owns and
// keeps alive until `done` has been called; done is called exactly once, from inside the loop,
// never from inside the call. Keys and values are copied before a call returns. A value's first
// STORE_VERSION_LEN bytes are its version, decimal digits; the rest is opaque to the store.
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/loop.h"

enum {
    STORE_VERSION_LEN = 8,
    STORE_KEY_MAX = 64,     // "stones:" and a pid of 32 digits leave room
    STORE_VALUE_MAX = 1024, // the longest record, omok's, is under 512
    STORE_ERROR_MAX = 256,
    // Requests under way in one store; one more ends with STORE_FAILED. Each takes about 1.2 KB, so
    // 5 MB at most, and a store that answers 50 000 a second needs 80 ms for them all.
    STORE_REQUESTS_MAX = 4096,
};

enum store_status {
    STORE_OK,       // load: here is the value. create, save: written
    STORE_MISSING,  // load, save: no such key (any more)
    STORE_CONFLICT, // save: another version is stored, here it is. create: the key exists
    STORE_FAILED,   // not done, and nothing was written: the store cannot be reached or refuses
    STORE_UNKNOWN,  // sent, and no answer came: the next load tells whether it was done
};

struct store_request {
    // `value` points to `len` bytes that live until done returns; NULL where status brings none.
    void (*done)(struct store_request *request, enum store_status status, const char *value,
                 size_t len);
    struct store_request *next; // the store's own
};

// What a store has done, for metrics; any thread may read it. One for all stores of a process.
struct store_stats {
    atomic_ullong loads, creates, saves; // requests taken
    atomic_ullong conflicts;             // saves that lost a race
    atomic_ullong failed, unknown;       // requests that ended so
    atomic_ullong connects, drops;       // connections made ready, and lost
    atomic_ullong expired;               // games deleted after their time to live
    atomic_int ready;                    // stores that can serve a request now
};

struct store_options {
    int ttl_s;                 // from the last write; 0 = the default, 30 days
    int connect_timeout_ms;    // 0 = the default, 1 s
    int command_timeout_ms;    // 0 = the default, 2 s
    struct store_stats *stats; // NULL = nobody counts
};

struct store;

// store_open takes a URL in one of the forms of store_url.h. It does not wait for a connection, so
// a server that cannot be reached is no error here. NULL, with a sentence fragment in `error`, when
// the URL is malformed or the file cannot be used. `options` is copied; NULL = all defaults.
struct store *store_open(const char *url, const struct store_options *options, struct loop *loop,
                         char error[STORE_ERROR_MAX]);

// store_close ends every request that is under way before it returns, mostly with STORE_FAILED or
// STORE_UNKNOWN. It must not be called from inside done, nor make new requests there. NULL is fine.
void store_close(struct store *store);

// store_is_ready tells whether a request made now has somewhere to go. Until it has, requests may
// still be made: they wait for a first connection, and fail at once when the last try has failed.
bool store_is_ready(const struct store *store);

void store_load(struct store *store, struct store_request *request, const char *key);

// store_create writes the first value of a key that must not exist yet.
void store_create(struct store *store, struct store_request *request, const char *key,
                  const char *value, size_t len);

// store_save writes only if the stored version still equals the first STORE_VERSION_LEN bytes of
// `expected`, and renews the time to live.
void store_save(struct store *store, struct store_request *request, const char *key,
                const char expected[STORE_VERSION_LEN], const char *value, size_t len);
