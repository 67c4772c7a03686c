/* validate.h - internal: every invariant of a whole world in one place. */
#ifndef PAWLI_VALIDATE_H
#define PAWLI_VALIDATE_H

#include "pawl/world.h"

/* What is wrong with a world; all null: nothing. */
typedef struct pawli_defect {
    const char *what; /* often a field */
    const char *type; /* the name of the type of object; null: none in particular */
} pawli_defect;

/* Slow; const; never crashes on any content whose capacities and offsets are those of its def. */
pawli_defect pawli_validate_find_defect(const pawl_world *world);

/* The same but for what was asked of each value when a state was loaded, and for the links that are
 * made then: of the tree, and of the queues of free slots. */
pawli_defect pawli_validate_find_state_defect(const pawl_world *world);

/* What is wrong with one object: the functions of the object table, here and in validate_joint.c
 * and validate_soft.c. Lists and slots are sound. */
const char *pawli_validate_find_body_defect(const pawl_world *world, uint32_t slot);
const char *pawli_validate_find_shape_defect(const pawl_world *world, uint32_t slot);
const char *pawli_validate_find_contact_defect(const pawl_world *world, uint32_t at);
const char *pawli_validate_joint_find_defect(const pawl_world *world, uint32_t slot);
const char *pawli_validate_find_character_defect(const pawl_world *world, uint32_t slot);
const char *pawli_validate_soft_find_defect(const pawl_world *world, uint32_t slot);

/* The lists of joints that bodies have. */
const char *pawli_validate_joint_find_link_defect(const pawl_world *world);

/* validate_list.c: the part that looks at free slots and at the tree from above. */
/* Counts are not above their capacities. */
pawli_defect pawli_validate_list_find_count_defect(const pawl_world *world);
/* Lists of live objects, those that owners have, and runs; and each of the objects, as its type
 * asks for. */
pawli_defect pawli_validate_list_find_live_defect(const pawl_world *world);
/* Objects that lie side by side. */
pawli_defect pawli_validate_list_find_array_defect(const pawl_world *world);
/* Values are in the ranges of the field table: the name of the first that is not. */
pawli_defect pawli_validate_list_find_value_defect(const pawl_world *world);
/* Queues of free slots. */
pawli_defect pawli_validate_list_find_queue_defect(const pawl_world *world);

/* Links between nodes and shapes, both ways, and the list of free nodes. Paths from the shapes up
 * have been looked at. */
const char *pawli_validate_list_find_tree_defect(const pawl_world *world);

/* Asserts that there is no defect. */
void pawli_validate_world(const pawl_world *world);

#endif
