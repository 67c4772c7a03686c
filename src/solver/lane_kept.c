/* lane_kept.c - in which lanes rows were in the last step. */
#include "solver/lane_kept.h"

#include <string.h>

#if PAWL_WITH_LANES

/* What the memory begins with. Behind it lie the bodies of each row, the row at each place of the
 * order, and how many rows each batch has. */
typedef struct kept_head {
    uint32_t row_count; /* 0: nothing is kept */
    uint16_t batch_count, width;
} kept_head;

typedef struct kept_lists {
    kept_head *head;
    uint32_t *bodies;
    uint16_t *order, *counts;
} kept_lists;

static bool kept_lists_fit(const pawli_lane_setup *setup, uint32_t rows, uint32_t batches) {
    const size_t row_bytes = sizeof(uint32_t) + sizeof(uint16_t);
    return setup->kept != NULL && rows <= UINT16_MAX && batches <= rows &&
           sizeof(kept_head) + rows * row_bytes + batches * sizeof(uint16_t) <= setup->kept_size;
}

static kept_lists kept_lists_of(const pawli_lane_setup *setup, uint32_t rows) {
    kept_lists lists;
    lists.head = (kept_head *)setup->kept;
    lists.bodies = (uint32_t *)(void *)(lists.head + 1);
    lists.order = (uint16_t *)(void *)(lists.bodies + rows);
    lists.counts = lists.order + rows;
    return lists;
}

/* The bodies that make a row wait, and others wait for it. */
static uint32_t moved_by(const pawli_contact_pass *pass, const pawli_contact_row *row) {
    const uint32_t a = pass->bodies[row->a].moves ? row->a : 0u;
    const uint32_t b = pass->bodies[row->b].moves ? row->b : 0u;
    return a | b << 16;
}

static bool are_rows_the_same(const pawli_contact_pass *pass, const uint32_t *bodies) {
    for (uint32_t i = 0; i < pass->row_count; i++) {
        const pawli_contact_row *row = &pass->rows[i];
        if (bodies[i] != moved_by(pass, row) || !pawli_lanes_know(row)) return false;
    }
    return true;
}

/* The same where all bodies move that may: then nothing has to be looked up. */
static bool do_all_move(const pawli_contact_pass *pass, uint32_t body_count) {
    for (uint32_t i = 1; i < body_count; i++)
        if (!pass->bodies[i].moves) return false;
    return true;
}

static bool are_moving_rows_the_same(const pawli_contact_pass *pass, const uint32_t *bodies) {
    const pawli_contact_row *row = pass->rows;
    for (uint32_t i = 0; i < pass->row_count; i++, row++)
        if (bodies[i] != (row->a | (uint32_t)row->b << 16) || !pawli_lanes_know(row)) return false;
    return true;
}

bool pawli_lane_kept_take(const pawli_lane_setup *setup, const pawli_contact_pass *pass,
                          pawli_lane_schedule *schedule) {
    const uint32_t rows = pass->row_count;
    if (!kept_lists_fit(setup, rows, 0)) return false;
    const kept_lists lists = kept_lists_of(setup, rows);
    if (lists.head->row_count != rows || lists.head->width != setup->kernels->width) return false;
    const bool same = do_all_move(pass, setup->body_count)
                          ? are_moving_rows_the_same(pass, lists.bodies)
                          : are_rows_the_same(pass, lists.bodies);
    if (!same) return false;
    const uint32_t batches = lists.head->batch_count;
    uint32_t first = 0, last = 0;
    for (uint32_t i = 0; i < batches && i < rows; i++) {
        const pawli_lane_batch batch = {first, lists.counts[i], 1, 0, NULL, NULL};
        schedule->batches[i] = batch;
        first += batch.count;
    }
    for (uint32_t i = 0; i < rows; i++) {
        schedule->order[i] = lists.order[i];
        if (lists.order[i] > last) last = lists.order[i];
    }
    if (first != rows || last >= rows || batches > rows) return false; /* written by others */
    schedule->batch_count = batches;
    return true;
}

void pawli_lane_kept_put(const pawli_lane_setup *setup, const pawli_contact_pass *pass,
                         const pawli_lane_schedule *schedule) {
    const uint32_t rows = pass->row_count, batches = schedule->batch_count;
    if (!kept_lists_fit(setup, 0, 0)) return;
    const kept_lists lists = kept_lists_of(setup, rows);
    memset(lists.head, 0, sizeof *lists.head);
    if (!kept_lists_fit(setup, rows, batches)) return;
    for (uint32_t i = 0; i < batches; i++) {
        if (!schedule->batches[i].packed) return; /* rows that lanes do not know */
        lists.counts[i] = schedule->batches[i].count;
    }
    for (uint32_t i = 0; i < rows; i++) {
        lists.bodies[i] = moved_by(pass, &pass->rows[i]);
        lists.order[i] = (uint16_t)schedule->order[i];
    }
    lists.head->row_count = rows;
    lists.head->batch_count = (uint16_t)batches;
    lists.head->width = (uint16_t)setup->kernels->width;
}
#endif
