#include "unit/redis_server.h"

#include "test.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <hiredis/hiredis.h>

enum {
    START_TRIES = 5,     // another process may take the free port in between
    ANSWER_TRIES = 6000, // of 10 ms
    ASK_TRIES = 20,
};

int free_port(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof address;
    const int fd = socket(AF_INET, SOCK_STREAM, 0);

    assert_int_equal(bind(fd, (struct sockaddr *)&address, len), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &len), 0);
    close(fd);
    return ntohs(address.sin_port);
}

static void run_server(const struct redis_server *server) {
    const char *args[SERVER_ARGS_MAX + 20];
    char port[16];
    int count = 0;

    snprintf(port, sizeof port, "%d", server->port);
    args[count++] = "redis-server";
    if (server->config[0] != '\0')
        args[count++] = server->config;
    const char *const common[] = {"--port",       port,           "--bind", "127.0.0.1 -::1",
                                  "--unixsocket", server->socket, "--dir",  server->folder,
                                  "--logfile",    "log"};
    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++)
        args[count++] = common[i];
    for (int i = 0; server->args[i] != NULL; i++)
        args[count++] = server->args[i];
    args[count] = NULL;
    prctl(PR_SET_PDEATHSIG, SIGKILL);                // a test that is killed leaves nothing behind
    execvp(args[0], (char *const *)(uintptr_t)args); // exec forgot a const NOLINT
    _exit(127);
}

static bool answers(const struct redis_server *server) {
    redisContext *context = redisConnectUnix(server->socket);
    bool good = context != NULL && context->err == 0;

    if (good) {
        redisReply *reply = redisCommand(context, "PING");
        good = reply != NULL && strncmp(reply->str, "LOADING", 7) != 0; // NOAUTH is an answer, too
        freeReplyObject(reply);
    }
    redisFree(context);
    return good;
}

static bool start(struct redis_server *server) {
    server->pid = fork();
    assert_true(server->pid >= 0);
    if (server->pid == 0)
        run_server(server);

    for (int i = 0; i < ANSWER_TRIES; i++) {
        if (answers(server))
            return true;
        if (waitpid(server->pid, NULL, WNOHANG) == server->pid) {
            server->pid = 0;
            return false;
        }
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return false;
}

static void start_anywhere(struct redis_server *server) {
    bool started = false;

    for (int i = 0; i < START_TRIES && !started; i++) {
        server->port = free_port();
        started = start(server);
    }
    assert_true(started);
}

static void make_folder(struct redis_server *server) {
    memset(server, 0, sizeof *server);
    snprintf(server->folder, sizeof server->folder, "/tmp/store-redis-XXXXXX");
    assert_non_null(mkdtemp(server->folder));
    snprintf(server->socket, sizeof server->socket, "%s/redis.sock", server->folder);
}

void redis_server_start(struct redis_server *server, const char *const *args) {
    int count = 0;

    make_folder(server);
    server->args[count++] = "--save"; // nothing, unless a test asks for it
    server->args[count++] = "";
    for (int i = 0; args != NULL && args[i] != NULL; i++) {
        assert_in_range(count, 0, SERVER_ARGS_MAX - 2);
        server->args[count++] = args[i];
    }
    start_anywhere(server);
}

void redis_server_start_sentinel(struct redis_server *server, const char *config) {
    make_folder(server);
    snprintf(server->config, sizeof server->config, "%s/sentinel.conf", server->folder);
    FILE *file = fopen(server->config, "w");
    assert_non_null(file);
    fputs(config, file);
    fclose(file);
    server->args[0] = "--sentinel";
    start_anywhere(server);
}

void redis_server_again(struct redis_server *server) {
    assert_true(start(server));
}

void redis_server_kill(struct redis_server *server, int signal) {
    if (server->pid <= 0)
        return;
    kill(server->pid, signal);
    kill(server->pid, SIGCONT); // one that is stopped would not end
    waitpid(server->pid, NULL, 0);
    server->pid = 0;
}

void redis_server_remove(struct redis_server *server) {
    char command[128];

    redis_server_kill(server, SIGKILL);
    snprintf(command, sizeof command, "rm -r '%s'", server->folder);
    assert_int_equal(system(command), 0); // NOLINT(cert-env33-c): the folder's name is ours
}

static size_t write_reply(const redisReply *reply, char *ret, size_t size) {
    size_t len = 0;

    switch (reply->type) {
    case REDIS_REPLY_INTEGER:
        return (size_t)snprintf(ret, size, "%lld", reply->integer);
    case REDIS_REPLY_NIL:
        return (size_t)snprintf(ret, size, "(nil)");
    case REDIS_REPLY_ARRAY:
        for (size_t i = 0; i < reply->elements && len < size; i++) {
            len += write_reply(reply->element[i], ret + len, size - len);
            if (len < size)
                len += (size_t)snprintf(ret + len, size - len, "\n");
        }
        return len;
    default:
        return (size_t)snprintf(ret, size, "%s", reply->str);
    }
}

void redis_server_ask(const struct redis_server *server, char *ret, size_t size, const char *format,
                      ...) {
    redisReply *answer = NULL;

    // A Sentinel that makes a server a replica, and many a test, kills all connections.
    for (int i = 0; i < ASK_TRIES && answer == NULL; i++) {
        redisContext *context = redisConnectUnix(server->socket);
        va_list args;
        assert_non_null(context);
        assert_int_equal(context->err, 0);
        va_start(args, format);
        answer = redisvCommand(context, format, args);
        va_end(args);
        redisFree(context);
    }
    assert_non_null(answer);
    ret[0] = '\0';
    (void)write_reply(answer, ret, size);
    freeReplyObject(answer);
}
