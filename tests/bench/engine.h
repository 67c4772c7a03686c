/* engine.h - what the benchmark needs of an engine. One file implements it per program, so that
 * every engine runs the same scene through the same loop. */
#ifndef PAWL_BENCH_ENGINE_H
#define PAWL_BENCH_ENGINE_H

#include <stdbool.h>
#include <stddef.h>

#include "pawl/lanes.h"
#include "support/scene/scene.h"

/* A scene inside one of the engines; defined by each. */
typedef struct engine engine;

/* What is compared, in words for the report. */
typedef struct engine_about {
    const char *version; /* "Chipmunk 7.0.3" */
    const char *numbers; /* "float" */
    const char *set;     /* instruction set that it was compiled for */
    const char *checks;  /* whether assertions are on: "on", "off"; "" where the report finds out */
    const char *work;    /* per step: "4 sub-steps" */
} engine_about;

engine_about engine_describe(void);

/* Before a scene is made: solve it in these lanes, DEFAULT being what an engine does unasked. False
 * where the engine or the machine has none such. */
bool engine_set_lanes(pawl_lanes lanes);

/* Build all bodies of a scene, with sleeping as it says; the program ends when that fails. */
engine *engine_make(const scene_def *scene);
void engine_free(engine *made);

/* One step of 1/60 second. */
void engine_step(engine *made);

/* Give a body a velocity, and wake it. */
void engine_kick(engine *made, int body, const scene_kick *kick);

/* How far along a ray its first hit is, as a fraction; 2 when there is none. */
double engine_ray(const engine *made, const scene_ray *ray);

/* The height of a body's centre; bodies are numbered as in the scene. */
double engine_height(const engine *made, int body);

#endif
