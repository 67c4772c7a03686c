/* episodes.c - what episodes have in common. */
#include "portcheck/check.h"

#include "pawl/pawl.h"

#define HASH_TICKS 8

void pawli_run_episodes(pawli_check *check, const pawli_episode *episodes) {
    for (int16_t i = 0; episodes[i].name != NULL; i++) {
        if (episodes[i].run == NULL) { /* not in this profile */
            check->left_out++;
            check->mark_count++;
            continue;
        }
        const uint32_t before = check->hash;
        check->hash = 0; /* of the episode alone: that is what the goldens have */
        episodes[i].run(check);
        pawli_mark(check, episodes[i].name, i + 1);
        const uint32_t found = check->hash;
        check->hash = before;
        pawli_fold(check, found);
    }
}

pawli_arena pawli_arena_make(void) {
    pawli_arena made;
    made.next = pawli_world_memory(&made.left);
    return made;
}

void *pawli_take(pawli_check *check, pawli_arena *arena, size_t size) {
    const size_t need = (size + 7) / 8 * 8;
    const bool fits = size > 0 && need <= arena->left;
    if (!fits) pawli_expect(check, "bytes of memory left", (int64_t)arena->left, (int64_t)need);
    if (!fits) return NULL;
    void *const given = arena->next;
    arena->next += need;
    arena->left -= need;
    return given;
}

void pawli_fold_wide(pawli_check *check, int64_t value) {
    pawli_fold(check, (uint32_t)((uint64_t)value & UINT32_MAX));
    pawli_fold(check, (uint32_t)((uint64_t)value >> 32));
}

void pawli_fold_vec2(pawli_check *check, pawl_vec2 value) {
    pawli_fold(check, (uint32_t)value.x);
    pawli_fold(check, (uint32_t)value.y);
}

void pawli_fold_rot(pawli_check *check, pawl_rot value) {
    pawli_fold(check, (uint32_t)value.c);
    pawli_fold(check, (uint32_t)value.s);
}

void pawli_play(pawli_check *check, pawl_world *world, int16_t ticks) {
    for (int16_t tick = 1; tick <= ticks; tick++) {
        const pawl_status status = pawl_world_step(world, NULL);
        if (status != PAWL_OK) pawli_expect(check, "pawl_world_step()", status, PAWL_OK);
        if (tick % HASH_TICKS == 0 || tick == ticks) pawli_fold(check, pawl_world_hash(world));
    }
}
