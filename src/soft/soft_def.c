/* soft_def.c - what makes a soft body valid. */
#include "soft/soft.h"

#include <string.h>

#define SOFT_COOKIE UINT32_C(0x70617735)

/* A tear of 1 + 1/256 or more; it is kept in Q8.8. */
#define SOFT_TEAR_MIN PAWL_FX(1, 1, 256)
#define SOFT_TEAR_MAX PAWL_FX(255, 0, 1)

pawl_soft_def pawl_soft_def_default(void) {
    pawl_soft_def def;
    memset(&def, 0, sizeof def);
    def.cookie = SOFT_COOKIE;
    def.friction = PAWL_FX(0, 6, 10);
    def.gravity_scale = PAWL_FX_ONE;
    def.filter.category = 1;
    def.filter.mask = UINT32_MAX;
    def.iterations = 4;
    def.can_sleep = true;
    def.awake = true;
    return def;
}

static bool is_number_within(int32_t value, int32_t low, int32_t high) {
    return value >= low && value <= high;
}

static pawl_status check_soft_points(const pawl_soft_def *def) {
    for (uint32_t i = 0; i < def->point_count; i++) {
        const pawl_soft_point *point = &def->points[i];
        const bool valid = is_number_within(point->position.x, -PAWL_COORD_MAX, PAWL_COORD_MAX) &&
                           is_number_within(point->position.y, -PAWL_COORD_MAX, PAWL_COORD_MAX) &&
                           is_number_within(point->velocity.x, -PAWL_SPEED_MAX, PAWL_SPEED_MAX) &&
                           is_number_within(point->velocity.y, -PAWL_SPEED_MAX, PAWL_SPEED_MAX);
        if (!valid) return PAWL_ERR_RANGE;
        if (point->mass == 0) continue;
        if (!is_number_within(point->mass, PAWL_POINT_MASS_MIN, PAWL_POINT_MASS_MAX))
            return PAWL_ERR_RANGE;
    }
    return PAWL_OK;
}

static pawl_status check_link_numbers(const pawl_soft_link *link) {
    if (!is_number_within(link->stiffness, 0, PAWL_FX_ONE)) return PAWL_ERR_RANGE;
    if (!is_number_within(link->length, 0, PAWL_LINK_LENGTH_MAX)) return PAWL_ERR_RANGE;
    if (link->tear != 0 && !is_number_within(link->tear, SOFT_TEAR_MIN, SOFT_TEAR_MAX))
        return PAWL_ERR_RANGE;
    return PAWL_OK;
}

static pawl_status check_link_span(pawl_vec2 a, pawl_vec2 b) {
    const pawl_fx length = pawli_soft_link_length(a, b);
    if (length == 0) return PAWL_ERR_GEOMETRY;
    return length > PAWL_LINK_LENGTH_MAX ? PAWL_ERR_RANGE : PAWL_OK;
}

static pawl_status check_bend_link(const pawl_soft_def *def, const pawl_soft_link *link) {
    if (link->c >= def->point_count || link->c == link->a || link->c == link->b)
        return PAWL_ERR_ARGUMENT;
    if (link->flags != 0 || link->length != 0 || link->tear != 0) return PAWL_ERR_ARGUMENT;
    const pawl_vec2 a = def->points[link->a].position, b = def->points[link->b].position;
    if (pawli_soft_link_length(a, b) > PAWL_LINK_LENGTH_MAX) return PAWL_ERR_RANGE;
    return check_link_span(a, def->points[link->c].position);
}

static pawl_status check_soft_link(const pawl_soft_def *def, const pawl_soft_link *link) {
    if (link->a >= def->point_count || link->b >= def->point_count || link->a == link->b)
        return PAWL_ERR_ARGUMENT;
    const pawl_status status = check_link_numbers(link);
    if (status != PAWL_OK) return status;
    if (link->type == PAWL_LINK_BEND) return check_bend_link(def, link);
    if (link->type != PAWL_LINK_DISTANCE || link->c != 0) return PAWL_ERR_ARGUMENT;
    if (link->flags & ~(PAWL_LINK_SURFACE | PAWL_LINK_ROPE)) return PAWL_ERR_ARGUMENT;
    if (link->length != 0) return PAWL_OK;
    return check_link_span(def->points[link->a].position, def->points[link->b].position);
}

static pawl_status check_soft_material(const pawl_soft_def *def) {
    const bool valid =
        is_number_within(def->pressure, 0, PAWL_FX_ONE) && def->friction >= 0 &&
        is_number_within(def->restitution, 0, PAWL_FX_ONE) &&
        is_number_within(def->damping, 0, PAWLI_SOFT_SCALE_MAX) &&
        is_number_within(def->gravity_scale, -PAWLI_SOFT_SCALE_MAX, PAWLI_SOFT_SCALE_MAX) &&
        is_number_within(def->radius, 0, PAWL_LINK_LENGTH_MAX) &&
        is_number_within(def->iterations, 1, PAWL_SOFT_ITERATIONS_MAX);
    return valid ? PAWL_OK : PAWL_ERR_RANGE;
}

pawl_status pawli_soft_def_check(const pawl_soft_def *def) {
    if (def->cookie != SOFT_COOKIE) return PAWL_ERR_COOKIE;
    if (def->points == NULL || (def->links == NULL && def->link_count > 0)) return PAWL_ERR_NULL;
    if (def->point_count < 1 || def->point_count > UINT16_MAX) return PAWL_ERR_RANGE;
    if (def->link_count > UINT16_MAX) return PAWL_ERR_RANGE;
    const bool outlined = def->outline_count != 0;
    if (outlined && (def->outline_count < 3 || def->outline_count > def->point_count))
        return PAWL_ERR_ARGUMENT;
    pawl_status status = check_soft_material(def);
    if (status == PAWL_OK) status = check_soft_points(def);
    for (uint32_t i = 0; i < def->link_count && status == PAWL_OK; i++)
        status = check_soft_link(def, &def->links[i]);
    if (status != PAWL_OK || !outlined) return status;
    const int64_t area2 =
        pawli_soft_body_area2(&def->points->position, sizeof *def->points, def->outline_count);
    return area2 > 0 ? PAWL_OK : PAWL_ERR_GEOMETRY;
}
