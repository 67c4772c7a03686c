/* step_02.c - the box lands: a floor, two walls, and the events of a step.
 *
 *   make examples && build/examples/tutorial/step_02 */
#include <pawl/pawl.h>
#include <stdio.h>

static uint64_t memory[4096];

static int hundredths(pawl_fx value) {
    return (int)((int64_t)value * 100 / PAWL_FX_ONE);
}

/* A static box never moves: the default type of a body. */
static pawl_status add_wall(pawl_world *world, int x, int y, int half_width, int half_height) {
    pawl_body_def body = pawl_body_def_default();
    pawl_body_id wall;
    body.position = pawl_vec2_units(x, y);
    return pawl_body_create_box(world, &body, NULL, pawl_from_int(half_width),
                                pawl_from_int(half_height), &wall);
}

static pawl_status add_room(pawl_world *world) {
    pawl_status status = add_wall(world, 0, -1, 12, 1); /* the top of the floor is at 0 */
    if (!status) status = add_wall(world, -11, 4, 1, 4);
    if (!status) status = add_wall(world, 11, 4, 1, 4);
    return status;
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_body_def body = pawl_body_def_default();
    pawl_world *world;
    pawl_body_id box;

    def.body_capacity = def.shape_capacity = 16;
    def.joint_capacity = 0;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    if (add_room(world)) return 1;

    body.type = PAWL_DYNAMIC;
    body.position = pawl_vec2_units(0, 8);
    body.angle = PAWL_TURN(1, 16);
    if (pawl_body_create_box(world, &body, NULL, PAWL_DEC(0, 5), PAWL_DEC(0, 5), &box)) return 1;

    for (int tick = 1; tick <= 180; tick++) {
        if (pawl_world_step(world, NULL)) return 1;
        const pawl_events events = pawl_world_get_events(world);
        if (events.begin_count > 0) printf("tick %3d: it touches something\n", tick);
        if (tick % 60 != 0) continue;
        printf("tick %3d: height %3d hundredths, %s\n", tick,
               hundredths(pawl_body_get_position(world, box).y),
               pawl_body_is_awake(world, box) ? "awake" : "asleep");
    }
    return 0;
}
