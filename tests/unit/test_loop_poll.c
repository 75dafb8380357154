#include "test.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "service/loop_poll.h"
#include "service/timers.h"

enum { PATIENCE_MS = 60000 };

// ---- timers ----

struct note {
    struct loop_timer timer;
    struct timers *timers;
    struct note *victim; // cancelled when this one fires
    int again;           // times that the timer sets itself anew, due at once
    char name;
    char *order; // where the name is written
};

static void on_note(struct loop_timer *timer) {
    struct note *note = (struct note *)(void *)timer;

    strncat(note->order, &note->name, 1);
    if (note->victim != NULL)
        timers_cancel(&note->victim->timer);
    if (note->again-- > 0)
        timers_set(note->timers, timer, 1);
}

static void timers_fire_in_the_order_in_which_they_are_due(void **state) {
    (void)state;
    struct timers timers;
    char order[16] = "";
    struct note notes[5] = {
        {.name = 'a'}, {.name = 'b'}, {.name = 'c'}, {.name = 'd'}, {.name = 'e'}};
    const uint64_t due[5] = {30, 10, 20, 10, 40};

    timers_start(&timers);
    assert_int_equal(timers_wait_ms(&timers, 5, -1), -1);
    assert_int_equal(timers_wait_ms(&timers, 5, 7), 7);
    for (int i = 0; i < 5; i++) {
        notes[i].timer.on_fire = on_note;
        notes[i].order = order;
        timers_set(&timers, &notes[i].timer, due[i]);
    }
    assert_int_equal(timers_wait_ms(&timers, 4, -1), 6);
    assert_int_equal(timers_wait_ms(&timers, 4, 2), 2);
    assert_int_equal(timers_wait_ms(&timers, 11, -1), 0);

    timers_fire(&timers, 9);
    assert_string_equal(order, "");
    timers_fire(&timers, 30);
    assert_string_equal(order, "bdca");
    assert_int_equal(notes[0].timer.due_ms, 0);
    timers_set(&timers, &notes[4].timer, 100); // set anew: later than before
    timers_fire(&timers, 99);
    assert_string_equal(order, "bdca");
    timers_fire(&timers, 100);
    assert_string_equal(order, "bdcae");
}

static void a_timer_may_cancel_another_that_is_due_too(void **state) {
    (void)state;
    struct timers timers;
    char order[16] = "";
    struct note second = {.name = 'b', .order = order, .timer.on_fire = on_note};
    struct note first = {.name = 'a', .order = order, .timer.on_fire = on_note, .victim = &second};

    timers_start(&timers);
    timers_set(&timers, &first.timer, 1);
    timers_set(&timers, &second.timer, 1);
    timers_fire(&timers, 2);
    assert_string_equal(order, "a");
    timers_cancel(&second.timer); // not set: fine
}

static void a_timer_that_sets_itself_waits_for_the_next_turn(void **state) {
    (void)state;
    struct timers timers;
    char order[16] = "";
    struct note note = {
        .name = 'a', .order = order, .timer.on_fire = on_note, .timers = &timers, .again = 2};

    timers_start(&timers);
    timers_set(&timers, &note.timer, 1);
    for (size_t turn = 1; turn <= 3; turn++) {
        timers_fire(&timers, 5);
        assert_int_equal(strlen(order), turn);
    }
    timers_fire(&timers, 5);
    assert_int_equal(strlen(order), 3);
}

// ---- the loop ----

struct end {
    struct loop_watch watch;
    struct loop *loop;
    struct end *victim; // forgotten and closed when this one is ready
    unsigned events;    // as told
    int calls;
};

static void forget(struct end *end) {
    end->loop->watch(end->loop, &end->watch, 0);
    close(end->watch.fd);
}

static void on_ready(struct loop_watch *watch, unsigned events) {
    struct end *end = (struct end *)(void *)watch;
    char byte;

    end->calls++;
    end->events = events;
    if (events & LOOP_READ)
        (void)!read(watch->fd, &byte, 1);
    if (end->victim != NULL)
        forget(end->victim);
}

static void start_pipe(struct loop *loop, struct end *ret_reader, int *ret_writer) {
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    *ret_reader = (struct end){.watch = {.on_ready = on_ready, .fd = ends[0]}, .loop = loop};
    *ret_writer = ends[1];
    loop->watch(loop, &ret_reader->watch, LOOP_READ);
}

static void descriptors_are_watched_until_forgotten(void **state) {
    (void)state;
    enum { PIPES = 40 }; // more than the first table holds
    struct loop *loop = loop_poll_new();
    struct end readers[PIPES];
    int writers[PIPES];

    for (int i = 0; i < PIPES; i++)
        start_pipe(loop, &readers[i], &writers[i]);
    assert_int_equal(write(writers[3], "x", 1), 1);
    assert_int_equal(write(writers[39], "x", 1), 1);
    loop->run_once(loop, PATIENCE_MS);
    for (int i = 0; i < PIPES; i++)
        assert_int_equal(readers[i].calls, i == 3 || i == 39);

    close(writers[5]); // a hang-up is told as what was watched for
    loop->run_once(loop, PATIENCE_MS);
    assert_int_equal(readers[5].events, LOOP_READ);
    for (int i = 0; i < PIPES; i++) {
        forget(&readers[i]);
        if (i != 5)
            close(writers[i]);
    }
    loop->run_once(loop, 0);
    loop_poll_free(loop);
}

static void a_callback_may_forget_any_watch(void **state) {
    (void)state;
    struct loop *loop = loop_poll_new();
    struct end first, second, third;
    int writers[3];

    start_pipe(loop, &first, &writers[0]);
    start_pipe(loop, &second, &writers[1]);
    start_pipe(loop, &third, &writers[2]);
    first.victim = &second;
    third.victim = &third; // itself
    for (int i = 0; i < 3; i++)
        assert_int_equal(write(writers[i], "x", 1), 1);
    loop->run_once(loop, PATIENCE_MS);
    assert_int_equal(first.calls, 1);
    assert_int_equal(second.calls, 0);
    assert_int_equal(third.calls, 1);

    first.victim = NULL;
    assert_int_equal(write(writers[0], "x", 1), 1);
    loop->run_once(loop, PATIENCE_MS);
    assert_int_equal(first.calls, 2);
    forget(&first);
    for (int i = 0; i < 3; i++)
        close(writers[i]);
    loop_poll_free(loop);
}

static void what_is_watched_for_can_change(void **state) {
    (void)state;
    struct loop *loop = loop_poll_new();
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    struct end writer = {.watch = {.on_ready = on_ready, .fd = ends[1]}, .loop = loop};
    loop->watch(loop, &writer.watch, LOOP_WRITE);
    loop->run_once(loop, PATIENCE_MS);
    assert_int_equal(writer.events, LOOP_WRITE);
    loop->watch(loop, &writer.watch, LOOP_READ);
    loop->run_once(loop, 0);
    assert_int_equal(writer.calls, 1);
    forget(&writer);
    close(ends[0]);
    loop_poll_free(loop);
}

struct alarm {
    struct loop_timer timer;
    struct loop *loop;
    uint64_t fired_ms;
};

static void on_alarm(struct loop_timer *timer) {
    struct alarm *alarm = (struct alarm *)(void *)timer;

    alarm->fired_ms = alarm->loop->now_ms(alarm->loop);
}

static void a_timer_fires_not_before_its_time(void **state) {
    (void)state;
    struct loop *loop = loop_poll_new();
    struct alarm alarm = {.timer.on_fire = on_alarm, .loop = loop};
    struct alarm cancelled = {.timer.on_fire = on_alarm, .loop = loop};
    const uint64_t start = loop->now_ms(loop);

    loop->timer_set(loop, &alarm.timer, 20);
    loop->timer_set(loop, &cancelled.timer, 10);
    loop->timer_cancel(loop, &cancelled.timer);
    while (alarm.fired_ms == 0)
        loop->run_once(loop, PATIENCE_MS);
    assert_true(alarm.fired_ms >= start + 20);
    assert_int_equal(cancelled.fired_ms, 0);
    loop_poll_free(loop);
}

enum { POSTERS = 4, POSTS = 500 };

struct post {
    struct loop_message message;
    int poster, number;
    struct inbox *inbox;
};

struct inbox {
    struct loop *loop;
    struct post posts[POSTERS][POSTS];
    int next[POSTERS];
    int out_of_order, arrived;
};

static void on_arrive(struct loop_message *message) {
    struct post *post = (struct post *)(void *)message;

    post->inbox->arrived++;
    post->inbox->out_of_order += post->number != post->inbox->next[post->poster]++;
}

static void *post_all(void *argument) {
    struct post *posts = argument;

    for (int i = 0; i < POSTS; i++)
        posts[i].inbox->loop->post(posts[i].inbox->loop, &posts[i].message);
    return NULL;
}

static void messages_of_each_thread_arrive_in_order(void **state) {
    (void)state;
    static struct inbox inbox;
    pthread_t threads[POSTERS];

    inbox.loop = loop_poll_new();
    for (int i = 0; i < POSTERS; i++) {
        for (int n = 0; n < POSTS; n++)
            inbox.posts[i][n] = (struct post){{.on_arrive = on_arrive}, i, n, &inbox};
        assert_int_equal(pthread_create(&threads[i], NULL, post_all, inbox.posts[i]), 0);
    }
    while (inbox.arrived < POSTERS * POSTS)
        inbox.loop->run_once(inbox.loop, PATIENCE_MS);
    for (int i = 0; i < POSTERS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(inbox.out_of_order, 0);
    loop_poll_free(inbox.loop);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(timers_fire_in_the_order_in_which_they_are_due),
        cmocka_unit_test(a_timer_may_cancel_another_that_is_due_too),
        cmocka_unit_test(a_timer_that_sets_itself_waits_for_the_next_turn),
        cmocka_unit_test(descriptors_are_watched_until_forgotten),
        cmocka_unit_test(a_callback_may_forget_any_watch),
        cmocka_unit_test(what_is_watched_for_can_change),
        cmocka_unit_test(a_timer_fires_not_before_its_time),
        cmocka_unit_test(messages_of_each_thread_arrive_in_order),
    };
    return cmocka_run_group_tests_name("loop_poll", tests, NULL, NULL);
}
