// pid.h - the name of a game: 127 bits from the kernel, so that nobody can guess one.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { PID_LEN = 32 }; // lower-case hexadecimal, the first character a decimal digit

// pid_new writes a new name and a NUL. It returns false, and leaves `ret` alone, when the kernel
// gives no random bytes, which it always does once the machine has started.
bool pid_new(char ret[PID_LEN + 1]);

// pid_is_wellformed tells whether pid_new could have written these bytes.
bool pid_is_wellformed(const char *bytes, size_t len);
