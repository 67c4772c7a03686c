/* vehicle.c - a car with two wheels on springs drives over rough ground.
 *
 * Shows a vehicle in one call: each wheel slides along the upright axis of the car on a spring
 * between two stops, and the motor of its joint turns it. The driver drives, then brakes.
 *
 *   make examples && build/examples/vehicle */
#include <pawl/pawl.h>
#include <stdio.h>

#define PART(n, d) ((pawl_fx)((int64_t)(n)*PAWL_FX_ONE / (d)))
#define BUMPS 24
#define SECONDS 17

static uint64_t memory[16384];

static pawl_status add_shape(pawl_world *world, pawl_body_id body, const pawl_convex *convex,
                             pawl_fx friction) {
    pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    def.friction = friction;
    return pawl_shape_create(world, body, &def, convex, &shape);
}

/* A box that does not move, turned by an angle. */
static pawl_status add_block(pawl_world *world, pawl_vec2 position, pawl_angle angle, pawl_fx width,
                             pawl_fx height) {
    pawl_body_def def = pawl_body_def_default();
    pawl_body_id body;
    pawl_convex box;
    def.position = position;
    def.angle = angle;
    pawl_status status = pawl_make_box(width / 2, height / 2, &box);
    if (!status) status = pawl_body_create(world, &def, &body);
    return status ? status : add_shape(world, body, &box, PAWL_DEC(0, 9));
}

/* Flat ground, bumps of all kinds on the way, and a step of a third of a unit. */
static pawl_status add_ground(pawl_world *world) {
    pawl_random random = pawl_random_make(3, 1);
    pawl_status status = add_block(world, pawl_vec2_make(PAWL_UNITS(40), PAWL_UNITS(-1)), 0,
                                   PAWL_UNITS(120), PAWL_UNITS(2));
    for (int i = 0; i < BUMPS && !status; i++) {
        const pawl_fx x = pawl_from_int(6 + 2 * i) + pawl_random_between(&random, 0, PAWL_UNITS(1));
        const pawl_fx y = pawl_random_between(&random, -PAWL_FX(0, 1, 3), -PAWL_DEC(0, 2));
        status = add_block(world, pawl_vec2_make(x, y), pawl_random_next(&random) / 4,
                           PAWL_UNITS(1), PART(2, 3));
    }
    if (status) return status;
    return add_block(world, pawl_vec2_make(PAWL_UNITS(80), PART(1, 6)), 0, PAWL_UNITS(40),
                     PAWL_FX(0, 1, 3));
}

static pawl_status add_car(pawl_world *world, pawl_vehicle *car) {
    pawl_vehicle_def def = pawl_vehicle_def_default();
    pawl_vehicle_wheel wheels[2];
    def.body.position = pawl_vec2_make(0, PAWL_DEC(1, 25));
    def.chassis.friction = PAWL_DEC(0, 5);
    def.half_width = PAWL_DEC(1, 5);
    def.half_height = PAWL_FX(0, 1, 3);
    def.wheels = wheels;
    def.wheel_count = 2;
    for (int i = 0; i < 2; i++) {
        wheels[i] = pawl_vehicle_wheel_default();
        wheels[i].position = pawl_vec2_make(pawl_from_int(2 * i - 1), PART(3, 5) - PAWL_DEC(1, 25));
        wheels[i].torque_max = PAWL_WIDE(20, 0, 1);
    }
    const pawl_status status = pawl_vehicle_create(world, &def, car);
    return status ? status : pawl_vehicle_drive(world, car, PAWL_UNITS(8));
}

static int tenths(pawl_fx value) {
    return (int)pawl_near_to_int(value * 10);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    pawl_vehicle car;
    def.body_capacity = def.shape_capacity = 32;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    if (add_ground(world) || add_car(world, &car)) return 1;
    for (int step = 1; step <= 60 * SECONDS; step++) {
        if (step == 60 * (SECONDS - 2)) {
            if (pawl_vehicle_brake(world, &car, PAWL_WIDE(30, 0, 1))) return 1;
            printf("braking\n");
        }
        if (pawl_world_step(world, NULL)) return 1;
        if (step % 60 != 0) continue;
        const pawl_vec2 at = pawl_body_get_position(world, car.chassis);
        printf("%2d s: at %3d units, %3d tenths high, %3d tenths per second, wheels turned %d and "
               "%d tenths of a radian\n",
               step / 60, (int)pawl_near_to_int(at.x), tenths(at.y),
               tenths(pawl_vehicle_get_speed(world, &car)),
               tenths(pawl_joint_get_angle(world, car.axles[0].joint)),
               tenths(pawl_joint_get_angle(world, car.axles[1].joint)));
    }
    printf("faults: %s\n", pawl_fault_text(pawl_world_get_faults(world)));
    printf("hash %08x\n", (unsigned)pawl_world_hash(world));
    return 0;
}
