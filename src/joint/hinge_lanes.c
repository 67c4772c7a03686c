/* hinge_lanes.c - batches of hinges for lanes: prepared, passed over, finished. */
#include "joint/hinge_lanes.h"

#if PAWLI_HINGES_IN_LANES
/* A column of values: those of one lane. */
typedef struct hinge_column {
    int32_t *values;
    uint32_t width;
} hinge_column;

static hinge_column hinge_column_of(const pawli_hinge_lanes *lanes, uint32_t batch, uint32_t lane) {
    const hinge_column column = {pawli_hinge_lanes_values(lanes, batch) + lane,
                                 lanes->kernels->width};
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

static pawl_vec2 get_two(const hinge_column *column, int field) {
    return pawl_vec2_make(get_number(column, field), get_number(column, field + 1));
}

/* ---- preparing ------------------------------------------------------------------------------ */

/* Differences of local points are below 2^31. 1/k = m 2^e; an arm is in 2^-22 units, a lever Q20.
 */
PAWLI_INLINE void set_end(pawli_hinge_numbers *end, uint32_t lane, const pawli_body *body,
                          pawl_vec2 anchor) {
    const pawli_scaled per_gyration = pawli_body_per_gyration(body);
    end[PAWLI_HINGE_END_X][lane] = anchor.x - body->center.x;
    end[PAWLI_HINGE_END_Y][lane] = anchor.y - body->center.y;
    end[PAWLI_HINGE_END_C][lane] = body->rotation.c;
    end[PAWLI_HINGE_END_S][lane] = body->rotation.s;
    end[PAWLI_HINGE_END_SCALE][lane] = (int32_t)per_gyration.mantissa;
    end[PAWLI_HINGE_END_SHIFT][lane] = 2 - per_gyration.exponent;
}

/* Numbers that lanes may add stay as they are. */
PAWLI_INLINE int32_t near_number(int64_t x) {
    return x < PAWLI_HINGE_RANGE && x > -PAWLI_HINGE_RANGE ? (int32_t)x : INT32_MAX;
}

void pawli_hinge_lanes_set(pawli_hinge_ends *ends, uint32_t lane,
                           const pawli_hinge_source *source) {
    const pawli_joint *joint = source->joint;
    const pawli_body *a = source->body_a, *b = source->body_b;
    const int32_t share = pawli_joint_share(a, b);
    const pawl_vec2 way = pawli_way(source->world, a->position, b->position);
    set_end(ends->a, lane, a, joint->frame_a.anchor);
    set_end(ends->b, lane, b, joint->frame_b.anchor);
    ends->centers[0][lane] = near_number(pawli_center_delta(way.x, a->frac_x, b->frac_x));
    ends->centers[1][lane] = near_number(pawli_center_delta(way.y, a->frac_y, b->frac_y));
    ends->body_a[lane] = (int32_t)(source->a * sizeof(pawli_solver_body));
    ends->body_b[lane] = (int32_t)(source->b * sizeof(pawli_solver_body));
    ends->alpha_a[lane] = share;
    ends->alpha_b[lane] = b->type == PAWL_DYNAMIC ? PAWL_UNIT - share : 0;
    ends->impulse_x[lane] = joint->impulses[0];
    ends->impulse_y[lane] = joint->impulses[1];
    ends->joint[lane] = source->slot;
}

void pawli_hinge_lanes_clear(pawli_hinge_ends *ends, uint32_t lane) {
    for (int field = 0; field < PAWLI_HINGE_END_FIELDS; field++)
        ends->a[field][lane] = ends->b[field][lane] = 0;
    ends->a[PAWLI_HINGE_END_SHIFT][lane] = ends->b[PAWLI_HINGE_END_SHIFT][lane] = 2;
    ends->centers[0][lane] = ends->centers[1][lane] = 0;
    ends->body_a[lane] = ends->body_b[lane] = 0;
    ends->alpha_a[lane] = ends->alpha_b[lane] = 0;
    ends->impulse_x[lane] = ends->impulse_y[lane] = 0;
    ends->joint[lane] = 0;
}

/* ---- passes --------------------------------------------------------------------------------- */

static void take_lever(const hinge_column *column, int arm, int first, int now,
                       pawli_lever *lever) {
    const pawl_vec2 start = get_two(column, first), at = get_two(column, now);
    lever->arm = get_two(column, arm);
    lever->first_x = start.x;
    lever->first_y = start.y;
    lever->x = at.x;
    lever->y = at.y;
    lever->move_x = lever->move_y = 0;
}

static void take_mass(const hinge_column *column, pawli_point_mass *mass) {
    mass->xx = get_number(column, PAWLI_HINGE_MASS_XX);
    mass->xy = get_number(column, PAWLI_HINGE_MASS_XY);
    mass->yy = get_number(column, PAWLI_HINGE_MASS_YY);
    mass->per_det = get_number(column, PAWLI_HINGE_PER_DET);
    mass->mean = get_number(column, PAWLI_HINGE_MEAN);
    mass->det_shift = get_number(column, PAWLI_HINGE_SHIFT) - 20;
}

/* The row of a lane. */
static pawli_hinge_row take_hinge(const hinge_column *column) {
    const uint32_t body = sizeof(pawli_solver_body);
    const pawl_vec2 gap = get_two(column, PAWLI_HINGE_GAP);
    const pawl_vec2 arm_gap = get_two(column, PAWLI_HINGE_ARM_GAP);
    const pawl_vec2 move = get_two(column, PAWLI_HINGE_MOVE);
    const pawl_vec2 impulse = get_two(column, PAWLI_HINGE_IMPULSE);
    pawli_hinge_row row;
    row.a = (uint16_t)((uint32_t)get_number(column, PAWLI_HINGE_BODY_A) / body);
    row.b = (uint16_t)((uint32_t)get_number(column, PAWLI_HINGE_BODY_B) / body);
    row.joint = (uint16_t)get_number(column, PAWLI_HINGE_JOINT);
    row.next = PAWLI_NONE;
    row.alpha_a = get_number(column, PAWLI_HINGE_ALPHA_A);
    row.alpha_b = get_number(column, PAWLI_HINGE_ALPHA_B);
    take_lever(column, PAWLI_HINGE_ARM_A, PAWLI_HINGE_FIRST_A, PAWLI_HINGE_LEVER_A, &row.lever_a);
    take_lever(column, PAWLI_HINGE_ARM_B, PAWLI_HINGE_FIRST_B, PAWLI_HINGE_LEVER_B, &row.lever_b);
    row.lever_b.move_x = move.x;
    row.lever_b.move_y = move.y;
    row.gap_x = gap.x;
    row.gap_y = gap.y;
    row.arm_gap_x = arm_gap.x;
    row.arm_gap_y = arm_gap.y;
    row.impulse_x = impulse.x;
    row.impulse_y = impulse.y;
    take_mass(column, &row.mass);
    return row;
}

/* What passes change of it. */
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

void pawli_hinge_lanes_run(const pawli_hinge_lanes *lanes, const pawli_hinge_run *run,
                           pawli_hinge_pass *pass, pawli_hinge_serial *serial, void *context) {
    const uint32_t width = lanes->kernels->width;
    const uint32_t end = run->first_batch + (run->row_count + width - 1) / width;
    for (uint32_t at = pass(lanes, run->first_batch, end); at < end;
         at = pass(lanes, at + 1, end)) {
        const uint32_t done = (at - run->first_batch) * width;
        for (uint32_t lane = 0; lane < width && done + lane < run->row_count; lane++) {
            const hinge_column column = hinge_column_of(lanes, at, lane);
            pawli_hinge_row row = take_hinge(&column);
            serial(context, &row);
            put_changed(&column, &row);
        }
    }
}

void pawli_hinge_lanes_finish(const pawli_hinge_lanes *lanes, const pawli_hinge_run *run,
                              pawli_joint *joints) {
    const uint32_t width = lanes->kernels->width;
    for (uint32_t i = 0; i < run->row_count; i++) {
        const hinge_column column = hinge_column_of(lanes, run->first_batch + i / width, i % width);
        const pawl_vec2 impulse = get_two(&column, PAWLI_HINGE_IMPULSE);
        pawli_joint *joint = &joints[get_number(&column, PAWLI_HINGE_JOINT)];
        joint->impulses[0] = impulse.x;
        joint->impulses[1] = impulse.y;
    }
}
#endif
