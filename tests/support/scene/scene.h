/* scene.h - named scenes as plain data: what is in them, never how they are simulated.
 *
 * One description serves the quality programme, the goldens, the invariance tests and the
 * benchmark, and can be handed to any solver. Host code: it uses double and malloc.
 *
 * Scenes are written in "boxes" and built at one of three scales: lengths, positions and linear
 * velocities are multiplied by the size of a box; angles, angular velocities, densities, friction
 * and restitution are not. Positions and velocities are rounded to Q16.16, so that every solver
 * starts from the same state; vertices stay real numbers, and a fixed-point solver rounds them
 * with scene_fx. A body's position is its centre of mass. */
#ifndef PAWL_TESTS_SCENE_H
#define PAWL_TESTS_SCENE_H

#include <stdbool.h>

#include "pawl/pawl.h"

typedef enum scene_scale {
    SCENE_M, /* metres: 1-unit boxes, gravity 10, length unit 1 */
    SCENE_P, /* pixels: 16-unit boxes, gravity 160, length unit 16 */
    SCENE_PG /* pixels under a platformer's gravity: 16, 1000, 100 */
} scene_scale;

typedef struct scene_vector {
    double x, y;
} scene_vector;

typedef struct scene_body {
    bool dynamic; /* else static */
    scene_vector position;
    double angle; /* radians */
    scene_vector velocity;
    double angular_velocity; /* radians per second */
    double density, friction, restitution;
    double rolling_resistance; /* 0 in every scene by name */
    bool passes_through;       /* collides with nothing */
    /* The convex hull of the vertices, counter-clockwise, grown by the radius: one vertex is
     * a circle, two are a capsule, more are a polygon; none is a body without shape. */
    scene_vector vertices[PAWL_POLYGON_MAX];
    int vertex_count;
    double radius;
} scene_body;

/* Two bodies that share a point and do not collide with each other. */
typedef struct scene_joint {
    int a, b;           /* indices of bodies */
    scene_vector point; /* at the start, units */
} scene_joint;

/* What a body is made to do before a step, which also wakes it. */
typedef struct scene_kick {
    scene_vector velocity;
    double angular_velocity;
} scene_kick;

/* A question about the first thing on the way. */
typedef struct scene_ray {
    scene_vector from, translation;
} scene_ray;

typedef struct scene_def {
    char name[32];
    scene_scale scale;
    double box;      /* units per box */
    double unit;     /* length unit L of the world */
    double duration; /* seconds that the reference runs simulate */
    scene_vector gravity;
    scene_body *bodies; /* in creation order */
    int body_count;
    int body_capacity; /* of the array, not of the world */
    scene_joint *joints;
    int joint_count, joint_capacity;
    bool sleeping; /* whether its runs let bodies fall asleep; only the benchmark asks */
    int first_mover, mover_count; /* bodies that are kicked */
    scene_ray *rays;              /* after the first step */
    int ray_count;
} scene_def;

/* Build a scene by name: "stack20", "ramp30.9", "pile105", ... (scene.c lists them all). False
 * for a name that is unknown. Give the result to scene_free. */
bool scene_build(const char *name, scene_scale scale, scene_def *out);
void scene_free(scene_def *scene);

/* What happens to the movers before step `step`, counted from 0: false when nothing does, else one
 * kick for each of them. */
bool scene_kicks(const scene_def *scene, int step, scene_kick *out);

/* The scenes of the quality programme; ends with a null pointer. */
extern const char *const scene_names[];

const char *scene_scale_text(scene_scale scale);

/* Move everything by an offset in units, which is rounded to Q16.16 first. */
void scene_shift(scene_def *scene, double x, double y);
/* Negate every x position, angle, horizontal and angular velocity, and horizontal gravity;
 * vertices and creation order stay. */
void scene_mirror(scene_def *scene);

/* The nearest Q16.16, ties upward: floor(value * 65536 + 1/2). */
pawl_fx scene_fx(double value);
/* The nearest binary angle. */
pawl_angle scene_angle(double radians);
/* The largest distance of a point of the body from its position. */
double scene_extent(const scene_body *body);

/* For the builders in scene_*.c: append a body, coordinates in boxes. The pointer is valid until
 * the next call. Defaults: density 1, friction 0.6, restitution 0, at rest. */
scene_body *scene_add_box(scene_def *scene, bool dynamic, double half_width, double half_height,
                          double x, double y);
scene_body *scene_add_shapeless(scene_def *scene, bool dynamic, double x, double y);
scene_body *scene_add_circle(scene_def *scene, bool dynamic, double radius, double x, double y);
scene_body *scene_add_polygon(scene_def *scene, bool dynamic, const scene_vector *vertices,
                              int count, double x, double y);
/* The static box whose top is y = 0. */
scene_body *scene_add_ground(scene_def *scene);
/* A joint at a point in boxes. */
void scene_add_joint(scene_def *scene, int a, int b, double x, double y);
void scene_set_velocity(scene_def *scene, scene_body *body, double x, double y);

/* A builder adds bodies to an empty scene and may change its duration and gravity; `number` is
 * what followed the prefix in the name. */
typedef void scene_builder(scene_def *scene, double number);
scene_builder scene_stack, scene_stackoff, scene_pyramid, scene_circles, scene_circle_pile,
    scene_cards, scene_table, scene_heavy, scene_heavy_top, scene_arch; /* scene_rest.c */
scene_builder scene_ramp, scene_ball_drop, scene_box_drop, scene_spin, scene_topspin, scene_slow,
    scene_wall, scene_big, scene_domino, scene_pile;           /* scene_move.c */
scene_builder scene_bridge, scene_chain, scene_weighted_chain; /* scene_joint.c */
/* scene_bench.c */
scene_builder scene_bench_pyramid, scene_bench_grid, scene_bench_bridge, scene_bench_pile,
    scene_bench_sleepers, scene_bench_statics, scene_bench_rays;

#endif
