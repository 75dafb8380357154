// match.h - one game as the client knows it: what was asked, what was told, and whose turn it is.
//
// Pure. The server is believed nothing that the rules do not bear out: match_take judges every
// packet against the packet that was asked and the game so far.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/stones.h"

#include "packet.h"

enum match_state {
    MATCH_NONE,      // no game, nothing asked
    MATCH_ASKED,     // a game was asked for, a new one or a stored one
    MATCH_LISTING,   // the stones of a stored game are coming
    MATCH_YOURS,     // white's turn
    MATCH_SENT,      // white's stone was sent
    MATCH_ANSWERING, // it was reported, black's is coming
    MATCH_ENDING,    // all 30 stones were reported, GAME_OVER is coming
    MATCH_OVER,
};

struct match {
    enum match_state state;
    bool has_pid;
    uint8_t pid[PACKET_PID_LEN];
    struct stones game;
    int slots[STONES_TOTAL];  // in order
    int points[STONES_TOTAL]; // what each of them scored
    int listed;               // stones that GAME_START has promised
    struct packet start;      // that GAME_START: its scores are judged once all stones are there
    int result;               // enum packet_result of MATCH_OVER
    struct packet asked;      // the packet that waits for its answer
};

enum match_event {
    MATCH_NONSENSE, // no server of 3 Stones sends this here; the match is as it was
    MATCH_BEGAN,    // a new game: white's turn
    MATCH_LISTED,   // a stone of a stored game, or its beginning; more is coming
    MATCH_RESUMED,  // the stored game is complete: white's turn, or MATCH_ENDING
    MATCH_STONE,    // the stone of either side, match->game.count - 1
    MATCH_FINISHED, // GAME_OVER
    MATCH_REFUSED,  // asked was refused: packet->detail says why; the game is as it was
};

struct match match_start(void);

// match_ask_new asks for a new game at a level of 0..4, match_ask_again for the game with
// match->pid or, where that is unknown, whatever was asked last. match_ask_stone sends white's
// stone, in MATCH_YOURS alone. Each returns the packet to send, which is also kept in match->asked.
struct packet match_ask_new(struct match *match, int level);
struct packet match_ask_again(struct match *match);
struct packet match_ask_stone(struct match *match, int slot);

// match_set_pid makes match_ask_again ask for a stored game.
void match_set_pid(struct match *match, const uint8_t pid[PACKET_PID_LEN]);

// match_take takes one packet from the server. After MATCH_REFUSED the state is MATCH_YOURS where a
// stone was asked, MATCH_NONE otherwise.
enum match_event match_take(struct match *match, const struct packet *packet);
