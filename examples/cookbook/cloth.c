/* cloth.c - a curtain on two hooks; a ball flies through it. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

#define COLUMNS 8
#define ROWS 8
#define POINTS ((COLUMNS + 1) * (ROWS + 1))
#define LINKS (2 * COLUMNS * ROWS + COLUMNS + ROWS)

static uint64_t memory[32768];
static pawl_soft_point points[POINTS];
static pawl_soft_link links[LINKS];

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    def.soft_capacity = 1;
    def.soft_point_capacity = POINTS;
    def.soft_link_capacity = LINKS + 2; /* two hooks */
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;

    const pawl_box box = {pawl_vec2_units(-2, 0), pawl_vec2_units(2, 4)};
    pawl_soft_parts parts = {points, links, POINTS, LINKS, 0, 0};
    if (pawl_soft_add_cloth(&parts, box, COLUMNS, ROWS, PAWL_UNITS(2), PAWL_FX_ONE, 0)) return 1;
    for (uint32_t i = 0; i < parts.link_count; i++) {
        links[i].flags |= PAWL_LINK_SURFACE; /* inside, too, it catches things */
        links[i].tear = PAWL_DEC(1, 1);      /* when it is a tenth longer */
    }
    pawl_soft_def cloth_def = pawl_soft_def_default();
    pawl_soft_id cloth;
    cloth_def.points = points;
    cloth_def.links = links;
    cloth_def.point_count = POINTS;
    cloth_def.link_count = LINKS;
    cloth_def.damping = PAWL_DEC(0, 2);
    const pawl_body_def rail_def = pawl_body_def_default();
    pawl_body_def ball_def = rail_def;
    ball_def.type = PAWL_DYNAMIC;
    ball_def.position = pawl_vec2_units(-6, 2);
    ball_def.velocity = pawl_vec2_units(30, 2);
    pawl_shape_def iron = pawl_shape_def_default();
    iron.density = PAWL_UNITS(8);
    pawl_body_id rail, ball;
    uint32_t hooks[2];
    if (pawl_soft_create(world, &cloth_def, &cloth) || pawl_body_create(world, &rail_def, &rail) ||
        pawl_soft_attach(world, cloth, 0, rail, pawl_vec2_units(-2, 4), &hooks[0]) ||
        pawl_soft_attach(world, cloth, COLUMNS, rail, pawl_vec2_units(2, 4), &hooks[1])) {
        return 1;
    }

    for (int tick = 1; tick <= 180; tick++) {
        if (tick == 100 && pawl_body_create_circle(world, &ball_def, &iron, PAWL_DEC(0, 5), &ball))
            return 1;
        if (tick == 150) pawl_soft_tear(world, cloth, hooks[0]); /* unhook it on the left */
        if (pawl_world_step(world, NULL)) return 1;
        const uint32_t torn = pawl_world_get_events(world).tear_count;
        if (torn > 0) printf("tick %d: %u links tear\n", tick, (unsigned)torn);
    }
    pawl_body_id holder;
    pawl_vec2 where;
    if (pawl_soft_get_attachment(world, cloth, hooks[1], &holder, &where)) return 1;
    printf("it hangs at (%.0f, %.0f); its lower edge is at %.2f\n", pawl_fx_to_float(where.x),
           pawl_fx_to_float(where.y), pawl_fx_to_float(pawl_soft_get_box(world, cloth).lower.y));
    return 0;
}
