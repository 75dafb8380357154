#include "test.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "service/address.h"
#include "service/health.h"
#include "service/health_http.h"

static struct parse_case {
    const char *name, *bytes;
    enum health_verdict verdict;
    enum health_method method;
    enum health_route route;
} parses[] = {
    // clang-format off
    {"healthz",                  "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", HEALTH_COMPLETE, HEALTH_GET, HEALTH_ALIVE},
    {"readyz, older HTTP",       "GET /readyz HTTP/1.0\r\n\r\n",           HEALTH_COMPLETE, HEALTH_GET, HEALTH_READY},
    {"metrics",                  "GET /metrics HTTP/1.1\r\n\r\n",          HEALTH_COMPLETE, HEALTH_GET, HEALTH_METRICS},
    {"HEAD",                     "HEAD /healthz HTTP/1.1\r\n\r\n",         HEALTH_COMPLETE, HEALTH_HEAD, HEALTH_ALIVE},
    {"OPTIONS",                  "OPTIONS /healthz HTTP/1.1\r\n\r\n",      HEALTH_COMPLETE, HEALTH_OPTIONS, HEALTH_ALIVE},
    {"another method",           "POST /healthz HTTP/1.1\r\n\r\n",         HEALTH_COMPLETE, HEALTH_OTHER_METHOD, HEALTH_ALIVE},
    {"methods are upper case",   "get /healthz HTTP/1.1\r\n\r\n",          HEALTH_COMPLETE, HEALTH_OTHER_METHOD, HEALTH_ALIVE},
    {"query is ignored",         "GET /readyz?full=1 HTTP/1.1\r\n\r\n",    HEALTH_COMPLETE, HEALTH_GET, HEALTH_READY},
    {"absolute form",            "GET http://a:1/readyz HTTP/1.1\r\n\r\n", HEALTH_COMPLETE, HEALTH_GET, HEALTH_READY},
    {"absolute form, no path",   "GET http://a HTTP/1.1\r\n\r\n",          HEALTH_COMPLETE, HEALTH_GET, HEALTH_NOWHERE},
    {"lines without CR",         "GET /readyz HTTP/1.1\nHost: a\n\n",      HEALTH_COMPLETE, HEALTH_GET, HEALTH_READY},
    {"root",                     "GET / HTTP/1.1\r\n\r\n",                 HEALTH_COMPLETE, HEALTH_GET, HEALTH_NOWHERE},
    {"paths exist at the root",  "GET /a/readyz HTTP/1.1\r\n\r\n",         HEALTH_COMPLETE, HEALTH_GET, HEALTH_NOWHERE},
    {"and end without a slash",  "GET /readyz/ HTTP/1.1\r\n\r\n",          HEALTH_COMPLETE, HEALTH_GET, HEALTH_NOWHERE},
    {"a longer path",            "GET /readyzz HTTP/1.1\r\n\r\n",          HEALTH_COMPLETE, HEALTH_GET, HEALTH_NOWHERE},
    {"asterisk form",            "OPTIONS * HTTP/1.1\r\n\r\n",             HEALTH_COMPLETE, HEALTH_OPTIONS, HEALTH_NOWHERE},
    {"body is not waited for",   "POST /x HTTP/1.1\r\nContent-Length: 9\r\n\r\n", HEALTH_COMPLETE, HEALTH_OTHER_METHOD, HEALTH_NOWHERE},
    {"nothing yet",              "",                                       HEALTH_MORE, 0, 0},
    {"half a line",              "GET /heal",                              HEALTH_MORE, 0, 0},
    {"one line",                 "GET /healthz HTTP/1.1\r\n",              HEALTH_MORE, 0, 0},
    {"no empty line",            "GET /healthz HTTP/1.1\r\nHost: a\r\n",   HEALTH_MORE, 0, 0},
    {"no version",               "GET /healthz\r\n\r\n",                   HEALTH_MALFORMED, 0, 0},
    {"HTTP/2 preface",           "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",       HEALTH_MALFORMED, 0, 0},
    {"two blanks",               "GET  /healthz HTTP/1.1\r\n\r\n",         HEALTH_MALFORMED, 0, 0},
    {"no method",                " /healthz HTTP/1.1\r\n\r\n",             HEALTH_MALFORMED, 0, 0},
    {"a word too much",          "GET /healthz HTTP/1.1 x\r\n\r\n",        HEALTH_MALFORMED, 0, 0},
    {"empty first line",         "\r\nGET /healthz HTTP/1.1\r\n\r\n",      HEALTH_MALFORMED, 0, 0},
    // clang-format on
};

static void parse_judges(void **state) {
    const struct parse_case *row = *state;
    struct health_request request;

    assert_int_equal(health_parse(row->bytes, strlen(row->bytes), &request), row->verdict);
    if (row->verdict != HEALTH_COMPLETE)
        return;
    assert_int_equal(request.method, row->method);
    assert_int_equal(request.route, row->route);
}

static void every_shorter_head_wants_more(void **state) {
    (void)state;
    const char head[] = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    struct health_request request;

    for (size_t len = 0; len < sizeof head - 2; len++)
        assert_int_equal(health_parse(head, len, &request), HEALTH_MORE);
}

static void a_head_that_does_not_end_is_malformed(void **state) {
    (void)state;
    char bytes[HEALTH_HEAD_MAX];
    struct health_request request;

    memset(bytes, 'a', sizeof bytes);
    assert_int_equal(health_parse(bytes, sizeof bytes - 1, &request), HEALTH_MORE);
    assert_int_equal(health_parse(bytes, sizeof bytes, &request), HEALTH_MALFORMED);
    memcpy(bytes, "GET / HTTP/1.1\r\n", 16);
    assert_int_equal(health_parse(bytes, sizeof bytes - 1, &request), HEALTH_MORE);
    assert_int_equal(health_parse(bytes, sizeof bytes, &request), HEALTH_MALFORMED);
}

// What the source tells; a test sets it while the thread runs, so it lives in the test's frame and
// is set before the request that reads it.
struct facts {
    bool is_ready, is_store_ready;
};

static bool tell_ready(void *arg) {
    return ((const struct facts *)arg)->is_ready;
}

static bool tell_store(void *arg) {
    return ((const struct facts *)arg)->is_store_ready;
}

static void tell_metrics(void *arg, struct text *text) {
    (void)arg;
    text_add(text, "a_total 1\n");
}

struct running {
    struct facts facts;
    struct health *health;
    uint16_t port;
};

static void start(struct running *running) {
    const struct address address = {.host = "127.0.0.1"};
    const struct health_source source = {&running->facts, tell_ready, tell_store, tell_metrics};
    int fds[ADDRESS_SOCKETS_MAX];
    char error[ADDRESS_ERROR_MAX];

    const int count = address_listen(&address, false, fds, error);
    assert_int_equal(count, 1);
    running->port = address_port(fds[0]);
    running->health = health_start(&source, fds, count);
    assert_non_null(running->health);
}

static int connect_to(const struct running *running) {
    const struct sockaddr_in at = {.sin_family = AF_INET,
                                   .sin_port = htons(running->port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int fd = socket(AF_INET, SOCK_STREAM, 0);

    assert_int_equal(connect(fd, (const struct sockaddr *)&at, sizeof at), 0);
    return fd;
}

// read_all returns what came until the peer closed, as a string.
static void read_all(int fd, char *ret, size_t size) {
    size_t len = 0;
    ssize_t got;

    while (len < size - 1 && (got = recv(fd, ret + len, size - 1 - len, 0)) > 0)
        len += (size_t)got;
    ret[len] = '\0';
    close(fd);
}

static struct answer_case {
    const char *name, *request;
    struct facts facts;
    const char *answer;
} answers[] = {
    // clang-format off
    {"healthz", "GET /healthz HTTP/1.1\r\n\r\n", {false, false},
     "HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n"
     "Content-Type: application/json\r\nContent-Length: 14\r\n\r\n{\"alive\":true}"},
    {"ready", "GET /readyz HTTP/1.1\r\n\r\n", {true, true},
     "HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n"
     "Content-Type: application/json\r\nContent-Length: 27\r\n\r\n{\"ready\":true,\"store\":true}"},
    {"a store that is away does not take a replica out", "GET /readyz HTTP/1.1\r\n\r\n", {true, false},
     "HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n"
     "Content-Type: application/json\r\nContent-Length: 28\r\n\r\n{\"ready\":true,\"store\":false}"},
    {"draining", "GET /readyz HTTP/1.1\r\n\r\n", {false, true},
     "HTTP/1.1 503 Service Unavailable\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n"
     "Content-Type: application/json\r\nContent-Length: 28\r\n\r\n{\"ready\":false,\"store\":true}"},
    {"HEAD has the status of its GET and no body", "HEAD /readyz HTTP/1.1\r\n\r\n", {false, true},
     "HTTP/1.1 503 Service Unavailable\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n"
     "Content-Type: application/json\r\nContent-Length: 28\r\n\r\n"},
    {"metrics", "GET /metrics HTTP/1.1\r\n\r\n", {true, true},
     "HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n"
     "Content-Type: text/plain; version=0.0.4; charset=utf-8\r\nContent-Length: 10\r\n\r\na_total 1\n"},
    {"OPTIONS", "OPTIONS /metrics HTTP/1.1\r\n\r\n", {true, true},
     "HTTP/1.1 204 No Content\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n"
     "Allow: GET, HEAD, OPTIONS\r\nAccess-Control-Allow-Methods: GET, HEAD\r\n"
     "Access-Control-Allow-Headers: Idempotency-Key\r\n\r\n"},
    {"POST, its body unread", "POST /healthz HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", {true, true},
     "HTTP/1.1 405 Method Not Allowed\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n"
     "Allow: GET, HEAD, OPTIONS\r\nContent-Type: application/json\r\nContent-Length: 48\r\n\r\n"
     "{\"response\":false,\"reason\":\"Method not allowed\"}"},
    {"unknown path", "GET /play HTTP/1.1\r\n\r\n", {true, true},
     "HTTP/1.1 404 Not Found\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n"
     "Content-Type: application/json\r\nContent-Length: 39\r\n\r\n"
     "{\"response\":false,\"reason\":\"Not found\"}"},
    {"unknown path, HEAD", "HEAD /play HTTP/1.1\r\n\r\n", {true, true},
     "HTTP/1.1 404 Not Found\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n"
     "Content-Type: application/json\r\nContent-Length: 39\r\n\r\n"},
    {"unknown path, any method", "POST /play HTTP/1.1\r\n\r\n", {true, true},
     "HTTP/1.1 404 Not Found\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n"
     "Content-Type: application/json\r\nContent-Length: 39\r\n\r\n"
     "{\"response\":false,\"reason\":\"Not found\"}"},
    {"another language", "\x16\x03\x01\n", {true, true},
     "HTTP/1.1 400 Bad Request\r\nAccess-Control-Allow-Origin: *\r\nConnection: close\r\n"
     "Content-Type: application/json\r\nContent-Length: 41\r\n\r\n"
     "{\"response\":false,\"reason\":\"Bad request\"}"},
    // clang-format on
};

static void answer_is(void **state) {
    const struct answer_case *row = *state;
    struct running running = {.facts = row->facts};
    char answer[1024];

    start(&running);
    const int fd = connect_to(&running);
    assert_int_equal(send(fd, row->request, strlen(row->request), 0), strlen(row->request));
    read_all(fd, answer, sizeof answer);
    assert_string_equal(answer, row->answer);
    health_stop(running.health);
}

static void silent_peers_do_not_keep_others_out(void **state) {
    (void)state;
    struct running running = {.facts = {true, true}};
    int silent[HEALTH_CONNS_MAX - 1];
    char answer[1024];

    start(&running);
    for (int i = 0; i < HEALTH_CONNS_MAX - 1; i++)
        silent[i] = connect_to(&running);
    const int fd = connect_to(&running);
    assert_int_equal(send(fd, "GET /readyz HTTP/1.1\r\n\r\n", 24, 0), 24);
    read_all(fd, answer, sizeof answer);
    assert_memory_equal(answer, "HTTP/1.1 200", 12);
    for (int i = 0; i < HEALTH_CONNS_MAX - 1; i++)
        close(silent[i]);
    health_stop(running.health);
}

// Every place is taken by peers that say nothing: they lose it when their time is over.
static void silent_peers_are_dropped_in_the_end(void **state) {
    (void)state;
    struct running running = {.facts = {true, true}};
    int silent[HEALTH_CONNS_MAX];
    char answer[1024];

    start(&running);
    for (int i = 0; i < HEALTH_CONNS_MAX; i++)
        silent[i] = connect_to(&running);
    const int fd = connect_to(&running);
    assert_int_equal(send(fd, "GET /readyz HTTP/1.1\r\n\r\n", 24, 0), 24);
    read_all(fd, answer, sizeof answer);
    assert_memory_equal(answer, "HTTP/1.1 200", 12);
    for (int i = 0; i < HEALTH_CONNS_MAX; i++)
        close(silent[i]);
    health_stop(running.health);
}

static void ask_tells_ready_from_not(void **state) {
    (void)state;
    struct running running = {.facts = {true, true}};
    char url[64], error[HEALTH_ERROR_MAX] = "";

    start(&running);
    snprintf(url, sizeof url, "http://127.0.0.1:%d/readyz", running.port);
    assert_true(health_ask(url, error));
    snprintf(url, sizeof url, "http://:%d", running.port); // this machine, readyz
    assert_true(health_ask(url, error));
    snprintf(url, sizeof url, "http://localhost:%d/other", running.port);
    assert_false(health_ask(url, error));
    assert_string_equal(error, "the answer is HTTP/1.1 404");
    health_stop(running.health);

    snprintf(url, sizeof url, "http://127.0.0.1:%d/", running.port);
    assert_false(health_ask(url, error));
    assert_non_null(strstr(error, "Connection refused"));
}

static struct url_case {
    const char *name, *url;
} bad_urls[] = {
    {"another scheme", "https://localhost/"},       {"no scheme", "localhost:8081"},
    {"port too large", "http://localhost:70000"},   {"nothing", ""},
    {"a second line", "http://localhost/\r\nX: y"}, {"a blank", "http://localhost/a b"},
};

static void bad_url_is_told(void **state) {
    const struct url_case *row = *state;
    char error[HEALTH_ERROR_MAX] = "";

    assert_false(health_ask(row->url, error));
    assert_memory_equal(error, "not http://HOST[:PORT][/PATH]: ", 31);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shorter_head_wants_more),
        cmocka_unit_test(a_head_that_does_not_end_is_malformed),
        cmocka_unit_test(silent_peers_do_not_keep_others_out),
        cmocka_unit_test(silent_peers_are_dropped_in_the_end),
        cmocka_unit_test(ask_tells_ready_from_not),
    };
    return RUN_TABLE(parses, parse_judges) + RUN_TABLE(answers, answer_is) +
           RUN_TABLE(bad_urls, bad_url_is_told) +
           cmocka_run_group_tests_name("health", tests, NULL, NULL);
}
