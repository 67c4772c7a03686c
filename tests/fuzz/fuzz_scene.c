/* fuzz_scene.c - any file as a scene: it loads or is refused, and what has loaded can be run. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "cli/scene_load.h"
#include "fuzz.h"

#define STEPS 3

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[32];
    pawli_scene scene;
    const int file = memfd_create("scene", 0);
    fuzz_require(file >= 0);
    fuzz_require(write(file, data, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (pawli_scene_load(path, NULL, &scene)) {
        for (int i = 0; i < STEPS; i++)
            fuzz_require(pawl_world_step(scene.world, NULL) == PAWL_OK);
        pawli_scene_free(&scene);
    }
    close(file);
    return 0;
}
