/* film_reader.h - a film in a file: what was to be seen of a run, and nothing that could be
 * stepped, asked or changed. All of its ticks are known from the start. */
#ifndef CLI_FILM_READER_H
#define CLI_FILM_READER_H

#include "cli/common/file.h"
#include "cli/draw/drawing_film.h"

/* Starts as {0}. */
typedef struct cli_film_reader {
    const char *path;
    cli_file file;
    pawl_film film; /* points into the file */
    pawl_film_playback *playback;
    pawl_box box;    /* around all that moves, with a margin */
    uint32_t bodies; /* of the last frame */
} cli_film_reader;

/* Whether the bytes are meant to be a film. */
bool cli_film_reader_is_film(const cli_file *file);

/* CLI_EXIT_OK, or the exit code after an error, which has been reported; cli_film_reader_close is
 * due in any case. `mib`: no file is larger. The path is kept. Cost: a look at every frame. */
int cli_film_reader_open(cli_film_reader *reader, const char *path, uint32_t mib);
void cli_film_reader_close(cli_film_reader *reader);

/* Show the frame at or before a tick; false after an error, which has been reported. */
bool cli_film_reader_seek(cli_film_reader *reader, uint64_t tick);

#endif
