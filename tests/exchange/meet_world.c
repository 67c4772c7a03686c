/* meet_world.c - what happens in the world that builds share. */
#include "exchange/meet.h"

#define BODIES 14

static pawl_status make_shape(uint32_t i, pawl_convex *out) {
    static const pawl_vec2 triangle[] = {{-32768, -32768}, {32768, -32768}, {0, 40000}};
    if (i % 3 == 0) return pawl_make_circle(pawl_vec2_make(0, 0), PAWL_FX(0, 1, 2), out);
    if (i % 3 == 1) return pawl_make_box(PAWL_FX(0, 1, 2), PAWL_FX(0, 3, 8), out);
    return pawl_make_polygon(triangle, 3, 0, out);
}

static void add(pawl_world *world, pawl_body_type type, pawl_vec2 place,
                const pawl_convex *convex) {
    const pawl_shape_def material = pawl_shape_def_default();
    pawl_body_def def = pawl_body_def_default();
    pawl_body_id body;
    pawl_shape_id shape;
    def.type = type;
    def.position = place;
    if (pawl_body_create(world, &def, &body) != PAWL_OK) return;
    (void)!pawl_shape_create(world, body, &material, convex, &shape);
}

static void add_round(pawl_world *world, uint32_t i, int32_t x, int32_t y) {
    pawl_convex convex;
    if (make_shape(i, &convex) == PAWL_OK)
        add(world, PAWL_DYNAMIC, pawl_vec2_make(pawl_from_int(x), pawl_from_int(y)), &convex);
}

/* A floor and two walls; room for joints and soft bodies where the build has them. */
pawl_world *meet_make(void *memory, size_t size) {
    return meet_make_peopled(memory, size, 0);
}

pawl_world *meet_make_peopled(void *memory, size_t size, uint16_t characters) {
    pawl_world_def def = pawl_world_def_default();
    def.character_capacity = characters;
    pawl_convex floor, wall;
    pawl_world *world;
    def.body_capacity = def.shape_capacity = BODIES + 6;
    def.gravity.y /= 4;
#if PAWL_WITH_SOFT
    def.soft_capacity = 1;
    def.soft_point_capacity = def.soft_link_capacity = 2;
#endif
    if (pawl_world_init(memory, size, &def, &world) != PAWL_OK) return NULL;
    if (pawl_make_box(pawl_from_int(8), PAWL_FX_ONE, &floor) != PAWL_OK) return NULL;
    if (pawl_make_box(PAWL_FX_ONE, pawl_from_int(8), &wall) != PAWL_OK) return NULL;
    add(world, PAWL_STATIC, pawl_vec2_make(0, -PAWL_FX_ONE), &floor);
    add(world, PAWL_STATIC, pawl_vec2_make(pawl_from_int(-8), pawl_from_int(7)), &wall);
    add(world, PAWL_STATIC, pawl_vec2_make(pawl_from_int(8), pawl_from_int(7)), &wall);
    for (uint32_t i = 0; i < BODIES - 3; i++)
        add_round(world, i, (int32_t)(i % 5) * 2 - 4, 1 + (int32_t)(i / 5) * 2);
    return world;
}

/* Slow enough that nothing has to be stopped at the walls. */
void meet_call(pawl_world *world, uint32_t tick, const uint8_t *inputs, uint32_t players) {
    const pawl_body_id none = {0, 0};
    pawl_body_id body = none;
    for (int i = 0; i < 3; i++)
        body = pawl_world_next_body(world, body);
    const pawl_body_id last_static = body;
    for (uint32_t player = 0; player < players; player++) {
        const int32_t push = (int32_t)inputs[2 * player] - 128;
        body = pawl_world_next_body(world, body);
        const pawl_vec2 change = pawl_vec2_make(push * 96, (int32_t)inputs[2 * player + 1] * 16);
        if (tick % 3 == 0)
            (void)pawl_body_change_velocity(world, body, change,
                                            pawl_body_get_position(world, body));
    }
    if (tick % 25 != 24) return;
    (void)pawl_body_destroy(world, pawl_world_next_body(world, last_static));
    add_round(world, tick / 25, (int32_t)(tick / 25 % 7) * 2 - 6, 5);
}

/* ---- features ---- */

static pawl_body_id ground_of(const pawl_world *world) {
    const pawl_body_id none = {0, 0};
    return pawl_world_next_body(world, none);
}

/* The oldest body that moves. */
static pawl_body_id mover_of(const pawl_world *world) {
    pawl_body_id body = ground_of(world);
    for (int i = 0; i < 3; i++)
        body = pawl_world_next_body(world, body);
    return body;
}

static pawl_status use_joint(pawl_world *world) {
    pawl_joint_def def = pawl_joint_def_default(PAWL_JOINT_REVOLUTE);
    pawl_joint_id joint;
    def.body_a = ground_of(world);
    def.body_b = mover_of(world);
    return pawl_joint_create(world, &def, &joint);
}

static pawl_status use_chain(pawl_world *world) {
    static const pawl_vec2 points[] = {{-65536, 0}, {0, 65536}, {65536, 0}};
    const pawl_chain chain = {points, 3, false, false, false};
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    return pawl_shape_create_chain(world, ground_of(world), &def, &chain, &shape);
}

static pawl_status use_capsule(pawl_world *world) {
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_convex convex;
    pawl_shape_id shape;
    const pawl_vec2 a = {-65536, 0}, b = {65536, 0};
    const pawl_status status = pawl_make_capsule(a, b, PAWL_FX_ONE, &convex);
    return status != PAWL_OK ? status
                             : pawl_shape_create(world, ground_of(world), &def, &convex, &shape);
}

static pawl_status use_soft(pawl_world *world) {
    pawl_soft_point points[2];
    pawl_soft_link links[2];
    pawl_soft_parts parts = {points, links, 2, 2, 0, 0};
    pawl_soft_def def = pawl_soft_def_default();
    const pawl_vec2 from = {0, pawl_from_int(12)}, to = {PAWL_FX_ONE, pawl_from_int(12)};
    pawl_soft_id soft;
    const pawl_status status = pawl_soft_add_rope(&parts, from, to, 1, PAWL_FX_ONE, PAWL_FX_ONE, 0);
    if (status != PAWL_OK) return status;
    def.points = points;
    def.point_count = parts.point_count;
    def.links = links;
    def.link_count = parts.link_count;
    return pawl_soft_create(world, &def, &soft);
}

static pawl_status use_shape_def(pawl_world *world, uint32_t feature) {
    pawl_shape_def def = pawl_shape_def_default();
    pawl_convex convex;
    pawl_shape_id shape;
    def.sensor = feature == PAWL_FEATURE_SENSORS;
    def.one_way = feature == PAWL_FEATURE_ONE_WAY;
    def.custom_filter = feature == PAWL_FEATURE_HOOKS;
    def.break_impulse = feature == PAWL_FEATURE_FRACTURE ? PAWL_FX_ONE : 0;
    def.restitution = feature == PAWL_FEATURE_RESTITUTION ? PAWL_FX_ONE / 2 : 0;
    def.rolling_resistance = feature == PAWL_FEATURE_ROLLING ? PAWL_FX_ONE / 2 : 0;
    const pawl_status status = pawl_make_box(PAWL_FX_ONE, PAWL_FX_ONE, &convex);
    return status != PAWL_OK ? status
                             : pawl_shape_create(world, ground_of(world), &def, &convex, &shape);
}

/* There has been one, which its body would have told of as well. */
static pawl_status use_character(pawl_world *world) {
    const pawl_character_def def = pawl_character_def_default();
    pawl_character_id hero;
    const pawl_status status = pawl_character_create(world, &def, &hero);
    return status == PAWL_OK ? pawl_character_destroy(world, hero) : status;
}

pawl_status meet_use(pawl_world *world, uint32_t feature) {
    switch (feature) {
    case PAWL_FEATURE_CHARACTERS:
        return use_character(world);
    case PAWL_FEATURE_JOINTS:
        return use_joint(world);
    case PAWL_FEATURE_CONTINUOUS:
        return pawl_body_set_bullet(world, mover_of(world), true);
    case MEET_THROW:
        return pawl_body_set_velocity(world, mover_of(world),
                                      pawl_vec2_make(pawl_from_int(500), pawl_from_int(20)));
    case PAWL_FEATURE_CHAINS:
        return use_chain(world);
    case PAWL_FEATURE_POLYGONS:
        return use_capsule(world);
    case PAWL_FEATURE_SOFT:
        return use_soft(world);
    default:
        return use_shape_def(world, feature);
    }
}
