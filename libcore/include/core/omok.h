// omok.h - the rules of omok: a board, legal moves, and who has won.
//
// A game is a plain value: assign it to copy it, let it go out of scope to free it. Nothing here
// allocates, prints, reads a clock or touches a global, so a search may run in any thread.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/error.h"

enum {
    OMOK_SIZE = 15,                      // points per side
    OMOK_POINTS = OMOK_SIZE * OMOK_SIZE, // points on the board
    OMOK_ROW = 5,                        // stones in a winning row; longer ones win too
};

enum stone { STONE_NONE, STONE_BLACK, STONE_WHITE };

struct point {
    int x, y; // 0..OMOK_SIZE-1; x grows to the right, y grows downwards
};

struct omok {
    uint8_t stones[OMOK_SIZE][OMOK_SIZE]; // enum stone, indexed [y][x]
    enum stone to_move;                   // BLACK or WHITE, also once the game is over
    enum stone winner;                    // NONE while the game is on and after a draw
    int count;                            // stones on the board, 0..OMOK_POINTS
};

// omok_start returns the empty board, black to move.
struct omok omok_start(void);

// omok_play puts a stone of game->to_move on `at`, updates the winner and passes the turn.
// On CORE_EOUTSIDE, CORE_EOVER or CORE_EOCCUPIED the game is left exactly as it was.
enum core_error omok_play(struct omok *game, struct point at);

bool omok_is_over(const struct omok *game);

// omok_row finds the five points of a winning row through the stone on `at`: neighbours in one
// direction, in ascending order of x, then y, the stone itself among them also when the row is
// longer. It returns false, and leaves *ret alone, when there is no such row or no stone.
bool omok_row(const struct omok *game, struct point at, struct point ret[OMOK_ROW]);

// omok_parse reads a diagram of OMOK_SIZE lines of '.', 'X' (black) and 'O' (white); blanks are
// ignored. The side to move is deduced from the stone count. *ret is set only on success.
enum core_error omok_parse(const char *diagram, struct omok *ret);
