/* drawing_image.h - the images of a scene in its pictures. */
#ifndef CLI_DRAWING_IMAGE_H
#define CLI_DRAWING_IMAGE_H

#include "cli/draw/sprite.h"
#include "cli/scene/scene_load.h"

/* The files of a scene, and where its images lie now; starts as {0}. */
typedef struct cli_images {
    cli_texture *textures;
    uint32_t texture_count;
    cli_sprite *sprites;
    uint32_t *texture_of; /* by image */
} cli_images;

/* Reads all files that are to be had; those that are not are told on stderr. */
void cli_drawing_image_load(cli_images *images, const cli_scene *scene);
void cli_drawing_image_free(cli_images *images);
/* Adds images above all marks; where there is no file its frame with the name. The drawing holds
 * them until the next time. */
void cli_drawing_image_add(cli_images *images, const cli_scene *scene, const cli_view *view,
                           cli_drawing *drawing);

#endif
