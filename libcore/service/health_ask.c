#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "service/address.h"
#include "service/health.h"

enum {
    HTTP_PORT = 80,
    REQUEST_MAX = 1024,   // a path of PATH_MAX, a host and the words around them
    PATH_SHOWN_MAX = 512, // the longest path that is asked for
    STATUS_LINE_LEN = 12, // "HTTP/1.1 200"
};

struct url {
    struct address address;
    const char *path;
};

static uint64_t now_ms(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static bool parse_url(const char *text, struct url *ret) {
    static const char scheme[] = "http://";
    char authority[ADDRESS_TEXT_MAX];

    if (strncmp(text, scheme, sizeof scheme - 1) != 0)
        return false;
    text += sizeof scheme - 1;
    const size_t len = strcspn(text, "/");
    if (len >= sizeof authority || strlen(text + len) > PATH_SHOWN_MAX)
        return false;
    memcpy(authority, text, len);
    authority[len] = '\0';
    ret->path = text[len] == '\0' || strcmp(text + len, "/") == 0 ? "/readyz" : text + len;
    return strpbrk(text, " \r\n") == NULL && address_parse(authority, HTTP_PORT, &ret->address);
}

// await waits for one event on one socket; false when the time is over.
static bool await(int fd, short events, uint64_t deadline_ms) {
    struct pollfd poll_fd = {.fd = fd, .events = events};
    uint64_t now;

    while ((now = now_ms()) < deadline_ms)
        if (poll(&poll_fd, 1, (int)(deadline_ms - now)) > 0)
            return true;
    errno = ETIMEDOUT;
    return false;
}

static bool is_connected(int fd) {
    int problem = 0;
    socklen_t len = sizeof problem;

    if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &problem, &len) != 0)
        return false;
    errno = problem;
    return problem == 0;
}

static int connect_to(const struct addrinfo *info, uint64_t deadline_ms) {
    const int fd = socket(info->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (fd < 0)
        return -1;
    if (connect(fd, info->ai_addr, info->ai_addrlen) == 0 ||
        (errno == EINPROGRESS && await(fd, POLLOUT, deadline_ms) && is_connected(fd)))
        return fd;
    const int reason = errno;
    close(fd);
    errno = reason;
    return -1;
}

static int connect_any(const struct address *address, uint64_t deadline_ms, char *error) {
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *list = NULL;
    char port[8];
    int fd = -1;

    snprintf(port, sizeof port, "%d", address->port);
    const int problem =
        getaddrinfo(address->host[0] == '\0' ? NULL : address->host, port, &hints, &list);
    if (problem != 0) {
        snprintf(error, HEALTH_ERROR_MAX, "%.100s: %s", address->host, gai_strerror(problem));
        return -1;
    }
    for (const struct addrinfo *info = list; info != NULL && fd < 0; info = info->ai_next)
        fd = connect_to(info, deadline_ms);
    if (fd < 0)
        snprintf(error, HEALTH_ERROR_MAX, "port %d: %s", address->port, strerror(errno));
    freeaddrinfo(list);
    return fd;
}

// exchange sends the request and reads the first STATUS_LINE_LEN bytes of the answer.
static bool exchange(int fd, const struct url *url, uint64_t deadline_ms, char *ret) {
    char request[REQUEST_MAX];
    size_t got = 0;

    const int len = snprintf(request, sizeof request,
                             "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", url->path,
                             url->address.host[0] == '\0' ? "localhost" : url->address.host);
    // A fresh connection's buffer takes a request whole.
    if (send(fd, request, (size_t)len, MSG_NOSIGNAL) != len)
        return false;
    while (got < STATUS_LINE_LEN && await(fd, POLLIN, deadline_ms)) {
        const ssize_t more = recv(fd, ret + got, STATUS_LINE_LEN - got, 0);
        if (more == 0)
            errno = ECONNRESET;
        if (more == 0 || (more < 0 && errno != EAGAIN && errno != EINTR))
            return false;
        got += more < 0 ? 0 : (size_t)more;
    }
    return got == STATUS_LINE_LEN;
}

bool health_ask(const char *url_text, char error[HEALTH_ERROR_MAX]) {
    const uint64_t deadline_ms = now_ms() + HEALTH_TIMEOUT_MS;
    char status[STATUS_LINE_LEN + 1] = "";
    struct url url;

    if (!parse_url(url_text, &url)) {
        snprintf(error, HEALTH_ERROR_MAX, "not http://HOST[:PORT][/PATH]: %.100s", url_text);
        return false;
    }
    const int fd = connect_any(&url.address, deadline_ms, error);
    if (fd < 0)
        return false;

    const bool has_answered = exchange(fd, &url, deadline_ms, status);
    if (!has_answered)
        snprintf(error, HEALTH_ERROR_MAX, "no answer: %s", strerror(errno));
    else
        snprintf(error, HEALTH_ERROR_MAX, "the answer is %.12s", status);
    close(fd);
    return has_answered && strncmp(status, "HTTP/1.", 7) == 0 && strcmp(status + 8, " 200") == 0;
}
