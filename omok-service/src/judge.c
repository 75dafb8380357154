#include "judge.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static struct point stone_at(const struct omok_record *record, int index) {
    return (struct point){record->moves[index] % OMOK_SIZE, record->moves[index] / OMOK_SIZE};
}

static bool is_same(struct point a, struct point b) {
    return a.x == b.x && a.y == b.y;
}

static bool is_players(int index) {
    return index % 2 == 0;
}

// The player's last stone is the last one when it ended the game, else the one before the answer.
static int last_of_player(const struct omok_record *record) {
    return record->count - 1 - !is_players(record->count - 1);
}

static struct judgement refuse(enum reason reason, const char *detail) {
    struct judgement judgement = {.verdict = VERDICT_REFUSE,
                                  .refusal = {.reason = reason, .detail_len = strlen(detail)}};

    assert(judgement.refusal.detail_len <= REFUSAL_DETAIL_MAX);
    memcpy(judgement.refusal.detail, detail, judgement.refusal.detail_len);
    return judgement;
}

static struct judgement refuse_turn(int count) {
    char detail[REFUSAL_DETAIL_MAX + 1];

    snprintf(detail, sizeof detail, "%d", count);
    return refuse(REASON_STALE, detail);
}

static struct judgement refuse_point(struct point at) {
    char detail[REFUSAL_DETAIL_MAX + 1];

    snprintf(detail, sizeof detail, "(%d, %d)", at.x, at.y);
    return refuse(REASON_OCCUPIED, detail);
}

static struct judgement repeat(int index) {
    return (struct judgement){.verdict = VERDICT_REPEAT, .index = index};
}

// A key belongs to the last move, so a record without moves has none, whatever it says.
static bool has_key_of(const struct omok_record *record, const struct move *move) {
    return move->has_key && record->has_key && record->count > 0 &&
           move->key_hash == record->key_hash;
}

static struct judgement judge_turn(const struct omok_record *record, const struct move *move) {
    const int turn = move->turn;

    if (turn < record->count && is_players(turn) && is_same(stone_at(record, turn), move->at))
        return repeat(turn);
    return refuse_turn(record->count);
}

struct judgement judge_move(const struct omok_record *record, const struct move *move) {
    if (move->refusal.reason != REASON_NONE)
        return (struct judgement){.verdict = VERDICT_REFUSE, .refusal = move->refusal};

    if (has_key_of(record, move)) {
        const int last = last_of_player(record);
        return is_same(stone_at(record, last), move->at) ? repeat(last) : refuse(REASON_KEY, "");
    }
    if (move->turn != TURN_NONE && move->turn != record->count)
        return judge_turn(record, move);

    const struct omok game = omok_record_replay(record, record->count);
    if (omok_is_over(&game))
        return refuse(REASON_OVER, "");
    if (game.stones[move->at.y][move->at.x] != STONE_NONE)
        return refuse_point(move->at);
    return (struct judgement){.verdict = VERDICT_PLAY, .game = game};
}

struct told tell_stone(const struct omok *game, struct point at) {
    struct told told = {.at = at};

    told.is_win = omok_row(game, at, told.row);
    told.is_draw = !told.is_win && game->count == OMOK_POINTS;
    return told;
}

bool tell_repeat(const struct omok_record *record, int index, struct told *ret_ack,
                 struct told *ret_move) {
    struct omok game = omok_record_replay(record, index + 1);

    *ret_ack = tell_stone(&game, stone_at(record, index));
    if (index + 1 == record->count)
        return false;

    const struct point answer = stone_at(record, index + 1);
    omok_play(&game, answer);
    *ret_move = tell_stone(&game, answer);
    return true;
}

void record_add(struct omok_record *record, struct point at) {
    assert(record->count < OMOK_POINTS);

    record->moves[record->count++] = (uint8_t)(at.y * OMOK_SIZE + at.x);
}
