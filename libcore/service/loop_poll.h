// loop_poll.h - loop.h on poll(2): for a handful of descriptors, without a library.
#pragma once

#include "service/loop.h"

// loop_poll_new returns a loop that belongs to the calling thread, or NULL when the kernel gives no
// descriptor or there is no memory. It aborts if memory runs out later: a loop that silently
// watches less than it was asked to would hang.
struct loop *loop_poll_new(void);

// loop_poll_free forgets watches, timers and messages that are left. NULL is fine.
void loop_poll_free(struct loop *loop);
