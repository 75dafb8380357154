#include "brain.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { EMPTY, OWN, OPPONENT, WINNING }; // what a BOARD line calls a field; 3 marks no stone to play

enum {
    TURN_DEFAULT_MS = 30000, // where no manager says anything
    RESERVE_MS = 2,          // for the pipe and the last look at the clock
    MATCH_MOVES = 25,        // moves that the rest of the match time is shared by
};

static const int64_t no_limit_ms = 2147483647; // what managers send for time_left without a limit

struct brain brain_start(void) {
    return (struct brain){.turn_ms = TURN_DEFAULT_MS, .left_ms = INT64_MAX};
}

static enum brain_action say(char reply[BRAIN_REPLY_MAX], const char *text) {
    snprintf(reply, BRAIN_REPLY_MAX, "%s", text);
    return BRAIN_REPLY;
}

// number_parse reads decimal digits, 18 at most, and moves *text behind them.
static bool number_parse(const char **text, int64_t *ret) {
    int64_t number = 0;
    int digits = 0;

    while (**text == ' ')
        ++*text;
    for (; **text >= '0' && **text <= '9'; ++*text, digits++) {
        if (digits == 18)
            return false;
        number = number * 10 + (**text - '0');
    }
    *ret = number;
    return digits > 0;
}

// numbers_parse reads exactly `count` numbers with commas between them.
static bool numbers_parse(const char *text, int count, int64_t *ret) {
    for (int i = 0; i < count; i++) {
        if (i > 0 && *text++ != ',')
            return false;
        if (!number_parse(&text, &ret[i]))
            return false;
    }
    while (*text == ' ')
        text++;
    return *text == '\0';
}

// point_parse reads X,Y on the board and returns the point, or -1.
static int point_parse(const char *text) {
    int64_t at[2];

    if (!numbers_parse(text, 2, at) || at[0] >= OMOK_SIZE || at[1] >= OMOK_SIZE)
        return -1;
    return (int)(at[1] * OMOK_SIZE + at[0]);
}

static void clear(struct brain *brain) {
    memset(brain->cells, EMPTY, sizeof brain->cells);
    brain->in_board = brain->bad_board = false;
}

static enum brain_action on_start(struct brain *brain, const char *text, char *reply) {
    int64_t size;

    if (!numbers_parse(text, 1, &size) || size != OMOK_SIZE)
        return say(reply, "ERROR unsupported size: only START 15 is played here");
    clear(brain);
    brain->started = true;
    return say(reply, "OK");
}

static enum brain_action on_restart(struct brain *brain, const char *text, char *reply) {
    (void)text;
    clear(brain);
    return say(reply, "OK");
}

static enum brain_action on_begin(struct brain *brain, const char *text, char *reply) {
    (void)text;
    for (int at = 0; at < OMOK_POINTS; at++)
        if (brain->cells[at] != EMPTY)
            return say(reply, "ERROR BEGIN needs an empty board");
    return BRAIN_THINK;
}

static enum brain_action on_turn(struct brain *brain, const char *text, char *reply) {
    const int at = point_parse(text);

    if (at < 0 || brain->cells[at] != EMPTY)
        return say(reply, "ERROR TURN needs an empty point X,Y");
    brain->cells[at] = OPPONENT;
    return BRAIN_THINK;
}

// NOLINTNEXTLINE(readability-non-const-parameter): one shape for all commands
static enum brain_action on_board(struct brain *brain, const char *text, char *reply) {
    (void)text;
    (void)reply;
    clear(brain);
    brain->in_board = true;
    return BRAIN_SILENT;
}

static enum brain_action on_takeback(struct brain *brain, const char *text, char *reply) {
    const int at = point_parse(text);

    if (at < 0 || brain->cells[at] == EMPTY)
        return say(reply, "ERROR TAKEBACK needs a stone's point X,Y");
    brain->cells[at] = EMPTY;
    return say(reply, "OK");
}

static enum brain_action on_about(struct brain *brain, const char *text, char *reply) {
    (void)brain;
    (void)text;
    return say(reply, "name=\"omok\", version=\"" OMOK_VERSION
                      "\", author=\"the omok-service authors\", country=\"-\", www=\"-\"");
}

// NOLINTNEXTLINE(readability-non-const-parameter): one shape for all commands
static enum brain_action on_end(struct brain *brain, const char *text, char *reply) {
    (void)brain;
    (void)text;
    (void)reply;
    return BRAIN_END;
}

// on_info keeps what it knows and passes over the rest, as the protocol asks.
// NOLINTNEXTLINE(readability-non-const-parameter): one shape for all commands
static enum brain_action on_info(struct brain *brain, const char *text, char *reply) {
    struct {
        const char *name;
        int64_t *value;
    } known[] = {{"timeout_turn", &brain->turn_ms},
                 {"timeout_match", &brain->match_ms},
                 {"time_left", &brain->left_ms},
                 {"max_node", &brain->max_node}};
    int64_t number;

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const size_t len = strlen(known[i].name);
        if (strncmp(text, known[i].name, len) != 0 || text[len] != ' ' ||
            !numbers_parse(text + len + 1, 1, &number))
            continue;
        *known[i].value = number;
        if (known[i].value == &brain->left_ms && number >= no_limit_ms)
            brain->left_ms = INT64_MAX;
    }
    (void)reply;
    return BRAIN_SILENT;
}

static const struct command {
    const char *name;
    bool needs_start;
    enum brain_action (*run)(struct brain *brain, const char *text, char *reply);
} commands[] = {
    {"START", false, on_start}, {"RESTART", true, on_restart}, {"BEGIN", true, on_begin},
    {"TURN", true, on_turn},    {"BOARD", true, on_board},     {"TAKEBACK", true, on_takeback},
    {"ABOUT", false, on_about}, {"END", false, on_end},        {"INFO", false, on_info},
};

static enum brain_action on_board_line(struct brain *brain, const char *text, char *reply) {
    int64_t field[3];

    if (strcmp(text, "DONE") == 0) {
        brain->in_board = false;
        if (!brain->bad_board)
            return BRAIN_THINK;
        clear(brain);
        return say(reply, "ERROR a line of BOARD is not X,Y,FIELD with an empty point");
    }
    if (!numbers_parse(text, 3, field) || field[0] >= OMOK_SIZE || field[1] >= OMOK_SIZE ||
        field[2] < OWN || field[2] > WINNING ||
        brain->cells[field[1] * OMOK_SIZE + field[0]] != EMPTY) {
        brain->bad_board = true;
        return BRAIN_SILENT;
    }
    if (field[2] != WINNING)
        brain->cells[field[1] * OMOK_SIZE + field[0]] = (uint8_t)field[2];
    return BRAIN_SILENT;
}

enum brain_action brain_read(struct brain *brain, const char *line, size_t len,
                             char reply[BRAIN_REPLY_MAX]) {
    char text[BRAIN_LINE_MAX + 1];

    while (len > 0 && (line[len - 1] == '\r' || line[len - 1] == ' '))
        len--;
    if (len > BRAIN_LINE_MAX)
        len = BRAIN_LINE_MAX;
    memcpy(text, line, len);
    text[len] = '\0';
    if (brain->in_board)
        return on_board_line(brain, text, reply);

    const size_t word = strcspn(text, " ");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strlen(commands[i].name) != word || strncmp(commands[i].name, text, word) != 0)
            continue;
        if (commands[i].needs_start && !brain->started)
            return say(reply, "ERROR START comes first");
        return commands[i].run(brain, text + word + (text[word] == ' '), reply);
    }
    return len == 0 ? BRAIN_SILENT : say(reply, "UNKNOWN command");
}

bool brain_game(const struct brain *brain, struct omok *ret) {
    int count[3] = {0};

    for (int at = 0; at < OMOK_POINTS; at++)
        count[brain->cells[at]]++;
    // Whoever has fewer stones moves; a manager may set up anything, and then the brain does.
    const enum stone own = count[OWN] < count[OPPONENT] ? STONE_WHITE : STONE_BLACK;
    struct point row[OMOK_ROW];

    *ret = omok_start();
    ret->to_move = own;
    ret->count = count[OWN] + count[OPPONENT];
    for (int at = 0; at < OMOK_POINTS; at++)
        if (brain->cells[at] != EMPTY)
            ret->stones[at / OMOK_SIZE][at % OMOK_SIZE] =
                (uint8_t)(brain->cells[at] == OWN ? own : STONE_BLACK + STONE_WHITE - own);
    for (int at = 0; at < OMOK_POINTS; at++)
        if (omok_row(ret, (struct point){at % OMOK_SIZE, at / OMOK_SIZE}, row))
            return false;
    return ret->count < OMOK_POINTS;
}

int brain_think_ms(const struct brain *brain) {
    int64_t ms = brain->turn_ms;

    if (brain->match_ms > 0 && brain->left_ms != INT64_MAX && brain->left_ms / MATCH_MOVES < ms)
        ms = brain->left_ms / MATCH_MOVES;
    ms -= RESERVE_MS + ms / 100;
    return ms < 1 ? 1 : ms > INT32_MAX ? INT32_MAX : (int)ms;
}

void brain_played(struct brain *brain, struct point at) {
    brain->cells[at.y * OMOK_SIZE + at.x] = OWN;
}
