/* boolean.c - union, intersection, difference and exclusive or of polygons.
 *
 * Both sets of rings go into one arrangement, as two layers; then each triangle knows how often
 * the rings of either wind around it, and any combination of the two is the answer. */
#include "geom/fill.h"
#include "mesh/arrange.h"
#include "mesh/boundary.h"
#include "mesh/winding.h"

enum {
    SUBJECT = 0,
    CLIP = 1
};

/* Whether the result has what lies in the subject, the clip, both or neither. */
static bool selects(pawl_boolean operation, bool in_subject, bool in_clip) {
    switch (operation) {
    case PAWL_UNION:
        return in_subject || in_clip;
    case PAWL_INTERSECTION:
        return in_subject && in_clip;
    case PAWL_DIFFERENCE:
        return in_subject && !in_clip;
    case PAWL_XOR:
        return in_subject != in_clip;
    }
    return false;
}

static bool is_operation(pawl_boolean operation) {
    return operation == PAWL_UNION || operation == PAWL_INTERSECTION ||
           operation == PAWL_DIFFERENCE || operation == PAWL_XOR;
}

/* Gives the triangles of the result PAWLI_INSIDE. Takes the memory of the lines' vertices, which
 * the mesh has. */
static void select_triangles(pawli_arrange *arrange, pawl_boolean operation, pawl_fill fill) {
    uint32_t *const index = (uint32_t *)(void *)arrange->lines.vertices;
    pawli_tour tour;
    int64_t subject = 0, clip = 0;
    bool inside = false; /* so is nothing where no ring winds */
    pawli_winding_index(&arrange->lines, index);
    pawli_winding_tour_begin(&arrange->lines, &arrange->mesh, &tour);
    tour.index = index;
    do {
        if (tour.line_count > 0) {
            subject += pawli_winding_tour_growth(&tour, SUBJECT);
            clip += pawli_winding_tour_growth(&tour, CLIP);
            inside = selects(operation, pawli_fills(fill, subject), pawli_fills(fill, clip));
        }
        if (inside) arrange->mesh.triangles[tour.triangle].mark |= PAWLI_INSIDE;
    } while (pawli_winding_tour_next(&tour));
}

/* Points of all rings; of rings whose ends descend, as many as are reached before that is seen. */
static uint32_t count_points(const pawl_rings *rings) {
    uint32_t count = 0;
    if (rings == NULL || rings->ends == NULL) return 0;
    for (uint32_t i = 0; i < rings->count; i++)
        if (rings->ends[i] > count) count = rings->ends[i];
    return count;
}

pawl_status pawl_polygon_find_limits(const pawl_rings *subject, const pawl_rings *clip,
                                     void *memory, size_t size, pawl_polygon_limits *limits) {
    if (memory == NULL || limits == NULL) return PAWL_ERR_NULL;
    const uint64_t points = (uint64_t)count_points(subject) + count_points(clip);
    if (points > PAWLI_LIMIT_MAX / 4) return PAWL_ERR_CAPACITY;
    const pawl_polygon_limits room = {points > 0 ? (uint32_t)points : 1, 0, 0};
    pawli_arrange arrange;
    pawl_polygon_limits found;
    pawl_status status = pawli_arrange_begin(&room, memory, size, &arrange);
    if (status == PAWL_OK) status = pawli_arrange_add_rings(&arrange, subject, SUBJECT);
    if (status == PAWL_OK) status = pawli_arrange_add_rings(&arrange, clip, CLIP);
    if (status != PAWL_OK) return status;
    arrange.shared_size = size - (size_t)((uint8_t *)arrange.shared - (uint8_t *)memory);
    status = pawli_arrange_needs(&arrange, &found);
    if (status != PAWL_OK) return status;
    if (found.segments == 0 || pawl_polygon_size(&found) == 0) return PAWL_ERR_CAPACITY;
    found.segments = room.segments;
    *limits = found;
    return PAWL_OK;
}

pawl_status pawl_polygon_boolean(pawl_boolean operation, pawl_fill fill, const pawl_rings *subject,
                                 const pawl_rings *clip, const pawl_polygon_limits *limits,
                                 void *memory, size_t size, pawl_ring_buffer *out) {
    if (limits == NULL || memory == NULL || out == NULL) return PAWL_ERR_NULL;
    if (out->points == NULL && out->point_capacity > 0) return PAWL_ERR_NULL;
    if (out->ends == NULL && out->ring_capacity > 0) return PAWL_ERR_NULL;
    if (!is_operation(operation) || !pawli_fill_is_valid(fill)) return PAWL_ERR_ARGUMENT;
    pawli_arrange arrange;
    pawl_status status = pawli_arrange_begin(limits, memory, size, &arrange);
    if (status == PAWL_OK) status = pawli_arrange_add_rings(&arrange, subject, SUBJECT);
    if (status == PAWL_OK) status = pawli_arrange_add_rings(&arrange, clip, CLIP);
    if (status == PAWL_OK) status = pawli_arrange_snap(&arrange);
    if (status == PAWL_OK) status = pawli_arrange_mesh(&arrange, NULL);
    if (status == PAWL_ERR_CAPACITY) out->point_count = out->ring_count = 0;
    if (status != PAWL_OK) return status;
    select_triangles(&arrange, operation, fill);
    /* The lines are not needed any more, and have room enough: a closed arrangement of n vertices
     * and m edges takes 8 n + 12 m bytes, its rings at most 4 (n + 4) + 7 m. */
    void *const scratch = arrange.lines.vertices;
    const size_t room = (size_t)((uint8_t *)arrange.shared - (uint8_t *)scratch);
    return pawli_boundary(&arrange.mesh, scratch, room, out);
}
