/* mover_push.c - what a mover does to what it met, and to what it stands on. */
#include "base/optional.h"
#include "fx/int128.h"
#include "mover/mover.h"
#include "world/linked.h"

PAWLI_OPTIONAL(pawl_soft_apply_point_impulse);
PAWLI_OPTIONAL(pawli_soft_piece_find_place);
PAWLI_OPTIONAL(pawli_soft_piece_velocity);

/* The impulse that gives the whole body the speed that is missing, Q48.16, at most `most`. A speed
 * has 31 bits, as `most`: a mass that is multiplied is below 2^47 / speed + 2, so the product is
 * below 2^48. */
static pawl_wide impulse_for(pawl_wide mass, pawl_fx speed, pawl_fx most) {
    const int64_t enough = ((int64_t)most << 16) / speed + 1;
    if (mass > enough) return most;
    const pawl_wide impulse = pawli_near(mass * speed, 16);
    return impulse < most ? impulse : most;
}

/* The second part of a whole by a share in Q1.31, to nearest; the first is what that leaves. */
static int64_t second_share(int64_t whole, uint32_t share) {
    return pawli_int128_divide_near(pawli_int128_multiply(whole, (int64_t)share), INT64_C(1) << 31);
}

static void share_impulse(const pawli_soft_place *place, pawl_wide2 impulse, pawl_wide2 *first,
                          pawl_wide2 *second) {
    second->x = second_share(impulse.x, place->share);
    second->y = second_share(impulse.y, place->share);
    first->x = impulse.x - second->x;
    first->y = impulse.y - second->y;
}

/* Pinned points ignore it. */
static void push_place(pawl_world *world, pawl_soft_id soft, const pawli_soft_place *place,
                       pawl_wide2 first, pawl_wide2 second) {
    (void)pawl_soft_apply_point_impulse(world, soft, place->a, first);
    if (place->b != place->a) (void)pawl_soft_apply_point_impulse(world, soft, place->b, second);
}

/* The impulse against a surface that gives `mass` the speed that is missing; false: none is. */
static bool find_push(const pawl_mover_hit *hit, pawl_vec2 velocity, pawl_wide mass, pawl_fx most,
                      pawl_wide2 *out) {
    const pawl_fx away = pawl_neg(pawli_length_along(hit->normal, velocity));
    const pawl_fx speed = pawl_sub(hit->speed, away);
    if (speed <= 0) return false;
    const pawl_wide impulse = impulse_for(mass, speed, most);
    out->x = -pawli_near(hit->normal.c * impulse, 30);
    out->y = -pawli_near(hit->normal.s * impulse, 30);
    return true;
}

/* The place of a part of a soft body that is nearest to a point; PAWLI_NONE: there is none. */
static uint16_t find_pushed_place(const pawl_world *world, pawl_soft_id soft, uint32_t part,
                                  pawl_vec2 near, pawli_soft_place *out) {
    const uint16_t slot = pawli_pool_find_soft(world, soft);
    if (slot == PAWLI_NONE || !pawli_soft_piece_find_place(world, slot, part, near, out))
        return PAWLI_NONE;
    return slot;
}

static const pawli_soft_point *points_of(const pawl_world *world, uint16_t soft) {
    return pawli_soft_points_const(world) + pawli_softs_const(world)[soft].first_point;
}

static pawl_wide mass_of_place(const pawl_world *world, uint16_t soft,
                               const pawli_soft_place *place) {
    const pawli_soft_point *points = points_of(world, soft);
    return points[place->a].mass +
           second_share((int64_t)points[place->b].mass - points[place->a].mass, place->share);
}

static void push_soft(pawl_world *world, const pawl_mover_hit *hit, pawl_fx most) {
    pawli_soft_place place;
    pawl_wide2 impulse;
    const uint16_t slot = find_pushed_place(world, hit->soft, hit->part, hit->point, &place);
    if (slot == PAWLI_NONE || !pawli_is_rotation(hit->normal)) return;
    if (!find_push(hit, pawli_soft_piece_velocity(world, slot, &place),
                   mass_of_place(world, slot, &place), most, &impulse))
        return;
    pawl_wide2 first, second;
    share_impulse(&place, impulse, &first, &second);
    push_place(world, hit->soft, &place, first, second);
}

static void push_body(pawl_world *world, const pawl_mover_hit *hit, pawl_fx most) {
    const pawl_body_id body = pawl_shape_get_body(world, hit->shape);
    if (pawl_body_get_type(world, body) != PAWL_DYNAMIC || !pawli_is_rotation(hit->normal)) return;
    pawl_wide2 impulse;
    if (find_push(hit, pawl_body_get_velocity_at(world, body, hit->point),
                  pawl_body_get_mass(world, body).mass, most, &impulse))
        pawl_body_apply_impulse(world, body, impulse, hit->point);
}

void pawli_mover_push_hit(pawl_world *world, const pawl_mover_hit *hit, pawl_fx most) {
    if (!pawli_has_soft_linked() || hit->soft.index1 == 0) {
        push_body(world, hit, most);
    } else {
        push_soft(world, hit, most);
    }
}

bool pawli_mover_push_finds(const pawl_world *world, const pawl_mover_hit *hit,
                            pawl_vec2 *velocity) {
    if (pawli_has_soft_linked() && hit->soft.index1 != 0) {
        pawli_soft_place place;
        const uint16_t slot = find_pushed_place(world, hit->soft, hit->part, hit->point, &place);
        if (slot == PAWLI_NONE) return false;
        *velocity = pawli_soft_piece_velocity(world, slot, &place);
        return true;
    }
    const pawl_body_id body = pawl_shape_get_body(world, hit->shape);
    if (pawl_body_get_type(world, body) != PAWL_DYNAMIC) return false;
    *velocity = pawl_body_get_velocity_at(world, body, hit->point);
    return true;
}

pawl_status pawl_mover_push(pawl_world *world, const pawl_mover_def *def,
                            const pawl_mover_report *report) {
    pawli_mover mover;
    if (world != NULL && pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const pawl_status status = pawli_mover_def_prepare(world, def, &mover);
    if (status != PAWL_OK) return status;
    if (report == NULL) return PAWL_ERR_NULL;
    if (def->push == 0) return PAWL_OK;
    for (uint32_t i = 0; i < report->hit_count && i < PAWL_MOVER_HITS_MAX; i++)
        pawli_mover_push_hit(world, &report->hits[i], def->push);
    return PAWL_OK;
}

/* mass * acceleration * seconds of a step, Q48.16. The product of the first two is below 2^61; in
 * units of 2^-16 it is below 2^45, and the rate has 32 bits. */
static pawl_wide weight_in_step(const pawl_world *world, pawl_fx mass, pawl_fx acceleration) {
    const int64_t force = (int64_t)mass * acceleration;
    const pawli_int128 numerator = pawli_int128_multiply(force, (int64_t)world->rate_denominator);
    return pawli_int128_divide_near(numerator, (int64_t)world->rate_numerator * PAWL_FX_ONE);
}

/* What a step may at most change the speed of a point by, in push speeds: a weight has no inertia
 * of its own, and a light point that is pulled as far as a link in a sub-step would swing. */
#define WEIGHT_SPEEDS 4

static pawl_wide limit_weight(const pawl_world *world, pawl_fx mass, pawl_wide impulse) {
    const pawl_wide most = pawli_near((int64_t)mass * pawli_push_speed(world), 16) * WEIGHT_SPEEDS;
    return impulse > most ? most : impulse < -most ? -most : impulse;
}

static void push_soft_ground(pawl_world *world, const pawl_mover *state, pawl_vec2 foot,
                             pawl_wide2 impulse) {
    pawli_soft_place place;
    const uint16_t slot =
        find_pushed_place(world, state->ground_soft, state->ground_part, foot, &place);
    if (slot == PAWLI_NONE) return;
    const pawli_soft_point *points = points_of(world, slot);
    pawl_wide2 first, second;
    share_impulse(&place, impulse, &first, &second);
    first.x = limit_weight(world, points[place.a].mass, first.x);
    first.y = limit_weight(world, points[place.a].mass, first.y);
    second.x = limit_weight(world, points[place.b].mass, second.x);
    second.y = limit_weight(world, points[place.b].mass, second.y);
    push_place(world, state->ground_soft, &place, first, second);
}

pawl_wide pawli_mover_push_mass(const pawl_world *world, const pawli_found *what, pawl_vec2 point) {
    if (pawli_has_soft_linked() && what->soft.index1 != 0) {
        pawli_soft_place place;
        const uint16_t slot = find_pushed_place(world, what->soft, what->part, point, &place);
        return slot == PAWLI_NONE ? 0 : mass_of_place(world, slot, &place);
    }
    const pawl_body_id body = pawl_shape_get_body(world, what->shape);
    if (pawl_body_get_type(world, body) != PAWL_DYNAMIC) return 0;
    return pawl_body_get_mass(world, body).mass;
}

void pawli_mover_push_ground(pawl_world *world, const pawl_mover *state, pawl_vec2 foot,
                             pawl_wide2 impulse) {
    if (pawli_has_soft_linked() && state->ground_soft.index1 != 0) {
        push_soft_ground(world, state, foot, impulse);
        return;
    }
    const pawl_body_id body = pawl_shape_get_body(world, state->ground_shape);
    if (pawl_body_get_type(world, body) == PAWL_DYNAMIC)
        pawl_body_apply_impulse(world, body, impulse, foot);
}

pawl_status pawl_mover_apply_weight(pawl_world *world, const pawl_mover_def *def,
                                    const pawl_mover *state, pawl_fx mass) {
    pawli_mover mover;
    if (world != NULL && pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const pawl_status status = pawli_mover_def_prepare(world, def, &mover);
    if (status != PAWL_OK) return status;
    if (state == NULL) return PAWL_ERR_NULL;
    if (mass < 0 || mass > PAWL_POINT_MASS_MAX || !pawli_is_position(state->position))
        return PAWL_ERR_RANGE;
    if (!state->on_ground || mass == 0) return PAWL_OK;
    const pawl_wide2 weight = {weight_in_step(world, mass, world->gravity.x),
                               weight_in_step(world, mass, world->gravity.y)};
    pawli_mover_push_ground(world, state, pawli_mover_ground_foot(&mover, state->position), weight);
    return PAWL_OK;
}
