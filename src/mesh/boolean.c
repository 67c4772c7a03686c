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

/* Gives the triangles of the result PAWLI_INSIDE. */
static void select_triangles(pawli_arrange *arrange, pawl_boolean operation, pawl_fill fill) {
    pawli_tour tour;
    int64_t subject = 0, clip = 0;
    pawli_winding_tour_begin(&arrange->lines, &arrange->mesh, &tour);
    do {
        pawli_triangle *const triangle = &arrange->mesh.triangles[tour.triangle];
        subject += pawli_winding_tour_growth(&tour, SUBJECT);
        clip += pawli_winding_tour_growth(&tour, CLIP);
        const bool in_subject = pawli_fills(fill, subject), in_clip = pawli_fills(fill, clip);
        if (selects(operation, in_subject, in_clip)) triangle->mark |= PAWLI_INSIDE;
    } while (pawli_winding_tour_next(&tour));
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
    if (status != PAWL_OK) return status;
    select_triangles(&arrange, operation, fill);
    /* The lines are not needed any more, and have room enough: a closed arrangement of n vertices
     * and m edges takes 8 n + 12 m bytes, its rings at most 4 (n + 4) + 7 m. */
    void *const scratch = arrange.lines.vertices;
    const size_t room = (size_t)((uint8_t *)arrange.shared - (uint8_t *)scratch);
    return pawli_boundary(&arrange.mesh, scratch, room, out);
}
