/* fuzz_seat.c - which machine watches which, and how long what a machine has confirmed holds.
 *
 * The first of those that watch are relays, each of them of the one before; those behind them watch
 * the relays in turn.
 *
 * A reign is the time of one host. What a machine has confirmed under an earlier one holds up to
 * the first tick of any later reign that came after it: from there on the ticks of a host that
 * failed may be lost, and the machine loads a snapshot. */
#include "cli/fuzz/fuzz_play.h"

static uint32_t count_relays(const cli_fuzz_play *play) {
    const uint32_t relays = cli_fuzz_script_get(play->script, CLI_FUZZ_RELAYS);
    const uint32_t watch = play->machines - play->players;
    return relays < watch ? relays : watch;
}

bool cli_fuzz_seat_is_relay(const cli_fuzz_play *play, uint32_t index) {
    return index >= play->players && index - play->players < count_relays(play);
}

uint32_t cli_fuzz_seat_above(const cli_fuzz_play *play, uint32_t index) {
    const uint32_t relays = count_relays(play);
    if (index < play->players || relays == 0) return 0;
    const uint32_t seat = index - play->players;
    if (seat >= relays) return play->players + (seat - relays) % relays;
    return seat == 0 ? 0 : index - 1u;
}

uint32_t cli_fuzz_seat_depth(const cli_fuzz_play *play, uint32_t index) {
    uint32_t depth = 0;
    for (; index >= play->players; index = cli_fuzz_seat_above(play, index))
        depth++;
    return depth;
}

bool cli_fuzz_seat_is_reachable(const cli_fuzz_play *play, uint32_t index) {
    for (index = cli_fuzz_seat_above(play, index); index != 0;
         index = cli_fuzz_seat_above(play, index)) {
        const cli_fuzz_machine *const above = &play->machine[index];
        if (!above->is_on && above->return_us == CLI_FUZZ_NEVER) return false;
    }
    return true;
}

/* ---- reigns ---- */

bool cli_fuzz_seat_changes_hosts(const cli_fuzz_play *play) {
    return cli_fuzz_script_get(play->script, CLI_FUZZ_MIGRATES) != 0;
}

uint32_t cli_fuzz_seat_valid(const cli_fuzz_play *play, const cli_fuzz_machine *machine) {
    uint32_t end = UINT32_MAX;
    for (uint32_t reign = machine->reign + 1u; reign <= play->reign; reign++)
        if (play->reign_start[reign] < end) end = play->reign_start[reign];
    return end;
}
