/* hinge_lanes.c - batches of hinges for lanes: packed, passed over, written back. */
#include "joint/hinge_lanes.h"

#if PAWLI_HINGES_IN_LANES
/* Parts of levers below 7 leave room for all products of a turn without a test: the mean of the
 * diagonal of K' stays below 50 and its determinant below 2^12, however the bodies turn
 * (lane_hinge.h). */
#define LEVER_RANGE (INT32_C(7) << 20)

/* A batch of fewer rows is solved one after the other: as fast, measured. */
static uint32_t least_hinges(uint32_t width) {
    return width <= 4 ? 2 : width / 4 + 1;
}

static bool is_within(int32_t x, int32_t limit) {
    return x < limit && x > -limit;
}

static bool lanes_know_hinge(const pawli_hinge_row *row) {
    const pawli_lever *a = &row->lever_a, *b = &row->lever_b;
    return is_within(a->first_x, LEVER_RANGE) && is_within(a->first_y, LEVER_RANGE) &&
           is_within(b->first_x, LEVER_RANGE) && is_within(b->first_y, LEVER_RANGE) &&
           is_within(row->gap_x, PAWLI_HINGE_RANGE) && is_within(row->gap_y, PAWLI_HINGE_RANGE);
}

uint16_t pawli_hinge_lanes_count(const pawli_hinge_lanes *lanes, uint32_t first_row,
                                 uint32_t row_count, size_t batches_max) {
    const uint32_t width = lanes->kernels->width;
    uint32_t known = 0;
    while (known < row_count && lanes_know_hinge(&lanes->rows[first_row + known]))
        known++;
    if (known / width >= batches_max) return (uint16_t)(batches_max * width);
    const uint32_t over = known % width;
    return (uint16_t)(over < least_hinges(width) ? known - over : known);
}

/* A column of values: those of one lane. */
typedef struct hinge_column {
    int32_t *values;
    uint32_t width;
} hinge_column;

static hinge_column hinge_column_of(const pawli_hinge_lanes *lanes, uint32_t batch, uint32_t lane) {
    const uint32_t width = lanes->kernels->width;
    const hinge_column column = {lanes->values + (size_t)batch * PAWLI_HINGE_FIELDS * width + lane,
                                 width};
    return column;
}

static void put_number(const hinge_column *column, int field, int32_t x) {
    column->values[(uint32_t)field * column->width] = x;
}

static void put_two(const hinge_column *column, int field, int32_t x, int32_t y) {
    put_number(column, field, x);
    put_number(column, field + 1, y);
}

static int32_t get_number(const hinge_column *column, int field) {
    return column->values[(uint32_t)field * column->width];
}

/* What passes change. */
static void put_changed(const hinge_column *column, const pawli_hinge_row *row) {
    put_two(column, PAWLI_HINGE_LEVER_A, row->lever_a.x, row->lever_a.y);
    put_two(column, PAWLI_HINGE_LEVER_B, row->lever_b.x, row->lever_b.y);
    put_two(column, PAWLI_HINGE_MOVE, row->lever_b.move_x, row->lever_b.move_y);
    put_two(column, PAWLI_HINGE_IMPULSE, row->impulse_x, row->impulse_y);
    put_number(column, PAWLI_HINGE_MASS_XX, row->mass.xx);
    put_number(column, PAWLI_HINGE_MASS_XY, row->mass.xy);
    put_number(column, PAWLI_HINGE_MASS_YY, row->mass.yy);
    put_number(column, PAWLI_HINGE_PER_DET, row->mass.per_det);
    put_number(column, PAWLI_HINGE_MEAN, row->mass.mean);
    put_number(column, PAWLI_HINGE_SHIFT, 20 + row->mass.det_shift);
}

static void put_bodies(const hinge_column *column, const pawli_hinge_row *row) {
    put_two(column, PAWLI_HINGE_BODY_A, (int32_t)(row->a * sizeof(pawli_solver_body)),
            (int32_t)(row->b * sizeof(pawli_solver_body)));
}

static void put_row(const hinge_column *column, const pawli_hinge_row *row) {
    const pawli_lever *a = &row->lever_a, *b = &row->lever_b;
    put_bodies(column, row);
    put_two(column, PAWLI_HINGE_ALPHA_A, row->alpha_a, row->alpha_b);
    put_two(column, PAWLI_HINGE_FIRST_A, a->first_x, a->first_y);
    put_two(column, PAWLI_HINGE_FIRST_B, b->first_x, b->first_y);
    put_two(column, PAWLI_HINGE_ARM_A, a->arm.x, a->arm.y);
    put_two(column, PAWLI_HINGE_ARM_B, b->arm.x, b->arm.y);
    put_two(column, PAWLI_HINGE_ARM_GAP, row->arm_gap_x, row->arm_gap_y);
    put_two(column, PAWLI_HINGE_GAP, row->gap_x, row->gap_y);
    put_changed(column, row);
}

static void take_hinge(const hinge_column *column, pawli_hinge_row *row) {
    row->lever_a.x = get_number(column, PAWLI_HINGE_LEVER_A);
    row->lever_a.y = get_number(column, PAWLI_HINGE_LEVER_A + 1);
    row->lever_b.x = get_number(column, PAWLI_HINGE_LEVER_B);
    row->lever_b.y = get_number(column, PAWLI_HINGE_LEVER_B + 1);
    row->lever_b.move_x = get_number(column, PAWLI_HINGE_MOVE);
    row->lever_b.move_y = get_number(column, PAWLI_HINGE_MOVE + 1);
    row->impulse_x = get_number(column, PAWLI_HINGE_IMPULSE);
    row->impulse_y = get_number(column, PAWLI_HINGE_IMPULSE + 1);
    row->mass.xx = get_number(column, PAWLI_HINGE_MASS_XX);
    row->mass.xy = get_number(column, PAWLI_HINGE_MASS_XY);
    row->mass.yy = get_number(column, PAWLI_HINGE_MASS_YY);
    row->mass.per_det = get_number(column, PAWLI_HINGE_PER_DET);
    row->mass.mean = get_number(column, PAWLI_HINGE_MEAN);
    row->mass.det_shift = get_number(column, PAWLI_HINGE_SHIFT) - 20;
}

/* A lane without a row: K' is 1, and there are no levers. */
static void clear_column(const hinge_column *column) {
    for (int field = 0; field < PAWLI_HINGE_FIELDS; field++)
        put_number(column, field, 0);
    put_number(column, PAWLI_HINGE_PER_DET, PAWL_UNIT);
    put_number(column, PAWLI_HINGE_MEAN, (int32_t)PAWLI_LEVER_ONE);
    put_number(column, PAWLI_HINGE_SHIFT, 20);
}

/* Batches that are full four numbers at a time, the last one number by number. */
void pawli_hinge_lanes_pack(const pawli_hinge_lanes *lanes, const pawli_hinge_run *run) {
    const uint32_t width = lanes->kernels->width, full = run->row_count / width * width;
    for (uint32_t i = 0; i < full; i += width) {
        const pawli_hinge_row *rows = &lanes->rows[run->first_row + i];
        const hinge_column first = hinge_column_of(lanes, run->first_batch + i / width, 0);
        lanes->kernels->pack(rows, first.values);
        for (uint32_t lane = 0; lane < width; lane++) {
            const hinge_column column = {first.values + lane, width};
            put_bodies(&column, &rows[lane]);
        }
    }
    for (uint32_t i = full; i < run->row_count; i++) {
        const hinge_column column = hinge_column_of(lanes, run->first_batch + i / width, i % width);
        put_row(&column, &lanes->rows[run->first_row + i]);
    }
    for (uint32_t i = run->row_count; i % width != 0; i++) {
        const hinge_column column = hinge_column_of(lanes, run->first_batch + i / width, i % width);
        clear_column(&column);
    }
}

void pawli_hinge_lanes_write_back(const pawli_hinge_lanes *lanes, const pawli_hinge_run *run) {
    const uint32_t width = lanes->kernels->width;
    for (uint32_t i = 0; i < run->row_count; i++) {
        const hinge_column column = hinge_column_of(lanes, run->first_batch + i / width, i % width);
        pawli_hinge_row *row = &lanes->rows[run->first_row + i];
        row->impulse_x = get_number(&column, PAWLI_HINGE_IMPULSE);
        row->impulse_y = get_number(&column, PAWLI_HINGE_IMPULSE + 1);
    }
}

void pawli_hinge_lanes_run(const pawli_hinge_lanes *lanes, const pawli_hinge_run *run,
                           pawli_hinge_pass *pass, pawli_hinge_serial *serial, void *context) {
    const uint32_t width = lanes->kernels->width;
    const uint32_t end = run->first_batch + (run->row_count + width - 1) / width;
    for (uint32_t at = pass(lanes, run->first_batch, end); at < end;
         at = pass(lanes, at + 1, end)) {
        const uint32_t first = (at - run->first_batch) * width;
        for (uint32_t i = first; i < first + width && i < run->row_count; i++) {
            pawli_hinge_row *row = &lanes->rows[run->first_row + i];
            const hinge_column column = hinge_column_of(lanes, at, i - first);
            take_hinge(&column, row);
            serial(context, row);
            put_changed(&column, row);
        }
    }
}
#endif
