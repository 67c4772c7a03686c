/* api_change.c - calls of fuzz_api that change joints, terrain or, as fields do, many bodies. */
#include "fuzz/api.h"

/* ---- joints -------------------------------------------------------------------------------- */
/* Frames drawn by lot pull hard; a def for the bodies as they stand is what games use. */
static pawl_joint_def joint_def_of(const pawl_world *world, const call *c) {
    const pawl_body_id none = {0, 0};
    const pawl_body_id a = c->word % 5 == 0 ? pawl_world_next_body(world, none) : c->body;
    pawl_joint_def def = c->joint_def;
    pawl_joint_def posed = pawl_joint_def_at(world, def.type, a, c->other, c->position, c->angle);
    if (c->word % 3 == 0) {
        const pawl_vec2 from = pawl_body_get_position(world, a);
        posed = pawl_joint_def_between(world, def.type, a, c->other, from, c->position);
        def.target = posed.target;
    }
    def.body_a = a;
    def.body_b = c->other;
    if (c->word / 16 % 4 == 0) return def;
    def.frame_a = posed.frame_a;
    def.frame_b = posed.frame_b;
    return def;
}

static pawl_status change_joint(pawl_world *world, const call *c) {
    const pawl_joint_def *def = &c->joint_def;
    switch (c->word % 18) {
    case 0:
        return pawl_joint_set_limit(world, c->joint, c->flag, def->lower, def->upper);
    case 1:
        return pawl_joint_set_motor(world, c->joint, c->flag, c->number, def->motor_max);
    case 2:
        return pawl_joint_set_spring(world, c->joint, c->flag, def->hertz, def->damping_ratio);
    case 3:
        return pawl_joint_set_angular_spring(world, c->joint, def->angular_hertz, c->rate);
    case 4:
    case 5:
        return pawl_joint_set_target(world, c->joint, c->number);
    case 6:
        return pawl_joint_set_frame_a(world, c->joint, def->frame_a);
    case 7:
        return pawl_joint_set_frame_b(world, c->joint, def->frame_b);
    case 8:
        return pawl_joint_set_linear_velocity(world, c->joint, c->velocity, def->force_max);
    case 9:
        return pawl_joint_set_spring_max(world, c->joint, def->spring_force_max, c->number);
    case 10:
        return pawl_joint_set_ratio(world, c->joint, def->ratio);
    case 11:
        return pawl_joint_set_ground(world, c->joint, def->ground_a, c->position);
    case 12:
        return pawl_joint_set_collide_connected(world, c->joint, c->flag);
    case 13:
        return pawl_joint_set_break(world, c->joint, def->break_force, def->break_torque);
    case 14:
        return pawl_joint_set_load_threshold(world, c->joint, def->break_force, def->break_torque);
    case 15:
        return pawl_joint_set_constraint_tuning(world, c->joint, def->hertz, def->damping_ratio);
    case 16:
        return pawl_joint_set_spring_range(world, c->joint, -def->spring_force_max,
                                           c->flag ? PAWL_WIDE_MAX : def->force_max);
    default:
        return pawl_joint_set_user_data(world, c->joint, c->word);
    }
}

/* What a joint says of itself makes the same joint again: its def is valid. */
static uint32_t read_joints(const pawl_world *world, const call *c) {
    uint32_t sum = 0;
    pawl_joint_id at = {0, 0};
    while ((at = pawl_world_next_joint(world, at)).index1 != 0) {
        pawl_joint_def def;
        require(pawl_joint_get_def(world, at, &def) == PAWL_OK, "a joint of the list is stale");
        require(def.lower <= def.upper, "the limits of a joint cross");
        const pawl_wide2 force = pawl_joint_get_reaction_force(world, at);
        sum = fold(fold(sum, force.x), force.y);
        sum = fold(sum, pawl_joint_get_reaction_torque(world, at));
        sum = fold(sum, pawl_joint_get_angle(world, at));
        sum = fold(sum, pawl_joint_get_translation(world, at));
        sum = fold(sum, pawl_joint_get_length(world, at));
        sum = fold(sum, pawl_joint_id_store(at));
    }
    while ((at = pawl_body_next_joint(world, c->body, at)).index1 != 0)
        sum = fold(sum, pawl_joint_id_store(at));
    sum = fold(sum, pawl_joint_is_valid(world, c->joint));
    return fold(sum, pawl_joint_get_angle(world, c->joint));
}

answer api_joint(pawl_world *world, const call *c) {
    answer given = {PAWL_OK, 0};
    pawl_joint_id joint = {0, 0};
    if (c->kind < KIND_JOINT + 6) {
        const pawl_joint_def def = joint_def_of(world, c);
        given.status = pawl_joint_create(world, &def, &joint);
        given.handle = pawl_joint_id_store(joint);
    } else if (c->kind < KIND_JOINT + 16) {
        given.status = change_joint(world, c);
    } else if (c->kind < KIND_JOINT + 17) {
        given.status = pawl_joint_destroy(world, c->joint);
    } else {
        given.handle = read_joints(world, c);
    }
    return given;
}

/* ---- terrain ------------------------------------------------------------------------------- */
static const pawl_material few_materials[] = {
    {0, 0, 0, 0, 1},
    {PAWL_FX_ONE, PAWL_FX_ONE / 2, 0, 0, 2},
    {PAWL_FX_ONE, 0, PAWL_FX_ONE, PAWL_FX_ONE / 8, 3},
    {INT32_MAX, PAWL_FX_ONE, -PAWL_SPEED_MAX, PAWL_FX_ONE, 4},
};

/* Tables that live as long as the program: of nothing, of maps, of chains and heights. */
static pawl_status put_materials(pawl_world *world, pawl_shape_id shape, uint32_t word) {
    static uint8_t indices[256];
    for (uint32_t i = 0; i < sizeof indices; i++)
        indices[i] = (uint8_t)(i % 5);
    pawl_material_table table = {few_materials, word % 3 ? indices : NULL, 1};
    table.count += (int32_t)(word / 3 % 4);
    if (word % 7 == 0) return pawl_shape_set_materials(world, shape, NULL);
    return pawl_shape_set_materials(world, shape, &table);
}

/* On a body of its own, mostly: still, or one that moves and turns. */
answer api_create_ground(pawl_world *world, const call *c, uint32_t *shape) {
    answer given = {PAWL_OK, 0};
    pawl_body_id body = c->body;
    pawl_shape_id id = {0, 0};
    if (c->ground == NULL) return given;
    if (c->word % 8 != 0) {
        pawl_body_def def = c->body_def;
        def.type = c->word / 8 % 2 ? PAWL_STATIC : PAWL_KINEMATIC;
        given.status = pawl_body_create(world, &def, &body);
        given.handle = pawl_body_id_store(body);
        if (given.status != PAWL_OK) return given;
    }
    pawl_shape_def def = c->shape_def;
    if (c->angle % 16 != 0) def.sensor = false;
    const ground *const g = c->ground;
    const pawl_status status =
        g->map.cells         ? pawl_shape_create_tiles(world, body, &def, &g->map, &id)
        : g->heights.heights ? pawl_shape_create_heights(world, body, &def, &g->heights, &id)
                             : pawl_shape_create_chain(world, body, &def, &g->chain, &id);
    *shape = pawl_shape_id_store(id);
    if (given.handle == 0) given.status = status;
    if (status == PAWL_OK && c->word / 16 % 2) (void)put_materials(world, id, c->word / 32);
    return given;
}

answer api_bind(pawl_world *world, const call *c) {
    answer given = {PAWL_OK, 0};
    if (c->data != NULL) given.status = pawl_shape_bind(world, c->ground->shape, c->data);
    given.handle = pawl_shape_is_terrain(world, c->shape);
    if (c->data != NULL && c->word % 2 && given.status == PAWL_OK)
        (void)put_materials(world, c->ground->shape, c->word / 2);
    return given;
}

/* ---- fields -------------------------------------------------------------------------------- */
static pawl_status explode(pawl_world *world, const call *c) {
    pawl_explosion_def def = pawl_explosion_def_default();
    def.center = c->position;
    def.radius = c->rate;
    def.falloff = c->other_rate;
    def.impulse_per_length = c->push.x;
    def.impulse = c->push.y;
    if (!c->flag) def.mask = c->word;
    return pawl_world_explode(world, &def);
}

static pawl_status blow(pawl_world *world, const call *c) {
    pawl_wind_def def = pawl_wind_def_default();
    def.velocity = c->velocity;
    def.drag = c->rate;
    def.lift = c->other_rate;
    def.max_speed = pawl_abs(c->number);
    def.area = c->area;
    def.wake = c->flag;
    if (c->angle % 4 == 0) return pawl_shape_apply_wind(world, c->shape, &def);
    return pawl_world_apply_wind(world, &def);
}

static pawl_status flood(pawl_world *world, const call *c) {
    pawl_water_def def = pawl_water_def_default();
    def.area = c->area;
    def.density = c->rate;
    def.flow = c->velocity;
    def.linear_drag = c->other_rate;
    def.angular_drag = pawl_abs(c->number);
    def.wake = c->flag;
    return pawl_world_apply_water(world, &def);
}

static pawl_status attract(pawl_world *world, const call *c) {
    pawl_radial_gravity_def def = pawl_radial_gravity_def_default();
    def.center = c->position;
    def.strength = c->push.x;
    def.falloff = (pawl_falloff)(c->angle % 64 == 0 ? c->angle : c->angle % 3);
    def.inner_radius = c->rate;
    if (!c->flag) def.outer_radius = pawl_add(c->rate, c->other_rate);
    def.wake = c->flag;
    return pawl_world_apply_radial_gravity(world, &def);
}

static pawl_status weigh(pawl_world *world, const call *c) {
    pawl_area_gravity_def def = pawl_area_gravity_def_default();
    def.area = c->area;
    def.gravity = c->velocity;
    def.replace = c->flag;
    def.linear_damping = c->rate;
    def.angular_damping = c->other_rate;
    def.wake = c->angle % 2 == 0;
    return pawl_world_apply_area_gravity(world, &def);
}

answer api_field(pawl_world *world, const call *c) {
    static pawl_status (*const fields[])(pawl_world *, const call *) = {explode, blow, flood,
                                                                        attract, weigh};
    answer given = {PAWL_OK, 0};
    given.handle = pawl_area_contains(&c->area, c->position);
    given.status = fields[c->word % LENGTH_OF(fields)](world, c);
    return given;
}
