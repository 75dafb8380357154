#include "service/timers.h"

#include <assert.h>
#include <limits.h>
#include <stddef.h>

void timers_start(struct timers *timers) {
    timers->ring = (struct loop_timer){.prev = &timers->ring, .next = &timers->ring};
}

void timers_set(struct timers *timers, struct loop_timer *timer, uint64_t due_ms) {
    struct loop_timer *before = timers->ring.prev;

    assert(due_ms > 0);
    if (timer->due_ms != 0) {
        timers_cancel(timer);
        before = timers->ring.prev;
    }
    while (before != &timers->ring && before->due_ms > due_ms)
        before = before->prev;

    timer->due_ms = due_ms;
    timer->prev = before;
    timer->next = before->next;
    before->next->prev = timer;
    before->next = timer;
}

void timers_cancel(struct loop_timer *timer) {
    if (timer->due_ms == 0)
        return;

    timer->prev->next = timer->next;
    timer->next->prev = timer->prev;
    timer->prev = timer->next = NULL;
    timer->due_ms = 0;
}

int timers_wait_ms(const struct timers *timers, uint64_t now_ms, int limit_ms) {
    const struct loop_timer *first = timers->ring.next;
    const uint64_t limit = limit_ms < 0 ? INT_MAX : (uint64_t)limit_ms;

    if (first == &timers->ring)
        return limit_ms;
    if (first->due_ms <= now_ms)
        return 0;
    return (int)(first->due_ms - now_ms < limit ? first->due_ms - now_ms : limit);
}

// split moves the timers that are due from the front of the ring to a ring of their own.
static void split(struct timers *timers, uint64_t now_ms, struct loop_timer *ret_due) {
    struct loop_timer *first = timers->ring.next, *end = first;

    while (end != &timers->ring && end->due_ms <= now_ms)
        end = end->next;
    *ret_due = (struct loop_timer){.prev = ret_due, .next = ret_due};
    if (end == first)
        return;

    ret_due->next = first;
    ret_due->prev = end->prev;
    first->prev = ret_due;
    end->prev->next = ret_due;
    timers->ring.next = end;
    end->prev = &timers->ring;
}

void timers_fire(struct timers *timers, uint64_t now_ms) {
    struct loop_timer due;

    // A ring of its own keeps what callbacks set out of this pass; cancelling works in any ring.
    split(timers, now_ms, &due);
    while (due.next != &due) {
        struct loop_timer *timer = due.next;
        timers_cancel(timer);
        timer->on_fire(timer);
    }
}
