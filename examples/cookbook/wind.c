/* wind.c - a gust in a zone, and a fan that blows at one shape alone. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

static uint64_t memory[8192];

static pawl_status add(pawl_world *world, pawl_vec2 position, pawl_fx density, pawl_body_id *out) {
    pawl_body_def def = pawl_body_def_default();
    pawl_shape_def shape = pawl_shape_def_default();
    def.type = PAWL_DYNAMIC;
    def.position = position;
    shape.density = density;
    return pawl_body_create_box(world, &def, &shape, PAWL_DEC(0, 4), PAWL_DEC(0, 2), out);
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    def.gravity = pawl_vec2_units(0, -2);
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    pawl_body_id leaf, stone, vane;
    if (add(world, pawl_vec2_units(-5, 6), PAWL_DEC(0, 1), &leaf) ||
        add(world, pawl_vec2_units(-4, 4), PAWL_UNITS(5), &stone) ||
        add(world, pawl_vec2_units(9, 6), PAWL_DEC(0, 1), &vane)) {
        return 1;
    }
    const pawl_shape_id blade = pawl_body_next_shape(world, vane, PAWL_NULL_SHAPE);

    pawl_wind_def gust = pawl_wind_def_default(), fan = gust;
    const char *wrong;
    const pawl_box zone = {pawl_vec2_units(-6, 0), pawl_vec2_units(6, 8)};
    gust.velocity = pawl_vec2_units(6, 1);
    gust.drag = PAWL_DEC(0, 05);
    gust.area = pawl_area_box(zone);
    fan.velocity = pawl_vec2_units(0, 6);
    fan.drag = PAWL_DEC(0, 05);
    if (pawl_wind_def_check(&gust, &wrong) || pawl_wind_def_check(&fan, &wrong)) return 1;

    for (int tick = 1; tick <= 120; tick++) {
        if (pawl_world_apply_wind(world, &gust) || pawl_shape_apply_wind(world, blade, &fan))
            return 1;
        if (pawl_world_step(world, NULL)) return 1;
        if (tick % 30 > 0) continue;
        const pawl_vec2 a = pawl_body_get_position(world, leaf);
        const pawl_vec2 b = pawl_body_get_position(world, stone);
        const pawl_vec2 c = pawl_body_get_position(world, vane);
        printf("tick %3d: leaf (%5.2f, %4.2f), stone (%5.2f, %4.2f), vane (%4.2f, %4.2f)\n", tick,
               pawl_fx_to_float(a.x), pawl_fx_to_float(a.y), pawl_fx_to_float(b.x),
               pawl_fx_to_float(b.y), pawl_fx_to_float(c.x), pawl_fx_to_float(c.y));
    }
    return 0;
}
