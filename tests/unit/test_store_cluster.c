#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/redis_slots.h"
#include "unit/redis_cluster.h"
#include "unit/store_suite.h"

static struct redis_cluster cluster; // started by main
static char reply[256];

static void write_raw(const char *key, const char *bytes, size_t len) {
    redis_server_ask(redis_cluster_owner(&cluster, key), reply, sizeof reply, "SET %s %b", key,
                     bytes, len);
    assert_string_equal(reply, "OK");
}

// ---- what nodes say ----

static struct slot_case {
    const char *name, *key;
    int slot;
} slot_cases[] = {
    // The first is the check value of the specification's appendix, the others what a server's
    // CLUSTER KEYSLOT says.
    {"the check value", "123456789", 0x31c3},
    {"a word", "foo", 12182},
    {"a tag", "{user1000}.following", 3443},
    {"another key with that tag", "{user1000}.followers", 3443},
    {"empty braces are no tag", "foo{}{bar}", 8363},
    {"the first brace counts", "foo{{bar}}zap", 4015},
    {"the first closing brace counts", "foo{bar}{zap}", 5061},
    {"an open brace alone", "foo{bar", 15278},
    {"nothing", "", 0},
};

static void a_key_has_a_slot(void **state) {
    const struct slot_case *row = *state;
    char number[16];

    redis_server_ask(&cluster.servers[0], reply, sizeof reply, "CLUSTER KEYSLOT %s", row->key);
    snprintf(number, sizeof number, "%d", redis_slot_of(row->key));
    assert_string_equal(number, reply);
    assert_int_equal(redis_slot_of(row->key), row->slot);
}

static struct target_case {
    const char *name, *target, *host;
    int port; // 0 = none can be read
} target_cases[] = {
    // clang-format off
    {"IPv4",               "127.0.0.1:7000", "127.0.0.1", 7000},
    {"a name",             "a.example:1",    "a.example", 1},
    {"IPv6, no brackets",  "::1:7000",       "::1",       7000},
    {"the host asked",     ":7000",          "asked",     7000},
    {"no host known",      "?:7000",         NULL,        0},
    {"no port",            "127.0.0.1:",     NULL,        0},
    {"no colon",           "7000",           NULL,        0},
    {"port 0",             "a:0",            NULL,        0},
    {"port too large",     "a:65536",        NULL,        0},
    {"text after it",      "a:1 b",          NULL,        0},
    // clang-format on
};

static void a_target_is_read(void **state) {
    const struct target_case *row = *state;
    const struct address asked = {.host = "asked", .port = 1};
    struct address address = {.host = "untouched"};

    assert_int_equal(redis_target_read(row->target, &asked, &address), row->port != 0);
    assert_string_equal(address.host, row->port != 0 ? row->host : "untouched");
    assert_int_equal(address.port, row->port);
}

// ---- slots that move ----

static void a_slot_that_moves_is_followed(void **state) {
    (void)state;
    struct loop *loop = loop_poll_new();
    struct store *store = must_open(cluster.url, NULL, loop);
    const char *key = "moving";
    const int slot = redis_slot_of(key);
    const int from = (int)(redis_cluster_owner(&cluster, key) - cluster.servers);
    const int to = (from + 1) % CLUSTER_MASTERS;
    char ids[2][64], value[16], expected[16];
    int version = 0;

    create(loop, store, key, "00000000");
    redis_server_ask(&cluster.servers[from], ids[0], sizeof ids[0], "CLUSTER MYID");
    redis_server_ask(&cluster.servers[to], ids[1], sizeof ids[1], "CLUSTER MYID");

    // Between IMPORTING and NODE the old owner answers for keys it still has, and ASK for others.
    redis_server_ask(&cluster.servers[to], reply, sizeof reply, "CLUSTER SETSLOT %d IMPORTING %s",
                     slot, ids[0]);
    redis_server_ask(&cluster.servers[from], reply, sizeof reply, "CLUSTER SETSLOT %d MIGRATING %s",
                     slot, ids[1]);
    for (int stage = 0; stage < 3; stage++) {
        snprintf(expected, sizeof expected, "%08d", version++);
        snprintf(value, sizeof value, "%08d", version);
        assert_status(save(loop, store, key, expected, value).status, STORE_OK);
        const struct answer loaded = load(loop, store, key);
        assert_value(&loaded, value);
        const enum store_status missing = load(loop, store, "{moving}missing").status;
        assert_status(missing, STORE_MISSING);
        if (stage == 0)
            redis_server_ask(&cluster.servers[from], reply, sizeof reply,
                             "MIGRATE 127.0.0.1 %d %s 0 60000", cluster.servers[to].port, key);
        if (stage == 1) {
            redis_server_ask(&cluster.servers[to], reply, sizeof reply,
                             "CLUSTER SETSLOT %d NODE %s", slot, ids[1]);
            redis_server_ask(&cluster.servers[from], reply, sizeof reply,
                             "CLUSTER SETSLOT %d NODE %s", slot, ids[1]);
        }
    }
    assert_ptr_equal(redis_cluster_owner(&cluster, key), &cluster.servers[to]);
    store_close(store);
    loop_poll_free(loop);
}

static void a_script_that_was_forgotten_is_sent_again(void **state) {
    (void)state;
    struct loop *loop = loop_poll_new();
    struct store *store = must_open(cluster.url, NULL, loop);

    create(loop, store, "forgotten", "00000000");
    for (int i = 0; i < CLUSTER_MASTERS; i++)
        redis_server_ask(&cluster.servers[i], reply, sizeof reply, "SCRIPT FLUSH");
    assert_status(save(loop, store, "forgotten", "00000000", "00000001").status, STORE_OK);
    store_close(store);
    loop_poll_free(loop);
}

// ---- nodes that are no help ----

static void set_slot(int server, int slot, int owner) {
    char id[64];

    redis_server_ask(&cluster.servers[owner], id, sizeof id, "CLUSTER MYID");
    redis_server_ask(&cluster.servers[server], reply, sizeof reply, "CLUSTER SETSLOT %d NODE %s",
                     slot, id);
    assert_string_equal(reply, "OK");
}

static void nodes_that_point_at_each_other_are_not_followed_for_ever(void **state) {
    (void)state;
    struct loop *loop = loop_poll_new();
    struct store *store = must_open(cluster.url, NULL, loop);
    const int slot = redis_slot_of("circle");
    const int owner = (int)(redis_cluster_owner(&cluster, "circle") - cluster.servers);
    const int other = (owner + 1) % CLUSTER_MASTERS;

    // A node that has keys of a slot does not say that the slot is another's.
    redis_server_ask(&cluster.servers[owner], reply, sizeof reply, "FLUSHALL");
    set_slot(other, slot, owner);
    set_slot(owner, slot, other);
    assert_status(load(loop, store, "circle").status, STORE_FAILED);
    assert_status(create(loop, store, "circle", "00000000").status, STORE_FAILED);
    set_slot(owner, slot, owner);
    enum store_status status = STORE_FAILED;
    for (int i = 0; i < 600 && status == STORE_FAILED; i++) {
        status = load(loop, store, "circle").status;
        loop->run_once(loop, 100);
    }
    assert_status(status, STORE_MISSING); // nothing was done meanwhile
    store_close(store);
    loop_poll_free(loop);
}

static void a_slot_without_an_owner_is_waited_for(void **state) {
    (void)state;
    struct answer answer;
    struct loop *loop = loop_poll_new();
    const struct store_options options = {.connect_timeout_ms = SUITE_PATIENCE_MS};
    struct store *store = must_open(cluster.url, &options, loop);
    const int slot = redis_slot_of("orphan");
    struct redis_server *owner = redis_cluster_owner(&cluster, "orphan");

    assert_status(create(loop, store, "orphan", "00000000").status, STORE_OK);
    redis_server_ask(owner, reply, sizeof reply, "CLUSTER DELSLOTS %d", slot);
    assert_string_equal(reply, "OK");
    answer_start(&answer);
    store_save(store, &answer.request, "orphan", "00000000", "00000001", 8);
    for (int i = 0; i < 3; i++)
        loop->run_once(loop, 20);
    assert_int_equal(answer.calls, 0);
    redis_server_ask(owner, reply, sizeof reply, "CLUSTER ADDSLOTS %d", slot);
    assert_string_equal(reply, "OK");
    await(loop, &answer);
    assert_status(answer.status, STORE_OK);
    store_close(store);
    loop_poll_free(loop);
}

static void a_cluster_that_is_not_there_fails(void **state) {
    (void)state;
    char url[128];
    struct answer answer;
    struct loop *loop = loop_poll_new();

    snprintf(url, sizeof url, "redis+cluster://127.0.0.1:%d,localhost:%d", free_port(),
             free_port());
    struct store *store = must_open(url, NULL, loop);
    assert_status(load(loop, store, "k").status, STORE_FAILED);
    assert_false(store_is_ready(store));
    answer_start(&answer);
    store_load(store, &answer.request, "k");
    loop->run_once(loop, 0);
    assert_int_equal(answer.calls, 1);
    store_close(store);
    loop_poll_free(loop);
}

static void a_server_outside_a_cluster_fails(void **state) {
    (void)state;
    struct redis_server alone;
    char url[64];
    struct loop *loop = loop_poll_new();
    const struct store_options options = {.connect_timeout_ms = 300};

    redis_server_start(&alone, NULL);
    snprintf(url, sizeof url, "redis+cluster://127.0.0.1:%d", alone.port);
    struct store *store = must_open(url, &options, loop);
    assert_status(load(loop, store, "k").status, STORE_FAILED);
    assert_status(create(loop, store, "k", "00000000").status, STORE_FAILED);
    store_close(store);
    redis_server_remove(&alone);
    loop_poll_free(loop);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slot_that_moves_is_followed),
        cmocka_unit_test(a_script_that_was_forgotten_is_sent_again),
        cmocka_unit_test(nodes_that_point_at_each_other_are_not_followed_for_ever),
        cmocka_unit_test(a_slot_without_an_owner_is_waited_for),
        cmocka_unit_test(a_cluster_that_is_not_there_fails),
        cmocka_unit_test(a_server_outside_a_cluster_fails),
    };

    redis_cluster_start(&cluster, false);
    const struct store_suite suite = {.url = cluster.url, .write_raw = write_raw};
    const int failed = store_suite_run("cluster", &suite) +
                       RUN_TABLE(slot_cases, a_key_has_a_slot) +
                       RUN_TABLE(target_cases, a_target_is_read) +
                       cmocka_run_group_tests_name("store_cluster", tests, NULL, NULL);
    redis_cluster_remove(&cluster);
    return failed;
}
