// redis_node.h - one Redis server, kept connected: tries again, ever more slowly, until it answers.
#pragma once

#include <stdbool.h>

#include "core/rng.h"
#include "store/redis_dial.h"
#include "store/redis_sentinel.h"
#include "store/store_impl.h"

enum {
    // Pauses between attempts double from the first to the last, and are spread by up to half, so
    // that the replicas of a service do not all knock at once when Redis is back.
    REDIS_BACKOFF_MIN_MS = 50,
    REDIS_BACKOFF_MAX_MS = 800,
};

enum redis_node_state {
    REDIS_NODE_COMING, // the first attempt, or the first after a loss, is under way: worth a wait
    REDIS_NODE_READY,
    REDIS_NODE_DOWN, // the last attempt failed
};

struct redis_node {
    void (*on_change)(struct redis_node *node); // the state has changed; from the loop
    enum redis_node_state state;

    struct redis_link_options link; // from here on its own
    const struct store *store;
    const struct store_url *url;
    const struct address *host; // NULL = the URL's unix socket
    struct redis_sentinel sentinel;
    struct address master; // as the Sentinels say
    struct redis_dial dial;
    struct loop_timer timer; // of an attempt, or of the pause behind it
    bool is_trying;
    int failures; // attempts since the last success
    uint64_t ready_ms;
    struct rng rng;
};

// redis_node_start begins to connect. `host` NULL means the URL's own: its socket, its first host,
// or what its Sentinels say. Store and URL must outlive the node; user, password and database are
// the URL's, time-outs and counters the store's.
void redis_node_start(struct redis_node *node, const struct store *store,
                      const struct store_url *url, const struct address *host);

// redis_node_stop ends all calls. on_change is not called.
void redis_node_stop(struct redis_node *node);

// redis_node_link returns the link, for sending; NULL unless the node is ready.
struct redis_link *redis_node_link(const struct redis_node *node);

// redis_node_renew drops the connection and connects anew: the server is no longer what it was.
void redis_node_renew(struct redis_node *node);
