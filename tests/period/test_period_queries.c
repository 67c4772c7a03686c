/* test_period_queries.c - rays, casts, overlaps, closest points, movers and fields in worlds that
 * go round, against plain worlds: one with the same things in the middle, and one in which they lie
 * side by side as often as a question can see them. */
#include "support/base/seeded.h"
#include "support/shape/convex.h"
#include "support/world/fixture.h"
#include "support/world/mover.h"
#include "world/world.h"

#define THINGS 24
#define PERIOD 64
#define COPIES 7 /* a question of two periods sees three on each side */
#define HITS_MAX 512

/* A body of a scene; the shape of its copies is the same. */
typedef struct thing {
    pawl_convex convex;
    pawl_vec2 place, velocity;
    pawl_angle angle;
    pawl_body_type type;
} thing;

static pawl_fx drawn(uint64_t *seed, double most) {
    return FX(seeded_within(seed, most));
}

static pawl_vec2 drawn_place(uint64_t *seed, double most) {
    const pawl_fx x = drawn(seed, most);
    return pawl_vec2_make(x, drawn(seed, most));
}

static pawl_convex drawn_convex(uint64_t *seed) {
    pawl_convex convex;
    const pawl_fx size = FX(0.75) + drawn(seed, 0.5), other = FX(1.5) + drawn(seed, 1);
    const uint64_t kind = seeded_next(seed) % 3;
    const pawl_status status =
        kind == 0   ? pawl_make_circle(VEC(0.25, 0), size, &convex)
        : kind == 1 ? pawl_make_box(size, other, &convex)
                    : pawl_make_capsule(pawl_vec2_make(-other, 0), VEC(0.5, 0), size, &convex);
    ck_assert_int_eq(status, PAWL_OK);
    return convex;
}

static void draw_things(uint64_t *seed, thing things[THINGS], double most) {
    for (int i = 0; i < THINGS; i++) {
        things[i].convex = drawn_convex(seed);
        things[i].place = drawn_place(seed, most);
        things[i].velocity = drawn_place(seed, 5);
        things[i].angle = (pawl_angle)seeded_next(seed);
        things[i].type = i % 3 == 0 ? PAWL_STATIC : PAWL_DYNAMIC;
    }
}

static void add_things(pawl_world *world, const thing things[THINGS], pawl_vec2 offset) {
    for (int i = 0; i < THINGS; i++) {
        pawl_body_def def = pawl_body_def_default();
        pawl_shape_def shape = pawl_shape_def_default();
        pawl_body_id body;
        def.type = things[i].type;
        def.angle = things[i].angle;
        if (def.type == PAWL_DYNAMIC) def.velocity = things[i].velocity;
        ck_assert_int_eq(pawl_body_create_convex(world, &def, &shape, &things[i].convex, &body),
                         PAWL_OK);
        pawl_body_set_pose(world, body, pawl_vec2_add(things[i].place, offset), things[i].angle);
    }
}

static pawl_world *world_of(bool round, uint32_t copies) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = (uint16_t)(THINGS * copies + 4);
    def.geometry_capacity = THINGS + 4;
    def.contact_capacity = 64 * THINGS;
    def.gravity = VEC(0, 0);
    def.sleeping = false;
    pawl_world *const world = make_world(&def);
    if (round) ck_assert_int_eq(pawl_world_set_periods(world, VEC(PERIOD, PERIOD)), PAWL_OK);
    return world;
}

/* A world that goes round, shifted somewhere, and a plain one with all that can be seen. */
typedef struct pair {
    pawl_world *round, *tiled;
    pawl_vec2 shift;
} pair;

static pair make_pair(uint64_t *seed) {
    thing things[THINGS];
    draw_things(seed, things, PERIOD / 2.0);
    pair made = {world_of(true, 1), world_of(false, COPIES * COPIES), drawn_place(seed, 500)};
    add_things(made.round, things, VEC(0, 0));
    ck_assert_int_eq(pawl_world_shift(made.round, made.shift), PAWL_OK);
    for (int y = -COPIES / 2; y <= COPIES / 2; y++)
        for (int x = -COPIES / 2; x <= COPIES / 2; x++)
            add_things(made.tiled, things, VEC(x * PERIOD, y * PERIOD));
    return made;
}

static void free_pair(pair *made) {
    free(made->round);
    free(made->tiled);
}

static uint32_t thing_of(pawl_shape_id shape) {
    return (shape.index1 - 1) % THINGS;
}

static void expect_same_hit(const pair *in, const pawl_query_hit *round,
                            const pawl_query_hit *tiled) {
    ck_assert_uint_eq(thing_of(round->shape), thing_of(tiled->shape));
    ck_assert_int_eq(round->fraction, tiled->fraction);
    ck_assert_int_eq(round->inside, tiled->inside);
    assert_vec_eq(pawl_vec2_sub(round->point, in->shift), tiled->point);
    ck_assert_int_eq(round->normal.c, tiled->normal.c);
    ck_assert_int_eq(round->normal.s, tiled->normal.s);
}

/* Where nothing is as far away as something else, so that no order of creation decides. */
static bool is_clear(const pawl_query_hit *hits, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        if (hits[i].fraction == hits[i - 1].fraction) return false;
    return true;
}

START_TEST(rays_and_casts_see_all_images) {
    static pawl_query_hit all[HITS_MAX], round_all[HITS_MAX];
    uint64_t seed = seeded_fresh("rays over seams");
    uint32_t hits = 0, far_hits = 0;
    for (uint32_t scene = 0; scene < SEEDED_ROUNDS(12); scene++) {
        pair in = make_pair(&seed);
        for (int i = 0; i < 150; i++) {
            const pawl_pose pose = {drawn_place(&seed, PERIOD / 2.0),
                                    pawl_rot_from_angle((pawl_angle)seeded_next(&seed))};
            const pawl_pose moved = {pawl_vec2_add(pose.position, in.shift), pose.rotation};
            const pawl_vec2 move = drawn_place(&seed, i % 4 == 0 ? 110 : 40);
            const pawl_convex convex = drawn_convex(&seed);
            const bool is_ray = i % 2 == 0;
            const uint32_t count =
                is_ray ? pawl_world_ray_all(in.tiled, pose.position, move, NULL, all, HITS_MAX)
                       : pawl_world_cast_all(in.tiled, &convex, pose, move, NULL, all, HITS_MAX);
            const uint32_t found = is_ray ? pawl_world_ray_all(in.round, moved.position, move, NULL,
                                                               round_all, HITS_MAX)
                                          : pawl_world_cast_all(in.round, &convex, moved, move,
                                                                NULL, round_all, HITS_MAX);
            ck_assert_uint_eq(found, count);
            if (!is_clear(all, count)) continue;
            for (uint32_t k = 0; k < count; k++)
                expect_same_hit(&in, &round_all[k], &all[k]);
            pawl_query_hit first;
            const bool is_hit =
                is_ray ? pawl_world_ray_closest(in.round, moved.position, move, NULL, &first)
                       : pawl_world_cast_closest(in.round, &convex, moved, move, NULL, &first);
            ck_assert_int_eq(is_hit, count > 0);
            if (is_ray)
                ck_assert_int_eq(pawl_world_ray_any(in.round, moved.position, move, NULL),
                                 count > 0);
            if (!is_hit) continue;
            expect_same_hit(&in, &first, &all[0]);
            hits++;
            far_hits += all[0].shape.index1 > THINGS;
        }
        free_pair(&in);
    }
    ck_assert_int_gt((int)hits, SEEDED_OFTEN(500));
    ck_assert_int_gt((int)far_hits, SEEDED_OFTEN(100));
}
END_TEST

static uint32_t mask_of(const pawl_query_overlap *found, uint32_t count) {
    uint32_t mask = 0;
    for (uint32_t i = 0; i < count; i++)
        mask |= UINT32_C(1) << thing_of(found[i].shape);
    return mask;
}

START_TEST(overlaps_tell_each_shape_once) {
    static pawl_query_overlap all[HITS_MAX], found[HITS_MAX];
    uint64_t seed = seeded_fresh("overlaps over seams");
    uint32_t sum = 0;
    for (uint32_t scene = 0; scene < SEEDED_ROUNDS(12); scene++) {
        pair in = make_pair(&seed);
        for (int i = 0; i < 150; i++) {
            const pawl_vec2 size = drawn_place(&seed, i % 3 == 0 ? 0 : i % 3 == 1 ? 8 : 60);
            const pawl_vec2 at = drawn_place(&seed, PERIOD / 2.0);
            const pawl_vec2 half = {pawl_abs(size.x), pawl_abs(size.y)};
            const pawl_box box = {pawl_vec2_sub(at, half), pawl_vec2_add(at, half)};
            const pawl_box moved = {pawl_vec2_add(box.lower, in.shift),
                                    pawl_vec2_add(box.upper, in.shift)};
            const uint32_t count = pawl_world_overlap_box(in.tiled, box, NULL, all, HITS_MAX);
            const uint32_t told = pawl_world_overlap_box(in.round, moved, NULL, found, HITS_MAX);
            ck_assert_uint_le(count, HITS_MAX);
            const uint32_t mask = mask_of(all, count);
            ck_assert_uint_eq(mask_of(found, told), mask);
            ck_assert_uint_eq(told, (uint32_t)__builtin_popcount(mask));
            for (uint32_t k = 1; k < told; k++)
                ck_assert_uint_lt(found[k - 1].shape.index1, found[k].shape.index1);
            sum += told;
        }
        free_pair(&in);
    }
    ck_assert_int_gt((int)sum, SEEDED_OFTEN(1000));
}
END_TEST

START_TEST(the_closest_shape_may_be_over_the_seam) {
    uint64_t seed = seeded_fresh("closest over seams");
    for (uint32_t scene = 0; scene < SEEDED_ROUNDS(12); scene++) {
        pair in = make_pair(&seed);
        for (int i = 0; i < 150; i++) {
            const pawl_vec2 at = drawn_place(&seed, PERIOD / 2.0);
            const pawl_fx reach = FX(1) + pawl_abs(drawn(&seed, i % 2 ? 4 : 100));
            pawl_query_closest want, got;
            const bool is_there = pawl_world_closest(in.tiled, at, reach, NULL, &want);
            ck_assert_int_eq(
                pawl_world_closest(in.round, pawl_vec2_add(at, in.shift), reach, NULL, &got),
                is_there);
            if (!is_there) continue;
            ck_assert_int_eq(got.distance, want.distance);
            if (want.distance == 0) continue;
            ck_assert_uint_eq(thing_of(got.shape), thing_of(want.shape));
            assert_vec_eq(pawl_vec2_sub(got.point, in.shift), want.point);
            ck_assert_int_eq(got.normal.c, want.normal.c);
        }
        free_pair(&in);
    }
}
END_TEST

/* What was drawn, whatever came first. */
typedef struct drawing_sum {
    pawl_vec2 offset;
    uint32_t sum, count;
} drawing_sum;

static void add_drawn(drawing_sum *to, pawl_draw_role role, pawl_vec2 point) {
    const pawl_vec2 at = pawl_vec2_sub(point, to->offset);
    const uint32_t word = (uint32_t)at.x * UINT32_C(2654435761) ^ (uint32_t)at.y;
    to->sum += (word ^ word >> 15) * (2 * (uint32_t)role + 3);
    to->count++;
}

static void sum_polygon(void *context, const pawl_draw_item *item, const pawl_vec2 *points,
                        int32_t count, pawl_fx radius) {
    (void)radius;
    for (int32_t i = 0; i < count; i++)
        add_drawn(context, item->role, points[i]);
}

static void sum_circle(void *context, const pawl_draw_item *item, pawl_vec2 center, pawl_fx radius,
                       pawl_rot rotation) {
    (void)radius, (void)rotation;
    add_drawn(context, item->role, center);
}

static void sum_line(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b) {
    add_drawn(context, item->role, a);
    add_drawn(context, item->role, b);
}

static void sum_capsule(void *context, const pawl_draw_item *item, pawl_vec2 a, pawl_vec2 b,
                        pawl_fx radius) {
    (void)radius;
    sum_line(context, item, a, b);
}

static void sum_box(void *context, const pawl_draw_item *item, pawl_box box) {
    sum_line(context, item, box.lower, box.upper);
}

static void sum_point(void *context, const pawl_draw_item *item, pawl_vec2 point) {
    add_drawn(context, item->role, point);
}

START_TEST(a_picture_has_all_images) {
    uint64_t seed = seeded_fresh("pictures of round worlds");
    const uint32_t layers = PAWL_LAYER_SHAPES | PAWL_LAYER_BOXES | PAWL_LAYER_CENTERS;
    for (uint32_t scene = 0; scene < SEEDED_ROUNDS(6); scene++) {
        pair in = make_pair(&seed);
        for (int i = 0; i < 40; i++) {
            const pawl_vec2 at = drawn_place(&seed, PERIOD / 2.0), size = drawn_place(&seed, 60);
            const pawl_vec2 half = {pawl_abs(size.x), pawl_abs(size.y)};
            const pawl_box clip = {pawl_vec2_sub(at, half), pawl_vec2_add(at, half)};
            const pawl_box moved = {pawl_vec2_add(clip.lower, in.shift),
                                    pawl_vec2_add(clip.upper, in.shift)};
            drawing_sum want = {{0, 0}, 0, 0}, got = {in.shift, 0, 0};
            pawl_draw_hooks hooks = {.layers = layers,
                                     .clip = &clip,
                                     .context = &want,
                                     .polygon = sum_polygon,
                                     .circle = sum_circle,
                                     .capsule = sum_capsule,
                                     .box = sum_box,
                                     .line = sum_line,
                                     .point = sum_point};
            ck_assert_int_eq(pawl_world_draw(in.tiled, &hooks), PAWL_OK);
            hooks.clip = &moved;
            hooks.context = &got;
            ck_assert_int_eq(pawl_world_draw(in.round, &hooks), PAWL_OK);
            ck_assert_uint_eq(got.count, want.count);
            ck_assert_uint_eq(got.sum, want.sum);
        }
        free_pair(&in);
    }
}
END_TEST

START_TEST(a_question_wider_than_two_periods_finds_nothing) {
    pawl_world *const world = world_of(true, 1);
    const pawl_body_id body = add_unit_box(world, 0, 0);
    pawl_query_hit hit;
    pawl_query_overlap found;
    (void)body;
    ck_assert_int_eq(pawl_world_ray_closest(world, VEC(-2, 0), VEC(120, 0), NULL, &hit), true);
    ck_assert_int_eq(pawl_world_ray_closest(world, VEC(-2, 0), VEC(130, 0), NULL, &hit), false);
    const pawl_box box = {VEC(-70, -1), VEC(70, 1)};
    ck_assert_uint_eq(pawl_world_overlap_box(world, box, NULL, &found, 1), 0);
    free(world);
}
END_TEST

/* ---- the same in the middle ----------------------------------------------------------------- */

/* Two worlds that go round, of which one is shifted. */
static pair make_shifted(uint64_t *seed) {
    thing things[THINGS];
    draw_things(seed, things, 20);
    pair made = {world_of(true, 1), world_of(true, 1), drawn_place(seed, 500)};
    add_things(made.round, things, VEC(0, 0));
    add_things(made.tiled, things, VEC(0, 0));
    ck_assert_int_eq(pawl_world_shift(made.round, made.shift), PAWL_OK);
    return made;
}

static pawl_vec2 turned_to(const pair *in, pawl_vec2 place) {
    return pawl_vec2_add(place, in->shift);
}

static pawl_area drawn_area(uint64_t *seed, const pair *in, pawl_area *moved) {
    const pawl_vec2 at = drawn_place(seed, 20), size = drawn_place(seed, 6);
    const pawl_vec2 half = {FX(4) + pawl_abs(size.x), FX(4) + pawl_abs(size.y)};
    const pawl_box box = {pawl_vec2_sub(at, half), pawl_vec2_add(at, half)};
    const pawl_box image = {turned_to(in, box.lower), turned_to(in, box.upper)};
    *moved = pawl_area_box(image);
    return pawl_area_box(box);
}

static void apply_fields(uint64_t *seed, const pair *in) {
    pawl_area moved;
    const pawl_area area = drawn_area(seed, in, &moved);
    const pawl_vec2 center = drawn_place(seed, 32);
    pawl_explosion_def blast = pawl_explosion_def_default();
    blast.radius = FX(4);
    blast.falloff = FX(6);
    blast.impulse = FX(2);
    blast.impulse_per_length = FX(1);
    pawl_radial_gravity_def planet = pawl_radial_gravity_def_default();
    pawl_water_def water = pawl_water_def_default();
    pawl_wind_def wind = pawl_wind_def_default();
    pawl_area_gravity_def fall = pawl_area_gravity_def_default();
    planet.wake = water.wake = wind.wake = fall.wake = true;
    planet.strength = FX(30);
    wind.velocity = VEC(8, 3);
    fall.gravity = VEC(1, -4);
    for (int i = 0; i < 2; i++) {
        pawl_world *const world = i == 0 ? in->tiled : in->round;
        blast.center = planet.center = i == 0 ? center : turned_to(in, center);
        water.area = wind.area = fall.area = i == 0 ? area : moved;
        ck_assert_int_eq(pawl_world_explode(world, &blast), PAWL_OK);
        ck_assert_int_eq(pawl_world_apply_radial_gravity(world, &planet), PAWL_OK);
        ck_assert_int_eq(pawl_world_apply_water(world, &water), PAWL_OK);
        ck_assert_int_eq(pawl_world_apply_wind(world, &wind), PAWL_OK);
        ck_assert_int_eq(pawl_world_apply_area_gravity(world, &fall), PAWL_OK);
    }
}

START_TEST(fields_reach_over_the_seam) {
    uint64_t seed = seeded_fresh("fields over seams");
    for (uint32_t scene = 0; scene < SEEDED_ROUNDS(12); scene++) {
        pair in = make_shifted(&seed);
        const uint32_t before = pawl_world_hash(in.tiled);
        for (int step = 0; step < 60; step++) {
            if (step % 10 == 0) apply_fields(&seed, &in);
            ck_assert_uint_eq(pawl_world_hash(in.round), pawl_world_hash(in.tiled));
            run(in.round, 1);
            run(in.tiled, 1);
            ck_assert_uint_eq(pawl_world_hash(in.round), pawl_world_hash(in.tiled));
            assert_sound(in.round);
        }
        ck_assert_uint_ne(pawl_world_hash(in.tiled), before);
        free_pair(&in);
    }
}
END_TEST

static void expect_same_mover(const pair *in, const player *round, const player *still) {
    const pawl_vec2 place = turned_to(in, still->mover.position);
    assert_vec_eq(round->mover.position, place);
    assert_vec_eq(round->mover.velocity, still->mover.velocity);
    ck_assert_int_eq(round->mover.on_ground, still->mover.on_ground);
    ck_assert_int_eq(round->mover.crushed, still->mover.crushed);
    ck_assert_uint_eq(round->mover.ground_shape.index1, still->mover.ground_shape.index1);
    ck_assert_uint_eq(round->report.hit_count, still->report.hit_count);
    for (uint32_t i = 0; i < still->report.hit_count && i < PAWL_MOVER_HITS_MAX; i++)
        assert_vec_eq(round->report.hits[i].point, turned_to(in, still->report.hits[i].point));
}

/* All the way round. */
static void add_floor(pawl_world *world, pawl_vec2 at) {
    for (int i = 0; i < 4; i++) {
        const pawl_vec2 place = pawl_vec2_add(at, VEC(16 * i, -22));
        add_box(world, add_body(world, PAWL_STATIC, units(place.x), units(place.y)), 8, 0.5);
    }
}

START_TEST(movers_walk_over_the_seam) {
    uint64_t seed = seeded_fresh("movers over seams");
    uint32_t stood = 0;
    for (uint32_t scene = 0; scene < SEEDED_ROUNDS(12); scene++) {
        pair in = make_shifted(&seed);
        pawl_world_set_gravity(in.round, VEC(0, -10));
        pawl_world_set_gravity(in.tiled, VEC(0, -10));
        add_floor(in.round, in.shift);
        add_floor(in.tiled, VEC(0, 0));
        const pawl_vec2 start = drawn_place(&seed, 20);
        player still = player_at(0, 0), moved = player_at(0, 0);
        still.mover.position = start;
        moved.mover.position = turned_to(&in, start);
        for (int step = 0; step < 240; step++) {
            const bool jumps = still.mover.on_ground && step % 40 == 0;
            const double speed = scene % 2 ? 9 : -9, jump = jumps ? 7 : 0;
            play(in.tiled, &still, speed, jump);
            play(in.round, &moved, speed, jump);
            expect_same_mover(&in, &moved, &still);
            stood += still.mover.on_ground;
            pawl_plane planes[2][PAWL_PLANES_MAX];
            const uint32_t count = pawl_mover_collide(in.tiled, &still.def, still.mover.position,
                                                      planes[0], PAWL_PLANES_MAX);
            ck_assert_uint_eq(pawl_mover_collide(in.round, &moved.def, moved.mover.position,
                                                 planes[1], PAWL_PLANES_MAX),
                              count);
            for (uint32_t i = 0; i < count; i++)
                assert_vec_eq(planes[1][i].point, turned_to(&in, planes[0][i].point));
            run(in.tiled, 1);
            run(in.round, 1);
        }
        free_pair(&in);
    }
    ck_assert_int_gt((int)stood, SEEDED_OFTEN(100));
}
END_TEST

Suite *suite_period_queries(void) {
    Suite *const suite = suite_create("period_queries");
    TCase *const tcase = tcase_create("period_queries");
    tcase_add_test(tcase, rays_and_casts_see_all_images);
    tcase_add_test(tcase, overlaps_tell_each_shape_once);
    tcase_add_test(tcase, the_closest_shape_may_be_over_the_seam);
    tcase_add_test(tcase, a_picture_has_all_images);
    tcase_add_test(tcase, a_question_wider_than_two_periods_finds_nothing);
    tcase_add_test(tcase, fields_reach_over_the_seam);
    tcase_add_test(tcase, movers_walk_over_the_seam);
    suite_add_tcase(suite, tcase);
    return suite;
}
