#include "client.h"

#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "words.h"

enum { NO_STONE = -1, PID_DIGITS = 2 * PACKET_PID_LEN };

struct client {
    const struct client_options *options;
    struct face *face;
    struct link *link;
    struct match match;
    enum stage stage;
    struct address address;
    char server[ADDRESS_TEXT_MAX]; // as the player wrote it
    bool is_linked;                // a connection was asked for, and its loss not yet noticed
    bool was_up;                   // ... and came about
    bool is_answered;              // ... and brought a packet
    bool has_tried, has_reached;   // some connection was asked for, and came about
    int stone;                     // slot that was sent and is not yet answered, or NO_STONE
    int stone_count;               // stones on the board it was sent on
    int attempt;                   // to get the lost game back
    uint64_t retry_ms;             // when to try again; 0 = not planned
    uint64_t input_ms;             // when the player last did something
    bool is_over;
};

static uint64_t now_ms(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void say(struct client *client, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say(struct client *client, const char *format, ...) {
    char sentence[WORDS_MAX];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    client->face->say(client->face, sentence);
}

static void format_pid(const struct match *match, char ret[PID_DIGITS + 1]) {
    for (size_t i = 0; i < PACKET_PID_LEN; i++)
        snprintf(ret + 2 * i, 3, "%02x", match->pid[i]);
}

static const char *status_of(const struct client *client) {
    if (client->stage != STAGE_WAITING)
        return client->stage == STAGE_PLACING ? "your turn" : "";
    if (client->retry_ms != 0)
        return "trying again";
    if (!client->was_up)
        return "connecting";
    return client->is_answered ? "black thinks" : "waiting for a free seat";
}

static struct view view_of(const struct client *client) {
    return (struct view){&client->match, client->stage, client->server, status_of(client)};
}

static void show_board(struct client *client) {
    const struct view view = view_of(client);

    client->face->board(client->face, &view);
}

static bool is_playing(const struct client *client) {
    return client->match.has_pid && client->match.state != MATCH_OVER &&
           client->match.state != MATCH_NONE;
}

// Asking the server.

static void send_packet(struct client *client, const struct packet *packet) {
    client->stage = STAGE_WAITING;
    client->retry_ms = 0;
    if (link_state(client->link) == LINK_DOWN) {
        client->was_up = client->is_answered = false;
        client->has_tried = true;
        link_open(client->link, &client->address);
    }
    client->is_linked = true;
    if (link_state(client->link) != LINK_DOWN)
        link_send(client->link, packet);
}

static void ask_again(struct client *client) {
    const struct packet packet = match_ask_again(&client->match);

    send_packet(client, &packet);
}

static void start_game(struct client *client) {
    const struct packet packet = match_ask_new(&client->match, client->options->level);

    client->stone = NO_STONE;
    client->attempt = 0;
    send_packet(client, &packet);
}

static void send_stone(struct client *client) {
    const struct packet packet = match_ask_stone(&client->match, client->stone);

    send_packet(client, &packet);
}

// place sends a stone, or, where the connection went while the player thought, gets the game first.
static void place(struct client *client, int slot) {
    client->stone = slot;
    client->stone_count = client->match.game.count;
    client->attempt = 0;
    if (link_state(client->link) == LINK_DOWN)
        ask_again(client);
    else
        send_stone(client);
}

static void drop_link(struct client *client) {
    link_close(client->link);
    client->is_linked = false;
}

// Losing it.

static void give_up(struct client *client) {
    char pid[PID_DIGITS + 1];

    format_pid(&client->match, pid);
    say(client, "Giving up. The game is kept; --resume %s goes on with it.", pid);
    drop_link(client);
    client->stage = STAGE_MENU;
}

static void plan_retry(struct client *client, const char *what, const char *why) {
    int delay_ms = CLIENT_DELAY_MS;

    if (++client->attempt > CLIENT_ATTEMPTS_MAX) {
        give_up(client);
        return;
    }
    for (int i = 1; i < client->attempt && delay_ms < CLIENT_DELAY_MAX_MS; i++)
        delay_ms *= 2;
    say(client, "%s%s%s. Trying again in %d.%d s.", what, why[0] == '\0' ? "" : ": ", why,
        delay_ms / 1000, delay_ms % 1000 / 100);
    client->retry_ms = now_ms() + (uint64_t)delay_ms;
    client->stage = STAGE_WAITING;
}

static void try_again(struct client *client) {
    client->retry_ms = 0;
    if (link_state(client->link) != LINK_DOWN && client->match.state == MATCH_YOURS &&
        client->stone != NO_STONE)
        send_stone(client);
    else
        ask_again(client);
}

static bool is_absent(const struct client *client) {
    return client->stage == STAGE_PLACING && now_ms() - client->input_ms > CLIENT_ABSENT_MS;
}

static void lose_link(struct client *client) {
    const char *why = link_error(client->link);

    client->is_linked = false;
    if (client->stage == STAGE_MENU || client->stage == STAGE_ADDRESS)
        return; // start connects anew
    if (is_absent(client)) {
        say(client, "The server has closed the connection. Place your stone to go on.");
        return;
    }
    if (client->match.has_pid) {
        plan_retry(client, client->was_up ? "The connection is lost" : "The server does not answer",
                   why);
        return;
    }
    if (client->was_up)
        say(client, "The server has closed the connection before there was a free seat.");
    else
        say(client, "Cannot reach %.80s: %s.", client->server, why);
    client->stage = STAGE_MENU;
}

// Being answered.

static void begin_turn(struct client *client) {
    client->stone = NO_STONE;
    client->stage = STAGE_PLACING;
    show_board(client);
}

static void tell_stone(struct client *client, int index) {
    char sentence[WORDS_MAX];

    words_stone(&client->match, index, sentence);
    say(client, "%s", sentence);
}

// go_on_with_stone settles what became of a stone whose answer was lost. It returns true when the
// stone had to be sent again.
static bool go_on_with_stone(struct client *client) {
    const struct match *match = &client->match;
    const int slot = client->stone, count = client->stone_count;
    char why[WORDS_MAX];

    if (slot == NO_STONE)
        return false;
    if (match->game.count == count &&
        !words_illegal(match, stones_row(slot), stones_col(slot), why)) {
        send_stone(client);
        return true;
    }
    for (int i = count; i < match->game.count; i++)
        tell_stone(client, i);
    return false;
}

static void resume_game(struct client *client) {
    say(client, "The game goes on.");
    if (client->match.state == MATCH_YOURS && !go_on_with_stone(client))
        begin_turn(client);
}

static void begin_game(struct client *client) {
    char pid[PID_DIGITS + 1];

    format_pid(&client->match, pid);
    say(client, "Game %s begins; place your first stone.", pid);
    begin_turn(client);
}

static void take_stone(struct client *client) {
    tell_stone(client, client->match.game.count - 1);
    if (client->match.state == MATCH_YOURS)
        begin_turn(client);
}

static void finish_game(struct client *client) {
    char sentence[WORDS_MAX];

    show_board(client);
    words_result(&client->match, sentence);
    say(client, "%s", sentence);
    client->stone = NO_STONE;
    client->stage = STAGE_MENU;
}

// end_game is for answers after which there is no game to go on with.
static void end_game(struct client *client, const char *sentence) {
    say(client, "%s", sentence);
    client->match = match_start();
    client->stage = STAGE_MENU;
}

static void be_refused(struct client *client, int detail) {
    switch (detail) {
    case REFUSED_STORE:
        plan_retry(client, "The server cannot reach its games now", "");
        return;
    case REFUSED_TYPE:
        end_game(client, "The server does not understand this client.");
        return;
    case REFUSED_MALFORMED:
        end_game(client, "The server does not offer this level.");
        return;
    case REFUSED_NO_GAME:
        end_game(client, "The server does not know this game.");
        return;
    default:
        // The game is not where we thought it was: somebody else plays it too.
        say(client, "The server says: %s.", packet_refusal_words(detail));
        client->stone = NO_STONE;
        ask_again(client);
    }
}

static void take_packet(struct client *client, const struct packet *packet) {
    const enum match_event event = match_take(&client->match, packet);

    client->is_answered = true;
    if (event != MATCH_REFUSED)
        client->attempt = 0;
    switch (event) {
    case MATCH_NONSENSE:
        drop_link(client);
        end_game(client, "The server sent what belongs to no game of 3 Stones here.");
        return;
    case MATCH_BEGAN:
        begin_game(client);
        return;
    case MATCH_LISTED:
        return;
    case MATCH_RESUMED:
        resume_game(client);
        return;
    case MATCH_STONE:
        take_stone(client);
        return;
    case MATCH_FINISHED:
        finish_game(client);
        return;
    case MATCH_REFUSED:
        be_refused(client, packet->detail);
        return;
    }
}

static void pump_link(struct client *client) {
    struct packet packet;

    link_pump(client->link);
    if (link_state(client->link) == LINK_UP && !client->was_up) {
        client->was_up = client->has_reached = true;
        say(client, "Connected to %.80s; waiting for a free seat.", client->server);
    }
    while (client->is_linked && link_receive(client->link, &packet))
        take_packet(client, &packet);
    if (client->is_linked && link_state(client->link) == LINK_DOWN)
        lose_link(client);
}

// Listening to the player.

static void set_address(struct client *client, const char *text) {
    char trimmed[ADDRESS_TEXT_MAX];

    text += strspn(text, " \t");
    const size_t len = strcspn(text, " \t\r\n");
    if (len == 0 || len >= sizeof trimmed || text[len + strspn(text + len, " \t\r\n")] != '\0') {
        say(client, "Please type the server's name or address, as in localhost or 10.0.0.2:50000.");
        return;
    }
    memcpy(trimmed, text, len);
    trimmed[len] = '\0';
    if (!address_parse(trimmed, CLIENT_PORT, &client->address)) {
        say(client, "%.80s is not HOST or HOST:PORT.", trimmed);
        return;
    }
    snprintf(client->server, sizeof client->server, "%s", trimmed);
    client->stage = STAGE_MENU;
    if (client->match.has_pid)
        ask_again(client);
}

static void help(struct client *client) {
    say(client, "Three stones of yours in a line score a point; lines may go in any direction.");
    say(client, "A stone goes into the row or column of the last one, where + marks the slots,");
    say(client, "or anywhere if there is none. Type row and column, as in 2 3; q quits.");
}

static void try_stone(struct client *client, int row, int col) {
    char why[WORDS_MAX];

    if (words_illegal(&client->match, row, col, why))
        say(client, "%s", why);
    else
        place(client, stones_slot(row, col));
}

static void take_line_in_menu(struct client *client, enum line_kind kind) {
    if (kind == LINE_START || kind == LINE_EMPTY)
        start_game(client);
    else if (kind == LINE_HELP)
        help(client);
    else
        say(client, "Please type s to start a game, or q to quit.");
}

static void take_line_for_stone(struct client *client, enum line_kind kind, int row, int col) {
    if (kind == LINE_SLOT)
        try_stone(client, row, col);
    else if (kind == LINE_HELP)
        help(client);
    else if (kind != LINE_EMPTY)
        say(client, "Please type a row and a column, as in 2 3; ? helps, q quits.");
}

static void take_line(struct client *client, const char *line) {
    int row = 0, col = 0;
    const enum line_kind kind = words_parse(line, &row, &col);

    if (kind == LINE_QUIT) {
        client->is_over = true;
        return;
    }
    switch (client->stage) {
    case STAGE_ADDRESS:
        set_address(client, line);
        return;
    case STAGE_MENU:
        take_line_in_menu(client, kind);
        return;
    case STAGE_PLACING:
        take_line_for_stone(client, kind, row, col);
        return;
    case STAGE_WAITING:
        if (kind != LINE_EMPTY)
            say(client, "Please wait; q quits.");
        return;
    }
}

static void take_input(struct client *client, const struct input *input) {
    client->input_ms = now_ms();
    switch (input->kind) {
    case INPUT_QUIT:
        client->is_over = true;
        return;
    case INPUT_LINE:
        take_line(client, input->line);
        return;
    case INPUT_SLOT:
        if (client->stage == STAGE_PLACING)
            try_stone(client, stones_row(input->slot), stones_col(input->slot));
        return;
    }
}

// A script's lines wait until they are asked for.
static bool wants_input(const struct client *client) {
    return !client->face->is_patient || client->stage != STAGE_WAITING;
}

static void take_all_input(struct client *client, bool is_readable) {
    struct input input;

    while (!client->is_over && wants_input(client)) {
        const struct view view = view_of(client);
        client->face->show(client->face, &view); // what is asked comes before its answer
        if (!client->face->read(client->face, is_readable, &input))
            return;
        is_readable = false;
        take_input(client, &input);
    }
}

static int timeout_of(const struct client *client) {
    const uint64_t now = now_ms();

    if (client->retry_ms == 0)
        return -1;
    return client->retry_ms <= now ? 0 : (int)(client->retry_ms - now);
}

// turn waits for what comes next, and deals with it.
static void turn(struct client *client) {
    struct pollfd fds[] = {
        {.fd = client->options->signal_fd, .events = POLLIN},
        {.fd = wants_input(client) ? client->face->fd : -1, .events = POLLIN},
        {.fd = link_fd(client->link), .events = link_events(client->link)},
    };

    (void)poll(fds, sizeof fds / sizeof fds[0], timeout_of(client)); // EINTR: the window's size
    if (fds[0].revents != 0)
        client->is_over = true;
    if (client->is_linked)
        pump_link(client);
    if (client->retry_ms != 0 && client->retry_ms <= now_ms())
        try_again(client);
    take_all_input(client, fds[1].revents != 0);
}

static void say_farewell(const struct client *client, char ret[CLIENT_FAREWELL_MAX]) {
    char pid[PID_DIGITS + 1];

    ret[0] = '\0';
    if (!is_playing(client))
        return;
    format_pid(&client->match, pid);
    snprintf(ret, CLIENT_FAREWELL_MAX,
             "The game is kept; go on with it: threestones-client --resume %s %.256s\n", pid,
             client->server);
}

bool client_run(const struct client_options *options, struct face *face, struct link *link,
                char farewell[CLIENT_FAREWELL_MAX]) {
    struct client client = {
        .options = options,
        .face = face,
        .link = link,
        .match = match_start(),
        .stage = STAGE_ADDRESS,
        .stone = NO_STONE,
        .input_ms = now_ms(),
    };

    say(&client, "3 Stones: you are white and place the first stone.");
    if (options->has_pid)
        match_set_pid(&client.match, options->pid);
    if (options->address != NULL)
        set_address(&client, options->address);
    take_all_input(&client, false);
    while (!client.is_over) {
        const struct view view = view_of(&client);
        face->show(face, &view);
        turn(&client);
    }
    say_farewell(&client, farewell);
    link_close(link);
    return client.has_reached || !client.has_tried;
}
