// store_redis.c - the store on one Redis server, or on the master that Sentinels name.
//
// A request is sent as soon as there is a link. While the first attempt to connect is under way,
// requests wait for its outcome; once it has failed they fail at once, until there is a link again.

#include <stdio.h>
#include <stdlib.h>

#include "store/redis_command.h"
#include "store/redis_node.h"

struct redis_store {
    struct store store;
    struct store_url url;
    struct redis_node node;
    int under_way;
    struct redis_op *waiting, **waiting_end; // for a link
};

static struct redis_store *self(struct store *store) {
    return (struct redis_store *)(void *)store;
}

static void finish(struct redis_op *op, enum store_status status, const char *value, size_t len) {
    struct redis_store *redis = self(op->store);

    redis->under_way--;
    store_finish(&redis->store, op->request, status, value, len);
    free(op);
}

static void on_done(struct redis_call *call, enum redis_fate fate,
                    const struct redis_reply *reply) {
    struct redis_op *op = (struct redis_op *)(void *)call;
    struct redis_store *redis = self(op->store);
    const struct redis_judgement judgement = redis_judge(op->verb, fate, reply);

    // One repetition is enough: a server that does not know a script it was just sent is ill.
    if (judgement.next == REDIS_NEXT_SCRIPT && op->tries == 1 &&
        redis_op_send(op, redis->node.dial.link, true))
        return;
    if (judgement.next == REDIS_NEXT_DEMOTED)
        redis_node_renew(&redis->node);
    finish(op, judgement.status, judgement.value, judgement.len);
}

static void send_or_fail(struct redis_store *redis, struct redis_op *op) {
    struct redis_link *link = redis_node_link(&redis->node);

    if (link == NULL || !redis_op_send(op, link, false))
        finish(op, STORE_FAILED, NULL, 0);
}

// end_waiting sends what has waited for a link; without one it fails.
static void end_waiting(struct redis_store *redis) {
    struct redis_op *op = redis->waiting;

    redis->waiting = NULL;
    redis->waiting_end = &redis->waiting;
    while (op != NULL) {
        struct redis_op *next = op->next;
        send_or_fail(redis, op);
        op = next;
    }
}

static void on_change(struct redis_node *node) {
    struct redis_store *redis = (void *)((char *)node - offsetof(struct redis_store, node));

    if (node->state != REDIS_NODE_COMING)
        end_waiting(redis);
}

static void submit(struct store *store, struct store_request *request,
                   const struct store_command *command) {
    struct redis_store *redis = self(store);
    struct redis_link *link = redis_node_link(&redis->node);
    struct redis_op *op = NULL;

    if (redis->node.state != REDIS_NODE_DOWN && redis->under_way < STORE_REQUESTS_MAX)
        op = redis_op_new(store, request, command);
    if (op == NULL) {
        store_refuse(store, request);
        return;
    }
    op->call.done = on_done;
    if (link == NULL) {
        *redis->waiting_end = op;
        redis->waiting_end = &op->next;
    } else if (!redis_op_send(op, link, false)) {
        free(op);
        store_refuse(store, request);
        return;
    }
    redis->under_way++;
}

static bool is_ready(const struct store *store) {
    return redis_node_link(&((const struct redis_store *)(const void *)store)->node) != NULL;
}

static void close_store(struct store *store) {
    struct redis_store *redis = self(store);

    redis_node_stop(&redis->node);
    end_waiting(redis);
    store_stop(store);
    free(redis);
}

struct store *store_redis_open(const struct store_url *url, const struct store_options *options,
                               struct loop *loop, char error[STORE_ERROR_MAX]) {
    struct redis_store *redis = calloc(1, sizeof *redis);

    if (redis == NULL) {
        snprintf(error, STORE_ERROR_MAX, "no memory");
        return NULL;
    }
    store_start(&redis->store, options, loop);
    redis->store.submit = submit;
    redis->store.is_ready = is_ready;
    redis->store.close = close_store;
    redis->url = *url;
    redis->waiting_end = &redis->waiting;
    redis->node.on_change = on_change;
    redis_node_start(&redis->node, &redis->store, &redis->url, NULL);
    return &redis->store;
}
