/* arcade_chipmunk.c - the circles of bench-arcade in Chipmunk, without rotation: an infinite moment
 * of inertia, no friction, elasticity 1, collision slop for metres. */
#include "arcade.h"

#include <stddef.h>

#ifdef BENCH_CHIPMUNK
#include <chipmunk/chipmunk.h>

static void add_wall(cpSpace *space, cpFloat ax, cpFloat ay, cpFloat bx, cpFloat by) {
    cpShape *const wall =
        cpSegmentShapeNew(cpSpaceGetStaticBody(space), cpv(ax, ay), cpv(bx, by), 0);
    cpShapeSetElasticity(wall, 1);
    cpSpaceAddShape(space, wall);
}

void *bench_peer_make(int count) {
    cpSpace *const space = cpSpaceNew();
    const cpFloat side = bench_circles_side(count) * (BENCH_SPACING / 65536.0);
    cpSpaceSetCollisionSlop(space, 0.005);
    add_wall(space, 0, 0, side, 0);
    add_wall(space, 0, side, side, side);
    add_wall(space, 0, 0, 0, side);
    add_wall(space, side, 0, side, side);
    for (int i = 0; i < count; i++) {
        const bench_circle at = bench_circle_at(i, count);
        cpBody *const body = cpBodyNew(1, INFINITY);
        cpShape *const shape = cpCircleShapeNew(body, 0.5, cpvzero);
        cpBodySetPosition(body, cpv(at.position.x / 65536.0, at.position.y / 65536.0));
        cpBodySetVelocity(body, cpv(at.velocity.x / 65536.0, at.velocity.y / 65536.0));
        cpShapeSetElasticity(shape, 1);
        cpSpaceAddBody(space, body);
        cpSpaceAddShape(space, shape);
    }
    return space;
}

void bench_peer_counted_steps(void *peer, int steps) {
    for (int i = 0; i < steps; i++)
        cpSpaceStep(peer, 1 / 60.0);
}
#else
void *bench_peer_make(int count) {
    (void)count;
    return NULL;
}

void bench_peer_counted_steps(void *peer, int steps) {
    (void)peer;
    (void)steps;
}
#endif
