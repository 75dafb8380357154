// resp.h - what Redis says: replies out of bytes, commands into bytes. The only user of hiredis.
//
// Of hiredis this takes the reader and the formatter, which know no socket. Its asynchronous
// interface (0.14) ends the process when a reply comes that nobody asked for, looks names up in
// the caller's thread and does not tell which commands have been written; redis_link.c is about
// as long as an adapter to it would be.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    // The longest replies are those to CLUSTER SLOTS. A cluster whose every slot is a range of its
    // own (16384, each with three nodes of some 100 bytes) stays below both. More than that is no
    // reply to anything that was asked.
    RESP_BYTES_MAX = 8 << 20,
    RESP_NODES_MAX = 1 << 18,
};

enum redis_type {
    REDIS_TYPE_STRING,
    REDIS_TYPE_STATUS,
    REDIS_TYPE_ERROR,
    REDIS_TYPE_INTEGER,
    REDIS_TYPE_NIL,
    REDIS_TYPE_ARRAY,
};

struct redis_reply {
    enum redis_type type;
    long long number;           // INTEGER
    size_t len;                 // STRING, STATUS, ERROR: bytes of text; ARRAY: items
    char *text;                 // any bytes, and a NUL behind them; else NULL
    struct redis_reply **items; // none of them is NULL
};

struct resp_reader;

// resp_reader_new returns NULL without memory; resp_reader_free is fine with NULL.
struct resp_reader *resp_reader_new(void);
void resp_reader_free(struct resp_reader *reader);

// resp_feed takes bytes of the stream, in pieces of any size. False = no memory.
bool resp_feed(struct resp_reader *reader, const char *bytes, size_t len);

// resp_next returns 1 and the next whole reply, which the caller frees; 0 when more bytes are
// needed; -1 when the peer speaks another language, or too much of this one, and must be dropped.
int resp_next(struct resp_reader *reader, struct redis_reply **ret);

void redis_reply_free(struct redis_reply *reply);

// resp_format writes one command whose arguments may hold any bytes. The caller frees the text;
// NULL without memory.
char *resp_format(int count, const char *const *args, const size_t *lens, size_t *ret_len);

// Whether a reply is text of this type, or an error that begins with a word.
bool redis_reply_is(const struct redis_reply *reply, enum redis_type type, const char *text);
bool redis_reply_is_error(const struct redis_reply *reply, const char *word);
