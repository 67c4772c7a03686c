/* run.c - runs the dumped scene for 600 ticks, prints its hash, and checks that nothing fell
 * through: no dynamic body that started above a static shape ends below it. */
#include <stdio.h>

#include "rube/scene.h"
#include RUBE_TABLES

/* Each table ends with a row of zeros. */
#define BODIES (sizeof rube_bodies / sizeof rube_bodies[0] - 1)
#define SHAPES (sizeof rube_shapes / sizeof rube_shapes[0] - 1)
#define JOINTS (sizeof rube_joints / sizeof rube_joints[0] - 1)
#define TICKS 600

static uint64_t memory[1 << 17];
static pawl_body_id bodies[BODIES];
static pawl_shape_id shapes[SHAPES];

static pawl_status make_body(pawl_world *world, const rube_body *from, pawl_body_id *out) {
    pawl_body_def def = pawl_body_def_default();
    def.type = (pawl_body_type)from->type;
    def.fixed_rotation = from->fixed_rotation != 0;
    def.position = from->position;
    def.angle = from->angle;
    def.velocity = from->velocity;
    def.angular_velocity = from->angular_velocity;
    def.gravity_scale = from->gravity_scale;
    def.linear_damping = from->linear_damping;
    def.angular_damping = from->angular_damping;
    def.awake = from->awake != 0;
    def.enabled = from->enabled != 0;
    def.bullet = from->bullet != 0;
    return pawl_body_create(world, &def, out);
}

static pawl_status make_shape(pawl_world *world, const rube_shape *from, pawl_shape_id *out) {
    pawl_convex convex;
    pawl_status status = PAWL_OK;
    pawl_shape_def def = pawl_shape_def_default();
    def.density = from->density;
    def.friction = from->friction;
    def.restitution = from->restitution;
    def.filter.category = from->category;
    def.filter.mask = from->mask;
    def.filter.group = from->group;
    def.sensor = from->sensor != 0;
    if (from->count == 0) {
        const pawl_chain chain = {.points = rube_points + from->first_point,
                                  .count = from->point_count,
                                  .loop = from->loop != 0,
                                  .ghost_ends = from->ghost_ends != 0};
        return pawl_shape_create_chain(world, bodies[from->body], &def, &chain, out);
    }
    if (from->count == 1) {
        status = pawl_make_circle(from->vertices[0], from->radius, &convex);
    } else if (from->count == 2) {
        status =
            from->radius == 0
                ? pawl_make_segment(from->vertices[0], from->vertices[1], &convex)
                : pawl_make_capsule(from->vertices[0], from->vertices[1], from->radius, &convex);
    } else {
        status = pawl_make_polygon(from->vertices, from->count, from->radius, &convex);
    }
    if (status != PAWL_OK) return status;
    return pawl_shape_create(world, bodies[from->body], &def, &convex, out);
}

static pawl_status make_joint(pawl_world *world, const rube_joint *from) {
    pawl_joint_def def = pawl_joint_def_default((pawl_joint_type)from->type);
    pawl_joint_id id;
    def.body_a = bodies[from->body_a];
    def.body_b = bodies[from->body_b];
    def.frame_a = from->frame_a;
    def.frame_b = from->frame_b;
    def.collide_connected = from->collide != 0;
    def.limit = from->limit != 0;
    def.motor = from->motor != 0;
    def.spring = from->spring != 0;
    def.lower = from->lower;
    def.upper = from->upper;
    def.target = from->target;
    def.motor_speed = from->motor_speed;
    def.hertz = from->hertz;
    def.damping_ratio = from->damping_ratio;
    def.ratio = from->ratio;
    def.angular_hertz = from->angular_hertz;
    def.angular_damping_ratio = from->angular_damping_ratio;
    def.linear_velocity = from->linear_velocity;
    def.ground_a = from->ground_a;
    def.ground_b = from->ground_b;
    def.motor_max = from->motor_max;
    def.force_max = from->force_max;
    def.spring_force_max = from->spring_force_max;
    def.spring_torque_max = from->spring_torque_max;
    return pawl_joint_create(world, &def, &id);
}

/* -1: the centre of the body is below the box of the shape, 1: above it, 0: neither. */
static int side_of(const pawl_world *world, pawl_body_id body, pawl_shape_id shape) {
    const pawl_vec2 center = pawl_body_get_center(world, body);
    const pawl_box box = pawl_shape_get_box(world, shape);
    if (center.x < box.lower.x || center.x > box.upper.x) return 0;
    return center.y > box.upper.y ? 1 : center.y < box.lower.y ? -1 : 0;
}

/* Whether some shape of the body collides with the static shape at all. */
static bool can_meet(size_t body, const rube_shape *other) {
    for (size_t i = 0; i < SHAPES; i++) {
        const rube_shape *own = &rube_shapes[i];
        if (own->body != body || own->sensor || other->sensor) continue;
        if (own->group != 0 && own->group == other->group) {
            if (own->group > 0) return true;
        } else if ((own->mask & other->category) && (other->mask & own->category)) {
            return true;
        }
    }
    return false;
}

static uint8_t started_above[BODIES][SHAPES];

static pawl_world *make_world(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = BODIES;
    def.shape_capacity = SHAPES;
    def.joint_capacity = JOINTS;
    def.gravity = rube_scene.gravity;
    def.rate_numerator = rube_scene.rate_numerator;
    def.rate_denominator = rube_scene.rate_denominator;
    def.sleeping = rube_scene.sleeping;
    if (pawl_world_init(memory, sizeof memory, &def, &world) != PAWL_OK) return NULL;
    for (size_t i = 0, k = 0; i < BODIES; i++) { /* shapes right after their body */
        if (make_body(world, &rube_bodies[i], &bodies[i]) != PAWL_OK) return NULL;
        for (; k < SHAPES && rube_shapes[k].body == i; k++) {
            if (make_shape(world, &rube_shapes[k], &shapes[k]) != PAWL_OK) return NULL;
        }
    }
    for (size_t i = 0; i < JOINTS; i++) {
        if (make_joint(world, &rube_joints[i]) != PAWL_OK) return NULL;
    }
    return world;
}

int main(void) {
    pawl_world *world = make_world();
    if (world == NULL) return 1;
    for (size_t i = 0; i < BODIES; i++) {
        for (size_t k = 0; k < SHAPES; k++) {
            started_above[i][k] = rube_bodies[i].type == PAWL_DYNAMIC &&
                                  rube_bodies[rube_shapes[k].body].type == PAWL_STATIC &&
                                  can_meet(i, &rube_shapes[k]) &&
                                  side_of(world, bodies[i], shapes[k]) > 0;
        }
    }
    for (int tick = 0; tick < TICKS; tick++)
        if (pawl_world_step(world, NULL) != PAWL_OK) return 1;
    int watched = 0, fallen = 0;
    for (size_t i = 0; i < BODIES; i++) {
        for (size_t k = 0; k < SHAPES; k++) {
            watched += started_above[i][k];
            if (!started_above[i][k] || side_of(world, bodies[i], shapes[k]) >= 0) continue;
            printf("body %d fell through shape %d\n", (int)i, (int)k);
            fallen++;
        }
    }
    printf("tick=%d bodies=%d joints=%d watched=%d fallen=%d faults=0x%lx hash=%08lx\n", TICKS,
           (int)BODIES, (int)JOINTS, watched, fallen, (unsigned long)pawl_world_get_faults(world),
           (unsigned long)pawl_world_hash(world));
    return fallen > 0 || watched == 0;
}
