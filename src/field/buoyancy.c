/* buoyancy.c - water lifts what is in it, and drags it along.
 *
 * Archimedes: a body is lifted by the weight of the water it displaces, at the centroid of the
 * displaced water. As an acceleration that is gravity times density * area / mass, a ratio that
 * needs no format of its own. The area is the shape's own, which geom/moments.c knows exactly,
 * times the share of its outline that is left in the water: so the error of a disc with 32 sides
 * vanishes where it is all in or all out. */
#include "base/check.h"
#include "field/field_outline.h"
#include "field/field_push.h"
#include "geom/moments.h"

#include <string.h>

#define WATER_COOKIE UINT32_C(0x70617741)

pawl_water_def pawl_water_def_default(void) {
    pawl_water_def def;
    memset(&def, 0, sizeof def);
    def.cookie = WATER_COOKIE;
    def.area = pawl_area_below(0);
    def.density = PAWL_FX_ONE;
    def.linear_drag = PAWL_FX(2, 0, 1);
    def.angular_drag = PAWL_FX(2, 0, 1);
    def.mask = UINT32_MAX;
    return def;
}

PAWLI_FOLD pawl_status check_water_def(const pawl_water_def *def, const char **field) {
    PAWLI_CHECK(field, def->cookie == WATER_COOKIE, ERR_COOKIE, "cookie");
    PAWLI_CHECK(field, pawl_area_is_valid(&def->area), ERR_GEOMETRY, "area");
    PAWLI_CHECK(field, def->density >= 0, ERR_RANGE, "density");
    PAWLI_CHECK(field, pawli_speed_is_valid(def->flow), ERR_RANGE, "flow");
    PAWLI_CHECK(field, pawli_field_rate_is_valid(def->linear_drag), ERR_RANGE, "linear_drag");
    PAWLI_CHECK(field, pawli_field_rate_is_valid(def->angular_drag), ERR_RANGE, "angular_drag");
    return PAWL_OK;
}

static pawl_status check_water(const pawl_water_def *def) {
    if (def == NULL) return PAWL_ERR_NULL;
    return PAWLI_CHECK_ONLY(check_water_def, pawl_water_def_check, def);
}

pawl_status pawl_water_def_check(const pawl_water_def *def, const char **field) {
    PAWLI_CHECK_CALL(check_water_def, def, field);
}

/* How much of a body is in the water, and what that does to it. */
typedef struct immersion {
    const pawl_water_def *water;
    const pawli_body *body;
    pawli_frame frame;      /* of the body, ahead */
    pawli_scaled area, wet; /* square units */
    pawli_thrust push;
} immersion;

/* Gravity times density * area / mass, upwards. */
static pawl_vec2 lift_of(pawl_world *world, const immersion *in, pawli_scaled wet) {
    const pawli_scaled water = pawli_scaled_make((uint64_t)in->water->density, -16);
    const pawli_scaled ratio =
        pawli_scaled_divide(pawli_scaled_multiply(water, wet), pawli_body_mass(in->body));
    const int64_t x = pawli_scaled_apply(ratio, -(int64_t)world->gravity.x, 0);
    const int64_t y = pawli_scaled_apply(ratio, -(int64_t)world->gravity.y, 0);
    return pawl_vec2_make(pawli_body_motion_limit_force(world, x),
                          pawli_body_motion_limit_force(world, y));
}

/* A segment has no area and displaces nothing. */
static void immerse_piece(pawl_world *world, const pawl_convex *convex, immersion *in) {
    pawli_moments moments;
    pawli_field_outline outline;
    pawl_vec2 centroid;
    pawli_moments_find(convex, &moments);
    in->area = pawli_scaled_add(in->area, moments.area);
    pawli_field_outline_make(convex, &in->frame, &outline);
    const int64_t whole = pawli_field_outline_measure(&outline, &centroid);
    pawli_field_outline_clip(&outline, &in->water->area, in->frame.position);
    const int64_t area = pawli_field_outline_measure(&outline, &centroid);
    if (area == 0) return;
    const pawli_scaled share = pawli_scaled_divide(pawli_scaled_make((uint64_t)area, 0),
                                                   pawli_scaled_make((uint64_t)whole, 0));
    const pawli_scaled wet = pawli_scaled_multiply(moments.area, share);
    in->wet = pawli_scaled_add(in->wet, wet);
    pawli_field_push_at(world, in->body, lift_of(world, in, wet), centroid, &in->push);
}

static void immerse(pawl_world *world, immersion *in) {
    const pawli_shape *shapes = pawli_shapes_const(world);
    for (uint16_t at = in->body->first_shape; at != PAWLI_NONE; at = shapes[at].next) {
        if (!pawli_field_push_sees(&shapes[at], in->water->mask)) continue;
        pawli_shape_piece piece;
        pawli_shape_piece_query visit = pawli_field_push_pieces(world, at);
        while (pawli_shape_piece_next(&visit, &piece))
            immerse_piece(world, piece.convex, in);
    }
}

static bool may_be_wet(const immersion *in, pawl_box water) {
    pawl_box box;
    const pawl_vec2 reach = pawl_vec2_make(in->body->extent, in->body->extent);
    box.lower = pawl_vec2_sub(in->frame.position, reach);
    box.upper = pawl_vec2_add(in->frame.position, reach);
    return pawl_box_overlaps(box, water);
}

static pawli_scaled drag_of(pawl_fx drag, const immersion *in) {
    const pawli_scaled rate = pawli_scaled_make((uint64_t)drag, -16);
    return pawli_scaled_multiply(rate, pawli_scaled_divide(in->wet, in->area));
}

pawl_status pawl_world_apply_water(pawl_world *world, const pawl_water_def *def) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const pawl_status status = check_water(def);
    if (status != PAWL_OK) return status;
    const pawl_box water = pawli_area_bounds(&def->area);
    const pawli_body *bodies = pawli_bodies_const(world);
    for (uint16_t at = world->first_body; at != PAWLI_NONE; at = bodies[at].next) {
        pawli_body copy;
        const pawli_body *body = pawli_field_push_target(world, at, def->wake, &copy);
        if (body == NULL || body->mass == 0) continue;
        immersion in = {def,    body,   pawli_field_push_frame_ahead(world, body),
                        {0, 0}, {0, 0}, {0, 0, 0}};
        in.frame.position = pawli_area_image(world, &def->area, in.frame.position);
        if (!may_be_wet(&in, water)) continue;
        immerse(world, &in);
        if (in.wet.mantissa == 0) continue;
        pawli_field_push_drag(world, in.body, def->flow, drag_of(def->linear_drag, &in),
                              drag_of(def->angular_drag, &in), &in.push);
        pawli_field_push_end(world, at, &in.push, def->wake);
    }
    return PAWL_OK;
}
