/* level_step.c - one movement: to the earliest wall, along it, to the next.
 *
 * What is reached first is decided exactly: among walls by the order of the triangles, between
 * walls and platforms by comparing the shares of the movement as fractions. The place changes only
 * to points that a walk has reached; where all grid points about the point of touch are out of
 * reach, it stays as it is, and the movement goes on from there.
 *
 * A slide begins and ends on the free side of its wall, so that wall does not stop it again. */
#include "level/level_walk.h"

#include "fx/int128.h"
#include "fx/range.h"
#include "geom/predicate.h"

#include <string.h>

static int64_t distance_on_axis(pawl_fx a, pawl_fx b) {
    return a < b ? (int64_t)b - a : (int64_t)a - b;
}

/* A corner lies on the way itself: the share is the same on both axes. */
static void set_corner(pawli_stop *stop, const pawl_walk *walk, pawl_vec2 from, pawl_vec2 to) {
    const int64_t x = distance_on_axis(from.x, to.x), y = distance_on_axis(from.y, to.y);
    stop->corner = 1;
    stop->left = walk->left;
    stop->right = walk->right;
    stop->right_region = walk->right_region;
    stop->num = x > y ? distance_on_axis(from.x, walk->a.x) : distance_on_axis(from.y, walk->a.y);
    stop->den = x > y ? x : y;
}

/* Both signed areas are below 2^62 and of different signs, or the first is zero. */
static void set_edge(pawli_stop *stop, pawl_vec2 from, pawl_vec2 to) {
    stop->num = pawli_side(stop->a, stop->b, from);
    stop->den = stop->num - pawli_side(stop->a, stop->b, to);
}

static bool is_earlier(const pawli_stop *one, const pawli_stop *other) {
    return pawli_int128_compare(pawli_int128_multiply(one->num, other->den),
                                pawli_int128_multiply(other->num, one->den)) < 0;
}

bool pawli_level_step_find_stop(const pawli_motion *motion, pawl_vec2 to, pawli_stop *stop,
                                uint32_t *triangle) {
    const pawl_vec2 from = motion->place.position;
    pawl_walk walk;
    memset(stop, 0, sizeof *stop);
    if (!pawli_level_walk(&motion->ways, motion->place, to, &walk)) {
        memset(&walk, 0, sizeof walk); /* a level that was not checked: held where it is */
        walk.end = PAWL_WALK_VERTEX;
        walk.triangle = motion->place.triangle;
        walk.a = walk.b = walk.left = walk.right = from;
    }
    *triangle = walk.triangle;
    stop->triangle = walk.triangle;
    stop->a = walk.a;
    stop->b = walk.b;
    stop->region = walk.region;
    if (walk.end == PAWL_WALK_EDGE) set_edge(stop, from, to);
    if (walk.end == PAWL_WALK_VERTEX) set_corner(stop, &walk, from, to);

    pawli_stop other;
    const bool is_stopped = walk.end != PAWL_WALK_REACHED;
    if (motion->meet == NULL || !motion->meet(motion, from, to, &other)) return is_stopped;
    if (!is_stopped || is_earlier(&other, stop)) *stop = other;
    return true;
}

/* The triangle of a wall is convex and holds the point of touch: a body in it as well can be
 * reached by way of that. For platforms it is the triangle of the place itself. */
static bool reach_stop(const pawli_motion *motion, const pawli_stop *stop, pawl_vec2 point,
                       pawl_place *place) {
    const pawl_vec2 from = motion->place.position;
    pawli_stop other;
    if (motion->meet != NULL && motion->meet(motion, from, point, &other)) return false;
    pawl_walk walk;
    walk.triangle = stop->triangle;
    const pawli_facet facet = pawli_facet_of(motion->ways.level, stop->triangle);
    if (!pawli_facet_holds(&facet, point)) {
        if (!pawli_level_walk(&motion->ways, motion->place, point, &walk)) return false;
        if (walk.end != PAWL_WALK_REACHED) return false;
    }
    place->position = point;
    place->triangle = walk.triangle;
    return true;
}

/* To the wall, as far as the grid permits. */
static void approach(pawli_motion *motion, pawl_vec2 to, const pawli_stop *stop) {
    if (stop->corner && stop->platform == 0) {
        motion->place.position = stop->a;
        motion->place.triangle = stop->triangle;
        return;
    }
    const pawl_vec2 from = motion->place.position;
    const pawli_grid_cell cell =
        pawli_level_slide_cell_of(from, pawl_vec2_sub(to, from), stop->num, stop->den);
    for (uint32_t i = 0; i < cell.count; i++) {
        const pawl_vec2 point = cell.corners[i];
        if (!pawli_is_position(point)) continue;
        if (!stop->corner && pawli_side(stop->a, stop->b, point) < 0) continue;
        if (pawli_is_same_point(point, from) || reach_stop(motion, stop, point, &motion->place))
            return;
    }
}

static void note(pawl_step_report *report, const pawli_stop *stop, bool slides) {
    if (report->contact_count >= PAWL_STEP_CONTACTS_MAX) return;
    pawl_walk_contact *const contact = &report->contacts[report->contact_count++];
    const pawl_vec2 edge = pawl_vec2_sub(stop->b, stop->a);
    contact->a = stop->a;
    contact->b = stop->b;
    contact->normal = pawl_vec2_normalize(pawl_vec2_make(-edge.y, edge.x));
    contact->region = stop->region;
    contact->corner = slides ? stop->corner : 2;
    contact->platform = stop->platform;
}

pawl_fx pawli_level_step_friction(const pawli_motion *motion, uint16_t region, uint8_t platform) {
    const pawl_fx own = platform == 0 ? pawli_gate_friction(motion->ways.level, region)
                                      : motion->platforms[platform - 1].friction;
    return pawl_add(motion->friction, pawl_max(own, 0));
}

static pawl_fx clamp_to_map(pawl_fx coordinate) {
    return pawl_clamp(coordinate, -PAWL_COORD_MAX, PAWL_COORD_MAX);
}

void pawli_level_step_move(pawli_motion *motion, pawl_vec2 movement) {
    pawl_vec2 to = pawl_vec2_add(motion->place.position, movement);
    to = pawl_vec2_make(clamp_to_map(to.x), clamp_to_map(to.y));
    for (uint32_t i = 0; i < PAWL_STEP_CONTACTS_MAX; i++) {
        pawli_stop stop;
        uint32_t triangle;
        if (pawli_is_same_point(to, motion->place.position)) return;
        if (!pawli_level_step_find_stop(motion, to, &stop, &triangle)) {
            motion->place.position = to;
            motion->place.triangle = triangle;
            return;
        }
        approach(motion, to, &stop);
        const pawl_vec2 from = motion->place.position;
        const pawl_vec2 remaining = pawl_vec2_sub(to, from);
        const bool slides = !stop.corner || pawli_level_slide_choose_wall(&stop, remaining);
        if (!slides) stop.b = stop.left;
        note(motion->report, &stop, slides);
        if (!slides) return;
        const pawl_fx friction = pawli_level_step_friction(motion, stop.region, stop.platform);
        to = pawli_level_slide_end(&stop, friction, motion->model, from, remaining);
    }
}

pawl_status pawl_level_step(const pawl_level *level, const pawl_gates *gates, pawl_vec2 movement,
                            pawl_fx friction, pawl_friction_model model, pawl_place *place,
                            pawl_step_report *report) {
    if (level == NULL || place == NULL) return PAWL_ERR_NULL;
    if (!pawli_vec_in_range(movement, PAWL_WALK_MAX) || friction < 0) return PAWL_ERR_RANGE;
    if (model != PAWL_FRICTION_COULOMB && model != PAWL_FRICTION_FACTOR) return PAWL_ERR_RANGE;
    if (!pawli_locate_is_place(level, *place)) return PAWL_ERR_RANGE;
    pawl_step_report own;
    pawli_motion motion;
    memset(&own, 0, sizeof own);
    memset(&motion, 0, sizeof motion);
    motion.ways.level = level;
    motion.ways.gates = gates;
    motion.friction = friction;
    motion.model = (uint8_t)model;
    motion.place = *place;
    motion.report = &own;
    pawli_level_step_move(&motion, movement);
    own.moved = pawl_vec2_sub(motion.place.position, place->position);
    *place = motion.place;
    if (report != NULL) *report = own;
    return PAWL_OK;
}
