/* fixture.c - what fixture.h declares. */
#include "support/world/fixture.h"

pawl_world *make_world(const pawl_world_def *def) {
    const size_t size = pawl_world_size(def);
    void *const memory = malloc(size);
    pawl_world *world = NULL;
    ck_assert_int_eq(pawl_world_init(memory, size, def, &world), PAWL_OK);
    ck_assert_ptr_eq(world, memory);
    return world;
}

pawl_world *make_default_world(void) {
    const pawl_world_def def = pawl_world_def_default();
    return make_world(&def);
}

pawl_world *make_space(void) {
    pawl_world_def def = pawl_world_def_default();
    def.gravity = VEC(0, 0);
    def.sleeping = 0;
    return make_world(&def);
}

pawl_body_id add_body(pawl_world *world, pawl_body_type type, double x, double y) {
    pawl_body_def def = pawl_body_def_default();
    def.type = type;
    def.position = VEC(x, y);
    pawl_body_id body = {0, 0};
    ck_assert_int_eq(pawl_body_create(world, &def, &body), PAWL_OK);
    return body;
}

pawl_shape_id add_shape(pawl_world *world, pawl_body_id body, const pawl_convex *convex) {
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape = {0, 0};
    ck_assert_int_eq(pawl_shape_create(world, body, &def, convex, &shape), PAWL_OK);
    return shape;
}

pawl_convex box_convex(double half_width, double half_height) {
    pawl_convex convex;
    ck_assert_int_eq(pawl_make_box(FX(half_width), FX(half_height), &convex), PAWL_OK);
    return convex;
}

pawl_convex circle_convex(double x, double y, double radius) {
    pawl_convex convex;
    ck_assert_int_eq(pawl_make_circle(VEC(x, y), FX(radius), &convex), PAWL_OK);
    return convex;
}

pawl_shape_id add_box(pawl_world *world, pawl_body_id body, double half_width, double half_height) {
    const pawl_convex convex = box_convex(half_width, half_height);
    return add_shape(world, body, &convex);
}

pawl_body_id add_unit_box(pawl_world *world, double x, double y) {
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, x, y);
    add_box(world, body, 0.5, 0.5);
    return body;
}

pawl_body_id add_ground(pawl_world *world) {
    const pawl_body_id body = add_body(world, PAWL_STATIC, 0, -1);
    add_box(world, body, 100, 1);
    return body;
}

void run(pawl_world *world, int steps) {
    for (int i = 0; i < steps; i++)
        ck_assert_int_eq(pawl_world_step(world, NULL), PAWL_OK);
}

void assert_sound(const pawl_world *world) {
    const pawli_defect defect = pawli_validate_find_defect(world);
    ck_assert_msg(defect.what == NULL, "the world is not sound: %s: %s",
                  defect.type ? defect.type : "world", defect.what ? defect.what : "");
}

void assert_near(double got, double want, double tolerance, const char *what) {
    const double error = got - want;
    ck_assert_msg(error <= tolerance && error >= -tolerance, "%s is %.7f instead of %.7f", what,
                  got, want);
}

void assert_vec_eq(pawl_vec2 got, pawl_vec2 want) {
    ck_assert_int_eq(got.x, want.x);
    ck_assert_int_eq(got.y, want.y);
}
