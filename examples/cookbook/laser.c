/* laser.c - a ray is reflected by mirrors until it meets a wall, or has gone far enough. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

#define MIRROR 2 /* category */

static uint64_t memory[8192];

static pawl_status add(pawl_world *world, int x, int y, pawl_angle angle, uint32_t category) {
    pawl_body_def def = pawl_body_def_default();
    pawl_shape_def shape = pawl_shape_def_default();
    pawl_body_id body;
    def.position = pawl_vec2_units(x, y);
    def.angle = angle;
    shape.filter.category = category;
    return pawl_body_create_box(world, &def, &shape, PAWL_UNITS(1), PAWL_DEC(0, 1), &body);
}

/* d - 2 (d . n) n for a normal in Q2.30. */
static pawl_vec2 reflect(pawl_vec2 direction, pawl_rot normal) {
    const pawl_vec2 local = pawl_unrotate(normal, direction); /* x: along the normal */
    return pawl_rotate(normal, pawl_vec2_make(pawl_neg(local.x), local.y));
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    if (add(world, 4, 0, PAWL_TURN(1, 8), MIRROR) || add(world, 4, 4, PAWL_TURN(3, 8), MIRROR) ||
        add(world, -4, 4, PAWL_TURN(1, 4), 1)) {
        return 1;
    }

    pawl_vec2 from = pawl_vec2_units(-4, 0), way = pawl_vec2_units(30, 0);
    for (int i = 0; i < 8; i++) {
        pawl_query_hit hit;
        if (!pawl_world_ray_closest(world, from, way, NULL, &hit)) {
            printf("into the open\n");
            break;
        }
        const bool is_mirror = pawl_shape_get_filter(world, hit.shape).category == MIRROR;
        printf("%s at (%.2f, %.2f)\n", is_mirror ? "mirror" : "wall", pawl_fx_to_float(hit.point.x),
               pawl_fx_to_float(hit.point.y));
        if (!is_mirror) break;
        way = reflect(way, hit.normal);
        /* A hundredth off the mirror, or the next ray begins in it. */
        const pawl_vec2 off = pawl_rotate(hit.normal, pawl_vec2_make(PAWL_DEC(0, 01), 0));
        from = pawl_vec2_add(hit.point, off);
    }
    pawl_query_hit all[4];
    const uint32_t count =
        pawl_world_ray_all(world, pawl_vec2_units(4, -4), pawl_vec2_units(0, 12), NULL, all, 4);
    printf("a ray through everything meets %u shapes; the way to the wall is %s\n", (unsigned)count,
           pawl_world_ray_any(world, pawl_vec2_units(0, 2), pawl_vec2_units(-3, 1), NULL)
               ? "blocked"
               : "free");
    return 0;
}
