#include "omok_vcf.h"

#include <assert.h>

// The hash tells stones, not whose move it is: a passed move gives the same stones to the other.
static uint64_t key_of(const struct omok_position *pos) {
    return pos->to_move ? ~pos->hash : pos->hash;
}

static bool is_failure(const struct vcf *vcf, uint64_t key) {
    const struct vcf_failure *entry = &vcf->failures[key & vcf->failures_mask];

    return entry->lock == key >> 32 && entry->generation == vcf->generation;
}

static void remember_failure(struct vcf *vcf, uint64_t key) {
    vcf->failures[key & vcf->failures_mask] =
        (struct vcf_failure){(uint32_t)(key >> 32), vcf->generation};
}

static int solve(struct vcf *vcf, const struct omok_position *pos, int depth, int *ret);

// try_four plays a four and the only answer to it.
static int try_four(struct vcf *vcf, const struct omok_position *pos, int at, int depth) {
    struct omok_position *next = &vcf->stack[depth];
    int ignored;

    if (depth == vcf->stack_len || vcf->nodes >= vcf->nodes_max)
        return VCF_UNKNOWN;
    vcf->nodes++;
    *next = *pos;
    position_play(next, at);
    position_play(next, points_first(&next->of[pos->to_move][CELL_FIVE]));

    const int plies = solve(vcf, next, depth + 1, &ignored);
    return plies > 0 ? plies + 2 : plies;
}

// try_fours tries them from the most promising class down. `only` limits them to one point that
// must be taken, or is NO_POINT.
static int try_fours(struct vcf *vcf, const struct omok_position *pos, int only, int depth,
                     int *ret) {
    static const enum cell_class order[] = {CELL_FOUR_THREE, CELL_FOUR_PLUS, CELL_FOUR};
    int result = VCF_NONE;

    for (int i = 0; i < 3; i++) {
        struct points fours = pos->of[pos->to_move][order[i]];
        for (int at; (at = points_next(&fours)) != NO_POINT;) {
            if (only != NO_POINT && at != only)
                continue;
            const int plies = try_four(vcf, pos, at, depth);
            if (plies > 0) {
                *ret = at;
                return plies;
            }
            if (plies == VCF_UNKNOWN)
                result = VCF_UNKNOWN;
        }
    }
    return result;
}

static int solve(struct vcf *vcf, const struct omok_position *pos, int depth, int *ret) {
    const int me = pos->to_move, other = me ^ 1;
    int only = NO_POINT;

    if (pos->counts[me][CELL_FIVE] > 0) {
        *ret = points_first(&pos->of[me][CELL_FIVE]);
        return 1;
    }
    if (pos->counts[other][CELL_FIVE] > 1)
        return VCF_NONE;
    if (pos->counts[other][CELL_FIVE] == 1)
        only = points_first(&pos->of[other][CELL_FIVE]);
    if (pos->counts[me][CELL_OPEN_FOUR] > 0) {
        const int at = only == NO_POINT ? points_first(&pos->of[me][CELL_OPEN_FOUR]) : only;
        if (points_has(&pos->of[me][CELL_OPEN_FOUR], at)) {
            *ret = at;
            return 3;
        }
    }

    const uint64_t key = key_of(pos);
    if (is_failure(vcf, key))
        return VCF_NONE;
    const int plies = try_fours(vcf, pos, only, depth, ret);
    if (plies == VCF_NONE)
        remember_failure(vcf, key);
    return plies;
}

int vcf_solve(struct vcf *vcf, const struct omok_position *pos, int *ret) {
    assert(vcf->stack_len > 0);
    return solve(vcf, pos, 0, ret);
}
