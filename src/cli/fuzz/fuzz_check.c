/* fuzz_check.c - safety: every machine plays the inputs that the host confirmed, and comes to the
 * states of a plain loop over them. */
#include <stdlib.h>
#include <string.h>

#include "cli/common/heap.h"
#include "cli/fuzz/fuzz_play.h"

#define MARGIN 64u /* ticks beyond the last one, which some machine may still play */
#define REFERENCE CLI_FUZZ_MACHINES_MAX
#define PLACE 101u

void cli_fuzz_check_begin(cli_fuzz_play *play) {
    play->row_capacity = play->ticks + MARGIN;
    play->rows = cli_heap_allocate(play->row_capacity * sizeof *play->rows);
    play->hashes = cli_heap_allocate((play->row_capacity + 1u) * sizeof *play->hashes);
    cli_fuzz_body_make(&play->reference, play->game, play->verdict, REFERENCE, PLACE);
    (void)cli_fuzz_body_init(&play->reference, play->seed, play->players, 1);
    play->hashes[0] = cli_fuzz_body_hash(&play->reference);
}

void cli_fuzz_check_free(cli_fuzz_play *play) {
    cli_fuzz_body_free(&play->reference);
    free(play->rows);
    free(play->hashes);
}

void cli_fuzz_check_forget(const cli_fuzz_play *play, cli_fuzz_machine *machine) {
    memset(machine->has_hash, 0, play->row_capacity);
    memset(machine->has_row, 0, play->row_capacity);
}

/* The plain loop up to a tick, to see in which value a body differs from it. */
static void describe(cli_fuzz_play *play, uint32_t tick, const cli_fuzz_body *other) {
    cli_fuzz_verdict ignored = {0};
    cli_fuzz_body again;
    cli_fuzz_body_make(&again, play->game, &ignored, REFERENCE, PLACE);
    bool good = cli_fuzz_body_init(&again, play->seed, play->players, 1);
    for (uint32_t t = 0; t < tick && good; t++)
        good = cli_fuzz_body_step(&again, t, play->rows[t].inputs, play->rows[t].status);
    if (good) cli_fuzz_body_compare(other, &again, play->verdict->difference);
    cli_fuzz_body_free(&again);
}

/* Up to which tick it has an honest state. */
static uint32_t honest_until(const cli_fuzz_machine *machine) {
    return machine->cheat_tick < machine->damage_tick ? machine->cheat_tick : machine->damage_tick;
}

static void compare(cli_fuzz_play *play, const cli_fuzz_machine *machine, uint32_t tick,
                    const cli_fuzz_body *body) {
    if (tick > honest_until(machine) || tick > cli_fuzz_seat_valid(play, machine)) return;
    if (machine->hashes[tick] == play->hashes[tick]) return;
    if (play->verdict->type != CLI_FUZZ_FINE) return;
    cli_fuzz_verdict_set(play->verdict, CLI_FUZZ_HASHES, machine->index, tick,
                         "before tick %lu machine %lu has the hash %08lx, a plain loop over the "
                         "same inputs %08lx",
                         (unsigned long)tick, (unsigned long)machine->index,
                         (unsigned long)machine->hashes[tick], (unsigned long)play->hashes[tick]);
    if (body != NULL) describe(play, tick, body);
}

void cli_fuzz_check_hash(cli_fuzz_play *play, cli_fuzz_machine *machine, uint32_t tick,
                         uint32_t hash, uint32_t told, const cli_fuzz_body *body) {
    if (tick >= play->row_capacity) return;
    machine->hashes[tick] = hash;
    machine->has_hash[tick] = true;
    if (tick > play->confirmed) return;
    compare(play, machine, tick, body);
    if (told == play->hashes[tick] || machine->has_lied) return;
    if (tick > cli_fuzz_seat_valid(play, machine)) return;
    machine->has_lied = true;
    machine->lied_tick = tick;
    machine->lied_life = machine->life;
}

void cli_fuzz_check_rewind(cli_fuzz_play *play, uint32_t tick) {
    bool good = cli_fuzz_body_init(&play->reference, play->seed, play->players, 1);
    for (uint32_t t = 0; t < tick && good; t++)
        good = cli_fuzz_body_step(&play->reference, t, play->rows[t].inputs, play->rows[t].status);
    play->confirmed = tick;
}

static void compare_row(cli_fuzz_play *play, const cli_fuzz_machine *machine, uint32_t tick,
                        const cli_fuzz_row *row) {
    const cli_fuzz_row *const wanted = &play->rows[tick];
    const size_t size = (size_t)play->players * play->game->input_size;
    if (tick >= cli_fuzz_seat_valid(play, machine)) return;
    if (memcmp(row->inputs, wanted->inputs, size) == 0 &&
        memcmp(row->status, wanted->status, play->players) == 0 &&
        memcmp(row->sizes, wanted->sizes, play->players) == 0) {
        return;
    }
    cli_fuzz_verdict_set(play->verdict, CLI_FUZZ_INPUTS, machine->index, tick,
                         "machine %lu has confirmed tick %lu with other inputs than the host",
                         (unsigned long)machine->index, (unsigned long)tick);
}

void cli_fuzz_check_confirm(cli_fuzz_play *play, uint32_t tick, const cli_fuzz_row *row) {
    if (play->verdict->type != CLI_FUZZ_FINE || tick >= play->row_capacity) return;
    if (tick != play->confirmed) {
        cli_fuzz_verdict_set(play->verdict, CLI_FUZZ_INPUTS, play->host, tick,
                             "the host confirms tick %lu after %lu", (unsigned long)tick,
                             (unsigned long)play->confirmed);
        return;
    }
    play->rows[tick] = *row;
    if (!cli_fuzz_body_step(&play->reference, tick, row->inputs, row->status)) return;
    play->confirmed = tick + 1u;
    play->confirmed_us = play->now_us;
    play->hashes[tick + 1u] = cli_fuzz_body_hash(&play->reference);
    for (uint32_t m = 0; m < play->machines; m++) {
        const cli_fuzz_machine *const machine = &play->machine[m];
        if (tick + 1u < play->row_capacity && machine->has_hash[tick + 1u])
            compare(play, machine, tick + 1u, NULL);
        if (machine->has_row[tick]) compare_row(play, machine, tick, &machine->rows[tick]);
    }
}

/* The first ticks, up to the delay, are known to all without the host. */
void cli_fuzz_check_row(cli_fuzz_play *play, cli_fuzz_machine *machine, uint32_t tick,
                        const cli_fuzz_row *row) {
    if (tick >= play->row_capacity) return;
    machine->rows[tick] = *row;
    machine->has_row[tick] = true;
    if (tick < play->confirmed) compare_row(play, machine, tick, row);
}

void cli_fuzz_check_inherit(const cli_fuzz_play *play, cli_fuzz_machine *machine,
                            const cli_fuzz_machine *host, uint32_t end) {
    for (uint32_t tick = 0; tick < end && tick < play->row_capacity; tick++) {
        if (machine == host || !host->has_row[tick]) continue;
        machine->rows[tick] = host->rows[tick];
        machine->has_row[tick] = true;
    }
}

/* ---- signatures ---- */

void cli_fuzz_check_sign(const uint8_t *message, uint32_t size, uint8_t *signature) {
    for (uint32_t i = 0; i < PAWL_SIGNATURE_SIZE; i++)
        signature[i] = (uint8_t)(pawl_xxh32(message, size, i) & 0xFFu);
}

void cli_fuzz_check_signature(cli_fuzz_play *play, const cli_fuzz_machine *machine,
                              const pawl_session_signature *signature) {
    uint8_t inputs[PAWL_SIGN_INPUTS_MAX], message[PAWL_SIGN_MESSAGE_MAX];
    uint8_t wanted[PAWL_SIGNATURE_SIZE], *to = inputs;
    const uint32_t size = play->game->input_size, player = signature->player;
    const uint32_t end = signature->tick + signature->count;
    if (end > play->confirmed || end > play->row_capacity) return;
    if (end > cli_fuzz_seat_valid(play, machine)) return;
    pawl_signed_block block = {.app_id = machine->def.app_id, .player = (uint8_t)player};
    block.input_size = (uint8_t)size;
    block.variable_inputs = machine->def.variable_inputs;
    block.count = (uint16_t)signature->count;
    block.tick = signature->tick;
    for (uint32_t tick = signature->tick; tick < end; tick++) {
        if (block.variable_inputs != 0) *to++ = play->rows[tick].sizes[player];
        memcpy(to, play->rows[tick].inputs + player * size, size);
        to += size;
    }
    const uint32_t length = pawl_signed_block_write(&block, inputs, message, sizeof message);
    cli_fuzz_check_sign(message, length, wanted);
    if (memcmp(wanted, signature->bytes, sizeof wanted) == 0) return;
    cli_fuzz_verdict_set(play->verdict, CLI_FUZZ_INPUTS, machine->index, signature->tick,
                         "machine %lu has a signature of player %lu for %lu ticks from %lu on, "
                         "which is of other inputs than the host has confirmed",
                         (unsigned long)machine->index, (unsigned long)player,
                         (unsigned long)signature->count, (unsigned long)signature->tick);
}
