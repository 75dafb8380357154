// loop.h - the one picture of an event loop: watch a descriptor, set a timer, post from a thread.
//
// A loop belongs to one thread; only loop_post may be called from another. The caller owns every
// watch, timer and message (usually embedded in a larger struct, found again by its address), and
// keeps each alive while the loop knows it. Callbacks run inside the loop, never inside a call to
// it, and may call it freely, also to stop the very thing that called them.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { LOOP_READ = 1, LOOP_WRITE = 2 };

struct loop_watch {
    void (*on_ready)(struct loop_watch *watch, unsigned events); // LOOP_READ, LOOP_WRITE or both
    int fd;
    unsigned events; // what is being watched for; 0 = not known to the loop
    void *impl;      // the loop's own
};

struct loop_timer {
    void (*on_fire)(struct loop_timer *timer);
    uint64_t due_ms;                // 0 = not set
    struct loop_timer *prev, *next; // the loop's own
};

struct loop_message {
    void (*on_arrive)(struct loop_message *message); // runs in the loop's thread
    struct loop_message *next;                       // the loop's own
};

struct loop {
    // now_ms is a monotonic clock, read once a turn.
    uint64_t (*now_ms)(struct loop *loop);

    // watch sets what is watched for on watch->fd; events 0 forgets it, before the caller closes
    // it.
    void (*watch)(struct loop *loop, struct loop_watch *watch, unsigned events);

    // timer_set fires once, after_ms from now at the earliest; a timer that is set is set anew.
    void (*timer_set)(struct loop *loop, struct loop_timer *timer, int after_ms);
    void (*timer_cancel)(struct loop *loop, struct loop_timer *timer);

    // post is safe from any thread; messages of one thread arrive in order.
    void (*post)(struct loop *loop, struct loop_message *message);

    // run_once waits for events, timeout_ms at most (-1 = no limit), and serves what is there. For
    // whoever must wait for a callback in a straight line; never called from inside a callback.
    void (*run_once)(struct loop *loop, int timeout_ms);
};
