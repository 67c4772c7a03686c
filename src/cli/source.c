/* source.c - worlds from files. */
#include "cli/source.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/command.h"
#include "cli/heap.h"
#include "replay/chunk.h"
#include "state/snapshot.h"

/* What a file and a world that it asks for may take. */
#define MIB_MAX 512u

static int exit_of(pawl_status status) {
    if (status == PAWL_OK) return PAWLI_EXIT_OK;
    if (status == PAWL_ERR_DESYNC) return PAWLI_EXIT_FAILED;
    return status == PAWL_ERR_VERSION ? PAWLI_EXIT_VERSION : PAWLI_EXIT_INPUT;
}

static int refuse(const char *path, pawl_status status) {
    pawli_file_error(path, pawl_status_text(status));
    return exit_of(status);
}

/* A pipe is a scene: it can be read only once, and by whom it is meant for. */
static pawli_source_kind kind_of(const char *path) {
    uint8_t start[8] = {0};
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return PAWLI_SOURCE_SCENE;
    FILE *file = fopen(path, "rb");
    if (file == NULL) return PAWLI_SOURCE_SCENE; /* whose reader says why */
    const size_t read = fread(start, 1, sizeof start, file);
    fclose(file);
    if (read == sizeof start && memcmp(start, PAWLI_SNAPSHOT_MAGIC, sizeof start) == 0) {
        return PAWLI_SOURCE_SNAPSHOT;
    }
    const bool is_replay =
        read == sizeof start && memcmp(start, pawli_replay_magic, sizeof start) == 0;
    return is_replay ? PAWLI_SOURCE_REPLAY : PAWLI_SOURCE_SCENE;
}

static int open_scene(pawli_source *source) {
    if (!pawli_scene_load(source->path, stderr, &source->scene)) return PAWLI_EXIT_INPUT;
    source->world = source->scene.world;
    source->last = source->scene.ticks;
    return PAWLI_EXIT_OK;
}

static int read_file(pawli_source *source) {
    char reason[PAWLI_REASON_MAX];
    if (pawli_file_read(source->path, MIB_MAX * PAWLI_MIB, &source->file, reason)) {
        return PAWLI_EXIT_OK;
    }
    return pawli_file_error(source->path, reason);
}

static pawl_status decode(pawli_source *source) {
    pawl_snapshot_info info;
    const pawl_status status = pawl_snapshot_read(source->file.bytes, source->file.size, &info);
    if (status != PAWL_OK) return status;
    const uint32_t size = pawl_world_size(&info.def);
    if (size / PAWLI_MIB >= MIB_MAX) return PAWL_ERR_LIMIT;
    source->memory = pawli_allocate(size);
    return pawl_world_decode(source->file.bytes, source->file.size, source->memory, size,
                             &source->world);
}

static int open_snapshot(pawli_source *source) {
    const pawl_status status = decode(source);
    if (status != PAWL_OK) return refuse(source->path, status);
    source->tick = source->last = pawl_world_tick(source->world);
    return PAWLI_EXIT_OK;
}

static pawl_status begin_replay(pawli_source *source) {
    uint32_t where;
    pawl_status status =
        pawl_replay_open(&source->replay, source->file.bytes, source->file.size, &where);
    if (status != PAWL_OK) return status;
    if (source->replay.header.kind != PAWL_REPLAY_WORLD) return PAWL_ERR_UNSUPPORTED;
    const uint32_t size = pawl_player_size(&source->replay, NULL);
    if (size == 0) return PAWL_ERR_LIMIT;
    source->memory = pawli_allocate(size);
    return pawl_player_begin(&source->player, &source->replay, NULL, false, source->memory, size);
}

static int open_replay(pawli_source *source) {
    const pawl_status status = begin_replay(source);
    if (status == PAWL_ERR_UNSUPPORTED) {
        return pawli_file_error(source->path, "the replay of a game: the game itself plays it");
    }
    if (status != PAWL_OK) return refuse(source->path, status);
    source->world = source->player.world;
    source->tick = source->replay.first_tick;
    source->last = source->replay.last_tick;
    return PAWLI_EXIT_OK;
}

int pawli_source_open(const char *path, pawli_source *out) {
    memset(out, 0, sizeof *out);
    out->path = path;
    out->kind = kind_of(path);
    if (out->kind == PAWLI_SOURCE_SCENE) return open_scene(out);
    int code = read_file(out);
    if (code != PAWLI_EXIT_OK) return code;
    code = out->kind == PAWLI_SOURCE_SNAPSHOT ? open_snapshot(out) : open_replay(out);
    if (code != PAWLI_EXIT_OK) pawli_source_close(out);
    return code;
}

void pawli_source_close(pawli_source *source) {
    if (source->kind == PAWLI_SOURCE_SCENE) {
        pawli_scene_free(&source->scene);
    } else {
        free(source->file.bytes);
        free(source->memory);
    }
}

/* After a call of the player. */
static int answer_of(pawli_source *source, pawl_status status) {
    char reason[120];
    source->world = source->player.world;
    source->tick = source->player.tick;
    if (status == PAWL_OK) return PAWLI_EXIT_OK;
    snprintf(reason, sizeof reason, "tick %llu: %s (see pawl verify)",
             (unsigned long long)source->player.verdict.tick, pawl_status_text(status));
    pawli_file_error(source->path, reason);
    return exit_of(status);
}

int pawli_source_settle(pawli_source *source, const pawl_step_hooks *hooks) {
    if (source->kind != PAWLI_SOURCE_REPLAY) return PAWLI_EXIT_OK;
    return answer_of(source, pawl_player_seek(&source->player, source->tick, hooks));
}

int pawli_source_step(pawli_source *source, const pawl_step_hooks *hooks) {
    if (source->kind == PAWLI_SOURCE_REPLAY) {
        return answer_of(source, pawl_player_step(&source->player, hooks));
    }
    if (source->kind == PAWLI_SOURCE_SNAPSHOT &&
        pawl_world_find_unbound(source->world).index1 != 0) {
        return pawli_file_error(source->path,
                                "the terrain of a snapshot has no data: it cannot be stepped");
    }
    const pawl_status status = pawl_world_step(source->world, hooks);
    if (status != PAWL_OK) return refuse(source->path, status);
    source->tick = pawl_world_tick(source->world);
    return PAWLI_EXIT_OK;
}

const char *pawli_source_body_name(const pawli_source *source, uint16_t slot) {
    if (source->kind != PAWLI_SOURCE_SCENE || slot >= source->scene.body_count) return NULL;
    return source->scene.bodies[slot].name;
}

const char *pawli_source_joint_name(const pawli_source *source, uint32_t serial) {
    if (source->kind != PAWLI_SOURCE_SCENE || serial - 1u >= source->scene.joint_count) return NULL;
    return source->scene.joints[serial - 1u].name;
}
