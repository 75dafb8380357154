// problems.h - reads omok positions with known answers, one JSON object a line.
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/omok.h"

struct problem {
    char id[16];
    char kind[8]; // VCF, DEF, LOST or WIN
    struct omok game;
    int move;                         // y * OMOK_SIZE + x; -1 where the file has none
    unsigned char saves[OMOK_POINTS]; // DEF: 1 for each saving point
};

// point_parse reads a letter a..o and a number 1..15, y from the top, and moves *text behind it.
static inline int point_parse(const char **text) {
    char *end;
    const int x = **text - 'a';
    const long y = strtol(*text + 1, &end, 10) - 1;

    *text = end;
    return (int)y * OMOK_SIZE + x;
}

// field_of returns what follows "name": in the line, NULL where it is missing.
static inline const char *field_of(const char *line, const char *name) {
    char key[32];

    snprintf(key, sizeof key, "\"%s\":", name);
    const char *at = strstr(line, key);
    return at ? at + strlen(key) : NULL;
}

static inline void text_field(const char *line, const char *name, char *ret, size_t size) {
    const char *at = field_of(line, name);
    size_t len = at ? strcspn(at + 1, "\"") : 0;

    if (len >= size)
        len = size - 1;
    if (len > 0)
        memcpy(ret, at + 1, len);
    ret[len] = '\0';
}

static inline void game_field(const char *line, struct omok *ret) {
    const char *at = field_of(line, "pos");

    *ret = omok_start();
    for (at = at ? at + 1 : "\""; *at != '"';) {
        const int point = point_parse(&at);
        omok_play(ret, (struct point){point % OMOK_SIZE, point / OMOK_SIZE});
    }
}

// problem_parse reads one line of a problem file.
static inline void problem_parse(const char *line, struct problem *ret) {
    memset(ret, 0, sizeof *ret);
    text_field(line, "id", ret->id, sizeof ret->id);
    text_field(line, "kind", ret->kind, sizeof ret->kind);
    game_field(line, &ret->game);

    const char *move = field_of(line, "move"), *saves = field_of(line, "saves");
    ret->move = -1;
    if (move != NULL) {
        move++;
        ret->move = point_parse(&move);
    }
    for (; saves != NULL && *saves != ']'; saves++)
        if (*saves >= 'a' && *saves <= 'o') {
            const char *at = saves;
            ret->saves[point_parse(&at)] = 1;
        }
}
