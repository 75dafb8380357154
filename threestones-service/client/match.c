#include "match.h"

#include <assert.h>
#include <string.h>

struct match match_start(void) {
    return (struct match){.game = stones_start()};
}

static struct packet ask(struct match *match, enum match_state state, const struct packet *packet) {
    match->state = state;
    match->asked = *packet;
    return *packet;
}

struct packet match_ask_new(struct match *match, int level) {
    *match = match_start();
    return ask(match, MATCH_ASKED,
               &(struct packet){.type = PACKET_REQUEST_GAME_START, .detail = (uint8_t)level});
}

void match_set_pid(struct match *match, const uint8_t pid[PACKET_PID_LEN]) {
    memcpy(match->pid, pid, PACKET_PID_LEN);
    match->has_pid = true;
}

struct packet match_ask_again(struct match *match) {
    struct packet packet = {
        .type = PACKET_RESUME_GAME, .row = PACKET_NO_SLOT, .col = PACKET_NO_SLOT};

    if (!match->has_pid)
        return ask(match, MATCH_ASKED, &match->asked);
    memcpy(packet.pid, match->pid, PACKET_PID_LEN);
    return ask(match, MATCH_ASKED, &packet);
}

struct packet match_ask_stone(struct match *match, int slot) {
    struct packet packet = {
        .type = PACKET_PLACE_STONE,
        .row = (uint8_t)stones_row(slot),
        .col = (uint8_t)stones_col(slot),
        .stones = (uint8_t)match->game.count,
    };

    assert(match->state == MATCH_YOURS);
    memcpy(packet.pid, match->pid, PACKET_PID_LEN);
    return ask(match, MATCH_SENT, &packet);
}

static bool is_pid(const struct packet *packet, const uint8_t pid[PACKET_PID_LEN]) {
    return memcmp(packet->pid, pid, PACKET_PID_LEN) == 0;
}

// agrees tells whether the packet says of the game what the rules say.
static bool agrees(const struct packet *packet, const struct stones *game) {
    const int black = game->count / 2, white = game->count - black;

    return packet->stones == game->count && packet->white == game->points[STONES_WHITE] &&
           packet->black == game->points[STONES_BLACK] &&
           packet->white_left == STONES_PER_SIDE - white &&
           packet->black_left == STONES_PER_SIDE - black;
}

static enum match_event take_start(struct match *match, const struct packet *packet) {
    const bool is_new = match->asked.type == PACKET_REQUEST_GAME_START;
    const struct stones empty = stones_start();

    if (packet->type != PACKET_GAME_START || packet->stones > STONES_TOTAL)
        return MATCH_NONSENSE;
    if (is_new ? !agrees(packet, &empty) : !is_pid(packet, match->asked.pid))
        return MATCH_NONSENSE;

    match_set_pid(match, packet->pid);
    match->game = empty;
    match->listed = packet->stones;
    match->start = *packet;
    match->state = match->listed > 0 ? MATCH_LISTING : MATCH_YOURS;
    if (match->listed > 0)
        return MATCH_LISTED;
    return is_new ? MATCH_BEGAN : MATCH_RESUMED;
}

// take_stone adds a stone to the game if the packet is the next one to come and says nothing false.
static bool take_stone(struct match *match, const struct packet *packet) {
    struct stones next = match->game;
    const enum stones_side side = stones_to_move(&next);
    const int slot = stones_slot(packet->row, packet->col);
    const uint32_t type = side == STONES_WHITE ? PACKET_WHITE_PLACED : PACKET_BLACK_PLACED;

    if (packet->type != type || !is_pid(packet, match->pid) || stones_play(&next, slot) != CORE_OK)
        return false;
    const int points = next.points[side] - match->game.points[side];
    if (packet->points != points || !agrees(packet, &next))
        return false;

    match->slots[match->game.count] = slot;
    match->points[match->game.count] = points;
    match->game = next;
    return true;
}

static enum match_event take_listed(struct match *match, const struct packet *packet) {
    const struct match before = *match;

    if (!take_stone(match, packet))
        return MATCH_NONSENSE;
    if (match->game.count < match->listed)
        return MATCH_LISTED;
    // The list ends with a stone of black's, and with what its beginning has announced.
    if (match->game.count % 2 != 0 || !agrees(&match->start, &match->game)) {
        *match = before;
        return MATCH_NONSENSE;
    }
    match->state = stones_is_over(&match->game) ? MATCH_ENDING : MATCH_YOURS;
    return MATCH_RESUMED;
}

static enum match_event take_answer(struct match *match, const struct packet *packet) {
    const bool is_white = match->state == MATCH_SENT;

    if (is_white && (packet->row != match->asked.row || packet->col != match->asked.col))
        return MATCH_NONSENSE;
    if (!take_stone(match, packet))
        return MATCH_NONSENSE;
    if (is_white)
        match->state = MATCH_ANSWERING;
    else
        match->state = stones_is_over(&match->game) ? MATCH_ENDING : MATCH_YOURS;
    return MATCH_STONE;
}

static enum match_event take_over(struct match *match, const struct packet *packet) {
    const int lead = match->game.points[STONES_WHITE] - match->game.points[STONES_BLACK];
    const int result = lead > 0 ? RESULT_WHITE : lead < 0 ? RESULT_BLACK : RESULT_DRAW;

    if (packet->type != PACKET_GAME_OVER || !is_pid(packet, match->pid) ||
        packet->detail != result || !agrees(packet, &match->game))
        return MATCH_NONSENSE;
    match->result = result;
    match->state = MATCH_OVER;
    return MATCH_FINISHED;
}

static enum match_event take_refusal(struct match *match, const struct packet *packet) {
    const struct packet *asked = &match->asked;

    if (match->state != MATCH_ASKED && match->state != MATCH_SENT)
        return MATCH_NONSENSE;
    if (packet->detail < REFUSED_TYPE || packet->detail >= PACKET_REFUSALS_END ||
        !is_pid(packet, asked->pid) || packet->row != asked->row || packet->col != asked->col)
        return MATCH_NONSENSE;
    match->state = match->state == MATCH_SENT ? MATCH_YOURS : MATCH_NONE;
    return MATCH_REFUSED;
}

enum match_event match_take(struct match *match, const struct packet *packet) {
    if (!packet_is_reserved_clean(packet))
        return MATCH_NONSENSE;
    if (packet->type == PACKET_REFUSED)
        return take_refusal(match, packet);

    switch (match->state) {
    case MATCH_ASKED:
        return take_start(match, packet);
    case MATCH_LISTING:
        return take_listed(match, packet);
    case MATCH_SENT:
    case MATCH_ANSWERING:
        return take_answer(match, packet);
    case MATCH_ENDING:
        return take_over(match, packet);
    case MATCH_NONE:
    case MATCH_YOURS:
    case MATCH_OVER:
        return MATCH_NONSENSE;
    }
    return MATCH_NONSENSE;
}
