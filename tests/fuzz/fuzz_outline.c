/* fuzz_outline.c - any file as a drawing in SVG or a file of PhysicsEditor: it is converted or
 * refused, and what was converted loads, and is the world of the drawing. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "cli/tiled/tiled_import.h"
#include "fuzz.h"

/* A file without a name. */
static int make_file(const void *data, size_t size, char path[32]) {
    const int file = memfd_create("drawing", 0);
    fuzz_require(file >= 0);
    fuzz_require(write(file, data, size) == (ssize_t)size);
    snprintf(path, 32, "/proc/self/fd/%d", file);
    return file;
}

static uint32_t hash_of(const cli_scene *scene) {
    return scene->arcade != NULL ? pawl_arcade_hash(scene->arcade) : pawl_world_hash(scene->world);
}

static void check_scene(const cli_file *scene, const char *drawing) {
    char path[32];
    cli_scene first, second;
    const int file = make_file(scene->bytes, scene->size, path);
    fuzz_require(cli_scene_load_any(path, NULL, NULL, &first));
    fuzz_require(cli_scene_load_any(drawing, NULL, NULL, &second));
    fuzz_require(hash_of(&first) == hash_of(&second));
    cli_scene_load_free(&first);
    cli_scene_load_free(&second);
    close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[32];
    cli_file scene;
    cli_tiled_result result;
    const int file = make_file(data, size, path);
    if (cli_scene_load_import(path, NULL, NULL, NULL, &scene, &result)) {
        check_scene(&scene, path);
        free(scene.bytes);
    }
    close(file);
    return 0;
}
