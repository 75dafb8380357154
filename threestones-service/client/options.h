// options.h - everything that can be told to threestones-client.
#pragma once

#include <stdbool.h>

#include "service/flags.h"

struct options {
    const char *address; // HOST[:PORT]; NULL = ask
    const char *level;
    const char *resume; // a game's name; NULL = none
    bool plain;
    bool version, help;
};

// option_flags is ended by a row whose name is NULL.
extern const struct flag option_flags[];
