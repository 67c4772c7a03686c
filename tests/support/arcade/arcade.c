/* arcade.c - what arcade.h declares. */
#include "support/arcade/arcade.h"

pawl_arcade *make_arcade(const pawl_arcade_def *def) {
    const size_t size = pawl_arcade_size(def);
    void *const memory = malloc(size);
    pawl_arcade *arcade = NULL;
    ck_assert_uint_gt(size, 0);
    ck_assert_int_eq(pawl_arcade_init(memory, size, def, &arcade), PAWL_OK);
    return arcade;
}

pawl_arcade *make_still_arcade(void) {
    pawl_arcade_def def = pawl_arcade_def_default();
    def.gravity = VEC(0, 0);
    return make_arcade(&def);
}

pawl_arcade_prototype circle_kind(double radius) {
    pawl_arcade_prototype kind = pawl_arcade_prototype_default();
    kind.half = VEC(radius, radius);
    return kind;
}

pawl_arcade_prototype box_kind(double half_width, double half_height) {
    pawl_arcade_prototype kind = pawl_arcade_prototype_default();
    kind.shape = PAWL_ARCADE_BOX;
    kind.half = VEC(half_width, half_height);
    return kind;
}

pawl_arcade_prototype elastic(pawl_arcade_prototype kind) {
    kind.elasticity = FX(1);
    kind.friction = 0;
    kind.stick = 0;
    return kind;
}

pawl_arcade_prototype immovable(pawl_arcade_prototype kind) {
    kind.inverse_mass = 0;
    return kind;
}

uint16_t add_kind(pawl_arcade *arcade, pawl_arcade_prototype kind) {
    uint16_t index = 0;
    ck_assert_int_eq(pawl_arcade_add_prototype(arcade, &kind, &index), PAWL_OK);
    return index;
}

pawl_arcade_prototype polygon_kind(pawl_arcade *arcade, const pawl_vec2 *points, int32_t count,
                                   pawl_fx radius) {
    pawl_arcade_prototype kind = pawl_arcade_prototype_default();
    pawl_convex convex;
    ck_assert_int_eq(pawl_make_polygon(points, count, radius, &convex), PAWL_OK);
    ck_assert_int_eq(pawl_arcade_add_polygon(arcade, &convex, &kind.polygon), PAWL_OK);
    kind.shape = PAWL_ARCADE_POLYGON;
    return kind;
}

pawl_arcade_id add_arcade_body(pawl_arcade *arcade, uint16_t kind, pawl_vec2 position,
                               pawl_vec2 velocity) {
    pawl_arcade_id body = NO_BODY;
    ck_assert_int_eq(pawl_arcade_create(arcade, kind, position, velocity, 0, &body), PAWL_OK);
    return body;
}

void step(pawl_arcade *arcade, int count) {
    for (int i = 0; i < count; i++)
        ck_assert_int_eq(pawl_arcade_step(arcade), PAWL_OK);
}

void assert_vec(pawl_vec2 got, pawl_vec2 want) {
    ck_assert_msg(got.x == want.x && got.y == want.y, "(%ld, %ld) instead of (%ld, %ld)",
                  (long)got.x, (long)got.y, (long)want.x, (long)want.y);
}
