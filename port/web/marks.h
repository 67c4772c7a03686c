/* marks.h - the marks of a drawing as words for JavaScript. */
#ifndef WEB_MARKS_H
#define WEB_MARKS_H

#include "cli/draw/drawing_world.h"

typedef struct marks {
    cli_drawing drawing;
    int32_t *words;
    size_t room;
} marks; /* starts as {0} */

/* For each mark: how many points it has, fill, stroke (0xRRGGBB), radius, stroke width, whether it
 * is among the first `ghosts`; then x and y of each point, in 1/256 pixel. Returns how many words.
 */
size_t marks_write(marks *marks, size_t ghosts);
void marks_free(marks *marks);

#endif
