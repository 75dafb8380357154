#include "unit/store_suite.h"

#include "test.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// ---- talking to a store ----

static void on_done(struct store_request *request, enum store_status status, const char *value,
                    size_t len) {
    struct answer *answer = (struct answer *)(void *)request;

    answer->calls++;
    answer->status = status;
    answer->has_value = value != NULL;
    answer->len = len;
    if (value != NULL && len <= sizeof answer->value)
        memcpy(answer->value, value, len);
}

void answer_start(struct answer *answer) {
    memset(answer, 0, sizeof *answer);
    answer->request.done = on_done;
}

void await(struct loop *loop, const struct answer *answer) {
    const uint64_t until = loop->now_ms(loop) + SUITE_PATIENCE_MS;

    while (answer->calls == 0 && loop->now_ms(loop) < until)
        loop->run_once(loop, 1000);
    assert_int_equal(answer->calls, 1);
}

struct answer load(struct loop *loop, struct store *store, const char *key) {
    struct answer answer;

    answer_start(&answer);
    store_load(store, &answer.request, key);
    assert_int_equal(answer.calls, 0);
    await(loop, &answer);
    return answer;
}

struct answer create(struct loop *loop, struct store *store, const char *key, const char *value) {
    struct answer answer;

    answer_start(&answer);
    store_create(store, &answer.request, key, value, strlen(value));
    assert_int_equal(answer.calls, 0);
    await(loop, &answer);
    return answer;
}

struct answer save(struct loop *loop, struct store *store, const char *key, const char *expected,
                   const char *value) {
    struct answer answer;

    answer_start(&answer);
    store_save(store, &answer.request, key, expected, value, strlen(value));
    assert_int_equal(answer.calls, 0);
    await(loop, &answer);
    return answer;
}

struct store *must_open(const char *url, const struct store_options *options, struct loop *loop) {
    char error[STORE_ERROR_MAX] = "";
    struct store *store = store_open(url, options, loop, error);

    assert_string_equal(error, "");
    assert_non_null(store);
    return store;
}

void assert_status(enum store_status got, enum store_status expected) {
    static const char *const names[] = {"OK", "MISSING", "CONFLICT", "FAILED", "UNKNOWN"};

    assert_string_equal(names[got], names[expected]);
}

void assert_value(const struct answer *answer, const char *expected) {
    assert_true(answer->has_value);
    assert_int_equal(answer->len, strlen(expected));
    assert_memory_equal(answer->value, expected, answer->len);
}

// ---- the cases ----

struct fixture {
    const struct store_suite *suite;
    struct loop *loop;
    struct store *store;
    struct store_stats stats;
};

// Keys differ from run to run, so that a server that lives on does not matter.
static const char *key_of(const char *name, int number) {
    static char keys[4][STORE_KEY_MAX + 1];
    static int turn;
    char *key = keys[turn++ % 4];

    snprintf(key, STORE_KEY_MAX + 1, "t:%s:%d:%d", name, number, (int)getpid());
    return key;
}

static void a_missing_key_is_missing(struct fixture *f) {
    const struct answer loaded = load(f->loop, f->store, key_of("missing", 0));
    assert_status(loaded.status, STORE_MISSING);
    assert_false(loaded.has_value);

    const char *key = key_of("missing", 1);
    const struct answer saved = save(f->loop, f->store, key, "00000000", "00000001|a");
    assert_status(saved.status, STORE_MISSING);
    assert_status(load(f->loop, f->store, key).status, STORE_MISSING);
}

static void what_is_created_is_loaded(struct fixture *f) {
    const char *key = key_of("create", 0);

    const struct answer created = create(f->loop, f->store, key, "00000000|a");
    assert_status(created.status, STORE_OK);
    const struct answer loaded = load(f->loop, f->store, key);
    assert_status(loaded.status, STORE_OK);
    assert_value(&loaded, "00000000|a");
}

static void a_key_is_created_once(struct fixture *f) {
    const char *key = key_of("once", 0);

    assert_status(create(f->loop, f->store, key, "00000000|a").status, STORE_OK);
    assert_status(create(f->loop, f->store, key, "00000000|b").status, STORE_CONFLICT);
    const struct answer loaded = load(f->loop, f->store, key);
    assert_value(&loaded, "00000000|a");
}

static void a_save_needs_the_stored_version(struct fixture *f) {
    const char *key = key_of("save", 0);

    create(f->loop, f->store, key, "00000000|a");
    assert_status(save(f->loop, f->store, key, "00000000", "00000002|ab").status, STORE_OK);

    const struct answer late = save(f->loop, f->store, key, "00000000", "00000002|xy");
    assert_status(late.status, STORE_CONFLICT);
    assert_value(&late, "00000002|ab");
    const struct answer early = save(f->loop, f->store, key, "00000003", "00000004|xy");
    assert_status(early.status, STORE_CONFLICT);

    const struct answer loaded = load(f->loop, f->store, key);
    assert_value(&loaded, "00000002|ab");
}

static void every_byte_comes_back(struct fixture *f) {
    const char *key = key_of("bytes", 0);
    char value[STORE_VERSION_LEN + 256] = "00000000";
    struct answer answer;

    for (int i = 0; i < 256; i++)
        value[STORE_VERSION_LEN + i] = (char)i;
    answer_start(&answer);
    store_create(f->store, &answer.request, key, value, sizeof value);
    await(f->loop, &answer);

    const struct answer loaded = load(f->loop, f->store, key);
    assert_int_equal(loaded.len, sizeof value);
    assert_memory_equal(loaded.value, value, sizeof value);
    assert_status(save(f->loop, f->store, key, "00000000", "00000001").status, STORE_OK);
}

static void the_longest_and_the_shortest_value_come_back(struct fixture *f) {
    const char *key = key_of("length", 0);
    char value[STORE_VALUE_MAX + 1];

    memset(value, '7', STORE_VALUE_MAX);
    value[STORE_VALUE_MAX] = '\0';
    assert_status(create(f->loop, f->store, key, value).status, STORE_OK);
    const struct answer longest = load(f->loop, f->store, key);
    assert_value(&longest, value);
    const struct answer conflict = save(f->loop, f->store, key, "00000000", "00000001");
    assert_status(conflict.status, STORE_CONFLICT);
    assert_value(&conflict, value);

    assert_status(save(f->loop, f->store, key, "77777777", "88888888").status, STORE_OK);
    const struct answer shortest = load(f->loop, f->store, key);
    assert_value(&shortest, "88888888");
}

static void a_key_is_never_read_as_anything_else(struct fixture *f) {
    const char *const keys[] = {
        "t:'; DROP TABLE games; --", "t:\"\r\n$5\r\nhello\r\n", "t:%s%n", "t:{a}b", "t:*?[", "t: ",
    };

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        char key[STORE_KEY_MAX + 1], value[32];
        snprintf(key, sizeof key, "%s%d", keys[i], (int)getpid());
        snprintf(value, sizeof value, "00000000|%zu", i);
        assert_status(create(f->loop, f->store, key, value).status, STORE_OK);
        const struct answer loaded = load(f->loop, f->store, key);
        assert_value(&loaded, value);
    }
}

static void a_value_that_is_too_long_fails_and_stays(struct fixture *f) {
    const char *key = key_of("toolong", 0);
    char value[STORE_VALUE_MAX + 1];

    memset(value, '1', sizeof value);
    f->suite->write_raw(key, value, sizeof value);
    assert_status(load(f->loop, f->store, key).status, STORE_FAILED);
    assert_status(save(f->loop, f->store, key, "00000000", "00000001").status, STORE_FAILED);
    assert_status(create(f->loop, f->store, key, "00000000").status, STORE_CONFLICT);
    assert_status(load(f->loop, f->store, key).status, STORE_FAILED);

    // Cut by one byte it is a value like any other: the bound is exact, and nothing was changed.
    f->suite->write_raw(key, value, sizeof value - 1);
    assert_status(load(f->loop, f->store, key).status, STORE_OK);
}

static void garbage_comes_back_as_it_is(struct fixture *f) {
    const char *key = key_of("garbage", 0);

    f->suite->write_raw(key, "x", 1);
    const struct answer loaded = load(f->loop, f->store, key);
    assert_status(loaded.status, STORE_OK);
    assert_value(&loaded, "x");
    const struct answer saved = save(f->loop, f->store, key, "00000000", "00000001");
    assert_status(saved.status, STORE_CONFLICT);
    assert_value(&saved, "x");
}

static void await_expiry(struct fixture *f, const char *key) {
    const uint64_t until = f->loop->now_ms(f->loop) + SUITE_PATIENCE_MS;

    while (load(f->loop, f->store, key).status != STORE_MISSING) {
        assert_true(f->loop->now_ms(f->loop) < until);
        f->loop->run_once(f->loop, 50);
    }
}

static void a_key_expires_and_a_save_renews_it(struct fixture *f) {
    const struct store_options short_lived = {.ttl_s = 1};
    struct store *brief = must_open(f->suite->url, &short_lived, f->loop);
    const char *expiring = key_of("expire", 0), *renewed = key_of("expire", 1);

    assert_status(create(f->loop, brief, expiring, "00000000").status, STORE_OK);
    assert_status(create(f->loop, brief, renewed, "00000000").status, STORE_OK);
    // On a machine that stalls for a second the key is gone already; then there is nothing to see.
    const enum store_status saved = save(f->loop, f->store, renewed, "00000000", "00000001").status;
    await_expiry(f, expiring);
    if (saved == STORE_OK)
        assert_status(load(f->loop, f->store, renewed).status, STORE_OK);

    const struct answer late = save(f->loop, f->store, expiring, "00000000", "00000001");
    assert_status(late.status, STORE_MISSING);
    assert_status(create(f->loop, f->store, expiring, "00000000|new").status, STORE_OK);
    store_close(brief);
}

static void what_is_passed_is_copied(struct fixture *f) {
    char key[STORE_KEY_MAX + 1], value[] = "00000000|a", expected[] = "00000000";
    struct answer answer;

    snprintf(key, sizeof key, "%s", key_of("copied", 0));
    answer_start(&answer);
    store_create(f->store, &answer.request, key, value, strlen(value));
    memset(value, 'x', sizeof value - 1);
    memset(key, 'x', 3);
    await(f->loop, &answer);
    snprintf(key, sizeof key, "%s", key_of("copied", 0));
    const struct answer loaded = load(f->loop, f->store, key);
    assert_value(&loaded, "00000000|a");

    answer_start(&answer);
    store_save(f->store, &answer.request, key, expected, "00000001", 8);
    memset(expected, 'x', sizeof expected - 1);
    await(f->loop, &answer);
    assert_status(answer.status, STORE_OK);
}

enum { MANY = 1000 };

static void await_all(struct loop *loop, const struct answer *answers, int count) {
    for (int i = 0; i < count; i++)
        await(loop, &answers[i]);
}

static void many_requests_are_under_way_at_once(struct fixture *f) {
    struct answer *answers = calloc(MANY, sizeof *answers);
    char value[32];

    for (int i = 0; i < MANY; i++) {
        answer_start(&answers[i]);
        snprintf(value, sizeof value, "00000000|%d", i);
        store_create(f->store, &answers[i].request, key_of("many", i), value, strlen(value));
    }
    await_all(f->loop, answers, MANY);
    for (int i = 0; i < MANY; i++) {
        assert_status(answers[i].status, STORE_OK);
        answer_start(&answers[i]);
        store_load(f->store, &answers[i].request, key_of("many", i));
    }
    await_all(f->loop, answers, MANY);
    for (int i = 0; i < MANY; i++) {
        snprintf(value, sizeof value, "00000000|%d", i);
        assert_value(&answers[i], value);
    }
    free(answers);
}

static void requests_beyond_the_bound_fail(struct fixture *f) {
    enum { BEYOND = 10 };
    const int count = STORE_REQUESTS_MAX + BEYOND;
    struct answer *answers = calloc((size_t)count, sizeof *answers);
    int failed = 0;

    for (int i = 0; i < count; i++) {
        answer_start(&answers[i]);
        store_load(f->store, &answers[i].request, key_of("bound", 0));
        assert_int_equal(answers[i].calls, 0);
    }
    await_all(f->loop, answers, count);
    for (int i = 0; i < count; i++)
        failed += answers[i].status == STORE_FAILED;
    assert_int_equal(failed, BEYOND);
    assert_int_equal(atomic_load(&f->stats.failed), BEYOND);
    free(answers);
    assert_status(load(f->loop, f->store, key_of("bound", 0)).status, STORE_MISSING);
}

static void requests_are_counted(struct fixture *f) {
    const char *key = key_of("counted", 0);

    create(f->loop, f->store, key, "00000000");
    load(f->loop, f->store, key);
    load(f->loop, f->store, key);
    save(f->loop, f->store, key, "00000000", "00000001");
    save(f->loop, f->store, key, "00000000", "00000001");
    save(f->loop, f->store, key, "00000001", "00000002");

    assert_int_equal(atomic_load(&f->stats.creates), 1);
    assert_int_equal(atomic_load(&f->stats.loads), 2);
    assert_int_equal(atomic_load(&f->stats.saves), 3);
    assert_int_equal(atomic_load(&f->stats.conflicts), 1);
    assert_int_equal(atomic_load(&f->stats.failed), 0);
    assert_int_equal(atomic_load(&f->stats.unknown), 0);
    assert_true(atomic_load(&f->stats.connects) >= 1); // a cluster has one for each node
    assert_true(atomic_load(&f->stats.ready) >= 1);
    assert_true(store_is_ready(f->store));
}

enum { GAMES = 60, RIVALS = 3, TURNS = 30 };

// One turn of each game is sent by three rivals at once, over two stores.
static void race(struct fixture *f, struct store *other, struct answer (*answers)[RIVALS],
                 int turn) {
    char value[64], expected[16];

    snprintf(expected, sizeof expected, "%08d", turn);
    for (int i = 0; i < GAMES * RIVALS; i++) {
        const int game = i / RIVALS, rival = i % RIVALS;
        struct store *store = (rival + game) % 2 == 0 ? f->store : other;
        answer_start(&answers[game][rival]);
        snprintf(value, sizeof value, "%08d|%d", turn + 1, rival);
        store_save(store, &answers[game][rival].request, key_of("race", game), expected, value,
                   strlen(value));
    }
    await_all(f->loop, &answers[0][0], GAMES * RIVALS);
}

static void two_stores_race_and_one_rival_wins_each_turn(struct fixture *f) {
    struct store *other = must_open(f->suite->url, NULL, f->loop);
    struct answer(*answers)[RIVALS] = calloc(GAMES, sizeof *answers);
    char value[64];

    for (int game = 0; game < GAMES; game++)
        create(f->loop, f->store, key_of("race", game), "00000000");
    for (int turn = 0; turn < TURNS; turn++) {
        race(f, other, answers, turn);
        for (int game = 0; game < GAMES; game++) {
            int winner = -1;
            for (int rival = 0; rival < RIVALS; rival++) {
                if (answers[game][rival].status != STORE_OK)
                    continue;
                assert_int_equal(winner, -1);
                winner = rival;
            }
            assert_true(winner >= 0);
            snprintf(value, sizeof value, "%08d|%d", turn + 1, winner);
            for (int rival = 0; rival < RIVALS; rival++) {
                if (rival == winner)
                    continue;
                assert_status(answers[game][rival].status, STORE_CONFLICT);
                assert_value(&answers[game][rival], value);
            }
        }
    }
    free(answers);
    store_close(other);
}

enum { THREADS = 4, STEPS = 50 };

struct stepper {
    pthread_t thread;
    const char *url, *key;
    bool good;
};

// step_up counts the version up until this thread has done its share; nothing is asserted here,
// because cmocka's asserts must stay in the test's thread.
static void *step_up(void *argument) {
    struct stepper *stepper = argument;
    struct loop *loop = loop_poll_new();
    char error[STORE_ERROR_MAX], value[16];
    struct store *store = store_open(stepper->url, NULL, loop, error);
    int steps = 0, version = 0, tries = 0;

    while (store != NULL && steps < STEPS && tries++ < 100 * STEPS * THREADS) {
        struct answer answer;
        char expected[16];
        snprintf(expected, sizeof expected, "%08d", version);
        snprintf(value, sizeof value, "%08d", version + 1);
        answer_start(&answer);
        store_save(store, &answer.request, stepper->key, expected, value, 8);
        while (answer.calls == 0)
            loop->run_once(loop, 1000);
        if (answer.status == STORE_OK) {
            version++;
            steps++;
        } else if (answer.status == STORE_CONFLICT) {
            version = atoi(answer.value); // NOLINT(cert-err34-c): written by this very function
        } else {
            break;
        }
    }
    stepper->good = steps == STEPS;
    store_close(store);
    loop_poll_free(loop);
    return NULL;
}

static void threads_with_a_store_each_lose_no_step(struct fixture *f) {
    struct stepper steppers[THREADS];
    char key[STORE_KEY_MAX + 1], expected[16];

    snprintf(key, sizeof key, "%s", key_of("threads", 0));
    create(f->loop, f->store, key, "00000000");
    for (int i = 0; i < THREADS; i++) {
        steppers[i] = (struct stepper){.url = f->suite->url, .key = key};
        assert_int_equal(pthread_create(&steppers[i].thread, NULL, step_up, &steppers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(steppers[i].thread, NULL);
        assert_true(steppers[i].good);
    }
    snprintf(expected, sizeof expected, "%08d", THREADS * STEPS);
    const struct answer loaded = load(f->loop, f->store, key);
    assert_value(&loaded, expected);
}

static void closing_ends_what_is_under_way(struct fixture *f) {
    struct store *store = must_open(f->suite->url, NULL, f->loop);
    struct answer *answers = calloc(MANY, sizeof *answers);

    for (int i = 0; i < MANY; i++) {
        answer_start(&answers[i]);
        store_create(store, &answers[i].request, key_of("closing", i), "00000000", 8);
        if (i == MANY / 2)
            f->loop->run_once(f->loop, 0);
    }
    store_close(store);
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(answers[i].calls, 1);
        const enum store_status found = load(f->loop, f->store, key_of("closing", i)).status;
        if (answers[i].status == STORE_OK)
            assert_status(found, STORE_OK);
        else if (answers[i].status == STORE_FAILED)
            assert_status(found, STORE_MISSING);
        else
            assert_status(answers[i].status, STORE_UNKNOWN);
    }
    free(answers);
    f->loop->run_once(f->loop, 0); // nothing of the closed store is left in the loop
}

#define CASE(function)                                                                             \
    { #function, function }

static const struct suite_case {
    const char *name;
    void (*run)(struct fixture *fixture);
} cases[] = {
    CASE(a_missing_key_is_missing),
    CASE(what_is_created_is_loaded),
    CASE(a_key_is_created_once),
    CASE(a_save_needs_the_stored_version),
    CASE(every_byte_comes_back),
    CASE(the_longest_and_the_shortest_value_come_back),
    CASE(a_key_is_never_read_as_anything_else),
    CASE(a_value_that_is_too_long_fails_and_stays),
    CASE(garbage_comes_back_as_it_is),
    CASE(a_key_expires_and_a_save_renews_it),
    CASE(what_is_passed_is_copied),
    CASE(many_requests_are_under_way_at_once),
    CASE(requests_beyond_the_bound_fail),
    CASE(requests_are_counted),
    CASE(two_stores_race_and_one_rival_wins_each_turn),
    CASE(threads_with_a_store_each_lose_no_step),
    CASE(closing_ends_what_is_under_way),
};

enum { CASES = sizeof cases / sizeof cases[0] };

struct row {
    const char *name;
    const struct suite_case *which;
    const struct store_suite *suite;
};

static void run_case(void **state) {
    const struct row *row = *state;
    struct fixture fixture = {.suite = row->suite, .loop = loop_poll_new()};
    const struct store_options options = {.stats = &fixture.stats};

    assert_non_null(fixture.loop);
    fixture.store = must_open(row->suite->url, &options, fixture.loop);
    row->which->run(&fixture);
    store_close(fixture.store);
    assert_int_equal(atomic_load(&fixture.stats.ready), 0);
    loop_poll_free(fixture.loop);
}

int store_suite_run(const char *group, const struct store_suite *suite) {
    struct row rows[CASES];

    for (size_t i = 0; i < CASES; i++)
        rows[i] = (struct row){cases[i].name, &cases[i], suite};
    print_message("%s:\n", group);
    return RUN_TABLE(rows, run_case);
}
