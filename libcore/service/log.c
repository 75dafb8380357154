#include "service/log.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PID_SHOWN = 4 };

static const char *const levels[] = {"info", "warning", "error"};

struct log_field log_bytes(const char *name, const char *bytes, size_t len) {
    return (struct log_field){.name = name, .text = bytes, .len = len};
}

struct log_field log_text(const char *name, const char *text) {
    return log_bytes(name, text == NULL ? "" : text, text == NULL ? 0 : strlen(text));
}

struct log_field log_event(const char *event) {
    return log_text("event", event);
}

struct log_field log_pid(const char *pid) {
    return log_bytes("pid", pid, strnlen(pid, PID_SHOWN));
}

struct log_field log_number(const char *name, int64_t number) {
    return (struct log_field){.name = name, .number = number};
}

static void put_time(struct text *line, int64_t time_ms) {
    const time_t seconds = (time_t)(time_ms / 1000);
    struct tm utc = {0};
    char date[sizeof "2026-11-30T06:12:01"];

    gmtime_r(&seconds, &utc);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &utc);
    text_format(line, "{\"time\":\"%s.%03dZ\"", date, (int)(time_ms % 1000));
}

static void put_field(struct text *line, const struct log_field *field) {
    const size_t before = line->len;

    line->cut = false;
    text_put(line, ",", 1);
    text_quote(line, field->name, strlen(field->name));
    text_put(line, ":", 1);
    if (field->text != NULL)
        text_quote(line, field->text, field->len);
    else
        text_int(line, field->number);
    if (line->cut)
        line->len = before;
}

void log_format(struct text *text, int64_t time_ms, enum log_level level,
                const struct log_field *fields, size_t count) {
    char bytes[LOG_LINE_MAX];
    struct text line = text_start(bytes, sizeof bytes - 2); // "}\n" always has room

    put_time(&line, time_ms);
    put_field(&line, &(struct log_field){"level", levels[level], strlen(levels[level]), 0});
    for (size_t i = 0; i < count; i++)
        put_field(&line, fields + i);

    line.size = sizeof bytes;
    text_put(&line, "}\n", 2);
    text_put(text, line.bytes, line.len);
}

int64_t log_now_ms(void) {
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void log_fields(const struct log *log, enum log_level level, const struct log_field *fields,
                size_t count) {
    char bytes[LOG_LINE_MAX];
    struct text text = text_start(bytes, sizeof bytes);

    if (level < log->least)
        return;
    log_format(&text, log_now_ms(), level, fields, count);

    // A log that cannot be written to has nobody to tell.
    const ssize_t written = write(log->fd, text.bytes, text.len);
    (void)written;
}
