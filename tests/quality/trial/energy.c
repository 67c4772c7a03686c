/* energy.c - the energy of a scene in means over seconds. */
#include "energy.h"

#include <math.h>

static const double two_pi = 6.283185307179586476925;

void energy_start(energy_sums *sums, const trial_run *run) {
    *sums = (energy_sums){0};
    sums->run = run;
    for (int i = 0; i < run->scene->body_count; i++) {
        sums->masses[i] = trial_mass_of(&run->scene->bodies[i]);
        sums->lowest[i] = INFINITY;
    }
}

/* An engine moves with the velocity that gravity has changed already: the position that belongs to
 * a velocity is half a sub-step back. With it the energy of a free flight is constant to rounding.
 */
static scene_vector middle(const trial_run *run, body_motion now) {
    const engine_settings *const settings = &run->scene->settings;
    const double half = 0.5 / (settings->rate * settings->substeps);
    return (scene_vector){now.position.x - half * now.velocity.x,
                          now.position.y - half * now.velocity.y};
}

/* What gravity works against: the height along it. */
static double height_of(const trial_run *run, scene_vector at) {
    const scene_vector g = run->scene->settings.gravity;
    return -(g.x * at.x + g.y * at.y);
}

static double inverse(const engine_body *body, double value) {
    return body->type == ENGINE_DYNAMIC ? 1 / value : 0;
}

/* A spring of a given frequency is as stiff as what it moves is heavy, without turning: its joint
 * is at both centers, or from one to the other. */
static double stiffness(const energy_sums *sums, const engine_joint *joint, bool angular) {
    const engine_body *const bodies = sums->run->scene->bodies;
    const trial_mass a = sums->masses[joint->a], b = sums->masses[joint->b];
    const double w = two_pi * joint->hertz;
    return w * w /
           (inverse(&bodies[joint->a], angular ? a.inertia : a.mass) +
            inverse(&bodies[joint->b], angular ? b.inertia : b.mass));
}

/* Springs are stretched by what their joint has moved since it was made. */
static double spring_energy(const energy_sums *sums, const engine_joint *joint) {
    const trial_run *const run = sums->run;
    const engine_body *const bodies = run->scene->bodies;
    if (!joint->spring) return 0;
    const scene_vector a = trial_carried(run, joint->a, joint->point_a);
    const scene_vector b = trial_carried(run, joint->b, joint->point_b);
    const double turn = remainder(trial_motion(run, joint->b).angle - bodies[joint->b].angle -
                                      trial_motion(run, joint->a).angle + bodies[joint->a].angle,
                                  two_pi);
    double stretch = hypot(b.x - a.x, b.y - a.y);
    if (joint->type == ENGINE_DISTANCE) stretch -= joint->target;
    double sum = 0;
    if (joint->type != ENGINE_REVOLUTE)
        sum += stiffness(sums, joint, false) * stretch * stretch / 2;
    if (joint->type == ENGINE_REVOLUTE || joint->type == ENGINE_WELD ||
        joint->type == ENGINE_FOLLOW)
        sum += stiffness(sums, joint, true) * turn * turn / 2;
    return sum;
}

void energy_note(energy_sums *sums) {
    const trial_run *const run = sums->run;
    double sum = 0;
    for (int i = 0; i < run->scene->body_count; i++) {
        if (run->scene->bodies[i].type != ENGINE_DYNAMIC) continue;
        const body_motion now = trial_motion(run, i);
        const double v = hypot(now.velocity.x, now.velocity.y), w = now.angular_velocity;
        const double height = height_of(run, middle(run, now));
        sums->lowest[i] = fmin(sums->lowest[i], height);
        sum += sums->masses[i].mass * (v * v / 2 + height) + sums->masses[i].inertia * w * w / 2;
    }
    const int rate = run->scene->settings.rate;
    const int second = sums->steps++ / rate;
    for (int i = 0; i < run->scene->joint_count; i++)
        sum += spring_energy(sums, &run->scene->joints[i]);
    if (second < ENERGY_SECONDS) sums->means[second] += sum / rate;
}

double energy_excess(const energy_sums *sums) {
    const trial_run *const run = sums->run;
    /* Heights are known to a raw unit. */
    const scene_vector g = run->scene->settings.gravity;
    const double speed = 1.0 / 512, noise = speed * speed / 2 + hypot(g.x, g.y) / 65536;
    double lowest = 0, little = 0, largest = 0;
    for (int i = 0; i < run->scene->body_count; i++) {
        if (run->scene->bodies[i].type != ENGINE_DYNAMIC) continue;
        lowest += sums->masses[i].mass * sums->lowest[i];
        little += sums->masses[i].mass * noise;
    }
    const int seconds = sums->steps / run->scene->settings.rate;
    for (int i = 0; i < seconds && i < ENERGY_SECONDS; i++)
        largest = fmax(largest, sums->means[i] - lowest);
    const double allowed = 1.01 * (sums->means[0] - lowest) + little;
    return largest / allowed - 1;
}
