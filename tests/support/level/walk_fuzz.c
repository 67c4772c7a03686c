/* walk_fuzz.c - random walks in any level, each compared with a plain search over all walls. */
#include "support/level/walk_fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "level/level.h"
#include "support/level/grid_level.h"
#include "support/level/level_random.h"
#include "support/base/seeded.h"

#define TICKS_PER_LIFE 500
#define SPAWN_TRIES 200
#define SPEED_MAX (46 * 65536)
#define DIRECTIONS 16

/* An edge that stops whoever comes from its left. */
typedef struct wall {
    pawl_vec2 a, b;
    uint16_t region;
} wall;

typedef struct fuzz {
    const pawl_level *level;
    const pawl_gates *gates;
    wall *walls;
    uint32_t wall_count;
    uint64_t seed;
    pawl_place place;
    walk_fuzz_totals *totals;
} fuzz;

/* ---- the search ------------------------------------------------------------------------------ */

static bool find_walls(fuzz *f) {
    const uint32_t count = f->level->triangle_count;
    f->walls = malloc((size_t)count * 3 * sizeof *f->walls);
    if (f->walls == NULL) return false;
    for (uint32_t i = 0; i < 3 * count; i++) {
        const pawl_level_triangle t = pawl_level_get_triangle(f->level, i / 3);
        const uint32_t neighbor = t.neighbors[i % 3];
        wall w;
        w.a = pawl_level_get_vertex(f->level, t.vertices[(i + 1) % 3]);
        w.b = pawl_level_get_vertex(f->level, t.vertices[(i + 2) % 3]);
        w.region = 0;
        if (neighbor != PAWL_TRIANGLE_NONE) {
            const uint16_t cell = pawl_level_get_triangle(f->level, neighbor).cell;
            w.region = pawli_gate_stop(f->level, f->gates, t.cell, cell, w.a, w.b);
        }
        if (w.region != PAWL_LEVEL_REGIONS_MAX) f->walls[f->wall_count++] = w;
    }
    return true;
}

static int128 side(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c) {
    return ((int128)b.x - a.x) * ((int128)c.y - a.y) - ((int128)b.y - a.y) * ((int128)c.x - a.x);
}

typedef struct share {
    int128 num, den;
} share;

/* a.num / a.den - b.num / b.den; all below 2^63. */
static int128 difference(share a, share b) {
    return a.num * b.den - b.num * a.den;
}

static bool is_apart(const wall *w, pawl_vec2 p, pawl_vec2 q) {
    return (w->a.x < p.x && w->a.x < q.x && w->b.x < p.x && w->b.x < q.x) ||
           (w->a.x > p.x && w->a.x > q.x && w->b.x > p.x && w->b.x > q.x) ||
           (w->a.y < p.y && w->a.y < q.y && w->b.y < p.y && w->b.y < q.y) ||
           (w->a.y > p.y && w->a.y > q.y && w->b.y > p.y && w->b.y > q.y);
}

typedef struct crossing {
    const wall *wall; /* the first that is crossed between its ends; null: none */
    share at;
    bool touches; /* the way touches an end of a wall, not after that */
} crossing;

static share share_of_corner(pawl_vec2 p, pawl_vec2 q, pawl_vec2 v) {
    const share x = {(int128)v.x - p.x, (int128)q.x - p.x};
    const share y = {(int128)v.y - p.y, (int128)q.y - p.y};
    share s = x.den != 0 ? x : y;
    if (s.den < 0) s.den = -s.den, s.num = -s.num;
    return s;
}

static void touch_at(share *first, pawl_vec2 p, pawl_vec2 q, pawl_vec2 corner) {
    const share at = share_of_corner(p, q, corner);
    if (at.num >= 0 && difference(at, *first) < 0) *first = at;
}

static crossing search(const fuzz *f, pawl_vec2 p, pawl_vec2 q) {
    crossing first = {NULL, {1, 1}, false};
    share touch = {2, 1};
    for (uint32_t i = 0; i < f->wall_count; i++) {
        const wall *const w = &f->walls[i];
        if (is_apart(w, p, q)) continue;
        const int128 a = side(p, q, w->a), b = side(p, q, w->b);
        if (a == 0) touch_at(&touch, p, q, w->a);
        if (b == 0) touch_at(&touch, p, q, w->b);
        if (a >= 0 || b <= 0) continue;
        const int128 begin = side(w->a, w->b, p), end = side(w->a, w->b, q);
        if (begin < 0 || end >= 0) continue;
        const share at = {begin, begin - end};
        if (begin == 0 && w->region != 0) {
            touch = at; /* on the edge of a region one may be on either side of it */
        } else if (first.wall == NULL || difference(at, first.at) < 0) {
            first.wall = w;
            first.at = at;
        }
    }
    first.touches = difference(touch, first.at) <= 0;
    return first;
}

static bool is_same(pawl_vec2 a, pawl_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/* A straight walk against the search. */
static const char *compare(fuzz *f, pawl_vec2 q) {
    const pawl_vec2 p = f->place.position;
    pawl_walk walk;
    if (pawl_level_walk(f->level, f->gates, f->place, q, &walk) != PAWL_OK) return "no walk";
    const crossing first = search(f, p, q);
    if (first.touches) {
        share at = {1, 1};
        f->totals->touching++;
        if (walk.end == PAWL_WALK_VERTEX) at = share_of_corner(p, q, walk.a);
        if (walk.end == PAWL_WALK_EDGE) {
            at.num = side(walk.a, walk.b, p);
            at.den = at.num - side(walk.a, walk.b, q);
        }
        if (first.wall == NULL) return NULL;
        if (walk.end == PAWL_WALK_REACHED) return "a walk went through a wall, by a corner";
        return difference(at, first.at) > 0 ? "a walk went through a wall" : NULL;
    }
    f->totals->compared++;
    if (first.wall == NULL) return walk.end == PAWL_WALK_REACHED ? NULL : "stopped by nothing";
    f->totals->stopped++;
    if (walk.end != PAWL_WALK_EDGE) return "not stopped by an edge";
    if (!is_same(walk.a, first.wall->a) || !is_same(walk.b, first.wall->b)) return "another edge";
    return walk.region == first.wall->region ? NULL : "another region";
}

/* ---- steps ----------------------------------------------------------------------------------- */

static pawl_fx any_between(uint64_t *seed, pawl_fx low, pawl_fx high) {
    const uint64_t span = (uint64_t)((int64_t)high - low + 1);
    return (pawl_fx)(low + (int64_t)((seeded_next(seed) >> 16) % span));
}

static bool spawn(fuzz *f) {
    const pawl_box box = f->level->bounds;
    for (int i = 0; i < SPAWN_TRIES; i++) {
        const pawl_vec2 point = {any_between(&f->seed, box.lower.x, box.upper.x),
                                 any_between(&f->seed, box.lower.y, box.upper.y)};
        const uint32_t hint = (uint32_t)(seeded_next(&f->seed) >> 40);
        if (pawl_level_locate(f->level, point, hint, &f->place) != PAWL_OK) continue;
        if (!pawl_level_is_solid(f->level, f->gates, f->place.triangle)) return true;
    }
    return false;
}

static const char *check_place(const fuzz *f) {
    const pawl_level_triangle t = pawl_level_get_triangle(f->level, f->place.triangle);
    for (int i = 0; i < 3; i++) {
        const pawl_vec2 a = pawl_level_get_vertex(f->level, t.vertices[i]);
        const pawl_vec2 b = pawl_level_get_vertex(f->level, t.vertices[(i + 1) % 3]);
        if (side(a, b, f->place.position) < 0) return "the place is not in its triangle";
    }
    if (f->place.triangle >= f->level->triangle_count) return "no such triangle";
    return pawl_level_is_solid(f->level, f->gates, f->place.triangle) ? "in a wall" : NULL;
}

/* Who did not move can move somewhere. */
static const char *check_free(fuzz *f) {
    static const pawl_fx lengths[] = {8, 256, 16384, 65536};
    for (int i = 0; i < DIRECTIONS * 4; i++) {
        const pawl_rot way = pawl_rot_from_angle(PAWL_TURN(1, DIRECTIONS) * (uint32_t)(i % 16));
        const pawl_vec2 step = pawl_rotate(way, pawl_vec2_make(lengths[i / DIRECTIONS], 0));
        pawl_place place = f->place;
        pawl_step_report report;
        f->totals->trap_tries++;
        if (pawl_level_step(f->level, f->gates, step, 0, PAWL_FRICTION_COULOMB, &place, &report) !=
            PAWL_OK) {
            return "no step";
        }
        if (report.moved.x != 0 || report.moved.y != 0) return NULL;
    }
    return "trapped";
}

static const char *check_report(fuzz *f, const pawl_step_report *report, pawl_vec2 before,
                                pawl_vec2 movement) {
    const pawl_vec2 moved = pawl_vec2_sub(f->place.position, before);
    if (!is_same(moved, report->moved)) return "moved is wrong";
    const uint64_t most = (uint64_t)pawl_vec2_length(movement) + 8;
    if ((uint64_t)pawl_vec2_length(moved) > most) return "farther than asked for";
    for (uint32_t i = 0; i < report->contact_count; i++) {
        const pawl_walk_contact *const one = &report->contacts[i];
        f->totals->contacts++;
        f->totals->corners += one->corner != 0;
        f->totals->held += one->corner == 2;
        const int64_t ex = (int64_t)one->b.x - one->a.x, ey = (int64_t)one->b.y - one->a.y;
        const double square = (double)ex * (double)ex + (double)ey * (double)ey;
        const double across = -(double)ey * one->normal.c + (double)ex * one->normal.s;
        if (across * across < 0.999999 * square * PAWL_UNIT * PAWL_UNIT) return "normal is wrong";
        if (i == 0 || one->corner == 2) continue;
        const pawl_walk_contact *const other = &report->contacts[i - 1];
        if (is_same(one->a, other->a) && is_same(one->b, other->b)) return "met a wall twice";
    }
    return NULL;
}

static pawl_vec2 any_movement(fuzz *f, pawl_angle *angle) {
    const unsigned turn = (unsigned)(seeded_next(&f->seed) >> 60);
    if (turn == 0) *angle = (pawl_angle)(seeded_next(&f->seed) >> 32);
    if (turn == 1) *angle = PAWL_TURN(1, 8) * (uint32_t)(seeded_next(&f->seed) >> 61);
    const int64_t length =
        1 + (int64_t)((seeded_next(&f->seed) >> 40) % SPEED_MAX >> (seeded_next(&f->seed) >> 59));
    return pawl_rotate(pawl_rot_from_angle(*angle), pawl_vec2_make((pawl_fx)length, 0));
}

static pawl_fx on_map(pawl_fx value) {
    return pawl_clamp(value, -PAWL_COORD_MAX, PAWL_COORD_MAX);
}

static const char *tick(fuzz *f, pawl_angle *angle, bool compares) {
    const pawl_vec2 movement = any_movement(f, angle), before = f->place.position;
    const pawl_fx friction = (pawl_fx)(seeded_next(&f->seed) >> 46); /* 0 .. 4 */
    const bool rubs = seeded_next(&f->seed) >> 63;
    const pawl_friction_model model =
        seeded_next(&f->seed) >> 62 ? PAWL_FRICTION_COULOMB : PAWL_FRICTION_FACTOR;
    const char *defect = NULL;
    pawl_vec2 to = pawl_vec2_add(before, movement);
    to = pawl_vec2_make(on_map(to.x), on_map(to.y));
    if (compares && !is_same(to, before)) defect = compare(f, to);
    if (defect != NULL) return defect;
    pawl_step_report report;
    if (pawl_level_step(f->level, f->gates, movement, rubs ? friction : 0, model, &f->place,
                        &report) != PAWL_OK) {
        return "no step";
    }
    f->totals->ticks++;
    defect = check_place(f);
    if (defect == NULL) defect = check_report(f, &report, before, movement);
    if (defect != NULL || !is_same(before, f->place.position)) return defect;
    f->totals->still++;
    return check_free(f);
}

const char *walk_fuzz(const pawl_level *level, const pawl_gates *gates, uint64_t seed,
                      uint32_t ticks, uint32_t stride, walk_fuzz_totals *totals) {
    fuzz f = {level, gates, NULL, 0, seed, {{0, 0}, 0}, totals};
    const char *defect = NULL;
    pawl_angle angle = 0;
    totals->levels++;
    if (!find_walls(&f)) return "no memory";
    for (uint32_t i = 0; i < ticks && defect == NULL; i++) {
        if (i % TICKS_PER_LIFE == 0 && !spawn(&f)) {
            totals->full++;
            break;
        }
        defect = tick(&f, &angle, i % stride == 0);
    }
    free(f.walls);
    return defect;
}

const char *walk_fuzz_grid(uint64_t seed, uint32_t ticks, uint32_t stride,
                           walk_fuzz_totals *totals) {
    const grid_plan plan = grid_plan_any(seed);
    grid_level grid;
    if (!grid_level_make(&plan, &grid)) return "no grid";
    const char *const defect = walk_fuzz(&grid.level, NULL, seed, ticks, stride, totals);
    grid_level_free(&grid);
    return defect;
}

const char *walk_fuzz_built(uint64_t seed, uint32_t ticks, uint32_t stride,
                            walk_fuzz_totals *totals) {
    static const pawl_fx grains[] = {1, 1, 8192, 65536};
    static const uint32_t players[] = {1, 2, 4, 8};
    level_random_options options = level_random_default();
    uint64_t draw = seed;
    options.polygon_count = 10 + (uint32_t)(seeded_next(&draw) >> 58);
    options.region_count = seeded_next(&draw) >> 62 == 0 ? 6 : 1;
    options.player_count = players[seeded_next(&draw) >> 62];
    options.player_radius = 1 + (pawl_fx)(seeded_next(&draw) >> 48);
    options.room = PAWL_FX(4, 0, 1) + (pawl_fx)(seeded_next(&draw) >> 46);
    options.grain = grains[seeded_next(&draw) >> 62];
    level_random drawn = level_random_make(seed, &options);
    drawn.def.limits.vertices = 16000;
    drawn.def.limits.edges = 40000;
    const level_built built = level_build_now(&drawn.def);
    pawl_gates gates = {{0}};
    gates.open[0] = (uint32_t)(seeded_next(&draw) >> 58) << 1;
    const char *const defect = walk_fuzz(&built.level, &gates, seed, ticks, stride, totals);
    free(built.block);
    level_random_free(&drawn);
    return defect;
}

bool walk_fuzz_has_met_all(const walk_fuzz_totals *totals) {
    const uint64_t few = totals->ticks / 100;
    return totals->full * 4 < totals->levels && totals->contacts > 10 * few &&
           totals->corners > few && totals->held > 0 && totals->still > 0 &&
           totals->stopped > few && totals->compared > few;
}
