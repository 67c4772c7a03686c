/* filter.c - which shapes collide. */
#include "world/world.h"

/* Whether the types of two bodies let shapes on them collide, or let a sensor see a visitor. */
static bool types_can_meet(const pawli_body *a, const pawli_body *b, bool senses) {
    if (senses) return a->type != PAWL_STATIC || b->type != PAWL_STATIC;
    return a->type == PAWL_DYNAMIC || b->type == PAWL_DYNAMIC;
}

/* Collide, or meet as sensor and visitor. */
bool pawli_filter_should_collide(const pawl_world *world, uint16_t shape_a, uint16_t shape_b) {
    const pawli_shape *a = &pawli_shapes_const(world)[shape_a];
    const pawli_shape *b = &pawli_shapes_const(world)[shape_b];
    const pawli_body *bodies = pawli_bodies_const(world);
    if (a->body == b->body) return false;
    if (a->flags & b->flags & PAWLI_SHAPE_SENSOR) return false;
    const bool senses = ((a->flags | b->flags) & PAWLI_SHAPE_SENSOR) != 0;
    if (!types_can_meet(&bodies[a->body], &bodies[b->body], senses)) return false;
    const bool wanted = a->group == b->group && a->group != 0
                            ? a->group > 0
                            : (a->mask & b->category) != 0 && (b->mask & a->category) != 0;
    return wanted && !(PAWL_WITH_JOINTS && pawli_joint_list_forbids(world, a->body, b->body));
}
