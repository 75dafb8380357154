// store_impl.h - what every kind of store is made of; only the files of this folder see it.
#pragma once

#include "store/store.h"
#include "store/store_url.h"

enum {
    STORE_TTL_S = 30 * 24 * 3600,
    STORE_CONNECT_TIMEOUT_MS = 1000,
    STORE_COMMAND_TIMEOUT_MS = 2000,
};

enum store_verb { STORE_LOAD, STORE_CREATE, STORE_SAVE };

// A command is valid only during the call that takes it.
struct store_command {
    enum store_verb verb;
    const char *key;      // at most STORE_KEY_MAX bytes
    const char *expected; // STORE_SAVE: STORE_VERSION_LEN bytes; else NULL
    const char *value;    // NULL for STORE_LOAD
    size_t len;           // of the value, STORE_VERSION_LEN..STORE_VALUE_MAX
};

// Each kind of store is a struct whose first member is this one.
struct store {
    void (*submit)(struct store *store, struct store_request *request,
                   const struct store_command *command);
    bool (*is_ready)(const struct store *store);
    void (*close)(struct store *store);
    struct loop *loop;
    struct store_options options; // with the defaults filled in
    struct store_stats nobodys;   // counted into when nobody counts
    struct loop_timer refusing;   // set while requests are `refused`
    struct store_request *refused, **refused_end;
};

// store_start fills in what is common to all kinds.
void store_start(struct store *store, const struct store_options *options, struct loop *loop);

// store_finish counts how a request ended and tells its owner.
void store_finish(struct store *store, struct store_request *request, enum store_status status,
                  const char *value, size_t len);

// store_refuse ends a request with STORE_FAILED in the loop's next turn, since done is never called
// from inside the call that brought the request.
void store_refuse(struct store *store, struct store_request *request);

// store_stop ends what has been refused so far.
void store_stop(struct store *store);

// store_count adds to a counter that threads share.
static inline void store_count(atomic_ullong *counter, unsigned long long n) {
    atomic_fetch_add_explicit(counter, n, memory_order_relaxed);
}

// These open the kinds; `url` must be of that kind. NULL, with a sentence fragment in `error`.
struct store *store_sqlite_open(const struct store_url *url, const struct store_options *options,
                                struct loop *loop, char error[STORE_ERROR_MAX]);
struct store *store_redis_open(const struct store_url *url, const struct store_options *options,
                               struct loop *loop, char error[STORE_ERROR_MAX]);
struct store *store_cluster_open(const struct store_url *url, const struct store_options *options,
                                 struct loop *loop, char error[STORE_ERROR_MAX]);
