#include "core/stones_solver.h"

#include <assert.h>

#include "stones_guess.h"
#include "stones_table.h"

// Found by trial on 100 positions each with 16 to 22 stones left.
enum {
    TABLE_LEFT = 7,  // positions with fewer stones left are searched faster than looked up
    PEEK_LEFT = 8,   // from here on all children are looked up before one is searched
    STOP_LEFT = 12,  // the budget is asked by nodes of this size, some 4 000 nodes
    GUESS_LEFT = 16, // from here on a shallow search orders the moves,
    GUESS_DEPTH = 3, // this deep, and one deeper for every two stones more,
    GUESS_DEPTH_MAX = 6,
};

struct search {
    struct stones_table *table;
    const struct budget *budget;
    uint64_t nodes;
    bool is_stopped; // what comes back from now on means nothing
};

// What is known of a position before it is searched.
struct known {
    struct table_bucket *bucket;
    uint64_t key;
    int turn;
    int lower, upper;
    int first; // the best move, NODE_FREE if unknown
};

// Two stones left: the mover's gain less the best that the reply can find. `theirs` are the
// opponent's gains, so nothing is ever placed.
static int solve_two(const struct node *node, const struct gains *theirs, int beta) {
    const uint64_t empty = node_empty(node);
    int best = -STONES_VALUE_MAX;

    for (uint64_t rest = node_moves(node->last, empty); rest && best < beta; rest &= rest - 1) {
        const int cell = grid_first(rest);
        const uint64_t replies = node_moves(cell, empty & ~grid_bit(cell));
        const int value = gains_at(&node->gains, cell) - gains_best(theirs, replies);
        if (value > best)
            best = value;
    }
    return best;
}

static int solve_three(struct search *search, const struct node *node, const struct gains *theirs,
                       int beta) {
    int best = -STONES_VALUE_MAX;

    for (uint64_t rest = node_moves(node->last, node_empty(node)); rest && best < beta;
         rest &= rest - 1) {
        const int cell = grid_first(rest), gain = gains_at(&node->gains, cell);
        const struct node child = node_play(node, theirs, cell);
        const struct gains next = grid_gains(child.opp);
        const int value = gain - solve_two(&child, &next, gain - beta + 1);
        search->nodes++;
        if (value > best)
            best = value;
    }
    return best;
}

static struct known look_up(const struct search *search, const struct node *node) {
    struct known known = {
        .lower = -STONES_VALUE_MAX, .upper = STONES_VALUE_MAX, .first = NODE_FREE};

    known.key = node_key(node, &known.turn);
    known.bucket = table_bucket(search->table, known.key);
    const struct table_entry *entry = table_find(search->table, known.bucket, known.key);
    if (entry != NULL) {
        known.lower = entry->lower;
        known.upper = entry->upper;
        known.first = entry->best == NODE_FREE ? NODE_FREE : node_unturn(entry->best, known.turn);
    }
    return known;
}

static void keep(const struct search *search, const struct node *node, const struct known *known) {
    const int best = known->first == NODE_FREE ? NODE_FREE : node_turn(known->first, known->turn);

    table_store(search->table, known->bucket,
                (struct table_entry){.key = known->key,
                                     .lower = (int16_t)known->lower,
                                     .upper = (int16_t)known->upper,
                                     .depth = (uint8_t)node->left,
                                     .best = (uint8_t)best});
}

// peek finds a move whose position is known already to be good enough (enhanced transposition
// cutoff; Schaeffer & Plaat 1996), and so brings all the children's cache lines on their way.
static bool peek(const struct search *search, const struct node *node, const struct gains *theirs,
                 const struct node_list *list, int beta, struct known *known) {
    struct table_bucket *buckets[NODE_MOVES];
    uint64_t keys[NODE_MOVES];
    int turn;

    for (int i = 0; i < list->count; i++) {
        const struct node child = node_play(node, theirs, list->moves[i].cell);
        keys[i] = node_key(&child, &turn);
        buckets[i] = table_bucket(search->table, keys[i]);
        __builtin_prefetch(buckets[i]);
    }
    for (int i = 0; i < list->count; i++) {
        const int cell = list->moves[i].cell, gain = gains_at(&node->gains, cell);
        const struct table_entry *entry = table_find(search->table, buckets[i], keys[i]);
        if (entry == NULL || gain - entry->upper < beta)
            continue;
        known->lower = gain - entry->upper;
        known->first = cell;
        return true;
    }
    return false;
}

static bool is_spent(const struct search *search) {
    const struct budget *budget = search->budget;

    return (budget->nodes > 0 && search->nodes >= budget->nodes) ||
           (budget->stop != NULL && budget->stop(budget->arg));
}

static int solve(struct search *search, const struct node *node, int beta);

// try_moves searches one move after the other until one is worth beta. It returns the best value,
// and in known->first the move that reached beta.
static int try_moves(struct search *search, const struct node *node, const struct gains *theirs,
                     const struct node_list *list, int beta, int *ret_first) {
    int best = -STONES_VALUE_MAX;

    for (int i = 0; i < list->count && best < beta; i++) {
        const int cell = list->moves[i].cell, gain = gains_at(&node->gains, cell);
        const struct node child = node_play(node, theirs, cell);
        const int value = gain - solve(search, &child, gain - beta + 1);
        if (value > best)
            best = value;
        if (best >= beta)
            *ret_first = cell;
    }
    return best;
}

// expand is what solve does for positions that are worth keeping.
static int expand(struct search *search, const struct node *node, const struct gains *theirs,
                  int beta, struct known *known) {
    struct node_list list;

    node_order(node, theirs, known->first, &list);
    if (node->left >= PEEK_LEFT && peek(search, node, theirs, &list, beta, known)) {
        keep(search, node, known);
        return known->lower;
    }
    if (node->left >= STOP_LEFT && is_spent(search))
        search->is_stopped = true;
    if (search->is_stopped)
        return 0;
    if (node->left >= GUESS_LEFT) {
        const int depth = GUESS_DEPTH + (node->left - GUESS_LEFT) / 2;
        search->nodes += guess_order(
            node, theirs, depth < GUESS_DEPTH_MAX ? depth : GUESS_DEPTH_MAX, known->first, &list);
    }

    const int value = try_moves(search, node, theirs, &list, beta, &known->first);
    if (search->is_stopped)
        return 0;
    if (value >= beta)
        known->lower = value;
    else
        known->upper = value;
    keep(search, node, known);
    return value;
}

// solve returns a number >= beta that the value reaches at least, or one < beta that it does not
// exceed.
static int solve(struct search *search, const struct node *node, int beta) {
    struct known known = {.first = NODE_FREE};

    search->nodes++;
    if (node->left <= 1)
        return node->left == 0 ? 0
                               : gains_best(&node->gains, node_moves(node->last, node_empty(node)));
    if (node->left >= TABLE_LEFT) {
        known = look_up(search, node);
        if (known.lower >= beta)
            return known.lower;
        if (known.upper < beta)
            return known.upper;
    }

    const struct gains theirs = grid_gains(node->opp);
    if (node->left == 2)
        return solve_two(node, &theirs, beta);
    if (node->left == 3)
        return solve_three(search, node, &theirs, beta);
    if (node->left >= TABLE_LEFT)
        return expand(search, node, &theirs, beta, &known);

    struct node_list list;
    node_order(node, &theirs, NODE_FREE, &list);
    return try_moves(search, node, &theirs, &list, beta, &known.first);
}

// solve_root is solve for the position that was asked about, whose best move must be known.
static int solve_root(struct search *search, const struct node *node, int beta, int *ret_cell) {
    const struct gains theirs = grid_gains(node->opp);
    const int first = node->left >= TABLE_LEFT ? look_up(search, node).first : NODE_FREE;
    struct node_list list;

    node_order(node, &theirs, first, &list);
    if (node->left >= GUESS_LEFT)
        search->nodes += guess_order(node, &theirs, GUESS_DEPTH_MAX, first, &list);
    return try_moves(search, node, &theirs, &list, beta, ret_cell);
}

// Null windows that follow the last answer (MTD(f); Plaat et al. 1996), from the one that is asked
// for or, if any value will do, from a draw of what is left.
struct stones_proof stones_solve(const struct stones *game, int low, int enough,
                                 const struct budget *budget, struct stones_table *table) {
    struct search search = {.table = table, .budget = budget};
    struct stones_proof proof = {-STONES_VALUE_MAX, STONES_VALUE_MAX, STONES_NO_SLOT, 0};
    const struct node node = node_start(game);
    int beta = low > 0 ? low : enough < 0 ? enough : 0;

    assert(!stones_is_over(game));
    while (proof.lower < proof.upper && proof.lower < enough && proof.upper >= low) {
        int cell = NODE_FREE;
        const int value = solve_root(&search, &node, beta, &cell);
        if (search.is_stopped)
            break;
        if (value >= beta) {
            proof.lower = value;
            proof.slot = grid_slot(cell);
            beta = value + 1;
        } else {
            proof.upper = value;
            beta = value;
        }
    }
    proof.nodes = search.nodes;
    return proof;
}
