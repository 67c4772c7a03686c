/* lane_pack.h - internal: the numbers of rows, side by side. For lane_kernels.c, once for each set
 * of lanes, behind lane_contact.h.
 *
 * Four numbers that lie side by side in a row are read at once, and turned into four fields of a
 * batch, as those of bodies are. */

/* From a member of a row or a point on, the three behind it, too. */
#define LANE_FOUR(row, offset) lane_body_load((const uint8_t *)(pass->rows) + (offset), (row)->at)
#define LANE_ROW(member) offsetof(pawli_contact_row, member)
#define LANE_OF_POINT(point, member)                                        \
    (LANE_ROW(points) + (size_t)(point) * sizeof(pawli_contact_row_point) + \
     offsetof(pawli_contact_row_point, member))

/* Rows of a batch: where they lie, and masks. */
typedef struct lane_rows {
    int32_t at[LANE_WIDTH]; /* in bytes */
    int32_t used[LANE_WIDTH], pairs[LANE_WIDTH], stiff[LANE_WIDTH];
} lane_rows;

/* Bits of numbers that may be beyond a limit of their own. */
typedef struct lane_limits {
    lane32 gains, couplings, impulses, numbers, friction;
} lane_limits;

LANE_FN lane32 lane_beyond(lane32 before, lane32 x, int32_t limit) {
    return lane_or(before, lane_add(x, lane_all(limit)));
}

LANE_FN lane32 lane_uppermost(lane32 x, int32_t limit) {
    return lane_and(x, lane_all(-2 * limit));
}

/* The places of solver bodies are numbers that a row has, shifted. */
#define LANE_BODY_SHIFT 6
PAWL_STATIC_ASSERT(sizeof(pawli_solver_body) == 1u << LANE_BODY_SHIFT, "no power of two");
PAWL_STATIC_ASSERT(offsetof(pawli_contact_row, b) == 2 && offsetof(pawli_contact_row, count) == 4 &&
                       offsetof(pawli_contact_row, stiff) == 5 &&
                       offsetof(pawli_contact_row, watched) == 7,
                   "lanes read the first members of a row as two numbers");

/* A lane that is not used has the first row again, of bodies that never move: nothing changes. */
LANE_FN void lane_list_rows(const pawli_contact_pass *pass, const uint32_t *order,
                            pawli_lane_batch *batch, lane_rows *rows) {
    static const int32_t numbers[PAWLI_LANE_WIDTH_MAX] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                          8, 9, 10, 11, 12, 13, 14, 15};
    const uint32_t *const from = order + batch->first;
    const int32_t at_first = (int32_t)(from[0] * sizeof(pawli_contact_row));
    for (uint32_t i = 0; i < batch->count; i++)
        rows->at[i] = (int32_t)(from[i] * sizeof(pawli_contact_row));
    for (uint32_t i = batch->count; i < LANE_WIDTH; i++)
        rows->at[i] = at_first;
    const lane_body first = LANE_FOUR(rows, LANE_ROW(a));
    const lane32 used = lane_is_more(lane_all(batch->count), lane_load(numbers));
    const lane32 pairs = lane_is_equal(lane_and(first.y, lane_all(0xFF)), lane_all(2));
    const lane32 places = lane_all(0xFFFF << LANE_BODY_SHIFT);
    const lane32 a = lane_and(lane_left(first.x, LANE_BODY_SHIFT), places);
    const lane32 b = lane_and(lane_right_signed(first.x, 16 - LANE_BODY_SHIFT), places);
    lane_store(rows->used, used);
    lane_store(rows->pairs, pairs);
    lane_store(rows->stiff, lane_is_more(lane_and(first.y, lane_all(0xFF00)), lane_all(0)));
    lane_put(batch->values, 0, PAWLI_LANE_BODY_A, lane_and(a, used));
    lane_put(batch->values, 0, PAWLI_LANE_BODY_B, lane_and(b, used));
    batch->packed = lane_is_zero(pairs) ? PAWLI_LANE_SINGLES : PAWLI_LANE_PAIRS;
    batch->watched = !lane_is_zero(lane_right_signed(first.y, 24));
}

/* What a softness makes of a mass or a coupling; it is below 1. */
LANE_FN lane32 lane_soften(lane32 x, lane32 scale) {
    return lane64_near(lane_product(x, scale), 30);
}

LANE_FN void lane_pack_point(const pawli_contact_pass *pass, const lane_rows *rows, int32_t *values,
                             int point, lane32 scale, lane_limits *limits) {
    const lane32 there = lane_load(point == 0 ? rows->used : rows->pairs);
    const lane32 gains = lane_and(there, lane_load(rows->used));
    const lane_body normal = LANE_FOUR(rows, LANE_OF_POINT(point, lever_a));
    const lane_body tangent = LANE_FOUR(rows, LANE_OF_POINT(point, tangent_lever_a));
    const lane_body mass = LANE_FOUR(rows, LANE_OF_POINT(point, mass));
    const lane_body gap = LANE_FOUR(rows, LANE_OF_POINT(point, separation));
    const lane32 x[14] = {
        lane_and(normal.x, there),     lane_and(normal.y, there),
        lane_and(normal.turn, gains),  lane_and(normal.fourth, gains),
        lane_and(tangent.x, there),    lane_and(tangent.y, there),
        lane_and(tangent.turn, gains), lane_and(tangent.fourth, gains),
        lane_and(gap.x, there),        lane_and(gap.y, there),
        lane_and(mass.x, there),       lane_and(mass.y, there),
        lane_and(gap.turn, there),     lane_and(gap.fourth, there),
    };
    for (int i = 0; i < 8; i++)
        lane_put(values, point, PAWLI_LANE_LEVER_A + i, x[i]);
    lane_put(values, point, PAWLI_LANE_SEPARATION, x[8]);
    lane_put(values, point, PAWLI_LANE_GAP, x[9]);
    lane_put(values, point, PAWLI_LANE_MASS, x[10]);
    lane_put(values, point, PAWLI_LANE_SOFT_MASS, lane_soften(x[10], scale));
    lane_put(values, point, PAWLI_LANE_TANGENT_MASS, x[11]);
    lane_put(values, point, PAWLI_LANE_NORMAL_IMPULSE, x[12]);
    lane_put(values, point, PAWLI_LANE_TANGENT_IMPULSE, x[13]);
    lane_put(values, point, PAWLI_LANE_PRESSED, lane_all(0));
    limits->gains = lane_beyond(limits->gains, x[2], PAWLI_LANE_GAIN_LIMIT);
    limits->gains = lane_beyond(limits->gains, x[3], PAWLI_LANE_GAIN_LIMIT);
    limits->gains = lane_beyond(limits->gains, x[6], PAWLI_LANE_GAIN_LIMIT);
    limits->gains = lane_beyond(limits->gains, x[7], PAWLI_LANE_GAIN_LIMIT);
    limits->numbers = lane_beyond(limits->numbers, x[8], PAWLI_LANE_LIMIT);
    limits->impulses = lane_beyond(limits->impulses, x[12], PAWLI_LANE_IMPULSE_LIMIT);
    limits->impulses = lane_beyond(limits->impulses, x[13], PAWLI_LANE_IMPULSE_LIMIT);
}

/* Couplings of those that have two points. */
LANE_FN void lane_pack_pair(int32_t *values, lane32 pairs, lane32 scale, const lane_body *coupling,
                            const lane_body *inverse, lane_limits *limits) {
    const lane32 one = lane_all(INT32_C(1) << 24);
    const lane32 c[2] = {lane_and(coupling->y, pairs), lane_and(coupling->turn, pairs)};
    for (int i = 0; i < 2; i++) {
        lane_put(values, 0, PAWLI_LANE_COUPLING + i, c[i]);
        lane_put(values, 0, PAWLI_LANE_SOFT_COUPLING + i, lane_soften(c[i], scale));
        limits->couplings = lane_beyond(limits->couplings, c[i], PAWLI_LANE_COUPLING_LIMIT);
    }
    lane_put(values, 0, PAWLI_LANE_INVERSE, lane_pick(pairs, inverse->y, one));
    lane_put(values, 0, PAWLI_LANE_INVERSE + 1, lane_pick(pairs, inverse->turn, one));
    lane_put(values, 0, PAWLI_LANE_INVERSE + 2, lane_pick(pairs, inverse->fourth, one));
}

LANE_FN lane32 lane_choose(const lane_rows *rows, int32_t stiff, int32_t soft) {
    return lane_pick(lane_load(rows->stiff), lane_all(stiff), lane_all(soft));
}

/* False where a number is beyond the limits of lanes. */
LANE_TARGET static bool lane_pack(const pawli_contact_pass *pass, const uint32_t *order,
                                  pawli_lane_batch *batch) {
    const pawli_softness *soft = pass->soft, *stiff = pass->stiff;
    int32_t *const values = batch->values;
    const lane32 zero = lane_all(0);
    lane_rows rows;
    lane_limits limits = {zero, zero, zero, zero, zero};
    lane_list_rows(pass, order, batch, &rows);
    const lane32 used = lane_load(rows.used), pairs = lane_load(rows.pairs);
    const lane32 scale = lane_choose(&rows, stiff->mass_scale, soft->mass_scale);
    const lane_body normal = LANE_FOUR(&rows, LANE_ROW(normal_x));
    const lane_body share_b = LANE_FOUR(&rows, LANE_ROW(share_bx));
    const lane_body coupling = LANE_FOUR(&rows, LANE_ROW(tangent_speed));
    const lane_body inverse = LANE_FOUR(&rows, LANE_ROW(coupling[1]));
    lane_put(values, 0, PAWLI_LANE_NORMAL_X, normal.x);
    lane_put(values, 0, PAWLI_LANE_NORMAL_Y, normal.y);
    lane_put(values, 0, PAWLI_LANE_SHARE_AX, lane_and(normal.turn, used));
    lane_put(values, 0, PAWLI_LANE_SHARE_AY, lane_and(normal.fourth, used));
    lane_put(values, 0, PAWLI_LANE_SHARE_BX, lane_and(share_b.x, used));
    lane_put(values, 0, PAWLI_LANE_SHARE_BY, lane_and(share_b.y, used));
    lane_put(values, 0, PAWLI_LANE_FRICTION, share_b.turn);
    lane_put(values, 0, PAWLI_LANE_TANGENT_SPEED, coupling.x);
    lane_put(values, 0, PAWLI_LANE_SINGLE, lane_xor(pairs, lane_all(-1)));
    lane_put(values, 0, PAWLI_LANE_BIAS_RATE,
             lane_choose(&rows, stiff->bias_rate, soft->bias_rate));
    lane_put(values, 0, PAWLI_LANE_PUSH, lane_choose(&rows, -stiff->push_limit, -soft->push_limit));
    lane_put(values, 0, PAWLI_LANE_IMPULSE_SCALE,
             lane_choose(&rows, stiff->impulse_scale, soft->impulse_scale));
    limits.friction = lane_beyond(limits.friction, share_b.turn, PAWLI_LANE_FRICTION_LIMIT);
    limits.numbers = lane_beyond(limits.numbers, coupling.x, PAWLI_LANE_LIMIT);
    lane_pack_point(pass, &rows, values, 0, scale, &limits);
    if (batch->packed == PAWLI_LANE_PAIRS) {
        const lane32 unequal =
            lane_or(lane_xor(normal.turn, share_b.x), lane_xor(normal.fourth, share_b.y));
        if (lane_is_zero(lane_and(unequal, used))) batch->packed = PAWLI_LANE_EQUAL_PAIRS;
        lane_pack_point(pass, &rows, values, 1, scale, &limits);
        lane_pack_pair(values, pairs, scale, &coupling, &inverse, &limits);
    }
    const lane32 beyond =
        lane_or(lane_or(lane_uppermost(limits.gains, PAWLI_LANE_GAIN_LIMIT),
                        lane_uppermost(limits.couplings, PAWLI_LANE_COUPLING_LIMIT)),
                lane_or(lane_or(lane_uppermost(limits.impulses, PAWLI_LANE_IMPULSE_LIMIT),
                                lane_uppermost(limits.numbers, PAWLI_LANE_LIMIT)),
                        lane_uppermost(limits.friction, PAWLI_LANE_FRICTION_LIMIT)));
    return lane_is_zero(beyond);
}

/* What passes change of the rows of a batch, back to them: four numbers at once, with the
 * separation, which is what it was. */
PAWL_STATIC_ASSERT(offsetof(pawli_contact_row_point, tangent_impulse) ==
                       offsetof(pawli_contact_row_point, separation) + 3 * sizeof(int32_t),
                   "lanes write the last four members of a point");
LANE_TARGET static void lane_unpack(const pawli_contact_pass *pass, const uint32_t *order,
                                    const pawli_lane_batch *batch) {
    static const int32_t at[PAWLI_LANE_WIDTH_MAX] = {0,   16,  32,  48,  64,  80,  96,  112,
                                                     128, 144, 160, 176, 192, 208, 224, 240};
    const int32_t *const values = batch->values;
    const int32_t *const single = values + PAWLI_LANE_SINGLE * LANE_WIDTH;
    const uint32_t *const from = order + batch->first;
    const int count = batch->packed == PAWLI_LANE_SINGLES ? 1 : 2;
    int32_t fours[2][LANE_WIDTH][4];
    for (int k = 0; k < count; k++) {
        const lane_body four = {lane_point(values, k, PAWLI_LANE_SEPARATION),
                                lane_point(values, k, PAWLI_LANE_GAP),
                                lane_point(values, k, PAWLI_LANE_NORMAL_IMPULSE),
                                lane_point(values, k, PAWLI_LANE_TANGENT_IMPULSE)};
        lane_body_store((uint8_t *)fours[k], at, four);
    }
    for (uint32_t i = 0; i < batch->count; i++) {
        uint8_t *const row = (uint8_t *)&pass->rows[from[i]];
        memcpy(row + LANE_OF_POINT(0, separation), fours[0][i], sizeof fours[0][i]);
        if (single[i] == 0)
            memcpy(row + LANE_OF_POINT(1, separation), fours[1][i], sizeof fours[1][i]);
    }
}
