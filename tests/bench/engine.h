/* engine.h - what the benchmark needs of an engine. One file implements it per program, so that
 * every engine runs the same scene through the same loop. */
#ifndef PAWL_BENCH_ENGINE_H
#define PAWL_BENCH_ENGINE_H

#include <stddef.h>

#include "support/scene/scene.h"

/* A scene inside one of the engines; defined by each. */
typedef struct engine engine;

/* Name and version, as the report prints them. */
const char *engine_name(void);

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
