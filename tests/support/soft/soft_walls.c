/* soft_walls.c - worlds of walls with soft bodies in them, and an exact judge of who is where. */
#include "support/soft/soft_walls.h"

#include "support/level/level_random.h"
#include "world/terrain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROPE_LINKS 6
#define BLOB_POINTS 8
#define POINTS_MAX 16
#define LINKS_MAX 64

void arena_insist(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "soft_walls: %s\n", what);
    abort();
}

/* ---- the judge ------------------------------------------------------------------------------- */

static int side_of(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c) {
    const int128 cross =
        ((int128)b.x - a.x) * ((int128)c.y - a.y) - ((int128)b.y - a.y) * ((int128)c.x - a.x);
    return cross > 0 ? 1 : cross < 0 ? -1 : 0;
}

static bool is_between(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c) {
    return (c.x - (int64_t)a.x) * (c.x - (int64_t)b.x) <= 0 &&
           (c.y - (int64_t)a.y) * (c.y - (int64_t)b.y) <= 0;
}

static bool are_apart(pawl_fx a, pawl_fx b, pawl_fx c, pawl_fx d) {
    return (a < c && a < d && b < c && b < d) || (a > c && a > d && b > c && b > d);
}

/* Closed segments, by the book. */
static bool do_meet(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c, pawl_vec2 d) {
    if (are_apart(a.x, b.x, c.x, d.x) || are_apart(a.y, b.y, c.y, d.y)) return false;
    const int ac = side_of(a, b, c), ad = side_of(a, b, d);
    const int ca = side_of(c, d, a), cb = side_of(c, d, b);
    if (ac * ad < 0 && ca * cb < 0) return true;
    return (ac == 0 && is_between(a, b, c)) || (ad == 0 && is_between(a, b, d)) ||
           (ca == 0 && is_between(c, d, a)) || (cb == 0 && is_between(c, d, b));
}

static pawli_frame frame_of(const soft_arena *arena) {
    const uint16_t slot = pawli_pool_find_body(arena->world, arena->ground);
    return pawli_body_frame(&pawli_bodies_const(arena->world)[slot]);
}

/* As the engine brings points into the frame of a body: its one rounding is not judged here. */
pawl_vec2 arena_local(const soft_arena *arena, pawl_vec2 place) {
    const pawli_frame frame = frame_of(arena);
    return pawl_vec2_add(pawl_unrotate(frame.rotation, pawl_vec2_sub(place, frame.position)),
                         frame.center);
}

pawl_vec2 arena_world(const soft_arena *arena, pawl_vec2 local) {
    const pawli_frame frame = frame_of(arena);
    return pawl_vec2_add(frame.position,
                         pawl_rotate(frame.rotation, pawl_vec2_sub(local, frame.center)));
}

/* The winding of the walls about the place; they have the solid on their left. On a wall counts as
 * solid. A room winds once clockwise: its inside is -1 + 1. */
bool arena_is_solid(const soft_arena *arena, pawl_vec2 p) {
    int winding = 0;
    for (int i = 0; i < arena->wall_count; i++) {
        const wall *w = &arena->walls[i];
        if ((w->a.y < p.y && w->b.y < p.y) || (w->a.y > p.y && w->b.y > p.y)) continue;
        const int side = side_of(w->a, w->b, p);
        if (side == 0 && is_between(w->a, w->b, p)) return true;
        if (w->a.y <= p.y && w->b.y > p.y && side > 0) winding++;
        if (w->a.y > p.y && w->b.y <= p.y && side < 0) winding--;
    }
    return winding >= 0;
}

static pawl_vec2 place_of(const soft_arena *arena, pawl_soft_id soft, uint32_t point) {
    pawl_soft_point at;
    arena_insist(pawl_soft_get_point(arena->world, soft, point, &at) == PAWL_OK, "no point");
    return arena_local(arena, at.position);
}

const char *arena_judge(const soft_arena *arena, pawl_soft_id soft) {
    static char text[256];
    const uint32_t points = pawl_soft_get_point_count(arena->world, soft);
    for (uint32_t i = 0; i < points && arena->has_inside; i++) {
        const pawl_vec2 at = place_of(arena, soft, i);
        if (!arena_is_solid(arena, at)) continue;
        snprintf(text, sizeof text, "point %u is in a wall at %d, %d", i, at.x, at.y);
        return text;
    }
    const uint32_t links = pawl_soft_get_link_count(arena->world, soft);
    for (uint32_t i = 0; i < links; i++) {
        pawl_soft_link link;
        arena_insist(pawl_soft_get_link(arena->world, soft, i, &link) == PAWL_OK, "no link");
        if (!(link.flags & PAWL_LINK_SURFACE) || (link.flags & PAWL_LINK_TORN)) continue;
        const pawl_vec2 a = place_of(arena, soft, link.a), b = place_of(arena, soft, link.b);
        for (int k = 0; k < arena->wall_count; k++) {
            const wall *w = &arena->walls[k];
            if (!do_meet(a, b, w->a, w->b)) continue;
            snprintf(text, sizeof text,
                     "link %u (%d, %d) - (%d, %d) meets wall %d (%d, %d) - "
                     "(%d, %d)",
                     i, a.x, a.y, b.x, b.y, k, w->a.x, w->a.y, w->b.x, w->b.y);
            return text;
        }
    }
    return NULL;
}

/* ---- walls ----------------------------------------------------------------------------------- */

static void add_wall(soft_arena *arena, pawl_vec2 a, pawl_vec2 b) {
    arena_insist(arena->wall_count < WALLS_MAX, "too many walls");
    arena->walls[arena->wall_count].a = a;
    arena->walls[arena->wall_count++].b = b;
}

static void keep_terrain(soft_arena *arena, pawl_shape_id shape, const void *data) {
    arena_insist(arena->terrain_count < ARENA_TERRAINS, "too much terrain");
    arena->terrains[arena->terrain_count].shape = shape;
    arena->terrains[arena->terrain_count++].data = data;
}

pawl_status arena_bind(const soft_arena *arena, pawl_world *world) {
    for (int i = 0; i < arena->terrain_count; i++) {
        const pawl_status status =
            pawl_shape_bind(world, arena->terrains[i].shape, arena->terrains[i].data);
        if (status != PAWL_OK) return status;
    }
    return pawl_world_find_unbound(world).index1 == 0 ? PAWL_OK : PAWL_ERR_ARGUMENT;
}

static void add_loop(soft_arena *arena, const pawl_vec2 *points, int count, bool one_sided) {
    const pawl_chain chain = {points, count, true, one_sided, false};
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    arena_insist(pawl_shape_create_chain(arena->world, arena->ground, &def, &chain, &shape) ==
                     PAWL_OK,
                 "no chain");
    keep_terrain(arena, shape, points);
    for (int i = 0; i < count; i++)
        add_wall(arena, points[i], points[(i + 1) % count]);
}

/* A star about a centre: corners at growing angles. `way` 1: counter-clockwise, a block. */
static void add_star(soft_arena *arena, uint64_t *seed, double x, double y, double least,
                     double most, int way, bool one_sided) {
    const int count = 5 + (int)(seeded_next(seed) >> 60) / 2;
    pawl_vec2 *points = &arena->points[arena->point_count];
    for (int i = 0; i < count; i++) {
        const double part = (double)(seeded_next(seed) >> 40) / (1 << 24);
        const double angle = way * 6.28318530 * (i + 0.7 * part) / count;
        const double r = least + (most - least) * (double)(seeded_next(seed) >> 40) / (1 << 24);
        points[i] = VEC(0, 0);
        points[i].x = (pawl_fx)lround((x + r * cos(angle)) * 65536);
        points[i].y = (pawl_fx)lround((y + r * sin(angle)) * 65536);
    }
    arena->point_count += count;
    add_loop(arena, points, count, one_sided);
}

static void add_blocks(soft_arena *arena, uint64_t *seed) {
    add_star(arena, seed, 0, 0, 14, 18, -1, true);
    for (int i = 0; i < 5; i++) {
        const double x = -6 + 6 * (i % 3), y = i < 3 ? -3.5 : 3.5;
        add_star(arena, seed, x, y, 0.3, 2, 1, true);
    }
}

static void add_zigzag(soft_arena *arena, uint64_t *seed) {
    const int count = 24;
    pawl_vec2 *points = &arena->points[arena->point_count];
    for (int i = 0; i < count; i++) {
        points[i].x = FX(i - 12) + seeded_pick(seed, -FX(0.3), FX(0.3));
        points[i].y = seeded_pick(seed, -FX(2), FX(2));
    }
    arena->point_count += count;
    const pawl_chain chain = {points, count, false, false, false};
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    arena_insist(pawl_shape_create_chain(arena->world, arena->ground, &def, &chain, &shape) ==
                     PAWL_OK,
                 "no chain");
    keep_terrain(arena, shape, points);
    for (int i = 0; i + 1 < count; i++)
        add_wall(arena, points[i], points[i + 1]);
    arena->has_inside = false;
}

/* The corners of a tile by its kind, counter-clockwise. */
static int corners_of(uint8_t tile, pawl_vec2 at, pawl_fx size, pawl_vec2 *out) {
    static const uint8_t has[] = {0, 0xF, 0x7, 0xB, 0xE, 0xD};
    const pawl_vec2 all[4] = {
        {at.x, at.y}, {at.x + size, at.y}, {at.x + size, at.y + size}, {at.x, at.y + size}};
    int count = 0;
    for (int i = 0; i < 4; i++) {
        if (has[tile] >> i & 1) out[count++] = all[i];
    }
    return count;
}

static bool has_wall(const soft_arena *arena, pawl_vec2 a, pawl_vec2 b, int *index) {
    for (*index = 0; *index < arena->wall_count; (*index)++) {
        const wall *w = &arena->walls[*index];
        if (w->a.x == a.x && w->a.y == a.y && w->b.x == b.x && w->b.y == b.y) return true;
    }
    return false;
}

/* Sides of two cells that lie against each other are no walls. */
static void add_side(soft_arena *arena, pawl_vec2 a, pawl_vec2 b) {
    int index;
    if (has_wall(arena, b, a, &index)) {
        arena->walls[index] = arena->walls[--arena->wall_count];
    } else {
        add_wall(arena, a, b);
    }
}

static void add_tiles(soft_arena *arena, uint64_t *seed) {
    const int side = 20;
    const pawl_fx size = PAWL_FX_ONE;
    const pawl_vec2 lower = VEC(-10, -10);
    for (int i = 0; i < side * side; i++) {
        const int x = i % side, y = i / side;
        const bool rim = x == 0 || y == 0 || x == side - 1 || y == side - 1;
        const unsigned dice = (unsigned)(seeded_next(seed) >> 40) % 100;
        arena->cells[i] = (uint8_t)(rim || dice < 12 ? 1 : dice < 20 ? 2 + dice % 4 : 0);
    }
    for (int i = 0; i < side * side; i++) {
        pawl_vec2 corners[4];
        const pawl_vec2 at = {lower.x + i % side * size, lower.y + i / side * size};
        const int count = corners_of(arena->cells[i], at, size, corners);
        for (int k = 0; k < count; k++)
            add_side(arena, corners[k], corners[(k + 1) % count]);
    }
    const pawl_tile_map map = {arena->cells, side, side, size, lower};
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    arena_insist(pawl_shape_create_tiles(arena->world, arena->ground, &def, &map, &shape) ==
                     PAWL_OK,
                 "no tile map");
    keep_terrain(arena, shape, arena->cells);
}

/* The rings of a random level: what is solid lies on their left. */
static pawl_ring_buffer outline_of(soft_arena *arena, uint64_t *seed, uint32_t *ends) {
    level_random_options options = level_random_default();
    options.polygon_count = 12;
    options.player_count = 1;
    options.grain = FX(0.25);
    level_random drawn = level_random_make(seeded_next(seed), &options);
    const level_built built = level_build_now(&drawn.def);
    pawl_ring_buffer rings = {
        &arena->points[arena->point_count], ends, 1000, ARENA_TERRAINS / 2, 0, 0};
    const pawl_status status = pawl_level_outline(&built.level, NULL, &rings);
    if (status != PAWL_OK) rings.ring_count = 0;
    free(built.block);
    level_random_free(&drawn);
    return rings;
}

/* The rounded crossings of a level may be too close for a chain. */
static bool is_coarse(const pawl_ring_buffer *rings) {
    uint32_t begin = 0;
    for (uint32_t r = 0; r < rings->ring_count; begin = rings->ends[r++]) {
        for (uint32_t i = begin; i < rings->ends[r]; i++) {
            const pawl_vec2 a = rings->points[i];
            const pawl_vec2 b = rings->points[i + 1 == rings->ends[r] ? begin : i + 1];
            const pawl_vec2 apart = pawl_vec2_sub(a, b);
            if (pawl_abs(apart.x) < FX(0.125) && pawl_abs(apart.y) < FX(0.125)) return false;
        }
    }
    return rings->ring_count > 0;
}

static void add_level(soft_arena *arena, uint64_t *seed) {
    uint32_t ends[ARENA_TERRAINS];
    add_star(arena, seed, 0, 0, 16, 20, -1, true);
    pawl_ring_buffer rings = outline_of(arena, seed, ends);
    for (int i = 0; i < 100 && !is_coarse(&rings); i++)
        rings = outline_of(arena, seed, ends);
    arena_insist(is_coarse(&rings), "no level");
    uint32_t begin = 0;
    for (uint32_t r = 0; r < rings.ring_count; begin = ends[r++])
        add_loop(arena, rings.points + begin, (int)(ends[r] - begin), true);
    arena->point_count += (int)begin;
}

static void add_convex(soft_arena *arena, const pawl_convex *convex) {
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    arena_insist(pawl_shape_create(arena->world, arena->ground, &def, convex, &shape) == PAWL_OK,
                 "no shape");
    for (int i = 0; i < convex->count; i++)
        add_wall(arena, convex->vertices[i], convex->vertices[(i + 1) % convex->count]);
}

/* Boxes around, thin ones, that overlap at the corners; the judge sees them as they are. */
static void add_polygons(soft_arena *arena, uint64_t *seed) {
    static const double rim[4][4] = {
        {0, -10, 10.5, 0.25}, {0, 10, 10.5, 0.25}, {-10, 0, 0.25, 10.5}, {10, 0, 0.25, 10.5}};
    pawl_convex convex;
    for (int i = 0; i < 4; i++) {
        arena_insist(pawl_make_box_at(FX(rim[i][2]), FX(rim[i][3]), VEC(rim[i][0], rim[i][1]), 0,
                                      &convex) == PAWL_OK,
                     "no box");
        add_convex(arena, &convex);
    }
    for (int i = 0; i < 8; i++) {
        const pawl_vec2 at = VEC(-6 + 4 * (i % 4), i < 4 ? -4 : 4);
        arena_insist(pawl_make_box_at(seeded_pick(seed, FX(0.05), FX(1.5)),
                                      seeded_pick(seed, FX(0.02), FX(0.4)), at,
                                      (pawl_angle)(seeded_next(seed) >> 32), &convex) == PAWL_OK,
                     "no box");
        add_convex(arena, &convex);
    }
}

void make_arena(soft_arena *out, arena_kind kind, uint64_t *seed, const pawl_world_def *def,
                pawl_angle turn) {
    memset(out, 0, sizeof *out);
    const size_t size = pawl_world_size(def);
    arena_insist(pawl_world_init(malloc(size), size, def, &out->world) == PAWL_OK, "no world");
    pawl_body_def body = pawl_body_def_default();
    body.position = VEC(100, -50);
    body.angle = turn;
    arena_insist(pawl_body_create(out->world, &body, &out->ground) == PAWL_OK, "no body");
    out->has_inside = true;
    out->box.lower = VEC(-9, -9);
    out->box.upper = VEC(9, 9);
    if (kind == ARENA_ROOM) add_star(out, seed, 0, 0, 5, 12, -1, true);
    if (kind == ARENA_CAGE) add_star(out, seed, 0, 0, 5, 12, -1, false);
    if (kind == ARENA_BLOCKS) add_blocks(out, seed);
    if (kind == ARENA_TILES) add_tiles(out, seed);
    if (kind == ARENA_ZIGZAG) add_zigzag(out, seed);
    if (kind == ARENA_POLYGONS) add_polygons(out, seed);
    if (kind == ARENA_LEVEL) add_level(out, seed);
    const bool outside_is_free = kind == ARENA_TILES || kind == ARENA_POLYGONS;
    if (outside_is_free) { /* a frame around all of it turns the winding about */
        const pawl_vec2 frame[4] = {VEC(-64, -64), VEC(-64, 64), VEC(64, 64), VEC(64, -64)};
        for (int i = 0; i < 4; i++)
            add_wall(out, frame[i], frame[(i + 1) % 4]);
    }
}

void free_arena(soft_arena *arena) {
    free(arena->world);
}

/* ---- soft bodies ----------------------------------------------------------------------------- */

static bool one_in(uint64_t *seed, uint32_t count) {
    return (seeded_next(seed) >> 33) % count == 0;
}

static pawl_status build(pawl_soft_parts *parts, uint64_t *seed, pawl_vec2 place, int kind) {
    const pawl_fx reach = FX(1.5), side = seeded_pick(seed, FX(0.25), FX(1));
    const pawl_vec2 to = {place.x + seeded_pick(seed, -reach, reach),
                          place.y + seeded_pick(seed, -reach, reach) / 2 + FX(0.1)};
    const pawl_vec2 corners[4] = {{place.x, place.y},
                                  {place.x + side, place.y},
                                  {place.x + side, place.y + side},
                                  {place.x, place.y + side}};
    const pawl_box box = {corners[0], corners[2]};
    const pawl_fx bend = one_in(seed, 2) ? FX(0.5) : 0;
    switch (kind) {
    case 0:
        memset(parts->points, 0, sizeof parts->points[0]);
        parts->points[0].position = place;
        parts->points[0].mass = PAWL_FX_ONE;
        parts->point_count = 1;
        return PAWL_OK;
    case 1:
        return pawl_soft_add_rope(parts, place, to, ROPE_LINKS, PAWL_FX_ONE, PAWL_FX_ONE, bend);
    case 2:
        return pawl_soft_add_blob(parts, place, seeded_pick(seed, FX(0.2), FX(0.9)), BLOB_POINTS,
                                  PAWL_FX_ONE, PAWL_FX_ONE, FX(0.2));
    case 3:
        return pawl_soft_add_polygon(parts, corners, 4, FX(2), FX(0.75), FX(0.5));
    default:
        return pawl_soft_add_cloth(parts, box, 3, 2, FX(0.5), PAWL_FX_ONE, bend);
    }
}

/* Links that tear, points that are pinned or as heavy as can be. */
static void make_odd(pawl_soft_parts *parts, uint64_t *seed, bool pins) {
    const pawl_fx tear = one_in(seed, 3) ? seeded_pick(seed, FX(1.125), FX(4)) : 0;
    for (uint32_t i = 0; i < parts->link_count; i++) {
        if (parts->links[i].type == PAWL_LINK_DISTANCE) parts->links[i].tear = tear;
    }
    const uint32_t at = (uint32_t)(seeded_next(seed) >> 33) % parts->point_count;
    if (one_in(seed, 6) && pins) parts->points[at].mass = 0;
    if (one_in(seed, 12)) parts->points[at].mass = PAWL_POINT_MASS_MAX;
}

static pawl_soft_id try_soft(soft_arena *arena, uint64_t *seed, int kind) {
    pawl_soft_point points[POINTS_MAX];
    pawl_soft_link links[LINKS_MAX];
    pawl_soft_parts parts = {points, links, POINTS_MAX, LINKS_MAX, 0, 0};
    const pawl_vec2 at = {seeded_pick(seed, arena->box.lower.x, arena->box.upper.x),
                          seeded_pick(seed, arena->box.lower.y, arena->box.upper.y)};
    arena_insist(build(&parts, seed, arena_world(arena, at), kind) == PAWL_OK, "no parts");
    make_odd(&parts, seed, !arena->moves);
    pawl_soft_def def = pawl_soft_def_default();
    def.points = points;
    def.links = links;
    def.point_count = parts.point_count;
    def.link_count = parts.link_count;
    if (kind == 2 || kind == 3) {
        def.outline_count = parts.point_count;
        def.pressure = FX(0.5);
    }
    def.restitution = one_in(seed, 2) ? FX(0.5) : 0;
    def.friction = one_in(seed, 2) ? FX(0.6) : 0;
    if (one_in(seed, 4)) def.radius = seeded_pick(seed, 16, FX(0.125));
    def.self_collide = one_in(seed, 4);
    def.iterations = (uint8_t)(1 + seeded_next(seed) % 8);
    pawl_soft_id soft = {0, 0};
    const pawl_status status = pawl_soft_create(arena->world, &def, &soft);
    arena_insist(status == PAWL_OK || status == PAWL_ERR_CAPACITY, "no soft body");
    return soft;
}

pawl_soft_id arena_add_soft(soft_arena *arena, uint64_t *seed, int kind) {
    for (int i = 0; i < 200; i++) {
        const pawl_soft_id soft = try_soft(arena, seed, kind);
        if (soft.index1 == 0 || arena_judge(arena, soft) == NULL) return soft;
        arena_insist(pawl_soft_destroy(arena->world, soft) == PAWL_OK, "a soft body stays");
    }
    return PAWL_NULL_SOFT;
}

void arena_kick(soft_arena *arena, pawl_soft_id soft, uint64_t *seed, pawl_fx speed,
                bool together) {
    pawl_vec2 velocity = {0, 0};
    const uint32_t count = pawl_soft_get_point_count(arena->world, soft);
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || !together) {
            velocity.x = seeded_pick(seed, -speed, speed);
            velocity.y = seeded_pick(seed, -speed, speed);
        }
        arena_insist(pawl_soft_set_point_velocity(arena->world, soft, i, velocity) == PAWL_OK,
                     "no velocity");
    }
}

pawl_fx seeded_pick(uint64_t *seed, pawl_fx low, pawl_fx high) {
    const uint64_t span = (uint64_t)((int64_t)high - low + 1);
    return (pawl_fx)(low + (int64_t)((seeded_next(seed) >> 16) % span));
}
