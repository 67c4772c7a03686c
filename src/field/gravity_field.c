/* gravity_field.c - the pull of a planet, and the gravity of an area.
 *
 * Both are accelerations: no mass occurs. Strengths and powers of a distance are pawli_scaled
 * values, so that neither an orbit of one unit nor one of ten thousand loses precision. */
#include "base/check.h"
#include "field/field_push.h"
#include "fx/int128.h"
#include "geom/direction.h"

#include <string.h>

#define RADIAL_COOKIE UINT32_C(0x70617742)
#define AREA_COOKIE UINT32_C(0x70617743)
#define INNER_RADIUS_MIN PAWL_FX(0, 1, 256)

pawl_radial_gravity_def pawl_radial_gravity_def_default(void) {
    pawl_radial_gravity_def def;
    memset(&def, 0, sizeof def);
    def.cookie = RADIAL_COOKIE;
    def.strength = PAWL_WIDE(10, 0, 1);
    def.falloff = PAWL_FALLOFF_SQUARE;
    def.inner_radius = PAWL_FX_ONE;
    def.outer_radius = PAWL_FX_MAX;
    def.mask = UINT32_MAX;
    return def;
}

PAWLI_FOLD pawl_status check_radial_def(const pawl_radial_gravity_def *def, const char **field) {
    PAWLI_CHECK(field, def->cookie == RADIAL_COOKIE, ERR_COOKIE, "cookie");
    PAWLI_CHECK(field,
                def->falloff == PAWL_FALLOFF_NONE || def->falloff == PAWL_FALLOFF_LINEAR ||
                    def->falloff == PAWL_FALLOFF_SQUARE,
                ERR_ARGUMENT, "falloff");
    PAWLI_CHECK(field, pawli_is_position(def->center), ERR_RANGE, "center");
    PAWLI_CHECK(field, def->inner_radius >= INNER_RADIUS_MIN, ERR_RANGE, "inner_radius");
    PAWLI_CHECK(field, def->outer_radius >= def->inner_radius, ERR_RANGE, "outer_radius");
    return PAWL_OK;
}

static pawl_status check_radial(const pawl_radial_gravity_def *def) {
    if (def == NULL) return PAWL_ERR_NULL;
    return PAWLI_CHECK_ONLY(check_radial_def, pawl_radial_gravity_def_check, def);
}

pawl_status pawl_radial_gravity_def_check(const pawl_radial_gravity_def *def, const char **field) {
    PAWLI_CHECK_CALL(check_radial_def, def, field);
}

/* |strength| / r^falloff, less by r / inner_radius nearer than that. */
static pawli_scaled pull_at(const pawl_radial_gravity_def *def, pawl_fx distance) {
    const pawl_fx radius = pawl_max(distance, def->inner_radius);
    const pawli_scaled r = pawli_scaled_make((uint64_t)radius, -16);
    pawli_scaled pull = pawli_scaled_make(pawli_magnitude(def->strength), -16);
    for (int power = 0; power < (int)def->falloff; power++)
        pull = pawli_scaled_divide(pull, r);
    if (distance >= def->inner_radius) return pull;
    return pawli_scaled_multiply(
        pull, pawli_scaled_divide(pawli_scaled_make((uint64_t)distance, -16), r));
}

/* a component of a direction, Q2.30, times a scaled length, as Q16.16. */
static pawl_fx force_along(pawl_world *world, pawli_scaled length, int32_t unit) {
    return pawli_body_motion_limit_force(world, pawli_scaled_apply(length, unit, -14));
}

static void attract(pawl_world *world, const pawl_radial_gravity_def *def, uint16_t slot,
                    const pawli_body *body) {
    const pawli_frame frame = pawli_field_push_frame_ahead(world, body);
    const pawl_vec2 toward = pawli_way_to(world, frame.position, def->center);
    const pawli_direction direction = pawli_direction_find(toward.x, toward.y);
    if (direction.length > def->outer_radius) return;
    const pawli_scaled scale = pawli_scaled_make(pawli_magnitude(body->gravity_scale), -16);
    const pawli_scaled pull = pawli_scaled_multiply(pull_at(def, direction.length), scale);
    const bool away = (def->strength < 0) != (body->gravity_scale < 0);
    pawli_thrust sum = {0, 0, 0};
    sum.x = force_along(world, pull, away ? -direction.unit.c : direction.unit.c);
    sum.y = force_along(world, pull, away ? -direction.unit.s : direction.unit.s);
    pawli_field_push_end(world, slot, &sum, def->wake);
}

pawl_status pawl_world_apply_radial_gravity(pawl_world *world, const pawl_radial_gravity_def *def) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const pawl_status status = check_radial(def);
    if (status != PAWL_OK) return status;
    const pawli_body *bodies = pawli_bodies_const(world);
    for (uint16_t at = world->first_body; at != PAWLI_NONE; at = bodies[at].next) {
        pawli_body copy;
        const pawli_body *body = pawli_field_push_target(world, at, def->wake, &copy);
        if (body == NULL || !pawli_field_push_has_category(world, body, def->mask)) continue;
        attract(world, def, at, body);
    }
    return PAWL_OK;
}

pawl_area_gravity_def pawl_area_gravity_def_default(void) {
    pawl_area_gravity_def def;
    memset(&def, 0, sizeof def);
    def.cookie = AREA_COOKIE;
    def.area = pawl_area_everywhere();
    def.replace = true;
    def.mask = UINT32_MAX;
    return def;
}

PAWLI_FOLD pawl_status check_area_def(const pawl_area_gravity_def *def, const char **field) {
    PAWLI_CHECK(field, def->cookie == AREA_COOKIE, ERR_COOKIE, "cookie");
    PAWLI_CHECK(field, pawl_area_is_valid(&def->area), ERR_GEOMETRY, "area");
    PAWLI_CHECK(field, pawli_speed_is_valid(def->gravity), ERR_RANGE, "gravity");
    PAWLI_CHECK(field, pawli_field_rate_is_valid(def->linear_damping), ERR_RANGE, "linear_damping");
    PAWLI_CHECK(field, pawli_field_rate_is_valid(def->angular_damping), ERR_RANGE,
                "angular_damping");
    return PAWL_OK;
}

static pawl_status check_area(const pawl_area_gravity_def *def) {
    if (def == NULL) return PAWL_ERR_NULL;
    return PAWLI_CHECK_ONLY(check_area_def, pawl_area_gravity_def_check, def);
}

pawl_status pawl_area_gravity_def_check(const pawl_area_gravity_def *def, const char **field) {
    PAWLI_CHECK_CALL(check_area_def, def, field);
}

/* The world's own gravity is taken back as the step adds it, product by product, so that nothing
 * of it is left. */
static void pull_down(pawl_world *world, const pawl_area_gravity_def *def, uint16_t slot,
                      const pawli_body *body) {
    const pawl_vec2 away = def->replace ? world->gravity : pawl_vec2_make(0, 0);
    const pawl_fx scale = body->gravity_scale;
    pawli_thrust sum = {0, 0, 0};
    sum.x = (int64_t)pawl_mul(def->gravity.x, scale) - pawl_mul(away.x, scale);
    sum.y = (int64_t)pawl_mul(def->gravity.y, scale) - pawl_mul(away.y, scale);
    pawli_field_push_drag(world, body, pawl_vec2_make(0, 0),
                          pawli_scaled_make((uint64_t)def->linear_damping, -16),
                          pawli_scaled_make((uint64_t)def->angular_damping, -16), &sum);
    pawli_field_push_end(world, slot, &sum, def->wake);
}

pawl_status pawl_world_apply_area_gravity(pawl_world *world, const pawl_area_gravity_def *def) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const pawl_status status = check_area(def);
    if (status != PAWL_OK) return status;
    const pawli_body *bodies = pawli_bodies_const(world);
    for (uint16_t at = world->first_body; at != PAWLI_NONE; at = bodies[at].next) {
        pawli_body copy;
        const pawli_body *body = pawli_field_push_target(world, at, def->wake, &copy);
        if (body == NULL || !pawli_field_push_has_category(world, body, def->mask)) continue;
        if (pawli_area_holds_in(world, &def->area, bodies[at].position))
            pull_down(world, def, at, body);
    }
    return PAWL_OK;
}
