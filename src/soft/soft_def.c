/* soft_def.c - what makes a soft body valid. */
#include "base/check.h"
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

PAWLI_FOLD pawl_status check_soft_points(const pawl_soft_def *def, const char **field) {
    for (uint32_t i = 0; i < def->point_count; i++) {
        const pawl_soft_point *point = &def->points[i];
        PAWLI_CHECK(field,
                    is_number_within(point->position.x, -PAWL_COORD_MAX, PAWL_COORD_MAX) &&
                        is_number_within(point->position.y, -PAWL_COORD_MAX, PAWL_COORD_MAX),
                    ERR_RANGE, "points.position");
        PAWLI_CHECK(field,
                    is_number_within(point->velocity.x, -PAWL_SPEED_MAX, PAWL_SPEED_MAX) &&
                        is_number_within(point->velocity.y, -PAWL_SPEED_MAX, PAWL_SPEED_MAX),
                    ERR_RANGE, "points.velocity");
        PAWLI_CHECK(field,
                    point->mass == 0 ||
                        is_number_within(point->mass, PAWL_POINT_MASS_MIN, PAWL_POINT_MASS_MAX),
                    ERR_RANGE, "points.mass");
    }
    return PAWL_OK;
}

PAWLI_FOLD pawl_status check_link_numbers(const pawl_soft_link *link, const char **field) {
    PAWLI_CHECK(field, is_number_within(link->stiffness, 0, PAWL_FX_ONE), ERR_RANGE,
                "links.stiffness");
    PAWLI_CHECK(field, is_number_within(link->length, 0, PAWL_LINK_LENGTH_MAX), ERR_RANGE,
                "links.length");
    PAWLI_CHECK(field,
                link->tear == 0 || is_number_within(link->tear, SOFT_TEAR_MIN, SOFT_TEAR_MAX),
                ERR_RANGE, "links.tear");
    return PAWL_OK;
}

static pawl_status check_link_span(pawl_vec2 a, pawl_vec2 b) {
    const pawl_fx length = pawli_soft_link_length(a, b);
    if (length == 0) return PAWL_ERR_GEOMETRY;
    return length > PAWL_LINK_LENGTH_MAX ? PAWL_ERR_RANGE : PAWL_OK;
}

PAWLI_FOLD pawl_status check_bend_link(const pawl_soft_def *def, const pawl_soft_link *link,
                                       const char **field) {
    PAWLI_CHECK(field, link->c < def->point_count && link->c != link->a && link->c != link->b,
                ERR_ARGUMENT, "links.c");
    PAWLI_CHECK(field, link->flags == 0, ERR_ARGUMENT, "links.flags");
    PAWLI_CHECK(field, link->length == 0, ERR_ARGUMENT, "links.length");
    PAWLI_CHECK(field, link->tear == 0, ERR_ARGUMENT, "links.tear");
    const pawl_vec2 a = def->points[link->a].position, b = def->points[link->b].position;
    PAWLI_CHECK(field, pawli_soft_link_length(a, b) <= PAWL_LINK_LENGTH_MAX, ERR_RANGE, "links.b");
    const pawl_status status = check_link_span(a, def->points[link->c].position);
    return status == PAWL_OK ? PAWL_OK : pawli_check_failed(field, "links.c", status);
}

PAWLI_FOLD pawl_status check_soft_link(const pawl_soft_def *def, const pawl_soft_link *link,
                                       const char **field) {
    PAWLI_CHECK(field, link->a < def->point_count, ERR_ARGUMENT, "links.a");
    PAWLI_CHECK(field, link->b < def->point_count && link->a != link->b, ERR_ARGUMENT, "links.b");
    pawl_status status = check_link_numbers(link, field);
    if (status != PAWL_OK) return status;
    if (link->type == PAWL_LINK_BEND) return check_bend_link(def, link, field);
    PAWLI_CHECK(field, link->type == PAWL_LINK_DISTANCE, ERR_ARGUMENT, "links.type");
    PAWLI_CHECK(field, link->c == 0, ERR_ARGUMENT, "links.c");
    PAWLI_CHECK(field, (link->flags & ~(PAWL_LINK_SURFACE | PAWL_LINK_ROPE)) == 0, ERR_ARGUMENT,
                "links.flags");
    if (link->length != 0) return PAWL_OK;
    status = check_link_span(def->points[link->a].position, def->points[link->b].position);
    return status == PAWL_OK ? PAWL_OK : pawli_check_failed(field, "links.b", status);
}

PAWLI_FOLD pawl_status check_soft_material(const pawl_soft_def *def, const char **field) {
    PAWLI_CHECK(field, is_number_within(def->pressure, 0, PAWL_FX_ONE), ERR_RANGE, "pressure");
    PAWLI_CHECK(field, def->friction >= 0, ERR_RANGE, "friction");
    PAWLI_CHECK(field, is_number_within(def->restitution, 0, PAWL_FX_ONE), ERR_RANGE,
                "restitution");
    PAWLI_CHECK(field, is_number_within(def->damping, 0, PAWLI_SOFT_SCALE_MAX), ERR_RANGE,
                "damping");
    PAWLI_CHECK(field,
                is_number_within(def->gravity_scale, -PAWLI_SOFT_SCALE_MAX, PAWLI_SOFT_SCALE_MAX),
                ERR_RANGE, "gravity_scale");
    PAWLI_CHECK(field, is_number_within(def->radius, 0, PAWL_LINK_LENGTH_MAX), ERR_RANGE, "radius");
    PAWLI_CHECK(field, is_number_within(def->iterations, 1, PAWL_SOFT_ITERATIONS_MAX), ERR_RANGE,
                "iterations");
    return PAWL_OK;
}

static bool outline_is_sound(const pawl_soft_def *def) {
    return def->outline_count == 0 ||
           pawli_soft_body_area2(&def->points->position, sizeof *def->points, def->outline_count) >
               0;
}

PAWLI_FOLD pawl_status check_soft_def(const pawl_soft_def *def, const char **field) {
    PAWLI_CHECK(field, def->cookie == SOFT_COOKIE, ERR_COOKIE, "cookie");
    PAWLI_CHECK(field, def->points != NULL, ERR_NULL, "points");
    PAWLI_CHECK(field, def->links != NULL || def->link_count == 0, ERR_NULL, "links");
    PAWLI_CHECK(field, def->point_count >= 1 && def->point_count <= UINT16_MAX, ERR_RANGE,
                "point_count");
    PAWLI_CHECK(field, def->link_count <= UINT16_MAX, ERR_RANGE, "link_count");
    PAWLI_CHECK(field,
                def->outline_count == 0 ||
                    (def->outline_count >= 3 && def->outline_count <= def->point_count),
                ERR_ARGUMENT, "outline_count");
    pawl_status status = check_soft_material(def, field);
    if (status == PAWL_OK) status = check_soft_points(def, field);
    for (uint32_t i = 0; i < def->link_count && status == PAWL_OK; i++)
        status = check_soft_link(def, &def->links[i], field);
    if (status != PAWL_OK) return status;
    PAWLI_CHECK(field, outline_is_sound(def), ERR_GEOMETRY, "outline_count");
    return PAWL_OK;
}

PAWLI_RARE pawl_status pawli_soft_def_check(const pawl_soft_def *def) {
    return PAWLI_CHECK_ONLY(check_soft_def, pawl_soft_def_check, def);
}

PAWLI_RARE pawl_status pawl_soft_def_check(const pawl_soft_def *def, const char **field) {
    PAWLI_CHECK_CALL(check_soft_def, def, field);
}
