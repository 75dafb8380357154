#include "stats.h"

#include <stdio.h>

static const char *const kinds[STAT_KINDS] = {"start", "place", "resume", "other"};

enum stat_kind stats_kind(uint32_t packet_type) {
    return packet_type < STAT_OTHER ? (enum stat_kind)packet_type : STAT_OTHER;
}

static void merge(atomic_ullong *into, const atomic_ullong *from) {
    metric_add(into, metric_get(from));
}

void stats_merge(struct stats *into, const struct stats *from) {
    merge(&into->sessions, &from->sessions);
    for (int i = 0; i < STAT_KINDS; i++)
        merge(&into->packets[i], &from->packets[i]);
    for (int i = 0; i < PACKET_REFUSALS_END; i++)
        merge(&into->refused[i], &from->refused[i]);
    merge(&into->repeated, &from->repeated);
    merge(&into->began, &from->began);
    merge(&into->over, &from->over);
    merge(&into->is_taken, &from->is_taken);
    histogram_merge(&into->thinking, &from->thinking);
    histogram_merge(&into->answering, &from->answering);
}

static void counter(struct text *text, const char *name, const char *help,
                    const atomic_ullong *value) {
    metrics_family(text, name, "counter", help);
    metrics_sample(text, name, "", (double)metric_get(value));
}

void stats_text(struct text *text, const struct stats *stats, int seats) {
    char label[64];

    metrics_family(text, "stones_seats", "gauge", "Clients that can be served at a time.");
    metrics_sample(text, "stones_seats", "", seats);
    metrics_family(text, "stones_seats_taken", "gauge", "Clients that are being served.");
    metrics_sample(text, "stones_seats_taken", "", (double)metric_get(&stats->is_taken));
    counter(text, "stones_sessions_total", "Clients that came.", &stats->sessions);
    counter(text, "stones_games_begun_total", "Games begun.", &stats->began);
    counter(text, "stones_games_over_total", "Games played to the end.", &stats->over);

    metrics_family(text, "stones_packets_total", "counter", "Packets received.");
    for (int i = 0; i < STAT_KINDS; i++) {
        snprintf(label, sizeof label, "type=\"%s\"", kinds[i]);
        metrics_sample(text, "stones_packets_total", label, (double)metric_get(&stats->packets[i]));
    }
    metrics_family(text, "stones_refused_total", "counter", "Packets refused.");
    for (int i = 1; i < PACKET_REFUSALS_END; i++) {
        snprintf(label, sizeof label, "reason=\"%s\"", packet_refusal_words(i));
        metrics_sample(text, "stones_refused_total", label, (double)metric_get(&stats->refused[i]));
    }
    counter(text, "stones_repeated_total", "Stones sent again and answered alike.",
            &stats->repeated);

    metrics_family(text, "stones_thinking_seconds", "histogram", "Time to choose a stone.");
    metrics_histogram(text, "stones_thinking_seconds", "", &stats->thinking);
    metrics_family(text, "stones_answer_seconds", "histogram", "Time to answer a packet.");
    metrics_histogram(text, "stones_answer_seconds", "", &stats->answering);
}
