/* lane_hinge.h - internal: the kernels of hinge.h for a batch of hinges in lanes, written against
 * the vocabulary that stands before it: hinge_words.h. For hinge_kernels.c, once
 * for each set of lanes.
 *
 * They compute what hinge.h does, to the bit, as long as all numbers stay in the range of lanes,
 * +-2^29. What leaves it is noticed before anything is stored, and the batch is left to hinge.h,
 * for the reasons that solver/lane_contact.h gives: sums of 64 bits have the widths of the serial
 * kernels, and numbers of 32 bits are tested, or sums of at most four that were. */

typedef struct hinge_range {
    lane32 sums, numbers, gaps;
} hinge_range;

LANE_FN hinge_range hinge_range_begin(void) {
    const hinge_range range = {lane_all(0), lane_all(0), lane_all(0)};
    return range;
}

/* x / 2^shift, rounded half up; tested. */
LANE_FN lane32 hinge_range_sum(hinge_range *range, lane64 x, int shift) {
    const lane64 sum = lane64_add_all(x, INT64_C(1) << (shift - 1));
    range->sums = lane_or(range->sums, lane64_excess(sum, shift + 29));
    return lane64_floor(sum, shift);
}

LANE_FN void hinge_range_number(hinge_range *range, lane32 x) {
    range->numbers = lane_or(range->numbers, lane_add(x, lane_all(PAWLI_HINGE_RANGE)));
}

LANE_FN void hinge_range_gap(hinge_range *range, lane32 x) {
    range->gaps = lane_or(range->gaps, lane_add(x, lane_all(PAWLI_HINGE_GAP_RANGE)));
}

LANE_FN bool hinge_range_is_left(const hinge_range *range) {
    const lane32 numbers = lane_and(range->numbers, lane_all(-2 * PAWLI_HINGE_RANGE));
    const lane32 gaps = lane_and(range->gaps, lane_all(-2 * PAWLI_HINGE_GAP_RANGE));
    return !lane_is_zero(lane_or(range->sums, lane_or(numbers, gaps)));
}

/* The same without a test, for what is known to fit. */
LANE_FN lane32 hinge_round(lane64 x, int shift) {
    return lane64_floor(lane64_add_all(x, INT64_C(1) << (shift - 1)), shift);
}

LANE_FN lane32 hinge_field(const int32_t *values, int field) {
    return lane_load(values + field * LANE_WIDTH);
}

LANE_FN void hinge_put(int32_t *values, int field, lane32 x) {
    lane_store(values + field * LANE_WIDTH, x);
}

/* ---- velocities ---- */

typedef struct hinge_pair {
    lane_body a, b;
} hinge_pair;

LANE_FN hinge_pair hinge_pair_load(const pawli_hinge_lanes *lanes, const int32_t *values,
                                   size_t offset) {
    const uint8_t *base = (const uint8_t *)lanes->bodies + offset;
    const hinge_pair pair = {lane_body_load(base, values + PAWLI_HINGE_BODY_A * LANE_WIDTH),
                             lane_body_load(base, values + PAWLI_HINGE_BODY_B * LANE_WIDTH)};
    return pair;
}

LANE_FN void hinge_pair_store(const pawli_hinge_lanes *lanes, const int32_t *values,
                              const hinge_pair *v) {
    uint8_t *base = (uint8_t *)lanes->bodies + offsetof(pawli_solver_body, velocity);
    lane_body_store(base, values + PAWLI_HINGE_BODY_A * LANE_WIDTH, v->a);
    lane_body_store(base, values + PAWLI_HINGE_BODY_B * LANE_WIDTH, v->b);
}

/* What an impulse at a lever adds to a spin, Q36: a multiple of 2^4, as hinge.h rounds it. */
LANE_FN lane64 hinge_moment(const int32_t *values, int lever, lane32 x, lane32 y) {
    const lane64 moment = lane64_subtract(lane_product(hinge_field(values, lever), y),
                                          lane_product(hinge_field(values, lever + 1), x));
    return lane64_clear_four(lane64_add_all(moment, 8));
}

/* The spin of a body with its fraction, which is the lower half of the fourth number, Q36. */
LANE_FN lane64 hinge_spin(const lane_body *v) {
    return lane64_add(lane_product(v->turn, lane_all(INT32_C(1) << 20)),
                      lane_product(lane_low_half(v->fourth), lane_all(16)));
}

LANE_FN void hinge_set_spin(lane_body *v, lane64 spin, hinge_range *range) {
    v->turn = hinge_range_sum(range, spin, 20);
    v->fourth = lane_or(lane_and(v->fourth, lane_all(-65536)), lane_half_word(lane64_low(spin), 4));
    hinge_range_number(range, v->x);
    hinge_range_number(range, v->y);
}

/* Impulse x, y on B at its anchor, and back on A. */
LANE_FN void hinge_apply(const int32_t *values, hinge_pair *v, lane32 x, lane32 y,
                         hinge_range *range) {
    const lane32 alpha = hinge_field(values, PAWLI_HINGE_ALPHA_A);
    const lane32 ax = hinge_round(lane_product(alpha, x), 30), bx = lane_subtract(x, ax);
    const lane32 ay = hinge_round(lane_product(alpha, y), 30), by = lane_subtract(y, ay);
    v->a.x = lane_subtract(v->a.x, ax);
    v->a.y = lane_subtract(v->a.y, ay);
    v->b.x = lane_add(v->b.x, bx);
    v->b.y = lane_add(v->b.y, by);
    const lane64 a = hinge_moment(values, PAWLI_HINGE_LEVER_A, ax, ay);
    const lane64 b = hinge_moment(values, PAWLI_HINGE_LEVER_B, bx, by);
    hinge_set_spin(&v->a, lane64_subtract(hinge_spin(&v->a), a), range);
    hinge_set_spin(&v->b, lane64_add(hinge_spin(&v->b), b), range);
}

typedef struct hinge_vector {
    lane32 x, y;
} hinge_vector;

/* Velocity of anchor B minus that of anchor A. */
LANE_FN hinge_vector hinge_speed(const int32_t *values, const hinge_pair *v, hinge_range *range) {
    const lane32 a = v->a.turn, b = v->b.turn;
    const lane64 x = lane64_subtract(lane_product(hinge_field(values, PAWLI_HINGE_LEVER_A + 1), a),
                                     lane_product(hinge_field(values, PAWLI_HINGE_LEVER_B + 1), b));
    const lane64 y = lane64_subtract(lane_product(hinge_field(values, PAWLI_HINGE_LEVER_B), b),
                                     lane_product(hinge_field(values, PAWLI_HINGE_LEVER_A), a));
    const hinge_vector speed = {
        lane_add(lane_subtract(v->b.x, v->a.x), hinge_range_sum(range, x, 20)),
        lane_add(lane_subtract(v->b.y, v->a.y), hinge_range_sum(range, y, 20))};
    hinge_range_number(range, speed.x);
    hinge_range_number(range, speed.y);
    return speed;
}

/* Anchor B minus anchor A. */
LANE_FN hinge_vector hinge_gap(const pawli_hinge_lanes *lanes, const int32_t *values,
                               hinge_range *range) {
    const hinge_pair move = hinge_pair_load(lanes, values, offsetof(pawli_solver_body, move_x));
    hinge_range_number(range, move.a.x);
    hinge_range_number(range, move.a.y);
    hinge_range_number(range, move.b.x);
    hinge_range_number(range, move.b.y);
    const lane32 turn_x = hinge_field(values, PAWLI_HINGE_MOVE);
    const lane32 turn_y = hinge_field(values, PAWLI_HINGE_MOVE + 1);
    hinge_range_number(range, turn_x);
    hinge_range_number(range, turn_y);
    const hinge_vector gap = {lane_add(lane_add(hinge_field(values, PAWLI_HINGE_GAP), turn_x),
                                       lane_subtract(move.b.x, move.a.x)),
                              lane_add(lane_add(hinge_field(values, PAWLI_HINGE_GAP + 1), turn_y),
                                       lane_subtract(move.b.y, move.a.y))};
    hinge_range_gap(range, gap.x);
    hinge_range_gap(range, gap.y);
    return gap;
}

/* K'^-1 times a velocity, Q46. */
typedef struct hinge_vector64 {
    lane64 x, y;
} hinge_vector64;

LANE_FN hinge_vector64 hinge_asked(const int32_t *values, hinge_vector v) {
    const lane32 xx = hinge_field(values, PAWLI_HINGE_MASS_XX);
    const lane32 xy = hinge_field(values, PAWLI_HINGE_MASS_XY);
    const lane32 yy = hinge_field(values, PAWLI_HINGE_MASS_YY);
    const hinge_vector64 asked = {lane64_add(lane_product(xx, v.x), lane_product(xy, v.y)),
                                  lane64_add(lane_product(xy, v.x), lane_product(yy, v.y))};
    return asked;
}

/* Subtract what is asked for from the impulses, apply it, and store all unless a range is left. */
LANE_FN bool hinge_accumulate(const pawli_hinge_lanes *lanes, int32_t *values, hinge_pair *v,
                              const hinge_vector64 *asked, hinge_range *range) {
    const lane32 x = hinge_range_sum(range, asked->x, 30);
    const lane32 y = hinge_range_sum(range, asked->y, 30);
    const lane32 sum_x = lane_subtract(hinge_field(values, PAWLI_HINGE_IMPULSE), x);
    const lane32 sum_y = lane_subtract(hinge_field(values, PAWLI_HINGE_IMPULSE + 1), y);
    hinge_range_number(range, sum_x);
    hinge_range_number(range, sum_y);
    hinge_apply(values, v, lane_subtract(lane_all(0), x), lane_subtract(lane_all(0), y), range);
    if (hinge_range_is_left(range)) return false;
    hinge_put(values, PAWLI_HINGE_IMPULSE, sum_x);
    hinge_put(values, PAWLI_HINGE_IMPULSE + 1, sum_y);
    hinge_pair_store(lanes, values, v);
    return true;
}

/* ---- batches ---- */

LANE_FN bool hinge_warm_start_batch(const pawli_hinge_lanes *lanes, int32_t *values) {
    hinge_range range = hinge_range_begin();
    const lane32 x = hinge_field(values, PAWLI_HINGE_IMPULSE);
    const lane32 y = hinge_field(values, PAWLI_HINGE_IMPULSE + 1);
    hinge_range_number(&range, x);
    hinge_range_number(&range, y);
    hinge_pair v = hinge_pair_load(lanes, values, offsetof(pawli_solver_body, velocity));
    hinge_apply(values, &v, x, y, &range);
    if (hinge_range_is_left(&range)) return false;
    hinge_pair_store(lanes, values, &v);
    return true;
}

LANE_FN bool hinge_solve_batch(const pawli_hinge_lanes *lanes, int32_t *values) {
    hinge_range range = hinge_range_begin();
    hinge_pair v = hinge_pair_load(lanes, values, offsetof(pawli_solver_body, velocity));
    const hinge_vector speed = hinge_speed(values, &v, &range);
    const hinge_vector gap = hinge_gap(lanes, values, &range);
    const lane32 scale = lane_all(lanes->mass_scale), bias = lane_all(lanes->bias_mass);
    const lane32 keep = lane_all(lanes->impulse_scale);
    const lane64 x = lane64_add(lane_product(speed.x, scale), lane_product(gap.x, bias));
    const lane64 y = lane64_add(lane_product(speed.y, scale), lane_product(gap.y, bias));
    const hinge_vector biased = {hinge_range_sum(&range, x, 30), hinge_range_sum(&range, y, 30)};
    hinge_vector64 asked = hinge_asked(values, biased);
    asked.x = lane64_add(asked.x, lane_product(keep, hinge_field(values, PAWLI_HINGE_IMPULSE)));
    asked.y = lane64_add(asked.y, lane_product(keep, hinge_field(values, PAWLI_HINGE_IMPULSE + 1)));
    return hinge_accumulate(lanes, values, &v, &asked, &range);
}

LANE_FN bool hinge_relax_batch(const pawli_hinge_lanes *lanes, int32_t *values) {
    hinge_range range = hinge_range_begin();
    hinge_pair v = hinge_pair_load(lanes, values, offsetof(pawli_solver_body, velocity));
    const hinge_vector64 asked = hinge_asked(values, hinge_speed(values, &v, &range));
    return hinge_accumulate(lanes, values, &v, &asked, &range);
}

/* ---- turning ---- */

typedef struct hinge_turn {
    lane32 c, s;
} hinge_turn;

/* How far the bodies of a batch have turned; `field` is BODY_A or BODY_B. */
LANE_FN hinge_turn hinge_turn_load(const pawli_hinge_lanes *lanes, const int32_t *values,
                                   int field) {
    int32_t c[LANE_WIDTH], s[LANE_WIDTH];
    for (int i = 0; i < LANE_WIDTH; i++) {
        const uint32_t at = (uint32_t)values[field * LANE_WIDTH + i];
        const pawl_rot turned = lanes->turned[at / sizeof(pawli_solver_body)];
        c[i] = turned.c;
        s[i] = turned.s;
    }
    const hinge_turn turn = {lane_load(c), lane_load(s)};
    return turn;
}

typedef struct hinge_turned {
    lane64 x, y;
} hinge_turned;

/* A vector of the fields turned, Q30 times its own format. */
LANE_FN hinge_turned hinge_turn_vector(const int32_t *values, int field, hinge_turn turn) {
    const lane32 x = hinge_field(values, field), y = hinge_field(values, field + 1);
    const hinge_turned turned = {lane64_subtract(lane_product(x, turn.c), lane_product(y, turn.s)),
                                 lane64_add(lane_product(x, turn.s), lane_product(y, turn.c))};
    return turned;
}

/* Levers keep their lengths, which are below 10 (hinge_lanes.c): nothing is tested. */
LANE_FN hinge_vector hinge_turn_lever(const int32_t *values, int field, hinge_turn turn) {
    const hinge_turned turned = hinge_turn_vector(values, field, turn);
    const hinge_vector lever = {hinge_round(turned.x, 30), hinge_round(turned.y, 30)};
    return lever;
}

/* The movement of the anchors by turning; the soft pass tests it. */
LANE_FN hinge_vector hinge_turn_arms(const int32_t *values, hinge_turn turn_a, hinge_turn turn_b,
                                     hinge_range *range) {
    const hinge_turned a = hinge_turn_vector(values, PAWLI_HINGE_ARM_A, turn_a);
    const hinge_turned b = hinge_turn_vector(values, PAWLI_HINGE_ARM_B, turn_b);
    const hinge_vector move = {lane_subtract(hinge_range_sum(range, lane64_subtract(b.x, a.x), 24),
                                             hinge_field(values, PAWLI_HINGE_ARM_GAP)),
                               lane_subtract(hinge_range_sum(range, lane64_subtract(b.y, a.y), 24),
                                             hinge_field(values, PAWLI_HINGE_ARM_GAP + 1))};
    return move;
}

/* alpha_a a + alpha_b b, where a and b are products of levers in Q40. */
LANE_FN lane64 hinge_mix(const int32_t *values, lane64 a, lane64 b) {
    return lane64_add(lane_product(hinge_field(values, PAWLI_HINGE_ALPHA_A), hinge_round(a, 20)),
                      lane_product(hinge_field(values, PAWLI_HINGE_ALPHA_B), hinge_round(b, 20)));
}

typedef struct hinge_mass {
    lane32 xx, xy, yy, per_det;
} hinge_mass;

/* pawli_update_hinge_mass. With levers below 10, products of them are below 2^28 in Q20. */
LANE_FN hinge_mass hinge_turn_mass(const int32_t *values, hinge_vector a, hinge_vector b,
                                   hinge_range *range) {
    const lane32 d =
        hinge_round(hinge_mix(values, lane_product(lane_subtract(a.x, a.y), lane_add(a.x, a.y)),
                              lane_product(lane_subtract(b.x, b.y), lane_add(b.x, b.y))),
                    31);
    const lane32 e =
        hinge_round(hinge_mix(values, lane_product(a.x, a.y), lane_product(b.x, b.y)), 30);
    const lane32 mean = hinge_field(values, PAWLI_HINGE_MEAN);
    const lane_shifts shifts = lane_shifts_of(hinge_field(values, PAWLI_HINGE_SHIFT));
    const lane64 squares = lane64_add(lane_product(d, d), lane_product(e, e));
    const lane64 det =
        lane_shifts_apply(&shifts, lane64_subtract(lane_product(mean, mean), squares));
    range->sums = lane_or(range->sums, lane64_beyond_word(det));
    const lane32 old = hinge_field(values, PAWLI_HINGE_PER_DET);
    const lane64 product = lane64_add_all(lane_product(lane64_low(det), old), INT64_C(1) << 19);
    range->sums =
        lane_or(range->sums, lane64_excess(lane64_add_all(product, -(INT64_C(1) << 50)), 49));
    const lane32 follows = lane_subtract(lane_all(INT32_MIN), lane64_floor(product, 20));
    /* Below 1.5 * 2^31: after two far turns it may have no place in 32 bits, and is negative. */
    const lane32 per_det = hinge_round(lane_product(old, follows), 30);
    range->sums = lane_or(range->sums, lane_and(per_det, lane_all(INT32_MIN)));
    const lane64 middle = lane_product(mean, per_det), aside = lane_product(d, per_det);
    const hinge_mass mass = {lane64_low(lane_shifts_apply(&shifts, lane64_add(middle, aside))),
                             lane64_low(lane_shifts_apply(&shifts, lane_product(e, per_det))),
                             lane64_low(lane_shifts_apply(&shifts, lane64_subtract(middle, aside))),
                             per_det};
    return mass;
}

LANE_FN bool hinge_turn_batch(const pawli_hinge_lanes *lanes, int32_t *values) {
    hinge_range range = hinge_range_begin();
    const hinge_turn turn_a = hinge_turn_load(lanes, values, PAWLI_HINGE_BODY_A);
    const hinge_turn turn_b = hinge_turn_load(lanes, values, PAWLI_HINGE_BODY_B);
    const hinge_vector a = hinge_turn_lever(values, PAWLI_HINGE_FIRST_A, turn_a);
    const hinge_vector b = hinge_turn_lever(values, PAWLI_HINGE_FIRST_B, turn_b);
    const hinge_vector move = hinge_turn_arms(values, turn_a, turn_b, &range);
    const hinge_mass mass = hinge_turn_mass(values, a, b, &range);
    if (hinge_range_is_left(&range)) return false;
    hinge_put(values, PAWLI_HINGE_LEVER_A, a.x);
    hinge_put(values, PAWLI_HINGE_LEVER_A + 1, a.y);
    hinge_put(values, PAWLI_HINGE_LEVER_B, b.x);
    hinge_put(values, PAWLI_HINGE_LEVER_B + 1, b.y);
    hinge_put(values, PAWLI_HINGE_MOVE, move.x);
    hinge_put(values, PAWLI_HINGE_MOVE + 1, move.y);
    hinge_put(values, PAWLI_HINGE_MASS_XX, mass.xx);
    hinge_put(values, PAWLI_HINGE_MASS_XY, mass.xy);
    hinge_put(values, PAWLI_HINGE_MASS_YY, mass.yy);
    hinge_put(values, PAWLI_HINGE_PER_DET, mass.per_det);
    return true;
}

/* ---- passes ---- */

#define LANE_PASS(name, batch)                                                                    \
    LANE_TARGET static uint32_t name(const pawli_hinge_lanes *lanes, uint32_t at, uint32_t end) { \
        int32_t *values = lanes->values + (size_t)at * PAWLI_HINGE_FIELDS * LANE_WIDTH;           \
        for (; at < end && batch(lanes, values); at++)                                            \
            values += PAWLI_HINGE_FIELDS * LANE_WIDTH;                                            \
        return at;                                                                                \
    }

LANE_PASS(hinge_warm_start, hinge_warm_start_batch)
LANE_PASS(hinge_solve, hinge_solve_batch)
LANE_PASS(hinge_relax, hinge_relax_batch)
LANE_PASS(hinge_turn_levers, hinge_turn_batch)
