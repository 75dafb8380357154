// stats.h - what one seat counts, and all of it as metrics.
#pragma once

#include <stdatomic.h>

#include "service/metrics.h"

#include "packet.h"

enum stat_kind { STAT_START, STAT_PLACE, STAT_RESUME, STAT_OTHER, STAT_KINDS };

// Written by one thread, read by any.
struct stats {
    atomic_ullong sessions;                     // clients that came
    atomic_ullong packets[STAT_KINDS];          // received, by type
    atomic_ullong refused[PACKET_REFUSALS_END]; // by detail
    atomic_ullong repeated;                     // PLACE_STONE answered from the store
    atomic_ullong began, over;                  // games
    atomic_ullong is_taken;                     // 1 while a client has the seat
    struct histogram thinking;                  // of one stone of black's
    struct histogram answering; // from a whole packet to its reply, sending excluded
};

enum stat_kind stats_kind(uint32_t packet_type);

// stats_merge adds what `from` holds to `into`, which the calling thread owns.
void stats_merge(struct stats *into, const struct stats *from);

void stats_text(struct text *text, const struct stats *stats, int seats);
