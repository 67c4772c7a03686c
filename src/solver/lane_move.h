/* lane_move.h - internal: pushes and movement of bodies in a sub-step, in lanes, to the bits of
 * step/step_5_solve.c. For lane_kernels.c, behind lane_pack.h, once for each set of lanes.
 *
 * Widths. A sub-step is below 2^26 (1/64 s, Q0.32) and a velocity at most 2^29: products are below
 * 2^55, and what they move below 2^29. A movement that would leave +-2^30 (256 units) is noticed
 * before anything is stored, and the bodies are left to the serial code, which knows the limit. */

/* Where four numbers of a body begin, and the bodies of a group, in bytes. */
#define LANE_MOVE_FRACTIONS offsetof(pawli_solver_body, keep_angular)
PAWL_STATIC_ASSERT(offsetof(pawli_solver_body, spin_frac) == 12 &&
                       offsetof(pawli_solver_body, move_x) == 16 &&
                       offsetof(pawli_solver_body, velocity_frac_y) == LANE_MOVE_FRACTIONS + 4 &&
                       offsetof(pawli_solver_body, move_frac_y) == LANE_MOVE_FRACTIONS + 8 &&
                       offsetof(pawli_solver_body, flags) == LANE_MOVE_FRACTIONS + 14,
                   "lanes read the members of a body as fours");

/* The lower half of each number, with its sign. */
LANE_FN lane32 lane_lower_half(lane32 x) {
    return lane_right_signed(lane_left(x, 16), 16);
}

/* held_movement: what an axis moves, and its fraction. The product is divided twice, by 2^10 with
 * rounding and then, with half a unit and the fraction added, by 2^16: so the latter are added
 * times 2^10, and one sum has all. */
LANE_FN lane32 lane_move_axis(lane32 velocity, lane32 substep, lane32 held, lane32 *fraction) {
    const lane64 way = lane_product(velocity, substep);
    const lane32 offset = lane_left(lane_add(*fraction, lane_all(1 << 15)), 10);
    const lane64 sum = lane64_add(lane64_rounded(way, 10), lane64_of(offset));
    const lane32 creeps = lane_and(lane_is_more(velocity, lane_all(-PAWLI_CREEP_SPEED - 1)),
                                   lane_is_more(lane_all(PAWLI_CREEP_SPEED), velocity));
    const lane32 stays = lane_and(held, creeps);
    const lane32 left =
        lane_subtract(lane_and(lane64_floor(sum, 10), lane_all(0xFFFF)), lane_all(1 << 15));
    *fraction = lane_pick(stays, *fraction, left);
    return lane_pick(stays, lane64_near(way, 26), lane64_floor(sum, 26));
}

/* turn_body. The part of a fraction of the spin is below 2^25, the fraction of the turn at most
 * 2^26: with 2^30 they are not negative. */
LANE_FN lane32 lane_move_turn(lane32 spin, lane32 spin_frac, lane32 substep, lane32 *fraction) {
    const lane32 more = lane_add(lane64_near(lane_product(spin_frac, substep), 16), *fraction);
    const lane64 lifted =
        lane64_add(lane_product(spin, substep), lane64_of(lane_add(more, lane_all(1 << 30))));
    const lane64 exact = lane64_subtract(lifted, lane64_of(lane_all(1 << 30)));
    const lane32 turned = lane64_near(exact, 26);
    *fraction = lane_subtract(lane64_low(exact), lane_left(turned, 26));
    return turned;
}

/* Movements and turns as they become: of a body that is moved already, as they were. */
LANE_FN lane_body lane_moved(const lane_body *velocity, const lane_body *move, lane32 substep,
                             lane32 flags, lane_body *fractions) {
    const lane32 zero = lane_all(0);
    const lane32 is_free = lane_is_more(lane_and(flags, lane_all(PAWLI_MOVED_FREELY)), zero);
    const lane32 is_held = lane_is_more(lane_and(flags, lane_all(PAWLI_HELD)), zero);
    lane32 x_frac = lane_right_signed(fractions->y, 16), y_frac = lane_lower_half(fractions->turn);
    lane32 turn_frac = move->fourth;
    const lane32 x = lane_move_axis(velocity->x, substep, is_held, &x_frac);
    const lane32 y = lane_move_axis(velocity->y, substep, is_held, &y_frac);
    const lane32 turn =
        lane_move_turn(velocity->turn, lane_lower_half(velocity->fourth), substep, &turn_frac);
    const lane32 low = lane_all(0xFFFF), high = lane_all(-0x10000);
    const lane32 y_word = lane_or(lane_and(fractions->y, low), lane_left(x_frac, 16));
    const lane32 turn_word = lane_or(lane_and(fractions->turn, high), lane_and(y_frac, low));
    fractions->y = lane_pick(is_free, fractions->y, y_word);
    fractions->turn = lane_pick(is_free, fractions->turn, turn_word);
    const lane_body moved = {lane_add(move->x, lane_and_not(is_free, x)),
                             lane_add(move->y, lane_and_not(is_free, y)),
                             lane_add(move->turn, lane_and_not(is_free, turn)),
                             lane_pick(is_free, move->fourth, turn_frac)};
    return moved;
}

/* Whether a movement has left its range, or was outside: two numbers below 2^30 do not wrap. */
LANE_FN lane32 lane_moved_beyond(lane32 before, lane32 after) {
    const lane32 limit = lane_all(1 << 30);
    return lane_or(lane_add(before, limit), lane_add(after, limit));
}

/* Bodies of a group lie side by side. */
static const int32_t lane_move_places[PAWLI_LANE_WIDTH_MAX] = {
    0, 64, 128, 192, 256, 320, 384, 448, 512, 576, 640, 704, 768, 832, 896, 960};
PAWL_STATIC_ASSERT(sizeof(pawli_solver_body) == 64, "bodies are apart by as much");

/* As many bodies as there are lanes. False: nothing was done. */
LANE_FN bool lane_move_group(pawli_solver_body *bodies, int32_t substep) {
    const int32_t *const at = lane_move_places;
    uint8_t *const base = (uint8_t *)bodies;
    const lane_body velocity = lane_body_load(base, at);
    const lane_body move = lane_body_load(base + offsetof(pawli_solver_body, move_x), at);
    lane_body fractions = lane_body_load(base + LANE_MOVE_FRACTIONS, at);
    const lane32 flags = lane_and(lane_right_signed(fractions.fourth, 16), lane_all(0xFF));
    const lane_body moved = lane_moved(&velocity, &move, lane_all(substep), flags, &fractions);
    const lane32 beyond =
        lane_or(lane_or(lane_moved_beyond(move.x, moved.x), lane_moved_beyond(move.y, moved.y)),
                lane_moved_beyond(move.turn, moved.turn));
    if (!lane_is_zero(lane_and(beyond, lane_all(INT32_MIN)))) return false;
    lane_body_store(base + offsetof(pawli_solver_body, move_x), at, moved);
    lane_body_store(base + LANE_MOVE_FRACTIONS, at, fractions);
    return true;
}

LANE_TARGET static uint32_t lane_move(pawli_solver_body *bodies, uint32_t at, uint32_t end,
                                      uint32_t substep) {
    if (substep >= UINT32_C(1) << 26) return at;
    while (end - at >= LANE_WIDTH && lane_move_group(&bodies[at], (int32_t)substep))
        at += LANE_WIDTH;
    return at;
}

/* ---- pushes ---- */

/* As many bodies as there are lanes, of which none is damped or has a fine push; those that are
 * moved already stay as they are. False: nothing was done. A velocity within +-2^29, which is the
 * speed limit, and a push within +-2^31 may wrap around, but not into the limit. */
LANE_FN bool lane_push_group(pawli_solver_body *bodies) {
    uint8_t *const base = (uint8_t *)bodies;
    const lane32 zero = lane_all(0);
    lane_body velocity = lane_body_load(base, lane_move_places);
    const lane_body push =
        lane_body_load(base + offsetof(pawli_solver_body, push), lane_move_places);
    const lane_body last = lane_body_load(base + LANE_MOVE_FRACTIONS, lane_move_places);
    const lane32 flags = lane_and(lane_right_signed(last.fourth, 16), lane_all(0xFF));
    const lane32 is_free = lane_is_more(lane_and(flags, lane_all(PAWLI_MOVED_FREELY)), zero);
    const lane32 is_damped = lane_xor(lane_and(push.fourth, last.x), lane_all(INT32_MIN));
    velocity.x = lane_add(velocity.x, lane_and_not(is_free, push.x));
    velocity.y = lane_add(velocity.y, lane_and_not(is_free, push.y));
    velocity.turn = lane_add(velocity.turn, lane_and_not(is_free, push.turn));
    const lane32 limit = lane_all(PAWL_SPEED_MAX);
    const lane32 beyond = lane_or(lane_or(lane_add(velocity.x, limit), lane_add(velocity.y, limit)),
                                  lane_add(velocity.turn, limit));
    const lane32 other = lane_or(lane_and(beyond, lane_all(-2 * PAWL_SPEED_MAX)),
                                 lane_or(is_damped, lane_and(flags, lane_all(PAWLI_FINE))));
    if (!lane_is_zero(lane_and_not(is_free, other))) return false;
    lane_body_store(base, lane_move_places, velocity);
    return true;
}

LANE_TARGET static uint32_t lane_push(pawli_solver_body *bodies, uint32_t at, uint32_t end) {
    while (end - at >= LANE_WIDTH && lane_push_group(&bodies[at]))
        at += LANE_WIDTH;
    return at;
}

#ifndef LANE_ROTATE
#define LANE_ROTATE NULL
#endif
static const pawli_lane_kernels lane_kernels = {
    LANE_WIDTH, lane_pack, lane_unpack, lane_warm_start, lane_solve,
    lane_relax, lane_push, lane_move,   LANE_ROTATE,     LANE_NARROWER};
