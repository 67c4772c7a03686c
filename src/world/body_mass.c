/* body_mass.c - mass, center of mass and radius of gyration of a body.
 *
 * The solver knows no mass and no inertia: contacts carry mass ratios, and rotation is measured
 * as u = k * w, a speed, with k the radius of gyration (inertia = mass * k^2). Masses live in 31
 * significant bits with an exponent, because a card of 0.0008 square units and a continent must
 * both keep their precision (research: density 1e-4 to 1e6 gave identical stacks). */
#include "base/optional.h"
#include "geom/moments.h"
#include "period/period.h"
#include "world/terrain.h"

PAWLI_OPTIONAL(pawli_period_fits_center);
PAWLI_OPTIONAL(pawli_period_settle);

/* alpha of A = (1/mA) / (1/mA + 1/mB) = mB / (mA + mB), Q2.30, from the mantissas: the smaller
 * mass is shifted down to the exponent of the larger, so both have 33 bits at most and the
 * quotient fits 63. */
int32_t pawli_body_mass_ratio(const pawli_body *a, const pawli_body *b) {
    if (a->mass == 0) return 0;
    if (b->mass == 0) return PAWL_UNIT;
    const int shift = a->mass_exponent - b->mass_exponent;
    uint64_t mass_a = (uint64_t)a->mass << 2, mass_b = (uint64_t)b->mass << 2;
    if (shift > 0) mass_b = shift > 40 ? 0 : mass_b >> shift;
    if (shift < 0) mass_a = shift < -40 ? 0 : mass_a >> -shift;
    const uint64_t sum = mass_a + mass_b;
    return (int32_t)(((mass_b << 29) + (sum >> 2)) / (sum >> 1));
}

static void set_mass(pawli_body *body, pawli_scaled mass) {
    body->mass = mass.mantissa;
    body->mass_exponent = mass.exponent;
}

/* 1/k from k^2. k is kept within 2^-13 .. 2^13 units, so that 1/k always fits the formats of the
 * solver. */
static void set_gyration(pawli_body *body, pawli_scaled gyration_squared) {
    const pawli_scaled gyration = pawli_scaled_sqrt(gyration_squared);
    pawli_scaled inverse = {0, 0};
    if (gyration.mantissa != 0) {
        const pawli_scaled least = pawli_scaled_make(1, -13), most = pawli_scaled_make(1, 13);
        inverse = pawli_scaled_reciprocal(gyration);
        if (pawli_scaled_compare(inverse, least) < 0) inverse = least;
        if (pawli_scaled_compare(inverse, most) > 0) inverse = most;
    }
    body->per_gyration = inverse.mantissa;
    body->per_gyration_exponent = inverse.exponent;
}

static pawl_fx stop_at_world_edge(pawl_world *world, pawl_fx coordinate) {
    if (coordinate <= PAWL_COORD_MAX && coordinate >= -PAWL_COORD_MAX) return coordinate;
    world->faults |= PAWL_FAULT_WORLD_EDGE;
    return coordinate < 0 ? -PAWL_COORD_MAX : PAWL_COORD_MAX;
}

/* Move the center of mass to another point of the body; the body itself stays where it is. */
static void move_center(pawl_world *world, uint16_t slot, pawl_vec2 center) {
    pawli_body *body = &pawli_bodies(world)[slot];
    const pawl_vec2 offset = pawl_vec2_sub(center, body->center);
    if (offset.x == 0 && offset.y == 0) return;
    const pawl_vec2 before = body->position;
    const pawl_vec2 after = pawl_vec2_add(before, pawl_rotate(body->rotation, offset));
    body->position.x = stop_at_world_edge(world, after.x);
    body->position.y = stop_at_world_edge(world, after.y);
    body->center = center;
    pawli_contact_shift(world, slot, pawl_vec2_sub(body->position, before));
    if (pawli_way_goes_round(world)) pawli_period_settle(world, slot);
}

/* Squared distance in Q32.32; offsets within a body are below 2^30, so the sum fits. */
static pawli_scaled squared_distance(pawl_vec2 a, pawl_vec2 b) {
    const pawl_vec2 d = pawl_vec2_sub(a, b);
    return pawli_scaled_make((uint64_t)pawl_vec2_dot(d, d), -32);
}

/* What all shapes of a body weigh together. Kinematic bodies count every shape at density 1. */
typedef struct mass_totals {
    pawli_scaled mass;
    pawl_vec2 center;
    pawli_scaled gyration_squared;
} mass_totals;

static pawli_scaled shape_mass(const pawli_shape *shape, const pawli_moments *moments,
                               uint8_t type) {
    const pawl_fx density = type == PAWL_KINEMATIC ? PAWL_FX_ONE : shape->density;
    return pawli_scaled_multiply(moments->area, pawli_scaled_make((uint64_t)density, -16));
}

static pawli_scaled total_mass(const pawl_world *world, const pawli_body *body) {
    const pawli_shape *shapes = pawli_shapes_const(world);
    pawli_scaled mass = {0, 0};
    for (uint16_t at = body->first_shape; at != PAWLI_NONE; at = shapes[at].next) {
        pawli_moments moments;
        pawli_geometry_moments(&pawli_geometries_const(world)[shapes[at].geometry], &moments);
        mass = pawli_scaled_add(mass, shape_mass(&shapes[at], &moments, body->type));
    }
    return mass;
}

/* Center = sum of share * center, gyration^2 = sum of share * (k_i^2 + d_i^2), with share the
 * fraction of the mass: no product of a mass and a length is ever formed. */
static mass_totals add_shapes(const pawl_world *world, const pawli_body *body) {
    const pawli_shape *shapes = pawli_shapes_const(world);
    const pawli_geometry *geometries = pawli_geometries_const(world);
    mass_totals sum = {total_mass(world, body), {0, 0}, {0, 0}};
    if (sum.mass.mantissa == 0) return sum;
    int64_t x = 0, y = 0; /* Q32.32 */
    for (uint16_t at = body->first_shape; at != PAWLI_NONE; at = shapes[at].next) {
        pawli_moments m;
        pawli_geometry_moments(&geometries[shapes[at].geometry], &m);
        const pawli_scaled share =
            pawli_scaled_divide(shape_mass(&shapes[at], &m, body->type), sum.mass);
        x += pawli_scaled_apply(share, m.center.x, 16);
        y += pawli_scaled_apply(share, m.center.y, 16);
    }
    sum.center.x = pawl_saturate(pawli_near(x, 16));
    sum.center.y = pawl_saturate(pawli_near(y, 16));
    if (body->type == PAWL_KINEMATIC) sum.center = pawl_vec2_make(0, 0);
    for (uint16_t at = body->first_shape; at != PAWLI_NONE; at = shapes[at].next) {
        pawli_moments m;
        pawli_geometry_moments(&geometries[shapes[at].geometry], &m);
        const pawli_scaled share =
            pawli_scaled_divide(shape_mass(&shapes[at], &m, body->type), sum.mass);
        const pawli_scaled own =
            pawli_scaled_add(m.gyration_squared, squared_distance(m.center, sum.center));
        sum.gyration_squared =
            pawli_scaled_add(sum.gyration_squared, pawli_scaled_multiply(share, own));
    }
    return sum;
}

/* The angular velocity survives a change of k, the velocity is that of the new center. */
static void apply_totals(pawl_world *world, uint16_t slot, const mass_totals *sum) {
    pawli_body *body = &pawli_bodies(world)[slot];
    const pawl_fx angular_velocity = pawli_body_spin_angular_velocity(body);
    const pawli_scaled none = {0, 0};
    set_mass(body, body->type == PAWL_DYNAMIC ? sum->mass : none);
    set_gyration(body, sum->gyration_squared);
    move_center(world, slot, sum->center);
    if (!pawli_body_spin_set_angular_velocity(body, angular_velocity))
        world->faults |= PAWL_FAULT_SPEED;
    pawli_body_mass_update_extent(world, slot);
    if (PAWL_WITH_JOINTS) pawli_joint_list_forget_impulses(world, slot);
}

/* The root of the largest square is the largest root. Differences of coordinates are below 2^31 in
 * magnitude, so their squares fit together. */
void pawli_body_mass_update_extent(pawl_world *world, uint16_t slot) {
    pawli_body *body = &pawli_bodies(world)[slot];
    const pawli_shape *shapes = pawli_shapes(world);
    pawl_fx extent = 0;
    for (uint16_t at = body->first_shape; at != PAWLI_NONE; at = shapes[at].next) {
        const pawli_geometry *geometry = &pawli_geometries(world)[shapes[at].geometry];
        const pawl_convex hull = pawli_geometry_hull(geometry);
        pawl_vec2 farthest = pawl_vec2_make(0, 0);
        for (int i = 0; i < hull.count; i++) {
            const pawl_vec2 arm = pawl_vec2_sub(hull.vertices[i], body->center);
            if (pawl_vec2_dot(arm, arm) > pawl_vec2_dot(farthest, farthest)) farthest = arm;
        }
        extent = pawl_max(extent, pawl_add(pawl_vec2_length(farthest), hull.radius + 1));
    }
    body->extent = extent;
}

void pawli_body_mass_update(pawl_world *world, uint16_t slot) {
    pawli_body *body = &pawli_bodies(world)[slot];
    mass_totals sum = {{0, 0}, {0, 0}, {0, 0}};
    if (body->type != PAWL_STATIC) {
        sum = add_shapes(world, body);
        if (sum.mass.mantissa == 0) { /* nothing that weighs: a point mass of 1, k = 1 */
            sum.mass = pawli_scaled_make(1, 0);
            sum.gyration_squared = pawli_scaled_make(1, 0);
        }
    }
    apply_totals(world, slot, &sum);
}

pawl_mass pawl_body_get_mass(const pawl_world *world, pawl_body_id id) {
    pawl_mass mass = {0, {0, 0}, 0};
    const uint16_t slot = pawli_pool_find_body(world, id);
    if (slot == PAWLI_NONE) return mass;
    const pawli_body *body = &pawli_bodies_const(world)[slot];
    mass.center = body->center;
    mass.mass = pawli_scaled_apply(pawli_body_mass(body), 1, 16);
    const pawli_scaled per_gyration = pawli_body_per_gyration(body);
    if (per_gyration.mantissa == 0) return mass;
    const pawli_scaled gyration = pawli_scaled_reciprocal(per_gyration);
    const pawli_scaled squared = pawli_scaled_multiply(gyration, gyration);
    mass.inertia = pawli_scaled_apply(pawli_scaled_multiply(pawli_body_mass(body), squared), 1, 16);
    return mass;
}

pawl_status pawl_body_set_mass(pawl_world *world, pawl_body_id id, pawl_mass mass) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_body(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    pawli_body *body = &pawli_bodies(world)[slot];
    if (body->type != PAWL_DYNAMIC) return PAWL_ERR_ARGUMENT;
    if (mass.mass <= 0 || mass.inertia < 0) return PAWL_ERR_RANGE;
    if (pawl_abs(mass.center.x) > PAWL_EXTENT_MAX || pawl_abs(mass.center.y) > PAWL_EXTENT_MAX) {
        return PAWL_ERR_RANGE;
    }
    if (pawli_way_goes_round(world) && !pawli_period_fits_center(world, mass.center))
        return PAWL_ERR_RANGE;
    mass_totals sum = {pawli_scaled_make((uint64_t)mass.mass, -16), mass.center, {0, 0}};
    if (mass.inertia > 0) {
        const pawli_scaled inertia = pawli_scaled_make((uint64_t)mass.inertia, -16);
        sum.gyration_squared = pawli_scaled_divide(inertia, sum.mass);
        const pawli_scaled least = pawli_scaled_make(1, -20);
        const pawli_scaled most = pawli_scaled_make(8191 * UINT64_C(8191), 0);
        if (pawli_scaled_compare(sum.gyration_squared, least) < 0) return PAWL_ERR_RANGE;
        if (pawli_scaled_compare(sum.gyration_squared, most) > 0) return PAWL_ERR_RANGE;
    }
    pawli_wake(world, slot);
    apply_totals(world, slot, &sum);
    return PAWL_OK;
}

pawl_status pawl_body_reset_mass(pawl_world *world, pawl_body_id id) {
    if (world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    const uint16_t slot = pawli_pool_find_body(world, id);
    if (slot == PAWLI_NONE) return PAWL_ERR_STALE;
    pawli_wake(world, slot);
    pawli_body_mass_update(world, slot);
    return PAWL_OK;
}
