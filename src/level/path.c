/* path.c - a path through free triangles: A*, then pulled tight.
 *
 * Source: Hart, Nilsson and Raphael, A formal basis for the heuristic determination of minimum cost
 * paths (1968). A node is a triangle. What it has cost so far is the length of a line that goes
 * from entry point to entry point: the entry of the next triangle is the point of the portal where
 * the way from this entry to the goal, by way of the portal, is shortest (pawli_sleeve_through). So
 * in the open the line is straight, and around a wall it keeps close to the corner; entries halfway
 * along the portals, the usual choice, make big triangles look far. The line is a real way, but not
 * the shortest through its triangles, and each triangle keeps only the best that has reached it:
 * what is found is a good sleeve, not always the best one (path.h gives the guarantee).
 *
 * Costs are sums of at most 2^30 lengths below 2^32: they fit 64 bits. Ties go to the lower
 * triangle, and to the portal that was seen first.
 *
 * A leg can be refused by its walk only where regions let through one way: one that runs along the
 * rim of such a region may be walked on the wrong side of it. Then there is no answer here; the
 * search for the shortest path walks each leg before it counts it, and finds another way. */
#include "base/align.h"
#include "level/frontier.h"
#include "level/sleeve.h"

#include <string.h>

#define START_EDGE 3u

/* Arrays with an item for each triangle, and one more at the end of those of 8 bytes, which the
 * funnel takes over. */
typedef struct path_search {
    const pawl_level *level;
    const pawl_gates *gates;
    uint64_t *length; /* of the line to the entry */
    uint64_t *cost;   /* with the straight line to the goal */
    pawl_vec2 *entry;
    uint8_t *via; /* the edge towards the triangle before */
    pawli_frontier frontier;
    uint32_t expanded;
} path_search;

static uint64_t path_memory_size(const pawl_level *level) {
    const uint64_t count = level->triangle_count;
    return ((count + 1) * 24 + count * 9 + 7) / 8 * 8;
}

size_t pawl_path_size(const pawl_level *level) {
    if (level == NULL) return 0;
    const uint64_t size = path_memory_size(level);
    return size > SIZE_MAX ? 0 : (size_t)size;
}

static void lay_out_path(path_search *s, void *memory) {
    const size_t count = (size_t)s->level->triangle_count;
    s->length = (uint64_t *)memory;
    s->cost = s->length + count + 1;
    s->entry = (pawl_vec2 *)(void *)(s->cost + count + 1);
    s->frontier.state = (uint32_t *)(void *)(s->entry + count + 1);
    s->frontier.heap = s->frontier.state + count;
    s->via = (uint8_t *)(s->frontier.heap + count);
    s->frontier.cost = s->cost;
}

/* Reach triangle `to` across its edge `via`. */
static void reach_triangle(path_search *s, uint32_t to, uint32_t via, pawl_vec2 entry,
                           uint64_t length, pawl_vec2 goal) {
    const uint64_t cost = length + pawli_sleeve_distance(entry, goal);
    if (s->frontier.state[to] != 0 && s->cost[to] <= cost) return;
    s->length[to] = length;
    s->cost[to] = cost;
    s->entry[to] = entry;
    s->via[to] = (uint8_t)via;
    pawli_frontier_put(&s->frontier, to);
}

static void expand_triangle(path_search *s, uint32_t at, const pawli_facet *in, pawl_vec2 goal) {
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t to = in->triangle.neighbors[i];
        if (to == PAWL_TRIANGLE_NONE || s->frontier.state[to] == PAWLI_NODE_CLOSED) continue;
        if (!pawli_sleeve_can_leave(s->level, s->gates, in, i)) continue;
        const uint32_t j = pawli_next3(i);
        const pawl_vec2 entry =
            pawli_sleeve_through(in->corners[j], in->corners[pawli_next3(j)], s->entry[at], goal);
        const uint64_t length = s->length[at] + pawli_sleeve_distance(s->entry[at], entry);
        const pawl_level_triangle next = pawli_level_triangle(s->level, to);
        reach_triangle(s, to, pawli_sleeve_edge_towards(&next, at), entry, length, goal);
    }
}

/* The triangle that holds the goal and was reached first, or PAWL_TRIANGLE_NONE. */
static uint32_t find_path(path_search *s, pawl_place from, pawl_vec2 goal) {
    memset(s->frontier.state, 0, (size_t)s->level->triangle_count * sizeof(uint32_t));
    s->frontier.count = 0;
    reach_triangle(s, from.triangle, START_EDGE, from.position, 0, goal);
    while (s->frontier.count > 0) {
        const uint32_t at = pawli_frontier_take(&s->frontier);
        const pawli_facet in = pawli_facet_of(s->level, at);
        s->expanded++;
        if (pawli_facet_holds(&in, goal)) return at;
        expand_triangle(s, at, &in, goal);
    }
    return PAWL_TRIANGLE_NONE;
}

/* The triangles from the start to `last`, into the memory of the heap; their number. */
static uint32_t trace_back(path_search *s, uint32_t last) {
    uint32_t *const sleeve = s->frontier.heap;
    uint32_t count = 0, at = last;
    sleeve[count++] = at;
    while (s->via[at] != START_EDGE) {
        at = pawli_level_triangle(s->level, at).neighbors[s->via[at]];
        sleeve[count++] = at;
    }
    for (uint32_t i = 0; i < count / 2; i++) {
        const uint32_t other = sleeve[count - 1 - i];
        sleeve[count - 1 - i] = sleeve[i];
        sleeve[i] = other;
    }
    return count;
}

pawl_status pawli_path_check(const pawli_path_query *query, const void *memory,
                             const pawl_path *path) {
    if (query->level == NULL || memory == NULL || path == NULL) return PAWL_ERR_NULL;
    if (path->points == NULL && path->capacity > 0) return PAWL_ERR_NULL;
    if (!pawli_locate_is_place(query->level, query->from)) return PAWL_ERR_RANGE;
    return pawli_locate_is_place(query->level, query->to) ? PAWL_OK : PAWL_ERR_RANGE;
}

pawl_status pawli_path_done(const pawl_path *found, pawl_path *path) {
    path->count = found->count;
    if (found->count > path->capacity) return PAWL_ERR_CAPACITY;
    path->length = found->length;
    path->expanded = found->expanded;
    return PAWL_OK;
}

void pawli_path_find(const pawli_path_query *query, void *memory, pawli_trail *trail) {
    path_search s = {.level = query->level, .gates = query->gates};
    const pawl_vec2 goal = query->to.position;
    pawli_funnel_trail_begin(trail, query->from);
    pawli_funnel_trail_add(trail, goal);
    trail->path.expanded = 1;
    if (!trail->is_refused) return; /* in sight */
    lay_out_path(&s, memory);
    trail->path.count = 0;
    trail->path.length = 0;
    const uint32_t last = find_path(&s, query->from, goal);
    trail->path.expanded = s.expanded;
    trail->is_refused = false;
    if (last == PAWL_TRIANGLE_NONE) return;
    const uint32_t count = trace_back(&s, last);
    pawli_funnel_trail_begin(trail, query->from);
    pawli_funnel(trail, s.frontier.heap, count, goal, (pawl_vec2 *)memory);
    if (trail->is_refused) trail->path.count = 0;
}

pawl_status pawl_level_find_path(const pawl_level *level, const pawl_gates *gates, pawl_place from,
                                 pawl_place to, void *memory, size_t size, pawl_path *path) {
    const pawli_path_query query = {level, gates, from, to};
    const pawl_status status = pawli_path_check(&query, memory, path);
    if (status != PAWL_OK) return status;
    if (size < path_memory_size(level) || !pawli_is_aligned(memory)) return PAWL_ERR_MEMORY;

    pawli_trail trail = {.level = level, .gates = gates, .path = *path};
    pawli_path_find(&query, memory, &trail);
    return pawli_path_done(&trail.path, path);
}
