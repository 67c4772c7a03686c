/* solve_link.c - the links of a soft body: who comes when.
 *
 * Links are solved in their order, chains as one, and in every other round backwards: an error that
 * was pushed to one end comes back. The area comes after them. */
#include "soft/soft_solve.h"

static pawli_soft_system parts_of(pawli_soft_step *step, uint16_t slot) {
    const pawli_soft *soft = &step->softs[slot];
    const pawli_soft_system parts = {step,
                                     soft,
                                     &step->nodes[soft->first_point],
                                     &step->rows[soft->first_link],
                                     &step->links[soft->first_link],
                                     slot};
    return parts;
}

/* Points are glued to bodies before anything asks for their weights. */
void pawli_solve_link_prepare(pawli_soft_step *step, uint16_t slot) {
    const pawli_soft_system parts = parts_of(step, slot);
    const uint32_t count = parts.soft->link_count;
    for (uint32_t i = 0; i < parts.soft->point_count; i++)
        step->marks[parts.soft->first_point + i] = 0;
    for (uint32_t i = 0; i < count; i++) {
        parts.rows[i].length = 0;
        parts.rows[i].torn = 0;
        if (parts.links[i].kind == PAWL_LINK_ATTACH) pawli_solve_attach_prepare(&parts, i);
    }
    for (uint32_t i = 0; i < count; i++) {
        const pawli_soft_link *link = &parts.links[i];
        if (link->flags & PAWL_LINK_TORN) continue;
        if (link->kind == PAWL_LINK_BEND) pawli_solve_bend_prepare(&parts, i);
        if (link->kind == PAWL_LINK_DISTANCE) i += pawli_solve_chain_prepare(&parts, i) - 1;
    }
}

static void tear(const pawli_soft_system *parts, uint32_t at) {
    parts->rows[at].torn = 1;
    parts->step->works[parts->slot].tears = 1;
    pawli_soft_link_tear(parts->step->world, parts->slot, at);
}

void pawli_solve_link_begin(pawli_soft_step *step, uint16_t slot) {
    const pawli_soft_system parts = parts_of(step, slot);
    for (uint32_t i = 0; i < parts.soft->link_count; i++) {
        const pawli_soft_link *link = &parts.links[i];
        if (link->flags & PAWL_LINK_TORN) continue;
        if (link->kind == PAWL_LINK_ATTACH) {
            pawli_solve_attach_begin(&parts, i);
            pawli_solve_attach(&parts, i);
        } else if (link->kind == PAWL_LINK_DISTANCE &&
                   pawli_solve_chain_is_overstretched(&parts, i)) {
            tear(&parts, i);
        }
    }
}

static void solve_link(const pawli_soft_system *parts, uint32_t at) {
    const pawli_soft_link *link = &parts->links[at];
    if (link->kind == PAWL_LINK_DISTANCE) {
        if (parts->rows[at].length != 0) pawli_solve_chain(parts, at);
        return;
    }
    if (link->flags & PAWL_LINK_TORN) return;
    if (link->kind == PAWL_LINK_BEND) {
        pawli_solve_bend(parts, at);
    } else {
        pawli_solve_attach(parts, at);
    }
}

void pawli_solve_link_iterate(pawli_soft_step *step, uint16_t slot, int32_t round) {
    const pawli_soft_system parts = parts_of(step, slot);
    const uint32_t count = parts.soft->link_count;
    const bool backward = (round & 1) != 0;
    for (uint32_t i = 0; i < count; i++)
        solve_link(&parts, backward ? count - 1 - i : i);
    if (parts.soft->pressure != 0 && parts.soft->outline_count >= 3) pawli_solve_area(&parts);
}

void pawli_solve_link_finish(pawli_soft_step *step, uint16_t slot) {
    const pawli_soft_system parts = parts_of(step, slot);
    if (!step->works[slot].tears) return;
    for (uint32_t i = 0; i < parts.soft->link_count; i++) {
        if (parts.rows[i].torn) pawli_add_tear(step->world, slot, i);
    }
}
