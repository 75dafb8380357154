// main.c - threestones-service: reads its options, serves 3 Stones until it is told to stop.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "service/health.h"
#include "service/metrics.h"

#include "options.h"
#include "server.h"

enum { HELP_MAX = 8192, S_PER_DAY = 24 * 60 * 60 };

#ifndef STONES_VERSION
    #define STONES_VERSION "unknown"
#endif

extern char **environ;

static int fail(const char *what, const char *why) {
    fprintf(stderr, "threestones-service: %s%s%s\n", what, why[0] == '\0' ? "" : ": ", why);
    return EXIT_FAILURE;
}

static int print_help(void) {
    char help[HELP_MAX];

    flags_help(option_flags, help, sizeof help);
    printf("threestones-service [FLAGS] serves games of 3 Stones over TCP.\n"
           "threestones-service health [URL] tells whether a service is ready.\n\n"
           "A flag can be given by the environment variable in brackets instead.\n\n%s",
           help);
    return EXIT_SUCCESS;
}

static int ask_health(const struct options *options) {
    struct address address;
    char url[ADDRESS_TEXT_MAX + 32], error[HEALTH_ERROR_MAX] = "";

    if (options->url != NULL) {
        if (health_ask(options->url, error))
            return EXIT_SUCCESS;
        return fail("not ready", error);
    }
    if (!address_parse(options->health, OPTIONS_HEALTH_PORT, &address))
        return fail("--health is not HOST:PORT", options->health);
    const char *brackets = strchr(address.host, ':') != NULL ? "[]" : "";
    snprintf(url, sizeof url, "http://%.1s%s%s:%d/readyz", brackets, address.host,
             brackets[0] == '\0' ? "" : brackets + 1, address.port);
    return health_ask(url, error) ? EXIT_SUCCESS : fail("not ready", error);
}

// What the health port asks.

static bool is_ready(void *arg) {
    return server_is_ready(arg);
}

static bool is_store_ready(void *arg) {
    return server_is_store_ready(arg);
}

static void add_metrics(void *arg, struct text *text) {
    server_metrics(arg, text);
    metrics_process(text);
}

// set_server_options judges what flags_parse could not; false with a message in `error`.
static bool set_server_options(const struct options *options, struct server_options *ret,
                               struct address *ret_health, char error[SERVER_ERROR_MAX]) {
    *ret = (struct server_options){
        .store = options->store,
        .ttl_s = (int)options->ttl_days * S_PER_DAY,
        .seats = (int)options->sessions,
        .idle_s = (int)options->idle_s,
        .seed = options->seed.value,
        .preset = stones_strategy_find(options->level, strlen(options->level)),
        .log = {STDERR_FILENO, LOG_INFO},
    };
    if (!address_parse(options->listen, OPTIONS_PORT, &ret->listen)) {
        snprintf(error, SERVER_ERROR_MAX, "--listen is not HOST:PORT: %.100s", options->listen);
        return false;
    }
    if (!address_parse(options->health, OPTIONS_HEALTH_PORT, ret_health)) {
        snprintf(error, SERVER_ERROR_MAX, "--health is not HOST:PORT: %.100s", options->health);
        return false;
    }
    if (ret->preset == NULL) {
        snprintf(error, SERVER_ERROR_MAX, "--level: nobody is called %.40s", options->level);
        return false;
    }
    if (!options->seed.given &&
        getrandom(&ret->seed, sizeof ret->seed, 0) != (ssize_t)sizeof ret->seed) {
        snprintf(error, SERVER_ERROR_MAX, "the kernel gives no random bytes");
        return false;
    }
    return true;
}

static struct health *open_health(const struct address *address, struct server *server,
                                  const struct log *log, char error[SERVER_ERROR_MAX]) {
    const struct health_source source = {server, is_ready, is_store_ready, add_metrics};
    int fds[ADDRESS_SOCKETS_MAX];
    char reason[ADDRESS_ERROR_MAX] = "", text[ADDRESS_TEXT_MAX];

    const int count = address_listen(address, false, fds, reason);
    if (count == 0) {
        snprintf(error, SERVER_ERROR_MAX, "cannot listen for health: %s", reason);
        return NULL;
    }
    struct health *health = health_start(&source, fds, count);
    if (health == NULL) {
        snprintf(error, SERVER_ERROR_MAX, "no thread for health");
        return NULL;
    }
    address_format(fds[0], text);
    log_write(log, LOG_INFO, log_event("health"), log_text("address", text),
              log_number("port", address_port(fds[0])));
    return health;
}

// Signals are blocked before the first thread starts, so that they come here alone.
static void block_signals(sigset_t *ret) {
    sigemptyset(ret);
    sigaddset(ret, SIGTERM);
    sigaddset(ret, SIGINT);
    pthread_sigmask(SIG_BLOCK, ret, NULL);
    signal(SIGPIPE, SIG_IGN);
}

static int serve(const struct options *options) {
    char error[SERVER_ERROR_MAX] = "";
    struct server_options server_options;
    struct address health_address;
    struct health *health = NULL;
    sigset_t signals;
    int number;

    block_signals(&signals);
    if (!set_server_options(options, &server_options, &health_address, error))
        return fail(error, "");
    struct server *server = server_open(&server_options, error);
    if (server == NULL)
        return fail(error, "");

    health = open_health(&health_address, server, &server_options.log, error);
    if (health != NULL && server_start(server)) {
        sigwait(&signals, &number);
        log_write(&server_options.log, LOG_INFO, log_event("draining"));
        server_stop(server);
        log_write(&server_options.log, LOG_INFO, log_event("stopped"));
        health_stop(health);
        server_close(server);
        return EXIT_SUCCESS;
    }
    health_stop(health);
    server_close(server);
    return fail(error[0] == '\0' ? "no thread" : error, "");
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
        puts("threestones-service " STONES_VERSION);
        return EXIT_SUCCESS;
    }
    if (options.command == NULL)
        return serve(&options);
    if (strcmp(options.command, "health") != 0)
        return fail("no such command", options.command);
    return ask_health(&options);
}
