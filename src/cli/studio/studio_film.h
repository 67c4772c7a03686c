/* studio_film.h - films in the studio: what was to be seen, and nothing that could be stepped,
 * asked or changed. All of its ticks are known from the start. */
#ifndef CLI_STUDIO_FILM_H
#define CLI_STUDIO_FILM_H

#include "cli/common/file.h"
#include "cli/draw/drawing_film.h"

typedef struct cli_studio_film {
    cli_file file;
    pawl_film film; /* points into the file */
    pawl_film_playback *playback;
    pawl_box box;    /* around all that moves */
    uint32_t bodies; /* of the last frame */
} cli_studio_film;

/* Whether the bytes are meant to be a film. */
bool cli_studio_film_is_film(const cli_file *file);

/* Null after an error, which has been reported on stderr. Cost: a look at every frame. */
cli_studio_film *cli_studio_film_open(const char *path);
void cli_studio_film_close(cli_studio_film *film); /* null: nothing */

/* Show the frame at or before a tick; false after an error, which has been reported. */
bool cli_studio_film_seek(cli_studio_film *film, const char *path, uint64_t tick);

#endif
