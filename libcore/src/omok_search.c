#include "omok_search.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

#include "omok_vcf.h"

enum {
    POLL_EVERY = 256, // nodes between two looks at the stop callback
    ROOT_TRIED = 10,  // moves of the root that are searched at any depth, and four more for each
};

enum bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT };

// An entry of another generation counts as empty, so results never depend on earlier searches.
struct entry {
    uint32_t lock; // the upper half of the hash
    int16_t value; // mates counted from this position
    uint16_t generation;
    uint8_t depth;
    uint8_t bound; // enum bound
    uint8_t move;  // NO_POINT = none
    uint8_t unused[5];
};

struct move {
    uint8_t at;
    int score;
};

struct window { // values between these matter
    int alpha, beta;
};

struct moves {
    int count;
    struct move list[OMOK_POINTS];
};

// What scratch memory holds. Only the generation outlives a search.
struct memory {
    uint32_t generation; // 1..UINT16_MAX
    struct omok_position stack[SEARCH_PLIES + 1];
    struct omok_position vcf_stack[SEARCH_VCF_MOVES];
};

_Static_assert(sizeof(struct memory) <= SEARCH_FIXED_SIZE, "the stacks fit the fixed part");
_Static_assert(sizeof(struct entry) == 16 && sizeof(struct vcf_failure) == 8, "24 bytes a slot");

struct search {
    const struct budget *budget;
    uint64_t nodes;
    uint64_t next_poll;
    bool stopped;
    struct omok_position *stack; // stack[ply] is the position at that ply
    struct entry *table;
    uint32_t mask;
    uint16_t generation;
    struct vcf vcf;
    int history[2][OMOK_POINTS];
    uint8_t killers[SEARCH_PLIES + 1][2];
    uint8_t line[SEARCH_PLIES + 1][SEARCH_PLIES + 1]; // principal variation from each ply
    int line_len[SEARCH_PLIES + 1];
};

static uint64_t nodes_of(const struct search *s) {
    return s->nodes + s->vcf.nodes;
}

static bool out_of_budget(struct search *s) {
    const uint64_t nodes = nodes_of(s);

    if (s->stopped)
        return true;
    if (s->budget->nodes > 0 && nodes >= s->budget->nodes)
        return s->stopped = true;
    if (s->budget->stop != NULL && nodes >= s->next_poll) {
        s->next_poll = nodes + POLL_EVERY;
        s->stopped = s->budget->stop(s->budget->arg);
    }
    return s->stopped;
}

// --- The table ---

static struct entry *entry_of(const struct search *s, uint64_t hash) {
    return &s->table[hash & s->mask];
}

static bool entry_holds(const struct search *s, const struct entry *entry, uint64_t hash) {
    return entry->generation == s->generation && entry->lock == hash >> 32;
}

static int value_to_table(int value, int ply) {
    return value >= SEARCH_MATE_MIN ? value + ply : value <= -SEARCH_MATE_MIN ? value - ply : value;
}

static int value_from_table(int value, int ply) {
    return value >= SEARCH_MATE_MIN ? value - ply : value <= -SEARCH_MATE_MIN ? value + ply : value;
}

static void store(const struct search *s, uint64_t hash, struct entry new) {
    struct entry *entry = entry_of(s, hash);

    // A deeper result of this search stays, unless it is about the same position.
    if (entry->generation == s->generation && entry->lock != hash >> 32 &&
        entry->depth > new.depth + 3)
        return;
    new.lock = (uint32_t)(hash >> 32);
    new.generation = s->generation;
    *entry = new;
}

static bool entry_decides(const struct entry *entry, int value, int depth, int alpha, int beta) {
    if (entry->depth < depth)
        return false;
    return entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && value >= beta) ||
           (entry->bound == BOUND_UPPER && value <= alpha);
}

// --- What a position says without search ---

static int fours_of(const struct omok_position *pos, int colour) {
    return pos->counts[colour][CELL_FOUR] + pos->counts[colour][CELL_FOUR_PLUS] +
           pos->counts[colour][CELL_FOUR_THREE] + pos->counts[colour][CELL_OPEN_FOUR];
}

// static_win returns the value of a position that its counts decide, 0 when they do not.
static int static_win(const struct omok_position *pos, int ply) {
    const int me = pos->to_move, other = me ^ 1;

    if (pos->counts[me][CELL_FIVE] > 0)
        return SEARCH_MATE - ply - 1;
    if (pos->counts[other][CELL_FIVE] > 1)
        return -(SEARCH_MATE - ply - 2);
    if (pos->counts[other][CELL_FIVE] > 0)
        return 0;
    if (pos->counts[me][CELL_OPEN_FOUR] > 0)
        return SEARCH_MATE - ply - 3;
    if (fours_of(pos, other) > 0)
        return 0;
    if (pos->counts[me][CELL_FOUR_THREE] > 0 || pos->counts[me][CELL_DOUBLE_THREE] > 0)
        return SEARCH_MATE - ply - 5;
    return 0;
}

// threats_of tells which kinds of threats there are: a bit for each group of cell classes.
static unsigned threats_of(const struct omok_position *pos) {
    static const struct {
        bool others; // the side that is not to move
        enum cell_class class, or_class;
    } kinds[] = {
        {false, CELL_FOUR, CELL_FOUR},
        {false, CELL_FOUR_PLUS, CELL_FOUR_PLUS},
        {false, CELL_FOUR_THREE, CELL_DOUBLE_THREE},
        {false, CELL_THREE, CELL_THREE},
        {false, CELL_THREE_PLUS, CELL_THREE_PLUS},
        {true, CELL_OPEN_FOUR, CELL_OPEN_FOUR},
        {true, CELL_FOUR_THREE, CELL_DOUBLE_THREE},
        {true, CELL_FOUR_PLUS, CELL_FOUR_PLUS},
        {true, CELL_FOUR, CELL_FOUR},
        {true, CELL_THREE_PLUS, CELL_THREE_PLUS},
        {true, CELL_THREE, CELL_THREE},
    };
    unsigned threats = 0;

    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const uint8_t *counts = pos->counts[pos->to_move ^ kinds[i].others];
        threats |= (unsigned)((counts[kinds[i].class] | counts[kinds[i].or_class]) != 0) << i;
    }
    return threats;
}

static int evaluate(const struct omok_position *pos) {
    const int me = pos->to_move, other = me ^ 1;

    return pos->values[me][0] - pos->values[other][1] + omok_threat_values[threats_of(pos)];
}

// --- Moves ---

static int urgency(const struct omok_position *pos, int at) {
    const int me = pos->to_move;

    return 4 * position_cell(pos, me, at)->urgent + 3 * position_cell(pos, me ^ 1, at)->urgent;
}

static void add_moves(const struct search *s, const struct omok_position *pos, int ply,
                      struct points set, struct moves *moves) {
    const int me = pos->to_move;

    for (int at; (at = points_next(&set)) != NO_POINT;) {
        int score = urgency(pos, at) + s->history[me][at] / 64;
        if (s->killers[ply][0] == at || s->killers[ply][1] == at)
            score += 60;
        moves->list[moves->count++] = (struct move){(uint8_t)at, score};
    }
}

static struct points fours_set(const struct omok_position *pos, int colour) {
    struct points set = pos->of[colour][CELL_FOUR];

    points_join(&set, &pos->of[colour][CELL_FOUR_PLUS]);
    points_join(&set, &pos->of[colour][CELL_FOUR_THREE]);
    points_join(&set, &pos->of[colour][CELL_OPEN_FOUR]);
    return set;
}

// stops_of returns the points that may stop all open fours of `colour`: it needs them for a four,
// and they lie within reach of each point where it could make an open one.
static struct points stops_of(const struct omok_position *pos, int colour) {
    struct points threats = pos->of[colour][CELL_OPEN_FOUR], set = fours_set(pos, colour);

    for (int at; (at = points_next(&threats)) != NO_POINT;)
        for (int w = 0; w < 4; w++)
            set.words[w] &= omok_reach[at].words[w];
    return set;
}

// list_moves leaves out what loses at once: a five must be stopped, and an open four, which can be
// stopped only where it needs a point, or put off by fours.
static void list_moves(const struct search *s, const struct omok_position *pos, int ply,
                       struct moves *moves) {
    const int me = pos->to_move, other = me ^ 1;

    moves->count = 0;
    if (pos->counts[other][CELL_FIVE] > 0) {
        add_moves(s, pos, ply, pos->of[other][CELL_FIVE], moves);
    } else if (pos->counts[other][CELL_OPEN_FOUR] > 0) {
        struct points set = stops_of(pos, other);
        const struct points own = fours_set(pos, me);
        points_join(&set, &own);
        add_moves(s, pos, ply, set, moves);
    } else if (pos->count > 0) {
        add_moves(s, pos, ply, pos->near, moves);
    }
    if (moves->count == 0)
        add_moves(s, pos, ply, pos->empty, moves);
}

// pick moves the best of the rest to place i.
static uint8_t pick(struct moves *moves, int i) {
    int best = i;

    assert(i < moves->count);
    for (int j = i + 1; j < moves->count; j++)
        if (moves->list[j].score > moves->list[best].score)
            best = j;
    const struct move chosen = moves->list[best];
    moves->list[best] = moves->list[i];
    moves->list[i] = chosen;
    return chosen.at;
}

static void put_first(struct moves *moves, int at) {
    for (int i = 0; i < moves->count; i++)
        if (moves->list[i].at == at)
            moves->list[i].score = INT32_MAX;
}

// --- Search ---

// threat_win looks for a win by fours within `nodes` more nodes; 0 when none was found.
static int threat_win(struct search *s, const struct omok_position *pos, int ply, uint64_t nodes) {
    const int me = pos->to_move;
    int at;

    if (fours_of(pos, me) < 2 ||
        pos->counts[me][CELL_FOUR_PLUS] + pos->counts[me][CELL_FOUR_THREE] == 0)
        return 0; // a win by fours starts, but for rare ones, with a four that brings more
    s->vcf.nodes_max = s->vcf.nodes + nodes;
    const int plies = vcf_solve(&s->vcf, pos, &at);
    return plies > 0 ? SEARCH_MATE - ply - plies : 0;
}

static void extend_line(struct search *s, int ply, int at) {
    s->line[ply][0] = (uint8_t)at;
    memcpy(&s->line[ply][1], s->line[ply + 1], (size_t)s->line_len[ply + 1]);
    s->line_len[ply] = s->line_len[ply + 1] + 1;
}

static void reward(struct search *s, int ply, int at, int depth) {
    const int me = s->stack[ply].to_move;
    int *history = &s->history[me][at];

    *history += depth * depth * 32 - *history * depth * depth / 512;
    if (s->killers[ply][0] != at) {
        s->killers[ply][1] = s->killers[ply][0];
        s->killers[ply][0] = (uint8_t)at;
    }
}

// log_of returns 16 times the natural logarithm of n >= 1, which counts as 64 at most.
static int log_of(int n) {
    static const uint8_t logs[] = {
        0,  0,  11, 18, 22, 26, 29, 31, 33, 35, 37, 38, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49,
        49, 50, 51, 52, 52, 53, 53, 54, 54, 55, 55, 56, 56, 57, 57, 58, 58, 59, 59, 59, 60, 60,
        61, 61, 61, 62, 62, 62, 63, 63, 63, 64, 64, 64, 64, 65, 65, 65, 66, 66, 66, 66,
    };
    const int last = (int)sizeof logs - 1;

    return logs[n < last ? n : last];
}

// reduction tells by how much a late move is searched less deeply: the product of the logarithms of
// depth and place, half of that where it makes or stops a threat, a ply less in a wide window.
static int reduction(int depth, int index, bool quiet, bool wide) {
    if (depth < 2)
        return 0;
    const int plies = log_of(depth) * log_of(index + 1) / (quiet ? 256 : 512) - wide;
    return plies < 0 ? 0 : plies < depth ? plies : depth - 1;
}

// tried_max tells after how many moves the rest is left out, when no threat has to be met.
static int tried_max(int depth) {
    return 3 + depth + depth * depth / 16;
}

static bool is_quiet(const struct omok_position *pos, int at) {
    const int me = pos->to_move;

    return position_cell(pos, me, at)->class < CELL_THREE &&
           position_cell(pos, me ^ 1, at)->class < CELL_THREE;
}

static int negamax(struct search *s, int ply, int alpha, int beta, int depth);

// search_move searches one move of stack[ply]; `index` is its place in the order.
static int search_move(struct search *s, int ply, int at, int index, struct window window,
                       int depth) {
    const struct omok_position *pos = &s->stack[ply];
    struct omok_position *next = &s->stack[ply + 1];
    const int alpha = window.alpha, beta = window.beta;
    const bool quiet = is_quiet(pos, at), wide = beta - alpha > 1;

    *next = *pos;
    position_play(next, at);
    if (index == 0)
        return -negamax(s, ply + 1, -beta, -alpha, depth - 1);

    const int less = reduction(depth, index, quiet, wide);
    int value = -negamax(s, ply + 1, -alpha - 1, -alpha, depth - 1 - less);
    if (value > alpha && less > 0)
        value = -negamax(s, ply + 1, -alpha - 1, -alpha, depth - 1);
    if (value > alpha && value < beta)
        value = -negamax(s, ply + 1, -beta, -alpha, depth - 1);
    return value;
}

// search_moves goes through the moves of stack[ply] and keeps what it learns in the table.
static int search_moves(struct search *s, int ply, int alpha, int beta, int depth, int table_move) {
    const struct omok_position *pos = &s->stack[ply];
    const bool forced = pos->counts[pos->to_move ^ 1][CELL_FIVE] > 0;
    const bool defending = forced || pos->counts[pos->to_move ^ 1][CELL_OPEN_FOUR] > 0;
    const int last = defending ? OMOK_POINTS : tried_max(depth);
    const int alpha_before = alpha;
    int best = -SEARCH_MATE, best_at = NO_POINT;
    struct moves moves;

    list_moves(s, pos, ply, &moves);
    put_first(&moves, table_move);
    // A loss is only claimed when all moves have been tried.
    for (int i = 0; i < moves.count && (i < last || best <= -SEARCH_MATE_MIN); i++) {
        const int at = pick(&moves, i);
        const int value =
            search_move(s, ply, at, i, (struct window){alpha, beta}, forced ? depth + 1 : depth);
        if (s->stopped)
            return 0;
        if (value <= best)
            continue;
        best = value;
        best_at = at;
        if (value > alpha) {
            alpha = value;
            extend_line(s, ply, at);
        }
        if (value >= beta) {
            reward(s, ply, at, depth);
            break;
        }
    }

    const enum bound bound = best >= beta          ? BOUND_LOWER
                             : best > alpha_before ? BOUND_EXACT
                                                   : BOUND_UPPER;
    store(s, pos->hash,
          (struct entry){.value = (int16_t)value_to_table(best, ply),
                         .depth = (uint8_t)depth,
                         .bound = (uint8_t)bound,
                         .move = (uint8_t)best_at});
    return best;
}

// leaf_value is the value where the search stops: a win by fours, or the static one, which is
// enough where it reaches beta.
static int leaf_value(struct search *s, int ply, int beta) {
    const struct omok_position *pos = &s->stack[ply];
    const int eval = evaluate(pos);

    if (eval >= beta)
        return eval;
    const int win = threat_win(s, pos, ply, 16);
    return win > 0 ? win : eval;
}

// prune returns true, with the value, where a null window is far from what the position is worth.
static bool prune(struct search *s, int ply, struct window window, int depth, int eval, int *ret) {
    const int alpha = window.alpha, beta = window.beta;
    const int margin = 30 + 30 * depth;

    if (beta - alpha > 1 || depth > 6)
        return false;
    if (eval - margin >= beta) {
        *ret = eval - margin;
        return true;
    }
    if (depth <= 3 && eval + 4 * margin <= alpha) {
        const int value = leaf_value(s, ply, beta);
        *ret = value;
        return value <= alpha || value >= SEARCH_MATE_MIN;
    }
    return false;
}

static int negamax(struct search *s, int ply, int alpha, int beta, int depth) {
    const struct omok_position *pos = &s->stack[ply];
    const int other = pos->to_move ^ 1;
    const bool forced = pos->counts[other][CELL_FIVE] > 0;
    const bool defending = forced || pos->counts[other][CELL_OPEN_FOUR] > 0;
    int value;

    s->line_len[ply] = 0;
    s->nodes++;
    if (out_of_budget(s))
        return 0;
    if (pos->count == OMOK_POINTS)
        return 0;
    if ((value = static_win(pos, ply)) != 0)
        return value;
    if (ply >= SEARCH_PLIES - 1)
        return evaluate(pos);
    if (depth <= 0 && !forced)
        return leaf_value(s, ply, beta);

    const struct entry *entry = entry_of(s, pos->hash);
    int table_move = NO_POINT;
    if (entry_holds(s, entry, pos->hash)) {
        value = value_from_table(entry->value, ply);
        if (beta - alpha == 1 && entry_decides(entry, value, depth, alpha, beta))
            return value;
        table_move = entry->move;
    }
    if (table_move == NO_POINT && depth >= 3 && !defending)
        depth--; // without a move to begin with it is cheaper to come back later

    const int eval = evaluate(pos);
    if (!defending && prune(s, ply, (struct window){alpha, beta}, depth, eval, &value))
        return value;
    if (!forced && depth >= 2 && (value = threat_win(s, pos, ply, 30)) > 0)
        return value;
    return search_moves(s, ply, alpha, beta, depth, table_move);
}

// --- The root ---

// drop_losing leaves only moves after which the opponent has no win by fours, where there are such.
static void drop_losing(struct search *s, struct moves *moves, uint64_t nodes_each) {
    struct omok_position *next = &s->stack[1];
    struct moves kept = {0};
    int at;

    *next = s->stack[0];
    next->to_move ^= 1;
    s->vcf.nodes_max = s->vcf.nodes + nodes_each;
    if (vcf_solve(&s->vcf, next, &at) == VCF_NONE)
        return;

    for (int i = 0; i < moves->count && !out_of_budget(s); i++) {
        *next = s->stack[0];
        position_play(next, pick(moves, i));
        s->vcf.nodes_max = s->vcf.nodes + nodes_each;
        if (vcf_solve(&s->vcf, next, &at) <= 0)
            kept.list[kept.count++] = moves->list[i];
    }
    if (kept.count > 0)
        *moves = kept;
}

static void keep_result(const struct search *s, int depth, int value, struct search_result *ret) {
    ret->at = s->line[0][0];
    ret->value = value;
    ret->depth = depth;
    ret->line_len = s->line_len[0];
    memcpy(ret->line, s->line[0], (size_t)s->line_len[0]);
}

// search_root searches the moves of the root, the more of them the deeper, to one depth; false when
// the budget ended first.
static bool search_root(struct search *s, struct moves *moves, int depth,
                        struct search_result *ret) {
    int alpha = -SEARCH_MATE;

    for (int i = 0; i < moves->count; i++) {
        const int at = moves->list[i].at;
        if (i > ROOT_TRIED + 4 * depth && alpha > -SEARCH_MATE_MIN)
            break;
        const int value = search_move(s, 0, at, i, (struct window){alpha, SEARCH_MATE}, depth);
        if (s->stopped)
            return false;
        if (value <= alpha && i > 0)
            continue;
        alpha = value;
        extend_line(s, 0, at);
        keep_result(s, depth, value, ret);

        const struct move best = moves->list[i];
        memmove(&moves->list[1], &moves->list[0], (size_t)i * sizeof moves->list[0]);
        moves->list[0] = best;
    }
    return true;
}

static void deepen(struct search *s, struct moves *moves, struct search_result *ret) {
    for (int depth = 1; depth < SEARCH_PLIES / 2; depth++) {
        if (!search_root(s, moves, depth, ret))
            return;
        if (moves->count == 1 || ret->value >= SEARCH_MATE_MIN || ret->value <= -SEARCH_MATE_MIN)
            return;
    }
}

static void start(struct search *s, const struct omok *game, const struct budget *budget,
                  void *scratch, int table_bits) {
    struct memory *memory = scratch;
    char *rest = (char *)scratch + SEARCH_FIXED_SIZE;
    const size_t entries = (size_t)1 << table_bits;

    memset(s, 0, sizeof *s);
    s->table = (struct entry *)(void *)rest;
    s->vcf.failures = (struct vcf_failure *)(void *)(rest + entries * sizeof(struct entry));
    if (++memory->generation > UINT16_MAX) {
        memset(rest, 0, search_size(table_bits) - SEARCH_FIXED_SIZE);
        memory->generation = 1;
    }
    s->budget = budget;
    s->mask = s->vcf.failures_mask = (uint32_t)entries - 1;
    s->generation = (uint16_t)memory->generation;
    s->vcf.generation = memory->generation;
    s->stack = memory->stack;
    s->vcf.stack = memory->vcf_stack;
    s->vcf.stack_len = SEARCH_VCF_MOVES;
    memset(s->killers, NO_POINT, sizeof s->killers);
    position_start(game, &s->stack[0]);
}

// first_moves plays near the centre while there is nothing to search.
static bool first_moves(const struct omok_position *pos, struct rng *rng,
                        struct search_result *ret) {
    const int centre = OMOK_POINTS / 2;

    if (pos->count > 1)
        return false;
    if (points_has(&pos->empty, centre)) {
        ret->at = centre;
    } else {
        static const int diagonal[] = {-OMOK_SIZE - 1, -OMOK_SIZE + 1, OMOK_SIZE - 1,
                                       OMOK_SIZE + 1};
        ret->at = centre + diagonal[rng_below(rng, 4)];
    }
    ret->line[0] = (uint8_t)ret->at;
    ret->line_len = 1;
    return true;
}

void search_run(const struct omok *game, const struct budget *budget, struct rng *rng,
                void *scratch, int table_bits, struct search_result *ret) {
    struct search s;
    struct moves moves;
    int at;

    assert(!omok_is_over(game));
    assert(budget->nodes > 0 || budget->stop != NULL);
    start(&s, game, budget, scratch, table_bits);
    *ret = (struct search_result){0};
    if (first_moves(&s.stack[0], rng, ret))
        return;

    list_moves(&s, &s.stack[0], 0, &moves);
    ret->at = ret->line[0] = pick(&moves, 0);
    ret->line_len = 1;
    const uint64_t threat_nodes = budget->nodes > 0 ? budget->nodes / 4 : 20000;
    s.vcf.nodes_max = threat_nodes;
    const int plies = vcf_solve(&s.vcf, &s.stack[0], &at);
    if (plies > 0) {
        *ret = (struct search_result){.at = at,
                                      .value = SEARCH_MATE - plies,
                                      .depth = plies,
                                      .line = {(uint8_t)at},
                                      .line_len = 1};
    } else {
        drop_losing(&s, &moves, threat_nodes / 2 + 20);
        for (int i = 0; i < moves.count; i++)
            pick(&moves, i);
        ret->at = ret->line[0] = moves.list[0].at;
        deepen(&s, &moves, ret);
    }
    ret->nodes = nodes_of(&s);
}
