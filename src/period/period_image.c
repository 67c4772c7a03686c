/* period_image.c - the images of a box, one after the other. */
#include "period/period_image.h"

#include "base/optional.h"

PAWLI_MARK(pawli_period_image_mark);

#if PAWL_WITH_PERIODS

/* ---- of queries that want each shape once ---------------------------------------------------- */

/* Boxes of shapes are at most half a period wide, and margins. */
static void cut_axis(pawl_fx *lower, pawl_fx *upper, uint8_t wrap) {
    if (wrap == 0 || (int64_t)*upper - *lower < pawli_way_period(wrap) / 8 * 3) return;
    *lower = -PAWL_FX_MAX;
    *upper = PAWL_FX_MAX;
}

pawl_box pawli_period_image_cut(const pawl_world *world, pawl_box box) {
    cut_axis(&box.lower.x, &box.upper.x, world->wrap.x);
    cut_axis(&box.lower.y, &box.upper.y, world->wrap.y);
    return box;
}

/* 0, to the right, to the left. */
static int times_of(uint32_t image) {
    return image == 0 ? 0 : image == 1 ? 1 : -1;
}

/* Whether an axis has an image that is not the box itself. */
static bool may_move(pawl_fx lower, uint8_t wrap) {
    return wrap != 0 && lower != -PAWL_FX_MAX;
}

/* Boxes of shapes lie around the world, and reach less than half a period beyond it. */
static pawl_fx farthest_box(uint8_t wrap) {
    return wrap == 0 ? PAWL_FX_MAX : pawli_way_period(wrap) / 8 * 7;
}

/* All that is in the tree. What was loaded may tell of other boxes, which nothing can lie in. */
static pawl_box box_of_tree(const pawl_world *world) {
    const pawl_vec2 most = {farthest_box(world->wrap.x), farthest_box(world->wrap.y)};
    pawl_box all = {{-most.x, -most.y}, most};
    if (!PAWL_WITH_TREE || world->tree_root == PAWLI_NONE) return all;
    const uint16_t shape = (uint16_t)(world->tree_root & ~(unsigned)PAWLI_LEAF);
    const pawl_box tree = shape == world->tree_root ? pawli_nodes_const(world)[shape].box
                                                    : pawli_shapes_const(world)[shape].fat_box;
    all.lower.x = pawl_max(all.lower.x, tree.lower.x);
    all.lower.y = pawl_max(all.lower.y, tree.lower.y);
    all.upper.x = pawl_min(all.upper.x, tree.upper.x);
    all.upper.y = pawl_min(all.upper.y, tree.upper.y);
    return all;
}

static pawl_box moved_box(pawl_box box, int64_t x, int64_t y) {
    box.lower.x = pawl_saturate(box.lower.x + x);
    box.lower.y = pawl_saturate(box.lower.y + y);
    box.upper.x = pawl_saturate(box.upper.x + x);
    box.upper.y = pawl_saturate(box.upper.y + y);
    return box;
}

bool pawli_period_image_advance(const pawl_world *world, pawli_tree_query *query) {
    const pawl_box all = box_of_tree(world);
    const bool x = may_move(query->box.lower.x, world->wrap.x);
    const bool y = may_move(query->box.lower.y, world->wrap.y);
    const int64_t width = pawli_way_period(world->wrap.x), height = pawli_way_period(world->wrap.y);
    const uint32_t at = query->image;
    for (uint32_t next = at + 1; next <= PAWLI_TREE_LAST_IMAGE; next++) {
        if ((!x && next % 3 != 0) || (!y && next / 3 != 0)) continue;
        const pawl_box box = moved_box(query->box, (times_of(next % 3) - times_of(at % 3)) * width,
                                       (times_of(next / 3) - times_of(at / 3)) * height);
        if (!pawl_box_overlaps(box, all)) continue;
        pawli_tree_query_begin_once(world, box, query);
        query->image = (uint16_t)next;
        return true;
    }
    query->image = PAWLI_TREE_LAST_IMAGE;
    return false;
}

/* ---- of queries that look at each image ------------------------------------------------------ */

/* The first and last multiple of a period, a power of two, that brings an interval to another. */
static void find_offsets(pawl_fx lower, pawl_fx upper, pawl_fx least, pawl_fx most, uint8_t wrap,
                         pawl_fx *first, pawl_fx *last) {
    *first = *last = 0;
    if (wrap == 0) return;
    const int64_t period = pawli_way_period(wrap);
    const int64_t from = (int64_t)least - upper, to = (int64_t)most - lower;
    *first = pawl_saturate(-pawli_floor(-from, 32 - wrap) * period);
    *last = pawl_saturate(pawli_floor(to, 32 - wrap) * period);
}

bool pawli_period_image_begin(const pawl_world *world, pawl_box box, pawli_images *images) {
    const pawl_box all = box_of_tree(world);
    images->period =
        pawl_vec2_make(pawli_way_period(world->wrap.x), pawli_way_period(world->wrap.y));
    const bool too_wide =
        (world->wrap.x != 0 && ((int64_t)box.upper.x - box.lower.x) / 2 > images->period.x) ||
        (world->wrap.y != 0 && ((int64_t)box.upper.y - box.lower.y) / 2 > images->period.y);
    if (too_wide || (PAWL_WITH_TREE && world->tree_root == PAWLI_NONE)) return false;
    find_offsets(box.lower.x, box.upper.x, all.lower.x, all.upper.x, world->wrap.x,
                 &images->first.x, &images->last.x);
    find_offsets(box.lower.y, box.upper.y, all.lower.y, all.upper.y, world->wrap.y,
                 &images->first.y, &images->last.y);
    images->offset = images->first;
    return images->first.x <= images->last.x && images->first.y <= images->last.y;
}

bool pawli_period_image_next(pawli_images *images) {
    if (images->offset.x < images->last.x) {
        images->offset.x += images->period.x;
        return true;
    }
    images->offset.x = images->first.x;
    if (images->offset.y >= images->last.y) return false;
    images->offset.y += images->period.y;
    return true;
}

#endif
