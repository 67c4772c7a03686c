/* slow_motion.c - the clock of the screen and that of the world: pause, half speed, in-between. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[8192];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    pawl_body_def ball_def = pawl_body_def_default();
    pawl_body_id ball;
    ball_def.type = PAWL_DYNAMIC;
    ball_def.velocity = pawl_vec2_units(6, 5);
    if (pawl_body_create_circle(world, &ball_def, NULL, PAWL_DEC(0, 3), &ball)) return 1;

    /* A screen of 100 pictures a second, a world of 60 steps: both in 300ths of a second. */
    const int picture = 3, step = 5;
    int owed = 0; /* of the world's time, times 2 */
    pawl_vec2 before = pawl_body_get_position(world, ball), now = before;
    for (int frame = 1; frame <= 100; frame++) {
        const int speed = frame <= 25 ? 2 : frame <= 50 ? 0 : frame <= 75 ? 1 : 2; /* halves */
        owed += picture * speed;
        while (owed >= 2 * step) {
            owed -= 2 * step;
            if (pawl_world_step(world, NULL)) return 1;
            before = now;
            now = pawl_body_get_position(world, ball);
        }
        if (frame % 10 > 0) continue;
        /* What is shown lies between the last two steps. */
        const pawl_vec2 shown = pawl_vec2_lerp(before, now, pawl_ratio(owed, 2 * step));
        printf("frame %3d: %s, tick %2d, shown at (%.3f, %.3f)\n", frame,
               speed == 0   ? "paused"
               : speed == 1 ? "slow  "
                            : "normal",
               (int)pawl_world_get_tick(world), pawl_fx_to_float(shown.x),
               pawl_fx_to_float(shown.y));
    }
    printf("%.3f s of the world have passed\n", pawl_wide_to_double(pawl_world_get_time(world)));
    return 0;
}
