/* netplay_log.c - the log, and its way into a file. */
#include "cli/net/netplay_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"
#include "cli/common/heap.h"
#include "cli/common/output.h"

#define KEYFRAME_EVERY 600
#define HASH_EVERY 60

static void begin(cli_netplay_log *log, const machine *self) {
    log->count = 0;
    log->first_tick = self->sure.rules.tick;
    if (sumo_encode(&self->sure, log->first, sizeof log->first, &log->first_size) != PAWL_OK) {
        log->first_size = 0;
    }
}

void cli_netplay_log_add(void *context, const machine *self, const uint8_t *inputs,
                         const uint8_t *status) {
    cli_netplay_log *log = context;
    const uint32_t players = self->sure.rules.players;
    if (log->count == 0 || self->sure.rules.tick != log->first_tick + log->count) begin(log, self);
    if (log->count == log->capacity) {
        log->capacity = log->capacity == 0 ? 4096 : 2 * log->capacity;
        log->ticks = cli_heap_reallocate(log->ticks, log->capacity * sizeof *log->ticks);
    }
    cli_netplay_log_tick *tick = &log->ticks[log->count++];
    memset(tick, 0, sizeof *tick);
    memcpy(tick->inputs, inputs, players);
    memcpy(tick->status, status, players);
    tick->hash = self->hash;
    tick->chain = self->chain;
}

void cli_netplay_log_free(cli_netplay_log *log) {
    free(log->ticks);
    log->ticks = NULL;
    log->count = log->capacity = 0;
}

/* ---- writing ---- */

static bool write_file(void *context, const void *bytes, size_t size) {
    return fwrite(bytes, 1, size, context) == size;
}

/* The log played again, for the states on the way. */
static pawl_status write_ticks(const cli_netplay_log *log, pawl_replay_writer *writer, sumo *game,
                               uint32_t end) {
    uint8_t bytes[SUMO_SNAPSHOT_BYTES];
    uint32_t size = log->first_size;
    pawl_status status = sumo_decode(game, log->first, log->first_size);
    if (status != PAWL_OK) return status;
    memcpy(bytes, log->first, size);
    for (uint32_t i = 0; i < log->count && log->first_tick + i < end; i++) {
        const cli_netplay_log_tick *tick = &log->ticks[i];
        const uint32_t number = log->first_tick + i;
        if (i % KEYFRAME_EVERY == 0) {
            if (i > 0) status = sumo_encode(game, bytes, sizeof bytes, &size);
            if (status == PAWL_OK) status = pawl_replay_write_keyframe(writer, number, bytes, size);
        }
        if (status == PAWL_OK && i % HASH_EVERY == 0) {
            status = pawl_replay_write_hash(writer, number, tick->chain, tick->hash, NULL);
        }
        if (status == PAWL_OK) {
            status = pawl_replay_write_inputs(writer, number, tick->inputs, tick->status);
        }
        if (status == PAWL_OK) status = sumo_step(game, tick->inputs);
        if (status != PAWL_OK) return status;
    }
    return PAWL_OK;
}

static pawl_status write_replay(const cli_netplay_log *log, FILE *file,
                                const cli_netplay_log_end *end) {
    uint8_t buffer[PAWL_REPLAY_BUFFER];
    const pawl_replay_header header = machine_replay_header(end->players, end->seed);
    const pawl_sink sink = {write_file, file};
    pawl_replay_writer writer;
    sumo *game = cli_heap_allocate(sizeof *game);
    pawl_status status = pawl_replay_begin(&writer, &header, sink, buffer, sizeof buffer);
    if (status == PAWL_OK && end->meta != NULL) status = pawl_replay_write_meta(&writer, end->meta);
    if (status == PAWL_OK) status = write_ticks(log, &writer, game, end->tick);
    if (status == PAWL_OK && end->snapshot != NULL) {
        status = pawl_replay_write_keyframe(&writer, end->tick, end->snapshot, end->snapshot_size);
    }
    if (status == PAWL_OK) status = pawl_replay_end(&writer, end->tick, end->chain, end->hash);
    free(game);
    return status;
}

bool cli_netplay_log_write(const cli_netplay_log *log, const char *path,
                           const cli_netplay_log_end *end) {
    if (log->count == 0) {
        cli_command_file_error(path, "nothing was played, so there is no replay");
        return false;
    }
    FILE *file = cli_output_open(path, NULL);
    if (file == NULL) return false;
    const pawl_status status = write_replay(log, file, end);
    /* A write that failed is told by closing. */
    if (status == PAWL_OK || status == PAWL_ERR_MEMORY) {
        return cli_output_close(file, NULL) && status == PAWL_OK;
    }
    cli_output_discard(file);
    cli_command_file_error(path, pawl_status_text(status));
    return false;
}
