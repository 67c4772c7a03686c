/* events.c - what happens in a drawn heap, as words: each array of events of each step.
 *
 * usage: events SEED [bodies]   with `bodies` also what the steps did to bodies */
#include <pawl/pawl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 40

static uint64_t memory[1 << 16], room[1 << 12];
static uint32_t state;

/* xorshift32, Marsaglia 2003 */
static uint32_t draw(uint32_t limit) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % limit;
}

static void tell(const char *name, const void *events, size_t count, size_t size) {
    const uint8_t *bytes = events;
    if (count == 0) return;
    printf("%s", name);
    for (size_t at = 0; at < count * size; at += 4) {
        uint32_t word;
        memcpy(&word, bytes + at, 4);
        printf(" %08x", (unsigned)word);
    }
    printf("\n");
}
#define TELL(name, list, count) tell(name, events.list, events.count, sizeof *events.list)

static pawl_status build(pawl_world *world) {
    pawl_body_def body = pawl_body_def_default();
    pawl_shape_def shape = pawl_shape_def_default();
    pawl_body_id made;
    pawl_status status =
        pawl_body_create_box(world, &body, NULL, PAWL_UNITS(20), PAWL_UNITS(1), &made);
    shape.sensor = true;
    body.position = pawl_vec2_units(0, 3);
    if (!status)
        status = pawl_body_create_box(world, &body, &shape, PAWL_UNITS(3), PAWL_UNITS(2), &made);
    body.type = PAWL_DYNAMIC;
    shape.sensor = false, shape.hit_events = true;
    for (uint32_t i = 0; i < COUNT && !status; i++) {
        const int32_t x = (int32_t)draw(17) - 8, y = 3 + 2 * (int32_t)i;
        body.position = pawl_vec2_units(x, y);
        body.angular_velocity = pawl_from_int((int32_t)draw(9) - 4);
        body.user_data = draw(1000);
        status = draw(2) ? pawl_body_create_circle(world, &body, &shape, PAWL_DEC(0, 5), &made)
                         : pawl_body_create_box(world, &body, &shape, PAWL_DEC(0, 5),
                                                PAWL_DEC(0, 25), &made);
    }
    return status;
}

int main(int argc, char **argv) {
    pawl_world_def def = pawl_world_def_default();
    pawl_body_events told = {.memory = room, .memory_size = sizeof room};
    const pawl_step_hooks hooks = {.body_events = &told};
    const bool has_bodies = argc > 2;
    pawl_world *world;
    state = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1;
    def.body_capacity = def.shape_capacity = 64;
    if (has_bodies && pawl_world_body_events_size(&def) > sizeof room) return 1;
    if (pawl_world_init(memory, sizeof memory, &def, &world) || build(world)) return 1;
    for (int tick = 0; tick < 240; tick++) {
        if (pawl_world_step(world, has_bodies ? &hooks : NULL)) return 1;
        const pawl_events events = pawl_world_get_events(world);
        TELL("begins", begins, begin_count);
        TELL("ends", ends, end_count);
        TELL("hits", hits, hit_count);
        TELL("sensorBegins", sensor_begins, sensor_begin_count);
        TELL("sensorEnds", sensor_ends, sensor_end_count);
        if (has_bodies) tell("bodies", told.events, told.count, sizeof *told.events);
    }
    printf("hash %08x\n", (unsigned)pawl_world_hash(world));
    return 0;
}
