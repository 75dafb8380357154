#include "store/redis_sentinel.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

bool redis_port_read(const struct redis_reply *reply, uint16_t *ret) {
    long long port = reply->number;

    if (reply->type == REDIS_TYPE_STRING) {
        if (reply->len == 0 || reply->len > 5 || strspn(reply->text, "0123456789") != reply->len)
            return false;
        port = strtoll(reply->text, NULL, 10);
    } else if (reply->type != REDIS_TYPE_INTEGER) {
        return false;
    }
    if (port < 1 || port > UINT16_MAX)
        return false;
    *ret = (uint16_t)port;
    return true;
}

bool redis_sentinel_read(const struct redis_reply *reply, struct address *ret) {
    struct address address = {.host = ""};

    if (reply->type != REDIS_TYPE_ARRAY || reply->len != 2)
        return false;
    const struct redis_reply *host = reply->items[0];
    if (host->type != REDIS_TYPE_STRING || host->len == 0 || host->len > ADDRESS_HOST_MAX ||
        strlen(host->text) != host->len || !redis_port_read(reply->items[1], &address.port))
        return false;
    memcpy(address.host, host->text, host->len);
    *ret = address;
    return true;
}

// ask_next returns false when every Sentinel has been asked.
static bool ask_next(struct redis_sentinel *sentinel) {
    while (sentinel->asked < sentinel->host_count) {
        const struct address *host = &sentinel->hosts[sentinel->next];
        sentinel->next = (sentinel->next + 1) % sentinel->host_count;
        sentinel->asked++;
        if (redis_dial_start(&sentinel->dial, &sentinel->options, host, NULL))
            return true;
    }
    return false;
}

static void on_reply(struct redis_call *call, enum redis_fate fate,
                     const struct redis_reply *reply) {
    struct redis_sentinel *sentinel =
        (void *)((char *)call - offsetof(struct redis_sentinel, call));

    if (fate != REDIS_ANSWERED)
        return;
    sentinel->has_master = redis_sentinel_read(reply, &sentinel->master);
    redis_link_drop(sentinel->dial.link); // the question goes on when it is gone
}

static void on_ready(struct redis_dial *dial) {
    struct redis_sentinel *sentinel =
        (void *)((char *)dial - offsetof(struct redis_sentinel, dial));
    const char *const args[] = {"SENTINEL", "get-master-addr-by-name", sentinel->name};
    const size_t lens[] = {strlen(args[0]), strlen(args[1]), strlen(args[2])};

    sentinel->call.done = on_reply;
    if (!redis_link_send(dial->link, &sentinel->call, 3, args, lens))
        redis_link_drop(dial->link);
}

static void on_gone(struct redis_dial *dial) {
    struct redis_sentinel *sentinel =
        (void *)((char *)dial - offsetof(struct redis_sentinel, dial));

    if (sentinel->has_master)
        sentinel->done(sentinel, &sentinel->master);
    else if (!ask_next(sentinel))
        sentinel->done(sentinel, NULL);
}

bool redis_sentinel_ask(struct redis_sentinel *sentinel, struct loop *loop, int timeout_ms) {
    sentinel->options = (struct redis_link_options){
        .loop = loop, .user = "", .password = "", .command_timeout_ms = timeout_ms};
    sentinel->dial.on_ready = on_ready;
    sentinel->dial.on_gone = on_gone;
    sentinel->has_master = false;
    sentinel->asked = 0;
    return ask_next(sentinel);
}

void redis_sentinel_stop(struct redis_sentinel *sentinel) {
    redis_dial_stop(&sentinel->dial);
}
