/* soft_candidates.c - what is near a soft body: once per step, with room for its movement.
 *
 * The lists save work and decide nothing: what is found is found again where a soft body leaves the
 * box they were made for, or where there was no room for them. */
#include "soft/soft_collide.h"

#include <string.h>

#include "base/sort.h"
#include "world/tree.h"

#if PAWL_WITH_SOFT

/* ---- boxes ----------------------------------------------------------------------------------- */

static void include_q22(pawli_soft_box_q22 *box, int64_t x, int64_t y) {
    if (x < box->low_x) box->low_x = x;
    if (x > box->high_x) box->high_x = x;
    if (y < box->low_y) box->low_y = y;
    if (y > box->high_y) box->high_y = y;
}

static pawli_soft_box_q22 particle_box_of(const pawli_soft_step *step, const pawli_soft *soft) {
    const pawli_soft_particle *particle = &step->particles[soft->first_point];
    pawli_soft_box_q22 box = {particle->x, particle->y, particle->x, particle->y};
    for (uint32_t i = 0; i < soft->point_count; i++, particle++) {
        include_q22(&box, particle->x, particle->y);
        include_q22(&box, particle->from_x, particle->from_y);
    }
    return box;
}

static pawl_box round_box(const pawli_soft_box_q22 *q22) {
    const pawl_box box = {pawli_soft_round_point(q22->low_x, q22->low_y),
                          pawli_soft_round_point(q22->high_x, q22->high_y)};
    return box;
}

pawl_box pawli_soft_candidates_box(const pawli_soft_step *step, uint16_t slot, int64_t margin) {
    const pawli_soft_box_q22 box = particle_box_of(step, &step->softs[slot]);
    return pawli_grown(round_box(&box), pawl_saturate(margin));
}

/* ---- shapes ---------------------------------------------------------------------------------- */

/* Nothing for a body that is not solved in this step: one that sleeps, or woke only now. */
pawl_fx pawli_soft_candidates_reach(const pawli_soft_step *step, uint16_t slot) {
    const pawli_body *body = &step->bodies[slot];
    if (body->type == PAWL_STATIC || !(body->flags & PAWLI_BODY_AWAKE)) return 0;
    const uint32_t index = step->solver_index[slot];
    if (index == 0 || index >= step->solver_count) return 0;
    const pawli_solver_body *solved = &step->solver[index];
    if (solved->body != slot) return 0;
    const int64_t tip =
        pawli_near((int64_t)pawli_magnitude(solved->turn) * pawli_body_spin_tip_ratio(body), 16);
    const int64_t move =
        (int64_t)pawli_magnitude(solved->move_x) + (int64_t)pawli_magnitude(solved->move_y) + tip;
    return pawl_saturate(pawli_floor(move, 6) + 2);
}

/* A body that is attached to a soft body may overlap it: contacts would push them apart for ever.
 */
static bool is_attached_to(const pawli_soft_step *step, const pawli_soft *soft, uint16_t body) {
    if (step->bodies[body].type != PAWL_DYNAMIC) return false;
    const pawli_soft_link *link = &step->links[soft->first_link];
    for (uint32_t i = 0; i < soft->link_count; i++, link++) {
        const bool torn = (link->flags & PAWL_LINK_TORN) != 0;
        if (link->type == PAWL_LINK_ATTACH && !torn && link->b == body) return true;
    }
    return false;
}

bool pawli_soft_candidates_meets(const pawli_soft_step *step, const pawli_soft *soft, uint16_t at) {
    const pawli_shape *shape = &step->shapes[at];
    if (shape->flags & PAWLI_SHAPE_SENSOR) return false;
    if (!pawli_soft_filters_agree(soft, shape->category, shape->mask, shape->group)) return false;
    return !is_attached_to(step, soft, shape->body);
}

static bool has_shape_lower_serial(const void *context, const void *a, const void *b) {
    const pawli_shape *shapes = context;
    return shapes[*(const uint16_t *)a].serial < shapes[*(const uint16_t *)b].serial;
}

/* Sorted by insertion: there are few of them, and a uint16_t is no item for pawli_sort. */
static void sort_candidate_shapes(const pawli_soft_step *step, uint16_t *shapes, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        const uint16_t shape = shapes[i];
        uint32_t at = i;
        for (; at > 0 && has_shape_lower_serial(step->shapes, &shape, &shapes[at - 1]); at--)
            shapes[at] = shapes[at - 1];
        shapes[at] = shape;
    }
}

/* Bodies that move leave the fat boxes that the tree knows, which reach half the speculative margin
 * beyond their shapes. */
static bool leaves_fat_boxes(const pawli_soft_step *step, uint16_t body) {
    return pawli_soft_candidates_reach(step, body) > step->world->scales.speculative / 2;
}

static uint32_t add_fast_shapes(const pawli_soft_step *step, const pawli_soft *soft, pawl_box box,
                                uint32_t count, uint16_t *found) {
    const uint32_t *bits = pawli_awake_bits_const(step->world);
    const uint16_t end = step->world->body_pool.used;
    for (uint16_t slot = pawli_next_bit(bits, 0, end); slot != PAWLI_NONE;
         slot = pawli_next_bit(bits, slot + 1u, end)) {
        const pawli_body *body = &step->bodies[slot];
        if (!(body->flags & PAWLI_BODY_AWAKE) || !leaves_fat_boxes(step, slot)) continue;
        const pawl_box reached = pawli_grown(box, pawli_soft_candidates_reach(step, slot));
        for (uint16_t at = body->first_shape; at != PAWLI_NONE; at = step->shapes[at].next) {
            const pawli_shape *shape = &step->shapes[at];
            if (!(shape->flags & PAWLI_SHAPE_IN_TREE)) continue;
            if (pawl_box_overlaps(reached, shape->fat_box) &&
                pawli_soft_candidates_meets(step, soft, at))
                found[count++] = at;
        }
    }
    return count;
}

/* Those that the program lets through, in their order. */
static uint32_t ask_about_shapes(const pawli_soft_step *step, const pawli_soft *soft,
                                 uint16_t *found, uint32_t count) {
    const pawl_step_hooks *hooks = step->hooks;
    const pawl_soft_id id = pawli_pool_soft_id(step->world, (uint16_t)(soft - step->softs));
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if ((step->shapes[found[i]].flags & PAWLI_SHAPE_CUSTOM_FILTER) &&
            !hooks->should_collide_soft(hooks->context, step->world, id,
                                        pawli_pool_shape_id(step->world, found[i])))
            continue;
        found[kept++] = found[i];
    }
    return kept;
}

static uint32_t find_candidate_shapes(const pawli_soft_step *step, const pawli_soft *soft,
                                      pawl_box box, uint16_t *found) {
    pawli_tree_query iterator;
    uint32_t count = 0;
    pawli_tree_query_begin(step->world, box, &iterator);
    for (;;) {
        const uint16_t at = pawli_tree_query_next(step->world, &iterator);
        if (at == PAWLI_NONE) break;
        if (leaves_fat_boxes(step, step->shapes[at].body)) continue;
        if (pawli_soft_candidates_meets(step, soft, at)) found[count++] = at;
    }
    count = add_fast_shapes(step, soft, box, count, found);
    sort_candidate_shapes(step, found, count);
    if (PAWL_WITH_HOOKS && step->hooks->should_collide_soft != NULL)
        return ask_about_shapes(step, soft, found, count);
    return count;
}

/* ---- once per step --------------------------------------------------------------------------- */

/* How far a soft body may come: half as far again as its points go by themselves, and as far as
 * gravity may take them. */
static int64_t candidate_margin(const pawli_soft_step *step, uint16_t slot) {
    const pawli_soft *soft = &step->softs[slot];
    const pawli_soft_particle *particle = &step->particles[soft->first_point];
    uint64_t fastest = 0;
    for (uint16_t i = 0; i < soft->point_count; i++) {
        const pawli_soft_point *point = &step->points[soft->first_point + i];
        const uint64_t x = pawli_magnitude(point->moved_x), y = pawli_magnitude(point->moved_y);
        if (particle[i].inverse_mass > 0 && x > fastest) fastest = x;
        if (particle[i].inverse_mass > 0 && y > fastest) fastest = y;
    }
    const int64_t move = (int64_t)(fastest / PAWLI_SOFT_PER_RAW + 1) * step->substeps;
    return move + move / 2 + soft->radius + 2 * (int64_t)step->world->scales.speculative;
}

static void keep_candidate_edges(pawli_soft_step *step, uint16_t slot, uint32_t *used) {
    pawli_soft_candidates *candidates = &step->candidates[slot];
    const pawli_soft_scope scope = {step,
                                    &step->softs[slot],
                                    slot,
                                    candidates->box,
                                    &step->shape_pool[candidates->first_shape],
                                    NULL,
                                    candidates->shape_count,
                                    0};
    pawli_soft_edge_iterator iterator;
    candidates->first_edge = *used;
    pawli_soft_edges_begin(&scope, candidates->box, &iterator);
    while (pawli_soft_edges_next(&iterator)) {
        if (*used == step->edge_capacity) {
            *used = candidates->first_edge;
            return;
        }
        step->edge_pool[(*used)++] = *iterator.edge;
    }
    candidates->edge_count = *used - candidates->first_edge;
    candidates->has_edges = 1;
}

/* Links in descending order, so that the lists of points ascend. */
static void list_surface_ends(const pawli_soft_step *step, uint16_t slot) {
    const pawli_soft *soft = &step->softs[slot];
    for (uint16_t i = 0; i < soft->point_count; i++)
        step->surface_ends[soft->first_point + i] = UINT32_MAX;
    for (uint32_t i = soft->link_count; i-- > 0;) {
        const uint32_t at = (uint32_t)soft->first_link + i;
        const pawli_soft_link *link = &step->links[at];
        if (link->type != PAWL_LINK_DISTANCE || !(link->flags & PAWL_LINK_SURFACE)) continue;
        const uint32_t a = (uint32_t)soft->first_point + link->a;
        const uint32_t b = (uint32_t)soft->first_point + link->b;
        step->next_surface_ends[2 * at] = step->surface_ends[a];
        step->surface_ends[a] = 2 * at;
        step->next_surface_ends[2 * at + 1] = step->surface_ends[b];
        step->surface_ends[b] = 2 * at + 1;
    }
}

void pawli_soft_candidates_find(pawli_soft_step *step) {
    uint32_t shapes_used = 0, edges_used = 0;
    for (uint32_t i = 0; i < step->awake_count; i++) {
        const uint16_t slot = step->awake[i];
        pawli_soft_candidates *candidates = &step->candidates[slot];
        memset(candidates, 0, sizeof *candidates);
        list_surface_ends(step, slot);
        candidates->box = pawli_soft_candidates_box(step, slot, candidate_margin(step, slot));
        candidates->shape_count =
            find_candidate_shapes(step, &step->softs[slot], candidates->box, step->found_shapes);
        for (uint32_t k = 0; k < candidates->shape_count; k++) {
            const uint16_t body = step->shapes[step->found_shapes[k]].body;
            if (step->bodies[body].type == PAWL_STATIC) continue;
            pawli_solve_rigid_of(step, body);
            if (step->bodies[body].type == PAWL_KINEMATIC)
                candidates->reach =
                    pawl_max(candidates->reach, pawli_soft_candidates_reach(step, body));
        }
        if (candidates->shape_count > step->shape_capacity - shapes_used) continue;
        candidates->first_shape = shapes_used;
        candidates->has_shapes = 1;
        memcpy(&step->shape_pool[shapes_used], step->found_shapes,
               (size_t)candidates->shape_count * sizeof(uint16_t));
        shapes_used += candidates->shape_count;
        keep_candidate_edges(step, slot, &edges_used);
    }
}

void pawli_soft_candidates_scope(pawli_soft_step *step, uint16_t slot, pawli_soft_scope *out) {
    const pawli_soft_candidates *candidates = &step->candidates[slot];
    const pawli_soft *soft = &step->softs[slot];
    /* As far as a point may be pushed or carried on top of where it goes. */
    const int64_t margin =
        (int64_t)soft->radius + step->world->scales.speculative + candidates->reach;
    pawli_soft_box_q22 reached = particle_box_of(step, soft);
    const pawli_soft_start *start = &step->starts[soft->first_point];
    for (uint32_t i = 0; i < soft->point_count; i++, start++)
        include_q22(&reached, start->x, start->y);
    pawl_box box = pawli_grown(round_box(&reached), pawl_saturate(margin));
    memset(out, 0, sizeof *out);
    out->step = step;
    out->soft = soft;
    out->slot = slot;
    if (candidates->has_shapes && pawl_box_contains(candidates->box, box)) {
        out->box = candidates->box;
        out->shapes = step->shape_pool + candidates->first_shape;
        out->shape_count = candidates->shape_count;
        out->edges = candidates->has_edges ? step->edge_pool + candidates->first_edge : NULL;
        out->edge_count = candidates->edge_count;
        return;
    }
    box = pawli_grown(box, pawl_saturate(margin));
    out->box = box;
    out->shapes = step->found_shapes;
    out->shape_count = find_candidate_shapes(step, soft, box, step->found_shapes);
}

#endif
