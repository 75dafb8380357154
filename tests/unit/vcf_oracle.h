// vcf_oracle.h - wins by continuous fours, found the plain way, to judge the engine's solver by.
//
// 572 windows of five points, each with a count per colour: a window with four own stones and none
// of the other's threatens a five. No pattern, no table, no shared code.
#pragma once

#include <stdbool.h>
#include <string.h>

#include "core/omok.h"

enum { ORACLE_WINDOWS = 572, ORACLE_THROUGH_MAX = 20, ORACLE_GAVE_UP = -1 };

struct oracle {
    int windows[ORACLE_WINDOWS][OMOK_ROW];        // points of each window
    int through[OMOK_POINTS][ORACLE_THROUGH_MAX]; // windows through each point
    int through_count[OMOK_POINTS];
    int stones[OMOK_POINTS];       // enum stone
    int counts[ORACLE_WINDOWS][3]; // by enum stone
    long nodes;                    // left until it gives up
};

static inline void oracle_put(struct oracle *o, int at, int stone, int n) {
    o->stones[at] = n > 0 ? stone : STONE_NONE;
    for (int i = 0; i < o->through_count[at]; i++)
        o->counts[o->through[at][i]][stone] += n;
}

static inline void oracle_start(struct oracle *o, const struct omok *game, long nodes) {
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int n = 0;

    memset(o, 0, sizeof *o);
    o->nodes = nodes;
    for (int d = 0; d < 4; d++) {
        for (int at = 0; at < OMOK_POINTS; at++) {
            const int x = at % OMOK_SIZE, y = at / OMOK_SIZE;
            const int end_x = x + 4 * steps[d][0], end_y = y + 4 * steps[d][1];
            if (end_x >= OMOK_SIZE || end_y < 0 || end_y >= OMOK_SIZE)
                continue;
            for (int i = 0; i < OMOK_ROW; i++) {
                const int point = (y + i * steps[d][1]) * OMOK_SIZE + x + i * steps[d][0];
                o->windows[n][i] = point;
                o->through[point][o->through_count[point]++] = n;
            }
            n++;
        }
    }
    for (int at = 0; at < OMOK_POINTS; at++)
        if (game->stones[at / OMOK_SIZE][at % OMOK_SIZE] != STONE_NONE)
            oracle_put(o, at, game->stones[at / OMOK_SIZE][at % OMOK_SIZE], 1);
}

// oracle_five returns the lowest point where `me` makes a five, -1 where there is none, and in
// *ret_more whether a second one exists.
static inline int oracle_five(const struct oracle *o, int me, bool *ret_more) {
    int found = -1;

    *ret_more = false;
    for (int w = 0; w < ORACLE_WINDOWS; w++) {
        if (o->counts[w][me] != 4 || o->counts[w][3 - me] != 0)
            continue;
        int at = 0;
        for (int i = 0; i < OMOK_ROW; i++)
            if (o->stones[o->windows[w][i]] == STONE_NONE)
                at = o->windows[w][i];
        if (found >= 0 && at != found)
            *ret_more = true;
        if (found < 0 || at < found)
            found = at;
    }
    return found;
}

// oracle_wins tells whether `me`, to move, has a win by continuous fours: 1, 0, ORACLE_GAVE_UP.
static inline int oracle_wins(struct oracle *o, int me) {
    bool more, both;
    const int other = 3 - me;

    if (oracle_five(o, me, &more) >= 0)
        return 1;
    const int must = oracle_five(o, other, &more);
    if (more)
        return 0;
    if (o->nodes-- <= 0)
        return ORACLE_GAVE_UP;

    int result = 0;
    for (int at = 0; at < OMOK_POINTS && result != 1; at++) {
        if (o->stones[at] != STONE_NONE || (must >= 0 && at != must))
            continue;
        oracle_put(o, at, me, 1);
        const int five = oracle_five(o, me, &both);
        if (both) {
            result = 1;
        } else if (five >= 0) {
            oracle_put(o, five, other, 1);
            const int deeper = oracle_wins(o, me);
            oracle_put(o, five, other, -1);
            if (deeper != 0)
                result = deeper;
        }
        oracle_put(o, at, me, -1);
    }
    return result;
}
