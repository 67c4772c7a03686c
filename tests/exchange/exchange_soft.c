/* exchange_soft.c - soft bodies of every kind among rigid ones: a rope with a weight, a cloth that
 * tears, a polygon, and blobs that come and go. */
#include "exchange/exchange.h"

#define PARTS_MAX 64
static const pawl_soft_id no_soft = {0, 0};

pawl_world_def exchange_soft_def(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 8;
    def.soft_capacity = 6;
    def.soft_point_capacity = 100;
    def.soft_link_capacity = 240;
    def.soft_substeps = 5;
    return def;
}

static pawl_vec2 place(int32_t x, int32_t y) { /* in quarters */
    return pawl_vec2_make(x * PAWL_FX(0, 1, 4), y * PAWL_FX(0, 1, 4));
}

static pawl_status add_box(pawl_world *world, pawl_body_type type, pawl_vec2 at, pawl_vec2 half,
                           pawl_body_id *out) {
    pawl_body_def def = pawl_body_def_default();
    const pawl_shape_def material = pawl_shape_def_default();
    pawl_convex box;
    pawl_shape_id shape;
    def.type = type;
    def.position = at;
    pawl_status status = pawl_body_create(world, &def, out);
    if (status == PAWL_OK) status = pawl_make_box(half.x, half.y, &box);
    return status == PAWL_OK ? pawl_shape_create(world, *out, &material, &box, &shape) : status;
}

static pawl_status build(uint32_t which, pawl_vec2 at, pawl_soft_parts *parts) {
    const pawl_vec2 corners[4] = {at, pawl_vec2_add(at, place(4, 0)),
                                  pawl_vec2_add(at, place(4, 3)), pawl_vec2_add(at, place(0, 3))};
    const pawl_box box = {at, pawl_vec2_add(at, place(8, 6))};
    const pawl_fx bend = PAWL_FX(0, 1, 4), mass = PAWL_FX(1, 1, 3);
    switch (which) {
    case 0:
        return pawl_soft_add_rope(parts, at, pawl_vec2_add(at, place(9, 1)), 8, mass, PAWL_FX_ONE,
                                  bend);
    case 1:
        return pawl_soft_add_cloth(parts, box, 4, 3, mass, PAWL_FX(0, 7, 8), bend);
    case 2:
        return pawl_soft_add_polygon(parts, corners, 4, mass, PAWL_FX_ONE, bend);
    default:
        return pawl_soft_add_blob(parts, at, PAWL_FX(0, 3, 4), 11, mass, PAWL_FX_ONE, bend);
    }
}

static pawl_status add_soft(pawl_world *world, uint32_t which, pawl_vec2 at, pawl_soft_id *out) {
    pawl_soft_point points[PARTS_MAX];
    pawl_soft_link links[PARTS_MAX];
    pawl_soft_parts parts = {points, links, PARTS_MAX, PARTS_MAX, 0, 0};
    pawl_soft_def def = pawl_soft_def_default();
    const pawl_status status = build(which, at, &parts);
    if (status != PAWL_OK) return status;
    if (which < 2) points[0].mass = 0;
    for (uint32_t i = 0; which == 1 && i < parts.link_count; i++) {
        if (links[i].type == PAWL_LINK_DISTANCE) links[i].tear = PAWL_FX(1, 1, 2);
    }
    def.points = points;
    def.links = links;
    def.point_count = parts.point_count;
    def.link_count = parts.link_count;
    def.outline_count = which < 2 ? 0 : parts.point_count;
    def.pressure = which < 2 ? 0 : PAWL_FX(0, 3, 4);
    def.restitution = PAWL_FX(0, 1, 8) * (pawl_fx)which;
    def.damping = PAWL_FX(0, 1, 2);
    def.iterations = (uint8_t)(3 + which);
    def.self_collide = which == 1;
    def.user_data = 900 + which;
    return pawl_soft_create(world, &def, out);
}

pawl_status exchange_soft_make(void *memory, size_t size, const pawl_world_def *def,
                               pawl_world **out) {
    pawl_body_id ground, weight, crate;
    pawl_soft_id soft = no_soft, rope = no_soft;
    uint32_t link;
    pawl_status status = pawl_world_init(memory, size, def, out);
    if (status == PAWL_OK) status = add_box(*out, PAWL_STATIC, place(0, -4), place(80, 4), &ground);
    if (status == PAWL_OK) status = add_box(*out, PAWL_DYNAMIC, place(1, 13), place(2, 2), &weight);
    if (status == PAWL_OK) status = add_box(*out, PAWL_DYNAMIC, place(22, 6), place(3, 2), &crate);
    for (uint32_t i = 0; status == PAWL_OK && i < 5; i++) {
        status = add_soft(*out, i, place(-10 + 9 * (int32_t)i, 12), &soft);
        if (i == 0) rope = soft;
    }
    if (status != PAWL_OK) return status;
    return pawl_soft_attach(*out, rope, 8, weight, place(-2, 0), &link);
}

/* The oldest of those without a pinned point. */
static pawl_soft_id oldest_blob(const pawl_world *world) {
    pawl_soft_id soft = pawl_world_next_soft(world, no_soft);
    while (soft.index1 != 0 && pawl_soft_get_user_data(world, soft) < 902)
        soft = pawl_world_next_soft(world, soft);
    return soft;
}

void exchange_soft_call(void *nothing, pawl_world *world, uint32_t step) {
    (void)nothing;
    pawl_soft_id soft = pawl_world_next_soft(world, no_soft);
    const pawl_wide2 impulse = {PAWL_FX(0, 1, 2), PAWL_FX(1, 0, 1)};
    if (step % 50 == 20) (void)pawl_soft_destroy(world, oldest_blob(world));
    if (step % 50 == 30) (void)add_soft(world, 2 + step / 50 % 2, place(4, 16), &soft);
    if (step % 37 == 11) (void)pawl_soft_apply_point_impulse(world, soft, 1 + step % 3, impulse);
    if (step % 70 == 40) {
        soft = pawl_world_next_soft(world, soft);
        (void)pawl_soft_tear(world, soft, step % 17);
    }
}
