/* rewind.c - a ring of saves: time runs backwards while the key is held. */
#include <pawl/pawl.h>
#include <pawl/state.h>
#include <stdio.h>
#include <stdlib.h>

#define SAVES 30 /* every second tick: a second back */

static uint64_t memory[8192];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    pawl_body_def ground_def = pawl_body_def_default(), ball_def = ground_def;
    ground_def.position = pawl_vec2_units(0, -1);
    ball_def.type = PAWL_DYNAMIC;
    ball_def.position = pawl_vec2_units(-3, 3);
    ball_def.velocity = pawl_vec2_units(3, 0);
    pawl_shape_def rubber = pawl_shape_def_default();
    rubber.restitution = PAWL_DEC(0, 7);
    pawl_body_id ground, ball;
    if (pawl_body_create_box(world, &ground_def, NULL, PAWL_UNITS(9), PAWL_UNITS(1), &ground) ||
        pawl_body_create_circle(world, &ball_def, &rubber, PAWL_DEC(0, 4), &ball)) {
        return 1;
    }

    const size_t room = pawl_world_save_size_max(&def); /* of each save */
    uint8_t *saves = malloc(SAVES * room);
    uint32_t hashes[SAVES], newest = 0, kept = 0;
    if (saves == NULL) return 1;
    for (int tick = 0; tick < 100; tick++) { /* forwards */
        if (tick % 2 == 0) {
            newest = (newest + 1) % SAVES;
            kept += kept < SAVES;
            hashes[newest] = pawl_world_hash(world);
            if (pawl_world_save(world, saves + newest * room, room)) return 1;
        }
        if (pawl_world_step(world, NULL)) return 1;
    }
    printf("at tick %d; a save takes %u of at most %u bytes\n", (int)pawl_world_get_tick(world),
           (unsigned)pawl_world_save_size(world), (unsigned)room);
    for (; kept > 0; kept--, newest = (newest + SAVES - 1) % SAVES) { /* backwards */
        if (pawl_world_restore(world, saves + newest * room, room)) return 1;
        if (pawl_world_hash(world) != hashes[newest]) return 1;
        if (kept % 6 == 0)
            printf("back at tick %d, ball at %ld thousandths\n", (int)pawl_world_get_tick(world),
                   (long)pawl_near_to_int(
                       pawl_mul(pawl_body_get_position(world, ball).x, PAWL_UNITS(1000))));
    }
    free(saves);
    return pawl_world_step(world, NULL); /* and from there time goes on */
}
