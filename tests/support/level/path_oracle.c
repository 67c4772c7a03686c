/* path_oracle.c - what path_oracle.h declares. */
#include "support/level/path_oracle.h"

static int64_t oracle_distance(pawl_vec2 a, pawl_vec2 b) {
    const int64_t x = (int64_t)b.x - a.x, y = (int64_t)b.y - a.y;
    const uint64_t squared = (uint64_t)(x * x + y * y);
    ck_assert_uint_lt(squared, UINT64_C(1) << 43);
    return pawli_isqrt_near(squared * ORACLE_FINE * ORACLE_FINE);
}

/* For each triangle whether one gets there. */
static bool *oracle_flood(const PathLevel *level, bool doors_open, uint32_t from) {
    bool *const reached = calloc(level->triangle_count, sizeof *reached);
    uint32_t *const stack = malloc(level->triangle_count * sizeof *stack);
    uint32_t count = 0;
    stack[count++] = from;
    reached[from] = true;
    while (count > 0) {
        const uint32_t t = stack[--count];
        for (uint32_t i = 0; i < 3; i++) {
            const uint32_t to = level->triangles[t].neighbors[i];
            if (!path_may_cross(level, doors_open, t, i) || reached[to]) continue;
            reached[to] = true;
            stack[count++] = to;
        }
    }
    free(stack);
    return reached;
}

bool oracle_reaches(const PathLevel *level, bool doors_open, uint32_t from, pawl_vec2 goal) {
    bool *const reached = oracle_flood(level, doors_open, from);
    bool found = false;
    for (uint32_t t = 0; t < level->triangle_count; t++) {
        if (reached[t] && path_holds(level, t, goal)) found = true;
    }
    free(reached);
    return found;
}

/* The lowest triangle of the fan about a vertex that one can turn to from t. For walls only, where
 * what can be crossed one way can be crossed back. */
static uint32_t oracle_fan(const PathLevel *level, bool doors_open, uint32_t t, uint32_t v) {
    uint32_t lowest = t;
    for (int turn = 1; turn <= 2; turn++) {
        uint32_t at = t;
        for (uint32_t step = 0; step < level->triangle_count; step++) {
            const uint32_t *const corners = level->triangles[at].vertices;
            const uint32_t i = corners[0] == v ? 0 : corners[1] == v ? 1 : 2;
            const uint32_t edge = (i + (uint32_t)turn) % 3;
            if (!path_may_cross(level, doors_open, at, edge)) break;
            at = level->triangles[at].neighbors[edge];
            if (at < lowest) lowest = at;
            if (at == t) break;
        }
    }
    return lowest;
}

bool oracle_walk(const PathLevel *level, const pawl_gates *gates, pawl_place from, pawl_vec2 to,
                 uint32_t *triangle) {
    pawl_walk walk;
    ck_assert_int_eq(pawl_level_walk(&level->level, gates, from, to, &walk), PAWL_OK);
    *triangle = walk.triangle;
    return walk.end == PAWL_WALK_REACHED;
}

static void oracle_relax(Oracle *oracle, pawl_place at, int64_t length, pawl_vec2 goal) {
    const PathLevel *const level = oracle->level;
    uint32_t t;
    if (oracle_walk(level, oracle->gates, at, goal, &t)) {
        const int64_t whole = length + oracle_distance(at.position, goal);
        if (whole < oracle->best) oracle->best = whole;
    }
    for (uint32_t v = 0; v < level->vertex_count; v++) {
        if (!oracle_walk(level, oracle->gates, at, level->vertices[v], &t)) continue;
        const size_t to =
            (size_t)v * level->triangle_count + oracle_fan(level, oracle->doors_open, t, v);
        const int64_t whole = length + oracle_distance(at.position, level->vertices[v]);
        if (whole < oracle->length[to]) oracle->length[to] = whole;
    }
}

int64_t oracle_shortest(const PathLevel *level, const pawl_gates *gates, bool doors_open,
                        pawl_place from, pawl_vec2 goal) {
    const size_t count = (size_t)level->vertex_count * level->triangle_count;
    Oracle oracle = {
        level,     gates, doors_open, malloc(count * sizeof(int64_t)), calloc(count, sizeof(bool)),
        ORACLE_FAR};
    for (size_t i = 0; i < count; i++)
        oracle.length[i] = ORACLE_FAR;
    oracle_relax(&oracle, from, 0, goal);
    for (;;) {
        size_t at = count;
        for (size_t i = 0; i < count; i++) {
            if (oracle.done[i] || oracle.length[i] == ORACLE_FAR) continue;
            if (at == count || oracle.length[i] < oracle.length[at]) at = i;
        }
        if (at == count || oracle.length[at] >= oracle.best) break;
        oracle.done[at] = true;
        pawl_place place;
        place.position = level->vertices[at / level->triangle_count];
        place.triangle = (uint32_t)(at % level->triangle_count);
        oracle_relax(&oracle, place, oracle.length[at], goal);
    }
    free(oracle.length);
    free(oracle.done);
    return oracle.best;
}
