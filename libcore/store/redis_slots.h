// redis_slots.h - which of a cluster's 16384 slots a key is in, and which node says it has a slot.
#pragma once

#include <stdbool.h>

#include "service/address.h"
#include "store/resp.h"

enum { REDIS_SLOTS = 16384 };

// redis_slot_of returns the slot of a key: of what stands in its first {braces}, if anything does
// (Redis Cluster specification, "Key distribution model" and "Hash tags").
int redis_slot_of(const char *key);

// redis_target_read reads "HOST:PORT" as MOVED and ASK write it: an IPv6 host has no brackets, and
// an empty one means the host that was asked. False when it is neither.
bool redis_target_read(const char *target, const struct address *asked, struct address *ret);

struct redis_range {
    int first, last; // 0..16383, first <= last
    struct address master;
};

// redis_ranges_count returns how many ranges a reply to CLUSTER SLOTS has, 0 for any other reply.
size_t redis_ranges_count(const struct redis_reply *reply);

// redis_range_read reads the i-th range; false when it is none, or its master has no address yet.
bool redis_range_read(const struct redis_reply *reply, size_t i, const struct address *asked,
                      struct redis_range *ret);
