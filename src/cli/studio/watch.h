/* watch.h - a value of an object over all ticks of a run that are known. Noted as the run comes by;
 * what came before is looked up in the timeline, a few ticks at a time. */
#ifndef CLI_WATCH_H
#define CLI_WATCH_H

#include "cli/studio/inspect.h"
#include "cli/studio/studio.h"

typedef enum cli_watch_state {
    CLI_WATCH_UNKNOWN, /* not looked at yet */
    CLI_WATCH_KNOWN,
    CLI_WATCH_ABSENT, /* the object is not there at that tick */
    CLI_WATCH_LOST    /* the timeline has not kept the tick */
} cli_watch_state;

typedef struct cli_watch {
    bool is_on;
    cli_inspect_watch field;
    uint8_t fraction; /* of its values */
    int64_t *values;  /* of the ticks from `first` on */
    uint8_t *states;  /* cli_watch_state */
    uint64_t first, count, room;
    uint64_t next;    /* all before it has been looked up */
    bool has_twin;    /* or none can be made */
    pawl_world *twin; /* in which ticks are looked at */
} cli_watch;          /* starts as {0} */

/* Another value from now on; of the same one nothing is forgotten. */
void cli_watch_begin(cli_watch *watch, const cli_studio *studio, const cli_inspect_watch *field);
void cli_watch_end(cli_watch *watch); /* frees all */

/* Note the tick that is there; forget what hands have changed, which resets studio->changed. */
void cli_watch_note(cli_watch *watch, cli_studio *studio);
/* Look up so many ticks. */
void cli_watch_fill(cli_watch *watch, cli_studio *studio, uint32_t ticks);
/* How many ticks may be looked up in a frame: fewer of larger worlds. */
uint32_t cli_watch_budget(const cli_studio *studio);

cli_watch_state cli_watch_get(const cli_watch *watch, uint64_t tick, int64_t *value);

/* The curve in a box, by columns, each from the least to the largest value of its ticks; with the
 * least and the largest of all, and the tick that is there. */
typedef struct cli_watch_span {
    bool is_known;
    int64_t least, largest;
} cli_watch_span;
cli_watch_span cli_watch_span_of(const cli_watch *watch, uint64_t from, uint64_t to);

#endif
