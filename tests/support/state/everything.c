/* everything.c - a world with at least one of everything in it, and calls that keep it busy. */
#include "support/state/everything.h"

#include "support/base/seeded.h"

#include <string.h>

#define FX(units) ((pawl_fx)((units)*65536.0))
#define VEC(x, y) pawl_vec2_make(FX(x), FX(y))
static const pawl_body_id no_body = {0, 0};
static const pawl_shape_id no_shape = {0, 0};
static const pawl_joint_id no_joint = {0, 0};
static const pawl_soft_id no_soft = {0, 0};

const pawl_vec2 everything_points[EVERYTHING_POINTS] = {
    {FX(12), FX(4)},    {FX(12), FX(0)},  {FX(13), FX(-1)}, {FX(16), FX(-1)},
    {FX(19), FX(-0.5)}, {FX(22), FX(-1)}, {FX(24), FX(0)},  {FX(24), FX(4)},
};

const uint8_t everything_cells[EVERYTHING_CELLS] = {
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, /* bottom */
    1, 0, 0, 0, 0, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 6, 6, 0, 1, /* */
    1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, /* */
    1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
};

pawl_world_def everything_def(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = 64;
    def.shape_capacity = 96;
    def.joint_capacity = 40;
    def.event_capacity = 12;
    def.soft_capacity = 6;
    def.soft_point_capacity = 80;
    def.soft_link_capacity = 160;
    def.character_capacity = PAWL_WITH_CHARACTERS ? 4 : 0;
    return def;
}

static uint32_t pick(uint64_t *seed, uint32_t count) {
    return (uint32_t)(seeded_next(seed) >> 33) % count;
}

/* A position between two numbers of units. */
static pawl_fx between(uint64_t *seed, int low, int high) {
    return FX(low) + (pawl_fx)pick(seed, (uint32_t)FX(high - low));
}

static bool make_convex(uint32_t which, pawl_convex *out) {
    static const pawl_vec2 points[6] = {
        {FX(0.5), 0},  {FX(0.25), FX(0.4375)},   {FX(-0.25), FX(0.4375)},
        {FX(-0.5), 0}, {FX(-0.25), FX(-0.4375)}, {FX(0.25), FX(-0.4375)},
    };
    switch (which % 5) {
    case 0:
        return pawl_make_box(FX(0.5), FX(0.25), out) == PAWL_OK;
    case 1:
        return pawl_make_circle(VEC(0.125, 0), FX(0.375), out) == PAWL_OK;
    case 2:
        return pawl_make_capsule(VEC(-0.25, 0), VEC(0.25, 0), FX(0.25), out) == PAWL_OK;
    case 3:
        return pawl_make_polygon(points, 6, 0, out) == PAWL_OK;
    default:
        return pawl_make_box(FX(0.375), FX(0.375), out) == PAWL_OK;
    }
}

static bool add_shape(pawl_world *world, pawl_body_id body, uint64_t *seed, unsigned features) {
    pawl_shape_def def = pawl_shape_def_default();
    pawl_convex convex;
    pawl_shape_id shape;
    def.density = FX(0.5) + (pawl_fx)pick(seed, 65536);
    def.friction = (pawl_fx)pick(seed, 65536);
    def.restitution = (pawl_fx)pick(seed, 20000);
    def.rolling_resistance = (pawl_fx)pick(seed, 3000);
    def.user_data = (uint32_t)seeded_next(seed);
    def.hit_events = features & 1;
    def.sensor = features % 16 == 2;
    def.one_way = features % 16 == 5;
    if (PAWL_WITH_FRACTURE && features % 8 == 4) def.break_impulse = FX(2);
    if (features % 8 == 3) def.tangent_speed = FX(1);
    if (features % 16 == 7) def.filter.group = -3;
    return make_convex(pick(seed, 5), &convex) &&
           pawl_shape_create(world, body, &def, &convex, &shape) == PAWL_OK;
}

static bool add_body(pawl_world *world, pawl_body_type type, uint64_t *seed, unsigned features,
                     pawl_body_id *out) {
    pawl_body_def def = pawl_body_def_default();
    def.type = type;
    def.position = pawl_vec2_make(between(seed, -9, 22), between(seed, 2, 6));
    def.angle = (pawl_angle)seeded_next(seed);
    def.velocity = pawl_vec2_make(between(seed, -2, 2), between(seed, -2, 2));
    def.linear_damping = (pawl_fx)pick(seed, 4000);
    def.angular_damping = (pawl_fx)pick(seed, 4000);
    def.user_data = (uint32_t)seeded_next(seed);
    def.bullet = features % 5 == 0;
    def.fixed_rotation = features % 7 == 0;
    def.can_sleep = features % 6 != 0;
    def.awake = features % 9 != 0;
    def.enabled = features % 11 != 0;
    if (features % 4 == 0) def.gravity_scale = FX(0.5);
    return pawl_body_create(world, &def, out) == PAWL_OK && add_shape(world, *out, seed, features);
}

static bool add_joint(pawl_world *world, pawl_joint_type type, pawl_body_id a, pawl_body_id b) {
    pawl_joint_def def = pawl_joint_def_at(world, type, a, b, pawl_body_get_position(world, a),
                                           (pawl_angle)12345678);
    pawl_joint_id joint;
    def.limit = def.motor = def.spring = type % 2 == 0;
    def.collide_connected = type % 3 == 0;
    def.lower = 0;
    def.upper = def.target = FX(1.5);
    def.motor_speed = FX(0.5);
    def.hertz = def.angular_hertz = FX(4);
    def.motor_max = def.force_max = FX(20);
    def.spring_force_max = def.spring_torque_max = FX(30);
    def.ground_a = VEC(-3, 9);
    def.ground_b = VEC(3, 9);
    if (type == PAWL_JOINT_PULLEY) def.target = FX(12);
    if (type == PAWL_JOINT_MOTOR) def.linear_velocity = VEC(0.25, 0);
    if (type == PAWL_JOINT_REVOLUTE) def.break_force = FX(1000);
    def.user_data = 0x1000u + (uint32_t)type;
    return pawl_joint_create(world, &def, &joint) == PAWL_OK;
}

static bool add_chain(pawl_world *world, pawl_body_id body) {
    const pawl_chain chain = {everything_points, EVERYTHING_POINTS, false, true, true};
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    return pawl_shape_create_chain(world, body, &def, &chain, &shape) == PAWL_OK;
}

static bool add_terrain(pawl_world *world) {
    const pawl_tile_map map = {everything_cells, 24, 4, PAWL_FX_ONE, VEC(-12, -1)};
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_body_def ground = pawl_body_def_default(), mover = pawl_body_def_default();
    mover.type = PAWL_KINEMATIC;
    mover.velocity = VEC(0, 0.0625);
    pawl_body_id first, second;
    pawl_shape_id shape;
    return pawl_body_create(world, &ground, &first) == PAWL_OK &&
           pawl_shape_create_tiles(world, first, &def, &map, &shape) == PAWL_OK &&
           pawl_body_create(world, &mover, &second) == PAWL_OK && add_chain(world, second);
}

static bool add_platform(pawl_world *world, double x, double y, unsigned features) {
    pawl_body_def body_def = pawl_body_def_default();
    pawl_shape_def def = pawl_shape_def_default();
    pawl_body_id body;
    pawl_shape_id shape;
    pawl_convex convex;
    body_def.position = VEC(x, y);
    def.one_way = features == 0;
    def.sensor = features == 1;
    def.tangent_speed = features == 2 ? FX(1) : 0;
    return pawl_body_create(world, &body_def, &body) == PAWL_OK &&
           pawl_make_box(FX(2), FX(0.25), &convex) == PAWL_OK &&
           pawl_shape_create(world, body, &def, &convex, &shape) == PAWL_OK;
}

#define FAR 1000 /* units */
#define SOFT_POINTS 24
#define SOFT_LINKS 48

static pawl_status build_soft(uint64_t *seed, uint32_t which, pawl_soft_parts *parts) {
    const pawl_vec2 place = pawl_vec2_make(between(seed, -9, 9), between(seed, 3, 6));
    const pawl_vec2 end = pawl_vec2_add(place, VEC(1.5, 0.25));
    const pawl_vec2 corners[4] = {place, pawl_vec2_add(place, VEC(0.75, 0)),
                                  pawl_vec2_add(place, VEC(0.75, 0.75)),
                                  pawl_vec2_add(place, VEC(0, 0.75))};
    const pawl_box box = {place, pawl_vec2_add(place, VEC(1.5, 1))};
    switch (which % 4) {
    case 0:
        return pawl_soft_add_rope(parts, place, end, 6, FX(2), FX(1), FX(0.125));
    case 1:
        return pawl_soft_add_blob(parts, place, FX(0.5), 9, FX(1), FX(0.75), FX(0.25));
    case 2:
        return pawl_soft_add_polygon(parts, corners, 4, FX(3), FX(1), FX(0.5));
    default:
        return pawl_soft_add_cloth(parts, box, 3, 2, FX(1), FX(0.875), FX(0.25));
    }
}

static bool add_soft(pawl_world *world, uint64_t *seed, uint32_t which, pawl_body_id body) {
    pawl_soft_point points[SOFT_POINTS];
    pawl_soft_link links[SOFT_LINKS];
    pawl_soft_parts parts = {points, links, SOFT_POINTS, SOFT_LINKS, 0, 0};
    pawl_soft_def def = pawl_soft_def_default();
    pawl_soft_id soft;
    uint32_t link;
    if (build_soft(seed, which, &parts) != PAWL_OK) return false;
    for (uint32_t i = 0; i < parts.link_count; i++) {
        if (links[i].type == PAWL_LINK_DISTANCE) links[i].tear = which % 3 == 0 ? FX(1.5) : 0;
    }
    points[0].velocity = VEC(0.5, 0.25);
    if (which % 2 == 0) points[0].mass = 0;
    def.points = points;
    def.links = links;
    def.point_count = parts.point_count;
    def.link_count = parts.link_count;
    if (which % 4 == 1 || which % 4 == 2) def.outline_count = parts.point_count;
    def.pressure = FX(0.5);
    def.restitution = (pawl_fx)pick(seed, 30000);
    def.friction = (pawl_fx)pick(seed, 90000);
    def.damping = (pawl_fx)pick(seed, 30000);
    def.gravity_scale = which % 3 == 1 ? FX(0.75) : FX(1);
    def.filter.group = which % 5 == 4 ? 7 : 0;
    def.iterations = (uint8_t)(3 + which % 4);
    def.self_collide = which % 2 == 1;
    def.can_sleep = which % 7 != 6;
    def.user_data = (uint32_t)seeded_next(seed);
    return pawl_soft_create(world, &def, &soft) == PAWL_OK &&
           pawl_soft_attach(world, soft, 1, body,
                            pawl_pose_unapply(pawl_body_get_pose(world, body), points[1].position),
                            &link) == PAWL_OK;
}

/* Two of the slots have been used before. */
static bool add_softs(pawl_world *world, pawl_body_id body) {
    uint64_t seed = seeded_base + 7;
    bool done = true;
    for (uint32_t i = 0; done && i < 4; i++)
        done = add_soft(world, &seed, i, body);
    return done && pawl_soft_destroy(world, pawl_world_next_soft(world, no_soft)) == PAWL_OK;
}

static bool add_hero(pawl_world *world, uint64_t *seed) {
    pawl_character_def def = pawl_character_def_default();
    pawl_character_id hero;
    def.position = pawl_vec2_make(between(seed, -9, 9), between(seed, 1, 5));
    def.radius = FX(0.25) + (pawl_fx)pick(seed, 8192);
    def.half_height = (pawl_fx)pick(seed, 32768);
    def.mass = (pawl_fx)pick(seed, 200000);
    def.push = (pawl_fx)pick(seed, 100000);
    def.air_jumps = (uint8_t)pick(seed, 3);
    def.ladders = def.water = 0;
    *(pick(seed, 2) == 0 ? &def.ladders : &def.water) = 1; /* any sensor */
    def.user_data = (uint32_t)seeded_next(seed);
    return pawl_character_create(world, &def, &hero) == PAWL_OK;
}

/* One of the slots has been used before. */
static bool add_heroes(pawl_world *world) {
    uint64_t seed = seeded_base + 11;
    const pawl_character_id none = {0, 0};
    bool done = true;
    for (int i = 0; done && i < 3; i++)
        done = add_hero(world, &seed);
    return done && pawl_character_destroy(world, pawl_world_next_character(world, none)) == PAWL_OK;
}

bool everything_make(pawl_world *world) {
    uint64_t seed = seeded_base;
    bool done = add_terrain(world) && add_platform(world, -6, 2, 0) &&
                add_platform(world, 0, 1, 1) && add_platform(world, 6, 1, 2);
    pawl_body_id body, before = no_body;
    for (unsigned i = 0; done && i < 24; i++) {
        done = add_body(world, PAWL_DYNAMIC, &seed, i, &body);
        if (i % 3 == 1) done = done && add_shape(world, body, &seed, i & 1);
        if (i >= 10 && i < 20) {
            const pawl_joint_type type = (pawl_joint_type)(i - 10 + PAWL_JOINT_REVOLUTE);
            done = done && add_joint(world, type, before, body);
        }
        before = body;
    }
    done = done && (!PAWL_WITH_SOFT || add_softs(world, before));
    return done && (!PAWL_WITH_CHARACTERS || add_heroes(world));
}

/* The body at a random place of the list, past the terrain. */
static pawl_body_id any_body(const pawl_world *world, uint64_t *seed) {
    const uint32_t count = pawl_world_get_counters(world).bodies;
    pawl_body_id body = pawl_world_next_body(world, no_body);
    for (uint32_t i = 2 + pick(seed, count > 2 ? count - 2 : 1); i > 0; i--)
        body = pawl_world_next_body(world, body);
    return body;
}

static pawl_joint_id any_joint(const pawl_world *world, uint64_t *seed) {
    const uint32_t count = pawl_world_get_counters(world).joints;
    pawl_joint_id joint = pawl_world_next_joint(world, no_joint);
    for (uint32_t i = count == 0 ? 0 : pick(seed, count); i > 0; i--)
        joint = pawl_world_next_joint(world, joint);
    return joint;
}

static void change_body(pawl_world *world, pawl_body_id body, uint64_t *seed) {
    const pawl_mass mass = {FX(3), VEC(0.125, 0), FX(1)};
    switch (pick(seed, 10)) {
    case 0:
        pawl_body_set_enabled(world, body, !pawl_body_is_enabled(world, body));
        break;
    case 1:
        pawl_body_set_type(world, body, (pawl_body_type)pick(seed, 3));
        break;
    case 2:
        pawl_body_set_awake(world, body, pick(seed, 2) != 0);
        break;
    case 3:
        pawl_body_set_pose(world, body, VEC(2, 5), (pawl_angle)seeded_next(seed));
        break;
    case 4:
        (void)pawl_body_set_mass(world, body, mass);
        break;
    case 5:
        pawl_body_set_bullet(world, body, !pawl_body_is_bullet(world, body));
        break;
    case 6:
        pawl_body_apply_force(world, body, (pawl_wide2){FX(3), FX(9)}, VEC(1, 1));
        break;
    default:
        pawl_body_change_velocity(world, body, VEC(0.5, 2), pawl_body_get_position(world, body));
        break;
    }
}

static void drive_one(pawl_world *world, uint64_t *seed) {
    pawl_body_id body = any_body(world, seed);
    const pawl_body_id other = any_body(world, seed);
    switch (pick(seed, 9)) {
    case 0:
        pawl_body_destroy(world, body);
        break;
    case 1:
        (void)add_body(world, PAWL_DYNAMIC, seed, pick(seed, 64), &body);
        break;
    case 2:
        (void)add_shape(world, body, seed, pick(seed, 32));
        break;
    case 3:
        pawl_shape_destroy(world, pawl_body_next_shape(world, body, no_shape));
        break;
    case 4:
        (void)add_joint(world, (pawl_joint_type)(1 + pick(seed, PAWL_JOINT_LAST)), body, other);
        break;
    case 5:
        pawl_joint_destroy(world, any_joint(world, seed));
        break;
    default:
        change_body(world, body, seed);
        break;
    }
}

static pawl_soft_id any_soft(const pawl_world *world, uint64_t *seed) {
    pawl_soft_id soft = pawl_world_next_soft(world, no_soft), found = soft;
    for (uint32_t i = pick(seed, 6); i > 0 && soft.index1 != 0; i--) {
        found = soft;
        soft = pawl_world_next_soft(world, soft);
    }
    return found;
}

static uint32_t count_softs(const pawl_world *world) {
    uint32_t count = 0;
    pawl_soft_id soft = no_soft;
    while ((soft = pawl_world_next_soft(world, soft)).index1 != 0)
        count++;
    return count;
}

static void drive_soft(pawl_world *world, uint64_t *seed) {
    const pawl_soft_id soft = any_soft(world, seed);
    const uint32_t points = pawl_soft_get_point_count(world, soft);
    const uint32_t links = pawl_soft_get_link_count(world, soft);
    const uint32_t point = points == 0 ? 0 : pick(seed, points);
    pawl_wide2 impulse = {FX(0.5), FX(1)};
    const bool few = count_softs(world) < 3;
    switch (few ? 0 : pick(seed, 10)) {
    case 0:
        (void)add_soft(world, seed, pick(seed, 64), any_body(world, seed));
        break;
    case 1:
        pawl_soft_destroy(world, soft);
        break;
    case 2:
        pawl_soft_tear(world, soft, links == 0 ? 0 : pick(seed, links));
        break;
    case 3:
        pawl_soft_set_point_velocity(world, soft, point, VEC(-1, 2));
        break;
    case 4:
        pawl_soft_set_point_mass(world, soft, point, pick(seed, 3) == 0 ? 0 : FX(0.5));
        break;
    case 5:
        pawl_soft_set_awake(world, soft, pick(seed, 2) != 0);
        break;
    case 6:
        pawl_soft_set_iterations(world, soft, 1 + (int32_t)pick(seed, 6));
        break;
    case 7:
        pawl_soft_set_target_area2(world, soft, INT64_C(3) << (30 + pick(seed, 3)));
        break;
    default:
        pawl_soft_apply_point_impulse(world, soft, point, impulse);
        break;
    }
}

/* Characters are told something else, come and go. */
static void drive_heroes(pawl_world *world, uint64_t *seed) {
    pawl_character_id hero = {0, 0};
    int count = 0;
    while ((hero = pawl_world_next_character(world, hero)).index1 != 0) {
        const pawl_character_input input = {(pawl_fx)pick(seed, 131073) - 65536,
                                            (pawl_fx)pick(seed, 131073) - 65536, pick(seed, 4)};
        (void)pawl_character_set_input(world, hero, &input);
        count++;
    }
    if (count < 2) (void)add_hero(world, seed);
    hero = pawl_world_next_character(world, hero);
    if (pick(seed, 8) == 0)
        pawl_character_launch(world, hero, pawl_vec2_make(between(seed, -3, 3), FX(5)));
    if (pick(seed, 8) == 0) pawl_character_put(world, hero, VEC(2, 5));
    if (pick(seed, 16) == 0) pawl_character_destroy(world, hero);
}

/* Who has fallen off comes back. */
static void bring_back(pawl_world *world, pawl_body_id body, uint64_t *seed) {
    const pawl_vec2 at = pawl_body_get_position(world, body);
    if (at.y > FX(-4) && at.y < FX(20) && at.x > FX(-14) && at.x < FX(26)) return;
    pawl_body_set_pose(world, body, pawl_vec2_make(between(seed, -9, 9), between(seed, 1, 5)), 0);
    pawl_body_set_velocity(world, body, VEC(0, 0));
    pawl_body_set_angular_velocity(world, body, 0);
}

/* Of a place or the corner of a box, wherever the world is. */
static bool is_far(const pawl_world *world, pawl_vec2 place) {
    const pawl_wide2 origin = pawl_world_get_origin(world);
    const pawl_wide x = place.x + origin.x, y = place.y + origin.y;
    return x < FX(-FAR) || x > FX(FAR) || y < FX(-FAR) || y > FX(FAR);
}

static void tidy_softs(pawl_world *world) {
    pawl_soft_id next = pawl_world_next_soft(world, no_soft);
    while (next.index1 != 0) {
        const pawl_soft_id soft = next;
        const pawl_box box = pawl_soft_get_box(world, soft);
        next = pawl_world_next_soft(world, soft);
        if (is_far(world, box.lower) || is_far(world, box.upper)) pawl_soft_destroy(world, soft);
    }
}

void everything_tidy(pawl_world *world) {
    if (PAWL_WITH_SOFT) tidy_softs(world);
    pawl_body_id next = pawl_world_next_body(world, no_body);
    while (next.index1 != 0) {
        const pawl_body_id body = next;
        next = pawl_world_next_body(world, body);
        if (is_far(world, pawl_body_get_position(world, body))) pawl_body_destroy(world, body);
    }
}

void everything_drive(pawl_world *world, uint64_t seed, uint32_t step) {
    seed ^= (step + 1) * UINT64_C(0xD1342543DE82EF95);
    (void)seeded_next(&seed);
    for (int i = 0; i < 4; i++)
        bring_back(world, any_body(world, &seed), &seed);
    everything_tidy(world);
    uint64_t soft_seed = seed ^ 5;
    if (PAWL_WITH_SOFT && pick(&soft_seed, 3) == 0) drive_soft(world, &soft_seed);
    uint64_t hero_seed = seed ^ 9;
    if (PAWL_WITH_CHARACTERS && pick(&hero_seed, 4) == 0) drive_heroes(world, &hero_seed);
    if (pick(&seed, 2) != 0) return;
    for (uint32_t i = pick(&seed, 3); i > 0; i--)
        drive_one(world, &seed);
}

bool everything_bind(pawl_world *world) {
    for (int i = 0; i < 100; i++) {
        const pawl_shape_id shape = pawl_world_find_unbound(world);
        if (shape.index1 == 0) return true;
        if (pawl_shape_bind(world, shape, everything_points) != PAWL_OK &&
            pawl_shape_bind(world, shape, everything_cells) != PAWL_OK) {
            return false;
        }
    }
    return false;
}

bool everything_run(pawl_world *world, uint64_t seed, uint32_t from, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        everything_drive(world, seed, from + i);
        if (pawl_world_step(world, NULL) != PAWL_OK) return false;
    }
    return true;
}
