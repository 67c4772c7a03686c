/* lane_schedule.c - batches of contacts that can be solved side by side, and passes over them.
 *
 * Rows are taken in their order, or those first for which most others wait. Each goes into the
 * first batch that has room and comes after all batches with rows that it depends on: list
 * scheduling. Batches with few rows are not worth lanes; neither are rows that lanes do not know.
 * Both are solved by the serial kernels in their turn. */
#include "solver/lane_schedule.h"

#include "base/align.h"
#include "base/compiler.h"
#include "base/optional.h"
#include "solver/lane_kept.h"

#include <string.h>

#if PAWL_WITH_LANES
PAWLI_MARK(pawli_lane_schedule_mark);

/* Values begin where a cache line does, of whatever address: no result knows. */
#define LANE_LINE 64u

/* A batch of fewer rows is solved one after the other: as fast, measured. */
static uint32_t least_rows(uint32_t width) {
    return width <= 8 ? 2 : 3;
}

static uint32_t batch_bytes(uint32_t width) {
    return width * PAWLI_LANE_FIELDS * (uint32_t)sizeof(int32_t);
}

/* Of a row: where it is in the order, its batch; of a batch: itself, the next one with room. */
#define ROW_BYTES (2 * sizeof(uint32_t))
#define BATCH_BYTES (sizeof(pawli_lane_batch) + sizeof(uint32_t))

uint64_t pawli_lane_schedule_size(uint32_t rows, uint32_t bodies, pawl_lanes lanes) {
    const pawli_lane_kernels *kernels = pawli_lane_kernels_of(lanes);
    if (kernels == NULL) return 0;
    const uint32_t width = kernels->width;
    const uint64_t batches = rows / width + rows / width / 2 + 16;
    const uint64_t tables =
        rows * (uint64_t)ROW_BYTES + (rows + 1) * (uint64_t)BATCH_BYTES + bodies * sizeof(uint32_t);
    return (tables + batches * batch_bytes(width) + 2 * LANE_LINE + 7) / 8 * 8;
}

/* ---- which rows ---------------------------------------------------------------------------- */

/* Tables of a schedule while it is made. */
typedef struct lane_tables {
    pawli_lane_schedule *schedule;
    uint32_t *batch_of; /* by row */
    uint32_t *spare;    /* by batch: itself, or a later one that may have room */
    uint32_t *marks;    /* by solver body: the batch after the last one that changes it */
    uint32_t width;
} lane_tables;

/* How many batches with room are looked at for one row. */
#define PLACES_MAX 16

/* The first batch from `at` on that has room, or the number of batches. Paths are halved. */
static uint32_t find_space(uint32_t *spare, uint32_t at) {
    while (spare[at] != at) {
        spare[at] = spare[spare[at]];
        at = spare[at];
    }
    return at;
}

/* Batches of rows that lanes know are counted up to their width; others have any number. */
static uint32_t place_row(const lane_tables *tables, uint32_t after, uint8_t known) {
    pawli_lane_schedule *schedule = tables->schedule;
    uint32_t at = find_space(tables->spare, after);
    for (int i = 0; at < schedule->batch_count && schedule->batches[at].packed != known; i++)
        at = i < PLACES_MAX ? find_space(tables->spare, at + 1) : schedule->batch_count;
    pawli_lane_batch *batch = &schedule->batches[at];
    if (at == schedule->batch_count) {
        memset(batch, 0, sizeof *batch);
        batch->packed = known;
        tables->spare[++schedule->batch_count] = at + 1;
    }
    if (++batch->count == (known ? tables->width : UINT16_MAX)) tables->spare[at] = at + 1;
    return at;
}

/* For each row, in its place in `batch_of`, how many rows in a row depend on it. Returns the most,
 * and one. */
static uint32_t count_followers(const lane_tables *tables, const pawli_contact_pass *pass) {
    uint32_t *marks = tables->marks, most = 0;
    for (uint32_t i = pass->row_count; i-- > 0;) {
        const pawli_contact_row *row = &pass->rows[i];
        const bool a = pass->bodies[row->a].moves, b = pass->bodies[row->b].moves;
        uint32_t followers = a ? marks[row->a] : 0;
        if (b && marks[row->b] > followers) followers = marks[row->b];
        tables->batch_of[i] = followers++;
        if (a) marks[row->a] = followers;
        if (b) marks[row->b] = followers;
        if (followers > most) most = followers;
    }
    return most;
}

/* Rows by how many follow, most first, and in their order where as many do: so each comes after
 * those that it depends on, and those that keep the most waiting come first. */
static void sort_by_followers(const lane_tables *tables, uint32_t row_count, uint32_t most) {
    uint32_t *ends = tables->spare, *order = tables->schedule->order;
    memset(ends, 0, (most + 1) * sizeof *ends);
    for (uint32_t i = 0; i < row_count; i++)
        ends[most - 1 - tables->batch_of[i]]++;
    uint32_t first = 0;
    for (uint32_t level = 0; level < most; level++) {
        const uint32_t count = ends[level];
        ends[level] = first;
        first += count;
    }
    for (uint32_t i = 0; i < row_count; i++)
        order[ends[most - 1 - tables->batch_of[i]]++] = i;
}

/* The order in which rows are placed: theirs, or those first that others wait for. */
static void order_rows(const lane_tables *tables, const pawli_contact_pass *pass,
                       const pawli_lane_setup *setup, bool by_followers) {
    if (by_followers) {
        sort_by_followers(tables, pass->row_count, count_followers(tables, pass));
        memset(tables->marks, 0, setup->body_count * sizeof *tables->marks);
    } else {
        for (uint32_t i = 0; i < pass->row_count; i++)
            tables->schedule->order[i] = i;
    }
}

static void place_rows(const lane_tables *tables, const pawli_contact_pass *pass) {
    uint32_t *marks = tables->marks;
    tables->spare[0] = 0;
    for (uint32_t k = 0; k < pass->row_count; k++) {
        const uint32_t i = tables->schedule->order[k];
        const pawli_contact_row *row = &pass->rows[i];
        const bool a = pass->bodies[row->a].moves, b = pass->bodies[row->b].moves;
        uint32_t after = a ? marks[row->a] : 0;
        if (b && marks[row->b] > after) after = marks[row->b];
        const uint32_t at = place_row(tables, after, pawli_lanes_know(row));
        tables->batch_of[i] = at;
        if (a) marks[row->a] = at + 1;
        if (b) marks[row->b] = at + 1;
    }
}

/* Where the longest chain of rows has nearly as many as there are batches it decides how many there
 * are: rows that others wait for go first, and a pyramid of 210 boxes has 63 batches of 8 rows and
 * not 70. A heap fills its batches in the order of the rows, which is the better one for memory; so
 * that is tried where the chain is shorter, and left where more than a sixteenth stays empty: the
 * 3600 rows of a pyramid of 1830 boxes take 500 batches, and 460 the other way. */
static void find_batches(lane_tables *tables, const pawli_contact_pass *pass,
                         const pawli_lane_setup *setup) {
    const uint32_t rows = pass->row_count;
    const bool by_followers = 2 * rows < 3 * setup->depth * tables->width;
    order_rows(tables, pass, setup, by_followers);
    place_rows(tables, pass);
    if (by_followers || 15 * tables->schedule->batch_count * tables->width <= 16 * rows) return;
    memset(tables->marks, 0, setup->body_count * sizeof *tables->marks);
    tables->schedule->batch_count = 0;
    order_rows(tables, pass, setup, true);
    place_rows(tables, pass);
}

/* Rows batch after batch, each batch in their order. */
static void sort_rows(const lane_tables *tables, uint32_t row_count) {
    pawli_lane_schedule *schedule = tables->schedule;
    uint32_t end = 0;
    for (uint32_t i = 0; i < schedule->batch_count; i++) {
        schedule->batches[i].first = end;
        end += schedule->batches[i].count;
        schedule->batches[i].count = 0;
    }
    for (uint32_t i = 0; i < row_count; i++) {
        pawli_lane_batch *batch = &schedule->batches[tables->batch_of[i]];
        schedule->order[batch->first + batch->count++] = i;
    }
}

/* ---- what changes -------------------------------------------------------------------------- */

/* A column of values: those of one lane. */
typedef struct lane_column {
    int32_t *values;
    uint32_t width;
} lane_column;

static void put(const lane_column *column, int field, int32_t x) {
    column->values[(uint32_t)field * column->width] = x;
}

static int32_t get(const lane_column *column, int point, int field) {
    return column->values[(uint32_t)(field + point * PAWLI_LANE_POINT_FIELDS) * column->width];
}

static lane_column column_of(const pawli_lane_batch *batch, uint32_t lane) {
    const lane_column column = {batch->values + lane, batch->kernels->width};
    return column;
}

static bool is_beyond_lanes(int32_t impulse) {
    return impulse >= PAWLI_LANE_IMPULSE_LIMIT || impulse < -PAWLI_LANE_IMPULSE_LIMIT;
}

/* Which points carried an impulse, of rows for which it matters. */
PAWLI_RARE static void note_pressed(const pawli_contact_pass *pass,
                                    const pawli_lane_schedule *schedule,
                                    const pawli_lane_batch *batch) {
    for (uint32_t i = 0; i < batch->count; i++) {
        pawli_contact_row *row = &pass->rows[schedule->order[batch->first + i]];
        const lane_column column = column_of(batch, i);
        for (int k = 0; row->watched && k < row->count; k++)
            if (get(&column, k, PAWLI_LANE_PRESSED) != 0) row->pressed |= (uint8_t)(1u << k);
    }
}

/* Those of one batch, from the values to their rows. */
static void write_back(const pawli_contact_pass *pass, const pawli_lane_schedule *schedule,
                       const pawli_lane_batch *batch) {
    batch->kernels->unpack(pass, schedule->order, batch);
    if (batch->watched) note_pressed(pass, schedule, batch);
}

/* And what the serial kernels have changed. Impulses that are too large for lanes stay where they
 * are: the batch is not packed any more. */
static void read_again(const pawli_contact_pass *pass, const pawli_lane_schedule *schedule,
                       pawli_lane_batch *batch) {
    bool beyond = false;
    for (uint32_t i = 0; i < batch->count; i++) {
        const pawli_contact_row *row = &pass->rows[schedule->order[batch->first + i]];
        for (int k = 0; k < row->count; k++) {
            const pawli_contact_row_point *point = &row->points[k];
            lane_column column = column_of(batch, i);
            column.values += (uint32_t)(k * PAWLI_LANE_POINT_FIELDS) * column.width;
            put(&column, PAWLI_LANE_GAP, point->gap);
            put(&column, PAWLI_LANE_NORMAL_IMPULSE, point->normal_impulse);
            put(&column, PAWLI_LANE_TANGENT_IMPULSE, point->tangent_impulse);
            if (row->pressed >> k & 1) put(&column, PAWLI_LANE_PRESSED, -1);
            beyond = beyond || is_beyond_lanes(point->normal_impulse) ||
                     is_beyond_lanes(point->tangent_impulse);
        }
    }
    if (beyond) batch->packed = 0;
}

/* ---- making one ---------------------------------------------------------------------------- */

/* Null, and nothing any more, where so much is not left. */
static void *take(pawli_lane_room *room, size_t size) {
    if (size > room->left) {
        room->left = 0;
        return NULL;
    }
    void *taken = room->at;
    room->at += size;
    room->left -= size;
    return taken;
}

static void align_room(pawli_lane_room *room) {
    const size_t gap = (LANE_LINE - (size_t)((uintptr_t)room->at % LANE_LINE)) % LANE_LINE;
    (void)take(room, gap < room->left ? gap : room->left);
}

static bool take_tables(lane_tables *tables, pawli_lane_room *room, uint32_t rows,
                        uint32_t bodies) {
    pawli_lane_schedule *schedule = tables->schedule;
    schedule->batches = take(room, (rows + 1) * sizeof *schedule->batches);
    schedule->order = take(room, rows * sizeof *schedule->order);
    tables->batch_of = take(room, rows * sizeof *tables->batch_of);
    tables->spare = take(room, (rows + 1) * sizeof *tables->spare);
    tables->marks = take(room, bodies * sizeof *tables->marks);
    if (tables->marks == NULL) return false;
    memset(tables->marks, 0, bodies * sizeof *tables->marks);
    align_room(room);
    return true;
}

/* Whether a batch is worth lanes, has room, and could be packed. */
PAWLI_IN_LOOPS bool pack_batch(const pawli_lane_schedule *schedule, const pawli_contact_pass *pass,
                               const pawli_lane_kernels *kernels, pawli_lane_room *room,
                               pawli_lane_batch *batch) {
    if (batch->count < least_rows(kernels->width)) return false;
    while (kernels->narrower != NULL && batch->count <= kernels->narrower->width)
        kernels = kernels->narrower;
    batch->kernels = kernels;
    batch->values = take(room, batch_bytes(kernels->width));
    return batch->values != NULL && kernels->pack(pass, schedule->order, batch);
}

/* Whether any batch is. */
PAWLI_IN_LOOPS bool pack_batches(const pawli_contact_pass *pass, const pawli_lane_kernels *kernels,
                                 pawli_lane_room *room, const pawli_lane_schedule *schedule) {
    bool any = false;
    for (uint32_t i = 0; i < schedule->batch_count; i++) {
        pawli_lane_batch *batch = &schedule->batches[i];
        if (batch->packed && pack_batch(schedule, pass, kernels, room, batch)) {
            any = true;
        } else {
            batch->packed = 0;
        }
    }
    return any;
}

bool pawli_lane_schedule_make(const pawli_lane_setup *setup, const pawli_contact_pass *pass,
                              pawli_lane_schedule *schedule) {
    const pawli_lane_kernels *kernels = setup->kernels;
    if (kernels == NULL || pass->row_count < least_rows(kernels->width)) return false;
    lane_tables tables = {schedule, NULL, NULL, NULL, kernels->width};
    pawli_lane_room room = {setup->memory, setup->memory_size};
    schedule->batch_count = 0;
    if (!take_tables(&tables, &room, pass->row_count, setup->body_count)) return false;
    if (!pawli_lane_kept_take(setup, pass, schedule)) {
        find_batches(&tables, pass, setup);
        sort_rows(&tables, pass->row_count);
        pawli_lane_kept_put(setup, pass, schedule);
    }
    return pack_batches(pass, kernels, &room, schedule);
}

/* ---- passes -------------------------------------------------------------------------------- */

/* Rows of the pass from the first one on. */
typedef void serial_pass(pawli_contact_pass *pass);

/* The rows of a batch, one after the other. */
static void run_rows(pawli_contact_pass *pass, const pawli_lane_schedule *schedule,
                     pawli_lane_batch *batch, serial_pass *serial) {
    pawli_contact_pass one = *pass;
    if (batch->packed) write_back(pass, schedule, batch);
    one.row_count = 1;
    for (uint32_t i = 0; i < batch->count; i++) {
        one.rows = &pass->rows[schedule->order[batch->first + i]];
        serial(&one);
    }
    pass->faults |= one.faults;
    if (batch->packed) read_again(pass, schedule, batch);
}

/* Batches that kernels of one width know, and those that they do not, by turns. */
#define RUN_PASS(pass, schedule, from, name, serial)                          \
    do {                                                                      \
        for (uint32_t at = (from); at < (schedule)->batch_count;) {           \
            pawli_lane_batch *batch = &(schedule)->batches[at];               \
            const uint32_t before = at;                                       \
            if (batch->packed) at = batch->kernels->name(pass, schedule, at); \
            if (at == before) {                                               \
                run_rows(pass, schedule, batch, serial);                      \
                at++;                                                         \
            }                                                                 \
        }                                                                     \
    } while (0)

void pawli_lane_schedule_warm_start(pawli_contact_pass *pass, const pawli_lane_schedule *schedule) {
    RUN_PASS(pass, schedule, 0, warm_start, pawli_contact_solver_warm_start);
}

void pawli_lane_schedule_solve(pawli_contact_pass *pass, const pawli_lane_schedule *schedule) {
    RUN_PASS(pass, schedule, 0, solve, pawli_contact_solver_solve);
}

void pawli_lane_schedule_relax(pawli_contact_pass *pass, const pawli_lane_schedule *schedule) {
    RUN_PASS(pass, schedule, 0, relax, pawli_contact_solver_relax);
}

void pawli_lane_schedule_write_back(const pawli_contact_pass *pass,
                                    const pawli_lane_schedule *schedule) {
    for (uint32_t i = 0; i < schedule->batch_count; i++)
        if (schedule->batches[i].packed) write_back(pass, schedule, &schedule->batches[i]);
}

/* ---- ranges on threads --------------------------------------------------------------------- */

#if PAWL_WITH_WORKERS
static void stand_still(const pawli_lane_batch *batch, int32_t still) {
    int32_t *const bodies = batch->values; /* A and B are the first two fields */
    PAWL_STATIC_ASSERT(PAWLI_LANE_BODY_A == 0 && PAWLI_LANE_BODY_B == 1, "bodies come first");
    for (uint32_t i = 0; i < 2 * batch->kernels->width; i++)
        if (bodies[i] == 0) bodies[i] = still;
}

void pawli_lane_schedule_pack(const pawli_contact_pass *pass, const pawli_lane_kernels *kernels,
                              pawli_lane_room room, int32_t still,
                              const pawli_lane_schedule *schedule) {
    align_room(&room);
    if (!pack_batches(pass, kernels, &room, schedule)) return;
    for (uint32_t i = 0; i < schedule->batch_count; i++)
        if (schedule->batches[i].packed) stand_still(&schedule->batches[i], still);
}

static void warm_start_first(pawli_contact_pass *pass) {
    pawli_contact_solver_warm_start_row(pass, 0);
}

static void solve_first(pawli_contact_pass *pass) {
    pawli_contact_solver_solve_row(pass, 0);
}

static void relax_first(pawli_contact_pass *pass) {
    pawli_contact_solver_relax_row(pass, 0);
}

void pawli_lane_schedule_warm_start_range(pawli_contact_pass *pass,
                                          const pawli_lane_schedule *schedule, uint32_t from,
                                          uint32_t end) {
    pawli_lane_schedule range = *schedule;
    range.batch_count = end;
    RUN_PASS(pass, &range, from, warm_start, warm_start_first);
}

void pawli_lane_schedule_solve_range(pawli_contact_pass *pass, const pawli_lane_schedule *schedule,
                                     uint32_t from, uint32_t end) {
    pawli_lane_schedule range = *schedule;
    range.batch_count = end;
    RUN_PASS(pass, &range, from, solve, solve_first);
}

void pawli_lane_schedule_relax_range(pawli_contact_pass *pass, const pawli_lane_schedule *schedule,
                                     uint32_t from, uint32_t end) {
    pawli_lane_schedule range = *schedule;
    range.batch_count = end;
    RUN_PASS(pass, &range, from, relax, relax_first);
}
#endif
#endif
