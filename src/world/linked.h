/* linked.h - internal: which features are in the program (base/optional.h says how they may not
 * be), and whether a world gets along with them. Each feature is asked for here and nowhere else.
 */
#ifndef PAWLI_LINKED_H
#define PAWLI_LINKED_H

#include "base/compiler.h"
#include "base/optional.h"
#include "world/world.h"

PAWLI_OPTIONAL_MARK(pawli_joint_rows_mark);    /* src/step/joint_rows.c */
PAWLI_OPTIONAL_MARK(pawli_soft_solve_mark);    /* src/soft/soft_solve.c */
PAWLI_OPTIONAL_MARK(pawli_shape_piece_mark);   /* src/world/shape_piece.c */
PAWLI_OPTIONAL_MARK(pawli_character_all_mark); /* src/character/character_all.c */

PAWLI_OPTIONAL_MARK(pawli_event_add_mark); /* src/world/event_add.c */
PAWLI_OPTIONAL_MARK(pawli_origin_mark);    /* src/world/origin.c */
PAWLI_OPTIONAL_MARK(pawli_period_mark);    /* src/period/period.c */

PAWLI_FOLD bool pawli_has_origin_linked(void) {
    return PAWLI_IS_LINKED(pawli_origin_mark);
}

PAWLI_FOLD bool pawli_has_periods_linked(void) {
    return PAWL_WITH_PERIODS && PAWLI_IS_LINKED(pawli_period_mark);
}

PAWLI_FOLD bool pawli_has_events_linked(void) {
    return PAWLI_IS_LINKED(pawli_event_add_mark);
}

PAWLI_FOLD bool pawli_has_joints_linked(void) {
    return PAWL_WITH_JOINTS && PAWLI_IS_LINKED(pawli_joint_rows_mark);
}

PAWLI_FOLD bool pawli_has_soft_linked(void) {
    return PAWL_WITH_SOFT && PAWLI_IS_LINKED(pawli_soft_solve_mark);
}

PAWLI_FOLD bool pawli_has_characters_linked(void) {
    return PAWL_WITH_CHARACTERS && PAWLI_IS_LINKED(pawli_character_all_mark);
}

PAWLI_FOLD bool pawli_has_terrain_linked(void) {
    return PAWL_WITH_CHAINS && PAWLI_IS_LINKED(pawli_shape_piece_mark);
}

/* Whether the objects of a world have the code that moves them. */
PAWLI_FOLD bool pawli_linked_has_all(const pawl_world *world) {
    if (pawli_first_joint(world) != PAWLI_NONE && !pawli_has_joints_linked()) return false;
    if (PAWL_WITH_CHAINS && !pawli_has_terrain_linked() && pawli_geometry_has_terrain(world)) {
        return false;
    }
    if (pawli_geometry_lacks_makers(world)) return false;
    if (pawli_first_character(world) != PAWLI_NONE && !pawli_has_characters_linked()) return false;
    if (pawli_is_shifted(world) && !pawli_has_origin_linked()) return false;
    if (pawli_way_goes_round(world) && !pawli_has_periods_linked()) return false;
    return pawli_first_soft(world) == PAWLI_NONE || pawli_has_soft_linked();
}

#endif
