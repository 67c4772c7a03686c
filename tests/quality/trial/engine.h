/* engine.h - what the fresh trials ask of a physics engine, so that one description of a scene runs
 * in pawl, in the twin and in any other.
 *
 * Numbers are doubles that Q16.16 holds (trial_q), so every engine starts from the same state, but
 * for vertices, as in scene.h. A body's position is its center of mass. Bodies and joints are
 * numbered as they were added. */
#ifndef PAWL_TESTS_ENGINE_H
#define PAWL_TESTS_ENGINE_H

#include "quality/metrics.h"

typedef enum engine_body_type {
    ENGINE_STATIC,
    ENGINE_KINEMATIC,
    ENGINE_DYNAMIC
} engine_body_type;

typedef struct engine_body {
    engine_body_type type;
    scene_vector position;
    double angle; /* radians */
    scene_vector velocity;
    double angular_velocity; /* radians per second */
    double density, friction, restitution, linear_damping, angular_damping;
    bool bullet;
    int group; /* bodies of one negative group do not collide; 0: none */
    /* The hull of the vertices grown by the radius, about the center of mass: one vertex is
     * a circle, two are a capsule, more are a polygon. */
    scene_vector vertices[PAWL_POLYGON_MAX];
    int vertex_count;
    double radius;
} engine_body;

typedef enum engine_joint_type {
    ENGINE_REVOLUTE,
    ENGINE_PRISMATIC,
    ENGINE_DISTANCE, /* a rod; a spring, or a rope with limit */
    ENGINE_WELD,     /* soft where hertz is not 0 */
    ENGINE_WHEEL,
    ENGINE_FOLLOW, /* a spring that holds the place and angle that B has relative to A */
    /* Not in every engine. */
    ENGINE_PULLEY,
    ENGINE_GEAR,
    ENGINE_RATCHET
} engine_joint_type;

/* Points, axis and grounds are those at the start, in the world; limits and target are relative to
 * that: angles and translations begin at 0. */
typedef struct engine_joint {
    engine_joint_type type;
    int a, b;
    scene_vector point_a, point_b; /* differ for ENGINE_DISTANCE and ENGINE_PULLEY only */
    double axis;                   /* radians */
    bool limit, spring, motor;
    double lower, upper;
    double target; /* ENGINE_DISTANCE: its length */
    double motor_speed, motor_max;
    double hertz, damping; /* ratio; of ENGINE_FOLLOW and soft ENGINE_WELD for place and angle */
    double ratio;
    scene_vector ground_a, ground_b;
} engine_joint;

typedef struct engine_settings {
    scene_vector gravity;
    double unit; /* length unit L */
    int rate;    /* steps per second */
    int substeps;
    bool sleeping;
    int body_count, joint_count; /* that will be added */
} engine_settings;

/* `world` is what make gave. Each of them ends the program with a message where the engine refuses:
 * trials only ask for what is in range. */
typedef struct trial_engine {
    const char *name;
    void *(*make)(const engine_settings *settings);
    void (*discard)(void *world);
    void (*add_body)(void *world, const engine_body *body);
    void (*add_joint)(void *world, const engine_joint *joint);
    void (*step)(void *world);
    body_motion (*motion)(const void *world, int body);
    bool (*is_awake)(const void *world, int body);
    uint32_t (*faults)(const void *world); /* 0 in engines that have none */
    bool all_joints;                       /* pulleys, gears and ratchets as well */
    bool exact;                            /* promises equal results for a scene that is moved */
} trial_engine;

extern const trial_engine engine_pawl;
/* Static and dynamic bodies and revolute joints, without limit, spring and motor. */
extern const trial_engine engine_twin;

#endif
