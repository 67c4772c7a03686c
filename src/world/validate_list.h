/* validate_list.h - internal: the part of pawli_validate_find_defect that looks at free slots and
 * at the tree from above. */
#ifndef PAWLI_VALIDATE_LIST_H
#define PAWLI_VALIDATE_LIST_H

#include "pawl/world.h"

/* Queues of free bodies and shapes. Bodies and shapes themselves are sound. */
const char *pawli_validate_list_find_queue_defect(const pawl_world *world);

/* Links between nodes and shapes, both ways, and the list of free nodes. Paths from the shapes up
 * have been looked at. */
const char *pawli_validate_list_find_tree_defect(const pawl_world *world);

#endif
