#include "test.h"

#include <stdio.h>
#include <string.h>

#include "store/store_url.h"

static struct good_case {
    const char *name, *url;
    enum store_kind kind;
    const char *path, *user, *password;
    int db, hosts;
    const char *last_host;
    int last_port;
} goods[] = {
    // clang-format off
    {"file",                 "sqlite:games.db",            STORE_SQLITE, "games.db", "", "", 0, 0, NULL, 0},
    {"file, percent-decoded","sqlite:/a%20b%3fc",          STORE_SQLITE, "/a b?c", "", "", 0, 0, NULL, 0},
    {"file, normal sync",    "sqlite:/g?sync=normal",      STORE_SQLITE, "/g", "", "", 0, 0, NULL, 0},
    {"redis, host",          "redis://cache",              STORE_REDIS, "", "", "", 0, 1, "cache", 6379},
    {"redis, nothing",       "redis://",                   STORE_REDIS, "", "", "", 0, 1, "localhost", 6379},
    {"redis, all",           "redis://u:p@h:1/15",         STORE_REDIS, "", "u", "p", 15, 1, "h", 1},
    {"redis, password alone","redis://:secret@h",          STORE_REDIS, "", "", "secret", 0, 1, "h", 6379},
    {"redis, odd password",  "redis://:%40%3A%2f%25:@h",   STORE_REDIS, "", "", "@:/%:", 0, 1, "h", 6379},
    {"redis, final slash",   "redis://h/",                 STORE_REDIS, "", "", "", 0, 1, "h", 6379},
    {"redis, IPv6",          "redis://[::1]:7000/2",       STORE_REDIS, "", "", "", 2, 1, "::1", 7000},
    {"socket",               "redis+unix:/run/r.sock",     STORE_REDIS, "/run/r.sock", "", "", 0, 0, NULL, 0},
    {"socket, db",           "redis+unix:/r?db=3",         STORE_REDIS, "/r", "", "", 3, 0, NULL, 0},
    {"socket, password",     "redis+unix://:p@/r?db=3",    STORE_REDIS, "/r", "", "p", 3, 0, NULL, 0},
    {"sentinel",             "redis+sentinel://a:1,b/m",   STORE_SENTINEL, "", "", "", 0, 2, "b", 26379},
    {"sentinel, all",        "redis+sentinel://u:p@a,[::2]:5/m/4", STORE_SENTINEL, "", "u", "p", 4, 2, "::2", 5},
    {"cluster",              "redis+cluster://a,b:7,c:8",  STORE_CLUSTER, "", "", "", 0, 3, "c", 8},
    {"cluster, password",    "redis+cluster://:p@a/",      STORE_CLUSTER, "", "", "p", 0, 1, "a", 6379},
    // clang-format on
};

static void a_good_url_is_read(void **state) {
    const struct good_case *row = *state;
    struct store_url url;
    char error[STORE_ERROR_MAX] = "";

    assert_true(store_url_parse(row->url, &url, error));
    assert_string_equal(error, "");
    assert_int_equal(url.kind, row->kind);
    assert_string_equal(url.path, row->path);
    assert_string_equal(url.user, row->user);
    assert_string_equal(url.password, row->password);
    assert_int_equal(url.db, row->db);
    assert_int_equal(url.host_count, row->hosts);
    if (row->hosts > 0) {
        assert_string_equal(url.hosts[row->hosts - 1].host, row->last_host);
        assert_int_equal(url.hosts[row->hosts - 1].port, row->last_port);
    }
}

static struct bad_case {
    const char *name, *url, *error;
} bads[] = {
    // clang-format off
    {"nothing",                    "",                          "unknown kind of store"},
    {"another kind",               "mysql://h",                 "unknown kind of store"},
    {"no kind",                    "/var/games.db",             "unknown kind of store"},
    {"no file",                    "sqlite:",                   "malformed path"},
    {"half an escape",             "sqlite:/a%2",               "malformed path"},
    {"an escape that is none",     "sqlite:/a%zz",              "malformed path"},
    {"a hidden NUL",               "sqlite:/a%00b",             "malformed path"},
    {"an unknown option",          "sqlite:/a?mode=ro",         "unknown option"},
    {"text after an option",       "sqlite:/a?sync=fuller",     "unknown option"},
    {"no port after the colon",    "redis://h:",                "malformed host or port"},
    {"port 0",                     "redis://h:0",               "malformed host or port"},
    {"a port too large",           "redis://h:65536",           "malformed host or port"},
    {"a name for a database",      "redis://h/games",           "malformed database number"},
    {"a database too large",       "redis://h/100000",          "malformed database number"},
    {"a question",                 "redis://h?db=1",            "malformed host or port"},
    {"user without password",      "redis://u@h",               "user without a password"},
    {"empty password",             "redis://u:@h",              "malformed user or password"},
    {"IPv6 without brackets",      "redis://::1",               "malformed host or port"},
    {"two hosts",                  "redis://a,b:1:2",           "malformed host or port"},
    {"a socket without path",      "redis+unix:",               "malformed path of the socket"},
    {"a socket with a host",       "redis+unix://h/r",          "a socket has no host"},
    {"an option of no socket",     "redis+unix:/r?x=1",         "unknown option of the socket"},
    {"sentinels without a name",   "redis+sentinel://a,b",      "no name of the master"},
    {"an empty name",              "redis+sentinel://a/",       "malformed name of the master"},
    {"a hole in the list",         "redis+sentinel://a,,b/m",   "malformed host or port"},
    {"an empty cluster",           "redis+cluster://",          "malformed host or port"},
    {"a cluster's database",       "redis+cluster://a/1",       "malformed host or port"},
    {"17 hosts", "redis+cluster://1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17", "too many hosts"},
    // clang-format on
};

static void a_bad_url_is_refused(void **state) {
    const struct bad_case *row = *state;
    struct store_url url;
    char error[STORE_ERROR_MAX] = "";

    assert_false(store_url_parse(row->url, &url, error));
    assert_non_null(strstr(error, row->error));
}

static void full_sync_is_asked_for(void **state) {
    (void)state;
    struct store_url url;
    char error[STORE_ERROR_MAX];

    assert_true(store_url_parse("sqlite:/a?sync=full", &url, error));
    assert_true(url.sync_full);
    assert_true(store_url_parse("sqlite:/a", &url, error));
    assert_false(url.sync_full);
}

static void limits_are_exact(void **state) {
    (void)state;
    struct store_url parsed;
    char error[STORE_ERROR_MAX], url[STORE_URL_MAX + 2];

    // A path of STORE_URL_PATH_MAX bytes with its NUL is the longest.
    snprintf(url, sizeof url, "sqlite:%0*d", STORE_URL_PATH_MAX - 1, 0);
    assert_true(store_url_parse(url, &parsed, error));
    snprintf(url, sizeof url, "sqlite:%0*d", STORE_URL_PATH_MAX, 0);
    assert_false(store_url_parse(url, &parsed, error));

    snprintf(url, sizeof url, "redis://:%0*d@h", STORE_URL_SECRET_MAX - 1, 0);
    assert_true(store_url_parse(url, &parsed, error));
    snprintf(url, sizeof url, "redis://:%0*d@h", STORE_URL_SECRET_MAX, 0);
    assert_false(store_url_parse(url, &parsed, error));

    snprintf(url, sizeof url, "redis+sentinel://h/%0*d", STORE_URL_NAME_MAX - 1, 0);
    assert_true(store_url_parse(url, &parsed, error));
    snprintf(url, sizeof url, "redis+sentinel://h/%0*d", STORE_URL_NAME_MAX, 0);
    assert_false(store_url_parse(url, &parsed, error));

    snprintf(url, sizeof url, "sqlite:%0*d", STORE_URL_MAX - 6, 0);
    assert_false(store_url_parse(url, &parsed, error));
    assert_string_equal(error, "store URL is too long");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_sync_is_asked_for),
        cmocka_unit_test(limits_are_exact),
    };
    return RUN_TABLE(goods, a_good_url_is_read) + RUN_TABLE(bads, a_bad_url_is_refused) +
           cmocka_run_group_tests_name("store_url", tests, NULL, NULL);
}
