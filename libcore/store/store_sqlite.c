// store_sqlite.c - the embedded store: one file (SQLite, WAL), shared by threads and processes.
//
//   loop ---- queued ----> worker thread ---- ended ----> loop
//                          all that is queued in one transaction
//
// Each store has a connection and a thread of its own. The thread takes everything that is queued,
// answers the loads, then does all writes in one transaction, so that a busy store pays for one
// commit per batch. Nothing is answered before the commit.

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <sqlite3.h>

#include "store/store_impl.h"

enum {
    // How long a write waits for another process's transaction. A batch takes some milliseconds,
    // tens with sync=full, so this is reached when somebody holds the file, not under load.
    BUSY_TIMEOUT_MS = 2000,
    OPEN_RETRY_MS = 5, // between tries to open a file that another process is just creating
    // Expired rows deleted by one transaction: a fraction of a millisecond.
    EXPIRE_BATCH = 64,
    EXPIRE_PAUSE_MS = 20,      // between two full batches, which leaves the thread to the players
    EXPIRE_INTERVAL_MS = 5000, // between looks while there is nothing to delete
    SCHEMA_VERSION = 1,        // PRAGMA user_version of the files that this code writes
};

static const char schema[] =
    "CREATE TABLE games (key TEXT PRIMARY KEY, value BLOB NOT NULL, expires_at INTEGER NOT NULL)"
    " WITHOUT ROWID;"
    "CREATE INDEX games_expires_at ON games (expires_at);";

enum statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    LOAD,
    CREATE,
    SAVE,
    EXPIRE,
    STATEMENTS,
};

// ?1 key, ?2 now, ?3 value, ?4 expires_at, ?5 expected version
static const char *const statement_texts[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [LOAD] = "SELECT value FROM games WHERE key = ?1 AND expires_at > ?2",
    [CREATE] = "INSERT INTO games (key, value, expires_at) VALUES (?1, ?3, ?4)"
               " ON CONFLICT (key) DO UPDATE SET value = ?3, expires_at = ?4"
               " WHERE expires_at <= ?2",
    [SAVE] = "UPDATE games SET value = ?3, expires_at = ?4"
             " WHERE key = ?1 AND expires_at > ?2 AND CAST(substr(value, 1, 8) AS BLOB) = ?5",
    [EXPIRE] = "DELETE FROM games WHERE key IN"
               " (SELECT key FROM games WHERE expires_at <= ?2 ORDER BY expires_at LIMIT ?4)",
};

struct job {
    struct job *next;
    struct store_request *request;
    enum store_verb verb;
    enum store_status status;
    char key[STORE_KEY_MAX + 1];
    char expected[STORE_VERSION_LEN];
    size_t len;
    bool has_value;              // after the end: `value` is for the caller
    char value[STORE_VALUE_MAX]; // to be written, then what was found
};

struct jobs {
    struct job *first, *last;
};

struct sqlite_store {
    struct store store;
    struct loop_watch bell; // an eventfd that the worker rings when `ended` is no longer empty
    int under_way;          // jobs between submit and done; the loop's thread only

    pthread_t worker;
    pthread_mutex_t lock; // for these four
    pthread_cond_t wake;
    struct jobs queued, ended;
    bool stopping;

    sqlite3 *db; // from here on the worker's
    sqlite3_stmt *statements[STATEMENTS];
    uint64_t expire_at_ms; // when to look for expired rows again
};

static struct sqlite_store *self(struct store *store) {
    return (struct sqlite_store *)(void *)store;
}

static void append(struct jobs *jobs, struct job *job) {
    job->next = NULL;
    if (jobs->first == NULL)
        jobs->first = job;
    else
        jobs->last->next = job;
    jobs->last = job;
}

static struct jobs take_all(struct jobs *jobs) {
    const struct jobs taken = *jobs;

    *jobs = (struct jobs){NULL, NULL};
    return taken;
}

static int64_t wall_clock_s(void) {
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now); // a time to live outlives reboots
    return now.tv_sec;
}

static uint64_t steady_clock_ms(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

// ---- statements; all of this runs in the worker ----

static int step(struct sqlite_store *sqlite, enum statement which) {
    sqlite3_stmt *statement = sqlite->statements[which];
    const int code = sqlite3_step(statement);

    if (code != SQLITE_ROW)
        sqlite3_reset(statement);
    return code;
}

// find fetches the value of a job's key into the job.
static enum store_status find(struct sqlite_store *sqlite, struct job *job, int64_t now_s) {
    sqlite3_stmt *statement = sqlite->statements[LOAD];

    sqlite3_bind_text(statement, 1, job->key, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, now_s);
    const int code = step(sqlite, LOAD);
    if (code != SQLITE_ROW)
        return code == SQLITE_DONE ? STORE_MISSING : STORE_FAILED;

    enum store_status status = STORE_FAILED; // a value that no service can have written
    const void *value = sqlite3_column_blob(statement, 0);
    const size_t len = (size_t)sqlite3_column_bytes(statement, 0);
    if (len <= sizeof job->value) {
        if (len > 0)
            memcpy(job->value, value, len);
        job->len = len;
        job->has_value = true;
        status = STORE_OK;
    }
    sqlite3_reset(statement);
    return status;
}

static enum store_status write_row(struct sqlite_store *sqlite, enum statement which,
                                   struct job *job, int64_t now_s) {
    sqlite3_stmt *statement = sqlite->statements[which];

    sqlite3_bind_text(statement, 1, job->key, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, now_s);
    sqlite3_bind_blob(statement, 3, job->value, (int)job->len, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 4, now_s + sqlite->store.options.ttl_s);
    if (which == SAVE)
        sqlite3_bind_blob(statement, 5, job->expected, STORE_VERSION_LEN, SQLITE_STATIC);

    if (step(sqlite, which) != SQLITE_DONE)
        return STORE_FAILED;
    return sqlite3_changes(sqlite->db) == 1 ? STORE_OK : STORE_CONFLICT;
}

static enum store_status create(struct sqlite_store *sqlite, struct job *job, int64_t now_s) {
    return write_row(sqlite, CREATE, job, now_s);
}

static enum store_status save(struct sqlite_store *sqlite, struct job *job, int64_t now_s) {
    const enum store_status status = write_row(sqlite, SAVE, job, now_s);

    if (status != STORE_CONFLICT)
        return status;
    const enum store_status found = find(sqlite, job, now_s);
    return found == STORE_OK ? STORE_CONFLICT : found;
}

static enum store_status (*const verbs[])(struct sqlite_store *, struct job *, int64_t) = {
    [STORE_LOAD] = find,
    [STORE_CREATE] = create,
    [STORE_SAVE] = save,
};

// ---- batches ----

static void end_writes(struct job *job, enum store_status status) {
    for (; job != NULL; job = job->next) {
        if (job->verb == STORE_LOAD)
            continue;
        job->status = status;
        job->has_value = false;
    }
}

// commit_status judges a commit that failed. When not all of it could be written to the log, it is
// void for good; after any other failure, of an fsync say, a later recovery may still find it.
static enum store_status commit_status(int code) {
    switch (code) {
    case SQLITE_BUSY:
    case SQLITE_FULL:
    case SQLITE_IOERR_WRITE:
        return STORE_FAILED;
    default:
        return STORE_UNKNOWN;
    }
}

static void roll_back(struct sqlite_store *sqlite) {
    // SQLite has rolled back already after some errors.
    if (!sqlite3_get_autocommit(sqlite->db))
        (void)step(sqlite, ROLLBACK);
}

static bool has_failed(sqlite3 *db) {
    const int code = sqlite3_errcode(db);

    return code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE;
}

static bool write_all(struct sqlite_store *sqlite, struct job *first, int64_t now_s) {
    for (struct job *job = first; job != NULL; job = job->next) {
        if (job->verb == STORE_LOAD)
            continue;
        job->status = verbs[job->verb](sqlite, job, now_s);
        // A value that is too long fails its own job alone; an error of the engine fails them all.
        if (job->status == STORE_FAILED && has_failed(sqlite->db))
            return false;
    }
    return true;
}

static void run_writes(struct sqlite_store *sqlite, struct job *first, int64_t now_s) {
    if (step(sqlite, BEGIN) != SQLITE_DONE) {
        end_writes(first, STORE_FAILED);
        return;
    }
    if (!write_all(sqlite, first, now_s)) {
        roll_back(sqlite);
        end_writes(first, STORE_FAILED);
        return;
    }
    const int code = step(sqlite, COMMIT);
    if (code != SQLITE_DONE) {
        roll_back(sqlite);
        end_writes(first, commit_status(code));
    }
}

// run_batch answers loads from what is committed, so that no answer can be rolled back.
static void run_batch(struct sqlite_store *sqlite, struct job *first) {
    const int64_t now_s = wall_clock_s();
    bool writes = false;

    for (struct job *job = first; job != NULL; job = job->next) {
        if (job->verb == STORE_LOAD)
            job->status = find(sqlite, job, now_s);
        else
            writes = true;
    }
    if (writes)
        run_writes(sqlite, first, now_s);
}

// expire deletes one batch when it is time to, and says when it is time again.
static void expire(struct sqlite_store *sqlite) {
    sqlite3_stmt *statement = sqlite->statements[EXPIRE];
    int deleted = 0;

    if (steady_clock_ms() < sqlite->expire_at_ms)
        return;
    sqlite3_bind_int64(statement, 2, wall_clock_s());
    sqlite3_bind_int(statement, 4, EXPIRE_BATCH);
    // Any failure, a busy file above all, is as good as nothing to delete: it is tried again.
    if (step(sqlite, EXPIRE) == SQLITE_DONE)
        deleted = sqlite3_changes(sqlite->db);
    store_count(&sqlite->store.options.stats->expired, (unsigned long long)deleted);
    sqlite->expire_at_ms =
        steady_clock_ms() + (deleted == EXPIRE_BATCH ? EXPIRE_PAUSE_MS : EXPIRE_INTERVAL_MS);
}

// await_work returns false once the store is stopping and nothing is queued any more.
static bool await_work(struct sqlite_store *sqlite, struct jobs *ret_batch) {
    const struct timespec until = {.tv_sec = (time_t)(sqlite->expire_at_ms / 1000),
                                   .tv_nsec = (long)(sqlite->expire_at_ms % 1000) * 1000000};
    int waited = 0;

    pthread_mutex_lock(&sqlite->lock);
    while (sqlite->queued.first == NULL && !sqlite->stopping && waited == 0)
        waited = pthread_cond_timedwait(&sqlite->wake, &sqlite->lock, &until);
    *ret_batch = take_all(&sqlite->queued);
    const bool go_on = ret_batch->first != NULL || !sqlite->stopping;
    pthread_mutex_unlock(&sqlite->lock);
    return go_on;
}

static void hand_back(struct sqlite_store *sqlite, struct jobs batch) {
    if (batch.first == NULL)
        return;

    pthread_mutex_lock(&sqlite->lock);
    if (sqlite->ended.first == NULL)
        sqlite->ended = batch;
    else
        sqlite->ended.last->next = batch.first;
    sqlite->ended.last = batch.last;
    pthread_mutex_unlock(&sqlite->lock);
    (void)!write(sqlite->bell.fd, &(uint64_t){1}, sizeof(uint64_t));
}

static void *work(void *argument) {
    struct sqlite_store *sqlite = argument;
    struct jobs batch;

    while (await_work(sqlite, &batch)) {
        run_batch(sqlite, batch.first);
        hand_back(sqlite, batch);
        expire(sqlite);
    }
    return NULL;
}

// ---- the loop's side ----

static void deliver(struct sqlite_store *sqlite) {
    pthread_mutex_lock(&sqlite->lock);
    struct job *job = take_all(&sqlite->ended).first;
    pthread_mutex_unlock(&sqlite->lock);

    while (job != NULL) {
        struct job *next = job->next;
        sqlite->under_way--;
        store_finish(&sqlite->store, job->request, job->status, job->has_value ? job->value : NULL,
                     job->has_value ? job->len : 0);
        free(job);
        job = next;
    }
}

static void on_bell(struct loop_watch *watch, unsigned events) {
    struct sqlite_store *sqlite =
        (struct sqlite_store *)(void *)((char *)watch - offsetof(struct sqlite_store, bell));
    uint64_t rings;

    (void)events;
    (void)!read(watch->fd, &rings, sizeof rings);
    deliver(sqlite);
}

static struct job *new_job(struct store_request *request, const struct store_command *command) {
    struct job *job = malloc(sizeof *job);

    if (job == NULL)
        return NULL;
    job->request = request;
    job->verb = command->verb;
    job->has_value = false;
    job->len = command->len;
    memcpy(job->key, command->key, strlen(command->key) + 1); // store.c has judged the length
    if (command->expected != NULL)
        memcpy(job->expected, command->expected, STORE_VERSION_LEN);
    if (command->value != NULL)
        memcpy(job->value, command->value, command->len);
    return job;
}

static void submit(struct store *store, struct store_request *request,
                   const struct store_command *command) {
    struct sqlite_store *sqlite = self(store);
    struct job *job = sqlite->under_way < STORE_REQUESTS_MAX ? new_job(request, command) : NULL;

    if (job == NULL) {
        store_refuse(store, request);
        return;
    }
    sqlite->under_way++;
    pthread_mutex_lock(&sqlite->lock);
    const bool was_empty = sqlite->queued.first == NULL;
    append(&sqlite->queued, job);
    if (was_empty)
        pthread_cond_signal(&sqlite->wake);
    pthread_mutex_unlock(&sqlite->lock);
}

static bool is_ready(const struct store *store) {
    (void)store; // a file that could be opened needs no connection
    return true;
}

// ---- opening and closing ----

static void free_store(struct sqlite_store *sqlite) {
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(sqlite->statements[i]);
    sqlite3_close(sqlite->db);
    if (sqlite->bell.fd >= 0)
        close(sqlite->bell.fd);
    pthread_cond_destroy(&sqlite->wake);
    pthread_mutex_destroy(&sqlite->lock);
    free(sqlite);
}

// close_store lets the worker finish what is queued: that is a commit, not a wait for a server.
static void close_store(struct store *store) {
    struct sqlite_store *sqlite = self(store);

    pthread_mutex_lock(&sqlite->lock);
    sqlite->stopping = true;
    pthread_cond_signal(&sqlite->wake);
    pthread_mutex_unlock(&sqlite->lock);
    pthread_join(sqlite->worker, NULL);

    store->loop->watch(store->loop, &sqlite->bell, 0);
    deliver(sqlite);
    store_stop(store);
    atomic_fetch_sub_explicit(&store->options.stats->ready, 1, memory_order_relaxed);
    free_store(sqlite);
}

// make_file creates an empty database that only its owner can read, under its final name at once:
// closing a descriptor of a file that SQLite has open elsewhere in this process would drop its
// locks, so the file is complete before anybody can open it. SQLite gives the log the same mode.
static bool make_file(const char *path) {
    char draft[STORE_URL_PATH_MAX + 16];

    if (access(path, F_OK) == 0)
        return true;
    snprintf(draft, sizeof draft, "%s.XXXXXX", path);
    const int fd = mkstemp(draft); // mode 0600
    if (fd < 0)
        return false;
    close(fd);
    const bool made = link(draft, path) == 0 || errno == EEXIST;
    const int reason = errno;
    unlink(draft);
    errno = reason;
    return made;
}

static int pragma_number(sqlite3 *db, const char *text, int *ret) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, text, -1, &statement, NULL);

    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        *ret = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return code == SQLITE_ROW ? SQLITE_OK : code;
}

// set_up_schema runs inside a transaction. SQLITE_MISMATCH = the file is somebody else's.
static int set_up_schema(sqlite3 *db, int *ret_version) {
    int tables = 0;
    int code = pragma_number(db, "PRAGMA user_version", ret_version);

    if (code == SQLITE_OK)
        code = pragma_number(db, "SELECT count(*) FROM sqlite_schema", &tables);
    if (code != SQLITE_OK)
        return code;
    if (*ret_version == SCHEMA_VERSION)
        return SQLITE_OK;
    if (*ret_version != 0 || tables != 0)
        return SQLITE_MISMATCH;

    char version[64];
    snprintf(version, sizeof version, "PRAGMA user_version = %d", SCHEMA_VERSION);
    code = sqlite3_exec(db, schema, NULL, NULL, NULL);
    return code == SQLITE_OK ? sqlite3_exec(db, version, NULL, NULL, NULL) : code;
}

static int prepare(struct sqlite_store *sqlite, bool sync_full, int *ret_version) {
    sqlite3 *db = sqlite->db;
    const char *sync = sync_full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL";
    int code = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);

    if (code == SQLITE_OK) {
        code = set_up_schema(db, ret_version);
        const char *end = code == SQLITE_OK ? "COMMIT" : "ROLLBACK";
        const int ended = sqlite3_exec(db, end, NULL, NULL, NULL);
        code = code == SQLITE_OK ? ended : code;
    }
    if (code == SQLITE_OK)
        code = sqlite3_exec(db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_exec(db, sync, NULL, NULL, NULL);
    for (int i = 0; code == SQLITE_OK && i < STATEMENTS; i++)
        code = sqlite3_prepare_v3(db, statement_texts[i], -1, SQLITE_PREPARE_PERSISTENT,
                                  &sqlite->statements[i], NULL);
    return code;
}

static int open_file(struct sqlite_store *sqlite, const char *path, bool sync_full,
                     int *ret_version) {
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    const uint64_t deadline_ms = steady_clock_ms() + BUSY_TIMEOUT_MS;
    int code = sqlite3_open_v2(path, &sqlite->db, flags, NULL);

    if (code == SQLITE_OK)
        code = sqlite3_busy_timeout(sqlite->db, BUSY_TIMEOUT_MS);
    if (code == SQLITE_OK)
        code = prepare(sqlite, sync_full, ret_version);
    // SQLite does not wait where two processes switch a new file to WAL at the same moment.
    while ((code & 0xff) == SQLITE_BUSY && steady_clock_ms() < deadline_ms) {
        nanosleep(&(struct timespec){.tv_nsec = OPEN_RETRY_MS * 1000000L}, NULL);
        code = prepare(sqlite, sync_full, ret_version);
    }
    return code;
}

static bool start_worker(struct sqlite_store *sqlite) {
    sigset_t all, old;

    sigfillset(&all); // signals are for the main thread
    pthread_sigmask(SIG_SETMASK, &all, &old);
    const int code = pthread_create(&sqlite->worker, NULL, work, sqlite);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return code == 0;
}

static struct sqlite_store *new_store(const struct store_options *options, struct loop *loop) {
    struct sqlite_store *sqlite = calloc(1, sizeof *sqlite);
    pthread_condattr_t monotonic;

    if (sqlite == NULL)
        return NULL;
    store_start(&sqlite->store, options, loop);
    sqlite->store.submit = submit;
    sqlite->store.is_ready = is_ready;
    sqlite->store.close = close_store;
    sqlite->bell = (struct loop_watch){.on_ready = on_bell, .fd = -1};
    pthread_mutex_init(&sqlite->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&sqlite->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    return sqlite;
}

static void explain(struct sqlite_store *sqlite, const char *path, int code, int version,
                    char error[STORE_ERROR_MAX]) {
    if (code == SQLITE_MISMATCH && version == 0)
        snprintf(error, STORE_ERROR_MAX, "%.120s is a database of another program", path);
    else if (code == SQLITE_MISMATCH)
        snprintf(error, STORE_ERROR_MAX,
                 "%.120s has format %d, of another version of this program (this one: %d)", path,
                 version, SCHEMA_VERSION);
    else
        snprintf(error, STORE_ERROR_MAX, "%.120s: %.100s", path, sqlite3_errmsg(sqlite->db));
}

struct store *store_sqlite_open(const struct store_url *url, const struct store_options *options,
                                struct loop *loop, char error[STORE_ERROR_MAX]) {
    char path[STORE_URL_PATH_MAX + 2];
    int version = 0;

    // "./" keeps SQLite from reading a meaning into names like ":memory:".
    snprintf(path, sizeof path, "%s%s", url->path[0] == '/' ? "" : "./", url->path);
    if (!make_file(path)) {
        snprintf(error, STORE_ERROR_MAX, "%.120s: %.100s", url->path, strerror(errno));
        return NULL;
    }
    struct sqlite_store *sqlite = new_store(options, loop);
    if (sqlite == NULL) {
        snprintf(error, STORE_ERROR_MAX, "no memory");
        return NULL;
    }
    const int code = open_file(sqlite, path, url->sync_full, &version);
    if (code != SQLITE_OK) {
        explain(sqlite, url->path, code, version, error);
        free_store(sqlite);
        return NULL;
    }
    sqlite->bell.fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (sqlite->bell.fd < 0 || !start_worker(sqlite)) {
        snprintf(error, STORE_ERROR_MAX, "no descriptor or thread: %.100s", strerror(errno));
        free_store(sqlite);
        return NULL;
    }
    loop->watch(loop, &sqlite->bell, LOOP_READ);
    store_count(&sqlite->store.options.stats->connects, 1);
    atomic_fetch_add_explicit(&sqlite->store.options.stats->ready, 1, memory_order_relaxed);
    return &sqlite->store;
}
