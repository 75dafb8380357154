#include "test.h"

#include <pthread.h>
#include <string.h>
#include <sys/resource.h>

#include "pool.h"

enum { QUEUE_MAX = 3 };

// A loop that only collects what is posted to it.
struct inbox {
    struct loop loop;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    int arrived;
};

struct job {
    struct pool_job job; // first
    pthread_mutex_t *gate;
    bool has_run, had_blocks;
    int niceness;
};

static void post(struct loop *loop, struct loop_message *message) {
    struct inbox *inbox = (struct inbox *)(void *)loop;

    (void)message;
    pthread_mutex_lock(&inbox->lock);
    inbox->arrived++;
    pthread_cond_signal(&inbox->wake);
    pthread_mutex_unlock(&inbox->lock);
}

static struct inbox inbox_start(void) {
    return (struct inbox){.loop = {.post = post},
                          .lock = PTHREAD_MUTEX_INITIALIZER,
                          .wake = PTHREAD_COND_INITIALIZER};
}

static void wait_for(struct inbox *inbox, int count) {
    pthread_mutex_lock(&inbox->lock);
    while (inbox->arrived < count)
        pthread_cond_wait(&inbox->wake, &inbox->lock);
    pthread_mutex_unlock(&inbox->lock);
}

static void run(struct pool_job *pool_job, struct scratch *scratch) {
    struct job *job = (struct job *)(void *)pool_job;

    if (job->gate != NULL) {
        pthread_mutex_lock(job->gate);
        pthread_mutex_unlock(job->gate);
    }
    job->niceness = getpriority(PRIO_PROCESS, 0);
    job->had_blocks = true;
    for (const struct omok_strategy *s = omok_strategies; s->name != NULL; s++)
        job->had_blocks &= (s->scratch_size > 0) == (scratch->blocks[strategy_index(s)] != NULL);
    job->has_run = true;
}

static struct job job_for(struct inbox *inbox, pthread_mutex_t *gate) {
    return (struct job){.job = {.run = run, .home = &inbox->loop}, .gate = gate};
}

static void every_job_runs_at_low_priority(void **state) {
    (void)state;
    struct inbox inbox = inbox_start();
    struct pool *pool = pool_open(2, 100);
    struct job jobs[100];

    for (int i = 0; i < 100; i++) {
        jobs[i] = job_for(&inbox, NULL);
        assert_true(pool_submit(pool, &jobs[i].job));
    }
    wait_for(&inbox, 100);
    assert_int_equal(pool_waiting(pool), 0);
    pool_close(pool);
    for (int i = 0; i < 100; i++) {
        assert_true(jobs[i].has_run);
        assert_true(jobs[i].had_blocks);
        assert_int_equal(jobs[i].niceness, 19);
    }
}

static void a_full_queue_refuses(void **state) {
    (void)state;
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    struct inbox inbox = inbox_start();
    struct pool *pool = pool_open(1, QUEUE_MAX);
    struct job jobs[QUEUE_MAX + 2];

    pthread_mutex_lock(&gate);
    for (int i = 0; i < QUEUE_MAX + 2; i++)
        jobs[i] = job_for(&inbox, &gate);
    assert_true(pool_submit(pool, &jobs[0].job));
    while (pool_running(pool) == 0) // until the one thread stands before the gate
        sched_yield();
    for (int i = 1; i <= QUEUE_MAX; i++)
        assert_true(pool_submit(pool, &jobs[i].job));
    assert_int_equal(pool_waiting(pool), QUEUE_MAX);
    assert_false(pool_submit(pool, &jobs[QUEUE_MAX + 1].job));
    pthread_mutex_unlock(&gate);

    wait_for(&inbox, QUEUE_MAX + 1);
    assert_true(pool_submit(pool, &jobs[QUEUE_MAX + 1].job));
    wait_for(&inbox, QUEUE_MAX + 2);
    pool_close(pool);
}

static void closing_waits_for_what_was_taken(void **state) {
    (void)state;
    struct inbox inbox = inbox_start();
    struct pool *pool = pool_open(1, 10);
    struct job jobs[10];

    for (int i = 0; i < 10; i++) {
        jobs[i] = job_for(&inbox, NULL);
        assert_true(pool_submit(pool, &jobs[i].job));
    }
    pool_close(pool);
    assert_int_equal(inbox.arrived, 10);
    pool_close(NULL);
}

static void there_is_room_for_every_strategy(void **state) {
    (void)state;
    int count = 0;

    while (omok_strategies[count].name != NULL)
        count++;
    assert_true(count <= STRATEGIES_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_job_runs_at_low_priority),
        cmocka_unit_test(a_full_queue_refuses),
        cmocka_unit_test(closing_waits_for_what_was_taken),
        cmocka_unit_test(there_is_room_for_every_strategy),
    };
    return cmocka_run_group_tests_name("pool", tests, NULL, NULL);
}
