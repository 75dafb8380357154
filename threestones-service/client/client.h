// client.h - the course of a client: address, menu, game after game, and what to do when the server
// is busy, goes away or makes no sense.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "face.h"
#include "link.h"

enum {
    CLIENT_PORT = 50000, // where the address names none
    // Delays before a lost connection is tried again: half a second, doubled up to eight. After 80
    // attempts, ten minutes, the balancer too would have given up.
    CLIENT_DELAY_MS = 500,
    CLIENT_DELAY_MAX_MS = 8000,
    CLIENT_ATTEMPTS_MAX = 80,
    // Who has not touched a key for so long does not take a seat from others by reconnecting.
    CLIENT_ABSENT_MS = 5 * 60 * 1000,
};

struct client_options {
    const char *address; // HOST[:PORT]; NULL = ask the player
    int level;           // 0..4, as packets carry it
    bool has_pid;        // go on with this game
    uint8_t pid[PACKET_PID_LEN];
    int signal_fd; // readable when the process shall end
};

enum { CLIENT_FAREWELL_MAX = 512 };

// client_run plays until the player quits. It returns false when a server was asked for and none
// could be reached. `farewell` is what to tell once the terminal is given back, "" when there is
// nothing.
bool client_run(const struct client_options *options, struct face *face, struct link *link,
                char farewell[CLIENT_FAREWELL_MAX]);
