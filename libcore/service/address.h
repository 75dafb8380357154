// address.h - HOST:PORT, and the sockets that listen on it.
//
// HOST is a name, an IPv4 address, an IPv6 address in brackets, or empty: all addresses of both
// families. The port may be left out where a default is named.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    ADDRESS_HOST_MAX = 255,  // the longest name DNS allows (RFC 1035, 2.3.4)
    ADDRESS_SOCKETS_MAX = 8, // addresses of one name that are listened on
    ADDRESS_TEXT_MAX = ADDRESS_HOST_MAX + 10,
    ADDRESS_ERROR_MAX = 128,
    ADDRESS_BACKLOG = 4096, // the kernel cuts it to net.core.somaxconn
};

struct address {
    char host[ADDRESS_HOST_MAX + 1]; // without brackets; empty = all addresses
    uint16_t port;                   // 0 = one that the kernel chooses
};

// address_parse returns false, and leaves *ret alone, for anything but HOST, HOST:PORT or :PORT.
bool address_parse(const char *text, uint16_t default_port, struct address *ret);

// address_listen opens one non-blocking listening socket for each address of the host, all on one
// port, and returns how many, or 0 with a sentence fragment in `error`. With reuse_port several
// calls, also of several processes, share the port and the kernel spreads the connections. It may
// wait for a name server. The caller closes the sockets.
int address_listen(const struct address *address, bool reuse_port, int ret[ADDRESS_SOCKETS_MAX],
                   char error[ADDRESS_ERROR_MAX]);

// address_port returns the port that a socket is bound to, 0 when it is not.
uint16_t address_port(int fd);

// address_format writes HOST:PORT of a bound socket in figures, and a NUL.
void address_format(int fd, char ret[ADDRESS_TEXT_MAX]);
