#include "think.h"

#include <stddef.h>

#include "clock.h"

enum {
    // An event loop may be busy for 2 ms; a search looks at the clock now and then, hence half.
    HURRIED_US = 1000,
    HURRIED_NODES = 20000, // and no more nodes than that, should the clock stand still
    FLOOR_US = 10000,      // a search that waited beyond its deadline still gets so much
    LOOK_MS = 50,          // how often a waiting client is looked after
};

struct deadline {
    uint64_t at_us;
    const atomic_bool *is_cancelled; // NULL = nobody cancels
};

static bool is_over(void *arg) {
    const struct deadline *deadline = arg;

    if (deadline->is_cancelled != NULL && atomic_load(deadline->is_cancelled))
        return true;
    return clock_us() >= deadline->at_us;
}

static struct op *op_of_job(struct pool_job *job) {
    return (struct op *)(void *)((char *)job - offsetof(struct op, job));
}

static void choose(struct op *op, const struct budget *budget, struct scratch *scratch) {
    const struct omok_strategy *strategy = op->record.strategy;
    const uint64_t started_us = clock_us();
    struct rng rng = rng_start(op_worker(op)->app->seed, op_pid(op), op->game.count);

    op->choice =
        strategy->choose(&op->game, budget, &rng, scratch->blocks[strategy_index(strategy)]);
    op->think_us = clock_us() - started_us;
}

// The time is shared with whoever waits in the queue: a busy pool thinks shorter for everybody.
static void run_in_pool(struct pool_job *job, struct scratch *scratch) {
    struct op *op = op_of_job(job);
    const struct omok_strategy *strategy = op->record.strategy;
    const uint64_t now_us = clock_us();
    const int others = pool_waiting(op_worker(op)->app->pool);
    const uint64_t share_us = (uint64_t)strategy->think_ms * 1000 / (uint64_t)(1 + others);
    struct deadline deadline = {op->deadline_us, &op->is_cancelled};

    if (deadline.at_us > now_us + share_us)
        deadline.at_us = now_us + share_us;
    if (deadline.at_us < now_us + FLOOR_US)
        deadline.at_us = now_us + FLOOR_US;
    choose(op, &(struct budget){strategy->nodes, is_over, &deadline}, scratch);
}

static void on_pool_done(struct loop_message *message) {
    struct op *op = (struct op *)(void *)((char *)message - offsetof(struct op, job.message));
    struct worker *worker = op_worker(op);

    worker->loop->timer_cancel(worker->loop, &op->look);
    if (atomic_load(&op->is_cancelled)) {
        metric_add(&worker->stats.cancelled, 1);
        serve_refusal(op, &(struct refusal){.reason = REASON_CANCELLED});
        return;
    }
    op->on_chosen(op);
}

static void on_look(struct loop_timer *timer) {
    struct op *op = (struct op *)(void *)((char *)timer - offsetof(struct op, look));
    struct loop *loop = op_worker(op)->loop;

    if (http_has_left(&op->call))
        atomic_store(&op->is_cancelled, true);
    else
        loop->timer_set(loop, &op->look, LOOK_MS);
}

static bool submit(struct op *op) {
    struct worker *worker = op_worker(op);

    op->deadline_us = clock_us() + (uint64_t)op->record.strategy->think_ms * 1000;
    op->job = (struct pool_job){.run = run_in_pool, .home = worker->loop};
    op->job.message.on_arrive = on_pool_done;
    atomic_store(&op->is_cancelled, false);
    if (!pool_submit(worker->app->pool, &op->job))
        return false;

    op->look = (struct loop_timer){.on_fire = on_look};
    worker->loop->timer_set(worker->loop, &op->look, LOOK_MS);
    return true;
}

void think_choose(struct op *op) {
    struct worker *worker = op_worker(op);
    const struct omok_strategy *strategy = op->record.strategy;

    if (strategy->think_ms == 0) {
        choose(op, &(struct budget){.nodes = strategy->nodes}, &worker->scratch);
        op->on_chosen(op);
    } else if (!submit(op)) {
        struct deadline deadline = {clock_us() + HURRIED_US, NULL};
        metric_add(&worker->stats.hurried, 1);
        choose(op, &(struct budget){HURRIED_NODES, is_over, &deadline}, &worker->scratch);
        op->on_chosen(op);
    }
}
