/* buoyancy.c - boxes, a ball, a capsule and a stone in a pool with waves.
 *
 * Shows how a game floats things: before each step it says where the water is. A wave is a row of
 * columns with slanting tops; when the waves end, one area below a level is enough, and what
 * floats comes to rest and sleeps.
 *
 *   make examples && build/examples/buoyancy */
#include <pawl/pawl.h>
#include <stdio.h>

#define COLUMNS 8
#define COLUMN_WIDTH 2
#define WAVY_STEPS 600
#define STEPS 1800
#define THINGS 6

static uint64_t memory[16384];

/* A body with one shape on it. */
static pawl_status add(pawl_world *world, pawl_body_type type, pawl_vec2 position,
                       const pawl_convex *convex, pawl_fx density, pawl_body_id *out) {
    pawl_body_def body_def = pawl_body_def_default();
    pawl_shape_def shape_def = pawl_shape_def_default();
    body_def.type = type;
    body_def.position = position;
    shape_def.density = density;
    return pawl_body_create_convex(world, &body_def, &shape_def, convex, out);
}

static pawl_status add_pool(pawl_world *world) {
    pawl_convex floor, wall;
    pawl_body_id body;
    pawl_status status = pawl_make_box(PAWL_UNITS(9), PAWL_UNITS(1), &floor);
    if (!status) status = pawl_make_box(PAWL_UNITS(1), PAWL_UNITS(4), &wall);
    if (!status)
        status = add(world, PAWL_STATIC, pawl_vec2_make(0, -PAWL_UNITS(5)), &floor, 0, &body);
    if (!status)
        status = add(world, PAWL_STATIC, pawl_vec2_make(-PAWL_UNITS(9), 0), &wall, 0, &body);
    if (!status)
        status = add(world, PAWL_STATIC, pawl_vec2_make(PAWL_UNITS(9), 0), &wall, 0, &body);
    return status;
}

static const char *const names[THINGS] = {"raft", "crate", "ball", "capsule", "plank", "stone"};

static pawl_status add_things(pawl_world *world, pawl_body_id things[THINGS]) {
    static const pawl_fx densities[THINGS] = {
        PAWL_FX(0, 1, 2), PAWL_FX(0, 7, 10), PAWL_FX(0, 1, 4),
        PAWL_FX(0, 1, 2), PAWL_FX(0, 4, 10), PAWL_FX(2, 1, 2),
    };
    const pawl_fx half = PAWL_FX(0, 1, 2), left = -PAWL_UNITS(1);
    pawl_convex convex[THINGS];
    pawl_status status = pawl_make_box(PAWL_UNITS(1), PAWL_FX(0, 3, 8), &convex[0]);
    if (!status) status = pawl_make_box(half, half, &convex[1]);
    if (!status) status = pawl_make_circle(pawl_vec2_make(0, 0), half, &convex[2]);
    if (!status) {
        status = pawl_make_capsule(pawl_vec2_make(left, 0), pawl_vec2_make(PAWL_UNITS(1), 0),
                                   PAWL_FX(0, 3, 8), &convex[3]);
    }
    if (!status) status = pawl_make_box(PAWL_UNITS(1), PAWL_FX(0, 1, 8), &convex[4]);
    if (!status) status = pawl_make_box(half, PAWL_FX(0, 1, 4), &convex[5]);
    for (int i = 0; i < THINGS && !status; i++) {
        const pawl_vec2 position =
            pawl_vec2_make(pawl_from_int(5 * i) / 2 - PAWL_UNITS(6), PAWL_UNITS(1));
        status = add(world, PAWL_DYNAMIC, position, &convex[i], densities[i], &things[i]);
    }
    return status;
}

/* The surface at a place and a time: a wave of half a unit, eight units long, two seconds each. */
static pawl_fx surface(int x, int step) {
    const pawl_angle phase = (pawl_angle)x * PAWL_TURN(1, 8) - (pawl_angle)step * PAWL_TURN(1, 120);
    return pawl_sin(phase) / 2;
}

static pawl_status apply_waves(pawl_world *world, int step) {
    pawl_water_def water = pawl_water_def_default();
    pawl_status status = PAWL_OK;
    water.wake = true; /* the water moves: nobody may sleep through it */
    for (int i = 0; i < COLUMNS && !status; i++) {
        const int left = COLUMN_WIDTH * (i - COLUMNS / 2), right = left + COLUMN_WIDTH;
        const pawl_box column = {{pawl_from_int(left), -PAWL_UNITS(4)}, {pawl_from_int(right), 0}};
        water.area = pawl_area_box(column);
        water.area.points[2].y = surface(right, step);
        water.area.points[3].y = surface(left, step);
        status = pawl_world_apply_water(world, &water);
    }
    return status;
}

static pawl_status apply_calm(pawl_world *world) {
    const pawl_water_def water = pawl_water_def_default(); /* everything below y = 0 */
    return pawl_world_apply_water(world, &water);
}

static void print_heights(const pawl_world *world, const pawl_body_id things[THINGS], int step) {
    printf("%5d", step);
    for (int i = 0; i < THINGS; i++) {
        const pawl_fx y = pawl_body_get_position(world, things[i]).y;
        printf("  %7ld%s", (long)pawl_near_to_int(pawl_mul(y, PAWL_UNITS(1000))),
               pawl_body_is_awake(world, things[i]) ? " " : "z");
    }
    printf("\n");
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_body_id things[THINGS];
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 16;
    if (pawl_world_init(memory, sizeof memory, &def, &world) || add_pool(world)) return 1;
    if (add_things(world, things)) return 1;

    printf("heights above the calm level in thousandths; z: asleep\n step");
    for (int i = 0; i < THINGS; i++)
        printf("  %7s ", names[i]);
    printf("\n");
    for (int step = 1; step <= STEPS; step++) {
        if (step == WAVY_STEPS + 1) printf("the waves end\n");
        if (step <= WAVY_STEPS ? apply_waves(world, step) : apply_calm(world)) return 1;
        if (pawl_world_step(world, NULL)) return 1;
        if (step % 100 == 0) print_heights(world, things, step);
    }
    printf("faults %s\n", pawl_fault_text(pawl_world_get_faults(world)));
    printf("hash %08x\n", (unsigned)pawl_world_hash(world));
    return 0;
}
