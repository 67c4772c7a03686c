/* assembly.c - see assembly.h.
 *
 * Bodies are boxes that do not collide. Each hangs on an earlier one or on the ground, and up to
 * two joints more close loops. Joints fit the bodies as they are made, but for springs, which may
 * be stretched. In gravity all of it hangs on the ground. */
#include "support/joint/assembly.h"

#include "support/base/seeded.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
#define HALF_PI_ANGLE UINT32_C(0x40000000)

/* Not an assertion of Check: the program that runs these for hours is no test of it. */
static void must(pawl_status status) {
    if (status == PAWL_OK) return;
    printf("assembly: %s\n", pawl_status_text(status));
    abort();
}

static double units(pawl_fx value) {
    return value / 65536.0;
}

static pawl_fx fx(double value) {
    return (pawl_fx)floor(value * 65536 + 0.5);
}

static double radians(pawl_angle angle) {
    return (double)(int32_t)angle * (PI / 2147483648.0);
}

/* Where an anchor is in the world, as the bodies have their centers at their origins. */
static void place_of(const pawl_world *world, pawl_body_id body, pawl_vec2 anchor,
                     double place[2]) {
    const pawl_vec2 at = pawl_body_get_center(world, body);
    const double angle = radians(pawl_body_get_angle(world, body));
    const double x = units(anchor.x), y = units(anchor.y);
    place[0] = units(at.x) + cos(angle) * x - sin(angle) * y;
    place[1] = units(at.y) + sin(angle) * x + cos(angle) * y;
}

/* ---- making one ----------------------------------------------------------------------------- */

static double draw(uint64_t *seed, double low, double high) {
    return low + (high - low) * (double)(seeded_next(seed) >> 11) / 9007199254740992.0;
}

static bool one_of(uint64_t *seed, uint64_t count) {
    return seeded_next(seed) % count == 0;
}

/* Evenly over the orders of magnitude. */
static double draw_size(uint64_t *seed, double low, double high) {
    return low * pow(high / low, draw(seed, 0, 1));
}

static pawl_vec2 draw_near(uint64_t *seed, pawl_vec2 around, double reach) {
    const double angle = draw(seed, 0, 2 * PI), far = draw(seed, 0, reach);
    return pawl_vec2_make(around.x + fx(far * cos(angle)), around.y + fx(far * sin(angle)));
}

static void draw_spring(uint64_t *seed, pawl_joint_def *def) {
    def->spring = true;
    def->hertz = fx(draw_size(seed, 0.5, 8));
    def->damping_ratio = fx(draw(seed, 0.1, 1));
    def->angular_hertz = fx(draw_size(seed, 0.5, 8));
    def->angular_damping_ratio = fx(draw(seed, 0.1, 1));
}

static void draw_limit(uint64_t *seed, pawl_joint_def *def, double now) {
    def->limit = true;
    def->lower = fx(now - draw(seed, 0, 1));
    def->upper = fx(now + draw(seed, 0, 1));
}

/* Two anchors, near each other or not, with arms up to 8. */
static pawl_joint_def draw_between(uint64_t *seed, const assembly *made, pawl_joint_type type,
                                   pawl_body_id a, pawl_body_id b) {
    const pawl_vec2 center = pawl_body_get_position(made->world, b);
    const pawl_vec2 at_b = draw_near(seed, center, one_of(seed, 4) ? 8 : 1);
    const double apart = one_of(seed, 3) ? 0 : one_of(seed, 2) ? 0.1 : 2;
    return pawl_joint_def_between(made->world, type, a, b, draw_near(seed, at_b, apart), at_b);
}

static pawl_joint_def draw_distance(uint64_t *seed, const assembly *made, pawl_body_id a,
                                    pawl_body_id b) {
    pawl_joint_def def = draw_between(seed, made, PAWL_JOINT_DISTANCE, a, b);
    const double length = units(def.target);
    if (one_of(seed, 3)) draw_spring(seed, &def);
    if (one_of(seed, 3)) {
        def.limit = true;
        def.lower = one_of(seed, 2) ? 0 : fx(draw(seed, 0, length));
        def.upper = fx(draw(seed, length, length + 1));
    }
    return def;
}

static pawl_joint_def draw_pulley(uint64_t *seed, const assembly *made, pawl_body_id a,
                                  pawl_body_id b) {
    pawl_joint_def def = draw_between(seed, made, PAWL_JOINT_PULLEY, a, b);
    const pawl_vec2 up = pawl_vec2_make(0, fx(2));
    def.ground_a = draw_near(seed, pawl_vec2_add(pawl_body_get_position(made->world, a), up), 1);
    def.ground_b = draw_near(seed, pawl_vec2_add(pawl_body_get_position(made->world, b), up), 1);
    def.ratio = fx(draw_size(seed, 0.25, 4));
    double at_a[2], at_b[2];
    place_of(made->world, a, def.frame_a.anchor, at_a);
    place_of(made->world, b, def.frame_b.anchor, at_b);
    def.target = fx(hypot(at_a[0] - units(def.ground_a.x), at_a[1] - units(def.ground_a.y)) +
                    units(def.ratio) *
                        hypot(at_b[0] - units(def.ground_b.x), at_b[1] - units(def.ground_b.y)));
    return def;
}

static pawl_joint_def draw_joint(uint64_t *seed, const assembly *made, pawl_joint_type type,
                                 pawl_body_id a, pawl_body_id b) {
    const pawl_vec2 point =
        draw_near(seed, pawl_body_get_position(made->world, b), one_of(seed, 6) ? 6 : 1);
    if (type == PAWL_JOINT_DISTANCE) return draw_distance(seed, made, a, b);
    if (type == PAWL_JOINT_PULLEY) return draw_pulley(seed, made, a, b);
    pawl_joint_def def = pawl_joint_def_at(made->world, type, a, b, point,
                                           (pawl_angle)(seeded_next(seed) & 0xFFFF0000u));
    const bool slides = type == PAWL_JOINT_PRISMATIC || type == PAWL_JOINT_WHEEL;
    if (type == PAWL_JOINT_MOTOR || one_of(seed, 4)) draw_spring(seed, &def);
    if (one_of(seed, 3) || slides) draw_limit(seed, &def, 0);
    if (type == PAWL_JOINT_MOTOR) {
        def.limit = false;
        def.spring_force_max = def.spring_torque_max = INT64_MAX;
    }
    if (type == PAWL_JOINT_WELD && one_of(seed, 3)) def.hertz = 0;
    if (type == PAWL_JOINT_WELD && one_of(seed, 3)) def.angular_hertz = 0;
    if (type == PAWL_JOINT_RATCHET) def.ratio = fx(draw_size(seed, 0.1, 2));
    if (type == PAWL_JOINT_GEAR) {
        def.ratio = one_of(seed, 2) ? fx(draw_size(seed, 0.25, 4)) : -fx(draw_size(seed, 0.25, 4));
        const double to_b = radians(pawl_body_get_angle(made->world, b) + def.frame_b.angle);
        const double to_a = radians(pawl_body_get_angle(made->world, a) + def.frame_a.angle);
        def.target = fx(units(def.ratio) * to_b - to_a);
    }
    return def;
}

/* Whether a body that hangs on this joint alone stays near the other one. */
static bool holds(pawl_joint_type type) {
    return type != PAWL_JOINT_FILTER && type != PAWL_JOINT_GEAR && type != PAWL_JOINT_RATCHET &&
           type != PAWL_JOINT_PULLEY;
}

static void add_joint_of(uint64_t *seed, assembly *made, int only, pawl_body_id a, pawl_body_id b,
                         bool must_hold) {
    pawl_joint_type type = (pawl_joint_type)(only ? only : 0);
    while (type == 0 || (must_hold && !only && !holds(type)))
        type = (pawl_joint_type)(1 + seeded_next(seed) % ASSEMBLY_TYPES);
    if (must_hold && !holds(type)) type = PAWL_JOINT_REVOLUTE;
    const pawl_joint_def def = draw_joint(seed, made, type, a, b);
    pawl_joint_id joint;
    must(pawl_joint_create(made->world, &def, &joint));
    made->of_type[type]++;
    made->joints++;
}

static pawl_body_id add_box_near(uint64_t *seed, const assembly *made, pawl_vec2 around,
                                 bool moving) {
    pawl_body_def def = pawl_body_def_default();
    pawl_shape_def material = pawl_shape_def_default();
    pawl_body_id body;
    pawl_shape_id shape;
    pawl_convex box;
    def.type = PAWL_DYNAMIC;
    def.position = draw_near(seed, around, 3);
    def.angle = (pawl_angle)seeded_next(seed);
    if (moving) {
        def.velocity = draw_near(seed, pawl_vec2_make(0, 0), 3);
        def.angular_velocity = fx(draw(seed, -5, 5));
    }
    material.density = fx(draw_size(seed, 0.5, 2));
    material.filter.mask = 0;
    const pawl_fx width = fx(draw_size(seed, 0.125, 1)), height = fx(draw_size(seed, 0.125, 1));
    must(pawl_make_box(width, height, &box));
    must(pawl_body_create(made->world, &def, &body));
    must(pawl_shape_create(made->world, body, &material, &box, &shape));
    return body;
}

assembly assembly_make(uint64_t seed, int only) {
    assembly made;
    memset(&made, 0, sizeof made);
    made.def = pawl_world_def_default();
    made.gravity = one_of(&seed, 2) ? 10 : 0;
    made.def.gravity = pawl_vec2_make(0, fx(-made.gravity));
    made.def.sleeping = 0;
    static const uint8_t substeps[] = {4, 4, 4, 2, 8};
    made.def.substeps = substeps[seeded_next(&seed) % 5];
    made.def.body_capacity = made.def.shape_capacity = made.def.joint_capacity = 32;
    void *const memory = malloc(pawl_world_size(&made.def));
    must(pawl_world_init(memory, pawl_world_size(&made.def), &made.def, &made.world));
    const pawl_body_def fixed = pawl_body_def_default();
    pawl_body_id ids[ASSEMBLY_BODIES + 1];
    must(pawl_body_create(made.world, &fixed, &ids[0]));
    const int count = 1 + (int)(seeded_next(&seed) % (ASSEMBLY_BODIES - 1));
    const bool moving = one_of(&seed, 2), held = made.gravity > 0 || one_of(&seed, 2);
    for (int i = 1; i <= count; i++) {
        const int parent = i == 1 ? 0 : (int)(seeded_next(&seed) % (uint64_t)i);
        const int on = held || parent > 0 ? parent : i - 1;
        ids[i] = add_box_near(&seed, &made, pawl_body_get_position(made.world, ids[on]), moving);
        if (on == 0 && !held) continue;
        add_joint_of(&seed, &made, only, ids[on], ids[i], made.gravity > 0);
    }
    for (uint64_t more = seeded_next(&seed) % 3; more > 0 && count > 1; more--) {
        const uint64_t a = seeded_next(&seed) % (uint64_t)count;
        const uint64_t b = a + 1 + seeded_next(&seed) % ((uint64_t)count - a);
        add_joint_of(&seed, &made, only, ids[a], ids[b], false);
    }
    made.bodies = count;
    return made;
}

void assembly_free(assembly *made) {
    free(made->world);
    made->world = NULL;
}

/* ---- its energy ----------------------------------------------------------------------------- */

typedef struct body_state {
    double x, y, angle, vx, vy, w, mass, inertia;
} body_state;

static body_state state_of(const pawl_world *world, pawl_body_id body) {
    const pawl_vec2 at = pawl_body_get_center(world, body), v = pawl_body_get_velocity(world, body);
    const pawl_mass mass = pawl_body_get_mass(world, body);
    const body_state state = {units(at.x),
                              units(at.y),
                              radians(pawl_body_get_angle(world, body)),
                              units(v.x),
                              units(v.y),
                              units(pawl_body_get_angular_velocity(world, body)),
                              (double)mass.mass / 65536,
                              (double)mass.inertia / 65536};
    return state;
}

static double inverse(double value) {
    return value > 0 ? 1 / value : 0;
}

/* A spring of so many hertz on coordinates with the effective mass m: k = m omega^2. */
static double stored(pawl_fx hertz, double mass, double squared) {
    const double omega = 2 * PI * units(hertz);
    return 0.5 * mass * omega * omega * squared;
}

typedef struct spring_frame {
    double mass, turning; /* 1/mA + 1/mB, 1/IA + 1/IB */
    double ra[2], rb[2], d[2], ia, ib;
} spring_frame;

static spring_frame frame_of_spring(const pawl_world *world, const pawl_joint_def *def) {
    const body_state a = state_of(world, def->body_a), b = state_of(world, def->body_b);
    double at_a[2], at_b[2];
    place_of(world, def->body_a, def->frame_a.anchor, at_a);
    place_of(world, def->body_b, def->frame_b.anchor, at_b);
    spring_frame f;
    f.ia = inverse(a.inertia);
    f.ib = inverse(b.inertia);
    f.mass = inverse(a.mass) + inverse(b.mass);
    f.turning = f.ia + f.ib;
    f.ra[0] = at_a[0] - a.x, f.ra[1] = at_a[1] - a.y;
    f.rb[0] = at_b[0] - b.x, f.rb[1] = at_b[1] - b.y;
    f.d[0] = at_b[0] - at_a[0], f.d[1] = at_b[1] - at_a[1];
    return f;
}

/* Of a spring along n that is stretched by so much. */
static double stored_along(const spring_frame *f, pawl_fx hertz, const double n[2],
                           double stretch) {
    const double a = f->ra[0] * n[1] - f->ra[1] * n[0], b = f->rb[0] * n[1] - f->rb[1] * n[0];
    return stored(hertz, inverse(f->mass + f->ia * a * a + f->ib * b * b), stretch * stretch);
}

/* Of a spring that pulls two points together: d K^-1 d. */
static double stored_point(const spring_frame *f, pawl_fx hertz) {
    const double xx = f->mass + f->ia * f->ra[1] * f->ra[1] + f->ib * f->rb[1] * f->rb[1];
    const double yy = f->mass + f->ia * f->ra[0] * f->ra[0] + f->ib * f->rb[0] * f->rb[0];
    const double xy = -f->ia * f->ra[0] * f->ra[1] - f->ib * f->rb[0] * f->rb[1];
    const double x = f->d[0], y = f->d[1];
    return stored(hertz, 1 / (xx * yy - xy * xy), yy * x * x - 2 * xy * x * y + xx * y * y);
}

static double spring_energy(const pawl_world *world, pawl_joint_id joint) {
    pawl_joint_def def;
    if (pawl_joint_get_def(world, joint, &def) != PAWL_OK || !def.spring) return 0;
    const spring_frame f = frame_of_spring(world, &def);
    const double angle = units(pawl_joint_get_angle(world, joint)), target = units(def.target);
    const double length = hypot(f.d[0], f.d[1]);
    const double to = radians(pawl_body_get_angle(world, def.body_a) + def.frame_a.angle);
    const double axis[2] = {cos(to), sin(to)};
    const double along[2] = {length > 0 ? f.d[0] / length : axis[0],
                             length > 0 ? f.d[1] / length : axis[1]};
    switch (def.type) {
    case PAWL_JOINT_REVOLUTE:
        return stored(def.hertz, inverse(f.turning), (angle - target) * (angle - target));
    case PAWL_JOINT_PRISMATIC:
    case PAWL_JOINT_WHEEL:
        return stored_along(&f, def.hertz, axis, f.d[0] * axis[0] + f.d[1] * axis[1] - target);
    case PAWL_JOINT_DISTANCE:
        return stored_along(&f, def.hertz, along, length - target);
    case PAWL_JOINT_WELD:
    case PAWL_JOINT_MOTOR:
        return stored_point(&f, def.hertz) +
               stored(def.angular_hertz, inverse(f.turning), angle * angle);
    default:
        return 0;
    }
}

assembly_energy assembly_measure(const assembly *made) {
    const pawl_world *const world = made->world;
    assembly_energy energy = {0, 0, 0};
    pawl_body_id body = PAWL_NULL_BODY;
    while ((body = pawl_world_next_body(world, body)).index1 != 0) {
        const body_state b = state_of(world, body);
        energy.kinetic += 0.5 * b.mass * (b.vx * b.vx + b.vy * b.vy) + 0.5 * b.inertia * b.w * b.w;
        energy.height += b.mass * made->gravity * b.y;
    }
    pawl_joint_id joint = PAWL_NULL_JOINT;
    while ((joint = pawl_world_next_joint(world, joint)).index1 != 0)
        energy.springs += spring_energy(world, joint);
    return energy;
}

static double total_mass(const assembly *made) {
    double mass = 0;
    pawl_body_id body = PAWL_NULL_BODY;
    while ((body = pawl_world_next_body(made->world, body)).index1 != 0)
        mass += (double)pawl_body_get_mass(made->world, body).mass / 65536;
    return mass;
}

/* How far the anchors of joints that hold a point are apart. */
static double widest_gap(const pawl_world *world) {
    double widest = 0;
    pawl_joint_id joint = PAWL_NULL_JOINT;
    while ((joint = pawl_world_next_joint(world, joint)).index1 != 0) {
        pawl_joint_def def;
        if (pawl_joint_get_def(world, joint, &def) != PAWL_OK) continue;
        const double length = units(pawl_joint_get_length(world, joint));
        if (def.type == PAWL_JOINT_REVOLUTE || (def.type == PAWL_JOINT_WELD && !def.spring))
            widest = fmax(widest, length);
        if (def.type == PAWL_JOINT_DISTANCE && !def.spring && !def.limit)
            widest = fmax(widest, fabs(length - units(def.target)));
    }
    return widest;
}

assembly_watch assembly_run(const assembly *made, int seconds) {
    assembly_watch watch;
    memset(&watch, 0, sizeof watch);
    double lowest = HUGE_VAL;
    watch.worst = -HUGE_VAL;
    for (int second = 0; second < seconds; second++) {
        double mean = 0;
        for (int step = 0; step < 60; step++) {
            must(pawl_world_step(made->world, NULL));
            const assembly_energy now = assembly_measure(made);
            mean += (now.kinetic + now.height + (second == 0 ? now.springs : 0)) / 60;
            lowest = fmin(lowest, now.height);
            watch.gap = fmax(watch.gap, widest_gap(made->world));
        }
        if (second == 0) watch.first = mean;
        if (second == 0 || mean <= watch.worst) continue;
        watch.worst = mean;
        watch.second = second;
    }
    watch.faults = pawl_world_get_faults(made->world);
    const double slow = 1.0 / 512;
    watch.allowed =
        watch.first + 0.01 * (watch.first - lowest) + 0.5 * total_mass(made) * slow * slow;
    return watch;
}
