/* source.c - worlds from files. */
#include "cli/runs/source.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/common/command.h"
#include "cli/runs/snapshot_file.h"
#include "state/snapshot.h"

/* A pipe is a scene: it can be read only once, and by whom it is meant for. */
static pawli_source_kind kind_of(const char *path) {
    uint8_t bytes[16];
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) return PAWLI_SOURCE_SCENE;
    FILE *file = fopen(path, "rb");
    if (file == NULL) return PAWLI_SOURCE_SCENE; /* whose reader says why */
    const pawli_file start = {bytes, fread(bytes, 1, sizeof bytes, file)};
    fclose(file);
    if (start.size >= PAWLI_SNAPSHOT_MAGIC_SIZE &&
        memcmp(bytes, PAWLI_SNAPSHOT_MAGIC, PAWLI_SNAPSHOT_MAGIC_SIZE) == 0) {
        return PAWLI_SOURCE_SNAPSHOT;
    }
    return pawli_looks_like_replay(&start) ? PAWLI_SOURCE_REPLAY : PAWLI_SOURCE_SCENE;
}

static int open_scene(pawli_source *source, bool takes_arcade) {
    if (!(takes_arcade ? pawli_scene_load_any : pawli_scene_load)(source->path, stderr,
                                                                  &source->scene)) {
        return PAWLI_EXIT_INPUT;
    }
    source->world = source->scene.world;
    source->last = source->scene.ticks;
    return PAWLI_EXIT_OK;
}

static int open_snapshot(pawli_source *source) {
    int code = PAWLI_EXIT_INPUT;
    source->world = pawli_snapshot_load(source->path, PAWLI_REPLAY_MIB, &code);
    if (source->world == NULL) return code;
    source->tick = source->last = pawl_world_tick(source->world);
    return PAWLI_EXIT_OK;
}

static int open_replay(pawli_source *source) {
    char reason[PAWLI_REPLAY_REASON_MAX];
    const pawli_budget budget = pawli_budget_default();
    const int code = pawli_playback_open(source->path, &budget, &source->playback, reason);
    if (code != PAWLI_EXIT_OK) {
        pawli_file_error(source->path, reason);
        return code;
    }
    source->world = source->playback.player.world;
    source->tick = source->playback.file.replay.first_tick;
    source->last = source->playback.file.replay.last_tick;
    return PAWLI_EXIT_OK;
}

static int open_any(const char *path, bool takes_arcade, pawli_source *out) {
    memset(out, 0, sizeof *out);
    out->path = path;
    out->kind = kind_of(path);
    if (out->kind == PAWLI_SOURCE_SNAPSHOT) return open_snapshot(out);
    return out->kind == PAWLI_SOURCE_REPLAY ? open_replay(out) : open_scene(out, takes_arcade);
}

int pawli_source_open(const char *path, pawli_source *out) {
    return open_any(path, false, out);
}

int pawli_source_open_any(const char *path, pawli_source *out) {
    return open_any(path, true, out);
}

void pawli_source_close(pawli_source *source) {
    if (source->kind == PAWLI_SOURCE_SCENE) {
        pawli_scene_free(&source->scene);
    } else if (source->kind == PAWLI_SOURCE_REPLAY) {
        pawli_playback_close(&source->playback);
    } else {
        free(source->world);
    }
}

/* After a call of the player. */
static int answer_of(pawli_source *source, pawl_status status) {
    char reason[PAWLI_REPLAY_REASON_MAX];
    const pawl_player *player = &source->playback.player;
    source->world = player->world;
    source->tick = player->tick;
    if (status == PAWL_OK) return PAWLI_EXIT_OK;
    pawli_verdict_reason(&player->verdict, reason);
    pawli_file_error(source->path, reason);
    return pawli_status_exit(status);
}

int pawli_source_settle(pawli_source *source, const pawl_step_hooks *hooks) {
    if (source->kind != PAWLI_SOURCE_REPLAY) return PAWLI_EXIT_OK;
    return answer_of(source, pawl_player_seek(&source->playback.player, source->tick, hooks));
}

int pawli_source_step(pawli_source *source, const pawl_step_hooks *hooks) {
    if (source->kind == PAWLI_SOURCE_REPLAY) {
        return answer_of(source, pawl_player_step(&source->playback.player, hooks));
    }
    if (source->kind == PAWLI_SOURCE_SNAPSHOT &&
        pawl_world_find_unbound(source->world).index1 != 0) {
        return pawli_file_error(source->path,
                                "the terrain of a snapshot has no data: it cannot be stepped");
    }
    pawl_status status = pawl_world_step(source->world, hooks);
    if (status == PAWL_OK && source->kind == PAWLI_SOURCE_SCENE) {
        status = pawli_scene_break(&source->scene);
    }
    if (status != PAWL_OK) return pawli_file_error(source->path, pawl_status_text(status));
    source->tick = pawl_world_tick(source->world);
    return PAWLI_EXIT_OK;
}

const char *pawli_source_body_name(const pawli_source *source, uint16_t slot) {
    if (source->kind != PAWLI_SOURCE_SCENE || slot >= source->scene.body_count) return NULL;
    if (!pawl_body_is_valid(source->world, source->scene.bodies[slot].id)) return NULL;
    return source->scene.bodies[slot].name;
}

const char *pawli_source_joint_name(const pawli_source *source, uint32_t serial) {
    if (source->kind != PAWLI_SOURCE_SCENE || serial - 1u >= source->scene.joint_count) return NULL;
    return source->scene.joints[serial - 1u].name;
}
