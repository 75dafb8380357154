// lookup.h - the addresses of a host's name, found without keeping the loop waiting.
#pragma once

#include <stdbool.h>
#include <sys/socket.h>

#include "service/address.h"
#include "service/loop.h"

enum { LOOKUP_MAX = 8 }; // addresses of one name that are tried

struct lookup_result {
    struct sockaddr_storage addresses[LOOKUP_MAX];
    socklen_t lens[LOOKUP_MAX];
    int count; // 0 = the name is not known, or nobody answers for it
};

// lookup_numeric returns at once: false when the host is a name and needs a lookup.
bool lookup_numeric(const struct address *host, struct lookup_result *ret);

struct lookup;

// lookup_start asks in a short-lived thread, because getaddrinfo() cannot be waited for by a loop.
// `done` is called once, from the loop; the lookup is freed behind it. NULL = no thread, no memory.
struct lookup *lookup_start(struct loop *loop, const struct address *host,
                            void (*done)(void *context, const struct lookup_result *result),
                            void *context);

// lookup_cancel makes sure that done is never called. A thread that still waits for a name server
// ends by itself and frees what is left. NULL is fine.
void lookup_cancel(struct lookup *lookup);
