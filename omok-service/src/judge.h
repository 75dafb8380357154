// judge.h - what becomes of a move: it is played, or was played before, or is refused.
#pragma once

#include "core/omok.h"
#include "core/omok_record.h"

#include "refusal.h"
#include "request.h"

// One stone as the client is told about it.
struct told {
    struct point at;
    bool is_win, is_draw;
    struct point row[OMOK_ROW]; // where is_win
};

enum verdict { VERDICT_PLAY, VERDICT_REPEAT, VERDICT_REFUSE };

struct judgement {
    enum verdict verdict;
    struct refusal refusal; // VERDICT_REFUSE
    int index;              // VERDICT_REPEAT: of the player's stone that was played before
    struct omok game;       // VERDICT_PLAY: the position that the stone can be played on
};

// judge_move applies, in this order: what is wrong with the move by itself, its key, its turn, a
// game that is over, a point that is taken.
struct judgement judge_move(const struct omok_record *record, const struct move *move);

// tell_stone describes the last stone of a position, which lies on `at`.
struct told tell_stone(const struct omok *game, struct point at);

// tell_repeat describes the player's stone with this index, and the answer that it got: false in
// place of an answer when the stone ended the game.
bool tell_repeat(const struct omok_record *record, int index, struct told *ret_ack,
                 struct told *ret_move);

// record_add notes a stone that was played.
void record_add(struct omok_record *record, struct point at);
