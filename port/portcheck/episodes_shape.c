/* episodes_shape.c - shapes that meet: pairs of them without a world, a heap, terrain, materials,
 * fast ones, and what a program can ask of and do to bodies between two steps. */
#include "portcheck/check.h"

#include "pawl/collide.h"
#include "pawl/pawl.h"

#include <string.h>

#define UNITS(n) PAWL_FX(n, 0, 1)

#if PAWL_WITH_CONTINUOUS || PAWL_WITH_RESTITUTION || PAWL_WITH_CHAINS || PAWL_WITH_HOOKS
static pawl_vec2 at(int16_t x, int16_t y) {
    return pawl_vec2_make(pawli_hundredths(x), pawli_hundredths(y));
}
#endif

#if PAWL_WITH_CONTINUOUS || PAWL_WITH_POLYGONS
static void made(pawli_check *check, pawl_status status) {
    pawli_expect(check, "a convex", status, PAWL_OK);
}

static pawl_fx between(pawl_random *random, int16_t low, int16_t high) {
    return pawl_random_between(random, pawli_hundredths(low), pawli_hundredths(high));
}

static pawl_vec2 any_vec2(pawl_random *random, int16_t reach) {
    const pawl_fx x = between(random, -reach, reach);
    return pawl_vec2_make(x, between(random, -reach, reach));
}

static pawl_angle any_angle(pawl_random *random) {
    return pawl_random_next(random);
}
#endif

#if PAWL_WITH_POLYGONS
#define EPISODE_PAIRS \
    { "pairs", run_pairs }
#define PAIRS 40

/* A circle, a capsule, a segment, a box, or the hull of six points, sharp or round. */
static void make_any(pawli_check *check, pawl_random *random, pawl_convex *out) {
    pawl_vec2 points[6];
    pawl_status status = PAWL_OK;
    for (int i = 0; i < 6; i++)
        points[i] = any_vec2(random, 100);
    const uint32_t type = pawl_random_below(random, 6);
    const pawl_fx width = between(random, 10, 80);
    const pawl_fx height = between(random, 10, 50);
    if (type == 0) {
        status = pawl_make_circle(points[0], width, out);
    } else if (type == 1) {
        status = pawl_make_capsule(points[0], points[1], height, out);
    } else if (type == 2) {
        status = pawl_make_segment(points[0], points[1], out);
    } else if (type == 3) {
        status = pawl_make_box_at(width, height, points[0], any_angle(random), out);
    } else {
        const int32_t count = pawl_hull(points, 6, points);
        status = pawl_make_polygon(points, count, type == 4 ? 0 : pawli_hundredths(15), out);
    }
    made(check, status);
}

static void fold_manifold(pawli_check *check, const pawl_manifold *found) {
    pawli_fold(check, found->count);
    pawli_fold(check, (uint32_t)found->separation);
    if (found->count == 0) return;
    pawli_fold_rot(check, found->normal);
    for (int i = 0; i < found->count; i++) {
        pawli_fold_vec2(check, found->points[i].offset);
        pawli_fold(check, (uint32_t)found->points[i].separation);
        pawli_fold(check, found->points[i].feature);
    }
}

static void fold_cast(pawli_check *check, const pawl_cast_hit *found) {
    pawli_fold(check, (uint32_t)found->fraction + found->hit + 2u * found->inside);
    pawli_fold_vec2(check, found->point);
    pawli_fold_rot(check, found->normal);
}

static void fold_impact(pawli_check *check, pawl_random *random, const pawl_convex *a,
                        pawl_pose pose_a, const pawl_convex *b, pawl_pose pose_b) {
    pawl_sweep sweeps[2];
    for (int i = 0; i < 2; i++) {
        sweeps[i].center = any_vec2(random, 50);
        sweeps[i].from = i == 0 ? pose_a.position : pose_b.position;
        sweeps[i].move = any_vec2(random, 300);
        sweeps[i].angle = any_angle(random);
        sweeps[i].turn = (int32_t)pawl_random_below(random, UINT32_C(0x40000000));
    }
    const pawl_impact found = pawl_time_of_impact(a, &sweeps[0], b, &sweeps[1], PAWL_FX(0, 1, 64));
    pawli_fold(check, (uint32_t)found.fraction + found.hit + 2u * found.touching);
    pawli_fold_rot(check, found.normal);
}

/* All that two convexes can be asked, wherever they are to each other. */
static void run_pairs(pawli_check *check) {
    pawl_random random = pawl_random_make(2, 7);
    uint32_t touching = 0;
    for (int16_t i = 0; i < PAIRS; i++) {
        pawl_convex a, b;
        pawl_pose poses[2];
        pawl_mass mass;
        make_any(check, &random, &a);
        make_any(check, &random, &b);
        for (int k = 0; k < 2; k++) {
            poses[k].position = any_vec2(&random, 120);
            poses[k].rotation = pawl_rot_from_angle(any_angle(&random));
        }
        const pawl_manifold manifold = pawl_collide(&a, poses[0], &b, poses[1], PAWL_FX(0, 1, 8));
        fold_manifold(check, &manifold);
        touching += manifold.count > 0;
        const pawl_distance distance = pawl_closest(&a, poses[0], &b, poses[1]);
        pawli_fold_vec2(check, distance.point_a);
        pawli_fold_vec2(check, distance.point_b);
        pawli_fold(check, (uint32_t)distance.distance);
        const pawl_translation out = pawl_minimum_translation(&a, poses[0], &b, poses[1]);
        pawli_fold(check, out.overlap);
        pawli_fold_vec2(check, out.move);
        const pawl_vec2 way = any_vec2(&random, 400);
        const pawl_cast_hit ray = pawl_ray_cast(&b, poses[1], poses[0].position, way);
        fold_cast(check, &ray);
        const pawl_cast_hit cast = pawl_convex_cast(&a, poses[0], way, &b, poses[1]);
        fold_cast(check, &cast);
        const pawl_vec2 end = pawl_vec2_make(poses[0].position.x + way.x, poses[0].position.y);
        const pawl_segment_clip clip = pawl_clip_segment(&b, poses[1], poses[0].position, end);
        pawli_fold(check, (uint32_t)clip.enter + (uint32_t)clip.exit + clip.hit);
        fold_impact(check, &random, &a, poses[0], &b, poses[1]);
        pawli_fold(check, pawl_contains_point(&a, poses[0], poses[1].position));
        if (pawl_convex_mass(&a, PAWL_FX_ONE, &mass) == PAWL_OK) {
            pawli_fold_wide(check, mass.mass ^ mass.inertia);
            pawli_fold_vec2(check, mass.center);
        }
    }
    pawli_fold(check, touching);
    pawli_expect(check, "pairs touch", touching > PAIRS / 4, 1);
}

#else
#define EPISODE_PAIRS \
    { "pairs", NULL }
#endif

/* Boxes on boxes, and a heavy ball that runs into them: islands, colors of contacts, the tree. */
static void run_heap(pawli_check *check) {
    pawl_world *const world = pawli_make_world(check, 7, 0);
    if (world == NULL) return;
    (void)pawli_add(check, world, PAWL_STATIC, 0, -50, 600, 50);
    for (int16_t row = 0; row < 2; row++)
        for (int16_t i = 0; i < 3 - row; i++)
            (void)pawli_add(check, world, PAWL_DYNAMIC, (int16_t)(110 * i + 55 * row),
                            (int16_t)(50 + 101 * row), 50, 50);
    const pawl_body_id ball = pawli_add(check, world, PAWL_DYNAMIC, -400, 60, 60, 0);
    (void)pawl_body_set_velocity(world, ball, pawl_vec2_make(UNITS(12), 0));
    pawli_play(check, world, 120);
    (void)pawl_body_destroy(world, ball);
    pawli_play(check, world, 60);
    pawli_expect(check, "faults of the world", (int64_t)pawl_world_get_faults(world), 0);
}

#if PAWL_WITH_RESTITUTION
#define EPISODE_BOUNCES \
    { "bounces", run_bounces }
/* Balls and boxes that lose little when they meet, all at once. */
static void run_bounces(pawli_check *check) {
    pawl_world *const world = pawli_make_world(check, 7, 0);
    if (world == NULL) return;
    (void)pawli_add(check, world, PAWL_STATIC, 0, -50, 600, 50);
    for (int16_t i = 0; i < 6; i++) {
        const pawl_body_id body =
            pawli_add(check, world, PAWL_DYNAMIC, (int16_t)(70 * (i % 3) - 60),
                      (int16_t)(90 + 120 * (i / 3)), 30, i % 2 == 0 ? 0 : 20);
        const pawl_shape_id shape = pawl_body_next_shape(world, body, PAWL_NULL_SHAPE);
        (void)pawl_shape_set_restitution(world, shape, UNITS(1) - (i % 4) * (UNITS(1) / 5));
        (void)pawl_shape_set_friction(world, shape, (i % 3) * (UNITS(1) / 3));
        (void)pawl_body_set_angular_velocity(world, body, (i - 3) * UNITS(1));
        (void)pawl_body_set_velocity(world, body, at((int16_t)(100 - 60 * i), -200));
    }
    pawli_play(check, world, 150);
    pawli_expect(check, "faults of the world", (int64_t)pawl_world_get_faults(world), 0);
}

#else
#define EPISODE_BOUNCES \
    { "bounces", NULL }
#endif

#if PAWL_WITH_CHAINS && PAWL_WITH_ONE_WAY && PAWL_WITH_POLYGONS
#define EPISODE_TERRAIN \
    { "terrain", run_terrain }
static const pawl_vec2 ground[] = {
    {-UNITS(5), UNITS(3)}, {-UNITS(4), 0}, {0, -UNITS(1)}, {UNITS(3), 0}, {UNITS(4), UNITS(3)}};
static const uint8_t cells[] = {1, 1, 4, 0, 0, 1, 3, 6};

static pawl_body_id add_convex(pawli_check *check, pawl_world *world, const pawl_shape_def *def,
                               const pawl_convex *convex, pawl_vec2 position, pawl_vec2 velocity) {
    pawl_body_def body = pawl_body_def_default();
    pawl_body_id id = {0, 0};
    body.type = PAWL_DYNAMIC;
    body.position = position;
    body.velocity = velocity;
    body.angular_velocity = UNITS(2);
    pawli_expect(check, "pawl_body_create_convex()",
                 pawl_body_create_convex(world, &body, def, convex, &id), PAWL_OK);
    return id;
}

/* A valley of a chain, tiles in it, a platform above; round and sharp ones fall in. */
static void run_terrain(pawli_check *check) {
    static const pawl_vec2 kite[4] = {
        {0, -UNITS(1) / 2}, {UNITS(1) / 2, 0}, {0, UNITS(1) / 3}, {-UNITS(1) / 2, 0}};
    pawl_world *const world = pawli_make_world(check, 7, 0);
    if (world == NULL) return;
    const pawl_body_def fixed = pawl_body_def_default();
    pawl_shape_def material = pawl_shape_def_default();
    const pawl_chain chain = {ground, 5, false, true, false};
    const pawl_tile_map map = {cells, 4, 2, UNITS(1) / 2, at(-150, -75)};
    pawl_body_id rock = {0, 0};
    pawl_shape_id shape;
    pawl_convex convex;
    pawli_expect(check, "a body", pawl_body_create(world, &fixed, &rock), PAWL_OK);
    pawli_expect(check, "a chain", pawl_shape_create_chain(world, rock, &material, &chain, &shape),
                 PAWL_OK);
    pawli_expect(check, "tiles", pawl_shape_create_tiles(world, rock, &material, &map, &shape),
                 PAWL_OK);
    material.one_way = true;
    made(check, pawl_make_box_at(UNITS(1), UNITS(1) / 8, at(200, 150), 0, &convex));
    pawli_expect(check, "a platform", pawl_shape_create(world, rock, &material, &convex, &shape),
                 PAWL_OK);
    material.one_way = false;
    made(check, pawl_make_polygon(kite, 4, 0, &convex));
    (void)add_convex(check, world, &material, &convex, at(-200, 200), at(300, 0));
    made(check, pawl_make_polygon(kite, 4, UNITS(1) / 8, &convex));
    (void)add_convex(check, world, &material, &convex, at(-50, 250), at(100, 0));
    made(check, pawl_make_capsule(at(-30, 0), at(30, 10), UNITS(1) / 5, &convex));
    const pawl_body_id pill = add_convex(check, world, &material, &convex, at(200, 20), at(0, 900));
    made(check, pawl_make_circle(at(10, 0), UNITS(1) / 4, &convex));
    (void)add_convex(check, world, &material, &convex, at(100, 300), at(-200, 0));
    pawli_play(check, world, 120);
    (void)pawl_body_drop_through(world, pill);
    pawli_play(check, world, 60);
    pawli_expect(check, "faults of the world", (int64_t)pawl_world_get_faults(world), 0);
}
#else
#define EPISODE_TERRAIN \
    { "terrain", NULL }
#endif

#if PAWL_WITH_SENSORS && PAWL_WITH_CONTINUOUS && PAWL_WITH_RESTITUTION && PAWL_WITH_ROLLING
#define EPISODE_MATERIALS \
    { "materials", run_materials }
static pawl_shape_id replace_shape(pawli_check *check, pawl_world *world, pawl_body_id body,
                                   const pawl_shape_def *def, const pawl_convex *convex) {
    pawl_shape_id shape = {0, 0};
    const pawl_shape_id old = pawl_body_next_shape(world, body, PAWL_NULL_SHAPE);
    (void)pawl_shape_destroy(world, old);
    pawli_expect(check, "pawl_shape_create()", pawl_shape_create(world, body, def, convex, &shape),
                 PAWL_OK);
    return shape;
}

static void fold_events(pawli_check *check, const pawl_world *world) {
    const pawl_events events = pawl_world_get_events(world);
    pawli_fold(check, events.begin_count * 64u + events.end_count);
    pawli_fold(check, events.sensor_begin_count * 64u + events.sensor_end_count);
    for (uint32_t i = 0; i < events.hit_count; i++) {
        pawli_fold_vec2(check, events.hits[i].point);
        pawli_fold_rot(check, events.hits[i].normal);
        pawli_fold(check, (uint32_t)events.hits[i].speed);
    }
    uint32_t cursor = 0;
    pawl_contact contact;
    while (pawl_world_next_contact(world, &cursor, &contact)) {
        pawli_fold(check, contact.count);
        pawli_fold_wide(check, contact.impulses[0]);
        pawli_fold_vec2(check, contact.points[0]);
    }
}

/* A belt, a ball that bounces through a sensor, a wheel that rolls out, and a shot. */
static void run_materials(pawli_check *check) {
    pawl_world *const world = pawli_make_world(check, 7, 0);
    if (world == NULL) return;
    pawl_shape_def def = pawl_shape_def_default();
    pawl_convex convex;
    const pawl_body_id belt = pawli_add(check, world, PAWL_STATIC, 0, -50, 500, 50);
    const pawl_body_id wall = pawli_add(check, world, PAWL_STATIC, 500, 100, 5, 100);
    const pawl_body_id gate = pawli_add(check, world, PAWL_STATIC, 0, 100, 30, 30);
    (void)pawli_add(check, world, PAWL_DYNAMIC, -200, 30, 40, 20);
    const pawl_body_id ball = pawli_add(check, world, PAWL_DYNAMIC, 0, 300, 25, 0);
    const pawl_body_id wheel = pawli_add(check, world, PAWL_DYNAMIC, 200, 30, 30, 0);
    const pawl_body_id shot = pawli_add(check, world, PAWL_DYNAMIC, -450, 80, 5, 0);
    made(check, pawl_make_box_at(UNITS(5), UNITS(1) / 2, at(0, 0), 0, &convex));
    def.tangent_speed = UNITS(2);
    def.hit_events = true;
    (void)replace_shape(check, world, belt, &def, &convex);
    def = pawl_shape_def_default();
    def.sensor = true;
    made(check, pawl_make_circle(at(0, 0), UNITS(1) / 2, &convex));
    (void)replace_shape(check, world, gate, &def, &convex);
    def = pawl_shape_def_default();
    def.restitution = PAWL_FX(0, 4, 5);
    made(check, pawl_make_circle(at(5, 0), UNITS(1) / 4, &convex));
    (void)replace_shape(check, world, ball, &def, &convex);
    def.restitution = 0;
    def.rolling_resistance = PAWL_FX(0, 1, 20);
    made(check, pawl_make_circle(at(0, 0), UNITS(1) / 3, &convex));
    (void)replace_shape(check, world, wheel, &def, &convex);
    (void)pawl_body_set_velocity(world, wheel, at(-300, 0));
    (void)pawl_body_set_bullet(world, shot, true);
    (void)pawl_body_set_gravity_scale(world, shot, 0);
    (void)pawl_body_set_velocity(world, shot, at(20000, 0));
    (void)pawl_shape_set_friction(world, pawl_body_next_shape(world, wall, PAWL_NULL_SHAPE), 0);
    for (int16_t tick = 0; tick < 120; tick++) {
        pawli_play(check, world, 1);
        fold_events(check, world);
        const pawl_fx x = pawl_body_get_position(world, shot).x;
        if (x > UNITS(5)) pawli_expect(check, "a shot is stopped, x", x, UNITS(5));
    }
    pawli_expect(check, "faults of the world", (int64_t)pawl_world_get_faults(world), 0);
}
#else
#define EPISODE_MATERIALS \
    { "materials", NULL }
#endif

#if PAWL_WITH_HOOKS && PAWL_WITH_RESTITUTION
#define EPISODE_HOOKS \
    { "hooks", run_hooks }
static bool let_meet(void *context, const pawl_world *world, pawl_shape_id a, pawl_shape_id b) {
    (void)world;
    pawli_fold(context, a.index1 * 64u + b.index1);
    return (a.index1 ^ b.index1) != 6;
}

static bool let_press(void *context, const pawl_world *world, const pawl_contact *contact) {
    (void)world;
    pawli_fold_wide(context, contact->impulses[0]);
    pawli_fold_rot(context, contact->normal);
    return contact->normal.s != 0;
}

static pawl_fx mix(void *context, pawl_fx a, uint32_t user_a, pawl_fx b, uint32_t user_b) {
    (void)context;
    return (pawl_fx)(user_a + user_b) + (a + b) / 4;
}

static void run_hooks(pawli_check *check) {
    pawl_world *const world = pawli_make_world(check, 5, 0);
    if (world == NULL) return;
    (void)pawli_add(check, world, PAWL_STATIC, 0, -50, 400, 50);
    for (int16_t i = 0; i < 4; i++) {
        pawl_body_def body = pawl_body_def_default();
        pawl_shape_def shape = pawl_shape_def_default();
        pawl_body_id id;
        body.type = PAWL_DYNAMIC;
        body.position = at((int16_t)(30 * i), (int16_t)(50 + 110 * i));
        shape.custom_filter = true;
        shape.pre_solve = i % 2 == 0;
        shape.user_data = 1000u * (uint32_t)i;
        pawli_expect(check, "pawl_body_create_box()",
                     pawl_body_create_box(world, &body, &shape, UNITS(1) / 2, UNITS(1) / 3, &id),
                     PAWL_OK);
    }
    const pawl_step_hooks hooks = {.context = check,
                                   .should_collide = let_meet,
                                   .pre_solve = let_press,
                                   .mix_friction = mix,
                                   .mix_restitution = mix};
    for (int16_t tick = 0; tick < 90; tick++)
        if (pawl_world_step(world, &hooks) != PAWL_OK) break;
    pawli_fold(check, pawl_world_hash(world));
}
#else
#define EPISODE_HOOKS \
    { "hooks", NULL }
#endif

#if PAWL_WITH_CONTINUOUS
#define EPISODE_CALLS \
    { "calls", run_calls }
static void push(pawl_world *world, pawl_body_id body, pawl_random *random) {
    const pawl_vec2 by = any_vec2(random, 300);
    const pawl_vec2 point = pawl_body_get_position(world, body);
    const pawl_wide2 strong = {(pawl_wide)by.x * 4, (pawl_wide)by.y * 4};
    (void)pawl_body_apply_force(world, body, strong, at(0, 0));
    (void)pawl_body_apply_torque(world, body, strong.x);
    (void)pawl_body_apply_impulse(world, body, strong, point);
    (void)pawl_body_apply_angular_impulse(world, body, by.x);
    (void)pawl_body_change_velocity(world, body, by, at(50, 50));
}

static void change(pawl_world *world, pawl_body_id body, uint32_t call, pawl_random *random) {
    const pawl_shape_id shape = pawl_body_next_shape(world, body, PAWL_NULL_SHAPE);
    const pawl_filter filter = {3, UINT32_C(0xFFFF), (int16_t)(call % 3) - 1, 0};
    const pawl_vec2 place = any_vec2(random, 200);
    switch (call % 8) {
    case 0:
        (void)pawl_body_set_type(world, body, (call & 8) != 0 ? PAWL_KINEMATIC : PAWL_DYNAMIC);
        break;
    case 1:
        (void)pawl_body_set_enabled(world, body, !pawl_body_is_enabled(world, body));
        break;
    case 2:
        (void)pawl_shape_set_filter(world, shape, filter);
        (void)pawl_shape_set_density(world, shape, UNITS(2));
        break;
    case 3:
        (void)pawl_body_set_pose(world, body, place, any_angle(random));
        break;
    case 4:
        (void)pawl_body_set_damping(world, body, UNITS(1), UNITS(2));
        (void)pawl_body_set_fixed_rotation(world, body, (call & 8) != 0);
        break;
    case 5:
        (void)pawl_body_set_awake(world, body, (call & 8) != 0);
        break;
    case 6:
        (void)pawl_world_set_gravity(world, any_vec2(random, 900));
        (void)pawl_world_set_substeps(world, 2 + (int32_t)(call & 3));
        break;
    default:
        push(world, body, random);
        break;
    }
}

/* Bodies come and go and are changed in every way; slots are used again. */
static void run_calls(pawli_check *check) {
    pawl_random random = pawl_random_make(3, 9);
    pawl_world *const world = pawli_make_world(check, 6, 0);
    if (world == NULL) return;
    (void)pawli_add(check, world, PAWL_STATIC, 0, -50, 400, 50);
    for (uint32_t call = 0; call < 64; call++) {
        pawl_body_id body = pawl_world_next_body(world, PAWL_NULL_BODY);
        for (uint32_t skip = pawl_random_below(&random, 6); skip > 0; skip--)
            body = pawl_world_next_body(world, body);
        if (pawl_world_get_counters(world).bodies < 5) {
            (void)pawli_add(check, world, PAWL_DYNAMIC, (int16_t)(call % 5 * 60), 300, 30,
                            call % 2 != 0 ? 40 : 0);
        } else if (call % 7 == 3) {
            (void)pawl_body_destroy(world, body);
        } else {
            change(world, body, call / 2, &random);
        }
        pawli_play(check, world, 3);
    }
}
#else
#define EPISODE_CALLS \
    { "calls", NULL }
#endif

const pawli_episode pawli_shapes_episodes[] = {
    EPISODE_PAIRS,     {"heap", run_heap}, EPISODE_BOUNCES, EPISODE_TERRAIN,
    EPISODE_MATERIALS, EPISODE_HOOKS,      EPISODE_CALLS,   {NULL, NULL},
};

void pawli_stage_shapes(pawli_check *check) {
    pawli_run_episodes(check, pawli_shapes_episodes);
}
