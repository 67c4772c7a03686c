/* scratch.c - the scratch region: arrays that the phases of a step share. */
#include "step/step.h"

#include "base/align.h"
#include "base/arena.h"

/* Offsets of the arrays; the largest capacities need less than 2^26 bytes. */
typedef struct scratch_map {
    uint32_t solver, solver_index, marks, island_parent, awake, active, rows, joints, solved_joints,
        turned, alone;
    uint32_t size;
} scratch_map;

/* In lanes bodies are read and written as 16 bytes, and four of those fit a cache line: solver
 * bodies begin where one does, of whatever address. No result knows. Scratch memory is aligned like
 * uint64_t. */
#if PAWL_WITH_LANES
#define SCRATCH_LINE 64u
#define SCRATCH_GAP_MAX (SCRATCH_LINE - 8u)

static size_t gap_before(const void *scratch) {
    return (SCRATCH_LINE - (size_t)((uintptr_t)scratch % SCRATCH_LINE)) % SCRATCH_LINE;
}
#else
#define SCRATCH_GAP_MAX 0u
#define gap_before(scratch) ((void)(scratch), 0u)
#endif

/* Nothing in here holds 64-bit numbers. */
PAWL_STATIC_ASSERT(PAWLI_FITS_ALIGNMENT(pawli_solver_body, 4) &&
                       PAWLI_FITS_ALIGNMENT(pawli_contact_row, 4) &&
                       PAWLI_FITS_ALIGNMENT(pawli_joint_row, 4) &&
                       PAWLI_FITS_ALIGNMENT(pawli_hinge_row, 4),
                   "the arrays lie on multiples of four bytes");

PAWL_STATIC_ASSERT(sizeof(pawli_hinge_row) <= sizeof(pawli_joint_row),
                   "hinges and other joints share their memory");

static scratch_map scratch_map_of(const pawl_world *world) {
    const uint32_t bodies = world->body_pool.capacity;
    const uint32_t contacts = world->contact_capacity;
    scratch_map map;
    pawli_arena arena = {0, 4};
    map.solver = pawli_arena_reserve(&arena, bodies + 1, sizeof(pawli_solver_body));
    map.solver_index = pawli_arena_reserve(&arena, bodies, sizeof(uint16_t));
    map.marks = pawli_arena_reserve(&arena, bodies, sizeof(uint32_t));
    map.island_parent = pawli_arena_reserve(&arena, bodies, sizeof(uint16_t));
    map.awake = pawli_arena_reserve(&arena, bodies, sizeof(uint16_t));
    map.active = pawli_arena_reserve(&arena, contacts, sizeof(uint32_t));
    map.rows = pawli_arena_reserve(&arena, contacts, sizeof(pawli_contact_row));
    const uint32_t joints = world->joint_pool.capacity;
    map.joints = pawli_arena_reserve(&arena, joints, sizeof(pawli_joint_row));
    map.solved_joints = pawli_arena_reserve(&arena, joints, sizeof(pawli_solved_joint));
    map.turned = pawli_arena_reserve(&arena, joints == 0 ? 0 : bodies + 1, sizeof(pawl_rot));
    map.alone =
        pawli_arena_reserve(&arena, PAWLI_BIT_WORDS(world->shape_pool.capacity), sizeof(uint32_t));
    map.size = (uint32_t)pawli_arena_end(&arena, 8) + SCRATCH_GAP_MAX;
    return map;
}

uint32_t pawli_scratch_size(const pawl_world *world) {
    return scratch_map_of(world).size;
}

void pawli_scratch_carve(pawli_step *step, void *scratch) {
    const scratch_map map = scratch_map_of(step->world);
    uint8_t *base = (uint8_t *)scratch + gap_before(scratch);
    step->solver = (pawli_solver_body *)(void *)(base + map.solver);
    step->solver_index = (uint16_t *)(void *)(base + map.solver_index);
    step->marks = (uint32_t *)(void *)(base + map.marks);
    step->island_parent = (uint16_t *)(void *)(base + map.island_parent);
    step->awake = (uint16_t *)(void *)(base + map.awake);
    step->active = (uint32_t *)(void *)(base + map.active);
    step->rows = (pawli_contact_row *)(void *)(base + map.rows);
    step->joints = (pawli_joint_row *)(void *)(base + map.joints);
    step->hinges = (pawli_hinge_row *)(void *)(base + map.joints);
    step->solved_joints = (pawli_solved_joint *)(void *)(base + map.solved_joints);
    step->turned = (pawl_rot *)(void *)(base + map.turned);
    step->alone = (uint32_t *)(void *)(base + map.alone);
    step->pairs = (pawli_shape_pair *)(void *)step->rows;
    step->soft_scratch = (uint8_t *)scratch + map.size;
}
