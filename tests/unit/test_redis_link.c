#include "test.h"

#include <string.h>
#include <sys/un.h>

#include "store/redis_link.h"
#include "unit/fake_redis.h"
#include "unit/store_suite.h"

struct call {
    struct redis_call call;
    int ends;
    enum redis_fate fate;
};

static void on_end(struct redis_call *call, enum redis_fate fate, const struct redis_reply *reply) {
    struct call *self = (struct call *)(void *)call;

    assert_int_equal(reply != NULL, fate == REDIS_ANSWERED);
    self->ends++;
    self->fate = fate;
}

struct stage {
    struct redis_link_owner owner;
    struct loop *loop;
    struct fake_redis fake;
    struct redis_link_options options;
    struct redis_link *link;
    bool ready, gone;
};

static void on_ready(struct redis_link_owner *owner) {
    ((struct stage *)(void *)owner)->ready = true;
}

static void on_gone(struct redis_link_owner *owner) {
    ((struct stage *)(void *)owner)->gone = true;
}

static void set_stage(struct stage *stage, const char *const *script) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};

    memset(stage, 0, sizeof *stage);
    stage->owner = (struct redis_link_owner){on_ready, on_gone};
    stage->loop = loop_poll_new();
    fake_redis_start(&stage->fake, stage->loop, script);
    stage->options = (struct redis_link_options){.loop = stage->loop,
                                                 .user = "",
                                                 .password = "",
                                                 .has_replicas = true,
                                                 .command_timeout_ms = SUITE_PATIENCE_MS};
    memcpy(address.sun_path, stage->fake.path, strlen(stage->fake.path));
    stage->link = redis_link_open(&stage->options, (struct sockaddr *)&address, sizeof address,
                                  &stage->owner);
    assert_non_null(stage->link);
    while (!stage->ready)
        stage->loop->run_once(stage->loop, SUITE_PATIENCE_MS);
}

static void clear_stage(struct stage *stage) {
    if (!stage->gone)
        redis_link_close(stage->link);
    fake_redis_stop(&stage->fake);
    loop_poll_free(stage->loop);
}

// say sends one word and lets the loop run until the server has answered the piece it came in.
static void say(struct stage *stage, struct call *call, const char *word, bool is_write) {
    const size_t len = strlen(word);
    const int pieces = stage->fake.peers[0].pieces;

    *call = (struct call){.call.done = on_end, .call.is_write = is_write};
    assert_true(redis_link_send(stage->link, &call->call, 1, &word, &len));
    while (stage->fake.peers[0].pieces == pieces)
        stage->loop->run_once(stage->loop, SUITE_PATIENCE_MS);
    stage->loop->run_once(stage->loop, 0);
    stage->loop->run_once(stage->loop, 0);
}

static void a_write_is_answered_when_a_replica_has_it(void **state) {
    (void)state;
    struct stage stage;
    struct call write, read;

    set_stage(&stage, (const char *[]){"+OK\r\n", ":1\r\n+PONG\r\n", NULL});
    say(&stage, &write, "WRITE", true);
    assert_non_null(strstr(stage.fake.peers[0].last, "WAIT\r\n$1\r\n1\r\n$3\r\n500\r\n"));
    assert_int_equal(write.ends, 0); // its own reply has come, the barrier's has not

    say(&stage, &read, "READ", false);
    assert_null(strstr(stage.fake.peers[0].last, "WAIT"));
    assert_int_equal(write.ends, 1);
    assert_int_equal(write.fate, REDIS_ANSWERED);
    assert_int_equal(read.ends, 1);
    clear_stage(&stage);
}

static struct alone_case {
    const char *name, *script[3];
} alone_cases[] = {
    {"no replica has it in time", {"+OK\r\n:0\r\n", "+OK\r\n", NULL}},
    {"the server knows no WAIT", {"+OK\r\n-ERR unknown command\r\n", "+OK\r\n", NULL}},
};

static void a_master_alone_is_enough(void **state) {
    const struct alone_case *row = *state;
    struct stage stage;
    struct call first, second;

    set_stage(&stage, row->script);
    say(&stage, &first, "WRITE", true);
    assert_int_equal(first.ends, 1);
    assert_int_equal(first.fate, REDIS_ANSWERED);
    // Nobody waits for the replicas again so soon.
    say(&stage, &second, "WRITE", true);
    assert_null(strstr(stage.fake.peers[0].last, "WAIT"));
    assert_int_equal(second.ends, 1);
    clear_stage(&stage);
}

static void a_write_without_its_barrier_is_lost(void **state) {
    (void)state;
    struct stage stage;
    struct call write, read;

    set_stage(&stage, (const char *[]){"+OK\r\n", FAKE_CLOSE, NULL});
    say(&stage, &write, "WRITE", true);
    say(&stage, &read, "READ", false);
    while (!stage.gone)
        stage.loop->run_once(stage.loop, SUITE_PATIENCE_MS);
    assert_int_equal(write.ends, 1);
    assert_int_equal(write.fate, REDIS_LOST);
    assert_int_equal(read.fate, REDIS_LOST);
    clear_stage(&stage);
}

static void closing_ends_a_write_that_is_held(void **state) {
    (void)state;
    struct stage stage;
    struct call write;

    set_stage(&stage, (const char *[]){"+OK\r\n", NULL});
    say(&stage, &write, "WRITE", true);
    clear_stage(&stage);
    assert_int_equal(write.ends, 1);
    assert_int_equal(write.fate, REDIS_LOST);
}

static void a_link_that_is_dropped_takes_no_more(void **state) {
    (void)state;
    struct stage stage;
    struct call call = {.call.done = on_end};
    const char *word = "READ";
    const size_t len = 4;

    set_stage(&stage, (const char *[]){NULL});
    assert_true(redis_link_send(stage.link, &call.call, 1, &word, &len));
    redis_link_drop(stage.link);
    assert_false(redis_link_is_ready(stage.link));
    assert_int_equal(call.ends, 0); // nothing happens inside the call
    while (!stage.gone)
        stage.loop->run_once(stage.loop, SUITE_PATIENCE_MS);
    assert_int_equal(call.ends, 1);
    assert_int_equal(call.fate, REDIS_UNSENT);
    clear_stage(&stage);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_write_is_answered_when_a_replica_has_it),
        cmocka_unit_test(a_write_without_its_barrier_is_lost),
        cmocka_unit_test(closing_ends_a_write_that_is_held),
        cmocka_unit_test(a_link_that_is_dropped_takes_no_more),
    };
    return RUN_TABLE(alone_cases, a_master_alone_is_enough) +
           cmocka_run_group_tests_name("redis_link", tests, NULL, NULL);
}
