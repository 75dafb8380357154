#include "store/store.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "store/store_impl.h"

typedef struct store *open_fn(const struct store_url *url, const struct store_options *options,
                              struct loop *loop, char error[STORE_ERROR_MAX]);

static open_fn *const kinds[] = {
    [STORE_SQLITE] = store_sqlite_open,
    [STORE_REDIS] = store_redis_open,
    [STORE_SENTINEL] = store_redis_open,
    [STORE_CLUSTER] = store_cluster_open,
};

struct store *store_open(const char *url, const struct store_options *options, struct loop *loop,
                         char error[STORE_ERROR_MAX]) {
    struct store_url parsed;

    if (!store_url_parse(url, &parsed, error))
        return NULL;
    return kinds[parsed.kind](&parsed, options, loop, error);
}

static void end_refused(struct store *store) {
    struct store_request *request = store->refused;

    store->refused = NULL;
    store->refused_end = &store->refused;
    while (request != NULL) {
        struct store_request *next = request->next; // done may free the request
        store_finish(store, request, STORE_FAILED, NULL, 0);
        request = next;
    }
}

static void on_refusing(struct loop_timer *timer) {
    end_refused((struct store *)(void *)((char *)timer - offsetof(struct store, refusing)));
}

void store_refuse(struct store *store, struct store_request *request) {
    request->next = NULL;
    *store->refused_end = request;
    store->refused_end = &request->next;
    if (store->refusing.due_ms == 0)
        store->loop->timer_set(store->loop, &store->refusing, 0);
}

void store_stop(struct store *store) {
    store->loop->timer_cancel(store->loop, &store->refusing);
    end_refused(store);
}

void store_start(struct store *store, const struct store_options *options, struct loop *loop) {
    store->loop = loop;
    store->refusing.on_fire = on_refusing;
    store->refused_end = &store->refused;
    if (options != NULL)
        store->options = *options;
    if (store->options.ttl_s == 0)
        store->options.ttl_s = STORE_TTL_S;
    if (store->options.connect_timeout_ms == 0)
        store->options.connect_timeout_ms = STORE_CONNECT_TIMEOUT_MS;
    if (store->options.command_timeout_ms == 0)
        store->options.command_timeout_ms = STORE_COMMAND_TIMEOUT_MS;
    if (store->options.stats == NULL)
        store->options.stats = &store->nobodys;
}

void store_finish(struct store *store, struct store_request *request, enum store_status status,
                  const char *value, size_t len) {
    struct store_stats *stats = store->options.stats;

    if (status == STORE_CONFLICT)
        store_count(&stats->conflicts, 1);
    if (status == STORE_FAILED)
        store_count(&stats->failed, 1);
    if (status == STORE_UNKNOWN)
        store_count(&stats->unknown, 1);
    request->done(request, status, value, len);
}

void store_close(struct store *store) {
    if (store != NULL)
        store->close(store);
}

bool store_is_ready(const struct store *store) {
    return store->is_ready(store);
}

void store_load(struct store *store, struct store_request *request, const char *key) {
    assert(strlen(key) <= STORE_KEY_MAX);

    store_count(&store->options.stats->loads, 1);
    store->submit(store, request, &(struct store_command){.verb = STORE_LOAD, .key = key});
}

void store_create(struct store *store, struct store_request *request, const char *key,
                  const char *value, size_t len) {
    assert(strlen(key) <= STORE_KEY_MAX && len >= STORE_VERSION_LEN && len <= STORE_VALUE_MAX);

    store_count(&store->options.stats->creates, 1);
    store->submit(
        store, request,
        &(struct store_command){.verb = STORE_CREATE, .key = key, .value = value, .len = len});
}

void store_save(struct store *store, struct store_request *request, const char *key,
                const char expected[STORE_VERSION_LEN], const char *value, size_t len) {
    assert(strlen(key) <= STORE_KEY_MAX && len >= STORE_VERSION_LEN && len <= STORE_VALUE_MAX);

    store_count(&store->options.stats->saves, 1);
    store->submit(
        store, request,
        &(struct store_command){
            .verb = STORE_SAVE, .key = key, .expected = expected, .value = value, .len = len});
}
