/* studio.c - open a run, step it, and go to any tick of it that is known. */
#include "cli/studio/studio.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/common/heap.h"
#include "cli/runs/snapshot_file.h"
#include "cli/studio/studio_state.h"
#include "state/snapshot.h"

/* ---- what is known ---- */

const cli_studio_sample *cli_studio_sample_of(const cli_studio *studio, uint64_t tick) {
    static const cli_studio_sample unknown = {0};
    if (tick < studio->first || tick > studio->last) return NULL;
    return studio->type == CLI_STUDIO_FILM ? &unknown : &studio->samples[tick - studio->first];
}

static cli_studio_sample *sample_for(cli_studio *studio, uint64_t tick) {
    const uint64_t index = tick - studio->first;
    if (index >= studio->sample_room) {
        studio->sample_room = studio->sample_room == 0 ? 1024 : studio->sample_room * 2;
        studio->samples = cli_heap_reallocate(studio->samples, (size_t)studio->sample_room *
                                                                   sizeof *studio->samples);
    }
    return &studio->samples[index];
}

static bool tell(const cli_studio *studio, pawl_status status) {
    if (status != PAWL_OK) cli_command_file_error(studio->path, pawl_status_text(status));
    return status == PAWL_OK;
}

/* The calls of the tick that is there, whose hash has been taken. */
static bool apply_calls(cli_studio *studio) {
    return studio->type != CLI_STUDIO_SCENE || studio->scene.arcade != NULL ||
           cli_script_apply(&studio->script, studio->scene.world, studio->tick);
}

/* ---- opening ---- */

cli_studio_type cli_studio_type_of(const char *path) {
    uint8_t bytes[16];
    const cli_file start = {bytes, cli_file_peek(path, bytes, sizeof bytes)};
    if (start.size >= PAWLI_SNAPSHOT_MAGIC_SIZE &&
        memcmp(bytes, PAWLI_SNAPSHOT_MAGIC, PAWLI_SNAPSHOT_MAGIC_SIZE) == 0) {
        return CLI_STUDIO_SNAPSHOT;
    }
    if (cli_film_reader_is_film(&start)) return CLI_STUDIO_FILM;
    return cli_replay_file_is_replay(&start) ? CLI_STUDIO_REPLAY : CLI_STUDIO_SCENE;
}

/* An arcade has no room for anything else, and no script. */
static bool open_scene(cli_studio *studio) {
    const cli_scene_room spare = studio->def.spare, none = {0, 0, 0, 0, 0};
    FILE *const quiet = NULL;
    if (studio->script_path == NULL &&
        !cli_scene_load_with(studio->path, quiet, none, NULL, &studio->scene)) {
        return cli_scene_load_any(studio->path, stderr, NULL, &studio->scene) &&
               studio->scene.arcade != NULL;
    }
    if (studio->script_path == NULL) cli_scene_load_free(&studio->scene);
    if (!cli_script_load_with(studio->script_path, studio->path, stderr, spare, NULL,
                              &studio->script, &studio->scene)) {
        return false;
    }
    return cli_walker_start(studio->path, &studio->scene, &studio->walker);
}

/* A second world with the capacities of another, in which saves of that one can be put. */
static bool make_twin(cli_studio *studio, const pawl_world *of, uint32_t size) {
    const size_t room = pawl_world_encode_size(of);
    void *const snapshot = cli_heap_allocate(room);
    size_t used = 0;
    pawl_status status = pawl_world_encode(of, snapshot, room, &used);
    studio->memory = cli_heap_allocate(size);
    if (status == PAWL_OK) {
        status = pawl_world_decode(snapshot, used, studio->memory, size, &studio->scene.world);
    }
    free(snapshot);
    return tell(studio, status);
}

static bool open_replay(cli_studio *studio) {
    char reason[CLI_REPLAY_REASON_MAX];
    const cli_replay_budget budget =
        studio->def.budget.mib != 0 ? studio->def.budget : cli_replay_file_default_budget();
    pawl_playback *const playback = &studio->run.playback;
    if (cli_replay_file_play(studio->path, &budget, &studio->run, reason) != CLI_EXIT_OK) {
        cli_command_file_error(studio->path, reason);
        return false;
    }
    studio->scene = studio->run.scene;
    studio->first = playback->tick;
    return tell(studio, pawl_playback_seek(playback, playback->tick, NULL)) &&
           make_twin(studio, playback->world, playback->world_size);
}

static bool open_snapshot(cli_studio *studio) {
    int code = 0;
    pawl_snapshot_info info;
    cli_file file;
    char reason[CLI_REASON_MAX];
    studio->scene.world = cli_snapshot_file_load(studio->path, CLI_REPLAY_MIB, &code);
    studio->memory = studio->scene.world;
    if (studio->memory == NULL ||
        !cli_file_read(studio->path, (size_t)CLI_REPLAY_MIB * CLI_MIB, &file, reason)) {
        return false;
    }
    const pawl_status status = pawl_snapshot_inspect(file.bytes, file.size, &info);
    free(file.bytes);
    studio->scene.def = info.def;
    studio->first = info.tick;
    return tell(studio, status);
}

static bool open_film(cli_studio *studio) {
    const pawl_film *const film = &studio->film.film;
    if (cli_film_reader_open(&studio->film, studio->path, CLI_REPLAY_MIB) != CLI_EXIT_OK)
        return false;
    if (film->frames == 0) {
        (void)cli_command_file_error(studio->path, "a film without a frame");
        return false;
    }
    studio->scene.def = pawl_world_def_default();
    studio->scene.def.rate_numerator = film->rate_numerator;
    studio->scene.def.rate_denominator = film->rate_denominator;
    studio->first = film->first_tick;
    return cli_film_reader_seek(&studio->film, film->first_tick);
}

static bool open_any(cli_studio *studio) {
    studio->type = cli_studio_type_of(studio->path);
    cli_script_none(&studio->script);
    switch (studio->type) {
    case CLI_STUDIO_REPLAY:
        return open_replay(studio);
    case CLI_STUDIO_SNAPSHOT:
        return open_snapshot(studio);
    case CLI_STUDIO_FILM:
        return open_film(studio);
    default:
        return open_scene(studio);
    }
}

static char *copy_of(const char *text) {
    if (text == NULL) return NULL;
    const size_t size = strlen(text) + 1;
    char *const out = cli_heap_allocate(size);
    memcpy(out, text, size);
    return out;
}

/* The first tick: its numbers, then its calls, then its state. */
static bool begin(cli_studio *studio) {
    studio->tick = studio->last = studio->first;
    if (studio->type == CLI_STUDIO_FILM) {
        studio->last = studio->film.film.last_tick;
        studio->is_over = true;
        return true;
    }
    if (studio->type == CLI_STUDIO_REPLAY) {
        const size_t size = cli_studio_state_write(studio);
        const cli_timeline_state now = {studio->first, studio->state, size};
        if (size == 0 || !cli_studio_state_show(&now, &studio->scene)) return false;
    }
    *sample_for(studio, studio->first) = cli_studio_sample_take(studio);
    if (!apply_calls(studio)) return false;
    const size_t size = cli_studio_state_write(studio);
    if (size == 0) return false;
    studio->timeline =
        cli_timeline_create(&studio->def.timeline, studio->first, studio->state, size);
    return true;
}

cli_studio *cli_studio_open(const cli_studio_def *def) {
    cli_studio *const studio = cli_heap_allocate(sizeof *studio);
    memset(studio, 0, sizeof *studio);
    studio->def = *def;
    studio->changed = UINT64_MAX;
    studio->path = copy_of(def->path);
    studio->script_path = copy_of(def->script);
    if (open_any(studio) && begin(studio)) return studio;
    cli_studio_close(studio);
    return NULL;
}

void cli_studio_close(cli_studio *studio) {
    if (studio == NULL) return;
    cli_studio_ghost_drop(studio);
    if (studio->timeline != NULL) cli_timeline_free(studio->timeline);
    cli_walker_free(&studio->walker);
    cli_script_free(&studio->script);
    if (studio->type == CLI_STUDIO_SCENE) cli_scene_load_free(&studio->scene);
    cli_film_reader_close(&studio->film);
    if (studio->run.memory != NULL) cli_replay_file_stop(&studio->run);
    free(studio->memory);
    free(studio->samples);
    free(studio->state);
    free(studio->path);
    free(studio->script_path);
    free(studio);
}

pawl_world *cli_studio_world(const cli_studio *studio) {
    return studio->scene.arcade != NULL ? NULL : studio->scene.world;
}

/* ---- steps ---- */

static bool step_replay(cli_studio *studio) {
    char reason[CLI_REPLAY_REASON_MAX];
    pawl_playback *const playback = &studio->run.playback;
    pawl_status status = PAWL_OK;
    if (playback->tick != studio->tick) status = pawl_playback_seek(playback, studio->tick, NULL);
    if (status == PAWL_OK) status = pawl_playback_step(playback, studio->hooks);
    if (status == PAWL_OK) return true;
    if (status != PAWL_ERR_RANGE) {
        cli_replay_file_verdict_reason(&playback->verdict, reason);
        cli_command_file_error(studio->path, reason);
    }
    return false;
}

static bool step_scene(cli_studio *studio) {
    cli_scene *const scene = &studio->scene;
    if (scene->arcade != NULL) return tell(studio, pawl_arcade_step(scene->arcade));
    return cli_walker_step(&studio->walker, scene->world, &studio->script.walker) &&
           tell(studio, cli_scene_break_step(scene, studio->hooks));
}

static bool step_snapshot(cli_studio *studio) {
    if (pawl_world_find_unbound(studio->scene.world).index1 == 0) {
        return tell(studio, pawl_world_step(studio->scene.world, studio->hooks));
    }
    cli_command_file_error(studio->path,
                           "the terrain of a snapshot has no data: it cannot be stepped");
    return false;
}

static bool step_any(cli_studio *studio) {
    if (studio->type == CLI_STUDIO_REPLAY) return step_replay(studio);
    return studio->type == CLI_STUDIO_SNAPSHOT ? step_snapshot(studio) : step_scene(studio);
}

/* After a step: the world that is shown is that of the new tick. */
static bool arrive(cli_studio *studio) {
    studio->tick++;
    if (studio->type != CLI_STUDIO_REPLAY) return true;
    const size_t size = cli_studio_state_write(studio);
    const cli_timeline_state now = {studio->tick, studio->state, size};
    return size > 0 && cli_studio_state_show(&now, &studio->scene);
}

/* A tick that is not known yet. Where a hand holds something none is: its pull begins another
 * future, unless it has let go. */
static bool step_on(cli_studio *studio) {
    if (studio->is_over && studio->tick == studio->last) return false;
    if (!cli_studio_edit_pull(studio)) return false;
    if (studio->tick < studio->last) return cli_studio_seek(studio, studio->tick + 1);
    const int64_t before = studio->def.microseconds == NULL ? 0 : studio->def.microseconds();
    if (!step_any(studio) || !arrive(studio)) {
        studio->is_over = true;
        return false;
    }
    const int64_t took = studio->def.microseconds == NULL ? 0 : studio->def.microseconds() - before;
    cli_studio_sample *const sample = sample_for(studio, studio->tick);
    *sample = cli_studio_sample_take(studio);
    sample->microseconds = took < 0 || took > UINT32_MAX ? 0 : (uint32_t)took;
    studio->last = studio->tick;
    if (!apply_calls(studio)) studio->is_over = true;
    const size_t size = cli_studio_state_write(studio);
    if (size > 0) cli_timeline_add(studio->timeline, studio->state, size);
    return size > 0;
}

uint32_t cli_studio_play(cli_studio *studio, uint32_t ticks) {
    for (uint32_t done = 0; done < ticks; done++) {
        const bool is_known = studio->tick < studio->last && studio->hand.body.index1 == 0;
        if (!(is_known ? cli_studio_seek(studio, studio->tick + 1) : step_on(studio))) return done;
    }
    return ticks;
}

/* ---- going back ---- */

/* From a state that is kept before it. */
static bool step_to(cli_studio *studio, uint64_t tick) {
    while (studio->tick < tick) {
        if (!step_any(studio) || !arrive(studio) || !apply_calls(studio)) return false;
    }
    return true;
}

bool cli_studio_cut(cli_studio *studio) {
    const uint64_t tick = studio->tick, kept = cli_timeline_cut(studio->timeline, tick);
    const cli_timeline_state from = cli_timeline_find(studio->timeline, kept);
    studio->last = tick;
    studio->is_over = false;
    if (kept == tick) return true;
    if (!cli_studio_state_read(studio, &from)) return false;
    while (studio->tick < tick) {
        if (!step_to(studio, studio->tick + 1)) return false;
        const size_t size = cli_studio_state_write(studio);
        if (size == 0) return false;
        cli_timeline_add(studio->timeline, studio->state, size);
    }
    return true;
}

static bool seek_replay(cli_studio *studio, uint64_t tick) {
    if (!tell(studio, pawl_playback_seek(&studio->run.playback, tick, NULL))) return false;
    const size_t size = cli_studio_state_write(studio);
    const cli_timeline_state now = {tick, studio->state, size};
    studio->tick = tick;
    return size > 0 && cli_studio_state_show(&now, &studio->scene);
}

bool cli_studio_seek(cli_studio *studio, uint64_t tick) {
    if (tick < studio->first || tick > studio->last) return false;
    if (tick == studio->tick) return true;
    if (studio->type == CLI_STUDIO_FILM) {
        studio->tick = tick;
        return cli_film_reader_seek(&studio->film, tick);
    }
    const cli_timeline_state found = cli_timeline_find(studio->timeline, tick);
    if (found.tick != tick && studio->type == CLI_STUDIO_REPLAY) return seek_replay(studio, tick);
    return cli_studio_state_read(studio, &found) && step_to(studio, tick);
}
