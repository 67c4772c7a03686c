/* collide.c - geometry without a world: is it a shape, what does it weigh, do two of them touch? */
#include <pawl/collide.h>
#include <pawl/pawl_float.h>
#include <stdio.h>

#define U PAWL_UNITS

static void print_point(const char *what, pawl_vec2 point) {
    printf("%s (%.3f, %.3f)", what, pawl_fx_to_float(point.x), pawl_fx_to_float(point.y));
}

/* Points that a player has drawn: is that a polygon, and if not, why? */
static void judge(const char *what, const pawl_vec2 *points, int32_t count) {
    int32_t where = -1;
    const pawl_polygon_fault fault = pawl_polygon_check(points, count, 0, &where);
    printf("%s: %s", what, pawl_polygon_fault_text(fault));
    if (fault != PAWL_POLYGON_OK) printf(", at point %d", (int)where);
    printf("\n");
}

static int look_at_shapes(void) {
    const pawl_vec2 good[4] = {{0, 0}, {U(2), 0}, {U(2), U(1)}, {0, U(1)}};
    const pawl_vec2 dented[4] = {{0, 0}, {U(2), 0}, {PAWL_DEC(0, 5), PAWL_DEC(0, 5)}, {0, U(2)}};
    pawl_vec2 hull[4];
    pawl_convex shape, damaged;
    pawl_mass mass;
    const char *wrong;
    judge("a rectangle", good, 4);
    judge("an arrow head", dented, 4);
    const int32_t count = pawl_hull(dented, 4, hull);
    printf("its hull has %d points\n", (int)count);
    if (count < 3 || pawl_make_polygon(good, 4, 0, &shape)) return 1;
    if (pawl_convex_mass(&shape, U(3), &mass)) return 1;
    printf("mass %.2f, inertia %.2f", pawl_wide_to_double(mass.mass),
           pawl_wide_to_double(mass.inertia));
    print_point(", center", mass.center);
    damaged = shape; /* bytes from somewhere else */
    damaged.vertices[2].x = -U(5);
    const pawl_status status = pawl_convex_check(&damaged, &wrong);
    printf("\n%s; damaged: %s, in its %s\n", pawl_convex_is_valid(&shape) ? "valid" : "not valid",
           pawl_status_text(status), wrong);
    return 0;
}

static int look_at_pairs(void) {
    pawl_convex box, ball;
    if (pawl_make_box(U(1), U(1), &box) || pawl_make_circle(pawl_vec2_make(0, 0), U(1), &ball))
        return 1;
    const pawl_pose still = {{0, 0}, pawl_rot_from_angle(PAWL_TURN(1, 8))};
    for (int x = 1; x <= 3; x++) {
        const pawl_pose other = {pawl_vec2_units(x, 0), pawl_rot_from_angle(0)};
        const pawl_manifold touch = pawl_collide(&box, still, &ball, other, PAWL_DEC(0, 1));
        const pawl_distance between = pawl_closest(&box, still, &ball, other);
        printf("ball at %d: %s, %d contact points, %.3f apart", x,
               pawl_overlap(&box, still, &ball, other) ? "overlaps" : "free", touch.count,
               pawl_fx_to_float(between.distance));
        if (touch.count > 0)
            printf(", separation %.3f", pawl_fx_to_float(touch.points[0].separation));
        /* The boxes around them come first: they are cheap, and say more than is true. */
        const pawl_box a = pawl_convex_box(&box, still), b = pawl_convex_box(&ball, other);
        printf("; their boxes %s\n", pawl_box_overlaps(a, b) ? "overlap" : "are apart");
    }
    const pawl_box room = {pawl_vec2_units(-2, -2), pawl_vec2_units(2, 2)};
    printf("the turned box %s a room of 4 x 4\n",
           pawl_box_contains(room, pawl_convex_box(&box, still)) ? "fits in" : "is too large for");

    const pawl_vec2 corner = pawl_vec2_make(PAWL_DEC(1, 4), 0);
    print_point("the point", corner);
    print_point(" is, in the frame of the box,", pawl_pose_unapply(still, corner));
    printf(": %s\n", pawl_contains_point(&box, still, corner) ? "inside" : "outside");
    const pawl_cast_hit hit =
        pawl_ray_cast(&box, still, pawl_vec2_units(-5, 0), pawl_vec2_units(9, 0));
    print_point("a ray from the left hits at", hit.point);
    printf("\n");
    return 0;
}

/* A crate is pushed against a wall: when do they meet, how deep is it, which way is out? */
static int look_at_movements(void) {
    pawl_convex crate, wall;
    if (pawl_make_box(U(1), U(1), &crate) || pawl_make_box(U(1), U(3), &wall)) return 1;
    const pawl_pose at = {pawl_vec2_units(-5, 0), pawl_rot_from_angle(0)};
    const pawl_pose stands = {pawl_vec2_units(0, 0), pawl_rot_from_angle(0)};
    const pawl_cast_hit slide = pawl_convex_cast(&crate, at, pawl_vec2_units(6, 0), &wall, stands);
    const pawl_sweep spin = {{0, 0}, at.position, pawl_vec2_units(6, 0), 0, INT32_C(1) << 30};
    const pawl_sweep still = {{0, 0}, {0, 0}, {0, 0}, 0, 0};
    const pawl_impact turning = pawl_time_of_impact(&crate, &spin, &wall, &still, PAWL_DEC(0, 01));
    printf("it meets the wall after %.4f of its way, and when it turns after %.2f\n",
           (double)slide.fraction / PAWL_UNIT, (double)turning.fraction / PAWL_UNIT);
    const pawl_pose inside = {pawl_vec2_make(-PAWL_DEC(1, 5), 0), at.rotation};
    const pawl_translation out = pawl_minimum_translation(&wall, stands, &crate, inside);
    print_point("half in the wall: out by", out.move);
    const pawl_segment_clip shot =
        pawl_clip_segment(&wall, stands, pawl_vec2_units(-4, 0), pawl_vec2_units(4, 0));
    printf("; a shot is in the wall from %.3f to %.3f of its way\n", (double)shot.enter / PAWL_UNIT,
           (double)shot.exit / PAWL_UNIT);
    return 0;
}

int main(void) {
    if (look_at_shapes() || look_at_pairs() || look_at_movements()) return 1;
    /* A laser beam and a wire: how near do they come? */
    const pawl_segment_distance near = pawl_segment_closest(
        pawl_vec2_units(0, 0), pawl_vec2_units(4, 0), pawl_vec2_units(1, 3), pawl_vec2_units(3, 1));
    print_point("nearest on the beam", near.point1);
    print_point(", on the wire", near.point2);
    printf(", squared distance %.3f\n", (double)near.distance_squared / 4294967296.0);
    return 0;
}
