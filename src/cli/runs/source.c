/* source.c - worlds from files. */
#include "cli/runs/source.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/runs/snapshot_file.h"
#include "state/snapshot.h"

/* A pipe is a scene: it can be read only once, so its first bytes cannot be looked at. */
static cli_source_type type_of(const char *path) {
    uint8_t bytes[16];
    const cli_file start = {bytes, cli_file_peek(path, bytes, sizeof bytes)};
    if (start.size >= PAWLI_SNAPSHOT_MAGIC_SIZE &&
        memcmp(bytes, PAWLI_SNAPSHOT_MAGIC, PAWLI_SNAPSHOT_MAGIC_SIZE) == 0) {
        return CLI_SOURCE_SNAPSHOT;
    }
    return cli_replay_file_is_replay(&start) ? CLI_SOURCE_REPLAY : CLI_SOURCE_SCENE;
}

static int open_scene(cli_source *source, bool takes_arcade) {
    if (!(takes_arcade ? cli_scene_load_any(source->path, stderr, NULL, &source->scene)
                       : cli_scene_load(source->path, stderr, &source->scene))) {
        return CLI_EXIT_INPUT;
    }
    source->world = source->scene.world;
    source->last = source->scene.ticks;
    return CLI_EXIT_OK;
}

static int open_snapshot(cli_source *source) {
    int code = CLI_EXIT_INPUT;
    source->world = cli_snapshot_file_load(source->path, CLI_REPLAY_MIB, &code);
    if (source->world == NULL) return code;
    source->tick = source->last = pawl_world_get_tick(source->world);
    return CLI_EXIT_OK;
}

static int open_replay(cli_source *source) {
    char reason[CLI_REPLAY_REASON_MAX];
    const cli_replay_budget budget = cli_replay_file_default_budget();
    const int code = cli_replay_file_play(source->path, &budget, &source->run, reason);
    if (code != CLI_EXIT_OK) {
        cli_command_file_error(source->path, reason);
        return code;
    }
    source->world = source->run.playback.world;
    source->tick = source->run.file.replay.first_tick;
    source->last = source->run.file.replay.last_tick;
    return CLI_EXIT_OK;
}

static int open_any(const char *path, bool takes_arcade, cli_source *out) {
    memset(out, 0, sizeof *out);
    out->path = path;
    out->type = type_of(path);
    if (out->type == CLI_SOURCE_SNAPSHOT) return open_snapshot(out);
    return out->type == CLI_SOURCE_REPLAY ? open_replay(out) : open_scene(out, takes_arcade);
}

int cli_source_open(const char *path, cli_source *out) {
    return open_any(path, false, out);
}

int cli_source_open_any(const char *path, cli_source *out) {
    return open_any(path, true, out);
}

void cli_source_close(cli_source *source) {
    if (source->type == CLI_SOURCE_SCENE) {
        cli_scene_load_free(&source->scene);
    } else if (source->type == CLI_SOURCE_REPLAY) {
        cli_replay_file_stop(&source->run);
    } else {
        free(source->world);
    }
}

/* After a call of the playback. */
static int answer_of(cli_source *source, pawl_status status) {
    char reason[CLI_REPLAY_REASON_MAX];
    const pawl_playback *playback = &source->run.playback;
    source->world = playback->world;
    source->tick = playback->tick;
    if (status == PAWL_OK) return CLI_EXIT_OK;
    cli_replay_file_verdict_reason(&playback->verdict, reason);
    cli_command_file_error(source->path, reason);
    return cli_replay_file_exit_code(status);
}

int cli_source_settle(cli_source *source, const pawl_step_hooks *hooks) {
    if (source->type != CLI_SOURCE_REPLAY) return CLI_EXIT_OK;
    return answer_of(source, pawl_playback_seek(&source->run.playback, source->tick, hooks));
}

int cli_source_step(cli_source *source, const pawl_step_hooks *hooks) {
    if (source->type == CLI_SOURCE_REPLAY) {
        return answer_of(source, pawl_playback_step(&source->run.playback, hooks));
    }
    if (source->type == CLI_SOURCE_SNAPSHOT && pawl_world_find_unbound(source->world).index1 != 0) {
        return cli_command_file_error(
            source->path, "the terrain of a snapshot has no data: it cannot be stepped");
    }
    pawl_status status = pawl_world_step(source->world, hooks);
    if (status == PAWL_OK && source->type == CLI_SOURCE_SCENE) {
        status = cli_scene_break(&source->scene);
    }
    if (status != PAWL_OK) return cli_command_file_error(source->path, pawl_status_text(status));
    source->tick = pawl_world_get_tick(source->world);
    return CLI_EXIT_OK;
}

const char *cli_source_body_name(const cli_source *source, uint16_t slot) {
    if (source->type != CLI_SOURCE_SCENE || slot >= source->scene.body_count) return NULL;
    if (!pawl_body_is_valid(source->world, source->scene.bodies[slot].id)) return NULL;
    return source->scene.bodies[slot].name;
}

const char *cli_source_joint_name(const cli_source *source, uint32_t serial) {
    if (source->type != CLI_SOURCE_SCENE || serial - 1u >= source->scene.joint_count) return NULL;
    return source->scene.joints[serial - 1u].name;
}
