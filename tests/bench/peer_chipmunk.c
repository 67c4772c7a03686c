/* peer_chipmunk.c - the benchmark scenes in Chipmunk 7: 10 iterations (its default), collision
 * slop for metres instead of pixels. */
#include <chipmunk/chipmunk.h>

#include "engine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct engine {
    cpSpace *space;
    cpBody **bodies;
    cpShape **shapes; /* null: none */
    cpConstraint **joints;
    int count, joint_count;
};

/* Builds with assertions greet, which the report hears. */
engine_about engine_describe(void) {
    static char version[32];
    snprintf(version, sizeof version, "Chipmunk %s", cpVersionString);
    cpSpaceFree(cpSpaceNew());
    return (engine_about){version, CP_USE_DOUBLES ? "double" : "float", BENCH_SET, "",
                          "10 iterations"};
}

bool engine_set_lanes(pawl_lanes lanes) {
    return lanes == PAWL_LANES_DEFAULT;
}

static cpShape *make_shape(cpBody *body, const scene_body *from, const cpVect *points) {
    if (from->vertex_count == 1) return cpCircleShapeNew(body, from->radius, points[0]);
    return cpPolyShapeNew(body, from->vertex_count, points, cpTransformIdentity, from->radius);
}

static void add_shape(engine *made, cpBody *body, const scene_body *from) {
    cpVect points[PAWL_POLYGON_MAX];
    for (int i = 0; i < from->vertex_count; i++)
        points[i] = cpv(from->vertices[i].x, from->vertices[i].y);
    cpShape *const shape = make_shape(body, from, points);
    /* Chipmunk multiplies the friction of two shapes, the others take the geometric mean. */
    cpShapeSetFriction(shape, sqrt(from->friction));
    cpShapeSetElasticity(shape, from->restitution);
    if (from->passes_through) {
        cpShapeSetFilter(shape, cpShapeFilterNew(1, CP_ALL_CATEGORIES, CP_ALL_CATEGORIES));
    }
    made->shapes[made->count] = cpSpaceAddShape(made->space, shape);
    if (from->dynamic) cpShapeSetDensity(shape, from->density);
}

static void add_body(engine *made, const scene_body *from) {
    cpBody *const body = from->dynamic ? cpBodyNew(0, 0) : cpBodyNewStatic();
    /* Placed before the shape comes: the tree remembers every box that a new shape overlaps. */
    cpBodySetPosition(body, cpv(from->position.x, from->position.y));
    cpBodySetAngle(body, from->angle);
    made->bodies[made->count] = cpSpaceAddBody(made->space, body);
    if (from->vertex_count > 0) add_shape(made, body, from);
    made->count++;
}

static void add_joint(engine *made, const scene_joint *from) {
    cpConstraint *const joint = cpPivotJointNew(made->bodies[from->a], made->bodies[from->b],
                                                cpv(from->point.x, from->point.y));
    cpConstraintSetCollideBodies(joint, cpFalse);
    made->joints[made->joint_count++] = cpSpaceAddConstraint(made->space, joint);
}

engine *engine_make(const scene_def *scene) {
    engine *const made = calloc(1, sizeof *made);
    if (!made) exit(2);
    made->bodies = calloc((size_t)scene->body_count, sizeof *made->bodies);
    made->shapes = calloc((size_t)scene->body_count, sizeof *made->shapes);
    made->joints = calloc((size_t)scene->joint_count + 1, sizeof *made->joints);
    if (!made->bodies || !made->shapes || !made->joints) exit(2);
    made->space = cpSpaceNew();
    cpSpaceSetGravity(made->space, cpv(scene->gravity.x, scene->gravity.y));
    cpSpaceSetCollisionSlop(made->space, 0.005 * scene->unit);
    if (scene->sleeping) cpSpaceSetSleepTimeThreshold(made->space, 0.5);
    for (int i = 0; i < scene->body_count; i++)
        add_body(made, &scene->bodies[i]);
    for (int i = 0; i < scene->joint_count; i++)
        add_joint(made, &scene->joints[i]);
    return made;
}

void engine_free(engine *made) {
    for (int i = 0; i < made->joint_count; i++) {
        cpSpaceRemoveConstraint(made->space, made->joints[i]);
        cpConstraintFree(made->joints[i]);
    }
    for (int i = 0; i < made->count; i++) {
        if (made->shapes[i]) {
            cpSpaceRemoveShape(made->space, made->shapes[i]);
            cpShapeFree(made->shapes[i]);
        }
        cpSpaceRemoveBody(made->space, made->bodies[i]);
        cpBodyFree(made->bodies[i]);
    }
    cpSpaceFree(made->space);
    free(made->bodies);
    free(made->shapes);
    free(made->joints);
    free(made);
}

void engine_step(engine *made) {
    cpSpaceStep(made->space, 1.0 / 60);
}

void engine_kick(engine *made, int body, const scene_kick *kick) {
    cpBodySetVelocity(made->bodies[body], cpv(kick->velocity.x, kick->velocity.y));
    cpBodySetAngularVelocity(made->bodies[body], kick->angular_velocity);
    cpBodyActivate(made->bodies[body]);
}

double engine_ray(const engine *made, const scene_ray *ray) {
    const cpVect from = cpv(ray->from.x, ray->from.y);
    const cpVect to = cpvadd(from, cpv(ray->translation.x, ray->translation.y));
    cpSegmentQueryInfo hit;
    return cpSpaceSegmentQueryFirst(made->space, from, to, 0, CP_SHAPE_FILTER_ALL, &hit) ? hit.alpha
                                                                                         : 2;
}

double engine_height(const engine *made, int body) {
    return cpBodyGetPosition(made->bodies[body]).y;
}
