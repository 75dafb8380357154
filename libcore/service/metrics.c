#include "service/metrics.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// Upper bounds of the histogram buckets in microseconds: a move with Random takes some hundred,
// one with Master up to seconds.
static const uint64_t bounds_us[HISTOGRAM_BUCKETS - 1] = {
    100, 250, 500, 1000, 2500, 5000, 10000, 25000, 100000, 250000, 1000000, 2500000, 10000000,
};

void histogram_add(struct histogram *histogram, uint64_t us) {
    int i = 0;

    while (i < HISTOGRAM_BUCKETS - 1 && us > bounds_us[i])
        i++;
    metric_add(&histogram->buckets[i], 1);
    metric_add(&histogram->sum_us, us);
}

void histogram_merge(struct histogram *into, const struct histogram *from) {
    for (int i = 0; i < HISTOGRAM_BUCKETS; i++)
        metric_add(&into->buckets[i], metric_get(&from->buckets[i]));
    metric_add(&into->sum_us, metric_get(&from->sum_us));
}

void metrics_family(struct text *text, const char *name, const char *type, const char *help) {
    text_format(text, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

void metrics_sample(struct text *text, const char *name, const char *labels, double value) {
    if (labels[0] == '\0')
        text_format(text, "%s %.15g\n", name, value);
    else
        text_format(text, "%s{%s} %.15g\n", name, labels, value);
}

void metrics_histogram(struct text *text, const char *name, const char *labels,
                       const struct histogram *histogram) {
    const char *comma = labels[0] == '\0' ? "" : ",";
    const char *open = labels[0] == '\0' ? "" : "{", *close = labels[0] == '\0' ? "" : "}";
    uint64_t count = 0;

    for (int i = 0; i < HISTOGRAM_BUCKETS; i++) {
        count += metric_get(&histogram->buckets[i]);
        text_format(text, "%s_bucket{%s%sle=\"", name, labels, comma);
        if (i < HISTOGRAM_BUCKETS - 1)
            text_format(text, "%g", (double)bounds_us[i] / 1e6);
        else
            text_add(text, "+Inf");
        text_format(text, "\"} %llu\n", (unsigned long long)count);
    }
    text_format(text, "%s_sum%s%s%s %.15g\n", name, open, labels, close,
                (double)metric_get(&histogram->sum_us) / 1e6);
    text_format(text, "%s_count%s%s%s %llu\n", name, open, labels, close,
                (unsigned long long)count);
}

static void sample_count(struct text *text, const char *name, const char *labels,
                         const atomic_ullong *counter) {
    metrics_sample(text, name, labels, (double)metric_get(counter));
}

void metrics_store(struct text *text, const struct store_stats *stats) {
    metrics_family(text, "store_requests_total", "counter", "Requests to the store.");
    sample_count(text, "store_requests_total", "kind=\"load\"", &stats->loads);
    sample_count(text, "store_requests_total", "kind=\"create\"", &stats->creates);
    sample_count(text, "store_requests_total", "kind=\"save\"", &stats->saves);

    metrics_family(text, "store_errors_total", "counter", "Requests that did not end well.");
    sample_count(text, "store_errors_total", "kind=\"conflict\"", &stats->conflicts);
    sample_count(text, "store_errors_total", "kind=\"failed\"", &stats->failed);
    sample_count(text, "store_errors_total", "kind=\"unknown\"", &stats->unknown);

    metrics_family(text, "store_connects_total", "counter", "Connections made ready.");
    sample_count(text, "store_connects_total", "", &stats->connects);
    metrics_family(text, "store_drops_total", "counter", "Connections lost.");
    sample_count(text, "store_drops_total", "", &stats->drops);
    metrics_family(text, "store_expired_total", "counter", "Games deleted after their time.");
    sample_count(text, "store_expired_total", "", &stats->expired);

    metrics_family(text, "store_ready", "gauge", "Connections that can serve a request now.");
    metrics_sample(text, "store_ready", "",
                   atomic_load_explicit(&stats->ready, memory_order_relaxed));
}

static long resident_pages(void) {
    FILE *file = fopen("/proc/self/statm", "re");
    char line[128] = "", *rest;

    if (file == NULL)
        return 0;
    (void)!fgets(line, sizeof line, file); // an empty line reads as 0
    fclose(file);

    (void)strtol(line, &rest, 10); // the first number is the size
    return strtol(rest, NULL, 10);
}

static int open_descriptors(void) {
    DIR *folder = opendir("/proc/self/fd");
    int count = -3; // ".", ".." and the folder itself

    if (folder == NULL)
        return 0;
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count;
}

void metrics_process(struct text *text) {
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    metrics_family(text, "process_cpu_seconds_total", "counter", "User and system time.");
    metrics_sample(text, "process_cpu_seconds_total", "",
                   (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6);
    metrics_family(text, "process_resident_memory_bytes", "gauge", "Resident memory.");
    metrics_sample(text, "process_resident_memory_bytes", "",
                   (double)resident_pages() * (double)sysconf(_SC_PAGESIZE));
    metrics_family(text, "process_open_fds", "gauge", "Open file descriptors.");
    metrics_sample(text, "process_open_fds", "", open_descriptors());
}
