// redis_sentinel.h - asks Sentinels, one after another, where the master is.
#pragma once

#include <stdbool.h>

#include "store/redis_dial.h"

struct redis_sentinel {
    // `master` is NULL when no Sentinel knows one. May ask again.
    void (*done)(struct redis_sentinel *sentinel, const struct address *master);
    const struct address *hosts;
    int host_count;
    const char *name; // of the master

    struct redis_link_options options; // from here on its own
    struct redis_dial dial;
    struct redis_call call;
    int next;  // host to ask, so that one that is silent is not asked first for ever
    int asked; // hosts, for this question
    bool has_master;
    struct address master;
};

// redis_sentinel_ask begins with the first four members set and the rest empty. False when all
// failed at once; then done is not called.
bool redis_sentinel_ask(struct redis_sentinel *sentinel, struct loop *loop, int timeout_ms);

void redis_sentinel_stop(struct redis_sentinel *sentinel);

// redis_sentinel_read takes the address out of a reply to SENTINEL GET-MASTER-ADDR-BY-NAME; false
// when there is none in it.
bool redis_sentinel_read(const struct redis_reply *reply, struct address *ret);

// redis_port_read takes a port out of text or a number; false unless it is 1..65535.
bool redis_port_read(const struct redis_reply *reply, uint16_t *ret);
