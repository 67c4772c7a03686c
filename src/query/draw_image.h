/* draw_image.h - internal: an image of a world that goes round, told to the hooks of the program as
 * if it lay where it is seen. */
#ifndef PAWLI_DRAW_IMAGE_H
#define PAWLI_DRAW_IMAGE_H

#include "pawl/draw.h"

typedef struct pawli_draw_image {
    const pawl_draw_hooks *hooks;
    pawl_vec2 offset; /* from where it is seen to where it is */
} pawli_draw_image;

/* Hooks that move what they are told, and hand it on; both stay where they are meanwhile. */
pawl_draw_hooks pawli_draw_image_hooks(const pawli_draw_image *image);

#endif
