/* fuzz_verdict.c - findings by name. */
#include "cli/fuzz/fuzz_verdict.h"

#include <stdarg.h>
#include <stdio.h>

const char *cli_fuzz_verdict_name(cli_fuzz_finding finding) {
    static const char *const names[] = {
        [CLI_FUZZ_NOTHING] = "nothing",         [CLI_FUZZ_HASHES] = "hashes",
        [CLI_FUZZ_INPUTS] = "inputs",           [CLI_FUZZ_SYNC] = "synctest",
        [CLI_FUZZ_INVARIANT] = "check",         [CLI_FUZZ_CALL] = "call",
        [CLI_FUZZ_OVERRUN] = "overrun",         [CLI_FUZZ_UNNOTICED] = "unnoticed",
        [CLI_FUZZ_FALSE_ALARM] = "false alarm", [CLI_FUZZ_REFUSED] = "refused",
        [CLI_FUZZ_CRASHED] = "crash",           [CLI_FUZZ_STUCK] = "stuck",
        [CLI_FUZZ_OUTSIDE] = "outside",         [CLI_FUZZ_ENDLESS] = "endless",
    };
    return names[finding];
}

const char *cli_fuzz_verdict_type(cli_fuzz_type type) {
    return type == CLI_FUZZ_SAFETY ? "safety" : type == CLI_FUZZ_LIVENESS ? "liveness" : "ok";
}

const char *cli_fuzz_verdict_cause(cli_fuzz_cause cause) {
    static const char *const texts[] = {
        [CLI_FUZZ_UNKNOWN] = "plain loops over the same inputs agree",
        [CLI_FUZZ_UNREPEATABLE] = "the game does not repeat itself: it keeps or reads something "
                                  "outside of its memory, such as a static variable, rand() or "
                                  "the clock",
        [CLI_FUZZ_FILL] = "it depends on what was in its memory: something is not initialized",
        [CLI_FUZZ_PLACE] = "it depends on the address of its memory",
        [CLI_FUZZ_LEFT_OUT] = "save and load leave something out",
        [CLI_FUZZ_PACKED] = "encode and decode leave something out",
        [CLI_FUZZ_GUESS] = "it depends on whether an input is PREDICTED or CONFIRMED",
        [CLI_FUZZ_LOCAL] = "it depends on which players sit at the machine",
        [CLI_FUZZ_REALS] = "it depends on how real numbers are rounded",
    };
    return texts[cause];
}

void cli_fuzz_verdict_set(cli_fuzz_verdict *verdict, cli_fuzz_finding finding, uint32_t machine,
                          uint32_t tick, const char *format, ...) {
    if (verdict->type != CLI_FUZZ_FINE) return;
    va_list list;
    verdict->type = finding >= CLI_FUZZ_STUCK ? CLI_FUZZ_LIVENESS : CLI_FUZZ_SAFETY;
    verdict->finding = finding;
    verdict->machine = machine;
    verdict->tick = tick;
    va_start(list, format);
    vsnprintf(verdict->text, sizeof verdict->text, format, list);
    va_end(list);
}
