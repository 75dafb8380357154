// omok_search.h - iterative-deepening principal-variation search over threats and patterns.
#pragma once

#include <stddef.h>

#include "core/omok_strategy.h"

enum {
    SEARCH_PLIES = 64,     // deepest ply of a line
    SEARCH_VCF_MOVES = 48, // own moves of the longest win by fours that is looked for
    SEARCH_MATE = 30000,   // a five now; one less for each ply that it is away
    SEARCH_MATE_MIN = SEARCH_MATE - 512,
};

struct search_result {
    int at;
    int value;      // for the side to move
    int depth;      // the last depth that was finished
    uint64_t nodes; // positions searched, those of the threat searches included
    int line_len;
    uint8_t line[SEARCH_PLIES]; // the principal variation; line[0] == at
};

// search_size returns the bytes of scratch for a table of 2^bits entries. Scratch is zeroed before
// its first use; what earlier searches left there never changes a result.
#define search_size(bits) (SEARCH_FIXED_SIZE + ((size_t)24 << (bits)))
enum { SEARCH_FIXED_SIZE = 512 * 1024 };

// search_run looks for the best move of a game that is not over; the budget must end some day.
void search_run(const struct omok *game, const struct budget *budget, struct rng *rng,
                void *scratch, int table_bits, struct search_result *ret);
