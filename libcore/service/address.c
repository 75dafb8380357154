#include "service/address.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PORT_DIGITS = 5 };

static bool parse_port(const char *text, uint16_t *ret) {
    const size_t len = strspn(text, "0123456789");

    if (len == 0 || len > PORT_DIGITS || text[len] != '\0')
        return false;
    const long port = strtol(text, NULL, 10);
    if (port > UINT16_MAX)
        return false;
    *ret = (uint16_t)port;
    return true;
}

// split finds the host, without brackets, and what follows it: "" or ":PORT".
static bool split(const char *text, const char **ret_host, size_t *ret_len, const char **ret_rest) {
    if (text[0] == '[') {
        const char *close = strchr(text, ']');
        if (close == NULL || close == text + 1)
            return false;
        *ret_host = text + 1;
        *ret_len = (size_t)(close - text - 1);
        *ret_rest = close + 1;
        return true;
    }
    *ret_host = text;
    *ret_len = strcspn(text, ":");
    *ret_rest = text + *ret_len;
    return true;
}

bool address_parse(const char *text, uint16_t default_port, struct address *ret) {
    struct address address = {.port = default_port};
    const char *host, *rest;
    size_t len;

    if (!split(text, &host, &len, &rest) || len > ADDRESS_HOST_MAX)
        return false;
    if (rest[0] != '\0' && (rest[0] != ':' || !parse_port(rest + 1, &address.port)))
        return false;

    memcpy(address.host, host, len);
    *ret = address;
    return true;
}

static void set_option(int fd, int level, int option, int value) {
    // None of them can fail on a fresh socket of a family that knows them.
    (void)setsockopt(fd, level, option, &value, sizeof value);
}

static int listen_on(const struct addrinfo *info, bool reuse_port, bool both_families) {
    const int fd = socket(info->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (fd < 0)
        return -1;
    set_option(fd, SOL_SOCKET, SO_REUSEADDR, 1);
    if (reuse_port)
        set_option(fd, SOL_SOCKET, SO_REUSEPORT, 1);
    if (info->ai_family == AF_INET6)
        set_option(fd, IPPROTO_IPV6, IPV6_V6ONLY, !both_families);

    if (bind(fd, info->ai_addr, info->ai_addrlen) != 0 || listen(fd, ADDRESS_BACKLOG) != 0) {
        const int reason = errno;
        close(fd);
        errno = reason;
        return -1;
    }
    return fd;
}

static void set_port(const struct addrinfo *info, uint16_t port) {
    if (info->ai_family == AF_INET6)
        ((struct sockaddr_in6 *)(void *)info->ai_addr)->sin6_port = htons(port);
    else
        ((struct sockaddr_in *)(void *)info->ai_addr)->sin_port = htons(port);
}

// listen_all takes the addresses of a name. One that this machine cannot serve (IPv6 switched off,
// say) is passed over as long as another can be; a port in use is an error in any case.
static int listen_all(const struct addrinfo *list, bool reuse_port, int *ret) {
    int count = 0;

    for (const struct addrinfo *info = list; info != NULL && count < ADDRESS_SOCKETS_MAX;
         info = info->ai_next) {
        if (count > 0)
            set_port(info, address_port(ret[0]));
        const int fd = listen_on(info, reuse_port, false);
        if (fd >= 0) {
            ret[count++] = fd;
        } else if (errno == EADDRINUSE) {
            while (count > 0)
                close(ret[--count]);
            errno = EADDRINUSE;
            return 0;
        }
    }
    return count;
}

// listen_any serves both families by one socket where the kernel knows IPv6.
static int listen_any(uint16_t port, bool reuse_port, int *ret) {
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(port)};
    const struct addrinfo any[] = {
        {.ai_family = AF_INET6, .ai_addr = (void *)&six, .ai_addrlen = sizeof six},
        {.ai_family = AF_INET, .ai_addr = (void *)&four, .ai_addrlen = sizeof four},
    };

    ret[0] = listen_on(&any[0], reuse_port, true);
    if (ret[0] < 0 && errno != EADDRINUSE && errno != EACCES)
        ret[0] = listen_on(&any[1], reuse_port, false);
    return ret[0] >= 0;
}

int address_listen(const struct address *address, bool reuse_port, int ret[ADDRESS_SOCKETS_MAX],
                   char error[ADDRESS_ERROR_MAX]) {
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    struct addrinfo *list = NULL;
    char port[PORT_DIGITS + 1];
    int count = 0;

    if (address->host[0] == '\0') {
        count = listen_any(address->port, reuse_port, ret);
    } else {
        snprintf(port, sizeof port, "%d", address->port);
        const int problem = getaddrinfo(address->host, port, &hints, &list);
        if (problem != 0) {
            snprintf(error, ADDRESS_ERROR_MAX, "%.60s: %s", address->host, gai_strerror(problem));
            return 0;
        }
        count = listen_all(list, reuse_port, ret);
        const int reason = errno;
        freeaddrinfo(list);
        errno = reason;
    }
    if (count == 0)
        snprintf(error, ADDRESS_ERROR_MAX, "port %d: %s", address->port, strerror(errno));
    return count;
}

uint16_t address_port(int fd) {
    struct sockaddr_storage bound = {0};
    socklen_t len = sizeof bound;

    if (getsockname(fd, (struct sockaddr *)&bound, &len) != 0)
        return 0;
    if (bound.ss_family == AF_INET6)
        return ntohs(((const struct sockaddr_in6 *)(const void *)&bound)->sin6_port);
    if (bound.ss_family == AF_INET)
        return ntohs(((const struct sockaddr_in *)(const void *)&bound)->sin_port);
    return 0;
}

void address_format(int fd, char ret[ADDRESS_TEXT_MAX]) {
    struct sockaddr_storage bound = {0};
    socklen_t len = sizeof bound;
    char host[ADDRESS_HOST_MAX + 1] = "";

    if (getsockname(fd, (struct sockaddr *)&bound, &len) == 0)
        (void)getnameinfo((const struct sockaddr *)&bound, len, host, sizeof host, NULL, 0,
                          NI_NUMERICHOST);
    snprintf(ret, ADDRESS_TEXT_MAX, bound.ss_family == AF_INET6 ? "[%.200s]:%d" : "%.200s:%d", host,
             address_port(fd));
}
