#include "test.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "unit/store_suite.h"

// The folder of this run, and its main database; set once by main.
static struct { char folder[64], path[96], url[128]; } place;

static void execute(const char *path, const char *text) {
    sqlite3 *db;

    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, SUITE_PATIENCE_MS);
    assert_int_equal(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static int count_rows(const char *path) {
    sqlite3 *db;
    sqlite3_stmt *statement;

    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, SUITE_PATIENCE_MS);
    sqlite3_prepare_v2(db, "SELECT count(*) FROM games", -1, &statement, NULL);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    const int count = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return count;
}

static void write_raw(const char *key, const char *bytes, size_t len) {
    sqlite3 *db;
    sqlite3_stmt *statement;

    assert_int_equal(sqlite3_open(place.path, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, SUITE_PATIENCE_MS);
    sqlite3_prepare_v2(db, "REPLACE INTO games VALUES (?1, ?2, 9999999999)", -1, &statement, NULL);
    sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_blob(statement, 2, bytes, (int)len, SQLITE_STATIC);
    assert_int_equal(sqlite3_step(statement), SQLITE_DONE);
    sqlite3_finalize(statement);
    sqlite3_close(db);
}

// url_of names a file of its own for one test.
static const char *url_of(const char *name, char path[128]) {
    static char url[160];

    snprintf(path, 128, "%s/%s", place.folder, name);
    snprintf(url, sizeof url, "sqlite:%s", path);
    return url;
}

static void the_file_is_the_owners_alone(void **state) {
    (void)state;
    char path[128], log[160];
    struct stat status;
    struct loop *loop = loop_poll_new();
    const mode_t old = umask(0);
    struct store *store = must_open(url_of("mode.db", path), NULL, loop);

    create(loop, store, "k", "00000000");
    umask(old);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    snprintf(log, sizeof log, "%s-wal", path);
    assert_int_equal(stat(log, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    store_close(store);
    loop_poll_free(loop);
}

static struct refusal {
    const char *name, *file, *sql, *error; // sql NULL = the file's name says it
} refusals[] = {
    // clang-format off
    {"a later format", "later.db", "PRAGMA user_version = 7; CREATE TABLE games (x)",
     "has format 7, of another version of this program (this one: 1)"},
    {"another program's database", "other.db", "CREATE TABLE invoices (x)",
     "is a database of another program"},
    {"a folder that is not there", "no/such/folder.db", NULL, "No such file or directory"},
    {"a folder",                   ".",                 NULL, "unable to open database file"},
    // clang-format on
};

static void opening_is_refused(void **state) {
    const struct refusal *row = *state;
    char path[128], error[STORE_ERROR_MAX] = "";
    struct loop *loop = loop_poll_new();
    const char *url = url_of(row->file, path);

    if (row->sql != NULL)
        execute(path, row->sql);
    assert_null(store_open(url, NULL, loop, error));
    assert_non_null(strstr(error, row->error));
    assert_non_null(strstr(error, path));
    loop_poll_free(loop);
}

static void a_file_that_is_no_database_is_refused_and_stays(void **state) {
    (void)state;
    char path[128], error[STORE_ERROR_MAX] = "", read_back[64] = "";
    struct loop *loop = loop_poll_new();
    const char *url = url_of("text.db", path), *text = "Dear diary, today I lost a game of omok.";

    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
    assert_null(store_open(url, NULL, loop, error));
    assert_non_null(strstr(error, "file is not a database"));
    file = fopen(path, "r");
    assert_non_null(fgets(read_back, sizeof read_back, file));
    fclose(file);
    assert_string_equal(read_back, text);
    loop_poll_free(loop);
}

static void odd_names_are_names_of_files(void **state) {
    (void)state;
    struct loop *loop = loop_poll_new();
    char here[4096];

    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(place.folder), 0);
    for (int i = 0; i < 2; i++) { // the second time it is there already
        struct store *store = must_open("sqlite::memory:?sync=full", NULL, loop);
        const struct answer created = create(loop, store, "k", "00000000");
        assert_status(created.status, i == 0 ? STORE_OK : STORE_CONFLICT);
        store_close(store);
    }
    assert_int_equal(access(":memory:", F_OK), 0);
    assert_int_equal(chdir(here), 0);
    loop_poll_free(loop);
}

static void expired_rows_are_deleted_batch_by_batch(void **state) {
    (void)state;
    enum { ROWS = 300 }; // more than four batches
    char path[128];
    struct loop *loop = loop_poll_new();
    struct store_stats stats = {0};
    const struct store_options options = {.stats = &stats};
    const char *url = url_of("expired.db", path);

    store_close(must_open(url, NULL, loop));
    execute(path, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)"
                  " INSERT INTO games SELECT 'dead:' || i, '00000000', i FROM n");
    execute(path, "INSERT INTO games VALUES ('live', '00000000', 9999999999)");

    struct store *store = must_open(url, &options, loop);
    const uint64_t until = loop->now_ms(loop) + SUITE_PATIENCE_MS;
    assert_status(load(loop, store, "dead:1").status, STORE_MISSING); // deleted yet or not
    while (atomic_load(&stats.expired) < ROWS && loop->now_ms(loop) < until)
        loop->run_once(loop, 10);
    assert_int_equal(atomic_load(&stats.expired), ROWS);
    assert_int_equal(count_rows(path), 1);
    assert_status(load(loop, store, "live").status, STORE_OK);
    store_close(store);
    loop_poll_free(loop);
}

static void a_full_disk_fails_and_passes(void **state) {
    (void)state;
    char path[128], value[STORE_VALUE_MAX + 1], key[32];
    struct loop *loop = loop_poll_new();
    struct store *store = must_open(url_of("full.db", path), NULL, loop);
    struct rlimit unlimited, small = {.rlim_cur = 65536};
    int written = 0;

    // A limit on the size of files makes write(2) fail as a full disk does.
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &unlimited);
    small.rlim_max = unlimited.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    memset(value, '0', STORE_VALUE_MAX);
    value[STORE_VALUE_MAX] = '\0';
    enum store_status status = STORE_OK;
    while (status == STORE_OK && written < 1000) {
        snprintf(key, sizeof key, "full:%d", written);
        status = create(loop, store, key, value).status;
        written += status == STORE_OK;
    }
    assert_status(status, STORE_FAILED);
    assert_status(create(loop, store, key, value).status, STORE_FAILED);
    assert_status(load(loop, store, "full:0").status, STORE_OK);
    assert_status(load(loop, store, key).status, STORE_MISSING);

    assert_int_equal(setrlimit(RLIMIT_FSIZE, &unlimited), 0);
    assert_status(create(loop, store, key, value).status, STORE_OK);
    store_close(store);
    assert_int_equal(count_rows(path), written + 1);
    loop_poll_free(loop);
}

static void a_file_held_by_another_fails_writes_but_not_loads(void **state) {
    (void)state;
    char path[128];
    sqlite3 *db;
    struct loop *loop = loop_poll_new();
    struct store *store = must_open(url_of("held.db", path), NULL, loop);

    create(loop, store, "k", "00000000");
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, 10000); // the store may be deleting what has expired
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_status(load(loop, store, "k").status, STORE_OK);
    assert_status(save(loop, store, "k", "00000000", "00000001").status, STORE_FAILED);
    sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_close(db);
    assert_status(save(loop, store, "k", "00000000", "00000001").status, STORE_OK);
    store_close(store);
    loop_poll_free(loop);
}

// ---- other processes ----

// be_a_writer is what a child process runs: it creates keys until it is killed, and writes the
// number of each to stdout once the store has acknowledged it.
static int be_a_writer(const char *url, int first) {
    struct loop *loop = loop_poll_new();
    char error[STORE_ERROR_MAX], key[32];
    struct store *store = store_open(url, NULL, loop, error);

    for (int i = first; store != NULL; i++) {
        struct answer answer;
        snprintf(key, sizeof key, "writer:%d", i);
        answer_start(&answer);
        store_create(store, &answer.request, key, "00000000", 8);
        while (answer.calls == 0)
            loop->run_once(loop, 1000);
        if (answer.status != STORE_OK || write(STDOUT_FILENO, &i, sizeof i) != sizeof i)
            return 1;
    }
    return 1;
}

static pid_t start_writer(const char *url, int first, int *ret_pipe) {
    int ends[2];
    char number[16];

    assert_int_equal(pipe(ends), 0);
    snprintf(number, sizeof number, "%d", first);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execl("/proc/self/exe", "writer", url, number, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    *ret_pipe = ends[0];
    return pid;
}

static void a_killed_process_loses_nothing_it_acknowledged(void **state) {
    (void)state;
    enum { WRITERS = 2, ROUNDS = 5, SHARE = 1000000 };
    char path[128], key[32];
    struct loop *loop = loop_poll_new();
    const char *url = url_of("killed.db", path);
    int acknowledged[WRITERS] = {0}, next[WRITERS] = {0, SHARE};

    for (int round = 0; round < ROUNDS; round++) {
        pid_t pids[WRITERS];
        int pipes[WRITERS], number;
        for (int i = 0; i < WRITERS; i++)
            pids[i] = start_writer(url, next[i], &pipes[i]);
        for (int i = 0; i < WRITERS; i++) { // killed while they write, at no chosen moment
            for (int n = 0; n < 20; n++)
                assert_int_equal(read(pipes[i], &number, sizeof number), sizeof number);
            kill(pids[i], SIGKILL);
            while (read(pipes[i], &number, sizeof number) == sizeof number)
                ;
            waitpid(pids[i], NULL, 0);
            close(pipes[i]);
            acknowledged[i] = number + 1;
            next[i] = number + 2; // the one in between may be stored or not
        }
    }
    struct store *store = must_open(url, NULL, loop);
    for (int i = 0; i < WRITERS; i++) {
        int missing = 0;
        for (int n = i * SHARE; n < acknowledged[i]; n++) {
            snprintf(key, sizeof key, "writer:%d", n);
            missing += load(loop, store, key).status != STORE_OK;
        }
        assert_in_range(missing, 0, ROUNDS - 1); // the numbers in between
    }
    store_close(store);
    loop_poll_free(loop);
}

static void remove_folder(void) {
    char command[128];

    snprintf(command, sizeof command, "rm -r '%s'", place.folder);
    if (system(command) != 0) // NOLINT(cert-env33-c): the folder's name is ours
        fprintf(stderr, "%s is left\n", place.folder);
}

int main(int argc, char **argv) {
    const struct store_suite suite = {.url = place.url, .write_raw = write_raw};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_file_is_the_owners_alone),
        cmocka_unit_test(a_file_that_is_no_database_is_refused_and_stays),
        cmocka_unit_test(odd_names_are_names_of_files),
        cmocka_unit_test(expired_rows_are_deleted_batch_by_batch),
        cmocka_unit_test(a_full_disk_fails_and_passes),
        cmocka_unit_test(a_file_held_by_another_fails_writes_but_not_loads),
        cmocka_unit_test(a_killed_process_loses_nothing_it_acknowledged),
    };

    if (argc == 3)
        return be_a_writer(argv[1], (int)strtol(argv[2], NULL, 10));

    snprintf(place.folder, sizeof place.folder, "/tmp/store-sqlite-XXXXXX");
    if (mkdtemp(place.folder) == NULL)
        return 1;
    snprintf(place.path, sizeof place.path, "%s/suite.db", place.folder);
    snprintf(place.url, sizeof place.url, "sqlite:%s", place.path);
    const int failed = store_suite_run("sqlite", &suite) + RUN_TABLE(refusals, opening_is_refused) +
                       cmocka_run_group_tests_name("store_sqlite", tests, NULL, NULL);
    remove_folder();
    return failed;
}
