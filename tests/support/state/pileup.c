/* pileup.c - the scene: three bodies that stay, machines with all joints, two towers and a heap. */
#include "support/state/pileup.h"

#include <string.h>

#define ROPE_LINKS 6
#define HEAP_BODIES 33
#define SIXTEENTH PAWL_FX(0, 1, 16)

/* What is being made, and the first error. */
typedef struct maker {
    pawl_world *world;
    pawl_body_id level, anchor;
    pawl_status status;
} maker;

/* From right to left, so that the front is the upper side. */
static const pawl_vec2 hill[] = {
    {PAWL_FX(34, 0, 1), PAWL_FX(4, 0, 1)},
    {PAWL_FX(31, 0, 1), PAWL_FX(1, 0, 1)},
    {PAWL_FX(27, 0, 1), 0},
    {PAWL_FX(24, 0, 1), PAWL_FX(1, 0, 1)},
    {PAWL_FX(21, 0, 1), PAWL_FX(0, 1, 4)},
    {PAWL_FX(17, 0, 1), 0},
    {PAWL_FX(14, 0, 1), PAWL_FX(1, 0, 1)},
    {PAWL_FX(13, 0, 1), PAWL_FX(4, 0, 1)},
};
static const pawl_vec2 block[] = {
    {PAWL_FX(20, 0, 1), PAWL_FX(3, 0, 1)},
    {PAWL_FX(22, 0, 1), PAWL_FX(3, 0, 1)},
    {PAWL_FX(21, 0, 1), PAWL_FX(4, 0, 1)},
};
#define ROOM_WIDTH 12
#define ROOM_HEIGHT 4
static const uint8_t room[ROOM_WIDTH * ROOM_HEIGHT] = {
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* */
    1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, /* */
    1, 0, 0, 0, 6, 6, 0, 0, 1, 0, 0, 1, /* */
    1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
};

/* Low, on the ground: what grips, what bounces, a short belt, and what the shape is made of. */
static const int16_t ridge[] = {0, 1, 3, 2, 2, PAWL_HEIGHT_HOLE, 1, 4, 1, 0};
#define RIDGE_COUNT ((int32_t)(sizeof ridge / sizeof ridge[0]))
static const pawl_material ridge_materials[] = {
    {PAWL_FX_ONE, 0, 0, 0, 1},
    {PAWL_FX(0, 1, 4), PAWL_FX(0, 1, 2), 0, PAWL_FX(0, 1, 8), 2},
    {PAWL_FX_ONE, 0, PAWL_FX_ONE, 0, 3},
};
static const uint8_t ridge_indices[RIDGE_COUNT - 1] = {2, 0, 1, 9, 0, 0, 1, 0, 9};
static const pawl_material_table ridge_table = {ridge_materials, ridge_indices, 3};

pawl_world_def pileup_def(void) {
    pawl_world_def def = pawl_world_def_default();
    /* Hardly more than are there: slots are used again as soon as all have been used once. */
    def.body_capacity = PILEUP_BODIES_MAX;
    def.shape_capacity = 96;
    def.geometry_capacity = 64;
    def.joint_capacity = 24;
    def.contact_capacity = 1024;
    def.event_capacity = 6;
    def.gravity.x = PAWL_FX(0, 1, 32);
    def.contact_tuning.hertz = PAWL_FX(28, 0, 1);
    def.contact_tuning.damping_ratio = PAWL_FX(9, 0, 1);
    def.contact_tuning.push_speed = PAWL_FX(2, 7, 8);
    def.restitution_threshold = PAWL_FX(0, 3, 4);
    def.hit_threshold = PAWL_FX(0, 7, 8);
    return def;
}

static pawl_vec2 place(int32_t x, int32_t y) { /* in sixteenths */
    return pawl_vec2_make(x * SIXTEENTH, y * SIXTEENTH);
}

static void note(maker *make, pawl_status status) {
    if (make->status == PAWL_OK) make->status = status;
}

static pawl_body_id add_body(maker *make, pawl_body_def *def, int32_t x, int32_t y) {
    pawl_body_id body = {0, 0};
    def->position = place(x, y);
    note(make, pawl_body_create(make->world, def, &body));
    return body;
}

static pawl_shape_id add_shape(maker *make, pawl_body_id body, const pawl_shape_def *def,
                               const pawl_convex *convex) {
    pawl_shape_id shape = {0, 0};
    note(make, pawl_shape_create(make->world, body, def, convex, &shape));
    return shape;
}

/* Sizes and places in sixteenths. */
static void add_box_at(maker *make, pawl_body_id body, const pawl_shape_def *def, int32_t width,
                       int32_t height, int32_t x, int32_t y) {
    pawl_convex box;
    memset(&box, 0, sizeof box);
    note(make, pawl_make_box_at(width * SIXTEENTH, height * SIXTEENTH, place(x, y), 0, &box));
    add_shape(make, body, def, &box);
}

static void add_circle(maker *make, pawl_body_id body, const pawl_shape_def *def, int32_t radius) {
    pawl_convex circle;
    memset(&circle, 0, sizeof circle);
    note(make, pawl_make_circle(place(0, 0), radius * SIXTEENTH, &circle));
    add_shape(make, body, def, &circle);
}

static pawl_body_id add_block(maker *make, int32_t half, int32_t x, int32_t y) {
    pawl_body_def def = pawl_body_def_default();
    def.type = PAWL_DYNAMIC;
    const pawl_shape_def shape = pawl_shape_def_default();
    const pawl_body_id body = add_body(make, &def, x, y);
    add_box_at(make, body, &shape, half, half, 0, 0);
    return body;
}

static pawl_body_id add_wheel(maker *make, int32_t radius, int32_t x, int32_t y) {
    pawl_body_def def = pawl_body_def_default();
    def.type = PAWL_DYNAMIC;
    def.angular_velocity = PAWL_FX(3, 0, 1);
    const pawl_shape_def shape = pawl_shape_def_default();
    const pawl_body_id body = add_body(make, &def, x, y);
    add_circle(make, body, &shape, radius);
    return body;
}

static void add_joint(maker *make, const pawl_joint_def *def) {
    pawl_joint_id joint;
    note(make, pawl_joint_create(make->world, def, &joint));
}

/* ---- what stays ---- */

static void add_terrain(maker *make) {
    const pawl_shape_def def = pawl_shape_def_default();
    const pawl_chain slope = {hill, (int32_t)(sizeof hill / sizeof hill[0]), false, true, true};
    const pawl_chain wedge = {block, (int32_t)(sizeof block / sizeof block[0]), true, false, false};
    const pawl_tile_map map = {room, ROOM_WIDTH, ROOM_HEIGHT, PAWL_FX_ONE, place(-26 * 16, -16)};
    pawl_shape_id shape;
    note(make, pawl_shape_create_chain(make->world, make->level, &def, &slope, &shape));
    note(make, pawl_shape_create_chain(make->world, make->level, &def, &wedge, &shape));
    note(make, pawl_shape_create_tiles(make->world, make->level, &def, &map, &shape));
    const pawl_heights low = {ridge,         RIDGE_COUNT, 12 * SIXTEENTH, SIXTEENTH,
                              place(-48, 2), true,        false};
    note(make, pawl_shape_create_heights(make->world, make->level, &def, &low, &shape));
    note(make, pawl_shape_set_materials(make->world, shape, &ridge_table));
}

/* Terrain data in the order in which the terrain was made. */
pawl_status pileup_bind(pawl_world *world) {
    static const void *const data[] = {hill, block, room, ridge};
    for (int i = 0; i < 4; i++) {
        const pawl_shape_id shape = pawl_world_find_unbound(world);
        pawl_status status = pawl_shape_bind(world, shape, data[i]);
        if (status == PAWL_OK && pawl_shape_get_material_count(world, shape) != 0)
            status = pawl_shape_bind_materials(world, shape, &ridge_table);
        if (status != PAWL_OK) return status;
    }
    return pawl_world_find_unbound(world).index1 == 0 ? PAWL_OK : PAWL_ERR_STALE;
}

static void add_level(maker *make) {
    pawl_body_def def = pawl_body_def_default();
    make->level = add_body(make, &def, 0, 0);
    pawl_shape_def shape = pawl_shape_def_default();
    add_box_at(make, make->level, &shape, 12 * 16, 16, 0, -16);
    add_box_at(make, make->level, &shape, 8, 5 * 16, -12 * 16 - 8, 5 * 16);
    add_box_at(make, make->level, &shape, 8, 5 * 16, 12 * 16 + 8, 5 * 16);
    shape.tangent_speed = -PAWL_FX_ONE; /* a belt */
    shape.friction = PAWL_FX_ONE;
    add_box_at(make, make->level, &shape, 2 * 16, 2, -5 * 16, 2);
    shape = pawl_shape_def_default();
    shape.one_way = true;
    add_box_at(make, make->level, &shape, 2 * 16, 2, 8 * 16, 3 * 16);
    shape = pawl_shape_def_default();
    shape.sensor = true;
    add_box_at(make, make->level, &shape, 5 * 16, 16, 0, 4 * 16);
    add_terrain(make);
    /* A paddle, and what machines hang from. */
    def.type = PAWL_KINEMATIC;
    shape = pawl_shape_def_default();
    shape.restitution = PAWL_FX(0, 1, 2);
    const pawl_body_id paddle = add_body(make, &def, 0, 24);
    add_box_at(make, paddle, &shape, 24, 3, 0, 0);
    def.type = PAWL_STATIC;
    make->anchor = add_body(make, &def, 0, 10 * 16);
}

/* ---- machines ---- */

/* Links on hinges down into the heap: one has a limit, one a spring, one a motor. */
static void add_rope(maker *make) {
    pawl_body_id above = make->anchor;
    for (int32_t i = 0; i < ROPE_LINKS; i++) {
        pawl_body_def def = pawl_body_def_default();
        def.type = PAWL_DYNAMIC;
        def.angular_damping = PAWL_FX(0, 1, 4);
        const int32_t y = 9 * 16 - 16 * i;
        const pawl_body_id link = add_body(make, &def, -3 * 16, y);
        pawl_convex capsule;
        memset(&capsule, 0, sizeof capsule);
        note(make, pawl_make_capsule(place(0, -6), place(0, 6), 3 * SIXTEENTH, &capsule));
        const pawl_shape_def shape = pawl_shape_def_default();
        add_shape(make, link, &shape, &capsule);
        pawl_joint_def joint = pawl_joint_def_at(make->world, PAWL_JOINT_REVOLUTE, above, link,
                                                 place(-3 * 16, y + 8), 0);
        joint.limit = i == 2;
        joint.lower = -PAWL_FX(0, 1, 2);
        joint.upper = PAWL_FX(0, 1, 2);
        joint.spring = i == 3;
        joint.hertz = PAWL_FX(2, 0, 1);
        joint.damping_ratio = PAWL_FX(0, 1, 2);
        joint.target = PAWL_FX(0, 1, 4);
        joint.motor = i == 4;
        joint.motor_speed = PAWL_FX_ONE;
        joint.motor_max = PAWL_WIDE(2, 0, 1);
        add_joint(make, &joint);
        above = link;
    }
}

static void add_car(maker *make) {
    const pawl_body_id chassis = add_block(make, 10, 25 * 16, 40);
    for (int32_t i = -1; i <= 1; i += 2) {
        const pawl_body_id wheel = add_wheel(make, 6, 25 * 16 + 12 * i, 26);
        pawl_joint_def joint = pawl_joint_def_at(make->world, PAWL_JOINT_WHEEL, chassis, wheel,
                                                 place(25 * 16 + 12 * i, 26), PAWL_TURN(1, 4));
        joint.spring = joint.motor = joint.limit = true;
        joint.hertz = PAWL_FX(4, 0, 1);
        joint.damping_ratio = PAWL_FX(0, 7, 10);
        joint.lower = -PAWL_FX(0, 1, 4);
        joint.upper = PAWL_FX(0, 1, 4);
        joint.motor_speed = -PAWL_FX(6, 0, 1);
        joint.motor_max = PAWL_WIDE(5, 0, 1);
        add_joint(make, &joint);
    }
}

static void add_sliders(maker *make) {
    const pawl_body_id lift = add_block(make, 8, 11 * 16, 24);
    pawl_joint_def joint = pawl_joint_def_at(make->world, PAWL_JOINT_PRISMATIC, make->anchor, lift,
                                             place(11 * 16, 24), PAWL_TURN(1, 4));
    joint.motor = joint.limit = true;
    joint.lower = -PAWL_FX_ONE;
    joint.upper = PAWL_FX(4, 0, 1);
    joint.motor_speed = PAWL_FX(0, 3, 4);
    joint.motor_max = PAWL_WIDE(40, 0, 1);
    add_joint(make, &joint);

    const pawl_body_id a = add_block(make, 7, 4 * 16, 8 * 16);
    const pawl_body_id b = add_block(make, 6, 6 * 16, 8 * 16);
    joint = pawl_joint_def_between(make->world, PAWL_JOINT_DISTANCE, a, b, place(4 * 16, 8 * 16),
                                   place(6 * 16, 8 * 16));
    joint.spring = joint.limit = joint.motor = true;
    joint.hertz = PAWL_FX_ONE;
    joint.lower = PAWL_FX_ONE;
    joint.upper = PAWL_FX(3, 0, 1);
    joint.motor_speed = PAWL_FX_ONE;
    joint.motor_max = PAWL_WIDE(1, 0, 1);
    add_joint(make, &joint);

    const pawl_body_id follower = add_block(make, 6, 2 * 16, 6 * 16);
    joint = pawl_joint_def_at(make->world, PAWL_JOINT_MOTOR, make->anchor, follower,
                              place(2 * 16, 6 * 16), 0);
    joint.motor = joint.spring = true;
    joint.linear_velocity = place(8, 4);
    joint.motor_speed = PAWL_FX_ONE;
    joint.motor_max = joint.force_max = PAWL_WIDE(3, 0, 1);
    joint.hertz = joint.angular_hertz = PAWL_FX_ONE;
    joint.angular_damping_ratio = PAWL_FX(0, 1, 2);
    joint.spring_force_max = joint.spring_torque_max = PAWL_WIDE(9, 0, 1);
    add_joint(make, &joint);
}

/* A weld that bends, one that breaks under the heap, and a pair that passes through itself. */
static void add_welds(maker *make) {
    const pawl_body_id a = add_block(make, 7, -2 * 16, 12 * 16);
    const pawl_body_id b = add_block(make, 7, -16, 12 * 16);
    pawl_joint_def joint =
        pawl_joint_def_at(make->world, PAWL_JOINT_WELD, a, b, place(-24, 12 * 16), 0);
    joint.break_force = PAWL_WIDE(60, 0, 1);
    joint.break_torque = PAWL_WIDE(30, 0, 1);
    joint.user_data = 77;
    joint.collide_connected = true;
    add_joint(make, &joint);
    const pawl_body_id c = add_block(make, 7, 16, 12 * 16);
    joint = pawl_joint_def_at(make->world, PAWL_JOINT_WELD, b, c, place(0, 12 * 16), 0);
    joint.spring = true;
    joint.hertz = PAWL_FX(3, 0, 1);
    joint.angular_hertz = PAWL_FX(2, 0, 1);
    joint.damping_ratio = joint.angular_damping_ratio = PAWL_FX(0, 1, 4);
    add_joint(make, &joint);
    joint = pawl_joint_def_at(make->world, PAWL_JOINT_FILTER, a, c, place(0, 0), 0);
    add_joint(make, &joint);
}

static void add_pulley(maker *make) {
    const pawl_body_id light = add_block(make, 6, -9 * 16, 4 * 16);
    const pawl_body_id heavy = add_block(make, 8, -7 * 16, 5 * 16);
    pawl_joint_def joint = pawl_joint_def_between(make->world, PAWL_JOINT_PULLEY, light, heavy,
                                                  place(-9 * 16, 4 * 16), place(-7 * 16, 5 * 16));
    joint.ground_a = place(-9 * 16, 8 * 16);
    joint.ground_b = place(-7 * 16, 8 * 16);
    joint.ratio = PAWL_FX(1, 1, 4);
    joint.target = PAWL_FX(7, 3, 4);
    add_joint(make, &joint);
}

static void add_hinge(maker *make, pawl_body_id wheel, int32_t x, int32_t y) {
    const pawl_joint_def joint =
        pawl_joint_def_at(make->world, PAWL_JOINT_REVOLUTE, make->anchor, wheel, place(x, y), 0);
    add_joint(make, &joint);
}

/* Two wheels in gear, and one that turns one way only. */
static void add_clockwork(maker *make) {
    const pawl_body_id small = add_wheel(make, 8, 7 * 16, 6 * 16);
    const pawl_body_id large = add_wheel(make, 14, 9 * 16, 6 * 16);
    add_hinge(make, small, 7 * 16, 6 * 16);
    add_hinge(make, large, 9 * 16, 6 * 16);
    pawl_joint_def joint =
        pawl_joint_def_at(make->world, PAWL_JOINT_GEAR, small, large, place(8 * 16, 6 * 16), 0);
    joint.ratio = -PAWL_FX(2, 0, 1);
    add_joint(make, &joint);
    const pawl_body_id clock = add_wheel(make, 10, 5 * 16, 5 * 16);
    add_hinge(make, clock, 5 * 16, 5 * 16);
    joint = pawl_joint_def_at(make->world, PAWL_JOINT_RATCHET, make->anchor, clock,
                              place(5 * 16, 5 * 16), 0);
    joint.ratio = PAWL_FX(0, 1, 4);
    add_joint(make, &joint);
}

/* ---- the heap ---- */

static pawl_body_def heap_def(int32_t i) {
    pawl_body_def def = pawl_body_def_default();
    def.type = PAWL_DYNAMIC;
    def.angle = (pawl_angle)i * PAWL_TURN(1, 13);
    def.velocity = place(8 * (i % 5 - 2), -16 * (i % 4));
    def.angular_velocity = PAWL_FX(1, 0, 1) * (i % 9 - 4);
    def.fixed_rotation = i % 7 == 3;
    def.bullet = i % 11 == 5;
    def.linear_damping = i % 6 == 1 ? PAWL_FX(0, 1, 8) : 0;
    def.angular_damping = i % 6 == 2 ? PAWL_FX(0, 1, 2) : 0;
    def.gravity_scale = i % 10 == 4 ? PAWL_FX(0, 3, 4) : PAWL_FX_ONE;
    def.user_data = (uint32_t)i;
    return def;
}

static pawl_shape_def heap_material(int32_t i) {
    pawl_shape_def def = pawl_shape_def_default();
    def.density = PAWL_FX_ONE + SIXTEENTH * (i % 8);
    def.friction = PAWL_FX(0, 1, 4) + SIXTEENTH * (i % 5);
    def.restitution = i % 4 == 2 ? PAWL_FX(0, 2, 5) : 0;
    def.rolling_resistance = i % 3 == 0 ? PAWL_FX(0, 1, 16) : 0;
    def.hit_events = i % 2 == 0;
    if (PAWL_WITH_FRACTURE && i % 5 == 1) def.break_impulse = PAWL_FX(1, 0, 1);
    def.user_data = 1000 - (uint32_t)i;
    def.filter.group = i % 12 == 9 ? -3 : 0;
    def.filter.category = i % 8 == 6 ? 2 : 1;
    if (i % 16 == 13) def.filter.mask = UINT32_MAX - 2u;
    return def;
}

static void add_heap_shape(maker *make, pawl_body_id body, int32_t i) {
    const pawl_shape_def def = heap_material(i);
    const uint32_t corners = i % 10 == 3 ? 6 : 8;
    pawl_vec2 points[8];
    pawl_convex convex;
    memset(&convex, 0, sizeof convex);
    switch (i % 5) {
    case 0:
        add_circle(make, body, &def, 7);
        return;
    case 1:
        add_box_at(make, body, &def, 7, 8, 0, 0);
        return;
    case 2:
        note(make, pawl_make_capsule(place(-5, 0), place(5, 1), 4 * SIXTEENTH, &convex));
        break;
    case 3:
        for (uint32_t k = 0; k < corners; k++) {
            const pawl_rot rot =
                pawl_rot_from_angle(k * pawl_angle_from_turns(1, corners) + PAWL_TURN(1, 40));
            points[k] = pawl_rotate(rot, place(8, 0));
        }
        note(make,
             pawl_make_polygon(points, (int32_t)corners, i % 2 == 0 ? SIXTEENTH : 0, &convex));
        break;
    default: /* two shapes, and a sensor around one of them */
        add_box_at(make, body, &def, 9, 4, 0, 0);
        add_box_at(make, body, &def, 4, 4, 4, 8);
        if (i % 10 == 9) {
            pawl_shape_def sense = def;
            sense.sensor = true;
            sense.hit_events = false;
            add_circle(make, body, &sense, 16);
        }
        return;
    }
    add_shape(make, body, &def, &convex);
}

/* Most fall onto the ground, some into the room of tiles and onto the hill. */
static void add_heap(maker *make) {
    for (int32_t i = 0; i < HEAP_BODIES; i++) {
        pawl_body_def def = heap_def(i);
        int32_t x = 16 * (i % 6 - 2) + 20 + i, y = 16 + 18 * (i / 6);
        if (i % 9 == 7) x = -20 * 16 + 2 * i, y = 5 * 16;
        if (i % 9 == 8) x = 16 * 16 + 3 * i, y = 4 * 16;
        add_heap_shape(make, add_body(make, &def, x, y), i);
    }
}

static void add_towers(maker *make) {
    for (int32_t i = 0; i < 3; i++) {
        add_block(make, 8, -11 * 16, 8 + 16 * i);
        add_block(make, 8, -6 * 16 - 24, 8 + 16 * i);
    }
}

pawl_status pileup_make(void *memory, size_t size, const pawl_world_def *def, pawl_world **out) {
    maker make;
    memset(&make, 0, sizeof make);
    make.status = pawl_world_init(memory, size, def, &make.world);
    if (make.status != PAWL_OK) return make.status;
    add_level(&make);
    add_rope(&make);
    add_car(&make);
    add_sliders(&make);
    add_welds(&make);
    add_pulley(&make);
    add_clockwork(&make);
    add_towers(&make);
    add_heap(&make);
    *out = make.world;
    return make.status;
}
