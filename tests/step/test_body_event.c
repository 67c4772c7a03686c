/* test_body_event.c - what steps tell about bodies is what one sees by asking each of them before
 * and after, and follows from the state alone. */
#include "support/base/seeded.h"
#include "support/soft/soft.h"
#include "support/state/everything.h"
#include "support/state/pileup.h"
#include "support/world/fixture.h"
#include "support/world/jumble.h"
#include "support/world/threads.h"
#include "world/world.h"

#define BODIES_MAX 600

/* Memory with room for all bodies of any world here. */
static uint64_t list_memory[BODIES_MAX * 5];

static pawl_body_events make_list(void) {
    const pawl_world_def def = pawl_world_def_default();
    ck_assert_uint_eq(pawl_world_body_events_size(&def), 256 * 33);
    const pawl_body_events list = {.memory = list_memory, .memory_size = sizeof list_memory};
    return list;
}

static void step_with(pawl_world *world, pawl_body_events *list) {
    const pawl_step_hooks hooks = {.body_events = list};
    ck_assert_int_eq(pawl_world_step(world, &hooks), PAWL_OK);
}

/* The flags of a body in the last step. */
static uint32_t flags_of(const pawl_body_events *list, pawl_body_id body) {
    for (uint32_t i = 0; i < list->count; i++) {
        if (pawl_body_id_equal(list->events[i].body, body)) return list->events[i].flags;
    }
    return 0;
}

START_TEST(a_box_is_told_of_while_it_falls_and_once_more_when_it_sleeps) {
    pawl_world *const world = make_default_world();
    pawl_body_events list = make_list();
    add_ground(world);
    const pawl_body_id box = add_unit_box(world, 0, 2);
    ck_assert_int_eq(pawl_body_set_user_data(world, box, 77), PAWL_OK);
    uint32_t moved = 0, slept = 0;
    for (int i = 0; i < 300; i++) {
        step_with(world, &list);
        const uint32_t flags = flags_of(&list, box);
        ck_assert_uint_le(list.count, 1);
        ck_assert_uint_eq(list.dropped, 0);
        if (slept) ck_assert_uint_eq(list.count, 0);
        if (flags & PAWL_BODY_MOVED) moved++;
        if (i < 20) ck_assert_uint_eq(flags, PAWL_BODY_MOVED);
        if (!(flags & PAWL_BODY_FELL_ASLEEP)) continue;
        slept++;
        ck_assert_int_eq(pawl_body_is_awake(world, box), false);
        ck_assert_uint_eq(list.events[0].user_data, 77);
        assert_vec_eq(list.events[0].pose.position, pawl_body_get_position(world, box));
    }
    ck_assert_uint_eq(slept, 1);
    ck_assert_uint_gt(moved, 30);
    ck_assert_uint_lt(moved, 200); /* at rest it is awake for half a second, and does not move */
    free(world);
}
END_TEST

/* Three boxes on each other, asleep, and one that falls on them. */
START_TEST(a_touch_wakes_all_that_fell_asleep_together) {
    pawl_world *const world = make_default_world();
    pawl_body_events list = make_list();
    pawl_body_id box[3];
    add_ground(world);
    for (int i = 0; i < 3; i++)
        box[i] = add_unit_box(world, 0, 0.5 + i);
    run(world, 200);
    ck_assert_int_eq(pawl_body_is_awake(world, box[0]), false);
    const pawl_body_id ball = add_unit_box(world, 0, 6);
    int woke = 0;
    for (int i = 0; i < 120; i++) {
        step_with(world, &list);
        ck_assert_uint_eq(flags_of(&list, ball) & PAWL_BODY_WOKE, 0); /* it was made awake */
        const bool now = (flags_of(&list, box[0]) & PAWL_BODY_WOKE) != 0;
        for (int k = 0; k < 3; k++)
            ck_assert_int_eq((flags_of(&list, box[k]) & PAWL_BODY_WOKE) != 0, now);
        if (now) woke++;
    }
    ck_assert_int_eq(woke, 1);
    free(world);
}
END_TEST

/* As body_event.h says: who is awake before the step is not told as woken by it. */
START_TEST(a_body_that_a_call_woke_has_moved_and_not_woken) {
    pawl_world *const world = make_default_world();
    pawl_body_events list = make_list();
    add_ground(world);
    const pawl_body_id box = add_unit_box(world, 0, 0.5);
    run(world, 200);
    ck_assert_int_eq(pawl_body_is_awake(world, box), false);
    ck_assert_int_eq(pawl_body_change_velocity(world, box, VEC(0, 3), VEC(0, 0.5)), PAWL_OK);
    step_with(world, &list);
    ck_assert_uint_eq(flags_of(&list, box), PAWL_BODY_MOVED);
    free(world);
}
END_TEST

START_TEST(limits_are_told) {
    pawl_world *const world = make_space();
    pawl_body_events list = make_list();
    const pawl_body_id out = add_body(world, PAWL_DYNAMIC, 16383, 0);
    const pawl_body_id fast = add_body(world, PAWL_KINEMATIC, 0, 0);
    const pawl_body_id slow = add_body(world, PAWL_KINEMATIC, 0, 9);
    const pawl_vec2 limit = pawl_vec2_make(-PAWL_SPEED_MAX, 0);
    ck_assert_int_eq(pawl_body_set_velocity(world, out, VEC(40, 0)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, fast, limit), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, slow, VEC(8191, 0)), PAWL_OK);
    step_with(world, &list);
    ck_assert_uint_eq(flags_of(&list, out), PAWL_BODY_MOVED);
    ck_assert_uint_eq(flags_of(&list, fast), PAWL_BODY_MOVED | PAWL_BODY_AT_SPEED_LIMIT);
    ck_assert_uint_eq(flags_of(&list, slow), PAWL_BODY_MOVED);
    step_with(world, &list);
    ck_assert_uint_eq(flags_of(&list, out), PAWL_BODY_MOVED | PAWL_BODY_AT_EDGE);
    ck_assert_int_eq(pawl_body_set_velocity(world, out, VEC(40, 0)), PAWL_OK);
    step_with(world, &list); /* it is there, and presses against it */
    ck_assert_uint_eq(flags_of(&list, out), PAWL_BODY_AT_EDGE);
    free(world);
}
END_TEST

START_TEST(without_room_the_oldest_stay_and_the_others_are_counted) {
    pawl_world *const world = make_space();
    pawl_body_events list = make_list();
    pawl_body_id body[10];
    for (int i = 0; i < 10; i++) {
        body[i] = add_body(world, PAWL_KINEMATIC, -3 * i, 0);
        ck_assert_int_eq(pawl_body_set_velocity(world, body[i], VEC(1, 0)), PAWL_OK);
    }
    for (uint32_t room = 0; room <= 12; room++) {
        const uint32_t told = room < 10 ? room : 10;
        list.memory_size = 256 + room * sizeof(pawl_body_event) + room % 3;
        memset(list_memory, 0xA5, sizeof list_memory);
        step_with(world, &list);
        ck_assert_uint_eq(list.count, told);
        ck_assert_uint_eq(list.dropped, 10 - told);
        for (uint32_t i = 0; i < told; i++)
            ck_assert_uint_eq(pawl_body_id_store(list.events[i].body), pawl_body_id_store(body[i]));
        const uint8_t *beyond = (const uint8_t *)list_memory + 256 + told * 32;
        ck_assert_uint_eq(*beyond, 0xA5);
    }
    free(world);
}
END_TEST

START_TEST(a_list_without_memory_is_refused) {
    pawl_world *const world = make_default_world();
    add_unit_box(world, 0, 0);
    const uint32_t hash = pawl_world_hash(world);
    uint8_t *const bytes = (uint8_t *)list_memory;
    pawl_body_events lists[] = {
        {.memory = NULL, .memory_size = 9999},
        {.memory = bytes + 4, .memory_size = 9999},
        {.memory = bytes, .memory_size = 255}, /* a byte for each body */
        {.memory = bytes, .memory_size = 0},
    };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        const pawl_step_hooks hooks = {.body_events = &lists[i]};
        ck_assert_int_eq(pawl_world_step(world, &hooks), PAWL_ERR_MEMORY);
        ck_assert_uint_eq(pawl_world_hash(world), hash);
        ck_assert_uint_eq(pawl_world_get_tick(world), 0);
    }
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = 9;
    ck_assert_uint_eq(pawl_world_body_events_size(&def), 16 + 9 * 32);
    def.cookie = 0;
    ck_assert_uint_eq(pawl_world_body_events_size(&def), 0);
    ck_assert_uint_eq(pawl_world_body_events_size(NULL), 0);
    free(world);
}
END_TEST

/* ---- against what one sees by asking ------------------------------------------------------- */

typedef struct seen {
    pawl_body_id body;
    pawl_vec2 center;
    pawl_angle angle;
    bool awake;
} seen;

static uint32_t see_all(const pawl_world *world, seen *all) {
    uint32_t count = 0;
    pawl_body_id at = NO_BODY;
    while (!pawl_body_is_null(at = pawl_world_next_body(world, at)) && count < BODIES_MAX) {
        const seen one = {at, pawl_body_get_center(world, at), pawl_body_get_angle(world, at),
                          pawl_body_is_awake(world, at)};
        all[count++] = one;
    }
    return count;
}

typedef struct tally {
    uint32_t moved, woke, slept, edge, fast;
} tally;

/* The event that there should be, but for limits, of which only the first is seen from outside. */
static const char *compare_body(const seen *before, const seen *after, const pawl_body_event *event,
                                const pawl_world *world, tally *all) {
    const bool moved = before->center.x != after->center.x || before->center.y != after->center.y ||
                       before->angle != after->angle;
    const uint32_t flags = event ? event->flags : 0;
    if (moved != ((flags & PAWL_BODY_MOVED) != 0)) return "moved";
    if ((!before->awake && after->awake) != ((flags & PAWL_BODY_WOKE) != 0)) return "woke";
    if ((before->awake && !after->awake) != ((flags & PAWL_BODY_FELL_ASLEEP) != 0)) return "slept";
    if ((flags & PAWL_BODY_AT_EDGE) && !(pawl_world_get_faults(world) & PAWL_FAULT_WORLD_EDGE))
        return "edge";
    all->moved += moved;
    all->woke += (flags & PAWL_BODY_WOKE) != 0;
    all->slept += (flags & PAWL_BODY_FELL_ASLEEP) != 0;
    all->edge += (flags & PAWL_BODY_AT_EDGE) != 0;
    all->fast += (flags & PAWL_BODY_AT_SPEED_LIMIT) != 0;
    if (event == NULL) return NULL;
    if (flags == 0) return "no flag";
    const pawl_pose pose = pawl_body_get_pose(world, after->body);
    if (memcmp(&pose, &event->pose, sizeof pose) != 0) return "pose";
    if (event->angle != after->angle) return "angle";
    if (event->user_data != pawl_body_get_user_data(world, after->body)) return "user data";
    return NULL;
}

/* A step neither makes bodies nor destroys them, so both lists have the same ones. */
static const char *compare_all(const seen *before, const seen *after, uint32_t count,
                               const pawl_body_events *list, const pawl_world *world, tally *all) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < count; i++) {
        const bool told =
            next < list->count && pawl_body_id_equal(list->events[next].body, after[i].body);
        const char *wrong =
            compare_body(&before[i], &after[i], told ? &list->events[next] : NULL, world, all);
        if (wrong != NULL) return wrong;
        if (told) next++;
    }
    return next == list->count && list->dropped == 0 ? NULL : "order";
}

/* A step of `world` that tells and one of `plain` that does not end alike. */
static const char *check_step(pawl_world *world, pawl_world *plain, pawl_body_events *list,
                              const pawl_step_hooks *others, tally *all) {
    static seen before[BODIES_MAX], after[BODIES_MAX];
    pawl_step_hooks hooks = *others;
    hooks.body_events = list;
    const uint32_t count = see_all(world, before);
    if (pawl_world_step(world, &hooks) || pawl_world_step(plain, others)) return "step";
    if (pawl_world_hash(world) != pawl_world_hash(plain)) return "hash";
    if (see_all(world, after) != count) return "count";
    return compare_all(before, after, count, list, world, all);
}

START_TEST(heaps_drawn_by_lot_are_told_of_as_they_are_seen) {
    const uint64_t base = seeded_fresh("heaps with body events");
    const pawl_step_hooks none = {0};
    pawl_body_events list = make_list();
    tally all = {0};
    for (int i = 0; i < SEEDED_ROUNDS(20); i++) {
        jumble of;
        const pawl_world_def def = jumble_draw(&of, base + (uint64_t)i * 2);
        pawl_world *const world = make_world(&def), *const plain = make_world(&def);
        jumble_fill(&of, world);
        jumble_fill(&of, plain);
        for (uint32_t step = 0; step < 120; step++) {
            jumble_call(&of, world, step);
            jumble_call(&of, plain, step);
            const char *wrong = check_step(world, plain, &list, &none, &all);
            ck_assert_msg(wrong == NULL, "heap %d, step %u: %s", i, (unsigned)step, wrong);
        }
        free(world);
        free(plain);
    }
    ck_assert_uint_gt(all.moved, 1000);
    ck_assert_int_gt((int)all.slept, SEEDED_OFTEN(10));
}
END_TEST

/* With joints, sensors, terrain and soft bodies, which wake what they touch. */
START_TEST(a_world_with_everything_is_told_of_as_it_is_seen) {
    const pawl_world_def def = everything_def();
    const uint64_t seed = seeded_fresh("everything with body events") | 1u;
    const pawl_step_hooks none = {0};
    pawl_body_events list = make_list();
    tally all = {0};
    pawl_world *const world = make_world(&def), *const plain = make_world(&def);
    ck_assert_int_eq(everything_make(world), true);
    ck_assert_int_eq(everything_make(plain), true);
    for (uint32_t step = 0; step < (uint32_t)SEEDED_ROUNDS(3000); step++) {
        everything_drive(world, seed, step);
        everything_drive(plain, seed, step);
        const char *wrong = check_step(world, plain, &list, &none, &all);
        ck_assert_msg(wrong == NULL, "step %u: %s", (unsigned)step, wrong);
    }
    ck_assert_uint_gt(all.moved, 500);
    ck_assert_int_gt((int)all.woke, SEEDED_OFTEN(1));
    ck_assert_int_gt((int)all.slept, SEEDED_OFTEN(1));
    free(world);
    free(plain);
}
END_TEST

/* Half a raw unit that is left over from before rounds to a whole one, but not along a lock. */
START_TEST(a_locked_body_is_not_told_to_have_moved) {
    pawl_world *const world = make_space();
    pawl_body_events list = make_list();
    const pawl_body_id box = add_unit_box(world, 0, 0);
    pawli_body *const body = &pawli_bodies(world)[pawli_pool_find_body(world, box)];
    body->frac_x = 32;
    body->frac_y = -32;
    ck_assert_int_eq(pawl_body_set_lock_x(world, box, true), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_lock_y(world, box, true), PAWL_OK);
    for (int step = 0; step < 3; step++) {
        step_with(world, &list);
        assert_vec_eq(pawl_body_get_center(world, box), VEC(0, 0));
        ck_assert_uint_eq(list.count, 0);
    }
    free(world);
}
END_TEST

/* A box that sleeps, and a rope that comes down on it: the step that wakes it does not solve it. */
START_TEST(what_a_soft_body_wakes_is_told) {
    pawl_world_def def = soft_world_def();
    def.gravity = VEC(0, 0);
    soft_scene *const scene = make_soft_scene(&def);
    const pawl_body_id sleeper = add_unit_box(scene->world, 0, 0);
    ck_assert_int_eq(pawl_body_set_awake(scene->world, sleeper, false), PAWL_OK);
    add_rope(scene, VEC(-0.25, 0.75), VEC(0.25, 0.75), 2, 1, 0.25);
    for (uint32_t i = 0; i < scene->parts.point_count; i++)
        scene->points[i].velocity = VEC(0, -1);
    add_soft(scene);
    pawl_body_events list = make_list();
    int woke = 0;
    for (int i = 0; i < 40; i++) {
        const bool before = pawl_body_is_awake(scene->world, sleeper);
        step_with(scene->world, &list);
        const bool after = pawl_body_is_awake(scene->world, sleeper);
        const bool told = (flags_of(&list, sleeper) & PAWL_BODY_WOKE) != 0;
        ck_assert_int_eq(told, !before && after);
        woke += told;
    }
    ck_assert_int_ge(woke, 1);
    free_soft_scene(scene);
}
END_TEST

#if PAWL_WITH_WORKERS
START_TEST(threads_tell_the_same) {
    static uint64_t worker_memory[1 << 16];
    jumble of;
    const pawl_world_def def = jumble_draw(&of, seeded_fresh("body events on threads"));
    threads pool = {.seed = 1};
    pawl_step_hooks hooks = {.parallel = threads_shuffled, .context = &pool, .workers = 4};
    hooks.worker_memory = worker_memory;
    hooks.worker_memory_size = sizeof worker_memory;
    ck_assert_uint_gt(pawl_world_workers_size(&def), 0);
    pawl_body_events list = make_list();
    tally all = {0};
    pawl_world *const world = make_world(&def), *const plain = make_world(&def);
    jumble_fill(&of, world);
    jumble_fill(&of, plain);
    for (uint32_t step = 0; step < 60; step++) {
        jumble_call(&of, world, step);
        jumble_call(&of, plain, step);
        const char *wrong = check_step(world, plain, &list, &hooks, &all);
        ck_assert_msg(wrong == NULL, "step %u: %s", (unsigned)step, wrong);
    }
    free(world);
    free(plain);
}
END_TEST
#endif

/* ---- from the state alone ------------------------------------------------------------------- */

#define SNAPSHOT_MAX (1 << 18)
#define AGAIN 25

typedef struct told {
    uint32_t count;
    pawl_body_event events[PILEUP_BODIES_MAX];
} told;

static void play(pawl_world *world, uint32_t from, told *all) {
    pawl_body_events list = make_list();
    for (uint32_t i = 0; i < AGAIN; i++) {
        pileup_call(NULL, world, from + i);
        step_with(world, &list);
        ck_assert_uint_le(list.count, PILEUP_BODIES_MAX);
        all[i].count = list.count;
        memset(all[i].events, 0, sizeof all[i].events);
        if (list.count != 0)
            memcpy(all[i].events, list.events, list.count * sizeof(pawl_body_event));
    }
}

/* A machine that loads a snapshot, between the calls before a step and the step or anywhere, tells
 * what the one that has played from the beginning does; so does one that rolls back. */
START_TEST(a_machine_that_loads_the_state_tells_the_same) {
    static told first[AGAIN], second[AGAIN];
    const pawl_world_def def = pileup_def();
    void *const memory = malloc(pawl_world_size(&def));
    uint8_t *const snapshot = malloc(SNAPSHOT_MAX);
    pawl_world *world, *joined;
    ck_assert_int_eq(pileup_make(memory, pawl_world_size(&def), &def, &world), PAWL_OK);
    for (uint32_t step = 0; step < 200; step += AGAIN) {
        size_t size = 0;
        ck_assert_int_eq(pawl_world_encode(world, snapshot, SNAPSHOT_MAX, &size), PAWL_OK);
        void *const other = malloc(pawl_world_size(&def));
        ck_assert_int_eq(pawl_world_decode(snapshot, size, other, pawl_world_size(&def), &joined),
                         PAWL_OK);
        ck_assert_int_eq(pileup_bind(joined), PAWL_OK);
        play(world, step, first);
        play(joined, step, second);
        for (uint32_t i = 0; i < AGAIN; i++)
            ck_assert_msg(memcmp(&first[i], &second[i], sizeof(told)) == 0, "step %u",
                          (unsigned)(step + i));
        free(other);
    }
    free(snapshot);
    free(memory);
}
END_TEST

Suite *suite_body_event(void) {
    Suite *const suite = suite_create("body_event");
    TCase *const tcase = tcase_create("body_event");
    tcase_add_test(tcase, a_box_is_told_of_while_it_falls_and_once_more_when_it_sleeps);
    tcase_add_test(tcase, a_touch_wakes_all_that_fell_asleep_together);
    tcase_add_test(tcase, a_body_that_a_call_woke_has_moved_and_not_woken);
    tcase_add_test(tcase, limits_are_told);
    tcase_add_test(tcase, without_room_the_oldest_stay_and_the_others_are_counted);
    tcase_add_test(tcase, a_list_without_memory_is_refused);
    tcase_add_test(tcase, heaps_drawn_by_lot_are_told_of_as_they_are_seen);
    tcase_add_test(tcase, a_world_with_everything_is_told_of_as_it_is_seen);
    tcase_add_test(tcase, a_locked_body_is_not_told_to_have_moved);
    tcase_add_test(tcase, what_a_soft_body_wakes_is_told);
#if PAWL_WITH_WORKERS
    tcase_add_test(tcase, threads_tell_the_same);
#endif
    tcase_add_test(tcase, a_machine_that_loads_the_state_tells_the_same);
    suite_add_tcase(suite, tcase);
    return suite;
}
