#include "stats.h"

#include <stdio.h>

enum { LABELS_MAX = 64 };

static const char *const routes[] = {
#define X(name, word) word,
    ROUTES(X)
#undef X
};

static const char *const outcomes[] = {
#define X(name, word) word,
    OUTCOMES(X)
#undef X
};

static const char *const endings[] = {
#define X(name, word) word,
    ENDINGS(X)
#undef X
};

const char *route_word(enum route route) {
    return routes[route];
}

const char *outcome_word(enum outcome outcome) {
    return outcomes[outcome];
}

static void merge(atomic_ullong *into, const atomic_ullong *from, size_t count) {
    for (size_t i = 0; i < count; i++)
        metric_add(&into[i], metric_get(&from[i]));
}

void stats_merge(struct stats *into, const struct stats *from) {
    for (int i = 0; i < ROUTE_COUNT; i++) {
        merge(into->requests[i], from->requests[i], OUTCOME_COUNT);
        histogram_merge(&into->seconds[i], &from->seconds[i]);
    }
    merge(into->begun, from->begun, STRATEGIES_MAX);
    merge(into->ended, from->ended, ENDING_COUNT);
    merge(into->moves, from->moves, STRATEGIES_MAX);
    merge(into->think_us, from->think_us, STRATEGIES_MAX);
    merge(&into->hurried, &from->hurried, 1);
    merge(&into->cancelled, &from->cancelled, 1);
    merge(&into->rejudged, &from->rejudged, 1);
}

static void sample(struct text *text, const char *name, const char *key, const char *word,
                   double value) {
    char labels[LABELS_MAX];

    snprintf(labels, sizeof labels, "%s=\"%s\"", key, word);
    metrics_sample(text, name, labels, value);
}

static void requests_text(struct text *text, const struct stats *stats) {
    char labels[LABELS_MAX];

    metrics_family(text, "omok_requests_total", "counter", "Answers by route and outcome.");
    for (int r = 0; r < ROUTE_COUNT; r++) {
        for (int o = 0; o < OUTCOME_COUNT; o++) {
            snprintf(labels, sizeof labels, "route=\"%s\",outcome=\"%s\"", routes[r], outcomes[o]);
            metrics_sample(text, "omok_requests_total", labels,
                           (double)metric_get(&stats->requests[r][o]));
        }
    }
    metrics_family(text, "omok_request_seconds", "histogram", "From request to answer.");
    for (int r = 0; r < ROUTE_COUNT; r++) {
        snprintf(labels, sizeof labels, "route=\"%s\"", routes[r]);
        metrics_histogram(text, "omok_request_seconds", labels, &stats->seconds[r]);
    }
}

static void by_strategy(struct text *text, const char *name, const char *help,
                        const atomic_ullong *values, double unit) {
    metrics_family(text, name, "counter", help);
    for (const struct omok_strategy *s = omok_strategies; s->name != NULL; s++)
        sample(text, name, "strategy", s->name,
               (double)metric_get(&values[strategy_index(s)]) * unit);
}

static void games_text(struct text *text, const struct stats *stats) {
    by_strategy(text, "omok_games_begun_total", "Games begun.", stats->begun, 1);
    metrics_family(text, "omok_games_ended_total", "counter", "Games ended, by winner.");
    for (int i = 0; i < ENDING_COUNT; i++)
        sample(text, "omok_games_ended_total", "winner", endings[i],
               (double)metric_get(&stats->ended[i]));
    by_strategy(text, "omok_moves_total", "Moves of the computer.", stats->moves, 1);
    by_strategy(text, "omok_think_seconds_total", "Time spent on them.", stats->think_us, 1e-6);
}

static void single(struct text *text, const char *name, const char *type, const char *help,
                   double value) {
    metrics_family(text, name, type, help);
    metrics_sample(text, name, "", value);
}

void stats_text(struct text *text, const struct stats *stats, const struct gauges *gauges) {
    requests_text(text, stats);
    games_text(text, stats);
    single(text, "omok_moves_rejudged_total", "counter", "Moves judged again after a lost race.",
           (double)metric_get(&stats->rejudged));
    single(text, "omok_moves_hurried_total", "counter", "Moves thought about shortly, pool full.",
           (double)metric_get(&stats->hurried));
    single(text, "omok_moves_cancelled_total", "counter", "Moves given up, client gone.",
           (double)metric_get(&stats->cancelled));
    single(text, "omok_pool_waiting", "gauge", "Moves that wait for a thread.",
           gauges->pool_waiting);
    single(text, "omok_pool_running", "gauge", "Moves that are thought about.",
           gauges->pool_running);
    single(text, "omok_connections", "gauge", "Open connections.", gauges->conns);
}
