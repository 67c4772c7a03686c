/* twin.c - soft step in double precision.
 *
 * Method: sub-stepped soft constraints with a relax pass (Catto, "Solver2D", 2024) plus two
 * additions that hold tall stacks: a manifold is kept, anchors and normal frozen in world axes,
 * while its bodies hardly move against each other; and the two points of a manifold are solved as
 * one 2x2 complementarity problem. Brute force everywhere else. */
#include "twin.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "twin_collide.h"
#include "twin_world.h"

static const double pi = 3.14159265358979323846;

static void *allocate(size_t count, size_t size) {
    void *const memory = calloc(count, size);
    if (!memory) {
        fprintf(stderr, "twin: out of memory\n");
        exit(2);
    }
    return memory;
}

/* Area and second moment about the origin, which is the centre of mass. */
static void set_mass(twin_body *body) {
    const scene_body *const made_from = body->made_from;
    double area = pi * made_from->radius * made_from->radius;
    double moment = area * made_from->radius * made_from->radius / 2;
    if (made_from->vertex_count >= 3) {
        area = moment = 0;
        for (int i = 0; i < made_from->vertex_count; i++) {
            const scene_vector v = made_from->vertices[i];
            const scene_vector w = made_from->vertices[(i + 1) % made_from->vertex_count];
            area += cross(v, w) / 2;
            moment += cross(v, w) * (dot(v, v) + dot(v, w) + dot(w, w)) / 12;
        }
    }
    body->inverse_mass = 1 / (made_from->density * area);
    body->inverse_inertia = 1 / (made_from->density * moment);
}

twin_world *twin_make(const scene_def *scene, twin_options options) {
    twin_world *const made = allocate(1, sizeof *made);
    made->bodies = allocate((size_t)scene->body_count, sizeof *made->bodies);
    made->body_count = scene->body_count;
    made->gravity = scene->gravity;
    made->unit = scene->unit;
    made->slop = 0.005 * scene->unit;
    made->margin = 0.02 * scene->unit;
    made->substeps = options.substeps ? options.substeps : 4;
    made->substep = 1.0 / ((options.rate ? options.rate : 60) * made->substeps);
    made->serial = options.serial;
    for (int i = 0; i < scene->body_count; i++) {
        twin_body *const body = &made->bodies[i];
        body->made_from = &scene->bodies[i];
        body->position = body->made_from->position;
        body->angle = body->made_from->angle;
        body->velocity = body->made_from->velocity;
        body->angular_velocity = body->made_from->angular_velocity;
        if (body->made_from->dynamic) set_mass(body);
    }
    made->joints = allocate((size_t)scene->joint_count + 1, sizeof *made->joints);
    made->joint_count = scene->joint_count;
    for (int i = 0; i < scene->joint_count; i++) {
        const scene_joint *const from = &scene->joints[i];
        const twin_body *const a = &made->bodies[from->a], *const b = &made->bodies[from->b];
        made->joints[i].a = from->a;
        made->joints[i].b = from->b;
        made->joints[i].local_a = rotate(sub(from->point, a->position), -a->angle);
        made->joints[i].local_b = rotate(sub(from->point, b->position), -b->angle);
    }
    twin_order_joints(made);
    return made;
}

void twin_free(twin_world *twin) {
    if (!twin) return;
    free(twin->bodies);
    free(twin->joints);
    free(twin->contacts);
    free(twin->old_contacts);
    free(twin);
}

body_motion twin_motion(const twin_world *twin, int body) {
    const twin_body *const from = &twin->bodies[body];
    return (body_motion){from->position, from->angle, from->velocity, from->angular_velocity};
}

double twin_penetration(const twin_world *twin) {
    return twin->penetration;
}

/* Shape and box of a body at the start of the step. */
static void place_body(twin_body *body, double margin) {
    body->shape = twin_shape_place(body->made_from, body->position, body->angle);
    body->lower = body->upper = body->shape.vertices[0];
    for (int i = 1; i < body->shape.count; i++) {
        const scene_vector v = body->shape.vertices[i];
        body->lower.x = fmin(body->lower.x, v.x);
        body->lower.y = fmin(body->lower.y, v.y);
        body->upper.x = fmax(body->upper.x, v.x);
        body->upper.y = fmax(body->upper.y, v.y);
    }
    const double grow = body->shape.radius + margin;
    body->lower = sub(body->lower, (scene_vector){grow, grow});
    body->upper = add(body->upper, (scene_vector){grow, grow});
}

static bool boxes_overlap(const twin_body *a, const twin_body *b) {
    return a->lower.x <= b->upper.x && b->lower.x <= a->upper.x && a->lower.y <= b->upper.y &&
           b->lower.y <= a->upper.y;
}

/* Whether the bodies hardly moved against each other since the manifold was made. The turn of
 * each body by itself is limited too, because anchors and normal do not turn along. */
static bool can_recycle(const twin_world *twin, const twin_contact *contact) {
    const twin_body *const a = &twin->bodies[contact->a], *const b = &twin->bodies[contact->b];
    const double turn_a = a->angle - contact->made_angle_a;
    const double turn_b = b->angle - contact->made_angle_b;
    const scene_vector between = rotate(sub(b->position, a->position), -a->angle);
    const scene_vector moved = sub(between, contact->made_position);
    const double arc = fabs(turn_b - turn_a) * scene_extent(b->made_from);
    const double turn_limit = 0.2;
    return hypot(moved.x, moved.y) + arc < 0.05 * twin->unit && fabs(turn_a) < turn_limit &&
           fabs(turn_b) < turn_limit;
}

/* Separation of the kept anchors, which turn with their bodies here and only here. */
static void recycle(const twin_world *twin, twin_contact *contact) {
    const twin_body *const a = &twin->bodies[contact->a], *const b = &twin->bodies[contact->b];
    for (int i = 0; i < contact->count; i++) {
        twin_row *const row = &contact->rows[i];
        const scene_vector on_a = rotate(row->anchor_a, a->angle - contact->made_angle_a);
        const scene_vector on_b = rotate(row->anchor_b, b->angle - contact->made_angle_b);
        const scene_vector gap = sub(add(b->position, on_b), add(a->position, on_a));
        row->separation = row->base + dot(gap, contact->normal);
    }
}

/* Compute a manifold, taking over the impulses of points that were there before. */
static void renew(const twin_world *twin, twin_contact *contact, const twin_contact *old) {
    const twin_body *const a = &twin->bodies[contact->a], *const b = &twin->bodies[contact->b];
    const twin_manifold manifold = twin_collide(&a->shape, &b->shape, twin->margin, twin->slop);
    contact->normal = manifold.normal;
    contact->count = manifold.count;
    contact->made_position = rotate(sub(b->position, a->position), -a->angle);
    contact->made_angle_a = a->angle;
    contact->made_angle_b = b->angle;
    for (int i = 0; i < manifold.count; i++) {
        const twin_point *const point = &manifold.points[i];
        twin_row *const row = &contact->rows[i];
        row->anchor_a = point->anchor_a;
        row->anchor_b = point->anchor_b;
        row->feature = point->feature;
        row->base = row->separation = point->separation;
        for (int j = 0; old && j < old->count; j++) {
            if (old->rows[j].feature != row->feature) continue;
            row->impulse = old->rows[j].impulse;
            row->tangent_impulse = old->rows[j].tangent_impulse;
        }
    }
}

static twin_contact *append_contact(twin_world *twin) {
    if (twin->contact_count == twin->contact_capacity) {
        twin->contact_capacity = twin->contact_capacity ? 2 * twin->contact_capacity : 256;
        const size_t size = (size_t)twin->contact_capacity * sizeof(twin_contact);
        twin->contacts = realloc(twin->contacts, size);
        twin->old_contacts = realloc(twin->old_contacts, size);
        if (!twin->contacts || !twin->old_contacts) {
            fprintf(stderr, "twin: out of memory\n");
            exit(2);
        }
    }
    twin_contact *const made = &twin->contacts[twin->contact_count++];
    *made = (twin_contact){0};
    return made;
}

/* All pairs in order of (a, b), merged with those of the last step, which have the same order. */
static void find_contacts(twin_world *twin) {
    twin_contact *const spare = twin->old_contacts;
    twin->old_contacts = twin->contacts;
    twin->old_count = twin->contact_count;
    twin->contacts = spare;
    twin->contact_count = 0;
    int next = 0;
    for (int a = 0; a < twin->body_count; a++) {
        for (int b = a + 1; b < twin->body_count; b++) {
            const twin_body *const body_a = &twin->bodies[a], *const body_b = &twin->bodies[b];
            if (body_a->inverse_mass <= 0 && body_b->inverse_mass <= 0) continue;
            if (!boxes_overlap(body_a, body_b) || twin_are_joined(twin, a, b)) continue;
            twin_contact *const made = append_contact(twin);
            while (next < twin->old_count &&
                   (twin->old_contacts[next].a < a ||
                    (twin->old_contacts[next].a == a && twin->old_contacts[next].b < b))) {
                next++;
            }
            const twin_contact *old = next < twin->old_count ? &twin->old_contacts[next] : NULL;
            if (old && (old->a != a || old->b != b)) old = NULL;
            if (old && old->count > 0 && can_recycle(twin, old)) {
                *made = *old;
                recycle(twin, made);
                continue;
            }
            made->a = a;
            made->b = b;
            renew(twin, made, old);
        }
    }
}

static double relative_velocity(const twin_body *a, const twin_body *b, scene_vector direction,
                                double arm_a, double arm_b) {
    return dot(sub(b->velocity, a->velocity), direction) + arm_b * b->angular_velocity -
           arm_a * a->angular_velocity;
}

static bool touches_static(const twin_world *twin, const twin_contact *contact) {
    return twin->bodies[contact->a].inverse_mass <= 0 || twin->bodies[contact->b].inverse_mass <= 0;
}

static void prepare(twin_world *twin, twin_contact *contact) {
    const twin_body *const a = &twin->bodies[contact->a], *const b = &twin->bodies[contact->b];
    const bool against_static = touches_static(twin, contact);
    const double hertz = fmin(30, 0.125 / twin->substep);
    contact->soft = twin_make_soft(against_static ? 2 * hertz : hertz, 10, twin->substep);
    contact->friction = sqrt(a->made_from->friction * b->made_from->friction);
    contact->restitution = fmax(a->made_from->restitution, b->made_from->restitution);
    const double linear = a->inverse_mass + b->inverse_mass;
    const scene_vector tangent = {contact->normal.y, -contact->normal.x};
    for (int i = 0; i < contact->count; i++) {
        twin_row *const row = &contact->rows[i];
        row->arm_a = cross(row->anchor_a, contact->normal);
        row->arm_b = cross(row->anchor_b, contact->normal);
        row->tangent_arm_a = cross(row->anchor_a, tangent);
        row->tangent_arm_b = cross(row->anchor_b, tangent);
        row->mass = 1 / (linear + a->inverse_inertia * row->arm_a * row->arm_a +
                         b->inverse_inertia * row->arm_b * row->arm_b);
        row->tangent_mass =
            1 / (linear + a->inverse_inertia * row->tangent_arm_a * row->tangent_arm_a +
                 b->inverse_inertia * row->tangent_arm_b * row->tangent_arm_b);
        row->approach = relative_velocity(a, b, contact->normal, row->arm_a, row->arm_b);
        row->largest_impulse = 0;
        twin->penetration = fmax(twin->penetration, -row->separation);
    }
    contact->coupling = linear +
                        a->inverse_inertia * contact->rows[0].arm_a * contact->rows[1].arm_a +
                        b->inverse_inertia * contact->rows[0].arm_b * contact->rows[1].arm_b;
}

/* An impulse along a direction: B is pushed along it, A against it. */
static void push(twin_body *a, twin_body *b, scene_vector direction, double arm_a, double arm_b,
                 double impulse) {
    a->velocity = sub(a->velocity, scale(direction, impulse * a->inverse_mass));
    a->angular_velocity -= arm_a * impulse * a->inverse_inertia;
    b->velocity = add(b->velocity, scale(direction, impulse * b->inverse_mass));
    b->angular_velocity += arm_b * impulse * b->inverse_inertia;
}

static void warm_start(twin_world *twin, const twin_contact *contact) {
    twin_body *const a = &twin->bodies[contact->a], *const b = &twin->bodies[contact->b];
    const scene_vector tangent = {contact->normal.y, -contact->normal.x};
    for (int i = 0; i < contact->count; i++) {
        const twin_row *const row = &contact->rows[i];
        push(a, b, contact->normal, row->arm_a, row->arm_b, row->impulse);
        push(a, b, tangent, row->tangent_arm_a, row->tangent_arm_b, row->tangent_impulse);
    }
}

/* The impulse that a row asks for by itself, and the mass it used to find it. */
static double wanted_impulse(const twin_world *twin, const twin_contact *contact,
                             const twin_row *row, bool bias, double *mass) {
    const twin_body *const a = &twin->bodies[contact->a], *const b = &twin->bodies[contact->b];
    const double speed = relative_velocity(a, b, contact->normal, row->arm_a, row->arm_b);
    const double separation = row->separation + dot(sub(b->move, a->move), contact->normal) +
                              row->arm_b * b->turn - row->arm_a * a->turn;
    *mass = row->mass;
    if (separation > 0) return -row->mass * (speed + separation / twin->substep);
    if (!bias) return -row->mass * speed;
    const twin_softness soft = contact->soft;
    const double push_speed = 3 * twin->unit;
    *mass = row->mass * soft.mass_scale;
    const double rate = fmax(soft.bias_rate * separation, -push_speed / soft.mass_scale);
    return -*mass * (speed + rate) - soft.impulse_scale * row->impulse;
}

static void apply_normal(twin_world *twin, const twin_contact *contact, twin_row *row,
                         double impulse) {
    twin_body *const a = &twin->bodies[contact->a], *const b = &twin->bodies[contact->b];
    row->impulse += impulse;
    row->largest_impulse = fmax(row->largest_impulse, row->impulse);
    push(a, b, contact->normal, row->arm_a, row->arm_b, impulse);
}

static void solve_point(twin_world *twin, twin_contact *contact, int index, bool bias) {
    twin_row *const row = &contact->rows[index];
    double mass;
    const double wanted = wanted_impulse(twin, contact, row, bias, &mass);
    apply_normal(twin, contact, row, fmax(wanted, -row->impulse));
}

/* Both points at once. With w the impulses that each row wants by itself, the impulses x satisfy
 * x0 + k0 x1 = w0 and x1 + k1 x0 = w1 where a point pushes; a point that does not push has
 * accumulated zero and must not want more. Exactly one of the four cases holds, as the system is
 * positive definite. */
static void solve_pair(twin_world *twin, twin_contact *contact, bool bias) {
    twin_row *const r0 = &contact->rows[0], *const r1 = &contact->rows[1];
    double mass0, mass1;
    const double w0 = wanted_impulse(twin, contact, r0, bias, &mass0);
    const double w1 = wanted_impulse(twin, contact, r1, bias, &mass1);
    const double k0 = contact->coupling * mass0, k1 = contact->coupling * mass1;
    const double determinant = 1 - k0 * k1;
    const double none0 = -r0->impulse, none1 = -r1->impulse;
    double x0, x1;
    if (determinant < 1.0 / 64) {
        x0 = fmax(w0 / 2, none0);
        x1 = fmax(w1 / 2, none1);
    } else {
        x0 = (w0 - k0 * w1) / determinant;
        x1 = (w1 - k1 * w0) / determinant;
        if (x0 < none0 || x1 < none1) {
            const double only0 = w0 - k0 * none1, only1 = w1 - k1 * none0;
            if (only0 >= none0 && w1 - k1 * only0 <= none1) {
                x0 = only0;
                x1 = none1;
            } else if (only1 >= none1 && w0 - k0 * only1 <= none0) {
                x0 = none0;
                x1 = only1;
            } else {
                x0 = none0;
                x1 = none1;
            }
        }
    }
    apply_normal(twin, contact, r0, x0);
    apply_normal(twin, contact, r1, x1);
}

static void solve_friction(twin_world *twin, twin_contact *contact) {
    twin_body *const a = &twin->bodies[contact->a], *const b = &twin->bodies[contact->b];
    const scene_vector tangent = {contact->normal.y, -contact->normal.x};
    const bool together = contact->count == 2 && !twin->serial;
    double speeds[2];
    for (int i = 0; i < contact->count; i++) {
        const twin_row *const row = &contact->rows[i];
        speeds[i] = relative_velocity(a, b, tangent, row->tangent_arm_a, row->tangent_arm_b);
    }
    for (int i = 0; i < contact->count; i++) {
        twin_row *const row = &contact->rows[i];
        if (!together) {
            speeds[i] = relative_velocity(a, b, tangent, row->tangent_arm_a, row->tangent_arm_b);
        }
        const double mass = together ? row->tangent_mass / 2 : row->tangent_mass;
        const double limit = contact->friction * row->impulse;
        const double before = row->tangent_impulse;
        row->tangent_impulse = fmin(fmax(before - mass * speeds[i], -limit), limit);
        push(a, b, tangent, row->tangent_arm_a, row->tangent_arm_b, row->tangent_impulse - before);
    }
}

static void solve(twin_world *twin, twin_contact *contact, bool bias) {
    if (contact->count == 2 && !twin->serial) {
        solve_pair(twin, contact, bias);
    } else {
        for (int i = 0; i < contact->count; i++)
            solve_point(twin, contact, i, bias);
    }
    if (!bias) solve_friction(twin, contact);
}

/* Bounce off what was approached fast and did push. */
static void restitute(twin_world *twin, twin_contact *contact) {
    if (contact->restitution <= 0) return;
    const twin_body *const a = &twin->bodies[contact->a], *const b = &twin->bodies[contact->b];
    for (int i = 0; i < contact->count; i++) {
        twin_row *const row = &contact->rows[i];
        if (row->approach > -twin->unit || row->largest_impulse <= 0) continue;
        const double speed = relative_velocity(a, b, contact->normal, row->arm_a, row->arm_b);
        const double wanted = -row->mass * (speed + contact->restitution * row->approach);
        apply_normal(twin, contact, row, fmax(wanted, -row->impulse));
    }
}

typedef enum solver_pass {
    PASS_WARM,
    PASS_BIAS,
    PASS_RELAX,
    PASS_BOUNCE
} solver_pass;

/* Joints, contacts between moving bodies, then those with static ones, which have the last word. */
static void run_pass(twin_world *twin, solver_pass pass) {
    for (int i = 0; i < twin->joint_count; i++) {
        twin_joint *const joint = &twin->joints[i];
        if (pass == PASS_WARM) twin_push_joint(twin, joint, joint->impulse);
        if (pass == PASS_BIAS || pass == PASS_RELAX)
            twin_solve_joint(twin, joint, pass == PASS_BIAS);
    }
    for (int with_static = 0; with_static < 2; with_static++) {
        for (int i = 0; i < twin->contact_count; i++) {
            twin_contact *const contact = &twin->contacts[i];
            if (touches_static(twin, contact) != (with_static == 1)) continue;
            if (pass == PASS_WARM) warm_start(twin, contact);
            if (pass == PASS_BIAS) solve(twin, contact, true);
            if (pass == PASS_RELAX) solve(twin, contact, false);
            if (pass == PASS_BOUNCE) restitute(twin, contact);
        }
    }
}

static void run_substep(twin_world *twin) {
    const double h = twin->substep;
    for (int i = 0; i < twin->body_count; i++) {
        twin_body *const body = &twin->bodies[i];
        if (body->inverse_mass > 0) body->velocity = add(body->velocity, scale(twin->gravity, h));
    }
    run_pass(twin, PASS_WARM);
    run_pass(twin, PASS_BIAS);
    for (int i = 0; i < twin->body_count; i++) {
        twin_body *const body = &twin->bodies[i];
        body->move = add(body->move, scale(body->velocity, h));
        body->turn += body->angular_velocity * h;
    }
    run_pass(twin, PASS_RELAX);
}

void twin_step(twin_world *twin) {
    for (int i = 0; i < twin->body_count; i++) {
        twin_body *const body = &twin->bodies[i];
        place_body(body, 0.05 * twin->unit);
        body->move = (scene_vector){0, 0};
        body->turn = 0;
    }
    find_contacts(twin);
    twin->penetration = 0;
    for (int i = 0; i < twin->contact_count; i++)
        prepare(twin, &twin->contacts[i]);
    for (int i = 0; i < twin->joint_count; i++)
        twin_prepare_joint(twin, &twin->joints[i]);
    for (int i = 0; i < twin->substeps; i++)
        run_substep(twin);
    run_pass(twin, PASS_BOUNCE);
    for (int i = 0; i < twin->body_count; i++) {
        twin_body *const body = &twin->bodies[i];
        body->position = add(body->position, body->move);
        body->angle += body->turn;
    }
}
