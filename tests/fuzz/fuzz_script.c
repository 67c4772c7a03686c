/* fuzz_script.c - any text as a script of a scene with a bit of everything: it runs or is refused,
 * and what the program writes of it is the same script again. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/script/script.h"
#include "fuzz.h"

#define TICKS 12

static const char scene_text[] =
    "{\"pawl-scene\": 1, \"bodies\": ["
    "{\"type\": \"static\", \"position\": [0, -1], \"shapes\": [{\"box\": {\"width\": 40, "
    "\"height\": 2}}]},"
    "{\"name\": \"crate\", \"position\": [0, 1], \"shapes\": [{\"box\": {\"width\": 1, \"height\": "
    "1}}]},"
    "{\"name\": \"ball\", \"position\": [3, 2], \"shapes\": [{\"circle\": {\"radius\": 0.5}}]}],"
    "\"joints\": [{\"name\": \"rod\", \"distance\": {\"a\": \"crate\", \"b\": \"ball\"}}],"
    "\"soft_bodies\": [{\"name\": \"jelly\", \"blob\": {\"center\": [-5, 3], \"radius\": 1, "
    "\"points\": 8,"
    " \"mass\": 3, \"stiffness\": 0.5}}]}";

static int make_file(const void *data, size_t size, char path[32]) {
    const int file = memfd_create("text", 0);
    fuzz_require(file >= 0);
    fuzz_require(write(file, data, size) == (ssize_t)size);
    snprintf(path, 32, "/proc/self/fd/%d", file);
    return file;
}

/* Whether it could be read and played. */
static bool play(const char *path, const char *scene_path, uint32_t *hash, char **text) {
    cli_script script;
    cli_scene scene;
    bool is_good = cli_script_load(path, scene_path, NULL, NULL, &script, &scene);
    if (!is_good) return false;
    for (uint64_t tick = 0; tick < TICKS && is_good; tick++) {
        is_good = cli_script_apply(&script, scene.world, tick) &&
                  pawl_world_step(scene.world, NULL) == PAWL_OK;
    }
    *hash = pawl_world_hash(scene.world);
    *text = cli_script_add_text(&script);
    cli_script_free(&script);
    cli_scene_load_free(&scene);
    return is_good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[32], scene_path[32], again_path[32], *text = NULL, *again = NULL;
    uint32_t first = 0, second = 0;
    const int scene = make_file(scene_text, sizeof scene_text - 1, scene_path);
    const int file = make_file(data, size, path);
    const bool is_good = play(path, scene_path, &first, &text);
    if (text != NULL) {
        const int written = make_file(text, strlen(text), again_path);
        fuzz_require(play(again_path, scene_path, &second, &again) == is_good);
        fuzz_require(first == second);
        fuzz_require(strcmp(text, again) == 0);
        close(written);
    }
    free(text);
    free(again);
    close(file);
    close(scene);
    return 0;
}
