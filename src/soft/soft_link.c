/* soft_link.c - links as the caller knows them, and as they are kept. */
#include "soft/soft.h"

#include "fx/fx_wide.h"

pawl_fx pawli_link_length(pawl_vec2 a, pawl_vec2 b) {
    return pawl_vec2_length(pawl_vec2_sub(b, a));
}

/* Q32.32 over Q32.32, as Q16.16. */
static pawl_fx ratio_of(int64_t value, int64_t square) {
    return pawl_saturate(
        pawli_int128_divide_near(pawli_int128_multiply(value, PAWL_FX_ONE), square));
}

pawl_vec2 pawli_bend_place(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c) {
    const pawl_vec2 axis = pawl_vec2_sub(c, a), way = pawl_vec2_sub(b, a);
    const int64_t square = pawl_vec2_dot(axis, axis);
    return pawl_vec2_make(ratio_of(pawl_vec2_dot(axis, way), square),
                          ratio_of(pawl_vec2_cross(axis, way), square));
}

void pawli_fill_link(pawli_soft_link *link, const pawl_soft_link *def,
                     const pawl_soft_point *points) {
    link->a = def->a;
    link->b = def->b;
    link->c = def->c;
    link->kind = def->kind;
    link->flags = def->flags;
    link->stiffness = (uint16_t)pawli_near(def->stiffness, 1);
    link->tear = (uint16_t)pawli_near(def->tear, 8);
    const pawl_vec2 a = points[def->a].position, b = points[def->b].position;
    if (def->kind == PAWL_LINK_BEND) {
        link->place = pawli_bend_place(a, b, points[def->c].position);
    } else {
        link->place.x = def->length ? def->length : pawli_link_length(a, b);
        link->place.y = 0;
    }
}

void pawli_describe_link(const pawli_soft_link *link, pawl_soft_link *out) {
    const bool attached = link->kind == PAWL_LINK_ATTACH;
    out->a = link->a;
    out->b = attached ? 0 : link->b;
    out->c = link->c;
    out->kind = link->kind;
    out->flags = link->flags;
    out->length = link->kind == PAWL_LINK_DISTANCE ? link->place.x : 0;
    out->stiffness = (pawl_fx)((int32_t)link->stiffness * 2);
    out->tear = (pawl_fx)((int32_t)link->tear * 256);
}

/* Whether a bend holds both points of a link side by side: over a gap it would go on holding. */
static bool spans(const pawli_soft_link *bend, const pawli_soft_link *link) {
    if (bend->kind != PAWL_LINK_BEND) return false;
    const bool before =
        (bend->a == link->a && bend->b == link->b) || (bend->a == link->b && bend->b == link->a);
    return before || (bend->b == link->a && bend->c == link->b) ||
           (bend->b == link->b && bend->c == link->a);
}

void pawli_tear_soft_link(pawl_world *world, uint16_t slot, uint32_t at) {
    const pawli_soft *soft = &pawli_softs(world)[slot];
    pawli_soft_link *links = pawli_soft_links(world) + soft->first_link;
    for (uint32_t i = 0; links[at].kind == PAWL_LINK_DISTANCE && i < soft->link_count; i++) {
        if (spans(&links[i], &links[at])) pawli_tear_link(&links[i]);
    }
    pawli_tear_link(&links[at]);
}
