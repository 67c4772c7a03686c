/* breaking.c - a wall that is shot at: 20 balls, and bricks that they break. */
#include "golden/scenes.h"
#include "pawl/pawl.h"

#define CELLS 4
#define FIRST_BALL 60 /* when the wall has settled */
#define BALLS 20
#define BALL_STEPS 18 /* from one to the next */

size_t golden_break_memory(void) {
    return pawl_fracture_size(1, CELLS);
}

/* At another height each, from the left. */
static pawl_status shoot(pawl_world *world, int number) {
    pawl_convex circle;
    pawl_body_id body;
    pawl_shape_id shape;
    pawl_status status = pawl_make_circle(pawl_vec2_make(0, 0), PAWL_FX(0, 3, 8), &circle);
    if (status != PAWL_OK) return status;
    pawl_body_def def = pawl_body_def_default();
    def.type = PAWL_DYNAMIC;
    def.position = pawl_vec2_make(-PAWL_FX(8, 0, 1), PAWL_FX(1, 0, 1) + number * 7 % 9 * 30000);
    def.velocity = pawl_vec2_make(PAWL_FX(24, 0, 1), number * 20000);
    status = pawl_body_create(world, &def, &body);
    if (status != PAWL_OK) return status;
    pawl_shape_def shape_def = pawl_shape_def_default();
    shape_def.density = PAWL_FX(4, 0, 1);
    shape_def.restitution = PAWL_FX(0, 1, 4);
    return pawl_shape_create(world, body, &shape_def, &circle, &shape);
}

int32_t golden_break(pawl_world *world, int step, void *memory, size_t size) {
    const int since = step - FIRST_BALL;
    if (since >= 0 && since % BALL_STEPS == 0 && since / BALL_STEPS < BALLS) {
        const pawl_status status = shoot(world, since / BALL_STEPS);
        if (status != PAWL_OK) return status;
    }
    pawl_fracture_def def = pawl_fracture_def_default();
    def.seed = 50;
    def.cells = CELLS;
    def.size_min = PAWL_FX(0, 1, 5);
    return pawl_world_break(world, &def, memory, size);
}
