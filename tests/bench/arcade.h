/* arcade.h - the circles that bench-arcade and its peer let fly. */
#ifndef PAWL_BENCH_ARCADE_H
#define PAWL_BENCH_ARCADE_H

#include "pawl/arcade.h"
#include "pawl/fx.h"

#define BENCH_SPACING PAWL_FX(2, 0, 1) /* between centres at the start */

typedef struct bench_circle {
    pawl_vec2 position, velocity;
} bench_circle;

/* Circles in a row of the square. */
static inline int bench_circles_side(int count) {
    int side = 1;
    while (side * side < count)
        side++;
    return side;
}

static inline bench_circle bench_circle_at(int index, int count) {
    const int side = bench_circles_side(count);
    pawl_random random = pawl_random_make((uint32_t)index, 1);
    bench_circle made;
    const pawl_fx speed = PAWL_FX(5, 0, 1);
    made.position = pawl_vec2_make(index % side * BENCH_SPACING + BENCH_SPACING / 2,
                                   index / side * BENCH_SPACING + BENCH_SPACING / 2);
    made.velocity.x = pawl_random_between(&random, -speed, speed);
    made.velocity.y = pawl_random_between(&random, -speed, speed);
    return made;
}

/* The same in Chipmunk; null where it is not installed. */
void *bench_peer_make(int count);
void bench_peer_counted_steps(void *peer, int steps);

#endif
