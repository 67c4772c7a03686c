/* lane_hinge_prepare.h - internal: the kernel of lanes in which a batch of hinges is prepared. For
 * hinge_kernels.c, behind lane_hinge.h, once for each set of lanes.
 *
 * It computes what joint_prepare.c and hinge.c do, to the bit, for arms below
 * 128 units, levers below 7 and gaps below 128 units; others are left to those files. */

/* ---- one end of a hinge ---- */

/* Levers below 7 leave room for all products of a turn without a test: the mean of the diagonal of
 * K' stays below 50 and its determinant below 2^12, however the bodies turn. */
#define HINGE_LEVER_LIMIT (INT32_C(7) << 20)

LANE_FN lane32 hinge_end_field(pawli_hinge_numbers *end, int field) {
    return lane_load(end[field]);
}

/* Bits that are set where x is not within -limit .. limit - 1, a power of two. */
LANE_FN lane32 hinge_beyond(lane32 x, int32_t limit) {
    return lane_and(lane_add(x, lane_all(limit)), lane_all(-2 * limit));
}

typedef struct hinge_arm {
    hinge_vector fine, arm, lever; /* in 2^-22 units; Q16.16; over k in Q20 */
} hinge_arm;

/* Arm over k: below 2^30 times below 2^31. */
LANE_FN lane32 hinge_lever(lane32 arm, lane32 scale, const lane_shifts *shifts, lane32 *beyond) {
    const lane64 lever = lane_shifts_near(shifts, lane_product(arm, scale));
    *beyond = lane_or(*beyond, lane64_excess(lever, 23));
    const lane32 low = lane64_low(lever), limit = lane_all(HINGE_LEVER_LIMIT - 1);
    *beyond = lane_or(*beyond, lane_or(lane_is_more(low, limit),
                                       lane_is_more(lane_subtract(lane_all(0), low), limit)));
    return low;
}

LANE_FN hinge_arm hinge_arm_of(pawli_hinge_numbers *end, lane32 *beyond) {
    const int32_t most = PAWLI_HINGE_ARM;
    const lane32 x = hinge_end_field(end, PAWLI_HINGE_END_X);
    const lane32 y = hinge_end_field(end, PAWLI_HINGE_END_Y);
    const lane32 c = hinge_end_field(end, PAWLI_HINGE_END_C);
    const lane32 s = hinge_end_field(end, PAWLI_HINGE_END_S);
    const lane32 scale = hinge_end_field(end, PAWLI_HINGE_END_SCALE);
    const lane_shifts shifts = lane_shifts_of(hinge_end_field(end, PAWLI_HINGE_END_SHIFT));
    *beyond = lane_or(*beyond, lane_or(hinge_beyond(x, most), hinge_beyond(y, most)));
    hinge_arm arm;
    arm.fine.x = lane64_near(lane64_subtract(lane_product(c, x), lane_product(s, y)), 24);
    arm.fine.y = lane64_near(lane64_add(lane_product(s, x), lane_product(c, y)), 24);
    arm.arm.x = lane_near(arm.fine.x, 6);
    arm.arm.y = lane_near(arm.fine.y, 6);
    *beyond =
        lane_or(*beyond, lane_or(hinge_beyond(arm.arm.x, most), hinge_beyond(arm.arm.y, most)));
    arm.lever.x = hinge_lever(arm.fine.x, scale, &shifts, beyond);
    arm.lever.y = hinge_lever(arm.fine.y, scale, &shifts, beyond);
    return arm;
}

/* ---- the inverse of K' ---- */

/* Entries of K', Q20, below 2^27. */
typedef struct hinge_matrix {
    lane32 xx, xy, yy;
} hinge_matrix;

LANE_FN void hinge_add_lever(hinge_matrix *k, lane32 alpha, hinge_vector lever) {
    const lane32 share_x = hinge_round(lane_product(alpha, lever.x), 30);
    const lane32 share_y = hinge_round(lane_product(alpha, lever.y), 30);
    k->xx = lane_add(k->xx, hinge_round(lane_product(share_y, lever.y), 20));
    k->xy = lane_subtract(k->xy, hinge_round(lane_product(share_x, lever.y), 20));
    k->yy = lane_add(k->yy, hinge_round(lane_product(share_x, lever.x), 20));
}

/* pawli_joint_row_invert_matrix, one lane after the other: lanes do not divide. */
LANE_FN void hinge_divide(const hinge_matrix *k, int32_t *per_det, int32_t *shifts) {
    const lane64 det = lane64_subtract(lane_product(k->xx, k->yy), lane_product(k->xy, k->xy));
    int64_t determinants[LANE_WIDTH]; /* Q40 */
    lane64_store(determinants, det);
    for (uint32_t i = 0; i < LANE_WIDTH; i++) {
        const int64_t determinant = determinants[LANE_PLACE(i)];
        const uint64_t rounded = (uint64_t)pawli_near(determinant, 20);
        const int over = 43 - __builtin_clzll(rounded); /* bits beyond the 21 of a number below 2 */
        const int shift = over < 0 ? 20 : 20 + over;
        shifts[i] = shift;
        per_det[i] =
            (int32_t)pawli_quotient(UINT64_C(1) << 50, (uint64_t)pawli_near(determinant, shift));
    }
}

LANE_FN lane32 hinge_entry(lane32 x, lane32 per_det, const lane_shifts *shifts) {
    return lane64_low(lane_shifts_near(shifts, lane_product(x, per_det)));
}

LANE_FN void hinge_put_mass(int32_t *values, const hinge_matrix *k) {
    hinge_divide(k, values + PAWLI_HINGE_PER_DET * LANE_WIDTH,
                 values + PAWLI_HINGE_SHIFT * LANE_WIDTH);
    const lane32 per_det = hinge_field(values, PAWLI_HINGE_PER_DET);
    const lane_shifts shifts = lane_shifts_of(hinge_field(values, PAWLI_HINGE_SHIFT));
    hinge_put(values, PAWLI_HINGE_MASS_XX, hinge_entry(k->yy, per_det, &shifts));
    hinge_put(values, PAWLI_HINGE_MASS_XY,
              hinge_entry(lane_subtract(lane_all(0), k->xy), per_det, &shifts));
    hinge_put(values, PAWLI_HINGE_MASS_YY, hinge_entry(k->xx, per_det, &shifts));
    hinge_put(values, PAWLI_HINGE_MEAN, lane_half(lane_add(k->xx, k->yy)));
}

/* ---- a batch ---- */

LANE_FN void hinge_put_two(int32_t *values, int field, hinge_vector v) {
    hinge_put(values, field, v.x);
    hinge_put(values, field + 1, v.y);
}

LANE_FN void hinge_copy(int32_t *values, int field, const int32_t *numbers) {
    hinge_put(values, field, lane_load(numbers));
}

LANE_TARGET static bool hinge_prepare(pawli_hinge_ends *ends, int32_t *values) {
    lane32 beyond = lane_all(0);
    const hinge_arm a = hinge_arm_of(ends->a, &beyond), b = hinge_arm_of(ends->b, &beyond);
    const lane32 centers_x = lane_load(ends->centers[0]), centers_y = lane_load(ends->centers[1]);
    beyond = lane_or(beyond, hinge_beyond(centers_x, PAWLI_HINGE_RANGE));
    beyond = lane_or(beyond, hinge_beyond(centers_y, PAWLI_HINGE_RANGE));
    const hinge_vector gap = {lane_add(centers_x, lane_subtract(b.fine.x, a.fine.x)),
                              lane_add(centers_y, lane_subtract(b.fine.y, a.fine.y))};
    beyond = lane_or(beyond, hinge_beyond(gap.x, PAWLI_HINGE_RANGE));
    beyond = lane_or(beyond, hinge_beyond(gap.y, PAWLI_HINGE_RANGE));
    if (!lane_is_zero(beyond)) return false;
    hinge_copy(values, PAWLI_HINGE_BODY_A, ends->body_a);
    hinge_copy(values, PAWLI_HINGE_BODY_B, ends->body_b);
    hinge_copy(values, PAWLI_HINGE_ALPHA_A, ends->alpha_a);
    hinge_copy(values, PAWLI_HINGE_ALPHA_B, ends->alpha_b);
    hinge_copy(values, PAWLI_HINGE_IMPULSE, ends->impulse_x);
    hinge_copy(values, PAWLI_HINGE_IMPULSE + 1, ends->impulse_y);
    hinge_copy(values, PAWLI_HINGE_JOINT, ends->joint);
    const lane32 zero = lane_all(0);
    const hinge_vector none = {zero, zero};
    const hinge_vector arm_gap = {lane_left(lane_subtract(b.arm.x, a.arm.x), 6),
                                  lane_left(lane_subtract(b.arm.y, a.arm.y), 6)};
    hinge_put_two(values, PAWLI_HINGE_LEVER_A, a.lever);
    hinge_put_two(values, PAWLI_HINGE_LEVER_B, b.lever);
    hinge_put_two(values, PAWLI_HINGE_FIRST_A, a.lever);
    hinge_put_two(values, PAWLI_HINGE_FIRST_B, b.lever);
    hinge_put_two(values, PAWLI_HINGE_ARM_A, a.arm);
    hinge_put_two(values, PAWLI_HINGE_ARM_B, b.arm);
    hinge_put_two(values, PAWLI_HINGE_ARM_GAP, arm_gap);
    hinge_put_two(values, PAWLI_HINGE_MOVE, none);
    hinge_put_two(values, PAWLI_HINGE_GAP, gap);
    hinge_matrix k = {lane_all((int32_t)PAWLI_LEVER_ONE), zero, lane_all((int32_t)PAWLI_LEVER_ONE)};
    hinge_add_lever(&k, hinge_field(values, PAWLI_HINGE_ALPHA_A), a.lever);
    hinge_add_lever(&k, hinge_field(values, PAWLI_HINGE_ALPHA_B), b.lever);
    hinge_put_mass(values, &k);
    return true;
}
