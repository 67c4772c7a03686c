/* solve_link.c - the links of a soft body, of all types, in their order.
 *
 * Links are solved one after the other, chains as one, and in every other iteration backwards: an
 * error that was pushed to one end comes back. The area comes after them. */
#include "soft/soft_solve.h"

static pawli_soft_system system_of(pawli_soft_step *step, uint16_t slot) {
    const pawli_soft *soft = &step->softs[slot];
    const pawli_soft_system system = {step,
                                      soft,
                                      &step->particles[soft->first_point],
                                      &step->rows[soft->first_link],
                                      &step->links[soft->first_link],
                                      slot};
    return system;
}

/* Points are attached to bodies before their inverse masses are needed. */
void pawli_solve_link_prepare(pawli_soft_step *step, uint16_t slot) {
    const pawli_soft_system system = system_of(step, slot);
    const uint32_t count = system.soft->link_count;
    for (uint32_t i = 0; i < system.soft->point_count; i++)
        step->chain_marks[system.soft->first_point + i] = 0;
    for (uint32_t i = 0; i < count; i++) {
        system.rows[i].length = 0;
        system.rows[i].torn = 0;
        if (system.links[i].type == PAWL_LINK_ATTACH) pawli_solve_attach_prepare(&system, i);
    }
    for (uint32_t i = 0; i < count; i++) {
        const pawli_soft_link *link = &system.links[i];
        if (link->flags & PAWL_LINK_TORN) continue;
        if (link->type == PAWL_LINK_BEND) pawli_solve_bend_prepare(&system, i);
        if (link->type == PAWL_LINK_DISTANCE) i += pawli_solve_chain_prepare(&system, i) - 1;
    }
}

static void tear_stretched(const pawli_soft_system *system, uint32_t at) {
    system->rows[at].torn = 1;
    system->step->solver_softs[system->slot].tears = 1;
    pawli_soft_link_tear(system->step->world, system->slot, at);
}

void pawli_solve_link_begin(pawli_soft_step *step, uint16_t slot) {
    const pawli_soft_system system = system_of(step, slot);
    for (uint32_t i = 0; i < system.soft->link_count; i++) {
        const pawli_soft_link *link = &system.links[i];
        if (link->flags & PAWL_LINK_TORN) continue;
        if (link->type == PAWL_LINK_ATTACH) {
            pawli_solve_attach_begin(&system, i);
            pawli_solve_attach(&system, i);
        } else if (link->type == PAWL_LINK_DISTANCE &&
                   pawli_solve_chain_is_overstretched(&system, i)) {
            tear_stretched(&system, i);
        }
    }
}

static void solve_one_link(const pawli_soft_system *system, uint32_t at) {
    const pawli_soft_link *link = &system->links[at];
    if (link->type == PAWL_LINK_DISTANCE) {
        if (system->rows[at].length != 0) pawli_solve_chain(system, at);
        return;
    }
    if (link->flags & PAWL_LINK_TORN) return;
    if (link->type == PAWL_LINK_BEND) {
        pawli_solve_bend(system, at);
    } else {
        pawli_solve_attach(system, at);
    }
}

void pawli_solve_link_iterate(pawli_soft_step *step, uint16_t slot, int32_t iteration) {
    const pawli_soft_system system = system_of(step, slot);
    const uint32_t count = system.soft->link_count;
    const bool backward = (iteration & 1) != 0;
    for (uint32_t i = 0; i < count; i++)
        solve_one_link(&system, backward ? count - 1 - i : i);
    if (system.soft->pressure != 0 && system.soft->outline_count >= 3) pawli_solve_area(&system);
}

void pawli_solve_link_finish(pawli_soft_step *step, uint16_t slot) {
    const pawli_soft_system system = system_of(step, slot);
    if (!step->solver_softs[slot].tears) return;
    for (uint32_t i = 0; i < system.soft->link_count; i++) {
        if (system.rows[i].torn) pawli_event_add_tear(step->world, slot, i);
    }
}
