/* lanes_size.c - how much memory lanes take, and the call that brings their code into a program. */
#include "base/align.h"
#include "base/optional.h"
#include "joint/hinge_lanes.h"
#include "solver/lane_schedule.h"
#include "step/world_memory.h"

#if PAWL_WITH_LANES
PAWLI_PULLS(pulls_lane_schedule, pawli_lane_schedule_mark);
#if PAWLI_HINGES_IN_LANES
PAWLI_PULLS(pulls_joint_lanes, pawli_joint_lanes_mark);
#endif

size_t pawl_world_lanes_size(const pawl_world_def *def, pawl_lanes lanes) {
    pawl_world layout;
    if (pawli_world_memory_layout(def, &layout) != PAWL_OK) return 0;
    const uint32_t bodies = layout.body_pool.capacity + 1u;
    return pawli_size_or_none(pawli_lane_schedule_size(layout.contact_capacity, bodies, lanes));
}
#else
size_t pawl_world_lanes_size(const pawl_world_def *def, pawl_lanes lanes) {
    (void)def;
    (void)lanes;
    return 0;
}
#endif
