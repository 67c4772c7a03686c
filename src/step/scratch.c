/* scratch.c - the scratch region: arrays that the phases of a step share. */
#include "step/step.h"

#include "base/align.h"

/* Offsets of the arrays; the largest capacities need less than 2^26 bytes. */
typedef struct scratch_map {
    uint32_t solver, solver_index, marks, island_parent, movers, awake, active, rows, joints,
        turned, alone;
    uint32_t size;
} scratch_map;

/* Nothing in here holds 64-bit numbers. */
PAWL_STATIC_ASSERT(PAWLI_FITS_ALIGNMENT(pawli_solver_body, 4) &&
                       PAWLI_FITS_ALIGNMENT(pawli_contact_row, 4) &&
                       PAWLI_FITS_ALIGNMENT(pawli_joint_row, 4),
                   "the arrays lie on multiples of four bytes");

static uint32_t reserve_scratch(uint32_t *end, uint32_t count, size_t size) {
    const uint32_t start = *end;
    *end = start + (uint32_t)((count * size + 3u) & ~(size_t)3u);
    return start;
}

static scratch_map scratch_map_of(const pawl_world *world) {
    const uint32_t bodies = world->body_pool.capacity;
    const uint32_t contacts = world->contact_capacity;
    scratch_map map;
    uint32_t end = 0;
    map.solver = reserve_scratch(&end, bodies + 1, sizeof(pawli_solver_body));
    map.solver_index = reserve_scratch(&end, bodies, sizeof(uint16_t));
    map.marks = reserve_scratch(&end, bodies, sizeof(uint32_t));
    map.island_parent = reserve_scratch(&end, bodies, sizeof(uint16_t));
    map.movers = reserve_scratch(&end, bodies, sizeof(uint16_t));
    map.awake = reserve_scratch(&end, bodies, sizeof(uint16_t));
    map.active = reserve_scratch(&end, contacts, sizeof(uint32_t));
    map.rows = reserve_scratch(&end, contacts, sizeof(pawli_contact_row));
    const uint32_t joints = world->joint_pool.capacity;
    map.joints = reserve_scratch(&end, joints, sizeof(pawli_joint_row));
    map.turned = reserve_scratch(&end, joints == 0 ? 0 : bodies + 1, sizeof(pawl_rot));
    map.alone =
        reserve_scratch(&end, PAWLI_BIT_WORDS(world->shape_pool.capacity), sizeof(uint32_t));
    map.size = (end + 7u) & ~UINT32_C(7);
    return map;
}

uint32_t pawli_scratch_size(const pawl_world *world) {
    return scratch_map_of(world).size;
}

void pawli_scratch_carve(pawli_step *step, void *scratch) {
    const scratch_map map = scratch_map_of(step->world);
    uint8_t *base = (uint8_t *)scratch;
    step->solver = (pawli_solver_body *)(void *)(base + map.solver);
    step->solver_index = (uint16_t *)(void *)(base + map.solver_index);
    step->marks = (uint32_t *)(void *)(base + map.marks);
    step->island_parent = (uint16_t *)(void *)(base + map.island_parent);
    step->movers = (uint16_t *)(void *)(base + map.movers);
    step->awake = (uint16_t *)(void *)(base + map.awake);
    step->active = (uint32_t *)(void *)(base + map.active);
    step->rows = (pawli_contact_row *)(void *)(base + map.rows);
    step->joints = (pawli_joint_row *)(void *)(base + map.joints);
    step->turned = (pawl_rot *)(void *)(base + map.turned);
    step->alone = (uint32_t *)(void *)(base + map.alone);
    step->pairs = (pawli_shape_pair *)(void *)step->rows;
    step->soft_scratch = base + map.size;
}
