/* query.c - what a query sees, and the search that rays and casts have in common. */
#include "base/optional.h"
#include "query/query.h"

#include "period/period_image.h"
#include "world/linked.h"
#include "world/tree.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_soft_piece_begin);
PAWLI_OPTIONAL(pawli_soft_piece_next);
PAWLI_OPTIONAL(pawli_soft_piece_area_contains);
PAWLI_OPTIONAL(pawli_soft_piece_outline_side);
PAWLI_OPTIONAL(pawli_period_image_begin);
PAWLI_OPTIONAL(pawli_period_image_next);
PAWLI_PULLS(pulls_round_query, pawli_collide_round_mark);

pawl_query_filter pawl_query_filter_default(void) {
    pawl_query_filter filter;
    memset(&filter, 0, sizeof filter);
    filter.category = 1;
    filter.mask = UINT32_MAX;
    return filter;
}

pawli_view pawli_query_make_view(const pawl_world *world, const pawl_query_filter *filter) {
    pawli_view view = {1, UINT32_MAX, PAWLI_NONE, false, false};
    if (filter == NULL) return view;
    view.category = filter->category;
    view.mask = filter->mask;
    view.ignore = pawli_pool_find_body(world, filter->ignore);
    view.sensors = filter->sensors;
    view.soft = pawli_has_soft_linked() && filter->soft;
    return view;
}

uint16_t pawli_query_soft_near(const pawl_world *world, const pawli_view *view, uint16_t from,
                               pawl_box box, pawli_soft_piece_query *pieces) {
    if (!PAWL_WITH_SOFT) return PAWLI_NONE;
    for (uint16_t at = from; at != PAWLI_NONE; at = pawli_softs_const(world)[at].next) {
        const pawli_soft *soft = &pawli_softs_const(world)[at];
        if ((view->mask & soft->category) == 0 || (soft->mask & view->category) == 0) continue;
        if (pawli_soft_piece_begin(world, at, box, pieces)) return at;
    }
    return PAWLI_NONE;
}

static uint32_t serial_of_found(const pawl_world *world, const pawli_found *found) {
    if (found->soft.index1 == 0) return pawli_serial_of(world, found->shape);
    return pawli_softs_const(world)[found->soft.index1 - 1u].serial;
}

bool pawli_query_precedes(const pawl_world *world, const pawli_found *a, const pawli_found *b) {
    const bool soft_a = a->soft.index1 != 0, soft_b = b->soft.index1 != 0;
    if (soft_a != soft_b) return soft_b;
    const uint32_t serial_a = serial_of_found(world, a), serial_b = serial_of_found(world, b);
    return serial_a != serial_b ? serial_a < serial_b : a->part < b->part;
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
    bool round;       /* the world goes round */
    pawl_vec2 offset; /* then: of the image of the probe that is looked at */
} hit_list;

static bool hit_precedes(const pawl_world *world, const pawl_query_hit *a,
                         const pawl_query_hit *b) {
    if (a->fraction != b->fraction) return a->fraction < b->fraction;
    const pawli_found of_a = {a->shape, a->soft, a->part}, of_b = {b->shape, b->soft, b->part};
    return pawli_query_precedes(world, &of_a, &of_b);
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

static void add_found(hit_list *list, const pawli_found *of, const pawl_cast_hit *found) {
    pawl_query_hit hit = {of->shape,    of->part,      found->fraction, found->inside,
                          found->point, found->normal, of->soft};
    if (PAWL_WITH_PERIODS && list->round) hit.point = pawl_vec2_sub(hit.point, list->offset);
    add_hit(list, &hit);
}

/* A piece of what is found, if anything is. */
PAWLI_INLINE void probe_piece(const pawli_probe *probe, const pawli_shape_piece *piece,
                              const pawli_frame *frame, pawli_found of, hit_list *list) {
    pawl_cast_hit found;
    if (piece->one_sided && !pawli_query_piece_stops(piece, frame, probe)) return;
    cast_at(probe, piece->convex, frame, &found);
    of.part = piece->part;
    if (found.hit) add_found(list, &of, &found);
}

static void probe_shape(const pawli_probe *probe, uint16_t slot, pawl_box swept, hit_list *list) {
    const pawli_frame frame =
        pawli_frame_of_shape(list->world, &pawli_shapes_const(list->world)[slot]);
    const pawli_found of = {pawli_pool_shape_id(list->world, slot), {0, 0}, 0};
    pawli_shape_piece_query visit = pawli_pieces_near(list->world, slot, &frame, swept);
    pawli_shape_piece piece;
    while (pawli_shape_piece_next(&visit, &piece))
        probe_piece(probe, &piece, &frame, of, list);
}

/* What begins in an area: its first corner is in there, or a side of the outline in it. */
static bool begins_in_area(const pawli_probe *probe, const pawli_soft_piece_query *pieces,
                           pawl_cast_hit *found) {
    const pawl_world *world = pieces->world;
    const pawl_vec2 corner = pawl_vec2_add(
        probe->frame.position, pawl_rotate(probe->frame.rotation, probe->convex->vertices[0]));
    memset(found, 0, sizeof *found);
    found->hit = found->inside = true;
    found->point = corner;
    if (pawli_soft_piece_area_contains(world, pieces->soft, corner)) return true;
    for (uint32_t i = 0; i < pawli_softs_const(world)[pieces->soft].outline_count; i++) {
        pawli_shape_piece side;
        pawli_frame frame;
        if (!pawli_soft_piece_outline_side(pieces, i, &side, &frame)) continue;
        cast_at(probe, side.convex, &frame, found);
        found->fraction = 0;
        if (found->inside) return true;
    }
    return false;
}

static void probe_soft(const pawli_probe *probe, pawli_soft_piece_query *pieces, hit_list *list) {
    pawli_found of = {{0, 0}, pawli_pool_soft_id(list->world, pieces->soft), PAWL_SOFT_PART_AREA};
    pawl_cast_hit found;
    pawli_shape_piece piece;
    pawli_frame frame;
    if (probe->convex != NULL && begins_in_area(probe, pieces, &found))
        add_found(list, &of, &found);
    while (pawli_soft_piece_next(pieces, &piece, &frame))
        probe_piece(probe, &piece, &frame, of, list);
}

static void probe_softs(const pawli_probe *probe, const pawli_view *view, pawl_box swept,
                        hit_list *list) {
    const pawl_world *world = list->world;
    pawli_soft_piece_query pieces;
    uint16_t at = pawli_query_first_soft(world, view);
    for (; (at = pawli_query_soft_near(world, view, at, swept, &pieces)) != PAWLI_NONE;
         at = pawli_query_after_soft(world, at))
        probe_soft(probe, &pieces, list);
}

static pawl_box start_of(const pawli_probe *probe) {
    const pawl_box start = {probe->frame.position, probe->frame.position};
    return probe->convex == NULL ? start : pawli_box_of_convex(probe->convex, &probe->frame);
}

/* All that a probe may meet. */
static pawl_box swept_by_probe(const pawli_probe *probe) {
    return pawli_tree_swept(start_of(probe), probe->translation);
}

/* In a world as it is stored. */
PAWLI_FOLD void find_hits(const pawli_probe *probe, const pawli_view *view, pawli_search search,
                          hit_list *list) {
    const pawl_world *world = list->world;
    const pawli_shape *shapes = pawli_shapes_const(world);
    pawli_tree_cast cast;
    pawli_tree_cast_begin(world, start_of(probe), probe->translation, &cast);
    if (PAWL_WITH_PERIODS && list->round && list->total > 0 && search == PAWLI_FIND_FIRST)
        pawli_tree_cast_clip(&cast, list->hits->fraction);
    for (;;) {
        const uint16_t slot = pawli_tree_cast_next(world, &cast);
        if (slot == PAWLI_NONE) break;
        if (!pawli_sees(view, &shapes[slot])) continue;
        probe_shape(probe, slot, cast.swept, list);
        if (list->total == 0 || search == PAWLI_FIND_ALL) continue;
        if (search == PAWLI_FIND_ANY) return;
        pawli_tree_cast_clip(&cast, list->hits->fraction);
    }
    if (view->soft) probe_softs(probe, view, cast.swept, list);
}

uint32_t pawli_query_find_hits(const pawl_world *world, const pawli_probe *probe,
                               const pawl_query_filter *filter, pawli_search search,
                               pawl_query_hit *out, uint32_t capacity) {
    const pawli_view view = pawli_query_make_view(world, filter);
    const bool round = pawli_way_goes_round(world);
    hit_list list = {world, out, capacity, 0, round, {0, 0}};
    const pawli_probe *at = probe;
    pawli_probe image;
    pawli_images images;
    bool more = !round || pawli_images_begin(world, swept_by_probe(probe), &images);
    while (more) {
        if (round) {
            image = *probe;
            image.frame.position = pawl_vec2_add(probe->frame.position, images.offset);
            list.offset = images.offset;
            at = &image;
        }
        find_hits(at, &view, search, &list);
        if (search == PAWLI_FIND_ANY && list.total > 0) break;
        more = round && pawli_images_next(&images);
    }
    return list.total;
}
