/* forged.c - snapshots with one bit changed and a checksum that fits. */
#include "support/state/forged.h"

#include "state/snapshot.h"

#include <stdio.h>

#define MEMORY_MAX (UINT32_C(1) << 20)

static uint64_t memory[MEMORY_MAX / sizeof(uint64_t)];

static bool is_refusal(pawl_status status) {
    return status == PAWL_ERR_FORMAT || status == PAWL_ERR_VERSION ||
           status == PAWL_ERR_UNSUPPORTED || status == PAWL_ERR_MEMORY;
}

/* Where the records begin. */
static uint32_t find_body(bytes whole) {
    pawli_snapshot opened;
    if (pawli_snapshot_open(whole.at, whole.size, &opened) != PAWL_OK) return 0;
    return (uint32_t)(pawli_record_at(&opened, PAWLI_SECTION_WORLD, 0) - whole.at);
}

/* It is written as it was read, but for the hash. */
static bool is_written_again(bytes whole, const pawl_world *world) {
    const bytes forged = copy_of(whole);
    const bytes again = {malloc(whole.size), whole.size};
    size_t size = 0;
    const bool is_written =
        pawl_world_encode(world, again.at, whole.size, &size) == PAWL_OK && size == whole.size;
    pawli_store_u32(forged.at + PAWLI_SNAPSHOT_HASH_AT, pawl_world_hash(world));
    seal(forged);
    const bool same = is_written && memcmp(again.at, forged.at, size) == 0;
    free(again.at);
    free(forged.at);
    return same;
}

static const char *play(pawl_world *world, const forged_plan *plan) {
    if (plan->bind != NULL) (void)plan->bind(world); /* it may name other terrain */
    for (int i = 0; i < plan->steps; i++) {
        const pawl_status status = pawl_world_step(world, NULL);
        if (status == PAWL_ERR_MEMORY) return NULL; /* room for the state, but not to step it */
        if (status != PAWL_OK) return "a step failed";
        const char *const wrong = pawli_validate_find_defect(world).what;
        if (wrong != NULL) return wrong;
    }
    return NULL;
}

static const char *try_it(bytes whole, bool in_body, const forged_plan *plan,
                          forged_totals *totals) {
    pawl_world *world = NULL;
    totals->tried++;
    const pawl_status status =
        pawl_world_decode(whole.at, whole.size, memory, sizeof memory, &world);
    if (status != PAWL_OK) {
        if (world != NULL) return "refused, and yet there is a world";
        return is_refusal(status) ? NULL : "a status that is no refusal";
    }
    totals->accepted++;
    const char *wrong = pawli_validate_find_defect(world).what;
    if (wrong == NULL && in_body && !is_written_again(whole, world)) wrong = "written otherwise";
    if (wrong == NULL) wrong = play(world, plan);
    const pawl_status verified =
        pawli_decode_verified(whole.at, whole.size, memory, sizeof memory, &world);
    totals->verified += verified == PAWL_OK;
    return wrong;
}

const char *forge_each_byte(bytes whole, const forged_plan *plan, forged_totals *totals) {
    static char text[200];
    const uint32_t body = find_body(whole);
    const char *wrong = body == 0 ? "no snapshot" : NULL;
    uint32_t at = 8;
    for (; at < whole.size - 4 && wrong == NULL; at += plan->stride) {
        const uint8_t before = whole.at[at];
        whole.at[at] ^= (uint8_t)(1u << (at + at / 8 + plan->first_bit) % 8);
        seal(whole);
        wrong = try_it(whole, at >= body, plan, totals);
        whole.at[at] = before;
        if (wrong != NULL) snprintf(text, sizeof text, "byte %u: %s", (unsigned)at, wrong);
    }
    seal(whole);
    return wrong == NULL ? NULL : text;
}
