/* soft_scratch.c - how much scratch memory soft bodies need in a step, and where its arrays lie. */
#include "soft/soft_collide.h"

#include "base/align.h"
#include "base/arena.h"

#if PAWL_WITH_SOFT

/* Room in the pools of candidates: for each soft body, and of edges for each point, too. */
#define EDGES_EACH 16u
#define SHAPES_EACH 16u

/* Where each array begins, in bytes. */
typedef struct soft_scratch_map {
    uint32_t particles, rows, solver_softs, rigids, awake, rigid_slots, chain_marks;
    uint32_t candidates, starts, edges, shapes, found, ends, next_ends;
    uint32_t edge_capacity, shape_capacity;
    uint32_t size;
} soft_scratch_map;

PAWL_STATIC_ASSERT(PAWLI_FITS_ALIGNMENT(pawli_soft_particle, 8) &&
                       PAWLI_FITS_ALIGNMENT(pawli_soft_row, 8) &&
                       PAWLI_FITS_ALIGNMENT(pawli_soft_rigid, 8) &&
                       PAWLI_FITS_ALIGNMENT(pawli_soft_edge, 8),
                   "the arrays lie on multiples of eight bytes");

/* The largest capacities need less than 2^25 bytes. A world without soft bodies needs none. */
static soft_scratch_map map_soft_scratch(const pawl_world *world) {
    const uint32_t softs = world->soft_pool.capacity;
    const uint32_t points = world->soft_point_capacity, links = world->soft_link_capacity;
    const uint32_t bodies = softs == 0 ? 0 : world->body_pool.capacity;
    const uint32_t all_shapes = softs == 0 ? 0 : world->shape_pool.capacity;
    soft_scratch_map map;
    pawli_arena arena = {0, 8};
    map.edge_capacity = softs == 0 ? 0 : EDGES_EACH * softs + points;
    map.shape_capacity = SHAPES_EACH * softs;
    map.particles = pawli_arena_reserve(&arena, points, sizeof(pawli_soft_particle));
    map.rows = pawli_arena_reserve(&arena, links, sizeof(pawli_soft_row));
    map.solver_softs = pawli_arena_reserve(&arena, softs, sizeof(pawli_solver_soft));
    map.rigids = pawli_arena_reserve(&arena, bodies, sizeof(pawli_soft_rigid));
    map.awake = pawli_arena_reserve(&arena, softs, sizeof(uint16_t));
    map.rigid_slots = pawli_arena_reserve(&arena, bodies, sizeof(uint16_t));
    map.chain_marks = pawli_arena_reserve(&arena, points, sizeof(uint16_t));
    map.candidates = pawli_arena_reserve(&arena, softs, sizeof(pawli_soft_candidates));
    map.starts = pawli_arena_reserve(&arena, softs == 0 ? 0 : points, sizeof(pawli_soft_start));
    map.edges = pawli_arena_reserve(&arena, map.edge_capacity, sizeof(pawli_soft_edge));
    map.shapes = pawli_arena_reserve(&arena, map.shape_capacity, sizeof(uint16_t));
    map.found = pawli_arena_reserve(&arena, all_shapes, sizeof(uint16_t));
    map.ends = pawli_arena_reserve(&arena, softs == 0 ? 0 : points, sizeof(uint32_t));
    map.next_ends = pawli_arena_reserve(&arena, softs == 0 ? 0 : 2u * links, sizeof(uint32_t));
    map.size = (uint32_t)pawli_arena_end(&arena, 8);
    return map;
}

uint32_t pawli_soft_scratch_size(const pawl_world *world) {
    return map_soft_scratch(world).size;
}

void pawli_soft_scratch_carve(pawli_soft_step *step, void *scratch) {
    const soft_scratch_map map = map_soft_scratch(step->world);
    uint8_t *base = (uint8_t *)scratch;
    step->particles = (pawli_soft_particle *)(void *)(base + map.particles);
    step->rows = (pawli_soft_row *)(void *)(base + map.rows);
    step->solver_softs = (pawli_solver_soft *)(void *)(base + map.solver_softs);
    step->rigids = (pawli_soft_rigid *)(void *)(base + map.rigids);
    step->awake = (uint16_t *)(void *)(base + map.awake);
    step->rigid_slots = (uint16_t *)(void *)(base + map.rigid_slots);
    step->chain_marks = (uint16_t *)(void *)(base + map.chain_marks);
    step->candidates = (pawli_soft_candidates *)(void *)(base + map.candidates);
    step->starts = (pawli_soft_start *)(void *)(base + map.starts);
    step->edge_pool = (pawli_soft_edge *)(void *)(base + map.edges);
    step->shape_pool = (uint16_t *)(void *)(base + map.shapes);
    step->found_shapes = (uint16_t *)(void *)(base + map.found);
    step->surface_ends = (uint32_t *)(void *)(base + map.ends);
    step->next_surface_ends = (uint32_t *)(void *)(base + map.next_ends);
    step->edge_capacity = map.edge_capacity;
    step->shape_capacity = map.shape_capacity;
}

#endif
