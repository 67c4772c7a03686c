/* playback_load.c - worlds out of keyframes and edits, and the terrain that they need.
 *
 * The terrain of a replay is read and checked once. A world that was made of bytes then finds its
 * own in the table: what the table says of it and what the world says must be the same. */
#include "base/crc.h"
#include "replay/playback.h"
#include "replay/snapshot_room.h"
#include "state/snapshot.h"
#include "world/linked.h"

PAWLI_OPTIONAL(pawl_world_shift);

static pawl_status find_keyframe_info(const pawl_replay *replay, pawl_snapshot_info *info) {
    pawl_chunk keyframe;
    uint32_t next;
    const pawl_status status =
        pawl_replay_get_chunk(replay, replay->first_keyframe, &keyframe, &next);
    if (status != PAWL_OK) return PAWL_ERR_FORMAT;
    if (keyframe.is_packed) { /* its base has the same header */
        uint32_t base = 0, seen = 0;
        if (pawli_playback_pack_find_base(replay, keyframe.offset, &base, &seen) == 0 ||
            pawl_replay_get_chunk(replay, base, &keyframe, &next) != PAWL_OK) {
            return PAWL_ERR_FORMAT;
        }
    }
    return pawl_snapshot_inspect(keyframe.content, (size_t)keyframe.content_size, info);
}

static uint64_t count_terrain_points(const pawl_replay *replay) {
    pawl_chunk chunk;
    uint64_t points = 0;
    uint32_t next = 0;
    if (replay->terrains == 0) return 0;
    while (pawl_replay_get_chunk(replay, next, &chunk, &next) == PAWL_OK)
        if (chunk.type == PAWL_CHUNK_TERRAIN) points += pawli_replay_terrain_points(&chunk);
    return points;
}

pawl_status pawli_playback_load_layout(const pawl_replay *replay, const pawl_replay_limits *limits,
                                       pawli_playback_layout *out) {
    pawl_snapshot_info info;
    const pawl_status status = find_keyframe_info(replay, &info);
    memset(out, 0, sizeof *out);
    if (status != PAWL_OK) return status;
    out->lacking = info.features & ~PAWL_FEATURES;
    if (out->lacking != 0) return PAWL_ERR_UNSUPPORTED;
    out->world_size = (uint32_t)pawl_world_size(&info.def);
    out->capacity_id = pawli_capacity_id_of(&info.def);
    out->snapshot_size = pawli_snapshot_room_of(&info.def);
    if (out->world_size == 0) return PAWL_ERR_UNSUPPORTED;
    if (out->world_size > limits->world_max || out->snapshot_size == 0) return PAWL_ERR_LIMIT;
    pawli_room room = {0};
    out->world = pawli_take_room(&room, out->world_size);
    out->snapshot = pawli_take_room(&room, out->snapshot_size);
    out->patched =
        pawli_take_room(&room, replay->edits > 0 || replay->packed > 0 ? out->snapshot_size : 0);
    out->pack = pawli_take_room(&room, replay->packed > 0 ? sizeof(pawli_codec) : 0);
    out->terrain = pawli_take_room(&room, (uint64_t)replay->terrains * sizeof(pawli_geometry));
    out->points = pawli_take_room(&room, count_terrain_points(replay) * sizeof(pawl_vec2));
    out->size = pawli_room_size(&room);
    return out->size == 0 ? PAWL_ERR_LIMIT : PAWL_OK;
}

static pawli_geometry *terrain_table(const pawl_playback *playback) {
    return (pawli_geometry *)(void *)playback->terrain;
}

pawl_status pawli_playback_load_terrains(pawl_playback *playback, pawl_vec2 *points) {
    pawl_chunk chunk;
    uint32_t next = 0;
    playback->terrain_count = 0;
    if (playback->replay->terrains == 0) return PAWL_OK;
    while (pawl_replay_get_chunk(playback->replay, next, &chunk, &next) == PAWL_OK) {
        if (chunk.type != PAWL_CHUNK_TERRAIN) continue;
        pawli_geometry *const entry = &terrain_table(playback)[playback->terrain_count];
        const pawl_status status = pawli_replay_terrain_read(&chunk, points, entry);
        if (status != PAWL_OK) return pawli_playback_fail(playback, status, chunk.offset);
        points += pawli_replay_terrain_points(&chunk);
        playback->terrain_count++;
    }
    return PAWL_OK;
}

/* The last one that is the same: all are. */
static const pawli_geometry *find_replay_terrain(const pawl_playback *playback,
                                                 const pawli_geometry *geometry) {
    for (uint32_t i = playback->terrain_count; i > 0; i--) {
        const pawli_geometry *const entry = &terrain_table(playback)[i - 1];
        if (entry->type == geometry->type &&
            pawli_terrain_is_same(&entry->terrain, &geometry->terrain)) {
            return entry;
        }
    }
    return NULL;
}

/* FORMAT when the replay does not have the data. */
static pawl_status bind_replay_terrains(pawl_playback *playback) {
    pawli_geometry *const geometries = pawli_geometries(playback->world);
    if (!PAWL_WITH_CHAINS) return PAWL_OK;
    for (uint16_t i = 0; i < playback->world->geometry_used; i++) {
        if (geometries[i].users == 0 || pawli_is_convex(&geometries[i])) continue;
        const pawl_status status =
            pawli_playback_do_work(playback, 1u + playback->terrain_count / 16u);
        if (status != PAWL_OK) return status;
        const pawli_geometry *const found = find_replay_terrain(playback, &geometries[i]);
        if (found == NULL) return PAWL_ERR_FORMAT;
        geometries[i].terrain = found->terrain; /* the same, and bound */
        geometries[i].inner = found->inner;
    }
    return PAWL_OK;
}

/* Reading a snapshot takes about as long as solving a contact for every 64 bytes. */
static uint64_t work_of_bytes(uint32_t size) {
    return 1u + size / 64u;
}

PAWLI_STACK_APART pawl_status decode_untold(const pawl_playback *playback, const void *snapshot,
                                            uint32_t size, pawl_world **out) {
    pawli_snapshot from;
    const pawl_status status = pawli_snapshot_open(snapshot, (size_t)size, &from);
    if (status != PAWL_OK) return status;
    return pawli_decode_snapshot(&from, playback->memory, (size_t)playback->world_size, out);
}

/* The hash of a state is told by snapshots in the file, and by differences of snapshots; by packed
 * edits it is not. */
static pawl_status decode_for(const pawl_playback *playback, const void *snapshot, uint32_t size,
                              bool is_told, pawl_world **out) {
    if (!is_told) return decode_untold(playback, snapshot, size, out);
    return pawli_decode_verified(snapshot, (size_t)size, playback->memory,
                                 (size_t)playback->world_size, out);
}

static pawl_status load_playback_world(pawl_playback *playback, const void *snapshot, uint32_t size,
                                       uint64_t tick, bool is_told) {
    pawl_status status = pawli_playback_do_work(playback, work_of_bytes(size));
    if (status != PAWL_OK) return status;
    playback->world = NULL;
    pawl_snapshot_info info;
    status = pawl_snapshot_inspect(snapshot, (size_t)size, &info);
    if (status != PAWL_OK) return status;
    if (info.tick != tick || pawli_capacity_id_of(&info.def) != playback->capacity_id) {
        return PAWL_ERR_FORMAT;
    }
    pawl_world *world;
    status = decode_for(playback, snapshot, size, is_told, &world);
    playback->verdict.lacking = status == PAWL_ERR_UNSUPPORTED ? info.features & ~PAWL_FEATURES : 0;
    if (status != PAWL_OK) return status;
    playback->world = world;
    status = bind_replay_terrains(playback);
    if (status != PAWL_OK) playback->world = NULL;
    return status;
}

pawl_status pawli_playback_load_keyframe(pawl_playback *playback, const pawl_chunk *keyframe) {
    PAWL_ASSERT(keyframe->type == PAWL_CHUNK_KEYFRAME);
    const bool is_packed = keyframe->is_packed;
    pawl_status status = is_packed ? pawli_playback_pack_keyframe(playback, keyframe) : PAWL_OK;
    if (status == PAWL_OK) {
        status = load_playback_world(playback, is_packed ? playback->patched : keyframe->content,
                                     is_packed ? playback->patched_size : keyframe->content_size,
                                     keyframe->tick, true);
    }
    return status == PAWL_OK ? PAWL_OK : pawli_playback_fail(playback, status, keyframe->offset);
}

/* Where a snapshot has the simulation version of its writer (docs/format-snapshot.md). */
#define SNAPSHOT_SIMULATION_AT 12u

pawl_status pawli_playback_load_encode(pawl_playback *playback, size_t *size) {
    const pawl_status status = pawl_world_encode(playback->world, playback->snapshot,
                                                 (size_t)playback->snapshot_size, size);
    if (status != PAWL_OK) return status;
    const uint32_t simulation = playback->replay->header.simulation;
    if (simulation == PAWL_SIMULATION_VERSION) return PAWL_OK;
    PAWL_ASSERT(pawli_fetch_u32(playback->snapshot + SNAPSHOT_SIMULATION_AT) ==
                PAWL_SIMULATION_VERSION);
    pawli_store_u32(playback->snapshot + SNAPSHOT_SIMULATION_AT, simulation);
    pawli_store_u32(playback->snapshot + *size - 4u,
                    pawli_crc_32(0, playback->snapshot, *size - 4u));
    return PAWL_OK;
}

static pawl_status apply_edit(pawl_playback *playback, const pawl_chunk *edit) {
    size_t before, after;
    pawl_status status = pawli_playback_load_encode(playback, &before);
    if (status == PAWL_OK)
        status = pawli_playback_do_work(playback, work_of_bytes((uint32_t)before));
    if (status != PAWL_OK) return status;
    const size_t expected = pawl_snapshot_patch_size(edit->content, (size_t)edit->content_size);
    if (expected == 0 || expected > playback->snapshot_size) return PAWL_ERR_FORMAT;
    status =
        pawl_snapshot_patch(playback->snapshot, before, edit->content, (size_t)edit->content_size,
                            playback->patched, (size_t)playback->snapshot_size, &after);
    /* The chunk is intact: so it is the state that does not fit. */
    if (status == PAWL_ERR_CORRUPT) return PAWL_ERR_DESYNC;
    if (status != PAWL_OK) return status;
    return load_playback_world(playback, playback->patched, (uint32_t)after, edit->tick, true);
}

/* Moving a world takes about as long as reading a sixteenth of it. */
static pawl_status apply_shift(pawl_playback *playback, pawl_vec2 offset) {
    pawl_status status =
        pawli_playback_do_work(playback, work_of_bytes(playback->world_size / 16u));
    if (status != PAWL_OK) return status;
    if (!pawli_has_origin_linked()) return PAWL_ERR_UNSUPPORTED;
    status = pawl_world_shift(playback->world, offset);
    /* The chunk is intact: so it is the state that does not fit. */
    return status == PAWL_ERR_RANGE ? PAWL_ERR_DESYNC : status;
}

pawl_status pawli_playback_load_edit(pawl_playback *playback, const pawl_chunk *edit) {
    PAWL_ASSERT(edit->type == PAWL_CHUNK_EDIT && playback->world != NULL);
    pawl_status status = PAWL_OK;
    const bool is_all = edit->is_shifted && edit->content_size == 0; /* nothing is compared */
    if (edit->is_shifted) status = apply_shift(playback, edit->shift);
    if (status == PAWL_OK && is_all) return PAWL_OK;
    if (status == PAWL_OK) status = apply_edit(playback, edit);
    if (status != PAWL_OK) return pawli_playback_fail(playback, status, edit->offset);
    playback->verdict.equal_tick = edit->tick;
    playback->verdict.checkpoints++;
    return PAWL_OK;
}

static pawl_status apply_packed_edit(pawl_playback *playback) {
    size_t before;
    pawl_status status = pawli_playback_load_encode(playback, &before);
    if (status == PAWL_OK)
        status = pawli_playback_do_work(playback, work_of_bytes((uint32_t)before));
    if (status == PAWL_OK) status = pawli_playback_pack_edit(playback, before);
    if (status != PAWL_OK) return status;
    return load_playback_world(playback, playback->patched, playback->patched_size, playback->tick,
                               false);
}

pawl_status pawli_playback_load_packed_edit(pawl_playback *playback) {
    PAWL_ASSERT(playback->run_left > 0 && playback->run_tick == playback->tick);
    const pawl_status status = apply_packed_edit(playback);
    if (status != PAWL_OK) return pawli_playback_fail(playback, status, playback->run_offset);
    playback->verdict.equal_tick = playback->tick;
    playback->verdict.checkpoints++;
    return PAWL_OK;
}
