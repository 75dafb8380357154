#include "service/pid.h"

#include <stdint.h>
#include <sys/random.h>

bool pid_new(char ret[PID_LEN + 1]) {
    static const char hex[] = "0123456789abcdef";
    uint8_t bits[PID_LEN / 2];

    // Fewer than 256 bytes come whole or not at all (getrandom(2)).
    if (getrandom(bits, sizeof bits, 0) != (ssize_t)sizeof bits)
        return false;

    bits[0] &= 0x7f; // makes the first digit 0..7
    for (int i = 0; i < PID_LEN; i++)
        ret[i] = hex[i % 2 == 0 ? bits[i / 2] >> 4 : bits[i / 2] & 15];
    ret[PID_LEN] = '\0';
    return true;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool pid_is_wellformed(const char *bytes, size_t len) {
    if (len != PID_LEN || bytes[0] < '0' || bytes[0] > '7')
        return false;
    for (size_t i = 1; i < len; i++)
        if (!is_digit(bytes[i]) && !(bytes[i] >= 'a' && bytes[i] <= 'f'))
            return false;
    return true;
}
