/* replays.c - replays written by hand: commands of any length, a part cut out, and a machine that
 * went wrong, found by its own recording. */
#include <pawl/pawl.h>
#include <pawl/replay.h>
#include <pawl/sign.h>
#include <stdio.h>
#include <string.h>

static struct buffer {
    uint8_t bytes[65536];
    size_t size;
} file, part;
static uint64_t memory[8192], room[32768], recorded[32768];
static uint8_t snapshot[16384], edited[16384], delta[32768];

static bool put(void *context, const void *bytes, size_t size) {
    struct buffer *to = context;
    if (size > sizeof to->bytes - to->size) return false;
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return true;
}

/* A strategy game: commands of 0 to 8 bytes, and a keyframe every ten ticks. */
static int record_commands(void) {
    static const char *const commands[4] = {"", "move 3", "stop", "build 7"};
    pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_GAME);
    pawl_replay_writer writer;
    uint8_t buffer_memory[PAWL_REPLAY_BUFFER], match[PAWL_SIGN_MATCH_SIZE] = {9},
                                               key[PAWL_SIGN_KEY_SIZE] = {7};
    header.players = 1;
    header.input_size = 8;
    header.variable_inputs = 1;
    if (pawl_replay_begin(&writer, &header, (pawl_sink){put, &file}, buffer_memory,
                          sizeof buffer_memory))
        return 1;
    pawl_replay_write_keys(&writer, match, key);
    for (uint64_t tick = 0; tick < 40; tick++) {
        uint8_t input[8] = {0};
        const uint8_t size = (uint8_t)strlen(commands[tick % 4]);
        memcpy(input, commands[tick % 4], size);
        if (tick % 10 == 0) pawl_replay_write_keyframe(&writer, tick, &tick, 1);
        if (tick % 10 == 5) pawl_replay_write_hash(&writer, tick, 0, (uint32_t)tick, NULL);
        pawl_replay_write_inputs_sized(&writer, tick, input, &size, NULL);
    }
    return pawl_replay_end(&writer, 40, 0, 40);
}

static int show_commands(void) {
    pawl_replay replay, shorter;
    pawl_replay_writer writer;
    pawl_input_cursor cursor = {0};
    uint8_t input[8], size, buffer_memory[PAWL_REPLAY_BUFFER];
    const uint8_t *match;
    if (pawl_replay_open(&replay, file.bytes, file.size, NULL)) return 1;
    const uint8_t *keys = pawl_replay_get_keys(&replay, &match);
    printf("%u ticks, %u bytes, key %d of match %d\n", (unsigned)replay.last_tick,
           (unsigned)file.size, keys[0], match[0]);
    for (uint64_t tick = 20; tick < 24; tick++) {
        if (pawl_replay_get_inputs_sized(&replay, &cursor, tick, input, &size, NULL)) return 1;
        printf("tick %u: \"%.*s\"\n", (unsigned)tick, (int)size, (const char *)input);
    }
    if (pawl_replay_begin(&writer, &replay.header, (pawl_sink){put, &part}, buffer_memory,
                          sizeof buffer_memory) ||
        pawl_replay_cut(&replay, 13, 22, &writer) ||
        pawl_replay_open(&shorter, part.bytes, part.size, NULL)) {
        return 1;
    }
    printf("cut out: ticks %u to %u, %u bytes\n", (unsigned)shorter.first_tick,
           (unsigned)shorter.last_tick, (unsigned)part.size);
    return 0;
}

/* A ball on a chain. At tick 30 it is kicked, which is logged; at tick 60 a bit of memory flips. */
static int record_world(void) {
    static const pawl_vec2 points[3] = {
        {-PAWL_UNITS(9), PAWL_UNITS(1)}, {0, 0}, {PAWL_UNITS(9), PAWL_UNITS(1)}};
    const pawl_chain chain = {points, 3, false, false, false};
    const pawl_shape_def material = pawl_shape_def_default();
    const pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_WORLD);
    pawl_world_def def = pawl_world_def_default();
    pawl_body_def body_def = pawl_body_def_default();
    pawl_world *world;
    pawl_body_id ground, ball;
    pawl_shape_id floor;
    pawl_replay_writer writer;
    size_t size, edited_size, delta_size;
    def.body_capacity = def.shape_capacity = 4;
    if (pawl_world_init(memory, sizeof memory, &def, &world) ||
        pawl_body_create(world, &body_def, &ground) ||
        pawl_shape_create_chain(world, ground, &material, &chain, &floor)) {
        return 1;
    }
    body_def.type = PAWL_DYNAMIC;
    body_def.position = pawl_vec2_units(-3, 3);
    if (pawl_body_create_circle(world, &body_def, NULL, PAWL_FX_ONE, &ball)) return 1;
    file.size = 0;
    if (pawl_replay_begin(&writer, &header, (pawl_sink){put, &file}, NULL, 0)) return 1;
    pawl_replay_write_terrain(&writer, world, floor);
    for (uint64_t tick = 0; tick < 90; tick++) {
        if (pawl_world_encode(world, snapshot, sizeof snapshot, &size)) return 1;
        if (tick == 30) {
            pawl_body_set_velocity(world, ball, pawl_vec2_units(0, 4));
            if (pawl_world_encode(world, edited, sizeof edited, &edited_size) ||
                pawl_snapshot_diff(snapshot, size, edited, edited_size, delta, sizeof delta,
                                   &delta_size))
                return 1;
            pawl_replay_write_edit(&writer, tick, delta, delta_size);
        }
        if (tick == 60) { /* without an entry in the log */
            const pawl_vec2 velocity = pawl_body_get_velocity(world, ball);
            pawl_body_set_velocity(world, ball, pawl_vec2_make(velocity.x ^ 256, velocity.y));
            if (pawl_world_encode(world, snapshot, sizeof snapshot, &size)) return 1;
        }
        if (tick % 60 == 0) pawl_replay_write_keyframe(&writer, tick, snapshot, size);
        if (pawl_world_step(world, NULL)) return 1;
    }
    return pawl_replay_end(&writer, 90, 0, pawl_world_hash(world));
}

static int find_fault(void) {
    pawl_replay replay;
    pawl_playback playback;
    pawl_difference difference;
    char text[PAWL_DIFFERENCE_TEXT_MAX];
    if (pawl_replay_open(&replay, file.bytes, file.size, NULL)) return 1;
    if (pawl_playback_size(&replay, NULL) > sizeof room) return 1;
    if (pawl_playback_begin(&playback, &replay, NULL, false, room, sizeof room)) return 1;
    pawl_verdict verdict = pawl_playback_verify(&playback, NULL, NULL);
    printf("%s at tick %u, good up to %u\n", pawl_status_text(verdict.status),
           (unsigned)verdict.tick, (unsigned)verdict.equal_tick);
    if (pawl_playback_get_difference(&playback, recorded, playback.world_size, &difference))
        return 1;
    pawl_difference_print(&difference, text, sizeof text);
    printf("%s", text);
    if (pawl_playback_start_at(&playback, 1)) return 1; /* and is the rest of it right? */
    pawl_status status = PAWL_OK;
    while (status == PAWL_OK)
        status = pawl_playback_step(&playback, NULL);
    printf("from the second keyframe: %s at tick %u\n",
           status == PAWL_ERR_RANGE ? "all of it agrees" : pawl_status_text(status),
           (unsigned)playback.tick);
    return 0;
}

int main(void) {
    return record_commands() || show_commands() || record_world() || find_fault();
}
