// fuzz_health.c - any bytes that reach a health port: a verdict that more bytes do not change, and
// an answer that fits.
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "service/health_http.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *bytes = (const char *)data;
    const size_t len = size < HEALTH_HEAD_MAX ? size : HEALTH_HEAD_MAX;
    const struct health_facts facts = {true, false, "a 1\n", 4};
    struct health_request request = {0}, again = {0};
    char answer[HEALTH_ANSWER_MAX];
    struct text text = text_start(answer, sizeof answer);

    const enum health_verdict verdict = health_parse(bytes, len, &request);
    if (verdict == HEALTH_MORE) {
        assert(len < HEALTH_HEAD_MAX);
        return 0;
    }
    if (verdict == HEALTH_COMPLETE)
        health_answer(&text, &request, &facts);
    else
        health_answer_malformed(&text);
    assert(!text.cut && memcmp(answer, "HTTP/1.1 ", 9) == 0);

    // The first prefix that is judged is judged like the whole.
    for (size_t i = 0; i < len; i++) {
        const enum health_verdict early = health_parse(bytes, i, &again);
        if (early == HEALTH_MORE)
            continue;
        assert(early == verdict);
        assert(early == HEALTH_MALFORMED ||
               (again.method == request.method && again.route == request.route));
    }
    return 0;
}
