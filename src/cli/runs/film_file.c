/* film_file.c - films of runs, written to files. */
#include "cli/runs/film_file.h"

#include <stdlib.h>

#include "cli/common/command.h"
#include "cli/common/heap.h"
#include "cli/common/output.h"

#define STROKES_PER_JOINT 4u /* center, anchor, anchor, center, and the rope of a pulley */
#define STROKES_MAX 65535u

static bool write_bytes(void *context, const void *bytes, size_t size) {
    return fwrite(bytes, 1, size, context) == size;
}

static pawl_film_def film_def_of(const cli_scene *scene) {
    pawl_film_def def = pawl_film_def_default();
    const uint32_t strokes =
        scene->def.joint_capacity * STROKES_PER_JOINT + scene->def.soft_link_capacity;
    def.rate_numerator = scene->def.rate_numerator;
    def.rate_denominator = scene->def.rate_denominator;
    def.bodies = scene->def.body_capacity;
    def.strokes = strokes < STROKES_MAX ? strokes : STROKES_MAX;
    return def;
}

static bool is_done(const cli_film_file *film, pawl_status status) {
    if (status == PAWL_OK) return true;
    /* The reason that a file could not be written is told when it is closed. */
    if (status != PAWL_ERR_MEMORY) cli_command_file_error(film->path, pawl_status_text(status));
    return false;
}

bool cli_film_file_create(cli_film_file *film, const char *path, const cli_scene *scene) {
    const pawl_film_def def = film_def_of(scene);
    const size_t size = pawl_film_recorder_size(&def);
    film->path = path;
    film->file = cli_output_open(path, NULL);
    if (film->file == NULL) return false;
    film->memory = cli_heap_allocate(size);
    const pawl_sink sink = {write_bytes, film->file};
    return is_done(film, pawl_film_begin(film->memory, size, &def, sink, &film->recorder));
}

bool cli_film_file_add(cli_film_file *film, const cli_scene *scene, uint64_t tick) {
    if (film->recorder == NULL) return true;
    return is_done(film, pawl_film_add_frame(film->recorder, tick, scene->world));
}

bool cli_film_file_close(cli_film_file *film, bool good) {
    if (film->file == NULL) return good;
    if (film->recorder != NULL && good) good = is_done(film, pawl_film_end(film->recorder));
    if (good || ferror(film->file)) { /* closing says why it could not be written */
        good = cli_output_close(film->file, NULL) && good;
    } else {
        cli_output_discard(film->file);
    }
    free(film->memory);
    return good;
}
