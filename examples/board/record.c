/* record.c - a board records what it does, and tells it over its serial line as text: a replay that
 * `pawl verify` plays again on a PC, and the hash of every tenth tick (docs/board-log.md).
 *
 *   make -s TARGET=cortex-m3 OPT=-Os board-record >build/board.log
 *   pawl log build/board.log -o build/board.rep
 *   pawl verify build/board.rep */
#include "common/log.h"
#include "common/put.h"
#include "pawl/pawl.h"

#define CRATES 6
#define TICKS 240

static _Alignas(8) uint8_t world_memory[14336];
static _Alignas(8) uint8_t recorder_memory[20480];
static pawl_replay_writer writer; /* too large for the stack of a small machine */
static pawl_recorder recorder;
static pawl_log line;

static pawl_world_def world_def(void) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = CRATES + 2;
    def.joint_capacity = 0;
    def.contact_capacity = 24;
    return def;
}

/* A tower on the ground, and a ball far away from it. */
static pawl_status make_scene(pawl_world *world, pawl_body_id *ball) {
    pawl_body_def body = pawl_body_def_default();
    pawl_body_id id;
    body.position.y = -PAWL_UNITS(1);
    pawl_status status =
        pawl_body_create_box(world, &body, NULL, PAWL_UNITS(20), PAWL_UNITS(1), &id);
    body.type = PAWL_DYNAMIC;
    for (int i = 0; i < CRATES && status == PAWL_OK; i++) {
        body.position.y = PAWL_DEC(0, 5) + i * PAWL_UNITS(1);
        status = pawl_body_create_box(world, &body, NULL, PAWL_DEC(0, 5), PAWL_DEC(0, 5), &id);
    }
    body.position = pawl_vec2_make(-PAWL_UNITS(8), PAWL_UNITS(3));
    if (status == PAWL_OK)
        status = pawl_body_create_circle(world, &body, NULL, PAWL_DEC(0, 4), ball);
    return status;
}

static pawl_status begin_recording(const pawl_world *world) {
    const pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_WORLD);
    pawl_log_begin(&line, "replay");
    const pawl_status status = pawl_replay_begin(&writer, &header, pawl_log_sink(&line), NULL, 0);
    if (status != PAWL_OK) return status;
    return pawl_recorder_begin(&recorder, &writer, world, 0, 60, recorder_memory,
                               sizeof recorder_memory);
}

static pawl_status play(pawl_world *world, pawl_body_id ball) {
    pawl_status status = PAWL_OK;
    for (int tick = 1; tick <= TICKS && status == PAWL_OK; tick++) {
        if (tick == 60) { /* whatever the program does to the world is found and recorded */
            status =
                pawl_body_set_velocity(world, ball, pawl_vec2_make(PAWL_UNITS(14), PAWL_UNITS(3)));
        }
        if (status == PAWL_OK) status = pawl_recorder_step(&recorder, world, NULL);
        if (tick % 10 == 0) pawl_log_hash(pawl_world_get_tick(world), pawl_world_hash(world));
    }
    return status;
}

int main(void) {
    const pawl_world_def def = world_def();
    pawl_world *world;
    pawl_body_id ball;
    pawli_put_text("a tower, and a ball\n"); /* other text may stand between the lines */
    pawl_status status = pawl_world_init(world_memory, sizeof world_memory, &def, &world);
    if (status == PAWL_OK) status = make_scene(world, &ball);
    if (status == PAWL_OK) status = begin_recording(world);
    if (status == PAWL_OK) status = play(world, ball);
    if (status == PAWL_OK) status = pawl_recorder_end(&recorder, world);
    pawl_log_end(&line);
    if (status != PAWL_OK) {
        pawli_put_text("record: ");
        pawli_put_text(pawl_status_text(status));
        pawl_port_putc('\n');
        return 1;
    }
    pawli_put_text("hash ");
    pawli_put_hex(pawl_world_hash(world));
    pawl_port_putc('\n');
    return 0;
}
