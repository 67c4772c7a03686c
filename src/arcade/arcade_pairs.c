/* arcade_pairs.c - which bodies may meet.
 *
 * Sort and sweep: Baraff, Dynamic Simulation of Non-Penetrating Rigid Bodies (1992), 5.1. Bodies
 * are sorted by the left end of the span in x that they reach within a step. All that meet a
 * span begin left of its right end, and not farther left of its left end than the widest span is
 * wide. They are given in no particular order, and no result depends on it; a build without
 * (PAWL_ARCADE_SORTED 0) looks at all of them and gets the same bits. */
#include "arcade/arcade.h"

#include "base/sort.h"

#include <string.h>

uint8_t pawli_arcade_pairs_response(const pawl_arcade *arcade, uint16_t a, uint16_t b) {
    const pawli_arcade_prototype *const of_a = pawli_arcade_prototype_of(arcade, a);
    const pawli_arcade_prototype *const of_b = pawli_arcade_prototype_of(arcade, b);
    if ((of_a->mask & of_b->category) == 0 || (of_b->mask & of_a->category) == 0) {
        return PAWLI_ARCADE_NO_RESPONSE;
    }
    const uint8_t response = of_a->response > of_b->response ? of_a->response : of_b->response;
    if (response == PAWL_ARCADE_SENSOR) return response;
    if (of_a->inverse_mass == 0 && of_b->inverse_mass == 0) return PAWLI_ARCADE_NO_RESPONSE;
    return response;
}

/* Positions are below 2^30, prototypes reach 2^28: it fits. */
pawl_box pawli_arcade_pairs_swept_box(const pawl_arcade *arcade, uint16_t slot) {
    const pawl_vec2 place = pawli_arcade_bodies(arcade)[slot].position;
    const pawl_vec2 move = pawli_arcade_paths(arcade)[slot].move;
    pawl_box box = pawli_arcade_shape_box(arcade, pawli_arcade_prototype_of(arcade, slot));
    box.lower.x += place.x + pawl_min(move.x, 0);
    box.lower.y += place.y + pawl_min(move.y, 0);
    box.upper.x += place.x + pawl_max(move.x, 0);
    box.upper.y += place.y + pawl_max(move.y, 0);
    return box;
}

static bool span_precedes(pawl_fx lower_a, uint16_t slot_a, pawl_fx lower_b, uint16_t slot_b) {
    return lower_a < lower_b || (lower_a == lower_b && slot_a < slot_b);
}

/* How many spans begin left of `lower`, or there with a lower slot. */
static uint16_t count_spans_before(const pawl_arcade *arcade, pawl_fx lower, uint16_t slot) {
    const pawli_arcade_span *const spans = pawli_arcade_spans(arcade);
    uint16_t low = 0, high = arcade->body_count;
    while (low < high) {
        const uint16_t middle = (uint16_t)(low + (high - low) / 2);
        if (span_precedes(spans[middle].box.lower.x, spans[middle].slot, lower, slot)) {
            low = (uint16_t)(middle + 1);
        } else {
            high = middle;
        }
    }
    return low;
}

void pawli_arcade_pairs_begin_near(const pawl_arcade *arcade, uint16_t slot,
                                   pawli_arcade_neighbors *out) {
    out->box = pawli_arcade_pairs_swept_box(arcade, slot);
    out->slot = slot;
    out->at = pawli_arcade_is_sorted(arcade)
                  ? count_spans_before(arcade, out->box.upper.x, PAWLI_ARCADE_NO_SLOT)
                  : arcade->body_count;
}

/* Among sorted ones none is left of the box's right end; whether they are farther left than its
 * left end is told by their own. */
static uint16_t next_span_near(const pawl_arcade *arcade, pawli_arcade_neighbors *near) {
    const pawli_arcade_span *const spans = pawli_arcade_spans(arcade);
    const pawl_box box = near->box;
    const pawl_fx farthest = pawl_sub(box.lower.x, arcade->span_width);
    for (const pawli_arcade_span *span = spans + near->at; span > spans;) {
        span--;
        if (span->box.lower.x < farthest) break;
        if (span->box.upper.x < box.lower.x || span->box.lower.y > box.upper.y ||
            span->box.upper.y < box.lower.y || span->slot == near->slot)
            continue;
        near->at = (uint16_t)(span - spans);
        return span->slot;
    }
    near->at = 0;
    return PAWLI_ARCADE_NO_SLOT;
}

uint16_t pawli_arcade_pairs_next_near(const pawl_arcade *arcade, pawli_arcade_neighbors *near) {
    if (pawli_arcade_is_sorted(arcade)) return next_span_near(arcade, near);
    while (near->at > 0) {
        const uint16_t slot = pawli_arcade_order(arcade)[--near->at];
        if (slot == near->slot) continue;
        if (pawl_box_overlaps(near->box, pawli_arcade_pairs_swept_box(arcade, slot))) return slot;
    }
    return PAWLI_ARCADE_NO_SLOT;
}

/* To the right of the first, so by their order the two overlap in x where the second begins before
 * the first ends. */
bool pawli_arcade_pairs_next(const pawl_arcade *arcade, pawli_arcade_pair_cursor *pairs,
                             uint16_t *a, uint16_t *b) {
    const pawli_arcade_span *const spans = pawli_arcade_spans(arcade);
    const pawli_arcade_span *const end = spans + arcade->body_count;
    for (; pairs->first < arcade->body_count; pairs->first++, pairs->second = 0) {
        const pawli_arcade_span *const first = spans + pairs->first;
        const pawli_arcade_span *second = pairs->second == 0 ? first + 1 : spans + pairs->second;
        const pawl_box box = first->box;
        for (; second < end && second->box.lower.x <= box.upper.x; second++) {
            if (second->box.lower.y > box.upper.y || second->box.upper.y < box.lower.y) continue;
            *a = first->slot;
            *b = second->slot;
            pairs->second = (uint16_t)(second - spans + 1);
            return true;
        }
    }
    return false;
}

#if PAWL_ARCADE_SORTED

static bool span_item_precedes(const void *context, const void *a, const void *b) {
    const pawli_arcade_span *const of_a = a, *const of_b = b;
    (void)context;
    return span_precedes(of_a->box.lower.x, of_a->slot, of_b->box.lower.x, of_b->slot);
}

static pawli_arcade_span make_span(pawl_arcade *arcade, uint16_t slot) {
    const pawl_box box = pawli_arcade_pairs_swept_box(arcade, slot);
    const pawli_arcade_span span = {box, slot, 0};
    arcade->span_width = pawl_max(arcade->span_width, pawl_sub(box.upper.x, box.lower.x));
    return span;
}

/* The slots of all bodies, in the order in which the last step has left them where there was one.
 * What lies there may be anything, so only slots of living bodies are taken, and each once. */
static void gather_slots(pawl_arcade *arcade) {
    const pawli_arcade_body *const bodies = pawli_arcade_bodies(arcade);
    pawli_arcade_span *const spans = pawli_arcade_spans(arcade);
    uint32_t *const marks = pawli_order_set_words(arcade);
    uint16_t count = 0;
    pawli_order_set_clear(arcade);
    for (uint16_t i = 0; i < arcade->body_count; i++) {
        const uint16_t slot = spans[i].slot;
        if (slot >= arcade->slot_count || bodies[slot].rank == PAWLI_ARCADE_NO_SLOT) continue;
        uint32_t *const word = marks + bodies[slot].rank / 32;
        const uint32_t mark = UINT32_C(1) << bodies[slot].rank % 32;
        if ((*word & mark) != 0) continue;
        *word |= mark;
        spans[count++].slot = slot;
    }
    for (uint16_t rank = 0; count < arcade->body_count; rank++) {
        if (!pawli_order_set_has(arcade, rank))
            spans[count++].slot = pawli_arcade_order(arcade)[rank];
    }
}

/* By insertion, which takes little of what is nearly sorted; false when it takes too much. */
static bool insert_all(pawli_arcade_span *spans, uint16_t count) {
    uint32_t moves = UINT32_C(8) * count;
    for (uint16_t i = 1; i < count; i++) {
        const pawli_arcade_span span = spans[i];
        uint16_t at = i;
        for (; at > 0 && moves > 0 && span_item_precedes(NULL, &span, spans + at - 1);
             at--, moves--)
            spans[at] = spans[at - 1];
        if (at != i) spans[at] = span;
    }
    return moves > 0;
}

void pawli_arcade_pairs_sort(pawl_arcade *arcade) {
    if (!pawli_arcade_is_sorted(arcade)) return;
    pawli_arcade_span *const spans = pawli_arcade_spans(arcade);
    const uint16_t count = arcade->body_count;
    arcade->span_width = 0;
    gather_slots(arcade);
    for (uint16_t i = 0; i < count; i++)
        spans[i] = make_span(arcade, spans[i].slot);
    if (!insert_all(spans, count)) {
        pawli_sort(spans, count, (uint16_t)sizeof *spans, span_item_precedes, NULL);
    }
}

void pawli_arcade_pairs_move(pawl_arcade *arcade, uint16_t slot, pawl_box before) {
    if (!pawli_arcade_is_sorted(arcade)) return;
    pawli_arcade_span *const spans = pawli_arcade_spans(arcade);
    const pawli_arcade_span span = make_span(arcade, slot);
    uint16_t at = count_spans_before(arcade, before.lower.x, slot);
    for (; at > 0 &&
           span_precedes(span.box.lower.x, slot, spans[at - 1].box.lower.x, spans[at - 1].slot);
         at--) {
        spans[at] = spans[at - 1];
    }
    for (; at + 1 < arcade->body_count &&
           span_precedes(spans[at + 1].box.lower.x, spans[at + 1].slot, span.box.lower.x, slot);
         at++) {
        spans[at] = spans[at + 1];
    }
    spans[at] = span;
}

#else

void pawli_arcade_pairs_sort(pawl_arcade *arcade) {
    (void)arcade;
}

void pawli_arcade_pairs_move(pawl_arcade *arcade, uint16_t slot, pawl_box before) {
    (void)arcade, (void)slot, (void)before;
}

#endif
