// stones_guess.h - a search to a fixed depth that estimates what it cannot see: to order moves.
#pragma once

#include "stones_node.h"

enum {
    GUESS_POINT = 16,    // estimates count sixteenths of a point
    GUESS_MAX = 1 << 14, // no estimate is as large
};

// guess_now estimates the position without searching.
int guess_now(const struct node *node, const struct gains *theirs);

// guess_order sorts the moves by what a search of `depth` plies makes of them, depth >= 1. The
// move on cell `first` leads. It returns the nodes that it took.
uint64_t guess_order(const struct node *node, const struct gains *theirs, int depth, int first,
                     struct node_list *list);
