#include "test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "store/redis_node.h"
#include "unit/fake_redis.h"
#include "unit/redis_server.h"
#include "unit/store_suite.h"

// The server that most tests use; started by main. Those that harm a server start their own.
static struct redis_server server;
static char reply[256];

static void write_raw(const char *key, const char *bytes, size_t len) {
    redis_server_ask(&server, reply, sizeof reply, "SET %s %b", key, bytes, len);
    assert_string_equal(reply, "OK");
}

static const char *socket_url(const struct redis_server *of) {
    static char url[160];

    snprintf(url, sizeof url, "redis+unix:%s", of->socket);
    return url;
}

static void await_ready(struct loop *loop, const struct store *store, bool ready) {
    const uint64_t until = loop->now_ms(loop) + SUITE_PATIENCE_MS;

    while (store_is_ready(store) != ready) {
        assert_true(loop->now_ms(loop) < until);
        loop->run_once(loop, 100);
    }
}

// What each test of faults has: a loop, a server of its own, and a store on it.
struct stage {
    struct loop *loop;
    struct redis_server server;
    struct store *store;
    struct store_stats stats;
};

static void set_stage(struct stage *stage, const char *const *args, int command_timeout_ms) {
    const struct store_options options = {.stats = &stage->stats,
                                          .command_timeout_ms = command_timeout_ms};

    memset(stage, 0, sizeof *stage);
    stage->loop = loop_poll_new();
    redis_server_start(&stage->server, args);
    stage->store = must_open(socket_url(&stage->server), &options, stage->loop);
}

static void clear_stage(struct stage *stage) {
    store_close(stage->store);
    redis_server_remove(&stage->server);
    loop_poll_free(stage->loop);
}

// ---- ways to a server ----

static struct way {
    const char *name, *before, *after; // of the port, in a URL
} ways[] = {
    {"by IPv4", "redis://127.0.0.1:", ""},
    {"by name, which needs a lookup", "redis://localhost:", "/"},
    {"by IPv6, where there is any", "redis://[::1]:", ""},
    {"with user and password", "redis://player:p%40ss%3aw%2Frd@127.0.0.1:", ""},
    {"in another database", "redis://127.0.0.1:", "/7"},
};

static void a_server_is_reached(void **state) {
    const struct way *way = *state;
    char url[128];
    struct loop *loop = loop_poll_new();

    snprintf(url, sizeof url, "%s%d%s", way->before, server.port, way->after);
    struct store *store = must_open(url, NULL, loop);
    const struct answer created = create(loop, store, way->name, "00000000|a");
    if (strstr(url, "::1") != NULL && created.status == STORE_FAILED) {
        store_close(store);
        loop_poll_free(loop);
        skip();
    }
    assert_status(created.status, STORE_OK);
    assert_true(store_is_ready(store));
    if (strstr(url, "/7") != NULL) {
        redis_server_ask(&server, reply, sizeof reply, "EXISTS %s", way->name);
        assert_string_equal(reply, "0");
    }
    store_close(store);
    loop_poll_free(loop);
}

static void a_value_is_stored_as_text_with_a_time_to_live(void **state) {
    (void)state;
    struct loop *loop = loop_poll_new();
    struct store *store =
        must_open(socket_url(&server), &(struct store_options){.ttl_s = 500}, loop);

    create(loop, store, "omok:text", "00000000|a");
    save(loop, store, "omok:text", "00000000", "00000002|ab");
    redis_server_ask(&server, reply, sizeof reply, "GET omok:text");
    assert_string_equal(reply, "00000002|ab");
    redis_server_ask(&server, reply, sizeof reply, "TTL omok:text");
    assert_in_range(strtol(reply, NULL, 10), 400, 500);
    store_close(store);
    loop_poll_free(loop);
}

// ---- servers that cannot be reached ----

static struct unreachable {
    const char *name, *before; // the port, in a URL
} unreachables[] = {
    {"nobody listens", "redis://127.0.0.1:"},
    {"nobody listens at any address of a name", "redis://localhost:"},
    {"no such name", "redis://no-such-host.invalid:"},
    {"no such socket", "redis+unix:/nonexistent/"},
    {"a path that is longer than any socket's",
     "redis+unix:/"
     "0123456789012345678901234567890123456789012345678901234567890123456789012345678901"
     "23456789012345678901234567890123456789/"},
};

static void requests_fail_first_later_then_at_once(void **state) {
    const struct unreachable *row = *state;
    char url[256];
    struct answer answer;
    struct loop *loop = loop_poll_new();

    snprintf(url, sizeof url, "%s%d", row->before, free_port());
    struct store *store = must_open(url, NULL, loop);
    assert_status(load(loop, store, "k").status, STORE_FAILED);
    assert_false(store_is_ready(store));

    // From now on a request does not wait for anything but the loop's next turn.
    answer_start(&answer);
    store_save(store, &answer.request, "k", "00000000", "00000001", 8);
    assert_int_equal(answer.calls, 0);
    loop->run_once(loop, 0);
    assert_int_equal(answer.calls, 1);
    assert_status(answer.status, STORE_FAILED);
    store_close(store);
    loop_poll_free(loop);
}

static void closing_during_a_lookup_leaves_nothing(void **state) {
    (void)state;
    struct answer answer;
    struct loop *loop = loop_poll_new();
    struct store *store = must_open("redis://no-such-host.invalid", NULL, loop);

    answer_start(&answer);
    store_load(store, &answer.request, "k");
    loop->run_once(loop, 0);
    store_close(store);
    assert_int_equal(answer.calls, 1);
    assert_status(answer.status, STORE_FAILED);
    loop->run_once(loop, 10);
    loop_poll_free(loop);
}

static void a_wrong_password_fails_until_it_is_right(void **state) {
    (void)state;
    struct stage stage;
    char url[160];

    set_stage(&stage, (const char *[]){"--requirepass", "right", NULL}, 0);
    assert_status(load(stage.loop, stage.store, "k").status, STORE_FAILED);
    store_close(stage.store);
    assert_int_equal(atomic_load(&stage.stats.connects), 0);

    snprintf(url, sizeof url, "redis+unix://:wrong@%s", stage.server.socket);
    stage.store = must_open(url, NULL, stage.loop);
    assert_status(load(stage.loop, stage.store, "k").status, STORE_FAILED);
    store_close(stage.store);

    snprintf(url, sizeof url, "redis+unix://:right@%s", stage.server.socket);
    stage.store = must_open(url, NULL, stage.loop);
    assert_status(load(stage.loop, stage.store, "k").status, STORE_MISSING);
    clear_stage(&stage);
}

// ---- servers that talk nonsense ----

static struct nonsense {
    const char *name;
    const char *script[4];
    enum store_status loaded, saved;
} nonsenses[] = {
    // clang-format off
    {"never answers the handshake", {NULL},                              STORE_FAILED, STORE_FAILED},
    {"hangs up during it",          {FAKE_CLOSE, NULL},                  STORE_FAILED, STORE_FAILED},
    {"answers as a web server",     {"HTTP/1.1 400 Bad Request\r\n\r\n", NULL}, STORE_FAILED, STORE_FAILED},
    {"is loading its data",         {"-LOADING Redis is loading\r\n", NULL}, STORE_FAILED, STORE_FAILED},
    {"has a short name for scripts",{"$3\r\nabc\r\n", NULL},             STORE_FAILED, STORE_FAILED},
    {"says more than was asked",    {FAKE_HANDSHAKE "+OK\r\n", NULL},    STORE_FAILED, STORE_FAILED},
    {"hangs up at a command",       {FAKE_HANDSHAKE, FAKE_CLOSE, NULL},  STORE_FAILED, STORE_UNKNOWN},
    {"answers garbage",             {FAKE_HANDSHAKE, "%%%\r\n", NULL},   STORE_FAILED, STORE_UNKNOWN},
    {"announces too many items",    {FAKE_HANDSHAKE, "*2000000000\r\n", NULL}, STORE_FAILED, STORE_UNKNOWN},
    {"nests too deep",   {FAKE_HANDSHAKE, "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n", NULL}, STORE_FAILED, STORE_UNKNOWN},
    {"answers an array",            {FAKE_HANDSHAKE, "*1\r\n:1\r\n", NULL}, STORE_FAILED, STORE_FAILED},
    {"answers nil",                 {FAKE_HANDSHAKE, "$-1\r\n", NULL},   STORE_FAILED, STORE_FAILED},
    {"answers 2",                   {FAKE_HANDSHAKE, ":2\r\n", NULL},    STORE_FAILED, STORE_FAILED},
    {"is loading by now",           {FAKE_HANDSHAKE, "-LOADING x\r\n", NULL}, STORE_FAILED, STORE_FAILED},
    {"cannot write to its disk",    {FAKE_HANDSHAKE, "-MISCONF x\r\n", NULL}, STORE_FAILED, STORE_FAILED},
    {"is a cluster's node",         {FAKE_HANDSHAKE, "-MOVED 1 a:1\r\n", NULL}, STORE_FAILED, STORE_FAILED},
    {"never knows the script",      {FAKE_HANDSHAKE, "-NOSCRIPT x\r\n", "-NOSCRIPT x\r\n", NULL}, STORE_FAILED, STORE_FAILED},
    // clang-format on
};

static void nonsense_is_survived(void **state) {
    const struct nonsense *row = *state;
    struct fake_redis fake;
    struct loop *loop = loop_poll_new();
    const struct store_options options = {.connect_timeout_ms = 300};

    fake_redis_start(&fake, loop, row->script);
    struct store *store = must_open(fake.url, &options, loop);
    assert_status(load(loop, store, "k").status, row->loaded);
    store_close(store);
    store = must_open(fake.url, &options, loop);
    assert_status(save(loop, store, "k", "00000000", "00000001").status, row->saved);
    store_close(store);
    fake_redis_stop(&fake);
    loop_poll_free(loop);
}

static void attempts_are_made_ever_more_slowly(void **state) {
    (void)state;
    enum { ATTEMPTS = 7 };
    struct fake_redis fake;
    struct loop *loop = loop_poll_new();
    const char *const script[] = {FAKE_CLOSE, NULL};
    const uint64_t least_ms[ATTEMPTS] = {0, 25, 50, 100, 200, 400, 400};

    fake_redis_start(&fake, loop, script);
    struct store *store = must_open(fake.url, NULL, loop);
    while (fake.count < ATTEMPTS)
        loop->run_once(loop, SUITE_PATIENCE_MS);
    for (int i = 1; i < ATTEMPTS; i++)
        assert_true(fake.accepted_ms[i] - fake.accepted_ms[i - 1] >= least_ms[i]);
    assert_int_equal(REDIS_BACKOFF_MAX_MS / 2, least_ms[ATTEMPTS - 1]);
    store_close(store);
    fake_redis_stop(&fake);
    loop_poll_free(loop);
}

// A server that reads no further: what it has, or its socket has, is unknown; the rest was not
// sent.
static void what_was_not_sent_has_failed_and_the_rest_is_unknown(void **state) {
    (void)state;
    enum { COUNT = 2000 };
    struct fake_redis fake;
    struct loop *loop = loop_poll_new();
    struct answer *answers = calloc(COUNT, sizeof *answers);
    const char *const script[] = {FAKE_HANDSHAKE, NULL};
    const struct store_options options = {.command_timeout_ms = 300};
    char value[STORE_VALUE_MAX];
    int unknown = 0;

    memset(value, '0', sizeof value);
    fake_redis_start(&fake, loop, script);
    fake.deaf_after = 1;
    struct store *store = must_open(fake.url, &options, loop);
    await_ready(loop, store, true);
    for (int i = 0; i < COUNT; i++) {
        answer_start(&answers[i]);
        store_save(store, &answers[i].request, "k", value, value, sizeof value);
    }
    for (int i = 0; i < COUNT; i++) {
        await(loop, &answers[i]);
        if (answers[i].status == STORE_UNKNOWN)
            assert_int_equal(unknown++, i); // all of the first ones
        else
            assert_status(answers[i].status, STORE_FAILED);
    }
    assert_in_range(unknown, 1, COUNT - 1);
    store_close(store);
    fake_redis_stop(&fake);
    free(answers);
    loop_poll_free(loop);
}

// ---- faults of a real server ----

static void a_server_that_comes_back_is_found(void **state) {
    (void)state;
    struct stage stage;

    set_stage(&stage, (const char *[]){"--appendonly", "yes", NULL}, 0);
    for (int round = 0; round < 3; round++) {
        char key[16];
        snprintf(key, sizeof key, "k%d", round);
        await_ready(stage.loop, stage.store, true);
        assert_status(create(stage.loop, stage.store, key, "00000000").status, STORE_OK);
        redis_server_kill(&stage.server, SIGKILL);
        await_ready(stage.loop, stage.store, false);
        assert_status(load(stage.loop, stage.store, key).status, STORE_FAILED);
        assert_status(create(stage.loop, stage.store, "other", "00000000").status, STORE_FAILED);
        redis_server_again(&stage.server);
        await_ready(stage.loop, stage.store, true);
        assert_status(load(stage.loop, stage.store, key).status, STORE_OK);
    }
    assert_int_equal(atomic_load(&stage.stats.connects), 4);
    assert_int_equal(atomic_load(&stage.stats.drops), 3);
    clear_stage(&stage);
}

static void a_server_that_stands_still_is_given_up(void **state) {
    (void)state;
    struct stage stage;
    struct answer saved, loaded;

    set_stage(&stage, NULL, 300);
    create(stage.loop, stage.store, "k", "00000000");
    kill(stage.server.pid, SIGSTOP);
    answer_start(&saved);
    answer_start(&loaded);
    store_save(stage.store, &saved.request, "k", "00000000", "00000001", 8);
    store_load(stage.store, &loaded.request, "k");
    await(stage.loop, &saved);
    await(stage.loop, &loaded);
    assert_status(saved.status, STORE_UNKNOWN);
    assert_status(loaded.status, STORE_FAILED);
    // It accepts connections still; that makes it no server that is ready.
    assert_status(load(stage.loop, stage.store, "k").status, STORE_FAILED);
    assert_false(store_is_ready(stage.store));

    kill(stage.server.pid, SIGCONT);
    await_ready(stage.loop, stage.store, true);
    const struct answer again = load(stage.loop, stage.store, "k");
    assert_status(again.status, STORE_OK); // which version it has was unknown, and is told now
    clear_stage(&stage);
}

static void a_full_server_fails_writes_and_answers_loads(void **state) {
    (void)state;
    struct stage stage;

    set_stage(&stage, NULL, 0);
    create(stage.loop, stage.store, "k", "00000000");
    redis_server_ask(&stage.server, reply, sizeof reply, "CONFIG SET maxmemory 1");
    assert_status(create(stage.loop, stage.store, "l", "00000000").status, STORE_FAILED);
    assert_status(save(stage.loop, stage.store, "k", "00000000", "00000001").status, STORE_FAILED);
    const struct answer loaded = load(stage.loop, stage.store, "k");
    assert_value(&loaded, "00000000");
    redis_server_ask(&stage.server, reply, sizeof reply, "CONFIG SET maxmemory 0");
    assert_status(save(stage.loop, stage.store, "k", "00000000", "00000001").status, STORE_OK);
    clear_stage(&stage);
}

static void a_server_that_is_demoted_is_left_and_found_again(void **state) {
    (void)state;
    struct stage stage;

    set_stage(&stage, NULL, 0);
    create(stage.loop, stage.store, "k", "00000000");
    redis_server_ask(&stage.server, reply, sizeof reply, "REPLICAOF 127.0.0.1 %d", free_port());
    enum store_status status = STORE_OK;
    for (int i = 0; i < 100 && status == STORE_OK; i++)
        status = save(stage.loop, stage.store, "k", "00000000", "00000001").status;
    assert_status(status, STORE_FAILED);
    redis_server_ask(&stage.server, reply, sizeof reply, "REPLICAOF NO ONE");
    await_ready(stage.loop, stage.store, true);
    assert_status(save(stage.loop, stage.store, "k", "00000000", "00000001").status, STORE_OK);
    assert_true(atomic_load(&stage.stats.drops) >= 1);
    clear_stage(&stage);
}

static void a_value_of_another_type_fails_and_stays(void **state) {
    (void)state;
    struct loop *loop = loop_poll_new();
    struct store *store = must_open(socket_url(&server), NULL, loop);

    redis_server_ask(&server, reply, sizeof reply, "RPUSH list 00000000");
    assert_status(load(loop, store, "list").status, STORE_FAILED);
    assert_status(save(loop, store, "list", "00000000", "00000001").status, STORE_FAILED);
    assert_status(create(loop, store, "list", "00000000").status, STORE_CONFLICT);
    redis_server_ask(&server, reply, sizeof reply, "TYPE list");
    assert_string_equal(reply, "list");
    store_close(store);
    loop_poll_free(loop);
}

static void a_script_that_was_forgotten_is_sent_again(void **state) {
    (void)state;
    enum { COUNT = 500 };
    struct stage stage;
    struct answer *answers = calloc(COUNT, sizeof *answers);
    char key[16];

    set_stage(&stage, NULL, 0);
    for (int i = 0; i < COUNT; i++) {
        snprintf(key, sizeof key, "k%d", i);
        create(stage.loop, stage.store, key, "00000000");
    }
    redis_server_ask(&stage.server, reply, sizeof reply, "SCRIPT FLUSH");
    for (int i = 0; i < COUNT; i++) {
        snprintf(key, sizeof key, "k%d", i);
        answer_start(&answers[i]);
        store_save(stage.store, &answers[i].request, key, "00000000", "00000001", 8);
    }
    for (int i = 0; i < COUNT; i++) {
        await(stage.loop, &answers[i]);
        assert_status(answers[i].status, STORE_OK);
    }
    assert_int_equal(atomic_load(&stage.stats.drops), 0);
    free(answers);
    clear_stage(&stage);
}

// ---- connections killed while games are played ----

enum { GAMES = 30, RIVALS = 3, TURNS = 20 };

struct rival {
    struct store_request request;
    struct storm *storm;
    struct loop_timer pause;
    int game, number;
    bool loading, has_won, is_done;
};

struct storm {
    struct loop *loop;
    struct store *stores[2];
    struct rival rivals[GAMES][RIVALS];
    int turn, done, unknown;
};

static void try_turn(struct rival *rival) {
    struct storm *storm = rival->storm;
    char key[32], expected[16], value[32];

    snprintf(key, sizeof key, "storm:%d", rival->game);
    snprintf(expected, sizeof expected, "%08d", storm->turn);
    snprintf(value, sizeof value, "%08d|%d", storm->turn + 1, rival->number);
    struct store *store = storm->stores[rival->number % 2];
    if (rival->loading)
        store_load(store, &rival->request, key);
    else
        store_save(store, &rival->request, key, expected, value, strlen(value));
}

static void on_pause(struct loop_timer *timer) {
    try_turn((struct rival *)(void *)((char *)timer - offsetof(struct rival, pause)));
}

// A rival repeats a save that failed, looks after one that is unknown, and has won when its own
// value is stored.
static void on_turn(struct store_request *request, enum store_status status, const char *value,
                    size_t len) {
    struct rival *rival = (struct rival *)(void *)request;
    char mine[32];

    if (status == STORE_FAILED || status == STORE_UNKNOWN) {
        rival->storm->unknown += status == STORE_UNKNOWN;
        rival->loading = rival->loading || status == STORE_UNKNOWN;
        rival->storm->loop->timer_set(rival->storm->loop, &rival->pause, 5);
        return;
    }
    snprintf(mine, sizeof mine, "%08d", rival->storm->turn);
    if (rival->loading && status == STORE_OK && memcmp(value, mine, STORE_VERSION_LEN) == 0) {
        rival->loading = false; // it was not done: once more
        try_turn(rival);
        return;
    }
    snprintf(mine, sizeof mine, "%08d|%d", rival->storm->turn + 1, rival->number);
    rival->has_won = (status == STORE_OK && !rival->loading) ||
                     (value != NULL && len == strlen(mine) && memcmp(value, mine, len) == 0);
    rival->loading = false;
    rival->storm->done++;
}

// start_killer kills every connection every 2 ms, from a process of its own, until it is ended.
static pid_t start_killer(const struct redis_server *of) {
    const pid_t pid = fork();

    assert_true(pid >= 0);
    while (pid == 0) { // NOLINT(bugprone-infinite-loop): until it is ended
        redis_server_ask(of, reply, sizeof reply, "CLIENT KILL TYPE normal SKIPME yes");
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    return pid;
}

static void play_turn(struct storm *storm) {
    storm->done = 0;
    for (int i = 0; i < GAMES * RIVALS; i++) {
        struct rival *rival = &storm->rivals[i / RIVALS][i % RIVALS];
        rival->has_won = false;
        try_turn(rival);
    }
    while (storm->done < GAMES * RIVALS)
        storm->loop->run_once(storm->loop, 1000);
    for (int game = 0; game < GAMES; game++) {
        int winners = 0;
        for (int i = 0; i < RIVALS; i++)
            winners += storm->rivals[game][i].has_won;
        assert_int_equal(winners, 1);
    }
}

static void killed_connections_cost_no_turn(void **state) {
    (void)state;
    struct stage stage;
    static struct storm storm;
    char key[32];

    set_stage(&stage, NULL, 0);
    memset(&storm, 0, sizeof storm);
    storm.loop = stage.loop;
    storm.stores[0] = stage.store;
    storm.stores[1] = must_open(socket_url(&stage.server), NULL, stage.loop);
    for (int i = 0; i < GAMES * RIVALS; i++)
        storm.rivals[i / RIVALS][i % RIVALS] = (struct rival){.request.done = on_turn,
                                                              .storm = &storm,
                                                              .pause.on_fire = on_pause,
                                                              .game = i / RIVALS,
                                                              .number = i % RIVALS};
    for (int i = 0; i < GAMES; i++) {
        snprintf(key, sizeof key, "storm:%d", i);
        create(stage.loop, stage.store, key, "00000000");
    }
    const pid_t killer = start_killer(&stage.server);
    for (; storm.turn < TURNS || atomic_load(&stage.stats.drops) < 20; storm.turn++)
        play_turn(&storm);
    kill(killer, SIGKILL);
    waitpid(killer, NULL, 0);
    print_message("%d turns, %d unknown outcomes, %d connections lost\n", storm.turn, storm.unknown,
                  (int)atomic_load(&stage.stats.drops));
    store_close(storm.stores[1]);
    clear_stage(&stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_is_stored_as_text_with_a_time_to_live),
        cmocka_unit_test(closing_during_a_lookup_leaves_nothing),
        cmocka_unit_test(a_wrong_password_fails_until_it_is_right),
        cmocka_unit_test(attempts_are_made_ever_more_slowly),
        cmocka_unit_test(what_was_not_sent_has_failed_and_the_rest_is_unknown),
        cmocka_unit_test(a_server_that_comes_back_is_found),
        cmocka_unit_test(a_server_that_stands_still_is_given_up),
        cmocka_unit_test(a_full_server_fails_writes_and_answers_loads),
        cmocka_unit_test(a_server_that_is_demoted_is_left_and_found_again),
        cmocka_unit_test(a_value_of_another_type_fails_and_stays),
        cmocka_unit_test(a_script_that_was_forgotten_is_sent_again),
        cmocka_unit_test(killed_connections_cost_no_turn),
    };
    const char *const args[] = {"--user", "player", "on", ">p@ss:w/rd", "~*", "&*", "+@all", NULL};
    char url[160];

    redis_server_start(&server, args);
    snprintf(url, sizeof url, "%s", socket_url(&server));
    const struct store_suite suite = {.url = url, .write_raw = write_raw};
    const int failed = store_suite_run("redis", &suite) + RUN_TABLE(ways, a_server_is_reached) +
                       RUN_TABLE(unreachables, requests_fail_first_later_then_at_once) +
                       RUN_TABLE(nonsenses, nonsense_is_survived) +
                       cmocka_run_group_tests_name("store_redis", tests, NULL, NULL);
    redis_server_remove(&server);
    return failed;
}
