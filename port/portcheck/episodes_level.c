/* episodes_level.c - polygons of any form, and a level with doors, a platform and a lift. */
#include "portcheck/check.h"

#include "pawl/level.h"
#include "pawl/state.h"

#include <string.h>

#define UNITS(n) PAWL_FX(n, 0, 1)
#define CORNERS 6 /* of a star */
#define PART_CORNERS 8
#define PAIRS 6
#define POINTS_MAX 36
#define RINGS_MAX 12
#define WALKS 60
#define TICKS 240

static pawl_vec2 any_vec2(pawl_random *random, pawl_fx reach) {
    const pawl_fx x = pawl_random_between(random, -reach, reach);
    return pawl_vec2_make(x, pawl_random_between(random, -reach, reach));
}

/* Each corner somewhere in a sector of its own: concave and convex ones. */
static void make_star(pawl_random *random, pawl_vec2 center, pawl_vec2 *corners) {
    const uint32_t sector = UINT32_MAX / CORNERS;
    for (uint32_t i = 0; i < CORNERS; i++) {
        const pawl_angle angle = i * sector + pawl_random_below(random, sector / 2);
        const pawl_vec2 arm = {pawl_random_between(random, UNITS(1) / 2, UNITS(3)), 0};
        corners[i] = pawl_vec2_add(center, pawl_rotate(pawl_rot_from_angle(angle), arm));
    }
}

/* ---- polygons ---- */

static void fold_rings(pawli_check *check, const pawl_ring_buffer *rings) {
    pawli_fold(check, rings->ring_count);
    for (uint32_t i = 0; i < rings->ring_count; i++)
        pawli_fold(check, rings->ends[i]);
    for (uint32_t i = 0; i < rings->point_count; i++)
        pawli_fold_vec2(check, rings->points[i]);
}

/* All operations on pairs of stars, and the convex parts of both. */
static void run_polygons(pawli_check *check) {
    static const pawl_polygon_limits limits = {2 * CORNERS, 36, 60};
    static const uint32_t ends[2] = {CORNERS, 2 * CORNERS};
    pawli_arena arena = pawli_arena_make();
    pawl_random random = pawl_random_make(9, 5);
    const size_t size = pawl_polygon_size(&limits);
    void *const memory = pawli_take(check, &arena, size);
    pawl_ring_buffer out;
    memset(&out, 0, sizeof out);
    out.points = pawli_take(check, &arena, POINTS_MAX * sizeof *out.points);
    out.ends = pawli_take(check, &arena, RINGS_MAX * sizeof *out.ends);
    out.point_capacity = POINTS_MAX;
    out.ring_capacity = RINGS_MAX;
    if (memory == NULL || out.points == NULL || out.ends == NULL) return;
    for (int16_t pair = 0; pair < PAIRS; pair++) {
        pawl_vec2 corners[2 * CORNERS];
        make_star(&random, any_vec2(&random, UNITS(1)), corners);
        make_star(&random, any_vec2(&random, UNITS(2)), corners + CORNERS);
        const pawl_rings first = {corners, ends, 1};
        const pawl_rings second = {corners + CORNERS, ends, 1};
        const pawl_rings both = {corners, ends, 2};
        for (int way = 0; way < 8; way++) {
            const pawl_fill fill = way < 4 ? PAWL_FILL_NONZERO : PAWL_FILL_EVEN_ODD;
            pawli_expect(check, "pawl_polygon_boolean()",
                         pawl_polygon_boolean((pawl_boolean)(way % 4), fill, &first, &second,
                                              &limits, memory, size, &out),
                         PAWL_OK);
            fold_rings(check, &out);
        }
        pawli_expect(check, "pawl_polygon_convex_parts()",
                     pawl_polygon_convex_parts(PAWL_FILL_NONZERO, &both, PART_CORNERS, &limits,
                                               memory, size, &out),
                     PAWL_OK);
        fold_rings(check, &out);
    }
}

/* ---- a level ---- */

/* Ground, a door through which the way leads, a platform, and water; a square player. */
static bool build(pawli_check *check, pawli_arena *arena, pawl_level *level) {
    static const pawl_vec2 player[4] = {
        {-16384, -24576}, {16384, -24576}, {16384, 24576}, {-16384, 24576}};
    static const pawl_vec2 ground[4] = {
        {-UNITS(6), -UNITS(1)}, {UNITS(6), -UNITS(1)}, {UNITS(6), 0}, {-UNITS(6), 0}};
    static const pawl_vec2 door[3] = {{UNITS(1), 0}, {UNITS(2), 0}, {UNITS(1), UNITS(3)}};
    static const pawl_vec2 plank[2] = {{-UNITS(3), UNITS(2)}, {0, UNITS(2)}};
    static const pawl_vec2 water[4] = {
        {UNITS(3), -UNITS(1)}, {UNITS(5), 0}, {UNITS(5), UNITS(1)}, {UNITS(3), UNITS(1)}};
    static const uint32_t ends[3] = {2, 3, 4}; /* of rings with so many points */
    static const pawl_level_polygon polygons[4] = {{{ground, &ends[2], 1}, 0},
                                                   {{door, &ends[1], 1}, 1},
                                                   {{plank, &ends[0], 1}, 2},
                                                   {{water, &ends[2], 1}, 3}};
    pawl_region regions[4];
    pawl_level_report report;
    pawl_level_def def = pawl_level_def_default();
    for (int i = 0; i < 4; i++)
        regions[i] = pawl_region_default();
    regions[1].friction = UNITS(1) / 4;
    regions[2].type = PAWL_REGION_ONE_WAY;
    regions[2].direction = pawl_rot_from_angle(PAWL_TURN(1, 4));
    regions[3].type = PAWL_REGION_AREA;
    def.polygons = polygons;
    def.polygon_count = 4;
    def.regions = regions;
    def.region_count = 4;
    def.walker_points = player;
    def.walker_point_count = 4;
    def.conservative = true;
    def.cells = 8;
    def.limits.segments = 32;
    def.limits.vertices = 44;
    def.limits.edges = 56;
    const size_t size = pawl_level_build_size(&def);
    const uint32_t room = 1400;
    void *const block = pawli_take(check, arena, room);
    pawli_arena rest = *arena;
    void *const memory = pawli_take(check, &rest, size);
    if (block == NULL || memory == NULL) return false;
    pawli_expect(check, "pawl_level_build()",
                 pawl_level_build(&def, memory, size, NULL, block, room, &report), PAWL_OK);
    pawli_fold(check, pawl_xxh32(block, report.size, 0));
    const pawl_status opened = pawl_level_open(block, report.size, level);
    pawli_expect(check, "pawl_level_open()", opened, PAWL_OK);
    return opened == PAWL_OK;
}

static void fold_place(pawli_check *check, pawl_place place) {
    pawli_fold_vec2(check, place.position);
    pawli_fold(check, place.triangle);
}

static pawl_place free_place(pawli_check *check, const pawl_level *level, const pawl_gates *gates,
                             pawl_vec2 point) {
    pawl_place place = {{0, 0}, 0};
    pawli_expect(check, "pawl_level_find_nearest_free()",
                 pawl_level_find_nearest_free(level, gates, point, &place), PAWL_OK);
    return place;
}

static void find_path(pawli_check *check, const pawl_level *level, const pawl_gates *gates,
                      pawl_place from, pawl_place to, pawli_arena arena) {
    pawl_vec2 points[12];
    pawl_path path = {points, 12, 0, 0, 0};
    const size_t size = pawl_shortest_path_size(level);
    void *const memory = pawli_take(check, &arena, size);
    if (memory == NULL) return;
    for (int way = 0; way < 2; way++) {
        path.count = 0;
        const pawl_status status =
            way == 0 ? pawl_level_find_path(level, gates, from, to, memory, size, &path)
                     : pawl_level_find_shortest_path(level, gates, from, to, memory, size, &path);
        pawli_expect(check, "a path", status, PAWL_OK);
        for (uint32_t i = 0; i < path.count; i++)
            pawli_fold_vec2(check, points[i]);
        pawli_fold_wide(check, path.length);
    }
}

/* Straight ways and slides, while the door opens and closes. */
static void run_doors(pawli_check *check) {
    pawli_arena arena = pawli_arena_make();
    pawl_random random = pawl_random_make(10, 6);
    pawl_level level;
    pawl_gates gates;
    memset(&gates, 0, sizeof gates);
    if (!build(check, &arena, &level)) return;
    uint32_t reached = 0;
    for (int16_t i = 0; i < WALKS; i++) {
        pawl_walk walk;
        pawl_step_report report;
        if (i % 8 == 7) pawl_gates_set_open(&gates, 1, !pawl_gates_is_open(&gates, 1));
        pawl_place from = free_place(check, &level, &gates, any_vec2(&random, UNITS(4)));
        const pawl_place to = free_place(check, &level, &gates, any_vec2(&random, UNITS(5)));
        fold_place(check, from);
        pawli_fold(check, pawl_level_is_in(&level, to.triangle, 3));
        pawli_fold(check, pawl_level_sees(&level, &gates, from, to.position));
        pawli_expect(check, "pawl_level_walk()",
                     pawl_level_walk(&level, &gates, from, to.position, &walk), PAWL_OK);
        pawli_fold(check, (uint32_t)walk.end + 4u * walk.triangle);
        reached += walk.end == PAWL_WALK_REACHED;
        if (i % 6 == 0) find_path(check, &level, &gates, from, to, arena);
        const pawl_vec2 move = any_vec2(&random, UNITS(3));
        pawli_expect(check, "pawl_level_step()",
                     pawl_level_step(&level, &gates, move, (i % 4) * (UNITS(1) / 8),
                                     i % 2 == 0 ? PAWL_FRICTION_COULOMB : PAWL_FRICTION_FACTOR,
                                     &from, &report),
                     PAWL_OK);
        fold_place(check, from);
        for (uint32_t k = 0; k < report.contact_count; k++)
            pawli_fold_rot(check, report.contacts[k].normal);
    }
    pawli_fold(check, reached);
    pawli_expect(check, "walks reach their end", reached > WALKS / 8, 1);
}

/* A player beside a lift, through the door and on the plank. */
static void run_lift(pawli_check *check) {
    static const pawl_vec2 lift[4] = {
        {-UNITS(1), -UNITS(1)}, {UNITS(1), -UNITS(1)}, {UNITS(1), 0}, {-UNITS(1), 0}};
    pawli_arena arena = pawli_arena_make();
    pawl_walker_def def = pawl_walker_def_default();
    pawl_platform platform = {lift, 4, {-UNITS(4), UNITS(1)}, {0, 0}, UNITS(1) / 2};
    pawl_level level;
    pawl_gates gates;
    pawl_walker walker;
    pawl_vec2 input = {0, 0};
    uint32_t carried = 0;
    memset(&gates, 0, sizeof gates);
    memset(&walker, 0, sizeof walker);
    if (!build(check, &arena, &level)) return;
    def.gravity = pawl_vec2_make(0, -UNITS(20));
    walker.place = free_place(check, &level, &gates, pawl_vec2_make(-UNITS(4), UNITS(3)));
    for (int16_t tick = 0; tick < TICKS; tick++) {
        pawl_step_report report;
        input.x = tick < 60 ? 0 : tick < 150 ? UNITS(1) : -UNITS(1) / 2;
        platform.move.y = (tick / 48 % 2 == 0 ? 1 : -1) * (UNITS(1) / 40);
        pawl_gates_set_open(&gates, 1, tick > 110);
        pawl_gates_set_open(&gates, 2, tick % 64 == 50);
        if (tick % 40 == 39 && walker.on_ground != 0) walker.velocity.y = UNITS(9);
        pawli_expect(check, "pawl_walker_step()",
                     pawl_walker_step(&level, &gates, &def, &platform, 1, input, &walker, &report),
                     PAWL_OK);
        platform.position = pawl_vec2_add(platform.position, platform.move);
        carried += walker.platform;
        fold_place(check, walker.place);
        pawli_fold_vec2(check, walker.velocity);
        pawli_fold_vec2(check, walker.remainder);
        pawli_fold(check, walker.on_ground + 2u * walker.platform + 4u * report.contact_count);
    }
    pawli_expect(check, "a lift carries", carried > 0, 1);
}

const pawli_episode pawli_levels_episodes[] = {
    {"polygons", run_polygons}, {"doors", run_doors}, {"lift", run_lift}, {NULL, NULL}};

void pawli_stage_levels(pawli_check *check) {
    pawli_run_episodes(check, pawli_levels_episodes);
}
