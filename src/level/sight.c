/* sight.c - whether one place can be seen from another: whether a straight walk gets there. */
#include "pawl/level.h"

bool pawl_level_sees(const pawl_level *level, const pawl_gates *gates, pawl_place from,
                     pawl_vec2 to) {
    pawl_walk walk;
    return pawl_level_walk(level, gates, from, to, &walk) == PAWL_OK &&
           walk.end == PAWL_WALK_REACHED;
}
