#include "options.h"

#include "server.h"

#define AT(member) .offset = offsetof(struct options, member)

const struct flag option_flags[] = {
    // clang-format off
    {.name = "command", .kind = FLAG_OPERAND, AT(command),
     .help = "health: ask a running service whether it is ready, and exit 0 if so"},
    {.name = "url", .kind = FLAG_OPERAND, AT(url),
     .help = "whom health asks; by default the address of --health"},
    {.name = "listen", .kind = FLAG_TEXT, AT(listen), .env = "STONES_LISTEN", .value = "HOST:PORT",
     .preset = ":50000",
     .help = "where to serve; without HOST on all addresses, IPv4 and IPv6"},
    {.name = "health", .kind = FLAG_TEXT, AT(health), .env = "STONES_HEALTH", .value = "HOST:PORT",
     .preset = ":8081", .help = "where healthz, readyz and metrics are told over HTTP"},
    {.name = "store", .kind = FLAG_TEXT, AT(store), .env = "STONES_STORE", .value = "URL",
     .preset = "sqlite:games.db",
     .help = "where games are kept: sqlite:FILE, redis://HOST:PORT or redis+unix:SOCKET"},
    {.name = "ttl", .kind = FLAG_NUMBER, AT(ttl_days), .min = 1, .max = 3650, .env = "STONES_TTL",
     .value = "DAYS", .preset = "30", .help = "how long a game is kept after its last stone"},
    {.name = "level", .kind = FLAG_TEXT, AT(level), .env = "STONES_LEVEL", .value = "NAME",
     .preset = "Strong", .help = "who plays where a client asks for level 0"},
    {.name = "sessions", .kind = FLAG_NUMBER, AT(sessions), .min = 1, .max = SERVER_SEATS_MAX,
     .env = "STONES_SESSIONS", .value = "N", .preset = "1",
     .help = "clients served at a time; more wait"},
    {.name = "idle", .kind = FLAG_NUMBER, AT(idle_s), .min = 1, .max = 86400,
     .env = "STONES_IDLE", .value = "SECONDS", .preset = "900",
     .help = "a client that sends no packet for so long loses its seat, not its game"},
    {.name = "seed", .kind = FLAG_SEED, AT(seed), .env = "STONES_SEED", .value = "N",
     .help = "makes the computer's stones repeatable; random when not given"},
    {.name = "version", .kind = FLAG_SWITCH, AT(version), .help = "prints the version"},
    {.name = "help", .kind = FLAG_SWITCH, AT(help), .help = "prints this"},
    {.name = NULL},
    // clang-format on
};
