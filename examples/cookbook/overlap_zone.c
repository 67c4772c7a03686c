/* overlap_zone.c - whether a tower fits in a place, what is in the way, and what is nearest. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

#define UNIT 1 /* categories */
#define DECORATION 2

static uint64_t memory[8192];

static pawl_status add(pawl_world *world, int x, int y, uint32_t category, uint32_t name) {
    pawl_body_def def = pawl_body_def_default();
    pawl_shape_def shape = pawl_shape_def_default();
    pawl_body_id body;
    def.position = pawl_vec2_units(x, y);
    shape.filter.category = category;
    shape.user_data = name;
    return pawl_body_create_circle(world, &def, &shape, PAWL_DEC(0, 8), &body);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    if (add(world, 0, 0, UNIT, 1) || add(world, 2, 1, DECORATION, 2) || add(world, 6, 0, UNIT, 3))
        return 1;

    /* A tower with six corners. Grass is no obstacle. */
    const pawl_vec2 corners[6] = {
        {PAWL_UNITS(1), 0},  {PAWL_DEC(0, 5), PAWL_UNITS(1)},   {-PAWL_DEC(0, 5), PAWL_UNITS(1)},
        {-PAWL_UNITS(1), 0}, {-PAWL_DEC(0, 5), -PAWL_UNITS(1)}, {PAWL_DEC(0, 5), -PAWL_UNITS(1)}};
    pawl_convex tower;
    pawl_query_filter solid = pawl_query_filter_default();
    solid.mask = UNIT;
    if (pawl_make_polygon(corners, 6, 0, &tower)) return 1;
    for (int x = 1; x <= 5; x += 2) {
        const pawl_pose place = {pawl_vec2_units(x, 0), pawl_rot_from_angle(0)};
        pawl_query_overlap found[4];
        const uint32_t count = pawl_world_overlap(world, &tower, place, &solid, found, 4);
        printf("at %d: %s", x, count == 0 ? "there is room" : "in the way:");
        for (uint32_t i = 0; i < count && i < 4; i++)
            printf(" %u", (unsigned)pawl_shape_get_user_data(world, found[i].shape));
        printf("\n");
    }

    const pawl_box screen = {pawl_vec2_units(-1, -1), pawl_vec2_units(3, 3)};
    printf("on the screen: %u shapes\n",
           (unsigned)pawl_world_overlap_box(world, screen, NULL, NULL, 0));
    pawl_query_closest nearest;
    if (pawl_world_closest(world, pawl_vec2_units(4, 0), PAWL_UNITS(5), &solid, &nearest))
        printf("nearest to (4, 0): %u, %.2f away\n",
               (unsigned)pawl_shape_get_user_data(world, nearest.shape),
               pawl_fx_to_float(nearest.distance));
    return 0;
}
