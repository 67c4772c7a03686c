/* validate_list.h - internal: the part of pawli_validate_find_defect that looks at free slots and
 * at the tree from above. */
#ifndef PAWLI_VALIDATE_LIST_H
#define PAWLI_VALIDATE_LIST_H

#include "world/validate.h"

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

#endif
