/* convex_parts.c - polygons cut into convex parts.
 *
 * Source: Hertel and Mehlhorn, Fast triangulation of simple polygons (1983): of a triangulation,
 * edges are left out one after the other as long as both their ends stay convex. The triangulation
 * is that of the outline alone, so that crossings inside cost nothing.
 *
 * Border edges of parts are half-edges 3 * triangle + edge, each linked with those before and after
 * it on its part; parts are united as sets of triangles (Galler and Fischer 1964; with path
 * halving), whose first one counts their vertices.
 *
 * Memory: the arrangement, and in front of it, in place of its lines when these are no longer
 * needed, the links. */
#include "mesh/convex_parts.h"

#include "base/assert.h"
#include "geom/fill.h"
#include "mesh/arrange.h"
#include "mesh/compact.h"
#include "mesh/flip.h"
#include "mesh/winding.h"

#define INSIDE 1u
#define VERTICES_MIN 3u
#define PARTS_VERTICES_MAX 65535u
#define ROOT (UINT32_C(1) << 31)
/* Bits of a triangle's mark, for each of its edges: between two triangles of one part; handed out
 * already. */
#define LEFT_OUT(edge) (0x01u << (edge))
#define HANDED_OUT(edge) (0x10u << (edge))
#define HANDED_OUT_ALL 0x70u

typedef struct parts {
    pawli_triangulation *mesh;
    uint32_t *next, *previous; /* of a half-edge */
    uint32_t *set;             /* of a triangle: another one of its part, or ROOT + vertices */
    uint32_t vertices_max;
} parts;

/* Bytes for the links of a mesh of so many vertices. */
static uint64_t links_size(uint32_t vertex_count) {
    const uint64_t triangles = 2 * (uint64_t)vertex_count + 2;
    return triangles * 7 * sizeof(uint32_t);
}

/* How far the arrangement is moved back so that the links fit in front of what it still needs; the
 * memory's size as well. UINT64_MAX: more than can be addressed. */
static uint64_t front_size(const pawl_polygon_limits *limits, uint64_t *size) {
    const pawl_polygon_limits full = pawli_arrange_limits(limits);
    const uint64_t arrangement = pawli_arrange_size(limits);
    const uint64_t lines =
        (uint64_t)full.vertices * sizeof(pawl_vec2) + (uint64_t)full.edges * sizeof(pawli_line);
    const uint64_t links = links_size(full.vertices);
    const uint64_t front = links > lines ? (links - lines + 7) & ~UINT64_C(7) : 0;
    *size = front + arrangement;
    return arrangement == 0 || *size > SIZE_MAX / 2 ? UINT64_MAX : front;
}

size_t pawl_polygon_size(const pawl_polygon_limits *limits) {
    uint64_t size;
    return front_size(limits, &size) == UINT64_MAX ? 0 : (size_t)size;
}

static void set_half_edge_mark(const parts *p, uint32_t triangle, unsigned bits) {
    p->mesh->triangles[triangle].mark = (uint8_t)(p->mesh->triangles[triangle].mark | bits);
}

static pawl_vec2 half_edge_origin(const parts *p, uint32_t half) {
    const pawli_triangle *const triangle = &p->mesh->triangles[half / 3];
    return p->mesh->vertices[triangle->vertex[(half + 1) % 3]];
}

/* half % 3 is the edge; 3 * t + 1 and so on, so (half + 1) % 3 is the next corner. */
static uint32_t twin_of(const parts *p, uint32_t half) {
    const uint32_t triangle = half / 3;
    const uint32_t neighbor = p->mesh->triangles[triangle].neighbor[half % 3];
    const uint32_t *const back = p->mesh->triangles[neighbor].neighbor;
    return 3 * neighbor + (back[0] == triangle ? 0 : back[1] == triangle ? 1 : 2);
}

static uint32_t find_set(const parts *p, uint32_t triangle) {
    while ((p->set[triangle] & ROOT) == 0) {
        const uint32_t parent = p->set[triangle];
        if ((p->set[parent] & ROOT) == 0) p->set[triangle] = p->set[parent];
        triangle = parent;
    }
    return triangle;
}

static void start_with_triangles(const parts *p) {
    for (uint32_t i = 0; i < p->mesh->triangle_count; i++) {
        p->mesh->triangles[i].mark = 0;
        p->set[i] = ROOT | 3u;
        for (uint32_t k = 0; k < 3; k++) {
            p->next[3 * i + k] = 3 * i + (k + 1) % 3;
            p->previous[3 * i + k] = 3 * i + (k + 2) % 3;
        }
    }
}

/* Whether a corner, from a to b to c, turns left or not at all. */
static bool is_left_turn(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c) {
    return pawl_vec2_cross(pawl_vec2_sub(b, a), pawl_vec2_sub(c, b)) >= 0;
}

/* Whether both ends stay convex without an edge. The angles of both sides together are less than
 * a full turn, because every vertex lies on the outline; so a straight angle is one of 180
 * degrees. */
static bool is_needless(const parts *p, uint32_t half, uint32_t twin) {
    const uint32_t after = p->next[half], after_twin = p->next[twin];
    const pawl_vec2 begin = half_edge_origin(p, half), end = half_edge_origin(p, twin);
    return is_left_turn(half_edge_origin(p, p->previous[half]), begin,
                        half_edge_origin(p, p->next[after_twin])) &&
           is_left_turn(half_edge_origin(p, p->previous[twin]), end,
                        half_edge_origin(p, p->next[after]));
}

static void leave_out(const parts *p, uint32_t half, uint32_t twin) {
    const uint32_t before = p->previous[half], before_twin = p->previous[twin];
    const uint32_t after = p->next[half], after_twin = p->next[twin];
    p->next[before] = after_twin;
    p->previous[after_twin] = before;
    p->next[before_twin] = after;
    p->previous[after] = before_twin;
    set_half_edge_mark(p, half / 3, LEFT_OUT(half % 3));
    set_half_edge_mark(p, twin / 3, LEFT_OUT(twin % 3));
}

static void unite(const parts *p) {
    for (uint32_t half = 0; half < 3 * p->mesh->triangle_count; half++) {
        const pawli_triangle *const triangle = &p->mesh->triangles[half / 3];
        if (triangle->winding == 0 || ((unsigned)triangle->fixed >> half % 3 & 1u) != 0) continue;
        const uint32_t twin = twin_of(p, half);
        if (twin < half) continue;
        const uint32_t first = find_set(p, half / 3), second = find_set(p, twin / 3);
        const uint32_t count = (p->set[first] & ~ROOT) + (p->set[second] & ~ROOT) - 2;
        if (count > p->vertices_max || !is_needless(p, half, twin)) continue;
        PAWL_ASSERT(first != second);
        leave_out(p, half, twin);
        p->set[second] = first;
        p->set[first] = ROOT | count;
    }
}

/* The part with a half-edge on its border, from its lowest, then leftmost point. */
static uint32_t collect_part(const parts *p, uint32_t half, pawl_vec2 *points) {
    uint32_t first = half, count = 0;
    for (uint32_t at = p->next[half]; at != half; at = p->next[at]) {
        const pawl_vec2 here = half_edge_origin(p, at), low = half_edge_origin(p, first);
        if (here.y < low.y || (here.y == low.y && here.x < low.x)) first = at;
    }
    uint32_t at = first;
    do {
        points[count++] = half_edge_origin(p, at);
        set_half_edge_mark(p, at / 3, HANDED_OUT(at % 3));
        at = p->next[at];
    } while (at != first);
    return count;
}

/* In the order of their first half-edges. The room of `previous`, which is not needed any more, is
 * enough for the points of any part. */
static pawl_status hand_out(const parts *p, pawli_part_taker taker) {
    pawl_vec2 *const points = (pawl_vec2 *)(void *)p->previous;
    for (uint32_t i = 0; i < p->mesh->triangle_count; i++)
        p->mesh->triangles[i].mark &= (uint8_t)~HANDED_OUT_ALL;
    for (uint32_t half = 0; half < 3 * p->mesh->triangle_count; half++) {
        const pawli_triangle *const triangle = &p->mesh->triangles[half / 3];
        const unsigned done = LEFT_OUT(half % 3) | HANDED_OUT(half % 3);
        if (triangle->winding == 0 || (triangle->mark & done) != 0) continue;
        const uint32_t count = collect_part(p, half, points);
        const pawl_status status = taker.take(taker.context, points, count);
        if (status != PAWL_OK) return status;
    }
    return PAWL_OK;
}

static pawl_status label_inside(pawli_arrange *arrange, pawl_fill fill) {
    const pawl_status status = arrange->lines.keeps_folds
                                   ? pawli_winding_set_sum(&arrange->lines, &arrange->mesh)
                                   : pawli_winding_set_layer(&arrange->lines, &arrange->mesh, 0);
    if (status != PAWL_OK) return status;
    for (uint32_t i = 0; i < arrange->mesh.triangle_count; i++) {
        pawli_triangle *const triangle = &arrange->mesh.triangles[i];
        triangle->winding = pawli_fills(fill, triangle->winding) ? INSIDE : 0;
    }
    return PAWL_OK;
}

/* ---- folds ----------------------------------------------------------------------------------- */

/* The edges are those of all rings together, each ring a layer of its own, so that two rings that
 * cancel are told from one that runs there and back. Of more rings some share a layer. */
#define RINGS_APART PAWLI_LAYER_BENT

static pawl_status add_rings_apart(pawli_arrange *arrange, const pawl_rings *rings) {
    for (uint32_t i = 0, begin = 0; i < rings->count; begin = rings->ends[i++]) {
        const uint32_t count = rings->ends[i] - begin;
        if (count < 3) continue;
        const pawl_rings one = {rings->points + begin, &count, 1};
        const pawl_status status =
            pawli_arrange_add_rings(arrange, &one, (uint16_t)(i % RINGS_APART));
        if (status != PAWL_OK) return status;
    }
    return PAWL_OK;
}

/* What lies between two vertices: `count` lines from `first` on. */
static bool is_fold(const pawli_line *first, uint32_t count) {
    int64_t sum = 0;
    bool folds = false;
    for (uint32_t i = 0; i < count; i++) {
        sum += first[i].winding;
        folds = folds || first[i].winding == 0 || (first[i].layer & PAWLI_LAYER_BENT) != 0;
    }
    return sum == 0 && folds;
}

/* Whether the triangles on both sides of an edge are outside. */
static bool is_free_on_both_sides(const pawli_arrange *arrange, const pawli_line *edge) {
    const pawli_triangulation *const mesh = &arrange->mesh;
    const uint32_t found =
        pawli_flip_find_edge(mesh, edge->a + PAWLI_BOX_VERTICES, edge->b + PAWLI_BOX_VERTICES);
    PAWL_ASSERT(found != PAWLI_NO_TRIANGLE);
    if (found == PAWLI_NO_TRIANGLE) return false;
    const pawli_triangle *const triangle = &mesh->triangles[found / 4];
    return triangle->winding == 0 && mesh->triangles[triangle->neighbor[found % 4]].winding == 0;
}

static pawl_status hand_out_folds(const pawli_arrange *arrange, pawli_part_taker taker) {
    const pawli_arrangement *const lines = &arrange->lines;
    *taker.is_bent = false;
    for (uint32_t i = 0; i < lines->edge_count; i++)
        if ((lines->edges[i].layer & PAWLI_LAYER_BENT) != 0) *taker.is_bent = true;
    for (uint32_t i = 0, end; i < lines->edge_count; i = end) {
        const pawli_line *const edge = &lines->edges[i];
        for (end = i + 1; end < lines->edge_count; end++)
            if (lines->edges[end].a != edge->a || lines->edges[end].b != edge->b) break;
        if (!is_fold(edge, end - i) || !is_free_on_both_sides(arrange, edge)) continue;
        const pawl_vec2 points[2] = {lines->vertices[edge->a], lines->vertices[edge->b]};
        const pawl_status status = taker.take(taker.context, points, 2);
        if (status != PAWL_OK) return status;
    }
    return PAWL_OK;
}

/* The triangulation of the outline alone, with what is inside labeled. */
static pawl_status mesh_outline(pawli_arrange *arrange, pawl_fill fill, pawli_part_taker taker) {
    pawl_status status = pawli_arrange_snap(arrange);
    if (status == PAWL_OK) status = pawli_arrange_mesh(arrange, NULL);
    if (status == PAWL_OK) status = label_inside(arrange, fill);
    if (status == PAWL_OK && taker.is_bent != NULL) status = hand_out_folds(arrange, taker);
    if (status != PAWL_OK) return status;
    pawli_compact(arrange);
    status = pawli_arrange_mesh(arrange, NULL);
    return status == PAWL_OK ? pawli_compact_label(&arrange->lines, &arrange->mesh, 0) : status;
}

/* All but the handing out. `mesh` keeps what `out` looks at. */
static pawl_status find_parts(pawl_fill fill, const pawl_rings *rings, uint32_t vertices_max,
                              const pawl_polygon_limits *limits, void *memory, size_t size,
                              pawli_part_taker taker, pawli_triangulation *mesh, parts *out) {
    if (limits == NULL || memory == NULL) return PAWL_ERR_NULL;
    if (!pawli_fill_is_valid(fill)) return PAWL_ERR_ARGUMENT;
    if (vertices_max < VERTICES_MIN || vertices_max > PARTS_VERTICES_MAX) return PAWL_ERR_ARGUMENT;
    uint64_t needed;
    const uint64_t front = front_size(limits, &needed);
    if (front == UINT64_MAX) return PAWL_ERR_ARGUMENT;
    if (size < needed) return PAWL_ERR_MEMORY;
    pawli_arrange arrange;
    pawl_status status = pawli_arrange_begin(limits, (uint8_t *)memory + (size_t)front,
                                             size - (size_t)front, &arrange);
    if (status != PAWL_OK) return status;
    arrange.lines.keeps_folds = taker.is_bent != NULL;
    status = arrange.lines.keeps_folds ? add_rings_apart(&arrange, rings)
                                       : pawli_arrange_add_rings(&arrange, rings, 0);
    if (status == PAWL_OK) status = mesh_outline(&arrange, fill, taker);
    if (status != PAWL_OK) return status;
    *mesh = arrange.mesh;
    const size_t halves = (size_t)(3 * mesh->triangle_count);
    uint32_t *const links = memory;
    *out = (parts){mesh, links, links + halves, links + 2 * halves, vertices_max};
    start_with_triangles(out);
    unite(out);
    return PAWL_OK;
}

pawl_status pawli_convex_parts_limits(const pawl_rings *rings, void *memory, size_t size,
                                      pawl_polygon_limits *out) {
    const pawl_polygon_limits room = {rings->ends[rings->count - 1], 0, 0};
    pawli_arrange arrange;
    pawl_status status = pawli_arrange_begin(&room, memory, size, &arrange);
    if (status == PAWL_OK) status = add_rings_apart(&arrange, rings);
    if (status != PAWL_OK) return status;
    arrange.shared_size = size - (size_t)((uint8_t *)arrange.shared - (uint8_t *)memory);
    status = pawli_arrange_needs(&arrange, out);
    if (status == PAWL_OK && out->segments > 0) out->segments = room.segments;
    return status;
}

pawl_status pawli_convex_parts(pawl_fill fill, const pawl_rings *rings, uint32_t vertices_max,
                               const pawl_polygon_limits *limits, void *memory, size_t size,
                               pawli_part_taker taker) {
    pawli_triangulation mesh;
    parts found;
    const pawl_status status =
        find_parts(fill, rings, vertices_max, limits, memory, size, taker, &mesh, &found);
    return status == PAWL_OK ? hand_out(&found, taker) : status;
}

/* Counts parts and their points, and writes them where there is an array. */
typedef struct writer {
    pawl_vec2 *points;
    uint32_t *ends;
    uint32_t point_count, ring_count;
} writer;

static pawl_status write_part(void *context, const pawl_vec2 *points, uint32_t count) {
    writer *const to = context;
    for (uint32_t i = 0; i < count && to->points != NULL; i++)
        to->points[to->point_count + i] = points[i];
    to->point_count += count;
    if (to->ends != NULL) to->ends[to->ring_count] = to->point_count;
    to->ring_count++;
    return PAWL_OK;
}

pawl_status pawl_polygon_convex_parts(pawl_fill fill, const pawl_rings *rings,
                                      uint32_t vertices_max, const pawl_polygon_limits *limits,
                                      void *memory, size_t size, pawl_ring_buffer *out) {
    if (out == NULL) return PAWL_ERR_NULL;
    if (out->points == NULL && out->point_capacity > 0) return PAWL_ERR_NULL;
    if (out->ends == NULL && out->ring_capacity > 0) return PAWL_ERR_NULL;
    pawli_triangulation mesh;
    parts found;
    writer count = {NULL, NULL, 0, 0}, to = {out->points, out->ends, 0, 0};
    const pawli_part_taker counter = {write_part, &count, NULL};
    pawl_status status =
        find_parts(fill, rings, vertices_max, limits, memory, size, counter, &mesh, &found);
    if (status == PAWL_ERR_CAPACITY) out->point_count = out->ring_count = 0;
    if (status != PAWL_OK) return status;
    status = hand_out(&found, counter);
    if (status != PAWL_OK) return status;
    if (count.point_count > out->point_capacity || count.ring_count > out->ring_capacity) {
        out->point_count = count.point_count;
        out->ring_count = count.ring_count;
        return PAWL_ERR_CAPACITY;
    }
    status = hand_out(&found, (pawli_part_taker){write_part, &to, NULL});
    out->point_count = to.point_count;
    out->ring_count = to.ring_count;
    return status;
}
