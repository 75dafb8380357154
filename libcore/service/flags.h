// flags.h - the options of a program as one table: command line, environment and --help.
//
// A value is taken from the command line, else from the environment, else from the row's preset;
// all three are text and judged alike. Nothing here reads argv or the environment by itself.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum flag_kind {
    FLAG_TEXT,    // const char *
    FLAG_NUMBER,  // int64_t, decimal, min..max
    FLAG_SEED,    // struct flag_seed: any 64-bit number
    FLAG_SWITCH,  // bool: --name; from the environment "1" or "0"
    FLAG_OPERAND, // const char *: the next argument that is no flag
};

struct flag_seed {
    uint64_t value;
    bool given;
};

struct flag {
    const char *name;   // "listen" for --listen; what an operand is called in --help
    const char *env;    // "OMOK_LISTEN"; NULL = command line only
    const char *value;  // what --help calls the value, "HOST:PORT"; NULL for a switch
    const char *preset; // NULL = nothing: NULL, 0 or false
    const char *help;   // half a sentence
    enum flag_kind kind;
    size_t offset;    // of the value in the options struct
    int64_t min, max; // of a number
};

enum { FLAG_ERROR_MAX = 256 };

// flags_parse fills the struct `options`, which the rows' offsets point into; texts are not copied.
// `flags` is ended by a row whose name is NULL, `environ` by NULL; argv[0] is skipped. It returns
// 0, or -1 with a sentence fragment in `error` that names the flag or variable.
int flags_parse(const struct flag *flags, int argc, const char *const *argv,
                const char *const *environ, void *options, char error[FLAG_ERROR_MAX]);

// flags_help writes one paragraph per flag and a NUL; it returns the length, NUL excluded.
size_t flags_help(const struct flag *flags, char *ret, size_t size);
