/* stepper.c - step scenes and replays alike. */
#include "cli/runs/stepper.h"

#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "state/snapshot.h"
#include "world/world.h"

#define POISON 0xAA

static int open_replay(cli_stepper *stepper, const cli_replay_budget *budget) {
    char reason[CLI_REPLAY_REASON_MAX];
    const int code = cli_replay_file_play(stepper->path, budget, &stepper->run, reason);
    if (code != CLI_EXIT_OK) {
        cli_command_file_error(stepper->path, reason);
        return code;
    }
    stepper->tick = stepper->run.file.replay.first_tick;
    stepper->last = stepper->run.file.replay.last_tick;
    stepper->def = stepper->run.scene.def;
    stepper->world_size = stepper->run.playback.world_size;
    return CLI_EXIT_OK;
}

int cli_stepper_open(cli_stepper *stepper, const char *path, const char *script,
                     const cli_replay_budget *budget) {
    cli_file file;
    char reason[CLI_REASON_MAX];
    memset(stepper, 0, sizeof *stepper);
    stepper->path = path;
    if (!cli_file_read(path, (size_t)budget->mib * CLI_MIB, &file, reason)) {
        return cli_command_file_error(path, reason);
    }
    stepper->is_replay = cli_replay_file_is_replay(&file);
    free(file.bytes);
    if (stepper->is_replay) return open_replay(stepper, budget);
    if (!cli_script_load(script, path, stderr, NULL, &stepper->script, &stepper->scene)) {
        return CLI_EXIT_INPUT;
    }
    stepper->last = stepper->scene.ticks;
    stepper->def = stepper->scene.def;
    stepper->world_size = (uint32_t)pawl_world_size(&stepper->def);
    return CLI_EXIT_OK;
}

void cli_stepper_close(cli_stepper *stepper) {
    if (stepper->is_replay) {
        cli_replay_file_stop(&stepper->run);
    } else {
        cli_script_free(&stepper->script);
        cli_scene_load_free(&stepper->scene);
    }
}

pawl_world *cli_stepper_world(const cli_stepper *stepper) {
    return stepper->is_replay ? stepper->run.playback.world : stepper->scene.world;
}

static int step_replay(cli_stepper *stepper) {
    char reason[CLI_REPLAY_REASON_MAX];
    pawl_playback *playback = &stepper->run.playback;
    const pawl_status status = pawl_playback_step(playback, NULL);
    stepper->tick = playback->tick;
    if (status == PAWL_OK) return CLI_EXIT_OK;
    cli_replay_file_verdict_reason(&playback->verdict, reason);
    cli_command_file_error(stepper->path, reason);
    return cli_replay_file_exit_code(status);
}

int cli_stepper_step(cli_stepper *stepper) {
    if (stepper->is_replay) return step_replay(stepper);
    if (!cli_script_apply(&stepper->script, stepper->scene.world, stepper->tick)) {
        return CLI_EXIT_INPUT;
    }
    const pawl_status status = cli_scene_break_step(&stepper->scene, NULL);
    stepper->tick++;
    if (status == PAWL_OK) return CLI_EXIT_OK;
    return cli_command_file_error(stepper->path, pawl_status_text(status));
}

pawl_status cli_stepper_save(const cli_stepper *stepper, cli_stepper_place *place) {
    const pawl_world *world = cli_stepper_world(stepper);
    const size_t size = pawl_world_save_size(world);
    if (size > place->size) {
        place->save = cli_heap_reallocate(place->save, size);
        place->size = (uint32_t)size;
    }
    place->tick = stepper->tick;
    if (stepper->is_replay) place->playback = stepper->run.playback;
    place->next = stepper->script.next;
    return pawl_world_save(world, place->save, place->size);
}

pawl_status cli_stepper_restore(cli_stepper *stepper, const cli_stepper_place *place) {
    const pawl_status status =
        pawl_world_restore(cli_stepper_world(stepper), place->save, place->size);
    if (status != PAWL_OK) return status;
    stepper->tick = place->tick;
    if (stepper->is_replay) stepper->run.playback = place->playback;
    stepper->script.next = place->next;
    return PAWL_OK;
}

/* Where the data of a shape's terrain is, according to a copy of the world from before. */
static const void *data_of(pawl_world *before, pawl_shape_id shape) {
    const uint16_t slot = pawli_pool_find_shape(before, shape);
    const uint32_t *address =
        pawli_geometries(before)[pawli_shapes(before)[slot].geometry].terrain.address;
    return (const void *)(uintptr_t)((uint64_t)address[1] << 32 | address[0]);
}

static pawl_status bind_terrain(pawl_world *world, pawl_world *before) {
    for (;;) {
        const pawl_shape_id shape = pawl_world_find_unbound(world);
        if (shape.index1 == 0) return PAWL_OK;
        const pawl_status status = pawl_shape_bind(world, shape, data_of(before, shape));
        if (status != PAWL_OK) return status;
    }
}

pawl_status cli_stepper_reload(cli_stepper *stepper) {
    pawl_world *world = cli_stepper_world(stepper), *again = NULL;
    const size_t size = pawl_world_encode_size(world);
    size_t used = 0;
    void *snapshot = cli_heap_allocate(size);
    void *before = cli_heap_allocate(stepper->world_size);
    memcpy(before, world, stepper->world_size);
    pawl_status status = pawl_world_encode(world, snapshot, size, &used);
    if (status == PAWL_OK) {
        memset(world, POISON, stepper->world_size);
        status = pawli_decode_verified(snapshot, used, world, stepper->world_size, &again);
    }
    if (status == PAWL_OK) status = bind_terrain(again, before);
    free(before);
    free(snapshot);
    return status;
}
