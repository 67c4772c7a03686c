/* desync_hunt.c - logs of hashes say when two runs part, a comparison says in which value. */
#include <pawl/pawl.h>
#include <pawl/state.h>
#include <stdio.h>

#define TICKS 120

static uint64_t memory[2][8192], saves[TICKS + 1][512];
static uint32_t logs[2][TICKS + 1], motions[2];

/* One run; the faulty machine adds a raw unit to a velocity at tick 70. */
static pawl_world *play(int machine) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 4;
    def.joint_capacity = 0;
    if (pawl_world_init(memory[machine], sizeof memory[machine], &def, &world)) return NULL;
    for (int i = 0; i < 3; i++) {
        pawl_body_def body_def = pawl_body_def_default();
        pawl_body_id body;
        body_def.type = i == 0 ? PAWL_STATIC : PAWL_DYNAMIC;
        body_def.position = pawl_vec2_units(i, 2 * i - 1);
        body_def.velocity = pawl_vec2_units(i == 1 ? 1 : 0, 0);
        if (pawl_body_create_box(world, &body_def, NULL, i == 0 ? PAWL_UNITS(9) : PAWL_DEC(0, 5),
                                 PAWL_DEC(0, 5), &body)) {
            return NULL;
        }
    }
    for (int tick = 0; tick <= TICKS; tick++) {
        logs[machine][tick] = pawl_world_hash(world);
        if (machine == 0 && pawl_world_save(world, saves[tick], sizeof saves[tick])) return NULL;
        if (machine == 1 && tick > 0 && logs[0][tick] != logs[1][tick]) return world;
        if (machine == 1 && tick == 70) {
            const pawl_body_id body = {2, 1};
            const pawl_vec2 now = pawl_body_get_velocity(world, body);
            pawl_body_set_velocity(world, body, pawl_vec2_make(now.x + 1, now.y));
        }
        if (pawl_world_step(world, NULL)) return NULL;
    }
    return world;
}

int main(void) {
    pawl_world *a = play(0), *b = play(1);
    if (a == NULL || b == NULL) return 1;
    const int tick = (int)pawl_world_get_tick(b);
    printf("the logs differ first at tick %d: %08lx and %08lx\n", tick,
           (unsigned long)logs[0][tick], (unsigned long)logs[1][tick]);

    pawl_difference difference;
    char text[PAWL_DIFFERENCE_TEXT_MAX];
    if (pawl_world_restore(a, saves[tick], sizeof saves[tick])) return 1;
    motions[0] = pawl_world_motion_hash(a);
    motions[1] = pawl_world_motion_hash(b);
    printf("motion %s; values that differ: %ld\n", motions[0] == motions[1] ? "agrees" : "differs",
           (long)pawl_world_compare(a, b, &difference));
    pawl_difference_print(&difference, text, sizeof text);
    printf("%s", text);
    const pawl_hash_tree of_a = pawl_world_hash_tree(a), of_b = pawl_world_hash_tree(b);
    for (int i = 0; i < PAWL_BRANCH_COUNT; i++)
        if (of_a.branches[i] != of_b.branches[i])
            printf("branch %s differs\n", pawl_branch_text((pawl_branch)i));
    return 0;
}
