#include "service/health.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "service/address.h"
#include "service/health_http.h"

// A connection reads a request, writes the answer, says that this was all, and reads on until the
// peer closes: closing with bytes unread would send a reset, which can destroy the answer.
enum phase { PHASE_FREE, PHASE_READING, PHASE_WRITING, PHASE_CLOSING };

struct conn {
    enum phase phase;
    int fd; // -1 where free
    uint64_t deadline_ms;
    char in[HEALTH_HEAD_MAX];
    size_t in_len;
    char out[HEALTH_ANSWER_MAX];
    size_t out_len, out_at;
};

enum { FDS_MAX = 1 + ADDRESS_SOCKETS_MAX + HEALTH_CONNS_MAX };

struct health {
    struct health_source source;
    pthread_t thread;
    int bell; // rung by health_stop
    int listeners[ADDRESS_SOCKETS_MAX];
    int listener_count;
    struct conn conns[HEALTH_CONNS_MAX];
    char metrics[HEALTH_ANSWER_MAX - 1024]; // what the headers leave of an answer
};

static uint64_t now_ms(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static struct conn *find_free(struct health *health) {
    for (int i = 0; i < HEALTH_CONNS_MAX; i++)
        if (health->conns[i].phase == PHASE_FREE)
            return &health->conns[i];
    return NULL;
}

static void drop(struct conn *conn) {
    close(conn->fd);
    conn->fd = -1;
    conn->phase = PHASE_FREE;
}

static void accept_one(struct health *health, int listener) {
    struct conn *conn = find_free(health);

    if (conn == NULL)
        return;
    const int fd = accept(listener, NULL, NULL);
    if (fd < 0)
        return; // the peer has left already, or there are no descriptors: poll tells again
    (void)fcntl(fd, F_SETFL, O_NONBLOCK);
    (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
    conn->fd = fd;
    conn->phase = PHASE_READING;
    conn->deadline_ms = now_ms() + HEALTH_TIMEOUT_MS;
    conn->in_len = conn->out_len = conn->out_at = 0;
}

static void answer(struct health *health, struct conn *conn, const struct health_request *request) {
    struct text out = text_start(conn->out, sizeof conn->out);
    struct text metrics = text_start(health->metrics, sizeof health->metrics);
    const struct health_source *source = &health->source;

    if (request == NULL) {
        health_answer_malformed(&out);
    } else {
        if (request->route == HEALTH_METRICS)
            source->metrics(source->arg, &metrics);
        const struct health_facts facts = {source->is_ready(source->arg),
                                           source->is_store_ready(source->arg), metrics.bytes,
                                           metrics.len};
        health_answer(&out, request, &facts);
    }
    assert(!out.cut && !metrics.cut);
    conn->out_len = out.len;
    conn->phase = PHASE_WRITING;
}

static void read_request(struct health *health, struct conn *conn) {
    struct health_request request;
    const ssize_t len = recv(conn->fd, conn->in + conn->in_len, sizeof conn->in - conn->in_len, 0);

    if (len < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (len <= 0) {
        drop(conn);
        return;
    }
    conn->in_len += (size_t)len;
    switch (health_parse(conn->in, conn->in_len, &request)) {
    case HEALTH_COMPLETE:
        answer(health, conn, &request);
        return;
    case HEALTH_MALFORMED:
        answer(health, conn, NULL);
        return;
    case HEALTH_MORE:
        return;
    }
}

static void write_answer(struct conn *conn) {
    const ssize_t len =
        send(conn->fd, conn->out + conn->out_at, conn->out_len - conn->out_at, MSG_NOSIGNAL);

    if (len < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (len < 0) {
        drop(conn);
        return;
    }
    conn->out_at += (size_t)len;
    if (conn->out_at == conn->out_len) {
        shutdown(conn->fd, SHUT_WR);
        conn->phase = PHASE_CLOSING;
    }
}

static void read_on(struct conn *conn) {
    const ssize_t len = recv(conn->fd, conn->in, sizeof conn->in, 0);

    if (len == 0 || (len < 0 && errno != EAGAIN && errno != EINTR))
        drop(conn);
}

static void serve(struct health *health, struct conn *conn) {
    switch (conn->phase) {
    case PHASE_FREE:
        return;
    case PHASE_READING:
        read_request(health, conn);
        return;
    case PHASE_WRITING:
        write_answer(conn);
        return;
    case PHASE_CLOSING:
        read_on(conn);
        return;
    }
}

// drop_late closes whoever had time enough, and returns how long poll may wait for the others.
static int drop_late(struct health *health) {
    const uint64_t now = now_ms();
    uint64_t wait_ms = UINT64_MAX;

    for (int i = 0; i < HEALTH_CONNS_MAX; i++) {
        struct conn *conn = &health->conns[i];
        if (conn->phase == PHASE_FREE)
            continue;
        if (conn->deadline_ms <= now)
            drop(conn);
        else if (conn->deadline_ms - now < wait_ms)
            wait_ms = conn->deadline_ms - now;
    }
    return wait_ms == UINT64_MAX ? -1 : (int)wait_ms;
}

// fill lays out what poll waits for: the bell, the listeners, then every connection. A negative
// descriptor is passed over.
static void fill(const struct health *health, struct pollfd fds[FDS_MAX], bool has_room) {
    fds[0] = (struct pollfd){.fd = health->bell, .events = POLLIN};
    for (int i = 0; i < ADDRESS_SOCKETS_MAX; i++)
        fds[1 + i] = (struct pollfd){
            .fd = has_room && i < health->listener_count ? health->listeners[i] : -1,
            .events = POLLIN,
        };
    for (int i = 0; i < HEALTH_CONNS_MAX; i++)
        fds[1 + ADDRESS_SOCKETS_MAX + i] = (struct pollfd){
            .fd = health->conns[i].fd,
            .events = health->conns[i].phase == PHASE_WRITING ? POLLOUT : POLLIN,
        };
}

static void *run(void *arg) {
    struct health *health = arg;
    struct pollfd fds[FDS_MAX];

    for (;;) {
        const int wait_ms = drop_late(health);
        fill(health, fds, find_free(health) != NULL);
        if (poll(fds, FDS_MAX, wait_ms) < 0 && errno != EINTR)
            return NULL; // out of memory: the probe notices
        if (fds[0].revents != 0)
            return NULL;
        for (int i = 0; i < HEALTH_CONNS_MAX; i++)
            if (fds[1 + ADDRESS_SOCKETS_MAX + i].revents != 0)
                serve(health, &health->conns[i]);
        for (int i = 0; i < health->listener_count; i++)
            if (fds[1 + i].revents != 0)
                accept_one(health, health->listeners[i]);
    }
}

struct health *health_start(const struct health_source *source, const int *listeners, int count) {
    struct health *health = calloc(1, sizeof *health);

    if (health == NULL)
        return NULL;
    assert(count >= 0 && count <= ADDRESS_SOCKETS_MAX);
    health->source = *source;
    health->listener_count = count;
    memcpy(health->listeners, listeners, (size_t)count * sizeof *listeners);
    for (int i = 0; i < HEALTH_CONNS_MAX; i++)
        health->conns[i].fd = -1;
    health->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (health->bell >= 0 && pthread_create(&health->thread, NULL, run, health) == 0)
        return health;

    if (health->bell >= 0)
        close(health->bell);
    free(health);
    return NULL;
}

void health_stop(struct health *health) {
    if (health == NULL)
        return;

    const ssize_t rung = write(health->bell, &(uint64_t){1}, sizeof(uint64_t));
    (void)rung; // the counter has room for one
    pthread_join(health->thread, NULL);
    for (int i = 0; i < HEALTH_CONNS_MAX; i++)
        if (health->conns[i].phase != PHASE_FREE)
            drop(&health->conns[i]);
    for (int i = 0; i < health->listener_count; i++)
        close(health->listeners[i]);
    close(health->bell);
    free(health);
}
