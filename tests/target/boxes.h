/* boxes.h - the boxes of the programs for boards, in as little memory as they take. */
#ifndef PAWLI_TARGET_BOXES_H
#define PAWLI_TARGET_BOXES_H

#include "pawl/pawl.h"

#define HALF PAWL_FX(0, 1, 2)

pawl_status add_box(pawl_world *world, const pawl_body_def *def, pawl_fx half_width,
                    pawl_fx half_height);
/* A dynamic box of one unit. */
pawl_status add_unit_box(pawl_world *world, pawl_fx x, pawl_fx y);

/* Exact capacities; nobody sleeps, so that every step is one that works. */
pawl_world_def tight_def(uint16_t boxes, uint16_t contacts);
/* A world of a ground whose top is y = 0. */
pawl_status make_ground(void *memory, size_t size, const pawl_world_def *def, pawl_world **world);

#define PYRAMID_ROWS 5
#define PYRAMID_BOXES 15
#define PYRAMID_CONTACTS 25
/* Box j of row i at (9/16 i + 9/8 (j - i) - 9/16 rows, 1/2 + i). */
pawl_status add_pyramid(pawl_world *world);

#endif
