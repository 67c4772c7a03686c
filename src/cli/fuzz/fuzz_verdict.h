/* fuzz_verdict.h - what came of a game, small enough to go through a pipe at once. */
#ifndef CLI_FUZZ_VERDICT_H
#define CLI_FUZZ_VERDICT_H

#include <stdbool.h>
#include <stdint.h>

#define CLI_FUZZ_TEXT_MAX 400

/* Safety: something happened that must not. Liveness: something did not happen that must. */
typedef enum cli_fuzz_type {
    CLI_FUZZ_FINE,
    CLI_FUZZ_SAFETY,
    CLI_FUZZ_LIVENESS
} cli_fuzz_type;

typedef enum cli_fuzz_finding {
    CLI_FUZZ_NOTHING,
    /* Safety. */
    CLI_FUZZ_HASHES,      /* of an honest machine differ from those of a plain loop */
    CLI_FUZZ_INPUTS,      /* confirmed ones differ, or come in another order */
    CLI_FUZZ_SYNC,        /* the sync test of a machine alone */
    CLI_FUZZ_INVARIANT,   /* `check` of the game */
    CLI_FUZZ_CALL,        /* init, step, save, load ... of the game fails */
    CLI_FUZZ_OVERRUN,     /* it writes beyond its memory */
    CLI_FUZZ_UNNOTICED,   /* a machine with another state */
    CLI_FUZZ_FALSE_ALARM, /* a desync of an honest machine, whose hashes are right */
    CLI_FUZZ_REFUSED,     /* a machine that fits */
    CLI_FUZZ_CRASHED,     /* the process ended by itself */
    /* Liveness. */
    CLI_FUZZ_STUCK,   /* no tick is confirmed any more */
    CLI_FUZZ_OUTSIDE, /* a machine does not get in, or not to the end */
    CLI_FUZZ_ENDLESS  /* a call does not return */
} cli_fuzz_finding;

/* Of hashes that differ: what plain loops over the same inputs say. */
typedef enum cli_fuzz_cause {
    CLI_FUZZ_UNKNOWN,
    CLI_FUZZ_UNREPEATABLE, /* the same memory, twice */
    CLI_FUZZ_FILL,         /* other bytes there before */
    CLI_FUZZ_PLACE,        /* another address */
    CLI_FUZZ_LEFT_OUT,     /* save and load in between */
    CLI_FUZZ_PACKED,       /* encode and decode in between */
    CLI_FUZZ_GUESS,        /* PREDICTED for CONFIRMED */
    CLI_FUZZ_LOCAL,        /* other players sit here */
    CLI_FUZZ_REALS         /* real numbers are rounded otherwise */
} cli_fuzz_cause;

typedef struct cli_fuzz_verdict {
    cli_fuzz_type type;
    cli_fuzz_finding finding;
    cli_fuzz_cause cause;
    uint32_t machine, tick; /* in which it shows; of the cause, where one is known */
    uint32_t ticks, rollbacks, replayed, packets, joins, desyncs; /* of the game */
    uint32_t migrations;
    char text[CLI_FUZZ_TEXT_MAX];       /* what is seen */
    char difference[CLI_FUZZ_TEXT_MAX]; /* the first value, or empty */
} cli_fuzz_verdict;

/* "hashes", ..., and a sentence about a cause. */
const char *cli_fuzz_verdict_name(cli_fuzz_finding finding);
const char *cli_fuzz_verdict_type(cli_fuzz_type type);
const char *cli_fuzz_verdict_cause(cli_fuzz_cause cause);

/* The first finding stays. */
void cli_fuzz_verdict_set(cli_fuzz_verdict *verdict, cli_fuzz_finding finding, uint32_t machine,
                          uint32_t tick, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#endif
