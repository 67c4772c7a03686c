/* test_mass.c - mass, centroid and inertia: exact for polygons, long double for rounded shapes. */
#include <check.h>
#include <inttypes.h>
#include <string.h>

#include "geom/moments.h"
#include "support/shape/convex.h"

#define ROUNDS SEEDED_ROUNDS(5000)
#define W(units) ((pawl_wide)((units)*65536))
#define PI 3.14159265358979323846264338327950288L

static pawl_mass mass_of(const pawl_convex *shape, pawl_fx density) {
    pawl_mass mass;
    memset(&mass, 0, sizeof mass);
    ck_assert_int_eq(pawl_convex_mass(shape, density, &mass), PAWL_OK);
    return mass;
}

static bool same(const pawl_mass *a, const pawl_mass *b) {
    return a->mass == b->mass && a->inertia == b->inertia && a->center.x == b->center.x &&
           a->center.y == b->center.y;
}

START_TEST(boxes_have_textbook_mass) {
    pawl_convex box;
    ck_assert_int_eq(pawl_make_box(M(1), M(2), &box), PAWL_OK);
    const pawl_mass mass = mass_of(&box, M(3));
    ck_assert_int_eq(mass.mass, W(24));
    ck_assert_int_eq(mass.center.x, 0);
    ck_assert_int_eq(mass.center.y, 0);
    ck_assert_int_eq(mass.inertia, W(40)); /* 24 * (2^2 + 4^2) / 12 */
    ck_assert_int_eq(mass_of(&box, 0).mass, 0);
}
END_TEST

/* pi, pi/4 and the rest to the last bit of Q48.16: computed with 30 digits by hand. */
START_TEST(circles_and_capsules_have_textbook_mass) {
    pawl_convex circle, capsule;
    ck_assert_int_eq(pawl_make_circle(pawl_vec2_make(M(5), M(-7)), M(2), &circle), PAWL_OK);
    const pawl_mass mass = mass_of(&circle, M(1));
    ck_assert_int_eq(mass.mass, 823550);     /* 4 pi * 65536 = 823549.66 */
    ck_assert_int_eq(mass.inertia, 1647099); /* 8 pi * 65536 = 1647099.33 */
    ck_assert_int_eq(mass.center.x, M(5));
    ck_assert_int_eq(mass.center.y, M(-7));
    const pawl_vec2 left = {M(-1), M(1)}, right = {M(3), M(1)};
    ck_assert_int_eq(pawl_make_capsule(left, right, M(1), &capsule), PAWL_OK);
    const pawl_mass got = mass_of(&capsule, M(1));
    ck_assert_int_eq(got.mass, 730175); /* (8 + pi) * 65536 = 730175.42 */
    ck_assert_int_eq(got.center.x, M(1));
    ck_assert_int_eq(got.center.y, M(1));
    /* Rectangle 8 (16 + 4) / 12; half discs pi/2 + 4 pi + 2 * 2 * 2/3 * 2 about the middle. */
    const long double inertia = 40.0L / 3 + PI / 2 + 4 * PI + 16.0L / 3;
    ck_assert_int_eq(got.inertia, (int64_t)roundl(inertia * 65536));
}
END_TEST

START_TEST(a_segment_weighs_nothing) {
    pawl_convex segment;
    pawli_moments moments;
    const pawl_vec2 a = {M(1), M(2)}, b = {M(4), M(-1)};
    ck_assert_int_eq(pawl_make_segment(a, b, &segment), PAWL_OK);
    const pawl_mass mass = mass_of(&segment, M(1));
    ck_assert_int_eq(mass.mass, 0);
    ck_assert_int_eq(mass.inertia, 0);
    ck_assert_int_eq(mass.center.x, M(2.5));
    ck_assert_int_eq(mass.center.y, M(0.5));
    pawli_moments_find(&segment, &moments);
    ck_assert_uint_eq(moments.area.mantissa, 0);
    ck_assert_uint_eq(moments.gyration_squared.mantissa, 0);
}
END_TEST

/* n / d to the nearest integer, half away from zero; d > 0. */
static int128 nearest(int128 n, int128 d) {
    const int128 magnitude = ((n < 0 ? -n : n) * 2 + d) / (2 * d);
    return n < 0 ? -magnitude : magnitude;
}

/* The same sums in plain 128-bit integers; sizes are kept where those do not overflow. */
START_TEST(polygons_are_exact_to_the_last_bit) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    for (int n = 0; n < ROUNDS; n++) {
        const pawl_convex shape = seeded_convex(&seed, 3 + _i, INT32_C(1) << (n % 14 + 7));
        const pawl_fx density = seeded_between(&seed, 0, M(20));
        const pawl_mass got = mass_of(&shape, density);
        int128 area = 0, x = 0, y = 0, inertia = 0;
        for (int i = 0; i < shape.count; i++) {
            const pawl_vec2 v = shape.vertices[i], w = shape.vertices[(i + 1) % shape.count];
            const int128 cross = (int128)v.x * w.y - (int128)v.y * w.x;
            area += cross;
            x += cross * (v.x + w.x - 2 * shape.vertices[0].x);
            y += cross * (v.y + w.y - 2 * shape.vertices[0].y);
        }
        x -= area * shape.vertices[0].x; /* 3 A x moves with the origin: sum (v+w) c is 6 A x */
        y -= area * shape.vertices[0].y;
        const int128 cx = shape.vertices[0].x + nearest(x, 3 * area);
        const int128 cy = shape.vertices[0].y + nearest(y, 3 * area);
        for (int i = 0; i < shape.count; i++) {
            const pawl_vec2 v = shape.vertices[i], w = shape.vertices[(i + 1) % shape.count];
            const int128 vx = v.x - cx, vy = v.y - cy, wx = w.x - cx, wy = w.y - cy;
            inertia +=
                (vx * wy - vy * wx) * (vx * vx + vx * wx + wx * wx + vy * vy + vy * wy + wy * wy);
        }
        const int128 mass = nearest(area * density, (int128)1 << 33);
        const int128 want = nearest(inertia * density, (int128)12 << 64);
        if (got.mass != mass || got.center.x != cx || got.center.y != cy || got.inertia != want)
            ck_abort_msg("kind %d, round %d", 3 + _i, n);
    }
}
END_TEST

typedef struct sums {
    long double area, x, y, second;
} sums;

/* A disc sector of the given corner: integrals in closed form from the true angles. */
static void add_sector(sums *s, real2 v, long double r, long double from, long double angle) {
    const long double area = r * r * angle / 2, cube = r * r * r / 3;
    const long double mx = cube * (sinl(from + angle) - sinl(from));
    const long double my = cube * (cosl(from) - cosl(from + angle));
    s->area += area;
    s->x += area * v.x + mx;
    s->y += area * v.y + my;
    s->second += area * (v.x * v.x + v.y * v.y) + 2 * (v.x * mx + v.y * my) + r * r * area / 2;
}

static void add_edge(sums *s, real2 v, real2 w, long double r) {
    const long double cross = v.x * w.y - v.y * w.x;
    const long double length = hypotl(w.x - v.x, w.y - v.y), strip = length * r;
    const long double mx = (v.x + w.x) / 2 + (w.y - v.y) / length * r / 2;
    const long double my = (v.y + w.y) / 2 - (w.x - v.x) / length * r / 2;
    s->area += cross / 2 + strip;
    s->x += cross * (v.x + w.x) / 6 + strip * mx;
    s->y += cross * (v.y + w.y) / 6 + strip * my;
    s->second +=
        cross * (v.x * v.x + v.x * w.x + w.x * w.x + v.y * v.y + v.y * w.y + w.y * w.y) / 12;
    s->second += strip * (mx * mx + my * my + (length * length + r * r) / 12);
}

/* Relative to vertex 0, in units. */
static sums sum_of(const pawl_convex *shape) {
    sums s = {0, 0, 0, 0};
    const long double r = shape->radius / 65536.0L;
    real2 v[PAWL_POLYGON_MAX];
    for (int i = 0; i < shape->count; i++) {
        v[i].x = (shape->vertices[i].x - shape->vertices[0].x) / 65536.0L;
        v[i].y = (shape->vertices[i].y - shape->vertices[0].y) / 65536.0L;
    }
    if (shape->count == 1) add_sector(&s, v[0], r, 0, 2 * PI);
    for (int i = 0; shape->count > 1 && i < shape->count; i++) {
        const real2 a = v[i], b = v[(i + 1) % shape->count], c = v[(i + 2) % shape->count];
        const long double from = atan2l(-(b.x - a.x), b.y - a.y);
        long double angle = atan2l(-(c.x - b.x), c.y - b.y) - from;
        if (angle < 0) angle += 2 * PI;
        add_edge(&s, a, b, r);
        add_sector(&s, b, r, from, angle);
    }
    return s;
}

static bool close_to(long double got, long double want, long double relative, long double slack) {
    return fabsl(got - want) <= want * relative + slack;
}

/* Mass to 2^-26, the rest to what the 2^-16 radians of the sector angles allow. */
START_TEST(rounded_shapes_agree_with_long_double) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    for (int n = 0; n < ROUNDS; n++) {
        const pawl_convex shape = seeded_convex(&seed, _i, INT32_C(1) << (n % 22 + 7));
        const pawl_mass got = mass_of(&shape, M(1));
        const sums want = sum_of(&shape);
        const long double x = want.x / want.area * 65536, y = want.y / want.area * 65536;
        const long double off_x = got.center.x - shape.vertices[0].x - x;
        const long double off_y = got.center.y - shape.vertices[0].y - y;
        const long double size = sqrtl(want.area) * 65536;
        if (!close_to(got.mass, want.area * 65536, 0x1p-26L, 0.51L))
            ck_abort_msg("mass: kind %d, round %d", _i, n);
        if (fabsl(off_x) > 0.51L + size * 0x1p-17L || fabsl(off_y) > 0.51L + size * 0x1p-17L)
            ck_abort_msg("centre: kind %d, round %d, %Lf %Lf", _i, n, off_x, off_y);
        const long double cx = x / 65536, cy = y / 65536;
        const long double inertia = want.second - want.area * (cx * cx + cy * cy);
        if (got.inertia != PAWL_WIDE_MAX && !close_to(got.inertia, inertia * 65536, 0x1p-14L, 1.5L))
            ck_abort_msg("inertia: kind %d, round %d, %" PRId64 " %Lf", _i, n, got.inertia,
                         inertia * 65536);
    }
}
END_TEST

static pawl_convex moved(const pawl_convex *shape, pawl_vec2 shift) {
    pawl_convex result = *shape;
    for (int i = 0; i < shape->count; i++) {
        result.vertices[i] = pawl_vec2_add(shape->vertices[i], shift);
    }
    return result;
}

START_TEST(mass_moves_with_the_shape_bit_for_bit) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    for (int n = 0; n < ROUNDS; n++) {
        const pawl_convex shape = seeded_convex(&seed, _i, INT32_C(1) << (n % 20 + 7));
        const pawl_vec2 shift = seeded_point(&seed, M(4000));
        const pawl_convex other = moved(&shape, shift);
        const pawl_mass there = mass_of(&other, M(1));
        pawl_mass here = mass_of(&shape, M(1));
        here.center = pawl_vec2_add(here.center, shift);
        if (!same(&here, &there)) ck_abort_msg("kind %d, round %d", _i, n);
    }
}
END_TEST

START_TEST(a_quarter_turn_keeps_every_bit) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    for (int n = 0; n < ROUNDS; n++) {
        pawl_convex shape = seeded_convex(&seed, _i, INT32_C(1) << (n % 20 + 7));
        pawl_mass before = mass_of(&shape, M(1));
        for (int i = 0; i < shape.count; i++) {
            const pawl_vec2 v = shape.vertices[i];
            const pawl_rot normal = shape.normals[i];
            shape.vertices[i] = pawl_vec2_make(-v.y, v.x);
            shape.normals[i].c = -normal.s;
            shape.normals[i].s = normal.c;
        }
        const pawl_mass after = mass_of(&shape, M(1));
        before.center = pawl_vec2_make(-before.center.y, before.center.x);
        if (!same(&before, &after)) ck_abort_msg("kind %d, round %d", _i, n);
    }
}
END_TEST

/* Cut along a diagonal: the doubled areas of the parts add up exactly. */
START_TEST(parts_of_a_polygon_add_up) {
    uint64_t seed = seeded_base;
    for (int n = 0; n < ROUNDS; n++) {
        const pawl_convex whole = seeded_convex(&seed, 4, M(50));
        pawl_convex left, right;
        if (whole.count < 4) continue;
        const int32_t rest = whole.count - 2;
        pawl_vec2 tail[PAWL_POLYGON_MAX] = {whole.vertices[0]};
        memcpy(&tail[1], &whole.vertices[2], (size_t)rest * sizeof tail[0]);
        if (pawl_make_polygon(whole.vertices, 3, 0, &left) != PAWL_OK) continue;
        if (pawl_make_polygon(tail, rest + 1, 0, &right) != PAWL_OK) continue;
        pawli_area_sums a, b, c;
        pawli_moments_sum_area(&left, &a);
        pawli_moments_sum_area(&right, &b);
        pawli_moments_sum_area(&whole, &c);
        ck_assert_int_eq(a.doubled_area + b.doubled_area, c.doubled_area);
    }
}
END_TEST

static long double value_of(pawli_scaled scaled) {
    return ldexpl(scaled.mantissa, scaled.exponent);
}

/* Also for cards far too light for Q48.16. */
START_TEST(moments_have_thirty_bits) {
    uint64_t seed = seeded_base + (uint64_t)_i;
    for (int n = 0; n < ROUNDS; n++) {
        const pawl_convex shape = seeded_convex(&seed, _i, INT32_C(1) << (n % 22 + 7));
        const sums want = sum_of(&shape);
        pawli_moments got;
        pawli_moments_find(&shape, &got);
        const long double x = (got.center.x - shape.vertices[0].x) / 65536.0L;
        const long double y = (got.center.y - shape.vertices[0].y) / 65536.0L;
        const long double squared = /* about the rounded centre */
            want.second / want.area - 2 * (x * want.x + y * want.y) / want.area + x * x + y * y;
        const long double relative = shape.radius == 0 ? 0x1p-29L : 0x1p-14L;
        if (!close_to(value_of(got.area), want.area, 0x1p-26L, 0))
            ck_abort_msg("area: kind %d, round %d", _i, n);
        if (!close_to(value_of(got.gyration_squared), squared, relative, 0))
            ck_abort_msg("gyration: kind %d, round %d", _i, n);
    }
}
END_TEST

START_TEST(the_heaviest_shapes_saturate_or_fit) {
    const pawl_fx half = M(5791); /* of the largest square */
    pawl_convex circle, box;
    ck_assert_int_eq(pawl_make_circle(pawl_vec2_make(0, 0), PAWL_EXTENT_MAX, &circle), PAWL_OK);
    ck_assert_int_eq(pawl_make_box(half, half, &box), PAWL_OK);
    const pawl_mass disc = mass_of(&circle, PAWL_FX_MAX), square = mass_of(&box, PAWL_FX_MAX);
    ck_assert_int_eq(disc.inertia, PAWL_WIDE_MAX);
    ck_assert_int_eq(square.inertia, PAWL_WIDE_MAX);
    ck_assert_int_eq(square.mass,
                     (int64_t)nearest((int128)half * half * 4 * PAWL_FX_MAX, (int128)1 << 32));
    const long double want = PI * 8191 * 8191 * PAWL_FX_MAX;
    ck_assert_int_eq(close_to(disc.mass, want, 0x1p-50L, 1), true);
}
END_TEST

START_TEST(misuse_is_an_error_and_writes_nothing) {
    pawl_convex box, bad;
    pawl_mass mass = {1, {2, 3}, 4};
    ck_assert_int_eq(pawl_make_box(M(1), M(1), &box), PAWL_OK);
    bad = box;
    bad.vertices[0].x++;
    ck_assert_int_eq(pawl_convex_mass(NULL, M(1), &mass), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_convex_mass(&box, M(1), NULL), PAWL_ERR_NULL);
    ck_assert_int_eq(pawl_convex_mass(&box, -1, &mass), PAWL_ERR_RANGE);
    ck_assert_int_eq(pawl_convex_mass(&bad, M(1), &mass), PAWL_ERR_GEOMETRY);
    ck_assert_int_eq(mass.mass, 1);
    ck_assert_int_eq(mass.inertia, 4);
}
END_TEST

Suite *suite_mass(void);

Suite *suite_mass(void) {
    Suite *const suite = suite_create("mass");
    TCase *const all = tcase_create("mass");
    tcase_set_timeout(all, 60);
    tcase_add_test(all, boxes_have_textbook_mass);
    tcase_add_test(all, circles_and_capsules_have_textbook_mass);
    tcase_add_test(all, a_segment_weighs_nothing);
    tcase_add_loop_test(all, polygons_are_exact_to_the_last_bit, 0, 2);
    tcase_add_loop_test(all, rounded_shapes_agree_with_long_double, 0, 2);
    tcase_add_loop_test(all, rounded_shapes_agree_with_long_double, 3, 6);
    tcase_add_loop_test(all, mass_moves_with_the_shape_bit_for_bit, 0, 6);
    tcase_add_loop_test(all, a_quarter_turn_keeps_every_bit, 0, 6);
    tcase_add_test(all, parts_of_a_polygon_add_up);
    tcase_add_loop_test(all, moments_have_thirty_bits, 0, 2);
    tcase_add_loop_test(all, moments_have_thirty_bits, 3, 6);
    tcase_add_test(all, the_heaviest_shapes_saturate_or_fit);
    tcase_add_test(all, misuse_is_an_error_and_writes_nothing);
    suite_add_tcase(suite, all);
    return suite;
}
