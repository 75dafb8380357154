#include "options.h"

#define AT(member) .offset = offsetof(struct options, member)

const struct flag option_flags[] = {
    // clang-format off
    {.name = "command", .kind = FLAG_OPERAND, AT(command),
     .help = "health: ask a running service whether it is ready, and exit 0 if so"},
    {.name = "url", .kind = FLAG_OPERAND, AT(url),
     .help = "whom health asks; by default the port of --listen on this machine"},
    {.name = "listen", .kind = FLAG_TEXT, AT(listen), .env = "OMOK_LISTEN", .value = "HOST:PORT",
     .preset = ":8080",
     .help = "where to serve; without HOST on all addresses, IPv4 and IPv6"},
    {.name = "store", .kind = FLAG_TEXT, AT(store), .env = "OMOK_STORE", .value = "URL",
     .preset = "sqlite:games.db",
     .help = "where games are kept: sqlite:FILE, redis://HOST:PORT or redis+unix:SOCKET"},
    {.name = "ttl", .kind = FLAG_NUMBER, AT(ttl_days), .min = 1, .max = 3650, .env = "OMOK_TTL",
     .value = "DAYS", .preset = "30", .help = "how long a game is kept after its last move"},
    {.name = "threads", .kind = FLAG_NUMBER, AT(threads), .min = 0, .max = 64,
     .env = "OMOK_THREADS", .value = "N", .preset = "0", .help = "event loops; 0 is one per core"},
    {.name = "seed", .kind = FLAG_SEED, AT(seed), .env = "OMOK_SEED", .value = "N",
     .help = "makes the computer's moves repeatable; random when not given"},
    {.name = "drain", .kind = FLAG_NUMBER, AT(drain_s), .min = 0, .max = 3600,
     .env = "OMOK_DRAIN", .value = "SECONDS", .preset = "0",
     .help = "how long to go on serving after SIGTERM while readyz says 503"},
    {.name = "connections", .kind = FLAG_NUMBER, AT(conns_max), .min = 1, .max = 1000000,
     .env = "OMOK_CONNECTIONS", .value = "N", .preset = "16384",
     .help = "connections served at a time; more wait"},
    {.name = "timeout", .kind = FLAG_NUMBER, AT(timeout_s), .min = 1, .max = 3600,
     .env = "OMOK_TIMEOUT", .value = "SECONDS", .preset = "10",
     .help = "how long a connection may take from one answer to the end of the next request"},
    {.name = "body", .kind = FLAG_NUMBER, AT(body_max), .min = 0, .max = 1 << 20,
     .env = "OMOK_BODY", .value = "BYTES", .preset = "16384",
     .help = "the largest request body that is read, to no use, before 413"},
    {.name = "stones-ws", .kind = FLAG_TEXT, AT(stones_ws), .env = "OMOK_STONES_WS",
     .value = "URL", .preset = "",
     .help = "where the page finds 3 Stones over WebSocket, as in ws://localhost:50001"},
    {.name = "no-access-log", .kind = FLAG_SWITCH, AT(no_access_log),
     .env = "OMOK_NO_ACCESS_LOG", .help = "leaves out the line for each request"},
    {.name = "version", .kind = FLAG_SWITCH, AT(version), .help = "prints the version"},
    {.name = "help", .kind = FLAG_SWITCH, AT(help), .help = "prints this"},
    {.name = NULL},
    // clang-format on
};
