/* trace.c - hashes of what the stages of a step produce: of all that a stage has for PAWL_TRACE, of
 * single objects for those that look for the first difference (traced.h).
 *
 * Of the state the hashes of its objects, which are the same on every machine; of what the step has
 * in its scratch memory, structs that are nothing but numbers of 32 bits as they lie, and objects
 * by their serials. */
#include "step/trace.h"

#include "base/optional.h"
#include "base/xxh32.h"
#include "world/canonical.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_joint_rows_copy);

/* The numbers of 32 bits from one member of a struct up to another, that one included. */
#define hash_members(hash, object, first, last) \
    hash_words(hash, &(object)->first,          \
               offsetof_end(object, last) -     \
                   (size_t)((const uint8_t *)&(object)->first - (const uint8_t *)(object)))
#define offsetof_end(object, member)                                           \
    (size_t)((const uint8_t *)&(object)->member - (const uint8_t *)(object)) + \
        sizeof((object)->member)

static void hash_words(pawli_xxh32 *hash, const void *at, size_t size) {
    const uint8_t *bytes = (const uint8_t *)at;
    PAWL_ASSERT(size % 4 == 0);
    for (size_t i = 0; i < size; i += 4) {
        uint32_t word;
        memcpy(&word, bytes + i, sizeof word);
        pawli_xxh32_word(hash, word);
    }
}

/* Four numbers of eight bits, or two of sixteen. */
static void hash_four(pawli_xxh32 *hash, unsigned a, unsigned b, unsigned c, unsigned d) {
    pawli_xxh32_word(hash, (uint32_t)(a & 255u) | (uint32_t)(b & 255u) << 8 |
                               (uint32_t)(c & 255u) << 16 | (uint32_t)(d & 255u) << 24);
}

static void hash_halves(pawli_xxh32 *hash, unsigned a, unsigned b) {
    pawli_xxh32_word(hash, (uint32_t)(a & 65535u) | (uint32_t)(b & 65535u) << 16);
}

static uint32_t serial_of_body(const pawli_step *step, uint16_t body) {
    return body == PAWLI_NONE ? 0 : step->bodies[body].serial;
}

/* ---- single objects in scratch ---- */

#define BODY_WORD(member) (uint8_t) offsetof(pawli_solver_body, member)

/* The order of the words is that of the simulation version, not that of the members. */
static const uint8_t body_words[] = {
    BODY_WORD(velocity.x), BODY_WORD(velocity.y),  BODY_WORD(spin),         BODY_WORD(move_x),
    BODY_WORD(move_y),     BODY_WORD(turn),        BODY_WORD(push.x),       BODY_WORD(push.y),
    BODY_WORD(push_spin),  BODY_WORD(keep_linear), BODY_WORD(keep_angular), BODY_WORD(turn_frac),
};

void pawli_trace_add_solver_body(const pawli_step *step, uint32_t index, pawli_xxh32 *hash) {
    const pawli_solver_body *body = &step->solver[index];
    pawli_xxh32_word(hash, serial_of_body(step, body->body));
    for (size_t i = 0; i < sizeof body_words; i++)
        hash_words(hash, (const uint8_t *)body + body_words[i], sizeof(uint32_t));
    hash_halves(hash, (uint16_t)body->spin_frac, body->flags);
    hash_halves(hash, (uint16_t)body->velocity_frac_x, (uint16_t)body->velocity_frac_y);
    hash_halves(hash, (uint16_t)body->move_frac_x, (uint16_t)body->move_frac_y);
}

static void hash_rolling(const pawli_contact_row *row, pawli_xxh32 *hash) {
    const pawli_rolling *rolling = &row->single.rolling;
    pawli_xxh32_word(hash, (uint32_t)rolling->resistance);
    if (rolling->resistance != 0) pawli_xxh32_word(hash, (uint32_t)rolling->impulse);
}

/* What of a point is the same from its preparation on changes nothing to hash again. */
void pawli_trace_add_row(const pawli_step *step, uint32_t index, pawli_xxh32 *hash) {
    const pawli_contact_row *row = &step->rows[index];
    hash_halves(hash, row->a, row->b);
    hash_four(hash, row->count, row->stiff, row->pressed, row->watched);
    hash_members(hash, row, normal_x, tangent_speed);
    for (int point = 0; point < row->count; point++) {
        hash_members(hash, &row->points[point], lever_a, tangent_impulse);
    }
    if (row->count == 1) hash_rolling(row, hash);
}

static void hash_joint_row(const pawli_step *step, const pawli_joint_row *row, bool is_hinge,
                           pawli_xxh32 *hash) {
    pawli_xxh32_word(hash, pawli_joints_const(step->world)[row->joint].serial);
    hash_halves(hash, row->a, row->b);
    hash_four(hash, row->type, row->flags, is_hinge, 0);
    hash_members(hash, row, alpha_a, mass.per_det);
    hash_members(hash, row, first_axis, second_y);
    hash_members(hash, row, slide, impulses);
}

void pawli_trace_add_joint_row(const pawli_step *step, uint32_t index, pawli_xxh32 *hash) {
    pawli_joint_row row;
    pawli_joint_rows_copy(step, index, &row);
    hash_joint_row(step, &row, step->solved_joints[index].row < step->hinge_count, hash);
}

void pawli_trace_add_awake(const pawli_step *step, uint32_t index, pawli_xxh32 *hash) {
    const uint16_t at = step->awake[index];
    pawli_xxh32_word(hash, serial_of_body(step, at));
    if (step->world->sleeping) {
        pawli_xxh32_word(hash, serial_of_body(step, pawli_islands_root(step, at)));
    }
}

#if PAWL_TRACE
/* ---- the state ---- */

static void add_type(const pawli_step *step, int type, pawli_xxh32 *hash) {
    pawli_xxh32_word(hash, pawli_canonical_world_type(step->world, type, 0, PAWL_LANES_DEFAULT));
}

static void add_softs(const pawli_step *step, pawli_xxh32 *hash) {
    add_type(step, PAWLI_OBJECT_SOFT, hash);
    add_type(step, PAWLI_OBJECT_SOFT_POINT, hash);
    add_type(step, PAWLI_OBJECT_SOFT_LINK, hash);
}

/* ---- what lives in scratch ---- */

static void hash_islands(const pawli_step *step, pawli_xxh32 *hash) {
    pawli_xxh32_word(hash, step->awake_count);
    for (uint32_t i = 0; i < step->awake_count; i++)
        pawli_trace_add_awake(step, i, hash);
    pawli_xxh32_word(hash, step->active_count);
    for (uint32_t i = 0; i < step->active_count; i++)
        pawli_xxh32_word(hash, step->active[i]);
}

static void hash_solver_bodies(const pawli_step *step, pawli_xxh32 *hash) {
    pawli_xxh32_word(hash, step->faults);
    for (uint32_t i = 1; i < step->solver_count; i++)
        pawli_trace_add_solver_body(step, i, hash);
}

static void hash_rows(const pawli_step *step, pawli_xxh32 *hash) {
    pawli_xxh32_word(hash, step->row_count);
    for (uint32_t i = 0; i < step->row_count; i++)
        pawli_trace_add_row(step, i, hash);
}

static void hash_joint_rows(const pawli_step *step, pawli_xxh32 *hash) {
    pawli_xxh32_word(hash, step->joint_count);
    for (uint32_t i = 0; i < step->joint_count; i++)
        pawli_trace_add_joint_row(step, i, hash);
}

static void hash_solver(const pawli_step *step, pawli_xxh32 *hash) {
    hash_solver_bodies(step, hash);
    hash_rows(step, hash);
    hash_joint_rows(step, hash);
}

/* ---- the stages ---- */

static void hash_stage(const pawli_step *step, pawl_stage stage, pawli_xxh32 *hash) {
    switch (stage) {
    case PAWL_STAGE_PAIRS:
        add_type(step, PAWLI_OBJECT_CONTACT, hash);
        add_type(step, PAWLI_OBJECT_SHAPE, hash);
        break;
    case PAWL_STAGE_MANIFOLDS:
        add_type(step, PAWLI_OBJECT_CONTACT, hash);
        break;
    case PAWL_STAGE_ISLANDS:
        hash_islands(step, hash);
        break;
    case PAWL_STAGE_PREPARE:
    case PAWL_STAGE_SOLVE:
    case PAWL_STAGE_INTEGRATE:
    case PAWL_STAGE_RELAX:
    case PAWL_STAGE_BOUNCE:
        hash_solver(step, hash);
        break;
    case PAWL_STAGE_CONTINUOUS:
        hash_solver_bodies(step, hash);
        add_softs(step, hash);
        break;
    case PAWL_STAGE_SLEEP:
        add_type(step, PAWLI_OBJECT_BODY, hash);
        add_softs(step, hash);
        break;
    case PAWL_STAGE_BEGIN:
    case PAWL_STAGE_FINISH:
    case PAWL_STAGE_END:
        pawli_xxh32_word(hash, pawli_canonical_world(step->world, 0, PAWL_LANES_DEFAULT));
        break;
    }
}

void pawli_trace(pawli_step *step, pawl_stage stage, uint32_t round) {
    pawli_xxh32 hash;
    pawli_stage_clock(step, stage);
    if (step->hooks.trace == NULL) return;
    pawli_xxh32_begin(&hash, (uint32_t)stage);
    hash_stage(step, stage, &hash);
    step->hooks.trace(step->hooks.context, step->world, stage, round, pawli_xxh32_end(&hash));
}
#endif
