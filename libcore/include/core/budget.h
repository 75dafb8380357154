// budget.h - how much a strategy may think: a number of nodes, a stop callback, or both.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct budget {
    uint64_t nodes;          // positions to look at; 0 = as many as the callback allows
    bool (*stop)(void *arg); // asked now and then; true = answer at once. NULL = never
    void *arg;               // handed to stop
};
