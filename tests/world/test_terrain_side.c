/* test_terrain_side.c - what lies on ground with two sides stays on the side that it came from,
 * however long it is beside the edges: grounds and falls are drawn afresh. */
#include "support/base/seeded.h"
#include "support/world/fixture.h"

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

Suite *suite_terrain_side(void);

Suite *suite_terrain_side(void) {
    Suite *const suite = suite_create("terrain_side");
    TCase *const tcase = tcase_create("terrain_side");
    tcase_add_loop_test(tcase, planks_stay_on_ground_with_two_sides, 0, 8);
    suite_add_tcase(suite, tcase);
    return suite;
}
