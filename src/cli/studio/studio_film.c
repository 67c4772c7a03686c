/* studio_film.c - films in the studio. */
#include "cli/studio/studio_film.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/common/heap.h"
#include "cli/runs/replay_file.h"

static const char magic[] = "PWLF";
#define MAGIC_SIZE (sizeof magic - 1)

bool cli_studio_film_is_film(const cli_file *file) {
    return file->size >= MAGIC_SIZE && memcmp(file->bytes, magic, MAGIC_SIZE) == 0;
}

static void refuse(const char *path, pawl_status status, const char *where, uint64_t number) {
    char reason[120];
    snprintf(reason, sizeof reason, "%s %llu: %s", where, (unsigned long long)number,
             pawl_status_text(status));
    (void)cli_command_file_error(path, reason);
}

static bool start(cli_studio_film *film, const char *path) {
    uint32_t offset = 0;
    pawl_status status = pawl_film_open(film->file.bytes, film->file.size, &film->film, &offset);
    if (status == PAWL_OK) {
        const size_t size = pawl_film_playback_size(&film->film);
        status = pawl_film_start(&film->film, cli_heap_allocate(size), size, &film->playback);
    }
    if (status != PAWL_OK) refuse(path, status, "offset", offset);
    if (status == PAWL_OK && film->film.frames == 0) {
        (void)cli_command_file_error(path, "a film without a frame");
        return false;
    }
    return status == PAWL_OK;
}

/* Every frame is looked at: a malformed one is an error wherever it is. */
static bool look_at_all(cli_studio_film *film, const char *path) {
    bool has_box = false;
    pawl_film_body body;
    pawl_status status = pawl_film_next(film->playback);
    for (; status == PAWL_OK; status = pawl_film_next(film->playback))
        has_box = cli_drawing_film_bounds(film->playback, false, has_box, &film->box);
    if (status != PAWL_ERR_RANGE) {
        refuse(path, status, "tick", pawl_film_get_tick(film->playback));
        return false;
    }
    for (uint32_t slot = 0; slot < film->film.bodies; slot++)
        film->bodies += pawl_film_get_body(film->playback, slot, &body) ? 1u : 0u;
    if (!has_box && !cli_drawing_film_bounds(film->playback, true, false, &film->box)) {
        film->box.lower = pawl_vec2_make(-PAWL_FX_ONE, -PAWL_FX_ONE);
        film->box.upper = pawl_vec2_make(PAWL_FX_ONE, PAWL_FX_ONE);
    }
    const pawl_fx across = pawl_sub(film->box.upper.x, film->box.lower.x);
    film->box = cli_drawing_grow_box(film->box, pawl_max(across / 12, PAWL_FX_ONE / 4));
    return true;
}

cli_studio_film *cli_studio_film_open(const char *path) {
    char reason[CLI_REASON_MAX];
    cli_studio_film *const film = cli_heap_allocate(sizeof *film);
    memset(film, 0, sizeof *film);
    if (!cli_file_read(path, (size_t)CLI_REPLAY_MIB * CLI_MIB, &film->file, reason)) {
        (void)cli_command_file_error(path, reason);
        film->file.bytes = NULL;
    } else if (start(film, path) && look_at_all(film, path) &&
               cli_studio_film_seek(film, path, film->film.first_tick)) {
        return film;
    }
    cli_studio_film_close(film);
    return NULL;
}

void cli_studio_film_close(cli_studio_film *film) {
    if (film == NULL) return;
    free(film->playback);
    free(film->file.bytes);
    free(film);
}

bool cli_studio_film_seek(cli_studio_film *film, const char *path, uint64_t tick) {
    const pawl_status status = pawl_film_seek(film->playback, tick);
    if (status != PAWL_OK) refuse(path, status, "tick", tick);
    return status == PAWL_OK;
}
