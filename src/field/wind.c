/* wind.c - the wind on the edges that face it.
 *
 * The force on an edge grows with the square of the relative speed; it is held here as a rate, the
 * change of velocity per unit of velocity: l s (drag + lift) / m. A shape's rates are slowed down
 * together, by 1 / (1 + h R), so that a leaf takes on the speed of the wind and not more. In
 * the plane of velocity and spin u = k w, a force along d at an arm r acts through the vector
 * (d, r x d / k), whose square is at most 1 + r^2 / k^2: with rates weighed by that, R is a bound
 * of all changes of velocity of the shape, its turning included. */
#include "base/check.h"
#include "collide/core.h"
#include "field/field_push.h"
#include "geom/direction.h"

#include <string.h>

#define WIND_COOKIE UINT32_C(0x70617745)
#define COEFFICIENT_MAX PAWL_FX(1024, 0, 1)

pawl_wind_def pawl_wind_def_default(void) {
    pawl_wind_def def;
    memset(&def, 0, sizeof def);
    def.cookie = WIND_COOKIE;
    def.drag = PAWL_FX_ONE;
    def.max_speed = PAWL_SPEED_MAX;
    def.area = pawl_area_everywhere();
    def.mask = UINT32_MAX;
    return def;
}

PAWLI_FOLD pawl_status check_wind_def(const pawl_wind_def *def, const char **field) {
    PAWLI_CHECK(field, def->cookie == WIND_COOKIE, ERR_COOKIE, "cookie");
    PAWLI_CHECK(field, pawl_area_is_valid(&def->area), ERR_GEOMETRY, "area");
    PAWLI_CHECK(field, pawli_speed_is_valid(def->velocity), ERR_RANGE, "velocity");
    PAWLI_CHECK(field, pawli_in_range(def->drag, 0, COEFFICIENT_MAX), ERR_RANGE, "drag");
    PAWLI_CHECK(field, pawli_in_range(def->lift, 0, COEFFICIENT_MAX), ERR_RANGE, "lift");
    PAWLI_CHECK(field, pawli_in_range(def->max_speed, 0, PAWL_SPEED_MAX), ERR_RANGE, "max_speed");
    return PAWL_OK;
}

static pawl_status check_wind(const pawl_wind_def *def) {
    if (def == NULL) return PAWL_ERR_NULL;
    return PAWLI_CHECK_ONLY(check_wind_def, pawl_wind_def_check, def);
}

pawl_status pawl_wind_def_check(const pawl_wind_def *def, const char **field) {
    PAWLI_CHECK_CALL(check_wind_def, def, field);
}

/* The wind at one edge, or at the rounding of a shape. */
typedef struct gust {
    pawl_vec2 arm;       /* where, from the center of mass */
    pawl_rot along;      /* relative wind, Q2.30 */
    pawl_rot across;     /* p of field.h, Q2.30, not a unit vector */
    pawl_fx speed;       /* s */
    pawli_scaled stream; /* l s / m */
} gust;

typedef struct gusts {
    const pawl_wind_def *wind;
    const pawli_body *body;
    gust items[PAWL_POLYGON_MAX + 1];
    int count;
    pawli_scaled rate; /* R / (drag + lift) */
} gusts;

/* 1 + r^2 / k^2. */
static pawli_scaled weight_at_arm(const pawli_body *body, pawl_vec2 arm) {
    const pawli_scaled squared = pawli_scaled_make((uint64_t)pawl_vec2_dot(arm, arm), -32);
    const pawli_scaled inverse = pawli_body_per_gyration(body);
    const pawli_scaled turning =
        pawli_scaled_multiply(squared, pawli_scaled_multiply(inverse, inverse));
    return pawli_scaled_add(pawli_scaled_make(1, 0), turning);
}

/* The wind that a point of the body meets. */
static pawli_direction relative_wind(const pawli_body *body, const pawl_wind_def *def,
                                     pawl_vec2 arm) {
    const pawl_fx w = pawli_body_spin_angular_velocity(body);
    const int64_t x = (int64_t)def->velocity.x - body->velocity.x + pawl_mul(w, arm.y);
    const int64_t y = (int64_t)def->velocity.y - body->velocity.y - pawl_mul(w, arm.x);
    return pawli_direction_find(pawl_saturate(x), pawl_saturate(y));
}

/* Add what a width meets; the normal is (0, 0) for a rounding, which has its width to all sides.
 * A share of a length is below 2^31, times a speed below 2^62. */
static void add_gust(gusts *all, pawl_vec2 arm, pawl_rot normal, pawl_fx length) {
    const pawli_direction wind = relative_wind(all->body, all->wind, arm);
    const bool round = normal.c == 0 && normal.s == 0;
    const int64_t cosine =
        pawli_near((int64_t)wind.unit.c * normal.c + (int64_t)wind.unit.s * normal.s, 30);
    const int64_t facing = round ? PAWL_UNIT : -cosine; /* Q2.30 */
    if (facing <= 0 || wind.length == 0) return;
    gust *out = &all->items[all->count++];
    out->arm = arm;
    out->along = wind.unit;
    out->across.c = round ? 0 : (int32_t)(-normal.c - pawli_near(facing * wind.unit.c, 30));
    out->across.s = round ? 0 : (int32_t)(-normal.s - pawli_near(facing * wind.unit.s, 30));
    out->speed = pawl_min(wind.length, all->wind->max_speed);
    const uint64_t seen = (uint64_t)pawli_near(length * facing, 30);
    const pawli_scaled stream = pawli_scaled_make(seen * (uint64_t)out->speed, -32);
    out->stream = pawli_scaled_divide(stream, pawli_body_mass(all->body));
    all->rate = pawli_scaled_add(all->rate,
                                 pawli_scaled_multiply(out->stream, weight_at_arm(all->body, arm)));
}

static pawl_vec2 middle_of_edge(pawl_vec2 a, pawl_vec2 b) {
    return pawl_vec2_make(a.x + pawli_near32((int64_t)b.x - a.x, 1),
                          a.y + pawli_near32((int64_t)b.y - a.y, 1));
}

static void collect_gusts(gusts *all, const pawl_convex *convex) {
    const pawli_body *body = all->body;
    pawl_vec2 arms[PAWL_POLYGON_MAX];
    int64_t x = 0, y = 0;
    for (int i = 0; i < convex->count; i++) {
        arms[i] = pawl_rotate(body->rotation, pawl_vec2_sub(convex->vertices[i], body->center));
        x += arms[i].x;
        y += arms[i].y;
    }
    for (int i = 0; i < convex->count && convex->count > 1; i++) {
        const pawl_vec2 next = arms[i + 1 < convex->count ? i + 1 : 0];
        const pawl_fx length = pawl_vec2_length(pawl_vec2_sub(next, arms[i]));
        add_gust(all, middle_of_edge(arms[i], next), pawli_turn(body->rotation, convex->normals[i]),
                 length);
    }
    if (convex->radius > 0) {
        const pawl_rot none = {0, 0};
        const pawl_vec2 middle =
            pawl_vec2_make((pawl_fx)(x / convex->count), (pawl_fx)(y / convex->count));
        add_gust(all, middle, none, 2 * convex->radius);
    }
}

/* A force of `size` along a vector in Q2.30: both are below 2^31. */
static pawl_vec2 scaled_along(pawl_world *world, int64_t size, pawl_rot direction) {
    const pawl_fx limited = pawli_body_motion_limit_force(world, size);
    return pawl_vec2_make(pawl_saturate(pawli_near((int64_t)limited * direction.c, 30)),
                          pawl_saturate(pawli_near((int64_t)limited * direction.s, 30)));
}

static void blow_piece(pawl_world *world, const pawl_wind_def *def, const pawli_body *body,
                       const pawl_convex *convex, pawli_thrust *sum) {
    gusts all;
    memset(&all, 0, sizeof all);
    all.wind = def;
    all.body = body;
    collect_gusts(&all, convex);
    const pawli_scaled drag = pawli_scaled_make((uint64_t)def->drag, -16);
    const pawli_scaled lift = pawli_scaled_make((uint64_t)def->lift, -16);
    const pawli_scaled rate = pawli_scaled_multiply(all.rate, pawli_scaled_add(drag, lift));
    const pawli_scaled damped = pawli_field_push_implicit(rate, pawli_field_push_step_time(world));
    const pawli_scaled slow = pawli_scaled_divide(damped, rate); /* 0 without any rate */
    for (int i = 0; i < all.count; i++) {
        const gust *g = &all.items[i];
        const pawli_scaled stream = pawli_scaled_multiply(g->stream, slow);
        const int64_t dragged =
            pawli_scaled_apply(pawli_scaled_multiply(stream, drag), g->speed, 0);
        const int64_t lifted = pawli_scaled_apply(pawli_scaled_multiply(stream, lift), g->speed, 0);
        pawli_field_push_at(world, body, scaled_along(world, dragged, g->along), g->arm, sum);
        pawli_field_push_at(world, body, scaled_along(world, lifted, g->across), g->arm, sum);
    }
}

static void blow_shape(pawl_world *world, const pawl_wind_def *def, uint16_t slot,
                       const pawli_body *body, pawli_thrust *sum) {
    pawli_shape_piece piece;
    pawli_shape_piece_query visit = pawli_field_push_pieces(world, slot);
    while (pawli_shape_piece_next(&visit, &piece))
        blow_piece(world, def, body, piece.convex, sum);
}

pawl_status pawl_world_apply_wind(pawl_world *world, const pawl_wind_def *def) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const pawl_status status = check_wind(def);
    if (status != PAWL_OK) return status;
    const pawli_body *bodies = pawli_bodies_const(world);
    const pawli_shape *shapes = pawli_shapes_const(world);
    for (uint16_t at = world->first_body; at != PAWLI_NONE; at = bodies[at].next) {
        pawli_body copy;
        const pawli_body *body = pawli_field_push_target(world, at, def->wake, &copy);
        if (body == NULL || body->mass == 0) continue;
        if (!pawli_area_holds_in(world, &def->area, bodies[at].position)) continue;
        pawli_thrust sum = {0, 0, 0};
        for (uint16_t shape = bodies[at].first_shape; shape != PAWLI_NONE;
             shape = shapes[shape].next) {
            if (pawli_field_push_sees(&shapes[shape], def->mask))
                blow_shape(world, def, shape, body, &sum);
        }
        pawli_field_push_end(world, at, &sum, def->wake);
    }
    return PAWL_OK;
}

pawl_status pawl_shape_apply_wind(pawl_world *world, pawl_shape_id id, const pawl_wind_def *def) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const pawl_status status = check_wind(def);
    if (status != PAWL_OK) return status;
    const uint16_t slot = pawli_pool_find_shape(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    const uint16_t at = pawli_shapes_const(world)[slot].body;
    pawli_body copy;
    const pawli_body *body = pawli_field_push_target(world, at, def->wake, &copy);
    if (body == NULL || body->mass == 0) return PAWL_OK;
    pawli_thrust sum = {0, 0, 0};
    blow_shape(world, def, slot, body, &sum);
    pawli_field_push_end(world, at, &sum, def->wake);
    return PAWL_OK;
}
