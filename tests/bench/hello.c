// hello.c - the least that can be built on the HTTP library: one thread, one answer. What the
// service costs is told beside what this costs in the same run.
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

#define H2O_USE_LIBUV 0
#include <h2o.h>

static int on_request(h2o_handler_t *handler, h2o_req_t *req) {
    static h2o_generator_t generator;
    static char text[] = "{\"size\":15,\"strategies\":[\"Smart\",\"Random\"]}";
    h2o_iovec_t body = h2o_iovec_init(text, sizeof text - 1);

    (void)handler;
    req->res.status = 200;
    req->res.reason = "OK";
    req->res.content_length = body.len;
    h2o_add_header(&req->pool, &req->res.headers, H2O_TOKEN_CONTENT_TYPE, NULL,
                   H2O_STRLIT("application/json"));
    h2o_start_response(req, &generator);
    h2o_send(req, &body, 1, H2O_SEND_STATE_FINAL);
    return 0;
}

static void on_accept(h2o_socket_t *listener, const char *error) {
    h2o_socket_t *socket;

    (void)error;
    while ((socket = h2o_evloop_socket_accept(listener)) != NULL)
        h2o_accept(listener->data, socket);
}

// It listens on a port that the kernel chooses, and prints it.
static int listen_anywhere(void) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof at;
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);

    if (bind(fd, (struct sockaddr *)&at, sizeof at) != 0 || listen(fd, 4096) != 0 ||
        getsockname(fd, (struct sockaddr *)&at, &len) != 0)
        exit(1);
    printf("\"port\":%d\n", ntohs(at.sin_port));
    fflush(stdout);
    return fd;
}

int main(void) {
    h2o_globalconf_t conf;
    h2o_context_t context;

    h2o_config_init(&conf);
    h2o_hostconf_t *host =
        h2o_config_register_host(&conf, h2o_iovec_init(H2O_STRLIT("default")), 0);
    h2o_create_handler(h2o_config_register_path(host, "/", 0), sizeof(h2o_handler_t))->on_req =
        on_request;
    h2o_context_init(&context, h2o_evloop_create(), &conf);

    h2o_accept_ctx_t accept = {.ctx = &context, .hosts = conf.hosts};
    h2o_socket_t *listener =
        h2o_evloop_socket_create(context.loop, listen_anywhere(), H2O_SOCKET_FLAG_DONT_READ);
    listener->data = &accept;
    h2o_socket_read_start(listener, on_accept);
    while (h2o_evloop_run(context.loop, 1000) == 0)
        ;
    return 0;
}
