/* watch.c - a value over time. */
#include "cli/studio/watch.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"
#include "cli/studio/studio_state.h"

#define BUDGET_BYTES (4u << 20) /* of saves that are put back in a frame */
#define BUDGET_TICKS 120u

static bool is_same(const cli_inspect_watch *a, const cli_inspect_watch *b) {
    return a->branch == b->branch && memcmp(&a->key, &b->key, sizeof a->key) == 0 &&
           strcmp(a->name, b->name) == 0;
}

static void forget_all(cli_watch *watch, uint64_t first) {
    watch->first = watch->next = first;
    watch->count = 0;
}

void cli_watch_begin(cli_watch *watch, const cli_studio *studio, const cli_inspect_watch *field) {
    if (watch->is_on && is_same(&watch->field, field)) return;
    forget_all(watch, studio->first);
    watch->field = *field;
    watch->is_on = true;
}

void cli_watch_end(cli_watch *watch) {
    free(watch->values);
    free(watch->states);
    free(watch->twin);
    memset(watch, 0, sizeof *watch);
}

/* Room up to a tick; what is new is unknown. */
static void reach(cli_watch *watch, uint64_t tick) {
    const uint64_t count = tick - watch->first + 1;
    if (count <= watch->count) return;
    if (count > watch->room) {
        watch->room = count < 512 ? 1024 : 2 * count;
        watch->values =
            cli_heap_reallocate(watch->values, (size_t)watch->room * sizeof *watch->values);
        watch->states = cli_heap_reallocate(watch->states, (size_t)watch->room);
    }
    memset(watch->states + watch->count, CLI_WATCH_UNKNOWN, (size_t)(count - watch->count));
    watch->count = count;
}

static void look(cli_watch *watch, const pawl_world *world, uint64_t tick) {
    pawl_field_value value;
    const uint64_t at = tick - watch->first;
    reach(watch, tick);
    if (cli_inspect_look(world, &watch->field, &value)) {
        watch->values[at] = value.value;
        watch->fraction = value.fraction;
        watch->states[at] = CLI_WATCH_KNOWN;
    } else {
        watch->states[at] = CLI_WATCH_ABSENT;
    }
}

void cli_watch_note(cli_watch *watch, cli_studio *studio) {
    const uint64_t changed = studio->changed;
    studio->changed = UINT64_MAX;
    if (!watch->is_on || studio->scene.world == NULL) return;
    if (changed != UINT64_MAX && changed - watch->first < watch->count) {
        watch->count = changed - watch->first;
        if (watch->next > changed) watch->next = changed;
    }
    look(watch, studio->scene.world, studio->tick);
}

static void make_twin(cli_watch *watch, const cli_studio *studio) {
    const size_t size = pawl_world_size(&studio->scene.def);
    void *const memory = cli_heap_allocate(size);
    watch->has_twin = true;
    if (pawl_world_init(memory, size, &studio->scene.def, &watch->twin) == PAWL_OK) return;
    watch->twin = NULL;
    free(memory);
}

static void look_up(cli_watch *watch, cli_studio *studio, uint64_t tick) {
    const cli_timeline_state found = cli_timeline_find(studio->timeline, tick);
    cli_scene twin = studio->scene;
    twin.world = watch->twin;
    if (found.tick == tick && cli_studio_state_show(&found, &twin)) {
        look(watch, watch->twin, tick);
    } else {
        watch->states[tick - watch->first] = CLI_WATCH_LOST;
    }
}

void cli_watch_fill(cli_watch *watch, cli_studio *studio, uint32_t ticks) {
    if (!watch->is_on || studio->scene.world == NULL) return;
    if (!watch->has_twin) make_twin(watch, studio);
    if (watch->twin == NULL) return;
    reach(watch, studio->last);
    while (watch->next <= studio->last && ticks > 0) {
        const uint64_t tick = watch->next++;
        if (watch->states[tick - watch->first] != CLI_WATCH_UNKNOWN) continue;
        look_up(watch, studio, tick);
        ticks--;
    }
}

uint32_t cli_watch_budget(const cli_studio *studio) {
    const size_t size = pawl_world_save_size(studio->scene.world);
    const size_t ticks = size == 0 ? BUDGET_TICKS : BUDGET_BYTES / size;
    return ticks > BUDGET_TICKS ? BUDGET_TICKS : ticks < 1 ? 1 : (uint32_t)ticks;
}

cli_watch_state cli_watch_get(const cli_watch *watch, uint64_t tick, int64_t *value) {
    if (tick < watch->first || tick - watch->first >= watch->count) return CLI_WATCH_UNKNOWN;
    *value = watch->values[tick - watch->first];
    return (cli_watch_state)watch->states[tick - watch->first];
}

cli_watch_span cli_watch_span_of(const cli_watch *watch, uint64_t from, uint64_t to) {
    cli_watch_span out = {false, 0, 0};
    for (uint64_t tick = from; tick <= to; tick++) {
        int64_t value = 0;
        if (cli_watch_get(watch, tick, &value) != CLI_WATCH_KNOWN) continue;
        if (!out.is_known || value < out.least) out.least = value;
        if (!out.is_known || value > out.largest) out.largest = value;
        out.is_known = true;
    }
    return out;
}
