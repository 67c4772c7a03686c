/* script_verbs.c - the calls that a script can make. */
#include "cli/script/script_verbs.h"

#include "cli/scene/scene_units.h"

#define CALL cli_script *script, pawl_world *world, const cli_script_call *call

/* Values were checked for their range when they were read. */
static pawl_fx fx(pawl_wide value) {
    return (pawl_fx)value;
}

static pawl_vec2 point(const pawl_wide *pair) {
    return pawl_vec2_make(fx(pair[0]), fx(pair[1]));
}

static pawl_wide2 load(const pawl_wide *pair) {
    const pawl_wide2 out = {pair[0], pair[1]};
    return out;
}

static bool has(const cli_script_call *call, int keyword) {
    return (call->given >> keyword & 1u) != 0;
}

/* ---- bodies ---- */

static const cli_script_keyword no_keywords[] = {{NULL, NULL}};
static const cli_script_keyword at_keywords[] = {{"at", "cc"}, {NULL, NULL}};
static const cli_script_keyword teleport_keywords[] = {{"angle", "d"}, {NULL, NULL}};

static pawl_body_id body_of(const cli_script *script, const pawl_world *world,
                            const cli_script_call *call) {
    return cli_script_world_body(script, world, call->subject);
}

static pawl_status set_velocity(CALL) {
    return pawl_body_set_velocity(world, body_of(script, world, call), point(call->number));
}

static pawl_status set_spin(CALL) {
    return pawl_body_set_angular_velocity(world, body_of(script, world, call),
                                          cli_scene_units_radians(fx(call->number[0])));
}

/* That of the call, or the one that the body has. */
static pawl_angle angle_of(const pawl_world *world, pawl_body_id body,
                           const cli_script_call *call) {
    return has(call, 0) ? pawl_angle_from_degrees(fx(call->option[0][0]))
                        : pawl_body_get_angle(world, body);
}

static pawl_status teleport(CALL) {
    const pawl_body_id body = body_of(script, world, call);
    return pawl_body_set_pose(world, body, point(call->number), angle_of(world, body, call));
}

static pawl_status send(CALL) {
    const pawl_body_id body = body_of(script, world, call);
    return pawl_body_set_target(world, body, point(call->number), angle_of(world, body, call));
}

static pawl_status apply_impulse(CALL) {
    const pawl_body_id body = body_of(script, world, call);
    if (!has(call, 0)) return pawl_body_apply_impulse_to_center(world, body, load(call->number));
    return pawl_body_apply_impulse(world, body, load(call->number), point(call->option[0]));
}

static pawl_status apply_angular_impulse(CALL) {
    return pawl_body_apply_angular_impulse(world, body_of(script, world, call), call->number[0]);
}

static pawl_status apply_force(CALL) {
    const pawl_body_id body = body_of(script, world, call);
    if (!has(call, 0)) return pawl_body_apply_force_to_center(world, body, load(call->number));
    return pawl_body_apply_force(world, body, load(call->number), point(call->option[0]));
}

static pawl_status apply_torque(CALL) {
    return pawl_body_apply_torque(world, body_of(script, world, call), call->number[0]);
}

static pawl_status push(CALL) {
    const pawl_body_id body = body_of(script, world, call);
    const pawl_vec2 where =
        has(call, 0) ? point(call->option[0]) : pawl_body_get_center(world, body);
    return pawl_body_change_velocity(world, body, point(call->number), where);
}

static pawl_status set_gravity_scale(CALL) {
    return pawl_body_set_gravity_scale(world, body_of(script, world, call), fx(call->number[0]));
}

static pawl_status set_damping(CALL) {
    return pawl_body_set_damping(world, body_of(script, world, call), fx(call->number[0]),
                                 fx(call->number[1]));
}

static pawl_status set_type(CALL) {
    return pawl_body_set_type(world, body_of(script, world, call), (pawl_body_type)call->number[0]);
}

static pawl_status set_awake(CALL) {
    return pawl_body_set_awake(world, body_of(script, world, call), call->number[0] != 0);
}

static pawl_status set_can_sleep(CALL) {
    return pawl_body_set_can_sleep(world, body_of(script, world, call), call->number[0] != 0);
}

static pawl_status set_sleep_threshold(CALL) {
    return pawl_body_set_sleep_threshold(world, body_of(script, world, call), fx(call->number[0]));
}

static pawl_status set_enabled(CALL) {
    return pawl_body_set_enabled(world, body_of(script, world, call), call->number[0] != 0);
}

static pawl_status set_lock_x(CALL) {
    return pawl_body_set_lock_x(world, body_of(script, world, call), call->number[0] != 0);
}

static pawl_status set_lock_y(CALL) {
    return pawl_body_set_lock_y(world, body_of(script, world, call), call->number[0] != 0);
}

static pawl_status set_bullet(CALL) {
    return pawl_body_set_bullet(world, body_of(script, world, call), call->number[0] != 0);
}

/* All shapes of the body. */
static pawl_status set_shapes(CALL, pawl_status (*set)(pawl_world *, pawl_shape_id, pawl_wide)) {
    const pawl_body_id body = body_of(script, world, call);
    pawl_shape_id shape = {0, 0};
    if (!pawl_body_is_valid(world, body)) return PAWL_ERR_STALE;
    for (;;) {
        shape = pawl_body_next_shape(world, body, shape);
        if (shape.index1 == 0) return PAWL_OK;
        const pawl_status status = set(world, shape, call->number[0]);
        if (status != PAWL_OK) return status;
    }
}

static pawl_status set_shape_friction(pawl_world *world, pawl_shape_id shape, pawl_wide friction) {
    return pawl_shape_set_friction(world, shape, fx(friction));
}

static pawl_status set_friction(CALL) {
    return set_shapes(script, world, call, set_shape_friction);
}

static pawl_status set_shape_sensor(pawl_world *world, pawl_shape_id shape, pawl_wide sensor) {
    return pawl_shape_set_sensor(world, shape, sensor != 0);
}

static pawl_status set_sensor(CALL) {
    return set_shapes(script, world, call, set_shape_sensor);
}

static pawl_status set_shape_one_way(pawl_world *world, pawl_shape_id shape, pawl_wide one_way) {
    return pawl_shape_set_one_way(world, shape, one_way != 0);
}

static pawl_status set_one_way(CALL) {
    return set_shapes(script, world, call, set_shape_one_way);
}

static pawl_status set_shape_hit_events(pawl_world *world, pawl_shape_id shape, pawl_wide events) {
    return pawl_shape_set_hit_events(world, shape, events != 0);
}

static pawl_status set_hit_events(CALL) {
    return set_shapes(script, world, call, set_shape_hit_events);
}

static pawl_status set_break_impulse(CALL) {
    return set_shapes(script, world, call, pawl_shape_set_break_impulse);
}

static pawl_status drop_through(CALL) {
    return pawl_body_drop_through(world, body_of(script, world, call));
}

static pawl_status destroy_body(CALL) {
    return pawl_body_destroy(world, body_of(script, world, call));
}

/* ---- a new body: one shape ---- */

enum {
    NEW_CIRCLE,
    NEW_BOX,
    NEW_AT,
    NEW_ANGLE,
    NEW_VELOCITY,
    NEW_SPIN,
    NEW_TYPE,
    NEW_DENSITY,
    NEW_FRICTION,
    NEW_RESTITUTION,
    NEW_BULLET,
    NEW_COLOR
};

static const cli_script_keyword create_keywords[] = {
    [NEW_CIRCLE] = {"circle", "n"},
    [NEW_BOX] = {"box", "nn"},
    [NEW_AT] = {"at", "cc"},
    [NEW_ANGLE] = {"angle", "d"},
    [NEW_VELOCITY] = {"velocity", "ss"},
    [NEW_SPIN] = {"spin", "d"},
    [NEW_TYPE] = {"type", "t"},
    [NEW_DENSITY] = {"density", "n"},
    [NEW_FRICTION] = {"friction", "n"},
    [NEW_RESTITUTION] = {"restitution", "n"},
    [NEW_BULLET] = {"bullet", "y"},
    [NEW_COLOR] = {"colour", "i"},
    {NULL, NULL},
};

static pawl_status make_shape(const cli_script_call *call, pawl_convex *out) {
    const pawl_vec2 center = {0, 0};
    if (has(call, NEW_CIRCLE) == has(call, NEW_BOX)) return PAWL_ERR_ARGUMENT;
    if (has(call, NEW_CIRCLE)) {
        return pawl_make_circle(center, fx(call->option[NEW_CIRCLE][0]), out);
    }
    return pawl_make_box(fx(call->option[NEW_BOX][0]) / 2, fx(call->option[NEW_BOX][1]) / 2, out);
}

static pawl_status create(CALL) {
    pawl_body_def body = pawl_body_def_default();
    pawl_shape_def surface = pawl_shape_def_default();
    pawl_convex convex;
    pawl_shape_id shape;
    body.type = has(call, NEW_TYPE) ? (pawl_body_type)call->option[NEW_TYPE][0] : PAWL_DYNAMIC;
    body.position = point(call->option[NEW_AT]);
    body.angle = pawl_angle_from_degrees(fx(call->option[NEW_ANGLE][0]));
    body.velocity = point(call->option[NEW_VELOCITY]);
    body.bullet = call->option[NEW_BULLET][0] != 0;
    if (has(call, NEW_COLOR)) body.user_data = 1u + (uint32_t)call->option[NEW_COLOR][0];
    if (has(call, NEW_DENSITY)) surface.density = fx(call->option[NEW_DENSITY][0]);
    if (has(call, NEW_FRICTION)) surface.friction = fx(call->option[NEW_FRICTION][0]);
    if (has(call, NEW_RESTITUTION)) surface.restitution = fx(call->option[NEW_RESTITUTION][0]);

    pawl_status status = make_shape(call, &convex);
    if (status != PAWL_OK) return status;
    pawl_body_id *id = &script->bodies[call->subject].id;
    status = pawl_body_create(world, &body, id);
    if (status != PAWL_OK) return status;
    status = pawl_shape_create(world, *id, &surface, &convex, &shape);
    if (status != PAWL_OK || !has(call, NEW_SPIN)) return status;
    return pawl_body_set_angular_velocity(world, *id,
                                          cli_scene_units_radians(fx(call->option[NEW_SPIN][0])));
}

/* ---- joints ---- */

static pawl_joint_id joint_of(const cli_script *script, const cli_script_call *call) {
    return script->joints[call->subject].id;
}

static pawl_status set_motor_speed(CALL) {
    pawl_joint_def def;
    const pawl_joint_id joint = joint_of(script, call);
    const pawl_status status = pawl_joint_get_def(world, joint, &def);
    if (status != PAWL_OK) return status;
    const pawl_fx speed = fx(call->number[0]);
    return pawl_joint_set_motor(
        world, joint, true,
        cli_scene_units_motor_is_angle(def.type) ? cli_scene_units_radians(speed) : speed,
        def.motor_max);
}

static pawl_status set_motor(CALL) {
    pawl_joint_def def;
    const pawl_joint_id joint = joint_of(script, call);
    const pawl_status status = pawl_joint_get_def(world, joint, &def);
    if (status != PAWL_OK) return status;
    return pawl_joint_set_motor(world, joint, call->number[0] != 0, def.motor_speed,
                                has(call, 0) ? call->option[0][0] : def.motor_max);
}

static pawl_status set_constraint_tuning(CALL) {
    return pawl_joint_set_constraint_tuning(world, joint_of(script, call), fx(call->number[0]),
                                            fx(call->number[1]));
}

static pawl_status set_spring_range(CALL) {
    return pawl_joint_set_spring_range(world, joint_of(script, call), call->number[0],
                                       call->number[1]);
}

static pawl_status set_load_threshold(CALL) {
    return pawl_joint_set_load_threshold(world, joint_of(script, call), call->number[0],
                                         call->number[1]);
}

static pawl_status set_limit(CALL) {
    pawl_joint_def def;
    const pawl_joint_id joint = joint_of(script, call);
    const pawl_status status = pawl_joint_get_def(world, joint, &def);
    if (status != PAWL_OK) return status;
    const bool angle = cli_scene_units_limit_is_angle(def.type);
    const pawl_fx lower = fx(call->number[0]), upper = fx(call->number[1]);
    return pawl_joint_set_limit(world, joint, true, angle ? cli_scene_units_radians(lower) : lower,
                                angle ? cli_scene_units_radians(upper) : upper);
}

static pawl_status set_target(CALL) {
    pawl_joint_def def;
    const pawl_joint_id joint = joint_of(script, call);
    const pawl_status status = pawl_joint_get_def(world, joint, &def);
    if (status != PAWL_OK) return status;
    const pawl_fx target = fx(call->number[0]);
    return pawl_joint_set_target(
        world, joint,
        cli_scene_units_limit_is_angle(def.type) ? cli_scene_units_radians(target) : target);
}

static pawl_status destroy_joint(CALL) {
    return pawl_joint_destroy(world, joint_of(script, call));
}

static const cli_script_keyword motor_keywords[] = {{"max", "w"}, {NULL, NULL}};

enum {
    JOIN_AT,
    JOIN_AXIS,
    JOIN_FROM,
    JOIN_TO
};

static const cli_script_keyword join_keywords[] = {
    [JOIN_AT] = {"at", "cc"},
    [JOIN_AXIS] = {"axis", "d"},
    [JOIN_FROM] = {"from", "cc"},
    [JOIN_TO] = {"to", "cc"},
    {NULL, NULL},
};

/* Without a place: at the center of the first body, between the centers for a distance joint. */
static pawl_status join(CALL) {
    const pawl_body_id a = cli_script_world_body(script, world, call->body_a);
    const pawl_body_id b = cli_script_world_body(script, world, call->body_b);
    const pawl_joint_type type = (pawl_joint_type)(call->type + 1);
    const pawl_vec2 center_a = pawl_body_get_center(world, a),
                    center_b = pawl_body_get_center(world, b);
    const pawl_vec2 from = has(call, JOIN_FROM) ? point(call->option[JOIN_FROM]) : center_a;
    const pawl_vec2 to = has(call, JOIN_TO) ? point(call->option[JOIN_TO]) : center_b;
    const pawl_vec2 at = has(call, JOIN_AT) ? point(call->option[JOIN_AT]) : center_a;
    const pawl_angle axis = pawl_angle_from_degrees(fx(call->option[JOIN_AXIS][0]));
    const pawl_joint_def def = type == PAWL_JOINT_DISTANCE
                                   ? pawl_joint_def_between(world, type, a, b, from, to)
                                   : pawl_joint_def_at(world, type, a, b, at, axis);
    return pawl_joint_create(world, &def, &script->joints[call->subject].id);
}

/* ---- the world ---- */

enum {
    BLAST_RADIUS,
    BLAST_FALLOFF,
    BLAST_IMPULSE,
    BLAST_PER_LENGTH
};

static const cli_script_keyword explode_keywords[] = {
    [BLAST_RADIUS] = {"radius", "n"},
    [BLAST_FALLOFF] = {"falloff", "n"},
    [BLAST_IMPULSE] = {"impulse", "w"},
    [BLAST_PER_LENGTH] = {"per-length", "w"},
    {NULL, NULL},
};

static pawl_status explode(CALL) {
    pawl_explosion_def def = pawl_explosion_def_default();
    (void)script;
    def.center = point(call->number);
    if (has(call, BLAST_RADIUS)) def.radius = fx(call->option[BLAST_RADIUS][0]);
    def.falloff = fx(call->option[BLAST_FALLOFF][0]);
    def.impulse = call->option[BLAST_IMPULSE][0];
    def.impulse_per_length = call->option[BLAST_PER_LENGTH][0];
    return pawl_world_explode(world, &def);
}

/* ---- the table ---- */

const char *const cli_script_verbs_body_types[] = {"static", "kinematic", "dynamic", NULL};
const char *const cli_script_verbs_joint_types[] = {"revolute", "prismatic", "distance",
                                                    "weld",     "wheel",     NULL};

#define BODY(name, values, keywords, apply) \
    { "body", name, CLI_SUBJECT_BODY, values, keywords, apply }
#define JOINT(name, values, keywords, apply) \
    { "joint", name, CLI_SUBJECT_JOINT, values, keywords, apply }

#define SOFT(name, values, keywords, apply) \
    { "soft", name, CLI_SUBJECT_SOFT, values, keywords, apply }

#define CHARACTER(name, values, keywords, apply) \
    { "character", name, CLI_SUBJECT_CHARACTER, values, keywords, apply }

#define PLAYER(name, values, keywords, apply) \
    { "player", name, CLI_SUBJECT_NONE, values, keywords, apply }

const cli_script_verb cli_script_verbs[] = {
    BODY("velocity", "ss", no_keywords, set_velocity),
    BODY("spin", "d", no_keywords, set_spin),
    BODY("teleport", "cc", teleport_keywords, teleport),
    BODY("target", "cc", teleport_keywords, send),
    BODY("impulse", "ww", at_keywords, apply_impulse),
    BODY("angular-impulse", "w", no_keywords, apply_angular_impulse),
    BODY("force", "ww", at_keywords, apply_force),
    BODY("torque", "w", no_keywords, apply_torque),
    BODY("push", "ss", at_keywords, push),
    BODY("gravity-scale", "f", no_keywords, set_gravity_scale),
    BODY("damping", "nn", no_keywords, set_damping),
    BODY("type", "t", no_keywords, set_type),
    BODY("awake", "y", no_keywords, set_awake),
    BODY("can-sleep", "y", no_keywords, set_can_sleep),
    BODY("sleep-threshold", "n", no_keywords, set_sleep_threshold),
    BODY("enabled", "y", no_keywords, set_enabled),
    BODY("lock-x", "y", no_keywords, set_lock_x),
    BODY("lock-y", "y", no_keywords, set_lock_y),
    BODY("bullet", "y", no_keywords, set_bullet),
    BODY("friction", "n", no_keywords, set_friction),
    BODY("sensor", "y", no_keywords, set_sensor),
    BODY("one-way", "y", no_keywords, set_one_way),
    BODY("hit-events", "y", no_keywords, set_hit_events),
    BODY("break-impulse", "w", no_keywords, set_break_impulse),
    BODY("shatter", "cc", cli_script_soft_shatter_keywords, cli_script_soft_shatter),
    BODY("cut", "cccc", no_keywords, cli_script_soft_cut),
    BODY("drop-through", "", no_keywords, drop_through),
    BODY("destroy", "", no_keywords, destroy_body),
    JOINT("motor-speed", "f", no_keywords, set_motor_speed),
    JOINT("motor", "y", motor_keywords, set_motor),
    JOINT("limit", "ff", no_keywords, set_limit),
    JOINT("target", "f", no_keywords, set_target),
    JOINT("stiffness", "nn", no_keywords, set_constraint_tuning),
    JOINT("spring-range", "ww", no_keywords, set_spring_range),
    JOINT("load-threshold", "ww", no_keywords, set_load_threshold),
    JOINT("destroy", "", no_keywords, destroy_joint),
    SOFT("velocity", "ss", cli_script_soft_point_keywords, cli_script_soft_velocity),
    SOFT("push", "ss", cli_script_soft_point_keywords, cli_script_soft_push),
    SOFT("impulse", "ww", cli_script_soft_point_keywords, cli_script_soft_impulse),
    SOFT("teleport", "cc", cli_script_soft_point_keywords, cli_script_soft_teleport),
    SOFT("pin", "u", no_keywords, cli_script_soft_pin),
    SOFT("unpin", "u", cli_script_soft_mass_keywords, cli_script_soft_unpin),
    SOFT("tear", "u", no_keywords, cli_script_soft_tear),
    {"soft", "attach", CLI_SUBJECT_SOFT_AND_BODY, "u", cli_script_soft_at_keywords,
     cli_script_soft_attach},
    SOFT("area", "w", no_keywords, cli_script_soft_area),
    SOFT("pressure", "n", no_keywords, cli_script_soft_pressure),
    SOFT("damping", "n", no_keywords, cli_script_soft_damping),
    SOFT("gravity-scale", "f", no_keywords, cli_script_soft_gravity_scale),
    SOFT("iterations", "u", no_keywords, cli_script_soft_iterations),
    SOFT("filter", "uu", cli_script_soft_group_keywords, cli_script_soft_filter),
    SOFT("awake", "y", no_keywords, cli_script_soft_awake),
    SOFT("colour", "i", no_keywords, cli_script_soft_color),
    SOFT("destroy", "", no_keywords, cli_script_soft_destroy),
    CHARACTER("run", "r", no_keywords, cli_script_character_run),
    CHARACTER("climb", "r", no_keywords, cli_script_character_climb),
    CHARACTER("jump", "y", cli_script_character_held_keywords, cli_script_character_jump),
    CHARACTER("drop", "y", cli_script_character_held_keywords, cli_script_character_drop),
    CHARACTER("launch", "ss", no_keywords, cli_script_character_launch),
    CHARACTER("put", "cc", no_keywords, cli_script_character_put),
    CHARACTER("set", "", cli_script_character_set_keywords, cli_script_character_set),
    CHARACTER("destroy", "", no_keywords, cli_script_character_destroy),
    {NULL, "create", CLI_SUBJECT_NEW_BODY, "", create_keywords, create},
    {NULL, "join", CLI_SUBJECT_NEW_JOINT, "", join_keywords, join},
    PLAYER("wants", "ff", no_keywords, cli_script_walker_wants),
    PLAYER("jump", "s", no_keywords, cli_script_walker_jump),
    PLAYER("velocity", "ss", no_keywords, cli_script_walker_set_velocity),
    PLAYER("teleport", "cc", no_keywords, cli_script_walker_teleport),
    PLAYER("set", "", cli_script_walker_keywords, cli_script_walker_set),
    {NULL, "open", CLI_SUBJECT_REGION, "", no_keywords, cli_script_walker_open},
    {NULL, "close", CLI_SUBJECT_REGION, "", no_keywords, cli_script_walker_close},
    {NULL, "gravity", CLI_SUBJECT_NONE, "ss", no_keywords, cli_script_world_set_gravity},
    {NULL, "contacts", CLI_SUBJECT_NONE, "nnn", no_keywords, cli_script_world_set_contacts},
    {NULL, "restitution-threshold", CLI_SUBJECT_NONE, "n", no_keywords,
     cli_script_world_set_restitution_threshold},
    {NULL, "hit-threshold", CLI_SUBJECT_NONE, "n", no_keywords, cli_script_world_set_hit_threshold},
    {NULL, "shift", CLI_SUBJECT_NONE, "cc", no_keywords, cli_script_world_shift},
    {NULL, "periods", CLI_SUBJECT_NONE, "cc", no_keywords, cli_script_world_set_periods},
    {NULL, "explode", CLI_SUBJECT_NONE, "cc", explode_keywords, explode},
    {NULL, NULL, CLI_SUBJECT_NONE, NULL, NULL, NULL},
};
