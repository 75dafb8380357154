// fuzz_omok_record.c - decoding is total, and accepts only what encoding writes.
#include <stdlib.h>
#include <string.h>

#include "core/omok_record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct omok_record record;
    char text[OMOK_RECORD_MAX];

    if (omok_record_decode((const char *)data, size, &record) != CORE_OK)
        return 0;
    if (omok_record_encode(&record, text) != size || memcmp(text, data, size) != 0)
        abort();
    if (omok_record_replay(&record, record.count).count != record.count)
        abort();
    return 0;
}
