/* vehicle.c - a car with two wheel joints drives over rough ground.
 *
 * Shows a suspension and a drive: each wheel slides along the upright axis of the car on a spring
 * between two stops, and the motor of its joint turns it. The driver brakes by asking for speed 0.
 *
 *   make examples && build/examples/vehicle */
#include <pawl/pawl.h>
#include <stdio.h>

#define PART(n, d) ((pawl_fx)((int64_t)(n)*PAWL_FX_ONE / (d)))
#define BUMPS 24
#define SECONDS 17

static uint64_t memory[16384];

typedef struct car {
    pawl_body_id chassis, wheels[2];
    pawl_joint_id axles[2];
} car;

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

/* A wheel below the chassis; the axis of its joint is the car's upward direction. */
static pawl_status add_wheel(pawl_world *world, car *c, int index, pawl_vec2 position) {
    pawl_body_def def = pawl_body_def_default();
    pawl_convex circle;
    def.type = PAWL_DYNAMIC;
    def.position = position;
    pawl_status status = pawl_make_circle(pawl_vec2_make(0, 0), PAWL_DEC(0, 5), &circle);
    if (!status) status = pawl_body_create(world, &def, &c->wheels[index]);
    if (!status) status = add_shape(world, c->wheels[index], &circle, PAWL_UNITS(1));
    if (status) return status;
    pawl_joint_def axle = pawl_joint_def_at(world, PAWL_JOINT_WHEEL, c->chassis, c->wheels[index],
                                            position, PAWL_TURN(1, 4));
    axle.spring = true;
    axle.hertz = PAWL_UNITS(4);
    axle.damping_ratio = PAWL_DEC(0, 7);
    axle.limit = true;
    axle.lower = -PAWL_DEC(0, 25);
    axle.upper = PAWL_DEC(0, 25);
    axle.motor = true;
    axle.motor_speed = PAWL_UNITS(-16); /* clockwise: to the right, 8 units/s */
    axle.motor_max = PAWL_WIDE(20, 0, 1);
    return pawl_joint_create(world, &axle, &c->axles[index]);
}

static pawl_status add_car(pawl_world *world, car *c) {
    pawl_body_def def = pawl_body_def_default();
    pawl_convex box;
    def.type = PAWL_DYNAMIC;
    def.position = pawl_vec2_make(0, PAWL_DEC(1, 25));
    pawl_status status = pawl_make_box(PAWL_DEC(1, 5), PAWL_FX(0, 1, 3), &box);
    if (!status) status = pawl_body_create(world, &def, &c->chassis);
    if (!status) status = add_shape(world, c->chassis, &box, PAWL_DEC(0, 5));
    if (!status) status = add_wheel(world, c, 0, pawl_vec2_make(PAWL_UNITS(-1), PART(3, 5)));
    if (!status) status = add_wheel(world, c, 1, pawl_vec2_make(PAWL_UNITS(1), PART(3, 5)));
    return status;
}

static int tenths(pawl_fx value) {
    return (int)pawl_near_to_int(value * 10);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    car c;
    def.body_capacity = def.shape_capacity = 32;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    if (add_ground(world) || add_car(world, &c)) return 1;
    for (int step = 1; step <= 60 * SECONDS; step++) {
        if (step == 60 * (SECONDS - 2)) {
            for (int i = 0; i < 2; i++) /* the brake: speed 0 */
                pawl_joint_set_motor(world, c.axles[i], true, 0, PAWL_WIDE(30, 0, 1));
            printf("braking\n");
        }
        if (pawl_world_step(world, NULL)) return 1;
        if (step % 60 != 0) continue;
        const pawl_vec2 at = pawl_body_get_position(world, c.chassis);
        const pawl_vec2 v = pawl_body_get_velocity(world, c.chassis);
        printf("%2d s: at %3d units, %3d tenths high, %3d tenths per second, wheels turned %d and "
               "%d tenths of a radian\n",
               step / 60, (int)pawl_near_to_int(at.x), tenths(at.y), tenths(v.x),
               tenths(pawl_joint_get_angle(world, c.axles[0])),
               tenths(pawl_joint_get_angle(world, c.axles[1])));
    }
    printf("faults: %s\n", pawl_fault_text(pawl_world_get_faults(world)));
    printf("hash %08x\n", (unsigned)pawl_world_hash(world));
    return 0;
}
