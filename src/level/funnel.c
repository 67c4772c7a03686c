/* funnel.c - the shortest path through a chain of triangles.
 *
 * Source: Lee and Preparata, Euclidean shortest paths in the presence of rectilinear barriers
 * (1984), section 3. The funnel is the bundle of shortest paths from the last certain corner, the
 * apex, to both ends of the portal reached so far: two chains, the left one turning left at each of
 * its points, the right one turning right. A portal adds one point to one chain, which cuts off
 * what it sees past; when it cuts off a whole chain, the apex moves along the other one, and what
 * the apex passes are corners of the path.
 *
 * Signs of exact cross products decide everything. Points in line: the new one takes the place of
 * the old one in its own chain (the leg to it touches the old one), and does not move the apex (the
 * leg to it touches the other chain). So the path turns at each of its corners, and a leg may touch
 * walls but never cuts them: a walk along it is not stopped. */
#include "level/sleeve.h"

void pawli_funnel_trail_begin(pawli_trail *trail, pawl_place start) {
    trail->place = start;
    trail->is_refused = false;
    trail->path.count = 1;
    trail->path.length = 0;
    if (trail->path.capacity > 0) trail->path.points[0] = start.position;
}

void pawli_funnel_trail_add(pawli_trail *trail, pawl_vec2 corner) {
    if (trail->is_refused || pawli_is_same_point(trail->place.position, corner)) return;
    pawl_walk walk;
    const pawl_status status =
        pawl_level_walk(trail->level, trail->gates, trail->place, corner, &walk);
    if (status != PAWL_OK || walk.end != PAWL_WALK_REACHED) {
        trail->is_refused = true;
        return;
    }
    if (trail->path.count < trail->path.capacity) trail->path.points[trail->path.count] = corner;
    trail->path.count++;
    trail->path.length += pawli_sleeve_distance(trail->place.position, corner);
    trail->place.position = corner;
    trail->place.triangle = walk.triangle;
}

/* chain[left .. apex] is the left chain backwards, chain[apex .. right] the right one. */
typedef struct funnel {
    pawl_vec2 *chain;
    uint32_t left, apex, right;
    pawli_trail *trail;
} funnel;

static void add_left(funnel *f, pawl_vec2 point) {
    pawl_vec2 *const chain = f->chain;
    if (pawli_is_same_point(chain[f->left], point)) return;
    while (f->left < f->apex && pawli_orient(chain[f->left + 1], chain[f->left], point) <= 0) {
        f->left++;
    }
    while (f->left == f->apex && f->apex < f->right &&
           pawli_orient(chain[f->apex], chain[f->apex + 1], point) < 0) {
        f->left = ++f->apex;
        pawli_funnel_trail_add(f->trail, chain[f->apex]);
    }
    chain[--f->left] = point;
}

static void add_right(funnel *f, pawl_vec2 point) {
    pawl_vec2 *const chain = f->chain;
    if (pawli_is_same_point(chain[f->right], point)) return;
    while (f->right > f->apex && pawli_orient(chain[f->right - 1], chain[f->right], point) >= 0) {
        f->right--;
    }
    while (f->right == f->apex && f->apex > f->left &&
           pawli_orient(chain[f->apex], chain[f->apex - 1], point) > 0) {
        f->right = --f->apex;
        pawli_funnel_trail_add(f->trail, chain[f->apex]);
    }
    chain[++f->right] = point;
}

void pawli_funnel(pawli_trail *trail, const uint32_t *sleeve, uint32_t count, pawl_vec2 goal,
                  pawl_vec2 *chain) {
    funnel f = {chain, count, count, count, trail};
    chain[count] = trail->place.position;
    for (uint32_t k = 1; k < count && !trail->is_refused; k++) {
        const pawli_facet in = pawli_facet_of(trail->level, sleeve[k]);
        const uint32_t left = pawli_next3(pawli_sleeve_edge_towards(&in.triangle, sleeve[k - 1]));
        add_left(&f, in.corners[left]);
        add_right(&f, in.corners[pawli_next3(left)]);
    }
    add_left(&f, goal);
    while (f.apex > f.left) {
        f.apex--;
        pawli_funnel_trail_add(trail, chain[f.apex]);
    }
}
