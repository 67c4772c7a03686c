/* cmd_info.c - pawl info: what is in a replay or a snapshot. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common/command.h"
#include "cli/runs/edits.h"
#include "cli/runs/games.h"
#include "cli/runs/info.h"
#include "cli/runs/signed.h"
#include "cli/scene/level_block.h"
#include "cli/common/options.h"
#include "cli/runs/replay_file.h"
#include "cli/common/text.h"

static const char help[] =
    "usage: pawl info FILE [OPTION]...\n"
    "\n"
    "Tells what is in a replay (docs/format-replay.md) or a snapshot (docs/format-snapshot.md),\n"
    "without playing it, or in a baked level (docs/levels.md), every byte of which is looked at,\n"
    "or in a scene, map, project or RUBE export: counts, regions, goals, images and custom\n"
    "properties.\n"
    "\n"
    "  --chunks        list the chunks of a replay\n"
    "  --edits         play it, and tell what the program did to the world between two steps:\n"
    "                  each value that was changed; a is before, b is after\n"
    "  --limit N       values of one edit to tell (default 20)\n"
    "  --force         with --edits: play what another version recorded, too\n"
    "  --max-memory N  MiB that the file and its world may take (default 512)\n"
    "  --level NAME    one level of a project of LDtk, or one of its worlds\n"
    "  --json          print JSON\n"
    "  --help          this text";

typedef struct info_options {
    const char *path, *level;
    uint64_t limit;
    bool chunks, edits, json;
    cli_replay_budget budget;
} info_options;

static int read_options(info_options *options, int argc, char **argv) {
    const cli_option table[] = {
        {.name = "chunks", .flag = &options->chunks},
        {.name = "edits", .flag = &options->edits},
        {.name = "limit", .number = &options->limit, .high = UINT32_MAX},
        CLI_BUDGET_ROWS(&options->budget),
        {.name = "level", .text = &options->level},
        {.name = "json", .flag = &options->json},
        {.operand = &options->path, .missing = "no file", .surplus = "more than one file"},
        {.name = NULL},
    };
    return cli_options_read(argc, argv, help, table);
}

/* ---- values, as lines or JSON ---- */

static void put_header(cli_info *out, const pawl_replay *replay) {
    const pawl_replay_header *header = &replay->header;
    const bool is_world = header->type == PAWL_REPLAY_WORLD;
    cli_info_text(out, "kind", is_world ? "world replay" : "game replay");
    cli_info_number(out, "format", PAWL_REPLAY_FORMAT);
    cli_info_number(out, "simulation", header->simulation);
    cli_info_hash(out, "config", header->config);
    cli_info_hash(out, "math", header->math);
    cli_info_bool(out, "same_math", header->math == pawl_math_fingerprint());
    cli_info_ratio(out, "rate", header->rate_numerator, header->rate_denominator);
    if (!is_world) {
        const cli_game *game = cli_games_by_id(header->app_id, header->players);
        cli_info_hash(out, "app_id", header->app_id);
        cli_info_text(out, "game", game == NULL ? "unknown" : game->name);
        cli_info_number(out, "seed", header->seed);
        cli_info_number(out, "players", header->players);
        cli_info_number(out, "input_size", header->input_size);
    }
}

static void put_chunks(cli_info *out, const pawl_replay *replay) {
    cli_info_number(out, "bytes", replay->size);
    cli_info_number(out, "first_tick", replay->first_tick);
    cli_info_number(out, "last_tick", replay->last_tick);
    cli_info_number(out, "keyframes", replay->keyframes);
    cli_info_number(out, "terrains", replay->terrains);
    cli_info_number(out, "edits", replay->edits);
    cli_info_number(out, "checkpoints", replay->hashes);
    cli_info_number(out, "input_runs", replay->inputs);
    cli_info_number(out, "unknown_chunks", replay->skipped);
    cli_info_bool(out, "complete", replay->is_complete);
    if (replay->is_complete) {
        cli_info_hash(out, "hash", replay->final_hash);
    } else {
        cli_info_number(out, "cut_off_after", replay->whole);
    }
}

/* Each line of the notes. */
static void put_meta(cli_info *out, const pawl_replay *replay) {
    pawl_chunk chunk;
    uint32_t offset = 0;
    cli_info_begin_list(out, "meta");
    while (pawl_replay_get_chunk(replay, offset, &chunk, &offset) == PAWL_OK) {
        char text[PAWL_REPLAY_META_MAX + 1];
        if (chunk.type != PAWL_CHUNK_META || chunk.content_size >= sizeof text) continue;
        memcpy(text, chunk.content, chunk.content_size);
        text[chunk.content_size] = 0;
        for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
            cli_info_item(out, line);
        }
    }
    cli_info_end_list(out);
}

static void print_key(const uint8_t *bytes, size_t size, char *text) {
    for (size_t i = 0; i < size; i++)
        snprintf(text + 2 * i, 3, "%02x", (unsigned)bytes[i]);
}

/* What the file says of itself: whether it is so, `pawl verify --signatures` tells. */
static void put_signatures(cli_info *out, const pawl_replay *replay, uint64_t ticks_max) {
    cli_signed found;
    const cli_signed_check check = {.ticks_max = ticks_max};
    char hex[2 * PAWL_SIGN_KEY_SIZE + 1], ranges[CLI_SIGNED_TEXT_MAX];
    char line[CLI_SIGNED_TEXT_MAX + 80];
    if (replay->header.type != PAWL_REPLAY_GAME) return;
    cli_signed_find(replay, &check, &found);
    if (found.match == NULL) return;
    print_key(found.match, PAWL_SIGN_MATCH_SIZE, hex);
    cli_info_text(out, "match", hex);
    cli_info_number(out, "signatures", replay->signatures);
    cli_info_begin_list(out, "keys");
    for (uint32_t i = 0; i < found.player_count; i++) {
        const cli_signed_player *const player = &found.players[i];
        hex[0] = 0;
        if (player->key != NULL) print_key(player->key, PAWL_SIGN_KEY_SIZE, hex);
        snprintf(line, sizeof line, "player %lu: %s", (unsigned long)i,
                 player->key == NULL ? "none" : hex);
        cli_info_item(out, line);
    }
    cli_info_end_list(out);
    cli_info_begin_list(out, "signed");
    for (uint32_t i = 0; i < found.player_count; i++) {
        cli_signed_put_ranges(&found.players[i], CLI_SIGNED_PROVEN, ranges);
        snprintf(line, sizeof line, "player %lu: %llu of %llu ticks, not verified%s%s",
                 (unsigned long)i, (unsigned long long)found.players[i].proven,
                 (unsigned long long)found.players[i].ticks, ranges[0] == 0 ? "" : ": ", ranges);
        cli_info_item(out, line);
    }
    cli_info_end_list(out);
}

static const char *chunk_text(pawl_chunk_type type) {
    static const char *const names[] = {"",     "head",   "meta",     "keyframe", "terrain",
                                        "edit", "inputs", "hash",     "end",      "unknown",
                                        "base", "keys",   "signature"};
    return names[type];
}

static void list_chunks(cli_info *out, const pawl_replay *replay) {
    pawl_chunk chunk;
    uint32_t offset = 0;
    cli_info_begin_list(out, "chunks");
    while (pawl_replay_get_chunk(replay, offset, &chunk, &offset) == PAWL_OK) {
        char line[128];
        snprintf(line, sizeof line, "offset %lu  %s  %lu bytes  tick %llu",
                 (unsigned long)chunk.offset, chunk_text(chunk.type), (unsigned long)chunk.size,
                 (unsigned long long)chunk.tick);
        cli_info_item(out, line);
    }
    cli_info_end_list(out);
}

/* ---- edits ---- */

typedef struct teller {
    cli_info *out;
    uint64_t tick, limit, count;
} teller;

static void tell_change(void *context, const pawl_difference *change) {
    teller *to = context;
    char text[PAWL_DIFFERENCE_TEXT_MAX], line[PAWL_DIFFERENCE_TEXT_MAX + 40];
    if (to->count++ >= to->limit) return;
    cli_edits_text(change, text);
    snprintf(line, sizeof line, "tick %llu: %s", (unsigned long long)to->tick, text);
    cli_info_item(to->out, line);
}

static void tell_rest(const teller *to) {
    char line[80];
    if (to->count > 0 && to->count <= to->limit) return;
    if (to->count == 0) {
        snprintf(line, sizeof line, "tick %llu: nothing that is hashed",
                 (unsigned long long)to->tick);
    } else {
        snprintf(line, sizeof line, "tick %llu: and %llu more values", (unsigned long long)to->tick,
                 (unsigned long long)(to->count - to->limit));
    }
    cli_info_item(to->out, line);
}

/* True when there was one. */
static bool tell_shift(const teller *to, const pawl_world *before, const pawl_world *after) {
    const pawl_wide2 from = pawl_world_get_origin(before), by = pawl_world_get_origin(after);
    char line[128], x[PAWL_WIDE_TEXT_MAX] = "", y[PAWL_WIDE_TEXT_MAX] = "";
    if (from.x == by.x && from.y == by.y) return false;
    if (pawl_wide_print(from.x - by.x, x, sizeof x) != PAWL_OK ||
        pawl_wide_print(from.y - by.y, y, sizeof y) != PAWL_OK)
        return false;
    snprintf(line, sizeof line, "tick %llu: shift %s %s", (unsigned long long)to->tick, x, y);
    cli_info_item(to->out, line);
    return true;
}

/* The world before an edit: a copy of the playback's, after the last step. */
static pawl_status tell_edit(cli_info *out, const info_options *options, pawl_playback *playback,
                             uint64_t tick, void *copy) {
    teller to = {.out = out, .tick = tick, .limit = options->limit};
    const cli_changes changes = {tell_change, &to};
    pawl_status status = PAWL_OK;
    while (status == PAWL_OK && playback->tick < tick)
        status = pawl_playback_step(playback, NULL);
    if (status != PAWL_OK) return status;
    memcpy(copy, playback->world, playback->world_size);
    status = pawl_playback_seek(playback, tick, NULL);
    if (status != PAWL_OK) return status;
    const bool is_shifted = tell_shift(&to, copy, playback->world);
    cli_edits_list(copy, playback->world, &changes);
    if (!is_shifted || to.count > 0) tell_rest(&to);
    return PAWL_OK;
}

static int list_edits(cli_info *out, const info_options *options) {
    cli_replay_run run;
    char reason[CLI_REPLAY_REASON_MAX];
    const int code = cli_replay_file_play(options->path, &options->budget, &run, reason);
    if (code != CLI_EXIT_OK) {
        cli_command_file_error(options->path, reason);
        return code;
    }
    pawl_playback *playback = &run.playback;
    void *copy = cli_heap_allocate(playback->world_size);
    pawl_chunk chunk;
    pawl_status status = PAWL_OK;
    uint32_t offset = 0;
    cli_info_begin_list(out, "changes");
    while (status == PAWL_OK &&
           pawl_replay_get_chunk(&run.file.replay, offset, &chunk, &offset) == PAWL_OK) {
        if (chunk.type != PAWL_CHUNK_EDIT) continue;
        status = tell_edit(out, options, playback, chunk.tick, copy);
        /* Packed edits are several in a chunk. */
        while (status == PAWL_OK && playback->run_left > 0)
            status = tell_edit(out, options, playback, playback->run_tick, copy);
    }
    cli_info_end_list(out);
    if (status != PAWL_OK) {
        cli_replay_file_verdict_reason(&playback->verdict, reason);
        cli_command_file_error(options->path, reason);
    }
    free(copy);
    cli_replay_file_stop(&run);
    return cli_replay_file_exit_code(status);
}

static int tell_replay(const info_options *options) {
    cli_replay_file in;
    cli_info out = {.is_json = options->json};
    char reason[CLI_REPLAY_REASON_MAX];
    int code =
        cli_replay_file_open(options->path, (size_t)options->budget.mib * CLI_MIB, &in, reason);
    if (code != CLI_EXIT_OK) {
        cli_command_file_error(options->path, reason);
        return code;
    }
    cli_info_begin(&out);
    put_header(&out, &in.replay);
    put_chunks(&out, &in.replay);
    put_meta(&out, &in.replay);
    put_signatures(&out, &in.replay, options->budget.ticks);
    if (options->chunks) list_chunks(&out, &in.replay);
    const bool is_world = in.replay.header.type == PAWL_REPLAY_WORLD;
    cli_replay_file_close(&in);
    if (options->edits && is_world) code = list_edits(&out, options);
    cli_info_end(&out);
    return code;
}

/* ---- snapshots ---- */

/* What begins like one is a snapshot, however malformed. */
static bool is_called_snapshot(const cli_file *file) {
    const size_t size = sizeof "pawlsnap" - 1;
    return file->size >= size && memcmp(file->bytes, "pawlsnap", size) == 0;
}

static int tell_snapshot(const info_options *options, const cli_file *file) {
    char features[PAWL_FEATURES_TEXT_MAX];
    pawl_snapshot_info info;
    cli_info out = {.is_json = options->json};
    const pawl_status status = pawl_snapshot_inspect(file->bytes, file->size, &info);
    if (status == PAWL_ERR_FORMAT && !is_called_snapshot(file)) {
        const char *const other = cli_file_other_type(file, false);
        char reason[120];
        snprintf(reason, sizeof reason, "offset 0: neither a replay nor a snapshot%s%s",
                 other == NULL ? "" : ", but ", other == NULL ? "" : other);
        return cli_command_file_error(options->path, reason);
    }
    if (status != PAWL_OK) {
        cli_command_file_error(options->path, pawl_status_text(status));
        return cli_replay_file_exit_code(status);
    }
    cli_info_begin(&out);
    cli_info_text(&out, "kind", "snapshot");
    cli_info_number(&out, "format", info.format);
    cli_info_number(&out, "simulation", info.simulation);
    (void)pawl_features_print(info.features, features, sizeof features);
    cli_info_text(&out, "features", features);
    cli_info_ratio(&out, "rate", info.def.rate_numerator, info.def.rate_denominator);
    cli_info_number(&out, "bytes", file->size);
    cli_info_number(&out, "tick", info.tick);
    cli_info_number(&out, "bodies", info.bodies);
    cli_info_number(&out, "shapes", info.shapes);
    cli_info_number(&out, "joints", info.joints);
    cli_info_number(&out, "contacts", info.contacts);
    cli_info_number(&out, "terrains", info.terrains);
    cli_info_number(&out, "world_size", pawl_world_size(&info.def));
    cli_info_hash(&out, "hash", info.hash);
    cli_info_end(&out);
    return CLI_EXIT_OK;
}

/* ---- scenes ---- */

/* A level of a project, "world.ldtk#Level_1", which is no file by itself. */
static bool is_part(const char *path) {
    return strchr(path, '#') != NULL && access(path, F_OK) != 0;
}

/* JSON or XML: replays, snapshots and levels begin with a magic number that is neither. */
static bool is_text(const cli_file *file) {
    size_t i = 0;
    while (i < file->size && memchr(" \t\r\n", file->bytes[i], 4) != NULL)
        i++;
    return i < file->size && (file->bytes[i] == '{' || file->bytes[i] == '<');
}

int cli_cmd_info(int argc, char **argv) {
    info_options options = {.limit = 20};
    cli_file file;
    char reason[CLI_REASON_MAX], part[CLI_PART_MAX];
    options.budget = cli_replay_file_default_budget();
    const int usage = read_options(&options, argc, argv);
    if (usage != CLI_OPTIONS_READ) return usage;
    options.path = cli_options_part(part, options.path, options.level);
    if (is_part(options.path)) {
        return cli_command_finish_output(cli_info_scene(options.path, options.json));
    }
    if (!cli_file_read(options.path, (size_t)options.budget.mib * CLI_MIB, &file, reason)) {
        return cli_command_file_error(options.path, reason);
    }
    if (cli_level_block_is_in(&file)) {
        free(file.bytes);
        return cli_command_finish_output(cli_info_level(options.path, options.json));
    }
    if (is_text(&file)) {
        free(file.bytes);
        return cli_command_finish_output(cli_info_scene(options.path, options.json));
    }
    const bool is_replay = cli_replay_file_is_replay(&file);
    const int code = is_replay ? CLI_EXIT_OK : tell_snapshot(&options, &file);
    free(file.bytes);
    return cli_command_finish_output(is_replay ? tell_replay(&options) : code);
}
