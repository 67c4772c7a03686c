/* link_all.c - all features for a program that loads what others have made. */
#include "base/optional.h"
#include "pawl/world.h"

PAWLI_PULLS(pulls_all_events, pawli_event_add_mark);
PAWLI_PULLS(pulls_all_origins, pawli_origin_mark);
PAWLI_PULLS(pulls_all_periods, pawli_period_mark);
PAWLI_PULLS(pulls_all_joints, pawli_joint_rows_mark);
PAWLI_PULLS(pulls_all_soft, pawli_soft_solve_mark);
PAWLI_PULLS(pulls_all_circles, pawli_circle_mark);
PAWLI_PULLS(pulls_all_polygons, pawli_polygon_mark);
#if PAWL_WITH_CHARACTERS
PAWLI_PULLS(pulls_all_characters, pawli_character_all_mark);
#endif
PAWLI_PULLS(pulls_all_terrain, pawli_shape_piece_mark);

void pawl_world_link_all(void) {
}
