/* step_4_prepare.c - the solver's view: awake bodies in creation order, contacts in colour order.
 *
 * Colours. Contacts are visited in key order; each takes the lowest colour that neither of its
 * moving bodies has yet. So no two contacts of a colour share a moving body, and solving a colour
 * serially, in lanes or in threads gives the same bits. What finds no colour is solved alone,
 * afterwards, in key order. Contacts with static bodies come last: support from below has the
 * last word. The assignment depends on the contacts of connected bodies only, so islands stay
 * isolated from each other. */
#include "step/row.h"

#include <string.h>

/* Share of a velocity left after one sub-step of damping, Q0.31: 1 / (1 + h d), the implicit
 * form, which no damping can overshoot. h d in Q48 is below 2^58. */
static uint32_t keep_of(const pawli_step *step, pawl_fx damping) {
    const uint64_t one = UINT64_C(1) << 32;
    const uint64_t loss = ((uint64_t)damping * step->substep) >> 16;
    return (uint32_t)(((one << 31) - 1) / (one + loss));
}

static int32_t per_substep(const pawli_step *step, int64_t acceleration) {
    return pawli_near32((int64_t)pawl_saturate(acceleration) * step->substep, 32);
}

static void prepare_body(const pawli_step *step, uint16_t slot, pawli_solver_body *out) {
    const pawli_body *body = &step->bodies[slot];
    memset(out, 0, sizeof *out);
    out->velocity = body->velocity;
    out->spin = body->spin;
    out->spin_rest = body->spin_rest;
    out->body = slot;
    out->keep_linear = keep_of(step, body->linear_damping);
    out->keep_angular = keep_of(step, body->angular_damping);
    if (body->type != PAWL_DYNAMIC) return;
    const pawl_vec2 gravity = step->world->gravity;
    const pawl_fx scale = body->gravity_scale;
    out->push.x =
        per_substep(step, (int64_t)pawl_mul(gravity.x, scale) + body->acceleration.x);
    out->push.y =
        per_substep(step, (int64_t)pawl_mul(gravity.y, scale) + body->acceleration.y);
    out->push_spin = per_substep(step, body->spin_acceleration);
}

static void prepare_bodies(pawli_step *step) {
    memset(&step->solver[0], 0, sizeof step->solver[0]);
    step->solver_count = 1;
    for (uint16_t at = step->world->first_body; at != PAWLI_NONE; at = step->bodies[at].next) {
        step->solver_index[at] = 0;
        step->colour_masks[at] = 0;
        if (!(step->bodies[at].flags & PAWLI_BODY_AWAKE)) continue;
        step->solver_index[at] = (uint16_t)step->solver_count;
        prepare_body(step, at, &step->solver[step->solver_count++]);
    }
}

/* Lowest colour free in `taken`, `count` when all are taken. */
static uint32_t lowest_free(uint32_t taken, uint32_t count) {
    uint32_t colour = 0;
    while (colour < count && (taken >> colour & 1u)) colour++;
    return colour;
}

/* Bits 0..23 of a mask are dynamic colours, 24..31 static ones. */
static uint32_t choose_bucket(pawli_step *step, uint16_t a, uint16_t b) {
    uint32_t *masks = step->colour_masks;
    const bool a_moves = step->bodies[a].type == PAWL_DYNAMIC;
    const bool b_moves = step->bodies[b].type == PAWL_DYNAMIC;
    if (a_moves && b_moves) {
        const uint32_t colour = lowest_free(masks[a] | masks[b], PAWLI_DYNAMIC_COLOURS);
        if (colour < PAWLI_DYNAMIC_COLOURS) {
            masks[a] |= UINT32_C(1) << colour;
            masks[b] |= UINT32_C(1) << colour;
        }
        return colour;
    }
    uint32_t *mask = a_moves ? &masks[a] : &masks[b];
    const uint32_t colour = lowest_free(*mask >> PAWLI_DYNAMIC_COLOURS, PAWLI_STATIC_COLOURS);
    if (colour < PAWLI_STATIC_COLOURS) *mask |= UINT32_C(1) << (PAWLI_DYNAMIC_COLOURS + colour);
    return PAWLI_DYNAMIC_COLOURS + 1 + colour;
}

/* Touching contacts with at least one awake dynamic body. */
static bool is_solved(const pawli_step *step, const pawli_contact *contact) {
    if (!(contact->flags & PAWLI_CONTACT_TOUCHING)) return false;
    const pawli_body *a = &step->bodies[step->shapes[contact->shape_a].body];
    const pawli_body *b = &step->bodies[step->shapes[contact->shape_b].body];
    return (a->type == PAWL_DYNAMIC && (a->flags & PAWLI_BODY_AWAKE)) ||
           (b->type == PAWL_DYNAMIC && (b->flags & PAWLI_BODY_AWAKE));
}

/* A counting sort by bucket: first the bucket of each contact, then the place of each row. */
static void colour_contacts(pawli_step *step, uint32_t places[PAWLI_BUCKETS]) {
    const pawl_world *world = step->world;
    uint32_t counts[PAWLI_BUCKETS] = {0};
    for (uint32_t i = 0; i < world->contact_count; i++) {
        const pawli_contact *contact = &step->contacts[i];
        step->row_of[i] = PAWLI_NO_ROW;
        if (!is_solved(step, contact)) continue;
        step->row_of[i] = choose_bucket(step, step->shapes[contact->shape_a].body,
                                        step->shapes[contact->shape_b].body);
        counts[step->row_of[i]]++;
    }
    uint32_t place = 0;
    for (int i = 0; i < PAWLI_BUCKETS; i++) {
        places[i] = place;
        place += counts[i];
        const bool overflow = i == PAWLI_DYNAMIC_COLOURS || i == PAWLI_BUCKETS - 1;
        if (overflow) {
            step->world->counters.overflow += counts[i];
        } else if (counts[i] > 0) {
            step->world->counters.colours++;
        }
    }
    step->row_count = place;
}

void pawli_prepare(pawli_step *step) {
    pawl_world *world = step->world;
    uint32_t places[PAWLI_BUCKETS];
    step->soft = pawli_soften(world, 1);
    step->stiff = pawli_soften(world, 2);
    prepare_bodies(step);
    colour_contacts(step, places);
    for (uint32_t i = 0; i < world->contact_count; i++) {
        if (step->row_of[i] == PAWLI_NO_ROW) continue;
        step->row_of[i] = places[step->row_of[i]]++;
        pawli_row *row = &step->rows[step->row_of[i]];
        row->contact = i;
        pawli_prepare_row(step, &step->contacts[i], row);
        world->counters.touching++;
        world->counters.points += row->count;
    }
}
