#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "face.h"
#include "words.h"

static const char *const prompts[] = {
    [STAGE_ADDRESS] = "Server (HOST or HOST:PORT): ",
    [STAGE_MENU] = "(s)tart a game or (q)uit? ",
    [STAGE_WAITING] = NULL,
    [STAGE_PLACING] = "Your stone (row column): ",
};

struct plain {
    struct face face; // first, so that its address is the whole's
    int out;
    bool is_echoing;       // input comes from a script: show it as if it had been typed
    bool is_prompting;     // the cursor stands behind a prompt
    bool is_deaf, is_mute; // no more input, nobody to write to
    char in[FACE_LINE_MAX];
    size_t in_len;
};

static void put(struct plain *plain, const char *text) {
    size_t len = strlen(text);

    while (len > 0 && !plain->is_mute) {
        const ssize_t written = write(plain->out, text, len);
        if (written > 0) {
            text += written;
            len -= (size_t)written;
        } else if (errno != EINTR) {
            plain->is_mute = true;
        }
    }
}

static void put_line(struct plain *plain, const char *line) {
    put(plain, line);
    put(plain, "\n");
}

static void leave_prompt(struct plain *plain) {
    if (plain->is_prompting)
        put(plain, "\n");
    plain->is_prompting = false;
}

static void say(struct face *face, const char *sentence) {
    struct plain *plain = (struct plain *)(void *)face;

    leave_prompt(plain);
    put_line(plain, sentence);
}

static void put_board_line(struct plain *plain, const char *line) {
    size_t len = strlen(line);
    char text[WORDS_BOARD_MAX];

    while (len > 0 && line[len - 1] == ' ')
        len--;
    snprintf(text, sizeof text, "%.*s", (int)len, line);
    put_line(plain, text);
}

static void board(struct face *face, const struct view *view) {
    struct plain *plain = (struct plain *)(void *)face;
    char line[WORDS_BOARD_MAX], side[WORDS_MAX];

    leave_prompt(plain);
    put(plain, "\n");
    for (int row = -1; row < STONES_GRID; row++) {
        words_board_line(view->match, row, line);
        put_board_line(plain, line);
    }
    put(plain, "\n");
    for (int i = 0; i < 2; i++) {
        words_side(view->match, i == 0 ? STONES_WHITE : STONES_BLACK, side);
        put_line(plain, side);
    }
}

static void show(struct face *face, const struct view *view) {
    struct plain *plain = (struct plain *)(void *)face;

    if (plain->is_prompting || prompts[view->stage] == NULL)
        return;
    put(plain, prompts[view->stage]);
    plain->is_prompting = true;
}

// take_line moves the first line of the buffer to the input; false when there is none.
static bool take_line(struct plain *plain, struct input *ret) {
    const char *end = memchr(plain->in, '\n', plain->in_len);

    if (end == NULL)
        return false;
    const size_t len = (size_t)(end - plain->in);
    ret->kind = INPUT_LINE;
    memcpy(ret->line, plain->in, len);
    ret->line[len] = '\0';
    plain->in_len -= len + 1;
    memmove(plain->in, end + 1, plain->in_len);
    if (plain->is_echoing && plain->is_prompting)
        put_line(plain, ret->line);
    plain->is_prompting = false;
    return true;
}

// A line that is too long keeps its beginning, and its end when that comes.
static void make_room(struct plain *plain) {
    if (plain->in_len == sizeof plain->in)
        plain->in_len--;
}

static bool read_input(struct face *face, bool is_readable, struct input *ret) {
    struct plain *plain = (struct plain *)(void *)face;

    if (take_line(plain, ret))
        return true;
    if (is_readable && !plain->is_deaf) {
        make_room(plain);
        const ssize_t got =
            read(face->fd, plain->in + plain->in_len, sizeof plain->in - plain->in_len);
        if (got > 0)
            plain->in_len += (size_t)got;
        else if (got == 0 || (errno != EINTR && errno != EAGAIN))
            plain->is_deaf = true;
        if (take_line(plain, ret))
            return true;
    }
    if (!plain->is_deaf && !plain->is_mute)
        return false;
    leave_prompt(plain);
    ret->kind = INPUT_QUIT;
    return true;
}

static void close_face(struct face *face) {
    struct plain *plain = (struct plain *)(void *)face;

    leave_prompt(plain);
    free(plain);
}

struct face *face_open_plain(int in, int out) {
    struct plain *plain = calloc(1, sizeof *plain);

    if (plain == NULL)
        return NULL;
    plain->out = out;
    plain->is_echoing = !isatty(in);
    plain->face = (struct face){
        .say = say,
        .board = board,
        .show = show,
        .read = read_input,
        .close = close_face,
        .fd = in,
        .is_patient = plain->is_echoing,
    };
    return &plain->face;
}
