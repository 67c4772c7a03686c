/* query.c - what a query sees, and the search that rays and casts have in common. */
#include "base/optional.h"
#include "query/query.h"

#include "world/tree.h"

#include <string.h>

PAWLI_PULLS(pulls_round_query, pawli_collide_round_mark);

pawl_query_filter pawl_query_filter_default(void) {
    pawl_query_filter filter;
    memset(&filter, 0, sizeof filter);
    filter.category = 1;
    filter.mask = UINT32_MAX;
    return filter;
}

pawli_view pawli_query_make_view(const pawl_world *world, const pawl_query_filter *filter) {
    pawli_view view = {1, UINT32_MAX, PAWLI_NONE, false};
    if (filter == NULL) return view;
    view.category = filter->category;
    view.mask = filter->mask;
    view.ignore = pawli_pool_find_body(world, filter->ignore);
    view.sensors = filter->sensors;
    return view;
}

pawl_convex pawli_query_make_dot(void) {
    pawl_convex dot;
    memset(&dot, 0, sizeof dot);
    dot.count = 1;
    return dot;
}

/* A caller's buffer, sorted at all times. */
typedef struct hit_list {
    const pawl_world *world;
    pawl_query_hit *hits;
    uint32_t capacity, total;
} hit_list;

static bool hit_precedes(const pawl_world *world, const pawl_query_hit *a,
                         const pawl_query_hit *b) {
    if (a->fraction != b->fraction) return a->fraction < b->fraction;
    const uint32_t serial_a = pawli_serial_of(world, a->shape);
    const uint32_t serial_b = pawli_serial_of(world, b->shape);
    return serial_a != serial_b ? serial_a < serial_b : a->part < b->part;
}

static void add_hit(hit_list *list, const pawl_query_hit *hit) {
    uint32_t at = list->total < list->capacity ? list->total : list->capacity;
    list->total++;
    if (at == list->capacity) { /* the last one has to give way, if it comes later */
        if (at == 0 || !hit_precedes(list->world, hit, &list->hits[at - 1])) return;
        at--;
    }
    for (; at > 0 && hit_precedes(list->world, hit, &list->hits[at - 1]); at--)
        list->hits[at] = list->hits[at - 1];
    list->hits[at] = *hit;
}

static void cast_at(const pawli_probe *probe, const pawl_convex *convex, const pawli_frame *frame,
                    pawl_cast_hit *out) {
    if (probe->convex == NULL) {
        pawli_ray_cast(convex, frame, probe->frame.position, probe->translation, out);
    } else {
        *out = pawli_cast_shape(probe->convex, &probe->frame, probe->translation, convex, frame);
    }
}

static void probe_shape(const pawli_probe *probe, uint16_t slot, pawl_box swept, hit_list *list) {
    const pawli_frame frame =
        pawli_frame_of_shape(list->world, &pawli_shapes_const(list->world)[slot]);
    pawli_shape_piece_query visit = pawli_pieces_near(list->world, slot, &frame, swept);
    pawli_shape_piece piece;
    while (pawli_shape_piece_next(&visit, &piece)) {
        if (piece.one_sided && !pawli_query_piece_stops(&piece, &frame, probe)) continue;
        pawl_cast_hit found;
        cast_at(probe, piece.convex, &frame, &found);
        if (!found.hit) continue;
        const pawl_query_hit hit = {pawli_pool_shape_id(list->world, slot),
                                    piece.part,
                                    found.fraction,
                                    found.inside,
                                    found.point,
                                    found.normal};
        add_hit(list, &hit);
    }
}

uint32_t pawli_query_find_hits(const pawl_world *world, const pawli_probe *probe,
                               const pawl_query_filter *filter, pawli_search search,
                               pawl_query_hit *out, uint32_t capacity) {
    const pawli_shape *shapes = pawli_shapes_const(world);
    const pawli_view view = pawli_query_make_view(world, filter);
    hit_list list = {world, out, capacity, 0};
    pawl_box start = {probe->frame.position, probe->frame.position};
    if (probe->convex != NULL) start = pawli_box_of_convex(probe->convex, &probe->frame);

    pawli_tree_cast cast;
    pawli_tree_cast_begin(world, start, probe->translation, &cast);
    for (;;) {
        const uint16_t slot = pawli_tree_cast_next(world, &cast);
        if (slot == PAWLI_NONE) return list.total;
        if (!pawli_sees(&view, &shapes[slot])) continue;
        probe_shape(probe, slot, cast.swept, &list);
        if (list.total == 0 || search == PAWLI_FIND_ALL) continue;
        if (search == PAWLI_FIND_ANY) return list.total;
        pawli_tree_cast_clip(&cast, out->fraction);
    }
}
