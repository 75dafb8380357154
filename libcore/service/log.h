// log.h - what happened, one line of JSON each.
//
//   {"time":"2026-11-30T06:12:01.345Z","level":"info","event":"listening","address":"[::]:8080"}
//
// A whole pid opens a game to whoever reads it: log_pid writes its first four characters.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "service/text.h"

enum { LOG_LINE_MAX = 1024 }; // under PIPE_BUF, so lines of several threads never mix in a pipe

enum log_level { LOG_INFO, LOG_WARNING, LOG_ERROR };

struct log {
    int fd;
    enum log_level least; // lines below this level are left out
};

struct log_field {
    const char *name;
    const char *text; // NULL = the value is `number`
    size_t len;
    int64_t number;
};

struct log_field log_event(const char *event);
struct log_field log_text(const char *name, const char *text); // NULL is written as ""
struct log_field log_bytes(const char *name, const char *bytes, size_t len);
struct log_field log_pid(const char *pid);
struct log_field log_number(const char *name, int64_t number);

// log_write(log, level, log_event("listening"), log_number("port", 8080), ...) writes one line.
#define log_write(log, level, ...)                                                                 \
    log_fields(log, level, (const struct log_field[]){__VA_ARGS__},                                \
               sizeof((const struct log_field[]){__VA_ARGS__}) / sizeof(struct log_field))

void log_fields(const struct log *log, enum log_level level, const struct log_field *fields,
                size_t count);

// log_format adds the same line to `text`, its newline included; `time_ms` is since 1970 UTC. A
// field for which LOG_LINE_MAX leaves no room is left out; a line for which `text` has none, too.
void log_format(struct text *text, int64_t time_ms, enum log_level level,
                const struct log_field *fields, size_t count);

// log_now_ms reads the clock for log_format.
int64_t log_now_ms(void);
