/* level_random.c - see level_random.h. */
#include "support/level/level_random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pawl/convex.h"
#include "support/base/seeded.h"

#define RINGS_MAX 3u /* of a polygon */
#define POINTS_MAX 20u
#define PLAYER_MAX 8u

level_random_options level_random_default(void) {
    level_random_options options;
    memset(&options, 0, sizeof options);
    options.polygon_count = 60;
    options.region_count = 1;
    options.player_count = 8;
    options.player_radius = PAWL_FX(0, 1, 2);
    options.room = PAWL_FX(5, 0, 1);
    options.grain = 1;
    return options;
}

static pawl_fx between(uint64_t *seed, pawl_fx low, pawl_fx high) {
    return low + (pawl_fx)(seeded_next(seed) % (uint64_t)((int64_t)high - low + 1));
}

static pawl_fx grained(pawl_fx value, pawl_fx grain) {
    const int64_t shifted = (int64_t)value + INT64_C(1) * grain * 65536;
    return (pawl_fx)(shifted / grain * grain - INT64_C(1) * grain * 65536);
}

/* Points in this direction from the centre. */
static pawl_vec2 ray(pawl_vec2 center, pawl_angle angle, pawl_fx radius) {
    const pawl_vec2 arm = {radius, 0};
    return pawl_vec2_add(center, pawl_rotate(pawl_rot_from_angle(angle), arm));
}

typedef struct drawing {
    uint64_t seed;
    const level_random_options *options;
    level_random *level;
    uint32_t points, rings; /* so far */
} drawing;

static void add_point(drawing *on, pawl_vec2 point) {
    const pawl_fx grain = on->options->grain;
    const pawl_vec2 placed = {grained(point.x, grain), grained(point.y, grain)};
    on->level->points[on->points++] = pawl_vec2_add(placed, on->options->shift);
}

/* A ring of `count` points about a centre, one in each sector of a turn; radii between two. */
static void add_ring(drawing *on, pawl_vec2 center, uint32_t count, pawl_fx least, pawl_fx most,
                     bool clockwise) {
    const uint32_t sector = UINT32_MAX / count;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t turn = clockwise ? count - 1 - i : i;
        const pawl_angle within = (pawl_angle)(seeded_next(&on->seed) % (sector / 2 + 1));
        add_point(on, ray(center, turn * sector + within, between(&on->seed, least, most)));
    }
    on->level->ends[on->rings++] = on->points;
}

static void add_polygon(drawing *on, pawl_level_polygon *polygon, pawl_vec2 center) {
    level_random *const level = on->level;
    const uint32_t first = on->rings, first_point = on->points;
    const uint64_t kind = seeded_next(&on->seed) % 20;
    const pawl_fx one = PAWL_FX_ONE;
    const bool clockwise = seeded_next(&on->seed) % 4 == 0;
    if (kind < 11) { /* a star */
        add_ring(on, center, 5 + (uint32_t)(seeded_next(&on->seed) % 10), one / 2, 3 * one,
                 clockwise);
    } else if (kind < 16) { /* nearly round, often convex */
        add_ring(on, center, 3 + (uint32_t)(seeded_next(&on->seed) % 5), 2 * one, 2 * one + one / 8,
                 clockwise);
    } else if (kind < 18) { /* a frame */
        add_ring(on, center, 8, 2 * one, 3 * one, false);
        add_ring(on, center, 4, one / 2, one, true);
    } else { /* a wall of two pieces */
        for (int i = 0; i < 2; i++) {
            add_point(on, center);
            center = ray(center, (pawl_angle)seeded_next(&on->seed), 2 * one);
            add_point(on, center);
            level->ends[on->rings++] = on->points;
        }
    }
    for (uint32_t i = first; i < on->rings; i++)
        level->ends[i] -= first_point;
    polygon->rings.points = level->points + first_point;
    polygon->rings.ends = level->ends + first;
    polygon->rings.count = on->rings - first;
    const uint32_t regions = on->options->region_count;
    polygon->region = 0;
    if (regions > 1 && seeded_next(&on->seed) % 3 == 0)
        polygon->region = (uint16_t)(1 + seeded_next(&on->seed) % (regions - 1));
    level->edge_count += on->points - first_point;
}

static void add_player(level_random *level, const level_random_options *options) {
    for (uint32_t i = 0; i < options->player_count; i++) {
        const pawl_angle eighth = UINT32_MAX / 16;
        const pawl_angle angle = (pawl_angle)(((uint64_t)i << 32) / options->player_count) + eighth;
        const pawl_vec2 origin = {0, 0};
        level->player[i] =
            ray(origin, angle, options->player_count == 1 ? 0 : options->player_radius);
    }
    const int32_t count = pawl_hull(level->player, (int32_t)options->player_count, level->player);
    level->def.walker_points = level->player;
    level->def.walker_point_count = count < 0 ? 0 : (uint32_t)count;
}

static void add_regions(level_random *level, uint32_t count, uint64_t *seed) {
    for (uint32_t i = 0; i < count; i++) {
        level->regions[i].user_data = i + 100;
        level->regions[i].type = (uint8_t)(i == 0 ? PAWL_REGION_WALL : i % 3);
        level->regions[i].friction = between(seed, 0, PAWL_FX_ONE);
        level->regions[i].direction = pawl_rot_from_angle((pawl_angle)seeded_next(seed));
    }
    level->def.regions = level->regions;
    level->def.region_count = count;
}

static uint32_t root_of(uint32_t count) {
    uint32_t root = 1;
    while (root * root < count)
        root++;
    return root;
}

level_random level_random_make(uint64_t seed, const level_random_options *options) {
    const uint32_t count = options->polygon_count;
    level_random level;
    memset(&level, 0, sizeof level);
    level.def = pawl_level_def_default();
    level.polygons = calloc(count + 1u, sizeof *level.polygons);
    level.regions = calloc(options->region_count, sizeof *level.regions);
    level.points = calloc((size_t)count * POINTS_MAX + 1, sizeof *level.points);
    level.ends = calloc((size_t)count * RINGS_MAX + 1, sizeof *level.ends);
    level.player = calloc(PLAYER_MAX, sizeof *level.player);
    drawing on = {seed, options, &level, 0, 0};
    const pawl_fx half = (pawl_fx)((int64_t)options->room * root_of(count) / 2);
    for (uint32_t i = 0; i < count; i++) {
        const pawl_vec2 center = {between(&on.seed, -half, half), between(&on.seed, -half, half)};
        add_polygon(&on, &level.polygons[i], center);
    }
    level.def.polygons = level.polygons;
    level.def.polygon_count = count;
    add_regions(&level, options->region_count, &on.seed);
    add_player(&level, options);
    return level;
}

void level_random_free(level_random *level) {
    free(level->polygons);
    free(level->regions);
    free(level->points);
    free(level->ends);
    free(level->player);
}

level_built level_build_now(const pawl_level_def *def) {
    level_built built;
    memset(&built, 0, sizeof built);
    const size_t need = pawl_level_build_size(def);
    void *const memory = malloc(need + 1);
    uint32_t room = 1u << 16;
    pawl_status status;
    for (;;) {
        free(built.block);
        built.block = malloc(room);
        status = pawl_level_build(def, memory, need, NULL, built.block, room, &built.report);
        if (status != PAWL_ERR_MEMORY || built.report.size <= room) break;
        room = built.report.size;
    }
    free(memory);
    built.size = built.report.size;
    if (status == PAWL_OK) status = pawl_level_open(built.block, built.size, &built.level);
    if (status != PAWL_OK) {
        fprintf(stderr, "level not built: %s: %s, polygon %u\n", pawl_status_text(status),
                built.report.reason, (unsigned)built.report.polygon);
        abort();
    }
    return built;
}
