#include <stdlib.h>
#include <string.h>

#include "brain.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Whatever lines come, a position that is to be thought about has an empty point and counts right.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct brain brain = brain_start();
    const char *at = (const char *)data, *end = at + size;
    char reply[BRAIN_REPLY_MAX];

    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const size_t len = (size_t)((newline ? newline : end) - at);
        struct omok game;
        const enum brain_action action = brain_read(&brain, at, len, reply);
        if (action == BRAIN_END)
            return 0;
        if (action == BRAIN_THINK && brain_game(&brain, &game)) {
            int empty = 0;
            while (brain.cells[empty] != 0)
                empty++;
            if (omok_play(&game, (struct point){empty % OMOK_SIZE, empty / OMOK_SIZE}) != CORE_OK)
                abort();
            brain_played(&brain, (struct point){empty % OMOK_SIZE, empty / OMOK_SIZE});
        }
        if (brain_think_ms(&brain) < 1)
            abort();
        at += len + 1;
    }
    return 0;
}
