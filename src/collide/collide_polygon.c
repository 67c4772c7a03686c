/* collide_polygon.c - pairs of shapes with two vertices or more: separating axes, then clipping.
 * A segment or capsule is a polygon with two edges, front and back.
 *
 * Everything happens in the frame of A's vertices, which stay as they are. B's vertices are
 * brought there with one rounding per axis (rotation and position difference together), B's
 * normals with one in Q2.30; nothing else is rounded until a contact is written. Sources:
 * Gottschalk, Lin, Manocha, OBBTree (1996) for separating axes; Sutherland, Hodgman, Reentrant
 * Polygon Clipping (1974) for the two side planes.
 *
 * Which edge is the reference: of each polygon the edge with the largest separation, compared as
 * unrounded Q46 numbers, the lower index on a tie. B's edge wins over A's only when it is more
 * than one raw unit better: less is within the rounding of B's vertices, and two faces that rest
 * on each other must not swap roles from noise.
 *
 * Overflow: A's vertices are below 2^29 and B's below 2^31 in each axis. Directions are units, so
 * projections are below 2^61.5, separations below 2^62, and a projection plus the largest limit
 * (2^62 + 2^60, without a margin) below 2^63. */
#include "base/assert.h"
#include "collide/core.h"
#include "fx/int128.h"
#include "geom/direction.h"

#define UNIT_Q30 ((int64_t)PAWL_UNIT)

/* Below every separation, Q46. */
#define NO_SEPARATION (-(INT64_C(1) << 62))

/* How much better, in Q46, B's edge must be to be the reference. */
#define PREFER_B INT64_C(0x40000000)

/* Cores that overlap by less than the rounding of their vertices may still be apart sideways:
 * two capsules end to end have no separation along their normals. Q46, 4 raw units. */
#define TOUCHING (INT64_C(-4) * PAWL_UNIT)

/* Two vertices nearer than this (raw units) get the normal of the face instead: the direction
 * between two rounded points is worse than two degrees there. */
#define VERTEX_DISTANCE_MIN 32
/* How often an edge that is all but parallel takes the place of another one. */
#define MOVES_MAX PAWL_POLYGON_MAX
/* All but parallel: the cosine of two normals is above 31/32 (Q60), which is 14 degrees. */
#define NEARLY_PARALLEL (INT64_C(31) << 55)
/* As far but for rounding, Q46: vertices and normals are rounded, and PREFER_B decides. */
#define AS_FAR (INT64_C(4) * PAWL_UNIT)

/* The vertices and normals of a shape, in the frame of A's vertices. */
typedef struct core {
    const pawl_vec2 *vertices;
    const pawl_rot *normals;
    int count;
    pawl_fx radius;
} core;

/* Room for B's. */
typedef struct moved_core {
    pawl_vec2 vertices[PAWL_POLYGON_MAX];
    pawl_rot normals[PAWL_POLYGON_MAX];
} moved_core;

typedef struct best_edge {
    int64_t separation; /* Q46 */
    int index;
} best_edge;

/* A reference face and the edge of the other core that lies against it. */
typedef struct edge_pair {
    const core *reference, *incident;
    int reference_edge, incident_edge;
    bool flipped;    /* the reference face is B's */
    pawl_rot normal; /* of the reference face, in the frame of A's vertices */
    const pawli_pair *shapes;
} edge_pair;

/* One end of an edge pair: a vertex of the reference edge and the vertex of the incident edge
 * that faces it (the edges run in opposite directions). */
typedef struct edge_end {
    int reference_index, incident_index;
    pawl_vec2 reference, incident;
    int64_t height; /* of the incident vertex above the face, Q46 */
    int64_t beyond; /* how far the incident vertex lies past this end of the face, Q46 */
} edge_end;

static int next_index(const core *shape, int index) {
    return index + 1 < shape->count ? index + 1 : 0;
}

/* B seen from A; false when a vertex is more than 32767 units away, beyond what any two touching
 * shapes can span. The rotation is A's inverse times B's, and the position difference is exact
 * until it is rounded together with the rotated vertex: 2^61.5 + 2^60.5 + 2^59 at most. */
static bool move_core(const pawli_pair *pair, moved_core *out) {
    const pawl_convex *shape = pair->shapes[1];
    const pawli_frame *viewer = pair->frames[0], *frame = pair->frames[1];
    const int64_t dx = (int64_t)frame->position.x - viewer->position.x;
    const int64_t dy = (int64_t)frame->position.y - viewer->position.y;
    if (!pawli_fits_fx(dx) || !pawli_fits_fx(dy)) return false;
    const pawl_rot inverse = {viewer->rotation.c, -viewer->rotation.s};
    const pawl_rot turn = pawli_turn(inverse, frame->rotation);
    const int64_t origin_x =
        pawli_product_subtract(inverse.c, (int32_t)dx, inverse.s, (int32_t)dy) +
        viewer->center.x * UNIT_Q30;
    const int64_t origin_y = pawli_product_add(inverse.s, (int32_t)dx, inverse.c, (int32_t)dy) +
                             viewer->center.y * UNIT_Q30;
    int64_t far = 0;
    for (int i = 0; i < shape->count; i++) {
        const int32_t vx = shape->vertices[i].x - frame->center.x;
        const int32_t vy = shape->vertices[i].y - frame->center.y;
        const int64_t x = pawli_near(origin_x + pawli_product_subtract(turn.c, vx, turn.s, vy), 30);
        const int64_t y = pawli_near(origin_y + pawli_product_add(turn.s, vx, turn.c, vy), 30);
        out->vertices[i] = pawl_vec2_make((pawl_fx)x, (pawl_fx)y);
        out->normals[i] = pawli_turn(turn, shape->normals[i]);
        far |= (x - out->vertices[i].x) | (y - out->vertices[i].y);
    }
    return far == 0;
}

static core make_core(const pawl_convex *shape, const pawl_vec2 *vertices,
                      const pawl_rot *normals) {
    const core result = {vertices, normals, shape->count, shape->radius};
    return result;
}

/* The edge of a from which all of b is farthest, if any is farther than `best`; else `best`. An
 * edge is given up at the first vertex of b that is not far enough, because the others can only
 * lower its separation; and the search ends at the first edge beyond the limit. */
static best_edge find_separating_edge(const core *a, const core *b, best_edge best, int64_t limit) {
    for (int i = 0; i < a->count && best.separation <= limit; i++) {
        const pawl_rot normal = a->normals[i];
        const int64_t face = pawli_project(normal, a->vertices[i]);
        const int64_t bar = face + best.separation;
        int64_t lowest = pawli_project(normal, b->vertices[0]);
        for (int j = 1; j < b->count; j++) {
            if (lowest <= bar) break;
            const int64_t height = pawli_project(normal, b->vertices[j]);
            if (height < lowest) lowest = height;
        }
        if (lowest > bar) {
            best.separation = lowest - face;
            best.index = i;
        }
    }
    return best;
}

/* The edge that faces a normal most directly; the lower index on a tie. */
static int find_facing_edge(const core *shape, pawl_rot normal) {
    int best = 0;
    int64_t lowest = INT64_MAX;
    for (int i = 0; i < shape->count; i++) {
        const int64_t cosine = pawli_rot_dot(shape->normals[i], normal);
        if (cosine < lowest) {
            lowest = cosine;
            best = i;
        }
    }
    return best;
}

/* Measure both ends of the pair from their own side, so that a mirrored pair gives mirrored
 * numbers. Returns the width of the incident edge along the face, Q46. */
static int64_t measure_ends(const edge_pair *pair, edge_end ends[2]) {
    const core *reference = pair->reference, *incident = pair->incident;
    ends[0].reference_index = pair->reference_edge;
    ends[1].reference_index = next_index(reference, pair->reference_edge);
    ends[0].incident_index = next_index(incident, pair->incident_edge);
    ends[1].incident_index = pair->incident_edge;

    const pawl_rot normal = pair->normal;
    const pawl_rot tangent = {-normal.s, normal.c}; /* along the reference edge */
    int64_t along[2];
    for (int i = 0; i < 2; i++) {
        ends[i].reference = reference->vertices[ends[i].reference_index];
        ends[i].incident = incident->vertices[ends[i].incident_index];
        ends[i].height =
            pawli_project(normal, ends[i].incident) - pawli_project(normal, ends[i].reference);
        along[i] = pawli_project(tangent, ends[i].incident);
    }
    ends[0].beyond = pawli_project(tangent, ends[0].reference) - along[0];
    ends[1].beyond = along[1] - pawli_project(tangent, ends[1].reference);
    return along[1] - along[0];
}

/* Whether a vertex of the reference edge and one of the incident edge are the closest features:
 * the lowest vertex of the incident edge lies past an end of the face, and that end of the face
 * lies past an end of the incident edge. When the reference edge has the largest separation of
 * all, no other vertices can be closer: the separation along a direction falls off with its
 * cosine to the closest direction, on both sides, until the next edge. Decided by exact signs. */
static bool find_vertex_pair(const edge_end ends[2], int64_t width, int *reference_end,
                             int *incident_end) {
    const int lowest = ends[1].height < ends[0].height ? 1 : 0;
    if (ends[lowest].height <= TOUCHING) return false;
    int side = lowest;
    if (ends[lowest].beyond <= 0) {
        side = 1 - lowest;
        if (ends[side].beyond <= width) return false; /* the lowest vertex is over the face */
    }
    const int other = 1 - side;
    const pawl_vec2 corner = ends[side].reference;
    const pawl_vec2 near_end = ends[side].incident, far_end = ends[other].incident;
    const bool nearest = pawli_dot_of_differences(near_end, corner, near_end, far_end) <= 0;
    const bool farthest = pawli_dot_of_differences(corner, far_end, near_end, far_end) <= 0;
    *reference_end = side;
    *incident_end = nearest ? side : other;
    return nearest || farthest;
}

/* The pair of vertices makes the point. It says which ends of the two edges meet there, A's in the
 * high byte: the same for a vertex, for a clipped point, and whichever face is the reference. */
static uint16_t feature_of(const edge_pair *pair, int reference_index, int incident_index) {
    const int index_a = pair->flipped ? incident_index : reference_index;
    const int index_b = pair->flipped ? reference_index : incident_index;
    return (uint16_t)(((unsigned)index_a << 8) | (unsigned)index_b);
}

/* From the frame of A's vertices to world axes around the position of A's frame. The difference
 * is below 2^32, so the sums are below 2^62.5. */
static pawl_vec2 to_world(const edge_pair *pair, pawl_vec2 point) {
    const pawli_frame *frame = pair->shapes->frames[0];
    const int64_t x = (int64_t)point.x - frame->center.x, y = (int64_t)point.y - frame->center.y;
    const int64_t c = frame->rotation.c, s = frame->rotation.s;
    return pawl_vec2_make(pawl_saturate(pawli_near(c * x - s * y, 30)),
                          pawl_saturate(pawli_near(s * x + c * y, 30)));
}

/* The normal of the reference face from A to B in world axes, turned only once: B's own normal by
 * B's rotation. */
static pawl_rot world_normal(const edge_pair *pair) {
    const int face = pair->flipped ? 1 : 0;
    const pawl_rot own = pair->shapes->shapes[face]->normals[pair->reference_edge];
    const pawl_rot turned = pawli_turn(pair->shapes->frames[face]->rotation, own);
    return pair->flipped ? pawli_opposite(turned) : turned;
}

/* One point between a vertex of the reference edge and one of the incident edge: along the line
 * between them, or along the face's normal when they are too close for a direction. */
static void write_vertex_contact(const edge_pair *pair, const edge_end *at, const edge_end *to,
                                 pawl_manifold *out) {
    const pawl_vec2 a = pair->flipped ? to->incident : at->reference;
    const pawl_vec2 b = pair->flipped ? at->reference : to->incident;
    const pawl_fx radius_a = pair->flipped ? pair->incident->radius : pair->reference->radius;
    const pawl_fx radius_b = pair->flipped ? pair->reference->radius : pair->incident->radius;
    pawli_direction direction = pawli_direction_find((int64_t)b.x - a.x, (int64_t)b.y - a.y);
    if (direction.length < VERTEX_DISTANCE_MIN) {
        direction.unit = pair->flipped ? pawli_opposite(pair->normal) : pair->normal;
        direction.length = pawli_near32(to->height, 30); /* less than the distance: it fits */
    }
    const int64_t separation = (int64_t)direction.length - radius_a - radius_b;
    pawli_set_apart(out, separation);
    if (separation > pair->shapes->margin) return;
    const int64_t twice = (int64_t)direction.length + radius_a - radius_b;
    out->count = 1;
    out->normal = pawli_turn(pair->shapes->frames[0]->rotation, direction.unit);
    out->points[0].offset = to_world(pair, pawli_step_half(a, direction.unit, twice));
    out->points[0].separation = out->separation;
    out->points[0].feature = feature_of(pair, at->reference_index, to->incident_index);
}

/* a * b / c, rounded half away from zero; |a| <= 2^32, 0 <= b <= c <= 2^30, c > 0. */
static int64_t interpolate(int64_t a, int64_t b, int64_t c) {
    PAWL_ASSERT(b >= 0 && b <= c);
    PAWL_ASSERT(c > 0);
    const int64_t product = a * b;
    const int64_t quotient = (int64_t)((pawli_magnitude(product) + (uint64_t)c / 2) / (uint64_t)c);
    return product < 0 ? -quotient : quotient;
}

/* A point of a face contact in the frame of A's vertices: the incident vertex where it lies over
 * the face, else the spot of the incident edge above the end of the face. Lengths are Q16.16 from
 * here on. The point is half-way between the surfaces, of which the one of the reference lies
 * `radius` above the face, and the other the incident radius below the height. */
static pawl_contact_point place_point(const edge_pair *pair, const edge_end *end,
                                      const edge_end *other, int64_t width) {
    const int64_t bulge = (int64_t)pair->reference->radius - pair->incident->radius;
    const int64_t radii = (int64_t)pair->reference->radius + pair->incident->radius;
    const int64_t beyond = pawli_near(end->beyond, 30);
    int64_t height = pawli_near(end->height, 30);
    pawl_contact_point point = {{0, 0}, 0, 0, 0};
    if (beyond > 0 && width > 0) {
        const int64_t rise = pawli_near(other->height, 30) - height;
        height += interpolate(rise, beyond < width ? beyond : width, width);
        point.offset = pawli_step_half(end->reference, pair->normal, bulge + height);
    } else {
        point.offset = pawli_step_half(end->incident, pair->normal, bulge - height);
    }
    point.separation = pawl_saturate(height - radii);
    point.feature = feature_of(pair, end->reference_index, end->incident_index);
    return point;
}

/* Which of the two points count, as a bit mask. Both points of a face contact stay, however far,
 * because a solver may reuse them while the shapes rock. But an edge that stands on the face has
 * only its foot, and steeper than 45 degrees the far point stays only within the margin. */
static unsigned choose_points(const edge_end ends[2], const pawl_contact_point points[2],
                              int64_t width, int64_t margin) {
    const int64_t rise = ends[1].height - ends[0].height;
    const unsigned lower = rise < 0 ? 2u : 1u;
    if (width <= 0) return lower;
    if (rise > width && points[1].separation > margin) return lower;
    if (-rise > width && points[0].separation > margin) return lower;
    return 3u;
}

static void write_face_contact(const edge_pair *pair, const edge_end ends[2], int64_t width,
                               pawl_manifold *out) {
    pawl_contact_point points[2];
    const int64_t rounded_width = pawli_near(width, 30);
    points[0] = place_point(pair, &ends[0], &ends[1], rounded_width);
    points[1] = place_point(pair, &ends[1], &ends[0], rounded_width);
    const unsigned kept = choose_points(ends, points, width, pair->shapes->margin);

    pawl_fx closest = points[kept == 2u ? 1 : 0].separation;
    if (kept == 3u) closest = pawl_min(closest, points[1].separation);
    out->separation = closest;
    if (closest > pair->shapes->margin) return;
    out->normal = world_normal(pair);
    for (unsigned i = 0; i < 2; i++) {
        if ((kept >> i & 1u) == 0) continue;
        pawl_contact_point *point = &out->points[out->count++];
        *point = points[i];
        point->offset = to_world(pair, points[i].offset);
    }
}

static void set_reference_edge(edge_pair *pair, int edge) {
    pair->reference_edge = edge;
    pair->normal = pair->reference->normals[edge];
    pair->incident_edge = find_facing_edge(pair->incident, pair->normal);
}

static edge_pair make_edge_pair(const pawli_pair *shapes, const core cores[2], bool flipped,
                                int edge) {
    edge_pair pair;
    pair.reference = &cores[flipped ? 1 : 0];
    pair.incident = &cores[flipped ? 0 : 1];
    pair.flipped = flipped;
    pair.shapes = shapes;
    set_reference_edge(&pair, edge);
    return pair;
}

/* The edge of a shape beyond a corner of another edge. */
static int edge_past(const core *shape, int corner, int edge) {
    if (corner != edge) return corner;
    return corner > 0 ? corner - 1 : shape->count - 1;
}

/* The same if a point lies over that edge, on the far side of the corner; else -1, as for the other
 * side of a segment. */
static int edge_beyond(const core *shape, int corner, int edge, pawl_vec2 point) {
    if (shape->count < 3) return -1;
    const int beyond = edge_past(shape, corner, edge);
    const pawl_vec2 *v = shape->vertices;
    const pawl_vec2 end = v[beyond == corner ? next_index(shape, corner) : beyond];
    return pawli_dot_of_differences(point, v[corner], end, v[corner]) > 0 ? beyond : -1;
}

/* Two corners are the closest features unless the next edge of either shape is nearer still: of
 * edges that are all but parallel, rounding decides which one seems farthest from the other shape,
 * or faces it best. Then that edge takes its place; false when there is none. */
static bool move_to_closer_edge(edge_pair *pair, const edge_end *at, const edge_end *to) {
    const int reference =
        edge_beyond(pair->reference, at->reference_index, pair->reference_edge, to->incident);
    if (reference >= 0) {
        set_reference_edge(pair, reference);
        return true;
    }
    const int incident =
        edge_beyond(pair->incident, to->incident_index, pair->incident_edge, at->reference);
    if (incident >= 0) pair->incident_edge = incident;
    return incident >= 0;
}

/* The same for a face: its nearest point is lost in clipping when it lies over the next edge, which
 * is all but parallel and as far from the other shape but for rounding. */
static bool move_to_parallel_edge(edge_pair *pair, const edge_end ends[2]) {
    const core *reference = pair->reference, *incident = pair->incident;
    const edge_end *end = &ends[ends[1].height < ends[0].height ? 1 : 0];
    if (end->beyond <= 0) return false;
    const int edge =
        edge_beyond(reference, end->reference_index, pair->reference_edge, end->incident);
    if (edge < 0) return false;
    const pawl_rot normal = reference->normals[edge];
    if (pawli_rot_dot(normal, pair->normal) < NEARLY_PARALLEL) return false;
    int64_t lowest = INT64_MAX;
    for (int i = 0; i < incident->count; i++) {
        const int64_t height = pawli_project(normal, incident->vertices[i]);
        if (height < lowest) lowest = height;
    }
    const int64_t face = pawli_project(normal, reference->vertices[edge]);
    if (lowest - face < end->height - AS_FAR) return false;
    set_reference_edge(pair, edge);
    return true;
}

/* What touches: along a face, or in two corners. */
static void write_contact(edge_pair *faces, pawl_manifold *out) {
    edge_end ends[2];
    for (int moves = 0;; moves++) {
        int at, to;
        const bool is_last = moves == MOVES_MAX;
        const int64_t width = measure_ends(faces, ends);
        if (find_vertex_pair(ends, width, &at, &to)) {
            if (!is_last && move_to_closer_edge(faces, &ends[at], &ends[to])) continue;
            write_vertex_contact(faces, &ends[at], &ends[to], out);
        } else {
            if (!is_last && move_to_parallel_edge(faces, ends)) continue;
            write_face_contact(faces, ends, width, out);
        }
        return;
    }
}

void pawli_collide_polygon(const pawli_pair *pair, pawl_manifold *out) {
    const pawl_convex *a = pair->shapes[0], *b = pair->shapes[1];
    moved_core moved;
    if (!move_core(pair, &moved)) {
        pawli_set_apart(out, PAWL_FX_MAX);
        return;
    }
    const core cores[2] = {make_core(a, a->vertices, a->normals),
                           make_core(b, moved.vertices, moved.normals)};
    const int64_t radii = (int64_t)a->radius + b->radius;
    const int64_t limit = (radii + pair->margin) * PAWL_UNIT;
    const best_edge none = {NO_SEPARATION, 0};
    const best_edge edge_a = find_separating_edge(&cores[0], &cores[1], none, limit);
    best_edge edge_b = {edge_a.separation + PREFER_B, -1};
    if (edge_b.separation > limit) edge_b.separation = limit;
    if (edge_a.separation <= limit)
        edge_b = find_separating_edge(&cores[1], &cores[0], edge_b, limit);
    const bool flipped = edge_b.index >= 0;
    const best_edge edge = flipped ? edge_b : edge_a;
    if (edge.separation > limit) {
        pawli_set_apart(out, pawli_floor(edge.separation, 30) - radii);
        return;
    }

    edge_pair faces = make_edge_pair(pair, cores, flipped, edge.index);
    write_contact(&faces, out);
}

void pawli_collide_polygon_face(const pawli_pair *pair, int face, pawl_manifold *out) {
    const pawl_convex *a = pair->shapes[0], *b = pair->shapes[1];
    moved_core moved;
    PAWL_ASSERT(face < a->count);
    if (!move_core(pair, &moved)) {
        pawli_set_apart(out, PAWL_FX_MAX);
        return;
    }
    const core cores[2] = {make_core(a, a->vertices, a->normals),
                           make_core(b, moved.vertices, moved.normals)};
    const edge_pair faces = make_edge_pair(pair, cores, false, face);
    edge_end ends[2];
    const int64_t width = measure_ends(&faces, ends);
    const int64_t reach = width > 0 ? width : 0;
    if (ends[0].beyond > reach || ends[1].beyond > reach) return;
    write_face_contact(&faces, ends, width, out);
}
