#include "core/omok.h"

#include <assert.h>
#include <stddef.h>

// Directions in which the first step never decreases x, nor y where x stays: so points that are
// walked forward come in ascending order.
static const struct { int dx, dy; } axes[] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

enum { AXES = sizeof axes / sizeof axes[0] };

static bool on_board(int x, int y) {
    return x >= 0 && x < OMOK_SIZE && y >= 0 && y < OMOK_SIZE;
}

static enum stone opponent(enum stone colour) {
    assert(colour != STONE_NONE);
    return colour == STONE_BLACK ? STONE_WHITE : STONE_BLACK;
}

// run counts the stones that continue the line from `at` in one direction, `at` not included.
static int run(const struct omok *game, struct point at, int dx, int dy) {
    const uint8_t colour = game->stones[at.y][at.x];
    int length = 0;

    for (int x = at.x + dx, y = at.y + dy; on_board(x, y) && game->stones[y][x] == colour;
         x += dx, y += dy)
        length++;

    return length;
}

// Only lines through the last stone can be new, so a win costs four short walks to find.
bool omok_row(const struct omok *game, struct point at, struct point ret[OMOK_ROW]) {
    if (game->stones[at.y][at.x] == STONE_NONE)
        return false;

    for (int i = 0; i < AXES; i++) {
        const int dx = axes[i].dx, dy = axes[i].dy;
        const int before = run(game, at, -dx, -dy), after = run(game, at, dx, dy);
        if (before + 1 + after < OMOK_ROW)
            continue;

        const int back = before < OMOK_ROW - 1 ? before : OMOK_ROW - 1;
        for (int n = 0; n < OMOK_ROW; n++)
            ret[n] = (struct point){at.x + (n - back) * dx, at.y + (n - back) * dy};
        return true;
    }

    return false;
}

struct omok omok_start(void) {
    return (struct omok){.to_move = STONE_BLACK};
}

bool omok_is_over(const struct omok *game) {
    return game->winner != STONE_NONE || game->count == OMOK_POINTS;
}

enum core_error omok_play(struct omok *game, struct point at) {
    struct point row[OMOK_ROW];

    if (!on_board(at.x, at.y))
        return CORE_EOUTSIDE;
    if (omok_is_over(game))
        return CORE_EOVER;
    if (game->stones[at.y][at.x] != STONE_NONE)
        return CORE_EOCCUPIED;

    game->stones[at.y][at.x] = (uint8_t)game->to_move;
    game->count++;
    if (omok_row(game, at, row))
        game->winner = game->to_move;
    game->to_move = opponent(game->to_move);

    return CORE_OK;
}

static enum stone stone_of(char glyph) {
    return glyph == 'X' ? STONE_BLACK : glyph == 'O' ? STONE_WHITE : STONE_NONE;
}

// find_winner looks at every stone: a diagram has no last one.
static enum stone find_winner(const struct omok *game) {
    struct point row[OMOK_ROW];

    for (int y = 0; y < OMOK_SIZE; y++)
        for (int x = 0; x < OMOK_SIZE; x++)
            if (omok_row(game, (struct point){x, y}, row))
                return (enum stone)game->stones[y][x];
    return STONE_NONE;
}

enum core_error omok_parse(const char *diagram, struct omok *ret) {
    struct omok game = omok_start();
    int at = 0, count[3] = {0};

    for (const char *c = diagram; *c; c++) {
        if (*c == ' ' || *c == '\n')
            continue;

        const enum stone stone = stone_of(*c);
        if ((stone == STONE_NONE && *c != '.') || at == OMOK_POINTS)
            return CORE_EDIAGRAM;

        game.stones[at / OMOK_SIZE][at % OMOK_SIZE] = (uint8_t)stone;
        count[stone]++;
        at++;
    }

    const int lead = count[STONE_BLACK] - count[STONE_WHITE];
    if (at != OMOK_POINTS || lead < 0 || lead > 1)
        return CORE_EDIAGRAM;

    game.count = count[STONE_BLACK] + count[STONE_WHITE];
    game.to_move = lead == 0 ? STONE_BLACK : STONE_WHITE;
    game.winner = find_winner(&game);

    *ret = game;
    return CORE_OK;
}
