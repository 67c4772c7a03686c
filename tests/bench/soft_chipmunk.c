/* soft_chipmunk.c - the rope and the cloth of bench-soft in Chipmunk: each point is a body that
 * does not turn, each distance a pin joint. Bodies have no shapes: nothing is there to be hit. */
#include "soft.h"

#include <stddef.h>

#ifdef BENCH_CHIPMUNK
#include <chipmunk/chipmunk.h>

#include <math.h>
#include <stdlib.h>

typedef struct peer {
    cpSpace *space;
    cpBody *bodies[BENCH_POINTS];
    cpConstraint *pins[BENCH_LINKS];
    int body_count, pin_count, substeps;
} peer;

static cpVect place_of(pawl_vec2 at) {
    return cpv(at.x / 65536.0, at.y / 65536.0);
}

void *bench_peer_soft(const bench_soft *parts, int iterations, int substeps) {
    peer *const made = calloc(1, sizeof *made);
    if (made == NULL) exit(1);
    made->space = cpSpaceNew();
    made->substeps = substeps;
    cpSpaceSetGravity(made->space, cpv(0, -10));
    cpSpaceSetIterations(made->space, iterations);
    for (uint32_t i = 0; i < parts->parts.point_count; i++) {
        const pawl_soft_point *const point = &parts->points[i];
        cpBody *const body =
            point->mass == 0 ? cpBodyNewStatic() : cpBodyNew(point->mass / 65536.0, INFINITY);
        cpBodySetPosition(body, place_of(point->position));
        made->bodies[made->body_count++] = cpSpaceAddBody(made->space, body);
    }
    for (uint32_t i = 0; i < parts->parts.link_count; i++) {
        const pawl_soft_link *const link = &parts->links[i];
        cpConstraint *const pin =
            cpPinJointNew(made->bodies[link->a], made->bodies[link->b], cpvzero, cpvzero);
        made->pins[made->pin_count++] = cpSpaceAddConstraint(made->space, pin);
    }
    return made;
}

void bench_peer_counted_soft(void *of, int steps) {
    peer *const on = of;
    for (int i = 0; i < steps * on->substeps; i++)
        cpSpaceStep(on->space, 1.0 / (60 * on->substeps));
}

bench_soft_look bench_peer_look_at(const void *of) {
    const peer *const on = of;
    bench_soft_look look = {.stretch = 0};
    int moving = 0;
    for (int i = 0; i < on->pin_count; i++) {
        const cpVect a = cpBodyGetPosition(cpConstraintGetBodyA(on->pins[i]));
        const cpVect b = cpBodyGetPosition(cpConstraintGetBodyB(on->pins[i]));
        const double off = cpvdist(a, b) / cpPinJointGetDist(on->pins[i]) - 1;
        look.stretch = fmax(look.stretch, fabs(off));
    }
    for (int i = 0; i < on->body_count; i++) {
        if (cpBodyGetType(on->bodies[i]) != CP_BODY_TYPE_DYNAMIC) continue;
        look.mean += cpBodyGetPosition(on->bodies[i]).y;
        moving++;
    }
    look.mean /= moving;
    return look;
}

void bench_peer_free_soft(void *of) {
    peer *const on = of;
    for (int i = 0; i < on->pin_count; i++) {
        cpSpaceRemoveConstraint(on->space, on->pins[i]);
        cpConstraintFree(on->pins[i]);
    }
    for (int i = 0; i < on->body_count; i++) {
        cpSpaceRemoveBody(on->space, on->bodies[i]);
        cpBodyFree(on->bodies[i]);
    }
    cpSpaceFree(on->space);
    free(on);
}
#else
void *bench_peer_soft(const bench_soft *parts, int iterations, int substeps) {
    (void)parts;
    (void)iterations;
    (void)substeps;
    return NULL;
}

void bench_peer_counted_soft(void *of, int steps) {
    (void)of;
    (void)steps;
}

bench_soft_look bench_peer_look_at(const void *of) {
    const bench_soft_look look = {.stretch = 0};
    (void)of;
    return look;
}

void bench_peer_free_soft(void *of) {
    (void)of;
}
#endif
