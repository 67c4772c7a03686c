/* test_outline.c - areas, and the parts of shapes that are in them, against doubles. */
#include <inttypes.h>
#include <math.h>

#include "field/field_outline.h"
#include "support/shape/convex.h"
#include "support/world/fixture.h"

#define ROUNDS SEEDED_ROUNDS(1700) /* times six kinds: 10^4 poses */

/* ---- areas ---------------------------------------------------------------------------------- */

static pawl_area area_of(const pawl_vec2 *points, int count) {
    pawl_area area = pawl_area_everywhere();
    area.count = (uint8_t)count;
    for (int i = 0; i < count; i++)
        area.points[i] = points[i];
    return area;
}

START_TEST(areas_are_checked) {
    const pawl_vec2 square[4] = {VEC(0, 0), VEC(1, 0), VEC(1, 1), VEC(0, 1)};
    const pawl_vec2 clockwise[4] = {VEC(0, 0), VEC(0, 1), VEC(1, 1), VEC(1, 0)};
    const pawl_vec2 dent[4] = {VEC(0, 0), VEC(2, 0), VEC(0.5, 0.5), VEC(0, 2)};
    const pawl_vec2 line[3] = {VEC(0, 0), VEC(1, 1), VEC(2, 2)};
    const pawl_vec2 far_off[3] = {VEC(16383, 0), VEC(16384, 0), VEC(16383, 1)};
    const pawl_vec2 huge[3] = {VEC(-8000, 0), VEC(8000, 0), VEC(0, 1)};
    pawl_area area = area_of(square, 4);
    ck_assert_int_eq(pawl_area_is_valid(&area), true);
    area.count = 9;
    ck_assert_int_eq(pawl_area_is_valid(&area), false);
    area = area_of(square, 2);
    ck_assert_int_eq(pawl_area_is_valid(&area), false);
    area = area_of(clockwise, 4);
    ck_assert_int_eq(pawl_area_is_valid(&area), false);
    area = area_of(dent, 4);
    ck_assert_int_eq(pawl_area_is_valid(&area), false);
    area = area_of(line, 3);
    ck_assert_int_eq(pawl_area_is_valid(&area), false);
    area = area_of(far_off, 3);
    ck_assert_int_eq(pawl_area_is_valid(&area), false);
    area = area_of(huge, 3);
    ck_assert_int_eq(pawl_area_is_valid(&area), false);
    ck_assert_int_eq(pawl_area_is_valid(NULL), false);
    ck_assert_int_eq(pawl_area_contains(NULL, VEC(0, 0)), false);
    ck_assert_int_eq(pawl_area_contains(&area, VEC(0, 0.5)), false);
}
END_TEST

/* What a box must not be to be an area, wherever it lies; and what a field answers then. The first
 * rows: 4208^2 + 7027^2 < 8191^2 < 4209^2 + 7027^2. */
START_TEST(boxes_are_areas_up_to_the_extent_of_a_shape) {
    const struct {
        double width, height;
        bool valid;
    } rows[] = {{4208, 7027, true},    {4209, 7027, false},   {7027, 4208, true}, {8191, 1, false},
                {8190.5, 1, true},     {16000, 1, false},     {1, 16000, false},  {0, 1, false},
                {1, 0, false},         {-1, 1, false},        {1, -1, false},     {1, 1, true},
                {1, 1.0 / 2048, true}, {1, 1.0 / 4096, false}};
    pawl_world *const world = make_default_world();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int at = 0; at < 2; at++) {
            const pawl_vec2 lower = at == 0 ? VEC(0, 0) : VEC(-16000, -16000.5);
            const pawl_vec2 size = VEC(rows[i].width, rows[i].height);
            pawl_water_def water = pawl_water_def_default();
            water.area = pawl_area_box((pawl_box){lower, pawl_vec2_add(lower, size)});
            ck_assert_msg(pawl_area_is_valid(&water.area) == rows[i].valid, "row %zu, %d", i, at);
            ck_assert_int_eq(pawl_world_apply_water(world, &water),
                             rows[i].valid ? PAWL_OK : PAWL_ERR_GEOMETRY);
        }
    }
    free(world);
}
END_TEST

START_TEST(areas_hold_their_inside_and_their_edges) {
    const pawl_box box = {VEC(10000, -1), VEC(10002, 1)};
    pawl_area area = pawl_area_box(box);
    const pawl_fx x = box.lower.x, y = box.upper.y;
    ck_assert_int_eq(pawl_area_contains(&area, pawl_vec2_make(x, y)), true);
    ck_assert_int_eq(pawl_area_contains(&area, pawl_vec2_make(x - 1, y)), false);
    ck_assert_int_eq(pawl_area_contains(&area, pawl_vec2_make(x, y + 1)), false);
    ck_assert_int_eq(pawl_area_contains(&area, box.upper), true);
    ck_assert_int_eq(pawl_area_contains(&area, VEC(-16000, 0)), false);
    area = pawl_area_below(FX(3));
    ck_assert_int_eq(pawl_area_contains(&area, VEC(-16000, 3)), true);
    ck_assert_int_eq(pawl_area_contains(&area, pawl_vec2_make(0, FX(3) + 1)), false);
    area = pawl_area_everywhere();
    ck_assert_int_eq(pawl_area_contains(&area, VEC(16383, 16383)), true);
    ck_assert_int_eq(pawl_area_contains(&area, VEC(-16383, -16383)), true);
}
END_TEST

/* ---- the oracle: a fine outline of the shape, clipped in doubles --------------------------------
 */

#define FINE 1440
#define FINE_MAX (FINE + 2 * PAWL_POLYGON_MAX)

typedef struct real_outline {
    real2 points[FINE_MAX];
    int count;
} real_outline;

/* All in raw units. */
typedef struct real_part {
    double area, x, y; /* x, y: first moments */
} real_part;

static real_part measure(const real_outline *o) {
    real_part part = {0, 0, 0};
    for (int i = 0; i < o->count; i++) {
        const real2 v = o->points[i], w = o->points[(i + 1) % o->count];
        const double c = (double)(v.x * w.y - v.y * w.x);
        part.area += c / 2;
        part.x += c * (double)(v.x + w.x) / 6;
        part.y += c * (double)(v.y + w.y) / 6;
    }
    return part;
}

static void clip(real_outline *o, real2 from, real2 to) {
    static real_outline in;
    in = *o;
    o->count = 0;
    for (int i = 0; i < in.count; i++) {
        const real2 p = in.points[i], q = in.points[(i + 1) % in.count];
        const long double a = (to.x - from.x) * (p.y - from.y) - (to.y - from.y) * (p.x - from.x);
        const long double b = (to.x - from.x) * (q.y - from.y) - (to.y - from.y) * (q.x - from.x);
        if (a >= 0) o->points[o->count++] = p;
        if ((a > 0 && b < 0) || (a < 0 && b > 0)) {
            const long double t = a / (a - b);
            o->points[o->count++] = (real2){p.x + (q.x - p.x) * t, p.y + (q.y - p.y) * t};
        }
    }
}

/* Relative to the position of the pose. The points of a rounding lie a little outside the arc, so
 * that the area is that of the disc. */
static void outline_of(const pawl_convex *shape, pawl_pose pose, real_outline *out) {
    const placed core = place(shape, pose, pose.position);
    const double turn = 2 * acos(-1.0) / FINE;
    const double radius = (double)core.radius * sqrt(turn / sin(turn));
    out->count = 0;
    for (int k = 0; core.radius > 0 && k < FINE; k++) {
        const long double c = cos(k * turn), s = sin(k * turn);
        int best = 0;
        for (int i = 1; i < core.count; i++) {
            if (c * core.vertices[i].x + s * core.vertices[i].y >
                c * core.vertices[best].x + s * core.vertices[best].y)
                best = i;
        }
        const real2 v = core.vertices[best];
        out->points[out->count++] = (real2){v.x + radius * c, v.y + radius * s};
    }
    for (int i = 0; core.radius == 0 && i < core.count; i++)
        out->points[out->count++] = core.vertices[i];
}

static void clip_to(real_outline *o, const pawl_area *area, pawl_vec2 origin) {
    if (area->count == 0) {
        const long double y = (long double)area->level - origin.y;
        clip(o, (real2){0, y}, (real2){-1, y});
    }
    for (int i = 0; i < area->count; i++) {
        const pawl_vec2 a = area->points[i], b = area->points[(i + 1) % area->count];
        clip(o, (real2){(long double)a.x - origin.x, (long double)a.y - origin.y},
             (real2){(long double)b.x - origin.x, (long double)b.y - origin.y});
    }
}

/* Water that cuts through the shape more often than not. */
static pawl_area random_area(uint64_t *seed, pawl_vec2 near, int32_t size) {
    const pawl_vec2 offset = seeded_point(seed, size);
    if (seeded_next(seed) % 2) return pawl_area_below(near.y + offset.y);
    const pawl_convex polygon = seeded_convex(seed, 4, 2 * size);
    pawl_area area = area_of(polygon.vertices, polygon.count);
    for (int i = 0; i < area.count; i++)
        area.points[i] = pawl_vec2_add(pawl_vec2_add(near, offset), area.points[i]);
    return area;
}

/* Bounds. A polygon's corners are rounded by half a raw unit each, so its area is off by less than
 * a raw unit times the length of its outline. A shape with a rounding is off by what the 32 sides
 * stand out beyond the disc in all, which is 0.1239 % of it: an area may hold just that, or just
 * what they lack. */
START_TEST(the_clipped_part_and_its_centroid_are_those_of_doubles) {
    uint64_t seed = first_seed(_i);
    double worst = 0;
    for (int n = 0; n < ROUNDS; n++) {
        const uint64_t from = seed;
        const int32_t size = INT32_C(1) << seeded_between(&seed, 9, 24);
        const pawl_convex shape = seeded_convex(&seed, _i, size);
        const pawl_pose pose = seeded_pose(&seed, PAWL_COORD_MAX / 4);
        const pawl_area area = random_area(&seed, pose.position, size);
        ck_assert_int_eq(pawl_area_is_valid(&area), true);
        static real_outline exact;
        outline_of(&shape, pose, &exact);
        const real_part whole = measure(&exact);
        clip_to(&exact, &area, pose.position);
        const real_part want = measure(&exact);

        const pawli_frame frame = {pose.position, pose.rotation, {0, 0}};
        pawli_field_outline outline;
        pawl_vec2 centroid = {0, 0};
        pawli_field_outline_make(&shape, &frame, &outline);
        const double full = (double)pawli_field_outline_measure(&outline, &centroid) / 2;
        pawli_field_outline_clip(&outline, &area, pose.position);
        const double got = (double)pawli_field_outline_measure(&outline, &centroid) / 2;
        if (_i == 2) { /* a segment */
            ck_assert_msg(got < 4.0 * size, "area %.1f; seed %" PRIu64, got, from);
            continue;
        }
        /* What buoyancy.c makes of it. */
        const double wet = got / full * whole.area, error = fabs(wet - want.area);
        const double reach = 4.0 * size + 4;
        const double bound = 8 * reach + (shape.radius > 0 ? 0.00124 * whole.area : 0);
        ck_assert_msg(error <= bound, "area %.1f for %.1f of %.1f; seed %" PRIu64, wet, want.area,
                      whole.area, from);
        const double x = wet * centroid.x - want.x, y = wet * centroid.y - want.y;
        ck_assert_msg(hypot(x, y) <= 2 * bound * reach + want.area,
                      "moments off by %.1f, %.1f, area %.1f; seed %" PRIu64, x, y, wet, from);
        if (shape.radius > 0 && size > 65536) worst = fmax(worst, error / whole.area);
    }
    if (worst > 0 && SEEDED_SHARE == 1)
        ck_assert_msg(worst > 0.00002, "the bound is idle: %.6f", worst); /* to 0.0012 */
}
END_TEST

/* The closed form, independent of the polygons of the oracle above. */
START_TEST(a_disc_is_wet_by_its_circular_segment) {
    const pawl_convex disc = circle_convex(0, 0, 1);
    double worst = 0;
    for (int level = -65536; level <= 65536; level += 128) {
        const pawli_frame frame = {
            VEC(0, 0), pawl_rot_from_angle((pawl_angle)level * 7919u), {0, 0}};
        pawli_field_outline outline;
        pawl_vec2 centroid;
        const pawl_area area = pawl_area_below(level);
        pawli_field_outline_make(&disc, &frame, &outline);
        const double whole = (double)pawli_field_outline_measure(&outline, &centroid);
        pawli_field_outline_clip(&outline, &area, frame.position);
        const double got = (double)pawli_field_outline_measure(&outline, &centroid) / whole;
        const double h = level / 65536.0, pi = acos(-1.0);
        const double want = (asin(h) + h * sqrt(1 - h * h) + pi / 2) / pi;
        worst = fmax(worst, fabs(got - want));
        if (got > 0) ck_assert_msg(abs(centroid.x) <= 1, "centroid x %d", (int)centroid.x);
    }
    ck_assert_msg(worst < 0.0002, "share off by %.6f", worst);
}
END_TEST

Suite *suite_outline(void);
Suite *suite_outline(void) {
    Suite *const suite = suite_create("outline");
    TCase *const tcase = tcase_create("outline");
    tcase_add_test(tcase, areas_are_checked);
    tcase_add_test(tcase, boxes_are_areas_up_to_the_extent_of_a_shape);
    tcase_add_test(tcase, areas_hold_their_inside_and_their_edges);
    tcase_add_loop_test(tcase, the_clipped_part_and_its_centroid_are_those_of_doubles, 0, KINDS);
    tcase_add_test(tcase, a_disc_is_wet_by_its_circular_segment);
    suite_add_tcase(suite, tcase);
    return suite;
}
