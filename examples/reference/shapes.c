/* shapes.c - materials: what a shape is like, and how a change of it shows while the world runs.
 *
 * A puck slides over ice that becomes rubber, a ball is made to bounce and to roll badly, and a
 * shape is found again by a word in a save file. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[8192];

static void show(const pawl_world *world, pawl_shape_id shape) {
    printf("friction %.2f, restitution %.2f, rolling %.3f, breaks at %.1f, %s\n",
           pawl_fx_to_float(pawl_shape_get_friction(world, shape)),
           pawl_fx_to_float(pawl_shape_get_restitution(world, shape)),
           pawl_fx_to_float(pawl_shape_get_rolling_resistance(world, shape)),
           pawl_wide_to_double(pawl_shape_get_break_impulse(world, shape)),
           pawl_shape_is_sensor(world, shape) ? "a sensor" : "solid");
}

/* How far a body gets in a second, without a spin at first. */
static pawl_fx slide(pawl_world *world, pawl_body_id body) {
    const pawl_fx from = pawl_body_get_position(world, body).x;
    pawl_body_set_velocity(world, body, pawl_vec2_units(3, 0));
    pawl_body_set_angular_velocity(world, body, 0);
    for (int tick = 0; tick < 60; tick++)
        if (pawl_world_step(world, NULL)) return 0;
    return pawl_sub(pawl_body_get_position(world, body).x, from);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    /* A def is checked before it is used, and the wrong field is named. */
    pawl_shape_def ice = pawl_shape_def_default();
    const char *wrong;
    ice.friction = -PAWL_FX_ONE;
    const pawl_status status = pawl_shape_def_check(&ice, &wrong);
    printf("%s: %s\n", pawl_status_text(status), wrong);
    ice.friction = PAWL_DEC(0, 02);
    if (pawl_shape_def_check(&ice, NULL)) return 1;

    pawl_body_def ground_def = pawl_body_def_default(), thing_def = ground_def;
    ground_def.position = pawl_vec2_make(0, -PAWL_DEC(0, 5));
    thing_def.type = PAWL_DYNAMIC;
    thing_def.position = pawl_vec2_make(0, PAWL_DEC(0, 5));
    pawl_body_id ground, puck, ball;
    if (pawl_body_create_box(world, &ground_def, &ice, PAWL_UNITS(60), PAWL_DEC(0, 5), &ground) ||
        pawl_body_create_box(world, &thing_def, NULL, PAWL_DEC(0, 5), PAWL_DEC(0, 5), &puck)) {
        return 1;
    }
    const pawl_shape_id floor = pawl_body_next_shape(world, ground, PAWL_NULL_SHAPE);
    show(world, floor);
    printf("on ice the puck slides %.2f\n", pawl_fx_to_float(slide(world, puck)));
    pawl_shape_set_friction(world, floor, PAWL_FX_ONE);
    printf("on rubber it slides %.2f\n", pawl_fx_to_float(slide(world, puck)));

    /* A ball: its shape is changed while it is there. */
    thing_def.position = pawl_vec2_units(-20, 3);
    if (pawl_body_create_circle(world, &thing_def, NULL, PAWL_DEC(0, 5), &ball)) return 1;
    const pawl_shape_id shape = pawl_body_next_shape(world, ball, PAWL_NULL_SHAPE);
    pawl_shape_set_restitution(world, shape, PAWL_DEC(0, 8));
    pawl_shape_set_break_impulse(world, shape, PAWL_WIDE(20, 0, 1));
    pawl_shape_set_user_data(world, shape, 7);
    show(world, shape);
    pawl_fx highest = 0;
    for (int tick = 0; tick < 120; tick++) {
        if (pawl_world_step(world, NULL)) return 1;
        if (tick > 60) highest = pawl_max(highest, pawl_shape_get_box(world, shape).upper.y);
    }
    printf("it bounces up to %.2f\n", pawl_fx_to_float(highest));
    pawl_shape_set_restitution(world, shape, 0);
    for (int tick = 0; tick < 120; tick++)
        if (pawl_world_step(world, NULL)) return 1;
    printf("it rolls %.2f", pawl_fx_to_float(slide(world, ball)));
    pawl_shape_set_rolling_resistance(world, shape, PAWL_DEC(0, 2));
    printf(", and with resistance %.2f\n", pawl_fx_to_float(slide(world, ball)));

    /* A save file keeps the word of a handle. */
    const uint32_t word = pawl_shape_id_store(shape);
    const pawl_shape_id found = pawl_shape_id_load(word);
    pawl_convex circle;
    if (!pawl_shape_id_equal(found, shape) || !pawl_shape_is_valid(world, found) ||
        pawl_shape_get_user_data(world, found) != 7 ||
        pawl_shape_get_convex(world, found, &circle)) {
        return 1;
    }
    printf("shape 7 has %d point and radius %.2f\n", circle.count, pawl_fx_to_float(circle.radius));
    pawl_shape_destroy(world, shape);
    printf("destroyed: %s\n", pawl_shape_is_valid(world, found) ? "still there" : "stale");
    return 0;
}
