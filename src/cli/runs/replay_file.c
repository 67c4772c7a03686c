/* replay_file.c - open replays, play them within limits, say what is wrong with them. */
#include "cli/runs/replay_file.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "replay/chunk.h"

#define MIB_MAX 4095u /* a replay has less than 4 GiB */

int cli_replay_file_exit_code(pawl_status status) {
    if (status == PAWL_OK) return CLI_EXIT_OK;
    if (status == PAWL_ERR_DESYNC) return CLI_EXIT_FAILED;
    return status == PAWL_ERR_VERSION ? CLI_EXIT_VERSION : CLI_EXIT_INPUT;
}

bool cli_replay_file_is_replay(const cli_file *file) {
    return file->size >= sizeof pawli_chunk_magic &&
           memcmp(file->bytes, pawli_chunk_magic, sizeof pawli_chunk_magic) == 0;
}

int cli_replay_file_open(const char *path, size_t limit, cli_replay_file *out,
                         char reason[CLI_REPLAY_REASON_MAX]) {
    cli_replay_file all = {.path = path};
    uint32_t where = 0;
    if (!cli_file_read(path, limit, &all.file, reason)) return CLI_EXIT_INPUT;
    const pawl_status status = pawl_replay_open(&all.replay, all.file.bytes, all.file.size, &where);
    if (status == PAWL_OK) {
        *out = all;
        return CLI_EXIT_OK;
    }
    if (!cli_replay_file_is_replay(&all.file)) {
        const char *const other = cli_file_other_type(&all.file, false);
        snprintf(reason, CLI_REPLAY_REASON_MAX, "offset 0: no replay%s%s",
                 other == NULL ? "" : ", but ", other == NULL ? "" : other);
    } else {
        snprintf(reason, CLI_REPLAY_REASON_MAX, "offset %lu: %s", (unsigned long)where,
                 pawl_status_text(status));
    }
    free(all.file.bytes);
    return cli_replay_file_exit_code(status);
}

void cli_replay_file_close(cli_replay_file *in) {
    free(in->file.bytes);
    in->file.bytes = NULL;
}

/* ---- meta ---- */

static bool copy_value(const char *value, const char *end, char *out, size_t size) {
    const size_t length = (size_t)(end - value);
    if (length >= size) return false;
    for (size_t i = 0; i < length; i++)
        out[i] = (unsigned char)value[i] < 0x20 || value[i] == 0x7F ? '?' : value[i];
    out[length] = 0;
    return true;
}

/* The value of a key of the meta text; false when there is none or it does not fit. What would
 * disturb a terminal is replaced. */
static bool read_meta(const pawl_replay *replay, const char *key, char *out, size_t size) {
    const size_t length = strlen(key);
    pawl_chunk chunk;
    uint32_t offset = 0;
    while (pawl_replay_get_chunk(replay, offset, &chunk, &offset) == PAWL_OK) {
        if (chunk.type != PAWL_CHUNK_META) continue;
        const char *line = (const char *)chunk.content, *end = line + chunk.content_size;
        while (line < end) {
            const char *stop = memchr(line, '\n', (size_t)(end - line));
            if (stop == NULL) stop = end;
            if ((size_t)(stop - line) > length && memcmp(line, key, length) == 0 &&
                line[length] == '=') {
                return copy_value(line + length + 1, stop, out, size);
            }
            line = stop < end ? stop + 1 : end;
        }
    }
    return false;
}

/* Four numbers, as `pawl record` writes them. */
static bool read_camera(const char *text, pawl_box *out) {
    pawl_fx number[4];
    for (int i = 0; i < 4; i++) {
        const size_t length = strcspn(text, " ");
        if (pawl_fx_parse(text, length, &number[i]) != PAWL_OK) return false;
        if (number[i] > PAWL_COORD_MAX || number[i] < -PAWL_COORD_MAX) return false;
        text += length;
        if (*text == ' ') text++;
    }
    const pawl_box box = {{number[0], number[1]}, {number[2], number[3]}};
    if (*text != 0 || box.lower.x >= box.upper.x || box.lower.y >= box.upper.y) return false;
    *out = box;
    return true;
}

/* ---- playing ---- */

cli_replay_budget cli_replay_file_default_budget(void) {
    const pawl_replay_limits limits = pawl_replay_limits_default();
    const cli_replay_budget budget = {limits.ticks_max, limits.work_max, CLI_REPLAY_MIB, false};
    return budget;
}

static int refuse(char *reason, int code, const char *text) {
    snprintf(reason, CLI_REPLAY_REASON_MAX, "%s", text);
    return code;
}

int cli_replay_file_refuse_version(const pawl_replay_header *header,
                                   char reason[CLI_REPLAY_REASON_MAX]) {
    if (header->simulation != PAWL_SIMULATION_VERSION && header->type == PAWL_REPLAY_WORLD &&
        header->simulation < PAWL_HASH_SIMULATION_VERSION) {
        snprintf(reason, CLI_REPLAY_REASON_MAX,
                 "recorded by simulation version %lu, whose hashes are others than those of %d",
                 (unsigned long)header->simulation, PAWL_SIMULATION_VERSION);
    } else if (header->simulation != PAWL_SIMULATION_VERSION) {
        snprintf(reason, CLI_REPLAY_REASON_MAX,
                 "recorded by simulation version %lu, this is %d (--force plays it all the same)",
                 (unsigned long)header->simulation, PAWL_SIMULATION_VERSION);
    } else if (header->math == pawl_math_fingerprint()) {
        snprintf(reason, CLI_REPLAY_REASON_MAX, "it has a snapshot in another format");
    } else {
        snprintf(reason, CLI_REPLAY_REASON_MAX,
                 "recorded with the math fingerprint %08lx, here it is %08lx (--force plays it all "
                 "the same)",
                 (unsigned long)header->math, (unsigned long)pawl_math_fingerprint());
    }
    return CLI_EXIT_VERSION;
}

/* The file's bytes and the playback's memory together stay within the budget. */
static int begin_playback(const cli_replay_budget *budget, cli_replay_run *out, char *reason) {
    const pawl_replay *replay = &out->file.replay;
    const uint64_t all = (budget->mib > MIB_MAX ? MIB_MAX : budget->mib) * CLI_MIB;
    const uint64_t left = all > out->file.file.size ? all - out->file.file.size : 0;
    pawl_replay_limits limits = pawl_replay_limits_default();
    limits.ticks_max = budget->ticks;
    limits.work_max = budget->work;
    limits.world_max = (uint32_t)left;
    if (replay->header.type != PAWL_REPLAY_WORLD) {
        return refuse(reason, CLI_EXIT_INPUT, "a replay of a game, not of a world");
    }
    if (replay->last_tick - replay->first_tick > budget->ticks) {
        return refuse(reason, CLI_EXIT_INPUT, "more ticks than --max-ticks");
    }
    const size_t size = pawl_playback_size(replay, &limits);
    if (size == 0 || size > left) {
        return refuse(reason, CLI_EXIT_INPUT, "takes more memory than --max-memory");
    }
    out->memory = cli_heap_allocate(size);
    const pawl_status status =
        pawl_playback_begin(&out->playback, replay, &limits, budget->force, out->memory, size);
    if (status == PAWL_OK) return CLI_EXIT_OK;
    free(out->memory);
    if (status == PAWL_ERR_VERSION) return cli_replay_file_refuse_version(&replay->header, reason);
    cli_replay_file_verdict_reason(&out->playback.verdict, reason);
    return cli_replay_file_exit_code(status);
}

/* That of the first keyframe, which was loaded already. */
static pawl_world_def first_def(const pawl_replay *replay) {
    pawl_snapshot_info info = {.def = pawl_world_def_default()};
    pawl_chunk chunk;
    uint32_t next = 0;
    if (pawl_replay_get_chunk(replay, replay->first_keyframe, &chunk, &next) == PAWL_OK &&
        pawl_snapshot_inspect(chunk.content, chunk.content_size, &info) != PAWL_OK) {
        info.def = pawl_world_def_default();
    }
    return info.def;
}

int cli_replay_file_play(const char *path, const cli_replay_budget *budget, cli_replay_run *out,
                         char reason[CLI_REPLAY_REASON_MAX]) {
    const uint64_t mib = budget->mib > MIB_MAX ? MIB_MAX : budget->mib;
    int code = CLI_EXIT_OK;
    char camera[80];
    if (path != NULL) {
        memset(out, 0, sizeof *out);
        code = cli_replay_file_open(path, (size_t)(mib * CLI_MIB), &out->file, reason);
    }
    if (code != CLI_EXIT_OK) return code;
    code = begin_playback(budget, out, reason);
    if (code != CLI_EXIT_OK) {
        cli_replay_file_close(&out->file);
        return code;
    }
    const pawl_replay *replay = &out->file.replay;
    out->scene.def = first_def(replay);
    read_meta(replay, "title", out->scene.title, sizeof out->scene.title);
    out->scene.has_camera = read_meta(replay, "camera", camera, sizeof camera) &&
                            read_camera(camera, &out->scene.camera);
    cli_replay_file_show(out);
    return CLI_EXIT_OK;
}

void cli_replay_file_stop(cli_replay_run *in) {
    free(in->memory);
    in->memory = NULL;
    cli_replay_file_close(&in->file);
}

const cli_scene *cli_replay_file_show(cli_replay_run *in) {
    in->scene.world = in->playback.world;
    return &in->scene;
}

/* ---- words ---- */

const char *cli_replay_file_branches_text(uint32_t branches, char text[CLI_BRANCHES_MAX]) {
    size_t used = 0;
    text[0] = 0;
    for (int branch = 0; branch < PAWL_BRANCH_COUNT; branch++) {
        if ((branches >> branch & 1u) == 0) continue;
        const int more = snprintf(text + used, CLI_BRANCHES_MAX - used, "%s%s", used > 0 ? "," : "",
                                  pawl_branch_text((pawl_branch)branch));
        if (more < 0 || (size_t)more >= CLI_BRANCHES_MAX - used) break;
        used += (size_t)more;
    }
    return used > 0 ? text : "none";
}

void cli_replay_file_verdict_reason(const pawl_verdict *verdict,
                                    char reason[CLI_REPLAY_REASON_MAX]) {
    if (verdict->status == PAWL_ERR_LIMIT) {
        snprintf(reason, CLI_REPLAY_REASON_MAX, "tick %llu: more work than is allowed",
                 (unsigned long long)verdict->tick);
    } else if (verdict->status == PAWL_ERR_UNSUPPORTED) {
        char text[PAWL_FEATURES_TEXT_MAX];
        (void)pawl_features_print(verdict->lacking, text, sizeof text);
        snprintf(reason, CLI_REPLAY_REASON_MAX, "offset %lu: tick %llu: this build lacks: %s",
                 (unsigned long)verdict->offset, (unsigned long long)verdict->tick, text);
    } else {
        snprintf(reason, CLI_REPLAY_REASON_MAX, "offset %lu: tick %llu: %s",
                 (unsigned long)verdict->offset, (unsigned long long)verdict->tick,
                 pawl_status_text(verdict->status));
    }
}
