/* test_character_field.c - fields and explosions push characters as they push bodies of their mass,
 * and leave alone what their mask does not see. */
#include "pawl/field.h"
#include "support/world/hero.h"
#include "support/world/mover.h"

/* A hero in the air beside a dynamic twin: a body of its capsule and mass that does not turn. */
typedef struct twins {
    pawl_world *world;
    pawl_character_id hero;
    pawl_body_id body;
} twins;

static twins make_twins(double x, double y, double mass) {
    twins t;
    pawl_character_def def = pawl_character_def_default();
    pawl_convex capsule;
    const pawl_mass total = {FX(mass), {0, 0}, FX(1)};
    t.world = make_hero_world();
    pawl_world_set_gravity(t.world, VEC(0, 0));
    def.position = VEC(x, y);
    def.mass = FX(mass);
    t.hero = add_hero(t.world, &def);
    t.body = add_body(t.world, PAWL_DYNAMIC, x, y);
    ck_assert_int_eq(pawl_make_capsule(pawl_vec2_make(0, -def.half_height),
                                       pawl_vec2_make(0, def.half_height),
                                       def.radius + def.skin / 2, &capsule),
                     PAWL_OK);
    pawl_shape_def shape = pawl_shape_def_default();
    pawl_shape_id id;
    shape.filter.mask = 0;
    ck_assert_int_eq(pawl_shape_create(t.world, t.body, &shape, &capsule, &id), PAWL_OK);
    ck_assert_int_eq(pawl_body_set_mass(t.world, t.body, total), PAWL_OK);
    pawl_body_set_fixed_rotation(t.world, t.body, true);
    return t;
}

static void assert_alike(const twins *t, const char *what) {
    const pawl_vec2 hero = pawl_character_get_state(t->world, t->hero).velocity;
    const pawl_vec2 body = pawl_body_get_velocity(t->world, t->body);
    assert_near(units(hero.x), units(body.x), 0.0005, what);
    assert_near(units(hero.y), units(body.y), 0.0005, what);
    ck_assert_msg(hero.x != 0 || hero.y != 0, "%s does nothing", what);
}

static pawl_explosion_def blast_at(double x, double y, double impulse) {
    pawl_explosion_def def = pawl_explosion_def_default();
    def.center = VEC(x, y);
    def.radius = FX(4);
    def.falloff = FX(2);
    def.impulse = FX(impulse);
    return def;
}

START_TEST(a_blast_pushes_it_like_a_body_of_its_mass) {
    twins t = make_twins(1, 2, 0.5 + 1.5 * _i);
    pawl_explosion_def def = blast_at(-3, _i - 1, 4);
    def.impulse_per_length = FX(2);
    ck_assert_int_eq(pawl_world_explode(t.world, &def), PAWL_OK);
    assert_alike(&t, "blast");
    free(t.world);
}
END_TEST

START_TEST(wind_and_water_and_planets_push_it_likewise) {
    twins t = make_twins(1, 2, 2);
    pawl_wind_def wind = pawl_wind_def_default();
    pawl_water_def water = pawl_water_def_default();
    pawl_radial_gravity_def planet = pawl_radial_gravity_def_default();
    pawl_area_gravity_def area = pawl_area_gravity_def_default();
    wind.velocity = VEC(9, 2);
    water.area = pawl_area_below(FX(2));
    planet.center = VEC(5, -4);
    planet.strength = FX(60);
    area.gravity = VEC(3, 1);
    if (_i == 1) pawl_world_set_gravity(t.world, VEC(0, -10));
    if (_i == 0) ck_assert_int_eq(pawl_world_apply_wind(t.world, &wind), PAWL_OK);
    if (_i == 1) ck_assert_int_eq(pawl_world_apply_water(t.world, &water), PAWL_OK);
    if (_i == 2) ck_assert_int_eq(pawl_world_apply_radial_gravity(t.world, &planet), PAWL_OK);
    if (_i == 3) ck_assert_int_eq(pawl_world_apply_area_gravity(t.world, &area), PAWL_OK);
    ck_assert_int_eq(pawl_world_step(t.world, NULL), PAWL_OK);
    assert_alike(&t, "field");
    free(t.world);
}
END_TEST

/* 0: the mask does not see it; 1: it has no mass; 2: nothing of it is in reach. */
START_TEST(what_does_not_meet_it_changes_nothing) {
    pawl_world *const world = make_hero_world();
    pawl_character_def what = pawl_character_def_default();
    pawl_explosion_def blast = blast_at(_i == 2 ? 20 : 0.5, 1, 5);
    pawl_wind_def wind = pawl_wind_def_default();
    if (_i == 1) what.mass = 0;
    what.position = VEC(0, 2);
    what.filter.category = 2;
    add_hero(world, &what);
    wind.velocity = VEC(10, 0);
    if (_i == 0) blast.mask = wind.mask = ~UINT32_C(2);
    if (_i == 2) wind.area = pawl_area_below(FX(1));
    const uint32_t before = pawl_world_hash(world);
    ck_assert_int_eq(pawl_world_explode(world, &blast), PAWL_OK);
    ck_assert_int_eq(pawl_world_apply_wind(world, &wind), PAWL_OK);
    ck_assert_uint_eq(pawl_world_hash(world), before);
    free(world);
}
END_TEST

static pawl_character_id add_standing(pawl_world *world) {
    add_ground(world);
    const pawl_character_id hero = add_hero_at(world, 0, 0.9);
    hero_steps(world, hero, 0, 0, 30);
    ck_assert_int_eq(pawl_character_get_state(world, hero).mode, PAWL_CHARACTER_STANDS);
    return hero;
}

START_TEST(a_blast_from_below_throws_it_off_the_ground) {
    pawl_world *const world = make_hero_world();
    const pawl_character_id hero = add_standing(world);
    const pawl_explosion_def def = blast_at(-1, -1, 8);
    ck_assert_int_eq(pawl_world_explode(world, &def), PAWL_OK);
    const pawl_character_state state = hero_step(world, hero, 0, 0, 0);
    ck_assert_uint_ne(state.events & PAWL_CHARACTER_LEFT_GROUND, 0);
    ck_assert_msg(state.velocity.x > FX(2) && state.velocity.y > FX(2), "it flies with (%f, %f)",
                  units(state.velocity.x), units(state.velocity.y));
    free(world);
}
END_TEST

/* A lift of less than gravity does not make it hop, in one field or in two; more takes it up. */
START_TEST(it_stands_as_long_as_gravity_holds_it) {
    static const double lifts[] = {5, 9.9, 12};
    pawl_world *const world = make_hero_world();
    const pawl_character_id hero = add_standing(world);
    pawl_area_gravity_def def = pawl_area_gravity_def_default();
    def.replace = false;
    def.gravity = VEC(0, lifts[_i] / 2);
    for (int i = 0; i < 60; i++) {
        for (int k = 0; k < 2; k++)
            ck_assert_int_eq(pawl_world_apply_area_gravity(world, &def), PAWL_OK);
        const pawl_character_state state = hero_step(world, hero, 0, 0, 0);
        ck_assert_int_eq(state.mode == PAWL_CHARACTER_STANDS, lifts[_i] < 10);
    }
    ck_assert_int_eq(hero_foot(world, hero) > 0.5, lifts[_i] > 10);
    free(world);
}
END_TEST

/* Its braking of 60 units/s^2 holds against some wind; a storm moves it. */
START_TEST(it_braces_itself_against_wind) {
    pawl_world *const world = make_hero_world();
    const pawl_character_id hero = add_standing(world);
    pawl_wind_def wind = pawl_wind_def_default();
    wind.velocity = _i == 0 ? VEC(4, 0) : VEC(40, 0);
    for (int i = 0; i < 60; i++) {
        ck_assert_int_eq(pawl_world_apply_wind(world, &wind), PAWL_OK);
        hero_step(world, hero, 0, 0, 0);
    }
    const double x = units(pawl_character_get_state(world, hero).position.x);
    ck_assert_msg(_i == 0 ? x == 0 : x > 2, "it is at %f", x);
    free(world);
}
END_TEST

Suite *suite_character_field(void);

Suite *suite_character_field(void) {
    Suite *const suite = suite_create("character_field");
    TCase *const tcase = tcase_create("character_field");
    tcase_add_loop_test(tcase, a_blast_pushes_it_like_a_body_of_its_mass, 0, 3);
    tcase_add_loop_test(tcase, wind_and_water_and_planets_push_it_likewise, 0, 4);
    tcase_add_loop_test(tcase, what_does_not_meet_it_changes_nothing, 0, 3);
    tcase_add_test(tcase, a_blast_from_below_throws_it_off_the_ground);
    tcase_add_loop_test(tcase, it_stands_as_long_as_gravity_holds_it, 0, 3);
    tcase_add_loop_test(tcase, it_braces_itself_against_wind, 0, 2);
    suite_add_tcase(suite, tcase);
    return suite;
}
