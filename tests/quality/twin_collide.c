/* twin_collide.c - separating axes and clipping in double precision.
 *
 * The textbook method: the face with the largest separation is the reference, the most opposed
 * face of the other polygon is clipped to its sides (Gregorius, GDC 2015). Two corners that meet
 * while their polygons are apart give one point along the line between them; without it a house
 * of cards falls. */
#include "twin_collide.h"
#include "twin_vector.h"

#include <float.h>
#include <math.h>

twin_shape twin_shape_place(const scene_body *body, scene_vector center, double angle) {
    const double c = cos(angle), s = sin(angle);
    twin_shape shape = {.count = body->vertex_count, .radius = body->radius, .center = center};
    for (int i = 0; i < shape.count; i++) {
        const scene_vector v = body->vertices[i];
        const scene_vector turned = {c * v.x - s * v.y, s * v.x + c * v.y};
        shape.vertices[i] = add(center, turned);
    }
    for (int i = 0; i < shape.count && shape.count > 1; i++) {
        const scene_vector next = shape.vertices[(i + 1) % shape.count];
        const scene_vector edge = sub(next, shape.vertices[i]);
        const double length = hypot(edge.x, edge.y);
        shape.normals[i] = (scene_vector){edge.y / length, -edge.x / length};
    }
    return shape;
}

/* A point midway between two surfaces that face each other along the manifold's normal. */
static void add_point(twin_manifold *manifold, const twin_shape *a, const twin_shape *b,
                      scene_vector middle, double separation, int feature) {
    twin_point *const point = &manifold->points[manifold->count++];
    point->anchor_a = sub(middle, a->center);
    point->anchor_b = sub(middle, b->center);
    point->separation = separation;
    point->feature = feature;
}

/* One point between p (on the core of A) and q (on the core of B). False when they coincide. */
static bool join_points(const twin_shape *a, const twin_shape *b, scene_vector p, scene_vector q,
                        double margin, int feature, twin_manifold *manifold) {
    const scene_vector gap = sub(q, p);
    const double distance = hypot(gap.x, gap.y);
    if (distance <= DBL_MIN) return false;
    const double separation = distance - a->radius - b->radius;
    if (separation > margin) return true;
    manifold->normal = scale(gap, 1 / distance);
    const scene_vector middle = add(p, scale(manifold->normal, a->radius + separation / 2));
    add_point(manifold, a, b, middle, separation, feature);
    return true;
}

static twin_manifold collide_circles(const twin_shape *a, const twin_shape *b, double margin) {
    twin_manifold manifold = {0};
    if (!join_points(a, b, a->vertices[0], b->vertices[0], margin, 0, &manifold)) {
        manifold.normal.y = 1; /* concentric: any direction will do */
        add_point(&manifold, a, b, a->center, -a->radius - b->radius, 0);
    }
    return manifold;
}

/* Largest separation of `other` over the faces of `polygon`, and the face that has it. */
static double find_face(const twin_shape *polygon, const twin_shape *other, int *face) {
    double best = -DBL_MAX;
    for (int i = 0; i < polygon->count; i++) {
        double lowest = DBL_MAX;
        for (int j = 0; j < other->count; j++) {
            const scene_vector from = sub(other->vertices[j], polygon->vertices[i]);
            lowest = fmin(lowest, dot(from, polygon->normals[i]));
        }
        if (lowest > best) {
            best = lowest;
            *face = i;
        }
    }
    return best;
}

static twin_manifold collide_polygon_circle(const twin_shape *a, const twin_shape *b,
                                            double margin) {
    twin_manifold manifold = {0};
    const scene_vector center = b->vertices[0];
    int face = 0;
    const double depth = find_face(a, b, &face);
    if (depth - b->radius > margin) return manifold;
    const scene_vector v1 = a->vertices[face], v2 = a->vertices[(face + 1) % a->count];
    const bool before = dot(sub(center, v1), sub(v2, v1)) < 0;
    const bool after = dot(sub(center, v2), sub(v1, v2)) < 0;
    if (depth > 0 && (before || after)) {
        join_points(a, b, before ? v1 : v2, center, margin, 0, &manifold);
        return manifold;
    }
    manifold.normal = a->normals[face];
    const double separation = depth - b->radius;
    const scene_vector middle = sub(center, scale(manifold.normal, b->radius + separation / 2));
    add_point(&manifold, a, b, middle, separation, 0);
    return manifold;
}

static void flip(twin_manifold *manifold) {
    manifold->normal = scale(manifold->normal, -1);
    for (int i = 0; i < manifold->count; i++) {
        twin_point *const point = &manifold->points[i];
        const scene_vector anchor_a = point->anchor_a;
        point->anchor_a = point->anchor_b;
        point->anchor_b = anchor_a;
    }
}

/* Two faces: the reference face of A and the most opposed face of B. */
typedef struct face_pair {
    int a1, a2, b1, b2; /* vertex indices; b2 faces a1 and b1 faces a2 */
} face_pair;

/* Whether the edges lie beside each other, so that a corner of A is what comes closest to the edge
 * of B; that corner and the point of B's edge closest to it. */
static bool find_corners(const twin_shape *a, const twin_shape *b, face_pair faces, int *corner_a,
                         int *corner_b, scene_vector *closest) {
    const scene_vector v1 = a->vertices[faces.a1], v2 = a->vertices[faces.a2];
    const scene_vector w1 = b->vertices[faces.b1], w2 = b->vertices[faces.b2];
    const scene_vector along = sub(v2, v1), edge = sub(w2, w1);
    const double t1 = dot(sub(w1, v1), along), t2 = dot(sub(w2, v1), along);
    if (fmax(t1, t2) <= 0) {
        *corner_a = faces.a1;
    } else if (fmin(t1, t2) >= dot(along, along)) {
        *corner_a = faces.a2;
    } else {
        return false;
    }
    const scene_vector corner = a->vertices[*corner_a];
    const double share = dot(sub(corner, w1), edge) / dot(edge, edge);
    *closest = add(w1, scale(edge, fmin(fmax(share, 0), 1)));
    *corner_b = share > 0.5 ? faces.b2 : faces.b1;
    return true;
}

/* Clip the edge b1-b2 to the sides of the face a1-a2 and keep both ends. */
static void clip_faces(const twin_shape *a, const twin_shape *b, face_pair faces, double margin,
                       bool swapped, twin_manifold *manifold) {
    const scene_vector v1 = a->vertices[faces.a1], v2 = a->vertices[faces.a2];
    const scene_vector w1 = b->vertices[faces.b1], w2 = b->vertices[faces.b2];
    const scene_vector tangent = scale(sub(v2, v1), 1 / hypot(v2.x - v1.x, v2.y - v1.y));
    const double length = dot(sub(v2, v1), tangent);
    const double low = dot(sub(w2, v1), tangent), high = dot(sub(w1, v1), tangent);
    if (high < 0 || low > length) return;
    const double span = high - low;
    const double start = low < 0 && span > 0 ? -low / span : 0;
    const double stop = high > length && span > 0 ? (length - low) / span : 1;
    const scene_vector lower = add(w2, scale(sub(w1, w2), start));
    const scene_vector upper = add(w2, scale(sub(w1, w2), stop));
    const scene_vector normal = a->normals[faces.a1];
    const double separation_lower = dot(sub(lower, v1), normal);
    const double separation_upper = dot(sub(upper, v1), normal);
    if (separation_lower > margin && separation_upper > margin) return;
    manifold->normal = normal;
    /* A feature is a vertex of the first shape and a vertex of the second, whichever of them
     * happens to be the reference. */
    const int key_lower = swapped ? faces.b2 << 8 | faces.a1 : faces.a1 << 8 | faces.b2;
    const int key_upper = swapped ? faces.b1 << 8 | faces.a2 : faces.a2 << 8 | faces.b1;
    add_point(manifold, a, b, sub(lower, scale(normal, separation_lower / 2)), separation_lower,
              key_lower);
    add_point(manifold, a, b, sub(upper, scale(normal, separation_upper / 2)), separation_upper,
              key_upper);
}

/* A has the reference face. */
static twin_manifold collide_faces(const twin_shape *a, const twin_shape *b, int face, double depth,
                                   double margin, double slop, bool swapped) {
    twin_manifold manifold = {0};
    int opposed = 0;
    for (int i = 1; i < b->count; i++) {
        const double facing = dot(b->normals[i], a->normals[face]);
        if (facing < dot(b->normals[opposed], a->normals[face])) opposed = i;
    }
    const face_pair faces = {face, (face + 1) % a->count, opposed, (opposed + 1) % b->count};
    int corner_a, corner_b;
    scene_vector closest;
    if (depth > 0.1 * slop && find_corners(a, b, faces, &corner_a, &corner_b, &closest)) {
        const int key = swapped ? corner_b << 8 | corner_a : corner_a << 8 | corner_b;
        join_points(a, b, a->vertices[corner_a], closest, margin, key, &manifold);
        return manifold;
    }
    clip_faces(a, b, faces, margin, swapped, &manifold);
    return manifold;
}

static twin_manifold collide_polygons(const twin_shape *a, const twin_shape *b, double margin,
                                      double slop) {
    int face_a = 0, face_b = 0;
    const double depth_a = find_face(a, b, &face_a), depth_b = find_face(b, a, &face_b);
    twin_manifold manifold = {0};
    if (fmax(depth_a, depth_b) > margin) return manifold;
    /* A small preference for A keeps the reference from flickering. */
    if (depth_b > depth_a + 0.1 * slop) {
        manifold = collide_faces(b, a, face_b, depth_b, margin, slop, true);
        flip(&manifold);
        return manifold;
    }
    return collide_faces(a, b, face_a, depth_a, margin, slop, false);
}

twin_manifold twin_collide(const twin_shape *a, const twin_shape *b, double margin, double slop) {
    if (a->count == 1 && b->count == 1) return collide_circles(a, b, margin);
    if (b->count == 1) return collide_polygon_circle(a, b, margin);
    if (a->count == 1) {
        twin_manifold manifold = collide_polygon_circle(b, a, margin);
        flip(&manifold);
        return manifold;
    }
    return collide_polygons(a, b, margin, slop);
}
