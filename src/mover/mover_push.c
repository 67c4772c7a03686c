/* mover_push.c - what a mover does to the dynamic bodies that it met. */
#include "mover/mover.h"

/* The impulse that gives the whole body the speed that is missing, Q48.16, at most `most`. A speed
 * has 31 bits, as `most`: a mass that is multiplied is below 2^47 / speed + 2, so the product is
 * below 2^48. */
pawl_wide pawli_mover_push_impulse(pawl_wide mass, pawl_fx speed, pawl_fx most) {
    const int64_t enough = ((int64_t)most << 16) / speed + 1;
    if (mass > enough) return most;
    const pawl_wide impulse = pawli_near(mass * speed, 16);
    return impulse < most ? impulse : most;
}

void pawli_mover_push_hit(pawl_world *world, const pawl_mover_hit *hit, pawl_fx most) {
    const pawl_body_id body = pawl_shape_get_body(world, hit->shape);
    if (pawl_body_get_type(world, body) != PAWL_DYNAMIC || !pawli_is_rotation(hit->normal)) return;
    const pawl_fx away = pawl_neg(
        pawli_length_along(hit->normal, pawl_body_get_velocity_at(world, body, hit->point)));
    const pawl_fx speed = pawl_sub(hit->speed, away);
    if (speed <= 0) return;
    const pawl_wide impulse =
        pawli_mover_push_impulse(pawl_body_get_mass(world, body).mass, speed, most);
    pawl_wide2 along;
    along.x = -pawli_near(hit->normal.c * impulse, 30);
    along.y = -pawli_near(hit->normal.s * impulse, 30);
    pawl_body_apply_impulse(world, body, along, hit->point);
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
