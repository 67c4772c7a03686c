/* diff_double.c - `pawl diff` and sources that are not what they should be: equal runs never part,
 * so these are made to. A program with the command and doubles of the files it reads.
 *
 * usage: diff_double A B [OPTION]...     A and B: KIND:TICK, such as same:0
 *   same    nothing happens
 *   after   a bit of the box turns over in the step that leads to the tick
 *   stage   likewise, but in the midst of that step, when the solver has it (builds with
 * PAWL_TRACE) input   likewise, before the step of the tick more    a body is made before the step
 * of the tick fails   the source cannot go on at the tick */
#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/common/heap.h"
#include "cli/runs/source.h"
#include "step/step.h"
#include "world/world.h"

#define BOX 1 /* its slot */

static bool is_kind(const cli_source *source, const char *type, uint64_t tick) {
    const size_t length = strlen(type);
    if (strncmp(source->path, type, length) != 0 || source->path[length] != ':') return false;
    return strtoull(source->path + length + 1, NULL, 10) == tick;
}

static pawl_body_id add_box(pawl_world *world, pawl_body_type type, pawl_fx half, pawl_fx y) {
    pawl_body_def body_def = pawl_body_def_default();
    const pawl_shape_def def = pawl_shape_def_default();
    pawl_body_id body = {0, 0};
    pawl_shape_id shape;
    pawl_convex convex;
    body_def.type = type;
    body_def.position.y = y;
    if (pawl_body_create(world, &body_def, &body) != PAWL_OK ||
        pawl_make_box(half, PAWL_FX_ONE, &convex) != PAWL_OK ||
        pawl_shape_create(world, body, &def, &convex, &shape) != PAWL_OK) {
        exit(9);
    }
    return body;
}

int cli_source_open(const char *path, cli_source *out) {
    const pawl_world_def def = pawl_world_def_default();
    const size_t size = pawl_world_size(&def);
    memset(out, 0, sizeof *out);
    out->path = path;
    out->type = CLI_SOURCE_SCENE;
    out->last = 30;
    void *memory = cli_heap_allocate(size);
    memset(memory, 0, size);
    if (pawl_world_init(memory, size, &def, &out->world) != PAWL_OK) return 9;
    add_box(out->world, PAWL_STATIC, PAWL_FX(50, 0, 1), PAWL_FX(-1, 0, 1));
    add_box(out->world, PAWL_DYNAMIC, PAWL_FX_ONE, PAWL_FX(3, 0, 1));
    return CLI_EXIT_OK;
}

void cli_source_close(cli_source *source) {
    free(source->world);
}

static void turn_bit(pawl_world *world) {
    pawli_bodies(world)[BOX].velocity.x ^= 1;
}

int cli_source_settle(cli_source *source, const pawl_step_hooks *hooks) {
    (void)hooks;
    if (is_kind(source, "fails", source->tick))
        return cli_command_file_error(source->path, "fails");
    if (is_kind(source, "input", source->tick)) turn_bit(source->world);
    if (is_kind(source, "more", source->tick)) {
        add_box(source->world, PAWL_DYNAMIC, PAWL_FX_ONE, PAWL_FX(9, 0, 1));
    }
    return CLI_EXIT_OK;
}

#if PAWL_TRACE
typedef struct meddler {
    cli_source *source;
    const pawl_step_hooks *hooks;
} meddler;

static void meddle(void *context, const pawl_world *world, pawl_stage stage, uint32_t round,
                   uint32_t hash) {
    const meddler *own = context;
    own->hooks->trace(own->hooks->context, world, stage, round, hash);
    if (stage != PAWL_STAGE_RELAX || round != 1) return;
    if (is_kind(own->source, "stage", own->source->tick + 1)) {
        /* The first body of the solver lies behind the static one. */
        pawl_world *const of = own->source->world;
        pawli_step step;
        memset(&step, 0, sizeof step);
        step.world = of;
        pawli_scratch_carve(&step, (uint8_t *)of + of->state_size);
        step.solver[1].velocity.x ^= 1 << 8;
    }
}
#endif

int cli_source_step(cli_source *source, const pawl_step_hooks *hooks) {
    pawl_step_hooks own = *hooks;
#if PAWL_TRACE
    meddler context = {source, hooks};
    own.trace = meddle;
    own.context = &context;
#endif
    if (pawl_world_step(source->world, &own) != PAWL_OK) return 9;
    source->tick++;
    if (is_kind(source, "after", source->tick)) turn_bit(source->world);
    return CLI_EXIT_OK;
}

const char *cli_source_body_name(const cli_source *source, uint16_t slot) {
    (void)source;
    return slot == BOX ? "cra\nte" : NULL;
}

const char *cli_source_joint_name(const cli_source *source, uint32_t serial) {
    (void)source, (void)serial;
    return NULL;
}

/* ---- replays ---- */

#define RECORDED_TICKS 20

static bool write_bytes(void *context, const void *bytes, size_t size) {
    return fwrite(bytes, 1, size, (FILE *)context) == size;
}

static bool record_steps(pawl_recorder *recorder, pawl_world *world, uint64_t pushed) {
    const pawl_vec2 velocity = {PAWL_FX_ONE, 0};
    for (uint64_t tick = 0; tick < RECORDED_TICKS; tick++) {
        const pawl_body_id box = {BOX + 1, pawli_bodies(world)[BOX].generation};
        if (tick == pushed && pawl_body_set_velocity(world, box, velocity) != PAWL_OK) return false;
        if (pawl_recorder_step(recorder, world, NULL) != PAWL_OK) return false;
    }
    return pawl_recorder_end(recorder, world) == PAWL_OK;
}

static int record(const char *path, uint64_t pushed) {
    const pawl_replay_header header = pawl_replay_header_default(PAWL_REPLAY_WORLD);
    const pawl_world_def def = pawl_world_def_default();
    static uint64_t buffer[PAWL_REPLAY_BUFFER / 8];
    cli_source source;
    pawl_replay_writer writer;
    pawl_recorder recorder;
    FILE *file = fopen(path, "wb");
    if (file == NULL || cli_source_open("same:0", &source) != CLI_EXIT_OK) return 9;
    const pawl_sink sink = {write_bytes, file};
    void *memory = cli_heap_allocate(pawl_recorder_size(&def));
    const bool good = pawl_replay_begin(&writer, &header, sink, buffer, sizeof buffer) == PAWL_OK &&
                      pawl_recorder_begin(&recorder, &writer, source.world, 7, 5, memory,
                                          pawl_recorder_size(&def)) == PAWL_OK &&
                      record_steps(&recorder, source.world, pushed);
    free(memory);
    cli_source_close(&source);
    return fclose(file) == 0 && good ? 0 : 9;
}

int main(int argc, char **argv) {
    if (argc == 4 && strcmp(argv[1], "--record") == 0) {
        return record(argv[2], strtoull(argv[3], NULL, 10));
    }
    return cli_cmd_diff(argc, argv);
}
