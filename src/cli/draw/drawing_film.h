/* drawing_film.h - pictures of films. */
#ifndef CLI_DRAWING_FILM_H
#define CLI_DRAWING_FILM_H

#include "cli/draw/drawing.h"
#include "pawl/film.h"

/* Replaces the marks of a drawing by those of the frame that is shown, with its tick as a caption.
 */
void cli_drawing_film_add(const pawl_film_playback *film, const cli_view *view,
                          cli_drawing *drawing);

/* A box around what moves in the frame that is shown, or with `all` around everything; false when
 * there is nothing. *box grows to hold it where `has_box`. */
bool cli_drawing_film_bounds(const pawl_film_playback *film, bool all, bool has_box, pawl_box *box);

#endif
