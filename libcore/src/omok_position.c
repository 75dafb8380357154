#include "omok_position.h"

#include <assert.h>
#include <string.h>

enum { DIRECTIONS = 4 };

// Where a point lies in each direction: the line's number and the place on it; and how far apart
// neighbours on it are. Places on diagonals are x, so a diagonal's missing ends are border.
static const int stride[DIRECTIONS] = {1, OMOK_SIZE, OMOK_SIZE + 1, 1 - OMOK_SIZE};

static int line_of(int direction, int x, int y) {
    switch (direction) {
    case 0:
        return y;
    case 1:
        return OMOK_SIZE + x;
    case 2:
        return 2 * OMOK_SIZE + x - y + OMOK_SIZE - 1;
    default:
        return 4 * OMOK_SIZE - 1 + x + y;
    }
}

static int place_of(int direction, int x, int y) {
    return direction == 1 ? y : x;
}

// key_at drops the point itself from the nine that are seen from it.
static unsigned key_at(uint64_t line, int place) {
    const unsigned window = (unsigned)(line >> 2 * place);

    return (window & 0xff) | (window >> 2 & 0xff00);
}

// code_of folds the four line classes of one colour (a nibble of each byte) to a code.
static uint16_t code_of(uint32_t classes) {
    const uint32_t folded = classes | classes >> 4; // bytes 0 and 2: two nibbles each

    return (uint16_t)(omok_pairs[folded & 0xff] * LINE_PAIRS + omok_pairs[folded >> 16 & 0xff]);
}

static uint16_t code_at(const struct omok_position *pos, int colour, int at) {
    return code_of(pos->line_classes[at] >> 4 * colour & 0x0f0f0f0f);
}

static void leave(struct omok_position *pos, int colour, int at) {
    const struct cell *cell = position_cell(pos, colour, at);

    pos->values[colour][0] -= cell->value[0];
    pos->values[colour][1] -= cell->value[1];
    pos->counts[colour][cell->class]--;
    pos->of[colour][cell->class].words[at / 64] &= ~(UINT64_C(1) << at % 64);
}

static void enter(struct omok_position *pos, int colour, int at, uint16_t code) {
    const struct cell *cell = &omok_cells[code];

    pos->codes[colour][at] = code;
    pos->values[colour][0] += cell->value[0];
    pos->values[colour][1] += cell->value[1];
    pos->counts[colour][cell->class]++;
    pos->of[colour][cell->class].words[at / 64] |= UINT64_C(1) << at % 64;
}

// refresh follows a change of one line class of an empty point.
static void refresh(struct omok_position *pos, int at) {
    for (int colour = 0; colour < 2; colour++) {
        const uint16_t code = code_at(pos, colour, at);
        if (code == pos->codes[colour][at])
            continue;
        leave(pos, colour, at);
        enter(pos, colour, at, code);
    }
}

static void refresh_line(struct omok_position *pos, int at, int direction) {
    const int x = at % OMOK_SIZE, y = at / OMOK_SIZE, place = place_of(direction, x, y);
    const uint64_t line = pos->lines[line_of(direction, x, y)];

    for (int step = -LINE_REACH; step <= LINE_REACH; step++) {
        if (line >> 2 * (place + step + LINE_REACH) & 3)
            continue; // a stone, the border, or the new stone itself

        const int near = at + step * stride[direction];
        const uint32_t class = omok_line_classes[key_at(line, place + step)];
        const uint32_t change = (pos->line_classes[near] >> 8 * direction & 0xff) ^ class;
        if (change == 0)
            continue;
        pos->line_classes[near] ^= change << 8 * direction;
        refresh(pos, near);
    }
}

static void put_stone(struct omok_position *pos, int at, int colour) {
    const int x = at % OMOK_SIZE, y = at / OMOK_SIZE;

    leave(pos, 0, at);
    leave(pos, 1, at);
    pos->empty.words[at / 64] &= ~(UINT64_C(1) << at % 64);
    for (int w = 0; w < 4; w++)
        pos->near.words[w] = (pos->near.words[w] | omok_around[at].words[w]) & pos->empty.words[w];
    pos->hash ^= omok_zobrist[colour][at];
    pos->count++;

    for (int d = 0; d < DIRECTIONS; d++) {
        pos->lines[line_of(d, x, y)] |= (uint64_t)(colour + 1)
                                        << 2 * (place_of(d, x, y) + LINE_REACH);
        refresh_line(pos, at, d);
    }
}

void position_play(struct omok_position *pos, int at) {
    assert(at >= 0 && at < OMOK_POINTS && points_has(&pos->empty, at));

    put_stone(pos, at, pos->to_move);
    pos->to_move ^= 1;
}

static void start_empty(struct omok_position *pos) {
    *pos = (struct omok_position){0};
    memset(pos->lines, 0xff, sizeof pos->lines);
    for (int at = 0; at < OMOK_POINTS; at++) {
        const int x = at % OMOK_SIZE, y = at / OMOK_SIZE;
        for (int d = 0; d < DIRECTIONS; d++)
            pos->lines[line_of(d, x, y)] &= ~(UINT64_C(3) << 2 * (place_of(d, x, y) + LINE_REACH));
        pos->empty.words[at / 64] |= UINT64_C(1) << at % 64;
    }
    for (int at = 0; at < OMOK_POINTS; at++) {
        const int x = at % OMOK_SIZE, y = at / OMOK_SIZE;
        for (int d = 0; d < DIRECTIONS; d++) {
            const unsigned key = key_at(pos->lines[line_of(d, x, y)], place_of(d, x, y));
            pos->line_classes[at] |= (uint32_t)omok_line_classes[key] << 8 * d;
        }
        for (int colour = 0; colour < 2; colour++)
            enter(pos, colour, at, code_at(pos, colour, at));
    }
}

void position_start(const struct omok *game, struct omok_position *ret) {
    start_empty(ret);
    for (int at = 0; at < OMOK_POINTS; at++) {
        const int stone = game->stones[at / OMOK_SIZE][at % OMOK_SIZE];
        if (stone != STONE_NONE)
            put_stone(ret, at, stone - STONE_BLACK);
    }
    ret->to_move = game->to_move == STONE_WHITE;
}

static enum stone stone_at(const struct omok_position *pos, int at) {
    const int x = at % OMOK_SIZE, y = at / OMOK_SIZE;

    return (enum stone)(pos->lines[line_of(0, x, y)] >> 2 * (x + LINE_REACH) & 3);
}

bool position_is_consistent(const struct omok_position *pos) {
    struct omok game = {.to_move = pos->to_move ? STONE_WHITE : STONE_BLACK};
    struct omok_position fresh;

    for (int at = 0; at < OMOK_POINTS; at++)
        game.stones[at / OMOK_SIZE][at % OMOK_SIZE] = (uint8_t)stone_at(pos, at);
    position_start(&game, &fresh);

    // What an occupied point held while it was empty is left there, and means nothing.
    for (int at = 0; at < OMOK_POINTS; at++) {
        if (!points_has(&pos->empty, at))
            continue;
        if (pos->line_classes[at] != fresh.line_classes[at] ||
            pos->codes[0][at] != fresh.codes[0][at] || pos->codes[1][at] != fresh.codes[1][at])
            return false;
    }
    return memcmp(pos->lines, fresh.lines, sizeof pos->lines) == 0 &&
           memcmp(pos->of, fresh.of, sizeof pos->of) == 0 &&
           memcmp(pos->counts, fresh.counts, sizeof pos->counts) == 0 &&
           memcmp(&pos->empty, &fresh.empty, sizeof pos->empty) == 0 &&
           memcmp(&pos->near, &fresh.near, sizeof pos->near) == 0 &&
           memcmp(pos->values, fresh.values, sizeof pos->values) == 0 && pos->hash == fresh.hash &&
           pos->count == fresh.count;
}
