/* api.h - what fuzz_api calls, by part of the interface. Each function makes the call it is given
 * in one world; what came back is folded into numbers, so that two worlds can be compared. */
#ifndef PAWL_FUZZ_API_H
#define PAWL_FUZZ_API_H

#include "base/xxh32.h"
#include "fuzz/draw_more.h"

/* What came back. */
typedef struct answer {
    pawl_status status;
    uint32_t handle;
} answer;

/* Structs are folded field by field: they have holes. */
static inline uint32_t fold(uint32_t sum, int64_t value) {
    return pawl_xxh32(&value, sizeof value, sum);
}

static inline uint32_t fold_vec2(uint32_t sum, pawl_vec2 v) {
    return fold(fold(sum, v.x), v.y);
}

static inline uint32_t fold_rot(uint32_t sum, pawl_rot r) {
    return fold(fold(sum, r.c), r.s);
}

/* What has happened so far: a run that saw none of it has tried little. */
typedef struct api_sights {
    unsigned long softs, attached, tears, fractures, broken;
} api_sights;
extern api_sights api_seen;

/* Ends the program where two answers contradict each other; fuzz_api.c. */
void require(bool holds, const char *what);

answer api_joint(pawl_world *world, const call *c);
answer api_create_ground(pawl_world *world, const call *c, uint32_t *shape);
answer api_bind(pawl_world *world, const call *c);
answer api_field(pawl_world *world, const call *c);
answer api_query(const pawl_world *world, const call *c);
answer api_collide(const call *c);
answer api_soft(pawl_world *world, const call *c);
answer api_break(pawl_world *world, const call *c);
uint32_t api_fold_events(const pawl_world *world, uint32_t sum);
answer api_draw(const pawl_world *world, const call *c);

#endif
