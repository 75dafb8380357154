#include "options.h"

#define AT(member) .offset = offsetof(struct options, member)

const struct flag option_flags[] = {
    // clang-format off
    {.name = "HOST[:PORT]", .kind = FLAG_OPERAND, AT(address),
     .help = "the server, port 50000 where none is given; asked for when left out"},
    {.name = "level", .kind = FLAG_TEXT, AT(level), .value = "NAME",
     .help = "who plays black: Random, Greedy, Strong or Perfect; by default the server chooses"},
    {.name = "resume", .kind = FLAG_TEXT, AT(resume), .value = "PID",
     .help = "goes on with a game, named by the 32 digits that were shown when it began"},
    {.name = "plain", .kind = FLAG_SWITCH, AT(plain),
     .help = "lines of text instead of a screen; so it is by itself when output is no terminal"},
    {.name = "version", .kind = FLAG_SWITCH, AT(version), .help = "prints the version"},
    {.name = "help", .kind = FLAG_SWITCH, AT(help), .help = "prints this"},
    {.name = NULL},
    // clang-format on
};
