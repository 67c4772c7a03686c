/* lane_contact.h - internal: the kernels of contact_solver.c for a batch of contacts in lanes,
 * written against the vocabulary that stands before it: lane_x86.h, lane_neon.h, lane_wasm.h,
 * lane_plain.h. For lane_kernels.c, once for each set of lanes.
 *
 * They compute what the serial kernels do, to the bit, as long as all numbers stay in the range of
 * lanes: velocities and distances within +-2^29 (8192 units/s, 128 units), impulses within +-2^27
 * (2048 units/s). What leaves it is noticed before anything is stored, and the batch is left to the
 * serial kernels: these know how to saturate, and what is a fault.
 *
 * Why nothing is missed. Sums of 64 bits do not wrap around: their widths are those of the serial
 * kernels. A number of 32 bits is the rounded part of such a sum. Either that was tested, or it is
 * small by the limits of rows that are packed (lane_schedule.c): levers and gains below 4,
 * couplings below 2, friction below 8; the widths stand beside it. A velocity and an impulse are
 * tested when they are done: each is a sum of a number in range and one of at most 2^31, which may
 * wrap around, but not into the range. A lane that is not used changes nothing and fails no test.
 */

/* Whether a number has left the range: bits of sums of 64 bits that were shifted by 24, or by
 * other counts, of numbers of 32 bits, and of impulses. */
typedef struct lane_range {
    lane32 sums24, sums, numbers, impulses;
} lane_range;

LANE_FN lane_range lane_range_begin(void) {
    const lane32 zero = lane_all(0);
    const lane_range range = {zero, zero, zero, zero};
    return range;
}

/* x / 2^shift, rounded as by pawli_near, and tested. */
LANE_FN lane32 lane_range_sum(lane_range *range, lane64 x, int shift) {
    if (shift == 24) {
        range->sums24 = lane_or(range->sums24, lane64_lifted(x, shift + PAWLI_LANE_BITS));
    } else {
        const lane32 lifted = lane64_lifted(x, shift + PAWLI_LANE_BITS);
        range->sums = lane_or(range->sums, lane64_from(lifted, shift + PAWLI_LANE_BITS + 1));
    }
    return lane64_near(x, shift);
}

LANE_FN void lane_range_number(lane_range *range, lane32 x) {
    range->numbers = lane_or(range->numbers, lane_add(x, lane_all(PAWLI_LANE_LIMIT)));
}

LANE_FN void lane_range_impulse(lane_range *range, lane32 x) {
    range->impulses = lane_or(range->impulses, lane_add(x, lane_all(PAWLI_LANE_IMPULSE_LIMIT)));
}

LANE_FN bool lane_range_is_left(const lane_range *range) {
    const lane32 numbers = lane_and(range->numbers, lane_all(-2 * PAWLI_LANE_LIMIT));
    const lane32 impulses = lane_and(range->impulses, lane_all(-2 * PAWLI_LANE_IMPULSE_LIMIT));
    const lane32 sums = lane_or(range->sums, lane64_from(range->sums24, 25 + PAWLI_LANE_BITS));
    return !lane_is_zero(lane_or(sums, lane_or(numbers, impulses)));
}

LANE_FN const int32_t *lane_at(const int32_t *values, int point, int field) {
    return values + (field + point * PAWLI_LANE_POINT_FIELDS) * LANE_WIDTH;
}

LANE_FN lane32 lane_field(const int32_t *values, int field) {
    return lane_load(values + field * LANE_WIDTH);
}

LANE_FN lane32 lane_point(const int32_t *values, int point, int field) {
    return lane_field(values, field + point * PAWLI_LANE_POINT_FIELDS);
}

LANE_FN void lane_put(int32_t *values, int point, int field, lane32 x) {
    lane_store(values + (field + point * PAWLI_LANE_POINT_FIELDS) * LANE_WIDTH, x);
}

/* ---- velocities ---- */

typedef struct lane_pair {
    lane_body a, b;
} lane_pair;

/* Velocities, or with the offset of it movements, of the bodies of a batch. */
LANE_FN lane_pair lane_pair_load(const pawli_contact_pass *pass, const int32_t *values,
                                 size_t offset) {
    const uint8_t *base = (const uint8_t *)pass->bodies + offset;
    const lane_pair pair = {lane_body_load(base, values + PAWLI_LANE_BODY_A * LANE_WIDTH),
                            lane_body_load(base, values + PAWLI_LANE_BODY_B * LANE_WIDTH)};
    return pair;
}

LANE_FN void lane_pair_store(const pawli_contact_pass *pass, const int32_t *values,
                             const lane_pair *v) {
    uint8_t *base = (uint8_t *)pass->bodies + offsetof(pawli_solver_body, velocity);
    lane_body_store(base, values + PAWLI_LANE_BODY_A * LANE_WIDTH, v->a);
    lane_body_store(base, values + PAWLI_LANE_BODY_B * LANE_WIDTH, v->b);
}

/* What bodies gain: A is pulled, B pushed. */
typedef struct lane_gain {
    lane32 ax, ay, a_turn, bx, by, b_turn;
} lane_gain;

LANE_FN void lane_pair_apply(lane_pair *v, const lane_gain *gain, lane_range *range) {
    v->a.x = lane_subtract(v->a.x, gain->ax);
    v->a.y = lane_subtract(v->a.y, gain->ay);
    v->a.turn = lane_subtract(v->a.turn, gain->a_turn);
    v->b.x = lane_add(v->b.x, gain->bx);
    v->b.y = lane_add(v->b.y, gain->by);
    v->b.turn = lane_add(v->b.turn, gain->b_turn);
    lane_range_number(range, v->a.x);
    lane_range_number(range, v->a.y);
    lane_range_number(range, v->a.turn);
    lane_range_number(range, v->b.x);
    lane_range_number(range, v->b.y);
    lane_range_number(range, v->b.turn);
}

/* What impulses x at the points turn a body by; `field` is GAIN_A and the like. Two products of a
 * gain below 2^26 and a change below 2^28: at most 2^31. */
LANE_FN lane32 lane_turn(const int32_t *values, int count, int field, const lane32 *x) {
    lane64 turn = lane_product_field(lane_at(values, 0, field), x[0]);
    if (count == 2) turn = lane64_add(turn, lane_product_field(lane_at(values, 1, field), x[1]));
    return lane64_near(turn, 24);
}

/* The part of a change along the normal: shares are below 1, and x below 2^29. */
LANE_FN lane32 lane_share(const int32_t *values, int field, lane32 x) {
    return lane64_near(lane_product_field(lane_at(values, 0, field), x), 24);
}

/* pawli_closing. */
LANE_FN lane64 lane_along(const int32_t *values, const lane_pair *v) {
    const int32_t *nx = lane_at(values, 0, PAWLI_LANE_NORMAL_X);
    const int32_t *ny = lane_at(values, 0, PAWLI_LANE_NORMAL_Y);
    return lane64_add(lane_product_field(nx, lane_subtract(v->b.x, v->a.x)),
                      lane_product_field(ny, lane_subtract(v->b.y, v->a.y)));
}

/* pawli_velocity_at and pawli_normal_velocity_at. `lever` is LEVER_A or TANGENT_LEVER_A. */
LANE_FN lane32 lane_velocity_at(const int32_t *values, int point, int lever, lane64 linear,
                                const lane_pair *v, lane_range *range) {
    const lane64 b = lane_product_field(lane_at(values, point, lever + 1), v->b.turn);
    const lane64 a = lane_product_field(lane_at(values, point, lever), v->a.turn);
    return lane_range_sum(range, lane64_subtract(lane64_add(linear, b), a), 24);
}

/* ---- two points, contact_pair.h ---- */

typedef struct lane_problem {
    lane32 wanted[2], coupling[2], impulse[2], inverse;
} lane_problem;

/* A coupling below 2^25 times a number below 2^30: below 2^31. */
LANE_FN lane32 lane_coupled(lane32 coupling, lane32 x) {
    return lane64_near(lane_product(coupling, x), 24);
}

/* a >= b */
LANE_FN lane32 lane_reaches(lane32 a, lane32 b) {
    return lane_xor(lane_is_more(b, a), lane_all(-1));
}

/* The cases in which a point lets go, the last one first; `x` is what both would do together. */
LANE_APART void lane_release(const lane_problem *p, lane32 *x) {
    const lane32 zero = lane_all(0);
    const lane32 let0 = lane_subtract(zero, p->impulse[0]);
    const lane32 let1 = lane_subtract(zero, p->impulse[1]);
    const lane32 i0 = p->wanted[0], i1 = p->wanted[1];
    const lane32 c0 = lane_coupled(p->coupling[0], let1);
    const lane32 c1 = lane_coupled(p->coupling[1], let0);
    const lane32 alone0 = lane_subtract(i0, c0), alone1 = lane_subtract(i1, c1);
    const lane32 left1 = lane_add(lane_coupled(p->coupling[1], alone0), let1);
    const lane32 left0 = lane_add(lane_coupled(p->coupling[0], alone1), let0);
    const lane32 first = lane_and(lane_reaches(alone0, let0), lane_reaches(left1, i1));
    const lane32 second = lane_and(lane_reaches(alone1, let1), lane_reaches(left0, i0));
    const lane32 neither =
        lane_and(lane_reaches(lane_add(let0, c0), i0), lane_reaches(lane_add(let1, c1), i1));
    lane32 s0 = lane_max(x[0], let0), s1 = lane_max(x[1], let1);
    s0 = lane_pick(lane_or(neither, second), let0, s0);
    s1 = lane_pick(neither, let1, s1);
    s1 = lane_pick(second, alone1, s1);
    s0 = lane_pick(first, alone0, s0);
    s1 = lane_pick(first, let1, s1);
    const lane32 dependent = lane_is_equal(p->inverse, zero);
    s0 = lane_pick(dependent, lane_max(lane_half(i0), let0), s0);
    s1 = lane_pick(dependent, lane_max(lane_half(i1), let1), s1);
    const lane32 lets =
        lane_or(dependent, lane_or(lane_is_more(let0, x[0]), lane_is_more(let1, x[1])));
    x[0] = lane_pick(lets, s0, x[0]);
    x[1] = lane_pick(lets, s1, x[1]);
}

/* What pawli_solve_pair does; a row with one point has no coupling and an inverse of 1, and what it
 * does alone comes out. */
LANE_FN void lane_solve_pair(const lane_problem *p, lane32 *x, lane_range *range) {
    const lane32 i0 = p->wanted[0], i1 = p->wanted[1], zero = lane_all(0);
    const lane32 d0 = lane_subtract(i0, lane_coupled(p->coupling[0], i1));
    const lane32 d1 = lane_subtract(i1, lane_coupled(p->coupling[1], i0));
    x[0] = lane_range_sum(range, lane_product(d0, p->inverse), 24);
    x[1] = lane_range_sum(range, lane_product(d1, p->inverse), 24);
    const lane32 after = lane_or(lane_add(p->impulse[0], x[0]), lane_add(p->impulse[1], x[1]));
    const lane32 lets = lane_or(lane_is_more(zero, after), lane_is_equal(p->inverse, zero));
    if (!lane_is_zero(lets)) lane_release(p, x);
}

/* ---- normals ---- */

/* Which points are apart, and whether any may be: in a pile at rest none is. */
typedef struct lane_apart {
    lane32 points[2];
    bool any;
} lane_apart;

LANE_FN lane_apart lane_apart_of(const int32_t *values, int count, bool any) {
    const lane32 zero = lane_all(0);
    lane_apart apart = {{zero, zero}, any};
    for (int i = 0; i < count; i++)
        apart.points[i] = lane_is_more(lane_point(values, i, PAWLI_LANE_GAP), zero);
    return apart;
}

/* What a point alone wants. Where it is apart it may close the gap, and is not soft. */
LANE_FN lane32 lane_wanted(const pawli_contact_pass *pass, const int32_t *values, int point,
                           bool soft, lane32 velocity, const lane_apart *apart, lane32 impulse,
                           lane_range *range) {
    const lane32 gap = lane_point(values, point, PAWLI_LANE_GAP);
    const lane32 is_apart = apart->points[point];
    lane64 change;
    if (soft) {
        lane32 rate = lane_field(values, PAWLI_LANE_BIAS_RATE);
        lane32 keep = lane_field(values, PAWLI_LANE_IMPULSE_SCALE);
        lane32 mass = lane_point(values, point, PAWLI_LANE_SOFT_MASS);
        if (apart->any) {
            rate = lane_pick(is_apart, lane_all(pass->per_substep), rate);
            keep = lane_and_not(is_apart, keep);
            mass = lane_pick(is_apart, lane_point(values, point, PAWLI_LANE_MASS), mass);
        }
        lane32 bias = lane_range_sum(range, lane_product(gap, rate), 22);
        bias = lane_max(bias, lane_field(values, PAWLI_LANE_PUSH));
        change =
            lane64_add(lane_product(mass, lane_add(velocity, bias)), lane_product(keep, impulse));
    } else {
        if (apart->any) {
            const lane64 bias = lane_product(lane_and(gap, is_apart), lane_all(pass->per_substep));
            velocity = lane_add(velocity, lane_range_sum(range, bias, 22));
        }
        change = lane_product_field(lane_at(values, point, PAWLI_LANE_MASS), velocity);
    }
    return lane_subtract(lane_all(0), lane_range_sum(range, change, 30));
}

LANE_FN void lane_couple(const int32_t *values, bool soft, const lane_apart *apart,
                         lane_problem *problem) {
    const int coupling = soft ? PAWLI_LANE_SOFT_COUPLING : PAWLI_LANE_COUPLING;
    const lane32 *is_apart = apart->points;
    for (int i = 0; i < 2; i++)
        problem->coupling[i] = lane_field(values, coupling + i);
    problem->inverse = lane_field(values, PAWLI_LANE_INVERSE + (soft ? 2 : 0));
    if (!soft || !apart->any) return;
    for (int i = 0; i < 2; i++)
        problem->coupling[i] = lane_pick(is_apart[i], lane_field(values, PAWLI_LANE_COUPLING + i),
                                         problem->coupling[i]);
    const lane32 one =
        lane_pick(lane_xor(is_apart[0], is_apart[1]), lane_field(values, PAWLI_LANE_INVERSE + 1),
                  lane_field(values, PAWLI_LANE_INVERSE));
    problem->inverse = lane_pick(lane_or(is_apart[0], is_apart[1]), one, problem->inverse);
}

/* How normal impulses change. `any`: whether a point may be apart. */
LANE_FN void lane_change_normals(const pawli_contact_pass *pass, const int32_t *values, int count,
                                 bool soft, bool any, const lane_pair *v, lane_problem *problem,
                                 lane32 *x, lane_range *range) {
    const lane64 closing = lane_along(values, v);
    const lane_apart apart = lane_apart_of(values, count, any);
    for (int i = 0; i < count; i++) {
        const lane32 velocity = lane_velocity_at(values, i, PAWLI_LANE_LEVER_A, closing, v, range);
        problem->impulse[i] = lane_point(values, i, PAWLI_LANE_NORMAL_IMPULSE);
        problem->wanted[i] =
            lane_wanted(pass, values, i, soft, velocity, &apart, problem->impulse[i], range);
    }
    if (count == 1) {
        x[0] = lane_max(problem->wanted[0], lane_subtract(lane_all(0), problem->impulse[0]));
    } else {
        lane_couple(values, soft, &apart, problem);
        lane_solve_pair(problem, x, range);
    }
}

/* New normal impulses; bodies gain what they are more than the old ones. `equal`: both bodies of
 * each contact have the same share. */
LANE_FN void lane_solve_normals(const pawli_contact_pass *pass, const int32_t *values, int count,
                                bool equal, bool soft, lane_pair *v, lane32 *after,
                                lane_range *range) {
    const lane_apart apart = lane_apart_of(values, count, true);
    lane_problem problem;
    lane32 x[2];
    if (!lane_is_zero(lane_or(apart.points[0], apart.points[1]))) {
        lane_change_normals(pass, values, count, soft, true, v, &problem, x, range);
    } else {
        lane_change_normals(pass, values, count, soft, false, v, &problem, x, range);
    }
    lane32 sum = x[0];
    for (int i = 0; i < count; i++) {
        after[i] = lane_add(problem.impulse[i], x[i]);
        lane_range_impulse(range, after[i]);
    }
    if (count == 2) sum = lane_add(x[0], x[1]);
    const lane32 bx = lane_share(values, PAWLI_LANE_SHARE_BX, sum);
    const lane32 by = lane_share(values, PAWLI_LANE_SHARE_BY, sum);
    const lane_gain gain = {
        equal ? bx : lane_share(values, PAWLI_LANE_SHARE_AX, sum),
        equal ? by : lane_share(values, PAWLI_LANE_SHARE_AY, sum),
        lane_turn(values, count, PAWLI_LANE_GAIN_A, x),
        bx,
        by,
        lane_turn(values, count, PAWLI_LANE_GAIN_B, x),
    };
    lane_pair_apply(v, &gain, range);
}

LANE_FN void lane_put_normals(const pawli_lane_batch *batch, int count, const lane32 *after) {
    for (int i = 0; i < count; i++) {
        lane_put(batch->values, i, PAWLI_LANE_NORMAL_IMPULSE, after[i]);
        if (!batch->watched) continue;
        const lane32 pressed = lane_point(batch->values, i, PAWLI_LANE_PRESSED);
        lane_put(batch->values, i, PAWLI_LANE_PRESSED,
                 lane_or(pressed, lane_is_more(after[i], lane_all(0))));
    }
}

/* ---- gaps and friction ---- */

/* Gaps are stored at once: the serial kernels make them anew. */
LANE_FN void lane_update_gaps(const pawli_contact_pass *pass, int32_t *values, int count,
                              lane_range *range) {
    const lane_pair moved = lane_pair_load(pass, values, offsetof(pawli_solver_body, move_x));
    lane_range_number(range, moved.a.x);
    lane_range_number(range, moved.a.y);
    lane_range_number(range, moved.b.x);
    lane_range_number(range, moved.b.y);
    const lane64 linear = lane_along(values, &moved);
    for (int i = 0; i < count; i++) {
        const lane32 apart = lane_velocity_at(values, i, PAWLI_LANE_LEVER_A, linear, &moved, range);
        const lane32 separation = lane_point(values, i, PAWLI_LANE_SEPARATION);
        lane_put(values, i, PAWLI_LANE_GAP, lane_add(separation, apart));
    }
}

/* What holds a point: its friction after a change, and in x how much it changes. A friction below
 * 2^19 times an impulse below 2^27, over 2^16: a limit below 2^30. */
LANE_FN lane32 lane_clamp_friction(const int32_t *values, int point, lane32 change, lane32 normal,
                                   lane32 *x, lane_range *range) {
    const lane32 before = lane_point(values, point, PAWLI_LANE_TANGENT_IMPULSE);
    const lane32 friction = lane_field(values, PAWLI_LANE_FRICTION);
    const lane32 limit = lane64_near(lane_product(friction, normal), 16);
    lane32 after = lane_add(before, change);
    after = lane_min(lane_max(after, lane_subtract(lane_all(0), limit)), limit);
    *x = lane_subtract(after, before);
    lane_range_impulse(range, after);
    return after;
}

/* Two points take half of the correction each; one that is alone takes twice its half. The sum of
 * both is rounded once (contact_solver.c). */
LANE_FN void lane_solve_friction(const int32_t *values, int count, bool equal,
                                 const lane32 *normals, lane_pair *v, lane32 *after,
                                 lane_range *range) {
    const lane32 speed = lane_field(values, PAWLI_LANE_TANGENT_SPEED);
    const int32_t *nx = lane_at(values, 0, PAWLI_LANE_NORMAL_X);
    const int32_t *ny = lane_at(values, 0, PAWLI_LANE_NORMAL_Y);
    const lane64 sliding = lane64_subtract(lane_product_field(ny, lane_subtract(v->b.x, v->a.x)),
                                           lane_product_field(nx, lane_subtract(v->b.y, v->a.y)));
    lane64 grip[2];
    for (int i = 0; i < count; i++) {
        const lane32 slip =
            lane_velocity_at(values, i, PAWLI_LANE_TANGENT_LEVER_A, sliding, v, range);
        grip[i] = lane_product_field(lane_at(values, i, PAWLI_LANE_TANGENT_MASS),
                                     lane_subtract(speed, slip));
    }
    lane32 x[2], sum;
    if (count == 1) {
        after[0] =
            lane_clamp_friction(values, 0, lane64_near(grip[0], 30), normals[0], &x[0], range);
        sum = x[0];
    } else {
        const lane32 single = lane_field(values, PAWLI_LANE_SINGLE);
        grip[0] = lane64_add(grip[0], lane64_and(grip[0], single));
        const lane32 half0 = lane64_near(grip[0], 31);
        const lane32 half1 = lane_subtract(lane64_near(lane64_add(grip[0], grip[1]), 31), half0);
        after[0] = lane_clamp_friction(values, 0, half0, normals[0], &x[0], range);
        after[1] = lane_clamp_friction(values, 1, half1, normals[1], &x[1], range);
        sum = lane_add(x[0], x[1]);
    }
    const lane32 zero = lane_all(0), back = lane_subtract(zero, sum);
    const lane32 bx = lane_share(values, PAWLI_LANE_SHARE_BY, sum);
    const lane32 by = lane_share(values, PAWLI_LANE_SHARE_BX, back);
    const lane_gain gain = {
        equal ? bx : lane_share(values, PAWLI_LANE_SHARE_AY, sum),
        equal ? by : lane_share(values, PAWLI_LANE_SHARE_AX, back),
        lane_turn(values, count, PAWLI_LANE_TANGENT_GAIN_A, x),
        bx,
        by,
        lane_turn(values, count, PAWLI_LANE_TANGENT_GAIN_B, x),
    };
    lane_pair_apply(v, &gain, range);
}

/* ---- batches ---- */

/* The share of a body, whose x and y are `field` and the next one, of impulses along the normal and
 * the tangent. */
LANE_FN void lane_warm_share(const int32_t *values, int field, lane32 n, lane32 t, lane32 *x,
                             lane32 *y) {
    const lane32 sx = lane_field(values, field), sy = lane_field(values, field + 1);
    *x = lane64_near(lane64_add(lane_product(sx, n), lane_product(sy, t)), 24);
    *y = lane64_near(lane64_subtract(lane_product(sy, n), lane_product(sx, t)), 24);
}

/* Impulses of all points, with one rounding for each number. Four products of a gain below 2^26 and
 * an impulse below 2^27: a turn below 2^31. */
LANE_FN bool lane_warm_start_batch(const pawli_contact_pass *pass, const pawli_lane_batch *batch,
                                   int count, bool equal) {
    const int32_t *values = batch->values;
    lane_range range = lane_range_begin();
    lane32 n = lane_all(0), t = lane_all(0);
    lane64 turn_a, turn_b;
    for (int i = 0; i < count; i++) {
        const lane32 normal = lane_point(values, i, PAWLI_LANE_NORMAL_IMPULSE);
        const lane32 tangent = lane_point(values, i, PAWLI_LANE_TANGENT_IMPULSE);
        n = i == 0 ? normal : lane_add(n, normal);
        t = i == 0 ? tangent : lane_add(t, tangent);
        const lane64 a =
            lane64_add(lane_product_field(lane_at(values, i, PAWLI_LANE_GAIN_A), normal),
                       lane_product_field(lane_at(values, i, PAWLI_LANE_TANGENT_GAIN_A), tangent));
        const lane64 b =
            lane64_add(lane_product_field(lane_at(values, i, PAWLI_LANE_GAIN_B), normal),
                       lane_product_field(lane_at(values, i, PAWLI_LANE_TANGENT_GAIN_B), tangent));
        turn_a = i == 0 ? a : lane64_add(turn_a, a);
        turn_b = i == 0 ? b : lane64_add(turn_b, b);
    }
    lane_gain gain;
    lane_warm_share(values, PAWLI_LANE_SHARE_BX, n, t, &gain.bx, &gain.by);
    gain.ax = gain.bx;
    gain.ay = gain.by;
    if (!equal) lane_warm_share(values, PAWLI_LANE_SHARE_AX, n, t, &gain.ax, &gain.ay);
    gain.a_turn = lane64_near(turn_a, 24);
    gain.b_turn = lane64_near(turn_b, 24);
    lane_pair v = lane_pair_load(pass, values, offsetof(pawli_solver_body, velocity));
    lane_pair_apply(&v, &gain, &range);
    if (lane_range_is_left(&range)) return false;
    lane_pair_store(pass, values, &v);
    return true;
}

LANE_FN bool lane_solve_batch(const pawli_contact_pass *pass, const pawli_lane_batch *batch,
                              int count, bool equal) {
    lane_range range = lane_range_begin();
    lane_pair v = lane_pair_load(pass, batch->values, offsetof(pawli_solver_body, velocity));
    lane32 after[2];
    lane_solve_normals(pass, batch->values, count, equal, true, &v, after, &range);
    if (lane_range_is_left(&range)) return false;
    lane_put_normals(batch, count, after);
    lane_pair_store(pass, batch->values, &v);
    return true;
}

LANE_FN bool lane_relax_batch(const pawli_contact_pass *pass, const pawli_lane_batch *batch,
                              int count, bool equal) {
    lane_range range = lane_range_begin();
    lane_update_gaps(pass, batch->values, count, &range);
    lane_pair v = lane_pair_load(pass, batch->values, offsetof(pawli_solver_body, velocity));
    lane32 normals[2], tangents[2];
    lane_solve_normals(pass, batch->values, count, equal, false, &v, normals, &range);
    lane_solve_friction(batch->values, count, equal, normals, &v, tangents, &range);
    if (lane_range_is_left(&range)) return false;
    lane_put_normals(batch, count, normals);
    for (int i = 0; i < count; i++)
        lane_put(batch->values, i, PAWLI_LANE_TANGENT_IMPULSE, tangents[i]);
    lane_pair_store(pass, batch->values, &v);
    return true;
}
