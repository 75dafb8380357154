// stones_table.h - bounds that a search has found, by position, in memory that the caller gives.
//
// A bucket is one cache line of four entries; the entry with the least depth makes room, so the
// dearest results stay. Keys are whole positions: there are no false hits. An entry counts only in
// the generation that wrote it, so that opening a table empties it at no cost.
#pragma once

#include <stdint.h>

#include "core/stones_solver.h"

enum { TABLE_WAYS = 4 };

struct table_entry {
    uint64_t key;
    int16_t lower, upper;
    uint16_t generation; // 0 = never written
    uint8_t depth;
    uint8_t best; // a cell, NODE_FREE where none is known
};

struct table_bucket {
    struct table_entry ways[TABLE_WAYS];
};

struct stones_table {
    uint64_t buckets_count;
    uint16_t generation;
    uint8_t pad[sizeof(struct table_bucket) - sizeof(uint64_t) - sizeof(uint16_t)];
    struct table_bucket buckets[];
};

// The mixer of SplitMix64 spreads the key; its high bits scaled by the count choose the bucket.
static inline struct table_bucket *table_bucket(struct stones_table *table, uint64_t key) {
    key = (key ^ key >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    key = (key ^ key >> 27) * UINT64_C(0x94d049bb133111eb);
    return &table->buckets[(key >> 32) * table->buckets_count >> 32];
}

static inline const struct table_entry *
table_find(const struct stones_table *table, const struct table_bucket *bucket, uint64_t key) {
    for (int i = 0; i < TABLE_WAYS; i++)
        if (bucket->ways[i].key == key && bucket->ways[i].generation == table->generation)
            return &bucket->ways[i];
    return NULL;
}

// table_store keeps the entry, whose generation it fills in. What the table knew of the position at
// the same depth is replaced: a search starts from it, and so never knows less.
void table_store(const struct stones_table *table, struct table_bucket *bucket,
                 struct table_entry entry);
