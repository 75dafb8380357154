// stats.h - what one thread of the service has counted, and the page that tells it all.
#pragma once

#include <stdatomic.h>

#include "service/metrics.h"

#include "request.h"
#include "scratch.h"

#define OUTCOMES(X)                                                                                \
    X(OUTCOME_OK, "ok")                                                                            \
    X(OUTCOME_REFUSED, "refused")         /* "response":false, for a reason of the client's */     \
    X(OUTCOME_NOT_FOUND, "not_found")     /* 404 */                                                \
    X(OUTCOME_METHOD, "method")           /* 405 */                                                \
    X(OUTCOME_UNAVAILABLE, "unavailable") /* 503 */

enum outcome {
#define X(name, word) name,
    OUTCOMES(X)
#undef X
        OUTCOME_COUNT
};

#define ENDINGS(X)                                                                                 \
    X(ENDING_PLAYER, "player")                                                                     \
    X(ENDING_COMPUTER, "computer")                                                                 \
    X(ENDING_DRAW, "draw")

enum ending {
#define X(name, word) name,
    ENDINGS(X)
#undef X
        ENDING_COUNT
};

// Each thread writes its own; see metrics.h.
struct stats {
    atomic_ullong requests[ROUTE_COUNT][OUTCOME_COUNT];
    struct histogram seconds[ROUTE_COUNT];
    atomic_ullong begun[STRATEGIES_MAX]; // games, by strategy
    atomic_ullong ended[ENDING_COUNT];
    atomic_ullong moves[STRATEGIES_MAX]; // of the computer, stored
    atomic_ullong think_us[STRATEGIES_MAX];
    atomic_ullong hurried;   // moves thought about on the loop, because the pool was full
    atomic_ullong cancelled; // requests whose client left while the pool was thinking
    atomic_ullong rejudged;  // moves judged again, because another request was faster
};

// Numbers that are not counted but looked up.
struct gauges {
    int conns;
    int pool_waiting, pool_running;
};

enum { STATS_TEXT_MAX = 32 * 1024 }; // some 300 lines of under 100 bytes

const char *route_word(enum route route);
const char *outcome_word(enum outcome outcome);

void stats_merge(struct stats *into, const struct stats *from);

// stats_text adds every family.
void stats_text(struct text *text, const struct stats *stats, const struct gauges *gauges);
