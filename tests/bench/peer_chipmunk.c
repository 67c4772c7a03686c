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
    cpShape **shapes;
    int count;
};

const char *engine_name(void) {
    static char name[32] = "Chipmunk ";
    snprintf(name, sizeof name, "Chipmunk %s", cpVersionString);
    return name;
}

static cpShape *make_shape(cpBody *body, const scene_body *from, const cpVect *points) {
    if (from->vertex_count == 1) return cpCircleShapeNew(body, from->radius, points[0]);
    return cpPolyShapeNew(body, from->vertex_count, points, cpTransformIdentity, from->radius);
}

static void add_body(engine *made, const scene_body *from) {
    cpVect points[PAWL_POLYGON_MAX];
    for (int i = 0; i < from->vertex_count; i++)
        points[i] = cpv(from->vertices[i].x, from->vertices[i].y);
    cpBody *const body = from->dynamic ? cpBodyNew(0, 0) : cpBodyNewStatic();
    cpShape *const shape = make_shape(body, from, points);
    cpBodySetPosition(body, cpv(from->position.x, from->position.y));
    cpBodySetAngle(body, from->angle);
    /* Chipmunk multiplies the friction of two shapes, the others take the geometric mean. */
    cpShapeSetFriction(shape, sqrt(from->friction));
    cpShapeSetElasticity(shape, from->restitution);
    /* Added where it belongs: the tree remembers every box that a new shape overlaps. */
    made->bodies[made->count] = cpSpaceAddBody(made->space, body);
    made->shapes[made->count++] = cpSpaceAddShape(made->space, shape);
    if (from->dynamic) cpShapeSetDensity(shape, from->density);
}

engine *engine_make(const scene_def *scene) {
    engine *const made = calloc(1, sizeof *made);
    if (!made) exit(2);
    made->bodies = calloc((size_t)scene->body_count, sizeof *made->bodies);
    made->shapes = calloc((size_t)scene->body_count, sizeof *made->shapes);
    if (!made->bodies || !made->shapes) exit(2);
    made->space = cpSpaceNew();
    cpSpaceSetGravity(made->space, cpv(scene->gravity.x, scene->gravity.y));
    cpSpaceSetCollisionSlop(made->space, 0.005 * scene->unit);
    for (int i = 0; i < scene->body_count; i++)
        add_body(made, &scene->bodies[i]);
    return made;
}

void engine_free(engine *made) {
    for (int i = 0; i < made->count; i++) {
        cpSpaceRemoveShape(made->space, made->shapes[i]);
        cpShapeFree(made->shapes[i]);
        cpSpaceRemoveBody(made->space, made->bodies[i]);
        cpBodyFree(made->bodies[i]);
    }
    cpSpaceFree(made->space);
    free(made->bodies);
    free(made->shapes);
    free(made);
}

void engine_step(engine *made) {
    cpSpaceStep(made->space, 1.0 / 60);
}

double engine_height(const engine *made, int body) {
    return cpBodyGetPosition(made->bodies[body]).y;
}
