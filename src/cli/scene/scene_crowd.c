/* scene_crowd.c - scenes whose shapes lie on each other by the thousand, which no step could end.
 *
 * A step takes time for each pair of shapes that may touch, and a file of some bytes can make half
 * a billion of them. Pairs are counted by a sweep along x, up to the limit. */
#include <stdlib.h>

#include "cli/common/limits.h"
#include "cli/scene/scene_readers.h"

typedef struct crowd_box {
    pawl_box box;
    uint32_t body;
    bool moves;
} crowd_box;

static int compare_boxes(const void *left, const void *right) {
    const pawl_fx a = ((const crowd_box *)left)->box.lower.x;
    const pawl_fx b = ((const crowd_box *)right)->box.lower.x;
    return (a > b) - (a < b);
}

static uint32_t list_boxes(const cli_plan *plan, const pawl_world *world, crowd_box *boxes) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < plan->scene.body_count; i++) {
        const pawl_body_id body = plan->scene.bodies[i].id;
        const bool moves = pawl_body_get_type(world, body) == PAWL_DYNAMIC;
        pawl_shape_id shape = pawl_body_next_shape(world, body, PAWL_NULL_SHAPE);
        for (; !pawl_shape_is_null(shape) && count < plan->shape_count;
             shape = pawl_body_next_shape(world, body, shape)) {
            boxes[count++] = (crowd_box){pawl_shape_get_box(world, shape), i, moves};
        }
    }
    return count;
}

static bool may_touch(const crowd_box *a, const crowd_box *b) {
    return (a->moves || b->moves) && a->body != b->body && a->box.lower.y <= b->box.upper.y &&
           b->box.lower.y <= a->box.upper.y;
}

/* At most one more than `most`. */
static uint64_t count_pairs(const crowd_box *boxes, uint32_t count, uint64_t most) {
    uint64_t pairs = 0;
    for (uint32_t i = 0; i < count && pairs <= most; i++) {
        for (uint32_t k = i + 1; k < count && boxes[k].box.lower.x <= boxes[i].box.upper.x; k++)
            pairs += may_touch(&boxes[i], &boxes[k]) ? 1 : 0;
    }
    return pairs;
}

void cli_scene_crowd_check(cli_plan *plan, const pawl_world *world) {
    const uint64_t most = cli_limits_get(CLI_LIMIT_PAIRS);
    char hint[CLI_LIMITS_HINT_MAX];
    if (plan->failed || (uint64_t)plan->shape_count * plan->shape_count / 2 <= most) return;
    crowd_box *const boxes = cli_heap_allocate(plan->shape_count * sizeof *boxes);
    const uint32_t count = list_boxes(plan, world, boxes);
    qsort(boxes, count, sizeof *boxes, compare_boxes);
    if (count_pairs(boxes, count, most) > most) {
        plan->where[0] = 0;
        cli_scene_plan_fail(plan, 0, "more than %llu pairs of shapes lie on each other %s",
                            (unsigned long long)most, cli_limits_hint(CLI_LIMIT_PAIRS, hint));
    }
    free(boxes);
}
