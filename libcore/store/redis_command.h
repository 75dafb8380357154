// redis_command.h - a store's commands in Redis's words, and what its replies mean.
//
// Both stores on Redis, one server and a cluster, are made of these; they differ only in where an
// operation is sent.
#pragma once

#include "store/redis_link.h"
#include "store/store_impl.h"

// The script writes a key only if its version is the expected one. One key and nothing else, so
// that it runs on a cluster too.
extern const char redis_command_script[];

// A redis_op is one request on its way.
struct redis_op {
    struct redis_call call;
    struct redis_op *next; // the store's own
    struct store *store;
    struct store_request *request;
    enum store_verb verb;
    int tries;           // times sent
    uint64_t give_up_ms; // until when it may wait; this and the next two are a cluster's own
    struct cluster_node *sent_to;
    struct cluster_node *asked; // the node that an ASK named; NULL = the owner of the slot
    char key[STORE_KEY_MAX + 1];
    char expected[STORE_VERSION_LEN];
    size_t len;
    char value[]; // of len bytes
};

// redis_op_new copies a command; NULL without memory.
struct redis_op *redis_op_new(struct store *store, struct store_request *request,
                              const struct store_command *command);

// redis_op_send sends an operation over a link that is ready; false when it cannot. With
// `whole_script` the script goes along, for a server that does not know its name.
bool redis_op_send(struct redis_op *op, struct redis_link *link, bool whole_script);

enum redis_next {
    REDIS_NEXT_FINISH,  // status, value and len are the request's
    REDIS_NEXT_SCRIPT,  // nothing was done: send again with the whole script
    REDIS_NEXT_MOVED,   // nothing was done: another node has the key, for good
    REDIS_NEXT_ASK,     // nothing was done: another node has it, for this once
    REDIS_NEXT_LATER,   // nothing was done: the same may work a little later
    REDIS_NEXT_DEMOTED, // nothing was done: this server is no master any more
};

struct redis_judgement {
    enum redis_next next;
    enum store_status status; // STORE_FAILED unless next is REDIS_NEXT_FINISH
    const char *value;        // into the reply; NULL for none
    size_t len;
    const char *target; // after MOVED and ASK: "HOST:PORT" of the other node, into the reply
    int slot;           // after MOVED and ASK: 0..16383
};

// redis_judge decides what follows from the end of an operation; `reply` is NULL unless the fate
// is REDIS_ANSWERED. Any reply is fine: what no server would say is STORE_FAILED.
struct redis_judgement redis_judge(enum store_verb verb, enum redis_fate fate,
                                   const struct redis_reply *reply);
