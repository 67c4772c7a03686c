/* one_way.c - a character jumps up through platforms, stands on each, and drops down again.
 *
 * Three one-way platforms lie above each other. Whenever the character stands, it jumps, until it
 * is on the highest one; then it lets itself fall through all of them. Prints where it comes to
 * stand.
 *
 *   cc -Iinclude examples/one_way.c build/libpawl.a build/libfixmath.a -o one_way && ./one_way */
#include <pawl/pawl.h>
#include <stdio.h>
#include <stdlib.h>

#define PLATFORMS 3
#define STEPS 420

static pawl_body_id add(pawl_world *world, pawl_body_type type, pawl_fx y, bool one_way,
                        const pawl_convex *convex) {
    pawl_body_def body_def = pawl_body_def_default();
    body_def.type = type;
    body_def.position = pawl_vec2_make(0, y);
    body_def.fixed_rotation = true;
    pawl_shape_def def = pawl_shape_def_default();
    def.one_way = one_way;
    pawl_body_id body;
    if (pawl_body_create_convex(world, &body_def, &def, convex, &body) != PAWL_OK) exit(1);
    return body;
}

/* Something touches the only body that moves, and it neither rises nor falls. */
static bool stands(const pawl_world *world, pawl_body_id body) {
    pawl_contact contact;
    uint32_t cursor = 0;
    const pawl_fx speed = pawl_abs(pawl_body_get_velocity(world, body).y);
    return speed < PAWL_FX(0, 1, 10) && pawl_world_next_contact(world, &cursor, &contact);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = 8;
    def.shape_capacity = 8;
    const size_t size = pawl_world_size(&def);
    void *memory = malloc(size);
    pawl_world *world;
    if (memory == NULL || pawl_world_init(memory, size, &def, &world) != PAWL_OK) return 1;

    pawl_convex ground, platform, hero_box;
    if (pawl_make_box(PAWL_FX(9, 0, 1), PAWL_FX(0, 1, 2), &ground) ||
        pawl_make_box(PAWL_FX(2, 0, 1), PAWL_FX(0, 1, 8), &platform) ||
        pawl_make_box(PAWL_FX(0, 1, 4), PAWL_FX(0, 1, 2), &hero_box)) {
        return 1;
    }
    add(world, PAWL_STATIC, -PAWL_FX(0, 1, 2), false, &ground);
    for (int32_t i = 1; i <= PLATFORMS; i++)
        add(world, PAWL_STATIC, pawl_from_int(2 * i), true, &platform);
    const pawl_body_id hero = add(world, PAWL_DYNAMIC, PAWL_FX(0, 1, 2), false, &hero_box);

    const pawl_vec2 jump = pawl_vec2_make(0, PAWL_FX(7, 5, 10));
    bool stood = true, down = false;
    for (int tick = 0; tick < STEPS; tick++) {
        if (pawl_world_step(world, NULL) != PAWL_OK) return 1;
        if (!stands(world, hero)) {
            stood = false;
            continue;
        }
        const int level = (int)(pawl_body_get_position(world, hero).y / PAWL_FX(2, 0, 1));
        if (!stood && level > 0) printf("tick %3d: stands on platform %d\n", tick, level);
        if (!stood && level == 0) printf("tick %3d: stands on the ground\n", tick);
        stood = true;
        if (level == PLATFORMS) down = true;
        if (down) {
            if (pawl_body_drop_through(world, hero) != PAWL_OK) return 1;
        } else if (pawl_body_set_velocity(world, hero, jump) != PAWL_OK) {
            return 1;
        }
    }
    printf("hash %08x\n", (unsigned)pawl_world_hash(world));
    free(memory);
    return 0;
}
