/* ragdoll.c - a puppet of eleven bodies falls down a flight of steps.
 *
 * Shows revolute joints with limits, a little friction in each (a motor of speed 0), and bodies
 * that collide with everything but what they are joined to. After a minute it lies still, asleep.
 *
 *   make examples && build/examples/ragdoll */
#include <pawl/pawl.h>
#include <stdio.h>

#define CENTI(n) ((pawl_fx)((n)*PAWL_FX_ONE / 100))
#define BONES 11
#define STEPS_OF_STAIRS 8

static uint64_t memory[16384];

/* A bone is a capsule from one point to the other, in hundredths of a unit, standing at the
 * origin; it hangs on its parent at the first point. Its angle is limited, in hundredths of a
 * radian. */
typedef struct bone {
    const char *name;
    int parent;
    int x, y, to_x, to_y, radius;
    int lower, upper;
} bone;

static const bone bones[BONES] = {
    {"chest", -1, 0, 120, 0, 150, 16, 0, 0},
    {"hips", 0, 0, 110, 0, 100, 15, -40, 40},
    {"head", 0, 0, 166, 0, 184, 13, -60, 60},
    {"left arm", 0, -8, 150, -36, 150, 7, -150, 150},
    {"left hand", 3, -36, 150, -64, 150, 6, 0, 200},
    {"right arm", 0, 8, 150, 36, 150, 7, -150, 150},
    {"right hand", 5, 36, 150, 64, 150, 6, -200, 0},
    {"left leg", 1, -7, 95, -7, 55, 9, -100, 60},
    {"left foot", 7, -7, 52, -7, 10, 8, 0, 200},
    {"right leg", 1, 7, 95, 7, 55, 9, -60, 100},
    {"right foot", 9, 7, 52, 7, 10, 8, -200, 0},
};

static pawl_status add_stairs(pawl_world *world) {
    pawl_status status = PAWL_OK;
    for (int i = 0; i <= STEPS_OF_STAIRS && !status; i++) {
        pawl_body_def def = pawl_body_def_default();
        const bool last = i == STEPS_OF_STAIRS;
        pawl_body_id body;
        def.position = pawl_vec2_make(last ? pawl_from_int(i + 9) : pawl_from_int(i),
                                      PAWL_UNITS(-5) - pawl_ratio(i, 2));
        status = pawl_body_create_box(world, &def, NULL, last ? PAWL_UNITS(10) : PAWL_DEC(0, 5),
                                      PAWL_UNITS(5), &body);
    }
    return status;
}

static pawl_vec2 place(int x, int y, pawl_vec2 at) {
    return pawl_vec2_make(at.x + CENTI(x), at.y + CENTI(y));
}

/* The body of a bone has its origin in the middle of it. */
static pawl_status add_bone(pawl_world *world, const bone *b, pawl_vec2 at, pawl_body_id *out) {
    pawl_body_def def = pawl_body_def_default();
    pawl_shape_def shape_def = pawl_shape_def_default();
    const pawl_vec2 half = pawl_vec2_make(CENTI(b->to_x - b->x) / 2, CENTI(b->to_y - b->y) / 2);
    def.type = PAWL_DYNAMIC;
    def.position = pawl_vec2_add(place(b->x, b->y, at), half);
    def.angular_damping = PAWL_DEC(0, 5);
    shape_def.friction = PAWL_DEC(0, 4);
    return pawl_body_create_capsule(world, &def, &shape_def, pawl_vec2_neg(half), half,
                                    CENTI(b->radius), out);
}

static pawl_status add_ragdoll(pawl_world *world, pawl_vec2 at, pawl_body_id bodies[BONES],
                               pawl_joint_id joints[BONES]) {
    for (int i = 0; i < BONES; i++) {
        const bone *b = &bones[i];
        pawl_status status = add_bone(world, b, at, &bodies[i]);
        if (status) return status;
        if (b->parent < 0) continue;
        pawl_joint_def def = pawl_joint_def_at(world, PAWL_JOINT_REVOLUTE, bodies[b->parent],
                                               bodies[i], place(b->x, b->y, at), 0);
        def.limit = true;
        def.lower = CENTI(b->lower);
        def.upper = CENTI(b->upper);
        def.motor = true;
        def.motor_max = PAWL_WIDE(0, 1, 20);
        status = pawl_joint_create(world, &def, &joints[i]);
        if (status) return status;
    }
    return PAWL_OK;
}

static int hundredths(pawl_fx value) {
    return (int)pawl_near_to_int((pawl_fx)(value * INT64_C(100)));
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    pawl_body_id bodies[BONES];
    pawl_joint_id joints[BONES];
    int stretched = 0, bent = 0;
    def.body_capacity = def.shape_capacity = 32;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    if (add_stairs(world) || add_ragdoll(world, pawl_vec2_make(0, PAWL_UNITS(1)), bodies, joints)) {
        return 1;
    }
    if (pawl_body_set_velocity(world, bodies[0], pawl_vec2_make(PAWL_UNITS(4), 0))) return 1;
    for (int step = 1; step <= 60 * 60; step++) {
        if (pawl_world_step(world, NULL)) return 1;
        for (int i = 1; i < BONES; i++) {
            const int over = hundredths(pawl_joint_get_angle(world, joints[i]));
            const int most = over > bones[i].upper ? over - bones[i].upper : bones[i].lower - over;
            const int gap = hundredths(pawl_joint_get_length(world, joints[i]));
            if (most > bent) bent = most;
            if (gap > stretched) stretched = gap;
        }
        if (step % 60 != 0 || (step > 600 && step % 600 != 0)) continue;
        const pawl_vec2 at = pawl_body_get_position(world, bodies[0]);
        printf("%2d s: chest at (%4d, %4d) hundredths%s\n", step / 60, hundredths(at.x),
               hundredths(at.y), pawl_body_is_awake(world, bodies[0]) ? "" : ", asleep");
    }
    printf("joints came apart by up to %d hundredths of a unit\n", stretched);
    printf("and bent beyond their limits by up to %d hundredths of a radian\n", bent);
    printf("faults: %s\n", pawl_fault_text(pawl_world_get_faults(world)));
    printf("hash %08x\n", (unsigned)pawl_world_hash(world));
    return 0;
}
