// redis_cluster.h - a Redis Cluster of a test's own: three masters, with a replica each or without.
#pragma once

#include "unit/redis_server.h"

enum { CLUSTER_MASTERS = 3, CLUSTER_SERVERS_MAX = 2 * CLUSTER_MASTERS };

struct redis_cluster {
    struct redis_server servers[CLUSTER_SERVERS_MAX]; // masters first
    int count;
    char bus_ports[CLUSTER_SERVERS_MAX][8];
    char url[160]; // with two of the masters as seeds
};

// redis_cluster_start returns when every server finds the cluster well and every replica is level.
void redis_cluster_start(struct redis_cluster *cluster, bool with_replicas);
void redis_cluster_remove(struct redis_cluster *cluster);

// redis_cluster_owner returns the server that serves the key's slot.
struct redis_server *redis_cluster_owner(struct redis_cluster *cluster, const char *key);

// redis_cluster_move moves a slot, with its keys, from one server to another.
void redis_cluster_move(struct redis_cluster *cluster, int slot, int from, int to);
