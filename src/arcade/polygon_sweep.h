/* figure.h - internal: two shapes, one of them at least a polygon. */
#ifndef PAWLI_ARCADE_FIGURE_H
#define PAWLI_ARCADE_FIGURE_H

#include "arcade/arcade.h"

/* As pawli_couple_overlaps and pawli_couple_meet; *out is zero on entry of the second. */
bool pawli_figures_overlap(const pawli_couple *couple, pawl_translation *out);
void pawli_figures_meet(const pawli_couple *couple, pawl_vec2 move, pawl_arcade_meeting *out);

#endif
