/* state_diffs.c - a server sends differences of snapshots; a client puts the states together. */
#include <pawl/pawl.h>
#include <pawl/state.h>
#include <stdio.h>
#include <string.h>

#define ROOM 16384

static uint64_t memory[16384], shown_memory[16384];
static uint8_t base[ROOM], next[ROOM], delta[2 * ROOM], received[ROOM], patched[ROOM];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world, *shown;
    def.body_capacity = def.shape_capacity = 24;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    pawl_body_def ground_def = pawl_body_def_default();
    pawl_body_id body;
    ground_def.position = pawl_vec2_units(0, -1);
    if (pawl_body_create_box(world, &ground_def, NULL, PAWL_UNITS(9), PAWL_UNITS(1), &body))
        return 1;
    for (int i = 0; i < 20; i++) {
        pawl_body_def ball = pawl_body_def_default();
        ball.type = PAWL_DYNAMIC;
        ball.position = pawl_vec2_units(i % 5 - 2, 1 + i / 5);
        if (pawl_body_create_box(world, &ball, NULL, PAWL_DEC(0, 4), PAWL_DEC(0, 4), &body))
            return 1;
    }

    size_t base_size, next_size, delta_size, received_size, patched_size;
    if (pawl_world_encode(world, base, ROOM, &base_size)) return 1;
    memcpy(received, base, base_size); /* the first state goes over the network as a whole */
    received_size = base_size;
    for (int tick = 1; tick <= 120; tick++) {
        if (pawl_world_step(world, NULL)) return 1;
        if (tick % 20 > 0) continue;
        /* The server. */
        if (pawl_world_encode(world, next, ROOM, &next_size) ||
            pawl_snapshot_diff_size_max(base_size, next_size) > sizeof delta ||
            pawl_snapshot_diff(base, base_size, next, next_size, delta, sizeof delta,
                               &delta_size)) {
            return 1;
        }
        memcpy(base, next, next_size);
        base_size = next_size;
        /* The client. */
        if (pawl_snapshot_patch_size(delta, delta_size) > ROOM ||
            pawl_snapshot_patch(received, received_size, delta, delta_size, patched, ROOM,
                                &patched_size) ||
            pawl_world_decode(patched, patched_size, shown_memory, sizeof shown_memory, &shown)) {
            return 1;
        }
        memcpy(received, patched, patched_size);
        received_size = patched_size;
        printf("tick %3d: snapshot %5u bytes, difference %4u, %s\n", tick, (unsigned)next_size,
               (unsigned)delta_size,
               pawl_world_hash(world) == pawl_world_hash(shown) ? "the same state"
                                                                : "another state");
    }
    return 0;
}
