// brain.h - the Gomocup protocol without its pipes: one line in, what to do about it out.
//
// See the manager's side in https://plastovicka.github.io/protocl2en.htm. Lines are judged here,
// whatever they hold; a line that makes no sense is answered with ERROR or UNKNOWN and changes
// nothing.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/omok.h"

enum {
    BRAIN_LINE_MAX = 256,  // the longest command, INFO folder with a path, cut beyond
    BRAIN_REPLY_MAX = 256, // ABOUT, or an ERROR that echoes nothing
};

enum brain_action {
    BRAIN_SILENT, // nothing to say
    BRAIN_REPLY,  // print the reply
    BRAIN_THINK,  // choose a move for brain_game, tell brain_played, print it
    BRAIN_END,    // leave
};

struct brain {
    uint8_t cells[OMOK_POINTS]; // 0 empty, 1 own, 2 the opponent's
    bool started;               // START with a size that is played here
    bool in_board;              // between BOARD and DONE
    bool bad_board;             // a line of this BOARD made no sense
    int64_t turn_ms;            // INFO timeout_turn; 0 = as fast as possible
    int64_t match_ms;           // INFO timeout_match; 0 = no limit
    int64_t left_ms;            // INFO time_left; INT64_MAX = no limit
    int64_t max_node;           // INFO max_node: nodes a move; 0 = by time
};

struct brain brain_start(void);

// brain_read judges one line without its end. Where the action is BRAIN_REPLY, `reply` holds the
// answer and a NUL, no newline.
enum brain_action brain_read(struct brain *brain, const char *line, size_t len,
                             char reply[BRAIN_REPLY_MAX]);

// brain_game is the position with the brain to move. False where there is nothing to choose: a full
// board or a finished game.
bool brain_game(const struct brain *brain, struct omok *ret);

// brain_think_ms is the wall time for the next move, from when its command came.
int brain_think_ms(const struct brain *brain);

void brain_played(struct brain *brain, struct point at);
