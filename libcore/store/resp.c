#include "store/resp.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <hiredis/hiredis.h>

struct resp_reader {
    redisReader *reader;
    redisReplyObjectFunctions functions;
    size_t bytes, nodes; // of the reply that is being read
};

// ---- building replies, one node for each callback of hiredis ----

static struct redis_reply *new_node(const redisReadTask *task, enum redis_type type,
                                    size_t payload) {
    struct resp_reader *reader = task->privdata;

    reader->nodes++;
    reader->bytes += payload;
    if (reader->nodes > RESP_NODES_MAX || reader->bytes > RESP_BYTES_MAX)
        return NULL;

    struct redis_reply *node = calloc(1, sizeof *node + payload);
    if (node == NULL)
        return NULL;
    node->type = type;
    if (task->parent != NULL)
        ((struct redis_reply *)task->parent->obj)->items[task->idx] = node;
    return node;
}

static void *create_string(const redisReadTask *task, char *text, size_t len) {
    const enum redis_type type = task->type == REDIS_REPLY_ERROR    ? REDIS_TYPE_ERROR
                                 : task->type == REDIS_REPLY_STATUS ? REDIS_TYPE_STATUS
                                                                    : REDIS_TYPE_STRING;
    struct redis_reply *node = new_node(task, type, len + 1);

    if (node == NULL)
        return NULL;
    node->len = len;
    node->text = (char *)(node + 1);
    memcpy(node->text, text, len);
    return node;
}

static void *create_array(const redisReadTask *task, int count) {
    // Judged before it is multiplied: a peer may announce two billion items in ten bytes.
    if (count < 0 || count > RESP_NODES_MAX)
        return NULL;

    const size_t size = (size_t)count * sizeof(struct redis_reply *); // NOLINT(bugprone-sizeof-*)
    struct redis_reply *node = new_node(task, REDIS_TYPE_ARRAY, size);
    if (node == NULL)
        return NULL;
    node->len = (size_t)count;
    node->items = (struct redis_reply **)(void *)(node + 1);
    return node;
}

static void *create_integer(const redisReadTask *task, long long number) {
    struct redis_reply *node = new_node(task, REDIS_TYPE_INTEGER, 0);

    if (node != NULL)
        node->number = number;
    return node;
}

static void *create_nil(const redisReadTask *task) {
    return new_node(task, REDIS_TYPE_NIL, 0);
}

static void free_node(void *node) {
    redis_reply_free(node);
}

// NOLINTNEXTLINE(misc-no-recursion): hiredis reads seven levels and refuses deeper ones
void redis_reply_free(struct redis_reply *reply) {
    if (reply == NULL)
        return;
    if (reply->type == REDIS_TYPE_ARRAY)
        for (size_t i = 0; i < reply->len; i++)
            redis_reply_free(reply->items[i]); // NULL where a broken stream ended
    free(reply);
}

// ---- the stream ----

struct resp_reader *resp_reader_new(void) {
    struct resp_reader *reader = calloc(1, sizeof *reader);

    if (reader == NULL)
        return NULL;
    reader->functions = (redisReplyObjectFunctions){
        .createString = create_string,
        .createArray = create_array,
        .createInteger = create_integer,
        .createNil = create_nil,
        .freeObject = free_node,
    };
    reader->reader = redisReaderCreateWithFunctions(&reader->functions);
    if (reader->reader == NULL) {
        free(reader);
        return NULL;
    }
    reader->reader->privdata = reader;
    return reader;
}

void resp_reader_free(struct resp_reader *reader) {
    if (reader == NULL)
        return;
    redisReaderFree(reader->reader);
    free(reader);
}

bool resp_feed(struct resp_reader *reader, const char *bytes, size_t len) {
    return redisReaderFeed(reader->reader, bytes, len) == REDIS_OK;
}

int resp_next(struct resp_reader *reader, struct redis_reply **ret) {
    void *reply = NULL;

    if (redisReaderGetReply(reader->reader, &reply) != REDIS_OK)
        return -1;
    if (reply == NULL)
        return reader->reader->len - reader->reader->pos > RESP_BYTES_MAX ? -1 : 0;
    reader->bytes = reader->nodes = 0;
    *ret = reply;
    return 1;
}

char *resp_format(int count, const char *const *args, const size_t *lens, size_t *ret_len) {
    char *text = NULL;
    const char **unconst = (const char **)(uintptr_t)args; // hiredis forgot a const NOLINT
    const int len = redisFormatCommandArgv(&text, count, unconst, lens);

    if (len < 0)
        return NULL;
    *ret_len = (size_t)len;
    return text;
}

bool redis_reply_is(const struct redis_reply *reply, enum redis_type type, const char *text) {
    return reply->type == type && reply->text != NULL && strcmp(reply->text, text) == 0;
}

bool redis_reply_is_error(const struct redis_reply *reply, const char *word) {
    const size_t len = strlen(word);

    return reply->type == REDIS_TYPE_ERROR && reply->len >= len &&
           memcmp(reply->text, word, len) == 0 &&
           (reply->text[len] == ' ' || reply->text[len] == '\0');
}
