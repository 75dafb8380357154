// stones_strong.c - the opponent that looks ahead, and plays the end without a mistake.
#include <assert.h>

#include "stones_guess.h"
#include "stones_opponents.h"
#include "stones_table.h"

struct search {
    struct stones_table *table;
    const struct budget *budget;
    uint64_t nodes;
    bool is_stopped; // what comes back from now on means nothing
};

static bool is_spent(const struct search *search, int depth) {
    const struct budget *budget = search->budget;

    return (budget->nodes > 0 && search->nodes >= budget->nodes) ||
           (depth >= 3 && budget->stop != NULL && budget->stop(budget->arg));
}

// Plies to search, and the values between which the answer matters.
struct window {
    int depth, alpha, beta;
};

static int estimate(struct search *search, const struct node *node, struct window window);

// try_moves is principal variation search: the first move with the whole window, the others only
// asked whether they are better, and searched again if they are.
static int try_moves(struct search *search, const struct node *node, const struct gains *theirs,
                     const struct node_list *list, struct window window, int *ret_cell) {
    const int depth = window.depth - 1, beta = window.beta;
    int best = -GUESS_MAX;

    for (int i = 0; i < list->count && best < beta && !search->is_stopped; i++) {
        const int cell = list->moves[i].cell;
        const struct node child = node_play(node, theirs, cell);
        const int gain = GUESS_POINT * gains_at(&node->gains, cell);
        const int least = best > window.alpha ? best : window.alpha;
        const int above = i == 0 ? beta : least + 1;
        int value =
            gain - estimate(search, &child, (struct window){depth, gain - above, gain - least});
        if (value >= above && value < beta)
            value =
                gain - estimate(search, &child, (struct window){depth, gain - beta, gain - least});
        if (value > best && !search->is_stopped) {
            best = value;
            *ret_cell = cell;
        }
    }
    return best;
}

// estimate returns a value inside the window exactly, outside as a bound.
static int estimate(struct search *search, const struct node *node, struct window window) {
    const struct gains theirs = grid_gains(node->opp);
    struct node_list list;
    int turn, cell = NODE_FREE, first = NODE_FREE;

    search->nodes++;
    if (window.depth == 0 || node->left == 0)
        return guess_now(node, &theirs);
    if (is_spent(search, window.depth))
        search->is_stopped = true;
    if (search->is_stopped)
        return 0;

    const uint64_t key = node_key(node, &turn);
    struct table_bucket *bucket = table_bucket(search->table, key);
    const struct table_entry *entry = table_find(search->table, bucket, key);
    if (entry != NULL && entry->depth == window.depth) {
        if (entry->lower >= window.beta || entry->lower == entry->upper)
            return entry->lower;
        if (entry->upper <= window.alpha)
            return entry->upper;
    }
    if (entry != NULL && entry->best != NODE_FREE)
        first = node_unturn(entry->best, turn);

    node_order(node, &theirs, first, &list);
    const int value = try_moves(search, node, &theirs, &list, window, &cell);
    if (!search->is_stopped)
        table_store(search->table, bucket,
                    (struct table_entry){
                        .key = key,
                        .lower = (int16_t)(value > window.alpha ? value : -GUESS_MAX),
                        .upper = (int16_t)(value < window.beta ? value : GUESS_MAX),
                        .depth = (uint8_t)window.depth,
                        .best = (uint8_t)(cell == NODE_FREE ? NODE_FREE : node_turn(cell, turn))});
    return value;
}

// shuffle puts the moves in random order, so that equal ones are equally likely to be found first.
static void shuffle(struct node_list *list, struct rng *rng) {
    for (int i = list->count - 1; i > 0; i--) {
        const int other = rng_below(rng, i + 1);
        const struct node_move move = list->moves[i];
        list->moves[i] = list->moves[other];
        list->moves[other] = move;
    }
}

static void lead_with(struct node_list *list, int cell) {
    for (int i = 0; i < list->count; i++) {
        list->moves[i].order = list->moves[i].cell == cell;
        node_sort(list->moves, i + 1);
    }
}

// look_ahead deepens until the budget is spent. A depth that was not finished counts only by the
// moves that it completed, which begin with the best of the last depth.
static struct stones_choice look_ahead(const struct stones *game, const struct budget *budget,
                                       struct rng *rng, struct stones_table *table) {
    // Both ends of a node cost time here: four nodes of the solver take as long as one estimate.
    const struct budget share = {(budget->nodes + 3) / 4, budget->stop, budget->arg};
    struct search search = {.table = table, .budget = &share};
    const struct node node = node_start(game);
    const struct gains theirs = grid_gains(node.opp);
    struct node_list list;

    node_order(&node, &theirs, NODE_FREE, &list);
    struct stones_choice choice = {.slot = grid_slot(list.moves[0].cell)};
    shuffle(&list, rng);
    for (int depth = 1; depth <= node.left && !search.is_stopped; depth++) {
        int cell = NODE_FREE;
        const int value = try_moves(&search, &node, &theirs, &list,
                                    (struct window){depth, -GUESS_MAX, GUESS_MAX}, &cell);
        if (cell == NODE_FREE)
            break;
        choice.slot = grid_slot(cell);
        choice.value = value;
        choice.depth = depth;
        lead_with(&list, cell);
    }
    choice.nodes = search.nodes;
    return choice;
}

// is_worth tells whether the slot keeps the proved value.
static bool is_worth(const struct stones *game, int slot, int value, const struct budget *budget,
                     struct stones_table *table, uint64_t *nodes) {
    struct stones after = *game;
    const int rest = stones_points(game, stones_to_move(game), slot) - value;

    stones_play(&after, slot);
    if (stones_is_over(&after))
        return rest == 0;

    const struct stones_proof proof = stones_solve(&after, rest + 1, rest + 1, budget, table);
    *nodes += proof.nodes;
    return proof.upper <= rest;
}

// play_out proves the value and returns one of the slots that keep it, at random. It returns false
// when the budget did not last; `choice` then counts the nodes.
static bool play_out(const struct stones *game, const struct budget *budget, struct rng *rng,
                     struct stones_table *table, struct stones_choice *choice) {
    const struct stones_proof proof =
        stones_solve(game, -STONES_VALUE_MAX, STONES_VALUE_MAX, budget, table);
    uint64_t rest = stones_moves(game);

    *choice = (struct stones_choice){.slot = proof.slot,
                                     .value = GUESS_POINT * proof.lower,
                                     .exact = proof.lower == proof.upper,
                                     .depth = STONES_TOTAL - game->count,
                                     .nodes = proof.nodes};
    if (!choice->exact)
        return false;

    while (rest) {
        const int slot = stones_pick(rest, rng);
        rest &= ~(UINT64_C(1) << slot);
        if (slot == proof.slot ||
            is_worth(game, slot, proof.lower, budget, table, &choice->nodes)) {
            choice->slot = slot;
            break;
        }
    }
    return true;
}

struct stones_choice stones_strong(const struct stones *game, const struct budget *budget,
                                   struct rng *rng, void *scratch) {
    struct stones_choice choice;

    assert(!stones_is_over(game));
    if (STONES_TOTAL - game->count <= STONES_STRONG_EXACT &&
        play_out(game, budget, rng, stones_table_open(scratch, STONES_STRONG_SCRATCH), &choice))
        return choice;
    return look_ahead(game, budget, rng, stones_table_open(scratch, STONES_STRONG_SCRATCH));
}

struct stones_choice stones_perfect(const struct stones *game, const struct budget *budget,
                                    struct rng *rng, void *scratch) {
    struct stones_choice choice;

    assert(!stones_is_over(game));
    if (STONES_TOTAL - game->count <= STONES_PERFECT_EXACT &&
        play_out(game, budget, rng, stones_table_open(scratch, STONES_PERFECT_SCRATCH), &choice))
        return choice;
    return look_ahead(game, budget, rng, stones_table_open(scratch, STONES_PERFECT_SCRATCH));
}
