#include "link.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    IN_MAX = 64 * PACKET_LEN, // a stored game is at most 32 packets
    OUT_MAX = 2 * PACKET_LEN, // one packet, and room for an assert to see a second
    // A server that vanished is noticed within 30 + 3 x 10 s.
    KEEPALIVE_IDLE_S = 30,
    KEEPALIVE_INTERVAL_S = 10,
    KEEPALIVE_COUNT = 3,
};

struct link {
    enum link_state state;
    int fd;
    struct addrinfo *list;       // what the host's name means
    const struct addrinfo *next; // tried when this address does not answer
    char error[LINK_ERROR_MAX];
    uint8_t in[IN_MAX], out[OUT_MAX];
    size_t in_len, out_len;
};

struct link *link_new(void) {
    struct link *link = calloc(1, sizeof *link);

    if (link != NULL)
        link->fd = -1;
    return link;
}

static void close_socket(struct link *link) {
    if (link->fd >= 0)
        close(link->fd);
    link->fd = -1;
}

static void go_down(struct link *link, const char *error) {
    close_socket(link);
    if (link->list != NULL)
        freeaddrinfo(link->list);
    link->list = NULL;
    link->next = NULL;
    link->state = LINK_DOWN;
    snprintf(link->error, sizeof link->error, "%s", error);
}

void link_close(struct link *link) {
    go_down(link, "");
    link->in_len = link->out_len = 0;
}

void link_free(struct link *link) {
    if (link == NULL)
        return;
    link_close(link);
    free(link);
}

static void set_option(int fd, int level, int option, int value) {
    // None of them can fail on a TCP socket.
    (void)setsockopt(fd, level, option, &value, sizeof value);
}

static int open_socket(const struct addrinfo *info) {
    const int fd = socket(info->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (fd < 0)
        return -1;
    set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1);
    set_option(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
    set_option(fd, IPPROTO_TCP, TCP_KEEPIDLE, KEEPALIVE_IDLE_S);
    set_option(fd, IPPROTO_TCP, TCP_KEEPINTVL, KEEPALIVE_INTERVAL_S);
    set_option(fd, IPPROTO_TCP, TCP_KEEPCNT, KEEPALIVE_COUNT);
    return fd;
}

// try_next connects to the next address that can be tried, or gives up with the last one's reason.
static void try_next(struct link *link, int reason) {
    while (link->next != NULL) {
        const struct addrinfo *info = link->next;
        link->next = info->ai_next;
        close_socket(link);
        link->fd = open_socket(info);
        if (link->fd >= 0 &&
            (connect(link->fd, info->ai_addr, info->ai_addrlen) == 0 || errno == EINPROGRESS)) {
            link->state = LINK_CONNECTING;
            return;
        }
        reason = errno;
    }
    go_down(link, strerror(reason));
}

void link_open(struct link *link, const struct address *address) {
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    char port[8];

    link_close(link);
    snprintf(port, sizeof port, "%d", address->port);
    const int problem =
        getaddrinfo(address->host[0] == '\0' ? NULL : address->host, port, &hints, &link->list);
    if (problem != 0) {
        link->list = NULL;
        go_down(link, gai_strerror(problem));
        return;
    }
    link->next = link->list;
    try_next(link, EADDRNOTAVAIL);
}

enum link_state link_state(const struct link *link) {
    return link->state;
}

const char *link_error(const struct link *link) {
    return link->error;
}

int link_fd(const struct link *link) {
    return link->fd;
}

short link_events(const struct link *link) {
    if (link->state == LINK_CONNECTING)
        return POLLOUT;
    return link->out_len > 0 ? POLLIN | POLLOUT : POLLIN;
}

static bool is_transient(int error) {
    return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

static void finish_connecting(struct link *link) {
    struct pollfd ready = {.fd = link->fd, .events = POLLOUT};
    int problem = 0;
    socklen_t len = sizeof problem;

    if (poll(&ready, 1, 0) == 0)
        return;
    if (getsockopt(link->fd, SOL_SOCKET, SO_ERROR, &problem, &len) != 0)
        problem = errno;
    if (problem == 0)
        link->state = LINK_UP;
    else
        try_next(link, problem);
}

static void flush(struct link *link) {
    while (link->out_len > 0) {
        const ssize_t sent = send(link->fd, link->out, link->out_len, MSG_NOSIGNAL);
        if (sent < 0) {
            if (!is_transient(errno))
                go_down(link, strerror(errno));
            return;
        }
        link->out_len -= (size_t)sent;
        memmove(link->out, link->out + sent, link->out_len);
    }
}

static void fill(struct link *link) {
    while (link->in_len < sizeof link->in) {
        const ssize_t got =
            recv(link->fd, link->in + link->in_len, sizeof link->in - link->in_len, 0);
        if (got > 0) {
            link->in_len += (size_t)got;
            continue;
        }
        if (got == 0)
            go_down(link, "the server closed it");
        else if (!is_transient(errno))
            go_down(link, strerror(errno));
        return;
    }
}

void link_pump(struct link *link) {
    if (link->state == LINK_CONNECTING)
        finish_connecting(link);
    if (link->state == LINK_UP)
        fill(link); // before sending: what came before a reset is not lost
    if (link->state == LINK_UP)
        flush(link);
}

void link_send(struct link *link, const struct packet *packet) {
    assert(link->state != LINK_DOWN && link->out_len + PACKET_LEN <= sizeof link->out);
    packet_encode(packet, link->out + link->out_len);
    link->out_len += PACKET_LEN;
    if (link->state == LINK_UP)
        flush(link);
}

bool link_receive(struct link *link, struct packet *ret) {
    const size_t used = packet_decode(link->in, link->in_len, ret);

    link->in_len -= used;
    memmove(link->in, link->in + used, link->in_len);
    return used > 0;
}
