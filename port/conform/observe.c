/* observe.c - makes events of what a scene does: it stands in for pawl_world_step, and for the
 * functions by which scenes of portcheck tell what they found (portcheck/check.c). */
#include "conform/conform.h"

#include "pawl/pawl.h"

#include <string.h>

#define MEMORY_BYTES \
    (CONFORM_MEMORY_BYTES > PAWLI_MEMORY_BYTES ? CONFORM_MEMORY_BYTES : PAWLI_MEMORY_BYTES)
#define MEMORY_BEGIN 0xA5 /* no scene depends on what another one left */

static _Alignas(8) uint8_t memory[MEMORY_BYTES];

/* The scene that is played. */
static conform_watch *watch;
static uint32_t events, chain;
static bool is_left; /* its rest passes */

uint32_t conform_mix(uint32_t sum, uint32_t value) {
    const uint32_t mixed = (sum ^ value) * UINT32_C(0x9E3779B1);
    return mixed ^ mixed >> 15;
}

static void tell(conform_event *event) {
    if (is_left || watch == NULL) return;
    chain = conform_mix(chain, event->type);
    chain = conform_mix(chain, (uint32_t)((uint64_t)event->value & UINT32_MAX));
    chain = conform_mix(chain, (uint32_t)((uint64_t)event->value >> 32));
    event->number = ++events;
    event->chain = chain;
    is_left = !watch->event(watch->context, event);
}

/* ---- the step ---- */

static void tell_stage(void *context, const pawl_world *world, pawl_stage stage, uint32_t round,
                       uint32_t hash) {
    (void)context; /* of the scene's own functions */
    watch->stage(watch->context, world, stage, round, hash);
}

pawl_status pawl_world_step(pawl_world *world, const pawl_step_hooks *hooks) {
    pawl_step_hooks own;
    if (is_left) return PAWL_ERR_PHASE;
    if (watch == NULL) return conform_library_step(world, hooks);
    memset(&own, 0, sizeof own);
    if (hooks != NULL) own = *hooks;
    if (watch->traced == events + 1) own.trace = tell_stage;
    const pawl_status status = conform_library_step(world, &own);
    const uint64_t value = (uint64_t)(uint8_t)status << 32 | pawl_world_hash(world);
    conform_event event = {.type = CONFORM_STEP, .value = (int64_t)value, .world = world};
    tell(&event);
    return status;
}

/* ---- what scenes of portcheck call ---- */

void *pawli_world_memory(size_t *size) {
    *size = PAWLI_MEMORY_BYTES;
    return memory;
}

void conform_note(const char *name, int64_t value) {
    conform_event event = {.type = CONFORM_NOTE, .value = value, .name = name};
    tell(&event);
}

/* The hash is that of portcheck: scenes set it back and fold it themselves. */
static void fold_word(pawli_check *check, uint32_t value) {
    check->hash = conform_mix(check->hash, value);
}

void pawli_fold(pawli_check *check, uint32_t value) {
    fold_word(check, value);
    conform_note(NULL, value);
}

void pawli_expect(pawli_check *check, const char *what, int64_t got, int64_t expected) {
    conform_event event = {.type = CONFORM_EXPECT, .value = got, .name = what};
    fold_word(check, (uint32_t)((uint64_t)got & UINT32_MAX));
    fold_word(check, (uint32_t)((uint64_t)got >> 32));
    if (got != expected && check->failures < UINT16_MAX) check->failures++;
    tell(&event);
}

void pawli_expect_call(pawli_check *check, const char *function, const int32_t *arguments,
                       int count, int32_t got, int32_t expected) {
    conform_event event = {.type = CONFORM_CALL,
                           .argument_count = (uint8_t)count,
                           .value = got,
                           .name = function,
                           .arguments = arguments};
    if (got != expected && check->failures < UINT16_MAX) check->failures++;
    tell(&event);
}

void pawli_mark(pawli_check *check, const char *what, int32_t where) {
    conform_event event = {.type = CONFORM_MARK, .value = where, .name = what};
    check->mark_count++;
    tell(&event);
}

/* ---- a scene ---- */

void conform_play(const conform_scene *scene, conform_watch *with) {
    pawli_check check = {.hash = 0};
    memset(memory, MEMORY_BEGIN, sizeof memory);
    watch = with;
    events = chain = 0;
    is_left = false;
    if (scene->run != NULL) {
        scene->run(&check);
    } else if (CONFORM_GOLDENS) {
        conform_golden_run(scene->golden, memory, sizeof memory);
    }
    watch = NULL;
    is_left = false;
}
