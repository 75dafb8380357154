#include "test.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "service/log.h"

static struct format_case {
    const char *name;
    int64_t time_ms;
    enum log_level level;
    struct log_field fields[3];
    const char *line;
} formats[] = {
    // clang-format off
    {"event", 0, LOG_INFO, {{"event", "started", 7, 0}},
     "{\"time\":\"1970-01-01T00:00:00.000Z\",\"level\":\"info\",\"event\":\"started\"}\n"},
    {"number", 1796018399999, LOG_WARNING, {{"port", NULL, 0, 8080}, {"least", NULL, 0, INT64_MIN}},
     "{\"time\":\"2026-11-30T05:59:59.999Z\",\"level\":\"warning\",\"port\":8080,\"least\":-9223372036854775808}\n"},
    {"bytes of any kind", 0, LOG_ERROR, {{"path", "a\"\\\n\0\xff~", 7, 0}},
     "{\"time\":\"1970-01-01T00:00:00.000Z\",\"level\":\"error\",\"path\":\"a\\u0022\\u005c\\u000a\\u0000\\u00ff~\"}\n"},
    // clang-format on
};

static void format_writes(void **state) {
    const struct format_case *row = *state;
    char bytes[LOG_LINE_MAX];
    struct text text = text_start(bytes, sizeof bytes);
    size_t count = 0;

    while (count < 3 && row->fields[count].name != NULL)
        count++;
    log_format(&text, row->time_ms, row->level, row->fields, count);

    assert_int_equal(text.len, strlen(row->line));
    assert_memory_equal(text.bytes, row->line, text.len);
}

static void a_field_without_room_is_left_out_whole(void **state) {
    (void)state;
    char bytes[LOG_LINE_MAX], path[LOG_LINE_MAX];
    struct text text = text_start(bytes, sizeof bytes);
    memset(path, 'x', sizeof path);
    const struct log_field fields[] = {log_bytes("path", path, sizeof path), log_number("n", 5)};

    log_format(&text, 0, LOG_INFO, fields, 2);

    const char *line = "{\"time\":\"1970-01-01T00:00:00.000Z\",\"level\":\"info\",\"n\":5}\n";
    assert_int_equal(text.len, strlen(line));
    assert_memory_equal(text.bytes, line, text.len);
}

static void a_line_without_room_is_left_out_whole(void **state) {
    (void)state;
    char bytes[40];
    struct text text = text_start(bytes, sizeof bytes);

    log_format(&text, 0, LOG_INFO, &(struct log_field){"n", NULL, 0, 5}, 1);

    assert_int_equal(text.len, 0);
    assert_true(text.cut);
}

static void a_pid_is_never_written_whole(void **state) {
    (void)state;
    const struct log_field field = log_pid("0123456789abcdef0123456789abcdef");

    assert_int_equal(field.len, 4);
    assert_int_equal(log_pid("01").len, 2);
}

static void write_sends_one_line_and_honours_the_level(void **state) {
    (void)state;
    int ends[2];
    char got[LOG_LINE_MAX];
    assert_int_equal(pipe(ends), 0);
    const struct log log = {ends[1], LOG_WARNING};

    log_write(&log, LOG_INFO, log_event("unseen"));
    log_write(&log, LOG_ERROR, log_event("seen"), log_text("why", NULL));
    close(ends[1]);

    const ssize_t len = read(ends[0], got, sizeof got - 1);
    assert_true(len > 0);
    got[len] = '\0';
    assert_null(strstr(got, "unseen"));
    assert_non_null(strstr(got, "\"level\":\"error\",\"event\":\"seen\",\"why\":\"\"}\n"));
    close(ends[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_field_without_room_is_left_out_whole),
        cmocka_unit_test(a_line_without_room_is_left_out_whole),
        cmocka_unit_test(a_pid_is_never_written_whole),
        cmocka_unit_test(write_sends_one_line_and_honours_the_level),
    };
    return RUN_TABLE(formats, format_writes) +
           cmocka_run_group_tests_name("log", tests, NULL, NULL);
}
