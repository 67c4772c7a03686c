/* arcade_point.c - where two bodies touch, and with what impulse.
 *
 * A circle touches at the end of its radius, and a box an edge of the bounds with its side. Of two
 * boxes it is the middle of what they share, on each axis. With a polygon the sides that lie
 * against each other are looked at along the normal's side, and the middle of what they share is
 * the point: between a corner and a side that is the corner. Corners within 8 raw units of the
 * foremost count as belonging to its side. */
#include "arcade/arcade.h"

#include "fx/round.h"

/* place + sign * half * normal, each axis by itself: 2^30 and 2^28. */
static pawl_vec2 radius_end(pawl_vec2 place, pawl_vec2 half, pawl_rot normal, int sign) {
    place.x += pawli_near32((int64_t)normal.c * half.x * sign, 30);
    place.y += pawli_near32((int64_t)normal.s * half.y * sign, 30);
    return place;
}

/* The middle of what two intervals share. Ends are below 2^30 + 2^28. */
static pawl_fx middle_of_overlap(pawl_fx a, pawl_fx half_a, pawl_fx b, pawl_fx half_b) {
    const int64_t low = pawl_max(a - half_a, b - half_b), high = pawl_min(a + half_a, b + half_b);
    return (pawl_fx)pawli_floor(low + high, 1);
}

#if PAWL_ARCADE_POLYGONS

#define SAME_SIDE (INT64_C(8) << 30)

/* The foremost part of a shape in a direction, as an interval along the direction turned left by a
 * quarter turn, both Q46, from its position. */
typedef struct support_side {
    int64_t front, low, high;
} support_side;

static int64_t project_on(pawl_rot direction, pawl_vec2 v) {
    return (int64_t)direction.c * v.x + (int64_t)direction.s * v.y;
}

static int support_corners(const pawl_arcade *arcade, const pawli_arcade_prototype *prototype,
                           pawl_vec2 *out, pawl_fx *radius) {
    *radius = 0;
    if (prototype->shape == PAWL_ARCADE_POLYGON) {
        const pawl_convex *const polygon = pawli_arcade_polygons(arcade) + prototype->polygon;
        for (int i = 0; i < polygon->count; i++)
            out[i] = polygon->vertices[i];
        *radius = polygon->radius;
        return polygon->count;
    }
    if (prototype->shape == PAWL_ARCADE_CIRCLE) {
        out[0] = pawl_vec2_make(0, 0);
        *radius = prototype->half.x;
        return 1;
    }
    for (int i = 0; i < 4; i++) {
        out[i] = pawl_vec2_make((i & 1) != 0 ? prototype->half.x : -prototype->half.x,
                                (i & 2) != 0 ? prototype->half.y : -prototype->half.y);
    }
    return 4;
}

/* Corners are at most 2^28 away on each axis: below 2^60. */
static support_side support_side_of(const pawl_arcade *arcade, uint16_t slot, pawl_rot direction) {
    pawl_vec2 corners[PAWL_POLYGON_MAX];
    pawl_fx radius;
    const int count =
        support_corners(arcade, pawli_arcade_prototype_of(arcade, slot), corners, &radius);
    const pawl_rot along = {-direction.s, direction.c};
    support_side s = {INT64_MIN, INT64_MAX, INT64_MIN};
    for (int i = 0; i < count; i++) {
        const int64_t height = project_on(direction, corners[i]);
        if (height > s.front) s.front = height;
    }
    for (int i = 0; i < count; i++) {
        if (project_on(direction, corners[i]) < s.front - SAME_SIDE) continue;
        const int64_t at = project_on(along, corners[i]);
        if (at < s.low) s.low = at;
        if (at > s.high) s.high = at;
    }
    s.front += (int64_t)radius * PAWL_UNIT;
    return s;
}

static int64_t half_way(int64_t a, int64_t b) {
    return pawli_floor(a, 1) + pawli_floor(b, 1);
}

/* front * direction + along * side: both Q46 and below 2^61, taken to Q16.16 first. */
static pawl_vec2 point_at_side(pawl_vec2 origin, pawl_rot direction, int64_t front, int64_t along) {
    const int64_t f = pawli_near(front, 30), s = pawli_near(along, 30);
    return pawl_vec2_make(
        pawl_saturate(origin.x + pawli_near(direction.c * f - direction.s * s, 30)),
        pawl_saturate(origin.y + pawli_near(direction.s * f + direction.c * s, 30)));
}

static pawl_vec2 polygon_point(const pawl_arcade *arcade, uint16_t a, uint16_t b, pawl_rot normal,
                               uint32_t time) {
    const pawl_vec2 place_a = pawli_arcade_path_at(arcade, a, time);
    const support_side of_a = support_side_of(arcade, a, normal);
    if (b == PAWLI_ARCADE_NO_SLOT) {
        return point_at_side(place_a, normal, of_a.front, half_way(of_a.low, of_a.high));
    }
    const pawl_vec2 place_b = pawli_arcade_path_at(arcade, b, time);
    const pawl_rot back = {-normal.c, -normal.s};
    const support_side of_b = support_side_of(arcade, b, back);
    /* Along b's side, whose direction is the opposite of a's. Differences of places: below 2^61.5.
     */
    const int64_t shift = project_on(
        normal, pawl_vec2_make(pawl_sub(place_b.y, place_a.y), pawl_sub(place_a.x, place_b.x)));
    const int64_t a_low = shift - of_a.high, a_high = shift - of_a.low;
    const int64_t low = a_low > of_b.low ? a_low : of_b.low;
    const int64_t high = a_high < of_b.high ? a_high : of_b.high;
    return point_at_side(place_b, back, of_b.front, half_way(low, high));
}

static bool is_polygon_prototype(const pawli_arcade_prototype *prototype) {
    return prototype != NULL && prototype->shape == PAWL_ARCADE_POLYGON;
}

#endif

pawl_vec2 pawli_arcade_point(const pawl_arcade *arcade, uint16_t a, uint16_t b, pawl_rot normal,
                             uint32_t time) {
    const pawli_arcade_prototype *const prototype_a = pawli_arcade_prototype_of(arcade, a);
    const pawli_arcade_prototype *const prototype_b =
        b == PAWLI_ARCADE_NO_SLOT ? NULL : pawli_arcade_prototype_of(arcade, b);
#if PAWL_ARCADE_POLYGONS
    if (is_polygon_prototype(prototype_a) || is_polygon_prototype(prototype_b)) {
        return polygon_point(arcade, a, b, normal, time);
    }
#endif
    const pawl_vec2 place_a = pawli_arcade_path_at(arcade, a, time);
    if (prototype_b == NULL || prototype_a->shape == PAWL_ARCADE_CIRCLE) {
        return radius_end(place_a, prototype_a->half, normal, 1);
    }
    const pawl_vec2 place_b = pawli_arcade_path_at(arcade, b, time);
    if (prototype_b->shape == PAWL_ARCADE_CIRCLE)
        return radius_end(place_b, prototype_b->half, normal, -1);
    return pawl_vec2_make(
        middle_of_overlap(place_a.x, prototype_a->half.x, place_b.x, prototype_b->half.x),
        middle_of_overlap(place_a.y, prototype_a->half.y, place_b.y, prototype_b->half.y));
}

pawl_wide pawl_arcade_get_contact_impulse(const pawl_arcade *arcade,
                                          const pawl_arcade_contact *contact) {
    if (arcade == NULL || contact == NULL || contact->change <= 0) return 0;
    int64_t inverse = 0;
    const uint16_t a = pawli_arcade_body_slot(arcade, contact->a),
                   b = pawli_arcade_body_slot(arcade, contact->b);
    if (a == PAWLI_ARCADE_NO_SLOT || (b == PAWLI_ARCADE_NO_SLOT && contact->b.index1 != 0))
        return 0;
    inverse += pawli_arcade_prototype_of(arcade, a)->inverse_mass;
    if (b != PAWLI_ARCADE_NO_SLOT) inverse += pawli_arcade_prototype_of(arcade, b)->inverse_mass;
    if (inverse == 0) return 0;
    /* 31 and 16 bits. */
    return (pawl_wide)(((uint64_t)contact->change << 16) / (uint64_t)inverse);
}
