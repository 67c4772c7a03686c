/* episodes_movement.c - a character among bodies, and fields that push. */
#include "portcheck/check.h"

#include "pawl/character.h"
#include "pawl/field.h"
#include "pawl/mover.h"
#include "pawl/pawl.h"

#include <string.h>

#define UNITS(n) PAWL_FX(n, 0, 1)

static pawl_vec2 at(int16_t x, int16_t y) {
    return pawl_vec2_make(pawli_hundredths(x), pawli_hundredths(y));
}

static void expect_done(pawli_check *check, pawl_status status) {
    pawli_expect(check, "a field or a mover", status, PAWL_OK);
}

/* ---- mover ---- */

/* Without continuous collision the box that is pushed sets a fault. */
#if PAWL_WITH_CONTINUOUS
#define EPISODE_MOVER \
    { "mover", run_mover }
static void fold_mover(pawli_check *check, const pawl_mover *mover,
                       const pawl_mover_report *report) {
    pawli_fold_vec2(check, mover->position);
    pawli_fold_vec2(check, mover->velocity);
    pawli_fold_vec2(check, mover->remainder);
    pawli_fold_vec2(check, mover->ground_velocity);
    pawli_fold_rot(check, mover->ground_normal);
    pawli_fold(check, mover->on_ground + 2u * mover->crushed);
    pawli_fold(check, report->hit_count);
    for (uint32_t i = 0; i < report->hit_count && i < PAWL_MOVER_HITS_MAX; i++) {
        pawli_fold_vec2(check, report->hits[i].point);
        pawli_fold_rot(check, report->hits[i].normal);
    }
}

/* The planes around it, and where they would let it go. */
static void fold_planes(pawli_check *check, const pawl_world *world, const pawl_mover_def *def,
                        pawl_vec2 position) {
    pawl_plane planes[4];
    pawl_query_hit hit;
    const uint32_t count = pawl_mover_collide(world, def, position, planes, 4);
    pawli_fold(check, count);
    pawli_fold_vec2(check, pawl_solve_planes(at(30, -20), planes, count));
    pawli_fold_vec2(check, pawl_clip_velocity(at(200, -300), planes, count));
    if (!pawl_mover_cast(world, def, position, at(-300, 10), &hit)) return;
    pawli_fold(check, (uint32_t)hit.fraction);
    pawli_fold_rot(check, hit.normal);
}

/* Over a step, up a slope, against a box that yields, onto a lift, and jumps. */
static void run_mover(pawli_check *check) {
    pawl_world *const world = pawli_make_world(check, 6, 0);
    if (world == NULL) return;
    (void)pawli_add(check, world, PAWL_STATIC, 0, -50, 800, 50);
    (void)pawli_add(check, world, PAWL_STATIC, 150, 5, 30, 15);
    const pawl_body_id slope = pawli_add(check, world, PAWL_STATIC, 380, 20, 120, 20);
    (void)pawl_body_set_pose(world, slope, at(380, 20), PAWL_TURN(1, 14));
    (void)pawli_add(check, world, PAWL_DYNAMIC, 600, 40, 30, 30);
    const pawl_body_id lift = pawli_add(check, world, PAWL_KINEMATIC, -150, 10, 60, 10);
    (void)pawl_body_set_velocity(world, lift, at(20, 50));
    pawl_mover_def def = pawl_mover_def_default();
    pawl_mover mover;
    memset(&mover, 0, sizeof mover);
    mover.position = at(0, 120);
    def.push = UNITS(1) / 2;
    uint32_t on_ground = 0;
    for (int16_t tick = 0; tick < 280; tick++) {
        pawl_mover_report report;
        const pawl_vec2 velocity = {tick < 150 ? UNITS(3) : -UNITS(5),
                                    tick % 60 == 59 ? UNITS(3) : mover.velocity.y - UNITS(1) / 6};
        report.hit_count = 0;
        expect_done(check, pawl_mover_move(world, &def, &mover, velocity, 0, &report));
        expect_done(check, pawl_mover_push(world, &def, &report));
        if (tick % 20 == 0) fold_planes(check, world, &def, mover.position);
        fold_mover(check, &mover, &report);
        on_ground += mover.on_ground;
        pawli_play(check, world, 1);
        if (tick == 200) (void)pawl_body_set_velocity(world, lift, at(-30, -40));
    }
    pawli_expect(check, "a mover stands on ground", on_ground > 60, 1);
}
#else
#define EPISODE_MOVER \
    { "mover", NULL }
#endif

/* ---- characters ---- */

#if PAWL_WITH_CHARACTERS
#define EPISODE_CHARACTER \
    { "character", run_character }
#define LADDER 2u
#define WATER 4u

static void add_zone(pawli_check *check, pawl_world *world, uint32_t category, int16_t x, int16_t y,
                     int16_t half_width, int16_t half_height) {
    const pawl_body_id body = pawli_add(check, world, PAWL_STATIC, x, y, half_width, half_height);
    const pawl_shape_id shape = pawl_body_next_shape(world, body, PAWL_NULL_SHAPE);
    const pawl_filter filter = {category, UINT32_MAX, 0, 0};
    expect_done(check, pawl_shape_set_sensor(world, shape, true));
    expect_done(check, pawl_shape_set_filter(world, shape, filter));
}

static void fold_character(pawli_check *check, const pawl_character_state *state) {
    pawli_fold_vec2(check, state->position);
    pawli_fold_vec2(check, state->velocity);
    pawli_fold_vec2(check, state->ground_velocity);
    pawli_fold_rot(check, state->ground_normal);
    pawli_fold(check, (uint32_t)state->mode + 8u * state->events);
    pawli_fold(check, (uint32_t)state->landing_speed);
}

/* Two of them: up a step and a slope, against a crate, on a ladder, into water, with jumps. */
static void run_character(pawli_check *check) {
    pawl_world *const world = pawli_make_peopled(check, 7, 0, 2);
    if (world == NULL) return;
    pawl_character_def what = pawl_character_def_default();
    pawl_character_id heroes[2];
    uint32_t modes = 0;
    (void)pawli_add(check, world, PAWL_STATIC, 0, -50, 1200, 50);
    const pawl_body_id slope = pawli_add(check, world, PAWL_STATIC, 380, 20, 120, 20);
    expect_done(check, pawl_body_set_pose(world, slope, at(380, 20), PAWL_TURN(1, 14)));
    (void)pawli_add(check, world, PAWL_DYNAMIC, 600, 40, 30, 30);
    add_zone(check, world, LADDER, -150, 150, 30, 150);
    add_zone(check, world, WATER, 800, 100, 120, 100);
    what.ladders = LADDER;
    what.water = WATER;
    what.push = UNITS(1) / 2;
    for (int16_t i = 0; i < 2; i++) {
        what.position = at((int16_t)(i * 60), 100);
        expect_done(check, pawl_character_create(world, &what, &heroes[i]));
    }
    for (int16_t tick = 0; tick < 300; tick++) {
        for (int16_t i = 0; i < 2; i++) {
            const pawl_character_input input = {
                i == 0      ? UNITS(1)
                : tick < 60 ? -UNITS(1) / 2
                            : 0,
                tick % 90 < 50 ? UNITS(1) : 0,
                tick % (37 + 20 * i) > 25 * (i + 1) ? (uint32_t)PAWL_CHARACTER_JUMP : 0};
            expect_done(check, pawl_character_set_input(world, heroes[i], &input));
        }
        pawli_play(check, world, 1);
        for (int16_t i = 0; i < 2; i++) {
            const pawl_character_state state = pawl_character_get_state(world, heroes[i]);
            fold_character(check, &state);
            modes |= UINT32_C(1) << state.mode;
        }
    }
    pawli_fold(check, pawl_world_hash(world));
    pawli_expect(check, "characters stand, fall, climb and swim", modes, 15);
}
#else
#define EPISODE_CHARACTER \
    { "character", NULL }
#endif

/* ---- fields ---- */

/* A ball, a box and a plank, at rest in the air. */
static pawl_world *make_three(pawli_check *check) {
    pawl_world *const world = pawli_make_world(check, 4, 0);
    if (world == NULL) return NULL;
    (void)pawli_add(check, world, PAWL_STATIC, 0, -450, 800, 50);
    (void)pawli_add(check, world, PAWL_DYNAMIC, -200, 20, 50, 0);
    (void)pawli_add(check, world, PAWL_DYNAMIC, 0, 10, 50, 30);
    const pawl_body_id plank = pawli_add(check, world, PAWL_DYNAMIC, 200, 30, 90, 10);
    (void)pawl_body_set_pose(world, plank, at(200, 30), PAWL_TURN(1, 9));
    return world;
}

static void run_water(pawli_check *check) {
    pawl_world *const world = make_three(check);
    if (world == NULL) return;
    pawl_water_def sea = pawl_water_def_default(), pond = sea;
    const pawl_box box = {at(100, -100), at(400, 60)};
    pond.area = pawl_area_box(box);
    sea.density = UNITS(2);
    sea.flow = at(50, 0);
    pond.angular_drag = UNITS(4);
    for (int16_t tick = 0; tick < 90; tick++) {
        expect_done(check, pawl_world_apply_water(world, tick < 60 ? &sea : &pond));
        pawli_play(check, world, 1);
    }
}

static void run_wind(pawli_check *check) {
    pawl_world *const world = make_three(check);
    if (world == NULL) return;
    pawl_wind_def wind = pawl_wind_def_default();
    const pawl_body_id last = pawl_world_next_body(world, PAWL_NULL_BODY);
    wind.velocity = at(900, 200);
    wind.lift = UNITS(1) / 2;
    wind.drag = UNITS(1) / 4;
    for (int16_t tick = 0; tick < 60; tick++) {
        expect_done(check, pawl_world_apply_wind(world, &wind));
        if (tick == 30) {
            pawl_body_id ball = pawl_world_next_body(world, last);
            const pawl_shape_id shape = pawl_body_next_shape(world, ball, PAWL_NULL_SHAPE);
            expect_done(check, pawl_shape_apply_wind(world, shape, &wind));
        }
        pawli_play(check, world, 1);
    }
}

static void run_gravity(pawli_check *check) {
    pawl_world *const world = make_three(check);
    if (world == NULL) return;
    pawl_radial_gravity_def planet = pawl_radial_gravity_def_default();
    pawl_area_gravity_def room = pawl_area_gravity_def_default();
    const pawl_box left = {at(-400, -300), at(-50, 400)};
    planet.center = at(50, -100);
    planet.strength = PAWL_WIDE(30, 0, 1);
    room.area = pawl_area_box(left);
    room.gravity = at(100, 500);
    room.linear_damping = UNITS(1);
    room.angular_damping = UNITS(1) / 2;
    (void)pawl_world_set_gravity(world, at(0, -100));
    for (int16_t tick = 0; tick < 90; tick++) {
        planet.falloff = (pawl_falloff)(tick / 30);
        expect_done(check, pawl_world_apply_radial_gravity(world, &planet));
        expect_done(check, pawl_world_apply_area_gravity(world, &room));
        pawli_play(check, world, 1);
    }
}

static void run_explosion(pawli_check *check) {
    pawl_world *const world = make_three(check);
    if (world == NULL) return;
    pawl_explosion_def blast = pawl_explosion_def_default();
    blast.center = at(70, -60);
    blast.radius = UNITS(1);
    blast.falloff = UNITS(3);
    blast.impulse_per_length = PAWL_WIDE(3, 0, 1);
    blast.impulse = PAWL_WIDE(1, 0, 1);
    for (int16_t tick = 0; tick < 40; tick++) {
        if (tick % 15 == 3) expect_done(check, pawl_world_explode(world, &blast));
        blast.center.x += UNITS(1) / 32;
        pawli_play(check, world, 1);
    }
    pawli_expect(check, "faults of the world", (int64_t)pawl_world_get_faults(world), 0);
}

const pawli_episode pawli_movements_episodes[] = {
    EPISODE_MOVER,      EPISODE_CHARACTER,        {"water", run_water},
    {"wind", run_wind}, {"gravity", run_gravity}, {"explosion", run_explosion},
    {NULL, NULL},
};

void pawli_stage_movements(pawli_check *check) {
    pawli_run_episodes(check, pawli_movements_episodes);
}
