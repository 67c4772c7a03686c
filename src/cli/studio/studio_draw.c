/* studio_draw.c - pictures of a run, with the ghost below. */
#include <stdlib.h>

#include "cli/draw/drawing_arcade.h"
#include "cli/draw/drawing_level.h"
#include "cli/studio/studio_state.h"

#define PALE 176 /* of 256: how much of the background is in a ghost's outline */

static void add_scene(const cli_studio *studio, const cli_view *view, const cli_show *show,
                      cli_drawing *drawing) {
    if (studio->type == CLI_STUDIO_FILM) {
        cli_drawing_film_add(studio->film.playback, view, drawing);
    } else if (studio->scene.arcade != NULL) {
        cli_drawing_arcade_add(&studio->scene, view, drawing);
    } else {
        cli_drawing_world_add(studio->scene.world, view, show, drawing);
    }
    if (studio->walker.path != NULL) {
        cli_walker_draw(&studio->walker, view, drawing);
    } else if (studio->type == CLI_STUDIO_SCENE) {
        cli_drawing_level_add_scene(&studio->scene, view, drawing);
    }
}

/* What has a surface, as outlines on nothing. */
static size_t add_ghost(cli_studio *studio, const cli_view *view, cli_drawing *drawing) {
    static const cli_show show = {.layers = PAWL_LAYER_SHAPES | PAWL_LAYER_SOFT};
    const cli_scene *const ghost = cli_studio_ghost_show(studio);
    cli_drawing marks = {0};
    if (ghost == NULL || ghost->arcade != NULL) return 0;
    cli_drawing_world_add(ghost->world, view, &show, &marks);
    const size_t first = drawing->count;
    for (size_t i = 0; i < marks.count; i++) {
        const cli_mark *const from = &marks.marks[i];
        const cli_color pale = cli_theme_mix(from->paint.stroke, CLI_BACKGROUND, PALE);
        const cli_paint paint = {CLI_BACKGROUND, pale};
        cli_mark *const mark = cli_drawing_add_mark(drawing, paint, from->stroke_width);
        *mark = *from;
        mark->paint = paint;
    }
    free(marks.marks);
    cli_drawing_add_below(drawing, first);
    return drawing->count - first;
}

size_t cli_studio_draw(cli_studio *studio, const cli_view *view, const cli_show *show,
                       bool with_ghost, cli_drawing *drawing) {
    add_scene(studio, view, show, drawing);
    return with_ghost ? add_ghost(studio, view, drawing) : 0;
}
