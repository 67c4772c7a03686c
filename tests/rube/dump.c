/* dump.c - reads a scene file with the loader of the pawl program and writes it as C tables.
 *
 * Usage: rube-dump FILE >tables.inc */
#include <stdio.h>
#include <stdlib.h>

#include "cli/scene_load.h"

static void dump_shape(const pawl_world *world, pawl_shape_id id, int body) {
    pawl_convex convex;
    if (pawl_shape_convex(world, id, &convex) != PAWL_OK) exit(1);
    const pawl_filter filter = pawl_shape_filter(world, id);
    printf("    {%d, %d, %ld, {", body, convex.count, (long)convex.radius);
    for (int i = 0; i < convex.count; i++) {
        printf("{%ld, %ld}, ", (long)convex.vertices[i].x, (long)convex.vertices[i].y);
    }
    printf("}, %ld, %ld, %ld, UINT32_C(%lu), UINT32_C(%lu), %d},\n",
           (long)pawl_shape_density(world, id), (long)pawl_shape_friction(world, id),
           (long)pawl_shape_restitution(world, id), (unsigned long)filter.category,
           (unsigned long)filter.mask, filter.group);
}

static void dump_body(const pawl_world *world, pawl_body_id id) {
    const pawl_vec2 position = pawl_body_position(world, id);
    const pawl_vec2 velocity = pawl_body_velocity(world, id);
    printf("    {%d, %d, {%ld, %ld}, UINT32_C(%lu), {%ld, %ld}, %ld, %ld, %ld, %ld},\n",
           (int)pawl_body_get_type(world, id), pawl_body_has_fixed_rotation(world, id),
           (long)position.x, (long)position.y, (unsigned long)pawl_body_angle(world, id),
           (long)velocity.x, (long)velocity.y, (long)pawl_body_angular_velocity(world, id),
           (long)pawl_body_gravity_scale(world, id), (long)pawl_body_linear_damping(world, id),
           (long)pawl_body_angular_damping(world, id));
}

int main(int count, char **arguments) {
    pawli_scene scene;
    if (count != 2 || !pawli_scene_load(arguments[1], stderr, &scene)) return 2;
    const pawl_world *world = scene.world;
    const pawl_vec2 gravity = pawl_world_gravity(world);
    const pawl_body_id none = {0, 0};
    const pawl_shape_id no_shape = {0, 0};
    printf("static const pawl_vec2 rube_gravity = {%ld, %ld};\n", (long)gravity.x, (long)gravity.y);
    printf("static const rube_body rube_bodies[] = {\n");
    for (pawl_body_id id = pawl_world_next_body(world, none); id.index1 != 0;
         id = pawl_world_next_body(world, id)) {
        dump_body(world, id);
    }
    printf("};\nstatic const rube_shape rube_shapes[] = {\n");
    int body = 0;
    for (pawl_body_id id = pawl_world_next_body(world, none); id.index1 != 0;
         id = pawl_world_next_body(world, id)) {
        for (pawl_shape_id shape = pawl_body_next_shape(world, id, no_shape); shape.index1 != 0;
             shape = pawl_body_next_shape(world, id, shape)) {
            dump_shape(world, shape, body);
        }
        body++;
    }
    printf("};\n");
    pawli_scene_free(&scene);
    return 0;
}
