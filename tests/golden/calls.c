/* calls.c - a scene that is disturbed through the whole interface while it runs: bodies and shapes
 * come and go, change their kind, sleep, are pushed and teleported. So the goldens also cover the
 * reuse of slots, waking, and the state that only calls can change. */
#include "golden/scenes.h"
#include "pawl/pawl.h"

#define CALL_STEPS 7 /* a call every so many steps: not a divisor of the checkpoints */

/* Between -limit and limit units, in steps of 1/32. */
static pawl_fx random_length(pawl_random *random, uint32_t limit) {
    const int32_t steps =
        (int32_t)pawl_random_below(random, 64u * limit + 1u) - (int32_t)(32u * limit);
    return steps * (PAWL_FX(0, 1, 32));
}

static pawl_vec2 random_vector(pawl_random *random, uint32_t limit) {
    const pawl_fx x = random_length(random, limit);
    return pawl_vec2_make(x, random_length(random, limit));
}

/* Any live body but the first ones, which are the ground and the walls. */
static pawl_body_id choose_body(const pawl_world *world, pawl_random *random) {
    const uint32_t bodies = pawl_world_get_counters(world).bodies;
    pawl_body_id id = {0, 0};
    if (bodies <= 3) return id;
    uint32_t skip = 4 + pawl_random_below(random, bodies - 3);
    while (skip-- > 0)
        id = pawl_world_next_body(world, id);
    return id;
}

static pawl_status add_capsule(pawl_world *world, pawl_random *random) {
    pawl_convex capsule;
    pawl_body_id body;
    pawl_shape_id shape;
    pawl_status status =
        pawl_make_capsule(pawl_vec2_make(-PAWL_FX(0, 1, 4), 0), pawl_vec2_make(PAWL_FX(0, 1, 4), 0),
                          PAWL_FX(0, 1, 4), &capsule);
    if (status != PAWL_OK) return status;
    pawl_body_def def = pawl_body_def_default();
    def.type = PAWL_DYNAMIC;
    def.position = pawl_vec2_make(random_length(random, 4), PAWL_FX(14, 0, 1));
    def.angle = pawl_random_below(random, 65536) << 16;
    def.velocity = random_vector(random, 8);
    def.angular_velocity = random_length(random, 8);
    def.linear_damping = PAWL_FX(0, 1, 16);
    def.fixed_rotation = pawl_random_below(random, 4) == 0;
    status = pawl_body_create(world, &def, &body);
    if (status != PAWL_OK) return status;
    pawl_shape_def shape_def = pawl_shape_def_default();
    shape_def.restitution = PAWL_FX(0, 1, 2);
    shape_def.tangent_speed = random_length(random, 2);
    return pawl_shape_create(world, body, &shape_def, &capsule, &shape);
}

/* A body that gains or loses a shape gets another centre of mass. */
static pawl_status change_shapes(pawl_world *world, pawl_body_id body, pawl_random *random) {
    const pawl_shape_id first = pawl_body_next_shape(world, body, PAWL_NULL_SHAPE);
    const pawl_shape_id second = pawl_body_next_shape(world, body, first);
    if (pawl_shape_is_valid(world, second)) return pawl_shape_destroy(world, first);
    pawl_convex circle;
    pawl_shape_id shape;
    const pawl_status status =
        pawl_make_circle(random_vector(random, 1), PAWL_FX(0, 1, 4), &circle);
    if (status != PAWL_OK) return status;
    pawl_shape_def def = pawl_shape_def_default();
    def.density = PAWL_FX(3, 0, 1);
    return pawl_shape_create(world, body, &def, &circle, &shape);
}

static pawl_status change_surface(pawl_world *world, pawl_body_id body, pawl_random *random) {
    const pawl_shape_id shape = pawl_body_next_shape(world, body, PAWL_NULL_SHAPE);
    pawl_filter filter = pawl_shape_get_filter(world, shape);
    filter.group = pawl_random_below(random, 2) == 0 ? -1 : 0;
    pawl_status status = pawl_shape_set_filter(world, shape, filter);
    if (status == PAWL_OK) status = pawl_shape_set_friction(world, shape, PAWL_FX(0, 1, 8));
    if (status == PAWL_OK) status = pawl_shape_set_density(world, shape, PAWL_FX(2, 0, 1));
    return status;
}

static pawl_status push(pawl_world *world, pawl_body_id body, pawl_random *random) {
    const pawl_vec2 by = random_vector(random, 8);
    const pawl_vec2 at = pawl_body_get_position(world, body);
    const pawl_wide2 strong = {(pawl_wide)by.x * 4, (pawl_wide)by.y * 4};
    switch (pawl_random_below(random, 5)) {
    case 0:
        return pawl_body_apply_force(world, body, strong, at);
    case 1:
        return pawl_body_apply_torque(world, body, strong.x);
    case 2:
        return pawl_body_apply_impulse(world, body, strong, at);
    case 3:
        return pawl_body_apply_angular_impulse(world, body, by.x);
    default:
        return pawl_body_change_velocity(world, body, by, at);
    }
}

static pawl_status change_body(pawl_world *world, pawl_body_id body, pawl_random *random) {
    const pawl_vec2 position = pawl_body_get_position(world, body);
    switch (pawl_random_below(random, 6)) {
    case 0:
        return pawl_body_set_type(
            world, body, pawl_random_below(random, 2) == 0 ? PAWL_KINEMATIC : PAWL_DYNAMIC);
    case 1:
        return pawl_body_set_enabled(world, body, !pawl_body_is_enabled(world, body));
    case 2:
        return pawl_body_set_awake(world, body, pawl_random_below(random, 2) == 0);
    case 3:
        return pawl_body_set_pose(world, body,
                                  pawl_vec2_make(position.x, position.y + PAWL_FX(3, 0, 1)),
                                  pawl_random_below(random, 65536) << 16);
    case 4:
        return pawl_body_set_velocity(world, body, random_vector(random, 8));
    default:
        return pawl_body_set_fixed_rotation(world, body,
                                            !pawl_body_has_fixed_rotation(world, body));
    }
}

static pawl_status change_world(pawl_world *world, pawl_random *random) {
    switch (pawl_random_below(random, 3)) {
    case 0:
        return pawl_world_set_gravity(world,
                                      pawl_vec2_make(random_length(random, 2), -PAWL_FX(10, 0, 1)));
    case 1:
        return pawl_world_set_substeps(world, 2 + (int32_t)pawl_random_below(random, 4));
    default:
        return pawl_world_set_sleeping_enabled(world, pawl_random_below(random, 4) != 0);
    }
}

pawl_status golden_call(pawl_world *world, int step, pawl_random *random) {
    if (step % CALL_STEPS != 0) return PAWL_OK;
    const pawl_body_id body = choose_body(world, random);
    switch (pawl_random_below(random, 8)) {
    case 0:
        return pawl_body_destroy(world, body);
    case 1:
    case 2:
        return add_capsule(world, random);
    case 3:
        return change_shapes(world, body, random);
    case 4:
        return change_surface(world, body, random);
    case 5:
        return change_world(world, random);
    case 6:
        return push(world, body, random);
    default:
        return change_body(world, body, random);
    }
}
