// redis_dial.h - from the name of a server to a link that is ready: each address in turn.
#pragma once

#include <stdbool.h>

#include "store/lookup.h"
#include "store/redis_link.h"

struct redis_dial {
    void (*on_ready)(struct redis_dial *dial);
    // on_gone: no address could be reached, or the link that was ready is lost. May start anew.
    void (*on_gone)(struct redis_dial *dial);

    const struct redis_link_options *options; // from here on its own; see the .c file
    struct redis_link_owner owner;
    struct lookup *lookup;
    struct lookup_result found;
    int tried; // addresses
    struct redis_link *link;
    bool was_ready;
};

// redis_dial_start begins with a host, or with a unix socket's path when `host` is NULL. False when
// it failed at once; then nobody is called. The dial must be stopped or gone.
bool redis_dial_start(struct redis_dial *dial, const struct redis_link_options *options,
                      const struct address *host, const char *path);

// redis_dial_stop ends calls and link, silently; one that is not under way is left alone.
void redis_dial_stop(struct redis_dial *dial);

// redis_dial_is_asking tells that a name server has not answered yet. Whoever runs out of patience
// does better to wait than to stop: a new lookup would ask the same server.
bool redis_dial_is_asking(const struct redis_dial *dial);
