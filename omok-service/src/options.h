// options.h - everything that can be told to omok-service, by flag or environment variable.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "service/flags.h"

struct options {
    const char *command, *url; // "health [URL]"; NULL = serve
    const char *listen;
    const char *store;
    int64_t ttl_days;
    int64_t threads; // 0 = one for each core
    struct flag_seed seed;
    int64_t drain_s;
    int64_t conns_max;
    int64_t timeout_s;
    int64_t body_max;
    const char *stones_ws; // "" = none
    bool no_access_log;
    bool version, help;
};

enum { OPTIONS_PORT = 8080 }; // where --listen names none

// option_flags is ended by a row whose name is NULL.
extern const struct flag option_flags[];
