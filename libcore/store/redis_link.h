// redis_link.h - one connection to one Redis server, from the handshake to the last reply.
//
//   connecting --> greeting --> ready --> gone
//
// A link never tries again: it is gone when the server refuses, closes, says nonsense or does not
// answer a command in time (replies come in order, so one that is late holds up all others).
// Commands are pipelined: all that are sent in one turn of the loop leave together.
//
// A Redis master answers before its replicas have what it answered, so a master that dies may take
// acknowledged writes along. Where there are replicas a link sends a barrier (WAIT) behind the
// writes of each turn, and holds their replies back until a replica has them. While no replica
// answers, writes are acknowledged by the master alone: then it takes two failures to lose one.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "service/loop.h"
#include "store/resp.h"

enum redis_fate {
    REDIS_ANSWERED, // here is the reply
    REDIS_UNSENT,   // the server has not got the whole command, so has not done it
    REDIS_LOST,     // it may have, and the reply will never come
};

// A call is owned by the caller and kept alive until done; done is called once, from the loop.
struct redis_call {
    // `reply` lives until done returns; NULL unless the fate is REDIS_ANSWERED.
    void (*done)(struct redis_call *call, enum redis_fate fate, const struct redis_reply *reply);
    bool is_write;

    struct redis_call *next;   // from here on the link's own
    bool is_guarded;           // a barrier follows
    struct redis_reply *reply; // held until the barrier's
    uint64_t end;              // of the command, in bytes of the connection
    uint64_t due_ms;
};

enum { REDIS_SHA_LEN = 40 };

struct redis_link_options {
    struct loop *loop;
    const char *user, *password; // empty = none
    int db;
    const char *script;  // loaded before the link is ready; NULL = none
    bool must_be_master; // a server of another role is refused
    bool has_replicas;   // that should have a write before it is acknowledged
    int command_timeout_ms;
};

struct redis_link;

struct redis_link_owner {
    void (*on_ready)(struct redis_link_owner *owner); // the handshake has been answered
    // on_gone follows the ends of all calls; the link is freed behind it.
    void (*on_gone)(struct redis_link_owner *owner);
};

// redis_link_open starts to connect. `options` and what it points to must outlive the link. NULL
// when it failed at once; then the owner hears nothing.
struct redis_link *redis_link_open(const struct redis_link_options *options,
                                   const struct sockaddr *address, socklen_t len,
                                   struct redis_link_owner *owner);

// redis_link_send returns false, and keeps nothing, when the link is not ready.
bool redis_link_send(struct redis_link *link, struct redis_call *call, int count,
                     const char *const *args, const size_t *lens);

bool redis_link_is_ready(const struct redis_link *link);

// redis_link_sha returns the name under which the server knows the script.
const char *redis_link_sha(const struct redis_link *link);

// redis_link_drop lets the link be gone in the loop's next turn; it takes no more calls.
void redis_link_drop(struct redis_link *link);

// redis_link_close ends all calls and frees the link; the owner is not told. Not from inside done.
// NULL is fine.
void redis_link_close(struct redis_link *link);
