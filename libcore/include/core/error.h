// error.h - every way the core can refuse a request, and the words for it.
#pragma once

#define CORE_ERRORS(X)                                                                             \
    X(CORE_OK, "ok")                                                                               \
    X(CORE_EOUTSIDE, "point is not on the board")                                                  \
    X(CORE_EOCCUPIED, "point already has a stone")                                                 \
    X(CORE_EOVER, "game is already over")                                                          \
    X(CORE_EOFFLINE, "slot is not in the last stone's row or column")                              \
    X(CORE_EDIAGRAM, "board diagram is malformed")                                                 \
    X(CORE_ERECORD, "game record is malformed")                                                    \
    X(CORE_EFORMAT, "game record has an unknown format version")

enum core_error {
#define X(name, text) name,
    CORE_ERRORS(X)
#undef X
};

// core_strerror returns a static, lower-case sentence fragment; never NULL, whatever `err` holds.
const char *core_strerror(enum core_error err);
