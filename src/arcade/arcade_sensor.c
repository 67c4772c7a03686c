/* arcade_sensor.c - what is met without any effect: sensors, and edges that only report.
 *
 * They divert no body, so they are looked for when a part of a path is over, between the later of
 * the times at which the two set out and now. These parts follow each other without a gap, so a
 * body that comes to touch another is reported once. Those that overlap when the step begins are
 * arcade_push.c's. */
#include "arcade/arcade.h"

#if PAWL_ARCADE_RESPONSES
static void report_pair(pawl_arcade *arcade, uint16_t slot, uint16_t other, uint32_t now) {
    const pawli_arcade_body *const bodies = pawli_arcade_bodies(arcade);
    const pawli_arcade_path *const paths = pawli_arcade_paths(arcade);
    const bool older = bodies[slot].rank < bodies[other].rank;
    const uint16_t a = older ? slot : other, b = older ? other : slot;
    if (paths[other].since >= now || paths[slot].since >= now) return;
    pawl_arcade_meeting found;
    const uint32_t time = pawli_arcade_path_meet(arcade, a, b, now, &found);
    if (time == PAWLI_ARCADE_NEVER || found.touching) return;
    pawl_arcade_contact contact =
        pawli_arcade_contact_make(arcade, a, b, found.normal, time, PAWL_ARCADE_CONTACT_SENSOR);
    pawli_arcade_contact_add(arcade, &contact);
}

static void report_neighbors(pawl_arcade *arcade, uint16_t slot, uint32_t now) {
    pawli_arcade_neighbors near;
    pawli_arcade_pairs_begin_near(arcade, slot, &near);
    for (uint16_t other;
         (other = pawli_arcade_pairs_next_near(arcade, &near)) != PAWLI_ARCADE_NO_SLOT;) {
        if (pawli_arcade_pairs_response(arcade, slot, other) != PAWL_ARCADE_SENSOR) continue;
        report_pair(arcade, slot, other, now);
    }
}
#endif

bool pawli_arcade_sensor_exists(const pawl_arcade *arcade) {
    if (!PAWL_ARCADE_RESPONSES) return false;
    for (uint16_t i = 0; i < arcade->prototype_count; i++) {
        if (pawli_arcade_prototypes(arcade)[i].response == PAWL_ARCADE_SENSOR) return true;
    }
    return false;
}

void pawli_arcade_sensor_end_path(pawl_arcade *arcade, uint16_t slot, uint32_t now) {
    if (!arcade->has_sensors && !pawli_arcade_bounds_reports(arcade)) {
        pawli_arcade_path_end(arcade, slot, now);
        return;
    }
    const pawl_vec2 from = pawli_arcade_bodies(arcade)[slot].position;
    const uint32_t since = pawli_arcade_paths(arcade)[slot].since;
#if PAWL_ARCADE_RESPONSES
    if (arcade->has_sensors) report_neighbors(arcade, slot, now);
#endif
    pawli_arcade_path_end(arcade, slot, now);
    pawli_arcade_bounds_report(arcade, slot, from, since,
                               pawli_arcade_bodies(arcade)[slot].position, now);
}
