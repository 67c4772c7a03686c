/* breaking.c - what breaking.h declares. */
#include "support/world/breaking.h"

breaker *make_breaker(uint32_t shapes, uint32_t cells) {
    breaker *const b = malloc(sizeof *b);
    b->size = pawl_fracture_size(shapes, cells);
    ck_assert_uint_gt(b->size, 0);
    b->memory = malloc(b->size);
    b->made = (pawl_fragments){b->bodies, PIECES_MAX, 0, 0};
    return b;
}

void free_breaker(breaker *b) {
    free(b->memory);
    free(b);
}

pawl_status cut(pawl_world *world, breaker *b, pawl_body_id body, pawl_vec2 from, pawl_vec2 to) {
    return pawl_body_cut(world, body, from, to, b->memory, b->size, &b->made);
}

pawl_status shatter(pawl_world *world, breaker *b, pawl_body_id body, pawl_vec2 impact,
                    const pawl_fracture_def *def) {
    return pawl_body_shatter(world, body, impact, def, b->memory, b->size, &b->made);
}

pawl_fracture_def breaking_def(uint64_t seed, uint16_t cells, double size_min) {
    pawl_fracture_def def = pawl_fracture_def_default();
    def.seed = seed;
    def.cells = cells;
    def.size_min = FX(size_min);
    return def;
}

pawl_shape_id add_breakable(pawl_world *world, pawl_body_id body, const pawl_convex *convex,
                            double impulse) {
    pawl_shape_def def = pawl_shape_def_default();
    def.break_impulse = (pawl_wide)(impulse * 65536.0);
    pawl_shape_id shape = {0, 0};
    ck_assert_int_eq(pawl_shape_create(world, body, &def, convex, &shape), PAWL_OK);
    return shape;
}

pawl_body_id add_breaking_brick(pawl_world *world, pawl_body_type type, double x, double y,
                                double impulse) {
    const pawl_body_id body = add_body(world, type, x, y);
    const pawl_convex box = box_convex(0.5, 0.25);
    add_breakable(world, body, &box, impulse);
    return body;
}
