/* arcade_contact.c - the list of what happened in a step.
 *
 * It is kept in its order from the start: each contact goes behind those that come before it or
 * are equal, and when the list is full the last one falls out. So which are kept depends on their
 * order alone, not on when they were found. */
#include "arcade/arcade.h"

#include <string.h>

static uint32_t rank_of(const pawl_arcade *arcade, pawl_arcade_id id) {
    return id.index1 == 0 ? 0 : pawli_arcade_bodies(arcade)[id.index1 - 1].rank + 1u;
}

static bool contact_precedes(const pawl_arcade *arcade, const pawl_arcade_contact *a,
                             const pawl_arcade_contact *b) {
    if (a->time != b->time) return a->time < b->time;
    const uint32_t a1 = rank_of(arcade, a->a), b1 = rank_of(arcade, b->a);
    if (a1 != b1) return a1 < b1;
    const uint32_t a2 = rank_of(arcade, a->b), b2 = rank_of(arcade, b->b);
    if (a2 != b2) return a2 < b2;
    return a->edge < b->edge;
}

pawl_arcade_contact pawli_arcade_contact_make(const pawl_arcade *arcade, uint16_t a, uint16_t b,
                                              pawl_rot normal, uint32_t time, uint8_t type) {
    pawl_arcade_contact contact;
    memset(&contact, 0, sizeof contact);
    contact.time = time;
    contact.type = type;
    contact.edge = PAWL_ARCADE_NO_EDGE;
    contact.normal = normal;
    contact.a = pawli_arcade_id_of(arcade, a);
    contact.point = pawli_arcade_point(arcade, a, b, normal, time);
    if (b == PAWLI_ARCADE_NO_SLOT) return contact;
    contact.b = pawli_arcade_id_of(arcade, b);
    if (pawli_arcade_bodies(arcade)[a].rank > pawli_arcade_bodies(arcade)[b].rank) {
        contact.b = contact.a;
        contact.a = pawli_arcade_id_of(arcade, b);
        contact.normal.c = -normal.c;
        contact.normal.s = -normal.s;
    }
    return contact;
}

void pawli_arcade_contact_add(pawl_arcade *arcade, const pawl_arcade_contact *contact) {
    pawl_arcade_contact *const list = pawli_arcade_contacts(arcade);
    uint16_t at = arcade->contact_count;
    while (at > 0 && contact_precedes(arcade, contact, list + at - 1))
        at--;
    if (arcade->contact_count == arcade->contact_capacity) {
        if (arcade->contacts_dropped < UINT32_MAX) arcade->contacts_dropped++;
        if (at == arcade->contact_count) return;
        arcade->contact_count--;
    }
    memmove(list + at + 1, list + at, (size_t)(arcade->contact_count - at) * sizeof *list);
    list[at] = *contact;
    arcade->contact_count++;
}

uint16_t pawl_arcade_get_contact_count(const pawl_arcade *arcade) {
    return arcade == NULL ? 0 : arcade->contact_count;
}

const pawl_arcade_contact *pawl_arcade_get_contacts(const pawl_arcade *arcade) {
    return arcade == NULL ? NULL : pawli_arcade_contacts(arcade);
}

uint32_t pawl_arcade_get_dropped_count(const pawl_arcade *arcade) {
    return arcade == NULL ? 0 : arcade->contacts_dropped;
}
