/* queries.c - what a world answers: rays, casts of shapes, what is in a box, what is nearest.
 *
 * Numbers are printed as pawl_fx_print writes them: exact decimals. */
#include <pawl/pawl.h>
#include <stdio.h>

static uint64_t memory[8192];

static void say(const char *what, unsigned number, pawl_fx value) {
    char text[PAWL_FX_TEXT_MAX];
    if (pawl_fx_print(value, text, sizeof text)) return;
    printf("queries: %s %u, %s\n", what, number, text);
}

/* Eight boxes and circles on a line, numbered by their user data. */
static pawl_status build(pawl_world *world) {
    pawl_body_def body = pawl_body_def_default();
    pawl_shape_def shape = pawl_shape_def_default();
    pawl_body_id id;
    pawl_status status = PAWL_OK;
    for (int i = 0; i < 8 && !status; i++) {
        body.position = pawl_vec2_units(3 * i, i % 3);
        shape.user_data = (uint32_t)i;
        shape.filter.category = i % 2 ? 2 : 1;
        status =
            i % 2 ? pawl_body_create_circle(world, &body, &shape, PAWL_DEC(0, 75), &id)
                  : pawl_body_create_box(world, &body, &shape, PAWL_UNITS(1), PAWL_DEC(0, 5), &id);
    }
    return status;
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_query_filter filter = pawl_query_filter_default();
    pawl_query_hit hit, hits[8];
    pawl_query_overlap found[8];
    pawl_query_closest closest;
    pawl_convex ball;
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 16, def.joint_capacity = 0;
    if (pawl_world_init(memory, sizeof memory, &def, &world) || build(world)) return 1;
    if (pawl_make_circle(pawl_vec2_make(0, 0), PAWL_DEC(0, 25), &ball)) return 1;

    const pawl_vec2 left = pawl_vec2_units(-5, 1), right = pawl_vec2_units(40, 0);
    if (pawl_world_ray_closest(world, left, right, &filter, &hit))
        say("the ray meets", pawl_shape_get_user_data(world, hit.shape), hit.point.x);
    const uint32_t count = pawl_world_ray_all(world, left, right, &filter, hits, 8);
    for (uint32_t i = 0; i < count && i < 8; i++)
        say("all along it", pawl_shape_get_user_data(world, hits[i].shape), hits[i].point.x);
    filter.mask = 2;
    const pawl_pose pose = {left, pawl_rot_from_angle(0)};
    if (pawl_world_cast_closest(world, &ball, pose, right, &filter, &hit))
        say("the ball meets", pawl_shape_get_user_data(world, hit.shape), hit.point.y);
    const pawl_box box = {{PAWL_UNITS(2), -PAWL_UNITS(1)}, {PAWL_UNITS(13), PAWL_UNITS(3)}};
    const uint32_t inside = pawl_world_overlap_box(world, box, &filter, found, 8);
    for (uint32_t i = 0; i < inside && i < 8; i++)
        say("in the box", pawl_shape_get_user_data(world, found[i].shape), 0);
    if (pawl_world_closest(world, pawl_vec2_units(10, 10), PAWL_UNITS(20), NULL, &closest))
        say("nearest is", pawl_shape_get_user_data(world, closest.shape), closest.distance);
    printf("queries: hash %08x\n", (unsigned)pawl_world_hash(world));
    return 0;
}
