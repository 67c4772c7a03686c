/* heroes.c - see heroes.h. */
#include "support/state/heroes.h"

#define LADDER 2u
#define WATER 4u
#define HEROES 5
#define WALKER 3      /* who never jumps, on a floor of its own */
#define ROPE_WALKER 4 /* on a rope bridge of its own */
#define ROPE_LINKS 12

static pawl_fx hundredths(int value) {
    return (pawl_fx)((int64_t)value * PAWL_FX_ONE / 100);
}

pawl_world_def heroes_def(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 32;
    def.joint_capacity = 0;
    def.character_capacity = PAWL_WITH_CHARACTERS ? HEROES : 0;
    def.soft_capacity = PAWL_WITH_SOFT ? 1 : 0;
    def.soft_point_capacity = PAWL_WITH_SOFT ? ROPE_LINKS + 1 : 0;
    def.soft_link_capacity = PAWL_WITH_SOFT ? ROPE_LINKS : 0;
    return def;
}

/* In hundredths of a unit: the middle, half width and half height. */
static pawl_body_id add(pawl_world *world, pawl_body_type type, int x, int y, int width, int height,
                        uint32_t zone, bool one_way) {
    pawl_body_def def = pawl_body_def_default();
    pawl_shape_def material = pawl_shape_def_default();
    pawl_body_id body = PAWL_NULL_BODY;
    def.type = type;
    def.position = pawl_vec2_make(hundredths(x), hundredths(y));
    material.one_way = one_way;
    material.sensor = zone != 0;
    if (zone != 0) material.filter.category = zone;
    const pawl_status status =
        pawl_body_create_box(world, &def, &material, hundredths(width), hundredths(height), &body);
    return status == PAWL_OK ? body : PAWL_NULL_BODY;
}

static bool add_hero(pawl_world *world, int which) {
    pawl_character_def def = pawl_character_def_default();
    pawl_character_id hero;
    def.position = pawl_vec2_make(hundredths(200 * which - 300), hundredths(150));
    if (which == WALKER) def.position = pawl_vec2_make(hundredths(100), hundredths(1100));
    if (which == ROPE_WALKER) def.position = pawl_vec2_make(hundredths(2200), hundredths(400));
    def.ladders = LADDER;
    def.water = WATER;
    def.push = hundredths(50);
    def.mass = hundredths(40);
    def.air_jumps = (uint8_t)which;
    if (which == 1) def.filter.category = 8;
    return pawl_character_create(world, &def, &hero) == PAWL_OK;
}

/* A slope, and above it a step that is higher than one on level ground may be. */
static void add_steep_course(pawl_world *world) {
    const pawl_vec2 middle = {hundredths(-100), hundredths(1020)};
    (void)add(world, PAWL_STATIC, 0, 950, 400, 50, 0, false);
    for (int side = -1; side <= 1; side += 2)
        (void)add(world, PAWL_STATIC, 380 * side, 1200, 10, 200, 0, false);
    const pawl_body_id slope = add(world, PAWL_STATIC, -100, 1020, 150, 20, 0, false);
    (void)pawl_body_set_pose(world, slope, middle, 0u - PAWL_TURN(1, 16));
    (void)add(world, PAWL_STATIC, -280, 1045, 60, 72, 0, false);
}

#if PAWL_WITH_SOFT
/* From wall to wall, longer than the way. */
static bool add_rope(pawl_world *world) {
    pawl_soft_point points[ROPE_LINKS + 1];
    pawl_soft_link links[ROPE_LINKS];
    pawl_soft_parts parts = {points, links, ROPE_LINKS + 1, ROPE_LINKS, 0, 0};
    pawl_soft_def def = pawl_soft_def_default();
    pawl_soft_id rope;
    for (int side = -1; side <= 1; side += 2)
        (void)add(world, PAWL_STATIC, 2200 + 420 * side, 400, 20, 200, 0, false);
    if (pawl_soft_add_rope(&parts, pawl_vec2_make(hundredths(1800), hundredths(300)),
                           pawl_vec2_make(hundredths(2600), hundredths(300)), ROPE_LINKS,
                           PAWL_FX_ONE, PAWL_FX_ONE, 0) != PAWL_OK)
        return false;
    points[0].mass = points[ROPE_LINKS].mass = 0;
    for (int i = 0; i < ROPE_LINKS; i++)
        links[i].length += links[i].length / 40;
    def.points = points;
    def.links = links;
    def.point_count = ROPE_LINKS + 1;
    def.link_count = ROPE_LINKS;
    def.radius = hundredths(10);
    return pawl_soft_create(world, &def, &rope) == PAWL_OK;
}
#endif

bool heroes_make(pawl_world *world) {
    bool done = true;
    (void)add(world, PAWL_STATIC, 0, -50, 1400, 50, 0, false);
    for (int i = 0; i < 4; i++) /* stairs up to a wall */
        (void)add(world, PAWL_STATIC, 600 + 60 * i, 12 + 12 * i, 30, 12 + 12 * i, 0, false);
    (void)add(world, PAWL_STATIC, 1300, 200, 20, 300, 0, false);
    (void)add(world, PAWL_STATIC, -1300, 200, 20, 300, 0, false);
    const pawl_body_id slope = add(world, PAWL_STATIC, -500, 20, 150, 20, 0, false);
    (void)pawl_body_set_pose(world, slope, pawl_vec2_make(hundredths(-500), hundredths(20)),
                             0u - PAWL_TURN(1, 16));
    (void)add(world, PAWL_STATIC, -680, 45, 60, 60, 0, false);
    (void)add(world, PAWL_STATIC, 0, 200, 120, 10, 0, true);
    (void)add(world, PAWL_STATIC, 0, 100, 25, 110, LADDER, false);
    (void)add(world, PAWL_STATIC, 1050, 120, 150, 100, WATER, false);
    const pawl_body_id lift = add(world, PAWL_KINEMATIC, 300, 10, 80, 10, 0, false);
    done = pawl_body_set_velocity(world, lift, pawl_vec2_make(0, PAWL_FX_ONE)) == PAWL_OK;
    for (int i = 0; i < 3; i++)
        (void)add(world, PAWL_DYNAMIC, 130 + 90 * i, 300, 20, 20, 0, false);
    add_steep_course(world);
#if PAWL_WITH_SOFT
    done = done && add_rope(world);
#endif
    for (int i = 0; done && i < HEROES; i++)
        done = add_hero(world, i);
    return done;
}

void heroes_call(void *nothing, pawl_world *world, uint32_t step) {
    pawl_character_id hero = {0, 0};
    uint32_t number = 0;
    (void)nothing;
    while ((hero = pawl_world_next_character(world, hero)).index1 != 0) {
        const uint32_t phase = step + 61u * number;
        pawl_character_input input = {0, 0, 0};
        input.run = phase / 140u % 2u == 0 ? PAWL_FX_ONE : -PAWL_FX_ONE;
        if (phase % 90u > 60u) input.run /= 4;
        if (phase % 200u > 190u) input.run = 0;
        if (phase % 80u < 50u) input.climb = phase % 160u < 80u ? PAWL_FX_ONE : -PAWL_FX_ONE;
        if (number == WALKER) input.run = phase / 100u % 2u == 0 ? -PAWL_FX_ONE : PAWL_FX_ONE;
        if (number != WALKER && phase % 47u < 9u) input.buttons |= PAWL_CHARACTER_JUMP;
        if (phase % 150u < 4u) input.buttons |= PAWL_CHARACTER_DROP;
        if (phase % 31u == 0) (void)pawl_character_set_input(world, hero, &input);
        if (phase % 7u == 0) (void)pawl_character_set_input(world, hero, &input);
        number++;
    }
    for (pawl_body_id body = pawl_world_next_body(world, PAWL_NULL_BODY); body.index1 != 0;
         body = pawl_world_next_body(world, body)) {
        const pawl_fx y = pawl_body_get_position(world, body).y;
        pawl_vec2 velocity = pawl_body_get_velocity(world, body);
        if (pawl_body_get_type(world, body) != PAWL_KINEMATIC || velocity.y == 0) continue;
        if (y > hundredths(200)) velocity.y = -PAWL_FX_ONE;
        if (y < hundredths(10)) velocity.y = PAWL_FX_ONE;
        (void)pawl_body_set_velocity(world, body, velocity);
    }
}
