#include "pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { POOL_NICE = 19 }; // the event loops always go first

struct pool_thread {
    struct pool *pool;
    struct scratch scratch;
    pthread_t id;
};

struct pool {
    pthread_mutex_t lock; // guards the queue and `closing`
    pthread_cond_t wake;
    struct pool_job *first, **last;
    bool closing;
    int queue_max, thread_count;
    atomic_int waiting, running;
    struct pool_thread threads[];
};

// take waits for a job; NULL when the pool closes and the queue is empty.
static struct pool_job *take(struct pool *pool) {
    pthread_mutex_lock(&pool->lock);
    while (pool->first == NULL && !pool->closing)
        pthread_cond_wait(&pool->wake, &pool->lock);

    struct pool_job *job = pool->first;
    if (job != NULL) {
        pool->first = job->next;
        if (pool->first == NULL)
            pool->last = &pool->first;
        atomic_fetch_sub(&pool->waiting, 1);
        atomic_fetch_add(&pool->running, 1);
    }
    pthread_mutex_unlock(&pool->lock);
    return job;
}

static void *work(void *arg) {
    struct pool_thread *thread = arg;
    struct pool_job *job;

    // On Linux the "process" 0 is the calling thread (setpriority(2), C library/kernel
    // differences).
    (void)setpriority(PRIO_PROCESS, 0, POOL_NICE);
    while ((job = take(thread->pool)) != NULL) {
        job->run(job, &thread->scratch);
        atomic_fetch_sub(&thread->pool->running, 1);
        job->home->post(job->home, &job->message); // the job may be gone from here on
    }
    return NULL;
}

static bool start_thread(struct pool *pool) {
    struct pool_thread *thread = &pool->threads[pool->thread_count];

    thread->pool = pool;
    if (!scratch_open(&thread->scratch))
        return false;
    if (pthread_create(&thread->id, NULL, work, thread) != 0) {
        scratch_close(&thread->scratch);
        return false;
    }
    pool->thread_count++;
    return true;
}

struct pool *pool_open(int threads, int queue_max) {
    struct pool *pool = calloc(1, sizeof *pool + (size_t)threads * sizeof pool->threads[0]);

    if (pool == NULL)
        return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pool->last = &pool->first;
    pool->queue_max = queue_max;
    for (int i = 0; i < threads; i++) {
        if (!start_thread(pool)) {
            pool_close(pool);
            return NULL;
        }
    }
    return pool;
}

void pool_close(struct pool *pool) {
    if (pool == NULL)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);

    for (int i = 0; i < pool->thread_count; i++) {
        pthread_join(pool->threads[i].id, NULL);
        scratch_close(&pool->threads[i].scratch);
    }
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

bool pool_submit(struct pool *pool, struct pool_job *job) {
    pthread_mutex_lock(&pool->lock);
    const bool has_room = atomic_load(&pool->waiting) < pool->queue_max;
    if (has_room) {
        job->next = NULL;
        *pool->last = job;
        pool->last = &job->next;
        atomic_fetch_add(&pool->waiting, 1);
        pthread_cond_signal(&pool->wake);
    }
    pthread_mutex_unlock(&pool->lock);
    return has_room;
}

int pool_waiting(const struct pool *pool) {
    return atomic_load(&pool->waiting);
}

int pool_running(const struct pool *pool) {
    return atomic_load(&pool->running);
}
