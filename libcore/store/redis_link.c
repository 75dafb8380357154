#include "store/redis_link.h"

#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    READ_MAX = 64 * 1024, // bytes a turn, so that one connection does not keep the loop
    OUT_START = 4096,     // the buffer doubles; the store's bound on requests limits it
    GREETINGS_MAX = 4,    // AUTH, SELECT, ROLE, SCRIPT LOAD
    // A peer that vanished while nobody plays is noticed after 30 + 3 * 10 s.
    KEEPALIVE_IDLE_S = 30,
    KEEPALIVE_INTERVAL_S = 10,
    KEEPALIVE_COUNT = 3,
    // A replica that is well has a write within a millisecond. One that has not after the first of
    // these is not waited for again until the second has passed.
    BARRIER_MS = 500,
    BARRIER_PAUSE_MS = 2000,
};

enum link_state { CONNECTING, GREETING, READY, DROPPING };

// A greeting is a command of the handshake; `accepts` judges its reply.
struct greeting {
    struct redis_call call;
    struct redis_link *link;
    bool (*accepts)(struct redis_link *link, const struct redis_reply *reply);
};

struct redis_link {
    const struct redis_link_options *options;
    struct redis_link_owner *owner;
    struct loop_watch watch;
    struct loop_timer command_timer; // set while calls are under way
    struct loop_timer drop_timer;    // set while DROPPING
    enum link_state state;
    struct greeting greetings[GREETINGS_MAX];
    int greetings_sent, greetings_accepted;
    char sha[REDIS_SHA_LEN + 1];

    struct redis_call *first, **end;     // under way, in the order of their replies
    struct redis_call *held, **held_end; // answered, and waiting for a barrier
    bool wants_barrier;                  // behind writes since the last one
    bool has_barrier;                    // under way; one at a time, or their waits would add up
    uint64_t unguarded_until_ms;
    struct resp_reader *reader;
    char *out; // bytes out_start..out_len have not been written
    size_t out_start, out_len, out_size;
    uint64_t appended, written; // bytes of the connection
};

#define LINK_OF(pointer, member)                                                                   \
    ((struct redis_link *)(void *)((char *)(pointer)-offsetof(struct redis_link, member)))

// ---- the end ----

static void release(struct redis_link *link) {
    struct loop *loop = link->options->loop;

    loop->watch(loop, &link->watch, 0);
    loop->timer_cancel(loop, &link->command_timer);
    loop->timer_cancel(loop, &link->drop_timer);
    close(link->watch.fd);
    link->state = DROPPING; // what calls do when they end must not reach the socket
}

static void end_calls(struct redis_link *link) {
    struct redis_call *held = link->held, *call = link->first;

    link->held = link->first = NULL;
    link->held_end = &link->held;
    link->end = &link->first;
    while (held != NULL) {
        struct redis_call *next = held->next;
        redis_reply_free(held->reply);
        held->done(held, REDIS_LOST, NULL);
        held = next;
    }
    while (call != NULL) {
        struct redis_call *next = call->next;
        call->done(call, call->end > link->written ? REDIS_UNSENT : REDIS_LOST, NULL);
        call = next;
    }
}

static void free_link(struct redis_link *link) {
    resp_reader_free(link->reader);
    free(link->out);
    free(link);
}

void redis_link_close(struct redis_link *link) {
    if (link == NULL)
        return;
    release(link);
    end_calls(link);
    free_link(link);
}

static void be_gone(struct redis_link *link) {
    release(link);
    end_calls(link);
    link->owner->on_gone(link->owner);
    free_link(link);
}

static void on_drop_timer(struct loop_timer *timer) {
    be_gone(LINK_OF(timer, drop_timer));
}

void redis_link_drop(struct redis_link *link) {
    struct loop *loop = link->options->loop;

    if (link->state == DROPPING)
        return;
    link->state = DROPPING;
    loop->watch(loop, &link->watch, 0);
    loop->timer_set(loop, &link->drop_timer, 0);
}

// ---- writing ----

static bool make_room(struct redis_link *link, size_t len) {
    if (link->out_start > 0) {
        memmove(link->out, link->out + link->out_start, link->out_len - link->out_start);
        link->out_len -= link->out_start;
        link->out_start = 0;
    }
    size_t size = link->out_size == 0 ? OUT_START : link->out_size;
    while (size < link->out_len + len)
        size *= 2;
    if (size == link->out_size)
        return true;

    char *out = realloc(link->out, size);
    if (out == NULL)
        return false;
    link->out = out;
    link->out_size = size;
    return true;
}

static bool append(struct redis_link *link, struct redis_call *call, int count,
                   const char *const *args, const size_t *lens) {
    struct loop *loop = link->options->loop;
    size_t len;
    char *text = resp_format(count, args, lens, &len);

    if (text == NULL || (link->out_size - link->out_len < len && !make_room(link, len))) {
        free(text);
        return false;
    }
    memcpy(link->out + link->out_len, text, len);
    free(text);
    link->out_len += len;
    link->appended += len;

    call->next = NULL;
    call->reply = NULL;
    call->is_guarded = call->is_write && link->options->has_replicas &&
                       loop->now_ms(loop) >= link->unguarded_until_ms;
    link->wants_barrier = link->wants_barrier || call->is_guarded;
    call->end = link->appended;
    call->due_ms = loop->now_ms(loop) + (uint64_t)link->options->command_timeout_ms;
    *link->end = call;
    link->end = &call->next;
    if (link->command_timer.due_ms == 0)
        loop->timer_set(loop, &link->command_timer, link->options->command_timeout_ms);
    if ((link->watch.events & LOOP_WRITE) == 0)
        loop->watch(loop, &link->watch, LOOP_READ | LOOP_WRITE);
    return true;
}

// ---- barriers ----

static void release_held(struct redis_link *link) {
    struct redis_call *call = link->held;

    link->held = NULL;
    link->held_end = &link->held;
    while (call != NULL) {
        struct redis_call *next = call->next;
        struct redis_reply *reply = call->reply;
        call->done(call, REDIS_ANSWERED, reply); // may free the call
        redis_reply_free(reply);
        call = next;
    }
}

struct barrier {
    struct redis_call call;
    struct redis_link *link;
};

static bool append_barrier(struct redis_link *link);

// unguard gives up on replicas for a while, for what is under way, too.
static void unguard(struct redis_link *link) {
    struct loop *loop = link->options->loop;

    link->unguarded_until_ms = loop->now_ms(loop) + BARRIER_PAUSE_MS;
    link->wants_barrier = false;
    for (struct redis_call *call = link->first; call != NULL; call = call->next)
        call->is_guarded = false;
}

// Replies come in order, so what is held when a barrier is answered stood before it.
static void on_barrier(struct redis_call *call, enum redis_fate fate,
                       const struct redis_reply *reply) {
    struct redis_link *link = ((struct barrier *)(void *)call)->link;

    free(call);
    if (fate != REDIS_ANSWERED)
        return;
    link->has_barrier = false;
    if (reply->type != REDIS_TYPE_INTEGER || reply->number < 1)
        unguard(link);
    if (link->wants_barrier && !append_barrier(link))
        redis_link_drop(link);
    release_held(link);
}

static bool append_barrier(struct redis_link *link) {
    const int half_ms = link->options->command_timeout_ms / 2;
    char ms[16];
    const char *const args[] = {"WAIT", "1", ms};
    size_t lens[] = {4, 1, 0};
    struct barrier *barrier = calloc(1, sizeof *barrier);

    if (barrier == NULL)
        return false;
    barrier->call.done = on_barrier;
    barrier->link = link;
    lens[2] = (size_t)snprintf(ms, sizeof ms, "%d", half_ms < BARRIER_MS ? half_ms : BARRIER_MS);
    if (!append(link, &barrier->call, 3, args, lens)) {
        free(barrier);
        return false;
    }
    link->wants_barrier = false;
    link->has_barrier = true;
    return true;
}

// write_out returns false when the connection is broken.
static bool write_out(struct redis_link *link) {
    if (link->wants_barrier && !link->has_barrier && !append_barrier(link))
        return false;

    const size_t len = link->out_len - link->out_start;
    const ssize_t count =
        len == 0 ? 0 : send(link->watch.fd, link->out + link->out_start, len, MSG_NOSIGNAL);

    if (count < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    link->written += (uint64_t)count;
    link->out_start += (size_t)count;
    if (link->out_start == link->out_len) {
        link->out_start = link->out_len = 0;
        link->options->loop->watch(link->options->loop, &link->watch, LOOP_READ);
    }
    return true;
}

// One timer watches the oldest call. It is not set anew for every reply: when it fires too early,
// it is set for what is left.
static void on_command_timer(struct loop_timer *timer) {
    struct redis_link *link = LINK_OF(timer, command_timer);
    struct loop *loop = link->options->loop;
    const uint64_t now_ms = loop->now_ms(loop);

    if (link->first == NULL)
        return;
    if (link->first->due_ms > now_ms)
        loop->timer_set(loop, timer, (int)(link->first->due_ms - now_ms));
    else
        be_gone(link);
}

// ---- reading ----

static bool read_in(struct redis_link *link) {
    char bytes[READ_MAX];
    const ssize_t count = recv(link->watch.fd, bytes, sizeof bytes, 0);

    if (count < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    return count > 0 && resp_feed(link->reader, bytes, (size_t)count);
}

// hand_out returns false when the peer must be dropped.
static bool hand_out(struct redis_link *link) {
    struct redis_reply *reply = NULL;
    int got = 1;

    while (link->state != DROPPING && (got = resp_next(link->reader, &reply)) == 1) {
        struct redis_call *call = link->first;
        if (call == NULL) { // nobody asked
            redis_reply_free(reply);
            return false;
        }
        link->first = call->next;
        if (link->first == NULL)
            link->end = &link->first;
        if (call->is_guarded) {
            call->reply = reply;
            call->next = NULL;
            *link->held_end = call;
            link->held_end = &call->next;
        } else {
            call->done(call, REDIS_ANSWERED, reply);
            redis_reply_free(reply);
        }
    }
    return got >= 0;
}

// ---- the handshake ----

static bool accepts_ok(struct redis_link *link, const struct redis_reply *reply) {
    (void)link;
    return redis_reply_is(reply, REDIS_TYPE_STATUS, "OK");
}

static bool accepts_master(struct redis_link *link, const struct redis_reply *reply) {
    (void)link;
    return reply->type == REDIS_TYPE_ARRAY && reply->len > 0 &&
           redis_reply_is(reply->items[0], REDIS_TYPE_STRING, "master");
}

static bool accepts_sha(struct redis_link *link, const struct redis_reply *reply) {
    if (reply->type != REDIS_TYPE_STRING || reply->len != REDIS_SHA_LEN)
        return false;
    memcpy(link->sha, reply->text, REDIS_SHA_LEN + 1);
    return true;
}

static void on_greeted(struct redis_call *call, enum redis_fate fate,
                       const struct redis_reply *reply) {
    const struct greeting *greeting = (struct greeting *)(void *)call;
    struct redis_link *link = greeting->link;

    if (fate != REDIS_ANSWERED)
        return;
    if (!greeting->accepts(link, reply)) {
        redis_link_drop(link);
    } else if (++link->greetings_accepted == link->greetings_sent) {
        link->state = READY;
        link->owner->on_ready(link->owner);
    }
}

static bool greet(struct redis_link *link, int count, const char *const *args,
                  bool (*accepts)(struct redis_link *, const struct redis_reply *)) {
    struct greeting *greeting = &link->greetings[link->greetings_sent++];
    size_t lens[3];

    assert(count <= 3);
    for (int i = 0; i < count; i++)
        lens[i] = strlen(args[i]);
    *greeting = (struct greeting){.call.done = on_greeted, .link = link, .accepts = accepts};
    return append(link, &greeting->call, count, args, lens);
}

static bool greet_all(struct redis_link *link) {
    const struct redis_link_options *options = link->options;
    char db[16];
    bool good = true;

    if (options->user[0] != '\0')
        good = good && greet(link, 3, (const char *[]){"AUTH", options->user, options->password},
                             accepts_ok);
    else if (options->password[0] != '\0')
        good = good && greet(link, 2, (const char *[]){"AUTH", options->password}, accepts_ok);

    snprintf(db, sizeof db, "%d", options->db);
    if (options->db != 0)
        good = good && greet(link, 2, (const char *[]){"SELECT", db}, accepts_ok);
    if (options->must_be_master)
        good = good && greet(link, 1, (const char *[]){"ROLE"}, accepts_master);
    if (options->script != NULL)
        good = good &&
               greet(link, 3, (const char *[]){"SCRIPT", "LOAD", options->script}, accepts_sha);
    return good;
}

// connected sends the handshake, all of it at once. A link without one is ready by its connection.
static bool connected(struct redis_link *link) {
    int problem = 0;
    socklen_t len = sizeof problem;

    if (getsockopt(link->watch.fd, SOL_SOCKET, SO_ERROR, &problem, &len) != 0 || problem != 0)
        return false;
    link->state = GREETING;
    if (!greet_all(link))
        return false;
    if (link->greetings_sent == 0) {
        link->options->loop->watch(link->options->loop, &link->watch, LOOP_READ);
        link->state = READY;
        link->owner->on_ready(link->owner);
    }
    return true;
}

static void on_ready(struct loop_watch *watch, unsigned events) {
    struct redis_link *link = LINK_OF(watch, watch);
    bool good = true;

    if (link->state == CONNECTING)
        good = connected(link);
    else if (events & LOOP_READ)
        good = read_in(link) && hand_out(link);
    if (good && link->state != DROPPING && (events & LOOP_WRITE))
        good = write_out(link);
    if (!good)
        be_gone(link);
}

// ---- the beginning ----

static void set_option(int fd, int level, int option, int value) {
    (void)setsockopt(fd, level, option, &value, sizeof value); // a link without it works too
}

static int connect_to(const struct sockaddr *address, socklen_t len) {
    const int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (fd < 0)
        return -1;
    if (address->sa_family != AF_UNIX) {
        set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1);
        set_option(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
        set_option(fd, IPPROTO_TCP, TCP_KEEPIDLE, KEEPALIVE_IDLE_S);
        set_option(fd, IPPROTO_TCP, TCP_KEEPINTVL, KEEPALIVE_INTERVAL_S);
        set_option(fd, IPPROTO_TCP, TCP_KEEPCNT, KEEPALIVE_COUNT);
    }
    if (connect(fd, address, len) != 0 && errno != EINPROGRESS) {
        close(fd);
        return -1;
    }
    return fd;
}

struct redis_link *redis_link_open(const struct redis_link_options *options,
                                   const struct sockaddr *address, socklen_t len,
                                   struct redis_link_owner *owner) {
    struct redis_link *link = calloc(1, sizeof *link);

    if (link == NULL)
        return NULL;
    link->reader = resp_reader_new();
    const int fd = link->reader == NULL ? -1 : connect_to(address, len);
    if (fd < 0) {
        free_link(link);
        return NULL;
    }
    link->options = options;
    link->owner = owner;
    link->end = &link->first;
    link->held_end = &link->held;
    link->state = CONNECTING;
    link->watch = (struct loop_watch){.on_ready = on_ready, .fd = fd};
    link->command_timer.on_fire = on_command_timer;
    link->drop_timer.on_fire = on_drop_timer;
    options->loop->watch(options->loop, &link->watch, LOOP_WRITE);
    return link;
}

bool redis_link_is_ready(const struct redis_link *link) {
    return link->state == READY;
}

const char *redis_link_sha(const struct redis_link *link) {
    return link->sha;
}

bool redis_link_send(struct redis_link *link, struct redis_call *call, int count,
                     const char *const *args, const size_t *lens) {
    return link->state == READY && append(link, call, count, args, lens);
}
