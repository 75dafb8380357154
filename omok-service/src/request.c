#include "request.h"

#include <string.h>
#include <strings.h>

#include "core/hash.h"

// A number as far as it matters: any integer too large for `value` is no coordinate or turn anyway.
struct number {
    bool is_integer;
    int value;                     // -NUMBER_BOUND..NUMBER_BOUND, clamped
    char echo[REFUSAL_DETAIL_MAX]; // the first decoded bytes
    size_t echo_len;
};

enum { NUMBER_BOUND = 1000 }; // beyond every coordinate and turn

struct named {
    const char *name;
    int value;
};

static const struct named methods[] = {
    {"GET", METHOD_GET}, {"HEAD", METHOD_HEAD}, {"OPTIONS", METHOD_OPTIONS}, {NULL, METHOD_OTHER}};

// Found below any prefix, with "/" or "/index.php" behind it or nothing.
static const struct named pages[] = {{"info", ROUTE_INFO},
                                     {"new", ROUTE_NEW},
                                     {"play", ROUTE_PLAY},
                                     {"game", ROUTE_GAME},
                                     {NULL, ROUTE_OTHER}};

// Found at the root alone.
static const struct named roots[] = {{"/healthz", ROUTE_HEALTHZ},
                                     {"/readyz", ROUTE_READYZ},
                                     {"/metrics", ROUTE_METRICS},
                                     {"/config.json", ROUTE_CONFIG},
                                     {NULL, ROUTE_OTHER}};

static const struct named keys[] = {
    {"pid", KEY_PID}, {"strategy", KEY_STRATEGY}, {"move", KEY_MOVE}, {"x", KEY_X},
    {"y", KEY_Y},     {"turn", KEY_TURN},         {NULL, KEY_COUNT}};

// find returns the value of the row with this name, or that of the last row.
static int find(const struct named *rows, const char *name, size_t len) {
    while (rows->name != NULL && !(strlen(rows->name) == len && memcmp(rows->name, name, len) == 0))
        rows++;
    return rows->value;
}

enum method method_find(const char *name, size_t len) {
    return (enum method)find(methods, name, len);
}

// skip_authority drops the front of a target in absolute form, "http://host:port".
static struct slice skip_authority(struct slice target) {
    static const char scheme[] = "http://";
    size_t len = sizeof scheme - 1;

    if (target.len < len || strncasecmp(target.bytes, scheme, len) != 0)
        return target;
    while (len < target.len && target.bytes[len] != '/' && target.bytes[len] != '?')
        len++;
    return (struct slice){target.bytes + len, target.len - len};
}

void request_split(const char *target, size_t len, struct slice *ret_path,
                   struct slice *ret_query) {
    const struct slice rest = skip_authority((struct slice){target, len});
    const char *mark = rest.len == 0 ? NULL : memchr(rest.bytes, '?', rest.len);
    const size_t path_len = mark == NULL ? rest.len : (size_t)(mark - rest.bytes);

    *ret_path = (struct slice){rest.bytes, path_len};
    if (path_len == 0 && rest.bytes != target)
        *ret_path = (struct slice){"/", 1}; // an authority alone is its root (RFC 9112, 3.2.1)
    *ret_query =
        mark == NULL ? (struct slice){NULL, 0} : (struct slice){mark + 1, rest.len - path_len - 1};
}

static bool ends_with(struct slice path, const char *end) {
    const size_t len = strlen(end);

    return path.len >= len && memcmp(path.bytes + path.len - len, end, len) == 0;
}

enum route route_find(struct slice path) {
    struct slice rest = path;
    size_t name_len = 0;

    if (ends_with(rest, "/index.php"))
        rest.len -= strlen("/index.php");
    else if (ends_with(rest, "/"))
        rest.len -= 1;
    while (name_len < rest.len && rest.bytes[rest.len - name_len - 1] != '/')
        name_len++;

    if (name_len < rest.len) {
        const int page = find(pages, rest.bytes + rest.len - name_len, name_len);
        if (page != ROUTE_OTHER)
            return (enum route)page;
    }
    return (enum route)find(roots, path.bytes, path.len);
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

int slice_next(struct slice *slice) {
    if (slice->len == 0)
        return -1;

    const char *at = slice->bytes;
    int byte = *at == '+' ? ' ' : (unsigned char)*at;
    size_t used = 1;

    // A '%' without two digits behind it stands for itself.
    if (*at == '%' && slice->len >= 3 && hex_digit(at[1]) >= 0 && hex_digit(at[2]) >= 0) {
        byte = hex_digit(at[1]) << 4 | hex_digit(at[2]);
        used = 3;
    }
    slice->bytes += used;
    slice->len -= used;
    return byte;
}

// decode writes at most `size` decoded bytes and returns how many, or size + 1 when there are more.
static size_t decode(struct slice slice, char *ret, size_t size) {
    for (size_t len = 0;; len++) {
        const int byte = slice_next(&slice);
        if (byte < 0)
            return len;
        if (len == size)
            return size + 1;
        ret[len] = (char)byte;
    }
}

static enum query_key find_key(struct slice key) {
    char name[sizeof "strategy"]; // the longest
    const size_t len = decode(key, name, sizeof name);

    return len > sizeof name ? KEY_COUNT : (enum query_key)find(keys, name, len);
}

// until returns the bytes before the first `mark`, or all.
static struct slice until(struct slice slice, char mark) {
    const char *end = slice.len == 0 ? NULL : memchr(slice.bytes, mark, slice.len);

    return end == NULL ? slice : (struct slice){slice.bytes, (size_t)(end - slice.bytes)};
}

static struct slice behind(struct slice slice, size_t len) {
    return len < slice.len ? (struct slice){slice.bytes + len + 1, slice.len - len - 1}
                           : (struct slice){slice.bytes + slice.len, 0};
}

struct query query_decode(struct slice query) {
    struct query ret = {0};

    while (query.len > 0) {
        const struct slice pair = until(query, '&'), key = until(pair, '=');
        const enum query_key found = find_key(key);
        if (found != KEY_COUNT)
            ret.values[found] = behind(pair, key.len);
        query = behind(query, pair.len);
    }
    return ret;
}

bool query_pid(const struct query *query, char ret[PID_LEN + 1], struct refusal *ret_refusal) {
    const struct slice value = query->values[KEY_PID];
    char pid[PID_LEN + 1] = "";

    if (value.bytes == NULL) {
        *ret_refusal = (struct refusal){.reason = REASON_NO_PID};
        return false;
    }
    if (!pid_is_wellformed(pid, decode(value, pid, PID_LEN))) {
        *ret_refusal = (struct refusal){.reason = REASON_PID};
        return false;
    }
    memcpy(ret, pid, sizeof pid);
    return true;
}

const struct omok_strategy *query_strategy(const struct query *query, struct refusal *ret_refusal) {
    const struct slice value = query->values[KEY_STRATEGY];
    char name[OMOK_STRATEGY_NAME_MAX];
    const struct omok_strategy *strategy = NULL;

    if (value.bytes == NULL) {
        *ret_refusal = (struct refusal){.reason = REASON_NO_STRATEGY};
        return NULL;
    }
    const size_t len = decode(value, name, sizeof name);
    if (len <= sizeof name)
        strategy = omok_strategy_find(name, len);
    if (strategy == NULL)
        *ret_refusal = (struct refusal){.reason = REASON_STRATEGY};
    return strategy;
}

// number_next reads up to the end, or up to a byte equal to `mark` (-1 = none), and tells by
// ret_marked whether it was there. An integer is 0, or an optional minus, 1..9 and digits.
static struct number number_next(struct slice *slice, int mark, bool *ret_marked) {
    struct number number = {.is_integer = true};
    size_t digits = 0, len = 0;
    bool minus = false, zero = false;
    int byte;

    while ((byte = slice_next(slice)) >= 0 && byte != mark) {
        if (number.echo_len < sizeof number.echo)
            number.echo[number.echo_len++] = (char)byte;
        if (byte == '-' && len == 0)
            minus = true;
        else if (byte >= '0' && byte <= '9' && !zero)
            digits++;
        else
            number.is_integer = false;
        zero |= byte == '0' && digits == 1;
        len++;
        if (number.is_integer && byte != '-' && number.value < NUMBER_BOUND)
            number.value = number.value * 10 + byte - '0';
    }

    number.is_integer &= digits > 0 && !(minus && zero);
    number.value = number.value > NUMBER_BOUND ? NUMBER_BOUND : number.value;
    number.value = minus ? -number.value : number.value;
    *ret_marked = byte >= 0;
    return number;
}

static struct number number_of(struct slice slice) {
    bool marked;

    return number_next(&slice, -1, &marked);
}

static struct refusal refuse_number(enum reason reason, const struct number *number) {
    struct refusal refusal = {.reason = reason, .detail_len = number->echo_len};

    memcpy(refusal.detail, number->echo, number->echo_len);
    return refusal;
}

static struct refusal judge_point(const struct number *x, const struct number *y,
                                  struct point *ret) {
    if (!x->is_integer || x->value < 0 || x->value >= OMOK_SIZE)
        return refuse_number(REASON_X, x);
    if (!y->is_integer || y->value < 0 || y->value >= OMOK_SIZE)
        return refuse_number(REASON_Y, y);

    *ret = (struct point){x->value, y->value};
    return (struct refusal){.reason = REASON_NONE};
}

static struct refusal judge_pair(struct slice value, struct point *ret) {
    bool comma, second;
    const struct number x = number_next(&value, ',', &comma);
    const struct number y = number_next(&value, ',', &second);

    if (!comma || second || !x.is_integer || !y.is_integer)
        return (struct refusal){.reason = REASON_MOVE};
    return judge_point(&x, &y, ret);
}

static struct refusal judge_place(const struct query *query, struct point *ret) {
    const struct slice *values = query->values;

    if (values[KEY_X].bytes == NULL && values[KEY_Y].bytes == NULL)
        return values[KEY_MOVE].bytes == NULL ? (struct refusal){.reason = REASON_NO_MOVE}
                                              : judge_pair(values[KEY_MOVE], ret);
    if (values[KEY_X].bytes == NULL)
        return (struct refusal){.reason = REASON_NO_X};
    if (values[KEY_Y].bytes == NULL)
        return (struct refusal){.reason = REASON_NO_Y};

    const struct number x = number_of(values[KEY_X]), y = number_of(values[KEY_Y]);
    return judge_point(&x, &y, ret);
}

struct move query_move(const struct query *query, struct slice key) {
    struct move move = {.turn = TURN_NONE};
    const struct slice turn = query->values[KEY_TURN];

    move.refusal = judge_place(query, &move.at);
    if (move.refusal.reason == REASON_NONE && turn.bytes != NULL) {
        const struct number number = number_of(turn);
        if (!number.is_integer || number.value < 0 || number.value > OMOK_POINTS)
            move.refusal = (struct refusal){.reason = REASON_TURN};
        move.turn = number.value;
    }

    if (key.bytes != NULL && key.len > 0 && key.len <= IDEMPOTENCY_KEY_MAX) {
        move.has_key = true;
        move.key_hash = hash_bytes(HASH_START, key.bytes, key.len);
    }
    return move;
}
