/* fuzz_outline.c - any file as a drawing in SVG or a file of PhysicsEditor: it is converted or
 * refused, and what was converted loads, and is the world of the drawing. It is also the shape of
 * bodies of a scene beside it. */
#define _GNU_SOURCE
#include <stdlib.h>
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

static void put_file(const char *folder, const char *name, const void *data, size_t size) {
    char path[96];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    fuzz_require(file != NULL);
    fuzz_require(fwrite(data, 1, size, file) == size);
    fuzz_require(fclose(file) == 0);
}

/* A scene whose bodies have the shape of the file. */
static void check_shape(const uint8_t *data, size_t size) {
    static const char scene[] =
        "{\"pawl-scene\": 1, \"bodies\": [{\"shapes\": [{\"outline\": \"d\", \"density\": 2}]},"
        "{\"type\": \"static\", \"shapes\": [{\"outline\":"
        "{\"file\": \"d#a\", \"scale\": 7, \"origin\": [3, 4]}}]}]}";
    static const char *const names[] = {"d", "s.json"};
    char folder[64] = "/dev/shm/pawl-outline-XXXXXX", path[96];
    cli_scene out;
    fuzz_require(mkdtemp(folder) != NULL);
    put_file(folder, names[0], data, size);
    put_file(folder, names[1], scene, sizeof scene - 1);
    snprintf(path, sizeof path, "%s/%s", folder, names[1]);
    if (cli_scene_load(path, NULL, &out)) {
        fuzz_require(pawl_world_step(out.world, NULL) == PAWL_OK);
        cli_scene_load_free(&out);
    }
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        fuzz_require(unlink(path) == 0);
    }
    fuzz_require(rmdir(folder) == 0);
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
    check_shape(data, size);
    return 0;
}
