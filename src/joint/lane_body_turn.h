/* lane_body_turn.h - internal: body_turn.h in lanes, to the bit. For hinge_kernels.c, behind
 * lane_hinge.h, once for each set of lanes. */

LANE_FN lane32 turn_floor(lane32 x, int32_t y) {
    return lane64_floor(lane_product(x, lane_all(y)), 30);
}

/* pawli_small_turn, |phi| < PAWLI_TURN_SMALL. */
LANE_FN hinge_turn turn_small(lane32 phi) {
    const lane32 one = lane_all(PAWL_UNIT), half = lane_all(PAWL_UNIT / 2);
    const lane32 t = hinge_round(lane_product(phi, phi), 30);
    const lane32 sixth = lane_subtract(lane_all(PAWLI_PER(6)), turn_floor(t, PAWLI_PER(120)));
    const lane32 sine = lane_subtract(one, lane64_floor(lane_product(t, sixth), 30));
    const lane32 inner = lane_subtract(lane_all(PAWLI_PER(24)), turn_floor(t, PAWLI_PER(720)));
    const lane32 outer = lane_subtract(half, lane64_floor(lane_product(t, inner), 30));
    const hinge_turn turn = {lane_subtract(one, hinge_round(lane_product(t, outer), 30)),
                             hinge_round(lane_product(phi, sine), 30)};
    return turn;
}

/* As many bodies as there are lanes, from `first` on. False: one has turned far. */
LANE_FN bool turn_group(const pawli_hinge_lanes *lanes, uint32_t first) {
    int32_t at[LANE_WIDTH];
    for (int i = 0; i < LANE_WIDTH; i++)
        at[i] = i * (int32_t)sizeof(pawli_solver_body);
    const uint8_t *base =
        (const uint8_t *)&lanes->bodies[first] + offsetof(pawli_solver_body, move_x);
    const lane_body moved = lane_body_load(base, at);
    const lane32 mantissa = lane_load(lanes->scales + first);
    const lane_shifts shifts = lane_shifts_of(lane_load(lanes->scales + lanes->body_count + first));
    const lane64 phi = lane_shifts_near(&shifts, lane_product(moved.turn, mantissa));
    const lane32 low = lane64_low(phi);
    const lane32 least = lane_is_equal(low, lane_all(-PAWLI_TURN_SMALL));
    if (!lane_is_zero(lane_or(least, lane64_excess(phi, 27)))) return false;
    const hinge_turn turn = turn_small(low);
    lane_store_pairs((int32_t *)(void *)&lanes->turned[first], turn.c, turn.s);
    return true;
}

/* The last ones are done with those before them where they are fewer than lanes. */
LANE_TARGET static uint32_t hinge_turn_bodies(const pawli_hinge_lanes *lanes, uint32_t at,
                                              uint32_t end) {
    while (at < end) {
        if (at + LANE_WIDTH > end) at = end - LANE_WIDTH;
        if (!turn_group(lanes, at)) return at;
        at += LANE_WIDTH;
    }
    return at;
}
