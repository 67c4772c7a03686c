/* trial.h - scenes drawn afresh in every run, and the table of what came of them.
 *
 * A trial draws scenes, runs them in the engine in hand and states figures: rates of how many fell,
 * largest and median errors. Each figure has a bar, which is a number, or what Box2D v3 reached on
 * scenes of the same kind (stored.c), or what the twin reached on the same scenes. An aim is
 * printed and never fails. */
#ifndef PAWL_TESTS_TRIAL_H
#define PAWL_TESTS_TRIAL_H

#include "engine.h"

/* ---- scenes ---- */

/* Bodies and joints as they are collected; lengths in boxes, velocities in boxes per second. */
typedef struct trial_scene {
    engine_settings settings;
    double box; /* units */
    engine_body *bodies;
    engine_joint *joints;
    int body_count, joint_count, body_capacity, joint_capacity;
} trial_scene;

/* Empty, with the gravity and length unit of a scale, 60 steps of 4 sub-steps, no sleeping. */
trial_scene trial_scene_make(scene_scale scale);
void trial_scene_free(trial_scene *scene);
/* The nearest value that Q16.16 holds. */
double trial_q(double value);

/* What is added stays where it is until the next is added. Density 1, friction 0.6, no restitution,
 * at rest. */
engine_body *trial_add_box(trial_scene *scene, engine_body_type type, double half_width,
                           double half_height, double x, double y);
engine_body *trial_add_circle(trial_scene *scene, engine_body_type type, double radius, double x,
                              double y);
engine_body *trial_add_capsule(trial_scene *scene, engine_body_type type, double half_length,
                               double radius, double x, double y);
/* A regular polygon. */
engine_body *trial_add_polygon(trial_scene *scene, engine_body_type type, int corners,
                               double radius, double x, double y);
void trial_set_velocity(const trial_scene *scene, engine_body *body, double x, double y,
                        double spin);
/* Both bodies at one point, the axis along +x. */
engine_joint *trial_add_joint(trial_scene *scene, engine_joint_type type, int a, int b, double x,
                              double y);

typedef struct trial_mass {
    double mass, inertia, extent; /* farthest point from the center, units */
} trial_mass;
trial_mass trial_mass_of(const engine_body *body);

/* ---- runs ---- */

typedef struct trial_run {
    const trial_engine *engine;
    void *world;
    const trial_scene *scene;
} trial_run;

trial_run trial_start(const trial_engine *engine, const trial_scene *scene);
void trial_end(trial_run *run);
void trial_step(trial_run *run);
body_motion trial_motion(const trial_run *run, int body);
/* The largest of |v| + |w| extent over the dynamic bodies, units per second. */
double trial_fastest(const trial_run *run);
/* Where a point of a body is that was at `point` when the scene was built. */
scene_vector trial_carried(const trial_run *run, int body, scene_vector point);
/* The largest distance of the two points of a joint that should share one, units. */
double trial_joint_gap(const trial_run *run, const engine_joint *joint);

/* ---- tables ---- */

typedef enum bar_type {
    BAR_NONE,
    BAR_MOST,
    BAR_LEAST
} bar_type;

typedef struct trial_bar {
    bar_type type;
    bool aim; /* printed, never failed */
    double value;
} trial_bar;

trial_bar bar_none(void);
trial_bar bar_most(double value);
trial_bar bar_least(double value);
trial_bar bar_aim(trial_bar bar);

typedef struct trial_table {
    const trial_engine *engine;
    bool full;    /* all of the scenes, not a sample */
    bool verbose; /* tell of each scene that fails, where a trial can */
    bool store;   /* print rows as stored.c has them, judge nothing */
    uint64_t seed, random;
    int rows, failures, short_rows, aims_missed;
} trial_table;

/* How many scenes: the first in a sample, the second in full. */
int trials_count(const trial_table *trials, int sample, int full);
double trials_between(trial_table *trials, double low, double high);
/* Evenly over the orders of magnitude. */
double trials_log_between(trial_table *trials, double low, double high);
int trials_below(trial_table *trials, int bound);

/* What Box2D reached; NAN where it was not measured. */
double trials_stored(const char *scene, scene_scale scale, const char *figure);

/* What a share of Box2D's may be in `count` scenes by chance: three standard deviations more. */
double trials_share_by_chance(double share, int count);

/* One figure of `count` scenes: twin is what the twin reached on the same, or NAN. */
void trials_row(trial_table *trials, const char *scene, scene_scale scale, const char *figure,
                int count, double value, double twin, trial_bar bar);

/* The same for the share of the scenes in which something happened. */
void trials_share(trial_table *trials, const char *scene, scene_scale scale, const char *figure,
                  int count, int hits, trial_bar bar);

/* Figures of several scenes. */
#define TRIAL_VALUES 512
typedef struct trial_values {
    double values[TRIAL_VALUES];
    int count;
} trial_values;
void trial_values_add(trial_values *values, double value);
double trial_values_largest(const trial_values *values);
double trial_values_median(trial_values *values); /* sorts */

/* ---- the trials ---- */

typedef void trial_function(trial_table *trials);
trial_function trial_stacks;                                    /* trial_stack.c */
trial_function trial_pendulums;                                 /* trial_swing.c */
trial_function trial_weak;                                      /* trial_weak.c */
trial_function trial_rods, trial_assemblies;                    /* trial_assembly.c */
trial_function trial_beams, trial_limits, trial_loads;          /* trial_beam.c */
trial_function trial_flat, trial_cradle;                        /* trial_bounce.c */
trial_function trial_bullets;                                   /* trial_bullet.c */
trial_function trial_piles, trial_ragdolls;                     /* trial_pile.c */
trial_function trial_large, trial_translation, trial_isolation; /* trial_world.c */

#endif
