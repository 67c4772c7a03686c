/* workers_size.c - how much memory workers share, and the call that brings their code into a
 * program. */
#include "base/align.h"
#include "base/optional.h"
#include "step/workers.h"
#include "step/world_memory.h"

#if PAWL_WITH_WORKERS
PAWLI_PULLS(pulls_workers, pawli_workers_mark);
#endif

size_t pawl_world_workers_size(const struct pawl_world_def *def) {
#if PAWL_WITH_WORKERS
    pawl_world layout;
    if (pawli_world_memory_layout(def, &layout) != PAWL_OK) return 0;
    return pawli_size_or_none(
        pawli_zones_size(layout.body_pool.capacity + 1u, layout.contact_capacity));
#else
    (void)def;
    return 0;
#endif
}
