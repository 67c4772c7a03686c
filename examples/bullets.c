/* bullets.c - fast bodies: what stops them, and what does not.
 *
 * A gun fires a ball at 1500 units/s, 25 units per step, at a thin static wall, and in front of
 * it stands a plate that can move. A plain ball goes through the plate
 * between two steps, but never through the wall; a bullet is stopped by both.
 *
 *   cc examples/bullets.c -Iinclude build/libpawl.a build/libfixmath.a -o bullets && ./bullets
 */
#include <pawl/pawl.h>
#include <stdio.h>
#include <stdlib.h>

#define PLATE_X PAWL_FX(30, 0, 1)
#define WALL_X PAWL_FX(90, 0, 1)

static void fail(const char *what, pawl_status status) {
    fprintf(stderr, "%s: %s\n", what, pawl_status_text(status));
    exit(1);
}

static pawl_body_id add(pawl_world *world, const pawl_body_def *def, const pawl_convex *convex) {
    pawl_body_id body;
    pawl_shape_def shape_def = pawl_shape_def_default();
    shape_def.restitution = PAWL_FX(0, 1, 4);
    shape_def.hit_events = true;
    const pawl_status status = pawl_body_create_convex(world, def, &shape_def, convex, &body);
    if (status != PAWL_OK) fail("body", status);
    return body;
}

static pawl_world *make_world(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 8;
    def.gravity = pawl_vec2_make(0, 0);
    const size_t size = pawl_world_size(&def);
    void *memory = malloc(size);
    pawl_world *world = NULL;
    const pawl_status status = pawl_world_init(memory, size, &def, &world);
    if (status != PAWL_OK) fail("world", status);
    return world;
}

/* To the nearest tenth. */
static void print(const char *what, pawl_fx value) {
    char text[PAWL_FX_TEXT_MAX];
    const int32_t tenths = pawl_near_to_int(pawl_mul(value, PAWL_FX(10, 0, 1)));
    if (pawl_fx_print(pawl_div(tenths, 10), text, sizeof text) == PAWL_OK) {
        printf("%s%s", what, text);
    }
}

static void report(const pawl_world *world, int step, pawl_body_id plate) {
    const pawl_events events = pawl_world_get_events(world);
    for (uint32_t i = 0; i < events.hit_count; i++) {
        const pawl_body_id body = pawl_shape_get_body(world, events.hits[i].shape_a);
        printf("  step %d: hits the %s", step, body.index1 == plate.index1 ? "plate" : "wall");
        print(" at ", events.hits[i].speed);
        printf(" units/s\n");
    }
}

/* Returns the hash of the world at the end. */
static uint32_t shoot(bool bullet) {
    pawl_world *world = make_world();
    pawl_convex ball, plate, wall;
    if (pawl_make_circle(pawl_vec2_make(0, 0), PAWL_FX(0, 1, 5), &ball) != PAWL_OK ||
        pawl_make_box(PAWL_FX(0, 1, 10), PAWL_FX(2, 0, 1), &plate) != PAWL_OK ||
        pawl_make_segment(pawl_vec2_make(0, -PAWL_FX(20, 0, 1)),
                          pawl_vec2_make(0, PAWL_FX(20, 0, 1)), &wall) != PAWL_OK) {
        fail("shape", PAWL_ERR_GEOMETRY);
    }
    pawl_body_def def = pawl_body_def_default();
    def.position.x = WALL_X;
    add(world, &def, &wall);
    def.type = PAWL_DYNAMIC;
    def.position.x = PLATE_X;
    const pawl_body_id target = add(world, &def, &plate);
    def.position.x = 0;
    def.velocity.x = PAWL_FX(1500, 0, 1);
    def.bullet = bullet;
    const pawl_body_id shot = add(world, &def, &ball);

    printf("%s:\n", bullet ? "a bullet" : "a plain ball");
    for (int step = 1; step <= 12; step++) {
        if (pawl_world_step(world, NULL) != PAWL_OK) exit(1);
        const pawl_counters counters = pawl_world_get_counters(world);
        print("  x = ", pawl_body_get_position(world, shot).x);
        printf(", %u sweeps\n", (unsigned)counters.sweeps);
        report(world, step, target);
    }
    print("  the plate is at ", pawl_body_get_position(world, target).x);
    print(", the ball at ", pawl_body_get_position(world, shot).x);
    printf("\n");
    const uint32_t hash = pawl_world_hash(world);
    free(world);
    return hash;
}

int main(void) {
    const uint32_t plain = shoot(false);
    const uint32_t bullet = shoot(true);
    printf("hash %08x\n", (unsigned)(plain ^ bullet));
    return 0;
}
