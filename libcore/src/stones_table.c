#include "stones_table.h"

#include <assert.h>
#include <string.h>

_Static_assert(sizeof(struct table_bucket) == 64, "a bucket is one cache line");
_Static_assert(sizeof(struct stones_table) == 64, "buckets start on a cache line");

struct stones_table *stones_table_open(void *memory, size_t size) {
    const size_t line = sizeof(struct table_bucket);
    const size_t skip = (line - (uintptr_t)memory % line) % line;
    struct stones_table *table = (void *)((char *)memory + skip);

    assert(size >= STONES_TABLE_MIN);
    table->buckets_count = (size - skip) / line - 1;
    if (table->buckets_count > UINT32_MAX)
        table->buckets_count = UINT32_MAX; // what 32 bits of hash can tell apart
    table->generation++;
    if (table->generation == 0) { // after 65 536 openings: entries of the first ones would count
        memset(table->buckets, 0, table->buckets_count * sizeof(struct table_bucket));
        table->generation = 1;
    }
    return table;
}

void table_store(const struct stones_table *table, struct table_bucket *bucket,
                 struct table_entry entry) {
    struct table_entry *victim = NULL;
    int victim_depth = INT16_MAX;

    entry.generation = table->generation;
    for (int i = 0; i < TABLE_WAYS; i++) {
        struct table_entry *way = &bucket->ways[i];
        const bool is_live = way->generation == table->generation;
        const int depth = is_live ? way->depth : -1;
        if (is_live && way->key == entry.key) {
            victim = way;
            break;
        }
        if (depth < victim_depth) {
            victim = way;
            victim_depth = depth;
        }
    }
    *victim = entry;
}
