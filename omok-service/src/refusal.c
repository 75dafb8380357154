#include "refusal.h"

const char *refusal_text(enum reason reason) {
    switch (reason) {
#define X(name, text)                                                                              \
    case name:                                                                                     \
        return text;
        REASONS(X)
#undef X
    }
    return "";
}
