/* fuzz_scene.c - any file as a scene: it loads or is refused, and what has loaded can be run. Its
 * level is built or refused; what was built can be opened, and walked in. An arcade is stepped too.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/scene/scene_load.h"
#include "fuzz.h"
#include "pawl/level.h"

#define STEPS 3
#define MEMORY_MAX ((size_t)1 << 24) /* of what is built */
#define BLOCK_MAX ((uint32_t)1 << 20)

static void walk(const pawl_level *level, pawl_vec2 spawn) {
    const pawl_walker_def def = pawl_walker_def_default();
    const pawl_vec2 input = {PAWL_FX_ONE, PAWL_FX_ONE};
    pawl_walker walker = {.remainder = {0, 0}};
    if (pawl_level_find_nearest_free(level, NULL, spawn, &walker.place) != PAWL_OK) return;
    fuzz_require(!pawl_level_is_solid(level, NULL, walker.place.triangle));
    for (int i = 0; i < STEPS; i++) {
        fuzz_require(pawl_walker_step(level, NULL, &def, NULL, 0, input, &walker, NULL) == PAWL_OK);
        fuzz_require(!pawl_level_is_solid(level, NULL, walker.place.triangle));
    }
}

static void build(const cli_scene_level *scene) {
    const pawl_level_def def = cli_level_def(scene);
    const size_t size = pawl_level_build_size(&def);
    pawl_level_report report;
    pawl_level level;
    if (size == 0 || size > MEMORY_MAX) return;
    void *const memory = malloc(size), *const block = malloc(BLOCK_MAX);
    fuzz_require(memory != NULL && block != NULL);
    if (pawl_level_build(&def, memory, size, NULL, block, BLOCK_MAX, &report) == PAWL_OK) {
        fuzz_require(pawl_level_open(block, report.size, &level) == PAWL_OK);
        walk(&level, scene->spawn);
    } else {
        fuzz_require(report.reason[0] != 0);
    }
    free(block);
    free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[32];
    cli_scene scene;
    const int file = memfd_create("scene", 0);
    fuzz_require(file >= 0);
    fuzz_require(write(file, data, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (cli_scene_load_any(path, NULL, NULL, &scene)) {
        for (int i = 0; i < STEPS && scene.arcade != NULL; i++)
            fuzz_require(pawl_arcade_step(scene.arcade) == PAWL_OK);
        for (int i = 0; i < STEPS && scene.world != NULL; i++)
            fuzz_require(pawl_world_step(scene.world, NULL) == PAWL_OK);
        if (scene.level != NULL) build(scene.level);
        cli_scene_load_free(&scene);
    }
    close(file);
    return 0;
}
