#include "store/redis_dial.h"

#include <stddef.h>
#include <string.h>
#include <sys/un.h>

static struct redis_dial *dial_of(struct redis_link_owner *owner) {
    return (struct redis_dial *)(void *)((char *)owner - offsetof(struct redis_dial, owner));
}

// try_next returns false when no address is left.
static bool try_next(struct redis_dial *dial) {
    dial->was_ready = false;
    dial->link = NULL;
    while (dial->link == NULL && dial->tried < dial->found.count) {
        const int i = dial->tried++;
        dial->link =
            redis_link_open(dial->options, (const struct sockaddr *)&dial->found.addresses[i],
                            dial->found.lens[i], &dial->owner);
    }
    return dial->link != NULL;
}

static void on_link_ready(struct redis_link_owner *owner) {
    struct redis_dial *dial = dial_of(owner);

    dial->was_ready = true;
    dial->on_ready(dial);
}

static void on_link_gone(struct redis_link_owner *owner) {
    struct redis_dial *dial = dial_of(owner);

    dial->link = NULL;
    if (dial->was_ready || !try_next(dial))
        dial->on_gone(dial);
}

static void on_found(void *context, const struct lookup_result *result) {
    struct redis_dial *dial = context;

    dial->lookup = NULL;
    dial->found = *result;
    if (!try_next(dial))
        dial->on_gone(dial);
}

static bool set_path(const char *path, struct lookup_result *ret) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};

    if (strlen(path) >= sizeof address.sun_path)
        return false;
    memcpy(address.sun_path, path, strlen(path));
    memcpy(&ret->addresses[0], &address, sizeof address);
    ret->lens[0] = sizeof address;
    ret->count = 1;
    return true;
}

bool redis_dial_start(struct redis_dial *dial, const struct redis_link_options *options,
                      const struct address *host, const char *path) {
    dial->options = options;
    dial->owner = (struct redis_link_owner){on_link_ready, on_link_gone};
    dial->tried = 0;
    if (host == NULL)
        return set_path(path, &dial->found) && try_next(dial);
    if (lookup_numeric(host, &dial->found))
        return try_next(dial);
    dial->lookup = lookup_start(options->loop, host, on_found, dial);
    return dial->lookup != NULL;
}

void redis_dial_stop(struct redis_dial *dial) {
    lookup_cancel(dial->lookup);
    dial->lookup = NULL;
    redis_link_close(dial->link);
    dial->link = NULL;
}

bool redis_dial_is_asking(const struct redis_dial *dial) {
    return dial->lookup != NULL;
}
