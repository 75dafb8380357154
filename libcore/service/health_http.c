#include "service/health_http.h"

#include <string.h>

#include "service/metrics.h"

#define JSON_TYPE "application/json"

// A piece of the request.
struct slice {
    const char *bytes;
    size_t len;
};

static const struct {
    const char *name;
    enum health_method method;
} methods[] = {{"GET", HEALTH_GET}, {"HEAD", HEALTH_HEAD}, {"OPTIONS", HEALTH_OPTIONS}};

static const struct {
    const char *path;
    enum health_route route;
} routes[] = {{"/healthz", HEALTH_ALIVE}, {"/readyz", HEALTH_READY}, {"/metrics", HEALTH_METRICS}};

static const char *const booleans[] = {"false", "true"};

static bool equals(struct slice slice, const char *string) {
    return slice.len == strlen(string) && memcmp(slice.bytes, string, slice.len) == 0;
}

// take cuts the bytes before `end` off the front of `rest`, and `end` with them.
static bool take(struct slice *rest, char end, struct slice *ret) {
    const char *at = memchr(rest->bytes, end, rest->len);

    if (at == NULL)
        return false;
    *ret = (struct slice){rest->bytes, (size_t)(at - rest->bytes)};
    rest->len -= ret->len + 1;
    rest->bytes = at + 1;
    return true;
}

static struct slice without_cr(struct slice line) {
    if (line.len > 0 && line.bytes[line.len - 1] == '\r')
        line.len--;
    return line;
}

// has_ended looks for the empty line; a line may end without CR (RFC 9112, 2.2).
static bool has_ended(struct slice head) {
    struct slice line;

    while (take(&head, '\n', &line))
        if (without_cr(line).len == 0)
            return true;
    return false;
}

// path_of returns the path of a target in origin or absolute form (RFC 9112, 3.2), without query.
static struct slice path_of(struct slice target) {
    static const char scheme[] = "http://";
    const size_t len = sizeof scheme - 1;

    if (target.len > len && memcmp(target.bytes, scheme, len) == 0) {
        const char *slash = memchr(target.bytes + len, '/', target.len - len);
        if (slash == NULL)
            return (struct slice){"/", 1};
        target.len -= (size_t)(slash - target.bytes);
        target.bytes = slash;
    }
    const char *query = memchr(target.bytes, '?', target.len);
    if (query != NULL)
        target.len = (size_t)(query - target.bytes);
    return target;
}

static enum health_method find_method(struct slice name) {
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
        if (equals(name, methods[i].name))
            return methods[i].method;
    return HEALTH_OTHER_METHOD;
}

static enum health_route find_route(struct slice path) {
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++)
        if (equals(path, routes[i].path))
            return routes[i].route;
    return HEALTH_NOWHERE;
}

static bool is_version(struct slice word) {
    return word.len == 8 && memcmp(word.bytes, "HTTP/1.", 7) == 0 && word.bytes[7] >= '0' &&
           word.bytes[7] <= '9';
}

enum health_verdict health_parse(const char *bytes, size_t len, struct health_request *ret) {
    const struct slice head = {bytes, len};
    struct slice rest = head, line, method, target;

    if (!take(&rest, '\n', &line))
        return len < HEALTH_HEAD_MAX ? HEALTH_MORE : HEALTH_MALFORMED;
    line = without_cr(line);
    if (!take(&line, ' ', &method) || !take(&line, ' ', &target) || method.len == 0 ||
        target.len == 0 || !is_version(line))
        return HEALTH_MALFORMED;
    if (!has_ended(head))
        return len < HEALTH_HEAD_MAX ? HEALTH_MORE : HEALTH_MALFORMED;

    *ret = (struct health_request){find_method(method), find_route(path_of(target))};
    return HEALTH_COMPLETE;
}

struct answer {
    const char *status;  // "200 OK"
    const char *headers; // more of them, each ended by CRLF
    const char *type;    // NULL = no body
    struct slice body;
    bool is_head;
};

static void put_answer(struct text *text, const struct answer *answer) {
    text_format(text,
                "HTTP/1.1 %s\r\n"
                "Access-Control-Allow-Origin: *\r\n"
                "Connection: close\r\n"
                "%s",
                answer->status, answer->headers);
    if (answer->type == NULL) {
        text_add(text, "\r\n");
        return;
    }
    text_format(text, "Content-Type: %s\r\nContent-Length: %zu\r\n\r\n", answer->type,
                answer->body.len);
    if (!answer->is_head)
        text_put(text, answer->body.bytes, answer->body.len);
}

static void put_json(struct text *text, const char *status, const char *headers, const char *body,
                     bool is_head) {
    put_answer(text, &(struct answer){status, headers, JSON_TYPE, {body, strlen(body)}, is_head});
}

static void answer_ready(struct text *text, const struct health_facts *facts, bool is_head) {
    char bytes[64];
    struct text body = text_start(bytes, sizeof bytes - 1);

    text_format(&body, "{\"ready\":%s,\"store\":%s}", booleans[facts->is_ready],
                booleans[facts->is_store_ready]);
    bytes[body.len] = '\0';
    put_json(text, facts->is_ready ? "200 OK" : "503 Service Unavailable", "", bytes, is_head);
}

static void answer_get(struct text *text, enum health_route route, const struct health_facts *facts,
                       bool is_head) {
    switch (route) {
    case HEALTH_ALIVE:
        put_json(text, "200 OK", "", "{\"alive\":true}", is_head);
        return;
    case HEALTH_READY:
        answer_ready(text, facts, is_head);
        return;
    case HEALTH_METRICS:
        put_answer(text,
                   &(struct answer){
                       "200 OK", "", METRICS_TYPE, {facts->metrics, facts->metrics_len}, is_head});
        return;
    case HEALTH_NOWHERE:
        put_json(text, "404 Not Found", "", "{\"response\":false,\"reason\":\"Not found\"}",
                 is_head);
        return;
    }
}

void health_answer(struct text *text, const struct health_request *request,
                   const struct health_facts *facts) {
    const bool is_head = request->method == HEALTH_HEAD;

    if (request->route == HEALTH_NOWHERE || request->method == HEALTH_GET || is_head)
        answer_get(text, request->route, facts, is_head);
    else if (request->method == HEALTH_OPTIONS)
        put_answer(text, &(struct answer){.status = "204 No Content",
                                          .headers =
                                              "Allow: GET, HEAD, OPTIONS\r\n"
                                              "Access-Control-Allow-Methods: GET, HEAD\r\n"
                                              "Access-Control-Allow-Headers: Idempotency-Key\r\n"});
    else
        put_json(text, "405 Method Not Allowed", "Allow: GET, HEAD, OPTIONS\r\n",
                 "{\"response\":false,\"reason\":\"Method not allowed\"}", false);
}

void health_answer_malformed(struct text *text) {
    put_json(text, "400 Bad Request", "", "{\"response\":false,\"reason\":\"Bad request\"}", false);
}
