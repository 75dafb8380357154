// game.h - new, play and game: decode, load, judge, choose, save, answer, each when its time comes.
//
//   play:  load -> judge -> choose, here or in the pool -> save -> answer
//                    ^                                      |
//                    `---- another request was faster ------'
#pragma once

#include "request.h"
#include "serve.h"

void game_new(struct op *op, const struct query *query);
void game_play(struct op *op, const struct query *query, struct slice key);
void game_show(struct op *op, const struct query *query);
