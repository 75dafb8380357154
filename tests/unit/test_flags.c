#include "test.h"

#include <stdbool.h>
#include <string.h>

#include "service/flags.h"

struct options {
    const char *listen;
    int64_t threads;
    struct flag_seed seed;
    bool quiet;
    const char *command, *url;
};

#define AT(member) .offset = offsetof(struct options, member)

static const struct flag table[] = {
    // clang-format off
    {.name = "command", .kind = FLAG_OPERAND, AT(command), .help = "what to do"},
    {.name = "listen", .kind = FLAG_TEXT, AT(listen), .env = "T_LISTEN", .value = "HOST:PORT",
     .preset = ":8080", .help = "where to listen"},
    {.name = "threads", .kind = FLAG_NUMBER, AT(threads), .min = 1, .max = 64, .env = "T_THREADS",
     .value = "N", .preset = "2", .help = "event loops"},
    {.name = "seed", .kind = FLAG_SEED, AT(seed), .env = "T_SEED", .value = "N", .help = "seed"},
    {.name = "quiet", .kind = FLAG_SWITCH, AT(quiet), .env = "T_QUIET", .help = "no access log"},
    {.name = "url", .kind = FLAG_OPERAND, AT(url), .help = "whom to ask"},
    {.name = NULL},
    // clang-format on
};

static struct parse_case {
    const char *name;
    const char *argv[6], *environ[4]; // argv without the program
    const char *error;                // NULL = these options:
    struct options options;
} parses[] = {
    // clang-format off
    {"presets",                {NULL}, {NULL}, NULL, {.listen = ":8080", .threads = 2}},
    {"flag and value",         {"--listen", ":1"}, {NULL}, NULL, {.listen = ":1", .threads = 2}},
    {"flag=value",             {"--listen=:1"}, {NULL}, NULL, {.listen = ":1", .threads = 2}},
    {"empty value",            {"--listen="}, {NULL}, NULL, {.listen = "", .threads = 2}},
    {"value with =",           {"--listen=a=b"}, {NULL}, NULL, {.listen = "a=b", .threads = 2}},
    {"last one counts",        {"--threads=3", "--threads", "4"}, {NULL}, NULL, {.listen = ":8080", .threads = 4}},
    {"environment",            {NULL}, {"X=1", "T_THREADS=9"}, NULL, {.listen = ":8080", .threads = 9}},
    {"flag over environment",  {"--threads=3"}, {"T_THREADS=9"}, NULL, {.listen = ":8080", .threads = 3}},
    {"empty variable",         {NULL}, {"T_THREADS="}, NULL, {.listen = ":8080", .threads = 2}},
    {"longer variable",        {NULL}, {"T_THREADS_=9"}, NULL, {.listen = ":8080", .threads = 2}},
    {"switch",                 {"--quiet"}, {NULL}, NULL, {.listen = ":8080", .threads = 2, .quiet = true}},
    {"switch by environment",  {NULL}, {"T_QUIET=1"}, NULL, {.listen = ":8080", .threads = 2, .quiet = true}},
    {"switch taken back",      {"--quiet=0"}, {"T_QUIET=1"}, NULL, {.listen = ":8080", .threads = 2}},
    {"seed",                   {"--seed=18446744073709551615"}, {NULL}, NULL, {.listen = ":8080", .threads = 2, .seed = {UINT64_MAX, true}}},
    {"hexadecimal seed",       {"--seed=0xff"}, {NULL}, NULL, {.listen = ":8080", .threads = 2, .seed = {255, true}}},
    {"operands",               {"health", "--quiet", "http://a"}, {NULL}, NULL, {.listen = ":8080", .threads = 2, .quiet = true, .command = "health", .url = "http://a"}},
    {"unknown flag",           {"--lisden=1"}, {NULL}, .error = "no such flag: --lisden=1"},
    {"shortened flag",         {"--lis=1"}, {NULL}, .error = "no such flag: --lis=1"},
    {"operand is no flag",     {"--url=1"}, {NULL}, .error = "no such flag: --url=1"},
    {"one dash",               {"a", "b", "-h"}, {NULL}, .error = "unexpected argument: -h"},
    {"value missing",          {"--listen"}, {NULL}, .error = "--listen needs a value: HOST:PORT"},
    {"not a number",           {"--threads=two"}, {NULL}, .error = "--threads: 'two' is not a number from 1 to 64"},
    {"number and more",        {"--threads=2x"}, {NULL}, .error = "--threads: '2x' is not a number from 1 to 64"},
    {"too small",              {"--threads=0"}, {NULL}, .error = "--threads: '0' is not a number from 1 to 64"},
    {"too large",              {"--threads=65"}, {NULL}, .error = "--threads: '65' is not a number from 1 to 64"},
    {"far too large",          {"--threads=99999999999999999999"}, {NULL}, .error = "--threads: '99999999999999999999' is not a number from 1 to 64"},
    {"bad variable",           {NULL}, {"T_THREADS=0"}, .error = "T_THREADS: '0' is not a number from 1 to 64"},
    {"negative seed",          {"--seed=-1"}, {NULL}, .error = "--seed: '-1' is not a number of 64 bits"},
    {"seed of 65 bits",        {"--seed=18446744073709551616"}, {NULL}, .error = "--seed: '18446744073709551616' is not a number of 64 bits"},
    {"switch of something",    {"--quiet=yes"}, {NULL}, .error = "--quiet: 'yes' is neither 1 nor 0"},
    // clang-format on
};

static void same_text(const char *a, const char *b) {
    assert_string_equal(a == NULL ? "(none)" : a, b == NULL ? "(none)" : b);
}

static void parse_judges(void **state) {
    const struct parse_case *row = *state;
    struct options options = {0};
    char error[FLAG_ERROR_MAX] = "";
    const char *argv[8] = {"program"};
    int argc = 1;

    while (row->argv[argc - 1] != NULL && argc < 7) {
        argv[argc] = row->argv[argc - 1];
        argc++;
    }
    const int result = flags_parse(table, argc, argv, row->environ, &options, error);

    assert_int_equal(result, row->error == NULL ? 0 : -1);
    assert_string_equal(error, row->error == NULL ? "" : row->error);
    if (row->error != NULL)
        return;
    same_text(options.listen, row->options.listen);
    assert_int_equal(options.threads, row->options.threads);
    assert_true(options.seed.value == row->options.seed.value);
    assert_int_equal(options.seed.given, row->options.seed.given);
    assert_int_equal(options.quiet, row->options.quiet);
    same_text(options.command, row->options.command);
    same_text(options.url, row->options.url);
}

static void help_tells_every_flag_preset_and_variable(void **state) {
    (void)state;
    char help[1024];
    const size_t len = flags_help(table, help, sizeof help);

    assert_int_equal(len, strlen(help));
    assert_non_null(strstr(help, "  --listen HOST:PORT\n"
                                 "      where to listen (default :8080) [T_LISTEN]\n"));
    assert_non_null(strstr(help, "  --quiet\n      no access log [T_QUIET]\n"));
    assert_non_null(strstr(help, "  command\n      what to do\n"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_tells_every_flag_preset_and_variable),
    };
    return RUN_TABLE(parses, parse_judges) +
           cmocka_run_group_tests_name("flags", tests, NULL, NULL);
}
