/* sensors.c - a goal line that counts, and a zone that knows who is in it.
 *
 * Five balls roll down a ramp, through a gate and into a pit. The gate is a sensor and reports
 * each ball that comes and goes; the pit is a sensor as well and is asked at the end who lies in
 * it. Neither of them slows a ball or keeps one awake.
 *
 *   cc -Iinclude examples/sensors.c build/libpawl.a build/libfixmath.a -o sensors && ./sensors */
#include <pawl/pawl.h>
#include <stdio.h>
#include <stdlib.h>

#define BALLS 5
#define STEPS 900

/* A shape on a new body; the user data names it in what is printed. */
static pawl_shape_id add(pawl_world *world, pawl_body_type type, pawl_vec2 at, bool sensor,
                         uint32_t name, const pawl_convex *convex) {
    pawl_body_def body_def = pawl_body_def_default();
    body_def.type = type;
    body_def.position = at;
    pawl_shape_def def = pawl_shape_def_default();
    def.sensor = sensor;
    def.rolling_resistance = PAWL_FX(0, 5, 100);
    def.user_data = name;
    pawl_body_id body;
    pawl_shape_id shape;
    if (pawl_body_create(world, &body_def, &body) != PAWL_OK ||
        pawl_shape_create(world, body, &def, convex, &shape) != PAWL_OK) {
        exit(1);
    }
    return shape;
}

static pawl_vec2 at(int32_t x, int32_t y) {
    return pawl_vec2_make(pawl_from_int(x), pawl_from_int(y));
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = 16;
    def.shape_capacity = 16;
    const size_t size = pawl_world_size(&def);
    void *memory = malloc(size);
    pawl_world *world;
    if (memory == NULL || pawl_world_init(memory, size, &def, &world) != PAWL_OK) return 1;

    pawl_convex ramp, floor, wall, ball, gate_box, pit_box;
    const pawl_angle slope = UINT32_MAX - (UINT32_C(1) << 27) + 1; /* 1/32 turn down to the right */
    if (pawl_make_box_at(PAWL_FX(8, 0, 1), PAWL_FX(0, 1, 4), at(0, 0), slope, &ramp) ||
        pawl_make_box(PAWL_FX(6, 0, 1), PAWL_FX(0, 1, 4), &floor) ||
        pawl_make_box(PAWL_FX(0, 1, 4), PAWL_FX(2, 0, 1), &wall) ||
        pawl_make_circle(at(0, 0), PAWL_FX(0, 2, 5), &ball) ||
        pawl_make_box(PAWL_FX(0, 1, 8), PAWL_FX(1, 0, 1), &gate_box) ||
        pawl_make_box(PAWL_FX(5, 0, 1), PAWL_FX(1, 0, 1), &pit_box)) {
        return 1;
    }
    add(world, PAWL_STATIC, at(-8, 4), false, 0, &ramp);
    add(world, PAWL_STATIC, at(6, 0), false, 0, &floor);
    add(world, PAWL_STATIC, at(12, 2), false, 0, &wall);
    const pawl_shape_id gate = add(world, PAWL_STATIC, at(-4, 4), true, 0, &gate_box);
    const pawl_shape_id pit = add(world, PAWL_STATIC, at(6, 1), true, 0, &pit_box);
    for (uint32_t i = 1; i <= BALLS; i++) {
        const pawl_vec2 start =
            pawl_vec2_make(-PAWL_FX(15, 0, 1) + (pawl_fx)i * PAWL_FX_ONE, PAWL_FX(9, 0, 1));
        add(world, PAWL_DYNAMIC, start, false, i, &ball);
    }

    int passed = 0;
    for (int tick = 0; tick < STEPS; tick++) {
        if (pawl_world_step(world, NULL) != PAWL_OK) return 1;
        const pawl_events events = pawl_world_get_events(world);
        for (uint32_t i = 0; i < events.sensor_end_count; i++) {
            if (events.sensor_ends[i].sensor.index1 != gate.index1) continue;
            const uint32_t name = pawl_shape_get_user_data(world, events.sensor_ends[i].visitor);
            printf("tick %3d: ball %u is through the gate, number %d\n", tick, (unsigned)name,
                   ++passed);
        }
    }

    uint32_t cursor = 0;
    pawl_shape_id visitor;
    printf("in the pit:");
    while (pawl_shape_next_visitor(world, pit, &cursor, &visitor)) {
        const uint32_t name = pawl_shape_get_user_data(world, visitor);
        if (name != 0) printf(" ball %u", (unsigned)name);
    }
    printf("\nawake: %u\n", (unsigned)pawl_world_get_counters(world).awake);
    printf("hash %08x\n", (unsigned)pawl_world_hash(world));
    free(memory);
    return 0;
}
