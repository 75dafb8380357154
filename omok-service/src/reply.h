// reply.h - the bodies of answers, byte for byte: compact JSON on one line of ASCII.
#pragma once

#include "core/omok_record.h"
#include "service/text.h"

#include "judge.h"
#include "refusal.h"

// The longest is game's: 225 moves of at most 6 bytes ("14,14,"), a winning row of 30, a pid,
// names.
enum { REPLY_MAX = 2048 };

void reply_info(struct text *text);
void reply_new(struct text *text, const char *pid);
void reply_refusal(struct text *text, const struct refusal *refusal);

// reply_play tells the player's stone and the answer to it; `move` is NULL when there was none.
void reply_play(struct text *text, const struct told *ack, const struct told *move);

void reply_game(struct text *text, const char *pid, const struct omok_record *record);

// reply_health tells that the process lives; reply_ready whether it takes requests, and whether its
// store does.
void reply_health(struct text *text);
void reply_ready(struct text *text, bool ready, bool store_ready);

// reply_config tells the page where 3 Stones can be played; an empty or no address becomes null.
void reply_config(struct text *text, const char *stones_ws);
