#include "store/lookup.h"

#include <netdb.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

// A lookup belongs to the loop and to its thread; whoever lets go last frees it.
struct lookup {
    atomic_int owners;
    struct address host;
    struct lookup_result result; // the thread's until it rings the bell
    struct loop_watch bell;      // an eventfd
    struct loop *loop;
    void (*done)(void *context, const struct lookup_result *result);
    void *context;
};

static void find(const struct address *host, int flags, struct lookup_result *ret) {
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = flags};
    struct addrinfo *list = NULL;
    char port[8];

    ret->count = 0;
    snprintf(port, sizeof port, "%d", host->port);
    if (getaddrinfo(host->host, port, &hints, &list) != 0)
        return;
    for (const struct addrinfo *info = list; info != NULL && ret->count < LOOKUP_MAX;
         info = info->ai_next) {
        memcpy(&ret->addresses[ret->count], info->ai_addr, info->ai_addrlen);
        ret->lens[ret->count++] = info->ai_addrlen;
    }
    freeaddrinfo(list);
}

bool lookup_numeric(const struct address *host, struct lookup_result *ret) {
    find(host, AI_NUMERICHOST | AI_NUMERICSERV, ret);
    return ret->count > 0;
}

static void let_go(struct lookup *lookup) {
    if (atomic_fetch_sub(&lookup->owners, 1) > 1)
        return;
    close(lookup->bell.fd);
    free(lookup);
}

static void *ask(void *argument) {
    struct lookup *lookup = argument;

    find(&lookup->host, AI_NUMERICSERV, &lookup->result);
    (void)!write(lookup->bell.fd, &(uint64_t){1}, sizeof(uint64_t));
    let_go(lookup);
    return NULL;
}

static void on_bell(struct loop_watch *watch, unsigned events) {
    struct lookup *lookup = (void *)((char *)watch - offsetof(struct lookup, bell));
    uint64_t rings;

    (void)events;
    (void)!read(watch->fd, &rings, sizeof rings);
    lookup->loop->watch(lookup->loop, watch, 0);
    lookup->done(lookup->context, &lookup->result);
    let_go(lookup);
}

static bool start_thread(struct lookup *lookup) {
    pthread_attr_t detached;
    pthread_t thread;
    sigset_t all, old;

    sigfillset(&all); // signals are for the main thread
    pthread_sigmask(SIG_SETMASK, &all, &old);
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    const int code = pthread_create(&thread, &detached, ask, lookup);
    pthread_attr_destroy(&detached);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return code == 0;
}

struct lookup *lookup_start(struct loop *loop, const struct address *host,
                            void (*done)(void *context, const struct lookup_result *result),
                            void *context) {
    struct lookup *lookup = calloc(1, sizeof *lookup);

    if (lookup == NULL)
        return NULL;
    lookup->host = *host;
    lookup->loop = loop;
    lookup->done = done;
    lookup->context = context;
    lookup->bell =
        (struct loop_watch){.on_ready = on_bell, .fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)};
    atomic_init(&lookup->owners, 2);
    if (lookup->bell.fd < 0 || !start_thread(lookup)) {
        if (lookup->bell.fd >= 0)
            close(lookup->bell.fd);
        free(lookup);
        return NULL;
    }
    loop->watch(loop, &lookup->bell, LOOP_READ);
    return lookup;
}

void lookup_cancel(struct lookup *lookup) {
    if (lookup == NULL)
        return;
    lookup->loop->watch(lookup->loop, &lookup->bell, 0);
    let_go(lookup);
}
