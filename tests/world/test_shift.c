/* test_shift.c - a world that is shifted goes on bit for bit as one that is not, is shifted back to
 * the byte, and has the hash of the other one wherever it is. */
#include "support/world/fixture.h"
#include "support/base/seeded.h"
#include "support/state/everything.h"
#include "support/state/page_hash.h"
#include "support/state/pileup.h"
#include "world/world.h"

#define FARTHEST 12000 /* units: what is tidy meets no edge from there */
#define STEPS SEEDED_ROUNDS(180)

static pawl_vec2 draw_offset(uint64_t *seed) {
    const double most = FARTHEST;
    const pawl_fx x = FX(seeded_within(seed, most));
    return pawl_vec2_make(x, FX(seeded_within(seed, most)));
}

static void shift(pawl_world *world, pawl_vec2 offset) {
    ck_assert_int_eq(pawl_world_shift(world, offset), PAWL_OK);
}

static void shift_to(pawl_world *world, pawl_vec2 to) {
    const pawl_wide2 origin = pawl_world_get_origin(world);
    shift(world, pawl_vec2_make((pawl_fx)(origin.x + to.x), (pawl_fx)(origin.y + to.y)));
}

/* All that tells whether two worlds agree. */
static void expect_same(const pawl_world *a, const pawl_world *b, uint32_t step) {
    const pawl_lanes lanes[] = {PAWL_LANES_NONE, PAWL_LANES_DEFAULT, pawl_lanes_best()};
    for (int i = 0; i < 3; i++) {
        ck_assert_msg(pawl_world_hash_lanes(a, lanes[i]) == pawl_world_hash_lanes(b, lanes[i]),
                      "step %u: hash in lanes %d", step, (int)lanes[i]);
    }
    ck_assert_uint_eq(pawl_world_motion_hash(a), pawl_world_motion_hash(b));
    const pawl_hash_tree one = pawl_world_hash_tree(a), two = pawl_world_hash_tree(b);
    ck_assert_mem_eq(&one, &two, sizeof one);
    pawl_difference difference;
    char text[PAWL_DIFFERENCE_TEXT_MAX] = "";
    if (pawl_world_compare(a, b, &difference) != 0)
        (void)pawl_difference_print(&difference, text, sizeof text);
    ck_assert_msg(text[0] == '\0', "step %u: %s", step, text);
}

static void expect_same_objects(const pawl_world *a, const pawl_world *b) {
    for (int branch = 0; branch < PAWL_BRANCH_COUNT; branch++) {
        const uint32_t count = pawl_world_get_object_count(a, branch);
        ck_assert_uint_eq(pawl_world_get_object_count(b, branch), count);
        for (uint32_t i = 0; i < count; i++) {
            ck_assert_uint_eq(pawl_object_hash(a, branch, i), pawl_object_hash(b, branch, i));
            pawl_field_value one, two;
            for (uint32_t f = 0; pawl_object_field(a, branch, i, f, &one) == PAWL_OK; f++) {
                ck_assert_int_eq(pawl_object_field(b, branch, i, f, &two), PAWL_OK);
                if (one.is_hashed) ck_assert_int_eq(one.value, two.value);
            }
        }
    }
}

/* ---- worlds with everything ---- */

typedef struct twin {
    pawl_world *world;
    void *cache;
    pawl_step_hooks hooks;
} twin;

static twin make_twin(void) {
    const pawl_world_def def = everything_def();
    twin made = {make_world(&def), NULL, {0}};
    const size_t size = pawl_world_cache_size(&def);
    made.cache = calloc(1, size);
    made.hooks.cache = made.cache;
    made.hooks.cache_size = size;
    ck_assert_int_eq(everything_make(made.world), true);
    return made;
}

static void free_twin(twin *t) {
    free(t->world);
    free(t->cache);
}

/* Both are driven at the places that the drive knows; one is elsewhere while it steps. What is kept
 * in a cache stays right. */
START_TEST(a_world_of_everything_goes_on_as_if_it_had_not_been_shifted) {
    uint64_t seed = seeded_fresh("shifts");
    twin still = make_twin(), moved = make_twin();
    for (uint32_t step = 0; step < STEPS; step++) {
        everything_drive(still.world, 7, step);
        shift_to(moved.world, VEC(0, 0));
        ck_assert_int_eq(pawl_world_get_origin(moved.world).x, 0);
        everything_drive(moved.world, 7, step);
        shift_to(moved.world, draw_offset(&seed));
        assert_sound(moved.world);
        ck_assert_int_eq(pawl_world_step(still.world, &still.hooks), PAWL_OK);
        ck_assert_int_eq(pawl_world_step(moved.world, &moved.hooks), PAWL_OK);
        expect_same(still.world, moved.world, step);
        if (step % 40 == 0) expect_same_objects(still.world, moved.world);
    }
    free_twin(&still);
    free_twin(&moved);
}
END_TEST

START_TEST(a_way_back_leads_to_every_byte) {
    uint64_t seed = seeded_fresh("ways back");
    twin t = make_twin();
    for (uint32_t round = 0; round < SEEDED_ROUNDS(20); round++) {
        for (uint32_t i = 0; i < 8; i++) {
            everything_drive(t.world, 3, 8 * round + i);
            ck_assert_int_eq(pawl_world_step(t.world, NULL), PAWL_OK);
        }
        const size_t size = t.world->state_size;
        void *const before = malloc(size);
        memcpy(before, t.world, size);
        const pawl_vec2 offset = draw_offset(&seed), second = draw_offset(&seed);
        shift(t.world, offset);
        ck_assert_int_ne(memcmp(before, t.world, size), 0);
        shift_to(t.world, second);
        shift_to(t.world, VEC(0, 0));
        ck_assert_mem_eq(before, t.world, size);
        free(before);
    }
    free_twin(&t);
}
END_TEST

/* Shifted, saved and loaded between all steps, and not driven. */
START_TEST(saves_and_snapshots_bring_the_origin) {
    uint64_t seed = seeded_fresh("saves");
    twin still = make_twin(), moved = make_twin();
    const pawl_world_def def = everything_def();
    const size_t room = pawl_world_save_size_max(&def), size = pawl_world_size(&def);
    const size_t most = 1 << 18;
    void *const save = malloc(room), *const snapshot = malloc(most);
    for (uint32_t step = 0; step < SEEDED_ROUNDS(60); step++) {
        if (step % 5 == 0) shift_to(moved.world, draw_offset(&seed));
        const pawl_wide2 origin = pawl_world_get_origin(moved.world);
        if (step % 2 == 0) {
            ck_assert_int_eq(pawl_world_save(moved.world, save, room), PAWL_OK);
            shift(moved.world, VEC(100, 200));
            ck_assert_int_eq(pawl_world_restore(moved.world, save, room), PAWL_OK);
        } else {
            size_t written;
            ck_assert_int_eq(pawl_world_encode(moved.world, snapshot, most, &written), PAWL_OK);
            ck_assert_uint_eq(written, pawl_world_encode_size(moved.world));
            memset(moved.world, 0xA5, size);
            ck_assert_int_eq(pawl_world_decode(snapshot, written, moved.world, size, &moved.world),
                             PAWL_OK);
            ck_assert_int_eq(everything_bind(moved.world), true);
        }
        ck_assert_int_eq(pawl_world_get_origin(moved.world).x, origin.x);
        ck_assert_int_eq(pawl_world_get_origin(moved.world).y, origin.y);
        everything_tidy(still.world);
        everything_tidy(moved.world);
        ck_assert_int_eq(pawl_world_step(still.world, NULL), PAWL_OK);
        ck_assert_int_eq(pawl_world_step(moved.world, NULL), PAWL_OK);
        expect_same(still.world, moved.world, step);
    }
    free(save);
    free(snapshot);
    free_twin(&still);
    free_twin(&moved);
}
END_TEST

/* ---- snapshots ---- */

static size_t encode(const pawl_world *world, uint8_t *to, size_t room) {
    size_t size = 0;
    ck_assert_int_eq(pawl_world_encode(world, to, room, &size), PAWL_OK);
    return size;
}

/* The page on the hash, written without this library, says the same of it. */
START_TEST(the_page_computes_the_hash_of_a_shifted_world) {
    static uint8_t bytes[1 << 18];
    uint64_t seed = seeded_fresh("pages");
    const page_field none = {0, 0};
    twin t = make_twin();
    for (uint32_t step = 0; step < SEEDED_ROUNDS(40); step++) {
        everything_drive(t.world, 5, step);
        ck_assert_int_eq(pawl_world_step(t.world, NULL), PAWL_OK);
        const pawl_wide2 far = {(pawl_wide)seeded_int32(&seed) * 256, seeded_int32(&seed)};
        shift_to(t.world, draw_offset(&seed));
        t.world->origin.x += far.x; /* as if it had been carried there */
        t.world->origin.y += far.y;
        const page_hash page =
            page_hash_of(bytes, (uint32_t)encode(t.world, bytes, sizeof bytes), none);
        ck_assert_int_eq(page.is_whole, true);
        for (int i = 0; i < PAGE_PARTS; i++)
            ck_assert_msg(page.branches[i] == pawl_world_hash_tree(t.world).branches[i], "%s",
                          pawl_branch_text((pawl_branch)i));
        ck_assert_uint_eq(page.state, pawl_world_hash(t.world));
        ck_assert_uint_eq(page.state, pawl_world_hash_lanes(t.world, PAWL_LANES_NONE));
        ck_assert_uint_eq(page.state, pawl_world_hash_lanes(t.world, pawl_lanes_best()));
        ck_assert_uint_eq(page.motion, pawl_world_motion_hash(t.world));
        t.world->origin.x -= far.x;
        t.world->origin.y -= far.y;
        shift_to(t.world, VEC(0, 0));
    }
    free_twin(&t);
}
END_TEST

START_TEST(a_world_without_an_origin_has_the_snapshot_that_it_always_had) {
    static uint8_t before[1 << 18], after[1 << 18], away[1 << 18];
    twin t = make_twin();
    const size_t size = encode(t.world, before, sizeof before);
    shift(t.world, VEC(1, 2));
    /* Two fields of 8 bytes with 2 bytes of schema each. */
    ck_assert_uint_eq(encode(t.world, away, sizeof away), size + 20);
    shift(t.world, VEC(-1, -2));
    ck_assert_uint_eq(encode(t.world, after, sizeof after), size);
    ck_assert_mem_eq(before, after, size);
    free_twin(&t);
}
END_TEST

/* ---- far away ---- */

/* The same places by other origins have the same hash, also where they are beyond 32 bits. */
START_TEST(places_beyond_all_coordinates_are_told_apart) {
    pawl_world *const near = make_space(), *const far = make_space();
    const pawl_body_id body = add_unit_box(near, 0, 0);
    (void)add_unit_box(far, 0, 0);
    uint32_t hash = pawl_world_hash(near);
    for (int i = 0; i < 12; i++) {
        shift(near, VEC(-10000, 5000));
        ck_assert_uint_eq(pawl_world_hash(near), hash);
        const pawl_vec2 here = pawl_body_get_position(near, body);
        ck_assert_int_eq(pawl_body_set_pose(near, body, VEC(0, 0), 0), PAWL_OK);
        ck_assert_int_eq(here.x, FX(-10000));
        ck_assert_uint_ne(pawl_world_hash(near), hash);
        hash = pawl_world_hash(near);
    }
    ck_assert_int_eq(pawl_world_get_origin(near).x, INT64_C(120000) << 16);
    ck_assert_int_eq(pawl_world_get_origin(near).y, -(INT64_C(60000) << 16));
    /* 65536 units make 2^32: the low half alone would not know. */
    pawl_field_value value;
    ck_assert_int_eq(pawl_object_field(near, PAWL_BRANCH_BODIES, 0, 1, &value), PAWL_OK);
    ck_assert_str_eq(value.name, "position.x");
    ck_assert_int_eq(value.value, INT64_C(120000) << 16);
    far->origin.x = (INT64_C(120000) << 16) - (INT64_C(1) << 32);
    far->origin.y = -(INT64_C(60000) << 16);
    expect_same_objects(near, near);
    ck_assert_uint_ne(pawl_world_hash(far), hash);
    ck_assert_uint_ne(pawl_world_motion_hash(far), pawl_world_motion_hash(near));
    ck_assert_int_gt(pawl_world_compare(near, far, NULL), 0);
    far->origin.x += INT64_C(1) << 32;
    expect_same(near, far, 0);
    free(near);
    free(far);
}
END_TEST

/* ---- what is refused ---- */

static void expect_limit(pawl_world *world, pawl_fx room, bool along_x) {
    const size_t size = world->state_size;
    void *const before = malloc(size);
    memcpy(before, world, size);
    const pawl_vec2 most = along_x ? pawl_vec2_make(room, 0) : pawl_vec2_make(0, room);
    const pawl_fx more = room < 0 ? room - 1 : room + 1;
    const pawl_vec2 beyond = along_x ? pawl_vec2_make(more, 0) : pawl_vec2_make(0, more);
    ck_assert_int_eq(pawl_world_shift(world, beyond), PAWL_ERR_RANGE);
    ck_assert_mem_eq(before, world, size);
    shift(world, most);
    shift(world, along_x ? pawl_vec2_make(-room, 0) : pawl_vec2_make(0, -room));
    ck_assert_mem_eq(before, world, size);
    free(before);
}

static void expect_limits(pawl_world *world, pawl_vec2 least, pawl_vec2 most) {
    expect_limit(world, PAWL_COORD_MAX - most.x, true);
    expect_limit(world, PAWL_COORD_MAX - most.y, false);
    expect_limit(world, -PAWL_COORD_MAX - least.x, true);
    expect_limit(world, -PAWL_COORD_MAX - least.y, false);
}

START_TEST(nothing_leaves_the_world_by_a_shift) {
    pawl_world_def def = pawl_world_def_default();
    def.soft_capacity = 1;
    def.soft_point_capacity = def.soft_link_capacity = 8;
    pawl_world *const world = make_world(&def);
    shift(world, pawl_vec2_make(INT32_MAX, INT32_MIN)); /* nothing is in it */
    const pawl_body_id a = add_unit_box(world, -3, 4), b = add_unit_box(world, 5, -6);
    expect_limits(world, VEC(-3, -6), VEC(5, 4));
    pawl_joint_def joint =
        pawl_joint_def_between(world, PAWL_JOINT_PULLEY, a, b, VEC(-3, 4), VEC(5, -6));
    joint.ground_a = VEC(-20, 9);
    joint.ground_b = VEC(30, 31);
    joint.target = FX(200);
    pawl_joint_id pulley;
    ck_assert_int_eq(pawl_joint_create(world, &joint, &pulley), PAWL_OK);
    expect_limits(world, VEC(-20, -6), VEC(30, 31));
    pawl_soft_point points[8];
    pawl_soft_link links[8];
    pawl_soft_parts parts = {points, links, 8, 8, 0, 0};
    pawl_soft_def soft = pawl_soft_def_default();
    ck_assert_int_eq(pawl_soft_add_rope(&parts, VEC(-77, -55), VEC(0, 88), 1, FX(1), FX(1), FX(1)),
                     PAWL_OK);
    soft.points = points;
    soft.links = links;
    soft.point_count = parts.point_count;
    soft.link_count = parts.link_count;
    pawl_soft_id rope;
    ck_assert_int_eq(pawl_soft_create(world, &soft, &rope), PAWL_OK);
    expect_limits(world, VEC(-77, -55), VEC(30, 88));
    ck_assert_int_eq(pawl_world_shift(NULL, VEC(1, 1)), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_world_get_origin(NULL).x, 0);
    free(world);
}
END_TEST

/* What was destroyed is nowhere. A body that is disabled still has its last box. */
START_TEST(what_is_dead_does_not_count_and_what_is_disabled_does) {
    pawl_world *const world = make_space(), *const other = make_space();
    const pawl_body_id far = add_unit_box(world, 16000, 0), body = add_unit_box(world, 0, 0);
    (void)add_unit_box(other, 16000, 0);
    const pawl_body_id second = add_unit_box(other, 0, 0);
    ck_assert_int_eq(pawl_world_shift(world, VEC(5000, 0)), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_body_destroy(world, far), PAWL_OK);
    ck_assert_int_eq(pawl_body_destroy(other, far), PAWL_OK);
    shift(world, VEC(5000, 0));
    /* Switched off here and there, with a shape that has never been anywhere. */
    ck_assert_int_eq(pawl_body_set_enabled(world, body, false), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_enabled(other, second, false), PAWL_OK);
    add_box(world, body, 1, 2);
    add_box(other, second, 1, 2);
    expect_same(world, other, 0);
    shift(world, VEC(-9000, 5));
    expect_same(world, other, 1);
    ck_assert_int_eq(pawl_body_set_enabled(world, body, true), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_enabled(other, second, true), PAWL_OK);
    run(world, 3);
    run(other, 3);
    expect_same(world, other, 2);
    free(world);
    free(other);
}
END_TEST

/* 2^46 units. What says more is no state. */
START_TEST(the_origin_has_an_end) {
    static uint8_t bytes[1 << 14];
    pawl_world *const world = make_space(), *loaded = NULL;
    const size_t size = world->state_size;
    void *const memory = malloc(size);
    (void)add_unit_box(world, 0, 0);
    world->origin.x = PAWLI_ORIGIN_MAX - 5;
    ck_assert_int_eq(pawl_world_shift(world, pawl_vec2_make(-6, 0)), PAWL_ERR_RANGE);
    shift(world, pawl_vec2_make(-5, 0));
    ck_assert_int_eq(pawl_world_get_origin(world).x, INT64_C(1) << 62);
    for (int i = 0; i < 2; i++) {
        const size_t written = encode(world, bytes, sizeof bytes);
        ck_assert_int_eq(pawl_world_decode(bytes, written, memory, size, &loaded),
                         i == 0 ? PAWL_OK : PAWL_ERR_FORMAT);
        if (i == 0) ck_assert_uint_eq(pawl_world_hash(loaded), pawl_world_hash(world));
        world->origin.x++;
    }
    free(memory);
    free(world);
}
END_TEST

/* ---- what is to be seen ---- */

START_TEST(events_queries_and_sleepers_come_along) {
    pawl_world *const world = make_default_world();
    (void)add_ground(world);
    const pawl_body_id body = add_unit_box(world, 3, 4);
    pawl_shape_set_hit_events(world, shape_of(world, body), true);
    while (pawl_world_get_events(world).hit_count == 0)
        run(world, 1);
    const pawl_vec2 hit = pawl_world_get_events(world).hits[0].point, offset = VEC(1000.5, -77.25);
    shift(world, offset);
    assert_vec_eq(pawl_world_get_events(world).hits[0].point, pawl_vec2_add(hit, offset));
    run(world, 300);
    ck_assert_int_eq(pawl_body_is_awake(world, body), false);
    shift(world, offset);
    ck_assert_int_eq(pawl_body_is_awake(world, body), false);
    assert_sound(world);
    const pawl_vec2 place = pawl_body_get_position(world, body);
    pawl_query_hit ray;
    ck_assert_int_eq(
        pawl_world_ray_closest(world, pawl_vec2_add(place, VEC(0, 5)), VEC(0, -10), NULL, &ray),
        true);
    ck_assert_uint_eq(ray.shape.index1, shape_of(world, body).index1);
    run(world, 10);
    ck_assert_int_eq(pawl_body_is_awake(world, body), false);
    free(world);
}
END_TEST

Suite *suite_shift(void) {
    Suite *const suite = suite_create("shift");
    TCase *const tcase = tcase_create("shift");
    tcase_add_test(tcase, a_world_of_everything_goes_on_as_if_it_had_not_been_shifted);
    tcase_add_test(tcase, a_way_back_leads_to_every_byte);
    tcase_add_test(tcase, saves_and_snapshots_bring_the_origin);
    tcase_add_test(tcase, the_page_computes_the_hash_of_a_shifted_world);
    tcase_add_test(tcase, a_world_without_an_origin_has_the_snapshot_that_it_always_had);
    tcase_add_test(tcase, places_beyond_all_coordinates_are_told_apart);
    tcase_add_test(tcase, nothing_leaves_the_world_by_a_shift);
    tcase_add_test(tcase, what_is_dead_does_not_count_and_what_is_disabled_does);
    tcase_add_test(tcase, the_origin_has_an_end);
    tcase_add_test(tcase, events_queries_and_sleepers_come_along);
    suite_add_tcase(suite, tcase);
    return suite;
}
