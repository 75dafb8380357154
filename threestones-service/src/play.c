#include "play.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "service/pid.h"

enum {
    // Each lost race means that another replica has stored two stones, so a game has room for
    // fewer; only a store that lies needs the limit.
    SAVES_MAX = STONES_TOTAL / 2 + 1,
};

// A request to the store, and what came of it.
struct call {
    struct store_request request; // first, so that its address is the call's
    bool is_done;
    enum store_status status;
    char value[STORE_VALUE_MAX];
    size_t len;
};

static void finish(struct store_request *request, enum store_status status, const char *value,
                   size_t len) {
    struct call *call = (struct call *)(void *)request;

    assert(len <= sizeof call->value);
    if (value != NULL)
        memcpy(call->value, value, len);
    call->len = value == NULL ? 0 : len;
    call->status = status;
    call->is_done = true;
}

static void make_key(const char *pid, char ret[STORE_KEY_MAX]) {
    snprintf(ret, STORE_KEY_MAX, "stones:%s", pid);
}

static enum store_status await(struct player *player, struct call *call) {
    while (!call->is_done)
        player->loop->run_once(player->loop, -1); // the store has time limits of its own
    return call->status;
}

static struct call new_call(void) {
    return (struct call){.request.done = finish};
}

static uint64_t clock_us(clockid_t clock) {
    struct timespec now;

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

// The limit is the thread's own time: what else the machine does must not change the play.
static bool is_late(void *arg) {
    return clock_us(CLOCK_THREAD_CPUTIME_ID) >= *(const uint64_t *)arg;
}

// find_scratch returns the memory that the strategy works in: its own, kept from stone to stone.
static void *find_scratch(struct player *player, const struct stones_strategy *strategy) {
    assert(strategy->level > 0 && strategy->level < PLAY_LEVELS);
    void **scratch = &player->scratch[strategy->level];

    if (*scratch == NULL && strategy->scratch_size > 0)
        *scratch = calloc(1, strategy->scratch_size);
    return *scratch;
}

void play_close(struct player *player) {
    for (int i = 0; i < PLAY_LEVELS; i++) {
        free(player->scratch[i]);
        player->scratch[i] = NULL;
    }
}

// think places white's stone and finds black's; false when there is no memory to think in.
static bool think(struct player *player, const struct packet *packet,
                  const struct stones_record *record, struct stones_record *ret) {
    const struct stones_strategy *strategy = record->strategy;
    uint64_t deadline_us = clock_us(CLOCK_THREAD_CPUTIME_ID) + (uint64_t)strategy->think_ms * 1000;
    const struct session_mind mind = {
        .seed = player->seed,
        .budget = {.nodes = strategy->nodes,
                   .stop = strategy->think_ms > 0 ? is_late : NULL,
                   .arg = &deadline_us},
        .scratch = find_scratch(player, strategy),
    };

    if (mind.scratch == NULL && strategy->scratch_size > 0) {
        log_write(player->log, LOG_ERROR, log_event("no memory to think"),
                  log_text("level", strategy->name));
        return false;
    }
    const uint64_t start_us = clock_us(CLOCK_MONOTONIC);
    *ret = session_place(packet, record, &mind);
    histogram_add(&player->stats->thinking, clock_us(CLOCK_MONOTONIC) - start_us);
    return true;
}

static void log_stones(const struct player *player, const char *pid, const struct reply *reply) {
    static const char *const results[] = {"", "white", "black", "draw"};

    for (int i = 0; i < reply->count; i++) {
        const struct packet *packet = &reply->packets[i];
        if (packet->type == PACKET_GAME_OVER)
            log_write(player->log, LOG_INFO, log_event("game over"), log_pid(pid),
                      log_text("won", results[packet->detail]), log_number("white", packet->white),
                      log_number("black", packet->black));
        else
            log_write(player->log, LOG_INFO, log_event("stone"), log_pid(pid),
                      log_text("side", packet->type == PACKET_WHITE_PLACED ? "white" : "black"),
                      log_number("row", packet->row), log_number("col", packet->col),
                      log_number("points", packet->points), log_number("white", packet->white),
                      log_number("black", packet->black));
    }
}

static void create(struct player *player, const struct packet *packet,
                   const struct stones_record *record, struct reply *ret) {
    char key[STORE_KEY_MAX], value[STONES_RECORD_MAX], pid_text[PID_LEN + 1];
    uint8_t pid[PACKET_PID_LEN];
    struct call call = new_call();

    session_refuse(packet, REFUSED_STORE, ret);
    if (!pid_new(pid_text) || !session_pid_parse(pid_text, pid))
        return;
    make_key(pid_text, key);
    store_create(player->store, &call.request, key, value, stones_record_encode(record, value));
    if (await(player, &call) != STORE_OK)
        return;

    session_tell_start(pid, record, ret);
    metric_add(&player->stats->began, 1);
    log_write(player->log, LOG_INFO, log_event("game began"), log_pid(pid_text),
              log_text("level", record->strategy->name));
}

static enum store_status load(struct player *player, const char *key, struct call *ret) {
    *ret = new_call();
    store_load(player->store, &ret->request, key);
    return await(player, ret);
}

// save writes over the record that `call` brought; where another one is there now, it brings that.
static enum store_status save(struct player *player, const char *key,
                              const struct stones_record *record, struct call *call) {
    char value[STONES_RECORD_MAX], expected[STORE_VERSION_LEN];

    memcpy(expected, call->value, STORE_VERSION_LEN);
    *call = new_call();
    store_save(player->store, &call->request, key, expected, value,
               stones_record_encode(record, value));
    return await(player, call);
}

// judge answers from the record alone, or finds the next record.
static enum session_step judge(struct player *player, const struct packet *packet, const char *pid,
                               const struct call *call, struct stones_record *ret_next,
                               struct reply *ret) {
    struct stones_record record;

    if (!session_decode(call->value, call->len, &record)) {
        log_write(player->log, LOG_ERROR, log_event("unreadable record"), log_pid(pid));
        session_refuse(packet, REFUSED_STORE, ret);
        return SESSION_ANSWERED;
    }
    const enum session_step step = session_judge(packet, &record, ret);
    if (step == SESSION_ANSWERED && ret->packets[0].type == PACKET_WHITE_PLACED)
        metric_add(&player->stats->repeated, 1);
    if (step == SESSION_PLACE && !think(player, packet, &record, ret_next)) {
        session_refuse(packet, REFUSED_STORE, ret);
        return SESSION_ANSWERED;
    }
    return step;
}

static void report(struct player *player, const struct packet *packet, const char *pid,
                   const struct stones_record *record, struct reply *ret) {
    session_tell_stones(packet->pid, record, ret);
    metric_add(&player->stats->over, record->count == STONES_TOTAL);
    log_stones(player, pid, ret);
}

static bool has_value(enum store_status status) {
    return status == STORE_OK || status == STORE_CONFLICT;
}

static void answer_in_game(struct player *player, const struct packet *packet, struct reply *ret) {
    char key[STORE_KEY_MAX], pid[SESSION_PID_LEN + 1];
    struct stones_record next = {0};
    struct call call;

    session_pid_format(packet->pid, pid);
    make_key(pid, key);
    enum store_status status = load(player, key, &call);
    for (int saves = 0; has_value(status) && saves < SAVES_MAX; saves++) {
        if (judge(player, packet, pid, &call, &next, ret) == SESSION_ANSWERED)
            return;
        status = save(player, key, &next, &call);
        if (status == STORE_OK) {
            report(player, packet, pid, &next, ret);
            return;
        }
    }
    session_refuse(packet, status == STORE_MISSING ? REFUSED_NO_GAME : REFUSED_STORE, ret);
}

static void count(struct stats *stats, const struct packet *packet, const struct reply *reply) {
    const struct packet *first = &reply->packets[0];

    metric_add(&stats->packets[stats_kind(packet->type)], 1);
    if (first->type == PACKET_REFUSED)
        metric_add(&stats->refused[first->detail], 1);
}

void play_answer(struct player *player, const struct packet *packet, struct reply *ret) {
    const uint64_t start_us = clock_us(CLOCK_MONOTONIC);
    struct stones_record record;

    switch (session_read(packet, player->preset, &record, ret)) {
    case SESSION_CREATE:
        create(player, packet, &record, ret);
        break;
    case SESSION_LOAD:
        answer_in_game(player, packet, ret);
        break;
    case SESSION_ANSWERED:
    case SESSION_PLACE: // session_read does not say this
        break;
    }
    count(player->stats, packet, ret);
    histogram_add(&player->stats->answering, clock_us(CLOCK_MONOTONIC) - start_us);
}
