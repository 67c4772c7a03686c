/* materials.h - terrain whose parts have materials, and things that fall on it. */
#ifndef PAWL_TESTS_MATERIALS_H
#define PAWL_TESTS_MATERIALS_H

#include "support/base/seeded.h"
#include "support/world/ground.h"

#define PARTS 60
#define SOME 5 /* materials */

/* What all of the following draws from. */
extern uint64_t material_seed;

int32_t draw_material_number(int32_t least, int32_t most);
pawl_material draw_material(void);

/* A hilly chain from right to left or back, whose segments have materials drawn by lot; the last
 * index is that of the shape itself. */
typedef struct drawn_ground {
    pawl_vec2 points[PARTS + 1];
    pawl_material materials[SOME];
    uint8_t indices[PARTS];
    pawl_chain chain;
    pawl_material_table table;
    pawl_shape_def def;
} drawn_ground;

void draw_ground(drawn_ground *out);
pawl_material material_at(const drawn_ground *of, uint32_t segment);
pawl_shape_def def_with(const pawl_material *material);

/* Boxes, capsules and balls that fall, with materials of their own. */
void add_fallers(pawl_world *world, uint64_t seed);
pawl_shape_id add_ground_chain(pawl_world *world, const drawn_ground *from);

/* Ice, rubber, a belt to the right at 2 units/s, mud on which balls stop; user data 10 to 13. */
#define STRIPS 4
extern const pawl_material strips[STRIPS];

/* Flat ground from x = -20 to 20 in segments of 4 units, whose indices are given from the left. */
pawl_shape_id add_strips(pawl_world *world, const uint8_t *indices);

#endif
