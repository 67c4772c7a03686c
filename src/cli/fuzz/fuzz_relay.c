/* fuzz_relay.c - the second session of a machine that relays, which has a game of its own and takes
 * its ticks from the first one. */
#include "cli/fuzz/fuzz_play.h"
#include "pawl/relay.h"

void cli_fuzz_relay_forward(cli_fuzz_play *play, cli_fuzz_machine *machine) {
    cli_fuzz_machine *const below = machine->below;
    if (!below->is_on) return;
    const pawl_status status = pawl_session_relay(below->session, machine->session);
    if (status != PAWL_OK) { /* its host plays another game */
        cli_fuzz_machine_boot(play, below);
        return;
    }
    cli_fuzz_answer_requests(play, below);
}
