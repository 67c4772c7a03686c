/* hero.h - characters for tests: a hero in a world, and what it is told. */
#ifndef PAWL_TESTS_HERO_H
#define PAWL_TESTS_HERO_H

#include "support/world/fixture.h"

#define HERO_SKIN PAWL_FX(0, 1, 64)

/* A default world with room for characters. */
pawl_world *make_hero_world(void);

pawl_character_id add_hero(pawl_world *world, const pawl_character_def *def);
pawl_character_id add_hero_at(pawl_world *world, double x, double y);

/* The hero is told something, and the world takes a step. */
pawl_character_state hero_step(pawl_world *world, pawl_character_id hero, double go, double climb,
                               uint32_t buttons);
/* Several; all events that there were. */
uint32_t hero_steps(pawl_world *world, pawl_character_id hero, double go, uint32_t buttons,
                    int count);

/* Where the foot is, without the skin. */
double hero_foot(const pawl_world *world, pawl_character_id hero);

/* Nothing that it meets is deeper in it than two raw units. */
void assert_hero_clear(const pawl_world *world, pawl_character_id hero, const char *what);

#endif
