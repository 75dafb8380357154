#include "session.h"

#include <assert.h>
#include <string.h>

#include "service/pid.h"

static const char hex[] = "0123456789abcdef";

void session_pid_format(const uint8_t pid[PACKET_PID_LEN], char ret[SESSION_PID_LEN + 1]) {
    for (size_t i = 0; i < PACKET_PID_LEN; i++) {
        ret[2 * i] = hex[pid[i] >> 4];
        ret[2 * i + 1] = hex[pid[i] & 15];
    }
    ret[SESSION_PID_LEN] = '\0';
}

bool session_pid_parse(const char *text, uint8_t ret[PACKET_PID_LEN]) {
    if (!pid_is_wellformed(text, strlen(text)))
        return false;
    for (size_t i = 0; i < PACKET_PID_LEN; i++) {
        const char *high = strchr(hex, text[2 * i]), *low = strchr(hex, text[2 * i + 1]);
        ret[i] = (uint8_t)((high - hex) << 4 | (low - hex));
    }
    return true;
}

// Zeros ask for a new game, so they name none; other pids that pid_new cannot write name none
// either.
static bool can_be_a_game(const uint8_t pid[PACKET_PID_LEN]) {
    static const uint8_t zeros[PACKET_PID_LEN];
    char text[SESSION_PID_LEN + 1];

    session_pid_format(pid, text);
    return memcmp(pid, zeros, PACKET_PID_LEN) != 0 && pid_is_wellformed(text, SESSION_PID_LEN);
}

// with_scores is the part of a packet that tells how a game stands.
static struct packet with_scores(enum packet_type type, const uint8_t pid[PACKET_PID_LEN],
                                 const struct stones *game) {
    const int black = game->count / 2, white = game->count - black;
    struct packet packet = {
        .type = type,
        .row = PACKET_NO_SLOT,
        .col = PACKET_NO_SLOT,
        .stones = (uint8_t)game->count,
        .white = (uint8_t)game->points[STONES_WHITE],
        .black = (uint8_t)game->points[STONES_BLACK],
        .white_left = (uint8_t)(STONES_PER_SIDE - white),
        .black_left = (uint8_t)(STONES_PER_SIDE - black),
    };

    memcpy(packet.pid, pid, PACKET_PID_LEN);
    return packet;
}

static void add(struct reply *reply, const struct packet *packet) {
    assert(reply->count < REPLY_PACKETS_MAX);
    reply->packets[reply->count++] = *packet;
}

// add_stones reports the stones from index `from` on, each as it was reported when it was placed,
// and the end if the game has one.
static void add_stones(struct reply *reply, const uint8_t pid[PACKET_PID_LEN],
                       const struct stones_record *record, int from) {
    struct stones game = stones_record_replay(record, from);

    for (int i = from; i < record->count; i++) {
        const enum stones_side side = stones_to_move(&game);
        const int before = game.points[side], slot = record->slots[i];
        stones_play(&game, slot);

        struct packet packet = with_scores(
            side == STONES_WHITE ? PACKET_WHITE_PLACED : PACKET_BLACK_PLACED, pid, &game);
        packet.row = (uint8_t)stones_row(slot);
        packet.col = (uint8_t)stones_col(slot);
        packet.points = (uint8_t)(game.points[side] - before);
        add(reply, &packet);
    }
    if (!stones_is_over(&game))
        return;

    struct packet over = with_scores(PACKET_GAME_OVER, pid, &game);
    over.detail = over.white > over.black   ? RESULT_WHITE
                  : over.white < over.black ? RESULT_BLACK
                                            : RESULT_DRAW;
    add(reply, &over);
}

void session_tell_start(const uint8_t pid[PACKET_PID_LEN], const struct stones_record *record,
                        struct reply *ret) {
    const struct stones game = stones_record_replay(record, record->count);
    const struct packet start = with_scores(PACKET_GAME_START, pid, &game);

    ret->count = 0;
    add(ret, &start);
    add_stones(ret, pid, record, 0);
}

void session_tell_stones(const uint8_t pid[PACKET_PID_LEN], const struct stones_record *record,
                         struct reply *ret) {
    assert(record->count >= 2);
    ret->count = 0;
    add_stones(ret, pid, record, record->count - 2);
}

void session_refuse(const struct packet *packet, enum packet_refusal refusal, struct reply *ret) {
    struct packet refused = {
        .type = PACKET_REFUSED,
        .row = packet->row,
        .col = packet->col,
        .detail = (uint8_t)refusal,
    };

    memcpy(refused.pid, packet->pid, PACKET_PID_LEN);
    ret->count = 0;
    add(ret, &refused);
}

// refuse_stone also tells how the game stands, so that a client can put itself right.
static void refuse_stone(const struct packet *packet, enum packet_refusal refusal,
                         const struct stones *game, struct reply *ret) {
    struct packet refused = with_scores(PACKET_REFUSED, packet->pid, game);

    refused.row = packet->row;
    refused.col = packet->col;
    refused.detail = (uint8_t)refusal;
    ret->count = 0;
    add(ret, &refused);
}

bool session_is_bad(const struct reply *reply) {
    const struct packet *first = &reply->packets[0];

    return first->type == PACKET_REFUSED &&
           (first->detail == REFUSED_TYPE || first->detail == REFUSED_MALFORMED);
}

static enum session_step refuse(const struct packet *packet, enum packet_refusal refusal,
                                struct reply *ret) {
    session_refuse(packet, refusal, ret);
    return SESSION_ANSWERED;
}

enum session_step session_read(const struct packet *packet, const struct stones_strategy *preset,
                               struct stones_record *ret_record, struct reply *ret) {
    if (packet->type > PACKET_RESUME_GAME)
        return refuse(packet, REFUSED_TYPE, ret);
    if (!packet_is_reserved_clean(packet))
        return refuse(packet, REFUSED_MALFORMED, ret);

    if (packet->type == PACKET_REQUEST_GAME_START) {
        const struct stones_strategy *strategy =
            packet->detail == 0 ? preset : stones_strategy_level(packet->detail);
        if (strategy == NULL)
            return refuse(packet, REFUSED_MALFORMED, ret);
        *ret_record = (struct stones_record){.strategy = strategy};
        return SESSION_CREATE;
    }
    if (!can_be_a_game(packet->pid))
        return refuse(packet, REFUSED_NO_GAME, ret);
    return SESSION_LOAD;
}

// is_repeat recognises white's last stone, sent again on the board that it was sent on before.
static bool is_repeat(const struct packet *packet, const struct stones_record *record) {
    return record->count >= 2 && packet->stones == record->count - 2 &&
           stones_slot(packet->row, packet->col) == record->slots[record->count - 2];
}

// A row for each error of stones_play.
static const struct {
    enum core_error error;
    enum packet_refusal refusal;
} refusals[] = {
    {CORE_EOUTSIDE, REFUSED_NO_SLOT},
    {CORE_EOCCUPIED, REFUSED_OCCUPIED},
    {CORE_EOFFLINE, REFUSED_OFF_LINE},
};

static enum packet_refusal refusal_of(enum core_error error) {
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++)
        if (refusals[i].error == error)
            return refusals[i].refusal;
    assert(error == CORE_EOVER);
    return REFUSED_OVER;
}

enum session_step session_judge(const struct packet *packet, const struct stones_record *record,
                                struct reply *ret) {
    const struct stones game = stones_record_replay(record, record->count);
    struct stones next = game;

    if (packet->type == PACKET_RESUME_GAME) {
        session_tell_start(packet->pid, record, ret);
        return SESSION_ANSWERED;
    }
    if (is_repeat(packet, record)) {
        session_tell_stones(packet->pid, record, ret);
        return SESSION_ANSWERED;
    }
    if (!stones_is_over(&game) && packet->stones != game.count) {
        refuse_stone(packet, REFUSED_STALE, &game, ret);
        return SESSION_ANSWERED;
    }
    const enum core_error error = stones_play(&next, stones_slot(packet->row, packet->col));
    if (error != CORE_OK) {
        refuse_stone(packet, refusal_of(error), &game, ret);
        return SESSION_ANSWERED;
    }
    return SESSION_PLACE;
}

static void place(struct stones *game, struct stones_record *record, int slot) {
    const enum core_error error = stones_play(game, slot);

    assert(error == CORE_OK);
    (void)error;
    record->slots[record->count++] = (uint8_t)slot;
}

struct stones_record session_place(const struct packet *packet, const struct stones_record *record,
                                   const struct session_mind *mind) {
    struct stones game = stones_record_replay(record, record->count);
    struct stones_record next = *record;
    char pid[SESSION_PID_LEN + 1];

    place(&game, &next, stones_slot(packet->row, packet->col));

    session_pid_format(packet->pid, pid);
    struct rng rng = rng_start(mind->seed, pid, game.count);
    place(&game, &next, next.strategy->choose(&game, &mind->budget, &rng, mind->scratch).slot);
    return next;
}

// White and black are stored together: a record with an odd count is not ours.
bool session_decode(const char *bytes, size_t len, struct stones_record *ret) {
    struct stones_record record;

    if (stones_record_decode(bytes, len, &record) != CORE_OK || record.count % 2 != 0)
        return false;
    *ret = record;
    return true;
}
