/* cache_size.c - how large a cache of rows is, and the call that brings its code into a program. */
#include "base/align.h"
#include "base/optional.h"
#include "solver/row_cache.h"
#include "step/world_memory.h"

PAWLI_PULLS(pulls_row_cache, pawli_row_cache_mark);

size_t pawl_world_cache_size(const pawl_world_def *def) {
    pawl_world layout;
    return pawli_world_memory_layout(def, &layout) == PAWL_OK
               ? pawli_size_or_none(pawli_row_cache_size(layout.contact_capacity))
               : 0;
}
