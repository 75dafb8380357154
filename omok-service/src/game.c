#include "game.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "think.h"

// Each round that is lost was won by another request, which put a stone on the board; so there are
// never more rounds than stones.
enum { ROUNDS_MAX = OMOK_POINTS };

static const char key_prefix[] = "omok:";

static struct op *op_of(struct store_request *request) {
    return (struct op *)(void *)((char *)request - offsetof(struct op, store));
}

static void refuse(struct op *op, enum reason reason) {
    serve_refusal(op, &(struct refusal){.reason = reason});
}

static void set_pid(struct op *op, const char pid[PID_LEN + 1]) {
    memcpy(op->key, key_prefix, sizeof key_prefix - 1);
    memcpy(op->key + sizeof key_prefix - 1, pid, PID_LEN + 1);
}

// ---- new ----

static void on_created(struct store_request *request, enum store_status status, const char *value,
                       size_t len) {
    struct op *op = op_of(request);
    char bytes[REPLY_MAX];
    struct text text = text_start(bytes, sizeof bytes);

    (void)value;
    (void)len;
    // Two equal pids are less likely than a broken store, so a conflict is taken for one.
    if (status != STORE_OK) {
        refuse(op, REASON_STORE);
        return;
    }
    metric_add(&op_worker(op)->stats.begun[strategy_index(op->record.strategy)], 1);
    reply_new(&text, op_pid(op));
    serve_json(op, OUTCOME_OK, 200, &text);
}

void game_new(struct op *op, const struct query *query) {
    struct refusal refusal;
    char pid[PID_LEN + 1], value[OMOK_RECORD_MAX];
    const struct omok_strategy *strategy = query_strategy(query, &refusal);

    if (strategy == NULL) {
        serve_refusal(op, &refusal);
        return;
    }
    if (!pid_new(pid)) {
        refuse(op, REASON_STORE);
        return;
    }
    set_pid(op, pid);
    op->record = (struct omok_record){.strategy = strategy};
    op->store.done = on_created;
    store_create(op_worker(op)->store, &op->store, op->key, value,
                 omok_record_encode(&op->record, value));
}

// ---- load, for play and game ----

// take_record decodes what the store gave, or ends the op. What does not decode is left as it is.
static bool take_record(struct op *op, enum store_status status, const char *value, size_t len) {
    if (status == STORE_MISSING) {
        refuse(op, REASON_PID);
        return false;
    }
    if (status != STORE_OK && status != STORE_CONFLICT) {
        refuse(op, REASON_STORE);
        return false;
    }
    const enum core_error error = omok_record_decode(value, len, &op->record);
    if (error != CORE_OK) {
        log_write(&op_worker(op)->app->log, LOG_ERROR, log_event("bad record"), log_pid(op_pid(op)),
                  log_text("error", core_strerror(error)));
        refuse(op, REASON_STORE);
        return false;
    }
    memcpy(op->version, value, sizeof op->version);
    return true;
}

static bool load(struct op *op, const struct query *query,
                 void (*done)(struct store_request *, enum store_status, const char *, size_t)) {
    struct refusal refusal;
    char pid[PID_LEN + 1];

    if (!query_pid(query, pid, &refusal)) {
        serve_refusal(op, &refusal);
        return false;
    }
    set_pid(op, pid);
    op->store.done = done;
    store_load(op_worker(op)->store, &op->store, op->key);
    return true;
}

// ---- game ----

static void on_loaded_to_show(struct store_request *request, enum store_status status,
                              const char *value, size_t len) {
    struct op *op = op_of(request);
    char bytes[REPLY_MAX];
    struct text text = text_start(bytes, sizeof bytes);

    if (!take_record(op, status, value, len))
        return;
    reply_game(&text, op_pid(op), &op->record);
    serve_json(op, OUTCOME_OK, 200, &text);
}

void game_show(struct op *op, const struct query *query) {
    load(op, query, on_loaded_to_show);
}

// ---- play ----

static void answer(struct op *op, const struct told *ack, const struct told *move) {
    char bytes[REPLY_MAX];
    struct text text = text_start(bytes, sizeof bytes);

    reply_play(&text, ack, move);
    serve_json(op, OUTCOME_OK, 200, &text);
}

static void count_played(struct op *op) {
    struct stats *stats = &op_worker(op)->stats;
    const int index = strategy_index(op->record.strategy);

    if (op->record.count % 2 == 0) {
        metric_add(&stats->moves[index], 1);
        metric_add(&stats->think_us[index], op->think_us);
    }
    if (omok_is_over(&op->game)) {
        const enum ending ending = op->game.winner == STONE_BLACK   ? ENDING_PLAYER
                                   : op->game.winner == STONE_WHITE ? ENDING_COMPUTER
                                                                    : ENDING_DRAW;
        metric_add(&stats->ended[ending], 1);
    }
}

static void judge(struct op *op);

static void on_saved(struct store_request *request, enum store_status status, const char *value,
                     size_t len) {
    struct op *op = op_of(request);

    if (status == STORE_OK) {
        count_played(op);
        const bool has_answer = op->record.count % 2 == 0;
        const struct told move =
            has_answer ? tell_stone(&op->game, op->choice.at) : (struct told){0};
        answer(op, &op->ack, has_answer ? &move : NULL);
    } else if (take_record(op, status, value, len)) {
        metric_add(&op_worker(op)->stats.rejudged, 1);
        judge(op);
    }
}

static void save(struct op *op) {
    char value[OMOK_RECORD_MAX];

    op->store.done = on_saved;
    store_save(op_worker(op)->store, &op->store, op->key, op->version, value,
               omok_record_encode(&op->record, value));
}

static void on_chosen(struct op *op) {
    const enum core_error error = omok_play(&op->game, op->choice.at);

    assert(error == CORE_OK); // a strategy chooses legal moves
    (void)error;
    record_add(&op->record, op->choice.at);
    save(op);
}

static void play(struct op *op, const struct omok *game) {
    op->game = *game;
    omok_play(&op->game, op->move.at);
    record_add(&op->record, op->move.at);
    op->record.has_key = op->move.has_key;
    op->record.key_hash = op->move.key_hash;
    op->ack = tell_stone(&op->game, op->move.at);

    if (omok_is_over(&op->game)) {
        save(op);
        return;
    }
    op->on_chosen = on_chosen;
    think_choose(op);
}

static void judge(struct op *op) {
    const struct judgement judgement = judge_move(&op->record, &op->move);
    struct told ack, move;

    if (op->rounds++ == ROUNDS_MAX) {
        refuse(op, REASON_STORE);
        return;
    }
    switch (judgement.verdict) {
    case VERDICT_REFUSE:
        serve_refusal(op, &judgement.refusal);
        break;
    case VERDICT_REPEAT: {
        const bool has_answer = tell_repeat(&op->record, judgement.index, &ack, &move);
        answer(op, &ack, has_answer ? &move : NULL);
        break;
    }
    case VERDICT_PLAY:
        play(op, &judgement.game);
        break;
    }
}

static void on_loaded_to_play(struct store_request *request, enum store_status status,
                              const char *value, size_t len) {
    struct op *op = op_of(request);

    if (take_record(op, status, value, len))
        judge(op);
}

void game_play(struct op *op, const struct query *query, struct slice key) {
    op->move = query_move(query, key);
    load(op, query, on_loaded_to_play);
}
