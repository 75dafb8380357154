// omok_vcf.h - victory by continuous fours: wins in which every move but the last threatens a five.
//
// The opponent never has a choice, so the search is exact and thin: it finds a win or proves that
// none exists, or says that it ran out of nodes or room.
#pragma once

#include "omok_position.h"

enum { VCF_UNKNOWN = -1, VCF_NONE = 0 };

struct vcf_failure {
    uint32_t lock;       // the upper half of the hash
    uint32_t generation; // of the search that stored it; another one's entry counts as empty
};

struct vcf {
    struct omok_position *stack; // one position per own move of the line
    int stack_len;
    struct vcf_failure *failures; // positions without such a win; a power of two of them
    uint32_t failures_mask;
    uint32_t generation;
    uint64_t nodes;     // own moves tried since the search began
    uint64_t nodes_max; // where to give up, in the same count
};

// vcf_solve looks for a win by fours of the side to move. It returns the plies to the five (1, 3,
// 5, ...) with the first move in *ret, VCF_NONE when there is no such win, or VCF_UNKNOWN.
int vcf_solve(struct vcf *vcf, const struct omok_position *pos, int *ret);
