#include "words.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char *const names[] = {"White (you)", "Black"};

struct cell words_cell(const struct match *match, int slot) {
    static const char glyphs[] = {'.', '+', 'W', 'B'};
    const uint64_t bit = UINT64_C(1) << slot;
    enum cell_kind kind = CELL_EMPTY;

    if (match->game.slots[STONES_WHITE] & bit)
        kind = CELL_WHITE;
    else if (match->game.slots[STONES_BLACK] & bit)
        kind = CELL_BLACK;
    else if (match->state == MATCH_YOURS && (stones_moves(&match->game) & bit))
        kind = CELL_PLAYABLE;
    return (struct cell){kind, match->game.last == slot, glyphs[kind]};
}

void words_board_line(const struct match *match, int row, char ret[WORDS_BOARD_MAX]) {
    int len = row < 0 ? snprintf(ret, WORDS_BOARD_MAX, "    ")
                      : snprintf(ret, WORDS_BOARD_MAX, " %d  ", row);

    for (int col = 0; col < STONES_GRID; col++) {
        const int slot = stones_slot(row, col);
        const struct cell cell =
            slot == STONES_NO_SLOT ? (struct cell){.glyph = ' '} : words_cell(match, slot);
        const size_t room = (size_t)(WORDS_BOARD_MAX - len);
        if (row < 0)
            len += snprintf(ret + len, room, " %d  ", col);
        else if (cell.is_last)
            len += snprintf(ret + len, room, "[%c] ", cell.glyph);
        else
            len += snprintf(ret + len, room, " %c  ", cell.glyph);
    }
    assert(len < WORDS_BOARD_MAX);
}

static void put_points(int points, char ret[WORDS_MAX]) {
    if (points == 0)
        snprintf(ret, WORDS_MAX, "no points");
    else
        snprintf(ret, WORDS_MAX, "%d point%s", points, points == 1 ? "" : "s");
}

// last_of returns the index of a side's last stone, -1 before its first.
static int last_of(const struct match *match, enum stones_side side) {
    const int last = match->game.count - 1;

    return last >= 0 && last % 2 != (int)side ? last - 1 : last;
}

void words_side(const struct match *match, enum stones_side side, char ret[WORDS_MAX]) {
    const int black = match->game.count / 2;
    const int placed = side == STONES_BLACK ? black : match->game.count - black;
    const int last = last_of(match, side);
    char points[WORDS_MAX];

    const int len = snprintf(ret, WORDS_MAX, "%-11s  score %2d   stones left %2d", names[side],
                             match->game.points[side], STONES_PER_SIDE - placed);
    if (last < 0)
        return;
    put_points(match->points[last], points);
    snprintf(ret + len, (size_t)(WORDS_MAX - len), "   last (%d,%d): %s",
             stones_row(match->slots[last]), stones_col(match->slots[last]), points);
}

void words_stone(const struct match *match, int index, char ret[WORDS_MAX]) {
    const int slot = match->slots[index];
    char points[WORDS_MAX];

    put_points(match->points[index], points);
    snprintf(ret, WORDS_MAX, "%s (%d,%d) and score%s %.40s.",
             index % 2 == 0 ? "You place" : "Black places", stones_row(slot), stones_col(slot),
             index % 2 == 0 ? "" : "s", points);
}

void words_result(const struct match *match, char ret[WORDS_MAX]) {
    snprintf(ret, WORDS_MAX, "The game is over. White (you) %d, black %d: %s.",
             match->game.points[STONES_WHITE], match->game.points[STONES_BLACK],
             match->result == RESULT_WHITE   ? "you win"
             : match->result == RESULT_BLACK ? "black wins"
                                             : "a draw");
}

bool words_illegal(const struct match *match, int row, int col, char ret[WORDS_MAX]) {
    struct stones game = match->game;
    const int last = game.last;

    switch (stones_play(&game, stones_slot(row, col))) {
    case CORE_OK:
        return false;
    case CORE_EOUTSIDE:
        snprintf(ret, WORDS_MAX,
                 row == 3 && col == 3
                     ? "The centre (%d,%d) is no slot: nothing can be placed there."
                     : "There is no slot at (%d,%d): look at the board.",
                 row, col);
        return true;
    case CORE_EOCCUPIED:
        snprintf(ret, WORDS_MAX, "There is a stone on (%d,%d) already.", row, col);
        return true;
    case CORE_EOFFLINE:
        snprintf(ret, WORDS_MAX,
                 "(%d,%d) is neither in row %d nor in column %d, where the last stone lies.", row,
                 col, stones_row(last), stones_col(last));
        return true;
    default:
        snprintf(ret, WORDS_MAX, "The game is over.");
        return true;
    }
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_word(const char *line, size_t len, const char *word) {
    return strlen(word) == len && strncasecmp(line, word, len) == 0;
}

// parse_slot wants two numbers of one or two digits, or two digits alone; what else there is may
// only be blanks, a comma and brackets.
static bool parse_slot(const char *line, size_t len, int *ret_row, int *ret_col) {
    int numbers[2] = {0}, digits[2] = {0}, count = 0;
    bool in_number = false;

    for (size_t i = 0; i < len; i++) {
        const bool is_digit = line[i] >= '0' && line[i] <= '9';
        if (!is_digit && strchr(" ,()\t", line[i]) == NULL)
            return false;
        if (is_digit && !in_number && ++count > 2)
            return false;
        in_number = is_digit;
        if (!is_digit)
            continue;
        if (++digits[count - 1] > 2)
            return false;
        numbers[count - 1] = numbers[count - 1] * 10 + (line[i] - '0');
    }
    if (count == 2) {
        *ret_row = numbers[0];
        *ret_col = numbers[1];
    } else if (count == 1 && digits[0] == 2) {
        *ret_row = numbers[0] / 10;
        *ret_col = numbers[0] % 10;
    } else {
        return false;
    }
    return true;
}

enum line_kind words_parse(const char *line, int *ret_row, int *ret_col) {
    static const struct {
        const char *word;
        enum line_kind kind;
    } words[] = {{"q", LINE_QUIT}, {"quit", LINE_QUIT}, {"s", LINE_START},  {"start", LINE_START},
                 {"?", LINE_HELP}, {"h", LINE_HELP},    {"help", LINE_HELP}};
    size_t len = strlen(line);

    while (len > 0 && is_blank(line[0])) {
        line++;
        len--;
    }
    while (len > 0 && is_blank(line[len - 1]))
        len--;
    if (len == 0)
        return LINE_EMPTY;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (is_word(line, len, words[i].word))
            return words[i].kind;
    return parse_slot(line, len, ret_row, ret_col) ? LINE_SLOT : LINE_OTHER;
}
