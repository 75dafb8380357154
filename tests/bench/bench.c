// bench.c - `bench SUITE`: figures of speed and strength, a line each.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"

static const struct suite {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} suites[] = {
    {"signature", bench_signature, "[--expect FILE]: a hash of the moves of fixed games"},
    {"omok", bench_omok, "[FOLDER]: nodes and moves a second, problems solved"},
    {"match", bench_match, "A B [PAIRS]: games from balanced openings, Elo with its error"},
    {"stones", bench_stones, "[quick]: proofs of 3 Stones a second, values checked, matches"},
};

enum { SUITES = sizeof suites / sizeof suites[0] };

double cpu_seconds(void) {
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void *scratch_new(size_t size) {
    if (size == 0)
        return NULL;
    void *scratch = calloc(1, size);
    if (scratch == NULL) {
        fprintf(stderr, "bench: no memory\n");
        exit(1);
    }
    return scratch;
}

int main(int argc, char **argv) {
    for (int i = 0; argc > 1 && i < SUITES; i++)
        if (strcmp(argv[1], suites[i].name) == 0)
            return suites[i].run(argc - 2, argv + 2);

    fprintf(stderr, "usage: bench SUITE ...\n");
    for (int i = 0; i < SUITES; i++)
        fprintf(stderr, "  %s %s\n", suites[i].name, suites[i].help);
    return 2;
}
