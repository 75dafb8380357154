// health.h - healthz, readyz and metrics over HTTP/1.1, on a port and in a thread of their own, so
// that they answer while a service thinks, waits for its store or has all its seats taken.
//
// Every answer closes its connection. A peer gets HEALTH_TIMEOUT_MS from the accept to the close.
#pragma once

#include <stdbool.h>

#include "service/text.h"

enum {
    HEALTH_CONNS_MAX = 16,    // open at a time; more wait in the kernel's queue
    HEALTH_TIMEOUT_MS = 5000, // far beyond a round trip, below any prober's patience
    HEALTH_ERROR_MAX = 192,
};

// What the answers tell. Each function is called from the health thread while others work.
struct health_source {
    void *arg; // handed to each
    bool (*is_ready)(void *arg);
    bool (*is_store_ready)(void *arg);
    void (*metrics)(void *arg, struct text *text); // adds families, see metrics.h
};

struct health;

// health_start serves on `count` listening, non-blocking sockets, which it closes in the end. NULL
// when there is no memory, descriptor or thread; the sockets are the caller's then.
struct health *health_start(const struct health_source *source, const int *listeners, int count);

// health_stop answers nothing more and ends the thread. NULL is fine.
void health_stop(struct health *health);

// health_ask asks a service whether it is ready: true when it answers 200 within HEALTH_TIMEOUT_MS.
// Otherwise `error` says why not. `url` is http://HOST[:PORT][/PATH], by default port 80 and
// /readyz; an empty HOST is this machine.
bool health_ask(const char *url, char error[HEALTH_ERROR_MAX]);
