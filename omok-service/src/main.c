// main.c - omok-service: reads its options, opens its store, serves until it is told to stop.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>

#include "service/address.h"
#include "service/health.h"

#include "app.h"
#include "clock.h"
#include "options.h"
#include "reply.h"
#include "serve.h"

enum {
    STORE_WAIT_MS = 2000,    // how long to wait for the store's first answer before listening
    STORE_TURN_MS = 10,      // loops take turns while they wait
    POOL_QUEUE_A_THREAD = 8, // moves that wait for one thread: each then costs FLOOR_US at least
    SPARE_FDS = 64,          // descriptors besides connections: stores, loops, a name look-up
    HELP_MAX = 8192,
};

#ifndef OMOK_VERSION
    #define OMOK_VERSION "unknown"
#endif

extern char **environ;

static int fail(const char *what, const char *why) {
    fprintf(stderr, "omok-service: %s%s%s\n", what, why[0] == '\0' ? "" : ": ", why);
    return EXIT_FAILURE;
}

static int print_help(void) {
    char help[HELP_MAX];

    flags_help(option_flags, help, sizeof help);
    printf("omok-service [FLAGS] serves games of omok over HTTP.\n"
           "omok-service health [URL] tells whether a service is ready.\n\n"
           "A flag can be given by the environment variable in brackets instead.\n\n%s",
           help);
    return EXIT_SUCCESS;
}

static int ask_health(const struct options *options) {
    struct address address;
    char url[ADDRESS_TEXT_MAX + 32], error[HEALTH_ERROR_MAX] = "";

    if (options->url != NULL)
        snprintf(url, sizeof url, "%.200s", options->url);
    else if (address_parse(options->listen, OPTIONS_PORT, &address))
        snprintf(url, sizeof url,
                 strchr(address.host, ':') ? "http://[%s]:%d/readyz" : "http://%s:%d/readyz",
                 address.host, address.port); // no host: the loopback addresses
    else
        return fail("--listen is not HOST:PORT", options->listen);
    return health_ask(url, error) ? EXIT_SUCCESS : fail("not ready", error);
}

static int64_t count_cores(void) {
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);

    return cores < 1 ? 1 : cores;
}

// raise_descriptors makes room for every connection, or returns how many there is room for.
static int64_t raise_descriptors(int64_t conns_max) {
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return conns_max;
    const rlim_t wanted = (rlim_t)conns_max + SPARE_FDS;
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
        (void)getrlimit(RLIMIT_NOFILE, &limit);
    }
    const int64_t room = (int64_t)limit.rlim_cur - SPARE_FDS;
    return room < 1 ? 1 : room < conns_max ? room : conns_max;
}

// The policy lets the page load what is built in, and talk to this service and to 3 Stones.
static bool set_texts(struct app *app, const struct options *options) {
    struct text info = text_start(app->info, sizeof app->info);
    struct text config = text_start(app->config, sizeof app->config);

    reply_info(&info);
    app->info_len = info.len;
    reply_config(&config, options->stones_ws);
    app->config_len = config.len;
    const int len = snprintf(app->policy, sizeof app->policy,
                             "default-src 'none'; script-src 'self'; style-src 'self'; "
                             "img-src 'self'; font-src 'self'; manifest-src 'self'; "
                             "connect-src 'self' %s; base-uri 'none'; form-action 'none'; "
                             "frame-ancestors 'none'",
                             options->stones_ws);
    return !info.cut && !config.cut && len > 0 && (size_t)len < sizeof app->policy &&
           strpbrk(options->stones_ws, " ;,\r\n\t'\"") == NULL;
}

static bool set_seed(struct app *app, const struct options *options) {
    app->seed = options->seed.value;
    return options->seed.given ||
           getrandom(&app->seed, sizeof app->seed, 0) == (ssize_t)sizeof app->seed;
}

static int open_workers(struct app *app, const struct options *options, int threads) {
    const struct store_options store_options = {.ttl_s = (int)options->ttl_days * 24 * 60 * 60,
                                                .stats = &app->store_stats};
    char error[STORE_ERROR_MAX] = "";

    app->workers = calloc((size_t)threads, sizeof *app->workers);
    if (app->workers == NULL)
        return fail("no memory", "");
    app->worker_count = threads;
    for (int i = 0; i < threads; i++) {
        struct worker *worker = &app->workers[i];
        worker->app = app;
        worker->loop = http_loop(app->http, i);
        worker->access = text_start(worker->access_bytes, sizeof worker->access_bytes);
        worker->store = store_open(options->store, &store_options, worker->loop, error);
        if (worker->store == NULL)
            return fail("store", error);
        if (!scratch_open(&worker->scratch))
            return fail("no memory", "");
        http_set_worker(app->http, i, worker);
    }
    return EXIT_SUCCESS;
}

static bool all_ready(const struct app *app) {
    for (int i = 0; i < app->worker_count; i++)
        if (!store_is_ready(app->workers[i].store))
            return false;
    return true;
}

static void wait_for_store(struct app *app) {
    const uint64_t deadline_us = clock_us() + (uint64_t)STORE_WAIT_MS * 1000;

    while (!all_ready(app) && clock_us() < deadline_us)
        for (int i = 0; i < app->worker_count; i++)
            app->workers[i].loop->run_once(app->workers[i].loop, STORE_TURN_MS);
}

// Every thread gets sockets of its own, and the kernel spreads the connections over them.
static int listen_everywhere(struct app *app, struct address address) {
    int fds[ADDRESS_SOCKETS_MAX];
    char error[ADDRESS_ERROR_MAX], bound[ADDRESS_TEXT_MAX];

    for (int i = 0; i < app->worker_count; i++) {
        const int count = address_listen(&address, app->worker_count > 1, fds, error);
        if (count == 0)
            return fail("cannot listen", error);
        address.port = address_port(fds[0]);
        for (int n = 0; n < count; n++) {
            address_format(fds[n], bound);
            if (i == 0)
                log_write(&app->log, LOG_INFO, log_event("listening"), log_text("address", bound),
                          log_number("port", address.port),
                          log_number("threads", app->worker_count),
                          log_number("store_ready", all_ready(app)));
            http_listen(app->http, i, fds[n]);
        }
    }
    return EXIT_SUCCESS;
}

// Signals are blocked before the first thread starts, so that they come here alone.
static void block_signals(sigset_t *ret) {
    sigemptyset(ret);
    sigaddset(ret, SIGTERM);
    sigaddset(ret, SIGINT);
    pthread_sigmask(SIG_BLOCK, ret, NULL);
    signal(SIGPIPE, SIG_IGN);
}

// wait_for_end returns once the service shall stop serving; a second signal ends the draining
// early.
static void wait_for_end(struct app *app, const struct options *options, const sigset_t *signals) {
    const struct timespec drain = {.tv_sec = options->drain_s};
    int number;

    sigwait(signals, &number);
    atomic_store(&app->is_draining, true);
    log_write(&app->log, LOG_INFO, log_event("draining"), log_number("seconds", options->drain_s));
    if (options->drain_s > 0)
        sigtimedwait(signals, NULL, &drain);
}

static void close_all(struct app *app) {
    for (int i = 0; i < app->worker_count; i++)
        store_close(app->workers[i].store);
    if (app->http != NULL)
        http_close(app->http);
    for (int i = 0; i < app->worker_count; i++)
        scratch_close(&app->workers[i].scratch);
    free(app->workers);
    free(app->http);
}

static int serve(const struct options *options, struct app *app) {
    const int64_t cores = count_cores();
    const int threads = (int)(options->threads > 0 ? options->threads : cores);
    const int thinkers = cores > 1 ? (int)cores - 1 : 1;
    const int64_t conns_max = raise_descriptors(options->conns_max);
    struct address address;
    sigset_t signals;

    block_signals(&signals);
    if (!address_parse(options->listen, OPTIONS_PORT, &address))
        return fail("--listen is not HOST:PORT", options->listen);
    if (!set_texts(app, options))
        return fail("--stones-ws is not a URL", options->stones_ws);
    if (!set_seed(app, options))
        return fail("the kernel gives no random bytes", "");
    app->log = (struct log){STDERR_FILENO, LOG_INFO};
    app->has_access_log = !options->no_access_log;
    app->http = http_open(&(struct http_options){
        .threads = threads,
        .conns_max = (int)conns_max,
        .timeout_ms = (int)options->timeout_s * 1000,
        .body_max = (size_t)options->body_max,
        .call_size = sizeof(struct op),
        .on_request = serve_request,
        .on_turn = app->has_access_log ? serve_turn : NULL,
    });
    if (conns_max < options->conns_max)
        log_write(&app->log, LOG_WARNING, log_event("few descriptors"),
                  log_number("connections", conns_max));
    if (open_workers(app, options, threads) != EXIT_SUCCESS)
        return EXIT_FAILURE;
    app->pool = pool_open(thinkers, thinkers * POOL_QUEUE_A_THREAD);
    if (app->pool == NULL)
        return fail("no memory", "");

    wait_for_store(app);
    if (listen_everywhere(app, address) != EXIT_SUCCESS)
        return EXIT_FAILURE;
    if (!http_start(app->http))
        return fail("no thread", "");
    wait_for_end(app, options, &signals);
    http_stop(app->http);
    log_write(&app->log, LOG_INFO, log_event("stopped"));
    return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
    struct options options = {0};
    struct app app = {0};
    char error[FLAG_ERROR_MAX];

    if (flags_parse(option_flags, argc, (const char *const *)argv, (const char *const *)environ,
                    &options, error) != 0)
        return fail(error, "see --help");
    if (options.help)
        return print_help();
    if (options.version) {
        puts("omok-service " OMOK_VERSION);
        return EXIT_SUCCESS;
    }
    if (options.command != NULL)
        return strcmp(options.command, "health") == 0 ? ask_health(&options)
                                                      : fail("no such command", options.command);

    const int status = serve(&options, &app);
    pool_close(app.pool);
    close_all(&app);
    return status;
}
