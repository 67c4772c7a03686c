/* test_terrain_side.c - what meets ground or walls with two sides stays on the side that it came
 * from, however long it is beside the edges: grounds, falls, rooms and throws are drawn afresh. */
#include "support/base/seeded.h"
#include "support/world/fixture.h"

#include <math.h>

#define GROUND_POINTS 41
#define GROUND_HALF 10 /* units */

typedef enum ground_type {
    HEIGHTS,
    CHAIN,
    CHAIN_TURNED,
    GROUND_TYPES
} ground_type;

typedef struct drop {
    ground_type type;
    double steepness;          /* heights are 0 .. this, every half unit */
    double half_width, height; /* of a box */
    double speed;              /* at most, of each kind */
} drop;

static double part_of(uint64_t *seed) {
    return (double)(seeded_next(seed) >> 11) / 9007199254740992.0;
}

static void add_drawn_ground(pawl_world *world, const drop *of, uint64_t *seed) {
    static int16_t heights[GROUND_POINTS]; /* the world reads them where they are */
    static pawl_vec2 points[GROUND_POINTS];
    const pawl_body_id ground = add_body(world, PAWL_STATIC, 0, 0);
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    for (int i = 0; i < GROUND_POINTS; i++) {
        heights[i] = (int16_t)(part_of(seed) * of->steepness * 256);
        const int place = of->type == CHAIN ? GROUND_POINTS - 1 - i : i;
        points[place] = VEC(-GROUND_HALF + 0.5 * i, heights[i] / 256.0);
    }
    if (of->type == HEIGHTS) {
        const pawl_heights made = {heights,     GROUND_POINTS, FX(0.5), FX(1 / 256.0),
                                   VEC(-10, 0), false,         false};
        ck_assert_int_eq(pawl_shape_create_heights(world, ground, &def, &made, &shape), PAWL_OK);
    } else {
        const pawl_chain made = {points, GROUND_POINTS, false, false, false};
        ck_assert_int_eq(pawl_shape_create_chain(world, ground, &def, &made, &shape), PAWL_OK);
    }
}

/* Whether what falls is ever wholly below the ground. */
static bool falls_through(const drop *of, uint64_t seed) {
    static uint64_t memory[1 << 13];
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = 4;
    def.shape_capacity = 4;
    def.joint_capacity = 0;
    def.contact_capacity = 64;
    ck_assert_int_eq(pawl_world_init(memory, sizeof memory, &def, &world), PAWL_OK);
    add_drawn_ground(world, of, &seed);
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, 10 * part_of(&seed) - 5, 3);
    const pawl_convex box = box_convex(of->half_width, of->height / 2);
    add_shape(world, body, &box);
    const double speed = of->speed;
    const double x = speed * (2 * part_of(&seed) - 1), y = -speed * part_of(&seed);
    const double spin = speed / 4 * (2 * part_of(&seed) - 1);
    ck_assert_int_eq(pawl_body_set_pose(world, body, pawl_body_get_position(world, body),
                                        (pawl_angle)(part_of(&seed) * 4294967295.0)),
                     PAWL_OK);
    ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(x, y)), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_angular_velocity(world, body, FX(spin)), PAWL_OK);
    for (int i = 0; i < 400 && pawl_body_is_awake(world, body); i++) {
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
        const pawl_vec2 center = pawl_body_get_center(world, body);
        if (pawl_abs(center.x) > FX(GROUND_HALF - 1)) return false; /* off the end */
        if (center.y < -FX(0.5)) return true;
    }
    return false;
}

#define DROPS 500

START_TEST(planks_stay_on_ground_with_two_sides) {
    static const drop drops[] = {
        {HEIGHTS, 0.2, 1, 0.2, 0},       {HEIGHTS, 0.78, 1, 0.2, 0},     {CHAIN, 0.78, 1, 0.2, 8},
        {CHAIN_TURNED, 0.39, 1, 0.4, 8}, {HEIGHTS, 0.78, 2, 0.2, 8},     {CHAIN, 1.5, 1, 0.2, 4},
        {CHAIN_TURNED, 0.78, 0.5, 1, 8}, {HEIGHTS, 0.78, 0.15, 0.1, 20},
    };
    const drop *of = &drops[_i];
    uint64_t seed = seeded_fresh("falls on ground with two sides");
    int through = 0;
    uint64_t first = 0;
    for (int i = 0; i < SEEDED_ROUNDS(DROPS); i++) {
        const uint64_t own = seeded_next(&seed);
        if (!falls_through(of, own)) continue;
        if (through++ == 0) first = own;
    }
    ck_assert_msg(through == 0, "%d of %d fall through, first 0x%llx", through,
                  SEEDED_ROUNDS(DROPS), (unsigned long long)first);
}
END_TEST

/* ---- rooms --------------------------------------------------------------------------------- */

#define ROOM_POINTS_MAX 60
#define ROOM_RADIUS 5 /* units */

/* A closed chain with two sides around the origin, whose corners lie in and out. */
static void add_drawn_room(pawl_world *world, uint64_t *seed) {
    static pawl_vec2 points[ROOM_POINTS_MAX];
    const int count = 20 + (int)(part_of(seed) * (ROOM_POINTS_MAX - 20));
    const double depth = 0.3 * part_of(seed);
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    for (int i = 0; i < count; i++) {
        const double angle = 2 * 3.14159265358979 * i / count;
        const double radius = ROOM_RADIUS * (1 - depth * part_of(seed));
        points[i] = VEC(radius * cos(angle), radius * sin(angle));
    }
    const pawl_chain made = {points, (uint16_t)count, true, false, false};
    ck_assert_int_eq(
        pawl_shape_create_chain(world, add_body(world, PAWL_STATIC, 0, 0), &def, &made, &shape),
        PAWL_OK);
}

/* A box, a capsule, a triangle, sharp or rounded, or a circle. */
static pawl_convex draw_form(uint64_t *seed) {
    const double half = 0.15 + 1.35 * part_of(seed), height = 0.08 + 0.22 * part_of(seed);
    const double tip = half * (2 * part_of(seed) - 1);
    const pawl_vec2 corners[3] = {VEC(-half, -height), VEC(half, -height), VEC(tip, 2 * height)};
    const int form = (int)(part_of(seed) * 5);
    pawl_convex convex;
    pawl_status made;
    switch (form) {
    case 0:
        made = pawl_make_box(FX(half), FX(height), &convex);
        break;
    case 1:
        made = pawl_make_capsule(VEC(-half, 0), VEC(half, 0), FX(height), &convex);
        break;
    case 2:
        made = pawl_make_circle(VEC(0, 0), FX(height), &convex);
        break;
    default:
        made = pawl_make_polygon(corners, 3, form == 3 ? 0 : FX(0.05), &convex);
    }
    ck_assert_int_eq(made, PAWL_OK);
    return convex;
}

/* Whether what is thrown about gets out of a room. */
static bool gets_out(double speed, uint64_t seed) {
    static uint64_t memory[1 << 13];
    pawl_world_def def = pawl_world_def_default();
    pawl_shape_def shape_def = pawl_shape_def_default();
    pawl_world *world;
    pawl_shape_id shape;
    def.body_capacity = def.shape_capacity = 2;
    def.joint_capacity = 0;
    def.contact_capacity = 80;
    ck_assert_int_eq(pawl_world_init(memory, sizeof memory, &def, &world), PAWL_OK);
    add_drawn_room(world, &seed);
    const pawl_body_id body =
        add_body(world, PAWL_DYNAMIC, 2 * part_of(&seed) - 1, 2 * part_of(&seed) - 1);
    const pawl_convex form = draw_form(&seed);
    shape_def.restitution = FX(part_of(&seed));
    shape_def.friction = FX(part_of(&seed));
    ck_assert_int_eq(pawl_shape_create(world, body, &shape_def, &form, &shape), PAWL_OK);
    for (int i = 0; i < 240; i++) {
        if (i % 60 == 0) {
            const double x = speed * (2 * part_of(&seed) - 1), y = speed * (2 * part_of(&seed) - 1);
            ck_assert_int_eq(pawl_body_set_velocity(world, body, VEC(x, y)), PAWL_OK);
        }
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
        const pawl_vec2 center = pawl_body_get_center(world, body);
        if (pawl_vec2_length(center) > FX(ROOM_RADIUS + 0.3)) return true;
    }
    return false;
}

START_TEST(nothing_gets_out_of_a_room_with_two_sides) {
    static const double speeds[] = {3, 15, 75};
    uint64_t seed = seeded_fresh("rooms with two sides");
    int out = 0;
    uint64_t first = 0;
    for (int i = 0; i < SEEDED_ROUNDS(DROPS); i++) {
        const uint64_t own = seeded_next(&seed);
        if (gets_out(speeds[_i], own) && out++ == 0) first = own;
    }
    ck_assert_msg(out == 0, "%d of %d get out, first 0x%llx", out, SEEDED_ROUNDS(DROPS),
                  (unsigned long long)first);
}
END_TEST

Suite *suite_terrain_side(void);

Suite *suite_terrain_side(void) {
    Suite *const suite = suite_create("terrain_side");
    TCase *const tcase = tcase_create("terrain_side");
    tcase_add_loop_test(tcase, planks_stay_on_ground_with_two_sides, 0, 8);
    tcase_add_loop_test(tcase, nothing_gets_out_of_a_room_with_two_sides, 0, 3);
    suite_add_tcase(suite, tcase);
    return suite;
}
