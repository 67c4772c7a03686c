/* cmd_record.c - pawl record: run a scene, or a game, and write a replay of it. */
#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/common/file.h"
#include "cli/common/output.h"
#include "cli/runs/games.h"
#include "cli/common/options.h"
#include "cli/common/progress.h"
#include "cli/script/script.h"

#define GAME_TICKS 3600u

static const char help[] =
    "usage: pawl record SCENE -o OUT [OPTION]...\n"
    "       pawl record --game NAME -o OUT [OPTION]...\n"
    "\n"
    "Simulates a scene and writes a world replay (docs/replays.md), which any pawl plays and\n"
    "verifies bit for bit. Calls to the world on the way come from a script\n"
    "(docs/format-script.md). The result is one line on stdout:\n"
    "  tick=600 edits=3 bytes=21872 hash=0123abcd\n"
    "\n"
    "  -o, --output FILE    the replay\n"
    "  --ticks N            how many steps (default: what the scene says, else 600)\n"
    "  --script FILE        calls to the world, tick by tick\n"
    "  --keyframe-every K   a place to start from every K ticks (default 600; 0: the first only)\n"
    "  --hash-every K       a checkpoint every K ticks (default 60; 0: start and end only)\n"
    "  --packed             edits and keyframes packed: a quarter of the bytes\n"
    "  --meta KEY=VALUE     a note in the file; may be given several times\n"
    "  --game NAME          a game of this program, played by nobody (default 3600 ticks)\n"
    "  --seed N             of the game (default 1)\n"
    "  --json               print JSON instead of a line\n"
    "  --help               this text";

typedef struct record_options {
    const char *scene, *output, *script, *game;
    uint64_t ticks, keyframe_every, hash_every, seed;
    bool has_ticks, json, packed;
    cli_option_list meta;
} record_options;

static int check_options(record_options *options, cli_operands operands) {
    if (options->output == NULL)
        return cli_command_usage_error("record", "no output: -o FILE", NULL);
    if (options->game != NULL) {
        if (operands.count > 0)
            return cli_command_usage_error("record", "a game has no scene", operands.at[0]);
        if (options->script != NULL) {
            return cli_command_usage_error("record", "a game has no script", options->script);
        }
        if (cli_games_by_name(options->game) == NULL) {
            return cli_command_usage_error("record", "unknown game", options->game);
        }
        return CLI_OPTIONS_READ;
    }
    if (operands.count == 0) return cli_command_usage_error("record", "no scene", NULL);
    if (operands.count > 1)
        return cli_command_usage_error("record", "more than one scene", operands.at[1]);
    options->scene = operands.at[0];
    return CLI_OPTIONS_READ;
}

static int read_options(record_options *options, int argc, char **argv) {
    cli_operands operands = {NULL, 0};
    const cli_option table[] = {
        {.name = "o", .text = &options->output},
        {.name = "output", .text = &options->output},
        CLI_TICKS_ROW(options),
        {.name = "script", .text = &options->script},
        {.name = "keyframe-every", .number = &options->keyframe_every, .high = CLI_TICKS_MAX},
        {.name = "hash-every", .number = &options->hash_every, .high = CLI_TICKS_MAX},
        {.name = "packed", .flag = &options->packed},
        {.name = "meta", .list = &options->meta},
        {.name = "game", .text = &options->game},
        {.name = "seed", .number = &options->seed, .high = UINT32_MAX},
        {.name = "json", .flag = &options->json},
        {.operands = &operands},
        {.name = NULL},
    };
    const int code = cli_options_read(argc, argv, help, table);
    return code == CLI_OPTIONS_READ ? check_options(options, operands) : code;
}

/* ---- meta ---- */

typedef struct meta_text {
    char text[PAWL_REPLAY_META_MAX + 1];
    size_t used;
} meta_text;

static bool add_meta(meta_text *meta, const char *key, const char *value) {
    const size_t room = sizeof meta->text - meta->used;
    const int more = snprintf(meta->text + meta->used, room, "%s=%s\n", key, value);
    if (more < 0 || (size_t)more >= room) return false;
    meta->used += (size_t)more;
    return true;
}

/* So that a picture of the replay shows what one of the scene does. */
static bool add_scene_meta(meta_text *meta, const cli_scene *scene) {
    char number[4][PAWL_FX_TEXT_MAX], camera[4 * PAWL_FX_TEXT_MAX + 4];
    const pawl_box *box = &scene->camera;
    const pawl_fx value[4] = {box->lower.x, box->lower.y, box->upper.x, box->upper.y};
    if (scene->title[0] != 0 && !add_meta(meta, "title", scene->title)) return false;
    if (!scene->has_camera) return true;
    for (int i = 0; i < 4; i++) {
        if (pawl_fx_print(value[i], number[i], PAWL_FX_TEXT_MAX) != PAWL_OK) return false;
    }
    snprintf(camera, sizeof camera, "%s %s %s %s", number[0], number[1], number[2], number[3]);
    return add_meta(meta, "camera", camera);
}

/* Keys have letters, digits and "-_."; values no control characters. */
static bool is_note(const char *note) {
    const size_t key = strspn(note, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                    "0123456789-_.");
    if (key == 0 || note[key] != '=') return false;
    for (note += key; *note != 0; note++) {
        if ((unsigned char)*note < 0x20 || *note == 0x7F) return false;
    }
    return true;
}

static int make_meta(const record_options *options, const cli_scene *scene, meta_text *meta) {
    bool good = scene == NULL || add_scene_meta(meta, scene);
    for (uint32_t i = 0; i < options->meta.count; i++) {
        const char *note = options->meta.at[i];
        char key[64];
        const size_t length = strcspn(note, "=");
        if (!is_note(note) || length >= sizeof key) {
            return cli_command_usage_error("record", "--meta is not KEY=VALUE", note);
        }
        memcpy(key, note, length);
        key[length] = 0;
        good = good && add_meta(meta, key, note + length + 1);
    }
    if (good) return CLI_EXIT_OK;
    return cli_command_usage_error("record", "too many notes: more than 4096 bytes", NULL);
}

/* ---- writing ---- */

static bool write_bytes(void *context, const void *bytes, size_t size) {
    return fwrite(bytes, 1, size, context) == size;
}

typedef struct recording {
    const record_options *options;
    FILE *file;
    pawl_replay_writer writer;
    uint64_t ticks, edits;
    uint32_t hash;
    uint8_t buffer[PAWL_REPLAY_BUFFER];
    cli_progress progress;
} recording;

static pawl_status begin(recording *job, const pawl_replay_header *header, const meta_text *meta) {
    const pawl_sink sink = {write_bytes, job->file};
    const pawl_status status =
        pawl_replay_begin(&job->writer, header, sink, job->buffer, sizeof job->buffer);
    if (status != PAWL_OK || meta->used == 0) return status;
    return pawl_replay_write_meta(&job->writer, meta->text);
}

static void print_result(const recording *job) {
    printf(job->options->json
               ? "{\"tick\": %llu, \"edits\": %llu, \"bytes\": %lu, \"hash\": \"%08lx\"}\n"
               : "tick=%llu edits=%llu bytes=%lu hash=%08lx\n",
           (unsigned long long)job->ticks, (unsigned long long)job->edits,
           (unsigned long)job->writer.written, (unsigned long)job->hash);
}

/* ---- a scene ---- */

static pawl_status step_scene(recording *job, pawl_recorder *recorder, cli_script *script,
                              cli_scene *scene) {
    const pawl_step_hooks hooks = {.lanes = pawl_lanes_best()}; /* for the hash of each tick */
    pawl_world *world = scene->world;
    for (uint64_t tick = 0; tick < job->ticks; tick++) {
        if (!cli_script_apply(script, world, tick)) return PAWL_ERR_ARGUMENT; /* it was reported */
        pawl_status status = pawl_recorder_step(recorder, world, &hooks);
        if (status == PAWL_OK) status = cli_scene_break(scene);
        if (status != PAWL_OK) return status;
        cli_progress_show(&job->progress, "tick", tick, job->ticks);
    }
    return pawl_recorder_end(recorder, world);
}

static int record_world(recording *job, cli_script *script, cli_scene *scene,
                        const meta_text *meta) {
    const record_options *options = job->options;
    pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_WORLD);
    header.rate_numerator = scene->def.rate_numerator;
    header.rate_denominator = scene->def.rate_denominator;
    const size_t size = pawl_recorder_size(&scene->def);
    const size_t pack_size = options->packed ? pawl_recorder_pack_size(&scene->def) : 0;
    void *memory = cli_heap_allocate(size);
    void *packing = options->packed ? cli_heap_allocate(pack_size) : NULL;
    pawl_recorder recorder;
    memset(&recorder, 0, sizeof recorder);
    pawl_status status = begin(job, &header, meta);
    if (status == PAWL_OK) {
        status = pawl_recorder_begin(&recorder, &job->writer, scene->world,
                                     (uint32_t)options->keyframe_every,
                                     (uint32_t)options->hash_every, memory, size);
    }
    if (status == PAWL_OK && options->packed)
        status = pawl_recorder_pack(&recorder, packing, pack_size);
    if (status == PAWL_OK) status = step_scene(job, &recorder, script, scene);
    job->hash = pawl_world_hash(scene->world);
    job->edits = recorder.edits;
    free(memory);
    free(packing);
    const bool was_told = status == PAWL_ERR_ARGUMENT && script->next != NULL;
    if (status != PAWL_OK && !was_told && job->writer.failed == PAWL_OK) {
        return cli_command_file_error(options->scene, pawl_status_text(status));
    }
    return status == PAWL_OK || job->writer.failed != PAWL_OK ? CLI_EXIT_OK : CLI_EXIT_INPUT;
}

static int record_scene(recording *job) {
    const record_options *options = job->options;
    cli_script script;
    cli_scene scene;
    meta_text meta = {.used = 0};
    if (!cli_script_load(options->script, options->scene, stderr, NULL, &script, &scene)) {
        return CLI_EXIT_INPUT;
    }
    job->ticks = options->has_ticks ? options->ticks : scene.ticks;
    int code = make_meta(options, &scene, &meta);
    if (code == CLI_EXIT_OK) {
        job->file = cli_output_open(options->output, NULL);
        code = job->file == NULL ? CLI_EXIT_INPUT : record_world(job, &script, &scene, &meta);
    }
    const uint32_t left = cli_script_count_after(&script, job->ticks);
    if (code == CLI_EXIT_OK && left > 0) {
        fprintf(stderr, "pawl: %s: note: %lu calls come after the last step\n", options->script,
                (unsigned long)left);
    }
    cli_script_free(&script);
    cli_scene_load_free(&scene);
    return code;
}

/* ---- a game ---- */

static pawl_status step_game(recording *job, const cli_game *game, void *state, uint8_t *snapshot) {
    const record_options *options = job->options;
    const uint64_t keyframe_every = options->keyframe_every, hash_every = options->hash_every;
    uint8_t inputs[PAWL_REPLAY_PLAYERS_MAX * PAWL_REPLAY_INPUT_MAX];
    uint8_t status[PAWL_REPLAY_PLAYERS_MAX] = {0};
    uint32_t chain = 0;
    for (uint64_t tick = 0;; tick++) {
        pawl_status written = PAWL_OK;
        job->hash = game->hash(state);
        chain = pawl_hash_chain(chain, job->hash);
        if (tick == 0 || (keyframe_every > 0 && tick % keyframe_every == 0)) {
            const uint32_t size = game->save(state, snapshot, game->snapshot_size);
            written = pawl_replay_write_keyframe(&job->writer, tick, snapshot, size);
        }
        if (written == PAWL_OK && hash_every > 0 && tick % hash_every == 0) {
            written = pawl_replay_write_hash(&job->writer, tick, chain, job->hash, NULL);
        }
        if (written != PAWL_OK) return written;
        if (tick == job->ticks) return pawl_replay_end(&job->writer, tick, chain, job->hash);
        memset(inputs, 0, sizeof inputs);
        game->demo((uint32_t)options->seed, tick, inputs);
        written = pawl_replay_write_inputs(&job->writer, tick, inputs, status);
        if (written != PAWL_OK) return written;
        game->step(state, inputs, status);
        cli_progress_show(&job->progress, "tick", tick, job->ticks);
    }
}

static int record_game(recording *job) {
    const record_options *options = job->options;
    const cli_game *game = cli_games_by_name(options->game);
    pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_GAME);
    meta_text meta = {.used = 0};
    const int code = make_meta(options, NULL, &meta);
    if (code != CLI_EXIT_OK) return code;
    header.players = game->players;
    header.input_size = game->input_size;
    header.rate_numerator = game->rate;
    header.rate_denominator = 1;
    header.app_id = game->app_id;
    header.seed = (uint32_t)options->seed;
    job->ticks = options->has_ticks ? options->ticks : GAME_TICKS;
    job->file = cli_output_open(options->output, NULL);
    if (job->file == NULL) return CLI_EXIT_INPUT;
    void *state = cli_heap_allocate(game->size);
    uint8_t *snapshot = cli_heap_allocate(game->snapshot_size);
    pawl_status status = game->start(state, header.seed) ? PAWL_OK : PAWL_ERR_ARGUMENT;
    if (status == PAWL_OK) status = begin(job, &header, &meta);
    if (status == PAWL_OK) status = step_game(job, game, state, snapshot);
    free(snapshot);
    free(state);
    if (status == PAWL_OK || job->writer.failed != PAWL_OK) return CLI_EXIT_OK;
    return cli_command_file_error(game->name, pawl_status_text(status));
}

int cli_cmd_record(int argc, char **argv) {
    record_options options = {.keyframe_every = 600, .hash_every = 60, .seed = 1};
    recording job = {.options = &options};
    const int usage = read_options(&options, argc, argv);
    if (usage != CLI_OPTIONS_READ) return usage;
    job.progress = cli_progress_start();
    int code = options.game != NULL ? record_game(&job) : record_scene(&job);
    cli_progress_end(&job.progress);
    if (code != CLI_EXIT_OK) {
        cli_output_discard(job.file);
        return code;
    }
    if (!cli_output_close(job.file, NULL)) return CLI_EXIT_INPUT;
    print_result(&job);
    return cli_command_finish_output(CLI_EXIT_OK);
}
