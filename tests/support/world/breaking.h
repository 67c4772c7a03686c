/* breaking.h - what the tests of fracture share: memory, breakable boxes, and what bodies carry. */
#ifndef PAWL_TESTS_BREAKING_H
#define PAWL_TESTS_BREAKING_H

#include "support/world/fixture.h"
#include "support/base/seeded.h"
#include "world/world.h"

#define PIECES_MAX 400

/* Memory for the largest body of the tests, and what a call has made. */
typedef struct breaker {
    void *memory;
    size_t size;
    pawl_body_id bodies[PIECES_MAX];
    pawl_fragments made;
} breaker;

breaker *make_breaker(uint32_t shapes, uint32_t cells);

void free_breaker(breaker *b);

pawl_status cut(pawl_world *world, breaker *b, pawl_body_id body, pawl_vec2 from, pawl_vec2 to);

pawl_status shatter(pawl_world *world, breaker *b, pawl_body_id body, pawl_vec2 impact,
                    const pawl_fracture_def *def);

pawl_fracture_def breaking_def(uint64_t seed, uint16_t cells, double size_min);

pawl_shape_id add_breakable(pawl_world *world, pawl_body_id body, const pawl_convex *convex,
                            double impulse);

pawl_body_id add_breaking_brick(pawl_world *world, pawl_body_type type, double x, double y,
                                double impulse);

static inline const pawli_body *slot_of(const pawl_world *world, pawl_body_id body) {
    return &pawli_bodies_const(world)[body.index1 - 1];
}

#endif
