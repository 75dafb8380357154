#include "store/redis_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// GETRANGE takes one byte more than a value may have: enough to see that a value is too long,
// however long it is. It reads a key that is not there as empty, which no value is.
enum { FETCH_MAX = STORE_VALUE_MAX + 1, SLOTS = 16384 };

const char redis_command_script[] =
    "local version = redis.call('GETRANGE', KEYS[1], 0, #ARGV[1] - 1)\n"
    "if version == ARGV[1] then\n"
    "  redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])\n"
    "  return 1\n"
    "end\n"
    "return redis.call('GETRANGE', KEYS[1], 0, ARGV[4])\n";

struct redis_op *redis_op_new(struct store *store, struct store_request *request,
                              const struct store_command *command) {
    struct redis_op *op = malloc(sizeof *op + command->len);

    if (op == NULL)
        return NULL;
    *op = (struct redis_op){.call.is_write = command->verb != STORE_LOAD,
                            .store = store,
                            .request = request,
                            .verb = command->verb,
                            .len = command->len};
    memcpy(op->key, command->key, strlen(command->key) + 1); // store.c has judged the length
    if (command->expected != NULL)
        memcpy(op->expected, command->expected, STORE_VERSION_LEN);
    if (command->value != NULL)
        memcpy(op->value, command->value, command->len);
    return op;
}

static bool send_words(struct redis_op *op, struct redis_link *link, int count,
                       const char *const *args, size_t *lens) {
    for (int i = 0; i < count; i++)
        if (args[i] != op->value && args[i] != op->expected)
            lens[i] = strlen(args[i]);
    op->tries++;
    return redis_link_send(link, &op->call, count, args, lens);
}

bool redis_op_send(struct redis_op *op, struct redis_link *link, bool whole_script) {
    char ttl[16], last[16];

    snprintf(ttl, sizeof ttl, "%d", op->store->options.ttl_s);
    snprintf(last, sizeof last, "%d", FETCH_MAX - 1);
    switch (op->verb) {
    case STORE_LOAD: {
        const char *const args[] = {"GETRANGE", op->key, "0", last};
        return send_words(op, link, 4, args, (size_t[4]){0});
    }
    case STORE_CREATE: {
        const char *const args[] = {"SET", op->key, op->value, "EX", ttl, "NX"};
        return send_words(op, link, 6, args, (size_t[6]){[2] = op->len});
    }
    case STORE_SAVE: {
        const char *name = whole_script ? redis_command_script : redis_link_sha(link);
        const char *const args[] = {whole_script ? "EVAL" : "EVALSHA",
                                    name,
                                    "1",
                                    op->key,
                                    op->expected,
                                    op->value,
                                    ttl,
                                    last};
        return send_words(op, link, 8, args, (size_t[8]){[4] = STORE_VERSION_LEN, [5] = op->len});
    }
    }
    return false;
}

static const struct error_case {
    const char *word;
    enum redis_next next;
} error_cases[] = {
    {"NOSCRIPT", REDIS_NEXT_SCRIPT},   {"MOVED", REDIS_NEXT_MOVED},
    {"ASK", REDIS_NEXT_ASK},           {"TRYAGAIN", REDIS_NEXT_LATER},
    {"CLUSTERDOWN", REDIS_NEXT_LATER}, {"LOADING", REDIS_NEXT_LATER},
    {"MASTERDOWN", REDIS_NEXT_LATER},  {"READONLY", REDIS_NEXT_DEMOTED},
};

// read_target splits "MOVED 3999 127.0.0.1:6381".
static bool read_target(const struct redis_reply *reply, struct redis_judgement *ret) {
    const char *number = strchr(reply->text, ' ');
    char *end;

    if (number == NULL || number[1] < '0' || number[1] > '9')
        return false;
    const long slot = strtol(number + 1, &end, 10);
    if (slot >= SLOTS || end[0] != ' ' || end[1] == '\0')
        return false;
    ret->slot = (int)slot;
    ret->target = end + 1;
    return true;
}

static struct redis_judgement judge_error(const struct redis_reply *reply) {
    struct redis_judgement judgement = {.next = REDIS_NEXT_FINISH, .status = STORE_FAILED};

    for (size_t i = 0; i < sizeof error_cases / sizeof error_cases[0]; i++)
        if (redis_reply_is_error(reply, error_cases[i].word))
            judgement.next = error_cases[i].next;
    if ((judgement.next == REDIS_NEXT_MOVED || judgement.next == REDIS_NEXT_ASK) &&
        !read_target(reply, &judgement))
        judgement.next = REDIS_NEXT_FINISH;
    return judgement;
}

static struct redis_judgement finish(enum store_status status) {
    return (struct redis_judgement){.next = REDIS_NEXT_FINISH, .status = status};
}

// judge_text is for what GETRANGE found.
static struct redis_judgement judge_text(const struct redis_reply *reply, enum store_status found) {
    struct redis_judgement judgement = finish(found);

    if (reply->len == 0)
        return finish(STORE_MISSING);
    if (reply->len > STORE_VALUE_MAX)
        return finish(STORE_FAILED);
    judgement.value = reply->text;
    judgement.len = reply->len;
    return judgement;
}

struct redis_judgement redis_judge(enum store_verb verb, enum redis_fate fate,
                                   const struct redis_reply *reply) {
    if (fate == REDIS_UNSENT)
        return finish(STORE_FAILED);
    if (fate == REDIS_LOST)
        return finish(verb == STORE_LOAD ? STORE_FAILED : STORE_UNKNOWN);
    if (reply->type == REDIS_TYPE_ERROR)
        return judge_error(reply);

    if (verb == STORE_LOAD && reply->type == REDIS_TYPE_STRING)
        return judge_text(reply, STORE_OK);
    if (verb == STORE_CREATE && redis_reply_is(reply, REDIS_TYPE_STATUS, "OK"))
        return finish(STORE_OK);
    if (verb == STORE_CREATE && reply->type == REDIS_TYPE_NIL)
        return finish(STORE_CONFLICT);
    if (verb == STORE_SAVE && reply->type == REDIS_TYPE_INTEGER && reply->number == 1)
        return finish(STORE_OK);
    if (verb == STORE_SAVE && reply->type == REDIS_TYPE_STRING)
        return judge_text(reply, STORE_CONFLICT);
    return finish(STORE_FAILED);
}
