/* hooks.c - the program decides which shapes collide, and which contacts count in a step. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

enum {
    DOOR = 1,
    SHIELD = 2,
    KEY = 4
}; /* user data of shapes */

static uint64_t memory[8192];

/* Asked when two shapes come near each other. */
static bool may_collide(void *context, const pawl_world *world, pawl_shape_id a, pawl_shape_id b) {
    (void)context;
    return ((pawl_shape_get_user_data(world, a) | pawl_shape_get_user_data(world, b)) & KEY) == 0;
}

/* Asked in each step for contacts of the shield, which was created before what flies. */
static bool counts(void *context, const pawl_world *world, const pawl_contact *contact) {
    (void)context;
    const pawl_body_id flying = pawl_shape_get_body(world, contact->shape_b);
    return pawl_body_get_velocity(world, flying).x < 0; /* only what comes from the right */
}

static pawl_status add(pawl_world *world, int x, int y, int speed, uint32_t name,
                       pawl_body_id *out) {
    pawl_body_def def = pawl_body_def_default();
    pawl_shape_def shape = pawl_shape_def_default();
    const bool is_wall = name == DOOR || name == SHIELD;
    def.type = is_wall ? PAWL_STATIC : PAWL_DYNAMIC;
    def.position = pawl_vec2_units(x, y);
    def.velocity = pawl_vec2_units(speed, 0);
    shape.user_data = name;
    shape.custom_filter = name == DOOR;
    shape.pre_solve = name == SHIELD;
    if (is_wall)
        return pawl_body_create_box(world, &def, &shape, PAWL_DEC(0, 1), PAWL_DEC(1, 5), out);
    return pawl_body_create_circle(world, &def, &shape, PAWL_DEC(0, 4), out);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    def.gravity = pawl_vec2_make(0, 0);
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    pawl_body_id door, shield, guest, owner, out, in;
    if (add(world, 0, 0, 0, DOOR, &door) || add(world, 0, 5, 0, SHIELD, &shield) ||
        add(world, -3, 1, 4, 0, &guest) || add(world, -3, -1, 4, KEY, &owner) ||
        add(world, -3, 6, 4, 0, &out) || add(world, 3, 4, -4, 0, &in)) {
        return 1;
    }
    const pawl_step_hooks hooks = {.should_collide = may_collide, .pre_solve = counts};
    for (int tick = 1; tick <= 120; tick++)
        if (pawl_world_step(world, &hooks)) return 1;
    printf("without a key at %5.2f, with a key at %5.2f\n",
           pawl_fx_to_float(pawl_body_get_position(world, guest).x),
           pawl_fx_to_float(pawl_body_get_position(world, owner).x));
    printf("shot from the left at %5.2f, from the right at %5.2f\n",
           pawl_fx_to_float(pawl_body_get_position(world, out).x),
           pawl_fx_to_float(pawl_body_get_position(world, in).x));
    return 0;
}
