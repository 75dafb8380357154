// session.h - what becomes of a packet: a decoded packet and a loaded record go in, packets and
// perhaps a new record come out. Pure: no socket, no store, no clock.
//
//   session_read -+- answered                                          -> send
//                 +- a new game: create it in the store                -> session_tell_start
//                 `- load the game -> session_judge -+- answered       -> send
//                            ^                       `- session_place, save -> session_tell_stones
//                            `---------- somebody else was faster --------'
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/stones_record.h"

#include "packet.h"

enum {
    REPLY_PACKETS_MAX = 2 + STONES_TOTAL, // RESUME_GAME: GAME_START, every stone, GAME_OVER
    SESSION_PID_LEN = 2 * PACKET_PID_LEN, // as text
    // Refused packets in a row that end a session: sooner would cut off somebody who debugs a
    // client by hand, later would only read more noise.
    SESSION_BAD_MAX = 16,
};

struct reply {
    int count; // 1..REPLY_PACKETS_MAX
    struct packet packets[REPLY_PACKETS_MAX];
};

enum session_step {
    SESSION_ANSWERED, // *ret is the reply
    SESSION_CREATE,   // *ret_record is a new game, to be created under a new pid
    SESSION_LOAD,     // load the record of the packet's pid, then session_judge
    SESSION_PLACE,    // session_place, save, then session_tell_stones
};

// session_read judges what can be judged without the store: type, reserved bytes, level, and a pid
// that no game can have. `preset` plays where the packet asks for level 0.
enum session_step session_read(const struct packet *packet, const struct stones_strategy *preset,
                               struct stones_record *ret_record, struct reply *ret);

// session_judge takes a packet for which session_read said SESSION_LOAD, and the game's record. It
// returns SESSION_ANSWERED or SESSION_PLACE.
enum session_step session_judge(const struct packet *packet, const struct stones_record *record,
                                struct reply *ret);

// With what black thinks.
struct session_mind {
    uint64_t seed;        // the server's
    struct budget budget; // the strategy's, and perhaps when to stop
    void *scratch;        // of the record's strategy
};

// session_place returns the record with white's stone of the packet and black's answer, for which
// session_judge said SESSION_PLACE. Equal arguments give the equal answer, unless the budget's stop
// ends the search before its nodes do.
struct stones_record session_place(const struct packet *packet, const struct stones_record *record,
                                   const struct session_mind *mind);

// session_tell_start is the answer to a new game that the store has.
void session_tell_start(const uint8_t pid[PACKET_PID_LEN], const struct stones_record *record,
                        struct reply *ret);

// session_tell_stones reports the last stone of either side, and the end after stone 30.
void session_tell_stones(const uint8_t pid[PACKET_PID_LEN], const struct stones_record *record,
                         struct reply *ret);

// session_refuse answers what came to nothing for REFUSED_NO_GAME or REFUSED_STORE.
void session_refuse(const struct packet *packet, enum packet_refusal refusal, struct reply *ret);

// session_is_bad tells whether a reply counts towards SESSION_BAD_MAX.
bool session_is_bad(const struct reply *reply);

// session_decode reads a stored record; false for anything that this service cannot have stored.
bool session_decode(const char *bytes, size_t len, struct stones_record *ret);

// A pid as 32 hexadecimal digits, as the store's keys and the generator take it, and back:
// session_pid_parse returns false for anything but pid_is_wellformed.
void session_pid_format(const uint8_t pid[PACKET_PID_LEN], char ret[SESSION_PID_LEN + 1]);
bool session_pid_parse(const char *text, uint8_t ret[PACKET_PID_LEN]);
