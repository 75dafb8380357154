#include "test.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "service/address.h"

static struct parse_case {
    const char *name, *text;
    bool good;
    const char *host;
    int port;
} parses[] = {
    // clang-format off
    {"port alone",              ":8080",           true,  "",          8080},
    {"nothing",                 "",                true,  "",          99},
    {"name",                    "localhost",       true,  "localhost", 99},
    {"name and port",           "localhost:1",     true,  "localhost", 1},
    {"IPv4",                    "127.0.0.1:65535", true,  "127.0.0.1", 65535},
    {"IPv6",                    "[::1]:0",         true,  "::1",       0},
    {"IPv6 without port",       "[::]",            true,  "::",        99},
    {"IPv6 without brackets",   "::1",             false, NULL, 0},
    {"IPv6 without the second", "[::1",            false, NULL, 0},
    {"empty brackets",          "[]:80",           false, NULL, 0},
    {"text after brackets",     "[::1]x",          false, NULL, 0},
    {"colon without port",      "localhost:",      false, NULL, 0},
    {"port too large",          ":65536",          false, NULL, 0},
    {"port far too large",      ":100000000000",   false, NULL, 0},
    {"negative port",           ":-1",             false, NULL, 0},
    {"port is a name",          ":http",           false, NULL, 0},
    {"blank after the port",    ":80 ",            false, NULL, 0},
    // clang-format on
};

static void parse_judges(void **state) {
    const struct parse_case *row = *state;
    struct address address = {.host = "untouched"};

    assert_int_equal(address_parse(row->text, 99, &address), row->good);
    assert_string_equal(address.host, row->good ? row->host : "untouched");
    assert_int_equal(address.port, row->port);
}

static void a_host_longer_than_dns_allows_is_refused(void **state) {
    (void)state;
    struct address address;
    char host[ADDRESS_HOST_MAX + 2];

    memset(host, 'a', sizeof host);
    host[ADDRESS_HOST_MAX] = '\0';
    assert_true(address_parse(host, 1, &address));
    host[ADDRESS_HOST_MAX] = 'a';
    host[ADDRESS_HOST_MAX + 1] = '\0';
    assert_false(address_parse(host, 1, &address));
}

static bool can_connect(const char *ip, int port) {
    struct sockaddr_in six_or_four = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    const int fd = socket(AF_INET, SOCK_STREAM, 0);

    assert_int_equal(inet_pton(AF_INET, ip, &six_or_four.sin_addr), 1);
    const int result = connect(fd, (struct sockaddr *)&six_or_four, sizeof six_or_four);
    close(fd);
    return result == 0;
}

static void close_all(const int *fds, int count) {
    while (count > 0)
        close(fds[--count]);
}

static void listen_opens(const char *text, const char *ip) {
    struct address address;
    int fds[ADDRESS_SOCKETS_MAX];
    char error[ADDRESS_ERROR_MAX] = "";

    assert_true(address_parse(text, 0, &address));
    const int count = address_listen(&address, false, fds, error);
    assert_string_equal(error, "");
    assert_true(count > 0);
    assert_true(can_connect(ip, address_port(fds[0])));
    close_all(fds, count);
}

static void all_kinds_of_hosts_are_listened_on(void **state) {
    (void)state;
    listen_opens("", "127.0.0.1");
    listen_opens("127.0.0.1", "127.0.0.1");
    listen_opens("localhost", "127.0.0.1");
}

static void a_port_is_shared_only_when_asked(void **state) {
    (void)state;
    struct address address = {.host = "127.0.0.1"};
    int fds[ADDRESS_SOCKETS_MAX], more[ADDRESS_SOCKETS_MAX];
    char error[ADDRESS_ERROR_MAX], bound[ADDRESS_TEXT_MAX], expected[64];

    assert_int_equal(address_listen(&address, true, fds, error), 1);
    address.port = address_port(fds[0]);
    assert_int_equal(address_listen(&address, true, more, error), 1);
    assert_int_equal(address_port(more[0]), address.port);

    address_format(fds[0], bound);
    snprintf(expected, sizeof expected, "127.0.0.1:%d", address.port);
    assert_string_equal(bound, expected);
    close(more[0]);

    assert_int_equal(address_listen(&address, false, more, error), 0);
    snprintf(expected, sizeof expected, "port %d: Address already in use", address.port);
    assert_string_equal(error, expected);
    close(fds[0]);
}

static void an_unknown_name_is_told(void **state) {
    (void)state;
    const struct address address = {.host = "no-such-host.invalid"};
    int fds[ADDRESS_SOCKETS_MAX];
    char error[ADDRESS_ERROR_MAX] = "";

    assert_int_equal(address_listen(&address, false, fds, error), 0);
    assert_memory_equal(error, "no-such-host.invalid: ", 22);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_host_longer_than_dns_allows_is_refused),
        cmocka_unit_test(all_kinds_of_hosts_are_listened_on),
        cmocka_unit_test(a_port_is_shared_only_when_asked),
        cmocka_unit_test(an_unknown_name_is_told),
    };
    return RUN_TABLE(parses, parse_judges) +
           cmocka_run_group_tests_name("address", tests, NULL, NULL);
}
