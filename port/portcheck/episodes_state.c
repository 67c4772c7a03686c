/* episodes_state.c - the state leaves the world and comes back: saves, differences of snapshots,
 * the tree of hashes, and what differs between two worlds. */
#include "portcheck/check.h"

#include "pawl/pawl.h"

#include <string.h>

#define DIRT 0xAA

static void expect_done(pawli_check *check, const char *what, pawl_status status) {
    pawli_expect(check, what, status, PAWL_OK);
}

/* A ball and a box above a ground, the box turning. */
static pawl_world *make_small(pawli_check *check, pawli_arena *arena, pawl_world_def *def) {
    pawl_world *world = NULL;
    *def = pawl_world_def_default();
    def->body_capacity = def->shape_capacity = 3;
    def->event_capacity = 1;
    def->contact_capacity = 3;
    def->joint_capacity = 0;
    const size_t size = pawl_world_size(def);
    void *const memory = pawli_take(check, arena, size);
    if (memory == NULL) return NULL;
    expect_done(check, "pawl_world_init()", pawl_world_init(memory, size, def, &world));
    if (world == NULL) return NULL;
    (void)pawli_add(check, world, PAWL_STATIC, 0, -50, 400, 50);
    const pawl_body_id box = pawli_add(check, world, PAWL_DYNAMIC, 0, 90, 50, 30);
    (void)pawli_add(check, world, PAWL_DYNAMIC, 20, 170, 30, 0);
    (void)pawl_body_set_angular_velocity(world, box, PAWL_FX(2, 0, 1));
    return world;
}

/* Back and forth: what is played again comes out the same. */
static void run_saves(pawli_check *check) {
    pawli_arena arena = pawli_arena_make();
    pawl_world_def def;
    pawl_world *const world = make_small(check, &arena, &def);
    if (world == NULL) return;
    void *const save = pawli_take(check, &arena, pawl_world_save_size_max(&def));
    if (save == NULL) return;
    for (int16_t round = 0; round < 4; round++) {
        const size_t size = pawl_world_save_size(world);
        expect_done(check, "pawl_world_save()", pawl_world_save(world, save, size));
        pawli_play(check, world, 15);
        const uint32_t hash = pawl_world_hash(world);
        const pawl_body_id second =
            pawl_world_next_body(world, pawl_world_next_body(world, PAWL_NULL_BODY));
        if (round % 2 == 0) (void)pawl_body_destroy(world, second);
        pawli_play(check, world, 2);
        expect_done(check, "pawl_world_restore()", pawl_world_restore(world, save, size));
        pawli_play(check, world, 15);
        pawli_expect(check, "hash after a save", (int64_t)pawl_world_hash(world), (int64_t)hash);
    }
}

/* A snapshot of now; *size is its length. */
static uint8_t *encode(pawli_check *check, pawli_arena *arena, const pawl_world *world,
                       size_t *size) {
    const size_t need = pawl_world_encode_size(world);
    uint8_t *const bytes = pawli_take(check, arena, need);
    if (bytes == NULL) return NULL;
    expect_done(check, "pawl_world_encode()", pawl_world_encode(world, bytes, need, size));
    return bytes;
}

static void fold_bytes(pawli_check *check, const void *bytes, size_t size) {
    pawli_fold(check, pawl_xxh32(bytes, size, 0));
}

/* From one snapshot to a later one of the same world, and there again. */
static void run_patches(pawli_check *check) {
    pawli_arena arena = pawli_arena_make();
    pawl_world_def def;
    pawl_snapshot_info info;
    size_t base_size = 0, next_size = 0, size = 0;
    pawl_world *const world = make_small(check, &arena, &def);
    if (world == NULL) return;
    pawli_play(check, world, 30);
    uint8_t *const base = encode(check, &arena, world, &base_size);
    pawli_play(check, world, 3);
    uint8_t *const next = encode(check, &arena, world, &next_size);
    if (base == NULL || next == NULL) return;
    fold_bytes(check, next, next_size);
    expect_done(check, "pawl_snapshot_inspect()", pawl_snapshot_inspect(next, next_size, &info));
    pawli_fold(check, info.features);
    pawli_expect(check, "hash in a snapshot", (int64_t)info.hash, (int64_t)pawl_world_hash(world));
    const size_t room = pawl_snapshot_diff_size_max(base_size, next_size);
    uint8_t *const delta = pawli_take(check, &arena, room);
    if (delta == NULL) return;
    expect_done(check, "pawl_snapshot_diff()",
                pawl_snapshot_diff(base, base_size, next, next_size, delta, room, &size));
    fold_bytes(check, delta, size);
    const size_t patched_size = pawl_snapshot_patch_size(delta, size);
    uint8_t *const patched = pawli_take(check, &arena, patched_size);
    if (patched == NULL) return;
    expect_done(check, "pawl_snapshot_patch()",
                pawl_snapshot_patch(base, base_size, delta, size, patched, patched_size, &size));
    const uint32_t before = pawl_xxh32(next, next_size, 0);
    pawli_expect(check, "a patched snapshot", (int64_t)pawl_xxh32(patched, patched_size, 0),
                 (int64_t)before);
}

static void fold_tree(pawli_check *check, const pawl_world *world) {
    const pawl_hash_tree tree = pawl_world_hash_tree(world);
    pawli_fold(check, tree.root);
    for (int branch = 0; branch <= PAWL_BRANCH_SOFT; branch++) { /* those behind it are empty */
        uint32_t blocks[2];
        pawl_object_key key;
        pawl_field_value value;
        pawli_fold(check, tree.branches[branch]);
        const uint32_t count = pawl_world_get_object_count(world, (pawl_branch)branch);
        pawli_fold(check, count);
        if (pawl_block_hashes(world, (pawl_branch)branch, 0, blocks, 2) > 0)
            pawli_fold(check, blocks[0]);
        if (count == 0) continue;
        pawli_fold(check, pawl_object_hash(world, (pawl_branch)branch, count - 1));
        if (pawl_object_find(world, (pawl_branch)branch, count - 1, &key) != PAWL_OK) continue;
        pawli_fold(check, key.serial + key.serial_b * 64u + key.detail * 4096u);
        for (uint32_t field = 0;
             pawl_object_field(world, (pawl_branch)branch, count - 1, field, &value) == PAWL_OK;
             field++) {
            /* A profile has fewer fields; those that it lacks are 0 here. */
            if (value.value == 0 || branch == PAWL_BRANCH_WORLD) continue;
            pawli_fold(check, value.type * 256u + value.number);
            pawli_fold_wide(check, value.value);
        }
    }
}

/* Two worlds from one snapshot; one of them is pushed by a raw unit. */
static void run_difference(pawli_check *check) {
    pawli_arena arena = pawli_arena_make();
    pawl_world_def def;
    size_t size = 0;
    pawl_world *other = NULL;
    pawl_difference found;
    pawl_world *const world = make_small(check, &arena, &def);
    if (world == NULL) return;
    pawli_play(check, world, 40);
    uint8_t *const bytes = encode(check, &arena, world, &size);
    const size_t need = pawl_world_size(&def);
    void *const memory = pawli_take(check, &arena, need);
    if (bytes == NULL || memory == NULL) return;
    memset(memory, DIRT, need);
    expect_done(check, "pawl_world_decode()", pawl_world_decode(bytes, size, memory, need, &other));
    if (other == NULL) return;
    fold_tree(check, other);
    pawli_expect(check, "values that differ", pawl_world_compare(world, other, &found), 0);
    const pawl_body_id last = pawl_world_next_body(
        other, pawl_world_next_body(other, pawl_world_next_body(other, PAWL_NULL_BODY)));
    pawl_vec2 velocity = pawl_body_get_velocity(other, last);
    velocity.x++;
    (void)pawl_body_set_velocity(other, last, velocity);
    pawli_expect(check, "values that differ", pawl_world_compare(world, other, &found) > 0, 1);
    pawli_fold(check, (uint32_t)found.branch + found.key.serial * 16u + found.values * 256u);
    pawli_fold_wide(check, found.a.value);
    pawli_fold_wide(check, found.b.value);
    pawli_play(check, world, 10);
    pawli_play(check, other, 10);
    pawli_fold(check, (uint32_t)pawl_world_compare(world, other, &found));
}

const pawli_episode pawli_states_episodes[] = {
    {"saves", run_saves},
    {"patches", run_patches},
    {"difference", run_difference},
    {NULL, NULL},
};

void pawli_stage_states(pawli_check *check) {
    pawli_run_episodes(check, pawli_states_episodes);
}
