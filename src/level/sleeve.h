/* sleeve.h - internal: what the searches for paths share.
 *
 * A sleeve is a chain of triangles, each entered from the one before through a portal: an edge
 * that nothing stops a walker at. Its ends are named left and right as seen on the way through. */
#ifndef PAWLI_SLEEVE_H
#define PAWLI_SLEEVE_H

#include "fx/int128.h"
#include "fx/isqrt.h"
#include "geom/predicate.h"
#include "level/level_walk.h"
#include "pawl/level.h"

static inline uint32_t pawli_next3(uint32_t i) {
    return i == 2 ? 0 : i + 1;
}

/* In raw units, to nearest. Two points within PAWL_COORD_MAX are less than 2^32 apart. */
static inline uint32_t pawli_sleeve_distance(pawl_vec2 a, pawl_vec2 b) {
    const pawl_vec2 way = pawl_vec2_sub(b, a);
    return pawli_isqrt_near((uint64_t)pawl_vec2_dot(way, way));
}

/* Whether a walker in this triangle may leave it across edge i; sleeve.c. */
bool pawli_sleeve_can_leave(const pawl_level *level, const pawl_gates *gates,
                            const pawli_facet *from, uint32_t i);

/* The index of the edge of `to` that lies towards `from`, its neighbor. */
static inline uint32_t pawli_sleeve_edge_towards(const pawl_level_triangle *to, uint32_t from) {
    return to->neighbors[0] == from ? 0 : to->neighbors[1] == from ? 1 : 2;
}

/* The point of a -> b that lies on the shortest way from `from` to `to` by way of a -> b, at most
 * six raw units off; sleeve.c. */
pawl_vec2 pawli_sleeve_through(pawl_vec2 a, pawl_vec2 b, pawl_vec2 from, pawl_vec2 to);

/* A path that grows corner by corner, each leg walked as it comes. */
typedef struct pawli_trail {
    const pawl_level *level;
    const pawl_gates *gates;
    pawl_path path;   /* counts and adds up also what there is no room for */
    pawl_place place; /* where the walk has got to */
    bool is_refused;  /* a leg could not be walked; nothing is added after that */
} pawli_trail;

void pawli_funnel_trail_begin(pawli_trail *trail,
                              pawl_place start);                   /* the first corner; funnel.c */
void pawli_funnel_trail_add(pawli_trail *trail, pawl_vec2 corner); /* the same point twice: once */

/* The points of the shortest path through a sleeve: funnel.c. `chain` has room for one point more
 * than twice the number of triangles in the sleeve. */
void pawli_funnel(pawli_trail *trail, const uint32_t *sleeve, uint32_t count, pawl_vec2 goal,
                  pawl_vec2 *chain);

/* What is asked for. */
typedef struct pawli_path_query {
    const pawl_level *level;
    const pawl_gates *gates;
    pawl_place from, to;
} pawli_path_query;

/* Arguments that both kinds of search refuse; path.c. */
pawl_status pawli_path_check(const pawli_path_query *query, const void *memory,
                             const pawl_path *path);

/* pawl_level_find_path with all arguments checked. `trail` has the level, the gates, and room; its
 * count stays 0 where no path was found. */
void pawli_path_find(const pawli_path_query *query, void *memory, pawli_trail *trail);

/* Hands a path over that was found. */
pawl_status pawli_path_done(const pawl_path *found, pawl_path *path);

#endif
