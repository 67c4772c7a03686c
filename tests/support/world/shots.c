/* shots.c - see shots.h. */
#include "support/world/shots.h"

#include <stdlib.h>
#include <string.h>

#include "pawl/pawl.h"
#include "support/shape/convex.h"

#define STEPS 30
#define PI 3.14159265358979323846

typedef struct point {
    double x, y;
} point;

static double uniform(uint64_t *seed, double low, double high) {
    return low + (high - low) * ((double)(seeded_next(seed) >> 11) / 9007199254740992.0);
}

/* As many small ones as large ones. */
static double spread(uint64_t *seed, double low, double high) {
    return low * pow(high / low, uniform(seed, 0, 1));
}

static int pick(uint64_t *seed, int count) {
    return (int)(seeded_next(seed) % (uint64_t)count);
}

static pawl_fx fixed(double units) {
    return (pawl_fx)lround(units * 65536);
}

static pawl_vec2 vector(point p) {
    return pawl_vec2_make(fixed(p.x), fixed(p.y));
}

static point along(point from, double angle, double length) {
    const point to = {from.x + cos(angle) * length, from.y + sin(angle) * length};
    return to;
}

static double limited(double speed) {
    const double most = 8191.9;
    return speed > most ? most : speed < -most ? -most : speed;
}

/* ---- building ------------------------------------------------------------------------------- */

static pawl_world *make_shooting_range(uint64_t *seed, double unit, double gravity, double *rate) {
    static const uint32_t rates[] = {60, 60, 30, 16, 120};
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 4;
    def.gravity = pawl_vec2_make(0, fixed(-gravity));
    def.length_unit = fixed(unit);
    def.rate_numerator = rates[pick(seed, 5)];
    def.sleeping = 0;
    *rate = def.rate_numerator;
    const size_t size = pawl_world_size(&def);
    pawl_world *world = NULL;
    void *const memory = malloc(size);
    if (pawl_world_init(memory, size, &def, &world) != PAWL_OK) abort();
    return world;
}

static pawl_body_id add_body(pawl_world *world, pawl_body_type type, point at, double angle,
                             bool bullet) {
    pawl_body_def def = pawl_body_def_default();
    pawl_body_id body = {0, 0};
    def.type = type;
    def.position = vector(at);
    def.angle = (pawl_angle)(int64_t)llround(angle / (2 * PI) * 4294967296.0);
    def.bullet = bullet;
    if (pawl_body_create(world, &def, &body) != PAWL_OK) abort();
    return body;
}

static bool add_shape(pawl_world *world, pawl_body_id body, const pawl_convex *convex,
                      uint64_t *seed, double density) {
    static const double restitutions[] = {0, 0, 0.5, 1};
    pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    def.density = fixed(density);
    def.restitution = fixed(restitutions[pick(seed, 4)]);
    def.friction = fixed(uniform(seed, 0, 1));
    return pawl_shape_create(world, body, &def, convex, &shape) == PAWL_OK;
}

/* The kinds of support/shape/convex.h and two of them on one body. A segment has no mass, so that
 * its centre of mass would be anywhere: it comes with something that has. */
static bool add_shot(pawl_world *world, pawl_body_id body, uint64_t *seed, int32_t size) {
    static const int with_mass[] = {0, 1, 3, 4, 5};
    const int kind = pick(seed, 7);
    pawl_convex convex = seeded_convex(seed, kind == 6 ? pick(seed, 6) : kind, size);
    if (!add_shape(world, body, &convex, seed, 1)) return false;
    if (kind != 6 && kind != 2) return true;
    convex = seeded_convex(seed, with_mass[pick(seed, 5)], size);
    return add_shape(world, body, &convex, seed, 1);
}

/* 0: segment, 1: box 0.002 thick, 2: capsule, 3: a thin triangle. Along the x axis. */
static pawl_convex make_wall(int kind, double half) {
    const pawl_vec2 a = vector((point){-half, 0}), b = vector((point){half, 0});
    const pawl_vec2 corners[] = {vector((point){-half, -0.002}), vector((point){half, -0.002}),
                                 vector((point){0, 0.002})};
    pawl_convex wall;
    pawl_status status = PAWL_ERR_ARGUMENT;
    if (kind == 0) status = pawl_make_segment(a, b, &wall);
    if (kind == 1) status = pawl_make_box(fixed(half), fixed(0.001), &wall);
    if (kind == 2) status = pawl_make_capsule(a, b, fixed(0.005), &wall);
    if (kind == 3) status = pawl_make_polygon(corners, 3, 0, &wall);
    if (status != PAWL_OK) abort();
    return wall;
}

static void count(shot_result *result, const pawl_world *world) {
    const pawl_counters counters = pawl_world_get_counters(world);
    result->sweeps += counters.sweeps;
    result->capped += counters.capped;
    if (pawl_world_get_events(world).begin_count > 0) result->met = true;
}

static point center_of(const pawl_world *world, pawl_body_id body) {
    const pawl_vec2 center = pawl_body_get_center(world, body);
    const point p = {center.x / 65536.0, center.y / 65536.0};
    return p;
}

static void launch(pawl_world *world, pawl_body_id body, point velocity, double spin) {
    if (pawl_body_set_velocity(world, body, vector(velocity)) != PAWL_OK) abort();
    if (pawl_body_set_angular_velocity(world, body, fixed(spin)) != PAWL_OK) abort();
}

/* ---- walls ---------------------------------------------------------------------------------- */

/* Seen from the wall: x along it, y above it. */
static point from_wall(point p, point wall, double angle) {
    const double x = p.x - wall.x, y = p.y - wall.y;
    const point seen = {x * cos(angle) + y * sin(angle), y * cos(angle) - x * sin(angle)};
    return seen;
}

/* Half of the thickness of any wall, and a little more. */
#define WALL_HALF 0.006

/* Whether a way from above ends on the far side of the wall, and not around its ends. What rests
 * sinks in by up to `slop`, which is more than the half thickness of the thinnest shapes. */
static bool leads_through(point before, point after, double half, double slop) {
    const double far_side = WALL_HALF + slop;
    if (after.y > -far_side) return false;
    const double share = (before.y + far_side) / (before.y - after.y);
    return fabs(before.x + (after.x - before.x) * share) < half;
}

#define LINKS 7

/* A chain along the x axis, two-sided or with its front upwards, that stays within a straight
 * wall's reach. */
static bool add_chain(pawl_world *world, pawl_body_id body, uint64_t *seed, double half,
                      pawl_vec2 points[LINKS + 1]) {
    for (int i = 0; i <= LINKS; i++)
        points[i] = vector((point){half - 2 * half * i / LINKS, 0});
    const pawl_chain chain = {points, LINKS + 1, false, pick(seed, 2) != 0, false};
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_shape_id shape;
    return pawl_shape_create_chain(world, body, &def, &chain, &shape) == PAWL_OK;
}

static shot_result shoot(uint64_t seed, bool at_chain) {
    pawl_vec2 points[LINKS + 1];
    shot_result result = {true, false, false, 0, 0, 0, {0}};
    double rate;
    seeded_next(&seed);
    const double unit = pick(&seed, 2) ? 16 : 1;
    pawl_world *const world = make_shooting_range(&seed, unit, 10 * unit, &rate);
    const double reach = uniform(&seed, 100, 1000), angle = uniform(&seed, 0, 2 * PI);
    const double size = spread(&seed, 0.02, 1.5) * unit;
    const point middle = {uniform(&seed, -2000, 2000), uniform(&seed, -2000, 2000)};
    const int kind = pick(&seed, 4);
    /* Flatter corners than that of a triangle 0.004 high and 100 wide are beyond the contact
     * routines: docs/continuous.md, limits. */
    const double half = kind == 3 && !at_chain ? reach / 20 : reach;
    const pawl_convex wall = make_wall(kind, half);
    const pawl_body_id standing = add_body(world, PAWL_STATIC, middle, angle, false);
    result.built = at_chain ? add_chain(world, standing, &seed, half, points)
                            : add_shape(world, standing, &wall, &seed, 0);

    const double speed = pick(&seed, 4) ? spread(&seed, 4 * unit, 8191) : 8191;
    const double heading = angle - uniform(&seed, 0.01, PI - 0.01);
    const double spin = pick(&seed, 3) ? spread(&seed, 0.1, 32000) : 0;
    const point aim = along(middle, angle, uniform(&seed, -0.7, 0.7) * half);
    const double least = 2.2 * size + 0.1;
    const double back = least / sin(angle - heading) + uniform(&seed, 0, 1.5) * speed / rate;
    const point start = along(aim, heading + PI, fmin(back, 8000));
    const pawl_body_id body = add_body(world, PAWL_DYNAMIC, start, uniform(&seed, 0, 7), false);
    result.built = result.built && add_shot(world, body, &seed, fixed(size));
    const point velocity = along((point){0, 0}, heading, speed);
    launch(world, body, (point){limited(velocity.x), limited(velocity.y)},
           pick(&seed, 2) ? spin : -spin);
    point before = from_wall(center_of(world, body), middle, angle);
    for (int i = 0; i < STEPS && !result.passed; i++) {
        if (pawl_world_step(world, NULL) != PAWL_OK) result.built = false;
        const point after = from_wall(center_of(world, body), middle, angle);
        count(&result, world);
        if (leads_through(before, after, half, 0.005 * unit)) result.passed = true;
        if (fabs(after.x) > half) break;
        before = after;
    }
    free(world);
    return result;
}

shot_result shoot_wall(uint64_t seed) {
    return shoot(seed, false);
}

shot_result shoot_chain(uint64_t seed) {
    return shoot(seed, true);
}

/* ---- moving bodies -------------------------------------------------------------------------- */

/* The bullet starts where its way, seen from the other body, leads through that one's middle. */
shot_result shoot_body(uint64_t seed) {
    shot_result result = {true, false, false, 0, 0, 0, {0}};
    double rate;
    seeded_next(&seed);
    const double unit = pick(&seed, 2) ? 16 : 1;
    pawl_world *const world = make_shooting_range(&seed, unit, 0, &rate);
    const double size = spread(&seed, 0.05, 2) * unit, small = spread(&seed, 0.02, 0.5) * unit;
    const point velocity = along((point){0, 0}, uniform(&seed, 0, 7), spread(&seed, 10, 8191));
    const point other =
        along((point){0, 0}, uniform(&seed, 0, 7), pick(&seed, 4) ? spread(&seed, 0.01, 8191) : 0);
    const point relative = {velocity.x - other.x, velocity.y - other.y};
    const double speed = hypot(relative.x, relative.y), way = atan2(relative.y, relative.x);
    const point middle = {uniform(&seed, -1000, 1000), uniform(&seed, -1000, 1000)};
    const double steps = uniform(&seed, 0, 3);
    const double back = (2 * small + 1.6 * size) + speed * steps / rate;
    point start = along(middle, way + PI, back);
    start = along(start, way + PI / 2, uniform(&seed, -0.7, 0.7) * size);

    const bool bullet_first = pick(&seed, 2) == 0, both = pick(&seed, 4) == 0;
    pawl_body_id bullet = {0, 0}, target;
    if (bullet_first) bullet = add_body(world, PAWL_DYNAMIC, start, uniform(&seed, 0, 7), true);
    target = add_body(world, pick(&seed, 4) ? PAWL_DYNAMIC : PAWL_KINEMATIC, middle,
                      uniform(&seed, 0, 7), both);
    if (!bullet_first) bullet = add_body(world, PAWL_DYNAMIC, start, uniform(&seed, 0, 7), true);
    pawl_convex shape;
    const pawl_status status = pick(&seed, 2)
                                   ? pawl_make_box(fixed(size), fixed(size), &shape)
                                   : pawl_make_circle(pawl_vec2_make(0, 0), fixed(size), &shape);
    result.built = status == PAWL_OK && add_shape(world, target, &shape, &seed, 10000);
    /* About its own middle, so that it flies where it is aimed. */
    const pawl_status status2 = pick(&seed, 2)
                                    ? pawl_make_box(fixed(small), fixed(small / 4), &shape)
                                    : pawl_make_circle(pawl_vec2_make(0, 0), fixed(small), &shape);
    result.built = result.built && status2 == PAWL_OK && add_shape(world, bullet, &shape, &seed, 1);
    launch(world, bullet, (point){limited(velocity.x), limited(velocity.y)},
           spread(&seed, 0.1, 3000));
    launch(world, target, (point){limited(other.x), limited(other.y)}, uniform(&seed, -5, 5));
    for (int i = 0; i < STEPS && !result.met; i++) {
        if (pawl_world_step(world, NULL) != PAWL_OK) result.built = false;
        count(&result, world);
        const point a = center_of(world, bullet), b = center_of(world, target);
        if ((a.x - b.x) * relative.x + (a.y - b.y) * relative.y > 0) break;
    }
    const point a = center_of(world, bullet), b = center_of(world, target);
    const double ahead = ((a.x - b.x) * relative.x + (a.y - b.y) * relative.y) / speed;
    result.passed = !result.met && ahead > 0;
    free(world);
    return result;
}

/* ---- what spins ----------------------------------------------------------------------------- */

/* A duel of a bullet and what it is shot at, in the frame of the latter. */
typedef struct duel {
    pawl_body_id bullet, target;
    point start, velocity; /* of the bullet: where the center of the other is, and as fast as it */
    double angle, spin;    /* of the target */
    point half;            /* a wheel: x is its radius */
    bool wheel;
} duel;

static bool is_inside(const duel *d, double time) {
    const point p = {d->start.x + d->velocity.x * time, d->start.y + d->velocity.y * time};
    const point seen = from_wall(p, (point){0, 0}, d->angle + d->spin * time);
    if (d->wheel) return hypot(seen.x, seen.y) < d->half.x;
    return fabs(seen.x) < d->half.x && fabs(seen.y) < d->half.y;
}

/* In which step the middle of the bullet would come into the target, -1 for never. */
static int step_of_hit(const duel *d, double rate) {
    const int looks = 400; /* in a step; the fastest moves a fifth of a unit between two */
    for (int i = 0; i < STEPS * looks; i++)
        if (is_inside(d, i / (rate * looks))) return i / looks;
    return -1;
}

static void add_target(pawl_world *world, duel *d, uint64_t *seed, point at, point velocity) {
    const pawl_body_type type = pick(seed, 4) ? PAWL_DYNAMIC : PAWL_KINEMATIC;
    pawl_convex shape;
    d->target = add_body(world, type, at, d->angle, false);
    const pawl_status status =
        d->wheel ? pawl_make_circle(pawl_vec2_make(0, 0), fixed(d->half.x), &shape)
                 : pawl_make_box(fixed(d->half.x), fixed(d->half.y), &shape);
    if (status || !add_shape(world, d->target, &shape, seed, pick(seed, 2) ? 1 : 20)) abort();
    launch(world, d->target, velocity, d->spin);
    d->spin = pawl_body_get_angular_velocity(world, d->target) / 65536.0;
}

static void add_bullet(pawl_world *world, duel *d, uint64_t *seed, double size, point at,
                       point velocity) {
    const int kind = pick(seed, 3);
    pawl_convex shape;
    d->bullet = add_body(world, PAWL_DYNAMIC, at, uniform(seed, 0, 7), true);
    const pawl_status status =
        kind == 0 ? pawl_make_circle(pawl_vec2_make(0, 0), fixed(size), &shape)
                  : pawl_make_box(fixed(size), fixed(kind == 1 ? size : size / 3), &shape);
    if (status || !add_shape(world, d->bullet, &shape, seed, 1)) abort();
    launch(world, d->bullet, velocity, pick(seed, 2) ? uniform(seed, -50, 50) : 0);
}

static pawl_vec2 between(const pawl_world *world, const duel *d) {
    return pawl_vec2_sub(pawl_body_get_center(world, d->bullet),
                         pawl_body_get_center(world, d->target));
}

/* Until it is deflected and has touched, or long after it should have been. */
static void fight(pawl_world *world, const duel *d, int hit, double rate, shot_result *result) {
    const pawl_vec2 shot = pawl_body_get_velocity(world, d->bullet);
    const int steps = (hit < 0 ? STEPS / 2 : hit) + 8;
    const double length = hypot(shot.x, shot.y) / rate;
    bool deflected = false;
    uint32_t waited = 0;
    for (int i = 0; i < steps && !(deflected && result->met); i++) {
        const pawl_vec2 before = pawl_body_get_center(world, d->bullet);
        if (pawl_world_step(world, NULL) != PAWL_OK) result->built = false;
        count(result, world);
        const pawl_vec2 now = pawl_body_get_velocity(world, d->bullet);
        const pawl_vec2 way = pawl_vec2_sub(pawl_body_get_center(world, d->bullet), before);
        if (now.x != shot.x || now.y != shot.y) deflected = true;
        const double moved = ((double)way.x * shot.x + (double)way.y * shot.y) / rate / length;
        waited = !deflected && moved < 0.98 * length ? waited + 1 : 0;
        if (waited > result->waited) result->waited = waited;
    }
    result->passed = hit >= 0 && !(deflected && result->met);
    const pawl_vec2 arm = between(world, d), v = pawl_body_get_velocity(world, d->bullet);
    const int32_t around[6] = {arm.x,
                               arm.y,
                               v.x,
                               v.y,
                               (int32_t)pawl_body_get_angle(world, d->bullet),
                               (int32_t)pawl_body_get_angle(world, d->target)};
    memcpy(result->around, around, sizeof around);
}

shot_result shoot_spinner(uint64_t seed, int32_t place_x, int32_t place_y) {
    shot_result result = {true, false, false, 0, 0, 0, {0}};
    double rate;
    duel d;
    seeded_next(&seed);
    const double unit = pick(&seed, 2) ? 16 : 1;
    pawl_world *const world = make_shooting_range(&seed, unit, 0, &rate);
    const int kind = pick(&seed, 4);
    d.wheel = kind == 3;
    d.half.x = (kind < 2 ? spread(&seed, 0.02, 0.1) : spread(&seed, 0.3, 2)) * unit;
    d.half.y = (kind < 2 ? spread(&seed, 1, 15) : spread(&seed, 0.3, 2)) * unit;
    if (d.wheel) d.half.y = d.half.x;
    d.angle = uniform(&seed, 0, 7);
    d.spin = fmin(uniform(&seed, -120, 120), 2.9 * rate);
    if (d.spin < -2.9 * rate) d.spin = -2.9 * rate;
    const point velocity = along((point){0, 0}, uniform(&seed, 0, 7), spread(&seed, 100, 5000));
    const point other = along((point){0, 0}, uniform(&seed, 0, 7),
                              pick(&seed, 2) ? spread(&seed, 0.1, 100) * unit : 0);
    d.velocity.x = velocity.x - other.x;
    d.velocity.y = velocity.y - other.y;
    const double speed = hypot(d.velocity.x, d.velocity.y);
    const double size = spread(&seed, 0.03, 0.4) * unit;
    const double back = hypot(d.half.x, d.half.y) + 2 * size + speed / rate * uniform(&seed, 0, 3);
    const double aside = uniform(&seed, -0.8, 0.8) * d.half.y;
    const double way = atan2(d.velocity.y, d.velocity.x);
    d.start = along(along((point){0, 0}, way + PI, back), way + PI / 2, aside);
    const point middle = {place_x, place_y};
    const point start = {middle.x + d.start.x, middle.y + d.start.y};
    const bool bullet_first = pick(&seed, 2) == 0;
    if (bullet_first) add_bullet(world, &d, &seed, size, start, velocity);
    add_target(world, &d, &seed, middle, other);
    if (!bullet_first) add_bullet(world, &d, &seed, size, start, velocity);
    fight(world, &d, step_of_hit(&d, rate), rate, &result);
    free(world);
    return result;
}
