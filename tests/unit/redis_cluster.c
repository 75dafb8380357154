#include "unit/redis_cluster.h"

#include "test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SLOTS = 16384, PATIENCE = 6000 /* pauses of 10 ms */ };

static char reply[8192];

static void pause_10_ms(void) {
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
}

// await_reply repeats a command until its reply contains a text.
static void await_reply(const struct redis_server *server, const char *command, const char *text) {
    for (int i = 0; i < PATIENCE; i++) {
        redis_server_ask(server, reply, sizeof reply, command); // NOLINT
        if (strstr(reply, text) != NULL)
            return;
        pause_10_ms();
    }
    fail_msg("%s never said %s", command, text);
}

static void start_node(struct redis_cluster *cluster, int i) {
    snprintf(cluster->bus_ports[i], sizeof cluster->bus_ports[i], "%d", free_port());
    const char *const args[] = {"--cluster-enabled",
                                "yes",
                                "--cluster-port",
                                cluster->bus_ports[i],
                                "--cluster-node-timeout",
                                "1500",
                                "--cluster-require-full-coverage",
                                "no",
                                "--repl-diskless-sync-delay",
                                "0",
                                NULL};

    redis_server_start(&cluster->servers[i], args);
}

static void make_replica(struct redis_cluster *cluster, int i) {
    char id[64];

    redis_server_ask(&cluster->servers[i - CLUSTER_MASTERS], id, sizeof id, "CLUSTER MYID");
    for (int n = 0; n < PATIENCE; n++) { // it must have heard of the master first
        redis_server_ask(&cluster->servers[i], reply, sizeof reply, "CLUSTER REPLICATE %s", id);
        if (strcmp(reply, "OK") == 0)
            break;
        pause_10_ms();
    }
    await_reply(&cluster->servers[i], "INFO replication", "master_link_status:up");
}

void redis_cluster_start(struct redis_cluster *cluster, bool with_replicas) {
    char known[64];

    memset(cluster, 0, sizeof *cluster);
    cluster->count = with_replicas ? CLUSTER_SERVERS_MAX : CLUSTER_MASTERS;
    for (int i = 0; i < cluster->count; i++)
        start_node(cluster, i);
    for (int i = 0; i < CLUSTER_MASTERS; i++) {
        redis_server_ask(&cluster->servers[i], reply, sizeof reply, "CLUSTER ADDSLOTSRANGE %d %d",
                         SLOTS * i / CLUSTER_MASTERS, SLOTS * (i + 1) / CLUSTER_MASTERS - 1);
        assert_string_equal(reply, "OK");
        redis_server_ask(&cluster->servers[i], reply, sizeof reply, "CLUSTER SET-CONFIG-EPOCH %d",
                         i + 1);
    }
    for (int i = 1; i < cluster->count; i++) {
        redis_server_ask(&cluster->servers[0], reply, sizeof reply, "CLUSTER MEET 127.0.0.1 %d %s",
                         cluster->servers[i].port, cluster->bus_ports[i]);
        assert_string_equal(reply, "OK");
    }
    snprintf(known, sizeof known, "cluster_known_nodes:%d", cluster->count);
    for (int i = 0; i < cluster->count; i++)
        await_reply(&cluster->servers[i], "CLUSTER INFO", known);
    for (int i = CLUSTER_MASTERS; i < cluster->count; i++)
        make_replica(cluster, i);
    for (int i = 0; i < cluster->count; i++) {
        await_reply(&cluster->servers[i], "CLUSTER INFO", "cluster_slots_ok:16384");
        await_reply(&cluster->servers[i], "CLUSTER INFO", "cluster_state:ok");
    }
    snprintf(cluster->url, sizeof cluster->url, "redis+cluster://127.0.0.1:%d,localhost:%d",
             cluster->servers[0].port, cluster->servers[1].port);
}

void redis_cluster_remove(struct redis_cluster *cluster) {
    for (int i = 0; i < cluster->count; i++)
        redis_server_remove(&cluster->servers[i]);
}

struct redis_server *redis_cluster_owner(struct redis_cluster *cluster, const char *key) {
    for (int i = 0; i < cluster->count; i++) {
        redis_server_ask(&cluster->servers[i], reply, sizeof reply, "EXISTS %s", key);
        if (strcmp(reply, "0") == 0 || strcmp(reply, "1") == 0)
            return &cluster->servers[i];
    }
    fail_msg("nobody owns %s", key);
    return NULL;
}

void redis_cluster_move(struct redis_cluster *cluster, int slot, int from, int to) {
    char ids[2][64];
    const int ends[2] = {from, to};

    for (int i = 0; i < 2; i++)
        redis_server_ask(&cluster->servers[ends[i]], ids[i], sizeof ids[i], "CLUSTER MYID");
    redis_server_ask(&cluster->servers[to], reply, sizeof reply, "CLUSTER SETSLOT %d IMPORTING %s",
                     slot, ids[0]);
    assert_string_equal(reply, "OK");
    redis_server_ask(&cluster->servers[from], reply, sizeof reply,
                     "CLUSTER SETSLOT %d MIGRATING %s", slot, ids[1]);
    assert_string_equal(reply, "OK");
    for (;;) {
        char key[128];
        redis_server_ask(&cluster->servers[from], reply, sizeof reply, "CLUSTER GETKEYSINSLOT %d 1",
                         slot);
        if (sscanf(reply, "%127s", key) != 1)
            break;
        redis_server_ask(&cluster->servers[from], reply, sizeof reply,
                         "MIGRATE 127.0.0.1 %d %s 0 60000", cluster->servers[to].port, key);
    }
    for (int i = 1; i >= 0; i--) // the new owner first, as the specification advises
        redis_server_ask(&cluster->servers[ends[i]], reply, sizeof reply,
                         "CLUSTER SETSLOT %d NODE %s", slot, ids[1]);
}
