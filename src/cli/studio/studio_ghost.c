/* studio_ghost.c - the future that was left when a hand did something in the past. Some ticks of it
 * stay to be seen beside the new one. */
#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"
#include "cli/studio/studio_state.h"

#define GHOST_TICKS 600u     /* ten seconds of most scenes */
#define GHOST_MEMORY_SHARE 4 /* of what the timeline may have */

void cli_studio_ghost_drop(cli_studio *studio) {
    cli_studio_ghost *const ghost = &studio->ghost;
    if (ghost->timeline != NULL) cli_timeline_free(ghost->timeline);
    free(ghost->samples);
    if (ghost->shown.world != NULL) free(ghost->shown.world);
    if (ghost->shown.arcade != NULL) free(ghost->shown.arcade);
    memset(ghost, 0, sizeof *ghost);
}

/* A world like the one that is there, for its ticks. */
static bool make_world(cli_studio *studio) {
    const size_t size = pawl_world_size(&studio->scene.def);
    void *const memory = cli_heap_allocate(size);
    studio->ghost.shown = studio->scene;
    if (pawl_world_init(memory, size, &studio->scene.def, &studio->ghost.shown.world) == PAWL_OK) {
        return true;
    }
    free(memory);
    studio->ghost.shown.world = NULL;
    return false;
}

static void keep(cli_studio *studio) {
    cli_studio_ghost *const ghost = &studio->ghost;
    cli_timeline_def def = studio->def.timeline;
    def.memory_max /= GHOST_MEMORY_SHARE;
    ghost->from = studio->tick;
    ghost->last =
        studio->last - studio->tick > GHOST_TICKS ? studio->tick + GHOST_TICKS : studio->last;
    const size_t count = (size_t)(ghost->last - ghost->from) + 1;
    ghost->samples = cli_heap_allocate(count * sizeof *ghost->samples);
    memcpy(ghost->samples, &studio->samples[ghost->from - studio->first],
           count * sizeof *ghost->samples);
    for (uint64_t tick = ghost->from; tick <= ghost->last; tick++) {
        const cli_timeline_state state = cli_timeline_find(studio->timeline, tick);
        if (state.tick != tick) { /* it was forgotten: the ghost ends here */
            ghost->last = tick - 1;
            break;
        }
        if (tick == ghost->from) {
            ghost->timeline = cli_timeline_create(&def, tick, state.bytes, state.size);
        } else {
            cli_timeline_add(ghost->timeline, state.bytes, state.size);
        }
    }
}

bool cli_studio_ghost_branch(cli_studio *studio) {
    cli_studio_ghost_drop(studio);
    if (make_world(studio)) keep(studio);
    if (studio->ghost.timeline == NULL) cli_studio_ghost_drop(studio);
    cli_script_add_cut(&studio->script, studio->tick);
    return cli_studio_cut(studio);
}

const cli_scene *cli_studio_ghost_show(cli_studio *studio) {
    cli_studio_ghost *const ghost = &studio->ghost;
    if (ghost->timeline == NULL || studio->tick < ghost->from || studio->tick > ghost->last) {
        return NULL;
    }
    const cli_timeline_state state = cli_timeline_find(ghost->timeline, studio->tick);
    if (state.tick != studio->tick || !cli_studio_state_show(&state, &ghost->shown)) return NULL;
    return &ghost->shown;
}
