// timers.h - the timers of one loop, sorted by when they are due; both loops are built on it.
//
// A new timer is looked for a place from the end, so timers of one fixed delay cost O(1) each.
#pragma once

#include "service/loop.h"

struct timers {
    struct loop_timer ring; // its next is the timer due first, its prev the last
};

void timers_start(struct timers *timers);

// timers_set sets a timer anew; `due_ms` is in the clock of timers_fire and not 0.
void timers_set(struct timers *timers, struct loop_timer *timer, uint64_t due_ms);

// timers_cancel is fine with a timer that is not set.
void timers_cancel(struct loop_timer *timer);

// timers_wait_ms returns how long until the first timer is due, at most limit_ms; -1 = no limit.
int timers_wait_ms(const struct timers *timers, uint64_t now_ms, int limit_ms);

// timers_fire calls every timer that is due. One that is set by a callback waits for the next call,
// however soon it is due.
void timers_fire(struct timers *timers, uint64_t now_ms);
