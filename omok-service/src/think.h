// think.h - the computer's move: on the loop when that takes no time to speak of, else in the pool.
#pragma once

#include "serve.h"

// think_choose fills op->choice and op->think_us for op->game and calls op->on_chosen, at once or
// later. A client that leaves meanwhile has its op refused instead, with nothing stored.
void think_choose(struct op *op);
