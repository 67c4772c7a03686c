/* step_1_pairs.c - drop the contacts of shapes that have parted, make those of shapes that met.
 *
 * Only shapes with a new fat box can have gained or lost a pair. New pairs are found in the order
 * of the tree, which means nothing, and sorted by place before they join the contacts: the array
 * stays in the order (lower shape serial, higher shape serial, edge). When it is full, the pairs
 * with the highest places go, whether new or old: the same ones in whatever order they were found.
 */
#include "base/optional.h"
#include "step/flight.h"
#include "world/linked.h"
#include "world/terrain.h"
#include "world/tree.h"
#include "step/workers.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_event_add_end);
#if PAWL_WITH_WORKERS
PAWLI_OPTIONAL(pawli_workers_for);
PAWLI_OPTIONAL(pawli_prepare_workers_find_pairs);
PAWLI_OPTIONAL_MARK(pawli_workers_mark); /* src/step/workers.c */
#endif
PAWLI_OPTIONAL(pawli_surface_begin);
PAWLI_OPTIONAL(pawli_surface_next);
PAWLI_OPTIONAL(pawli_surface_reach);
PAWLI_OPTIONAL(pawli_surface_is_near);

static pawli_contact_place place_of(const pawli_step *step, uint16_t a, uint16_t b, uint32_t edge) {
    return (pawli_contact_place){pawli_contact_key(step->world, a, b), edge};
}

static uint64_t serials_of_contact(const pawli_step *step, uint32_t at) {
    const pawli_contact *contact = &step->contacts[at];
    return pawli_contact_key(step->world, contact->shape_a, contact->shape_b);
}

static pawli_contact_place place_of_pair(const pawli_step *step, const pawli_shape_pair *pair) {
    return place_of(step, pair->shape_a, pair->shape_b, pair->edge);
}

static bool place_is_before(pawli_contact_place a, pawli_contact_place b) {
    return a.serials < b.serials || (a.serials == b.serials && a.edge < b.edge);
}

/* In a world that goes round: as the second one lies nearest to the first. */
PAWLI_RARE static bool images_overlap(const pawli_step *step, const pawli_shape *a,
                                      const pawli_shape *b) {
    const pawl_vec2 from = step->bodies[a->body].position, place = step->bodies[b->body].position;
    return pawl_box_overlaps(a->fat_box, pawli_way_box(step->world, from, place, b->fat_box));
}

PAWLI_FOLD bool boxes_overlap(const pawli_step *step, bool round, const pawli_shape *a,
                              const pawli_shape *b) {
    return PAWL_WITH_PERIODS && round ? images_overlap(step, a, b)
                                      : pawl_box_overlaps(a->fat_box, b->fat_box);
}

static bool contact_is_near(const pawli_step *step, uint32_t at) {
    const pawli_contact *contact = &step->contacts[at];
    const uint16_t a = contact->shape_a, b = contact->shape_b;
    const bool round = pawli_way_goes_round(step->world);
    if (!boxes_overlap(step, round, &step->shapes[a], &step->shapes[b])) return false;
    const bool of_a = pawli_is_terrain(step->world, a);
    if (!of_a && !pawli_is_terrain(step->world, b)) return true;
    const pawl_box reach = pawli_surface_reach(step->world, of_a ? a : b, of_a ? b : a);
    return pawli_surface_is_near(pawli_geometry_of(step, of_a ? a : b),
                                 pawli_edge_of(step->world, at), reach);
}

/* Move the contacts from `begin` to before `end` down to `to`; returns where they end there. */
static uint32_t move_contacts_down(pawl_world *world, uint32_t to, uint32_t begin, uint32_t end) {
    if (to != begin) pawli_contact_move(world, to, begin, end - begin);
    return to + (end - begin);
}

PAWLI_INLINE bool is_lost(const pawli_step *step, uint32_t at) {
    const pawli_shape *a = &step->shapes[step->contacts[at].shape_a];
    const pawli_shape *b = &step->shapes[step->contacts[at].shape_b];
    return ((a->flags | b->flags) & PAWLI_SHAPE_MOVED) && !contact_is_near(step, at);
}

#if PAWL_WITH_WORKERS
typedef struct lost_job {
    const pawli_step *step;
    uint32_t begin[PAWL_WORKERS_MAX], count[PAWL_WORKERS_MAX];
} lost_job;

/* Lost ones of a range are listed where active contacts will be, from its first contact on. */
static void find_lost(void *context, uint32_t begin, uint32_t end, uint32_t range) {
    lost_job *const job = (lost_job *)context;
    const pawli_step *const step = job->step;
    uint32_t lost = 0;
    for (uint32_t i = pawli_active_next(step->contacts, begin, end); i < end;
         i = pawli_active_next(step->contacts, i + 1, end))
        if (is_lost(step, i)) step->active[begin + lost++] = i;
    job->begin[range] = begin;
    job->count[range] = lost;
}

static void drop_on_workers(pawli_step *step) {
    pawl_world *world = step->world;
    lost_job job = {step, {0}, {0}};
    const uint32_t count = world->contact_count;
    uint32_t kept = 0, begin = 0;
    pawli_workers_for(step, count, find_lost, &job);
    for (uint32_t range = 0; range < PAWL_WORKERS_MAX; range++) {
        for (uint32_t i = 0; i < job.count[range]; i++) {
            const uint32_t at = step->active[job.begin[range] + i];
            if (pawli_has_events_linked()) pawli_event_add_end(world, &step->contacts[at]);
            kept = move_contacts_down(world, kept, begin, at);
            begin = at + 1;
        }
    }
    kept = move_contacts_down(world, kept, begin, count);
    world->counters.lost_pairs = count - kept;
    world->contact_count = kept;
}
#endif

static void drop_lost_pairs(pawli_step *step) {
    pawl_world *world = step->world;
    pawli_contact *contacts = step->contacts;
    pawli_active_forget_idle(step);
#if PAWL_WITH_WORKERS
    if (step->hooks.parallel != NULL && PAWLI_IS_LINKED(pawli_workers_mark)) {
        drop_on_workers(step);
        return;
    }
#endif
    const uint32_t count = world->contact_count;
    uint32_t kept = 0, begin = 0;
    for (uint32_t i = pawli_active_next(contacts, 0, count); i < count;
         i = pawli_active_next(contacts, i + 1, count)) {
        if (!is_lost(step, i)) continue;
        if (pawli_has_events_linked()) pawli_event_add_end(world, &contacts[i]);
        kept = move_contacts_down(world, kept, begin, i);
        begin = i + 1;
    }
    kept = move_contacts_down(world, kept, begin, count);
    world->counters.lost_pairs = count - kept;
    world->contact_count = kept;
}

/* Whether so many have moved. */
PAWLI_INLINE bool have_moved(const pawli_step *step, uint16_t used, uint32_t least) {
    const uint32_t *const bits = pawli_moved_bits(step->world);
    uint32_t count = 0;
    for (uint16_t i = pawli_next_bit(bits, 0, used); i != PAWLI_NONE && count < least;
         i = pawli_next_bit(bits, i + 1u, used))
        count++;
    return count == least;
}

/* Contacts that are looked at one by one before the others are searched. */
#define LISTED_MOST 8u

/* Where so many shapes have moved that it pays, contacts are found by the slot of the shape that is
 * A, by a list of the first one of each (UINT32_MAX: none) in the memory of solver bodies. */
static void list_first_contacts(pawli_step *step, uint16_t used) {
    const uint32_t count = step->world->contact_count;
    const size_t size = used * sizeof(uint32_t);
    if (count < 256 || used > 4 * count || !have_moved(step, used, 1 + count / 32)) return;
    if (size > step->world->body_pool.capacity * sizeof *step->solver) return;
    uint32_t *first = (uint32_t *)(void *)step->solver;
    memset(first, 0xFF, size);
    for (uint32_t i = count; i > 0; i--)
        first[step->contacts[i - 1].shape_a] = i - 1;
    step->first_contacts = first;
}

/* Whether a pair without terrain has a contact, if that is found at once. */
PAWLI_INLINE bool is_listed(const pawli_step *step, uint16_t slot, uint16_t other) {
    if (!PAWLI_LARGE_CODE || step->first_contacts == NULL) return false;
    const bool in_order = step->shapes[slot].serial < step->shapes[other].serial;
    const uint16_t a = in_order ? slot : other, b = in_order ? other : slot;
    const uint32_t first = step->first_contacts[a], count = step->world->contact_count;
    for (uint32_t i = first; i < count && i - first < LISTED_MOST; i++) {
        if (step->contacts[i].shape_a != a) break;
        if (step->contacts[i].shape_b == b)
            return !pawli_is_terrain(step->world, a) && !pawli_is_terrain(step->world, b);
    }
    return false;
}

static bool pair_is_known(const pawli_step *step, pawli_contact_place place) {
    const uint32_t at = pawli_contact_find_from(step->world, &place, step->world->contact_count);
    return at < step->world->contact_count && serials_of_contact(step, at) == place.serials &&
           pawli_edge_of(step->world, at) == place.edge;
}

const pawli_contact *pawli_pairs_find_contact(const pawli_step *step, uint16_t a, uint16_t b) {
    const bool in_order = step->shapes[a].serial < step->shapes[b].serial;
    const pawli_contact_place place = in_order ? place_of(step, a, b, 0) : place_of(step, b, a, 0);
    const uint32_t at = pawli_contact_find_from(step->world, &place, step->world->contact_count);
    if (at == step->world->contact_count) return NULL;
    return serials_of_contact(step, at) == place.serials ? &step->contacts[at] : NULL;
}

#if PAWL_WITH_TREE
/* Move pair `at` of a heap of `count` down to where it belongs; what comes last is on top. */
static void sift_pair_down(const pawli_step *step, uint32_t at, uint32_t count) {
    pawli_shape_pair *pairs = step->pairs;
    const pawli_shape_pair pair = pairs[at];
    const pawli_contact_place place = place_of_pair(step, &pair);
    for (uint32_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        pawli_contact_place child_place = place_of_pair(step, &pairs[child]);
        if (child + 1 < count) {
            const pawli_contact_place other = place_of_pair(step, &pairs[child + 1]);
            if (place_is_before(child_place, other)) {
                child_place = other;
                child++;
            }
        }
        if (!place_is_before(place, child_place)) break;
        pairs[at] = pairs[child];
        at = child;
    }
    pairs[at] = pair;
}

/* Heap sort: in place, no worst case, no recursion. Keys are distinct, so stability is moot. */
static void sort_pairs(const pawli_step *step) {
    pawli_shape_pair *pairs = step->pairs;
    for (uint32_t i = step->pair_count / 2; i > 0; i--)
        sift_pair_down(step, i - 1, step->pair_count);
    for (uint32_t last = step->pair_count; last > 1; last--) {
        const pawli_shape_pair top = pairs[0];
        pairs[0] = pairs[last - 1];
        pairs[last - 1] = top;
        sift_pair_down(step, 0, last - 1);
    }
}
#else
/* By insertion: without the tree there are few shapes, which have few new pairs in a step. */
static void sort_pairs(const pawli_step *step) {
    pawli_shape_pair *pairs = step->pairs;
    for (uint32_t next = 1; next < step->pair_count; next++) {
        const pawli_shape_pair pair = pairs[next];
        const pawli_contact_place place = place_of_pair(step, &pair);
        uint32_t at = next;
        for (; at > 0 && place_is_before(place, place_of_pair(step, &pairs[at - 1])); at--)
            pairs[at] = pairs[at - 1];
        pairs[at] = pair;
    }
}
#endif

/* Whether the last new pair comes after the last old contact; there is one or the other. */
static bool is_new_pair_last(const pawli_step *step) {
    if (step->pair_count == 0) return false;
    const uint32_t old = step->world->contact_count;
    const pawli_contact_place place = place_of_pair(step, &step->pairs[step->pair_count - 1]);
    return pawli_contact_find_from(step->world, &place, old) == old;
}

/* Drop the highest places of both sorted lists until all that is left fits. */
static void make_room_for_pairs(pawli_step *step) {
    pawl_world *world = step->world;
    while (world->contact_count + step->pair_count > world->contact_capacity) {
        step->faults |= PAWL_FAULT_CONTACTS_FULL;
        if (is_new_pair_last(step)) {
            step->pair_count--;
            continue;
        }
        world->contact_count--;
        if (pawli_has_events_linked())
            pawli_event_add_end(world, &step->contacts[world->contact_count]);
    }
}

/* Drop the pairs that the program does not want. The order is that of the places, unless there were
 * more pairs than contacts fit. */
static void ask_about_pairs(pawli_step *step) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < step->pair_count; i++) {
        const pawli_shape_pair pair = step->pairs[i];
        const uint8_t flags = pawli_pair_flags(step->world, pair.shape_a, pair.shape_b);
        if ((flags & PAWLI_SHAPE_CUSTOM_FILTER) &&
            !step->hooks.should_collide(step->hooks.context, step->world,
                                        pawli_pool_shape_id(step->world, pair.shape_a),
                                        pawli_pool_shape_id(step->world, pair.shape_b))) {
            continue;
        }
        step->pairs[kept++] = pair;
    }
    step->pair_count = kept;
}

/* Merge the new pairs into the contacts, from the back, so that each contact moves once. */
static void merge_pairs(pawli_step *step) {
    pawl_world *world = step->world;
    PAWL_ASSERT(step->pair_count <= world->contact_capacity);
    sort_pairs(step);
    if (PAWL_WITH_HOOKS && step->hooks.should_collide != NULL) ask_about_pairs(step);
    make_room_for_pairs(step);
    step->first_contacts = NULL;
    uint32_t old = world->contact_count, fresh = step->pair_count;
    uint32_t to = old + fresh;
    world->counters.new_pairs += fresh;
    world->contact_count = to;
    while (fresh > 0) {
        const pawli_shape_pair pair = step->pairs[fresh - 1];
        const pawli_contact_place place = place_of_pair(step, &pair);
        const uint32_t at = pawli_contact_find_from(step->world, &place, old);
        to -= old - at;
        pawli_active_break_run(step->contacts, at);
        pawli_contact_move(world, to, at, old - at);
        old = at;
        step->contacts[--to] = (pawli_contact){.shape_a = pair.shape_a, .shape_b = pair.shape_b};
        if (pawli_has_edges(world)) pawli_edges(world)[to] = pair.edge;
        fresh--;
    }
    step->pair_count = 0;
}

static void add_shape_pair(pawli_step *step, uint16_t first, uint16_t second, uint32_t edge) {
    const bool in_order = step->shapes[first].serial < step->shapes[second].serial;
    const pawli_shape_pair pair = {in_order ? first : second, in_order ? second : first, edge};
    if (pair_is_known(step, place_of_pair(step, &pair))) return;
#if PAWL_WITH_WORKERS
    if (step->pair_room != 0) {
        if (step->pair_count < step->pair_room) step->pairs[step->pair_count] = pair;
        step->pair_count++;
        return;
    }
#endif
    if (step->pair_count == step->world->contact_capacity) merge_pairs(step);
    step->pairs[step->pair_count++] = pair;
}

/* A pair for each edge that is near; terrain does not collide with terrain, which cannot move. */
static void add_edge_pairs(pawli_step *step, uint16_t terrain, uint16_t other) {
    pawli_surface_query query = pawli_surface_begin(
        pawli_geometry_of(step, terrain), pawli_surface_reach(step->world, terrain, other));
    uint32_t edge;
    while (pawli_surface_next(&query, &edge))
        add_shape_pair(step, terrain, other, edge);
}

static void add_shape_pairs(pawli_step *step, uint16_t slot, uint16_t other) {
    if (pawli_is_terrain(step->world, slot)) {
        add_edge_pairs(step, slot, other);
    } else if (pawli_is_terrain(step->world, other)) {
        add_edge_pairs(step, other, slot);
    } else {
        add_shape_pair(step, slot, other, 0);
    }
}

/* A pair of which both shapes moved is found twice; the query of the younger one reports it.
 * Returns whether the other one is static. */
PAWLI_FOLD bool look_at_neighbor(pawli_step *step, bool round, uint16_t slot, uint16_t other) {
    const pawli_shape *shape = &step->shapes[slot], *found = &step->shapes[other];
    const bool is_static = step->bodies[found->body].type == PAWL_STATIC;
    if (other == slot || !boxes_overlap(step, round, shape, found)) return is_static;
    const bool both = (found->flags & PAWLI_SHAPE_MOVED) != 0;
    if (both && found->serial > shape->serial) return is_static;
    if (is_listed(step, slot, other)) return is_static;
    if (pawli_contact_should_collide(step->world, slot, other)) add_shape_pairs(step, slot, other);
    return is_static;
}

PAWLI_IN_LOOPS void find_pairs_of(pawli_step *step, uint16_t slot, pawl_box reach) {
    const bool round = pawli_way_goes_round(step->world);
    bool alone = true;
    pawli_tree_query query;
    pawli_tree_query_begin_beside(step->world, slot, reach, &query);
    for (;;) {
        const uint16_t other = pawli_tree_query_next(step->world, &query);
        if (other == PAWLI_NONE) break;
        if (look_at_neighbor(step, round, slot, other)) alone = false;
    }
    if (PAWL_WITH_CONTINUOUS && alone) pawli_set_bit(step->alone, slot);
}

#if PAWLI_TREE_GATHERS
static void find_pairs_within(pawli_step *step, const pawli_tree_scope *scope, uint16_t slot,
                              pawl_box reach) {
    uint16_t found[PAWLI_TREE_GATHER_MOST];
    const uint32_t count = pawli_tree_query_gather(step->world, scope, slot, reach, found);
    bool alone = true;
    if (count == PAWLI_TREE_GATHER_MANY) {
        find_pairs_of(step, slot, reach);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        if (look_at_neighbor(step, false, slot, found[i])) alone = false;
    if (PAWL_WITH_CONTINUOUS && alone) pawli_set_bit(step->alone, slot);
}
#endif

PAWLI_PAIRS_SHARED void pawli_pairs_find(pawli_step *step, uint16_t first, uint16_t end) {
    const uint32_t *bits = pawli_moved_bits(step->world);
    uint16_t at = first;
#if PAWLI_TREE_GATHERS
    pawli_flight_batch batch;
    while (at != PAWLI_NONE && !pawli_way_goes_round(step->world)) {
        at = pawli_flight_batch_fill(step, at, end, &batch);
        for (uint32_t i = 0; i < batch.count; i++)
            find_pairs_within(step, &batch.scope, batch.slots[i], batch.reaches[i]);
    }
#endif
    for (; at != PAWLI_NONE; at = pawli_next_bit(bits, at + 1u, end)) {
        if (pawli_flight_is_new(step, at)) find_pairs_of(step, at, pawli_flight_around(step, at));
    }
}

#if PAWL_WITH_WORKERS
/* Fewer shapes that moved are not worth a thread. */
#define PAIRS_LEAST (PAWL_VALIDATE ? 1u : 64u)

static bool are_found_on_workers(pawli_step *step, uint16_t used) {
    if (step->hooks.parallel == NULL || !PAWLI_IS_LINKED(pawli_workers_mark)) return false;
    if (step->hooks.workers < 2 || !have_moved(step, used, PAIRS_LEAST)) return false;
    return pawli_prepare_workers_find_pairs(step, used);
}
#endif

PAWLI_FOLD void find_all_pairs(pawli_step *step, uint16_t first, uint16_t used) {
    if (PAWLI_LARGE_CODE) list_first_contacts(step, used);
#if PAWL_WITH_WORKERS
    if (are_found_on_workers(step, used)) return;
#endif
    pawli_pairs_find(step, first, used);
}

void pawli_pairs_update(pawli_step *step) {
    pawl_world *world = step->world;
    uint32_t *bits = pawli_moved_bits(world);
    const uint16_t used = world->shape_pool.used;
    memset(step->alone, 0, PAWLI_BIT_WORDS(used) * sizeof *step->alone);
    const uint16_t first = pawli_next_bit(bits, 0, used);
    if (first == PAWLI_NONE) return;
    drop_lost_pairs(step);
    find_all_pairs(step, first, used);
    merge_pairs(step);
    for (uint16_t i = first; i != PAWLI_NONE; i = pawli_next_bit(bits, i + 1u, used))
        step->shapes[i].flags &= (uint8_t)~PAWLI_SHAPE_MOVED;
    memset(bits, 0, PAWLI_BIT_WORDS(used) * sizeof *bits);
}
