/* pileup_calls.c - what is done to the heap between the steps, and what there was to see.
 *
 * The random numbers of a step come from its number alone. Bodies are found by walking the list, so
 * that no handle is kept outside of the world. */
#include "support/state/pileup.h"

#include "golden/scenes.h"

#define STAYING 3      /* level, paddle, anchor */
#define BODIES_MOST 64 /* then the script lets them go again */
#define JOINTS_LEAST 18

static pawl_body_id nth_body(const pawl_world *world, uint32_t n) {
    pawl_body_id body = {0, 0};
    for (uint32_t i = 0; i <= n; i++)
        body = pawl_world_next_body(world, body);
    return body;
}

static pawl_body_id some_body(const pawl_world *world, pawl_random *random) {
    const uint32_t bodies = pawl_world_get_counters(world).bodies;
    if (bodies <= STAYING) return PAWL_NULL_BODY;
    return nth_body(world, STAYING + pawl_random_below(random, bodies - STAYING));
}

static pawl_joint_id some_joint(const pawl_world *world, pawl_random *random) {
    pawl_joint_id joint = {0, 0};
    const uint32_t joints = pawl_world_get_counters(world).joints;
    if (joints == 0) return joint;
    for (uint32_t i = 1 + pawl_random_below(random, joints); i > 0; i--)
        joint = pawl_world_next_joint(world, joint);
    return joint;
}

static pawl_vec2 some_vector(pawl_random *random, pawl_fx most) {
    const pawl_fx x = pawl_random_between(random, -most, most);
    return pawl_vec2_make(x, pawl_random_between(random, -most, most));
}

/* A fast ball from either side, at a tower or into the heap. */
static void shoot(pawl_world *world, pawl_random *random) {
    const bool left = pawl_random_below(random, 2) == 0;
    pawl_body_def def = pawl_body_def_default();
    def.type = PAWL_DYNAMIC;
    def.bullet = true;
    def.position = pawl_vec2_make(left ? -PAWL_FX(10, 0, 1) : PAWL_FX(10, 0, 1),
                                  PAWL_FX(12, 0, 1) + PAWL_FX(0, 1, 3));
    def.velocity = pawl_vec2_make(pawl_random_between(random, -PAWL_FX(8, 0, 1), PAWL_FX(8, 0, 1)),
                                  -PAWL_FX(90, 0, 1));
    pawl_shape_def shape = pawl_shape_def_default();
    shape.density = PAWL_FX(4, 0, 1);
    shape.hit_events = true;
    pawl_convex circle;
    pawl_body_id body;
    pawl_shape_id made;
    if (pawl_make_circle(pawl_vec2_make(0, 0), PAWL_FX(0, 1, 4), &circle) != PAWL_OK) return;
    if (pawl_body_create(world, &def, &body) != PAWL_OK) return;
    if (pawl_shape_create(world, body, &shape, &circle, &made) != PAWL_OK) return;
}

static bool are_near(const pawl_world *world, pawl_body_id a, pawl_body_id b) {
    const pawl_vec2 apart =
        pawl_vec2_sub(pawl_body_get_position(world, a), pawl_body_get_position(world, b));
    return pawl_vec2_length(apart) < PAWL_FX(2, 0, 1);
}

/* A hinge between two neighbours, where the second one is. */
static void join(pawl_world *world, pawl_random *random) {
    const pawl_body_id a = some_body(world, random);
    pawl_body_id b = nth_body(world, STAYING);
    while (b.index1 != 0 && (b.index1 == a.index1 || !are_near(world, a, b)))
        b = pawl_world_next_body(world, b);
    pawl_joint_def def = pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, a, b,
                                           pawl_body_get_position(world, b), PAWL_TURN(1, 5));
    def.break_force = PAWL_WIDE(400, 0, 1);
    def.break_torque = PAWL_WIDE(20, 0, 1);
    def.user_data = a.index1;
    pawl_joint_id joint;
    if (pawl_joint_create(world, &def, &joint) != PAWL_OK) return;
}

static void change_joint(pawl_world *world, pawl_random *random) {
    const pawl_joint_id joint = some_joint(world, random);
    const pawl_fx by = pawl_random_between(random, -PAWL_FX(2, 0, 1), PAWL_FX(2, 0, 1));
    pawl_joint_def def;
    if (pawl_joint_get_def(world, joint, &def) != PAWL_OK) return;
    switch (pawl_random_below(random, 9)) {
    case 0:
        pawl_joint_destroy(world, joint);
        return;
    case 1:
        pawl_joint_set_limit(world, joint, by > 0, def.lower, def.upper);
        return;
    case 2:
        pawl_joint_set_motor(world, joint, true, by, PAWL_WIDE(6, 0, 1));
        return;
    case 3:
        pawl_joint_set_spring(world, joint, by > 0, PAWL_FX(1, 1, 2), PAWL_FX(0, 1, 3));
        return;
    case 4:
        pawl_joint_set_target(world, joint, def.target + by / 4);
        return;
    case 5:
        pawl_joint_set_ratio(world, joint, def.ratio + def.ratio / 16);
        return;
    case 6:
        def.frame_a.angle += PAWL_TURN(1, 64);
        pawl_joint_set_frame_a(world, joint, def.frame_a);
        return;
    case 7:
        def.frame_b.anchor.x += PAWL_FX(0, 1, 32);
        pawl_joint_set_frame_b(world, joint, def.frame_b);
        return;
    default:
        pawl_joint_set_break(world, joint, PAWL_WIDE(500, 0, 1), PAWL_WIDE(300, 0, 1));
        return;
    }
}

/* What golden_call does not do to a body. */
static void change_body(pawl_world *world, pawl_random *random) {
    const pawl_body_id body = some_body(world, random);
    pawl_mass mass;
    switch (pawl_random_below(random, 6)) {
    case 0:
        pawl_body_set_damping(world, body, PAWL_FX(0, 1, 3), PAWL_FX(0, 1, 5));
        return;
    case 1:
        pawl_body_set_gravity_scale(world, body, PAWL_FX(0, 1, 2));
        return;
    case 2:
        pawl_body_set_bullet(world, body, !pawl_body_is_bullet(world, body));
        return;
    case 3:
        pawl_body_reset_mass(world, body);
        mass = pawl_body_get_mass(world, body);
        mass.mass += mass.mass / 2;
        pawl_body_set_mass(world, body, mass);
        return;
    case 4:
        pawl_body_reset_mass(world, body);
        return;
    default:
        pawl_body_drop_through(world, body);
        return;
    }
}

static void push(pawl_world *world, pawl_random *random) {
    const pawl_body_id body = some_body(world, random);
    const pawl_vec2 by = some_vector(random, PAWL_FX(20, 0, 1));
    const pawl_wide2 force = {(pawl_wide)by.x * 4, (pawl_wide)by.y * 4};
    const pawl_vec2 at = pawl_body_get_position(world, body);
    pawl_body_apply_force(world, body, force, pawl_vec2_make(at.x + PAWL_FX(0, 1, 4), at.y));
    pawl_body_apply_torque(world, body, force.x / 8);
}

/* Who has left comes back from above, so that the heap stays one; not what hangs on a joint, which
 * would be torn through the scene. */
static void bring_back(pawl_world *world, pawl_random *random) {
    const pawl_joint_id none = {0, 0};
    pawl_body_id body = nth_body(world, STAYING - 1);
    while ((body = pawl_world_next_body(world, body)).index1 != 0) {
        const pawl_vec2 at = pawl_body_get_position(world, body);
        const bool stays = at.x > -PAWL_FX(27, 0, 1) && at.x < PAWL_FX(35, 0, 1) &&
                           at.y > -PAWL_FX(2, 0, 1) && at.y < PAWL_FX(24, 0, 1);
        if (stays || pawl_body_next_joint(world, body, none).index1 != 0) continue;
        const pawl_fx x = pawl_random_between(random, -PAWL_FX(9, 0, 1), PAWL_FX(9, 0, 1));
        pawl_body_set_pose(world, body, pawl_vec2_make(x, PAWL_FX(14, 0, 1)), PAWL_TURN(1, 7));
        pawl_body_set_velocity(world, body, pawl_vec2_make(0, -PAWL_FX(3, 0, 1)));
    }
}

/* Faster than anything may be: a fault, which stays until it is cleared. */
static void overdo(pawl_world *world, pawl_random *random, uint32_t step) {
    const pawl_body_id body = some_body(world, random);
    const pawl_vec2 at = pawl_body_get_position(world, body);
    if (step % 300 == 100) {
        pawl_body_set_velocity(world, body, pawl_vec2_make(0, PAWL_SPEED_MAX));
        pawl_body_change_velocity(world, body, pawl_vec2_make(0, PAWL_FX_ONE), at);
        pawl_body_set_velocity(world, body, pawl_vec2_make(0, PAWL_FX_ONE));
    }
    if (step % 300 == 290) pawl_world_clear_faults(world);
}

/* Turns through the heap in one second of every eight. */
static void turn_paddle(pawl_world *world, uint32_t step) {
    const pawl_body_id paddle = nth_body(world, 1);
    if (step % 480 == 200) pawl_body_set_angular_velocity(world, paddle, PAWL_FX(2, 0, 1));
    if (step % 480 == 260) pawl_body_set_angular_velocity(world, paddle, 0);
}

/* All calls are at the places that they know: the origin is back before them. */
static void shift_back(pawl_world *world) {
    const pawl_wide2 origin = pawl_world_get_origin(world);
    (void)pawl_world_shift(world, pawl_vec2_make((pawl_fx)origin.x, (pawl_fx)origin.y));
}

static void disturb(pawl_world *world, uint32_t step) {
    pawl_random random = pawl_random_make(step, 7);
    turn_paddle(world, step);
    overdo(world, &random, step);
    if (step % 8 == 5) bring_back(world, &random);
    /* Rests in between, in which much falls asleep. */
    if (step % 200 >= 100) return;
    (void)golden_call(world, (int)step, &random);
    if (step % 6 == 1) push(world, &random);
    if (step % 10 == 3) change_joint(world, &random);
    if (step % 15 == 4) change_body(world, &random);
    if (step % 25 == 8) shoot(world, &random);
    if (step % 30 == 9) (void)pawl_world_set_sleeping_enabled(world, true);
    const pawl_counters now = pawl_world_get_counters(world);
    if (now.joints < JOINTS_LEAST && step % 4 == 2) join(world, &random);
    if (now.bodies > BODIES_MOST) (void)pawl_body_destroy(world, some_body(world, &random));
}

/* In three steps of four the world is elsewhere while it steps. */
void pileup_call(void *nothing, pawl_world *world, uint32_t step) {
    pawl_random random = pawl_random_make(step, 19);
    (void)nothing;
    shift_back(world);
    disturb(world, step);
    if (step % 4 == 0) return;
    (void)pawl_world_shift(world, some_vector(&random, PAWL_FX(4000, 0, 1)));
}

static bool was_there(const pileup_roll *before, uint32_t handle, bool *awake) {
    for (uint32_t i = 0; i < before->count; i++) {
        if (before->handles[i] != handle) continue;
        *awake = before->awake[i];
        return true;
    }
    return false;
}

static void count_bodies(const pawl_world *world, pileup_roll *before, pileup_tally *tally) {
    pileup_roll now;
    now.count = 0;
    uint32_t stayed = 0;
    pawl_body_id body = pawl_world_next_body(world, PAWL_NULL_BODY);
    for (; body.index1 != 0; body = pawl_world_next_body(world, body)) {
        const uint32_t handle = pawl_body_id_store(body);
        const bool awake = pawl_body_is_awake(world, body);
        bool awake_before = false;
        if (was_there(before, handle, &awake_before)) {
            stayed++;
            tally->woke += awake && !awake_before;
            tally->slept += !awake && awake_before;
        } else {
            tally->born++;
            tally->reused += body.generation > 1;
        }
        tally->spinning += pawl_abs(pawl_body_get_angular_velocity(world, body)) > PAWL_FX_ONE;
        if (now.count == PILEUP_BODIES_MAX) break;
        now.handles[now.count] = handle;
        now.awake[now.count++] = awake;
    }
    tally->died += before->count - stayed;
    *before = now;
}

void pileup_count(const pawl_world *world, pileup_roll *before, pileup_tally *tally) {
    const pawl_events events = pawl_world_get_events(world);
    const pawl_counters counters = pawl_world_get_counters(world);
    tally->steps++;
    tally->contacts += counters.touching;
    tally->joints += counters.joints;
    tally->touches += events.begin_count;
    tally->ends += events.end_count;
    tally->hits += events.hit_count;
    tally->breaks += events.break_count;
    tally->sensor_begins += events.sensor_begin_count;
    tally->sensor_ends += events.sensor_end_count;
    count_bodies(world, before, tally);
}
