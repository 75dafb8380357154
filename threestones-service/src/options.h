// options.h - everything that can be told to threestones-service, by flag or environment variable.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "service/flags.h"

struct options {
    const char *command, *url; // "health [URL]"; NULL = serve
    const char *listen, *health;
    const char *store;
    const char *level;
    int64_t ttl_days;
    int64_t sessions;
    int64_t idle_s;
    struct flag_seed seed;
    bool version, help;
};

enum {
    OPTIONS_PORT = 50000,       // where --listen names none
    OPTIONS_HEALTH_PORT = 8081, // where --health names none
};

// option_flags is ended by a row whose name is NULL.
extern const struct flag option_flags[];
