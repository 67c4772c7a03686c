/* recorder.c - a world that is stepped and logged.
 *
 * A copy of the world as the last step left it is compared with the world before the next one:
 * equal bytes mean that nothing was done to it, which costs little more than reading both. Only
 * else both are encoded, since a copy of the state is a world, and their difference is written. */
#include "replay/recorder_pack.h"
#include "replay/snapshot_room.h"
#include "base/align.h"
#include "base/bytes.h"
#include "replay/replay_terrain.h"
#include "state/snapshot.h"
#include "step/world_memory.h"
#include "world/linked.h"

PAWLI_OPTIONAL(pawl_world_shift);

typedef struct recorder_layout {
    uint64_t state, before, after, delta, terrains;
    uint32_t state_size, snapshot_size, delta_size, size; /* size 0: too much */
} recorder_layout;

static recorder_layout lay_out_recorder(const pawl_world *head) {
    recorder_layout layout;
    memset(&layout, 0, sizeof layout);
    layout.state_size = head->state_size;
    layout.snapshot_size = pawli_snapshot_room(head);
    layout.delta_size = (uint32_t)pawl_snapshot_diff_size_max((size_t)layout.snapshot_size,
                                                              (size_t)layout.snapshot_size);
    if (layout.snapshot_size == 0 || layout.delta_size == 0) return layout;
    pawli_room room = {0};
    layout.state = pawli_take_room(&room, layout.state_size);
    layout.before = pawli_take_room(&room, layout.snapshot_size);
    layout.after = pawli_take_room(&room, layout.snapshot_size);
    layout.delta = pawli_take_room(&room, layout.delta_size);
    layout.terrains = pawli_take_room(&room, 4u * (uint64_t)head->geometry_capacity);
    layout.size = pawli_room_size(&room);
    return layout;
}

size_t pawl_recorder_size(const pawl_world_def *def) {
    pawl_world head;
    memset(&head, 0, sizeof head);
    if (def == NULL || pawli_world_memory_layout(def, &head) != PAWL_OK) return 0;
    return pawli_size_or_none(lay_out_recorder(&head).size);
}

pawl_status pawl_recorder_begin(pawl_recorder *recorder, pawl_replay_writer *writer,
                                const pawl_world *world, uint32_t keyframe_every,
                                uint32_t hash_every, void *memory, size_t size) {
    if (recorder == NULL || writer == NULL || world == NULL || memory == NULL) {
        return PAWL_ERR_NULL;
    }
    if (writer->type != PAWL_REPLAY_WORLD || writer->stage != PAWLI_STAGE_NONE) {
        return PAWL_ERR_ARGUMENT;
    }
    const recorder_layout layout = lay_out_recorder(world);
    if (layout.size == 0 || size < layout.size || !pawli_is_aligned(memory)) {
        return PAWL_ERR_MEMORY;
    }
    uint8_t *const bytes = (uint8_t *)memory;
    memset(recorder, 0, sizeof *recorder);
    recorder->writer = writer;
    recorder->state = bytes + layout.state;
    recorder->before = bytes + layout.before;
    recorder->after = bytes + layout.after;
    recorder->delta = bytes + layout.delta;
    recorder->terrains = (uint32_t *)(void *)(bytes + layout.terrains);
    recorder->state_size = layout.state_size;
    recorder->snapshot_size = layout.snapshot_size;
    recorder->delta_size = layout.delta_size;
    recorder->terrain_count = world->geometry_capacity;
    recorder->keyframe_every = keyframe_every;
    recorder->hash_every = hash_every;
    memset(recorder->terrains, 0, 4u * (size_t)recorder->terrain_count);
    return PAWL_OK;
}

/* Terrain that was not yet written, or not with this content. */
static pawl_status record_terrain(pawl_recorder *recorder, const pawl_world *world) {
    const pawli_geometry *const geometries = pawli_geometries_const(world);
    for (uint16_t i = 0; i < world->geometry_used; i++) {
        if (geometries[i].users == 0 || pawli_is_convex(&geometries[i])) continue;
        const uint32_t key = pawli_replay_terrain_key(&geometries[i]);
        if (recorder->terrains[i] == key) continue;
        if (!pawli_replay_terrain_has_data(&geometries[i])) return PAWL_ERR_ARGUMENT;
        const pawl_status status = pawli_replay_terrain_write(recorder->writer, &geometries[i]);
        if (status != PAWL_OK) return status;
        recorder->terrains[i] = key;
    }
    return PAWL_OK;
}

/* What has been done to a world since the last step. */
typedef struct record_changes {
    bool is_shifted, is_else; /* shifted; not what it was, but for the shift */
    pawl_vec2 offset;
} record_changes;

/* A shift is told by its offset, and done to the copy: all else is then what differs from that. One
 * that the copy cannot follow is a difference as any other. */
static void follow_shift(pawl_recorder *recorder, const pawl_world *world, record_changes *out) {
    pawl_world *const copy = (pawl_world *)(void *)recorder->state;
    const pawl_wide x = copy->origin.x - world->origin.x, y = copy->origin.y - world->origin.y;
    if ((x == 0 && y == 0) || !pawli_has_origin_linked()) return;
    if (x < -INT32_MAX || x > INT32_MAX || y < -INT32_MAX || y > INT32_MAX) return;
    out->offset = pawl_vec2_make((pawl_fx)x, (pawl_fx)y);
    out->is_shifted = pawl_world_shift(copy, out->offset) == PAWL_OK;
}

static pawl_status diff_states(pawl_recorder *recorder, size_t before_size, size_t after_size,
                               size_t *delta_size) {
    return pawl_snapshot_diff(recorder->before, before_size, recorder->after, after_size,
                              recorder->delta, (size_t)recorder->delta_size, delta_size);
}

pawl_status pawli_recorder_write_edit(pawl_recorder *recorder, uint64_t tick, size_t before_size,
                                      size_t after_size) {
    size_t delta_size;
    const pawl_status status = diff_states(recorder, before_size, after_size, &delta_size);
    if (status != PAWL_OK) return status;
    return pawl_replay_write_edit(recorder->writer, tick, recorder->delta, delta_size);
}

static pawl_status flush_recorder(pawl_recorder *recorder) {
    return recorder->packer == NULL ? PAWL_OK : recorder->packer->flush(recorder);
}

/* A shift, and what differs from the shifted state, if anything does: sizes of 0. What was
 * collected comes before it. */
static pawl_status write_shift(pawl_recorder *recorder, uint64_t tick, pawl_vec2 offset,
                               size_t before_size, size_t after_size) {
    size_t delta_size = 0;
    pawl_status status = flush_recorder(recorder);
    if (status == PAWL_OK && before_size > 0)
        status = diff_states(recorder, before_size, after_size, &delta_size);
    if (status != PAWL_OK) return status;
    return pawli_replay_write_shift(recorder->writer, tick, offset, recorder->delta,
                                    (uint32_t)delta_size);
}

/* What was done since the last step. *is_encoded: `after` is the world. */
static pawl_status record_edit(pawl_recorder *recorder, const pawl_world *world,
                               const record_changes *done, bool *is_encoded) {
    const pawl_world *const old = (const pawl_world *)(const void *)recorder->state;
    size_t before_size, after_size;
    pawl_status status = record_terrain(recorder, world);
    if (!done->is_else) {
        recorder->edits++;
        return status != PAWL_OK ? status : write_shift(recorder, world->tick, done->offset, 0, 0);
    }
    if (status == PAWL_OK) {
        status =
            pawl_world_encode(old, recorder->before, (size_t)recorder->snapshot_size, &before_size);
    }
    if (status == PAWL_OK) {
        status =
            pawl_world_encode(world, recorder->after, (size_t)recorder->snapshot_size, &after_size);
    }
    if (status != PAWL_OK) return status;
    *is_encoded = true;
    /* The address of terrain, for instance, is in the bytes of a world and not in its state. */
    const bool is_same = before_size == after_size &&
                         pawli_bytes_are_equal(recorder->before, recorder->after, after_size);
    if (is_same && !done->is_shifted) return PAWL_OK;
    recorder->edits++;
    if (done->is_shifted) {
        return write_shift(recorder, world->tick, done->offset, is_same ? 0 : before_size,
                           after_size);
    }
    return recorder->packer == NULL
               ? pawli_recorder_write_edit(recorder, world->tick, before_size, after_size)
               : recorder->packer->edit(recorder, world->tick, before_size, after_size);
}

static pawl_status record_keyframe(pawl_recorder *recorder, const pawl_world *world) {
    size_t size;
    const pawl_status status =
        pawl_world_encode(world, recorder->after, (size_t)recorder->snapshot_size, &size);
    if (status != PAWL_OK) return status;
    if (recorder->packer != NULL) return recorder->packer->keyframe(recorder, world->tick, size);
    return pawl_replay_write_keyframe(recorder->writer, world->tick, recorder->after, size);
}

pawl_status pawl_recorder_flush(pawl_recorder *recorder) {
    if (recorder == NULL) return PAWL_ERR_NULL;
    if (recorder->failed == PAWL_OK) recorder->failed = flush_recorder(recorder);
    return recorder->failed;
}

static bool is_record_due(const pawl_recorder *recorder, uint64_t tick, uint32_t every) {
    return every != 0 && (tick - recorder->first_tick) % every == 0;
}

/* The state before the step of a tick, from which `final` is left out: its hash is in the end. */
static pawl_status record_state(pawl_recorder *recorder, const pawl_world *world, bool final,
                                const record_changes *done) {
    const uint64_t tick = world->tick;
    const bool is_first = !recorder->is_started;
    bool is_encoded = false;
    pawl_status status;
    if (is_first) {
        recorder->first_tick = recorder->tick = tick;
        status = record_terrain(recorder, world);
    } else if (tick != recorder->tick) {
        return PAWL_ERR_ARGUMENT; /* stepped by other means */
    } else {
        if (!done->is_shifted && !done->is_else)
            status = PAWL_OK;
        else
            status = record_edit(recorder, world, done, &is_encoded);
    }
    if (status != PAWL_OK) return status;
    const bool is_keyframe =
        is_first || (!final && is_record_due(recorder, tick, recorder->keyframe_every));
    if (is_keyframe) status = record_keyframe(recorder, world);
    if (status != PAWL_OK) return status;
    recorder->is_started = true;
    /* What has been encoded need not be hashed once more. */
    recorder->hash = is_encoded || is_keyframe
                         ? pawli_fetch_u32(recorder->after + PAWLI_SNAPSHOT_HASH_AT)
                         : pawl_world_hash_lanes(world, recorder->lanes);
    PAWL_ASSERT(recorder->hash == pawl_world_hash(world));
    recorder->chain = pawl_hash_chain(recorder->chain, recorder->hash);
    if (final || !(is_keyframe || is_record_due(recorder, tick, recorder->hash_every))) {
        return PAWL_OK;
    }
    /* What was collected comes before the checkpoint that depends on it. */
    status = flush_recorder(recorder);
    if (status != PAWL_OK) return status;
    const pawl_hash_tree tree = pawl_world_hash_tree(world);
    return pawl_replay_write_hash(recorder->writer, tick, recorder->chain, recorder->hash,
                                  tree.branches);
}

/* While it is written nothing may change the world: the sink is a function of the program. The lock
 * is among the bytes that are compared. */
static pawl_status record_tick(pawl_recorder *recorder, const pawl_world *world, bool final) {
    record_changes done = {false, false, {0, 0}};
    if (recorder->is_started) {
        follow_shift(recorder, world, &done);
        done.is_else = !pawli_bytes_are_equal(recorder->state, world, (size_t)recorder->state_size);
    }
    const bool is_outer = pawli_lock_for_reading(world);
    const pawl_status status = record_state(recorder, world, final, &done);
    pawli_unlock_after_reading(world, is_outer);
    return status;
}

static bool is_recorded_world(const pawl_recorder *recorder, const pawl_world *world) {
    return world->state_size == recorder->state_size &&
           world->geometry_capacity == recorder->terrain_count;
}

pawl_status pawl_recorder_step(pawl_recorder *recorder, pawl_world *world,
                               const pawl_step_hooks *hooks) {
    if (recorder == NULL || world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    if (!is_recorded_world(recorder, world)) return PAWL_ERR_ARGUMENT;
    recorder->lanes = hooks == NULL ? PAWL_LANES_DEFAULT : hooks->lanes;
    if (recorder->failed == PAWL_OK) recorder->failed = record_tick(recorder, world, false);
    const pawl_status status = pawl_world_step(world, hooks);
    if (status != PAWL_OK) {
        /* The tick is logged already, and another attempt must not log it again. */
        if (recorder->failed == PAWL_OK) recorder->failed = status;
        return status;
    }
    memcpy(recorder->state, world, (size_t)recorder->state_size);
    recorder->tick++;
    return recorder->failed;
}

pawl_status pawl_recorder_end(pawl_recorder *recorder, const pawl_world *world) {
    if (recorder == NULL || world == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    if (!is_recorded_world(recorder, world)) return PAWL_ERR_ARGUMENT;
    if (recorder->failed == PAWL_OK) recorder->failed = record_tick(recorder, world, true);
    if (recorder->failed == PAWL_OK) recorder->failed = flush_recorder(recorder);
    if (recorder->failed != PAWL_OK) return recorder->failed;
    return pawl_replay_end(recorder->writer, world->tick, recorder->chain, recorder->hash);
}
