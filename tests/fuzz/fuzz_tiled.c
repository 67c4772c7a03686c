/* fuzz_tiled.c - any file as a map or a world of Tiled, in XML or JSON, as a template of an object
 * and as a file of roles: it is converted or refused, and what was converted loads and runs. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "cli/tiled/tiled_import.h"
#include "fuzz.h"

#define STEPS 3

/* A file without a name, which a tileset beside it has neither. */
static int make_file(const uint8_t *data, size_t size, char path[32]) {
    const int file = memfd_create("map", 0);
    fuzz_require(file >= 0);
    fuzz_require(write(file, data, size) == (ssize_t)size);
    snprintf(path, 32, "/proc/self/fd/%d", file);
    return file;
}

static void step(const cli_scene *scene) {
    fuzz_require((scene->arcade != NULL ? pawl_arcade_step(scene->arcade)
                                        : pawl_world_step(scene->world, NULL)) == PAWL_OK);
}

static uint32_t hash_of(const cli_scene *scene) {
    return scene->arcade != NULL ? pawl_arcade_hash(scene->arcade) : pawl_world_hash(scene->world);
}

/* What a conversion says is a scene is one, and the map is the same world or arcade. */
static void check_scene(const cli_file *scene, const char *map) {
    char path[32];
    cli_scene first, second;
    const int file = make_file(scene->bytes, scene->size, path);
    fuzz_require(cli_scene_load_any(path, NULL, NULL, &first));
    fuzz_require(cli_scene_load_any(map, NULL, NULL, &second));
    for (int i = 0; i < STEPS; i++) {
        step(&first);
        step(&second);
    }
    fuzz_require(hash_of(&first) == hash_of(&second));
    cli_scene_load_free(&first);
    cli_scene_load_free(&second);
    close(file);
}

/* A small map whose object is made after the file, and which the file says the roles of. */
static void check_beside(const char *path) {
    static const char map[] =
        "<map width='2' height='2' tilewidth='16' tileheight='16'>"
        "<tileset firstgid='1' name='t' tilewidth='16' tileheight='16'/>"
        "<layer name='Ground' width='2' height='2'><data encoding='csv'>0,0,1,2</data></layer>"
        "<objectgroup name='o'><object id='1' name='player' x='8' y='8'><point/></object>"
        "<object id='2' template='%s' x='16' y='8'/></objectgroup></map>";
    char text[sizeof map + 32], own[32];
    cli_file scene;
    cli_tiled_result result;
    const int size = snprintf(text, sizeof text, map, path);
    const int file = make_file((const uint8_t *)text, (size_t)size, own);
    const cli_map_options options = {.roles = path};
    for (int i = 0; i < 2; i++) {
        char *roles = NULL;
        size_t roles_size = 0;
        FILE *out = cli_heap_open_text(&roles, &roles_size);
        if (cli_scene_load_import(own, NULL, i == 0 ? NULL : &options, out, &scene, &result))
            free(scene.bytes);
        fclose(out);
        free(roles);
    }
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
    check_beside(path);
    close(file);
    return 0;
}
