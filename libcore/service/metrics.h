// metrics.h - numbers in the Prometheus text format (version 0.0.4).
//
// Counters are relaxed atomics: one thread adds, any thread may read. A service that keeps one set
// per thread adds them up when it is asked.
#pragma once

#include <stdatomic.h>
#include <stdint.h>

#include "service/text.h"
#include "store/store.h"

// The content type that goes with the text.
#define METRICS_TYPE "text/plain; version=0.0.4; charset=utf-8"

// metric_add counts in the thread that owns the counter; nobody else may add to it.
static inline void metric_add(atomic_ullong *counter, uint64_t n) {
    const uint64_t old = atomic_load_explicit(counter, memory_order_relaxed);

    atomic_store_explicit(counter, old + n, memory_order_relaxed);
}

static inline uint64_t metric_get(const atomic_ullong *counter) {
    return atomic_load_explicit(counter, memory_order_relaxed);
}

enum { HISTOGRAM_BUCKETS = 14 }; // bounds in metrics.c: 100 us to 10 s, and infinity

struct histogram {
    atomic_ullong buckets[HISTOGRAM_BUCKETS]; // not cumulative
    atomic_ullong sum_us;
};

// histogram_add counts one duration, in the thread that owns the histogram.
void histogram_add(struct histogram *histogram, uint64_t us);

// histogram_merge adds what `from` holds to `into`, which the calling thread owns.
void histogram_merge(struct histogram *into, const struct histogram *from);

// metrics_family starts a group of samples with one name; `type` is counter, gauge or histogram.
void metrics_family(struct text *text, const char *name, const char *type, const char *help);

// metrics_sample adds one; `labels` is text like route="new",outcome="ok", or empty.
void metrics_sample(struct text *text, const char *name, const char *labels, double value);

// metrics_histogram adds all samples of one histogram, in seconds.
void metrics_histogram(struct text *text, const char *name, const char *labels,
                       const struct histogram *histogram);

// metrics_store adds every family of a store's counters, under names that begin with store_.
void metrics_store(struct text *text, const struct store_stats *stats);

// metrics_process adds CPU time, resident memory and open descriptors.
void metrics_process(struct text *text);
