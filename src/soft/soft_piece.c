/* soft_piece.c - the parts of a soft body near a place, for queries and movers.
 *
 * Points are within PAWL_COORD_MAX, so that differences fit; what is longer than a shape may be is
 * left out, so all that is said of shapes holds for these as well. */
#include "soft/soft_piece.h"

#include "base/optional.h"
#include "fx/int128.h"
#include "fx/range.h"
#include "geom/predicate.h"
#include "soft/soft.h"

#include <string.h>

PAWLI_MARK(pawli_soft_piece_mark);

static const pawli_soft *soft_at(const pawl_world *world, uint16_t soft) {
    return &pawli_softs_const(world)[soft];
}

static const pawli_soft_point *points_at(const pawl_world *world, uint16_t soft) {
    return pawli_soft_points_const(world) + soft_at(world, soft)->first_point;
}

static const pawli_soft_link *links_at(const pawl_world *world, uint16_t soft) {
    return pawli_soft_links_const(world) + soft_at(world, soft)->first_link;
}

static bool is_surface(const pawli_soft_link *link) {
    return link->type == PAWL_LINK_DISTANCE && (link->flags & PAWL_LINK_SURFACE) != 0 &&
           (link->flags & PAWL_LINK_TORN) == 0;
}

/* ---- near a box ------------------------------------------------------------------------------ */

bool pawli_soft_piece_begin(const pawl_world *world, uint16_t soft, pawl_box box,
                            pawli_soft_piece_query *query) {
    const pawli_soft_point *points = points_at(world, soft);
    const uint32_t count = soft_at(world, soft)->point_count;
    pawl_box around = {points[0].position, points[0].position};
    query->world = world;
    query->soft = soft;
    query->next = 0;
    query->box = pawli_grown(box, soft_at(world, soft)->radius);
    for (uint32_t i = 1; i < count; i++) {
        const pawl_vec2 at = points[i].position;
        around.lower.x = pawl_min(around.lower.x, at.x);
        around.lower.y = pawl_min(around.lower.y, at.y);
        around.upper.x = pawl_max(around.upper.x, at.x);
        around.upper.y = pawl_max(around.upper.y, at.y);
    }
    return pawl_box_overlaps(query->box, around);
}

static bool is_line_near(pawl_box box, pawl_vec2 a, pawl_vec2 b) {
    const pawl_box line = {{pawl_min(a.x, b.x), pawl_min(a.y, b.y)},
                           {pawl_max(a.x, b.x), pawl_max(a.y, b.y)}};
    return pawl_box_overlaps(box, line);
}

/* The same bits as pawl_make_capsule and pawl_make_circle, without their lower limits of sizes:
 * points may lie on each other. False: too long for a shape. */
static bool make_piece(pawl_vec2 a, pawl_vec2 b, pawl_fx radius, pawli_shape_piece *piece,
                       pawli_frame *frame) {
    const pawl_vec2 along = pawl_vec2_sub(b, a);
    memset(&piece->own, 0, sizeof piece->own);
    memset(frame, 0, sizeof *frame);
    frame->position = a;
    frame->rotation.c = PAWL_UNIT;
    piece->convex = &piece->own;
    piece->one_sided = 0;
    piece->own.radius = radius;
    piece->own.count = 1;
    if (along.x == 0 && along.y == 0) return true;
    piece->own.count = 2;
    piece->own.vertices[1] = along;
    piece->own.normals[0] = pawl_vec2_normalize(pawl_vec2_make(along.y, -along.x));
    piece->own.normals[1] = pawl_vec2_normalize(pawl_vec2_make(-along.y, along.x));
    return pawli_is_disc_in_range(along, radius);
}

/* Whether b follows a in the outline. */
static bool is_next_in_outline(const pawli_soft *soft, uint32_t a, uint32_t b) {
    const uint32_t count = soft->outline_count;
    return a < count && b < count && b == (a + 1 == count ? 0 : a + 1);
}

/* The outline runs counter-clockwise, so outside is to its right, where the first normal points. */
static bool take_link(const pawli_soft_piece_query *query, uint32_t number,
                      pawli_shape_piece *piece, pawli_frame *frame) {
    const pawli_soft *soft = soft_at(query->world, query->soft);
    const pawli_soft_point *points = points_at(query->world, query->soft);
    const pawli_soft_link *link = &links_at(query->world, query->soft)[number];
    if (!is_surface(link)) return false;
    const bool reversed = is_next_in_outline(soft, link->b, link->a);
    const pawl_vec2 a = points[reversed ? link->b : link->a].position;
    const pawl_vec2 b = points[reversed ? link->a : link->b].position;
    if (!is_line_near(query->box, a, b) || !make_piece(a, b, soft->radius, piece, frame))
        return false;
    piece->one_sided =
        piece->own.count == 2 && (reversed || is_next_in_outline(soft, link->a, link->b));
    piece->part = number;
    return true;
}

/* Whether a point is an end of a surface link; asked only for points that are near. */
static bool is_on_surface(const pawl_world *world, uint16_t soft, uint32_t point) {
    const pawli_soft_link *link = links_at(world, soft);
    for (uint32_t i = 0; i < soft_at(world, soft)->link_count; i++, link++) {
        if (is_surface(link) && (link->a == point || link->b == point)) return true;
    }
    return false;
}

static bool take_soft_point(const pawli_soft_piece_query *query, uint32_t number,
                            pawli_shape_piece *piece, pawli_frame *frame) {
    const pawl_vec2 at = points_at(query->world, query->soft)[number].position;
    if (!is_line_near(query->box, at, at) || is_on_surface(query->world, query->soft, number))
        return false;
    piece->part = PAWL_SOFT_PART_POINT + number;
    return make_piece(at, at, soft_at(query->world, query->soft)->radius, piece, frame);
}

bool pawli_soft_piece_next(pawli_soft_piece_query *query, pawli_shape_piece *piece,
                           pawli_frame *frame) {
    const pawli_soft *soft = soft_at(query->world, query->soft);
    while (query->next < soft->link_count) {
        if (take_link(query, query->next++, piece, frame)) return true;
    }
    while (query->next - soft->link_count < soft->point_count) {
        if (take_soft_point(query, query->next++ - soft->link_count, piece, frame)) return true;
    }
    return false;
}

/* ---- the area -------------------------------------------------------------------------------- */

/* Each side holds its lower end and not its upper one, so that a ray through a corner crosses the
 * outline there once or not at all. */
bool pawli_soft_piece_area_contains(const pawl_world *world, uint16_t soft, pawl_vec2 point) {
    const pawli_soft_point *points = points_at(world, soft);
    const uint32_t count = soft_at(world, soft)->outline_count;
    bool inside = false;
    for (uint32_t i = 0; i < count; i++) {
        const pawl_vec2 a = points[i].position, b = points[i + 1 == count ? 0 : i + 1].position;
        if ((a.y > point.y) == (b.y > point.y)) continue;
        const int64_t side = pawli_orient(a, b, point); /* > 0: left of a -> b */
        if (b.y > a.y ? side > 0 : side < 0) inside = !inside;
    }
    return inside;
}

bool pawli_soft_piece_outline_side(const pawli_soft_piece_query *query, uint32_t index,
                                   pawli_shape_piece *piece, pawli_frame *frame) {
    const pawli_soft_point *points = points_at(query->world, query->soft);
    const uint32_t count = soft_at(query->world, query->soft)->outline_count;
    const pawl_vec2 a = points[index].position;
    const pawl_vec2 b = points[index + 1 == count ? 0 : index + 1].position;
    piece->part = PAWL_SOFT_PART_AREA;
    return is_line_near(query->box, a, b) && make_piece(a, b, 0, piece, frame);
}

/* ---- places ---------------------------------------------------------------------------------- */

#define SHARE_ONE (UINT32_C(1) << 31)

/* The foot of a point on a line, as a share of it: 0 <= foot < whole, both below 2^63. */
static uint32_t share_of_foot(pawl_vec2 a, pawl_vec2 b, pawl_vec2 near) {
    const pawl_vec2 along = pawl_vec2_sub(b, a);
    int64_t foot = pawl_vec2_dot(pawl_vec2_sub(near, a), along);
    int64_t whole = pawl_vec2_dot(along, along);
    if (foot <= 0) return 0;
    if (foot >= whole) return SHARE_ONE;
    for (; whole >= INT64_C(1) << 31; whole /= 2)
        foot /= 2;
    return (uint32_t)(((uint64_t)foot << 31) / (uint64_t)whole);
}

bool pawli_soft_piece_find_place(const pawl_world *world, uint16_t soft, uint32_t part,
                                 pawl_vec2 near, pawli_soft_place *out) {
    const pawli_soft *body = soft_at(world, soft);
    const pawli_soft_point *points = points_at(world, soft);
    const uint32_t point = part - PAWL_SOFT_PART_POINT;
    if (part >= PAWL_SOFT_PART_POINT) {
        out->a = out->b = point;
        out->share = 0;
        return point < body->point_count;
    }
    if (part >= body->link_count || !is_surface(&links_at(world, soft)[part])) return false;
    out->a = links_at(world, soft)[part].a;
    out->b = links_at(world, soft)[part].b;
    out->share = share_of_foot(points[out->a].position, points[out->b].position, near);
    return true;
}

/* a + (b - a) share. A difference has at most 33 bits. */
static int64_t weigh_by_share(int64_t a, int64_t b, uint32_t share) {
    const int64_t difference = b - a;
    if (share == 0) return a;
    if (share == SHARE_ONE) return b;
    return a + pawli_int128_divide_near(pawli_int128_multiply(difference, (int64_t)share),
                                        (int64_t)SHARE_ONE);
}

pawl_vec2 pawli_soft_piece_position(const pawl_world *world, uint16_t soft,
                                    const pawli_soft_place *place) {
    const pawl_vec2 a = points_at(world, soft)[place->a].position;
    const pawl_vec2 b = points_at(world, soft)[place->b].position;
    return pawl_vec2_make((pawl_fx)weigh_by_share(a.x, b.x, place->share),
                          (pawl_fx)weigh_by_share(a.y, b.y, place->share));
}

pawl_vec2 pawli_soft_piece_velocity(const pawl_world *world, uint16_t soft,
                                    const pawli_soft_place *place) {
    const pawli_soft_point *a = &points_at(world, soft)[place->a];
    const pawli_soft_point *b = &points_at(world, soft)[place->b];
    const int32_t x = (int32_t)weigh_by_share(a->moved_x, b->moved_x, place->share);
    const int32_t y = (int32_t)weigh_by_share(a->moved_y, b->moved_y, place->share);
    return pawl_vec2_make(pawli_soft_point_velocity_of(world, x),
                          pawli_soft_point_velocity_of(world, y));
}
