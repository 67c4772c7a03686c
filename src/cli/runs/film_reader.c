/* film_reader.c - films are opened, and every frame of them is looked at. */
#include "cli/runs/film_reader.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/common/heap.h"

static const char magic[] = "PWLF";
#define MAGIC_SIZE (sizeof magic - 1)

bool cli_film_reader_is_film(const cli_file *file) {
    return file->size >= MAGIC_SIZE && memcmp(file->bytes, magic, MAGIC_SIZE) == 0;
}

static int refuse_file(const cli_film_reader *reader, pawl_status status, uint32_t offset) {
    char reason[120];
    const bool is_other = status == PAWL_ERR_FORMAT && offset == 0;
    const char *const other = is_other ? cli_file_other_type(&reader->file, false) : NULL;
    snprintf(reason, sizeof reason, "offset %lu: %s%s%s", (unsigned long)offset,
             is_other ? "no film" : pawl_status_text(status), other == NULL ? "" : ", but ",
             other == NULL ? "" : other);
    (void)cli_command_file_error(reader->path, reason);
    return status == PAWL_ERR_VERSION ? CLI_EXIT_VERSION : CLI_EXIT_INPUT;
}

static int refuse_tick(const cli_film_reader *reader, pawl_status status, uint64_t tick) {
    char reason[120];
    snprintf(reason, sizeof reason, "tick %llu: %s", (unsigned long long)tick,
             status == PAWL_ERR_FORMAT ? "malformed" : pawl_status_text(status));
    return cli_command_file_error(reader->path, reason);
}

static int start(cli_film_reader *reader) {
    uint32_t offset = 0;
    pawl_status status =
        pawl_film_open(reader->file.bytes, reader->file.size, &reader->film, &offset);
    if (status == PAWL_OK) {
        const size_t size = pawl_film_playback_size(&reader->film);
        status = pawl_film_start(&reader->film, cli_heap_allocate(size), size, &reader->playback);
    }
    return status == PAWL_OK ? CLI_EXIT_OK : refuse_file(reader, status, offset);
}

/* A malformed frame is an error wherever it is. */
static int look_at_all(cli_film_reader *reader) {
    bool has_box = false;
    pawl_film_body body;
    pawl_status status = pawl_film_next(reader->playback);
    for (; status == PAWL_OK; status = pawl_film_next(reader->playback))
        has_box = cli_drawing_film_bounds(reader->playback, false, has_box, &reader->box);
    if (status != PAWL_ERR_RANGE) {
        return refuse_tick(reader, status, pawl_film_get_tick(reader->playback));
    }
    for (uint32_t slot = 0; slot < reader->film.bodies; slot++)
        reader->bodies += pawl_film_get_body(reader->playback, slot, &body) ? 1u : 0u;
    if (!has_box && !cli_drawing_film_bounds(reader->playback, true, false, &reader->box)) {
        reader->box.lower = pawl_vec2_make(-PAWL_FX_ONE, -PAWL_FX_ONE);
        reader->box.upper = pawl_vec2_make(PAWL_FX_ONE, PAWL_FX_ONE);
    }
    const pawl_fx across = pawl_sub(reader->box.upper.x, reader->box.lower.x);
    reader->box = cli_drawing_grow_box(reader->box, pawl_max(across / 12, PAWL_FX_ONE / 4));
    return CLI_EXIT_OK;
}

int cli_film_reader_open(cli_film_reader *reader, const char *path, uint32_t mib) {
    char reason[CLI_REASON_MAX];
    memset(reader, 0, sizeof *reader);
    reader->path = path;
    if (!cli_file_read(path, (size_t)mib * CLI_MIB, &reader->file, reason)) {
        reader->file.bytes = NULL;
        return cli_command_file_error(path, reason);
    }
    const int code = start(reader);
    return code == CLI_EXIT_OK ? look_at_all(reader) : code;
}

void cli_film_reader_close(cli_film_reader *reader) {
    free(reader->playback);
    free(reader->file.bytes);
    memset(reader, 0, sizeof *reader);
}

bool cli_film_reader_seek(cli_film_reader *reader, uint64_t tick) {
    const pawl_status status = pawl_film_seek(reader->playback, tick);
    if (status != PAWL_OK) (void)refuse_tick(reader, status, tick);
    return status == PAWL_OK;
}
