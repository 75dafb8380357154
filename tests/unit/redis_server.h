// redis_server.h - a redis-server of a test's own, in a folder of its own.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { SERVER_ARGS_MAX = 24 };

struct redis_server {
    char folder[64]; // holds the socket, the log and a Sentinel's configuration
    char socket[96], config[96];
    int port; // on 127.0.0.1
    pid_t pid;
    const char *args[SERVER_ARGS_MAX]; // further options, ended by NULL
};

// redis_server_start starts one on a free port and a unix socket and waits until it answers. Each
// of these fails the test when something goes wrong.
void redis_server_start(struct redis_server *server, const char *const *args);

// redis_server_start_sentinel starts a Sentinel with these lines in its configuration.
void redis_server_start_sentinel(struct redis_server *server, const char *config);

// redis_server_again starts a server that was stopped or killed, with the same port and folder.
void redis_server_again(struct redis_server *server);

// redis_server_kill ends it with a signal and waits for its end.
void redis_server_kill(struct redis_server *server, int signal);

// redis_server_remove kills it, when it still runs, and removes the folder.
void redis_server_remove(struct redis_server *server);

// redis_server_ask sends one command, a format as hiredis takes it, and writes the reply as text:
// a string or an error as it is, a number in digits, nil as "(nil)", an array's items in lines.
void redis_server_ask(const struct redis_server *server, char *ret, size_t size, const char *format,
                      ...);

// free_port returns a port on 127.0.0.1 that nobody listens on right now.
int free_port(void);
