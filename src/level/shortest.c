/* shortest.c - the shortest path of all.
 *
 * A shortest path is straight between corners of walls. So the search is A* over corners (Hart,
 * Nilsson and Raphael 1968), and what can be seen from a corner is found when its turn comes: cones
 * of sight spread from triangle to triangle, cut by what stands in their way, as in Polyanya (Cui,
 * Harabor and Grastien, Compromise-free pathfinding on a navigation mesh, 2017). A cone is
 * bounded by two vertices, and signs of exact cross products split it: nothing is rounded but the
 * lengths. Where Polyanya keeps all cones in its open set, which can grow without bound, here
 * a corner spreads its cones to the end at once, and only corners are kept: memory is bounded by
 * the number of triangles. What that looks at in vain is cut off by the length of the path that
 * pawl_level_find_path has found before: no cone spreads to where a path would be longer.
 *
 * A path bends at a corner only around the wall there. It comes to vertex v in direction d; seen
 * from where it came, the triangles about v that are reached by turning counter-clockwise lie first
 * on the right of d, then on its left: those on the left are hidden behind a wall on the left, or
 * else turning clockwise leads there too, and then the bend is no shortcut. The same goes for the
 * other side. So after each corner only these two sectors are looked at.
 *
 * A node is a vertex together with the fan of triangles that one can turn through about it: where
 * walls touch in a point, what is on one side of it is not on the other. Its number is that of the
 * first triangle of the fan, clockwise, and of the vertex in it. Every leg is walked before it
 * counts, so regions that let through one way are right by construction. */
#include "base/align.h"
#include "level/frontier.h"
#include "level/sleeve.h"

#include <string.h>

#define NO_NODE UINT32_MAX
#define CONE_SLACK 16u /* for lengths by way of points that are rounded, in raw units */

enum {
    VERTEX_UNKNOWN = 0,
    VERTEX_PLAIN,
    VERTEX_CORNER
};

/* What is seen from the root through edge i of triangle t, where edge = 4 t + i, between the
 * directions to two vertices. */
typedef struct cone {
    uint32_t edge, left, right;
} cone;

typedef struct root {
    pawl_place place;
    uint64_t length; /* of the way to it */
    uint32_t node;   /* NO_NODE: the start */
} root;

typedef struct shortest_search {
    const pawl_level *level;
    const pawl_gates *gates;
    pawl_vec2 goal;
    uint64_t *length,
        *cost;         /* of each node: of the way to it, with the straight line to the goal */
    uint32_t *parent;  /* of each node */
    uint32_t *arrival; /* of each node: the triangle where the way to it ends */
    pawli_frontier frontier;
    cone *cones; /* a stack, room for one more than there are triangles */
    uint32_t cone_count;
    uint8_t *type; /* of each vertex */
    uint64_t bound, best;
    uint32_t best_node;
    bool has_best;
    uint32_t expanded;
} shortest_search;

static uint64_t shortest_memory_size(const pawl_level *level) {
    const uint64_t triangles = level->triangle_count;
    const uint64_t size = triangles * 3 * 32 + (triangles + 1) * sizeof(cone) + level->vertex_count;
    const uint64_t quick = pawl_path_size(level);
    return (size > quick ? size : quick) + 7;
}

size_t pawl_shortest_path_size(const pawl_level *level) {
    if (level == NULL) return 0;
    const uint64_t size = shortest_memory_size(level);
    return size > SIZE_MAX ? 0 : (size_t)size;
}

static void lay_out_shortest(shortest_search *s, void *memory) {
    const size_t triangles = (size_t)s->level->triangle_count, nodes = triangles * 3;
    s->length = (uint64_t *)memory;
    s->cost = s->length + nodes;
    s->parent = (uint32_t *)(void *)(s->cost + nodes);
    s->arrival = s->parent + nodes;
    s->frontier.heap = s->arrival + nodes;
    s->frontier.state = s->frontier.heap + nodes;
    s->cones = (cone *)(void *)(s->frontier.state + nodes);
    s->type = (uint8_t *)(s->cones + triangles + 1);
    s->frontier.cost = s->cost;
    memset(s->frontier.state, 0, nodes * sizeof(uint32_t));
    memset(s->type, VERTEX_UNKNOWN, (size_t)s->level->vertex_count);
}

/* A corner of a triangle. */
typedef struct wedge {
    uint32_t triangle, index;
} wedge;

static uint32_t index_of_corner(const pawl_level_triangle *triangle, uint32_t vertex) {
    return triangle->vertices[0] == vertex ? 0 : triangle->vertices[1] == vertex ? 1 : 2;
}

/* The edge that leads on about the wedge's vertex. */
static uint32_t turn_edge(wedge at, bool clockwise) {
    const uint32_t next = pawli_next3(at.index);
    return clockwise ? pawli_next3(next) : next;
}

/* On to the next triangle about the vertex; false when something stops one. */
static bool turn_wedge(const shortest_search *s, wedge *at, bool clockwise) {
    const pawli_facet in = pawli_facet_of(s->level, at->triangle);
    const uint32_t edge = turn_edge(*at, clockwise);
    if (!pawli_sleeve_can_leave(s->level, s->gates, &in, edge)) return false;
    const uint32_t vertex = in.triangle.vertices[at->index];
    at->triangle = in.triangle.neighbors[edge];
    const pawl_level_triangle next = pawli_level_triangle(s->level, at->triangle);
    at->index = index_of_corner(&next, vertex);
    return true;
}

/* The number of the fan about a vertex. */
static uint32_t node_of(const shortest_search *s, uint32_t triangle, uint32_t index) {
    wedge at = {triangle, index}, lowest = at;
    for (uint32_t steps = 0; steps < s->level->triangle_count; steps++) {
        if (!turn_wedge(s, &at, true)) return at.triangle * 3 + at.index;
        if (at.triangle == triangle) break;
        if (at.triangle < lowest.triangle) lowest = at;
    }
    return lowest.triangle * 3 + lowest.index;
}

/* Whether something about the vertex stops a walker, either way. */
static bool is_corner(shortest_search *s, uint32_t triangle, uint32_t index) {
    const uint32_t vertex = pawli_level_triangle(s->level, triangle).vertices[index];
    if (s->type[vertex] != VERTEX_UNKNOWN) return s->type[vertex] == VERTEX_CORNER;
    s->type[vertex] = VERTEX_CORNER;
    wedge at = {triangle, index};
    for (uint32_t steps = 0; steps < s->level->triangle_count; steps++) {
        wedge back = at;
        if (!turn_wedge(s, &at, true)) return true;
        const uint32_t came_from = back.triangle;
        back = at;
        if (!turn_wedge(s, &back, false) || back.triangle != came_from) return true;
        if (at.triangle == triangle) break;
    }
    s->type[vertex] = VERTEX_PLAIN;
    return false;
}

/* A vertex that is seen from the root. */
static void consider_vertex(shortest_search *s, const root *from, uint32_t triangle,
                            uint32_t index) {
    if (!is_corner(s, triangle, index)) return;
    const uint32_t vertex = pawli_level_triangle(s->level, triangle).vertices[index];
    const pawl_vec2 point = pawli_level_point(s->level, vertex);
    if (pawli_is_same_point(point, from->place.position)) return;
    const uint64_t length = from->length + pawli_sleeve_distance(from->place.position, point);
    const uint64_t cost = length + pawli_sleeve_distance(point, s->goal);
    if (cost > s->bound) return;
    const uint32_t guess = node_of(s, triangle, index);
    if (s->frontier.state[guess] != 0 && s->length[guess] <= length) return;

    pawl_walk walk;
    if (pawl_level_walk(s->level, s->gates, from->place, point, &walk) != PAWL_OK ||
        walk.end != PAWL_WALK_REACHED) {
        return;
    }
    const pawl_level_triangle last = pawli_level_triangle(s->level, walk.triangle);
    const uint32_t node = node_of(s, walk.triangle, index_of_corner(&last, vertex));
    if (s->frontier.state[node] == PAWLI_NODE_CLOSED) return;
    if (s->frontier.state[node] != 0 && s->length[node] <= length) return;
    s->length[node] = length;
    s->cost[node] = cost;
    s->parent[node] = from->node;
    s->arrival[node] = walk.triangle;
    pawli_frontier_put(&s->frontier, node);
}

static void push_cone(shortest_search *s, uint32_t triangle, uint32_t edge, uint32_t left,
                      uint32_t right) {
    if (s->cone_count > s->level->triangle_count) return; /* not in a level that was checked */
    cone *const top = &s->cones[s->cone_count++];
    top->edge = triangle * 4 + edge;
    top->left = left;
    top->right = right;
}

/* Whether a path from the root through a -> b can be short enough. */
static bool is_worth(const shortest_search *s, const root *from, pawl_vec2 a, pawl_vec2 b) {
    const pawl_vec2 through = pawli_sleeve_through(a, b, from->place.position, s->goal);
    return from->length + pawli_sleeve_distance(from->place.position, through) +
               pawli_sleeve_distance(through, s->goal) <=
           s->bound + CONE_SLACK;
}

/* A cone goes on into the next triangle, and is split by the corner opposite the edge. */
static void spread_one(shortest_search *s, const root *from, cone seen) {
    const uint32_t triangle = seen.edge / 4, edge = seen.edge % 4;
    const pawli_facet out = pawli_facet_of(s->level, triangle);
    if (!pawli_sleeve_can_leave(s->level, s->gates, &out, edge)) return;
    const uint32_t a = pawli_next3(edge);
    if (!is_worth(s, from, out.corners[a], out.corners[pawli_next3(a)])) return;

    s->expanded++;
    const uint32_t to = out.triangle.neighbors[edge];
    const pawli_facet in = pawli_facet_of(s->level, to);
    const uint32_t ahead = pawli_sleeve_edge_towards(&in.triangle, triangle);
    const uint32_t right_edge = pawli_next3(ahead), left_edge = pawli_next3(right_edge);
    const uint32_t vertex = in.triangle.vertices[ahead];
    const pawl_vec2 eye = from->place.position;
    const int64_t of_left =
        pawli_orient(eye, pawli_level_point(s->level, seen.left), in.corners[ahead]);
    const int64_t of_right =
        pawli_orient(eye, pawli_level_point(s->level, seen.right), in.corners[ahead]);
    if (of_left <= 0 && of_right >= 0) consider_vertex(s, from, to, ahead);
    if (of_left < 0) push_cone(s, to, left_edge, seen.left, of_right >= 0 ? vertex : seen.right);
    if (of_right > 0) push_cone(s, to, right_edge, of_left <= 0 ? vertex : seen.left, seen.right);
}

/* Everything that is seen through edge i of a triangle that holds the root. A line of sight visits
 * a triangle once, so no cone spreads more often than there are triangles, and the stack holds at
 * most one more; cones that do not overlap end at different edges, or are split by different
 * vertices. */
static void spread_cone(shortest_search *s, const root *from, uint32_t triangle, uint32_t i) {
    const pawl_level_triangle in = pawli_level_triangle(s->level, triangle);
    const uint32_t right = pawli_next3(i);
    const uint64_t count = s->level->triangle_count;
    s->cone_count = 0;
    push_cone(s, triangle, i, in.vertices[pawli_next3(right)], in.vertices[right]);
    for (uint64_t visited = 0; visited < count * count + 1 && s->cone_count > 0; visited++) {
        s->cone_count--;
        spread_one(s, from, s->cones[s->cone_count]);
    }
}

/* All that is seen by way of one triangle that holds the root: its corners, and what lies behind
 * the edges that the root is not on. */
static void look_from(shortest_search *s, const root *from, uint32_t triangle) {
    const pawli_facet in = pawli_facet_of(s->level, triangle);
    s->expanded++;
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t a = pawli_next3(i);
        consider_vertex(s, from, triangle, i);
        if (pawli_orient(in.corners[a], in.corners[pawli_next3(a)], from->place.position) > 0) {
            spread_cone(s, from, triangle, i);
        }
    }
}

/* The start may lie on an edge or on a vertex: then there are other triangles that hold it. */
static void look_from_start(shortest_search *s, const root *from) {
    look_from(s, from, from->place.triangle);
    for (uint32_t first = 0; first < 3; first++) {
        uint32_t triangle = from->place.triangle, edge = first;
        for (uint32_t steps = 0; steps < s->level->triangle_count; steps++) {
            const pawli_facet out = pawli_facet_of(s->level, triangle);
            const uint32_t a = pawli_next3(edge);
            if (pawli_orient(out.corners[a], out.corners[pawli_next3(a)], from->place.position) !=
                    0 ||
                !pawli_sleeve_can_leave(s->level, s->gates, &out, edge)) {
                break;
            }
            const uint32_t next = out.triangle.neighbors[edge];
            if (next == from->place.triangle) break;
            look_from(s, from, next);
            const pawli_facet in = pawli_facet_of(s->level, next);
            const uint32_t back = pawli_sleeve_edge_towards(&in.triangle, triangle);
            /* Of the other two edges the one that the start is on, if it is a vertex. */
            edge = pawli_next3(back);
            const uint32_t b = pawli_next3(edge);
            if (pawli_orient(in.corners[b], in.corners[back], from->place.position) != 0) {
                edge = b;
            }
            triangle = next;
        }
    }
}

/* What a path sees that has come to a corner in direction `way` and bends there. */
static void look_from_corner(shortest_search *s, const root *from, uint32_t index, pawl_vec2 way) {
    for (int side = 0; side < 2; side++) {
        const bool clockwise = side == 1;
        wedge at = {from->place.triangle, index};
        for (uint32_t steps = 0; steps < s->level->triangle_count; steps++) {
            const pawli_facet in = pawli_facet_of(s->level, at.triangle);
            const uint32_t right = pawli_next3(at.index), left = pawli_next3(right);
            const pawl_vec2 leg =
                pawl_vec2_sub(in.corners[clockwise ? right : left], from->place.position);
            const int64_t bend = pawl_vec2_cross(way, leg);
            if (clockwise ? bend < 0 : bend > 0) look_from(s, from, at.triangle);
            if (!turn_wedge(s, &at, clockwise) || at.triangle == from->place.triangle) break;
        }
    }
}

static void try_goal(shortest_search *s, const root *from) {
    const uint64_t length = from->length + pawli_sleeve_distance(from->place.position, s->goal);
    if (length > s->bound || (s->has_best && length >= s->best)) return;
    pawl_walk walk;
    if (pawl_level_walk(s->level, s->gates, from->place, s->goal, &walk) != PAWL_OK ||
        walk.end != PAWL_WALK_REACHED) {
        return;
    }
    s->has_best = true;
    s->best = s->bound = length;
    s->best_node = from->node;
}

static pawl_vec2 node_point(const shortest_search *s, uint32_t node) {
    const uint32_t vertex = pawli_level_triangle(s->level, node / 3).vertices[node % 3];
    return pawli_level_point(s->level, vertex);
}

static void find_shortest(shortest_search *s, pawl_place start) {
    root from = {start, 0, NO_NODE};
    try_goal(s, &from);
    look_from_start(s, &from);
    while (s->frontier.count > 0) {
        const uint32_t node = pawli_frontier_take(&s->frontier);
        if (s->cost[node] > s->bound || (s->has_best && s->cost[node] >= s->best)) return;
        const uint32_t parent = s->parent[node];
        const pawl_vec2 before = parent == NO_NODE ? start.position : node_point(s, parent);
        from.place.position = node_point(s, node);
        from.place.triangle = s->arrival[node];
        from.length = s->length[node];
        from.node = node;
        try_goal(s, &from);
        const pawl_level_triangle in = pawli_level_triangle(s->level, from.place.triangle);
        const uint32_t vertex = pawli_level_triangle(s->level, node / 3).vertices[node % 3];
        look_from_corner(s, &from, index_of_corner(&in, vertex),
                         pawl_vec2_sub(from.place.position, before));
    }
}

/* The corners from the start to the goal. One that lies on a straight line between its neighbors
 * is left out where the longer leg can be walked, too. */
static void hand_over(shortest_search *s, pawl_place start, pawli_trail *trail) {
    uint32_t *const nodes = s->frontier.heap;
    uint32_t count = 0;
    for (uint32_t node = s->best_node; node != NO_NODE; node = s->parent[node])
        nodes[count++] = node;
    pawli_funnel_trail_begin(trail, start);
    while (count > 0) {
        const pawl_vec2 corner = node_point(s, nodes[--count]);
        const pawl_vec2 next = count > 0 ? node_point(s, nodes[count - 1]) : s->goal;
        if (pawli_orient(trail->place.position, corner, next) == 0 &&
            pawl_level_sees(s->level, s->gates, trail->place, next)) {
            continue;
        }
        pawli_funnel_trail_add(trail, corner);
    }
    pawli_funnel_trail_add(trail, s->goal);
}

pawl_status pawl_level_find_shortest_path(const pawl_level *level, const pawl_gates *gates,
                                          pawl_place from, pawl_place to, void *memory, size_t size,
                                          pawl_path *path) {
    const pawli_path_query query = {level, gates, from, to};
    const pawl_status status = pawli_path_check(&query, memory, path);
    if (status != PAWL_OK) return status;
    if (size < shortest_memory_size(level) || !pawli_is_aligned(memory)) return PAWL_ERR_MEMORY;

    pawli_trail quick = {.level = level, .gates = gates, .path = *path};
    pawli_path_find(&query, memory, &quick);
    const bool is_found = quick.path.count > 0;
    if (is_found ? quick.path.count <= 2 : !quick.is_refused) {
        return pawli_path_done(&quick.path, path);
    }
    shortest_search s = {.level = level, .gates = gates, .goal = to.position};
    s.bound = is_found ? (uint64_t)quick.path.length + CONE_SLACK : UINT64_MAX - CONE_SLACK;
    s.best_node = NO_NODE;
    s.expanded = quick.path.expanded;
    lay_out_shortest(&s, memory);
    find_shortest(&s, from);
    pawli_trail trail = {.level = level, .gates = gates, .path = *path};
    trail.path.count = 0;
    trail.path.length = 0;
    if (s.has_best) hand_over(&s, from, &trail);
    if (is_found && (!s.has_best || trail.is_refused || trail.path.length > quick.path.length)) {
        trail.path = *path;
        pawli_path_find(&query, memory, &trail);
    } else if (trail.is_refused) {
        trail.path.count = 0;
    }
    trail.path.expanded = s.expanded;
    return pawli_path_done(&trail.path, path);
}
