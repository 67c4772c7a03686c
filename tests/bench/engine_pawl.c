/* engine_pawl.c - the benchmark scenes in pawl, with its default settings. */
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/scene_pawl.h"

struct engine {
    scene_world scene;
};

const char *engine_name(void) {
    static char name[32];
    snprintf(name, sizeof name, "pawl %d.%d.%d", PAWL_VERSION_MAJOR, PAWL_VERSION_MINOR,
             PAWL_VERSION_PATCH);
    return name;
}

engine *engine_make(const scene_def *scene) {
    pawl_world_def def = scene_world_def(scene);
    def.sleeping = 0;
    engine *const made = malloc(sizeof *made);
    if (!made || !scene_world_make(scene, &def, &made->scene)) exit(2);
    return made;
}

void engine_free(engine *made) {
    scene_world_free(&made->scene);
    free(made);
}

void engine_step(engine *made) {
    if (pawl_world_step(made->scene.world, NULL) != PAWL_OK) exit(2);
}

double engine_height(const engine *made, int body) {
    return pawl_body_position(made->scene.world, made->scene.bodies[body]).y / 65536.0;
}
