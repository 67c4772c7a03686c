/* exerted.c - how hard contacts have pressed on breakable shapes in a step.
 *
 * The impulse of a sub-step is what its relax pass leaves, since each sub-step begins by exerting
 * the impulse of the one before and then corrects it. Their sum is the change of momentum along the
 * normal. While a step is being solved nothing reads the impulses that contacts store: the sum of
 * all sub-steps but the last is kept there, where it costs no memory. The last one is added at the
 * end, when restitution has had its say. */
#include "base/optional.h"
#include "step/step.h"
#include "world/linked.h"

PAWLI_OPTIONAL(pawli_event_add_fracture);

void pawli_exerted_add(pawli_step *step, bool first) {
    uint32_t next[2] = {0, step->moving_rows};
    for (uint32_t i = 0; i < step->active_count; i++) {
        const pawli_contact_row *row = pawli_next_row(step, step->active[i], next);
        if (!(row->watched & PAWLI_WATCH_FRACTURE)) continue;
        pawli_contact *contact = &step->contacts[step->active[i] / 2];
        for (int point = 0; point < row->count; point++) {
            int32_t *sum = &contact->points[point].normal_impulse;
            *sum = pawl_add(first ? 0 : *sum, row->points[point].normal_impulse);
        }
    }
}

/* The shape at one end of a contact, if that was more than it bears. */
static void report_fracture(pawli_step *step, const pawli_contact *contact, bool is_a,
                            pawl_fracture_event *event) {
    const uint16_t shape = is_a ? contact->shape_a : contact->shape_b;
    const uint16_t other = is_a ? contact->shape_b : contact->shape_a;
    if (!pawli_is_breakable(&step->shapes[shape])) return;
    if (event->impulse <= pawli_break_impulse(&step->shapes[shape])) return;
    event->shape = pawli_pool_shape_id(step->world, shape);
    event->other = pawli_pool_shape_id(step->world, other);
    event->normal = contact->normal; /* from A to B, the way B is pushed */
    if (is_a) {
        event->normal.c = -event->normal.c;
        event->normal.s = -event->normal.s;
    }
    if (pawli_has_events_linked()) pawli_event_add_fracture(step->world, event);
}

void pawli_exerted_report(pawli_step *step, const pawli_contact *contact,
                          const pawli_contact_row *row) {
    const pawli_body *a = &step->bodies[step->shapes[contact->shape_a].body];
    const pawli_body *b = &step->bodies[step->shapes[contact->shape_b].body];
    pawl_fx exerted[2] = {0, 0};
    for (int point = 0; point < row->count; point++) {
        exerted[point] = row->points[point].normal_impulse;
        if (step->world->substeps == 1) continue;
        exerted[point] = pawl_add(exerted[point], contact->points[point].normal_impulse);
    }
    const int hardest = exerted[1] > exerted[0];
    pawl_fracture_event event;
    event.impulse = pawli_contact_impulse(pawl_add(exerted[0], exerted[1]), a, b);
    event.point = pawli_way_in(step->world, pawli_contact_point_now(contact, hardest, a));
    report_fracture(step, contact, true, &event);
    report_fracture(step, contact, false, &event);
}
