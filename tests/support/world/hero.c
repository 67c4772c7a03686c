/* hero.c - what hero.h declares. */
#include "support/world/hero.h"

pawl_world *make_hero_world(void) {
    pawl_world_def def = pawl_world_def_default();
    def.character_capacity = 4;
    return make_world(&def);
}

pawl_character_id add_hero(pawl_world *world, const pawl_character_def *def) {
    pawl_character_id hero;
    ck_assert_int_eq(pawl_character_create(world, def, &hero), PAWL_OK);
    return hero;
}

pawl_character_id add_hero_at(pawl_world *world, double x, double y) {
    pawl_character_def def = pawl_character_def_default();
    def.position = VEC(x, y);
    return add_hero(world, &def);
}

pawl_character_state hero_step(pawl_world *world, pawl_character_id hero, double go, double climb,
                               uint32_t buttons) {
    const pawl_character_input input = {FX(go), FX(climb), buttons};
    ck_assert_int_eq(pawl_character_set_input(world, hero, &input), PAWL_OK);
    ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
    assert_sound(world);
    return pawl_character_get_state(world, hero);
}

uint32_t hero_steps(pawl_world *world, pawl_character_id hero, double go, uint32_t buttons,
                    int count) {
    uint32_t events = 0;
    for (int i = 0; i < count; i++)
        events |= hero_step(world, hero, go, 0, buttons).events;
    return events;
}

double hero_foot(const pawl_world *world, pawl_character_id hero) {
    const pawl_character_def def = pawl_character_get_def(world, hero);
    return units(def.position.y - def.half_height - def.radius - def.skin);
}

void assert_hero_clear(const pawl_world *world, pawl_character_id hero, const char *what) {
    const pawl_character_def def = pawl_character_get_def(world, hero);
    pawl_mover_def mover = pawl_mover_def_default();
    pawl_plane planes[PAWL_PLANES_MAX];
    mover.radius = def.radius;
    mover.half_height = def.half_height;
    mover.filter.ignore = pawl_character_get_body(world, hero);
    const uint32_t count = pawl_mover_collide(world, &mover, def.position, planes, PAWL_PLANES_MAX);
    for (uint32_t i = 0; i < count; i++)
        ck_assert_msg(planes[i].separation >= -2, "%s: %d raw units inside", what,
                      -planes[i].separation);
}
