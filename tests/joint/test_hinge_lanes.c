/* test_hinge_lanes.c - hinges in lanes against one after the other: prepared, in all passes, and as
 * their bodies turn. */
#include "joint/body_turn.h"
#include "joint/hinge_lanes.h"
#include "support/base/seeded.h"
#include "support/joint/hinge_plain.h"
#include "support/joint/joint_fixture.h"

#if PAWLI_HINGES_IN_LANES
/* A number of at most so many bits, of either sign. */
static int32_t pick(uint64_t *seed, int bits) {
    return (int32_t)(seeded_int64(seed) >> (63 - bits));
}

/* Those of pawl_lanes, then plain ones. Null: this machine or build has none. */
#define KERNELS (PAWL_LANES_COUNT + 2)
static const pawli_hinge_kernels *kernels_of(int which) {
    if (which >= PAWL_LANES_COUNT) return hinge_plain_kernels(which - PAWL_LANES_COUNT);
    if (!pawl_lanes_has((pawl_lanes)which)) return NULL;
    return pawli_hinge_kernels_of((pawl_lanes)which);
}

/* ---- lanes: one after the other is the measure ---------------------------------------------- */

#define ROWS 37
#define BODIES (2 * ROWS + 1)

/* Rows that share no body, but for body 0, which does not move. */
typedef struct hinge_heap {
    pawli_hinge_row rows[ROWS];
    pawli_solver_body bodies[BODIES];
    pawl_rot turned[BODIES];
    pawli_joint_time time;
    uint32_t faults;
    int alone; /* rows that lanes have left alone */
} hinge_heap;

static pawli_lever pick_lever(uint64_t *seed, int bits) {
    pawli_lever lever = {{pick(seed, 22), pick(seed, 22)}, 0, 0, 0, 0, 0, 0};
    lever.first_x = lever.x = pick(seed, bits);
    lever.first_y = lever.y = pick(seed, bits);
    return lever;
}

static void pick_row(hinge_heap *heap, int i, uint64_t *seed, int speed) {
    pawli_hinge_row *row = &heap->rows[i];
    row->joint = (uint16_t)i;
    row->a = (uint16_t)(2 * i + 1);
    row->b = (uint16_t)(2 * i + 2);
    row->alpha_a = (int32_t)(seeded_next(seed) % (PAWL_UNIT + 1u));
    if (seeded_next(seed) % 8 == 0) row->alpha_a = seeded_next(seed) % 2 ? PAWL_UNIT : 0;
    if (row->alpha_a == 0) row->a = 0;
    if (row->alpha_a == PAWL_UNIT) row->b = 0;
    row->alpha_b = PAWL_UNIT - row->alpha_a;
    row->lever_a = pick_lever(seed, row->a == 0 ? 0 : 22);
    row->lever_b = pick_lever(seed, row->b == 0 ? 0 : 22);
    row->gap_x = pick(seed, speed);
    row->gap_y = pick(seed, speed);
    row->arm_gap_x = (row->lever_b.arm.x - row->lever_a.arm.x) * 64;
    row->arm_gap_y = (row->lever_b.arm.y - row->lever_a.arm.y) * 64;
    row->impulse_x = pick(seed, speed);
    row->impulse_y = pick(seed, speed);
    pawli_point_matrix k = {PAWLI_LEVER_ONE, 0, PAWLI_LEVER_ONE};
    pawli_add_lever(&k, row->alpha_a, &row->lever_a);
    pawli_add_lever(&k, row->alpha_b, &row->lever_b);
    pawli_joint_row_invert_matrix(&k, &row->mass);
}

/* Velocities of about so many bits; those of 29 and 30 are beyond lanes. */
static hinge_heap pick_heap(uint64_t *seed, int speed) {
    hinge_heap heap;
    memset(&heap, 0, sizeof heap);
    heap.time.rigid = pawli_softness_of_joint(PAWL_FX(60, 0, 1), PAWL_FX(2, 0, 1), 17895697);
    heap.time.bias_mass =
        pawli_near((int64_t)heap.time.rigid.bias_rate * heap.time.rigid.mass_scale, 22);
    for (int i = 0; i < BODIES; i++) {
        pawli_solver_body *body = &heap.bodies[i];
        const int turn = (int)(seeded_next(seed) % 31);
        heap.turned[i] = pawl_rot_from_angle(i == 0 ? 0 : (pawl_angle)pick(seed, turn));
        if (i == 0) continue;
        body->velocity = pawl_vec2_make(pick(seed, speed), pick(seed, speed));
        body->spin = pick(seed, speed);
        body->spin_frac = (int16_t)pick(seed, 15);
        body->velocity_frac_x = (int16_t)pick(seed, 15);
        body->move_x = pick(seed, speed);
        body->move_y = pick(seed, speed);
    }
    for (int i = 0; i < ROWS; i++)
        pick_row(&heap, i, seed, speed);
    return heap;
}

static void warm_start_one(void *context, pawli_hinge_row *row) {
    hinge_heap *heap = context;
    pawli_warm_start_hinge(row, &heap->bodies[row->a], &heap->bodies[row->b], &heap->faults);
    heap->alone++;
}

/* What the kernels of hinges leave alone stays as it is: in both ways. */
static void solve_one(void *context, pawli_hinge_row *row) {
    hinge_heap *heap = context;
    (void)pawli_solve_hinge(row, &heap->bodies[row->a], &heap->bodies[row->b], &heap->time,
                            &heap->faults);
    heap->alone++;
}

static void relax_one(void *context, pawli_hinge_row *row) {
    hinge_heap *heap = context;
    (void)pawli_relax_hinge(row, &heap->bodies[row->a], &heap->bodies[row->b], &heap->faults);
    heap->alone++;
}

static void turn_one(void *context, pawli_hinge_row *row) {
    hinge_heap *heap = context;
    pawli_turn_hinge(row, heap->turned[row->a], heap->turned[row->b]);
    heap->alone++;
}

typedef struct hinge_passes {
    pawli_hinge_serial *one;
    size_t in_lanes; /* of the kernels */
} hinge_passes;

#define PASS_OF(name) \
    { name##_one, offsetof(pawli_hinge_kernels, name) }
static const hinge_passes passes[] = {PASS_OF(warm_start), PASS_OF(solve), PASS_OF(turn),
                                      PASS_OF(relax)};
#define PASSES (sizeof passes / sizeof passes[0])

static pawli_hinge_pass *pass_of(const pawli_hinge_kernels *kernels, size_t offset) {
    pawli_hinge_pass *pass;
    memcpy(&pass, (const char *)kernels + offset, sizeof pass);
    return pass;
}

/* Rows as a run of batches. The rest of the last one has none. */
static void put_row(int32_t *values, uint32_t width, const pawli_hinge_row *row) {
    const pawli_lever *const a = &row->lever_a, *const b = &row->lever_b;
    const pawli_point_mass *const mass = &row->mass;
    const int32_t body = sizeof(pawli_solver_body);
    const int32_t fields[PAWLI_HINGE_FIELDS] = {row->a * body,  row->b * body,
                                                row->alpha_a,   row->alpha_b,
                                                a->x,           a->y,
                                                b->x,           b->y,
                                                a->first_x,     a->first_y,
                                                b->first_x,     b->first_y,
                                                a->arm.x,       a->arm.y,
                                                b->arm.x,       b->arm.y,
                                                row->arm_gap_x, row->arm_gap_y,
                                                b->move_x,      b->move_y,
                                                row->gap_x,     row->gap_y,
                                                row->impulse_x, row->impulse_y,
                                                mass->xx,       mass->xy,
                                                mass->yy,       mass->per_det,
                                                mass->mean,     20 + mass->det_shift,
                                                row->joint,     0};
    for (uint32_t field = 0; field < PAWLI_HINGE_FIELDS; field++)
        values[field * width] = fields[field];
}

static const pawli_hinge_row no_row = {
    .mass = {
        .xx = PAWL_UNIT, .yy = PAWL_UNIT, .per_det = PAWL_UNIT, .mean = (int32_t)PAWLI_LEVER_ONE}};

static int32_t *put_rows(const hinge_heap *heap, uint32_t width) {
    const size_t batches = (ROWS + width - 1) / width;
    const size_t batch = (size_t)width * PAWLI_HINGE_FIELDS;
    int32_t *const values = malloc(batches * batch * sizeof *values);
    for (uint32_t i = 0; i < batches * width; i++) {
        put_row(values + i / width * batch + i % width, width, i < ROWS ? &heap->rows[i] : &no_row);
    }
    return values;
}

/* All passes twice, as in two sub-steps. */
static void run_in_lanes(hinge_heap *heap, const pawli_hinge_kernels *kernels,
                         pawli_joint joints[ROWS]) {
    int32_t *const values = put_rows(heap, kernels->width);
    const pawli_hinge_lanes lanes = {kernels,
                                     values,
                                     heap->bodies,
                                     heap->turned,
                                     NULL,
                                     0,
                                     heap->time.rigid.mass_scale,
                                     heap->time.rigid.impulse_scale,
                                     (int32_t)heap->time.bias_mass};
    const pawli_hinge_run run = {0, ROWS};
    for (size_t i = 0; i < 2 * PASSES; i++) {
        const hinge_passes *const pass = &passes[i % PASSES];
        pawli_hinge_lanes_run(&lanes, &run, pass_of(kernels, pass->in_lanes), pass->one, heap);
    }
    pawli_hinge_lanes_finish(&lanes, &run, joints);
    free(values);
}

static void run_alone(hinge_heap *heap) {
    for (size_t i = 0; i < 2 * PASSES; i++) {
        for (int row = 0; row < ROWS; row++)
            passes[i % PASSES].one(heap, &heap->rows[row]);
    }
}

START_TEST(lanes_have_the_bits_of_one_after_the_other) {
    const pawli_hinge_kernels *const kernels = kernels_of(_i);
    if (kernels == NULL) return;
    uint64_t seed = seeded_fresh("hinges in lanes");
    int in_lanes = 0, alone = 0;
    pawli_joint joints[ROWS];
    for (int round = 0; round < SEEDED_ROUNDS(1500); round++) {
        hinge_heap heap = pick_heap(&seed, 8 + (int)(seeded_next(&seed) % 23));
        hinge_heap other = heap;
        run_alone(&heap);
        run_in_lanes(&other, kernels, joints);
        in_lanes += 2 * (int)PASSES * ROWS - other.alone;
        alone += other.alone;
        ck_assert_uint_eq(other.faults, heap.faults);
        ck_assert_mem_eq(other.bodies, heap.bodies, sizeof heap.bodies);
        for (int i = 0; i < ROWS; i++) {
            ck_assert_int_eq(joints[i].impulses[0], heap.rows[i].impulse_x);
            ck_assert_int_eq(joints[i].impulses[1], heap.rows[i].impulse_y);
        }
    }
    ck_assert_int_gt(in_lanes, alone);
    ck_assert_int_gt(alone, SEEDED_OFTEN(0));
}
END_TEST

/* ---- preparing: one after the other is the measure ------------------------------------------ */

/* Bodies near each other, and far more bits now and then. */
static pawli_body pick_body(uint64_t *seed) {
    const int more = seeded_next(seed) % 32 == 0 ? 8 : 0;
    pawli_body body;
    memset(&body, 0, sizeof body);
    body.type = (uint8_t)(seeded_next(seed) % 8 == 0 ? seeded_next(seed) % 2 : PAWL_DYNAMIC);
    body.position = pawl_vec2_make(pick(seed, 19 + more), pick(seed, 19 + more));
    body.frac_x = (int8_t)pick(seed, 5);
    body.frac_y = (int8_t)pick(seed, 5);
    body.center = pawl_vec2_make(pick(seed, 17), pick(seed, 17));
    body.rotation = pawl_rot_from_angle((pawl_angle)seeded_next(seed));
    if (body.type != PAWL_DYNAMIC) return body;
    body.mass = (uint32_t)(PAWL_UNIT + (int64_t)(seeded_next(seed) % PAWL_UNIT));
    if (seeded_next(seed) % 2) body.mass = PAWL_UNIT;
    body.mass_exponent = (int8_t)(pick(seed, 3) - 30);
    body.per_gyration = (uint32_t)(PAWL_UNIT + (int64_t)(seeded_next(seed) % PAWL_UNIT));
    body.per_gyration_exponent = (int8_t)(-30 + pick(seed, more ? 3 : 1));
    if (seeded_next(seed) % 16 == 0) body.flags = PAWLI_BODY_FIXED_ROTATION;
    if (seeded_next(seed) % 16 == 0) body.per_gyration = 0;
    if (body.per_gyration == 0) body.per_gyration_exponent = 0;
    return body;
}

static pawli_joint pick_joint(uint64_t *seed) {
    const int bits = 14 + (int)(seeded_next(seed) % 4) + (seeded_next(seed) % 64 == 0 ? 8 : 0);
    pawli_joint joint;
    memset(&joint, 0, sizeof joint);
    joint.frame_a.anchor = pawl_vec2_make(pick(seed, bits), pick(seed, bits));
    joint.frame_b.anchor = pawl_vec2_make(pick(seed, bits), pick(seed, bits));
    joint.impulses[0] = pick(seed, 20);
    joint.impulses[1] = pick(seed, 20);
    return joint;
}

#define WIDEST PAWLI_HINGE_WIDTH_MAX

typedef struct hinge_group {
    pawli_joint joints[WIDEST];
    pawli_body bodies[2 * WIDEST];
    pawli_hinge_source sources[WIDEST];
} hinge_group;

static const pawl_world plain_world; /* one that does not go round */

static void pick_group(hinge_group *group, uint64_t *seed) {
    for (int i = 0; i < WIDEST; i++) {
        group->joints[i] = pick_joint(seed);
        group->bodies[2 * i] = pick_body(seed);
        group->bodies[2 * i + 1] = pick_body(seed);
        pawli_hinge_source *const source = &group->sources[i];
        source->world = &plain_world;
        source->joint = &group->joints[i];
        source->body_a = &group->bodies[2 * i];
        source->body_b = &group->bodies[2 * i + 1];
        source->slot = (uint16_t)i;
        source->a = (uint16_t)(seeded_next(seed) % 1000);
        source->b = (uint16_t)(seeded_next(seed) % 1000);
    }
}

/* False: its numbers are not those of a hinge, or a fault. */
static bool prepare_alone(const pawli_hinge_source *source, pawli_hinge_row *row) {
    uint32_t faults = 0;
    const pawli_joint_setup setup = pawli_joint_prepare_setup(
        source->world, source->joint, source->body_a, source->body_b, NULL, &faults);
    memset(row, 0, sizeof *row);
    row->a = source->a;
    row->b = source->b;
    row->joint = source->slot;
    row->alpha_a = pawli_body_mass_ratio(source->body_a, source->body_b);
    row->alpha_b = source->body_b->type == PAWL_DYNAMIC ? PAWL_UNIT - row->alpha_a : 0;
    return pawli_hinge_prepare(&setup, row) && faults == 0;
}

static void assert_batch_has(const int32_t *values, uint32_t width, uint32_t lane,
                             const pawli_hinge_row *row) {
    int32_t column[PAWLI_HINGE_FIELDS];
    put_row(column, 1, row);
    for (uint32_t field = 0; field + 1 < PAWLI_HINGE_FIELDS; field++) {
        ck_assert_msg(values[field * width + lane] == column[field],
                      "lane %u, field %u: %d, alone %d", (unsigned)lane, (unsigned)field,
                      (int)values[field * width + lane], (int)column[field]);
    }
}

/* Whether lanes may leave it alone. */
static bool is_too_much(const pawli_hinge_row *row) {
    const int32_t lever = INT32_C(7) << 20, arm = PAWL_FX(127, 0, 1);
    const int32_t levers[] = {row->lever_a.x, row->lever_a.y, row->lever_b.x, row->lever_b.y};
    const int32_t arms[] = {row->lever_a.arm.x, row->lever_a.arm.y, row->lever_b.arm.x,
                            row->lever_b.arm.y};
    for (int i = 0; i < 4; i++) {
        if (levers[i] >= lever || levers[i] <= -lever) return true;
        if (arms[i] >= arm || arms[i] <= -arm) return true;
    }
    return pawl_abs(row->gap_x) >= PAWLI_HINGE_RANGE / 2 ||
           pawl_abs(row->gap_y) >= PAWLI_HINGE_RANGE / 2;
}

/* A group with fewer rows than lanes has the numbers of no row in the rest. */
static void compare_group(const hinge_group *group, const pawli_hinge_kernels *kernels,
                          uint32_t count, bool *made) {
    int32_t values[PAWLI_HINGE_FIELDS * WIDEST];
    pawli_hinge_row row;
    pawli_hinge_ends ends;
    bool all_known = true;
    for (uint32_t i = 0; i < kernels->width; i++) {
        if (i < count) pawli_hinge_lanes_set(&ends, i, &group->sources[i]);
        if (i >= count) pawli_hinge_lanes_clear(&ends, i);
    }
    *made = kernels->prepare(&ends, values);
    for (uint32_t i = 0; i < kernels->width; i++) {
        const bool known = i >= count || prepare_alone(&group->sources[i], &row);
        all_known = all_known && known && (i >= count || !is_too_much(&row));
        if (!*made) continue;
        ck_assert_msg(known, "lane %u is no hinge", (unsigned)i);
        if (i < count) assert_batch_has(values, kernels->width, i, &row);
        if (i >= count) assert_batch_has(values, kernels->width, i, &no_row);
    }
    ck_assert_msg(*made || !all_known, "a batch is not made of hinges that lanes know");
}

START_TEST(a_batch_is_prepared_as_its_rows_are) {
    const pawli_hinge_kernels *const kernels = kernels_of(_i);
    if (kernels == NULL) return;
    uint64_t seed = seeded_fresh("batches of hinges");
    int made = 0, left = 0;
    hinge_group group;
    for (int round = 0; round < SEEDED_ROUNDS(4000); round++) {
        bool is_made;
        pick_group(&group, &seed);
        compare_group(&group, kernels, 1 + (uint32_t)(seeded_next(&seed) % kernels->width),
                      &is_made);
        made += is_made;
        left += !is_made;
    }
    ck_assert_int_gt(made, SEEDED_OFTEN(20));
    ck_assert_int_gt(left, SEEDED_OFTEN(20));
}
END_TEST

/* ---- bodies that turn ----------------------------------------------------------------------- */

#define TURNING 40

typedef struct turning_bodies {
    pawli_body bodies[TURNING];
    pawli_solver_body solver[TURNING];
    int32_t scales[2 * TURNING];
} turning_bodies;

/* Far turns are rare, or one of them would leave all of its neighbors alone. */
static void pick_turning(turning_bodies *turning, uint32_t count, uint64_t *seed) {
    for (uint32_t i = 0; i < count; i++) {
        const int bits = seeded_next(seed) % 32 == 0 ? 30 : (int)(seeded_next(seed) % 21);
        turning->bodies[i] = pick_body(seed);
        turning->solver[i].turn = pick(seed, bits);
        const pawli_scaled scale = pawli_body_per_gyration(&turning->bodies[i]);
        turning->scales[i] = (int32_t)scale.mantissa;
        turning->scales[count + i] = scale.mantissa == 0 ? 1 : -8 - scale.exponent;
    }
}

/* The largest turn below the limit of small ones, and the limit. */
static void pick_limit(turning_bodies *turning, uint32_t count, uint64_t *seed) {
    const uint32_t i = (uint32_t)(seeded_next(seed) % count);
    pawli_body *const body = &turning->bodies[i];
    body->type = PAWL_DYNAMIC;
    body->flags = 0;
    body->per_gyration = PAWL_UNIT;
    body->per_gyration_exponent = -30;
    const int32_t limit = PAWLI_TURN_SMALL / 256 - (int32_t)(seeded_next(seed) % 2);
    turning->solver[i].turn = seeded_next(seed) % 2 ? limit : -limit;
    turning->scales[i] = PAWL_UNIT;
    turning->scales[count + i] = 22;
}

START_TEST(bodies_turn_in_lanes_as_they_do_alone) {
    const pawli_hinge_kernels *const kernels = kernels_of(_i);
    if (kernels == NULL) return;
    uint64_t seed = seeded_fresh("turns in lanes");
    turning_bodies turning;
    memset(&turning, 0, sizeof turning);
    int small = 0, far = 0;
    for (int round = 0; round < SEEDED_ROUNDS(4000); round++) {
        const uint32_t width = kernels->width;
        const uint32_t end = width + (uint32_t)(seeded_next(&seed) % (TURNING - width));
        pawl_rot turned[TURNING];
        pick_turning(&turning, end, &seed);
        if (round % 4 == 0) pick_limit(&turning, end, &seed);
        const pawli_hinge_lanes lanes = {
            kernels, NULL, turning.solver, turned, turning.scales, end, 0, 0, 0};
        uint32_t done = 0;
        for (uint32_t at = kernels->turn_bodies(&lanes, 0, end);;
             at = kernels->turn_bodies(&lanes, at + width, end)) {
            for (uint32_t i = done; i < at; i++) {
                const pawl_rot alone = pawli_body_turn(&turning.bodies[i], turning.solver[i].turn);
                ck_assert_int_eq(turned[i].c, alone.c);
                ck_assert_int_eq(turned[i].s, alone.s);
            }
            small += (int)(at - done);
            if (at >= end) break;
            done = at + width;
            far += (int)width;
        }
    }
    ck_assert_int_gt(small, far);
    ck_assert_int_gt(far, SEEDED_OFTEN(100));
}
END_TEST
#endif

Suite *suite_hinge_lanes(void) {
    Suite *const suite = suite_create("hinge_lanes");
    TCase *const tcase = tcase_create("hinge_lanes");
#if PAWLI_HINGES_IN_LANES
    tcase_add_loop_test(tcase, a_batch_is_prepared_as_its_rows_are, 0, KERNELS);
    tcase_add_loop_test(tcase, lanes_have_the_bits_of_one_after_the_other, 0, KERNELS);
    tcase_add_loop_test(tcase, bodies_turn_in_lanes_as_they_do_alone, 0, KERNELS);
#endif
    suite_add_tcase(suite, tcase);
    return suite;
}
