/* recording.h - the primitives that pawl_world_draw calls back with, as a list. */
#ifndef PAWL_TESTS_RECORDING_H
#define PAWL_TESTS_RECORDING_H

#include "support/world/fixture.h"

#define PRIMITIVES_MAX 20000

typedef enum primitive_kind {
    POLYGON,
    CIRCLE,
    CAPSULE,
    BOX,
    LINE,
    POINT,
    NUMBER
} primitive_kind;

typedef struct primitive {
    primitive_kind kind;
    pawl_draw_item item;
    pawl_vec2 points[PAWL_POLYGON_MAX];
    int32_t count;
    pawl_fx radius;
    pawl_wide value;
    pawl_rot rotation;
} primitive;

typedef struct recording {
    primitive list[PRIMITIVES_MAX];
    int count;
    pawl_vec2 shift; /* what shifted() adds */
} recording;

pawl_pose shifted(void *context, pawl_body_id body, pawl_pose now);

pawl_draw_hooks recorder(recording *into, uint32_t layers);

void record(const pawl_world *world, uint32_t layers, const pawl_box *clip, recording *into);

#endif
