#include "store/redis_slots.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "store/redis_sentinel.h"

// CRC16 of the XMODEM kind: polynomial 0x1021, start 0; four bits at a time.
static uint16_t crc16(const char *bytes, size_t len) {
    static const uint16_t table[16] = {0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50a5,
                                       0x60c6, 0x70e7, 0x8108, 0x9129, 0xa14a, 0xb16b,
                                       0xc18c, 0xd1ad, 0xe1ce, 0xf1ef};
    uint16_t crc = 0;

    for (size_t i = 0; i < len; i++) {
        const unsigned char byte = (unsigned char)bytes[i];
        crc = (uint16_t)(crc << 4 ^ table[(crc >> 12 ^ byte >> 4) & 15]);
        crc = (uint16_t)(crc << 4 ^ table[(crc >> 12 ^ byte) & 15]);
    }
    return crc;
}

int redis_slot_of(const char *key) {
    const char *open = strchr(key, '{');
    const char *close = open == NULL ? NULL : strchr(open, '}');

    if (close != NULL && close > open + 1)
        return crc16(open + 1, (size_t)(close - open - 1)) % REDIS_SLOTS;
    return crc16(key, strlen(key)) % REDIS_SLOTS;
}

static bool set_host(const char *host, size_t len, const struct address *asked,
                     struct address *ret) {
    if (len == 0) {
        memcpy(ret->host, asked->host, sizeof ret->host);
        return ret->host[0] != '\0';
    }
    // A cluster that knows no host for a node calls it "?".
    if (len > ADDRESS_HOST_MAX || memchr(host, '\0', len) != NULL || host[0] == '?')
        return false;
    memset(ret->host, 0, sizeof ret->host);
    memcpy(ret->host, host, len);
    return true;
}

bool redis_target_read(const char *target, const struct address *asked, struct address *ret) {
    const char *colon = strrchr(target, ':');
    struct address address = {.port = 0};

    if (colon == NULL)
        return false;
    const size_t digits = strlen(colon + 1);
    if (digits == 0 || digits > 5 || strspn(colon + 1, "0123456789") != digits)
        return false;
    const long port = strtol(colon + 1, NULL, 10);
    if (port < 1 || port > UINT16_MAX)
        return false;
    address.port = (uint16_t)port;
    if (!set_host(target, (size_t)(colon - target), asked, &address))
        return false;
    *ret = address;
    return true;
}

size_t redis_ranges_count(const struct redis_reply *reply) {
    return reply->type == REDIS_TYPE_ARRAY ? reply->len : 0;
}

static bool read_slot(const struct redis_reply *reply, int *ret) {
    if (reply->type != REDIS_TYPE_INTEGER || reply->number < 0 || reply->number >= REDIS_SLOTS)
        return false;
    *ret = (int)reply->number;
    return true;
}

bool redis_range_read(const struct redis_reply *reply, size_t i, const struct address *asked,
                      struct redis_range *ret) {
    const struct redis_reply *item = reply->items[i];
    struct redis_range range = {0};

    // [first, last, [host, port, ...] of the master, ... of the replicas]
    if (item->type != REDIS_TYPE_ARRAY || item->len < 3 ||
        !read_slot(item->items[0], &range.first) || !read_slot(item->items[1], &range.last) ||
        range.first > range.last)
        return false;
    const struct redis_reply *master = item->items[2];
    if (master->type != REDIS_TYPE_ARRAY || master->len < 2 ||
        !redis_port_read(master->items[1], &range.master.port))
        return false;
    const struct redis_reply *host = master->items[0];
    if (host->type != REDIS_TYPE_STRING && host->type != REDIS_TYPE_NIL)
        return false;
    if (!set_host(host->text, host->len, asked, &range.master))
        return false;
    *ret = range;
    return true;
}
