/* test_edge.c - a convex against the edges of a surface, against what the whole surface would do.
 *
 * Surfaces are runs of points, each edge knowing its neighbours; distances come from long doubles
 * and know nothing of edges. Shapes without any thickness are left out where they may reach
 * behind one edge without touching it, and so are felt by its neighbour alone. */
#include <check.h>

#include "collide/edge.h"
#include "support/shape/convex.h"

#define MARGIN M(0.02)
#define POINTS 5

/* Circle, capsule, box, polygon, rounded polygon: kinds of seeded_convex. */
static const int thick[] = {0, 1, 3, 4, 5};

typedef struct surface {
    pawl_vec2 points[POINTS];
    pawli_frame frame;
    bool one_sided;
} surface;

static surface make_surface(uint64_t *seed) {
    surface made;
    const pawl_pose pose = seeded_pose(seed, M(1000));
    made.frame.position = pose.position;
    made.frame.rotation = pose.rotation;
    made.frame.center = seeded_point(seed, M(3));
    made.one_sided = false;
    return made;
}

static pawli_edge edge_of(const surface *on, int index) {
    pawli_edge edge = {.begin = on->points[index], .end = on->points[index + 1]};
    edge.has_before = index > 0;
    edge.has_after = index + 2 < POINTS;
    if (edge.has_before) edge.before = on->points[index - 1];
    if (edge.has_after) edge.after = on->points[index + 2];
    edge.one_sided = on->one_sided;
    return edge;
}

/* A point of the surface's frame in the world. */
static pawl_vec2 in_world(const surface *on, pawl_vec2 local) {
    const pawl_vec2 arm = pawl_vec2_sub(local, on->frame.center);
    return pawl_vec2_add(on->frame.position, pawl_rotate(on->frame.rotation, arm));
}

static pawl_manifold collide(const surface *on, int index, const pawl_convex *shape,
                             const pawli_frame *frame) {
    const pawli_edge edge = edge_of(on, index);
    pawl_manifold manifold, turned;
    pawli_edge_collide(&edge, &on->frame, shape, frame, MARGIN, &manifold);
    pawli_edge_collide_shape(shape, frame, &edge, &on->frame, MARGIN, &turned);
    ck_assert_int_eq(manifold.count, turned.count);
    for (int i = 0; i < manifold.count; i++) {
        const pawl_vec2 between = pawl_vec2_sub(on->frame.position, frame->position);
        const pawl_vec2 offset = pawl_vec2_add(manifold.points[i].offset, between);
        ck_assert_int_eq(turned.points[i].offset.x, offset.x);
        ck_assert_int_eq(turned.points[i].offset.y, offset.y);
        ck_assert_int_eq(turned.normal.c, -manifold.normal.c);
        ck_assert_int_eq(turned.points[i].separation, manifold.points[i].separation);
        ck_assert_int_eq(turned.points[i].feature >> 8, manifold.points[i].feature & 0xFF);
    }
    return manifold;
}

static real2 real_of(pawl_vec2 v) {
    return (real2){v.x, v.y};
}

/* A circle of radius r touches where the whole polyline is nearest, and a joint touches once. */
START_TEST(a_circle_feels_the_distance_of_the_whole_surface) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    int touching = 0, at_joint = 0;
    for (int n = 0; n < SEEDED_ROUNDS(20000); n++) {
        surface on = make_surface(&seed);
        for (int i = 0; i < POINTS; i++)
            on.points[i] = pawl_vec2_add(pawl_vec2_make(M(2) * i, 0), seeded_point(&seed, M(0.9)));
        const pawl_fx radius = seeded_between(&seed, M(0.1), M(1));
        pawl_vec2 at = pawl_vec2_add(pawl_vec2_make(M(4), 0), seeded_point(&seed, M(4)));
        if (n % 2) /* near a joint */
            at = pawl_vec2_add(on.points[n % POINTS], seeded_point(&seed, radius));
        pawl_convex circle;
        ck_assert_int_eq(pawl_make_circle(pawl_vec2_make(0, 0), radius, &circle), PAWL_OK);
        const pawli_frame frame = {in_world(&on, at), {PAWL_UNIT, 0}, {0, 0}};

        long double distance = HUGE_VALL, lowest = HUGE_VALL;
        int count = 0, joints = 0;
        for (int i = 0; i + 1 < POINTS; i++) {
            distance = fminl(distance, point_to_edge(real_of(at), real_of(on.points[i]),
                                                     real_of(on.points[i + 1])));
            const pawl_manifold m = collide(&on, i, &circle, &frame);
            if (m.count == 0) continue;
            count++;
            lowest = fminl(lowest, m.points[0].separation);
            const pawl_vec2 to = pawl_vec2_sub(at, on.points[i + 1]);
            const long double reach = m.points[0].separation + radius;
            joints += i + 2 < POINTS && fabsl(hypotl(to.x, to.y) - reach) < 8;
        }
        const long double separation = distance - radius;
        if (fabsl(separation - MARGIN) < 8) continue;
        ck_assert_msg((count > 0) == (separation < MARGIN), "seed %d, case %d: %d contacts at %Lg",
                      _i, n, count, separation);
        if (count == 0) continue;
        ck_assert_msg(fabsl(lowest - separation) < 8, "seed %d, case %d: %Lg instead of %Lg", _i, n,
                      lowest, separation);
        touching++;
        at_joint += joints > 0;
    }
    ck_assert_int_gt(touching, SEEDED_OFTEN(SEEDED_ROUNDS(20000) / 4));
    ck_assert_int_gt(at_joint, SEEDED_OFTEN(SEEDED_ROUNDS(20000) / 70));
}
END_TEST

/* The lowest point of a shape above the line through the surface, raw units. */
static long double height_over(const surface *on, const pawl_convex *shape,
                               const pawli_frame *frame) {
    const pawl_pose pose = {frame->position, frame->rotation};
    const placed at = place(shape, pose, in_world(on, on->points[0]));
    const pawl_vec2 along = pawl_vec2_sub(on->points[0], on->points[POINTS - 1]);
    const pawl_vec2 world = pawl_rotate(on->frame.rotation, along);
    const long double length = hypotl(world.x, world.y);
    long double lowest = HUGE_VALL;
    for (int i = 0; i < at.count; i++) {
        const long double up = (at.vertices[i].y * world.x - at.vertices[i].x * world.y) / length;
        lowest = fminl(lowest, up);
    }
    return lowest - at.radius;
}

/* The mean of the vertices, as a circle without radius. */
static pawl_convex middle_of(const pawl_convex *shape) {
    pawl_convex middle = {.count = 1};
    for (int i = 0; i < shape->count; i++) {
        middle.vertices[0].x += shape->vertices[i].x / shape->count;
        middle.vertices[0].y += shape->vertices[i].y / shape->count;
    }
    return middle;
}

/* On a straight run of edges every contact has the normal of the line, the deepest one is as deep
 * as the shape is below the line, and somebody finds it. */
START_TEST(flat_joints_do_not_exist) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    int touching = 0;
    for (int n = 0; n < SEEDED_ROUNDS(5000); n++) {
        surface on = make_surface(&seed);
        const pawl_vec2 step = seeded_point(&seed, M(2));
        if (pawl_vec2_length(step) < M(1)) continue;
        for (int i = 0; i < POINTS; i++)
            on.points[i] = pawl_vec2_make(step.x * (i - 2), step.y * (i - 2));
        on.one_sided = n % 2;
        const pawl_convex shape = seeded_convex(&seed, thick[n % 5], M(0.7));
        pawli_frame frame = {
            {0, 0}, pawl_rot_from_angle((pawl_angle)(seeded_next(&seed) >> 32)), {0, 0}};
        /* Above the middle, on the right of the run, a little into the line or short of it. */
        const pawl_rot along = pawl_vec2_normalize(step), up = {along.s, -along.c};
        frame.position = in_world(&on, pawl_vec2_make(0, 0));
        const pawl_rot turned = {
            (int32_t)(((int64_t)on.frame.rotation.c * up.c - (int64_t)on.frame.rotation.s * up.s) /
                      PAWL_UNIT),
            (int32_t)(((int64_t)on.frame.rotation.s * up.c + (int64_t)on.frame.rotation.c * up.s) /
                      PAWL_UNIT)};
        const long double lift =
            seeded_between(&seed, -M(0.03), M(0.03)) - height_over(&on, &shape, &frame);
        frame.position.x += (pawl_fx)(lift * turned.c / PAWL_UNIT);
        frame.position.y += (pawl_fx)(lift * turned.s / PAWL_UNIT);
        const long double height = height_over(&on, &shape, &frame);
        const pawl_convex middle = middle_of(&shape);
        if (height_over(&on, &middle, &frame) < 16 || fabsl(height - MARGIN) < 8) continue;
        long double lowest = HUGE_VALL;
        for (int i = 0; i + 1 < POINTS; i++) {
            const pawl_manifold m = collide(&on, i, &shape, &frame);
            if (m.count == 0) continue;
            lowest = fminl(lowest, m.separation);
            const long double cosine =
                ((long double)m.normal.c * turned.c + (long double)m.normal.s * turned.s) /
                PAWL_UNIT / PAWL_UNIT;
            ck_assert_msg(cosine > 0.9999999L, "seed %d, case %d: cosine %Lg", _i, n, cosine);
        }
        touching += lowest < HUGE_VALL;
        ck_assert_msg((lowest < HUGE_VALL) == (height < MARGIN), "seed %d, case %d: at %Lg", _i, n,
                      height);
        ck_assert_msg(lowest == HUGE_VALL || fabsl(lowest - height) < 16,
                      "seed %d, case %d: %Lg instead of %Lg", _i, n, lowest, height);
    }
    ck_assert_int_gt(touching, SEEDED_OFTEN(SEEDED_ROUNDS(5000) / 5));
}
END_TEST

/* What touches a bent surface from its front touches at least one of its edges, and every normal is
 * one of an edge, or between those of two edges that meet in a convex joint, or of a free end. Less
 * than 0.05 deep it does: ten times the slop that contacts let in. Planks thinner than they are
 * deep may have their end behind a concave joint, where neither edge has a face under it. */
START_TEST(bent_joints_give_their_own_normals) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    int touching = 0;
    for (int n = 0; n < SEEDED_ROUNDS(5000); n++) {
        surface on = make_surface(&seed);
        for (int i = 0; i < POINTS; i++) /* from right to left: the front is up */
            on.points[i] = pawl_vec2_make(M(6) - M(3) * i, seeded_between(&seed, -M(1), M(1)));
        const pawl_convex shape = seeded_convex(&seed, thick[1 + n % 4], M(0.5));
        pawli_frame frame = {
            {0, 0}, pawl_rot_from_angle((pawl_angle)(seeded_next(&seed) >> 32)), {0, 0}};
        frame.position = in_world(&on, pawl_vec2_make(seeded_between(&seed, -M(3), M(3)),
                                                      seeded_between(&seed, -M(1), M(2))));
        bool in_front = true, shallow = true, touches = false, found = false;
        for (int i = 0; i + 1 < POINTS; i++) {
            pawl_convex segment;
            pawl_manifold plain;
            ck_assert_int_eq(pawl_make_segment(on.points[i], on.points[i + 1], &segment), PAWL_OK);
            pawli_collide(&segment, &on.frame, &shape, &frame, 0, &plain);
            const pawl_manifold m = collide(&on, i, &shape, &frame);
            const bool overlaps = plain.count > 0 && plain.separation < -16;
            touches |= overlaps;
            found |= m.count > 0;
            /* With its middle above the line of every edge it overlaps, less than 0.1 deep. */
            if (overlaps) {
                surface line = on;
                line.points[0] = on.points[i];
                line.points[POINTS - 1] = on.points[i + 1];
                const pawl_convex middle = middle_of(&shape);
                const long double lowest = height_over(&line, &shape, &frame);
                in_front &= lowest > -M(0.1) && height_over(&line, &middle, &frame) > 16;
                shallow &= lowest > -M(0.05);
            }
            if (m.count == 0) continue;
            const pawl_rot back = {on.frame.rotation.c, -on.frame.rotation.s};
            const pawl_vec2 normal =
                pawl_rotate(back, pawl_vec2_make(m.normal.c / 2, m.normal.s / 2));
            const long double lean = atan2l(normal.x, normal.y); /* from up, to the right */
            long double least = HUGE_VALL, most = -HUGE_VALL;
            for (int k = i - 1; k <= i + 1; k++) {
                if (k < 0 || k + 1 >= POINTS) continue;
                const pawl_vec2 d = pawl_vec2_sub(on.points[k], on.points[k + 1]);
                const long double slope = -atan2l(d.y, d.x);
                least = fminl(least, slope);
                most = fmaxl(most, slope);
            }
            const bool above = fabsl(lean) < 1.6L && in_front;
            if (above && i > 0 && i + 2 < POINTS)
                ck_assert_msg(lean > least - 0.005L && lean < most + 0.005L,
                              "seed %d, case %d, edge %d: %Lg not in %Lg .. %Lg", _i, n, i, lean,
                              least, most);
        }
        if (!touches || !in_front || !shallow) continue;
        touching++;
        ck_assert_msg(found, "seed %d, case %d: nobody feels it", _i, n);
    }
    ck_assert_int_gt(touching, SEEDED_OFTEN(SEEDED_ROUNDS(5000) / 200)); /* 52 at least */
}
END_TEST

/* A sharp corner that has come down past a convex joint: it is behind one edge, which it does not
 * touch, or which leaves it to the other. Each reaches less than 0.1 below both. */
START_TEST(a_corner_behind_a_convex_joint_is_felt) {
    static const struct {
        pawl_vec2 points[3]; /* from right to left */
        pawl_vec2 corners[4];
        int count;
    } cases[] = {
        {{{M(6), M(0.267)}, {M(3), M(0.802)}, {0, M(-0.11)}},
         {{M(3.0188), M(0.7356)}, {M(2.6201), M(1.2212)}, {M(2.409), M(1.0751)}},
         3},
        {{{M(3), M(-0.428)}, {0, M(-0.259)}, {M(-3), M(-0.521)}},
         {{M(-0.0214), M(-0.3273)}, {M(0.4761), M(-0.2547)}, {M(0.5167), M(-0.1366)}},
         3},
        {{{M(6), M(-0.527)}, {M(3), M(0.134)}, {0, M(-0.597)}},
         {{M(2.7773), M(0.9674)},
          {M(2.6515), M(0.1352)},
          {M(3.0202), M(0.0794)},
          {M(3.146), M(0.9117)}},
         4},
    };
    const pawli_frame still = {{0, 0}, {PAWL_UNIT, 0}, {0, 0}};
    pawl_convex shape;
    ck_assert_int_eq(pawl_make_polygon(cases[_i].corners, cases[_i].count, 0, &shape), PAWL_OK);
    int found = 0;
    for (int i = 0; i < 2; i++) {
        pawli_edge edge = {.begin = cases[_i].points[i], .end = cases[_i].points[i + 1]};
        edge.has_before = i == 1;
        edge.has_after = i == 0;
        edge.before = cases[_i].points[0];
        edge.after = cases[_i].points[2];
        pawl_manifold m;
        pawli_edge_collide(&edge, &still, &shape, &still, MARGIN, &m);
        if (m.count == 0) continue;
        found++;
        ck_assert_int_lt(m.separation, 0);
        ck_assert_int_gt(m.normal.s, PAWL_UNIT / 10 * 9); /* up */
    }
    ck_assert_int_eq(found, 1);
}
END_TEST

/* Four edges of a block; the circle lies on its corner, and only the edge that ends there acts. */
START_TEST(a_convex_corner_belongs_to_the_edge_that_ends_there) {
    const pawl_vec2 block[] = {{0, 0}, {M(2), 0}, {M(2), M(2)}, {0, M(2)}};
    const pawli_frame frame = {{0, 0}, {PAWL_UNIT, 0}, {0, 0}};
    pawl_convex circle, box;
    ck_assert_int_eq(pawl_make_circle(pawl_vec2_make(0, 0), M(0.5), &circle), PAWL_OK);
    ck_assert_int_eq(
        pawl_make_box_at(M(0.5), M(0.5), pawl_vec2_make(0, 0), (pawl_angle)1 << 29, &box), PAWL_OK);
    for (int corner = 0; corner < 4; corner++) {
        const pawl_vec2 at = block[corner];
        const int side_x = at.x > 0 ? 1 : -1, side_y = at.y > 0 ? 1 : -1;
        const pawli_frame round = {
            {at.x + side_x * M(0.34375), at.y + side_y * M(0.34375)}, {PAWL_UNIT, 0}, {0, 0}};
        const pawli_frame tilted = {
            {at.x + side_x * M(0.34375), at.y + side_y * M(0.34375)}, {PAWL_UNIT, 0}, {0, 0}};
        for (int i = 0; i < 4; i++) {
            const pawli_edge edge = {.begin = block[i],
                                     .end = block[(i + 1) % 4],
                                     .before = block[(i + 3) % 4],
                                     .after = block[(i + 2) % 4],
                                     .has_before = true,
                                     .has_after = true,
                                     .one_sided = true};
            pawl_manifold m;
            pawli_edge_collide(&edge, &frame, &circle, &round, MARGIN, &m);
            ck_assert_int_eq(m.count, (i + 1) % 4 == corner ? 1 : 0);
            pawli_edge_collide(&edge, &frame, &box, &tilted, MARGIN, &m);
            ck_assert_int_eq(m.count > 0, (i + 1) % 4 == corner);
        }
    }
}
END_TEST

/* A needle: its tip is in front of one of its sides only, as seen from most places. */
START_TEST(the_tip_of_a_needle_is_not_missed) {
    const pawl_vec2 left = {0, -M(0.125)}, tip = {M(4), 0}, right = {0, M(0.125)};
    const pawli_frame frame = {{0, 0}, {PAWL_UNIT, 0}, {0, 0}};
    pawl_convex circle;
    ck_assert_int_eq(pawl_make_circle(pawl_vec2_make(0, 0), M(0.5), &circle), PAWL_OK);
    for (int k = -8; k <= 8; k++) {
        const pawli_edge first = {
            .begin = left, .end = tip, .after = right, .has_after = true, .one_sided = true};
        const pawli_edge second = {
            .begin = tip, .end = right, .before = left, .has_before = true, .one_sided = true};
        const pawli_frame at = {{M(4.375), M(0.03125) * k}, {PAWL_UNIT, 0}, {0, 0}};
        pawl_manifold one, two;
        pawli_edge_collide(&first, &frame, &circle, &at, MARGIN, &one);
        pawli_edge_collide(&second, &frame, &circle, &at, MARGIN, &two);
        ck_assert_int_eq(one.count + two.count, 1);
    }
}
END_TEST

START_TEST(far_away_is_apart_and_nothing_overflows) {
    const pawli_edge edge = {.begin = {-M(5791), -M(5791)},
                             .end = {M(5791), M(5791)},
                             .before = {M(8191), 0},
                             .after = {-M(8191), 0},
                             .has_before = true,
                             .has_after = true,
                             .one_sided = _i & 1};
    const pawl_fx far = PAWL_COORD_MAX;
    const pawl_vec2 corners[] = {{far, far}, {-far, far}, {far, -far}, {-far, -far}};
    pawl_convex box;
    ck_assert_int_eq(pawl_make_box(M(5791), M(5791), &box), PAWL_OK);
    for (int i = 0; i < 16; i++) {
        const pawli_frame from = {
            corners[i & 3], pawl_rot_from_angle((pawl_angle)_i << 28), {M(8191), -M(8191)}};
        const pawli_frame to = {
            corners[i >> 2], pawl_rot_from_angle((pawl_angle)i << 27), {-M(8191), M(8191)}};
        pawl_manifold m;
        pawli_edge_collide(&edge, &from, &box, &to, MARGIN, &m);
        ck_assert_int_le(m.count, 2);
    }
}
END_TEST

Suite *suite_edge(void);
Suite *suite_edge(void) {
    Suite *const suite = suite_create("edge");
    TCase *const tests = tcase_create("edge");
    tcase_add_loop_test(tests, a_circle_feels_the_distance_of_the_whole_surface, 0, 4);
    tcase_add_loop_test(tests, flat_joints_do_not_exist, 0, 6);
    tcase_add_loop_test(tests, bent_joints_give_their_own_normals, 0, 6);
    tcase_add_loop_test(tests, a_corner_behind_a_convex_joint_is_felt, 0, 3);
    tcase_add_test(tests, a_convex_corner_belongs_to_the_edge_that_ends_there);
    tcase_add_test(tests, the_tip_of_a_needle_is_not_missed);
    tcase_add_loop_test(tests, far_away_is_apart_and_nothing_overflows, 0, 16);
    suite_add_tcase(suite, tests);
    return suite;
}
