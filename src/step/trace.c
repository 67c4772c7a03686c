/* trace.c - hashes of what the stages of a step produce, for PAWL_TRACE.
 *
 * Only what is the same on every machine: objects in creation order and by serial, never slots,
 * addresses, caches or what an array holds beyond its end. Structs that are nothing but numbers of
 * 32 bits are fed as they lie. */
#include "step/trace.h"

#if PAWL_TRACE
#include <string.h>

#include "base/xxh32.h"

/* The numbers of 32 bits from one member of a struct up to another, that one included. */
#define feed_members(hash, object, first, last) \
    feed_words(hash, &(object)->first,          \
               offsetof_end(object, last) -     \
                   (size_t)((const uint8_t *)&(object)->first - (const uint8_t *)(object)))
#define offsetof_end(object, member)                                           \
    (size_t)((const uint8_t *)&(object)->member - (const uint8_t *)(object)) + \
        sizeof((object)->member)

static void feed_words(pawli_xxh32 *hash, const void *at, size_t size) {
    const uint8_t *bytes = (const uint8_t *)at;
    PAWL_ASSERT(size % 4 == 0);
    for (size_t i = 0; i < size; i += 4) {
        uint32_t word;
        memcpy(&word, bytes + i, sizeof word);
        pawli_xxh32_word(hash, word);
    }
}

static void feed_wide(pawli_xxh32 *hash, uint64_t value) {
    pawli_xxh32_word(hash, (uint32_t)(value & UINT32_MAX));
    pawli_xxh32_word(hash, (uint32_t)(value >> 32));
}

/* Four numbers of eight bits, or two of sixteen. */
static void feed_bytes(pawli_xxh32 *hash, unsigned a, unsigned b, unsigned c, unsigned d) {
    pawli_xxh32_word(hash, (uint32_t)(a & 255u) | (uint32_t)(b & 255u) << 8 |
                               (uint32_t)(c & 255u) << 16 | (uint32_t)(d & 255u) << 24);
}

static void feed_halves(pawli_xxh32 *hash, unsigned a, unsigned b) {
    pawli_xxh32_word(hash, (uint32_t)(a & 65535u) | (uint32_t)(b & 65535u) << 16);
}

static uint32_t serial_of(const pawli_step *step, uint16_t body) {
    return body == PAWLI_NONE ? 0 : step->bodies[body].serial;
}

/* ---- the state ---- */

static void feed_world(const pawli_step *step, pawli_xxh32 *hash) {
    const pawl_world *world = step->world;
    feed_members(hash, world, gravity, scales);
    feed_members(hash, world, rate_numerator, rate_denominator);
    feed_halves(hash, world->substeps, world->sleeping);
    pawli_xxh32_word(hash, world->faults);
    feed_wide(hash, world->tick);
}

static void feed_rest_of_body(const pawli_step *step, const pawli_body *body, pawli_xxh32 *hash) {
    feed_bytes(hash, (unsigned)body->mass_exponent, (unsigned)body->per_gyration_exponent,
               (unsigned)body->frac_x, (unsigned)body->frac_y);
    feed_members(hash, body, gravity_scale, serial);
    feed_halves(hash, body->generation, body->quiet_steps);
    feed_bytes(hash, body->type, body->flags, 0, 0);
    feed_halves(hash, (unsigned)body->spin_frac, (unsigned)body->turn_frac);
    pawli_xxh32_word(hash, serial_of(step, body->island));
}

static void feed_bodies(const pawli_step *step, pawli_xxh32 *hash) {
    uint16_t at = step->world->first_body;
    for (; at != PAWLI_NONE; at = step->bodies[at].next) {
        const pawli_body *body = &step->bodies[at];
        feed_members(hash, body, position, per_gyration);
        feed_rest_of_body(step, body, hash);
    }
}

static void feed_geometry(const pawli_geometry *geometry, pawli_xxh32 *hash) {
    if (pawli_is_convex(geometry)) {
        const pawl_convex *convex = &geometry->convex;
        pawli_xxh32_word(hash, (uint32_t)convex->count);
        pawli_xxh32_word(hash, (uint32_t)convex->radius);
        feed_words(hash, convex->vertices, (size_t)convex->count * sizeof convex->vertices[0]);
    } else {
        feed_members(hash, &geometry->terrain, box, content);
    }
}

static void feed_shape(const pawli_step *step, const pawli_shape *shape, pawli_xxh32 *hash) {
    feed_members(hash, shape, fat_box, serial);
    pawli_xxh32_word(hash, serial_of(step, shape->body));
    feed_halves(hash, shape->generation, (unsigned)shape->group);
    feed_halves(hash, shape->flags, shape->rolling_resistance);
    if (pawli_is_breakable(shape)) pawli_xxh32_word(hash, shape->break_impulse);
}

static void feed_shapes(const pawli_step *step, bool with_geometry, pawli_xxh32 *hash) {
    const pawli_geometry *geometries = pawli_geometries(step->world);
    uint16_t body = step->world->first_body;
    for (; body != PAWLI_NONE; body = step->bodies[body].next) {
        uint16_t at = step->bodies[body].first_shape;
        for (; at != PAWLI_NONE; at = step->shapes[at].next) {
            feed_shape(step, &step->shapes[at], hash);
            if (with_geometry) feed_geometry(&geometries[step->shapes[at].geometry], hash);
        }
    }
}

static void feed_contacts(const pawli_step *step, bool with_manifold, pawli_xxh32 *hash) {
    for (uint32_t i = 0; i < step->world->contact_count; i++) {
        const pawli_contact *contact = &step->contacts[i];
        const unsigned flags = contact->flags & (unsigned)~PAWLI_CONTACT_IDLE;
        pawli_xxh32_word(hash, step->shapes[contact->shape_a].serial);
        pawli_xxh32_word(hash, step->shapes[contact->shape_b].serial);
        feed_bytes(hash, contact->feature[0], contact->feature[1], flags, contact->count);
        pawli_xxh32_word(hash, contact->edge);
        if (with_manifold) feed_members(hash, contact, normal, points);
    }
}

static void feed_joints(const pawli_step *step, pawli_xxh32 *hash) {
    const pawli_joint *joints = pawli_joints_const(step->world);
    for (uint16_t at = pawli_first_joint(step->world); at != PAWLI_NONE; at = joints[at].next) {
        const pawli_joint *joint = &joints[at];
        feed_wide(hash, (uint64_t)joint->turned);
        feed_wide(hash, (uint64_t)joint->motor_max);
        feed_wide(hash, (uint64_t)joint->force_max);
        feed_wide(hash, (uint64_t)joint->spring_force_max);
        feed_wide(hash, (uint64_t)joint->spring_torque_max);
        feed_wide(hash, (uint64_t)joint->break_force);
        feed_wide(hash, (uint64_t)joint->break_torque);
        feed_members(hash, joint, frame_a, serial);
        pawli_xxh32_word(hash, serial_of(step, joint->body_a));
        pawli_xxh32_word(hash, serial_of(step, joint->body_b));
        feed_bytes(hash, joint->type, joint->flags, joint->generation, joint->generation >> 8);
    }
}

/* Nothing where there are none. */
static void feed_softs(const pawli_step *step, pawli_xxh32 *hash) {
    const pawli_soft *softs = pawli_softs_const(step->world);
    for (uint16_t at = pawli_first_soft(step->world); at != PAWLI_NONE; at = softs[at].next) {
        const pawli_soft *soft = &softs[at];
        feed_wide(hash, (uint64_t)soft->target_area2);
        feed_members(hash, soft, friction, serial);
        feed_halves(hash, soft->point_count, soft->link_count);
        feed_halves(hash, soft->outline_count, soft->generation);
        feed_halves(hash, (unsigned)soft->group, soft->quiet_steps);
        feed_halves(hash, soft->pressure, soft->flags | (unsigned)soft->iterations << 8);
        for (uint16_t i = 0; i < soft->point_count; i++) {
            const pawli_soft_point *point =
                &pawli_soft_points_const(step->world)[soft->first_point + i];
            feed_members(hash, point, position, moved_y);
            feed_bytes(hash, (unsigned)point->frac_x, (unsigned)point->frac_y, point->flags, 0);
            pawli_xxh32_word(hash, (uint32_t)point->mass);
        }
        for (uint16_t i = 0; i < soft->link_count; i++) {
            const pawli_soft_link *link =
                &pawli_soft_links_const(step->world)[soft->first_link + i];
            feed_halves(hash, link->a, link->b);
            feed_halves(hash, link->c, link->type | (unsigned)link->flags << 8);
            feed_members(hash, link, place, place);
            feed_halves(hash, link->stiffness, link->tear);
        }
    }
}

static void feed_state(const pawli_step *step, pawli_xxh32 *hash) {
    feed_world(step, hash);
    feed_bodies(step, hash);
    feed_shapes(step, true, hash);
    feed_contacts(step, true, hash);
    feed_joints(step, hash);
    feed_softs(step, hash);
}

/* ---- what lives in scratch ---- */

static void feed_islands(const pawli_step *step, pawli_xxh32 *hash) {
    pawli_xxh32_word(hash, step->awake_count);
    for (uint32_t i = 0; i < step->awake_count; i++) {
        const uint16_t at = step->awake[i];
        pawli_xxh32_word(hash, serial_of(step, at));
        if (step->world->sleeping) {
            pawli_xxh32_word(hash, serial_of(step, pawli_islands_root(step, at)));
        }
    }
    pawli_xxh32_word(hash, step->active_count);
    for (uint32_t i = 0; i < step->active_count; i++)
        pawli_xxh32_word(hash, step->active[i]);
}

static void feed_solver_bodies(const pawli_step *step, pawli_xxh32 *hash) {
    pawli_xxh32_word(hash, step->faults);
    for (uint32_t i = 1; i < step->solver_count; i++) {
        const pawli_solver_body *body = &step->solver[i];
        pawli_xxh32_word(hash, serial_of(step, body->body));
        feed_members(hash, body, velocity, turn_frac);
        pawli_xxh32_word(hash, (uint32_t)(int32_t)body->spin_frac);
    }
}

static void feed_rolling(const pawli_contact_row *row, pawli_xxh32 *hash) {
    const pawli_rolling *rolling = &row->single.rolling;
    pawli_xxh32_word(hash, (uint32_t)rolling->resistance);
    if (rolling->resistance != 0) pawli_xxh32_word(hash, (uint32_t)rolling->impulse);
}

/* What of a point is the same from its preparation on changes nothing to hash again. */
static void feed_rows(const pawli_step *step, pawli_xxh32 *hash) {
    pawli_xxh32_word(hash, step->row_count);
    for (uint32_t i = 0; i < step->row_count; i++) {
        const pawli_contact_row *row = &step->rows[i];
        feed_halves(hash, row->a, row->b);
        feed_bytes(hash, row->count, row->stiff, row->pressed, row->watched);
        feed_members(hash, row, normal_x, tangent_speed);
        for (int point = 0; point < row->count; point++) {
            feed_members(hash, &row->points[point], lever_a, tangent_impulse);
            if (row->watched) pawli_xxh32_word(hash, (uint32_t)row->points[point].approach);
        }
        if (row->count == 1) feed_rolling(row, hash);
    }
}

static void feed_joint_rows(const pawli_step *step, pawli_xxh32 *hash) {
    const pawli_joint *joints = pawli_joints_const(step->world);
    pawli_xxh32_word(hash, step->joint_count);
    for (uint32_t i = 0; i < step->joint_count; i++) {
        const pawli_joint_row *row = &step->joints[i];
        pawli_xxh32_word(hash, joints[row->joint].serial);
        feed_halves(hash, row->a, row->b);
        feed_bytes(hash, row->type, row->flags, row->hinge, 0);
        feed_members(hash, row, alpha_a, per_det);
        feed_members(hash, row, first_axis, second_y);
        feed_members(hash, row, slide, impulses);
    }
}

static void feed_solver(const pawli_step *step, pawli_xxh32 *hash) {
    feed_solver_bodies(step, hash);
    feed_rows(step, hash);
    feed_joint_rows(step, hash);
}

/* ---- the stages ---- */

static void feed_stage(const pawli_step *step, pawl_stage stage, pawli_xxh32 *hash) {
    switch (stage) {
    case PAWL_STAGE_PAIRS:
        feed_contacts(step, false, hash);
        feed_shapes(step, false, hash);
        break;
    case PAWL_STAGE_MANIFOLDS:
        feed_contacts(step, true, hash);
        break;
    case PAWL_STAGE_ISLANDS:
        feed_islands(step, hash);
        break;
    case PAWL_STAGE_PREPARE:
    case PAWL_STAGE_SOLVE:
    case PAWL_STAGE_INTEGRATE:
    case PAWL_STAGE_RELAX:
    case PAWL_STAGE_BOUNCE:
        feed_solver(step, hash);
        break;
    case PAWL_STAGE_CONTINUOUS:
        feed_solver_bodies(step, hash);
        feed_softs(step, hash);
        break;
    case PAWL_STAGE_SLEEP:
        feed_bodies(step, hash);
        feed_softs(step, hash);
        break;
    case PAWL_STAGE_BEGIN:
    case PAWL_STAGE_FINISH:
    case PAWL_STAGE_END:
        feed_state(step, hash);
        break;
    }
}

void pawli_trace(const pawli_step *step, pawl_stage stage, uint32_t round) {
    pawli_xxh32 hash;
    if (step->hooks.trace == NULL) return;
    pawli_xxh32_begin(&hash, (uint32_t)stage);
    feed_stage(step, stage, &hash);
    step->hooks.trace(step->hooks.context, step->world, stage, round, pawli_xxh32_end(&hash));
}
#endif
