/* energy_watch.c - an observer that names islands whose energy rises from nothing. */
#include "support/world/energy_watch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double radians_per_turn = 6.283185307179586476925;

/* Within one window. */
typedef struct window_part {
    double energy;   /* sum over the steps */
    double movement; /* its part that is movement, likewise */
    double given;    /* what springs may have given, and pushing apart has */
    bool excused;
    int parent; /* in the sets of connected bodies; an index of a body */
} window_part;

typedef struct watched_body {
    pawl_body_id id;
    bool dynamic;
    double mass, inertia, gravity_scale;
    pawl_vec2 center, velocity; /* after the last step */
    pawl_angle angle;
    window_part windows[3]; /* the last, and this one; the sets of both */
} watched_body;

/* A contact point as it was after the last step. */
typedef struct watched_point {
    pawl_shape_id shape_a, shape_b;
    int index, count;
    double separation, force;
} watched_point;

struct energy_watch {
    pawl_world *world;
    int rate, step; /* of the window */
    bool begun, has_last;
    uint32_t hash; /* of the state after the last step */
    int body_count, body_capacity;
    watched_body *bodies;
    int point_count, point_capacity, old_count, old_capacity;
    watched_point *points, *old_points;
    long comparisons;
    bool alarmed;
    char alarm[200];
};

static double real(int64_t value) {
    return (double)value / 65536;
}

static void *grow(void *array, int count, int *capacity, size_t size) {
    if (count < *capacity) return array;
    *capacity = *capacity ? 2 * *capacity : 256;
    void *const grown = realloc(array, (size_t)*capacity * size);
    if (!grown) {
        fprintf(stderr, "energy watch: no memory\n");
        exit(2);
    }
    return grown;
}

energy_watch *energy_watch_make(pawl_world *world, int rate) {
    energy_watch *const watch = calloc(1, sizeof *watch);
    if (!watch) {
        fprintf(stderr, "energy watch: no memory\n");
        exit(2);
    }
    watch->world = world;
    watch->rate = rate;
    return watch;
}

void energy_watch_free(energy_watch *watch) {
    if (!watch) return;
    free(watch->bodies);
    free(watch->points);
    free(watch->old_points);
    free(watch);
}

const char *energy_watch_alarm(const energy_watch *watch) {
    return watch->alarmed ? watch->alarm : NULL;
}

void energy_watch_clear(energy_watch *watch) {
    watch->alarmed = false;
}

long energy_watch_comparisons(const energy_watch *watch) {
    return watch->comparisons;
}

static bool equal_bodies(pawl_body_id a, pawl_body_id b) {
    return a.index1 == b.index1 && a.generation == b.generation;
}

static bool equal_shapes(pawl_shape_id a, pawl_shape_id b) {
    return a.index1 == b.index1 && a.generation == b.generation;
}

/* Bodies are kept in creation order, so that a search may begin where the last one ended. -1: not
 * known. */
static int index_of(const energy_watch *watch, pawl_body_id id, int *hint) {
    for (int i = 0; i < watch->body_count; i++) {
        const int at = (*hint + i) % watch->body_count;
        if (!equal_bodies(watch->bodies[at].id, id)) continue;
        *hint = at;
        return at;
    }
    return -1;
}

/* ---- sets of connected bodies ---- */

static void begin_window(energy_watch *watch) {
    for (int i = 0; i < watch->body_count; i++) {
        watched_body *const body = &watch->bodies[i];
        body->windows[0] = body->windows[1];
        body->windows[1] = (window_part){.parent = i};
    }
    watch->step = 0;
}

static int root_of(const energy_watch *watch, int window, int body) {
    while (watch->bodies[body].windows[window].parent != body)
        body = watch->bodies[body].windows[window].parent;
    return body;
}

static void connect(energy_watch *watch, int window, int a, int b) {
    const int root_a = root_of(watch, window, a), root_b = root_of(watch, window, b);
    const int low = root_a < root_b ? root_a : root_b;
    watch->bodies[root_a].windows[window].parent = low;
    watch->bodies[root_b].windows[window].parent = low;
}

/* ---- what may raise the energy ---- */

/* Bodies as they are now, from scratch. */
static void read_bodies(energy_watch *watch) {
    watch->body_count = 0;
    pawl_body_id id = pawl_world_next_body(watch->world, PAWL_NULL_BODY);
    for (; !pawl_body_is_null(id); id = pawl_world_next_body(watch->world, id)) {
        watch->bodies =
            grow(watch->bodies, watch->body_count, &watch->body_capacity, sizeof *watch->bodies);
        watched_body *const body = &watch->bodies[watch->body_count];
        *body = (watched_body){
            .id = id, .windows = {{.parent = watch->body_count}, {.parent = watch->body_count}}};
        watch->body_count++;
    }
    watch->has_last = false;
    watch->step = 0;
}

static bool same_bodies(const energy_watch *watch) {
    int i = 0;
    pawl_body_id id = pawl_world_next_body(watch->world, PAWL_NULL_BODY);
    for (; !pawl_body_is_null(id); id = pawl_world_next_body(watch->world, id), i++) {
        if (i >= watch->body_count || !equal_bodies(watch->bodies[i].id, id)) return false;
    }
    return i == watch->body_count;
}

static bool has_moved(const energy_watch *watch, const watched_body *body) {
    const pawl_vec2 at = pawl_body_get_center(watch->world, body->id);
    const pawl_vec2 v = pawl_body_get_velocity(watch->world, body->id);
    return at.x != body->center.x || at.y != body->center.y || v.x != body->velocity.x ||
           v.y != body->velocity.y || pawl_body_get_angle(watch->world, body->id) != body->angle;
}

/* A call has changed the state since the last step. What it has moved is excused, or all where it
 * has moved nothing dynamic: it may have been a force, a material, gravity. */
static void note_call(energy_watch *watch) {
    bool moved = false, only_dynamic = true;
    for (int i = 0; i < watch->body_count; i++) {
        watched_body *const body = &watch->bodies[i];
        if (!has_moved(watch, body)) continue;
        body->windows[1].excused = moved = true;
        only_dynamic = only_dynamic && body->dynamic;
    }
    for (int i = 0; i < watch->body_count && !(moved && only_dynamic); i++)
        watch->bodies[i].windows[1].excused = true;
}

/* What the contact does besides standing in the way. */
static bool contact_drives(const pawl_world *world, const pawl_contact *contact, pawl_body_id a,
                           pawl_body_id b) {
    const pawl_shape_id shapes[] = {contact->shape_a, contact->shape_b};
    const pawl_body_id bodies[] = {a, b};
    for (int i = 0; i < 2; i++) {
        if (pawl_shape_get_restitution(world, shapes[i]) > 0) return true;
        if (pawl_shape_get_tangent_speed(world, shapes[i]) != 0) return true;
        if (pawl_body_get_type(world, bodies[i]) == PAWL_KINEMATIC) return true;
    }
    return false;
}

/* The work of a contact point whose overlap has become less in this step. */
static double work_of(const energy_watch *watch, const watched_point *point, int *hint) {
    for (int i = 0; i < watch->old_count; i++) {
        const int at = (*hint + i) % watch->old_count;
        const watched_point *const old = &watch->old_points[at];
        if (!equal_shapes(old->shape_a, point->shape_a) ||
            !equal_shapes(old->shape_b, point->shape_b) || old->index != point->index) {
            continue;
        }
        *hint = at;
        const double apart = fmin(point->separation, 0) - fmin(old->separation, 0);
        return apart > 0 ? apart * fmax(point->force, old->force) : 0;
    }
    return 0;
}

static void note_contacts(energy_watch *watch) {
    const pawl_world *const world = watch->world;
    const double per_second = (double)watch->rate * pawl_world_get_substeps(world);
    watched_point *const spare = watch->old_points;
    const int spare_capacity = watch->old_capacity;
    watch->old_points = watch->points;
    watch->old_capacity = watch->point_capacity;
    watch->old_count = watch->point_count;
    watch->points = spare;
    watch->point_capacity = spare_capacity;
    watch->point_count = 0;
    pawl_contact contact;
    uint32_t cursor = 0;
    int hint = 0, hint_a = 0, hint_b = 0;
    while (pawl_world_next_contact(world, &cursor, &contact)) {
        const pawl_body_id a = pawl_shape_get_body(world, contact.shape_a);
        const pawl_body_id b = pawl_shape_get_body(world, contact.shape_b);
        const int at_a = index_of(watch, a, &hint_a), at_b = index_of(watch, b, &hint_b);
        if (at_a < 0 || at_b < 0) continue;
        const int to = watch->bodies[at_a].dynamic ? at_a : at_b;
        window_part *const part = &watch->bodies[to].windows[1];
        if (watch->bodies[at_a].dynamic && watch->bodies[at_b].dynamic)
            connect(watch, 1, at_a, at_b);
        if (contact_drives(world, &contact, a, b)) part->excused = true;
        for (int i = 0; i < contact.count; i++) {
            watch->points = grow(watch->points, watch->point_count, &watch->point_capacity,
                                 sizeof *watch->points);
            watched_point *const point = &watch->points[watch->point_count++];
            *point = (watched_point){contact.shape_a,
                                     contact.shape_b,
                                     i,
                                     contact.count,
                                     real(contact.separations[i]),
                                     real(contact.impulses[i]) * per_second};
            part->given += work_of(watch, point, &hint);
        }
    }
}

/* The most that a spring of a frequency can hold: it is as stiff as what it moves is heavy. */
static double most_of_spring(const energy_watch *watch, const pawl_joint_def *def, int a, int b,
                             pawl_joint_id id) {
    const watched_body *const bodies[] = {&watch->bodies[a], &watch->bodies[b]};
    double per_mass = 0, per_inertia = 0;
    for (int i = 0; i < 2; i++) {
        if (!bodies[i]->dynamic) continue;
        per_mass += 1 / bodies[i]->mass;
        if (bodies[i]->inertia > 0) per_inertia += 1 / bodies[i]->inertia;
    }
    const bool by_angle = def->type == PAWL_JOINT_REVOLUTE || def->type == PAWL_JOINT_GEAR;
    const double w = radians_per_turn * real(def->hertz);
    const double v = radians_per_turn * real(by_angle ? def->hertz : def->angular_hertz);
    const double stretch = real(pawl_joint_get_length(watch->world, id)) + fabs(real(def->target));
    const double turn =
        fabs(real(pawl_joint_get_angle(watch->world, id))) + fabs(real(def->target));
    double most = 0;
    if (!by_angle && per_mass > 0) most += w * w / per_mass * stretch * stretch / 2;
    if (per_inertia > 0) most += v * v / per_inertia * turn * turn / 2;
    return most;
}

/* What a rigid joint holds that gives way a little: it is a stiff spring, half of whose force times
 * its way it gives back. Counted whole. */
static double held_by_joint(const pawl_world *world, const pawl_joint_def *def, pawl_joint_id id) {
    const pawl_wide2 force = pawl_joint_get_reaction_force(world, id);
    const double torque = fabs(real(pawl_joint_get_reaction_torque(world, id)));
    const double length = real(pawl_joint_get_length(world, id));
    const double along = real(pawl_joint_get_translation(world, id));
    const double turn = fabs(real(pawl_joint_get_angle(world, id)));
    double way = length;
    if (def->type == PAWL_JOINT_DISTANCE) way = fabs(length - real(def->target));
    if (def->type == PAWL_JOINT_PRISMATIC || def->type == PAWL_JOINT_WHEEL) {
        way = sqrt(fmax(0, length * length - along * along));
        if (def->limit) way += fmax(0, fmax(along - real(def->upper), real(def->lower) - along));
    }
    const bool stiff = def->type == PAWL_JOINT_WELD || def->type == PAWL_JOINT_PRISMATIC;
    double bend = stiff ? turn : 0;
    if (def->type == PAWL_JOINT_REVOLUTE && def->limit) {
        const double angle = real(pawl_joint_get_angle(world, id));
        bend = fmax(0, fmax(angle - real(def->upper), real(def->lower) - angle));
    }
    return hypot(real(force.x), real(force.y)) * way + torque * bend;
}

static void note_joints(energy_watch *watch) {
    const pawl_world *const world = watch->world;
    int hint_a = 0, hint_b = 0;
    pawl_joint_id id = pawl_world_next_joint(world, PAWL_NULL_JOINT);
    for (; !pawl_joint_is_null(id); id = pawl_world_next_joint(world, id)) {
        pawl_joint_def def;
        if (pawl_joint_get_def(world, id, &def) != PAWL_OK) continue;
        const int a = index_of(watch, def.body_a, &hint_a),
                  b = index_of(watch, def.body_b, &hint_b);
        if (a < 0 || b < 0 || def.type == PAWL_JOINT_FILTER) continue;
        window_part *const part = &watch->bodies[watch->bodies[a].dynamic ? a : b].windows[1];
        if (watch->bodies[a].dynamic && watch->bodies[b].dynamic) connect(watch, 1, a, b);
        if (def.motor || pawl_body_get_type(world, def.body_a) == PAWL_KINEMATIC ||
            pawl_body_get_type(world, def.body_b) == PAWL_KINEMATIC) {
            part->excused = true;
        }
        const bool soft = def.type == PAWL_JOINT_WELD && (def.hertz > 0 || def.angular_hertz > 0);
        part->given += held_by_joint(world, &def, id) / watch->rate;
        if (def.spring || soft) part->given += most_of_spring(watch, &def, a, b, id) / watch->rate;
    }
}

/* ---- energies ---- */

static void take_motion(const energy_watch *watch, watched_body *body) {
    body->center = pawl_body_get_center(watch->world, body->id);
    body->velocity = pawl_body_get_velocity(watch->world, body->id);
    body->angle = pawl_body_get_angle(watch->world, body->id);
}

/* A velocity belongs to the position of half a sub-step earlier: with that, free flight keeps its
 * energy to rounding. */
static void note_energy(energy_watch *watch, watched_body *body) {
    const pawl_world *const world = watch->world;
    const double half = 0.5 / watch->rate / pawl_world_get_substeps(world);
    const pawl_vec2 g = pawl_world_get_gravity(world);
    const pawl_mass mass = pawl_body_get_mass(world, body->id);
    body->dynamic = pawl_body_get_type(world, body->id) == PAWL_DYNAMIC;
    take_motion(watch, body);
    body->mass = real(mass.mass);
    body->inertia = real(mass.inertia);
    if (!body->dynamic) return;
    const double scale = real(pawl_body_get_gravity_scale(world, body->id));
    const double vx = real(body->velocity.x), vy = real(body->velocity.y);
    const double w = real(pawl_body_get_angular_velocity(world, body->id));
    const double movement = body->mass * (vx * vx + vy * vy) / 2 + body->inertia * w * w / 2;
    const double height = -scale * (real(g.x) * (real(body->center.x) - half * vx) +
                                    real(g.y) * (real(body->center.y) - half * vy));
    body->windows[1].energy += movement + body->mass * height;
    body->windows[1].movement += movement;
}

void energy_watch_overlook(energy_watch *watch) {
    for (int i = 0; i < watch->body_count; i++)
        take_motion(watch, &watch->bodies[i]);
    watch->hash = pawl_world_hash(watch->world);
}

typedef struct island_sums {
    double energy[2], movement[2], given;
    bool excused;
    int count;
    double mass;
} island_sums;

static void raise_alarm(energy_watch *watch, int body, const island_sums *island) {
    const double mean = 1.0 / watch->rate;
    if (watch->alarmed) return;
    watch->alarmed = true;
    snprintf(watch->alarm, sizeof watch->alarm,
             "tick %lu: the energy of the island of body %d (%d bodies) rises by %.4g, of which "
             "%.4g is accounted for; movement %.4g, then %.4g",
             (unsigned long)pawl_world_get_tick(watch->world), body, island->count,
             (island->energy[1] - island->energy[0]) * mean, island->given,
             island->movement[0] * mean, island->movement[1] * mean);
}

/* At the end of the second window: 1 % of the movement is no rise, nor is what 2^-9 L/s for each
 * body and a raw unit of height, to which heights are known, come to. Where contacts push apart,
 * two slops of height (0.01 L) are none either: within those they hold what they hold. */
static void compare_islands(energy_watch *watch) {
    const double unit = real(pawl_world_get_length_unit(watch->world)), slow = unit / 512;
    const pawl_vec2 g = pawl_world_get_gravity(watch->world);
    const double gravity = hypot(real(g.x), real(g.y));
    const double noise = slow * slow / 2 + gravity / 65536, lift = gravity * 0.01 * unit;
    island_sums *const sums = calloc((size_t)watch->body_count + 1, sizeof *sums);
    if (!sums) exit(2);
    for (int i = 0; i < watch->body_count; i++)
        watch->bodies[i].windows[2].parent = i;
    for (int i = 0; i < watch->body_count; i++) {
        connect(watch, 2, i, root_of(watch, 0, i));
        connect(watch, 2, i, root_of(watch, 1, i));
    }
    for (int i = 0; i < watch->body_count; i++) {
        const watched_body *const body = &watch->bodies[i];
        island_sums *const island = &sums[root_of(watch, 2, i)];
        if (!body->dynamic) continue;
        for (int k = 0; k < 2; k++) {
            island->energy[k] += body->windows[k].energy;
            island->movement[k] += body->windows[k].movement;
            island->given += body->windows[k].given;
            island->excused = island->excused || body->windows[k].excused;
        }
        island->mass += body->mass;
        island->count++;
    }
    for (int i = 0; i < watch->body_count; i++) {
        const island_sums *const island = &sums[i];
        if (island->count == 0 || island->excused) continue;
        const double mean = 1.0 / watch->rate;
        const double movement = fmax(island->movement[0], island->movement[1]) * mean;
        const double rise = (island->energy[1] - island->energy[0]) * mean;
        watch->comparisons++;
        const double lifted = island->given > 0 ? island->mass * lift : 0;
        if (rise > 0.01 * movement + island->mass * noise + island->given + lifted) {
            raise_alarm(watch, i, island);
        }
    }
    free(sums);
}

pawl_status energy_watch_step(energy_watch *watch, const pawl_step_hooks *hooks) {
    if (!pawl_soft_is_null(pawl_world_next_soft(watch->world, PAWL_NULL_SOFT))) {
        return pawl_world_step(watch->world, hooks);
    }
    if (!watch->begun || !same_bodies(watch)) {
        read_bodies(watch);
    } else if (pawl_world_hash(watch->world) != watch->hash) {
        note_call(watch);
    }
    const pawl_status status = pawl_world_step(watch->world, hooks);
    if (status != PAWL_OK) return status;
    /* A step may destroy what a break tells of. */
    if (!same_bodies(watch)) read_bodies(watch);
    for (int i = 0; i < watch->body_count; i++)
        note_energy(watch, &watch->bodies[i]);
    note_contacts(watch);
    note_joints(watch);
    watch->hash = pawl_world_hash(watch->world);
    watch->begun = true;
    if (++watch->step < watch->rate) return PAWL_OK;
    if (watch->has_last) compare_islands(watch);
    watch->has_last = true;
    begin_window(watch);
    return PAWL_OK;
}
