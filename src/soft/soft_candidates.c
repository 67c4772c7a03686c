/* soft_candidates.c - what is near a soft body: once per step, with room for the way it will go.
 *
 * The lists save work and decide nothing: what is found is found again where a soft body leaves the
 * box they were made for, or where there was no room for them. */
#include "soft/soft_collide.h"

#include <string.h>

#include "base/sort.h"
#include "world/tree.h"

#if PAWL_WITH_SOFT

/* Room in the pools. */
#define EDGES_EACH 16u
#define SHAPES_EACH 16u

static uint32_t reserve(uint32_t *end, uint32_t count, size_t size) {
    const uint32_t start = *end;
    *end = start + (uint32_t)((count * size + 7u) & ~(size_t)7u);
    return start;
}

static pawli_soft_lists lists_at(const pawl_world *world, uint8_t *base) {
    const uint32_t softs = world->soft_pool.capacity, points = world->soft_point_capacity;
    pawli_soft_lists lists;
    memset(&lists, 0, sizeof lists);
    lists.edge_capacity = EDGES_EACH * softs + points;
    lists.shape_capacity = SHAPES_EACH * softs;
    uint32_t end = 0;
    const uint32_t nears = reserve(&end, softs, sizeof(pawli_soft_near));
    const uint32_t starts = reserve(&end, points, sizeof(pawli_soft_start));
    const uint32_t edges = reserve(&end, lists.edge_capacity, sizeof(pawli_soft_edge));
    const uint32_t shapes = reserve(&end, lists.shape_capacity, sizeof(uint16_t));
    const uint32_t found = reserve(&end, world->shape_pool.capacity, sizeof(uint16_t));
    const uint32_t ends = reserve(&end, points, sizeof(uint32_t));
    const uint32_t next_ends = reserve(&end, 2u * world->soft_link_capacity, sizeof(uint32_t));
    lists.size = softs == 0 ? 0 : end;
    if (base == NULL) return lists;
    lists.nears = (pawli_soft_near *)(void *)(base + nears);
    lists.starts = (pawli_soft_start *)(void *)(base + starts);
    lists.edges = (pawli_soft_edge *)(void *)(base + edges);
    lists.shapes = (uint16_t *)(void *)(base + shapes);
    lists.found = (uint16_t *)(void *)(base + found);
    lists.ends = (uint32_t *)(void *)(base + ends);
    lists.next_ends = (uint32_t *)(void *)(base + next_ends);
    return lists;
}

uint32_t pawli_soft_candidates_size(const pawl_world *world) {
    return lists_at(world, NULL).size;
}

pawli_soft_lists pawli_soft_lists_of(const pawli_soft_step *step) {
    return lists_at(step->world, (uint8_t *)step->candidates);
}

/* ---- boxes ----------------------------------------------------------------------------------- */

static void include(pawl_box *box, pawl_vec2 point) {
    box->lower = pawl_vec2_make(pawl_min(box->lower.x, point.x), pawl_min(box->lower.y, point.y));
    box->upper = pawl_vec2_make(pawl_max(box->upper.x, point.x), pawl_max(box->upper.y, point.y));
}

/* A box of fine coordinates. Rounding keeps their order, so it is rounded as a whole. */
typedef struct fine_box {
    int64_t low_x, low_y, high_x, high_y;
} fine_box;

static void include_fine(fine_box *box, int64_t x, int64_t y) {
    if (x < box->low_x) box->low_x = x;
    if (x > box->high_x) box->high_x = x;
    if (y < box->low_y) box->low_y = y;
    if (y > box->high_y) box->high_y = y;
}

static fine_box fine_box_of(const pawli_soft_step *step, const pawli_soft *soft) {
    const pawli_soft_node *node = &step->nodes[soft->first_point];
    fine_box box = {node->x, node->y, node->x, node->y};
    for (uint32_t i = 0; i < soft->point_count; i++, node++) {
        include_fine(&box, node->x, node->y);
        include_fine(&box, node->from_x, node->from_y);
    }
    return box;
}

static pawl_box rounded(const fine_box *fine) {
    const pawl_box box = {pawli_raw_point(fine->low_x, fine->low_y),
                          pawli_raw_point(fine->high_x, fine->high_y)};
    return box;
}

pawl_box pawli_soft_box_of(const pawli_soft_step *step, uint16_t slot, int64_t margin) {
    const fine_box box = fine_box_of(step, &step->softs[slot]);
    return pawli_grown(rounded(&box), pawl_saturate(margin));
}

/* ---- shapes ---------------------------------------------------------------------------------- */

/* Nothing for a body that is not solved in this step: one that sleeps, or woke only now. */
pawl_fx pawli_soft_reach_of(const pawli_soft_step *step, uint16_t slot) {
    const pawli_body *body = &step->bodies[slot];
    if (body->type == PAWL_STATIC || !(body->flags & PAWLI_BODY_AWAKE)) return 0;
    const uint32_t index = step->solver_index[slot];
    if (index == 0 || index >= step->solver_count) return 0;
    const pawli_solver_body *solved = &step->solver[index];
    if (solved->body != slot) return 0;
    const int64_t tip =
        pawli_near((int64_t)pawli_magnitude(solved->turn) * pawli_tip_ratio(body), 16);
    const int64_t way =
        (int64_t)pawli_magnitude(solved->move_x) + (int64_t)pawli_magnitude(solved->move_y) + tip;
    return pawl_saturate(pawli_floor(way, 6) + 2);
}

/* What hangs on a soft body may overlap it: they would push each other apart for ever. */
static bool hangs_on(const pawli_soft_step *step, const pawli_soft *soft, uint16_t body) {
    if (step->bodies[body].type != PAWL_DYNAMIC) return false;
    const pawli_soft_link *link = &step->links[soft->first_link];
    for (uint32_t i = 0; i < soft->link_count; i++, link++) {
        const bool torn = (link->flags & PAWL_LINK_TORN) != 0;
        if (link->kind == PAWL_LINK_ATTACH && !torn && link->b == body) return true;
    }
    return false;
}

static bool meets(const pawli_soft_step *step, const pawli_soft *soft, uint16_t at) {
    const pawli_shape *shape = &step->shapes[at];
    if (shape->flags & PAWLI_SHAPE_SENSOR) return false;
    if (!pawli_soft_filters_agree(soft, shape->category, shape->mask, shape->group)) return false;
    return !hangs_on(step, soft, shape->body);
}

static bool has_lower_serial(const void *context, const void *a, const void *b) {
    const pawli_shape *shapes = context;
    return shapes[*(const uint16_t *)a].serial < shapes[*(const uint16_t *)b].serial;
}

/* Sorted by insertion: there are few of them, and a uint16_t is no item for pawli_sort. */
static void sort_shapes(const pawli_soft_step *step, uint16_t *shapes, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        const uint16_t shape = shapes[i];
        uint32_t at = i;
        for (; at > 0 && has_lower_serial(step->shapes, &shape, &shapes[at - 1]); at--)
            shapes[at] = shapes[at - 1];
        shapes[at] = shape;
    }
}

/* Bodies that move leave the fat boxes that the tree knows, which reach half the speculative margin
 * beyond their shapes. */
static bool leaves_its_boxes(const pawli_soft_step *step, uint16_t body) {
    return pawli_soft_reach_of(step, body) > step->world->scales.speculative / 2;
}

static uint32_t add_movers(const pawli_soft_step *step, const pawli_soft *soft, pawl_box box,
                           uint32_t count, uint16_t *found) {
    const uint32_t *bits = pawli_awake_bits_const(step->world);
    const uint16_t end = step->world->body_pool.used;
    for (uint16_t slot = pawli_next_bit(bits, 0, end); slot != PAWLI_NONE;
         slot = pawli_next_bit(bits, slot + 1u, end)) {
        const pawli_body *body = &step->bodies[slot];
        if (!(body->flags & PAWLI_BODY_AWAKE) || !leaves_its_boxes(step, slot)) continue;
        const pawl_box reached = pawli_grown(box, pawli_soft_reach_of(step, slot));
        for (uint16_t at = body->first_shape; at != PAWLI_NONE; at = step->shapes[at].next) {
            const pawli_shape *shape = &step->shapes[at];
            if (!(shape->flags & PAWLI_SHAPE_IN_TREE)) continue;
            if (pawl_box_overlaps(reached, shape->fat_box) && meets(step, soft, at))
                found[count++] = at;
        }
    }
    return count;
}

static uint32_t find_shapes(const pawli_soft_step *step, const pawli_soft *soft, pawl_box box,
                            uint16_t *found) {
    pawli_tree_walk walk;
    uint32_t count = 0;
    pawli_tree_begin(step->world, box, &walk);
    for (;;) {
        const uint16_t at = pawli_tree_next(step->world, &walk);
        if (at == PAWLI_NONE) break;
        if (leaves_its_boxes(step, step->shapes[at].body)) continue;
        if (meets(step, soft, at)) found[count++] = at;
    }
    count = add_movers(step, soft, box, count, found);
    sort_shapes(step, found, count);
    return count;
}

/* ---- once per step --------------------------------------------------------------------------- */

/* How far a soft body may come: half as far again as its points go by themselves, and as far as
 * gravity may take them. */
static int64_t margin_of(const pawli_soft_step *step, uint16_t slot) {
    const pawli_soft *soft = &step->softs[slot];
    const pawli_soft_node *node = &step->nodes[soft->first_point];
    uint64_t fastest = 0;
    for (uint16_t i = 0; i < soft->point_count; i++) {
        const pawli_soft_point *point = &step->points[soft->first_point + i];
        const uint64_t x = pawli_magnitude(point->moved_x), y = pawli_magnitude(point->moved_y);
        if (node[i].weight > 0 && x > fastest) fastest = x;
        if (node[i].weight > 0 && y > fastest) fastest = y;
    }
    const int64_t way = (int64_t)(fastest / PAWLI_FINE + 1) * step->substeps;
    return way + way / 2 + soft->radius + 2 * (int64_t)step->world->scales.speculative;
}

static void keep_edges(pawli_soft_step *step, const pawli_soft_lists *lists, uint16_t slot,
                       uint32_t *used) {
    pawli_soft_near *near = &lists->nears[slot];
    const pawli_soft_scope scope = {step, &step->softs[slot], *lists,
                                    slot, near->box,          &lists->shapes[near->first_shape],
                                    NULL, near->shape_count,  0};
    pawli_soft_edges walk;
    near->first_edge = *used;
    pawli_soft_begin_edges(&scope, near->box, &walk);
    while (pawli_soft_next_edge(&walk)) {
        if (*used == lists->edge_capacity) {
            *used = near->first_edge;
            return;
        }
        lists->edges[(*used)++] = *walk.edge;
    }
    near->edge_count = *used - near->first_edge;
    near->has_edges = 1;
}

/* Links in descending order, so that the lists of points ascend. */
static void list_ends(const pawli_soft_step *step, const pawli_soft_lists *lists, uint16_t slot) {
    const pawli_soft *soft = &step->softs[slot];
    for (uint16_t i = 0; i < soft->point_count; i++)
        lists->ends[soft->first_point + i] = UINT32_MAX;
    for (uint32_t i = soft->link_count; i-- > 0;) {
        const uint32_t at = (uint32_t)soft->first_link + i;
        const pawli_soft_link *link = &step->links[at];
        if (link->kind != PAWL_LINK_DISTANCE || !(link->flags & PAWL_LINK_SURFACE)) continue;
        const uint32_t a = (uint32_t)soft->first_point + link->a;
        const uint32_t b = (uint32_t)soft->first_point + link->b;
        lists->next_ends[2 * at] = lists->ends[a];
        lists->ends[a] = 2 * at;
        lists->next_ends[2 * at + 1] = lists->ends[b];
        lists->ends[b] = 2 * at + 1;
    }
}

void pawli_soft_find_candidates(pawli_soft_step *step) {
    const pawli_soft_lists lists = pawli_soft_lists_of(step);
    uint32_t shapes_used = 0, edges_used = 0;
    for (uint32_t i = 0; i < step->awake_count; i++) {
        const uint16_t slot = step->awake[i];
        pawli_soft_near *near = &lists.nears[slot];
        memset(near, 0, sizeof *near);
        list_ends(step, &lists, slot);
        near->box = pawli_soft_box_of(step, slot, margin_of(step, slot));
        near->shape_count = find_shapes(step, &step->softs[slot], near->box, lists.found);
        for (uint32_t k = 0; k < near->shape_count; k++) {
            const uint16_t body = step->shapes[lists.found[k]].body;
            if (step->bodies[body].type == PAWL_STATIC) continue;
            pawli_soft_rigid_of(step, body);
            if (step->bodies[body].type == PAWL_KINEMATIC)
                near->reach = pawl_max(near->reach, pawli_soft_reach_of(step, body));
        }
        if (near->shape_count > lists.shape_capacity - shapes_used) continue;
        near->first_shape = shapes_used;
        near->has_shapes = 1;
        memcpy(&lists.shapes[shapes_used], lists.found, near->shape_count * sizeof(uint16_t));
        shapes_used += near->shape_count;
        keep_edges(step, &lists, slot, &edges_used);
    }
}

void pawli_soft_begin_scope(pawli_soft_step *step, uint16_t slot, pawli_soft_scope *out) {
    const pawli_soft_lists lists = pawli_soft_lists_of(step);
    const pawli_soft_near *near = &lists.nears[slot];
    const pawli_soft *soft = &step->softs[slot];
    /* As far as a point may be pushed or carried on top of where it goes. */
    const int64_t margin = (int64_t)soft->radius + step->world->scales.speculative + near->reach;
    fine_box reached = fine_box_of(step, soft);
    const pawli_soft_start *start = &lists.starts[soft->first_point];
    for (uint32_t i = 0; i < soft->point_count; i++, start++)
        include_fine(&reached, start->x, start->y);
    pawl_box box = pawli_grown(rounded(&reached), pawl_saturate(margin));
    memset(out, 0, sizeof *out);
    out->step = step;
    out->soft = soft;
    out->slot = slot;
    out->lists = lists;
    if (near->has_shapes && pawl_box_contains(near->box, box)) {
        out->box = near->box;
        out->shapes = lists.shapes + near->first_shape;
        out->shape_count = near->shape_count;
        out->edges = near->has_edges ? lists.edges + near->first_edge : NULL;
        out->edge_count = near->edge_count;
        return;
    }
    box = pawli_grown(box, pawl_saturate(margin));
    out->box = box;
    out->shapes = lists.found;
    out->shape_count = find_shapes(step, soft, box, lists.found);
}

/* ---- who must wake --------------------------------------------------------------------------- */

static bool is_restless(const pawli_soft_step *step, uint16_t slot) {
    const pawli_body *body = &step->bodies[slot];
    if (!(body->flags & PAWLI_BODY_AWAKE) || body->type == PAWL_STATIC) return false;
    if (body->type == PAWL_KINEMATIC)
        return body->velocity.x != 0 || body->velocity.y != 0 || body->spin != 0;
    return body->quiet_steps < step->world->sleep_steps || !(body->flags & PAWLI_BODY_CAN_SLEEP);
}

pawl_box pawli_soft_resting_box(const pawli_soft_step *step, const pawli_soft *soft) {
    const pawli_soft_point *points = &step->points[soft->first_point];
    pawl_box box = {points->position, points->position};
    for (uint32_t i = 1; i < soft->point_count; i++)
        include(&box, points[i].position);
    return pawli_grown(box, pawl_add(soft->radius, step->world->scales.speculative));
}

static bool is_touched_by_body(const pawli_soft_step *step, const pawli_soft *soft, pawl_box box) {
    const uint32_t *bits = pawli_awake_bits_const(step->world);
    const uint16_t end = step->world->body_pool.used;
    for (uint16_t slot = pawli_next_bit(bits, 0, end); slot != PAWLI_NONE;
         slot = pawli_next_bit(bits, slot + 1u, end)) {
        if (!is_restless(step, slot)) continue;
        const pawl_box reached = pawli_grown(box, pawli_soft_reach_of(step, slot));
        for (uint16_t at = step->bodies[slot].first_shape; at != PAWLI_NONE;
             at = step->shapes[at].next) {
            const pawli_shape *shape = &step->shapes[at];
            if (!(shape->flags & PAWLI_SHAPE_IN_TREE)) continue;
            if (pawl_box_overlaps(reached, shape->fat_box) && meets(step, soft, at)) return true;
        }
    }
    return false;
}

/* How far a soft body that is awake may come in this step. */
static pawl_box coming_box(const pawli_soft_step *step, const pawli_soft *soft) {
    const pawli_soft_point *points = &step->points[soft->first_point];
    int64_t most = 0;
    for (uint32_t i = 0; i < soft->point_count; i++) {
        const int64_t x = (int64_t)pawli_magnitude(points[i].moved_x);
        const int64_t y = (int64_t)pawli_magnitude(points[i].moved_y);
        most = x > most ? x : most;
        most = y > most ? y : most;
    }
    const int64_t way = (most / PAWLI_FINE + 1) * step->substeps;
    return pawli_grown(pawli_soft_resting_box(step, soft), pawl_saturate(way));
}

static bool is_touched_by_soft(const pawli_soft_step *step, const pawli_soft *soft, pawl_box box) {
    for (uint32_t i = 0; i < step->awake_count; i++) {
        const pawli_soft *other = &step->softs[step->awake[i]];
        const bool restless =
            other->quiet_steps < step->world->sleep_steps || !(other->flags & PAWLI_SOFT_CAN_SLEEP);
        if (!restless || !pawl_box_overlaps(box, coming_box(step, other))) continue;
        if (pawli_soft_filters_agree(soft, other->category, other->mask, other->group)) return true;
    }
    return false;
}

bool pawli_soft_is_disturbed(const pawli_soft_step *step, uint16_t slot) {
    const pawli_soft *soft = &step->softs[slot];
    const pawl_box box = pawli_soft_resting_box(step, soft);
    return is_touched_by_body(step, soft, box) || is_touched_by_soft(step, soft, box);
}

void pawli_soft_wake_near(pawli_soft_step *step) {
    for (uint16_t at = step->world->first_soft; at != PAWLI_NONE; at = step->softs[at].next) {
        const pawli_soft *soft = &step->softs[at];
        if (soft->flags & PAWLI_SOFT_AWAKE) continue;
        if (pawli_soft_is_disturbed(step, at)) pawli_wake_soft(step->world, at);
    }
}

#endif
