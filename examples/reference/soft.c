/* soft.c - a pond of blobs: what is known of a soft body, and what can be changed while it lives.
 */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

#define POINTS 10

static uint64_t memory[32768];

static pawl_status add_blob(pawl_world *world, int x, uint32_t name, pawl_soft_id *out) {
    pawl_soft_point points[POINTS];
    pawl_soft_link links[2 * POINTS];
    pawl_soft_parts parts = {points, links, POINTS, 2 * POINTS, 0, 0};
    const pawl_status status =
        pawl_soft_add_blob(&parts, pawl_vec2_units(x, 3), PAWL_UNITS(1), POINTS, PAWL_UNITS(2),
                           PAWL_FX_ONE, PAWL_DEC(0, 1));
    if (status) return status;
    pawl_soft_def def = pawl_soft_def_default();
    def.points = points;
    def.links = links;
    def.point_count = def.outline_count = parts.point_count;
    def.link_count = parts.link_count;
    def.pressure = PAWL_DEC(0, 5);
    def.user_data = name;
    return pawl_soft_create(world, &def, out);
}

static void tell(const pawl_world *world, pawl_soft_id soft, const char *what) {
    const pawl_vec2 center = pawl_soft_get_center(world, soft);
    const pawl_vec2 velocity = pawl_soft_get_velocity(world, soft);
    printf("%-24s blob %u at (%5.2f, %5.2f), moving (%5.2f, %5.2f), area %.2f, %s\n", what,
           (unsigned)pawl_soft_get_user_data(world, soft), pawl_fx_to_float(center.x),
           pawl_fx_to_float(center.y), pawl_fx_to_float(velocity.x), pawl_fx_to_float(velocity.y),
           (double)pawl_soft_get_area2(world, soft) / 8589934592.0,
           pawl_soft_is_awake(world, soft) ? "awake" : "asleep");
}

static void tell_material(const pawl_world *world, pawl_soft_id soft) {
    printf("points %u, outline %u, mass %.2f, radius %.2f, friction %.2f, restitution %.2f\n",
           (unsigned)pawl_soft_get_point_count(world, soft),
           (unsigned)pawl_soft_get_outline_count(world, soft),
           pawl_wide_to_double(pawl_soft_get_mass(world, soft)),
           pawl_fx_to_float(pawl_soft_get_radius(world, soft)),
           pawl_fx_to_float(pawl_soft_get_friction(world, soft)),
           pawl_fx_to_float(pawl_soft_get_restitution(world, soft)));
    printf("pressure %.2f, damping %.2f, gravity %.2f, iterations %d, mask %lx\n",
           pawl_fx_to_float(pawl_soft_get_pressure(world, soft)),
           pawl_fx_to_float(pawl_soft_get_damping(world, soft)),
           pawl_fx_to_float(pawl_soft_get_gravity_scale(world, soft)),
           (int)pawl_soft_get_iterations(world, soft),
           (unsigned long)pawl_soft_get_filter(world, soft).mask);
}

static int run(pawl_world *world, int ticks) {
    for (int tick = 0; tick < ticks; tick++)
        if (pawl_world_step(world, NULL)) return 1;
    return 0;
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 4;
    def.soft_capacity = 2;
    def.soft_point_capacity = 2 * POINTS;
    def.soft_link_capacity = 4 * POINTS;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    pawl_body_def ground_def = pawl_body_def_default();
    pawl_body_id ground;
    pawl_soft_id left, right;
    ground_def.position = pawl_vec2_units(0, -1);
    if (pawl_body_create_box(world, &ground_def, NULL, PAWL_UNITS(20), PAWL_UNITS(1), &ground) ||
        add_blob(world, -2, 1, &left) || add_blob(world, 2, 2, &right)) {
        return 1;
    }
    tell_material(world, left);

    /* The left one is a balloon; the right one is kicked, and stiffer. */
    pawl_soft_set_gravity_scale(world, left, -PAWL_DEC(0, 2));
    pawl_soft_set_damping(world, left, PAWL_DEC(0, 5));
    pawl_soft_set_iterations(world, right, 12);
    pawl_soft_set_pressure(world, right, PAWL_FX_ONE);
    pawl_soft_apply_impulse(world, right, (pawl_wide2){PAWL_WIDE(4, 0, 1), 0});
    tell(world, right, "kicked");
    if (run(world, 30)) return 1;
    pawl_soft_id soft = PAWL_NULL_SOFT;
    while (soft = pawl_world_next_soft(world, soft), !pawl_soft_is_null(soft))
        tell(world, soft, "half a second later");

    /* It is pumped up to one and a half times its area. */
    const int64_t area2 = pawl_soft_get_target_area2(world, left);
    pawl_soft_set_target_area2(world, left, area2 + area2 / 2);
    /* The balloon is tied to the ground by one point: it is moved there, and pinned. */
    pawl_soft_point point;
    pawl_soft_set_point_position(world, left, 7, pawl_vec2_units(-2, 1));
    pawl_soft_set_point_velocity(world, left, 7, pawl_vec2_make(0, 0));
    pawl_soft_set_point_mass(world, left, 7, 0);
    if (run(world, 120) || pawl_soft_get_point(world, left, 7, &point)) return 1;
    printf("the pinned point is at (%.2f, %.2f), its mass %.1f\n",
           pawl_fx_to_float(point.position.x), pawl_fx_to_float(point.position.y),
           pawl_fx_to_float(point.mass));
    tell(world, left, "tied");

    /* The right one becomes a ghost that falls through the ground, then stops in the air. */
    pawl_filter nothing = pawl_soft_get_filter(world, right);
    nothing.mask = 0;
    pawl_soft_set_filter(world, right, nothing);
    pawl_soft_set_user_data(world, right, 3);
    if (run(world, 60)) return 1;
    tell(world, right, "a ghost");
    pawl_soft_set_velocity(world, right, pawl_vec2_make(0, 0));
    pawl_soft_set_awake(world, right, false);
    if (run(world, 30)) return 1;
    tell(world, right, "put to sleep");

    const uint32_t word = pawl_soft_id_store(left); /* for a save file */
    pawl_soft_destroy(world, right);
    printf("destroyed: %s; the other is %s\n", pawl_soft_is_valid(world, right) ? "there" : "stale",
           pawl_soft_id_equal(pawl_soft_id_load(word), left) ? "the one in the file" : "lost");
    return 0;
}
