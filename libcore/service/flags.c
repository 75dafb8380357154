#include "service/flags.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/text.h"

// What is being judged: one value, and where it came from, for the message.
struct given {
    const struct flag *flag;
    const char *prefix, *source; // "--" and "listen", or "" and "OMOK_LISTEN"
    const char *value;
};

static void *target(const struct flag *flag, void *options) {
    return (char *)options + flag->offset;
}

static int set_number(const struct given *given, int64_t *ret, char *error) {
    char *end;

    errno = 0;
    const long long number = strtoll(given->value, &end, 10);
    if (end == given->value || *end != '\0' || errno != 0 || number < given->flag->min ||
        number > given->flag->max) {
        snprintf(error, FLAG_ERROR_MAX, "%s%s: '%.40s' is not a number from %lld to %lld",
                 given->prefix, given->source, given->value, (long long)given->flag->min,
                 (long long)given->flag->max);
        return -1;
    }
    *ret = number;
    return 0;
}

static int set_seed(const struct given *given, struct flag_seed *ret, char *error) {
    char *end;

    errno = 0;
    const unsigned long long number = strtoull(given->value, &end, 0);
    if (given->value[0] == '-' || end == given->value || *end != '\0' || errno != 0) {
        snprintf(error, FLAG_ERROR_MAX, "%s%s: '%.40s' is not a number of 64 bits", given->prefix,
                 given->source, given->value);
        return -1;
    }
    *ret = (struct flag_seed){number, true};
    return 0;
}

static int set_switch(const struct given *given, bool *ret, char *error) {
    if (strcmp(given->value, "1") != 0 && strcmp(given->value, "0") != 0) {
        snprintf(error, FLAG_ERROR_MAX, "%s%s: '%.40s' is neither 1 nor 0", given->prefix,
                 given->source, given->value);
        return -1;
    }
    *ret = given->value[0] == '1';
    return 0;
}

static int set(const struct given *given, void *options, char *error) {
    void *ret = target(given->flag, options);

    switch (given->flag->kind) {
    case FLAG_TEXT:
    case FLAG_OPERAND:
        *(const char **)ret = given->value;
        return 0;
    case FLAG_NUMBER:
        return set_number(given, ret, error);
    case FLAG_SEED:
        return set_seed(given, ret, error);
    case FLAG_SWITCH:
        return set_switch(given, ret, error);
    }
    return -1;
}

static const char *find_env(const char *const *environ, const char *name) {
    const size_t len = strlen(name);

    for (; *environ != NULL; environ++)
        if (strncmp(*environ, name, len) == 0 && (*environ)[len] == '=')
            return *environ + len + 1;
    return NULL;
}

// An empty variable counts as absent: compose files and unit files set such ones.
static int set_from_environ(const struct flag *flags, const char *const *environ, void *options,
                            char *error) {
    for (const struct flag *flag = flags; flag->name != NULL; flag++) {
        const char *value = flag->env == NULL ? NULL : find_env(environ, flag->env);
        struct given given = {flag, "", flag->env, value};

        if (value == NULL || value[0] == '\0')
            given = (struct given){flag, "--", flag->name, flag->preset};
        if (given.value != NULL && set(&given, options, error) != 0)
            return -1;
    }
    return 0;
}

static const struct flag *find_flag(const struct flag *flags, const char *name, size_t len) {
    for (; flags->name != NULL; flags++)
        if (flags->kind != FLAG_OPERAND && strncmp(flags->name, name, len) == 0 &&
            flags->name[len] == '\0')
            return flags;
    return NULL;
}

// set_flag takes argv[0] == "--name" or "--name=value", and argv[1] where a value is needed and not
// there yet. It returns how many arguments it used, or -1.
static int set_flag(const struct flag *flags, const char *const *argv, void *options, char *error) {
    const char *name = argv[0] + 2;
    const size_t len = strcspn(name, "=");
    const struct flag *flag = find_flag(flags, name, len);

    if (flag == NULL) {
        snprintf(error, FLAG_ERROR_MAX, "no such flag: %.40s", argv[0]);
        return -1;
    }
    struct given given = {flag, "--", flag->name, name[len] == '=' ? name + len + 1 : NULL};
    int used = 1;
    if (given.value == NULL && flag->kind == FLAG_SWITCH) {
        given.value = "1";
    } else if (given.value == NULL) {
        given.value = argv[used++];
    }
    if (given.value == NULL) {
        snprintf(error, FLAG_ERROR_MAX, "--%s needs a value: %s", flag->name, flag->value);
        return -1;
    }
    return set(&given, options, error) == 0 ? used : -1;
}

static const struct flag *next_operand(const struct flag *flags) {
    while (flags->name != NULL && flags->kind != FLAG_OPERAND)
        flags++;
    return flags;
}

int flags_parse(const struct flag *flags, int argc, const char *const *argv,
                const char *const *environ, void *options, char error[FLAG_ERROR_MAX]) {
    const struct flag *operand = next_operand(flags);

    if (set_from_environ(flags, environ, options, error) != 0)
        return -1;

    for (int i = 1; i < argc;) {
        if (strncmp(argv[i], "--", 2) == 0) {
            const int used = set_flag(flags, argv + i, options, error);
            if (used < 0)
                return -1;
            i += used;
        } else if (operand->name != NULL) {
            *(const char **)target(operand, options) = argv[i++];
            operand = next_operand(operand + 1);
        } else {
            snprintf(error, FLAG_ERROR_MAX, "unexpected argument: %.40s", argv[i]);
            return -1;
        }
    }
    return 0;
}

static void help_on(const struct flag *flag, struct text *text) {
    if (flag->kind == FLAG_OPERAND)
        text_format(text, "  %s\n      %s", flag->name, flag->help);
    else
        text_format(text, "  --%s%s%s\n      %s", flag->name, flag->value ? " " : "",
                    flag->value ? flag->value : "", flag->help);
    if (flag->preset != NULL)
        text_format(text, " (default %s)", flag->preset);
    if (flag->env != NULL)
        text_format(text, " [%s]", flag->env);
    text_add(text, "\n");
}

size_t flags_help(const struct flag *flags, char *ret, size_t size) {
    struct text text = text_start(ret, size - 1); // a byte for the NUL

    for (; flags->name != NULL; flags++)
        help_on(flags, &text);
    ret[text.len] = '\0';
    return text.len;
}
