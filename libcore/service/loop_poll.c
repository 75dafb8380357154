#include "service/loop_poll.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "service/timers.h"

enum { WATCHES_START = 16 }; // room for watches at first; it doubles

// Slot i of `polls` belongs to watches[i]; slot 0 is the eventfd that a post rings. A watch that is
// forgotten leaves a hole (fd -1, which poll passes over) until the turn has ended, so that a
// callback may forget any watch while the slots are walked.
struct loop_poll {
    struct loop loop;
    struct timers timers;
    uint64_t now_ms;
    struct pollfd *polls;
    struct loop_watch **watches;
    size_t count, size;
    bool has_holes;

    pthread_mutex_t lock; // for `first` and `last` only
    struct loop_message *first, *last;
};

static struct loop_poll *self(struct loop *loop) {
    return (struct loop_poll *)(void *)loop;
}

static uint64_t read_clock_ms(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static uint64_t loop_now_ms(struct loop *loop) {
    return self(loop)->now_ms;
}

// The slot of a watch is kept in `impl` as a number.
static size_t slot_of(const struct loop_watch *watch) {
    return (size_t)(uintptr_t)watch->impl;
}

static void put_slot(struct loop_poll *poller, struct loop_watch *watch, size_t slot) {
    poller->watches[slot] = watch;
    watch->impl = (void *)(uintptr_t)slot; // NOLINT(performance-no-int-to-ptr)
}

static bool grow(struct loop_poll *poller, size_t size) {
    struct pollfd *polls = realloc(poller->polls, size * sizeof *polls);
    if (polls == NULL)
        return false;
    poller->polls = polls;

    struct loop_watch **watches =
        realloc(poller->watches, size * sizeof(struct loop_watch *)); // NOLINT(bugprone-sizeof-*)
    if (watches == NULL)
        return false;
    poller->watches = watches;
    poller->size = size;
    return true;
}

static short poll_events(unsigned events) {
    return (short)((events & LOOP_READ ? POLLIN : 0) | (events & LOOP_WRITE ? POLLOUT : 0));
}

static void loop_watch(struct loop *loop, struct loop_watch *watch, unsigned events) {
    struct loop_poll *poller = self(loop);

    if (watch->events == 0 && events != 0) {
        if (poller->count == poller->size && !grow(poller, poller->size * 2))
            abort();
        put_slot(poller, watch, poller->count);
        poller->polls[poller->count++] = (struct pollfd){.fd = watch->fd};
    }
    if (events != 0) {
        poller->polls[slot_of(watch)].events = poll_events(events);
    } else if (watch->events != 0) {
        poller->polls[slot_of(watch)] = (struct pollfd){.fd = -1};
        poller->watches[slot_of(watch)] = NULL;
        poller->has_holes = true;
    }
    watch->events = events;
}

static void loop_timer_set(struct loop *loop, struct loop_timer *timer, int after_ms) {
    assert(after_ms >= 0);
    timers_set(&self(loop)->timers, timer, self(loop)->now_ms + (uint64_t)after_ms);
}

static void loop_timer_cancel(struct loop *loop, struct loop_timer *timer) {
    (void)loop;
    timers_cancel(timer);
}

static void loop_post(struct loop *loop, struct loop_message *message) {
    struct loop_poll *poller = self(loop);

    message->next = NULL;
    pthread_mutex_lock(&poller->lock);
    const bool was_empty = poller->first == NULL;
    if (was_empty)
        poller->first = message;
    else
        poller->last->next = message;
    poller->last = message;
    // Rung under the lock, so that the loop cannot take the message, and its owner end the loop,
    // before the bell has been touched. It cannot fail: the counter is far from its limit.
    if (was_empty)
        (void)!write(poller->polls[0].fd, &(uint64_t){1}, sizeof(uint64_t));
    pthread_mutex_unlock(&poller->lock);
}

static void deliver(struct loop_poll *poller) {
    uint64_t rings;

    (void)!read(poller->polls[0].fd, &rings, sizeof rings);
    pthread_mutex_lock(&poller->lock);
    struct loop_message *message = poller->first;
    poller->first = poller->last = NULL;
    pthread_mutex_unlock(&poller->lock);

    while (message != NULL) {
        struct loop_message *next = message->next; // the callback may free the message
        message->on_arrive(message);
        message = next;
    }
}

static void close_holes(struct loop_poll *poller) {
    size_t kept = 1;

    for (size_t i = 1; i < poller->count; i++) {
        if (poller->watches[i] == NULL)
            continue;
        poller->polls[kept] = poller->polls[i];
        put_slot(poller, poller->watches[i], kept++);
    }
    poller->count = kept;
    poller->has_holes = false;
}

// An error or a hang-up is told as whatever is watched for: the next read or write names it.
static unsigned ready_events(const struct pollfd *slot) {
    const unsigned broken = slot->revents & (POLLERR | POLLHUP | POLLNVAL);
    const unsigned wanted =
        (slot->events & POLLIN ? LOOP_READ : 0u) | (slot->events & POLLOUT ? LOOP_WRITE : 0u);
    const unsigned ready =
        (slot->revents & POLLIN ? LOOP_READ : 0u) | (slot->revents & POLLOUT ? LOOP_WRITE : 0u);

    return broken ? wanted : ready & wanted;
}

static void loop_run_once(struct loop *loop, int timeout_ms) {
    struct loop_poll *poller = self(loop);

    poller->now_ms = read_clock_ms();
    const int wait_ms = timers_wait_ms(&poller->timers, poller->now_ms, timeout_ms);
    const int ready = poll(poller->polls, poller->count, wait_ms);
    poller->now_ms = read_clock_ms();

    // What a callback adds lies behind `count` and has seen no events yet.
    const size_t count = ready > 0 ? poller->count : 0;
    for (size_t i = 1; i < count; i++) {
        const unsigned events = ready_events(&poller->polls[i]);
        if (poller->watches[i] != NULL && events != 0)
            poller->watches[i]->on_ready(poller->watches[i], events);
    }
    if (count > 0 && poller->polls[0].revents != 0)
        deliver(poller);
    timers_fire(&poller->timers, poller->now_ms);
    if (poller->has_holes)
        close_holes(poller);
}

struct loop *loop_poll_new(void) {
    struct loop_poll *poller = calloc(1, sizeof *poller);

    if (poller == NULL)
        return NULL;
    const int bell = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (bell < 0 || !grow(poller, WATCHES_START)) {
        if (bell >= 0)
            close(bell);
        free(poller->polls);
        free(poller);
        return NULL;
    }
    poller->loop = (struct loop){
        .now_ms = loop_now_ms,
        .watch = loop_watch,
        .timer_set = loop_timer_set,
        .timer_cancel = loop_timer_cancel,
        .post = loop_post,
        .run_once = loop_run_once,
    };
    poller->polls[0] = (struct pollfd){.fd = bell, .events = POLLIN};
    poller->watches[0] = NULL;
    poller->count = 1;
    poller->now_ms = read_clock_ms();
    timers_start(&poller->timers);
    pthread_mutex_init(&poller->lock, NULL);
    return &poller->loop;
}

void loop_poll_free(struct loop *loop) {
    struct loop_poll *poller = loop == NULL ? NULL : self(loop);

    if (poller == NULL)
        return;
    close(poller->polls[0].fd);
    pthread_mutex_destroy(&poller->lock);
    free(poller->polls);
    free(poller->watches);
    free(poller);
}
