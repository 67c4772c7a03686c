/* two_worlds.c - two worlds in an arena of the game, with one scratch region for both. */
#include <pawl/pawl.h>
#include <pawl/state.h>
#include <stdio.h>
#include <string.h>

static uint64_t arena[8192];
static size_t used; /* of the arena, in words */

/* The game's own allocator: everything in it is aligned like uint64_t. */
static void *take(size_t bytes) {
    const size_t words = (bytes + 7) / 8;
    if (words > sizeof arena / 8 - used) return NULL;
    used += words;
    return &arena[used - words];
}

static pawl_status fill(pawl_world *world, int32_t speed) {
    pawl_body_def ground_def = pawl_body_def_default(), ball_def = ground_def;
    pawl_body_id body;
    ground_def.position = pawl_vec2_units(0, -1);
    ball_def.type = PAWL_DYNAMIC;
    ball_def.position = pawl_vec2_units(0, 2);
    ball_def.velocity = pawl_vec2_units(speed, 0);
    pawl_status status =
        pawl_body_create_box(world, &ground_def, NULL, PAWL_UNITS(9), PAWL_UNITS(1), &body);
    if (!status) status = pawl_body_create_circle(world, &ball_def, NULL, PAWL_DEC(0, 5), &body);
    return status;
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *rooms[2];
    def.body_capacity = def.shape_capacity = 8;
    def.joint_capacity = 0;
    const size_t state = pawl_world_state_size(&def), scratch = pawl_world_scratch_size(&def);
    pawl_step_hooks hooks = {0};
    hooks.scratch = take(scratch); /* both use it, one after the other */
    hooks.scratch_size = scratch;
    for (int i = 0; i < 2; i++) {
        void *memory = take(state);
        if (memory == NULL || pawl_world_init(memory, state, &def, &rooms[i]) ||
            fill(rooms[i], 2 * i - 1)) {
            return 1;
        }
    }
    printf("two worlds in %u bytes instead of %u\n", (unsigned)(2 * state + scratch),
           (unsigned)(2 * pawl_world_size(&def)));
    for (int tick = 0; tick < 60; tick++)
        for (int i = 0; i < 2; i++)
            if (pawl_world_step(rooms[i], &hooks)) return 1;

    /* A world has no pointers into itself: it may be moved. */
    void *moved = take(state);
    if (moved == NULL) return 1;
    memcpy(moved, rooms[0], state);
    memset(rooms[0], 0, state);
    rooms[0] = moved;
    if (pawl_world_step(rooms[0], &hooks) || pawl_world_step(rooms[1], &hooks)) return 1;
    printf("hashes %08lx and %08lx, tick %d\n", (unsigned long)pawl_world_hash(rooms[0]),
           (unsigned long)pawl_world_hash(rooms[1]), (int)pawl_world_get_tick(rooms[0]));
    return 0;
}
