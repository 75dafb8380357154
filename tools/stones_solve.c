// stones_solve.c - proves what positions of 3 Stones are worth, and what the whole game is.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "core/stones_solver.h"

enum {
    TABLE_MB_DEFAULT = 256,
    TABLE_MB_MAX = 1 << 16,
    CLASSES = 7, // first slots that no symmetry of the board turns into one another
};

// A proof goes on in slices, so that progress can be told. What a slice leaves in the table the
// next one finds there; each is longer than the last, so that a small table cannot hold it up.
#define SLICE_NODES UINT64_C(500000000)

static const struct {
    int row, col;
} classes[CLASSES] = {{0, 2}, {0, 3}, {1, 1}, {1, 2}, {1, 3}, {2, 2}, {2, 3}};

struct bounds {
    int lower, upper; // of white's points less black's
};

static double cpu_seconds(void) {
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void print_slot(int slot) {
    printf(" %d%d", stones_row(slot), stones_col(slot));
}

// parse_game reads "2111..": row and column of each stone, blanks ignored.
static int parse_game(const char *text, struct stones *ret) {
    struct stones game = stones_start();

    for (const char *c = text; *c; c++) {
        if (*c == ' ')
            continue;
        if (c[1] == '\0' || stones_play(&game, stones_slot(c[0] - '0', c[1] - '0')) != CORE_OK)
            return 1;
        c++;
    }
    *ret = game;
    return 0;
}

static int print_proof(struct stones game, struct stones_table *table) {
    uint64_t nodes = 0;
    const double start = cpu_seconds();

    if (stones_is_over(&game)) {
        puts("value 0 points");
        return 0;
    }
    for (bool is_first = true; !stones_is_over(&game); is_first = false) {
        const struct stones_proof proof =
            stones_solve(&game, -STONES_VALUE_MAX, STONES_VALUE_MAX, &(struct budget){0}, table);
        nodes += proof.nodes;
        if (is_first)
            printf("value %d points\nvariation", proof.lower);
        print_slot(proof.slot);
        fflush(stdout);
        stones_play(&game, proof.slot);
    }
    printf("\nnodes %" PRIu64 " nodes\ncpu %.2f s\n", nodes, cpu_seconds() - start);
    return 0;
}

static FILE *open_class(const char *folder, int class, const char *mode) {
    char path[4096];

    snprintf(path, sizeof path, "%s/%d%d.txt", folder, classes[class].row, classes[class].col);
    return fopen(path, mode);
}

static struct bounds read_bounds(const char *folder, int class) {
    struct bounds bounds = {-STONES_VALUE_MAX, STONES_VALUE_MAX};
    FILE *file = open_class(folder, class, "r");
    char line[256], *end;

    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const bool is_lower = strncmp(line, "value >= ", 9) == 0;
        if (!is_lower && strncmp(line, "value <= ", 9) != 0)
            continue;
        const long value = strtol(line + 9, &end, 10);
        if (is_lower && value > bounds.lower)
            bounds.lower = (int)value;
        if (!is_lower && value < bounds.upper)
            bounds.upper = (int)value;
    }
    if (file != NULL)
        fclose(file);
    return bounds;
}

static int write_bound(const char *folder, int class, struct bounds bounds, bool is_lower,
                       const char *cost) {
    FILE *file = open_class(folder, class, "a");

    if (file == NULL) {
        perror(folder);
        return 1;
    }
    fprintf(file, "value %s %d %s\n",
            is_lower ? ">=" : "<=", is_lower ? bounds.lower : bounds.upper, cost);
    return fclose(file);
}

// next_question is the number of which it is asked whether the value reaches it: first the sign.
static int next_question(struct bounds bounds) {
    if (bounds.lower == -STONES_VALUE_MAX)
        return bounds.upper == STONES_VALUE_MAX ? 0 : bounds.upper;
    return bounds.upper == STONES_VALUE_MAX ? bounds.lower + 1
                                            : (bounds.lower + bounds.upper + 1) / 2;
}

// narrow answers one question about one class and adds the answer to its file.
static int narrow(const char *folder, int class, struct bounds bounds, struct stones_table *table) {
    const int asked = next_question(bounds),
              at_least = 1 - asked; // what black, to move, must reach
    const double start = cpu_seconds();
    struct stones game = stones_start();
    struct stones_proof proof;
    uint64_t nodes = 0, slice = SLICE_NODES;
    char cost[80];

    stones_play(&game, stones_slot(classes[class].row, classes[class].col));
    for (;; slice += SLICE_NODES / 2) {
        proof = stones_solve(&game, at_least, at_least, &(struct budget){.nodes = slice}, table);
        nodes += proof.nodes;
        snprintf(cost, sizeof cost, "nodes %" PRIu64 " cpu %.0f", nodes, cpu_seconds() - start);
        printf("%d%d in %d..%d, at least %d? %s, %.1f M/s\n", classes[class].row,
               classes[class].col, bounds.lower, bounds.upper, asked, cost,
               (double)nodes / 1e6 / (cpu_seconds() - start));
        fflush(stdout);
        if (proof.lower >= at_least || proof.upper < at_least)
            break;
    }

    const bool is_lower = proof.lower < at_least;
    if (is_lower)
        bounds.lower = -proof.upper;
    else
        bounds.upper = -proof.lower;
    return write_bound(folder, class, bounds, is_lower, cost);
}

// solve_game goes round the classes, one question each, until every value is known.
static int solve_game(const char *folder, struct stones_table *table) {
    for (int open = CLASSES; open > 0;) {
        open = 0;
        for (int class = 0; class < CLASSES; class ++) {
            const struct bounds bounds = read_bounds(folder, class);
            if (bounds.lower >= bounds.upper)
                continue;
            open++;
            if (narrow(folder, class, bounds, table) != 0)
                return 1;
        }
    }
    return 0;
}

static int usage(FILE *out, int status) {
    fprintf(out,
            "usage: stones-solve [--table MB] STONES        prove a position; STONES is row and\n"
            "                                               column of each stone: 2111..\n"
            "       stones-solve [--table MB] --game FOLDER prove the whole game, class by class;\n"
            "                                               results are kept in FOLDER\n");
    return status;
}

int main(int argc, char **argv) {
    long table_mb = TABLE_MB_DEFAULT;
    struct stones game;
    char *end;

    if (argc == 2 && strcmp(argv[1], "--help") == 0)
        return usage(stdout, 0);
    if (argc > 2 && strcmp(argv[1], "--table") == 0) {
        table_mb = strtol(argv[2], &end, 10);
        if (*end != '\0' || table_mb < 1 || table_mb > TABLE_MB_MAX)
            return usage(stderr, 2);
        argc -= 2;
        argv += 2;
    }
    const bool is_game = argc == 3 && strcmp(argv[1], "--game") == 0;
    if (!is_game && (argc != 2 || parse_game(argv[1], &game) != 0))
        return usage(stderr, 2);

    const size_t size = (size_t)table_mb << 20;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        perror("stones-solve: table");
        return 1;
    }
    (void)madvise(memory, size, MADV_HUGEPAGE); // random access: fewer misses where it is granted
    struct stones_table *table = stones_table_open(memory, size);
    return is_game ? solve_game(argv[2], table) : print_proof(game, table);
}
