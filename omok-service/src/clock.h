// clock.h - the monotonic clock in microseconds, for durations and deadlines.
#pragma once

#include <stdint.h>
#include <time.h>

static inline uint64_t clock_us(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}
