// rng.h - a small, seedable, portable random source, so that games can be replayed bit for bit.
#pragma once

#include <stdint.h>

struct rng {
    uint64_t state;
};

// rng_start returns the generator for one decision: equal (seed, pid, stones) give equal numbers,
// and a change of any of them gives unrelated ones. `pid` is a NUL-terminated string.
struct rng rng_start(uint64_t seed, const char *pid, int stones);

// rng_next returns 64 uniform bits.
uint64_t rng_next(struct rng *rng);

// rng_below returns a number in 0..n-1; n must be positive.
int rng_below(struct rng *rng, int n);
