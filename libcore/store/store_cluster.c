// store_cluster.c - the store on a Redis Cluster: each key on the node that has its slot.
//
// The store holds a map from slots to nodes, as any node tells it, and one connection to each node
// of the map. An operation goes where the map says. A node that has lost the slot says where it
// went (MOVED, ASK), and the operation goes on there; nothing that may have been done is ever sent
// again. While an owner is connecting, or the cluster is busy with itself, an operation waits, but
// not for long; where the owner is down it fails at once, and the map is asked for until it is
// well.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/redis_command.h"
#include "store/redis_node.h"
#include "store/redis_slots.h"

enum {
    NODES_MAX = 1000, // the size that the Redis Cluster specification is made for
    TRIES_MAX = 16,   // sends of one operation; a slot that moves costs one or two
    RETRY_MS = 50,    // until what waits is tried again
    // The map is asked for at most so often, and again and again while an owner is not connected.
    REFRESH_MIN_MS = 100,
    REFRESH_ILL_MS = 500,
};

struct cluster_node {
    struct redis_node node;
    struct cluster_node *next;
    struct cluster_store *cluster;
    struct address address;
    bool is_seed;   // kept for ever: with it alone the map can be found again
    bool is_in_map; // owns slots
};

struct cluster_store {
    struct store store;
    struct store_url url;
    struct cluster_node *nodes;
    int node_count;
    struct cluster_node *owners[REDIS_SLOTS]; // NULL = nobody, as far as is known
    bool has_map;

    int under_way;
    struct redis_op *waiting, **waiting_end;
    struct loop_timer retry_timer; // set while operations wait

    struct redis_call map_call;
    struct cluster_node *map_source; // asked for the map; NULL = nobody is
    struct loop_timer refresh_timer;
    uint64_t refreshed_ms;
};

#define CLUSTER_OF(pointer, member)                                                                \
    ((struct cluster_store *)(void *)((char *)(pointer)-offsetof(struct cluster_store, member)))

static struct cluster_store *self(struct store *store) {
    return (struct cluster_store *)(void *)store;
}

static uint64_t now_ms(const struct cluster_store *cluster) {
    return cluster->store.loop->now_ms(cluster->store.loop);
}

// ---- nodes ----

static void on_change(struct redis_node *node);

// node_at finds the node of an address or adds it; NULL = no memory, or too many.
static struct cluster_node *node_at(struct cluster_store *cluster, const struct address *address) {
    struct cluster_node *node = cluster->nodes;

    while (node != NULL &&
           (node->address.port != address->port || strcmp(node->address.host, address->host) != 0))
        node = node->next;
    if (node != NULL || cluster->node_count == NODES_MAX)
        return node;

    node = calloc(1, sizeof *node);
    if (node == NULL)
        return NULL;
    node->cluster = cluster;
    node->address = *address;
    node->next = cluster->nodes;
    cluster->nodes = node;
    cluster->node_count++;
    node->node.on_change = on_change;
    redis_node_start(&node->node, &cluster->store, &cluster->url, &node->address);
    return node;
}

// prune lets go of nodes that are down and that nobody names any more. An operation that was told
// to ask one of them waits for it no longer than it would for any other: it finds it down.
static void prune(struct cluster_store *cluster) {
    struct cluster_node **at = &cluster->nodes;

    if (cluster->waiting != NULL)
        return; // one of those may point to a node
    while (*at != NULL) {
        struct cluster_node *node = *at;
        if (node->is_seed || node->is_in_map || node->node.state != REDIS_NODE_DOWN) {
            at = &node->next;
            continue;
        }
        *at = node->next;
        cluster->node_count--;
        redis_node_stop(&node->node);
        free(node);
    }
}

static bool is_any(const struct cluster_store *cluster, enum redis_node_state state) {
    for (const struct cluster_node *node = cluster->nodes; node != NULL; node = node->next)
        if (node->node.state == state)
            return true;
    return false;
}

static bool is_well(const struct cluster_store *cluster) {
    for (const struct cluster_node *node = cluster->nodes; node != NULL; node = node->next)
        if (node->is_in_map && node->node.state != REDIS_NODE_READY)
            return false;
    return cluster->has_map;
}

// ---- the map ----

static void want_map(struct cluster_store *cluster) {
    struct loop *loop = cluster->store.loop;
    const uint64_t since_ms = now_ms(cluster) - cluster->refreshed_ms;
    const int after_ms = since_ms >= REFRESH_MIN_MS ? 0 : (int)(REFRESH_MIN_MS - since_ms);

    if (cluster->refresh_timer.due_ms == 0 ||
        cluster->refresh_timer.due_ms > now_ms(cluster) + (uint64_t)after_ms)
        loop->timer_set(loop, &cluster->refresh_timer, after_ms);
}

static void take_range(struct cluster_store *cluster, const struct redis_range *range) {
    struct cluster_node *node = node_at(cluster, &range->master);

    if (node == NULL)
        return;
    node->is_in_map = true;
    for (int slot = range->first; slot <= range->last; slot++)
        cluster->owners[slot] = node;
}

static void take_map(struct cluster_store *cluster, const struct redis_reply *reply,
                     const struct address *source) {
    struct redis_range range;

    if (redis_ranges_count(reply) == 0)
        return;
    memset(cluster->owners, 0, sizeof cluster->owners);
    for (struct cluster_node *node = cluster->nodes; node != NULL; node = node->next)
        node->is_in_map = false;
    for (size_t i = 0; i < redis_ranges_count(reply); i++)
        if (redis_range_read(reply, i, source, &range))
            take_range(cluster, &range);
    cluster->has_map = true;
}

static void release_waiting(struct cluster_store *cluster);

static void on_map(struct redis_call *call, enum redis_fate fate, const struct redis_reply *reply) {
    struct cluster_store *cluster = CLUSTER_OF(call, map_call);
    const struct cluster_node *source = cluster->map_source;

    cluster->map_source = NULL;
    if (fate != REDIS_ANSWERED)
        return;
    take_map(cluster, reply, &source->address);
    release_waiting(cluster);
}

// next_source takes the nodes in turn, so that one with an old map does not keep the store in it.
static struct cluster_node *next_source(struct cluster_store *cluster) {
    struct cluster_node **at = &cluster->nodes, *found = NULL;

    while (*at != NULL && (*at)->node.state != REDIS_NODE_READY)
        at = &(*at)->next;
    found = *at;
    if (found == NULL)
        return NULL;
    *at = found->next; // to the end of the list
    while (*at != NULL)
        at = &(*at)->next;
    *at = found;
    found->next = NULL;
    return found;
}

static void ask_for_map(struct cluster_store *cluster) {
    const char *const args[] = {"CLUSTER", "SLOTS"};
    const size_t lens[] = {strlen(args[0]), strlen(args[1])};
    struct cluster_node *source = next_source(cluster);

    cluster->refreshed_ms = now_ms(cluster);
    cluster->map_call.done = on_map;
    if (source != NULL &&
        redis_link_send(redis_node_link(&source->node), &cluster->map_call, 2, args, lens))
        cluster->map_source = source;
}

static void on_refresh(struct loop_timer *timer) {
    struct cluster_store *cluster = CLUSTER_OF(timer, refresh_timer);
    struct loop *loop = cluster->store.loop;

    prune(cluster);
    if (cluster->map_source != NULL) { // one question at a time; its answer may be old by now
        loop->timer_set(loop, timer, REFRESH_MIN_MS);
        return;
    }
    ask_for_map(cluster);
    if (!is_well(cluster))
        loop->timer_set(loop, timer, REFRESH_ILL_MS);
}

// ---- operations ----

static void finish(struct redis_op *op, enum store_status status, const char *value, size_t len) {
    struct cluster_store *cluster = self(op->store);

    cluster->under_way--;
    store_finish(&cluster->store, op->request, status, value, len);
    free(op);
}

static void wait_for(struct cluster_store *cluster, struct redis_op *op) {
    struct loop *loop = cluster->store.loop;

    op->next = NULL;
    *cluster->waiting_end = op;
    cluster->waiting_end = &op->next;
    if (cluster->retry_timer.due_ms == 0)
        loop->timer_set(loop, &cluster->retry_timer, RETRY_MS);
}

// ASKING lets the next command alone in; its own reply says nothing.
static void on_asking(struct redis_call *call, enum redis_fate fate,
                      const struct redis_reply *reply) {
    (void)fate;
    (void)reply;
    free(call);
}

static bool send_asking(struct redis_link *link) {
    const char *const args[] = {"ASKING"};
    const size_t lens[] = {strlen(args[0])};
    struct redis_call *call = calloc(1, sizeof *call);

    if (call == NULL)
        return false;
    call->done = on_asking;
    if (redis_link_send(link, call, 1, args, lens))
        return true;
    free(call);
    return false;
}

static bool send_to(struct redis_op *op, struct cluster_node *node, bool whole_script) {
    struct redis_link *link = redis_node_link(&node->node);

    if (link == NULL || op->tries == TRIES_MAX)
        return false;
    if (op->asked == node && !send_asking(link))
        return false;
    op->sent_to = node;
    return redis_op_send(op, link, whole_script);
}

// is_hopeless tells that an operation for this owner would fail at once.
static bool is_hopeless(const struct cluster_store *cluster, const struct cluster_node *owner) {
    if (owner != NULL)
        return owner->node.state == REDIS_NODE_DOWN;
    return !is_any(cluster, REDIS_NODE_READY) && !is_any(cluster, REDIS_NODE_COMING);
}

// dispatch sends an operation to its node, lets it wait, or ends it.
static void dispatch(struct cluster_store *cluster, struct redis_op *op) {
    struct cluster_node *node = op->asked;
    const bool may_wait = now_ms(cluster) < op->give_up_ms;

    if (node == NULL)
        node = cluster->owners[redis_slot_of(op->key)];
    if (node == NULL) {
        want_map(cluster);
    } else if (node->node.state == REDIS_NODE_READY) {
        if (!send_to(op, node, false))
            finish(op, STORE_FAILED, NULL, 0);
        return;
    }
    if (may_wait && !is_hopeless(cluster, node))
        wait_for(cluster, op);
    else
        finish(op, STORE_FAILED, NULL, 0);
}

static void release_waiting(struct cluster_store *cluster) {
    struct redis_op *op = cluster->waiting;

    cluster->waiting = NULL;
    cluster->waiting_end = &cluster->waiting;
    while (op != NULL) {
        struct redis_op *next = op->next;
        dispatch(cluster, op);
        op = next;
    }
}

static void on_retry(struct loop_timer *timer) {
    release_waiting(CLUSTER_OF(timer, retry_timer));
}

static void on_change(struct redis_node *node) {
    struct cluster_store *cluster = ((struct cluster_node *)(void *)node)->cluster;

    if (!is_well(cluster))
        want_map(cluster);
    release_waiting(cluster);
}

// redirect follows MOVED, which tells of the map as well, or ASK, which is for this once.
static void redirect(struct cluster_store *cluster, struct redis_op *op,
                     const struct redis_judgement *judgement) {
    const struct cluster_node *sender = op->sent_to;
    struct address address;
    struct cluster_node *node = NULL;

    if (redis_target_read(judgement->target, &sender->address, &address))
        node = node_at(cluster, &address);
    if (node == NULL) {
        finish(op, STORE_FAILED, NULL, 0);
        return;
    }
    op->asked = judgement->next == REDIS_NEXT_ASK ? node : NULL;
    if (judgement->next == REDIS_NEXT_MOVED) {
        cluster->owners[judgement->slot] = node;
        node->is_in_map = true;
        want_map(cluster);
    }
    dispatch(cluster, op);
}

static void on_done(struct redis_call *call, enum redis_fate fate,
                    const struct redis_reply *reply) {
    struct redis_op *op = (struct redis_op *)(void *)call;
    struct cluster_store *cluster = self(op->store);
    const struct redis_judgement judgement = redis_judge(op->verb, fate, reply);

    switch (judgement.next) {
    case REDIS_NEXT_FINISH:
        finish(op, judgement.status, judgement.value, judgement.len);
        break;
    case REDIS_NEXT_SCRIPT:
        if (!send_to(op, op->sent_to, true))
            finish(op, STORE_FAILED, NULL, 0);
        break;
    case REDIS_NEXT_MOVED:
    case REDIS_NEXT_ASK:
        redirect(cluster, op, &judgement);
        break;
    case REDIS_NEXT_LATER:
    case REDIS_NEXT_DEMOTED:
        want_map(cluster);
        op->asked = NULL;
        wait_for(cluster, op);
        break;
    }
}

// ---- the store ----

static void submit(struct store *store, struct store_request *request,
                   const struct store_command *command) {
    struct cluster_store *cluster = self(store);
    struct cluster_node *owner = cluster->owners[redis_slot_of(command->key)];
    struct redis_op *op = NULL;

    if (!is_hopeless(cluster, owner) && cluster->under_way < STORE_REQUESTS_MAX)
        op = redis_op_new(store, request, command);
    if (op == NULL) {
        store_refuse(store, request);
        return;
    }
    op->call.done = on_done;
    op->give_up_ms = now_ms(cluster) + (uint64_t)store->options.connect_timeout_ms;
    cluster->under_way++;
    if (owner == NULL || !send_to(op, owner, false))
        wait_for(cluster, op);
}

static bool is_ready(const struct store *store) {
    const struct cluster_store *cluster = (const struct cluster_store *)(const void *)store;

    return cluster->has_map && is_any(cluster, REDIS_NODE_READY);
}

static void close_store(struct store *store) {
    struct cluster_store *cluster = self(store);

    store->loop->timer_cancel(store->loop, &cluster->refresh_timer);
    store->loop->timer_cancel(store->loop, &cluster->retry_timer);
    for (struct cluster_node *node = cluster->nodes; node != NULL; node = node->next)
        redis_node_stop(&node->node);
    release_waiting(cluster); // they find every node down
    store->loop->timer_cancel(store->loop, &cluster->refresh_timer);
    store_stop(store);
    for (struct cluster_node *node = cluster->nodes, *next; node != NULL; node = next) {
        next = node->next;
        free(node);
    }
    free(cluster);
}

struct store *store_cluster_open(const struct store_url *url, const struct store_options *options,
                                 struct loop *loop, char error[STORE_ERROR_MAX]) {
    struct cluster_store *cluster = calloc(1, sizeof *cluster);

    if (cluster == NULL) {
        snprintf(error, STORE_ERROR_MAX, "no memory");
        return NULL;
    }
    store_start(&cluster->store, options, loop);
    cluster->store.submit = submit;
    cluster->store.is_ready = is_ready;
    cluster->store.close = close_store;
    cluster->url = *url;
    cluster->waiting_end = &cluster->waiting;
    cluster->retry_timer.on_fire = on_retry;
    cluster->refresh_timer.on_fire = on_refresh;
    for (int i = 0; i < url->host_count; i++) {
        struct cluster_node *seed = node_at(cluster, &cluster->url.hosts[i]);
        if (seed == NULL) {
            snprintf(error, STORE_ERROR_MAX, "no memory");
            close_store(&cluster->store);
            return NULL;
        }
        seed->is_seed = true;
    }
    return &cluster->store;
}
