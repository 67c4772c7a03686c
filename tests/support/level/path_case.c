/* path_case.c - what path_case.h declares. */
#include "support/level/path_case.h"

PathPlan walls_plan(uint64_t *seed) {
    static const int32_t spacings[4] = {4, 9, 1000, 65536};
    PathPlan plan;
    memset(&plan, 0, sizeof plan);
    plan.width = 2 + path_pick(seed, 5);
    plan.height = 2 + path_pick(seed, 5);
    plan.spacing = spacings[path_pick(seed, 4)];
    plan.shake = path_pick(seed, 2) ? (plan.spacing - 1) / 4 : 0;
    plan.share[KIND_GROUND] = 10 + path_pick(seed, 40);
    plan.share[KIND_DOOR] = path_pick(seed, 10);
    plan.share[KIND_AREA] = path_pick(seed, 10);
    plan.by_square = path_pick(seed, 2);
    plan.origin = pawl_vec2_make((int32_t)path_pick(seed, 100000), -(int32_t)path_pick(seed, 1000));
    return plan;
}

/* A point in a triangle: a corner, one on an edge where there is one, or one near its middle. */
static pawl_place some_place(const PathLevel *level, uint32_t t, uint64_t *seed) {
    const pawl_vec2 a = path_corner(level, t, 0), b = path_corner(level, t, 1),
                    c = path_corner(level, t, 2);
    const int64_t u = path_pick(seed, 1001), v = path_pick(seed, 1001 - (uint32_t)u);
    pawl_place place = {a, t};
    place.position.x += (int32_t)((u * (b.x - a.x) + v * (c.x - a.x)) / 1000);
    place.position.y += (int32_t)((u * (b.y - a.y) + v * (c.y - a.y)) / 1000);
    const uint32_t how = path_pick(seed, 8);
    if (how < 2 || !path_holds(level, t, place.position)) {
        place.position = path_corner(level, t, path_pick(seed, 3));
    }
    return place;
}

static uint32_t some_triangle(const Case *at, bool free_only, uint64_t *seed) {
    uint32_t t = path_pick(seed, at->made.triangle_count);
    for (uint32_t tries = 0; free_only && tries < at->made.triangle_count; tries++) {
        if (!path_is_wall(&at->made, at->doors_open, t)) break;
        t = (t + 1) % at->made.triangle_count;
    }
    return t;
}

Case make_case(const PathPlan *plan, bool free_only, uint64_t *seed) {
    Case made;
    memset(&made, 0, sizeof made);
    made.made = path_level_make(plan, seed);
    made.doors_open = path_pick(seed, 2);
    if (made.doors_open) pawl_gates_set_open(&made.gates, 1, true);
    made.from = some_place(&made.made, some_triangle(&made, free_only, seed), seed);
    made.to = some_place(&made.made, some_triangle(&made, free_only, seed), seed);
    made.size = pawl_shortest_path_size(&made.made.level);
    made.memory = malloc(made.size);
    memset(made.memory, (int)path_pick(seed, 256), made.size);
    made.path.capacity = POINTS;
    return made;
}

void free_case(Case *at) {
    path_level_free(&at->made);
    free(at->memory);
}

pawl_status find(Case *at) {
    at->path.points = at->points;
    return (at->shortest ? pawl_level_find_shortest_path : pawl_level_find_path)(
        &at->made.level, &at->gates, at->from, at->to, at->memory, at->size, &at->path);
}

void check_legs(const Case *at, uint64_t seed) {
    const pawl_path *const path = &at->path;
    pawl_place place = at->from;
    int64_t length = 0;
    ck_assert_uint_gt(path->count, 0);
    ck_assert_int_eq(path->points[0].x, place.position.x);
    ck_assert_int_eq(path->points[0].y, place.position.y);
    for (uint32_t i = 1; i < path->count; i++) {
        const pawl_vec2 to = path->points[i];
        ck_assert_msg(to.x != place.position.x || to.y != place.position.y,
                      "leg %u of no length, seed %" PRIx64, i, seed);
        ck_assert_msg(oracle_walk(&at->made, &at->gates, place, to, &place.triangle),
                      "leg %u of %u refused, seed %" PRIx64, i, path->count, seed);
        const int64_t x = (int64_t)to.x - place.position.x, y = (int64_t)to.y - place.position.y;
        length += pawli_isqrt_near((uint64_t)(x * x + y * y));
        place.position = to;
        if (i < 2) continue;
        ck_assert_msg(path_orient(path->points[i - 2], path->points[i - 1], to) != 0,
                      "no turn at corner %u, seed %" PRIx64, i, seed);
    }
    ck_assert_int_eq(place.position.x, at->to.position.x);
    ck_assert_int_eq(place.position.y, at->to.position.y);
    ck_assert_int_eq(path->length, length);
}
