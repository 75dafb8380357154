// hash.h - one 64-bit hash of bytes, for seeds, keys and signatures; not for secrets.
#pragma once

#include <stddef.h>
#include <stdint.h>

// HASH_START is the value to begin with (FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/).
#define HASH_START UINT64_C(0xcbf29ce484222325)

// hash_bytes continues `hash` over `len` bytes, so a hash of parts equals the hash of the whole.
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t len);
