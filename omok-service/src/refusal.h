// refusal.h - every reason that a client can be given for not getting what it asked for.
#pragma once

#include <stddef.h>

// X(name, text): what is written after "reason":, a refusal's detail following where the text ends
// in ", ". Known clients show these words to people; they never change.
#define REASONS(X)                                                                                 \
    X(REASON_NONE, "")                                                                             \
    X(REASON_NO_STRATEGY, "Strategy not specified")                                                \
    X(REASON_STRATEGY, "Unknown strategy")                                                         \
    X(REASON_NO_PID, "Pid not specified")                                                          \
    X(REASON_PID, "Unknown pid")                                                                   \
    X(REASON_NO_MOVE, "Move not specified")                                                        \
    X(REASON_NO_X, "x not specified")                                                              \
    X(REASON_NO_Y, "y not specified")                                                              \
    X(REASON_MOVE, "Move not well-formed")                                                         \
    X(REASON_X, "Invalid x coordinate, ")                                                          \
    X(REASON_Y, "Invalid y coordinate, ")                                                          \
    X(REASON_TURN, "Turn not well-formed")                                                         \
    X(REASON_KEY, "Key already used")                                                              \
    X(REASON_STALE, "Turn out of date, ")                                                          \
    X(REASON_OVER, "Game already over")                                                            \
    X(REASON_OCCUPIED, "Place not empty, ")                                                        \
    X(REASON_STORE, "Store unavailable, try again")                                                \
    X(REASON_CANCELLED, "Request cancelled")                                                       \
    X(REASON_NOT_FOUND, "Not found")                                                               \
    X(REASON_METHOD, "Method not allowed")

enum reason {
#define X(name, text) name,
    REASONS(X)
#undef X
};

enum { REFUSAL_DETAIL_MAX = 20 }; // an echoed value is cut to this many decoded bytes

struct refusal {
    enum reason reason;
    size_t detail_len;               // 0..REFUSAL_DETAIL_MAX
    char detail[REFUSAL_DETAIL_MAX]; // any bytes
};

// refusal_text returns the words, without the detail; never NULL.
const char *refusal_text(enum reason reason);
