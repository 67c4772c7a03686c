/* row_begin.h - internal: what a row of a contact has that is new in each step, whether the rest of
 * it is made or was kept. */
#ifndef PAWLI_ROW_BEGIN_H
#define PAWLI_ROW_BEGIN_H

#include "solver/contact_row.h"

/* What an anchor is to the normal: r x n and r . n in Q16.16. The tangent is (n.y, -n.x), so
 * r x t = -(r . n). */
typedef struct pawli_arm_axes {
    int64_t cross, dot;
} pawli_arm_axes;

/* |r| is below 2^30 raw and n a unit vector in Q2.30: products below 2^61. */
PAWLI_INLINE pawli_arm_axes pawli_arm_split(pawl_vec2 arm, pawl_rot n) {
    const pawli_arm_axes axes = {
        pawli_near(pawli_product_subtract(arm.x, n.s, arm.y, n.c), 30),
        pawli_near(pawli_product_add(arm.x, n.c, arm.y, n.s), 30),
    };
    return axes;
}

/* What of a point of a row is new in each step. */
PAWLI_INLINE void pawli_arm_place(const pawli_contact_point *from, const pawli_drift *drift,
                                  pawli_arm_axes a, pawli_arm_axes b,
                                  pawli_contact_row_point *point) {
    point->separation = pawl_saturate(from->separation * INT64_C(64) + drift->along +
                                      pawli_turned_along(drift->turn_b, b.cross, b.dot) -
                                      pawli_turned_along(drift->turn_a, a.cross, a.dot));
    point->gap = point->separation;
    point->normal_impulse = from->normal_impulse;
    point->tangent_impulse = from->tangent_impulse;
}

/* The solver body of a body slot: 0 for a body that is not awake. */
PAWLI_INLINE uint16_t pawli_solver_index_of(const pawli_contact_setup *setup,
                                            const pawli_body *body, uint16_t slot) {
    return (body->flags & PAWLI_BODY_AWAKE) ? setup->solver_index[slot] : 0;
}

/* What meets. */
typedef struct pawli_contact_sides {
    const pawli_shape *shape_a, *shape_b;
    const pawli_body *a, *b;
} pawli_contact_sides;

/* `own` is for a shape whose edge has a material that is not the shape's. */
PAWLI_INLINE pawli_contact_sides pawli_contact_sides_of(const pawli_contact_setup *setup,
                                                        const pawli_contact *contact,
                                                        pawli_shape *own) {
    const pawl_world *world = setup->world;
    const pawli_shape *shapes = pawli_shapes_const(world);
    const pawli_shape *shape_a = &shapes[contact->shape_a], *shape_b = &shapes[contact->shape_b];
    const pawli_body *bodies = pawli_bodies_const(world);
    if (PAWL_WITH_CHAINS && setup->take_material != NULL)
        setup->take_material(world, contact, own, &shape_a, &shape_b);
    pawli_contact_sides sides = {shape_a, shape_b, &bodies[shape_a->body], &bodies[shape_b->body]};
    PAWLI_AS_IT_STANDS(sides.shape_a);
    PAWLI_AS_IT_STANDS(sides.shape_b);
    PAWLI_AS_IT_STANDS(sides.a);
    PAWLI_AS_IT_STANDS(sides.b);
    return sides;
}

/* All but points, shares and couplings. */
PAWLI_INLINE void pawli_contact_row_begin(pawli_contact_setup *setup, const pawli_contact *contact,
                                          const pawli_contact_sides *sides,
                                          pawli_contact_row *row) {
    const pawli_shape *shape_a = sides->shape_a, *shape_b = sides->shape_b;
    const pawli_body *a = sides->a, *b = sides->b;
    const pawl_rot n = contact->normal;
    PAWL_ASSERT(contact->count == 1 || contact->count == 2);
    PAWL_ASSERT(a->type == PAWL_DYNAMIC || b->type == PAWL_DYNAMIC);
    row->a = pawli_solver_index_of(setup, a, shape_a->body);
    row->b = pawli_solver_index_of(setup, b, shape_b->body);
    row->count = contact->count;
    row->stiff = a->type != PAWL_DYNAMIC || b->type != PAWL_DYNAMIC;
    row->pressed = (a->flags | b->flags) & PAWLI_BODY_LOCKS ? PAWLI_PRESSED_LOCKED : 0;
    row->normal_x = pawli_near32(n.c, 6);
    row->normal_y = pawli_near32(n.s, 6);
    row->friction = pawli_mix_friction(shape_a->friction, shape_b->friction);
    row->restitution =
        PAWL_WITH_RESTITUTION ? pawl_max(shape_a->restitution, shape_b->restitution) : 0;
    if (PAWL_WITH_RESTITUTION && row->restitution != 0) setup->may_bounce = true;
    row->tangent_speed = pawl_add(shape_a->tangent_speed, shape_b->tangent_speed);
    if (PAWLI_LARGE_CODE && row->tangent_speed != 0) setup->may_carry = true;
    row->watched = row->restitution > 0 || setup->watches_all ||
                   ((shape_a->flags | shape_b->flags) & PAWLI_SHAPE_HIT_EVENTS);
    if (pawli_is_breakable(shape_a) || pawli_is_breakable(shape_b)) {
        row->watched |= PAWLI_WATCH_FRACTURE;
        setup->meets_breakable = true;
    }
}

#endif
