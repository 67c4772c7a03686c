/* soft_walls.h - worlds of walls with soft bodies in them, and an exact judge of who is where.
 *
 * The judge knows the walls as segments in the frame of their body. It looks at nothing but places
 * in the state: no link may have a point in common with a wall, no point may be in what is solid.
 * Nothing here needs Check; what must not happen ends the program. */
#ifndef SOFT_WALLS_H
#define SOFT_WALLS_H

#include "pawl/pawl.h"
#include "support/base/seeded.h"

#define FX(units) ((pawl_fx)((units)*65536.0))
#define VEC(x, y) pawl_vec2_make(FX(x), FX(y))

#define WALLS_MAX 4096
#define ARENA_TERRAINS 128
#define ARENA_SOFT_KINDS 5 /* of soft bodies: point, rope, blob, polygon, cloth */

typedef struct wall {
    pawl_vec2 a, b; /* the solid on the left, for walls that have one */
} wall;

typedef enum arena_kind {
    ARENA_ROOM = 0, /* one-sided loop, clockwise */
    ARENA_CAGE,     /* the same with two sides */
    ARENA_BLOCKS,   /* a room with loops of its own inside: blocks */
    ARENA_TILES,    /* a tile map with slopes and a rim */
    ARENA_ZIGZAG,   /* an open chain with two sides: only links are judged */
    ARENA_POLYGONS, /* a room of thin boxes, with polygons inside */
    ARENA_LEVEL,    /* a room around the outline of a level */
    ARENA_KIND_COUNT
} arena_kind;

typedef struct soft_arena {
    pawl_world *world;
    pawl_body_id ground;
    wall walls[WALLS_MAX];
    int wall_count;
    bool has_inside; /* places can be solid */
    bool moves;      /* the ground will: it passes over what is pinned, so nothing is */
    pawl_vec2 points[WALLS_MAX];
    int point_count;
    uint8_t cells[64 * 64];
    struct {
        pawl_shape_id shape;
        const void *data;
    } terrains[ARENA_TERRAINS];
    int terrain_count;
    pawl_box box; /* where things are put, in the frame of the ground */
} soft_arena;

/* Walls at random, and a world around them. `turn` of the ground. */
void make_arena(soft_arena *out, arena_kind kind, uint64_t *seed, const pawl_world_def *def,
                pawl_angle turn);
void free_arena(soft_arena *arena);

/* Ends the program, with a word on stderr, where it does not hold. */
void arena_insist(bool holds, const char *what);

pawl_vec2 arena_local(const soft_arena *arena, pawl_vec2 place);
pawl_vec2 arena_world(const soft_arena *arena, pawl_vec2 local);

/* Give a copy of the world, made from a snapshot, the data of its terrain. */
pawl_status arena_bind(const soft_arena *arena, pawl_world *world);

/* Whether a place in the frame of the ground is solid: exact, by the number of walls above it. */
bool arena_is_solid(const soft_arena *arena, pawl_vec2 local);
/* What is wrong with a soft body in words, or null. */
const char *arena_judge(const soft_arena *arena, pawl_soft_id soft);

/* A soft body somewhere free, however long it takes to find such a place; null handle when there is
 * none, or no room. kind: 0 point, 1 rope, 2 blob, 3 polygon, 4 cloth; some of its points may be
 * pinned, and its links tear. */
pawl_soft_id arena_add_soft(soft_arena *arena, uint64_t *seed, int kind);

/* Every point gets a velocity of its own, or all of them the same; up to the limit. */
void arena_kick(soft_arena *arena, pawl_soft_id soft, uint64_t *seed, pawl_fx speed, bool together);

pawl_fx seeded_pick(uint64_t *seed, pawl_fx low, pawl_fx high);

#endif
