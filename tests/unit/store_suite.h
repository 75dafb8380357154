// store_suite.h - what every kind of store must pass, and how tests talk to a store.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "service/loop_poll.h"
#include "store/store.h"

enum { SUITE_PATIENCE_MS = 60000 }; // until a test says that something does not come; never reached

struct store_suite {
    const char *url;
    // write_raw puts bytes under a key past the store, without a time to live.
    void (*write_raw)(const char *key, const char *bytes, size_t len);
};

// store_suite_run runs every case and returns how many failed.
int store_suite_run(const char *group, const struct store_suite *suite);

// An answer is a request that keeps what came back.
struct answer {
    struct store_request request;
    int calls; // of done
    enum store_status status;
    bool has_value;
    char value[STORE_VALUE_MAX];
    size_t len;
};

void answer_start(struct answer *answer);

// await runs the loop until done has been called, and fails the test when it never is.
void await(struct loop *loop, const struct answer *answer);

// Each of these makes one request and waits for its end. Values and versions are strings.
struct answer load(struct loop *loop, struct store *store, const char *key);
struct answer create(struct loop *loop, struct store *store, const char *key, const char *value);
struct answer save(struct loop *loop, struct store *store, const char *key, const char *expected,
                   const char *value);

// must_open fails the test when the store cannot be opened.
struct store *must_open(const char *url, const struct store_options *options, struct loop *loop);

void assert_status(enum store_status got, enum store_status expected);
void assert_value(const struct answer *answer, const char *expected);
