#include "store/redis_node.h"

#include <stddef.h>
#include <stdio.h>

#include "store/redis_command.h"

#define NODE_OF(pointer, member)                                                                   \
    ((struct redis_node *)(void *)((char *)(pointer)-offsetof(struct redis_node, member)))

static void set_state(struct redis_node *node, enum redis_node_state state) {
    if (node->state == state)
        return;
    node->state = state;
    node->on_change(node);
}

static void pause_for(struct redis_node *node, int pause_ms) {
    node->is_trying = false;
    node->link.loop->timer_set(node->link.loop, &node->timer, pause_ms);
}

static int backoff_ms(struct redis_node *node) {
    int pause_ms = REDIS_BACKOFF_MIN_MS;

    for (int i = 1; i < node->failures && pause_ms < REDIS_BACKOFF_MAX_MS; i++)
        pause_ms *= 2;
    return pause_ms / 2 + rng_below(&node->rng, pause_ms / 2 + 1);
}

static void attempt_failed(struct redis_node *node) {
    node->failures++;
    pause_for(node, backoff_ms(node));
    set_state(node, REDIS_NODE_DOWN);
}

static void on_ready(struct redis_dial *dial) {
    struct redis_node *node = NODE_OF(dial, dial);
    struct store_stats *stats = node->store->options.stats;

    node->link.loop->timer_cancel(node->link.loop, &node->timer);
    node->is_trying = false;
    node->failures = 0;
    node->ready_ms = node->link.loop->now_ms(node->link.loop);
    store_count(&stats->connects, 1);
    atomic_fetch_add_explicit(&stats->ready, 1, memory_order_relaxed);
    set_state(node, REDIS_NODE_READY);
}

static void count_loss(struct redis_node *node) {
    struct store_stats *stats = node->store->options.stats;

    store_count(&stats->drops, 1);
    atomic_fetch_sub_explicit(&stats->ready, 1, memory_order_relaxed);
}

// A connection that was good for a while is tried again at once; one that is lost as soon as it is
// made must not keep the loop busy.
static void on_gone(struct redis_dial *dial) {
    struct redis_node *node = NODE_OF(dial, dial);

    if (!dial->was_ready) {
        attempt_failed(node);
        return;
    }
    const uint64_t lived_ms = node->link.loop->now_ms(node->link.loop) - node->ready_ms;
    count_loss(node);
    pause_for(node, lived_ms < REDIS_BACKOFF_MIN_MS ? REDIS_BACKOFF_MIN_MS : 0);
    set_state(node, REDIS_NODE_COMING);
}

static void on_master(struct redis_sentinel *sentinel, const struct address *master) {
    struct redis_node *node = NODE_OF(sentinel, sentinel);

    if (master != NULL)
        node->master = *master;
    if (master == NULL || !redis_dial_start(&node->dial, &node->link, &node->master, NULL))
        attempt_failed(node);
}

static void attempt(struct redis_node *node) {
    bool good;

    node->is_trying = true;
    node->link.loop->timer_set(node->link.loop, &node->timer,
                               node->store->options.connect_timeout_ms);
    if (node->link.must_be_master)
        good = redis_sentinel_ask(&node->sentinel, node->link.loop, node->link.command_timeout_ms);
    else
        good = redis_dial_start(&node->dial, &node->link, node->host, node->url->path);
    if (!good)
        attempt_failed(node);
}

static void on_timer(struct loop_timer *timer) {
    struct redis_node *node = NODE_OF(timer, timer);

    if (!node->is_trying) {
        attempt(node);
    } else if (redis_dial_is_asking(&node->dial) || redis_dial_is_asking(&node->sentinel.dial)) {
        // Nobody waits any longer, but the name server is not asked twice.
        node->link.loop->timer_set(node->link.loop, timer, node->store->options.connect_timeout_ms);
        set_state(node, REDIS_NODE_DOWN);
    } else {
        redis_sentinel_stop(&node->sentinel);
        redis_dial_stop(&node->dial);
        attempt_failed(node);
    }
}

void redis_node_start(struct redis_node *node, const struct store *store,
                      const struct store_url *url, const struct address *host) {
    char name[ADDRESS_TEXT_MAX + 32];

    node->store = store;
    node->url = url;
    node->host = host != NULL ? host : url->host_count > 0 ? &url->hosts[0] : NULL;
    node->link = (struct redis_link_options){
        .loop = store->loop,
        .user = url->user,
        .password = url->password,
        .db = url->db,
        .script = redis_command_script,
        .must_be_master = url->kind == STORE_SENTINEL,
        .has_replicas = url->kind != STORE_REDIS,
        .command_timeout_ms = store->options.command_timeout_ms,
    };
    node->sentinel.done = on_master;
    node->sentinel.hosts = url->hosts;
    node->sentinel.host_count = url->host_count;
    node->sentinel.name = url->name;
    node->dial.on_ready = on_ready;
    node->dial.on_gone = on_gone;
    node->timer.on_fire = on_timer;
    node->state = REDIS_NODE_COMING;
    // Chance only spreads the pauses; address and time differ enough between processes and nodes.
    snprintf(name, sizeof name, "%p", (void *)node);
    node->rng = rng_start(store->loop->now_ms(store->loop), name, 0);
    pause_for(node, 0);
}

void redis_node_stop(struct redis_node *node) {
    node->link.loop->timer_cancel(node->link.loop, &node->timer);
    if (node->state == REDIS_NODE_READY)
        count_loss(node);
    node->state = REDIS_NODE_DOWN;
    redis_sentinel_stop(&node->sentinel);
    redis_dial_stop(&node->dial);
}

struct redis_link *redis_node_link(const struct redis_node *node) {
    return node->state == REDIS_NODE_READY ? node->dial.link : NULL;
}

void redis_node_renew(struct redis_node *node) {
    if (node->state == REDIS_NODE_READY)
        redis_link_drop(node->dial.link);
}
