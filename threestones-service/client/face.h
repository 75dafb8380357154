// face.h - how the client looks and listens: as lines of text, or as a screen that is redrawn in
// place. What there is to show and what input means is the client's business (client.h).
#pragma once

#include <stdbool.h>

#include "match.h"

enum { FACE_LINE_MAX = 300 }; // a typed line and its NUL; a host name is the longest

// What the player is asked for.
enum stage { STAGE_ADDRESS, STAGE_MENU, STAGE_WAITING, STAGE_PLACING };

struct view {
    const struct match *match;
    enum stage stage;
    const char *server; // "" while none is known
    const char *status; // what is going on, in a few words
};

enum input_kind { INPUT_LINE, INPUT_SLOT, INPUT_QUIT };

struct input {
    enum input_kind kind;
    char line[FACE_LINE_MAX]; // of INPUT_LINE
    int slot;                 // of INPUT_SLOT
};

struct face {
    // say tells one sentence of news.
    void (*say)(struct face *face, const char *sentence);

    // board shows the position, after it has changed.
    void (*board)(struct face *face, const struct view *view);

    // show brings everything up to date before the client waits.
    void (*show)(struct face *face, const struct view *view);

    // read returns false when there is no more input now. It reads the terminal only when
    // is_readable, or what it has read before.
    bool (*read)(struct face *face, bool is_readable, struct input *ret);

    // close gives the terminal back as it was, and frees the face.
    void (*close)(struct face *face);

    int fd;          // to poll for input
    bool is_patient; // input that nobody asked for may wait: it comes from a script
};

// face_open_plain reads lines from one descriptor and writes text without colour to another. NULL
// when there is no memory.
struct face *face_open_plain(int in, int out);

// face_open_screen takes over the terminal that standard input and output are. NULL when it cannot
// place its cursor, or when there is no memory.
struct face *face_open_screen(void);
