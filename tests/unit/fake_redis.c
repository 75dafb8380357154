#include "unit/fake_redis.h"

#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void hang_up(struct fake_peer *peer) {
    if (peer->watch.fd < 0)
        return;
    peer->fake->loop->watch(peer->fake->loop, &peer->watch, 0);
    close(peer->watch.fd);
    peer->watch.fd = -1;
}

static const char *line_of(const struct fake_redis *fake, int piece) {
    for (int i = 0; i <= piece; i++)
        if (fake->script[i] == NULL)
            return "";
    return fake->script[piece];
}

static void on_peer(struct loop_watch *watch, unsigned events) {
    struct fake_peer *peer = (struct fake_peer *)(void *)watch;
    struct fake_redis *fake = peer->fake;
    char bytes[65536];

    (void)events;
    const ssize_t len = recv(watch->fd, bytes, sizeof bytes, 0);
    if (len <= 0) {
        hang_up(peer);
        return;
    }
    snprintf(peer->last, sizeof peer->last, "%.*s", (int)len, bytes);
    const char *line = line_of(fake, peer->pieces++);
    if (strcmp(line, FAKE_CLOSE) == 0)
        hang_up(peer);
    else
        (void)send(watch->fd, line, strlen(line), MSG_NOSIGNAL);
    if (watch->fd >= 0 && fake->deaf_after > 0 && peer->pieces >= fake->deaf_after)
        fake->loop->watch(fake->loop, watch, 0);
}

static void on_listener(struct loop_watch *watch, unsigned events) {
    struct fake_redis *fake =
        (struct fake_redis *)(void *)((char *)watch - offsetof(struct fake_redis, listener));
    const int fd = accept(watch->fd, NULL, NULL);

    (void)events;
    if (fd < 0)
        return;
    assert_in_range(fake->count, 0, FAKE_PEERS_MAX - 1);
    struct fake_peer *peer = &fake->peers[fake->count];
    fake->accepted_ms[fake->count++] = fake->loop->now_ms(fake->loop);
    *peer = (struct fake_peer){.watch = {.on_ready = on_peer, .fd = fd}, .fake = fake};
    if (fake->script[0] != NULL && strcmp(fake->script[0], FAKE_CLOSE) == 0)
        hang_up(peer);
    else
        fake->loop->watch(fake->loop, &peer->watch, LOOP_READ);
}

void fake_redis_start(struct fake_redis *fake, struct loop *loop, const char *const *script) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};

    memset(fake, 0, sizeof *fake);
    fake->loop = loop;
    fake->script = script;
    snprintf(fake->folder, sizeof fake->folder, "/tmp/fake-redis-XXXXXX");
    assert_non_null(mkdtemp(fake->folder));
    snprintf(fake->path, sizeof fake->path, "%s/s", fake->folder);
    snprintf(fake->url, sizeof fake->url, "redis+unix:%s", fake->path);
    memcpy(address.sun_path, fake->path, strlen(fake->path));
    fake->listener.fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    fake->listener.on_ready = on_listener;
    assert_int_equal(bind(fake->listener.fd, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(fake->listener.fd, FAKE_PEERS_MAX), 0);
    loop->watch(loop, &fake->listener, LOOP_READ);
}

void fake_redis_stop(struct fake_redis *fake) {
    for (int i = 0; i < fake->count; i++)
        hang_up(&fake->peers[i]);
    fake->loop->watch(fake->loop, &fake->listener, 0);
    close(fake->listener.fd);
    unlink(fake->path);
    rmdir(fake->folder);
}
