/* period_image.h - internal: boxes of queries in worlds that go round. The boxes of shapes lie
 * where their bodies are, and stick out of the world by less than half a period: a query asks with
 * each image of its own box that may meet one. */
#ifndef PAWLI_PERIOD_IMAGE_H
#define PAWLI_PERIOD_IMAGE_H

#include "world/tree.h"
#include "world/world.h"

/* Of a query that wants each shape once: a box that is so large that two of its images might meet
 * the same one is cut to none, with all of the axis in it. */
pawl_box pawli_period_image_cut(const pawl_world *world, pawl_box box);
/* Begins the query anew with the next image of its box that meets the tree; false: that was all. */
bool pawli_period_image_advance(const pawl_world *world, pawli_tree_query *query);

/* The images of a box, each at an offset from it, that meet the tree:
 *   pawli_images images;
 *   bool more = pawli_images_begin(world, box, &images);
 *   for (; more; more = pawli_images_next(&images)) ... images.offset ...
 * In worlds that do not go round there is one, the box itself. */
typedef struct pawli_images {
    pawl_vec2 offset;
#if PAWL_WITH_PERIODS
    pawl_vec2 period, first, last; /* offsets */
    bool round;
#endif
} pawli_images;

/* False: there is none. */
bool pawli_period_image_begin(const pawl_world *world, pawl_box box, pawli_images *images);
bool pawli_period_image_next(pawli_images *images);

static inline bool pawli_images_begin(const pawl_world *world, pawl_box box, pawli_images *images) {
    images->offset = pawl_vec2_make(0, 0);
#if PAWL_WITH_PERIODS
    images->round = pawli_way_goes_round(world);
    if (images->round) return pawli_period_image_begin(world, box, images);
#endif
    (void)world, (void)box;
    return true;
}

static inline bool pawli_images_next(pawli_images *images) {
#if PAWL_WITH_PERIODS
    return images->round && pawli_period_image_next(images);
#else
    (void)images;
    return false;
#endif
}

#endif
