/* write.c - files of the studio for JavaScript: the world as a snapshot, and the run as a replay.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/common/file.h"
#include "cli/common/heap.h"
#include "cli/common/output.h"
#include "cli/runs/snapshot_file.h"
#include "exports.h"
#include "pawl/replay.h"

#define SCRIPT "/written.txt" /* in memory, as everything here */
#define KEYFRAME_EVERY 600u
#define HASH_EVERY 60u

/* ---- a replay: the run once more, from its beginning to the tick that is there ---- */

static bool write_bytes(void *context, const void *bytes, size_t size) {
    return fwrite(bytes, 1, size, context) == size;
}

static pawl_status record_steps(pawl_recorder *recorder, cli_script *script, cli_scene *scene,
                                uint64_t ticks) {
    const pawl_step_hooks hooks = {.lanes = pawl_lanes_best()};
    for (uint64_t tick = 0; tick < ticks; tick++) {
        if (!cli_script_apply(script, scene->world, tick)) return PAWL_ERR_ARGUMENT;
        pawl_status status = pawl_recorder_step(recorder, scene->world, &hooks);
        if (status == PAWL_OK) status = cli_scene_break(scene);
        if (status != PAWL_OK) return status;
    }
    /* Calls at the last tick belong to it: the studio shows the world after them. */
    if (!cli_script_apply(script, scene->world, ticks)) return PAWL_ERR_ARGUMENT;
    return pawl_recorder_end(recorder, scene->world);
}

static pawl_status record_scene(cli_script *script, cli_scene *scene, uint64_t ticks, FILE *file) {
    const size_t size = pawl_recorder_size(&scene->def);
    const size_t pack_size = pawl_recorder_pack_size(&scene->def);
    const pawl_sink sink = {write_bytes, file};
    pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_WORLD);
    uint8_t buffer[PAWL_REPLAY_BUFFER];
    pawl_replay_writer writer;
    pawl_recorder recorder;
    header.rate_numerator = scene->def.rate_numerator;
    header.rate_denominator = scene->def.rate_denominator;
    memset(&recorder, 0, sizeof recorder);
    void *const memory = cli_heap_allocate(size), *const packing = cli_heap_allocate(pack_size);
    pawl_status status = pawl_replay_begin(&writer, &header, sink, buffer, sizeof buffer);
    if (status == PAWL_OK) {
        status = pawl_recorder_begin(&recorder, &writer, scene->world, KEYFRAME_EVERY, HASH_EVERY,
                                     memory, size);
    }
    if (status == PAWL_OK) status = pawl_recorder_pack(&recorder, packing, pack_size);
    if (status == PAWL_OK) status = record_steps(&recorder, script, scene, ticks);
    free(memory);
    free(packing);
    return status;
}

static bool write_script(const cli_studio *studio) {
    char *const text = cli_script_add_text(&studio->script);
    const bool is_good = cli_output_write(SCRIPT, text, strlen(text), NULL);
    free(text);
    return is_good;
}

static bool write_replay(const cli_studio *studio, const char *path) {
    cli_script script;
    cli_scene scene;
    if (!write_script(studio) || !cli_script_load_with(SCRIPT, studio->path, stderr,
                                                       studio->def.spare, NULL, &script, &scene)) {
        return false;
    }
    FILE *const file = cli_output_open(path, NULL);
    const pawl_status status =
        file == NULL ? PAWL_ERR_ARGUMENT : record_scene(&script, &scene, studio->tick, file);
    if (file != NULL && status != PAWL_OK) {
        cli_command_file_error(path, pawl_status_text(status));
        cli_output_discard(file);
    }
    cli_script_free(&script);
    cli_scene_load_free(&scene);
    return status == PAWL_OK && cli_output_close(file, NULL);
}

/* A replay that is shown is there already. */
static bool copy_file(const char *from, const char *to) {
    cli_file file;
    char reason[CLI_REASON_MAX];
    if (!cli_file_read(from, (size_t)CLI_REPLAY_MIB * CLI_MIB, &file, reason)) {
        cli_command_file_error(from, reason);
        return false;
    }
    const bool good = cli_output_write(to, file.bytes, file.size, NULL);
    free(file.bytes);
    return good;
}

/* ---- what JavaScript calls ---- */

typedef enum written {
    WRITTEN_SNAPSHOT,
    WRITTEN_REPLAY
} written;

EXPORT(studio_write) bool studio_write(page *page, written what, const char *path) {
    const cli_studio *const studio = page->studio;
    const pawl_world *const world = cli_studio_world(studio);
    if (world == NULL) {
        cli_command_file_error(path, studio->type == CLI_STUDIO_FILM
                                         ? "a film has neither snapshots nor replays"
                                         : "an arcade has neither snapshots nor replays");
        return false;
    }
    if (what == WRITTEN_SNAPSHOT) return cli_snapshot_file_write(path, world);
    if (studio->type == CLI_STUDIO_SCENE) return write_replay(studio, path);
    if (studio->type == CLI_STUDIO_REPLAY) return copy_file(studio->path, path);
    cli_command_file_error(path, "a snapshot becomes no replay");
    return false;
}
