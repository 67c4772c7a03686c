/* arcade.h - small arcades for tests. Lengths in units, as doubles that are multiples of 2^-16. */
#ifndef PAWL_TESTS_ARCADE_H
#define PAWL_TESTS_ARCADE_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "pawl/arcade.h"

#define FX(units) ((pawl_fx)((units)*65536.0))
#define VEC(x, y) pawl_vec2_make(FX(x), FX(y))
#define NO_BODY PAWL_NULL_ARCADE

/* An arcade in a block of exactly the size it asks for; free() it. */
pawl_arcade *make_arcade(const pawl_arcade_def *def);

pawl_arcade *make_still_arcade(void);

pawl_arcade_prototype circle_kind(double radius);

pawl_arcade_prototype box_kind(double half_width, double half_height);

/* Neither friction nor loss nor rest. */
pawl_arcade_prototype elastic(pawl_arcade_prototype kind);

pawl_arcade_prototype immovable(pawl_arcade_prototype kind);

uint16_t add_kind(pawl_arcade *arcade, pawl_arcade_prototype kind);

pawl_arcade_prototype polygon_kind(pawl_arcade *arcade, const pawl_vec2 *points, int32_t count,
                                   pawl_fx radius);

pawl_arcade_id add_arcade_body(pawl_arcade *arcade, uint16_t kind, pawl_vec2 position,
                               pawl_vec2 velocity);

void step(pawl_arcade *arcade, int count);

void assert_vec(pawl_vec2 got, pawl_vec2 want);

#endif
