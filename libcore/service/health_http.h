// health_http.h - the little HTTP/1.1 that a health port needs: one request in, one answer out.
//
// Pure: bytes in, bytes out. Bodies of requests are not read, every answer closes its connection.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "service/text.h"

enum {
    HEALTH_HEAD_MAX = 4096,    // bytes of a request's head; a prober sends some hundred
    HEALTH_ANSWER_MAX = 16384, // metrics are the longest, about 4 KiB for either service
};

enum health_method { HEALTH_GET, HEALTH_HEAD, HEALTH_OPTIONS, HEALTH_OTHER_METHOD };

enum health_route { HEALTH_ALIVE, HEALTH_READY, HEALTH_METRICS, HEALTH_NOWHERE };

struct health_request {
    enum health_method method;
    enum health_route route;
};

enum health_verdict { HEALTH_COMPLETE, HEALTH_MORE, HEALTH_MALFORMED };

// health_parse judges the bytes received so far. HEALTH_MORE: the head has not ended yet. *ret is
// set only by HEALTH_COMPLETE. A head of HEALTH_HEAD_MAX bytes that has not ended is malformed.
enum health_verdict health_parse(const char *bytes, size_t len, struct health_request *ret);

// What an answer is made of.
struct health_facts {
    bool is_ready, is_store_ready;
    const char *metrics; // the text, of metrics_len bytes; used for HEALTH_METRICS alone
    size_t metrics_len;
};

// health_answer adds the whole answer, headers and body.
void health_answer(struct text *text, const struct health_request *request,
                   const struct health_facts *facts);

// health_answer_malformed adds the answer to what is not HTTP.
void health_answer_malformed(struct text *text);
