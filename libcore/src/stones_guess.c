#include "stones_guess.h"

// A line without a stone of the opponent is worth 2/16 of a point with one own stone and 8/16 with
// two. Gains add up to just that: over the empty cells, a side's gains count its lines of two once,
// those with every empty cell taken for a stone count lines of two once, of one twice and empty
// ones three times, which are the same for both sides.
int guess_now(const struct node *node, const struct gains *theirs) {
    const uint64_t empty = node_empty(node);
    const struct gains own = grid_gains(node->own | empty), opp = grid_gains(node->opp | empty);
    const int twos = gains_sum(&node->gains, empty) - gains_sum(theirs, empty);
    const int open = gains_sum(&own, empty) - gains_sum(&opp, empty);

    if (node->left == 0)
        return 0;
    // The mover is about to take the best of what it has: half of that is not in the lines of two.
    return 7 * twos + open + 8 * gains_best(&node->gains, node_moves(node->last, empty));
}

static int guess(const struct node *node, int depth, int alpha, int beta, uint64_t *nodes) {
    const struct gains theirs = grid_gains(node->opp);
    struct node_list list;
    int best = -GUESS_MAX;

    ++*nodes;
    if (depth == 0 || node->left == 0)
        return guess_now(node, &theirs);

    node_order(node, &theirs, NODE_FREE, &list);
    for (int i = 0; i < list.count && best < beta; i++) {
        const int cell = list.moves[i].cell;
        const struct node child = node_play(node, &theirs, cell);
        const int gain = GUESS_POINT * gains_at(&node->gains, cell);
        const int least = best > alpha ? best : alpha;
        const int value = gain - guess(&child, depth - 1, gain - beta, gain - least, nodes);
        if (value > best)
            best = value;
    }
    return best;
}

uint64_t guess_order(const struct node *node, const struct gains *theirs, int depth, int first,
                     struct node_list *list) {
    // Moves worse than the best by this much need no order among themselves.
    enum { MARGIN = 3 * GUESS_POINT };
    uint64_t nodes = 0;
    int best = -GUESS_MAX;

    for (int i = 0; i < list->count; i++) {
        struct node_move *moves = list->moves;
        const struct node child = node_play(node, theirs, moves[i].cell);
        const int gain = GUESS_POINT * gains_at(&node->gains, moves[i].cell);
        const int value =
            gain - guess(&child, depth - 1, gain - GUESS_MAX, gain - best + MARGIN, &nodes);
        if (value > best)
            best = value;
        moves[i].order = moves[i].cell == first ? GUESS_MAX : value;
        node_sort(moves, i + 1);
    }
    return nodes;
}
