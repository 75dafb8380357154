#include "store/store_url.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A span is a piece of the URL; parsing cuts it smaller from either end.
struct span {
    const char *at;
    size_t len;
};

static struct span span_of(const char *text) {
    return (struct span){text, strlen(text)};
}

// cut takes what stands before the first `mark` out of *rest, and the mark itself. Without a mark
// it returns false and takes nothing.
static bool cut(struct span *rest, char mark, struct span *ret_before) {
    const char *found = rest->len == 0 ? NULL : memchr(rest->at, mark, rest->len);

    if (found == NULL)
        return false;
    *ret_before = (struct span){rest->at, (size_t)(found - rest->at)};
    rest->len -= ret_before->len + 1;
    rest->at = found + 1;
    return true;
}

static bool cut_word(struct span *rest, const char *word) {
    const size_t len = strlen(word);

    if (rest->len < len || memcmp(rest->at, word, len) != 0)
        return false;
    rest->at += len;
    rest->len -= len;
    return true;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// decode writes text with its percent-escapes undone. A NUL, written or escaped, is refused: what
// follows it would be lost without a word.
static bool decode(struct span text, char *ret, size_t size) {
    size_t len = 0;

    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (c == '%') {
            if (text.len - i < 3 || hex_digit(text.at[i + 1]) < 0 || hex_digit(text.at[i + 2]) < 0)
                return false;
            c = (char)(hex_digit(text.at[i + 1]) * 16 + hex_digit(text.at[i + 2]));
            i += 2;
        }
        if (c == '\0' || len + 1 >= size)
            return false;
        ret[len++] = c;
    }
    ret[len] = '\0';
    return true;
}

static bool parse_db(struct span text, int *ret) {
    int db = 0;

    if (text.len == 0)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] < '0' || text.at[i] > '9')
            return false;
        db = db * 10 + (text.at[i] - '0');
        if (db > STORE_URL_DB_MAX)
            return false;
    }
    *ret = db;
    return true;
}

// parse_login takes [[user]:password@] off the front of an authority.
static const char *parse_login(struct span *authority, struct store_url *url) {
    struct span login, user;

    if (!cut(authority, '@', &login))
        return NULL;
    if (!cut(&login, ':', &user))
        return "user without a password (write user:password@)";
    if (!decode(user, url->user, sizeof url->user) ||
        !decode(login, url->password, sizeof url->password) || url->password[0] == '\0')
        return "malformed user or password (percent-encode odd characters)";
    return NULL;
}

// has_odd_bytes finds what no name and no address contains: what another form of URL would have.
static bool has_odd_bytes(struct span text) {
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:[]%";

    for (size_t i = 0; i < text.len; i++)
        if (memchr(plain, text.at[i], sizeof plain - 1) == NULL)
            return true;
    return false;
}

static const char *parse_host(struct span text, uint16_t port, struct store_url *url) {
    char copy[ADDRESS_TEXT_MAX];

    if (url->host_count == STORE_URL_HOSTS_MAX)
        return "too many hosts";
    if (text.len >= sizeof copy || has_odd_bytes(text))
        return "malformed host or port";
    memcpy(copy, text.at, text.len);
    copy[text.len] = '\0';

    struct address *host = &url->hosts[url->host_count];
    if (!address_parse(copy, port, host) || host->host[0] == '\0' || host->port == 0)
        return "malformed host or port";
    url->host_count++;
    return NULL;
}

static const char *parse_hosts(struct span list, uint16_t port, struct store_url *url) {
    struct span host;
    const char *problem = NULL;

    while (problem == NULL && cut(&list, ',', &host))
        problem = parse_host(host, port, url);
    return problem != NULL ? problem : parse_host(list, port, url);
}

static const char *parse_sqlite(struct span rest, struct store_url *url) {
    struct span path = rest;

    url->kind = STORE_SQLITE;
    if (cut(&rest, '?', &path)) {
        if (cut_word(&rest, "sync=full"))
            url->sync_full = true;
        else if (!cut_word(&rest, "sync=normal"))
            return "unknown option of the file (sync=full or sync=normal)";
        if (rest.len > 0)
            return "unknown option of the file (sync=full or sync=normal)";
    }
    if (!decode(path, url->path, sizeof url->path) || url->path[0] == '\0')
        return "malformed path of the file";
    return NULL;
}

static const char *parse_redis(struct span rest, struct store_url *url) {
    struct span authority = rest;
    const bool has_path = cut(&rest, '/', &authority);

    url->kind = STORE_REDIS;
    if (has_path && rest.len > 0 && !parse_db(rest, &url->db))
        return "malformed database number";
    const char *problem = parse_login(&authority, url);
    if (problem == NULL && authority.len == 0)
        authority = span_of("localhost");
    return problem != NULL ? problem : parse_host(authority, STORE_URL_REDIS_PORT, url);
}

static const char *parse_unix(struct span rest, struct store_url *url) {
    struct span path, authority;
    const char *problem = NULL;

    url->kind = STORE_REDIS;
    if (cut_word(&rest, "//")) {
        if (!cut(&rest, '/', &authority))
            return "malformed path of the socket";
        rest = (struct span){rest.at - 1, rest.len + 1}; // the slash belongs to the path
        problem = parse_login(&authority, url);
        if (problem == NULL && authority.len > 0)
            return "a socket has no host (write redis+unix:/path)";
    }
    path = rest;
    if (problem == NULL && cut(&rest, '?', &path) &&
        (!cut_word(&rest, "db=") || !parse_db(rest, &url->db)))
        problem = "unknown option of the socket (db=N)";
    if (problem == NULL && (!decode(path, url->path, sizeof url->path) || url->path[0] == '\0'))
        problem = "malformed path of the socket";
    return problem;
}

static const char *parse_sentinel(struct span rest, struct store_url *url) {
    struct span authority, name;

    url->kind = STORE_SENTINEL;
    if (!cut(&rest, '/', &authority))
        return "no name of the master after the sentinels";
    name = rest;
    if (cut(&rest, '/', &name) && !parse_db(rest, &url->db))
        return "malformed database number";
    if (!decode(name, url->name, sizeof url->name) || url->name[0] == '\0')
        return "malformed name of the master";
    const char *problem = parse_login(&authority, url);
    return problem != NULL ? problem : parse_hosts(authority, STORE_URL_SENTINEL_PORT, url);
}

static const char *parse_cluster(struct span rest, struct store_url *url) {
    url->kind = STORE_CLUSTER;
    if (rest.len > 0 && rest.at[rest.len - 1] == '/')
        rest.len--;
    const char *problem = parse_login(&rest, url);
    return problem != NULL ? problem : parse_hosts(rest, STORE_URL_REDIS_PORT, url);
}

static const struct form {
    const char *prefix;
    const char *(*parse)(struct span rest, struct store_url *url); // NULL, or what is wrong
} forms[] = {
    {"sqlite:", parse_sqlite},           {"redis://", parse_redis},
    {"redis+unix:", parse_unix},         {"redis+sentinel://", parse_sentinel},
    {"redis+cluster://", parse_cluster},
};

bool store_url_parse(const char *url, struct store_url *ret, char error[STORE_ERROR_MAX]) {
    struct store_url parsed = {0};
    const char *problem = "unknown kind of store (sqlite:, redis://, redis+unix:, "
                          "redis+sentinel:// or redis+cluster://)";

    if (strlen(url) > STORE_URL_MAX) {
        problem = "store URL is too long";
    } else {
        for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
            struct span rest = span_of(url);
            if (cut_word(&rest, forms[i].prefix)) {
                problem = forms[i].parse(rest, &parsed);
                break;
            }
        }
    }
    if (problem != NULL) {
        snprintf(error, STORE_ERROR_MAX, "%s", problem);
        return false;
    }
    *ret = parsed;
    return true;
}
