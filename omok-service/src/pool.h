// pool.h - threads of low priority that think, so that no event loop has to.
//
// The queue is bounded, and whoever finds it full must do with less thinking rather than wait.
#pragma once

#include <stdbool.h>

#include "service/loop.h"

#include "scratch.h"

struct pool_job {
    void (*run)(struct pool_job *job, struct scratch *scratch); // in a thread of the pool
    struct loop *home;           // the message is posted there once run has returned
    struct loop_message message; // its on_arrive is the submitter's
    struct pool_job *next;       // the pool's own
};

struct pool;

// pool_open starts `threads` threads and keeps at most queue_max jobs waiting. NULL when there is
// no memory or no thread.
struct pool *pool_open(int threads, int queue_max);

// pool_close waits for the jobs that have been taken. NULL is fine.
void pool_close(struct pool *pool);

// pool_submit takes the job, which must stay alive until its message has arrived, or returns false
// when the queue is full. Any thread may call it.
bool pool_submit(struct pool *pool, struct pool_job *job);

// pool_waiting returns how many jobs wait now, pool_running how many run.
int pool_waiting(const struct pool *pool);
int pool_running(const struct pool *pool);
