/* way.h - internal: differences of places in worlds that go round.
 *
 * Such a world is a torus: what leaves it on one side comes back on the other. Its periods are
 * powers of two, 2^(32 - wrap) raw units, so that the shortest way from one place to another is
 * their difference with its upper `wrap` bits replaced by the sign of what is left: an axis that
 * does not go round has a wrap of 0, and nothing to replace. Every difference of two places in a
 * world is taken here, or of an image that was: then nothing can depend on where the seam is.
 *
 * Places of bodies are within [-P/2, P/2) between steps, and the boxes of their shapes lie around
 * them there: those near the seam stick out of the world. */
#ifndef PAWLI_WAY_H
#define PAWLI_WAY_H

#include "fx/round.h"
#include "world/layout.h"

#include <string.h>

/* Periods of 1 to 8192 units: an image is then within PAWL_COORD_MAX, with room for a movement. */
#define PAWLI_WRAP_LEAST 3
#define PAWLI_WRAP_MOST 16

/* Two places are less than 2^31 apart. */
static inline pawl_vec2 pawli_way_apart(pawl_vec2 from, pawl_vec2 to) {
    return pawl_vec2_make((pawl_fx)((uint32_t)to.x - (uint32_t)from.x),
                          (pawl_fx)((uint32_t)to.y - (uint32_t)from.y));
}

/* How long the axis of a wrap is; 0: it does not go round. */
static inline pawl_fx pawli_way_period(uint8_t wrap) {
    return wrap == 0 ? 0 : (pawl_fx)(UINT32_C(1) << (32 - wrap));
}

#if PAWL_WITH_PERIODS
PAWLI_FOLD bool pawli_way_goes_round(const pawl_world *world) {
    uint16_t both; /* one look at them, in the innermost loops */
    memcpy(&both, &world->wrap, sizeof both);
    return both != 0;
}

/* A coordinate or a difference of two, within [-P/2, P/2). */
static inline pawl_fx pawli_way_wrapped(pawl_fx x, uint8_t wrap) {
    return (pawl_fx)pawli_floor((int32_t)((uint32_t)x << wrap), wrap);
}

/* A place as the world has it, or a difference of two as the shortest way. */
PAWLI_FOLD pawl_vec2 pawli_way_in(const pawl_world *world, pawl_vec2 place) {
    if (!pawli_way_goes_round(world)) return place;
    return pawl_vec2_make(pawli_way_wrapped(place.x, world->wrap.x),
                          pawli_way_wrapped(place.y, world->wrap.y));
}

/* The shortest way from a place to another one; both are within PAWL_COORD_MAX. */
PAWLI_FOLD pawl_vec2 pawli_way(const pawl_world *world, pawl_vec2 from, pawl_vec2 to) {
    return pawli_way_in(world, pawli_way_apart(from, to));
}

/* The same to any point that the program gives; where nothing goes round it saturates. */
PAWLI_FOLD pawl_vec2 pawli_way_to(const pawl_world *world, pawl_vec2 from, pawl_vec2 to) {
    const pawl_vec2 way = pawl_vec2_sub(to, from);
    if (!pawli_way_goes_round(world)) return way;
    const pawl_vec2 shorter = pawli_way(world, from, to);
    return pawl_vec2_make(world->wrap.x == 0 ? way.x : shorter.x,
                          world->wrap.y == 0 ? way.y : shorter.y);
}

/* The image of a place that is nearest to another one. */
PAWLI_FOLD pawl_vec2 pawli_way_image(const pawl_world *world, pawl_vec2 from, pawl_vec2 place) {
    if (!pawli_way_goes_round(world)) return place;
    return pawl_vec2_add(from, pawli_way(world, from, place));
}

/* A box that lies around a place, where its image is. */
PAWLI_FOLD pawl_box pawli_way_box(const pawl_world *world, pawl_vec2 from, pawl_vec2 place,
                                  pawl_box box) {
    if (!pawli_way_goes_round(world)) return box;
    const pawl_vec2 offset = pawl_vec2_sub(pawli_way_image(world, from, place), place);
    box.lower = pawl_vec2_add(box.lower, offset);
    box.upper = pawl_vec2_add(box.upper, offset);
    return box;
}

#else
/* No world goes round: the same functions cost nothing. */
#define pawli_way_goes_round(world) ((void)(world), false)
#define pawli_way_wrapped(x, wrap) ((void)(wrap), (x))
#define pawli_way_in(world, place) ((void)(world), (place))
#define pawli_way(world, from, to) ((void)(world), pawli_way_apart((from), (to)))
#define pawli_way_to(world, from, to) ((void)(world), pawl_vec2_sub((to), (from)))
#define pawli_way_image(world, from, place) ((void)(world), (void)(from), (place))
#define pawli_way_box(world, from, place, box) ((void)(world), (void)(from), (void)(place), (box))
#endif

#endif
