// serve.h - from a request to the reply: which route, which method, and what is told about it.
#pragma once

#include "app.h"
#include "http.h"
#include "judge.h"
#include "reply.h"
#include "request.h"

// Everything about a request that is under way.
struct op {
    struct http_call call;      // first: http.h makes the op
    struct store_request store; // one at a time
    enum route route;
    bool is_head;

    // new, play and game; see game.c. All before `record` starts as zeros.
    char key[STORE_KEY_MAX + 1]; // "omok:" and the pid
    struct move move;
    int rounds;                      // how often the move has been judged
    struct omok_record record;       // as stored, then as it shall be stored
    char version[STORE_VERSION_LEN]; // of the record as stored
    struct omok game;                // the position the computer thinks about
    struct told ack;

    // the pool; see think.c.
    struct pool_job job;
    struct loop_timer look; // whether the client is still there
    struct omok_choice choice;
    void (*on_chosen)(struct op *op);
    uint64_t deadline_us, think_us;
    atomic_bool is_cancelled;
};

static inline struct worker *op_worker(const struct op *op) {
    return op->call.worker;
}

static inline const char *op_pid(const struct op *op) {
    return op->key + sizeof "omok:" - 1;
}

// serve_request is on_request of http.h.
void serve_request(struct http_call *call, const struct http_message *message);

// serve_turn is on_turn of http.h.
void serve_turn(void *worker);

// Each of these ends the op.
void serve_reply(struct op *op, enum outcome outcome, struct http_reply *reply);
void serve_json(struct op *op, enum outcome outcome, int status, const struct text *body);
void serve_refusal(struct op *op, const struct refusal *refusal);
