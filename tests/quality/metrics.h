/* metrics.h - how well a scene behaves, measured from outside the solver.
 *
 * Feed it the motion of all bodies after each step; pawl and the twin go through the same code. */
#ifndef PAWL_TESTS_METRICS_H
#define PAWL_TESTS_METRICS_H

#include "support/scene/scene.h"

/* What a solver says about one body after a step. */
typedef struct body_motion {
    scene_vector position; /* units */
    double angle;          /* radians; whole turns may drop out */
    scene_vector velocity; /* units per second */
    double angular_velocity;
} body_motion;

#define METRICS_APEX_MAX 32

typedef struct scene_metrics {
    /* Figures, valid after metrics_finish. */
    double sag;     /* largest fall of a body at the end, boxes */
    double dx;      /* largest horizontal displacement at the end, boxes */
    double pen;     /* largest penetration of the run, slops (0.005 L) */
    double late;    /* the same after 3 s */
    double jitter;  /* largest speed in the last 5 s, L per second */
    double quiet;   /* when all bodies first were slow for half a second, s; infinity: never */
    double energy;  /* (energy at the end - at the start) / |at the start| */
    double below;   /* bodies more than a box below y = 0 at the end */
    double lost;    /* bodies below, or farther than 12 boxes from x = 0, at the end */
    double tipped;  /* dynamic polygons turned by more than 45 degrees at the end */
    double toppled; /* when the last dynamic polygon first was, s; infinity: never */
    double drift;   /* without gravity: largest error of a coordinate at the end, units */
    double joint;   /* largest distance of the two anchors of a joint after any step, boxes */
    double turn[3]; /* without gravity: errors of the angles of the first bodies, radians */
    double apexes[METRICS_APEX_MAX]; /* highest points of the last body, boxes; infinity: none */

    /* Working state. */
    const scene_def *scene;
    body_motion *first, *previous;
    int step, calm_steps, apex_count;
    double energy_start;
    double rise; /* vertical move of the last body in the previous step */
} scene_metrics;

void metrics_start(scene_metrics *metrics, const scene_def *scene, const body_motion *start);
/* `penetration` is the largest overlap of a contact point at the start of the step, units. */
void metrics_step(scene_metrics *metrics, const body_motion *now, double penetration);
void metrics_finish(scene_metrics *metrics);

/* A figure by the name of its field; turn0..turn2, and apex1, apex3, apex5 for the apexes counted
 * from 1. NAN for an unknown name. */
double metrics_figure(const scene_metrics *metrics, const char *name);

#endif
