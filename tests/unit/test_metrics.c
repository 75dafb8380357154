#include "test.h"

#include <string.h>

#include "service/metrics.h"

static void assert_text(const struct text *text, const char *expected) {
    assert_false(text->cut);
    assert_int_equal(text->len, strlen(expected));
    assert_memory_equal(text->bytes, expected, text->len);
}

static void samples_look_as_prometheus_wants_them(void **state) {
    (void)state;
    char bytes[512];
    struct text text = text_start(bytes, sizeof bytes);

    metrics_family(&text, "games_total", "counter", "Games begun.");
    metrics_sample(&text, "games_total", "", 123456789012);
    metrics_sample(&text, "games_total", "result=\"won\"", 0.5);

    assert_text(&text, "# HELP games_total Games begun.\n"
                       "# TYPE games_total counter\n"
                       "games_total 123456789012\n"
                       "games_total{result=\"won\"} 0.5\n");
}

static void a_histogram_is_cumulative_and_merges(void **state) {
    (void)state;
    static struct histogram one, two; // atomics start at zero
    char bytes[2048];
    struct text text = text_start(bytes, sizeof bytes);

    histogram_add(&one, 100);      // the bound belongs to its bucket
    histogram_add(&one, 101);      // the next
    histogram_add(&two, 99999999); // infinity
    histogram_merge(&one, &two);
    metrics_histogram(&text, "t", "route=\"new\"", &one);
    text_put(&text, "", 1);

    assert_non_null(strstr(bytes, "t_bucket{route=\"new\",le=\"0.0001\"} 1\n"));
    assert_non_null(strstr(bytes, "t_bucket{route=\"new\",le=\"0.00025\"} 2\n"));
    assert_non_null(strstr(bytes, "t_bucket{route=\"new\",le=\"10\"} 2\n"));
    assert_non_null(strstr(bytes, "t_bucket{route=\"new\",le=\"+Inf\"} 3\n"));
    assert_non_null(strstr(bytes, "t_sum{route=\"new\"} 100.0002\n"));
    assert_non_null(strstr(bytes, "t_count{route=\"new\"} 3\n"));
}

static void a_histogram_without_labels_has_no_empty_braces(void **state) {
    (void)state;
    static struct histogram none;
    char bytes[2048];
    struct text text = text_start(bytes, sizeof bytes);

    metrics_histogram(&text, "t", "", &none);
    text_put(&text, "", 1);

    assert_non_null(strstr(bytes, "t_bucket{le=\"0.0001\"} 0\n"));
    assert_non_null(strstr(bytes, "t_sum 0\nt_count 0\n"));
}

static void store_and_process_are_told(void **state) {
    (void)state;
    static struct store_stats stats;
    char bytes[4096];
    struct text text = text_start(bytes, sizeof bytes);

    metric_add(&stats.saves, 7);
    atomic_store(&stats.ready, 2);
    metrics_store(&text, &stats);
    metrics_process(&text);
    text_put(&text, "", 1);

    assert_false(text.cut);
    assert_non_null(strstr(bytes, "\nstore_requests_total{kind=\"save\"} 7\n"));
    assert_non_null(strstr(bytes, "\nstore_ready 2\n"));
    assert_non_null(strstr(bytes, "\nprocess_resident_memory_bytes "));
    assert_non_null(strstr(bytes, "\nprocess_open_fds "));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_look_as_prometheus_wants_them),
        cmocka_unit_test(a_histogram_is_cumulative_and_merges),
        cmocka_unit_test(a_histogram_without_labels_has_no_empty_braces),
        cmocka_unit_test(store_and_process_are_told),
    };
    return cmocka_run_group_tests_name("metrics", tests, NULL, NULL);
}
