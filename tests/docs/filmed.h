/* filmed.h - put before a program of examples/tutorial by -include: films the first world that it
 * steps into the file that FILM names, for tests/docs/pictures.sh. A tick that is played again is
 * not filmed again, so the picture jumps where a rollback has changed what was shown. */
#ifndef PAWL_TESTS_FILMED_H
#define PAWL_TESTS_FILMED_H

#include <pawl/film.h>
#include <pawl/pawl.h>
#include <pawl/session.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t film_memory[4096];
static pawl_film_recorder *film_recorder;
static const pawl_world *film_world;
static FILE *film_file;
static uint64_t film_tick;

static bool film_write(void *context, const void *bytes, size_t size) {
    (void)context;
    return fwrite(bytes, 1, size, film_file) == size;
}

static void film_close(void) {
    if (pawl_film_end(film_recorder) != PAWL_OK || fclose(film_file) != 0) _Exit(1);
}

static inline void film_add(const pawl_world *world) {
    const uint64_t tick = pawl_world_get_tick(world);
    if (film_world == NULL) {
        const pawl_sink sink = {film_write, NULL};
        pawl_film_def def = pawl_film_def_default();
        def.bodies = 32;
        def.strokes = 8;
        film_file = fopen(getenv("FILM"), "wb");
        if (film_file == NULL ||
            pawl_film_begin(film_memory, sizeof film_memory, &def, sink, &film_recorder) != PAWL_OK)
            exit(1);
        film_world = world;
        atexit(film_close);
    }
    if (world != film_world || tick <= film_tick) return;
    film_tick = tick;
    if (pawl_film_add_frame(film_recorder, tick, world) != PAWL_OK) exit(1);
}

static inline pawl_status filmed_step(pawl_world *world, const pawl_step_hooks *hooks) {
    const pawl_status status = pawl_world_step(world, hooks);
    film_add(world);
    return status;
}
#define pawl_world_step filmed_step

static inline pawl_request_type filmed_run(pawl_session *session, pawl_session_world *game) {
    const pawl_request_type type = pawl_session_run(session, game);
    if (pawl_world_get_tick(game->world) > 0) film_add(game->world);
    return type;
}
#define pawl_session_run filmed_run

#endif
