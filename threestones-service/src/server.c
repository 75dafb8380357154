#include "server.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "service/loop_poll.h"

#include "play.h"

enum {
    IN_MAX = 64 * PACKET_LEN, // read at once; any number of packets would do
    // A peer that vanished is noticed within 60 + 6 x 10 s, or 120 s after bytes that it does not
    // acknowledge: well before the idle limit, well after a Wi-Fi that comes back.
    KEEPALIVE_IDLE_S = 60,
    KEEPALIVE_INTERVAL_S = 10,
    KEEPALIVE_COUNT = 6,
    UNACKNOWLEDGED_MS = 120000,
    BREATH_MS = 100, // before accepting again after the kernel had no descriptor left
};

// A listening socket as one seat watches it.
struct door {
    struct loop_watch watch; // first, so that its address is the door's
    struct seat *seat;
};

// One client at a time. Everything but the thread's handle and the stats belongs to its thread.
struct seat {
    struct server *server;
    pthread_t thread;
    struct loop *loop;
    struct player player;
    struct stats stats;
    struct door doors[ADDRESS_SOCKETS_MAX];
    int knocked; // listening socket that somebody waits at, -1 = none
    struct loop_watch client;
    struct loop_timer timer;
    struct loop_message stop;
    bool is_client_ready, is_time_over;
    bool is_stopping;
};

struct server {
    struct server_options options;
    struct store_stats store_stats;
    int listeners[ADDRESS_SOCKETS_MAX];
    int listener_count;
    atomic_bool is_ready;
    int running; // seats whose thread has been started
    struct seat seats[];
};

// What can be said about a session while it lasts, and why it ends.
enum standing { GOES_ON, PEER_LEFT, PEER_BROKE, PEER_SILENT, PEER_NOISY, STOPPING };

static const char *const endings[] = {
    "", "client closed", "connection lost", "silent too long", "only noise", "server stops"};

struct session {
    struct seat *seat;
    int fd;
    char peer[ADDRESS_TEXT_MAX];
    uint8_t in[IN_MAX];
    size_t in_len;
    int bad;            // packets in a row that were refused with 1 or 2
    uint64_t packet_ms; // when the last whole packet was answered
};

// What the loop calls.

static struct seat *seat_of(void *member, size_t offset) {
    return (struct seat *)(void *)((char *)member - offset);
}

static void on_knock(struct loop_watch *watch, unsigned events) {
    struct door *door = (struct door *)(void *)watch;

    (void)events;
    door->seat->knocked = watch->fd;
}

static void on_client(struct loop_watch *watch, unsigned events) {
    (void)events;
    seat_of(watch, offsetof(struct seat, client))->is_client_ready = true;
}

static void on_time(struct loop_timer *timer) {
    seat_of(timer, offsetof(struct seat, timer))->is_time_over = true;
}

static void on_stop(struct loop_message *message) {
    seat_of(message, offsetof(struct seat, stop))->is_stopping = true;
}

// Waiting, in a straight line.

// await_client waits for events on the client's socket. It returns false when the time is over, and
// when the order to stop arrives, so that the caller can think again.
static bool await_client(struct session *session, unsigned events, int timeout_ms) {
    struct seat *seat = session->seat;
    const bool was_stopping = seat->is_stopping;

    seat->client = (struct loop_watch){.on_ready = on_client, .fd = session->fd};
    seat->is_client_ready = seat->is_time_over = false;
    seat->loop->watch(seat->loop, &seat->client, events);
    seat->loop->timer_set(seat->loop, &seat->timer, timeout_ms);
    while (!seat->is_client_ready && !seat->is_time_over && seat->is_stopping == was_stopping)
        seat->loop->run_once(seat->loop, -1);
    seat->loop->timer_cancel(seat->loop, &seat->timer);
    seat->loop->watch(seat->loop, &seat->client, 0);
    return seat->is_client_ready;
}

static void breathe(struct seat *seat) {
    seat->is_time_over = false;
    seat->loop->timer_set(seat->loop, &seat->timer, BREATH_MS);
    while (!seat->is_time_over && !seat->is_stopping)
        seat->loop->run_once(seat->loop, -1);
    seat->loop->timer_cancel(seat->loop, &seat->timer);
}

// await_knock waits for somebody at a listening socket; false when the server stops.
static bool await_knock(struct seat *seat) {
    const int count = seat->server->listener_count;

    seat->knocked = -1;
    for (int i = 0; i < count; i++)
        seat->loop->watch(seat->loop, &seat->doors[i].watch, LOOP_READ);
    while (seat->knocked < 0 && !seat->is_stopping)
        seat->loop->run_once(seat->loop, -1);
    for (int i = 0; i < count; i++)
        seat->loop->watch(seat->loop, &seat->doors[i].watch, 0);
    return !seat->is_stopping;
}

// Bytes in and out.

static bool is_transient(int error) {
    return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

// send_all returns false when the client does not take what it is owed.
static bool send_all(struct session *session, const uint8_t *bytes, size_t len) {
    const struct seat *seat = session->seat;

    while (len > 0) {
        const ssize_t sent = send(session->fd, bytes, len, MSG_NOSIGNAL);
        if (sent >= 0) {
            bytes += sent;
            len -= (size_t)sent;
            continue;
        }
        if (!is_transient(errno))
            return false;
        const bool was_stopping = seat->is_stopping;
        const int patience_ms =
            was_stopping ? SERVER_LINGER_MS : seat->server->options.idle_s * 1000;
        if (!await_client(session, LOOP_WRITE, patience_ms) && seat->is_stopping == was_stopping)
            return false;
    }
    return true;
}

static bool send_reply(struct session *session, const struct reply *reply) {
    uint8_t bytes[REPLY_PACKETS_MAX * PACKET_LEN];

    for (int i = 0; i < reply->count; i++)
        packet_encode(&reply->packets[i], bytes + (size_t)i * PACKET_LEN);
    return send_all(session, bytes, (size_t)reply->count * PACKET_LEN);
}

static enum standing answer(struct session *session, const struct packet *packet) {
    struct seat *seat = session->seat;
    struct reply reply;

    play_answer(&seat->player, packet, &reply);
    session->packet_ms = seat->loop->now_ms(seat->loop);
    session->bad = session_is_bad(&reply) ? session->bad + 1 : 0;
    if (!send_reply(session, &reply))
        return PEER_BROKE;
    return session->bad < SESSION_BAD_MAX ? GOES_ON : PEER_NOISY;
}

// answer_all answers every whole packet that has been read, and keeps the bytes behind the last.
static enum standing answer_all(struct session *session) {
    enum standing standing = GOES_ON;
    struct packet packet;
    size_t at = 0, used;

    while (standing == GOES_ON &&
           (used = packet_decode(session->in + at, session->in_len - at, &packet)) > 0) {
        at += used;
        standing = answer(session, &packet);
    }
    session->in_len -= at;
    memmove(session->in, session->in + at, session->in_len);
    return standing;
}

// receive reads what is there, at most `max` bytes, and answers it. *ret_got tells how much it was.
static enum standing receive(struct session *session, size_t max, size_t *ret_got) {
    const size_t room = sizeof session->in - session->in_len;
    const ssize_t got =
        recv(session->fd, session->in + session->in_len, max < room ? max : room, 0);

    *ret_got = 0;
    if (got == 0)
        return PEER_LEFT;
    if (got < 0)
        return is_transient(errno) ? GOES_ON : PEER_BROKE;
    *ret_got = (size_t)got;
    session->in_len += (size_t)got;
    return answer_all(session);
}

// The course of a session.

// drain answers what had been received when the order to stop came, and no more.
static enum standing drain(struct session *session) {
    enum standing standing = GOES_ON;
    int received = 0;
    size_t got = 1;

    if (ioctl(session->fd, FIONREAD, &received) != 0 || received < 0)
        return PEER_BROKE;
    for (size_t left = (size_t)received; left > 0 && got > 0 && standing == GOES_ON; left -= got)
        standing = receive(session, left, &got);
    return standing == GOES_ON ? STOPPING : standing;
}

static enum standing converse(struct session *session) {
    struct seat *seat = session->seat;
    const uint64_t idle_ms = (uint64_t)seat->server->options.idle_s * 1000;
    enum standing standing = GOES_ON;
    size_t got;

    while (standing == GOES_ON) {
        const uint64_t silent_ms = seat->loop->now_ms(seat->loop) - session->packet_ms;
        if (seat->is_stopping)
            standing = drain(session);
        else if (silent_ms >= idle_ms)
            standing = PEER_SILENT;
        else if (await_client(session, LOOP_READ, (int)(idle_ms - silent_ms)))
            standing = receive(session, sizeof session->in, &got);
    }
    return standing;
}

// linger says that nothing more comes, and reads on for a while: closing while bytes are on their
// way would send a reset, which can destroy the last answer before the client has read it.
static void linger(struct session *session) {
    struct loop *loop = session->seat->loop;
    uint64_t now_ms = loop->now_ms(loop);
    const uint64_t end_ms = now_ms + SERVER_LINGER_MS;

    shutdown(session->fd, SHUT_WR);
    for (; now_ms < end_ms; now_ms = loop->now_ms(loop)) {
        if (!await_client(session, LOOP_READ, (int)(end_ms - now_ms)))
            continue;
        const ssize_t got = recv(session->fd, session->in, sizeof session->in, 0);
        if (got == 0 || (got < 0 && !is_transient(errno)))
            return;
    }
}

static void set_option(int fd, int level, int option, int value) {
    // None of them can fail on a TCP socket.
    (void)setsockopt(fd, level, option, &value, sizeof value);
}

static void prepare(int fd) {
    (void)fcntl(fd, F_SETFL, O_NONBLOCK);
    (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
    set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1); // each reply is sent in one piece
    set_option(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
    set_option(fd, IPPROTO_TCP, TCP_KEEPIDLE, KEEPALIVE_IDLE_S);
    set_option(fd, IPPROTO_TCP, TCP_KEEPINTVL, KEEPALIVE_INTERVAL_S);
    set_option(fd, IPPROTO_TCP, TCP_KEEPCNT, KEEPALIVE_COUNT);
    set_option(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, UNACKNOWLEDGED_MS);
}

static void format_address(const struct sockaddr *at, socklen_t len, int port,
                           char ret[ADDRESS_TEXT_MAX]) {
    char host[NI_MAXHOST] = "", service[NI_MAXSERV] = "";

    (void)getnameinfo(at, len, host, sizeof host, service, sizeof service,
                      NI_NUMERICHOST | NI_NUMERICSERV);
    if (port != 0)
        snprintf(service, sizeof service, "%d", port);
    snprintf(ret, ADDRESS_TEXT_MAX, at->sa_family == AF_INET6 ? "[%.200s]:%.8s" : "%.200s:%.8s",
             host, service);
}

static void serve(struct seat *seat, int fd, const char *peer) {
    const struct log *log = &seat->server->options.log;
    struct session session = {.seat = seat, .fd = fd, .packet_ms = seat->loop->now_ms(seat->loop)};

    prepare(fd);
    metric_add(&seat->stats.sessions, 1);
    atomic_store(&seat->stats.is_taken, 1);
    log_write(log, LOG_INFO, log_event("client came"), log_text("client", peer));
    const enum standing ending = converse(&session);
    if (ending != PEER_LEFT && ending != PEER_BROKE)
        linger(&session);
    close(fd);
    atomic_store(&seat->stats.is_taken, 0);
    log_write(log, LOG_INFO, log_event("client left"), log_text("client", peer),
              log_text("reason", endings[ending]));
}

static void *run(void *arg) {
    struct seat *seat = arg;
    char peer[ADDRESS_TEXT_MAX];

    while (await_knock(seat)) {
        struct sockaddr_storage at = {0};
        socklen_t len = sizeof at;
        const int fd = accept(seat->knocked, (struct sockaddr *)&at, &len);
        if (fd < 0) {
            // Another seat was faster, or the client has left; without descriptors, wait.
            if (!is_transient(errno) && errno != ECONNABORTED)
                breathe(seat);
            continue;
        }
        format_address((const struct sockaddr *)&at, len, 0, peer);
        serve(seat, fd, peer);
    }
    return NULL;
}

// Opening, starting, stopping.

static bool open_seat(struct server *server, struct seat *seat, char *error) {
    const struct server_options *options = &server->options;
    const struct store_options store_options = {.ttl_s = options->ttl_s,
                                                .stats = &server->store_stats};
    char reason[STORE_ERROR_MAX] = "";

    seat->server = server;
    seat->timer.on_fire = on_time;
    seat->stop.on_arrive = on_stop;
    seat->loop = loop_poll_new();
    if (seat->loop == NULL) {
        snprintf(error, SERVER_ERROR_MAX, "no memory or descriptor for a loop");
        return false;
    }
    seat->player = (struct player){
        .loop = seat->loop,
        .store = store_open(options->store, &store_options, seat->loop, reason),
        .log = &options->log,
        .preset = options->preset,
        .seed = options->seed,
        .stats = &seat->stats,
    };
    if (seat->player.store == NULL)
        snprintf(error, SERVER_ERROR_MAX, "store: %s", reason);
    return seat->player.store != NULL;
}

// The first seat stands for all: they ask the same store.
static void wait_for_store(struct server *server) {
    struct seat *seat = &server->seats[0];
    const uint64_t end_ms = seat->loop->now_ms(seat->loop) + SERVER_STORE_MS;
    uint64_t now_ms;

    while (!store_is_ready(seat->player.store) &&
           (now_ms = seat->loop->now_ms(seat->loop)) < end_ms)
        seat->loop->run_once(seat->loop, (int)(end_ms - now_ms));
}

static bool open_doors(struct server *server, char *error) {
    char reason[ADDRESS_ERROR_MAX] = "";

    server->listener_count =
        address_listen(&server->options.listen, false, server->listeners, reason);
    if (server->listener_count == 0) {
        snprintf(error, SERVER_ERROR_MAX, "cannot listen: %s", reason);
        return false;
    }
    for (int i = 0; i < server->options.seats; i++)
        for (int n = 0; n < server->listener_count; n++)
            server->seats[i].doors[n] = (struct door){
                .watch = {.on_ready = on_knock, .fd = server->listeners[n]},
                .seat = &server->seats[i],
            };
    return true;
}

struct server *server_open(const struct server_options *options, char error[SERVER_ERROR_MAX]) {
    struct server *server =
        calloc(1, sizeof *server + (size_t)options->seats * sizeof server->seats[0]);
    bool is_open = server != NULL;

    assert(options->seats >= 1 && options->seats <= SERVER_SEATS_MAX);
    if (!is_open) {
        snprintf(error, SERVER_ERROR_MAX, "no memory");
        return NULL;
    }
    server->options = *options;
    for (int i = 0; i < options->seats && is_open; i++)
        is_open = open_seat(server, &server->seats[i], error);
    if (is_open)
        wait_for_store(server);
    if (is_open && open_doors(server, error))
        return server;

    server_close(server);
    return NULL;
}

// log_reachable names an address at which a client can reach the socket.
static void log_reachable(const struct log *log, const struct sockaddr *at, socklen_t len,
                          int port) {
    char text[ADDRESS_TEXT_MAX];

    format_address(at, len, port, text);
    log_write(log, LOG_INFO, log_event("reachable"), log_text("address", text));
}

// Addresses of one link only, fe80::, are left out: they need a word that differs on each machine.
static bool is_worth_telling(const struct ifaddrs *entry, int family) {
    if (entry->ifa_addr == NULL || !(entry->ifa_flags & IFF_UP))
        return false;
    if (entry->ifa_addr->sa_family == AF_INET6)
        return family == AF_INET6 &&
               !IN6_IS_ADDR_LINKLOCAL(
                   &((const struct sockaddr_in6 *)(const void *)entry->ifa_addr)->sin6_addr);
    return entry->ifa_addr->sa_family == AF_INET; // an IPv6 socket takes these as well
}

static bool is_any(const struct sockaddr_storage *at) {
    if (at->ss_family == AF_INET6)
        return IN6_IS_ADDR_UNSPECIFIED(&((const struct sockaddr_in6 *)(const void *)at)->sin6_addr);
    return ((const struct sockaddr_in *)(const void *)at)->sin_addr.s_addr == htonl(INADDR_ANY);
}

static void tell_addresses(const struct server *server, int listener) {
    const struct log *log = &server->options.log;
    struct sockaddr_storage at = {0};
    socklen_t len = sizeof at;
    struct ifaddrs *list = NULL;
    const int port = address_port(listener);

    if (getsockname(listener, (struct sockaddr *)&at, &len) != 0)
        return;
    if (!is_any(&at)) {
        log_reachable(log, (const struct sockaddr *)&at, len, port);
        return;
    }
    if (getifaddrs(&list) != 0)
        return;
    for (const struct ifaddrs *entry = list; entry != NULL; entry = entry->ifa_next)
        if (is_worth_telling(entry, at.ss_family))
            log_reachable(log, entry->ifa_addr,
                          entry->ifa_addr->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6)
                                                                 : sizeof(struct sockaddr_in),
                          port);
    freeifaddrs(list);
}

bool server_start(struct server *server) {
    char text[ADDRESS_TEXT_MAX];

    for (; server->running < server->options.seats; server->running++) {
        struct seat *seat = &server->seats[server->running];
        if (pthread_create(&seat->thread, NULL, run, seat) != 0) {
            server_stop(server);
            return false;
        }
    }
    for (int i = 0; i < server->listener_count; i++) {
        address_format(server->listeners[i], text);
        log_write(&server->options.log, LOG_INFO, log_event("listening"), log_text("address", text),
                  log_number("port", address_port(server->listeners[i])),
                  log_number("seats", server->options.seats),
                  log_text("level", server->options.preset->name));
        tell_addresses(server, server->listeners[i]);
    }
    atomic_store(&server->is_ready, true);
    return true;
}

void server_stop(struct server *server) {
    atomic_store(&server->is_ready, false);
    for (int i = 0; i < server->running; i++)
        server->seats[i].loop->post(server->seats[i].loop, &server->seats[i].stop);
    // Who waits unaccepted is told at once that nobody comes.
    for (int i = 0; i < server->listener_count; i++)
        shutdown(server->listeners[i], SHUT_RDWR);
    for (; server->running > 0; server->running--)
        pthread_join(server->seats[server->running - 1].thread, NULL);
}

void server_close(struct server *server) {
    if (server == NULL)
        return;

    assert(server->running == 0);
    for (int i = 0; i < server->options.seats; i++) {
        store_close(server->seats[i].player.store);
        loop_poll_free(server->seats[i].loop);
        play_close(&server->seats[i].player);
    }
    for (int i = 0; i < server->listener_count; i++)
        close(server->listeners[i]);
    free(server);
}

bool server_is_ready(const struct server *server) {
    return atomic_load(&server->is_ready);
}

bool server_is_store_ready(const struct server *server) {
    return atomic_load(&server->store_stats.ready) > 0;
}

void server_metrics(const struct server *server, struct text *text) {
    struct stats sum = {0};

    for (int i = 0; i < server->options.seats; i++)
        stats_merge(&sum, &server->seats[i].stats);
    stats_text(text, &sum, server->options.seats);
    metrics_store(text, &server->store_stats);
}
