/* joint_twin.c - see joint_twin.h. */
#include "support/joint/joint_twin.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846
#define WIDE(value) ((double)(value) / 65536.0)
#define RIGID_DAMPING 2.0
#define WELD_DAMPING 5.0

static double units(pawl_fx value) {
    return value / 65536.0;
}

typedef struct vec {
    double x, y;
} vec;

typedef enum block_kind {
    RIGID,
    SPRING,
    MOTOR,
    LIMIT
} block_kind;

/* Up to three rows that are solved at once. */
typedef struct twin_block {
    block_kind kind;
    int rows, impulse; /* first of its impulses */
    double row[3][6];  /* ax ay aw bx by bw */
    double error[3], speed[3];
    double hertz, damping_ratio, most; /* of a rigid block: the damping alone, 0: the usual one */
    double lower, upper;               /* of a motor: room to the limits */
} twin_block;

typedef struct blocks {
    twin_block list[8];
    int count;
} blocks;

static vec turned(double angle, double x, double y) {
    const vec v = {cos(angle) * x - sin(angle) * y, sin(angle) * x + cos(angle) * y};
    return v;
}

static double cross(vec a, vec b) {
    return a.x * b.y - a.y * b.x;
}

static double radians(pawl_angle angle) {
    return (double)(int32_t)angle * (PI / 2147483648.0);
}

static twin_block *add(blocks *out, block_kind kind, int rows, int impulse) {
    twin_block *const b = &out->list[out->count++];
    memset(b, 0, sizeof *b);
    b->lower = b->upper = HUGE_VAL;
    b->kind = kind;
    b->rows = rows;
    b->impulse = impulse;
    return b;
}

static void set_row(double row[6], vec a, double aw, vec b, double bw) {
    row[0] = a.x, row[1] = a.y, row[2] = aw, row[3] = b.x, row[4] = b.y, row[5] = bw;
}

/* Anchors and axis of a joint at the present poses. */
typedef struct frame {
    vec ra, rb, d, n, side;
    double angle, angle_a, angle_b; /* of the frames */
} frame;

static frame frame_of(const twin *t, const twin_joint *j) {
    const twin_body *const a = &t->bodies[j->a], *const b = &t->bodies[j->b];
    const pawl_joint_def *const def = &j->def;
    frame f;
    f.ra = turned(a->angle, units(def->frame_a.anchor.x), units(def->frame_a.anchor.y));
    f.rb = turned(b->angle, units(def->frame_b.anchor.x), units(def->frame_b.anchor.y));
    f.d.x = b->x + f.rb.x - a->x - f.ra.x;
    f.d.y = b->y + f.rb.y - a->y - f.ra.y;
    f.angle_a = a->angle + radians(def->frame_a.angle);
    f.angle_b = b->angle + radians(def->frame_b.angle);
    f.angle = f.angle_b - f.angle_a;
    f.n = turned(f.angle_a, 1, 0);
    f.side = turned(f.angle_a, 0, 1);
    return f;
}

static void point_rows(twin_block *b, const frame *f) {
    set_row(b->row[0], (vec){-1, 0}, f->ra.y, (vec){1, 0}, -f->rb.y);
    set_row(b->row[1], (vec){0, -1}, -f->ra.x, (vec){0, 1}, f->rb.x);
    b->error[0] = f->d.x;
    b->error[1] = f->d.y;
}

static void angle_row(twin_block *b, int at, double error) {
    set_row(b->row[at], (vec){0, 0}, -1, (vec){0, 0}, 1);
    b->error[at] = error;
}

/* Along n; an axis of A reaches to the anchor of B. */
static void axis_row(twin_block *b, int at, const frame *f, vec n, bool of_a, double error) {
    const vec reach = {f->ra.x + (of_a ? f->d.x : 0), f->ra.y + (of_a ? f->d.y : 0)};
    set_row(b->row[at], (vec){-n.x, -n.y}, -cross(reach, n), n, cross(f->rb, n));
    b->error[at] = error;
}

static void negate(twin_block *b) {
    for (int i = 0; i < 6; i++)
        b->row[0][i] = -b->row[0][i];
}

/* Spring, motor and limits of one coordinate. `make` is the block's row. */
typedef struct coordinate {
    bool is_angle, of_a;
    vec n;
    double value;
} coordinate;

static void coordinate_row(twin_block *b, const frame *f, const coordinate *c, double error) {
    if (c->is_angle) {
        angle_row(b, 0, error);
    } else {
        axis_row(b, 0, f, c->n, c->of_a, error);
    }
}

static void add_drives(blocks *out, const twin_joint *j, const frame *f, const coordinate *c,
                       bool motor, int impulse) {
    const pawl_joint_def *const def = &j->def;
    if (def->spring) {
        twin_block *const b = add(out, SPRING, 1, impulse);
        coordinate_row(b, f, c, c->value - units(def->target));
        b->hertz = units(def->hertz);
        b->damping_ratio = units(def->damping_ratio);
        b->most = HUGE_VAL;
    }
    if (def->motor && motor) {
        twin_block *const b = add(out, MOTOR, 1, impulse + 1);
        coordinate_row(b, f, c, 0);
        b->speed[0] = units(def->motor_speed);
        b->most = WIDE(def->motor_max);
        b->lower = def->limit ? c->value - units(def->lower) : HUGE_VAL;
        b->upper = def->limit ? units(def->upper) - c->value : HUGE_VAL;
    }
    if (def->limit) {
        coordinate_row(add(out, LIMIT, 1, impulse + 2), f, c, c->value - units(def->lower));
        twin_block *const b = add(out, LIMIT, 1, impulse + 3);
        coordinate_row(b, f, c, units(def->upper) - c->value);
        negate(b);
    }
}

static void build_weld(blocks *out, const twin_joint *j, const frame *f) {
    const pawl_joint_def *const def = &j->def;
    const bool soft = def->spring && def->hertz > 0, bends = def->spring && def->angular_hertz > 0;
    twin_block *const angle = add(out, bends ? SPRING : RIGID, 1, 2);
    angle_row(angle, 0, f->angle);
    angle->hertz = units(def->angular_hertz);
    angle->damping_ratio = bends ? units(def->angular_damping_ratio) : WELD_DAMPING;
    angle->most = HUGE_VAL;
    twin_block *const point = add(out, soft ? SPRING : RIGID, 2, 0);
    point_rows(point, f);
    point->hertz = units(def->hertz);
    point->damping_ratio = soft ? units(def->damping_ratio) : WELD_DAMPING;
    point->most = HUGE_VAL;
}

static void build_motor(blocks *out, const twin_joint *j, const frame *f) {
    const pawl_joint_def *const def = &j->def;
    if (def->spring) {
        twin_block *const angle = add(out, SPRING, 1, 2);
        angle_row(angle, 0, f->angle);
        angle->hertz = units(def->angular_hertz);
        angle->damping_ratio = units(def->angular_damping_ratio);
        angle->most = WIDE(def->spring_torque_max);
        twin_block *const point = add(out, SPRING, 2, 0);
        point_rows(point, f);
        point->hertz = units(def->hertz);
        point->damping_ratio = units(def->damping_ratio);
        point->most = WIDE(def->spring_force_max);
    }
    if (!def->motor) return;
    twin_block *const angle = add(out, MOTOR, 1, 5);
    angle_row(angle, 0, 0);
    angle->speed[0] = units(def->motor_speed);
    angle->most = WIDE(def->motor_max);
    twin_block *const point = add(out, MOTOR, 2, 3);
    point_rows(point, f);
    const vec v = turned(f->angle_a, units(def->linear_velocity.x), units(def->linear_velocity.y));
    point->speed[0] = v.x;
    point->speed[1] = v.y;
    point->most = WIDE(def->force_max);
}

static void build_pulley(blocks *out, const twin *t, const twin_joint *j, const frame *f) {
    const twin_body *const a = &t->bodies[j->a], *const b = &t->bodies[j->b];
    vec ua = {a->x + f->ra.x - units(j->def.ground_a.x), a->y + f->ra.y - units(j->def.ground_a.y)};
    vec ub = {b->x + f->rb.x - units(j->def.ground_b.x), b->y + f->rb.y - units(j->def.ground_b.y)};
    const double la = hypot(ua.x, ua.y), lb = hypot(ub.x, ub.y), ratio = units(j->def.ratio);
    ua.x /= la, ua.y /= la, ub.x *= ratio / lb, ub.y *= ratio / lb;
    twin_block *const rope = add(out, LIMIT, 1, 0);
    set_row(rope->row[0], (vec){-ua.x, -ua.y}, -cross(f->ra, ua), (vec){-ub.x, -ub.y},
            -cross(f->rb, ub));
    rope->error[0] = units(j->def.target) - la - ratio * lb;
}

static void build_gear(blocks *out, const twin_joint *j, const frame *f) {
    const double ratio = units(j->def.ratio);
    twin_block *const b = add(out, j->def.motor ? MOTOR : RIGID, 1, 0);
    set_row(b->row[0], (vec){0, 0}, -1, (vec){0, 0}, ratio);
    b->error[0] = ratio * f->angle_b - f->angle_a - units(j->def.target);
    b->speed[0] = j->def.motor ? units(j->def.motor_speed) : 0;
    b->most = WIDE(j->def.motor_max);
}

static void build(blocks *out, const twin *t, const twin_joint *j) {
    const frame f = frame_of(t, j);
    coordinate c = {false, true, f.n, f.d.x * f.n.x + f.d.y * f.n.y};
    const double across = f.d.x * f.side.x + f.d.y * f.side.y;
    twin_block *b;
    out->count = 0;
    switch (j->def.type) {
    case PAWL_JOINT_REVOLUTE:
        c.is_angle = true;
        c.value = f.angle;
        add_drives(out, j, &f, &c, true, 2);
        point_rows(add(out, RIGID, 2, 0), &f);
        return;
    case PAWL_JOINT_PRISMATIC:
        add_drives(out, j, &f, &c, true, 2);
        b = add(out, RIGID, 2, 0);
        axis_row(b, 0, &f, f.side, true, across);
        angle_row(b, 1, f.angle);
        return;
    case PAWL_JOINT_DISTANCE:
        c.of_a = false;
        c.value = hypot(f.d.x, f.d.y);
        if (c.value > 0) c.n = (vec){f.d.x / c.value, f.d.y / c.value};
        if (j->def.limit || j->def.spring || j->def.motor) {
            add_drives(out, j, &f, &c, true, 1);
        } else {
            axis_row(add(out, RIGID, 1, 0), 0, &f, c.n, false, c.value - units(j->def.target));
        }
        return;
    case PAWL_JOINT_WELD:
        build_weld(out, j, &f);
        return;
    case PAWL_JOINT_WHEEL:
        if (j->def.motor) {
            b = add(out, MOTOR, 1, 1);
            angle_row(b, 0, 0);
            b->speed[0] = units(j->def.motor_speed);
            b->most = WIDE(j->def.motor_max);
        }
        add_drives(out, j, &f, &c, false, 2);
        axis_row(add(out, RIGID, 1, 0), 0, &f, f.side, true, across);
        return;
    case PAWL_JOINT_MOTOR:
        build_motor(out, j, &f);
        return;
    case PAWL_JOINT_PULLEY:
        build_pulley(out, t, j, &f);
        return;
    case PAWL_JOINT_GEAR:
        build_gear(out, j, &f);
        return;
    case PAWL_JOINT_RATCHET:
        angle_row(add(out, LIMIT, 1, 0), 0, f.angle - j->tooth);
        return;
    default:
        return;
    }
}

/* ---- solving -------------------------------------------------------------------------------- */

static double velocity_of(const twin_body *a, const twin_body *b, const double row[6]) {
    return row[0] * a->vx + row[1] * a->vy + row[2] * a->w + row[3] * b->vx + row[4] * b->vy +
           row[5] * b->w;
}

static void apply(twin_body *a, twin_body *b, const double row[6], double impulse) {
    a->vx += a->inverse_mass * row[0] * impulse;
    a->vy += a->inverse_mass * row[1] * impulse;
    a->w += a->inverse_inertia * row[2] * impulse;
    b->vx += b->inverse_mass * row[3] * impulse;
    b->vy += b->inverse_mass * row[4] * impulse;
    b->w += b->inverse_inertia * row[5] * impulse;
}

/* Solve (J M^-1 J^T) x = v by elimination; x replaces v. A row nobody can follow gets 0. */
static void eliminate(const twin_body *a, const twin_body *b, const twin_block *block,
                      double v[3]) {
    const double inverse[6] = {a->inverse_mass, a->inverse_mass, a->inverse_inertia,
                               b->inverse_mass, b->inverse_mass, b->inverse_inertia};
    double k[3][3];
    const int n = block->rows;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            k[i][j] = 0;
            for (int c = 0; c < 6; c++)
                k[i][j] += block->row[i][c] * inverse[c] * block->row[j][c];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        if (k[i][i] <= 0) continue;
        for (int j = 0; j < i; j++) {
            const double factor = k[j][i] / k[i][i];
            for (int c = 0; c <= i; c++)
                k[j][c] -= factor * k[i][c];
            v[j] -= factor * v[i];
        }
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++)
            v[i] -= k[i][j] * v[j];
        v[i] = k[i][i] <= 0 ? 0 : v[i] / k[i][i];
    }
}

typedef struct soft {
    double bias, mass, impulse;
} soft;

static soft soften(double hertz, double damping_ratio, double h) {
    const double omega = 2 * PI * hertz, a1 = 2 * damping_ratio + h * omega;
    const double a2 = h * omega * a1;
    const soft none = {0, 0, 1};
    const soft s = {omega / a1, a2 / (1 + a2), 1 / (1 + a2)};
    return a2 > 0 ? s : none;
}

/* Of what is rigid: 60 Hz, at most a quarter of the rate of sub-steps. */
static soft rigid_soft(double damping_ratio, double h) {
    return soften(fmin(60, 0.25 / h), damping_ratio > 0 ? damping_ratio : RIGID_DAMPING, h);
}

/* How fast a motor may approach a limit. */
static double approach(double room, double h, const soft *rigid) {
    return room > 0 ? room / h : rigid != NULL ? rigid->bias * room : 0;
}

static void solve_limit(twin_body *a, twin_body *b, const twin_block *block, double *impulse,
                        double h, const soft *rigid) {
    double v[3] = {velocity_of(a, b, block->row[0]), 0, 0};
    const double room = block->error[0];
    double keep = 0, scale = 1;
    if (room > 0) {
        v[0] += room / h;
    } else if (rigid != NULL) {
        v[0] += rigid->bias * room;
        scale = rigid->mass;
        keep = rigid->impulse;
    }
    eliminate(a, b, block, v);
    const double before = *impulse;
    *impulse = fmax(0, before - scale * v[0] - keep * before);
    apply(a, b, block->row[0], *impulse - before);
}

static void solve_block(twin_body *a, twin_body *b, const twin_block *block, double *impulses,
                        double h, const soft *rigid) {
    if (block->kind == LIMIT) {
        solve_limit(a, b, block, impulses, h, rigid);
        return;
    }
    soft s = {0, 1, 0};
    if (block->kind == SPRING) s = soften(block->hertz, block->damping_ratio, h);
    if (block->kind == RIGID && rigid != NULL) s = rigid_soft(block->damping_ratio, h);
    const double most_speed = approach(block->upper, h, rigid);
    const double least_speed = -approach(block->lower, h, rigid);
    double v[3], before[3], length = 0;
    for (int i = 0; i < block->rows; i++) {
        const double speed = fmax(fmin(block->speed[i], most_speed), least_speed);
        before[i] = impulses[i];
        v[i] = velocity_of(a, b, block->row[i]) - speed + s.bias * block->error[i];
    }
    eliminate(a, b, block, v);
    for (int i = 0; i < block->rows; i++) {
        impulses[i] += -s.mass * v[i] - s.impulse * before[i];
        length += impulses[i] * impulses[i];
    }
    const double most = block->kind == RIGID ? HUGE_VAL : block->most * h;
    if (length > most * most) {
        for (int i = 0; i < block->rows; i++)
            impulses[i] *= most / sqrt(length);
    }
    for (int i = 0; i < block->rows; i++)
        apply(a, b, block->row[i], impulses[i] - before[i]);
}

static void run_pass(twin *t, double h, const soft *rigid, bool warm) {
    for (int i = 0; i < t->joint_count; i++) {
        twin_joint *const j = &t->joints[i];
        twin_body *const a = &t->bodies[j->a], *const b = &t->bodies[j->b];
        blocks list;
        build(&list, t, j);
        for (int k = 0; k < list.count; k++) {
            const twin_block *const block = &list.list[k];
            double *const impulses = &j->impulses[block->impulse];
            for (int n = 0; warm && n < block->rows; n++)
                apply(a, b, block->row[n], impulses[n]);
            if (!warm) solve_block(a, b, block, impulses, h, rigid);
        }
    }
}

static void reach_teeth(twin *t) {
    for (int i = 0; i < t->joint_count; i++) {
        twin_joint *const j = &t->joints[i];
        if (j->def.type != PAWL_JOINT_RATCHET) continue;
        const frame f = frame_of(t, j);
        const double apart = units(j->def.ratio), phase = units(j->def.target);
        const double tooth = floor((f.angle - phase) / apart) * apart + phase;
        if (tooth > j->tooth) j->tooth = tooth;
    }
}

void joint_twin_step(twin *t) {
    const double h = t->step / t->substeps;
    const soft rigid = rigid_soft(0, h);
    reach_teeth(t);
    for (int substep = 0; substep < t->substeps; substep++) {
        for (int i = 0; i < t->body_count; i++) {
            t->bodies[i].vx += h * t->bodies[i].push_x;
            t->bodies[i].vy += h * t->bodies[i].push_y;
        }
        run_pass(t, h, NULL, true);
        run_pass(t, h, &rigid, false);
        for (int i = 0; i < t->body_count; i++) {
            t->bodies[i].x += h * t->bodies[i].vx;
            t->bodies[i].y += h * t->bodies[i].vy;
            t->bodies[i].angle += h * t->bodies[i].w;
        }
        run_pass(t, h, NULL, false);
    }
}
