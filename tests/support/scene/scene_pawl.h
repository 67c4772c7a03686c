/* scene_pawl.h - a scene as a pawl world, made through the public interface only. */
#ifndef PAWL_TESTS_SCENE_PAWL_H
#define PAWL_TESTS_SCENE_PAWL_H

#include "support/scene/scene.h"

typedef struct scene_world {
    pawl_world *world; /* lives in `memory` */
    void *memory;      /* pawl_world_size bytes, from malloc */
    size_t size;
    pawl_body_id *bodies; /* one per body of the scene, in creation order */
    int body_count;
} scene_world;

/* The default world def with the gravity and length unit of the scene and room for its bodies and
 * contacts. Change what you need before scene_world_make. */
pawl_world_def scene_world_def(const scene_def *scene);

/* Make the world. On failure the reason goes to stderr and nothing is left behind. */
bool scene_world_make(const scene_def *scene, const pawl_world_def *def, scene_world *out);
void scene_world_free(scene_world *world);

/* The shape of a body with its lengths rounded to Q16.16. */
pawl_status scene_convex(const scene_body *body, pawl_convex *out);

#endif
