/* episodes_arcade.c - the two engines without rotation: bodies of all responses between edges. */
#include "portcheck/check.h"

#include "pawl/arcade.h"
#include "pawl/pocket.h"

#include <string.h>

#define UNITS(n) PAWL_FX(n, 0, 1)
#define BODIES 12

static pawl_vec2 any_vec2(pawl_random *random, pawl_fx reach) {
    const pawl_fx x = pawl_random_between(random, -reach, reach);
    return pawl_vec2_make(x, pawl_random_between(random, -reach, reach));
}

static void expect_done(pawli_check *check, pawl_status status) {
    pawli_expect(check, "an arcade", status, PAWL_OK);
}

/* ---- arcade ---- */

/* Without springs and sensors it would be another one. */
#if PAWL_ARCADE_RESPONSES
#define EPISODE_ARCADE \
    { "arcade", run_arcade }

static pawl_arcade *make_arcade(pawli_check *check, size_t *used) {
    pawl_arcade_def def = pawl_arcade_def_default();
    pawl_arcade *made = NULL;
    size_t size;
    void *const memory = pawli_world_memory(&size);
    def.body_capacity = BODIES;
    def.prototype_capacity = 5;
    def.polygon_capacity = PAWL_ARCADE_POLYGONS ? 1 : 0;
    def.contact_capacity = 16;
    def.impact_limit = 16;
    def.bounds.lower = pawl_vec2_make(-UNITS(6), -UNITS(4));
    def.bounds.upper = pawl_vec2_make(UNITS(6), UNITS(4));
    def.edges[PAWL_ARCADE_LEFT] = def.edges[PAWL_ARCADE_RIGHT] = PAWL_ARCADE_EDGE_WRAP;
    def.edges[PAWL_ARCADE_BOTTOM] = def.edges[PAWL_ARCADE_TOP] = PAWL_ARCADE_EDGE_BOUNCE;
    *used = (pawl_arcade_size(&def) + 7) / 8 * 8;
    expect_done(check, pawl_arcade_init(memory, size, &def, &made));
    return made;
}

/* A ball, a box, a soft ball, a gate and, where there are polygons, a rock. */
static void add_prototypes(pawli_check *check, pawl_arcade *arcade, bool polygons) {
    static const pawl_vec2 rock[4] = {
        {0, -UNITS(1) / 2}, {UNITS(1), 0}, {UNITS(1) / 4, UNITS(1) / 2}, {-UNITS(1) / 2, 0}};
    for (int i = 0; i < (polygons ? 5 : 4); i++) {
        pawl_arcade_prototype type = pawl_arcade_prototype_default();
        pawl_convex convex;
        uint16_t made;
        type.shape = i == 1 ? PAWL_ARCADE_BOX : PAWL_ARCADE_CIRCLE;
        type.half = pawl_vec2_make(UNITS(1) / (i + 2), UNITS(1) / 3);
        type.elasticity = UNITS(1) - i * (UNITS(1) / 5);
        type.friction = i * (UNITS(1) / 6);
        type.inverse_mass = UNITS(1) / (i + 1);
        type.air_drag = i == 1 ? UNITS(1) / 8 : 0;
        if (i == 2) type.response = PAWL_ARCADE_SPRING;
        if (i == 3) type.response = PAWL_ARCADE_SENSOR;
        if (i == 4) {
            type.shape = PAWL_ARCADE_POLYGON;
            type.inverse_mass = 0;
            expect_done(check, pawl_make_polygon(rock, 4, UNITS(1) / 8, &convex));
            expect_done(check, pawl_arcade_add_polygon(arcade, &convex, &type.polygon));
        }
        expect_done(check, pawl_arcade_add_prototype(arcade, &type, &made));
    }
}

static void fold_contacts(pawli_check *check, const pawl_arcade *arcade) {
    const pawl_arcade_contact *const contacts = pawl_arcade_get_contacts(arcade);
    for (uint16_t i = 0; i < pawl_arcade_get_contact_count(arcade); i++) {
        pawli_fold(check, contacts[i].time);
        pawli_fold_rot(check, contacts[i].normal);
        pawli_fold_vec2(check, contacts[i].point);
        pawli_fold(check, (uint32_t)contacts[i].speed);
        pawli_fold(check, contacts[i].type * 256u + contacts[i].edge);
        pawli_fold_wide(check, pawl_arcade_get_contact_impulse(arcade, &contacts[i]));
    }
}

static void shoot(pawli_check *check, const pawl_arcade *arcade, pawl_random *random) {
    pawl_arcade_ray_hit hits[2];
    const pawl_vec2 from = any_vec2(random, UNITS(5));
    const pawl_vec2 to = any_vec2(random, UNITS(5));
    const int32_t count = pawl_arcade_ray(arcade, from, to, 0xFFFF, hits, 2);
    pawli_fold(check, (uint32_t)count);
    for (int32_t i = 0; i < count && i < 2; i++) {
        pawli_fold(check, (uint32_t)hits[i].enter);
        pawli_fold_vec2(check, hits[i].exit_point);
        pawli_fold_rot(check, hits[i].enter_normal);
    }
}

static void play_arcade(pawli_check *check, bool polygons) {
    pawl_random random = pawl_random_make(6, 2);
    size_t used, whole, size = 0;
    uint8_t *const memory = pawli_world_memory(&whole);
    pawl_arcade *const arcade = make_arcade(check, &used);
    if (arcade == NULL || used >= whole) return;
    add_prototypes(check, arcade, polygons);
    for (int16_t tick = 0; tick < 120; tick++) {
        pawl_arcade_id body;
        const uint16_t type = (uint16_t)(tick / 5 % (polygons ? 5 : 4));
        if (tick % 5 == 0 && pawl_arcade_get_body_count(arcade) < BODIES) {
            const pawl_vec2 place = any_vec2(&random, UNITS(3));
            expect_done(check, pawl_arcade_create(arcade, type, place, any_vec2(&random, UNITS(9)),
                                                  0, &body));
        }
        if (tick % 35 == 34) {
            body = pawl_arcade_next_body(arcade, PAWL_NULL_ARCADE);
            expect_done(check, pawl_arcade_destroy(arcade, body));
        }
        expect_done(check, pawl_arcade_step(arcade));
        fold_contacts(check, arcade);
        if (tick % 8 == 0) shoot(check, arcade, &random);
        if (tick % 8 == 0) pawli_fold(check, pawl_arcade_hash(arcade));
    }
    expect_done(check, pawl_arcade_encode(arcade, memory + used, whole - used, &size));
    const uint32_t before = pawl_arcade_hash(arcade);
    expect_done(check, pawl_arcade_step(arcade));
    expect_done(check, pawl_arcade_decode(arcade, memory + used, size));
    pawli_expect(check, "hash of a decoded arcade", (int64_t)pawl_arcade_hash(arcade),
                 (int64_t)before);
}

static void run_arcade(pawli_check *check) {
    play_arcade(check, false);
}
#else
#define EPISODE_ARCADE \
    { "arcade", NULL }
#endif

#if PAWL_ARCADE_POLYGONS && PAWL_WITH_POLYGONS && PAWL_ARCADE_RESPONSES
#define EPISODE_ROCKS \
    { "rocks", run_rocks }
static void run_rocks(pawli_check *check) {
    play_arcade(check, true);
}
#else
#define EPISODE_ROCKS \
    { "rocks", NULL }
#endif

/* ---- pocket ---- */

static void run_pocket(pawli_check *check) {
    pawl_random random = pawl_random_make(7, 3);
    pawl_pocket pocket;
    pawl_pocket_body bodies[8];
    pawl_pocket_hit hit;
    expect_done(check, pawl_pocket_init(&pocket, bodies, 8));
    pocket.gravity[1] = -UNITS(1) / 360;
    for (int i = 0; i < 4; i++) {
        pocket.bounds[i] = i % 2 == 0 ? -UNITS(4) : UNITS(4);
        pocket.edges[i] = i < 2 ? PAWL_POCKET_EDGE_WRAP : PAWL_POCKET_EDGE_BOUNCE;
    }
    for (uint8_t i = 0; i < 8; i++) {
        pawl_pocket_body body = pawl_pocket_body_default();
        const pawl_vec2 place = any_vec2(&random, UNITS(3));
        const pawl_vec2 speed = any_vec2(&random, UNITS(1) / 4);
        body.position[0] = place.x;
        body.position[1] = place.y;
        body.velocity[0] = speed.x;
        body.velocity[1] = speed.y;
        body.half[1] = (uint16_t)(60 + 10 * i);
        body.inverse_mass = i;
        body.elasticity = (uint8_t)(255 - 20 * i);
        if (i % 2 != 0) body.flags |= PAWL_POCKET_BOX;
        if (i == 6) body.flags |= PAWL_POCKET_SENSOR;
        pawli_expect(check, "pawl_pocket_add()", pawl_pocket_add(&pocket, bodies, &body), i);
    }
    for (int16_t tick = 0; tick < 120; tick++) {
        expect_done(check, pawl_pocket_step(&pocket, bodies));
        for (uint8_t i = 0; i < pocket.contact_count; i++) {
            pawli_fold(check, pocket.contacts[i].a * 256u + pocket.contacts[i].b);
            pawli_fold(check, pocket.contacts[i].speed);
        }
        if (tick % 8 != 0) continue;
        const pawl_vec2 end = any_vec2(&random, UNITS(4));
        const pawl_fx from[2] = {-UNITS(4), 0}, to[2] = {end.x, end.y};
        const int16_t index = pawl_pocket_ray(&pocket, bodies, from, to, 255, &hit);
        pawli_fold(check, (uint16_t)index);
        if (index >= 0) pawli_fold(check, hit.time);
        pawli_fold(check, pawl_pocket_hash(&pocket, bodies));
    }
}

const pawli_episode pawli_arcade_episodes[] = {
    EPISODE_ARCADE,
    EPISODE_ROCKS,
    {"pocket", run_pocket},
    {NULL, NULL},
};

void pawli_stage_arcade(pawli_check *check) {
    pawli_run_episodes(check, pawli_arcade_episodes);
}
