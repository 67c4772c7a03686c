/* dump.c - reads a scene file with the loader of the pawl program and writes it as C tables.
 *
 * Usage: rube-dump FILE >tables.inc. Each table ends with a row of zeros, since C has no empty
 * ones. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/scene/scene_load.h"
#include "world/terrain.h"

static const pawl_body_id no_body = {0, 0};
static const pawl_shape_id no_shape = {0, 0};

static void print_vec2(pawl_vec2 v) {
    printf("{%ld, %ld}, ", (long)v.x, (long)v.y);
}

static void print_wide(pawl_wide value) {
    printf("INT64_C(%lld), ", (long long)value);
}

static void dump_world(const cli_scene *scene) {
    const pawl_vec2 gravity = pawl_world_get_gravity(scene->world);
    printf("static const rube_world rube_scene = {{%ld, %ld}, %lu, %lu, %d};\n", (long)gravity.x,
           (long)gravity.y, (unsigned long)scene->def.rate_numerator,
           (unsigned long)scene->def.rate_denominator, scene->def.sleeping);
}

static void dump_body(const pawl_world *world, pawl_body_id id) {
    printf("    {%d, %d, %d, %d, %d, ", (int)pawl_body_get_type(world, id),
           pawl_body_has_fixed_rotation(world, id), pawl_body_is_awake(world, id),
           pawl_body_is_enabled(world, id), pawl_body_is_bullet(world, id));
    print_vec2(pawl_body_get_position(world, id));
    printf("UINT32_C(%lu), ", (unsigned long)pawl_body_get_angle(world, id));
    print_vec2(pawl_body_get_velocity(world, id));
    printf("%ld, %ld, %ld, %ld},\n", (long)pawl_body_get_angular_velocity(world, id),
           (long)pawl_body_get_gravity_scale(world, id),
           (long)pawl_body_get_linear_damping(world, id),
           (long)pawl_body_get_angular_damping(world, id));
}

/* The world has no call that hands out the points of a chain: they are the caller's. */
static const pawli_geometry *geometry_of(const pawl_world *world, pawl_shape_id id) {
    const uint16_t shape = pawli_pool_find_shape(world, id);
    return &pawli_geometries_const(world)[pawli_shapes_const(world)[shape].geometry];
}

static void dump_points(const pawl_world *world, pawl_shape_id id) {
    if (!pawl_shape_is_terrain(world, id)) return;
    const pawli_geometry *geometry = geometry_of(world, id);
    const pawl_vec2 *points = pawli_terrain_chain_points(geometry);
    for (int32_t i = 0; i < geometry->terrain.count; i++) {
        printf("    ");
        print_vec2(points[i]);
        printf("\n");
    }
}

/* Returns where the points of the next chain begin. */
static int32_t dump_geometry(const pawl_world *world, pawl_shape_id id, int32_t point) {
    if (pawl_shape_is_terrain(world, id)) {
        const pawli_terrain *terrain = &geometry_of(world, id)->terrain;
        printf("0, 0, {{0, 0}}, %ld, %ld, %d, %d, ", (long)point, (long)terrain->count,
               (terrain->flags & PAWLI_TERRAIN_LOOP) != 0,
               (terrain->flags & PAWLI_TERRAIN_GHOST_ENDS) != 0);
        return point + terrain->count;
    }
    pawl_convex convex;
    if (pawl_shape_get_convex(world, id, &convex) != PAWL_OK) exit(1);
    printf("%d, %ld, {", convex.count, (long)convex.radius);
    for (int i = 0; i < convex.count; i++)
        print_vec2(convex.vertices[i]);
    printf("}, 0, 0, 0, 0, ");
    return point;
}

static int32_t dump_shape(const pawl_world *world, pawl_shape_id id, int body, int32_t point) {
    const pawl_filter filter = pawl_shape_get_filter(world, id);
    printf("    {%d, ", body);
    const int32_t next = dump_geometry(world, id, point);
    printf("%d, %ld, %ld, %ld, UINT32_C(%lu), UINT32_C(%lu), %d},\n",
           pawl_shape_is_sensor(world, id), (long)pawl_shape_get_density(world, id),
           (long)pawl_shape_get_friction(world, id), (long)pawl_shape_get_restitution(world, id),
           (unsigned long)filter.category, (unsigned long)filter.mask, filter.group);
    return next;
}

static void dump_shapes(const pawl_world *world, bool points) {
    int body = 0;
    int32_t point = 0;
    pawl_body_id id = pawl_world_next_body(world, no_body);
    for (; id.index1 != 0; id = pawl_world_next_body(world, id), body++) {
        pawl_shape_id shape = pawl_body_next_shape(world, id, no_shape);
        for (; shape.index1 != 0; shape = pawl_body_next_shape(world, id, shape)) {
            if (points) {
                dump_points(world, shape);
            } else {
                point = dump_shape(world, shape, body, point);
            }
        }
    }
}

static int index_of(const pawl_world *world, pawl_body_id wanted) {
    int index = 0;
    pawl_body_id id = pawl_world_next_body(world, no_body);
    for (; id.index1 != wanted.index1; id = pawl_world_next_body(world, id))
        index++;
    return index;
}

static void print_frame(pawl_joint_frame frame) {
    printf("{{%ld, %ld}, UINT32_C(%lu)}, ", (long)frame.anchor.x, (long)frame.anchor.y,
           (unsigned long)frame.angle);
}

static void dump_joint(const pawl_world *world, pawl_joint_id id) {
    pawl_joint_def def;
    if (pawl_joint_get_def(world, id, &def) != PAWL_OK) exit(1);
    printf("    {%d, %d, %d, ", (int)def.type, index_of(world, def.body_a),
           index_of(world, def.body_b));
    print_frame(def.frame_a);
    print_frame(def.frame_b);
    printf("%d, %d, %d, %d, ", def.collide_connected, def.limit, def.motor, def.spring);
    printf("%ld, %ld, %ld, %ld, %ld, %ld, %ld, %ld, %ld, ", (long)def.lower, (long)def.upper,
           (long)def.target, (long)def.motor_speed, (long)def.hertz, (long)def.damping_ratio,
           (long)def.ratio, (long)def.angular_hertz, (long)def.angular_damping_ratio);
    print_vec2(def.linear_velocity);
    print_vec2(def.ground_a);
    print_vec2(def.ground_b);
    print_wide(def.motor_max);
    print_wide(def.force_max);
    print_wide(def.spring_force_max);
    print_wide(def.spring_torque_max);
    printf("},\n");
}

int main(int count, char **arguments) {
    cli_scene scene;
    if (count != 2 || !cli_scene_load(arguments[1], stderr, &scene)) return 2;
    const pawl_world *world = scene.world;
    dump_world(&scene);
    printf("static const rube_body rube_bodies[] = {\n");
    pawl_body_id id = pawl_world_next_body(world, no_body);
    for (; id.index1 != 0; id = pawl_world_next_body(world, id))
        dump_body(world, id);
    printf("    {0},\n};\nstatic const pawl_vec2 rube_points[] = {\n");
    dump_shapes(world, true);
    printf("    {0, 0},\n};\nstatic const rube_shape rube_shapes[] = {\n");
    dump_shapes(world, false);
    printf("    {0},\n};\nstatic const rube_joint rube_joints[] = {\n");
    const pawl_joint_id no_joint = {0, 0};
    pawl_joint_id joint = pawl_world_next_joint(world, no_joint);
    for (; joint.index1 != 0; joint = pawl_world_next_joint(world, joint))
        dump_joint(world, joint);
    printf("    {0},\n};\n");
    cli_scene_load_free(&scene);
    return 0;
}
