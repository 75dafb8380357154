#include "core/rng.h"

#include <assert.h>
#include <string.h>

#include "core/hash.h"

struct rng rng_start(uint64_t seed, const char *pid, int stones) {
    const unsigned char count = (unsigned char)stones; // at most 225, and no byte order to care for
    const uint64_t game = hash_bytes(hash_bytes(HASH_START, &count, 1), pid, strlen(pid));
    struct rng rng = {seed};

    // One step spreads the seed over all 64 bits before the game's hash is mixed in.
    rng.state = rng_next(&rng) ^ game;
    return rng;
}

// SplitMix64 (Steele, Lea & Flood, OOPSLA 2014): any seed is a good seed, zero included.
uint64_t rng_next(struct rng *rng) {
    uint64_t z = rng->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

int rng_below(struct rng *rng, int n) {
    assert(n > 0);

    // Scaling 32 bits by n is biased by at most n / 2^32: far below what 225 points can show.
    return (int)(((rng_next(rng) >> 32) * (uint64_t)n) >> 32);
}
