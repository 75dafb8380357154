// What happens to acknowledged moves when masters die and slots move, over real servers.
#include "test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "faults/players.h"
#include "unit/redis_cluster.h"

enum {
    MOVES = 20000,          // at least, in each test
    PLAYERS = 48,           // at once
    BACK_WITHIN_MS = 10000, // the longest that a player may be unable to play
    SENTINELS = 3,
    MOVED_SLOTS = 300,
};

static char reply[8192];

static void await_reply(const struct redis_server *server, const char *text, const char *command,
                        const char *argument) {
    for (int i = 0; i < 6000; i++) {
        redis_server_ask(server, reply, sizeof reply, command, argument); // NOLINT
        if (strstr(reply, text) != NULL)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    fail_msg("%s never said %s", command, text);
}

// ---- one master, one replica, three Sentinels ----

struct guard {
    struct redis_server master, replica, sentinels[SENTINELS];
    char port[16], url[256];
};

static void start_sentinel(struct guard *guard, int i) {
    char config[256];

    snprintf(config, sizeof config,
             "sentinel monitor games 127.0.0.1 %d 2\n"
             "sentinel down-after-milliseconds games 1500\n"
             "sentinel failover-timeout games 10000\n",
             guard->master.port);
    redis_server_start_sentinel(&guard->sentinels[i], config);
}

static void start_guard(struct guard *guard) {
    memset(guard, 0, sizeof *guard);
    redis_server_start(&guard->master, NULL);
    snprintf(guard->port, sizeof guard->port, "%d", guard->master.port);
    redis_server_start(&guard->replica, (const char *[]){"--replicaof", "127.0.0.1", guard->port,
                                                         "--repl-diskless-sync-delay", "0", NULL});
    await_reply(&guard->replica, "master_link_status:up", "INFO replication", NULL);
    for (int i = 0; i < SENTINELS; i++)
        start_sentinel(guard, i);
    for (int i = 0; i < SENTINELS; i++) {
        await_reply(&guard->sentinels[i], "num-slaves\n1\n", "SENTINEL MASTER %s", "games");
        await_reply(&guard->sentinels[i], "num-other-sentinels\n2\n", "SENTINEL MASTER %s",
                    "games");
    }
    snprintf(guard->url, sizeof guard->url,
             "redis+sentinel://127.0.0.1:%d,localhost:%d,127.0.0.1:%d/games",
             guard->sentinels[0].port, guard->sentinels[1].port, guard->sentinels[2].port);
}

static void remove_guard(struct guard *guard) {
    for (int i = 0; i < SENTINELS; i++)
        redis_server_remove(&guard->sentinels[i]);
    redis_server_remove(&guard->replica);
    redis_server_remove(&guard->master);
}

static void open_two(struct loop *loop, const char *url, struct store *ret[2]) {
    for (int i = 0; i < 2; i++)
        ret[i] = must_open(url, NULL, loop);
}

static void a_master_that_dies_is_replaced_and_no_move_is_lost(void **state) {
    (void)state;
    static struct players players;
    struct guard guard;
    struct store *stores[2];
    struct loop *loop;

    start_guard(&guard);
    loop = loop_poll_new();
    open_two(loop, guard.url, stores);
    players_start(&players, loop, "sentinel", 0, stores, PLAYERS);
    players_play(&players, MOVES / 2, 0);
    redis_server_kill(&guard.master, SIGKILL);
    players_play(&players, players.moves + MOVES / 2, 0);
    assert_true(players.failed + players.unknown > 0);

    // The old master comes back as what it was, is made a replica, and takes no player with it.
    redis_server_again(&guard.master);
    players_play(&players, players.moves + MOVES / 2, 0);
    await_reply(&guard.master, "role:slave", "INFO replication", NULL);
    players_play(&players, players.moves + MOVES / 10, 0);
    players_stop(&players);
    assert_in_range(players.longest_ms, 0, BACK_WITHIN_MS);
    store_close(stores[0]);
    store_close(stores[1]);
    remove_guard(&guard);
    loop_poll_free(loop);
}

static void a_silent_sentinel_does_not_keep_a_store_from_the_master(void **state) {
    (void)state;
    struct guard guard;
    struct loop *loop;
    const struct store_options options = {.connect_timeout_ms = 300};

    start_guard(&guard);
    loop = loop_poll_new();
    kill(guard.sentinels[0].pid, SIGSTOP); // the first that is asked
    redis_server_kill(&guard.sentinels[1], SIGKILL);
    struct store *store = must_open(guard.url, &options, loop);
    enum store_status status = STORE_FAILED;
    for (int i = 0; i < 600 && status == STORE_FAILED; i++) {
        status = load(loop, store, "k").status;
        loop->run_once(loop, 100);
    }
    assert_status(status, STORE_MISSING);
    store_close(store);

    char url[256];
    snprintf(url, sizeof url, "redis+sentinel://127.0.0.1:%d/another", guard.sentinels[2].port);
    store = must_open(url, &options, loop);
    assert_status(load(loop, store, "k").status, STORE_FAILED); // it knows no such master
    store_close(store);
    remove_guard(&guard);
    loop_poll_free(loop);
}

// ---- a cluster ----

// start_mover moves slots from the first master to the second, in a process of its own.
static pid_t start_mover(struct redis_cluster *cluster) {
    const pid_t pid = fork();

    assert_true(pid >= 0);
    if (pid > 0)
        return pid;
    for (int slot = 0; slot < MOVED_SLOTS; slot++)
        redis_cluster_move(cluster, slot, 0, 1);
    _exit(0);
}

static void slots_that_move_cost_no_move(void **state) {
    (void)state;
    static struct players players;
    static struct redis_cluster cluster;
    struct store *stores[2];
    struct loop *loop;

    redis_cluster_start(&cluster, false);
    loop = loop_poll_new();
    open_two(loop, cluster.url, stores);
    players_start(&players, loop, "moved", MOVED_SLOTS, stores, PLAYERS);
    players_play(&players, MOVES / 10, 0);
    players_play(&players, MOVES, start_mover(&cluster));
    players_stop(&players);
    assert_int_equal(players.failed + players.unknown, 0);
    redis_server_ask(&cluster.servers[1], reply, sizeof reply, "CLUSTER NODES");
    assert_non_null(strstr(reply, " 0-299 5461-"));
    store_close(stores[0]);
    store_close(stores[1]);
    redis_cluster_remove(&cluster);
    loop_poll_free(loop);
}

static void a_clusters_master_that_dies_is_replaced_and_no_move_is_lost(void **state) {
    (void)state;
    static struct players players;
    static struct redis_cluster cluster;
    struct store *stores[2];
    struct loop *loop;

    redis_cluster_start(&cluster, true);
    loop = loop_poll_new();
    open_two(loop, cluster.url, stores);
    players_start(&players, loop, "killed", 0, stores, PLAYERS);
    players_play(&players, MOVES / 2, 0);
    redis_server_kill(&cluster.servers[0], SIGKILL); // a seed as well
    await_reply(&cluster.servers[CLUSTER_MASTERS], "role:master", "INFO replication", NULL);
    players_play(&players, players.moves + MOVES / 2, 0);
    redis_server_again(&cluster.servers[0]);
    players_play(&players, players.moves + MOVES / 2, 0);
    await_reply(&cluster.servers[0], "role:slave", "INFO replication", NULL);
    players_play(&players, players.moves + MOVES / 10, 0);
    players_stop(&players);
    assert_true(players.failed + players.unknown > 0);
    assert_in_range(players.longest_ms, 0, BACK_WITHIN_MS);
    store_close(stores[0]);
    store_close(stores[1]);
    redis_cluster_remove(&cluster);
    loop_poll_free(loop);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_master_that_dies_is_replaced_and_no_move_is_lost),
        cmocka_unit_test(a_silent_sentinel_does_not_keep_a_store_from_the_master),
        cmocka_unit_test(slots_that_move_cost_no_move),
        cmocka_unit_test(a_clusters_master_that_dies_is_replaced_and_no_move_is_lost),
    };
    return cmocka_run_group_tests_name("redis_failover", tests, NULL, NULL);
}
