/* explosion.c - a blast that pushes everything within reach away from its center.
 *
 * The model is that of Box2D 3: an impulse for each unit of length of a shape's outline as seen
 * from the center, at the closest point. The closest point is that of the contact routines, for
 * which the center is a circle without radius. */
#include "base/optional.h"
#include "base/check.h"
#include "collide/core.h"
#include "field/field_push.h"
#include "fx/int128.h"
#include "geom/direction.h"

#include <string.h>

PAWLI_PULLS(pulls_round_explosion, pawli_collide_round_mark);

#define EXPLOSION_COOKIE UINT32_C(0x70617744)

pawl_explosion_def pawl_explosion_def_default(void) {
    pawl_explosion_def def;
    memset(&def, 0, sizeof def);
    def.cookie = EXPLOSION_COOKIE;
    def.radius = PAWL_FX_ONE;
    def.mask = UINT32_MAX;
    return def;
}

PAWLI_FOLD pawl_status check_explosion_def(const pawl_explosion_def *def, const char **field) {
    PAWLI_CHECK(field, def->cookie == EXPLOSION_COOKIE, ERR_COOKIE, "cookie");
    PAWLI_CHECK(field, pawli_is_position(def->center), ERR_RANGE, "center");
    PAWLI_CHECK(field, def->radius >= 0, ERR_RANGE, "radius");
    PAWLI_CHECK(field, def->falloff >= 0 && (int64_t)def->radius + def->falloff <= PAWL_COORD_MAX,
                ERR_RANGE, "falloff");
    return PAWL_OK;
}

static pawl_status check_explosion(const pawl_explosion_def *def) {
    if (def == NULL) return PAWL_ERR_NULL;
    return PAWLI_CHECK_ONLY(check_explosion_def, pawl_explosion_def_check, def);
}

pawl_status pawl_explosion_def_check(const pawl_explosion_def *def, const char **field) {
    PAWLI_CHECK_CALL(check_explosion_def, def, field);
}

/* Where and how a blast meets a shape. */
typedef struct impact {
    pawl_vec2 arm; /* the closest point from the center of mass */
    pawl_rot away; /* from the center of the blast, Q2.30 */
    pawl_fx distance;
    pawl_fx width; /* of the shape, across `away` */
} impact;

/* Twice 8191 units and the radius at most: below 2^31. */
static pawl_fx width_across(const pawl_convex *convex, const pawli_frame *frame, pawl_rot away) {
    const pawl_rot across = {-away.s, away.c};
    int64_t least = INT64_MAX, most = INT64_MIN;
    for (int i = 0; i < convex->count; i++) {
        const pawl_vec2 local = pawl_vec2_sub(convex->vertices[i], frame->center);
        const int64_t at = pawli_project(across, pawl_rotate(frame->rotation, local));
        if (at < least) least = at;
        if (at > most) most = at;
    }
    return pawl_saturate(pawli_near(most - least, 30) + 2 * (int64_t)convex->radius);
}

/* From a place within a shape to the middle of its vertices; up from the middle itself. */
static pawl_rot direction_out(const pawl_convex *convex, const pawli_frame *frame, pawl_vec2 from) {
    int64_t x = 0, y = 0;
    for (int i = 0; i < convex->count; i++) {
        const pawl_vec2 local = pawl_vec2_sub(convex->vertices[i], frame->center);
        const pawl_vec2 vertex = pawl_rotate(frame->rotation, local);
        x += vertex.x - (int64_t)from.x;
        y += vertex.y - (int64_t)from.y;
    }
    const pawl_rot up = {0, PAWL_UNIT};
    const pawl_rot out = pawli_direction_find(x / convex->count, y / convex->count).unit;
    return out.c == 0 && out.s == 0 ? up : out;
}

static impact meet_piece(const pawl_convex *convex, const pawli_frame *frame, pawl_vec2 center) {
    const pawli_frame frame_dot = {center, {PAWL_UNIT, 0}, {0, 0}};
    pawl_convex dot;
    memset(&dot, 0, sizeof dot);
    dot.count = 1;
    const pawli_pair pair = {{convex, &dot}, {frame, &frame_dot}, PAWLI_NO_MARGIN};
    pawl_manifold manifold;
    pawli_collide_pair(&pair, &manifold);

    impact met;
    PAWL_ASSERT(manifold.count > 0); /* nothing is beyond that margin */
    met.distance = pawl_max(manifold.points[0].separation, 0);
    if (met.distance > 0) {
        const pawl_vec2 middle = manifold.points[0].offset;
        met.arm = pawli_step_half(middle, manifold.normal, -(int64_t)met.distance);
        met.away = pawli_opposite(manifold.normal);
    } else {
        met.arm = pawl_vec2_sub(center, frame->position);
        met.away = direction_out(convex, frame, met.arm);
    }
    met.width = width_across(convex, frame, met.away);
    return met;
}

/* The share of the blast that is left at a distance within its reach. */
static pawli_scaled strength_at(const pawl_explosion_def *def, pawl_fx distance) {
    if (distance <= def->radius) return pawli_scaled_make(1, 0);
    const int64_t left = (int64_t)def->radius + def->falloff - distance;
    return pawli_scaled_divide(pawli_scaled_make((uint64_t)left, 0),
                               pawli_scaled_make((uint64_t)def->falloff, 0));
}

typedef struct target {
    const pawli_body *body; /* as it is pushed */
    uint16_t slot;
} target;

/* An impulse times what is left of it, or that times the width of a shape. */
static void kick(pawl_world *world, const target *what, const impact *met, pawl_wide impulse,
                 pawli_scaled times) {
    const pawli_scaled size = pawli_scaled_make(pawli_magnitude(impulse), -16);
    const pawli_scaled change =
        pawli_scaled_divide(pawli_scaled_multiply(size, times), pawli_body_mass(what->body));
    const pawl_rot away = impulse < 0 ? pawli_opposite(met->away) : met->away;
    const int64_t x = pawli_scaled_apply(change, away.c, -14);
    const int64_t y = pawli_scaled_apply(change, away.s, -14);
    const pawl_vec2 velocity = pawl_vec2_make(pawli_body_motion_limit_force(world, x),
                                              pawli_body_motion_limit_force(world, y));
    pawli_field_push_kick(world, what->slot, velocity,
                          pawli_body_motion_spin_change(what->body, velocity, met->arm));
}

static void blast(pawl_world *world, const pawl_explosion_def *def, const target *what) {
    const pawli_shape *shapes = pawli_shapes_const(world);
    const pawli_body *body = what->body;
    const pawli_frame frame = pawli_field_push_frame_now(body);
    const pawl_vec2 center = pawli_way_image(world, frame.position, def->center);
    const pawl_fx reach = def->radius + def->falloff;
    impact closest = {{0, 0}, {0, 0}, PAWL_FX_MAX, 0};
    for (uint16_t at = body->first_shape; at != PAWLI_NONE; at = shapes[at].next) {
        if (!pawli_field_push_sees(&shapes[at], def->mask)) continue;
        pawli_shape_piece piece;
        pawli_shape_piece_query visit = pawli_field_push_pieces(world, at);
        while (pawli_shape_piece_next(&visit, &piece)) {
            const impact met = meet_piece(piece.convex, &frame, center);
            if (met.distance > reach) continue;
            if (met.distance < closest.distance) closest = met;
            const pawli_scaled width = pawli_scaled_make((uint64_t)met.width, -16);
            kick(world, what, &met, def->impulse_per_length,
                 pawli_scaled_multiply(strength_at(def, met.distance), width));
        }
    }
    if (closest.distance <= reach) {
        kick(world, what, &closest, def->impulse, strength_at(def, closest.distance));
    }
}

pawl_status pawl_world_explode(pawl_world *world, const pawl_explosion_def *def) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const pawl_status status = check_explosion(def);
    if (status != PAWL_OK) return status;
    const pawli_body *bodies = pawli_bodies_const(world);
    for (uint16_t at = world->first_body; at != PAWLI_NONE; at = bodies[at].next) {
        pawli_body copy;
        const target what = {pawli_field_push_target(world, at, true, &copy), at};
        if (what.body == NULL || what.body->mass == 0) continue;
        const pawl_vec2 apart = pawli_way_to(world, def->center, bodies[at].position);
        const int64_t reach = (int64_t)def->radius + def->falloff + bodies[at].extent;
        if (pawl_vec2_length(apart) <= reach) blast(world, def, &what);
    }
    return PAWL_OK;
}
