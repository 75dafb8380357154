#include "test.h"

#include <string.h>

#include "service/pid.h"

static struct syntax_case {
    const char *name, *pid;
    bool good;
} syntaxes[] = {
    // clang-format off
    {"as pid_new writes it",    "0123456789abcdef0123456789abcdef",  true},
    {"highest first digit",     "7fffffffffffffffffffffffffffffff",  true},
    {"first digit too high",    "8fffffffffffffffffffffffffffffff",  false},
    {"first is a letter",       "a123456789abcdef0123456789abcdef",  false},
    {"upper case",              "0123456789ABCDEF0123456789ABCDEF",  false},
    {"no hexadecimal digit",    "0123456789abcdefg123456789abcdef",  false},
    {"short",                   "0123456789abcdef0123456789abcde",   false},
    {"long",                    "0123456789abcdef0123456789abcdef0", false},
    {"empty",                   "",                                  false},
    // clang-format on
};

static void syntax_is_judged(void **state) {
    const struct syntax_case *row = *state;

    assert_int_equal(pid_is_wellformed(row->pid, strlen(row->pid)), row->good);
}

// 127 bits: each is seen both ways in 64 pids, but for a chance of 127 / 2^63.
static void new_pids_are_random_and_wellformed(void **state) {
    (void)state;
    char first[PID_LEN + 1], pid[PID_LEN + 1];
    unsigned changed[PID_LEN] = {0};

    assert_true(pid_new(first));
    for (int n = 0; n < 64; n++) {
        assert_true(pid_new(pid));
        assert_true(pid_is_wellformed(pid, strlen(pid)));
        for (int i = 0; i < PID_LEN; i++) {
            const char *digits = "0123456789abcdef";
            changed[i] |=
                (unsigned)((strchr(digits, pid[i]) - digits) ^ (strchr(digits, first[i]) - digits));
        }
    }

    assert_int_equal(changed[0], 7);
    for (int i = 1; i < PID_LEN; i++)
        assert_int_equal(changed[i], 15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_pids_are_random_and_wellformed),
    };
    return RUN_TABLE(syntaxes, syntax_is_judged) +
           cmocka_run_group_tests_name("pid", tests, NULL, NULL);
}
