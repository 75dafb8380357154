// app.h - what the whole service shares, and what each of its threads has to itself.
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "service/log.h"
#include "store/store.h"

#include "http.h"
#include "pool.h"
#include "scratch.h"
#include "stats.h"

enum {
    INFO_MAX = 256,    // a body of /info: eight names of at most 15 bytes, and what is around them
    CONFIG_MAX = 2048, // a URL and what is around it
    ACCESS_LOG_MAX = 8192 // lines of one turn; written out early when it is full
};

// Set before the threads start and only read from then on, unless it is atomic.
struct app {
    uint64_t seed;
    struct log log;
    bool has_access_log;
    char info[INFO_MAX];
    size_t info_len;
    char config[CONFIG_MAX];
    size_t config_len;
    char policy[CONFIG_MAX]; // Content-Security-Policy of the page
    atomic_bool is_draining;
    struct store_stats store_stats;
    struct pool *pool;
    struct http *http;
    struct worker *workers;
    int worker_count;
};

struct worker {
    struct app *app;
    struct loop *loop;
    struct store *store;
    struct scratch scratch;
    struct stats stats;
    char access_bytes[ACCESS_LOG_MAX];
    struct text access; // lines that wait for the end of the turn
};
