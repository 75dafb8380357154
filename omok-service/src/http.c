#include "http.h"

#include <assert.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#define H2O_USE_LIBUV 0
#include <h2o.h>

#include "service/address.h"
#include "service/timers.h"

#include "clock.h"

enum {
    LISTENERS_MAX = ADDRESS_SOCKETS_MAX,
    ACCEPTS_A_TURN = 16, // connections taken before the open ones get their turn again
    RETRY_ACCEPT_MS = 20,
    TURN_MAX_MS = 1000,    // a loop without work looks around once a second
    STOP_TURN_MS = 20,     // while stopping, idle connections are looked for this often
    UNSENT_MAX_MS = 30000, // a client that takes no byte of its answer for so long is cut off
};

// One thread: a loop of the library, dressed as loop.h, and its listeners.
struct http_thread {
    struct loop loop; // first: found again by its address
    struct http *http;
    h2o_context_t context;
    h2o_accept_ctx_t accept;
    struct timers timers;
    bool is_busy; // something was done outside the library's turn: the next one must not wait

    atomic_uintptr_t posted; // struct loop_message, the last one first
    int bell;                // eventfd that a post rings
    h2o_socket_t *bell_socket;

    h2o_socket_t *listeners[LISTENERS_MAX];
    int listener_count;
    struct loop_timer accept_again;
    int conns; // open connections of this thread

    void *worker;
    struct http_call *free_calls;
    struct loop_message stop;
    bool is_stopping;
    pthread_t id;
    bool has_started;
};

struct http {
    struct http_options options;
    h2o_globalconf_t conf;
    h2o_generator_t generator; // without callbacks: every body is sent in one piece
    atomic_int conns;          // open connections; all threads share this one limit
    int thread_count;
    struct http_thread threads[];
};

// The library calls back with its own structs; each of ours is found from the one that it holds.
struct http_handler {
    h2o_handler_t super;
    struct http *http;
};

static struct http_thread *thread_of(struct loop *loop) {
    return (struct http_thread *)(void *)loop;
}

static struct http_thread *thread_of_request(const h2o_req_t *req) {
    return H2O_STRUCT_FROM_MEMBER(struct http_thread, context, req->conn->ctx);
}

// ---- loop.h on the library's loop ----

static uint64_t loop_now_ms(struct loop *loop) {
    return h2o_now(thread_of(loop)->context.loop);
}

static void on_watch_readable(h2o_socket_t *socket, const char *error) {
    struct loop_watch *watch = socket->data;

    (void)error; // whoever reads next finds out
    watch->on_ready(watch, LOOP_READ);
}

static void on_watch_writable(h2o_socket_t *socket, const char *error);

static void arm(h2o_socket_t *socket, unsigned events) {
    if ((events & LOOP_READ) && !h2o_socket_is_reading(socket))
        h2o_socket_read_start(socket, on_watch_readable);
    if (!(events & LOOP_READ) && h2o_socket_is_reading(socket))
        h2o_socket_read_stop(socket);
    if ((events & LOOP_WRITE) && !h2o_socket_is_writing(socket))
        h2o_socket_notify_write(socket, on_watch_writable);
}

// The library tells once that a socket can be written to, and cannot be told to forget the
// question: the answer to one that nobody asks any more is dropped here.
static void on_watch_writable(h2o_socket_t *socket, const char *error) {
    struct loop_watch *watch = socket->data;

    (void)error;
    if (!(watch->events & LOOP_WRITE))
        return;
    watch->on_ready(watch, LOOP_WRITE);
    // The watch may be gone now; a closed socket stays allocated until the end of the turn.
    if (socket->data == watch)
        arm(socket, watch->events);
}

// The library closes the descriptors of its sockets, and the caller closes his: a copy serves both.
static void loop_watch(struct loop *loop, struct loop_watch *watch, unsigned events) {
    h2o_socket_t *socket = watch->impl;

    watch->events = events;
    if (events == 0) {
        watch->impl = NULL;
        if (socket != NULL) {
            socket->data = NULL;
            h2o_socket_close(socket);
        }
        return;
    }
    if (socket == NULL) {
        const int copy = dup(watch->fd);
        if (copy < 0)
            h2o_fatal("no descriptor left to watch with");
        socket = h2o_evloop_socket_create(thread_of(loop)->context.loop, copy,
                                          H2O_SOCKET_FLAG_DONT_READ);
        socket->data = watch;
        watch->impl = socket;
    }
    arm(socket, events);
}

static void loop_timer_set(struct loop *loop, struct loop_timer *timer, int after_ms) {
    timers_set(&thread_of(loop)->timers, timer, loop_now_ms(loop) + (uint64_t)after_ms);
}

static void loop_timer_cancel(struct loop *loop, struct loop_timer *timer) {
    (void)loop;
    timers_cancel(timer);
}

static void loop_post(struct loop *loop, struct loop_message *message) {
    struct http_thread *thread = thread_of(loop);
    uintptr_t last = atomic_load(&thread->posted);

    do
        message->next = (struct loop_message *)last; // NOLINT(performance-no-int-to-ptr)
    while (!atomic_compare_exchange_weak(&thread->posted, &last, (uintptr_t)message));
    if (last == 0)
        (void)!write(thread->bell, &(uint64_t){1}, sizeof(uint64_t)); // it can only be rung already
}

static void deliver(struct http_thread *thread) {
    struct loop_message *last, *first = NULL;

    last = (struct loop_message *)atomic_exchange(&thread->posted, 0); // NOLINT(performance-*)
    while (last != NULL) {
        struct loop_message *before = last->next;
        last->next = first;
        first = last;
        last = before;
    }
    while (first != NULL) {
        struct loop_message *next = first->next;
        first->on_arrive(first);
        first = next;
    }
}

static void on_bell(h2o_socket_t *socket, const char *error) {
    struct http_thread *thread = socket->data;
    uint64_t rings;

    (void)error;
    (void)!read(thread->bell, &rings, sizeof rings);
    deliver(thread);
}

static void loop_run_once(struct loop *loop, int timeout_ms) {
    struct http_thread *thread = thread_of(loop);
    const int limit_ms = thread->is_busy ? 0 : timeout_ms;

    // Callbacks that pend from a timer do not shorten the library's wait, hence is_busy.
    h2o_evloop_run(thread->context.loop,
                   timers_wait_ms(&thread->timers, loop_now_ms(loop), limit_ms));
    thread->is_busy = timers_wait_ms(&thread->timers, loop_now_ms(loop), -1) == 0;
    timers_fire(&thread->timers, loop_now_ms(loop));
    if (thread->http->options.on_turn != NULL && thread->worker != NULL)
        thread->http->options.on_turn(thread->worker);
}

// ---- connections ----

static void on_conn_close(void *data) {
    struct http_thread *thread = data;

    thread->conns--;
    atomic_fetch_sub(&thread->http->conns, 1);
}

static void pause_accepting(struct http_thread *thread) {
    for (int i = 0; i < thread->listener_count; i++)
        h2o_socket_read_stop(thread->listeners[i]);
    loop_timer_set(&thread->loop, &thread->accept_again, RETRY_ACCEPT_MS);
}

// accept_one returns false when nothing more can be accepted now.
static bool accept_one(struct http_thread *thread, h2o_socket_t *listener) {
    struct http *http = thread->http;

    if (atomic_fetch_add(&http->conns, 1) >= http->options.conns_max) {
        atomic_fetch_sub(&http->conns, 1);
        pause_accepting(thread);
        return false;
    }
    errno = 0;
    h2o_socket_t *socket = h2o_evloop_socket_accept(listener);
    if (socket == NULL) {
        atomic_fetch_sub(&http->conns, 1);
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
            pause_accepting(thread);
        return false;
    }
    thread->conns++;
    socket->on_close.cb = on_conn_close;
    socket->on_close.data = thread;
    h2o_accept(&thread->accept, socket);
    return true;
}

static void on_accept(h2o_socket_t *listener, const char *error) {
    if (error != NULL)
        return;
    for (int i = 0; i < ACCEPTS_A_TURN; i++)
        if (!accept_one(listener->data, listener))
            return;
}

static void accept_again(struct loop_timer *timer) {
    struct http_thread *thread = H2O_STRUCT_FROM_MEMBER(struct http_thread, accept_again, timer);

    for (int i = 0; i < thread->listener_count; i++)
        h2o_socket_read_start(thread->listeners[i], on_accept);
}

void http_listen(struct http *http, int thread_index, int fd) {
    struct http_thread *thread = &http->threads[thread_index];
    const unsigned unsent_ms = UNSENT_MAX_MS;

    assert(thread->listener_count < LISTENERS_MAX);
    // Accepted sockets inherit it (tcp(7)); the library has no time-out of its own for writing.
    (void)setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &unsent_ms, sizeof unsent_ms);
    h2o_socket_t *listener =
        h2o_evloop_socket_create(thread->context.loop, fd, H2O_SOCKET_FLAG_DONT_READ);
    listener->data = thread;
    h2o_socket_read_start(listener, on_accept);
    thread->listeners[thread->listener_count++] = listener;
}

// ---- requests ----

// on_request_gone runs when the library frees a request, answered or not.
static void on_request_gone(void *slot) {
    struct http_call *call = *(struct http_call **)slot;

    if (call != NULL)
        call->request = NULL;
}

static struct http_call *take_call(struct http_thread *thread) {
    struct http_call *call = thread->free_calls;

    if (call == NULL)
        return h2o_mem_alloc(thread->http->options.call_size);
    thread->free_calls = call->next;
    return call;
}

static struct slice slice_of(h2o_iovec_t bytes) {
    return (struct slice){bytes.base, bytes.len};
}

// Header names arrive in lower case. A key that comes twice counts as absent.
static void find_headers(const h2o_req_t *req, struct http_message *message) {
    static const char name[] = "idempotency-key";
    int keys = 0;

    for (size_t i = 0; i < req->headers.size; i++) {
        const h2o_header_t *header = &req->headers.entries[i];
        if (header->name == &H2O_TOKEN_IF_NONE_MATCH->buf) {
            message->if_none_match = slice_of(header->value);
        } else if (header->name->len == sizeof name - 1 &&
                   memcmp(header->name->base, name, sizeof name - 1) == 0) {
            message->idempotency_key = slice_of(header->value);
            keys++;
        }
    }
    if (keys > 1)
        message->idempotency_key = (struct slice){NULL, 0};
}

static int on_request(h2o_handler_t *handler, h2o_req_t *req) {
    struct http_thread *thread = thread_of_request(req);
    struct http *http = ((struct http_handler *)(void *)handler)->http;
    struct http_message message = {.method = slice_of(req->input.method),
                                   .target = slice_of(req->input.path)};
    struct http_call *call = take_call(thread);
    struct http_call **slot = h2o_mem_alloc_shared(&req->pool, sizeof(struct http_call *), // NOLINT
                                                   on_request_gone);

    *slot = call;
    *call = (struct http_call){
        .worker = thread->worker, .started_us = clock_us(), .request = req, .slot = slot};
    find_headers(req, &message);
    http->options.on_request(call, &message);
    return 0;
}

static const char *phrase(int status) {
    switch (status) {
    case 200:
        return "OK";
    case 204:
        return "No Content";
    case 304:
        return "Not Modified";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    default:
        return "Service Unavailable";
    }
}

static void send_reply(h2o_req_t *req, const struct http_reply *reply) {
    h2o_iovec_t body = {(char *)(uintptr_t)reply->body, reply->len}; // NOLINT(performance-*)

    req->res.status = reply->status;
    req->res.reason = phrase(reply->status);
    h2o_add_header(&req->pool, &req->res.headers, H2O_TOKEN_ACCESS_CONTROL_ALLOW_ORIGIN, NULL,
                   H2O_STRLIT("*"));
    if (reply->type != NULL) {
        h2o_add_header(&req->pool, &req->res.headers, H2O_TOKEN_CONTENT_TYPE, NULL, reply->type,
                       strlen(reply->type));
        req->res.content_length = reply->len;
    }
    for (const struct http_header *header = reply->headers; header->name != NULL; header++)
        h2o_add_header_by_str(&req->pool, &req->res.headers, header->name, strlen(header->name), 1,
                              NULL, header->value, strlen(header->value));
    if (reply->is_last || req->conn->ctx->shutdown_requested)
        req->http1_is_persistent = 0;

    // The library would send the body of an answer to HEAD, and the next answer would follow it.
    const bool has_body = reply->type != NULL && !reply->is_head && reply->len > 0;
    if (has_body && !reply->is_static)
        body = h2o_strdup(&req->pool, reply->body, reply->len);
    h2o_start_response(req, &thread_of_request(req)->http->generator);
    h2o_send(req, &body, has_body, H2O_SEND_STATE_FINAL);
}

void http_answer(struct http_call *call, const struct http_reply *reply) {
    h2o_req_t *req = call->request;

    if (req != NULL) {
        struct http_thread *thread = thread_of_request(req);
        *(struct http_call **)call->slot = NULL;
        call->next = thread->free_calls;
        thread->free_calls = call;
        send_reply(req, reply); // may take the next request at once, and this call with it
    } else {
        free(call);
    }
}

bool http_has_left(const struct http_call *call) {
    h2o_req_t *req = call->request;

    if (req == NULL)
        return true;
    struct pollfd state = {
        .fd = h2o_socket_get_fd(req->conn->callbacks->get_socket(req->conn)),
        .events = POLLIN,
    };
    char byte;
    return poll(&state, 1, 0) > 0 && ((state.revents & (POLLERR | POLLHUP)) ||
                                      recv(state.fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0);
}

int http_conns(const struct http *http) {
    return atomic_load(&http->conns);
}

// ---- start and stop ----

static void open_conf(struct http *http) {
    h2o_globalconf_t *conf = &http->conf;

    h2o_config_init(conf);
    conf->server_name = h2o_iovec_init(H2O_STRLIT("omok"));
    conf->max_request_entity_size = http->options.body_max;
    conf->http1.req_timeout = (uint64_t)http->options.timeout_ms;
    conf->http1.upgrade_to_http2 = 0;

    h2o_hostconf_t *host = h2o_config_register_host(conf, h2o_iovec_init(H2O_STRLIT("default")), 0);
    h2o_pathconf_t *path = h2o_config_register_path(host, "/", 0);
    h2o_handler_t *handler = h2o_create_handler(path, sizeof(struct http_handler));
    handler->on_req = on_request;
    ((struct http_handler *)(void *)handler)->http = http;
}

static void on_stop(struct loop_message *message) {
    H2O_STRUCT_FROM_MEMBER(struct http_thread, stop, message)->is_stopping = true;
}

static void open_thread(struct http *http, struct http_thread *thread) {
    thread->http = http;
    thread->loop = (struct loop){
        .now_ms = loop_now_ms,
        .watch = loop_watch,
        .timer_set = loop_timer_set,
        .timer_cancel = loop_timer_cancel,
        .post = loop_post,
        .run_once = loop_run_once,
    };
    h2o_context_init(&thread->context, h2o_evloop_create(), &http->conf);
    thread->accept = (h2o_accept_ctx_t){.ctx = &thread->context, .hosts = http->conf.hosts};
    timers_start(&thread->timers);
    thread->accept_again.on_fire = accept_again;
    thread->stop.on_arrive = on_stop;

    thread->bell = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (thread->bell < 0)
        h2o_fatal("no descriptor for an eventfd");
    thread->bell_socket =
        h2o_evloop_socket_create(thread->context.loop, thread->bell, H2O_SOCKET_FLAG_DONT_READ);
    thread->bell_socket->data = thread;
    h2o_socket_read_start(thread->bell_socket, on_bell);
}

struct http *http_open(const struct http_options *options) {
    const size_t size = (size_t)options->threads * sizeof(struct http_thread);
    struct http *http = h2o_mem_alloc(sizeof *http + size);

    memset(http, 0, sizeof *http + size);
    http->options = *options;
    http->thread_count = options->threads;
    open_conf(http);
    for (int i = 0; i < options->threads; i++)
        open_thread(http, &http->threads[i]);
    return http;
}

struct loop *http_loop(struct http *http, int thread) {
    return &http->threads[thread].loop;
}

void http_set_worker(struct http *http, int thread, void *worker) {
    http->threads[thread].worker = worker;
}

// A connection that is between two requests is told that no more will be read; what it has sent
// already still is. The library itself would wait for its time-out.
static int close_idle(h2o_req_t *req, void *arg) {
    (void)arg;
    if (req->timestamps.request_begin_at.tv_sec == 0)
        shutdown(h2o_socket_get_fd(req->conn->callbacks->get_socket(req->conn)), SHUT_RD);
    return 0;
}

static void stop_listening(struct http_thread *thread) {
    timers_cancel(&thread->accept_again);
    for (int i = 0; i < thread->listener_count; i++) {
        // Whoever the kernel has let in already is served.
        for (int n = 0; n < ADDRESS_BACKLOG && accept_one(thread, thread->listeners[i]); n++)
            ;
        h2o_socket_close(thread->listeners[i]);
    }
    timers_cancel(&thread->accept_again);
    thread->listener_count = 0;
}

static void stop_thread(struct http_thread *thread) {
    const uint64_t deadline_us = clock_us() + (uint64_t)HTTP_STOP_MS * 1000;

    stop_listening(thread);
    h2o_context_request_shutdown(&thread->context);
    while (thread->conns > 0 && clock_us() < deadline_us) {
        thread->http->conf.http1.callbacks.foreach_request(&thread->context, close_idle, NULL);
        loop_run_once(&thread->loop, STOP_TURN_MS);
    }
}

static void *run_thread(void *arg) {
    struct http_thread *thread = arg;

    while (!thread->is_stopping)
        loop_run_once(&thread->loop, TURN_MAX_MS);
    stop_thread(thread);
    return NULL;
}

bool http_start(struct http *http) {
    for (int i = 0; i < http->thread_count; i++) {
        struct http_thread *thread = &http->threads[i];
        if (pthread_create(&thread->id, NULL, run_thread, thread) != 0)
            return false;
        thread->has_started = true;
    }
    return true;
}

void http_stop(struct http *http) {
    for (int i = 0; i < http->thread_count; i++)
        if (http->threads[i].has_started)
            loop_post(&http->threads[i].loop, &http->threads[i].stop);
    for (int i = 0; i < http->thread_count; i++)
        if (http->threads[i].has_started)
            pthread_join(http->threads[i].id, NULL);
}

static void free_calls(struct http_call *call) {
    while (call != NULL) {
        struct http_call *next = call->next;
        free(call);
        call = next;
    }
}

// The library's own loops and contexts stay: it cannot take them down (its issues 899 and 1609).
void http_close(struct http *http) {
    for (int i = 0; i < http->thread_count; i++)
        free_calls(http->threads[i].free_calls);
}
