// stones_node.h - a position of 3 Stones as both searches see it: from the mover's side, on the
// grid of stones_grid.h, with the moves in the order in which they are worth trying.
#pragma once

#include "core/stones.h"
#include "stones_grid.h"

struct node {
    uint64_t own, opp;  // the mover's and the opponent's stones
    struct gains gains; // what the mover's stones make of each cell
    uint64_t code;      // the stones as a number in base 3, see node_key
    int last;           // cell of the last stone, NODE_FREE before the first
    int left;           // stones left to play, 0..STONES_TOTAL; even = white is to move
};

enum {
    NODE_FREE = 077,          // a cell with neither row nor column, so any slot may follow
    NODE_MOVES = STONES_SLOTS // no position has more
};

struct node_move {
    int cell;
    int order; // larger is tried earlier
};

struct node_list {
    int count;
    struct node_move moves[NODE_MOVES]; // in falling order
};

// node_power is 3^n for the cell of slot n.
extern const uint64_t node_power[64];

struct node node_start(const struct stones *game);

static inline uint64_t node_empty(const struct node *node) {
    return GRID_ALL & ~(node->own | node->opp);
}

// node_moves returns where a stone may go after one on `last`; 0 only if `empty` is.
static inline uint64_t node_moves(int last, uint64_t empty) {
    const uint64_t near = empty & grid_rook(last);
    return near ? near : empty;
}

// node_play returns the position after a stone on `cell`. `theirs` are the gains of node->opp: a
// stone of the mover leaves them as they are.
static inline struct node node_play(const struct node *node, const struct gains *theirs, int cell) {
    return (struct node){.own = node->opp,
                         .opp = node->own | grid_bit(cell),
                         .gains = *theirs,
                         .code = node->code + (node_power[cell] << (node->left & 1)),
                         .last = cell,
                         .left = node->left - 1};
}

// node_order lists the moves, best guess first. The move on cell `first` leads if it is one;
// NODE_FREE for none.
void node_order(const struct node *node, const struct gains *theirs, int first,
                struct node_list *ret);

// node_sort moves the last of `count` moves, whose order is new, to its place.
void node_sort(struct node_move *moves, int count);

// node_key names the position: equal keys mean equal values and, up to *ret_turn, equal moves.
// A last slot counts only by the row and the column in which something is left to play. Early
// positions, whose mirror images come up, are turned to one form: *ret_turn takes that symmetry.
uint64_t node_key(const struct node *node, int *ret_turn);

// node_turn takes a cell of a position to its cell in the form of node_key, node_unturn back.
int node_turn(int cell, int turn);
int node_unturn(int cell, int turn);
