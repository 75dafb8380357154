#include "serve.h"

#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "game.h"
#include "page.h"

#define JSON_TYPE "application/json"

static const char allowed[] = "GET, HEAD, OPTIONS";

static const struct log_field no_pid = {"pid", "", 0, 0};

static void flush_access_log(struct worker *worker) {
    // A log that cannot be written to has nobody to tell.
    (void)!write(worker->app->log.fd, worker->access.bytes, worker->access.len);
    worker->access = text_start(worker->access_bytes, sizeof worker->access_bytes);
}

void serve_turn(void *arg) {
    struct worker *worker = arg;

    if (worker->access.len > 0)
        flush_access_log(worker);
}

static void log_access(const struct op *op, enum outcome outcome, int status, uint64_t us) {
    struct worker *worker = op_worker(op);
    const struct log_field fields[] = {
        log_event("request"),
        log_text("route", route_word(op->route)),
        log_text("outcome", outcome_word(outcome)),
        log_number("status", status),
        log_number("us", (int64_t)us),
        op->key[0] == '\0' ? no_pid : log_pid(op_pid(op)),
    };

    if (worker->access.size - worker->access.len < LOG_LINE_MAX)
        flush_access_log(worker);
    log_format(&worker->access, log_now_ms(), LOG_INFO, fields, sizeof fields / sizeof fields[0]);
}

void serve_reply(struct op *op, enum outcome outcome, struct http_reply *reply) {
    struct worker *worker = op_worker(op);
    const uint64_t us = clock_us() - op->call.started_us;

    metric_add(&worker->stats.requests[op->route][outcome], 1);
    histogram_add(&worker->stats.seconds[op->route], us);
    if (worker->app->has_access_log)
        log_access(op, outcome, reply->status, us);
    reply->is_head = op->is_head;
    http_answer(&op->call, reply);
}

void serve_json(struct op *op, enum outcome outcome, int status, const struct text *body) {
    struct http_reply reply = {
        .status = status, .type = JSON_TYPE, .body = body->bytes, .len = body->len};

    serve_reply(op, outcome, &reply);
}

// What is not in this table is the client's mistake: 200, which known clients insist on.
static const struct refusal_row {
    enum reason reason;
    int status;
    enum outcome outcome;
} refusal_rows[] = {
    {REASON_STORE, 503, OUTCOME_UNAVAILABLE},   {REASON_CANCELLED, 503, OUTCOME_UNAVAILABLE},
    {REASON_NOT_FOUND, 404, OUTCOME_NOT_FOUND}, {REASON_METHOD, 405, OUTCOME_METHOD},
    {REASON_NONE, 200, OUTCOME_REFUSED},
};

void serve_refusal(struct op *op, const struct refusal *refusal) {
    const struct refusal_row *row = refusal_rows;
    char bytes[REPLY_MAX];
    struct text text = text_start(bytes, sizeof bytes);

    while (row->reason != refusal->reason && row->reason != REASON_NONE)
        row++;
    reply_refusal(&text, refusal);
    struct http_reply reply = {
        .status = row->status, .type = JSON_TYPE, .body = text.bytes, .len = text.len};
    if (refusal->reason == REASON_METHOD)
        reply.headers[0] = (struct http_header){"allow", allowed};
    serve_reply(op, row->outcome, &reply);
}

static void serve_options(struct op *op) {
    struct http_reply reply = {
        .status = 204,
        .headers = {{"allow", allowed},
                    {"access-control-allow-methods", "GET, HEAD"},
                    {"access-control-allow-headers", "Idempotency-Key"}},
    };

    serve_reply(op, OUTCOME_OK, &reply);
}

static void serve_info(struct op *op) {
    struct app *app = op_worker(op)->app;
    struct http_reply reply = {.status = 200,
                               .type = JSON_TYPE,
                               .body = app->info,
                               .len = app->info_len,
                               .is_static = true};

    serve_reply(op, OUTCOME_OK, &reply);
}

static void serve_config(struct op *op) {
    const struct app *app = op_worker(op)->app;
    struct http_reply reply = {.status = 200,
                               .type = JSON_TYPE,
                               .body = app->config,
                               .len = app->config_len,
                               .is_static = true,
                               .headers = {{"cache-control", "no-cache"}}};

    serve_reply(op, OUTCOME_OK, &reply);
}

static void serve_healthz(struct op *op) {
    char bytes[REPLY_MAX];
    struct text text = text_start(bytes, sizeof bytes);

    reply_health(&text);
    serve_json(op, OUTCOME_OK, 200, &text);
}

// A store that is away does not take the replica out: every other one would be as helpless.
static void serve_readyz(struct op *op) {
    const struct worker *worker = op_worker(op);
    const bool ready = !atomic_load(&worker->app->is_draining);
    char bytes[REPLY_MAX];
    struct text text = text_start(bytes, sizeof bytes);

    reply_ready(&text, ready, store_is_ready(worker->store));
    serve_json(op, ready ? OUTCOME_OK : OUTCOME_UNAVAILABLE, ready ? 200 : 503, &text);
}

static void serve_metrics(struct op *op) {
    struct app *app = op_worker(op)->app;
    const struct gauges gauges = {http_conns(app->http), pool_waiting(app->pool),
                                  pool_running(app->pool)};
    char bytes[STATS_TEXT_MAX];
    struct text text = text_start(bytes, sizeof bytes);
    struct stats sum = {0};

    for (int i = 0; i < app->worker_count; i++)
        stats_merge(&sum, &app->workers[i].stats);
    stats_text(&text, &sum, &gauges);
    metrics_store(&text, &app->store_stats);
    metrics_process(&text);

    struct http_reply reply = {
        .status = 200, .type = METRICS_TYPE, .body = text.bytes, .len = text.len};
    serve_reply(op, OUTCOME_OK, &reply);
}

static bool has_etag(struct slice list, const char *etag) {
    const size_t len = strlen(etag);

    for (size_t i = 0; i + len <= list.len; i++)
        if (memcmp(list.bytes + i, etag, len) == 0)
            return true;
    return false;
}

static void serve_page(struct op *op, const struct page *page, struct slice if_none_match) {
    const bool is_known = if_none_match.bytes != NULL && has_etag(if_none_match, page->etag);
    struct http_reply reply = {
        .status = is_known ? 304 : 200,
        .type = is_known ? NULL : page->type,
        .body = page->bytes,
        .len = page->len,
        .is_static = true,
        .headers = {{"etag", page->etag},
                    {"cache-control", "no-cache"},
                    {"content-security-policy", op_worker(op)->app->policy},
                    {"x-content-type-options", "nosniff"},
                    {"referrer-policy", "no-referrer"}},
    };

    serve_reply(op, OUTCOME_OK, &reply);
}

// begin makes an op of what http.h hands over: it owns only the call in front.
static struct op *begin(struct http_call *call) {
    struct op *op = (struct op *)(void *)call;

    memset((char *)op + sizeof *call, 0, offsetof(struct op, record) - sizeof *call);
    return op;
}

static void serve_get(struct op *op, const struct query *query,
                      const struct http_message *message) {
    switch (op->route) {
    case ROUTE_INFO:
        serve_info(op);
        break;
    case ROUTE_NEW:
        game_new(op, query);
        break;
    case ROUTE_PLAY:
        game_play(op, query, message->idempotency_key);
        break;
    case ROUTE_GAME:
        game_show(op, query);
        break;
    case ROUTE_HEALTHZ:
        serve_healthz(op);
        break;
    case ROUTE_READYZ:
        serve_readyz(op);
        break;
    case ROUTE_METRICS:
        serve_metrics(op);
        break;
    case ROUTE_CONFIG:
        serve_config(op);
        break;
    case ROUTE_OTHER:
    case ROUTE_COUNT:
        break;
    }
}

// A HEAD must change nothing, and what new, play and game would answer is not known without.
static bool is_told_by_info(enum route route) {
    return route == ROUTE_NEW || route == ROUTE_PLAY || route == ROUTE_GAME;
}

void serve_request(struct http_call *call, const struct http_message *message) {
    struct op *op = begin(call);
    const enum method method = method_find(message->method.bytes, message->method.len);
    struct slice path, text;

    request_split(message->target.bytes, message->target.len, &path, &text);
    op->route = route_find(path);
    op->is_head = method == METHOD_HEAD;

    const struct page *page = op->route == ROUTE_OTHER ? page_find(path) : NULL;
    if (op->route == ROUTE_OTHER && page == NULL) {
        serve_refusal(op, &(struct refusal){.reason = REASON_NOT_FOUND});
    } else if (method == METHOD_OPTIONS) {
        serve_options(op);
    } else if (method == METHOD_OTHER) {
        serve_refusal(op, &(struct refusal){.reason = REASON_METHOD});
    } else if (page != NULL) {
        serve_page(op, page, message->if_none_match);
    } else if (op->is_head && is_told_by_info(op->route)) {
        serve_info(op);
    } else {
        const struct query query = query_decode(text);
        serve_get(op, &query, message);
    }
}
