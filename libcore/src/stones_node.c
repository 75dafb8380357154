#include "stones_node.h"

// Mirror images are looked for while so many stones are left: few stones make them likely, and few
// nodes are so high in the tree that the time does not matter.
enum { TURN_LEFT = 22, TURNS = 8 };

// A turn is up to three steps, in this order; the eight combinations are the board's symmetries.
enum { FLIP_FIRST = 1, TRANSPOSE = 2, FLIP_LAST = 4 };

const uint64_t node_power[64] = {
    // clang-format off
    [002] = UINT64_C(1), UINT64_C(3), UINT64_C(9),
    [011] = UINT64_C(27), UINT64_C(81), UINT64_C(243), UINT64_C(729), UINT64_C(2187),
    [020] = UINT64_C(6561), UINT64_C(19683), UINT64_C(59049), UINT64_C(177147), UINT64_C(531441),
            UINT64_C(1594323), UINT64_C(4782969),
    [030] = UINT64_C(14348907), UINT64_C(43046721), UINT64_C(129140163),
    [034] = UINT64_C(387420489), UINT64_C(1162261467), UINT64_C(3486784401),
    [040] = UINT64_C(10460353203), UINT64_C(31381059609), UINT64_C(94143178827),
            UINT64_C(282429536481), UINT64_C(847288609443), UINT64_C(2541865828329),
            UINT64_C(7625597484987),
    [051] = UINT64_C(22876792454961), UINT64_C(68630377364883), UINT64_C(205891132094649),
            UINT64_C(617673396283947), UINT64_C(1853020188851841),
    [062] = UINT64_C(5559060566555523), UINT64_C(16677181699666569), UINT64_C(50031545098999707),
    // clang-format on
};

static uint64_t code_of(uint64_t white, uint64_t black) {
    uint64_t code = 0;

    for (; white; white &= white - 1)
        code += node_power[grid_first(white)];
    for (; black; black &= black - 1)
        code += 2 * node_power[grid_first(black)];
    return code;
}

struct node node_start(const struct stones *game) {
    const uint64_t white = grid_spread(game->slots[STONES_WHITE]);
    const uint64_t black = grid_spread(game->slots[STONES_BLACK]);
    const bool is_white = stones_to_move(game) == STONES_WHITE;
    const uint64_t own = is_white ? white : black;

    return (struct node){.own = own,
                         .opp = is_white ? black : white,
                         .gains = grid_gains(own),
                         .code = code_of(white, black),
                         .last = game->last == STONES_NO_SLOT ? NODE_FREE : grid_cell(game->last),
                         .left = STONES_TOTAL - game->count};
}

void node_sort(struct node_move *moves, int count) {
    const struct node_move move = moves[count - 1];
    int i = count - 1;

    for (; i > 0 && moves[i - 1].order < move.order; i--)
        moves[i] = moves[i - 1];
    moves[i] = move;
}

// The weights were found by trial: they halve the nodes of 18 stones left against points alone.
// Lines that are still open matter less the fewer stones are left, and cost time.
enum {
    BY_OWN = 96,   // a point that the move scores
    BY_TAKEN = 40, // a point that it takes away
    BY_REPLY = 72, // a point that the best reply scores
    BY_FREEDOM = 16,
    BY_OPEN = 12, // a line of either side through the cell with one stone or more
    OPEN_LEFT = 9,
    FIRST = 1 << 20,
};

void node_order(const struct node *node, const struct gains *theirs, int first,
                struct node_list *ret) {
    const uint64_t empty = node_empty(node);
    struct gains open[3] = {0};

    ret->count = 0;
    if (node->left >= OPEN_LEFT) {
        open[0] = grid_gains(node->own | empty);
        open[1] = grid_gains(node->opp | empty);
        open[2] = grid_gains(empty);
    }
    for (uint64_t rest = node_moves(node->last, empty); rest; rest &= rest - 1) {
        const int cell = grid_first(rest);
        const uint64_t replies = node_moves(cell, empty & ~grid_bit(cell));
        int order = BY_OWN * gains_at(&node->gains, cell) + BY_TAKEN * gains_at(theirs, cell) -
                    BY_REPLY * gains_best(theirs, replies) - BY_FREEDOM * grid_count(replies);
        if (node->left >= OPEN_LEFT)
            order += BY_OPEN * (gains_at(&open[0], cell) + gains_at(&open[1], cell) -
                                gains_at(&open[2], cell));
        ret->moves[ret->count++] = (struct node_move){cell, cell == first ? FIRST : order};
        node_sort(ret->moves, ret->count);
    }
}

static uint64_t flip(uint64_t cells) {
    return __builtin_bswap64(cells) >> 8;
}

// Hacker's Delight, 7-3: transposing eight by eight bits in three steps.
static uint64_t transpose(uint64_t cells) {
    uint64_t t = (cells ^ cells >> 7) & UINT64_C(0x00aa00aa00aa00aa);
    cells ^= t ^ t << 7;
    t = (cells ^ cells >> 14) & UINT64_C(0x0000cccc0000cccc);
    cells ^= t ^ t << 14;
    t = (cells ^ cells >> 28) & UINT64_C(0x00000000f0f0f0f0);
    return cells ^ t ^ t << 28;
}

static uint64_t turn_cells(uint64_t cells, int turn) {
    if (turn & FLIP_FIRST)
        cells = flip(cells);
    if (turn & TRANSPOSE)
        cells = transpose(cells);
    return turn & FLIP_LAST ? flip(cells) : cells;
}

// Row 7 stands for "no row" and is no row to flip; so does column 7.
static int flip_row(int cell) {
    const int row = cell >> 3;
    return row == 7 ? cell : 8 * (6 - row) + (cell & 7);
}

int node_turn(int cell, int turn) {
    if (turn & FLIP_FIRST)
        cell = flip_row(cell);
    if (turn & TRANSPOSE)
        cell = 8 * (cell & 7) + (cell >> 3);
    return turn & FLIP_LAST ? flip_row(cell) : cell;
}

int node_unturn(int cell, int turn) {
    const int reverse = (turn & FLIP_FIRST ? FLIP_LAST : 0) | (turn & TRANSPOSE) |
                        (turn & FLIP_LAST ? FLIP_FIRST : 0);
    return node_turn(cell, reverse);
}

// reach names the moves: the last stone's row and column, 7 for one in which no slot is empty.
static int reach(int last, uint64_t empty) {
    const int row = empty & GRID_ROW << (last & 070) ? last & 070 : 070;
    return empty & GRID_COL << (last & 7) ? row | (last & 7) : row | 7;
}

// 3^36 * 64 is below 2^64, so keys of different positions differ.
uint64_t node_key(const struct node *node, int *ret_turn) {
    const int last = reach(node->last, node_empty(node));
    uint64_t key = node->code * 64 + (uint64_t)last;

    *ret_turn = 0;
    if (node->left < TURN_LEFT)
        return key;

    const uint64_t white = node->left % 2 ? node->opp : node->own;
    const uint64_t black = node->left % 2 ? node->own : node->opp;
    for (int turn = 1; turn < TURNS; turn++) {
        const uint64_t code = code_of(turn_cells(white, turn), turn_cells(black, turn));
        const uint64_t turned = code * 64 + (uint64_t)node_turn(last, turn);
        if (turned < key) {
            key = turned;
            *ret_turn = turn;
        }
    }
    return key;
}
