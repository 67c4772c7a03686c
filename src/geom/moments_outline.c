/* moments_outline.c - area, centroid and second moment of all but circles, by Green's theorem.
 *
 * With vertices relative to vertex 0 and c = cross(v, w) for each edge from v to w:
 *     2 A = sum c,    6 A x = sum (v.x + w.x) c,    12 I = sum c (v.v + v.w + w.w),
 * the last one with vertices relative to the rounded centroid, so that no parallel-axis term is
 * subtracted. A rounded shape adds a strip of width r along each edge and a sector of radius r
 * at each corner; only those need roots, pi and angles. To keep their rounding small the shape is
 * first scaled up by a power of two, until it is 2^28 units long. A build without rounded shapes
 * has none of that.
 *
 * Overflow: relative to vertex 0 coordinates are below 2^30, relative to the centroid vectors are
 * below 2^30, lengths and radii below 2^30; cross products are below 2^60 each, and sums of
 * positive parts are bounded by the whole: 2 A < 2^61, 12 I < 12 * 2^60 * 2^60 < 2^124. */
#include "geom/moments.h"

#include "base/assert.h"
#include "base/optional.h"
#include "fx/product.h"
#include "fx/round.h"
#include "fx/isqrt.h"

PAWLI_MARK(pawli_moments_outline_mark);

/* A shape in scaled units, relative to its vertex 0 or to its centroid. */
typedef struct outline {
    const pawl_rot *normals;
    int count;
    int32_t radius;
    pawl_vec2 vertices[PAWL_POLYGON_MAX];
    int32_t lengths[PAWL_POLYGON_MAX]; /* of the edges, nearest */
    int64_t sectors[PAWL_POLYGON_MAX]; /* twice the area of the sector at each vertex */
} outline;

static int next_moment_vertex(const outline *shape, int index) {
    return index + 1 < shape->count ? index + 1 : 0;
}

static void accumulate(pawli_int128 *sum, int64_t a, int64_t b) {
    *sum = pawli_int128_add(*sum, pawli_int128_multiply(a, b));
}

/* How far the shape reaches from its vertex 0 along an axis, radius included: below 2^30. */
static int32_t find_reach(const pawl_convex *shape) {
    int32_t reach = 0;
    for (int i = 1; i < shape->count; i++) {
        const pawl_vec2 offset = pawl_vec2_sub(shape->vertices[i], shape->vertices[0]);
        reach = pawl_max(reach, pawl_max(pawl_abs(offset.x), pawl_abs(offset.y)));
    }
    return reach + shape->radius;
}

static int find_scale(const pawl_convex *shape) {
    if (!PAWL_WITH_POLYGONS || shape->radius == 0) return 0;
    return pawli_moments_scale(find_reach(shape));
}

/* The angle at each vertex between the normals of its two edges, as a share of the full disc. The
 * last sector takes what is left of the turn, so that the sum is exact. An angle is off by at
 * most 2^-16 radians. */
static void find_sectors(outline *shape) {
    const uint64_t disc = pawli_moments_doubled_disc(shape->radius);
    uint64_t remaining = UINT64_C(1) << 32;
    for (int i = 0; i < shape->count; i++) {
        uint64_t angle = remaining;
        if (i + 1 < shape->count) {
            const pawl_rot before = shape->normals[i == 0 ? shape->count - 1 : i - 1];
            const pawl_rot after = shape->normals[i];
            const int64_t cosine = pawli_product_add(before.c, after.c, before.s, after.s);
            const int64_t sine = pawli_product_subtract(before.c, after.s, before.s, after.c);
            angle = pawl_atan2(pawli_near32(sine, 30), pawli_near32(cosine, 30));
        }
        if (angle > remaining) angle = remaining;
        remaining -= angle;
        shape->sectors[i] =
            (int64_t)pawli_int128_shift_near(pawli_int128_multiply_unsigned(disc, angle), 32);
    }
}

static void make_outline(const pawl_convex *shape, int up, outline *out) {
    const int32_t scale = INT32_C(1) << up;
    out->normals = shape->normals;
    out->count = shape->count;
    out->radius = shape->radius * scale;
    for (int i = 0; i < shape->count; i++) {
        const pawl_vec2 offset = pawl_vec2_sub(shape->vertices[i], shape->vertices[0]);
        out->vertices[i] = pawl_vec2_make(offset.x * scale, offset.y * scale);
        out->lengths[i] = 0;
        out->sectors[i] = 0;
    }
    if (!PAWL_WITH_POLYGONS || shape->radius == 0) return;
    for (int i = 0; i < shape->count; i++) {
        const pawl_vec2 edge =
            pawl_vec2_sub(out->vertices[next_moment_vertex(out, i)], out->vertices[i]);
        out->lengths[i] = (int32_t)pawli_isqrt_near((uint64_t)pawl_vec2_dot(edge, edge));
    }
    find_sectors(out);
}

/* Twice the position of the center of the strip along edge i. */
static pawl_vec2 doubled_strip_center(const outline *shape, int i) {
    const pawl_vec2 v = shape->vertices[i], w = shape->vertices[next_moment_vertex(shape, i)];
    const pawl_rot normal = shape->normals[i];
    return pawl_vec2_make(v.x + w.x + pawli_near32(pawli_product(normal.c, shape->radius), 30),
                          v.y + w.y + pawli_near32(pawli_product(normal.s, shape->radius), 30));
}

/* 2 A, and 6 A times the centroid relative to vertex 0. The first moments of the sectors about
 * their own vertices cancel: together the sectors are a full disc. */
static int64_t sum_first_moments(const outline *shape, pawli_int128 *x, pawli_int128 *y) {
    int64_t doubled_area = 0;
    for (int i = 0; i < shape->count; i++) {
        const pawl_vec2 v = shape->vertices[i], w = shape->vertices[next_moment_vertex(shape, i)];
        const int64_t cross = pawl_vec2_cross(v, w);
        accumulate(x, cross, (int64_t)v.x + w.x);
        accumulate(y, cross, (int64_t)v.y + w.y);
        doubled_area += cross;

        if (PAWL_WITH_POLYGONS) {
            const int64_t strip = pawli_product(shape->lengths[i], shape->radius);
            const pawl_vec2 middle = doubled_strip_center(shape, i);
            accumulate(x, strip * 3, middle.x);
            accumulate(y, strip * 3, middle.y);

            accumulate(x, shape->sectors[i], 3 * (int64_t)v.x);
            accumulate(y, shape->sectors[i], 3 * (int64_t)v.y);
            doubled_area += 2 * strip + shape->sectors[i];
        }
    }
    return doubled_area;
}

/* The first moment of a sector about its vertex is r^3 / 3 times this vector: the integral of the
 * unit circle between the two normals. Q2.30, each part below 2. */
static void sector_arm(const outline *shape, int i, int64_t *x, int64_t *y) {
    const pawl_rot before = shape->normals[i == 0 ? shape->count - 1 : i - 1];
    const pawl_rot after = shape->normals[i];
    *x = (int64_t)after.s - before.s;
    *y = (int64_t)before.c - after.c;
}

/* 12 I about the origin of the outline. Of a strip of area a: a (L^2 + r^2 + 12 d^2). Of a sector
 * of doubled area t with first moment m about its vertex v: 6 t v.v + 24 m.v + 3 t r^2. */
static pawli_int128 sum_second_moments(const outline *shape) {
    const int64_t r = shape->radius, squared = pawli_product(shape->radius, shape->radius);
    pawli_int128 sum = {0, 0};
    for (int i = 0; i < shape->count; i++) {
        const pawl_vec2 v = shape->vertices[i], w = shape->vertices[next_moment_vertex(shape, i)];
        const int64_t squares = pawl_vec2_dot(v, v) + pawl_vec2_dot(v, w) + pawl_vec2_dot(w, w);
        accumulate(&sum, pawl_vec2_cross(v, w), squares);

        if (PAWL_WITH_POLYGONS) {
            const int32_t length = shape->lengths[i];
            const int64_t strip = pawli_product(length, shape->radius);
            const pawl_vec2 middle = doubled_strip_center(shape, i);
            accumulate(&sum, strip, pawli_product(length, length) + squared);
            accumulate(&sum, strip * 3, pawl_vec2_dot(middle, middle));

            int64_t arm_x, arm_y;
            sector_arm(shape, i, &arm_x, &arm_y);
            accumulate(&sum, shape->sectors[i], 6 * pawl_vec2_dot(v, v));
            accumulate(&sum, 8 * squared, r * pawli_near(v.x * arm_x + v.y * arm_y, 30));
            accumulate(&sum, shape->sectors[i], 3 * squared);
        }
    }
    return sum;
}

static pawl_vec2 midpoint(const pawl_convex *shape) {
    const pawl_vec2 a = shape->vertices[0], b = shape->vertices[shape->count - 1];
    return pawl_vec2_make(a.x + pawli_near32((int64_t)b.x - a.x, 1),
                          a.y + pawli_near32((int64_t)b.y - a.y, 1));
}

void pawli_moments_outline_sum_area(const pawl_convex *shape, pawli_area_sums *out) {
    const pawli_int128 zero = {0, 0};
    pawli_int128 x = zero, y = zero;
    outline scaled;
    out->up = find_scale(shape);
    make_outline(shape, out->up, &scaled);
    out->doubled_area = sum_first_moments(&scaled, &x, &y);
    PAWL_ASSERT(out->doubled_area >= 0);
    out->twelvefold_inertia = zero;
    out->center = midpoint(shape);
    if (out->doubled_area == 0) return;

    const int32_t scale = INT32_C(1) << out->up;
    const int64_t center_x = pawli_int128_divide_near(x, 3 * out->doubled_area);
    const int64_t center_y = pawli_int128_divide_near(y, 3 * out->doubled_area);
    const pawl_vec2 offset = out->up == 0 ? pawl_vec2_make((pawl_fx)center_x, (pawl_fx)center_y)
                                          : pawl_vec2_make(pawli_near32(center_x, out->up),
                                                           pawli_near32(center_y, out->up));
    out->center = pawl_vec2_add(shape->vertices[0], offset);
    for (int i = 0; i < scaled.count; i++) {
        scaled.vertices[i].x -= offset.x * scale;
        scaled.vertices[i].y -= offset.y * scale;
    }
    out->twelvefold_inertia = sum_second_moments(&scaled);
    PAWL_ASSERT(pawli_int128_sign(out->twelvefold_inertia) > 0);
}

/* Towards zero; |sum| < 2^33. */
static pawl_fx mean_of(int64_t sum, int count) {
    const int64_t mean = (int64_t)(pawli_magnitude(sum) / (unsigned)count);
    return (pawl_fx)(sum < 0 ? -mean : mean);
}

/* The mean of the vertices lies inside. */
pawl_fx pawli_moments_outline_inner_radius(const pawl_convex *shape) {
    int64_t x = 0, y = 0, least = INT64_C(1) << 32;
    for (int i = 0; i < shape->count; i++) {
        x += shape->vertices[i].x;
        y += shape->vertices[i].y;
    }
    const pawl_vec2 mean = {mean_of(x, shape->count), mean_of(y, shape->count)};
    for (int i = 0; i < shape->count; i++) {
        const pawl_vec2 arm = pawl_vec2_sub(shape->vertices[i], mean);
        const pawl_rot normal = shape->normals[i];
        const int64_t height = pawli_floor(pawli_product_add(normal.c, arm.x, normal.s, arm.y), 30);
        if (height < least) least = height;
    }
    return pawl_saturate((least > 0 ? least : 0) + shape->radius);
}
