// store_url.h - what a store URL says, and nothing about how it is reached.
//
//   sqlite:/path/to/file[?sync=full]
//   redis://[[user]:password@]host[:port][/db]
//   redis+unix:[//[[user]:password@]]/path[?db=N]
//   redis+sentinel://[[user]:password@]host[:port],.../name[/db]
//   redis+cluster://[[user]:password@]host[:port],...
//
// User, password and path are percent-decoded. An IPv6 host stands in brackets.
#pragma once

#include <stdbool.h>

#include "service/address.h"
#include "store/store.h"

enum {
    STORE_URL_MAX = 2048,        // eight hosts, a password and a path leave room
    STORE_URL_PATH_MAX = 1024,   // a socket's path is limited further by the kernel, to 107
    STORE_URL_SECRET_MAX = 256,  // user and password, decoded
    STORE_URL_NAME_MAX = 64,     // a Sentinel's name for its master
    STORE_URL_HOSTS_MAX = 16,    // seeds; a Cluster tells of the others by itself
    STORE_URL_DB_MAX = 99999,    // far above what anybody configures; Redis judges the rest
    STORE_URL_REDIS_PORT = 6379, // the default of redis-server
    STORE_URL_SENTINEL_PORT = 26379,
};

enum store_kind { STORE_SQLITE, STORE_REDIS, STORE_SENTINEL, STORE_CLUSTER };

struct store_url {
    enum store_kind kind;
    char path[STORE_URL_PATH_MAX]; // of the file, or of Redis's unix socket; else empty
    bool sync_full;
    char user[STORE_URL_SECRET_MAX], password[STORE_URL_SECRET_MAX]; // empty = none
    int db;
    struct address hosts[STORE_URL_HOSTS_MAX];
    int host_count;
    char name[STORE_URL_NAME_MAX];
};

// store_url_parse returns false, and leaves a sentence fragment in `error`, for anything that is
// not of one of the forms above. The error never repeats the URL: it may hold a password.
bool store_url_parse(const char *url, struct store_url *ret, char error[STORE_ERROR_MAX]);
