/* tree.h - the hash tree of a world (pawl/state.h), level by level. */
#ifndef PAWLI_CONFORM_TREE_H
#define PAWLI_CONFORM_TREE_H

#include "conform/wire.h"
#include "pawl/state.h"

/* Items of a level: branches, blocks of a branch, objects of the block `index`, fields of the
 * object `index`. */
#define CONFORM_FIELDS_MAX 255u
uint32_t conform_tree_count(const pawl_world *world, conform_level level, pawl_branch branch,
                            uint32_t index);
/* Not of fields. */
uint32_t conform_tree_hash(const pawl_world *world, conform_level level, pawl_branch branch,
                           uint32_t index, uint32_t item);

/* The answer to CONFORM_TREE; a null world has no items. */
void conform_tree_answer(const pawl_world *world, conform_packet *from, conform_packet *to);

#endif
