// http.h - an HTTP/1.1 server on several event loops; what is behind it is libh2o, and http.c alone
// knows that.
//
// Every request becomes one call, and every call gets exactly one http_answer, now or later, in the
// thread that it came in. HTTP/2 stays off: this version of the library does not withstand rapid
// resets (CVE-2023-44487).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/loop.h"

#include "slice.h"

struct http;

// What was asked. The bytes are valid only inside on_request.
struct http_message {
    struct slice method, target;
    struct slice idempotency_key; // not given also when it came more than once
    struct slice if_none_match;
};

// A call in progress: the first member of whatever the service keeps about a request.
struct http_call {
    void *worker;        // as handed to http_set_worker for this thread
    uint64_t started_us; // clock_us() when the request had arrived
    void *request;       // the library's; NULL once the client's connection is gone
    void *slot;          // http.c's own, as is the next
    struct http_call *next;
};

struct http_header {
    const char *name, *value; // both outlive the answer
};

enum { HTTP_HEADERS_MAX = 6 }; // of one answer, besides those that every answer has

struct http_reply {
    int status;
    const char *type; // content type; NULL where there is no body
    const char *body;
    size_t len;
    bool is_static; // the body outlives the answer and need not be copied
    bool is_head;   // send the headers alone
    bool is_last;   // close the connection behind it
    struct http_header headers[HTTP_HEADERS_MAX];
};

struct http_options {
    int threads;      // event loops, each with a thread of its own
    int conns_max;    // open connections of the process; more wait in the kernel's queue
    int timeout_ms;   // from one answer, or the accept, to the end of the next request
    size_t body_max;  // bytes of a request body, 413 beyond
    size_t call_size; // of the struct that begins with an http_call
    void (*on_request)(struct http_call *call, const struct http_message *message);
    void (*on_turn)(void *worker); // after each turn of a loop that had something to do
};

// http_open makes the loops, which nobody runs yet. It ends the process when there is no memory.
struct http *http_open(const struct http_options *options);

struct loop *http_loop(struct http *http, int thread);
void http_set_worker(struct http *http, int thread, void *worker);

// http_listen hands a listening socket over to one thread, before http_start.
void http_listen(struct http *http, int thread, int fd);

// http_start runs every loop in a thread of its own; false when there can be no thread.
bool http_start(struct http *http);

// http_stop answers what is in flight, closes everything and ends the threads: when the last answer
// is out, at the latest after HTTP_STOP_MS.
void http_stop(struct http *http);

// http_close frees the loops; http_stop must have returned.
void http_close(struct http *http);

// http_answer ends the call, whether or not the client is still there to get the reply.
void http_answer(struct http_call *call, const struct http_reply *reply);

// http_has_left tells whether the client has closed its connection. The library looks only when it
// writes; whoever computes for long asks now and then.
bool http_has_left(const struct http_call *call);

// http_conns returns the open connections of the process.
int http_conns(const struct http *http);

enum {
    // A search ends within its strategy's time, at most a few seconds, and docker sends SIGKILL ten
    // seconds after SIGTERM.
    HTTP_STOP_MS = 8000,
};
