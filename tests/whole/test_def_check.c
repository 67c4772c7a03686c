/* test_def_check.c - the check calls of all defs name the first wrong field.
 *
 * A row sets one field of a def that is right otherwise. tests/lint/fields.py sees to it that each
 * field of each def in the public headers has a row here, or an ANY line. */
#include <check.h>
#include <stddef.h>
#include <string.h>

#include "pawl/arcade.h"
#include "pawl/film.h"
#include "pawl/level.h"
#include "pawl/pawl.h"
#include "pawl/session.h"

#define UNIT INT64_C(65536)

/* ---- defs that are right, their checks and the calls that take them ---------------------------
 */

static uint64_t memory[16384];
static pawl_world *world;
static pawl_body_id anchor, crate;
static pawl_arcade *arcade;
static uint64_t arcade_memory[4096];
static pawl_vec2 points[] = {{0, 0}, {65536, 0}, {131072, 65536}, {196608, 0}};
static pawl_soft_point masses[3];
static pawl_soft_link links[2];
static uint8_t cells[] = {0, 1, 2, 6};

static void make_things(void) {
    pawl_world_def def = pawl_world_def_default();
    def.character_capacity = PAWL_WITH_CHARACTERS ? 4 : 0;
    pawl_world_def small = def;
    small.body_capacity = small.shape_capacity = 16;
    small.joint_capacity = PAWL_WITH_JOINTS ? 4 : 0;
    small.soft_capacity = PAWL_WITH_SOFT ? 2 : 0;
    small.soft_point_capacity = small.soft_link_capacity = PAWL_WITH_SOFT ? 16 : 0;
    ck_assert_int_eq(pawl_world_init(memory, sizeof memory, &small, &world), PAWL_OK);
    pawl_body_def body = pawl_body_def_default();
    ck_assert_int_eq(pawl_body_create(world, &body, &anchor), PAWL_OK);
    body.type = PAWL_DYNAMIC;
    ck_assert_int_eq(pawl_body_create_box(world, &body, NULL, 65536, 65536, &crate), PAWL_OK);
    const pawl_arcade_def flat = pawl_arcade_def_default();
    ck_assert_int_eq(pawl_arcade_init(arcade_memory, sizeof arcade_memory, &flat, &arcade), 0);
    memset(masses, 0, sizeof masses);
    memset(links, 0, sizeof links);
    for (int i = 0; i < 3; i++) {
        masses[i].position = points[i];
        masses[i].mass = 65536;
    }
    links[0].b = 1;
    links[1].a = 1;
    links[1].b = 2;
    links[0].stiffness = links[1].stiffness = 65536;
}

static pawl_joint_def joint_def(void) {
    pawl_joint_def def = pawl_joint_def_default(PAWL_JOINT_DISTANCE);
    def.body_a = anchor;
    def.body_b = crate;
    def.upper = 65536;
    return def;
}

static pawl_session_def session_def(void) {
    pawl_session_def def = pawl_session_def_default();
    def.session_id = 1;
    def.secret[0] = 1;
    return def;
}

static pawl_soft_def soft_def(void) {
    pawl_soft_def def = pawl_soft_def_default();
    def.points = masses;
    def.links = links;
    def.point_count = 3;
    def.link_count = 2;
    return def;
}

static pawl_chain chain(void) {
    const pawl_chain made = {points, 4, false, false, false};
    return made;
}

static pawl_heights heights(void) {
    static const int16_t bumps[] = {0, 1, 2, 1};
    const pawl_heights made = {bumps, 4, 65536, 65536, {0, 0}, false, false};
    return made;
}

static pawl_tile_map tile_map(void) {
    const pawl_tile_map made = {cells, 2, 2, 65536, {0, 0}};
    return made;
}

static pawl_convex convex(void) {
    pawl_convex made;
    ck_assert_int_eq(pawl_make_box(65536, 65536, &made), PAWL_OK);
    return made;
}

static pawl_arcade_prototype arcade_prototype(void) {
    pawl_arcade_prototype made = pawl_arcade_prototype_default();
    made.shape = PAWL_ARCADE_BOX;
    return made;
}

static pawl_status check_prototype(const pawl_arcade_prototype *def, const char **field) {
    return pawl_arcade_prototype_check(arcade, def, field);
}

static pawl_status create_world(const pawl_world_def *def) {
    pawl_world *other;
    return pawl_world_init(memory, 0, def, &other);
}

static pawl_status create_body(const pawl_body_def *def) {
    pawl_body_id out;
    return pawl_body_create(world, def, &out);
}

static pawl_status create_shape(const pawl_shape_def *def) {
    const pawl_convex box = convex();
    pawl_shape_id out;
    return pawl_shape_create(world, crate, def, &box, &out);
}

static pawl_status create_joint(const pawl_joint_def *def) {
    pawl_joint_id out;
    return pawl_joint_create(world, def, &out);
}

static pawl_status create_soft(const pawl_soft_def *def) {
    pawl_soft_id out;
    return pawl_soft_create(world, def, &out);
}

static pawl_status create_chain(const pawl_chain *def) {
    const pawl_shape_def material = pawl_shape_def_default();
    pawl_shape_id out;
    return pawl_shape_create_chain(world, anchor, &material, def, &out);
}

static pawl_status create_heights(const pawl_heights *def) {
    const pawl_shape_def material = pawl_shape_def_default();
    pawl_shape_id out;
    return pawl_shape_create_heights(world, anchor, &material, def, &out);
}

static pawl_status create_tiles(const pawl_tile_map *def) {
    const pawl_shape_def material = pawl_shape_def_default();
    pawl_shape_id out;
    return pawl_shape_create_tiles(world, anchor, &material, def, &out);
}

static pawl_status create_convex(const pawl_convex *def) {
    const pawl_shape_def material = pawl_shape_def_default();
    pawl_shape_id out;
    return pawl_shape_create(world, crate, &material, def, &out);
}

static pawl_status create_mover(const pawl_mover_def *def) {
    pawl_mover mover;
    pawl_mover_report report;
    memset(&mover, 0, sizeof mover);
    return pawl_mover_move(world, def, &mover, pawl_vec2_make(0, 0), 0, &report);
}

static pawl_status create_character(const pawl_character_def *def) {
    pawl_character_id out;
    const pawl_status status = pawl_character_create(world, def, &out);
    if (status == PAWL_OK) ck_assert_int_eq(pawl_character_destroy(world, out), PAWL_OK);
    return status;
}

static pawl_status create_arcade(const pawl_arcade_def *def) {
    pawl_arcade *other;
    return pawl_arcade_init(memory, 0, def, &other);
}

static pawl_status create_prototype(const pawl_arcade_prototype *def) {
    uint16_t out;
    return pawl_arcade_add_prototype(arcade, def, &out);
}

#define NO_CALL(def)                                            \
    static pawl_status create_##def(const pawl_##def *unused) { \
        (void)unused;                                           \
        return PAWL_ERR_LIMIT;                                  \
    }
NO_CALL(fracture_def)
NO_CALL(walker_def)

static pawl_vehicle_wheel wheel;
static pawl_limb limb;

static pawl_vehicle_def vehicle_def(void) {
    pawl_vehicle_def def = pawl_vehicle_def_default();
    wheel = pawl_vehicle_wheel_default();
    def.wheels = &wheel;
    def.wheel_count = 1;
    return def;
}

static pawl_ragdoll_def ragdoll_def(void) {
    pawl_ragdoll_def def = pawl_ragdoll_def_default();
    limb.parent = -1;
    limb.radius = 65536;
    def.limbs = &limb;
    def.limb_count = 1;
    return def;
}

static pawl_status create_vehicle(const pawl_vehicle_def *def) {
    pawl_vehicle out;
    return pawl_vehicle_create(world, def, &out);
}

static pawl_status create_ragdoll(const pawl_ragdoll_def *def) {
    pawl_body_id out[PAWL_RAGDOLL_LIMBS_MAX];
    return pawl_ragdoll_create(world, def, out, NULL);
}

NO_CALL(level_def)
NO_CALL(session_def)
NO_CALL(film_def)

#define APPLY(def, call)                                    \
    static pawl_status create_##def(const pawl_##def *it) { \
        return call(world, it);                             \
    }
APPLY(explosion_def, pawl_world_explode)
APPLY(wind_def, pawl_world_apply_wind)
APPLY(water_def, pawl_world_apply_water)
APPLY(radial_gravity_def, pawl_world_apply_radial_gravity)
APPLY(area_gravity_def, pawl_world_apply_area_gravity)

/* For each def: how to make one, its check, and what takes it. */
#define DEFS(X)                                                                                  \
    X(world_def, pawl_world_def_default, pawl_world_def_check, create_world)                     \
    X(body_def, pawl_body_def_default, pawl_body_def_check, create_body)                         \
    X(shape_def, pawl_shape_def_default, pawl_shape_def_check, create_shape)                     \
    X(joint_def, joint_def, pawl_joint_def_check, create_joint)                                  \
    X(soft_def, soft_def, pawl_soft_def_check, create_soft)                                      \
    X(mover_def, pawl_mover_def_default, pawl_mover_def_check, create_mover)                     \
    X(character_def, pawl_character_def_default, pawl_character_def_check, create_character)     \
    X(fracture_def, pawl_fracture_def_default, pawl_fracture_def_check, create_fracture_def)     \
    X(vehicle_def, vehicle_def, pawl_vehicle_def_check, create_vehicle)                          \
    X(ragdoll_def, ragdoll_def, pawl_ragdoll_def_check, create_ragdoll)                          \
    X(explosion_def, pawl_explosion_def_default, pawl_explosion_def_check, create_explosion_def) \
    X(wind_def, pawl_wind_def_default, pawl_wind_def_check, create_wind_def)                     \
    X(water_def, pawl_water_def_default, pawl_water_def_check, create_water_def)                 \
    X(radial_gravity_def, pawl_radial_gravity_def_default, pawl_radial_gravity_def_check,        \
      create_radial_gravity_def)                                                                 \
    X(area_gravity_def, pawl_area_gravity_def_default, pawl_area_gravity_def_check,              \
      create_area_gravity_def)                                                                   \
    X(walker_def, pawl_walker_def_default, pawl_walker_def_check, create_walker_def)             \
    X(level_def, pawl_level_def_default, pawl_level_def_check, create_level_def)                 \
    X(arcade_def, pawl_arcade_def_default, pawl_arcade_def_check, create_arcade)                 \
    X(arcade_prototype, arcade_prototype, check_prototype, create_prototype)                     \
    X(session_def, session_def, pawl_session_def_check, create_session_def)                      \
    X(film_def, pawl_film_def_default, pawl_film_def_check, create_film_def)                     \
    X(chain, chain, pawl_chain_check, create_chain)                                              \
    X(heights, heights, pawl_heights_check, create_heights)                                      \
    X(tile_map, tile_map, pawl_tile_map_check, create_tiles)                                     \
    X(convex, convex, pawl_convex_check, create_convex)

#define ENUM(def, make, check, create) OF_##def,
enum {
    DEFS(ENUM) DEF_COUNT
};

/* ---- rows -------------------------------------------------------------------------------------
 */

typedef struct row {
    int def;
    const char *member;
    size_t offset, size;
    int64_t value;
    const char *field; /* null: nothing is wrong */
    pawl_status want;
} row;

#define PART(def, part, value, field, want)                                                  \
    {                                                                                        \
        OF_##def, #part, offsetof(pawl_##def, part), sizeof(((pawl_##def *)0)->part), value, \
            field, PAWL_##want                                                               \
    }
#define ROW(def, member, value, want) PART(def, member, value, #member, want)
#define GOOD(def, member, value) PART(def, member, value, NULL, OK)
/* A limit of a range, and one beyond. */
#define LOW(def, part, least, field) \
    PART(def, part, least, NULL, OK), PART(def, part, (least)-INT64_C(1), field, ERR_RANGE)
#define HIGH(def, part, most, field) \
    PART(def, part, most, NULL, OK), PART(def, part, (most) + INT64_C(1), field, ERR_RANGE)
/* A field that can hold anything, or is wrong only as a whole with others; for fields.py. */
#define ANY(def, member) GOOD(def, member, 0)

static const row rows[] = {
#include "whole/def_rows.inc"
};

#define ROW_COUNT ((int)(sizeof rows / sizeof rows[0]))

/* The machine's own bytes of a number of that size. */
static void put_number(char *at, size_t size, int64_t value) {
    const uint8_t byte = (uint8_t)value;
    const uint16_t half = (uint16_t)value;
    const uint32_t word = (uint32_t)value;
    if (size == 1) memcpy(at, &byte, 1);
    if (size == 2) memcpy(at, &half, 2);
    if (size == 4) memcpy(at, &word, 4);
    if (size == 8) memcpy(at, &value, 8);
}

static void assert_answer(const row *is, pawl_status got, const char *field) {
    ck_assert_msg(got == is->want, "%s = %ld: %s", is->member, (long)is->value,
                  pawl_status_text(got));
    if (is->field == NULL) ck_assert_msg(field == NULL, "%s: %s", is->member, field);
    if (is->field != NULL) ck_assert_msg(field && strcmp(field, is->field) == 0, "%s", is->member);
}

#define TRY(def, make, check, create)                                              \
    static void try_##def(const row *is) {                                         \
        pawl_##def it = make();                                                    \
        const char *field = "before";                                              \
        ck_assert_int_eq(check(&it, &field), PAWL_OK);                             \
        ck_assert_ptr_eq(field, NULL);                                             \
        put_number((char *)&it + is->offset, is->size, is->value);                 \
        const pawl_status got = check(&it, &field);                                \
        assert_answer(is, got, field);                                             \
        ck_assert_int_eq(check(&it, NULL), got);                                   \
        const pawl_status made = create(&it);                                      \
        if (got != PAWL_OK && made != PAWL_ERR_LIMIT) ck_assert_int_eq(made, got); \
        ck_assert_int_eq(check(NULL, &field), PAWL_ERR_NULL);                      \
        ck_assert_ptr_eq(field, NULL);                                             \
    }
DEFS(TRY)

#define ENTRY(def, make, check, create) try_##def,
static void (*const tries[])(const row *) = {DEFS(ENTRY)};

START_TEST(the_first_wrong_field_is_named) {
    make_things();
    tries[rows[_i].def](&rows[_i]);
}
END_TEST

/* Points and links are outside of the def. */
START_TEST(points_and_links_are_named) {
    static const char *const names[] = {"points.position", "points.velocity", "points.mass",
                                        "links.a",         "links.b",         "links.c",
                                        "links.type",      "links.flags",     "links.length",
                                        "links.stiffness", "links.tear",      "outline_count"};
    make_things();
    if (_i == 0) masses[1].position.x = INT32_MAX;
    if (_i == 1) masses[1].velocity.y = INT32_MAX;
    if (_i == 2) masses[1].mass = -1;
    if (_i == 3) links[1].a = 3;
    if (_i == 4) links[1].b = 1;
    if (_i == 5) links[1].c = 1;
    if (_i == 6) links[1].type = PAWL_LINK_ATTACH;
    if (_i == 7) links[1].flags = PAWL_LINK_TORN;
    if (_i == 8) links[1].length = -1;
    if (_i == 9) links[1].stiffness = 65537;
    if (_i == 10) links[1].tear = 65536;
    if (_i == 11) masses[2].position.y = -65536; /* clockwise */
    pawl_soft_def def = soft_def();
    def.outline_count = _i == 11 ? 3 : 0;
    const char *field;
    const pawl_status got = pawl_soft_def_check(&def, &field);
    ck_assert_int_ne(got, PAWL_OK);
    ck_assert_str_eq(field, names[_i]);
    ck_assert_int_eq(create_soft(&def), got);
}
END_TEST

Suite *suite_def_check(void) {
    Suite *const suite = suite_create("def_check");
    TCase *const tcase = tcase_create("fields");
    tcase_add_loop_test(tcase, the_first_wrong_field_is_named, 0, ROW_COUNT);
    if (PAWL_WITH_SOFT) tcase_add_loop_test(tcase, points_and_links_are_named, 0, 12);
    suite_add_tcase(suite, tcase);
    return suite;
}
