#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "page.h"
#include "stats.h"

static const struct page *find(const char *path) {
    return page_find((struct slice){path, strlen(path)});
}

static void pages_are_found_by_their_path_alone(void **state) {
    (void)state;
    const struct page *page = find("/openapi.json");

    assert_non_null(page);
    assert_string_equal(page->type, "application/json");
    assert_int_equal(strlen(page->etag), 18);
    assert_int_equal(page->bytes[0], '{');
    assert_int_equal(page->bytes[page->len - 1], '\n');
    assert_ptr_equal(find("/"), find("/index.html"));
    assert_null(find("/openapi"));
    assert_null(find("/openapi.json/"));
    assert_null(find("//openapi.json"));
    assert_null(find(""));
}

static void the_longest_metrics_fit(void **state) {
    (void)state;
    struct stats *stats = calloc(1, sizeof *stats);
    char *bytes = malloc(STATS_TEXT_MAX);
    struct text text = text_start(bytes, STATS_TEXT_MAX);
    struct store_stats store = {0};
    const struct gauges gauges = {1, 2, 3};

    // Every counter at its highest gives the longest text.
    memset(stats, 0x7f, sizeof *stats);
    memset(&store, 0x7f, sizeof store);
    stats_text(&text, stats, &gauges);
    metrics_store(&text, &store);
    metrics_process(&text);

    assert_false(text.cut);
    free(bytes);
    free(stats);
}

static void help_has_every_flag(void **state) {
    (void)state;
    char help[8192], flag[64];

    flags_help(option_flags, help, sizeof help);
    for (const struct flag *row = option_flags; row->name != NULL; row++) {
        strcpy(flag, row->kind == FLAG_OPERAND ? "  " : "  --");
        strcat(flag, row->name);
        assert_non_null(strstr(help, flag));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_are_found_by_their_path_alone),
        cmocka_unit_test(the_longest_metrics_fit),
        cmocka_unit_test(help_has_every_flag),
    };
    return cmocka_run_group_tests_name("page", tests, NULL, NULL);
}
