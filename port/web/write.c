/* write.c - files of a run for JavaScript, and what a file is. */
#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/common/file.h"
#include "cli/common/heap.h"
#include "cli/common/output.h"
#include "cli/runs/snapshot_file.h"
#include "exports.h"
#include "pawl/replay.h"
#include "state/snapshot.h"

#define KEYFRAMES 600u /* ticks between whole states of a replay */
#define HASHES 60u

/* ---- a replay: the run once more, from its beginning ---- */

typedef struct recording {
    cli_script script;
    cli_scene scene;
    pawl_replay_writer writer;
    pawl_recorder recorder;
    uint8_t buffer[PAWL_REPLAY_BUFFER];
} recording;

static bool write_bytes(void *context, const void *bytes, size_t size) {
    return fwrite(bytes, 1, size, context) == size;
}

static pawl_status step_all(recording *job, uint64_t ticks) {
    for (uint64_t tick = 0; tick < ticks; tick++) {
        if (!cli_script_apply(&job->script, job->scene.world, tick)) return PAWL_ERR_ARGUMENT;
        pawl_status status = pawl_recorder_step(&job->recorder, job->scene.world, NULL);
        if (status == PAWL_OK) status = cli_scene_break(&job->scene);
        if (status != PAWL_OK) return status;
    }
    return pawl_recorder_end(&job->recorder, job->scene.world);
}

static pawl_status record(recording *job, FILE *file, uint64_t ticks) {
    pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_WORLD);
    header.rate_numerator = job->scene.def.rate_numerator;
    header.rate_denominator = job->scene.def.rate_denominator;
    const pawl_sink sink = {write_bytes, file};
    const size_t size = pawl_recorder_size(&job->scene.def);
    void *const memory = cli_heap_allocate(size);
    pawl_status status =
        pawl_replay_begin(&job->writer, &header, sink, job->buffer, sizeof job->buffer);
    if (status == PAWL_OK) {
        status = pawl_recorder_begin(&job->recorder, &job->writer, job->scene.world, KEYFRAMES,
                                     HASHES, memory, size);
    }
    if (status == PAWL_OK) status = step_all(job, ticks);
    free(memory);
    return status;
}

/* The script goes through a file, as those of the program do. */
static bool load_again(const cli_studio *studio, recording *job) {
    static const char path[] = "/studio-script.txt";
    char *const text = cli_script_add_text(&studio->script);
    bool good = cli_output_write(path, text, strlen(text), NULL);
    free(text);
    good = good && cli_script_load_with(path, studio->path, stderr, studio->def.spare, NULL,
                                        &job->script, &job->scene);
    (void)remove(path);
    return good;
}

static bool write_replay(const cli_studio *studio, const char *path) {
    recording *const job = cli_heap_allocate(sizeof *job);
    memset(job, 0, sizeof *job);
    FILE *const file = load_again(studio, job) ? cli_output_open(path, NULL) : NULL;
    const pawl_status status = file == NULL ? PAWL_ERR_MEMORY : record(job, file, studio->tick);
    if (file != NULL && status != PAWL_OK) {
        cli_command_file_error(path, pawl_status_text(status));
        cli_output_discard(file);
    }
    cli_script_free(&job->script);
    cli_scene_load_free(&job->scene);
    free(job);
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

/* 0: a snapshot of the tick that is there, 1: a replay up to it. */
EXPORT(studio_write) bool studio_write(page *page, uint32_t what, const char *path) {
    const cli_studio *const studio = page->studio;
    const pawl_world *const world = cli_studio_world(studio);
    if (what == 0 && world != NULL) return cli_snapshot_file_write(path, world);
    if (what == 1 && studio->type == CLI_STUDIO_REPLAY) return copy_file(studio->path, path);
    if (what == 1 && studio->type == CLI_STUDIO_SCENE && world != NULL) {
        return write_replay(studio, path);
    }
    cli_command_file_error(studio->path, "only worlds of scenes are written so");
    return false;
}

/* ---- what a file is ---- */

static bool has(const char *text, const char *word) {
    return strstr(text, word) != NULL;
}

static const char *type_of_text(const char *text) {
    text += strspn(text, " \t\r\n\xEF\xBB\xBF");
    if (strncmp(text, "pawl-script", 11) == 0) return "script";
    if (text[0] == '<') return "map";
    if (text[0] != '{') return "unknown: neither a scene nor a replay, snapshot or map";
    if (has(text, "\"pawl-scene\"")) return "scene";
    if (has(text, "\"layers\"") || has(text, "\"defs\"") || has(text, "\"maps\"") ||
        has(text, "\"rigidBodies\"")) {
        return "map";
    }
    return has(text, "\"body\"") ? "scene" : "unknown: JSON, but no scene and no map";
}

/* By how it begins: "scene", "replay", "snapshot", "map", "script" or "unknown: why". */
EXPORT(studio_identify) const char *studio_identify(const char *path) {
    static char answer[80 + CLI_REASON_MAX];
    cli_file file;
    char reason[CLI_REASON_MAX];
    if (!cli_file_read(path, (size_t)CLI_REPLAY_MIB * CLI_MIB, &file, reason)) {
        snprintf(answer, sizeof answer, "unknown: %s", reason);
        return answer;
    }
    const char *type = "";
    char *const text = cli_heap_allocate(file.size + 1);
    memcpy(text, file.bytes, file.size);
    text[file.size] = 0;
    if (file.size >= PAWLI_SNAPSHOT_MAGIC_SIZE &&
        memcmp(text, PAWLI_SNAPSHOT_MAGIC, PAWLI_SNAPSHOT_MAGIC_SIZE) == 0) {
        type = "snapshot";
    } else if (cli_replay_file_is_replay(&file)) {
        type = "replay";
    } else {
        type = type_of_text(text);
    }
    snprintf(answer, sizeof answer, "%s", type);
    free(text);
    free(file.bytes);
    return answer;
}
