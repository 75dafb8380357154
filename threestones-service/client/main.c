// main.c - threestones-client: reads its options, chooses how to look, plays.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "service/pid.h"

#include "client.h"
#include "options.h"

enum { HELP_MAX = 4096 };

#ifndef STONES_VERSION
    #define STONES_VERSION "unknown"
#endif

extern char **environ;

static int fail(const char *what, const char *why) {
    fprintf(stderr, "threestones-client: %s%s%s\n", what, why[0] == '\0' ? "" : ": ", why);
    return EXIT_FAILURE;
}

static int print_help(void) {
    char help[HELP_MAX];

    flags_help(option_flags, help, sizeof help);
    printf("threestones-client [FLAGS] [HOST[:PORT]] plays 3 Stones against a server.\n\n%s", help);
    return EXIT_SUCCESS;
}

// The numbers are the protocol's, also where this build has no such player.
static bool parse_level(const char *name, int *ret) {
    static const char *const names[] = {"default", "random", "greedy", "strong", "perfect"};

    for (int i = 0; i < (int)(sizeof names / sizeof names[0]); i++)
        if (strcasecmp(name, names[i]) == 0) {
            *ret = i;
            return true;
        }
    return false;
}

static bool parse_pid(const char *text, uint8_t ret[PACKET_PID_LEN]) {
    if (!pid_is_wellformed(text, strlen(text)))
        return false;
    for (size_t i = 0; i < PACKET_PID_LEN; i++) {
        const char byte[3] = {text[2 * i], text[2 * i + 1], '\0'};
        ret[i] = (uint8_t)strtoul(byte, NULL, 16);
    }
    return true;
}

// Signals that end the program arrive as something to read, so that it ends in one way only.
static int open_signals(void) {
    sigset_t signals;

    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigaddset(&signals, SIGQUIT);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    signal(SIGPIPE, SIG_IGN);
    return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

static struct face *open_face(bool is_plain) {
    struct face *face = NULL;

    if (!is_plain && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        face = face_open_screen();
    return face != NULL ? face : face_open_plain(STDIN_FILENO, STDOUT_FILENO);
}

static int play(const struct options *options) {
    struct client_options client = {.address = options->address};
    char farewell[CLIENT_FAREWELL_MAX] = "";

    if (options->level != NULL && !parse_level(options->level, &client.level))
        return fail("--level: nobody is called", options->level);
    if (options->resume != NULL && !parse_pid(options->resume, client.pid))
        return fail("--resume: not the name of a game", options->resume);
    struct address address;
    if (options->address != NULL && !address_parse(options->address, CLIENT_PORT, &address))
        return fail("not HOST[:PORT]", options->address);

    client.has_pid = options->resume != NULL;
    client.signal_fd = open_signals();
    struct link *link = link_new();
    struct face *face = client.signal_fd < 0 || link == NULL ? NULL : open_face(options->plain);
    if (face == NULL) {
        link_free(link);
        return fail("no memory", "");
    }
    const bool has_played = client_run(&client, face, link, farewell);
    face->close(face);
    link_free(link);
    fputs(farewell, stdout);
    return has_played ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
    struct options options = {0};
    char error[FLAG_ERROR_MAX];

    if (flags_parse(option_flags, argc, (const char *const *)argv, (const char *const *)environ,
                    &options, error) != 0)
        return fail(error, "see --help");
    if (options.help)
        return print_help();
    if (options.version) {
        puts("threestones-client " STONES_VERSION);
        return EXIT_SUCCESS;
    }
    return play(&options);
}
