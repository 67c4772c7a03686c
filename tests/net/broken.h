/* broken.h - put before examples/sumo/sumo.c by -include: from tick 200 on this machine steps
 * differently, by the smallest amount there is. */
#ifndef PAWL_TESTS_BROKEN_H
#define PAWL_TESTS_BROKEN_H

#include <pawl/pawl.h>

#define BROKEN_TICK 200

static inline pawl_status broken_step(pawl_world *world, const pawl_step_hooks *hooks) {
    if (pawl_world_get_tick(world) == BROKEN_TICK) {
        const pawl_body_id none = {0, 0}, body = pawl_world_next_body(world, none);
        pawl_vec2 velocity = pawl_body_get_velocity(world, body);
        velocity.x++;
        (void)pawl_body_set_velocity(world, body, velocity);
    }
    return pawl_world_step(world, hooks);
}
#define pawl_world_step broken_step

#endif
