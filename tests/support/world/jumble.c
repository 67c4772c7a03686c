/* jumble.c - what jumble.h declares. */
#include "support/world/jumble.h"

#include <string.h>

#include "support/base/seeded.h"

#define GROUND_POINTS 16

static uint32_t draw(uint64_t *seed, uint32_t below) {
    return (uint32_t)((seeded_next(seed) >> 32) * below >> 32);
}

static bool one_in(uint64_t *seed, uint32_t count) {
    return draw(seed, count) == 0;
}

/* From low to high quarters of a unit, in thousandths of them. */
static pawl_fx between(uint64_t *seed, int32_t low, int32_t high) {
    const uint32_t raw = (uint32_t)(high - low) * (PAWL_FX_ONE / 4);
    return low * (PAWL_FX_ONE / 4) + (pawl_fx)draw(seed, raw + 1);
}

/* Of numbers that do not follow from others of the same seed. */
static uint64_t branch_of(const jumble *of, uint64_t at) {
    uint64_t seed = of->seed ^ (at + 1) * SEEDED_MULTIPLIER;
    if (seed == 0) seed = SEEDED_MULTIPLIER;
    (void)seeded_next(&seed);
    return seed;
}

pawl_world_def jumble_draw(jumble *of, uint64_t seed) {
    static const uint8_t substeps[] = {1, 2, 4, 4, 4, 7};
    pawl_world_def def = pawl_world_def_default();
    memset(of, 0, sizeof *of);
    of->seed = seed | 1u;
    uint64_t numbers = branch_of(of, 0);
    of->bodies = 2 + draw(&numbers, one_in(&numbers, 3) ? 400 : 120);
    of->bounces = one_in(&numbers, 4);
    of->joins = one_in(&numbers, 6);
    of->breaks = PAWL_WITH_FRACTURE && one_in(&numbers, 6);
    of->asks = one_in(&numbers, 4);
    of->locks = one_in(&numbers, 6);
    for (int i = 0; i < GROUND_POINTS; i++)
        of->ground[i] =
            pawl_vec2_make((i - GROUND_POINTS / 2) * 4 * PAWL_FX_ONE, between(&numbers, -12, -4));
    def.body_capacity = (uint16_t)(of->bodies + 8 + draw(&numbers, 40));
    def.shape_capacity = (uint16_t)(def.body_capacity + of->bodies / 2);
    if (one_in(&numbers, 8)) def.contact_capacity = 1 + draw(&numbers, 2 * of->bodies);
    if (one_in(&numbers, 6)) def.gravity = pawl_vec2_make(between(&numbers, -40, 40), 0);
    def.substeps = substeps[draw(&numbers, 6)];
    def.sleeping = !one_in(&numbers, 3);
    return def;
}

static pawl_convex draw_convex(uint64_t *seed) {
    pawl_convex convex;
    pawl_vec2 points[6];
    const pawl_fx size = between(seed, 1, 4);
    const uint32_t type = draw(seed, 8);
    pawl_status status;
    if (type < 2) {
        status = pawl_make_circle(pawl_vec2_make(0, 0), size / 2, &convex);
    } else if (type == 2) {
        status = pawl_make_capsule(pawl_vec2_make(-size / 2, 0), pawl_vec2_make(size / 2, 0),
                                   size / 4, &convex);
    } else if (type == 3) {
        for (int i = 0; i < 6; i++)
            points[i] = pawl_vec2_make(between(seed, -3, 3), between(seed, -3, 3));
        pawl_vec2 hull[6];
        const int32_t count = pawl_hull(points, 6, hull);
        status = pawl_make_polygon(hull, count, one_in(seed, 3) ? size / 8 : 0, &convex);
    } else {
        status = pawl_make_box(size / 2, between(seed, 1, 3) / 2, &convex);
    }
    if (status != PAWL_OK && pawl_make_box(size, size, &convex) != PAWL_OK)
        memset(&convex, 0, sizeof convex);
    return convex;
}

static pawl_shape_def draw_shape(const jumble *of, uint64_t *seed) {
    pawl_shape_def def = pawl_shape_def_default();
    def.density = one_in(seed, 4) ? between(seed, 0, 40) : PAWL_FX_ONE;
    def.friction = between(seed, 0, 6);
    if (of->bounces) def.restitution = between(seed, 0, 4);
    if (one_in(seed, 6)) def.rolling_resistance = between(seed, 0, 1);
    if (one_in(seed, 12)) def.tangent_speed = between(seed, -8, 8);
    if (one_in(seed, 12)) def.filter.group = (int16_t)((int32_t)draw(seed, 5) - 2);
    def.sensor = one_in(seed, 20);
    def.hit_events = one_in(seed, 8);
    def.one_way = one_in(seed, 20);
    def.pre_solve = of->asks && one_in(seed, 3);
    def.custom_filter = of->asks && one_in(seed, 3);
    if (of->breaks) def.break_impulse = (pawl_wide)(1 + draw(seed, 20)) * PAWL_FX_ONE;
    return def;
}

static void add_body(const jumble *of, pawl_world *world, uint64_t *seed, uint32_t column,
                     uint32_t row) {
    pawl_body_def def = pawl_body_def_default();
    pawl_body_id body;
    pawl_shape_id shape;
    def.type = one_in(seed, 24) ? PAWL_STATIC : one_in(seed, 24) ? PAWL_KINEMATIC : PAWL_DYNAMIC;
    def.position = pawl_vec2_make((int32_t)column * PAWL_FX_ONE + between(seed, -1, 1),
                                  (int32_t)row * PAWL_FX_ONE);
    if (one_in(seed, 3)) def.angle = (pawl_angle)(seeded_next(seed) >> 32);
    if (one_in(seed, 3)) def.velocity = pawl_vec2_make(between(seed, -9, 9), between(seed, -9, 9));
    if (one_in(seed, 8)) def.linear_damping = between(seed, 0, 8);
    if (one_in(seed, 8)) def.angular_damping = between(seed, 0, 8);
    def.fixed_rotation = one_in(seed, 12);
    def.bullet = one_in(seed, 20);
    def.lock_x = of->locks && one_in(seed, 8);
    def.lock_y = of->locks && one_in(seed, 8);
    def.awake = !one_in(seed, 10);
    def.can_sleep = !one_in(seed, 16);
    if (pawl_body_create(world, &def, &body) != PAWL_OK) return;
    for (uint32_t i = one_in(seed, 8) ? 2 : 1; i > 0; i--) {
        const pawl_convex convex = draw_convex(seed);
        const pawl_shape_def made = draw_shape(of, seed);
        if (pawl_shape_create(world, body, &made, &convex, &shape) != PAWL_OK) return;
    }
}

static pawl_body_id some_body(const pawl_world *world, uint64_t *seed) {
    const uint32_t count = pawl_world_get_counters(world).bodies;
    pawl_body_id body = pawl_world_next_body(world, PAWL_NULL_BODY);
    for (uint32_t i = count == 0 ? 0 : draw(seed, count); i > 0; i--)
        body = pawl_world_next_body(world, body);
    return body;
}

static void join(pawl_world *world, uint64_t *seed) {
    const pawl_body_id a = some_body(world, seed), b = some_body(world, seed);
    pawl_joint_id joint;
    if (a.index1 == b.index1) return;
    const pawl_joint_def def =
        pawl_joint_def_at(world, one_in(seed, 2) ? PAWL_JOINT_REVOLUTE : PAWL_JOINT_WELD, a, b,
                          pawl_body_get_position(world, b), 0);
    if (pawl_joint_create(world, &def, &joint) != PAWL_OK) return;
}

void jumble_fill(const jumble *of, pawl_world *world) {
    uint64_t seed = branch_of(of, 1);
    pawl_body_id ground;
    pawl_shape_id shape;
    const pawl_body_def def = pawl_body_def_default();
    const pawl_shape_def made = pawl_shape_def_default();
    const pawl_chain chain = {.points = of->ground, .count = GROUND_POINTS};
    if (pawl_body_create(world, &def, &ground) != PAWL_OK) return;
    if (pawl_shape_create_chain(world, ground, &made, &chain, &shape) != PAWL_OK) return;
    /* Bodies come heap after heap, or all over the place, in rows from below or from the side. */
    const uint32_t heaps = 1 + draw(&seed, 4), width = 1 + draw(&seed, 12);
    const bool is_dealt = one_in(&seed, 2), is_on_side = one_in(&seed, 3);
    for (uint32_t i = 0; i < of->bodies; i++) {
        const uint32_t share = (of->bodies + heaps - 1) / heaps;
        const uint32_t heap = is_dealt ? i % heaps : i / share;
        const uint32_t at = is_dealt ? i / heaps : i % share;
        const uint32_t column = is_on_side ? at / 12 : at % width;
        const uint32_t row = is_on_side ? at % 12 : at / width;
        add_body(of, world, &seed, column + heap * 14, row);
    }
    if (of->joins)
        for (uint32_t i = draw(&seed, 20); i > 0; i--)
            join(world, &seed);
}

static void reshape(pawl_world *world, pawl_body_id body, uint64_t *seed) {
    const pawl_shape_id shape = pawl_body_next_shape(world, body, PAWL_NULL_SHAPE);
    const pawl_convex convex = draw_convex(seed);
    (void)pawl_shape_set_convex(world, shape, &convex); /* terrain has none */
}

void jumble_call(const jumble *of, pawl_world *world, uint32_t step) {
    uint64_t seed = branch_of(of, 2 + (uint64_t)step);
    for (uint32_t i = one_in(&seed, 3) ? draw(&seed, 6) : 0; i > 0; i--) {
        const pawl_body_id body = some_body(world, &seed);
        const pawl_vec2 at = pawl_body_get_position(world, body);
        const pawl_vec2 by = pawl_vec2_make(between(&seed, -20, 20), between(&seed, -20, 20));
        switch (draw(&seed, 11)) {
        case 0:
            if (pawl_world_get_counters(world).bodies > 2) pawl_body_destroy(world, body);
            break;
        case 1:
            add_body(of, world, &seed, draw(&seed, 40), draw(&seed, 12));
            break;
        case 2:
            pawl_body_set_pose(world, body, pawl_vec2_add(at, by), (pawl_angle)seed);
            break;
        case 3:
            pawl_body_set_awake(world, body, one_in(&seed, 2));
            break;
        case 4:
            pawl_body_set_type(world, body, (pawl_body_type)draw(&seed, 3));
            break;
        case 5:
            pawl_body_set_enabled(world, body, one_in(&seed, 2));
            break;
        case 6:
            pawl_body_set_fixed_rotation(world, body, one_in(&seed, 2));
            break;
        case 8:
            reshape(world, body, &seed);
            break;
        case 7:
            if (of->locks) pawl_body_set_lock_x(world, body, one_in(&seed, 2));
            if (of->locks) pawl_body_set_lock_y(world, body, one_in(&seed, 2));
            break;
        default:
            pawl_body_change_velocity(world, body, by, at);
        }
    }
}
