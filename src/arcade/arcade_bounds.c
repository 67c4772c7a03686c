/* arcade_bounds.c - the rectangle and its four edges.
 *
 * What counts is the box around a body, so each edge asks about one axis alone. The fraction of
 * the path at which a side of the box comes to the edge is exact, and rounded down like that of
 * bodies. Edges hold movable bodies only: an immovable one goes where its velocity takes it. */
#include "arcade/arcade.h"
#include "arcade/box_sweep.h"

#include <string.h>

/* A body and an edge, as seen along the edge's outward normal, on its axis. */
typedef struct edge_gap {
    int64_t room; /* between the body's side and the edge; negative: it is out */
    pawl_fx move; /* of its path, positive outward */
} edge_gap;

static bool is_upper_edge(uint8_t edge) {
    return (edge & 1u) != 0;
}

static bool is_flat(uint8_t edge) {
    return edge >= PAWL_ARCADE_BOTTOM;
}

pawl_rot pawli_arcade_bounds_normal(uint8_t edge) {
    const int32_t unit = is_upper_edge(edge) ? PAWL_UNIT : -PAWL_UNIT;
    pawl_rot normal = {0, 0};
    if (is_flat(edge)) {
        normal.s = unit;
    } else {
        normal.c = unit;
    }
    return normal;
}

static edge_gap gap_to_edge(const pawl_arcade *arcade, uint16_t slot, uint8_t edge, pawl_vec2 place,
                            pawl_vec2 move) {
    const pawl_box box = pawli_arcade_shape_box(arcade, pawli_arcade_prototype_of(arcade, slot));
    const pawl_box *const bounds = &arcade->bounds;
    const bool flat = is_flat(edge);
    edge_gap g;
    if (is_upper_edge(edge)) {
        g.room = flat ? (int64_t)bounds->upper.y - place.y - box.upper.y
                      : (int64_t)bounds->upper.x - place.x - box.upper.x;
        g.move = flat ? move.y : move.x;
    } else {
        g.room = flat ? (int64_t)place.y + box.lower.y - bounds->lower.y
                      : (int64_t)place.x + box.lower.x - bounds->lower.x;
        g.move = flat ? -move.y : -move.x;
    }
    return g;
}

/* Whether a body on its path comes to no edge, so that none needs to be asked by itself; a
 * shortcut, left out where space matters more. Bodies reach 2^28 from places below 2^30: it fits.
 */
PAWLI_FOLD bool stays_within(const pawl_arcade *arcade, uint16_t slot, pawl_vec2 move) {
    const pawl_box box = pawli_arcade_shape_box(arcade, pawli_arcade_prototype_of(arcade, slot));
    const pawl_vec2 place = pawli_arcade_bodies(arcade)[slot].position;
    const pawl_box *const bounds = &arcade->bounds;
    return place.x + box.lower.x + pawl_min(move.x, 0) >= bounds->lower.x &&
           place.x + box.upper.x + pawl_max(move.x, 0) <= bounds->upper.x &&
           place.y + box.lower.y + pawl_min(move.y, 0) >= bounds->lower.y &&
           place.y + box.upper.y + pawl_max(move.y, 0) <= bounds->upper.y;
}

/* 0 <= room < move: when it is used up. A fraction is at most 2^30, a duration 2^31. */
static uint32_t time_of_gap(const edge_gap *g, uint32_t since, uint32_t now) {
    const uint32_t fraction =
        pawli_box_sweep_fraction((uint32_t)g->room, (uint32_t)g->move, 30, NULL);
    return since + (uint32_t)((uint64_t)fraction * (now - since) >> 30);
}

uint32_t pawli_arcade_bounds_find(const pawl_arcade *arcade, uint16_t slot, uint8_t *edge) {
    const pawli_arcade_body *const body = pawli_arcade_bodies(arcade) + slot;
    const pawli_arcade_path *const path = pawli_arcade_paths(arcade) + slot;
    uint32_t first = PAWLI_ARCADE_NEVER;
    if (PAWL_ARCADE_SORTED && stays_within(arcade, slot, path->move)) return first;
    for (uint8_t i = 0; i < 4; i++) {
        if (arcade->edges[i] != PAWL_ARCADE_EDGE_BOUNCE) continue;
        const edge_gap g = gap_to_edge(arcade, slot, i, body->position, path->move);
        if (g.move <= g.room) continue;
        const int64_t outward =
            pawli_arcade_speed_along(pawli_arcade_bounds_normal(i), pawli_arcade_speed_of(body));
        if (outward <= PAWLI_ARCADE_SPEED_ROUNDING) continue;
        const uint32_t time =
            g.room <= 0 ? path->since : time_of_gap(&g, path->since, arcade->duration);
        if (time >= first) continue;
        first = time;
        *edge = i;
    }
    return first;
}

/* A body whose side lies in bounds at the end of the world may have its center beyond it. */
static pawl_fx limit_place(pawl_arcade *arcade, int64_t place) {
    if (place >= -PAWL_COORD_MAX && place <= PAWL_COORD_MAX) return (pawl_fx)place;
    arcade->faults |= PAWL_ARCADE_FAULT_POSITION;
    return place < 0 ? -PAWL_COORD_MAX : PAWL_COORD_MAX;
}

/* From one end of the world to bounds at the other it is more than 2^31 raw units. */
void pawli_arcade_bounds_settle(pawl_arcade *arcade, uint16_t slot) {
    pawli_arcade_body *const body = pawli_arcade_bodies(arcade) + slot;
    if (pawli_arcade_prototype_of(arcade, slot)->inverse_mass == 0) return;
    if (PAWL_ARCADE_SORTED && stays_within(arcade, slot, pawl_vec2_make(0, 0))) return;
    for (uint8_t i = 0; i < 4; i++) {
        if (arcade->edges[i] != PAWL_ARCADE_EDGE_BOUNCE) continue;
        const edge_gap g = gap_to_edge(arcade, slot, i, body->position, body->position);
        if (g.room >= 0) continue;
        const int64_t back = is_upper_edge(i) ? g.room : -g.room;
        if (is_flat(i)) {
            body->position.y = limit_place(arcade, body->position.y + back);
            body->frac[1] = 0;
        } else {
            body->position.x = limit_place(arcade, body->position.x + back);
            body->frac[0] = 0;
        }
    }
}

void pawli_arcade_bounds_report(pawl_arcade *arcade, uint16_t slot, pawl_vec2 from, uint32_t since,
                                pawl_vec2 to, uint32_t now) {
    for (uint8_t i = 0; i < 4; i++) {
        if (arcade->edges[i] != PAWL_ARCADE_EDGE_REPORT) continue;
        const edge_gap g = gap_to_edge(arcade, slot, i, from, pawl_vec2_sub(to, from));
        if (g.room < 0 || g.move <= g.room) continue;
        const pawl_rot normal = pawli_arcade_bounds_normal(i);
        pawl_arcade_contact contact =
            pawli_arcade_contact_make(arcade, slot, PAWLI_ARCADE_NO_SLOT, normal,
                                      time_of_gap(&g, since, now), PAWL_ARCADE_CONTACT_EDGE);
        contact.edge = i;
        const pawli_arcade_speed velocity =
            pawli_arcade_speed_of(pawli_arcade_bodies(arcade) + slot);
        contact.speed =
            pawl_max(0, pawli_arcade_speed_to_fx(pawli_arcade_speed_along(normal, velocity)));
        pawli_arcade_contact_add(arcade, &contact);
    }
}

/* Whole widths, so the place keeps its bits. Bounds are at least a raw unit wide; how far it is out
 * and their width are together below 2^31. */
static pawl_fx wrapped(pawl_fx place, pawl_fx lower, pawl_fx upper) {
    const uint32_t width = (uint32_t)upper - (uint32_t)lower;
    if (place < lower) {
        const uint32_t out = (uint32_t)lower - (uint32_t)place;
        return (pawl_fx)(place + (int64_t)((out + width - 1) / width) * width);
    }
    if (place > upper) {
        const uint32_t out = (uint32_t)place - (uint32_t)upper;
        return (pawl_fx)(place - (int64_t)((out + width - 1) / width) * width);
    }
    return place;
}

void pawli_arcade_bounds_wrap(pawl_arcade *arcade, uint16_t slot) {
    pawli_arcade_body *const body = pawli_arcade_bodies(arcade) + slot;
    const pawl_box *const bounds = &arcade->bounds;
    if (arcade->edges[PAWL_ARCADE_LEFT] == PAWL_ARCADE_EDGE_WRAP) {
        body->position.x = wrapped(body->position.x, bounds->lower.x, bounds->upper.x);
    }
    if (arcade->edges[PAWL_ARCADE_BOTTOM] == PAWL_ARCADE_EDGE_WRAP) {
        body->position.y = wrapped(body->position.y, bounds->lower.y, bounds->upper.y);
    }
}
