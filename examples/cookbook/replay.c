/* replay.c - a run goes into a small file; then it is verified and looked at. */
#include <pawl/pawl.h>
#include <pawl/pawl_float.h>
#include <pawl/replay.h>
#include <stdio.h>
#include <string.h>

static uint64_t memory[8192], log_memory[16384], pack_memory[16384], play_memory[32768];
static uint8_t file[32768];
static size_t file_size;

static bool put(void *context, const void *bytes, size_t size) {
    (void)context;
    if (size > sizeof file - file_size) return false;
    memcpy(file + file_size, bytes, size);
    file_size += size;
    return true;
}

int main(void) {
    pawl_world_def def = pawl_world_def_default();
    pawl_world *world;
    def.body_capacity = def.shape_capacity = 8;
    if (pawl_world_init(memory, sizeof memory, &def, &world)) return 1;
    pawl_body_def ground_def = pawl_body_def_default(), ball_def = ground_def;
    pawl_body_id ground, ball;
    ground_def.position = pawl_vec2_units(0, -1);
    ball_def.type = PAWL_DYNAMIC;
    ball_def.position = pawl_vec2_units(0, 4);
    if (pawl_body_create_box(world, &ground_def, NULL, PAWL_UNITS(9), PAWL_UNITS(1), &ground) ||
        pawl_body_create_circle(world, &ball_def, NULL, PAWL_DEC(0, 5), &ball)) {
        return 1;
    }

    const pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_WORLD);
    pawl_replay_writer writer;
    pawl_recorder recorder;
    if (pawl_recorder_size(&def) > sizeof log_memory ||
        pawl_recorder_pack_size(&def) > sizeof pack_memory ||
        pawl_replay_begin(&writer, &header, (pawl_sink){put, NULL}, NULL, 0) ||
        pawl_recorder_begin(&recorder, &writer, world, 60, 30, log_memory, sizeof log_memory) ||
        pawl_recorder_pack(&recorder, pack_memory, sizeof pack_memory)) {
        return 1;
    }
    for (int tick = 0; tick < 180; tick++) {
        if (tick == 90) pawl_body_set_velocity(world, ball, pawl_vec2_units(3, 5)); /* a kick */
        if (tick == 120 && pawl_recorder_flush(&recorder))
            return 1; /* nothing is lost up to here */
        if (pawl_recorder_step(&recorder, world, NULL)) return 1;
    }
    if (pawl_recorder_end(&recorder, world)) return 1;
    printf("%u bytes, %u edit\n", (unsigned)file_size, (unsigned)recorder.edits);

    pawl_replay replay;
    pawl_playback playback;
    pawl_replay_limits limits = pawl_replay_limits_default();
    limits.world_max = 1 << 20; /* for files of strangers */
    if (pawl_replay_open(&replay, file, file_size, NULL) ||
        pawl_playback_size(&replay, &limits) > sizeof play_memory ||
        pawl_playback_begin(&playback, &replay, &limits, false, play_memory, sizeof play_memory)) {
        return 1;
    }
    const pawl_verdict verdict = pawl_playback_verify(&playback, NULL, NULL);
    printf("%s, %u comparisons\n", pawl_status_text(verdict.status), (unsigned)verdict.checkpoints);
    if (pawl_playback_seek(&playback, 100, NULL) || pawl_playback_step(&playback, NULL)) return 1;
    const pawl_vec2 at = pawl_body_get_position(playback.world, ball);
    printf("at tick 101 the ball was at (%.3f, %.3f)\n", pawl_fx_to_float(at.x),
           pawl_fx_to_float(at.y));
    return 0;
}
