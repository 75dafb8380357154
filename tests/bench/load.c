// load.c - `load HOST PORT WHAT CONNECTIONS SECONDS [PID...]`: keeps every connection busy with one
// request at a time and prints figures, one `name value unit` a line.
//
// WHAT is a path, asked again and again; "new", or "play:STRATEGY": every connection plays one game
// after the other, on points of which no five are in a row, so that games are long. The CPU time of
// each PID is told per request.
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    CONNS_MAX = 4096,
    PIDS_MAX = 8,
    ANSWER_MAX = 64 * 1024,
    SIZE = 15,
    POINTS = SIZE * SIZE,
    LATENCIES = 1 << 20, // microseconds up to a second, one counter each
    WARM_UP_US = 300000,
};

struct conn {
    int fd;
    char game[33]; // the pid of the game; "" = none
    bool taken[POINTS];
    int at; // where the next free point is looked for
    char answer[ANSWER_MAX];
    size_t len;
    uint64_t sent_us;
};

struct load {
    const char *what, *strategy; // strategy: of "play:"
    int conn_count;
    struct conn *conns;
    int epoll;
    uint64_t answers, refused, unavailable;
    uint32_t *latencies;
    unsigned dice;
};

static void die(const char *what) {
    perror(what);
    exit(1);
}

static uint64_t clock_us(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static unsigned roll(struct load *load) {
    return load->dice = load->dice * 1664525 + 1013904223; // Numerical Recipes' generator
}

static bool is_ours(int at) {
    return (at % SIZE + 2 * (at / SIZE)) % 4 < 2;
}

// next_point returns a free point, or -1 when there is none.
static int next_point(const struct conn *conn) {
    for (int n = 0; n < POINTS; n++) {
        const int at = (conn->at + n * 7) % POINTS;
        if (is_ours(at) && !conn->taken[at])
            return at;
    }
    return -1;
}

static void make_target(struct load *load, struct conn *conn, char *ret, size_t size) {
    int at = -1;

    if (load->strategy != NULL && conn->game[0] != '\0')
        at = next_point(conn);
    if (load->what[0] == '/') {
        snprintf(ret, size, "%s", load->what);
    } else if (at < 0) {
        memset(conn->taken, 0, sizeof conn->taken);
        conn->game[0] = '\0';
        conn->at = (int)(roll(load) >> 8) % POINTS;
        snprintf(ret, size, "/new?strategy=%s", load->strategy ? load->strategy : "Random");
    } else {
        conn->taken[at] = true;
        snprintf(ret, size, "/play?pid=%s&x=%d&y=%d", conn->game, at % SIZE, at / SIZE);
    }
}

static void ask(struct load *load, struct conn *conn) {
    char target[128], request[256];

    make_target(load, conn, target, sizeof target);
    const int len =
        snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: bench\r\n\r\n", target);
    conn->len = 0;
    conn->sent_us = clock_us();
    if (write(conn->fd, request, (size_t)len) != len)
        die("write");
}

static void note_answer(struct load *load, struct conn *conn, const char *body) {
    const char *game = strstr(body, "\"pid\":\""), *move = strstr(body, "\"move\":{\"x\":");
    const uint64_t us = clock_us() - conn->sent_us;
    int x, y;

    load->answers++;
    load->latencies[us < LATENCIES ? us : LATENCIES - 1]++;
    load->refused += strstr(body, "\"response\":false") != NULL;
    load->unavailable += strncmp(conn->answer + 9, "503", 3) == 0;
    if (game != NULL)
        snprintf(conn->game, sizeof conn->game, "%.32s", game + 7);
    else if (move != NULL && sscanf(move, "\"move\":{\"x\":%d,\"y\":%d", &x, &y) == 2 && // NOLINT
             strstr(body, "\"isWin\":true") == NULL)
        conn->taken[y * SIZE + x] = true;
    else
        conn->game[0] = '\0';
}

// is_whole tells whether the answer is all there, and where its body is.
static bool is_whole(struct conn *conn, const char **ret_body) {
    conn->answer[conn->len] = '\0';
    const char *end = strstr(conn->answer, "\r\n\r\n");
    const char *length = strstr(conn->answer, "ontent-");

    if (end == NULL)
        return false;
    for (; length != NULL && strncasecmp(length, "ontent-length: ", 15) != 0;)
        length = strstr(length + 1, "ontent-");
    *ret_body = end + 4;
    return length != NULL && conn->answer + conn->len >= end + 4 + strtoul(length + 15, NULL, 10);
}

static void on_readable(struct load *load, struct conn *conn) {
    const char *body;
    const ssize_t got =
        read(conn->fd, conn->answer + conn->len, sizeof conn->answer - 1 - conn->len);

    if (got <= 0)
        die("the connection was closed");
    conn->len += (size_t)got;
    if (!is_whole(conn, &body))
        return;
    note_answer(load, conn, body);
    ask(load, conn);
}

static void open_conns(struct load *load, const char *host, const char *port) {
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)strtoul(port, NULL, 10))};
    const int on = 1;

    if (inet_pton(AF_INET, host, &to.sin_addr) != 1)
        die(host);
    load->epoll = epoll_create1(0);
    load->conns = calloc((size_t)load->conn_count, sizeof *load->conns);
    load->latencies = calloc(LATENCIES, sizeof *load->latencies);
    if (load->epoll < 0 || load->conns == NULL || load->latencies == NULL)
        die("start");
    for (int i = 0; i < load->conn_count; i++) {
        struct conn *conn = &load->conns[i];
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = conn};
        conn->fd = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(conn->fd, (struct sockaddr *)&to, sizeof to) != 0)
            die("connect");
        setsockopt(conn->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        epoll_ctl(load->epoll, EPOLL_CTL_ADD, conn->fd, &event);
        ask(load, conn);
    }
}

static void run(struct load *load, uint64_t for_us) {
    const uint64_t end = clock_us() + for_us;
    struct epoll_event events[64];

    while (clock_us() < end) {
        const int count = epoll_wait(load->epoll, events, 64, 100);
        for (int i = 0; i < count; i++)
            on_readable(load, events[i].data.ptr);
    }
}

// cpu_us reads user and system time of a process (proc(5), fields 14 and 15 of stat).
static double cpu_us(const char *pid) {
    char path[64], line[1024] = "";
    unsigned long user = 0, system = 0;

    snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
    FILE *file = fopen(path, "r");
    if (file == NULL || fgets(line, sizeof line, file) == NULL)
        die(path);
    fclose(file);
    const char *rest = strrchr(line, ')'); // the name may hold blanks
    if (rest == NULL ||
        sscanf(rest, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", // NOLINT
               &user, &system) != 2)
        die(path);
    return (double)(user + system) * 1e6 / (double)sysconf(_SC_CLK_TCK);
}

static double percentile(const struct load *load, double share) {
    uint64_t left = (uint64_t)((double)load->answers * share);

    for (int us = 0; us < LATENCIES; us++) {
        if (load->latencies[us] > left)
            return us;
        left -= load->latencies[us];
    }
    return LATENCIES;
}

static void report(const struct load *load, double seconds, int pid_count, const double *cpu) {
    printf("rate %.0f requests/s\n", (double)load->answers / seconds);
    printf("p50 %.0f us\n", percentile(load, 0.5));
    printf("p99 %.0f us\n", percentile(load, 0.99));
    printf("answers %llu requests\n", (unsigned long long)load->answers);
    printf("refused %llu requests\n", (unsigned long long)load->refused);
    printf("unavailable %llu requests\n", (unsigned long long)load->unavailable);
    for (int i = 0; i < pid_count; i++)
        printf("cpu%d %.2f us/request\n", i, cpu[i] / (double)load->answers);
}

int main(int argc, char **argv) {
    struct load load = {.dice = 1};
    double cpu[PIDS_MAX];

    if (argc < 6 || argc > 6 + PIDS_MAX) {
        fprintf(stderr, "usage: load HOST PORT WHAT CONNECTIONS SECONDS [PID...]\n");
        return 1;
    }
    load.what = argv[3];
    load.strategy = strncmp(argv[3], "play:", 5) == 0 ? argv[3] + 5 : NULL;
    load.conn_count = (int)strtol(argv[4], NULL, 10);
    if (load.conn_count < 1 || load.conn_count > CONNS_MAX)
        die("CONNECTIONS");

    open_conns(&load, argv[1], argv[2]);
    run(&load, WARM_UP_US);
    load.answers = load.refused = load.unavailable = 0;
    memset(load.latencies, 0, LATENCIES * sizeof *load.latencies);
    for (int i = 6; i < argc; i++)
        cpu[i - 6] = cpu_us(argv[i]);
    const uint64_t start = clock_us();
    run(&load, (uint64_t)(strtod(argv[5], NULL) * 1e6));
    const double seconds = (double)(clock_us() - start) / 1e6;
    for (int i = 6; i < argc; i++)
        cpu[i - 6] = cpu_us(argv[i]) - cpu[i - 6];
    report(&load, seconds, argc - 6, cpu);
    return 0;
}
