/* report.h - what `pawl run` and `pawl replay` print of a run: hashes on the way, and the end. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "pawl/arcade.h"
#include "pawl/pawl.h"

typedef struct cli_report {
    bool is_json;
    uint64_t hash_every; /* 0: never */
    uint32_t hash_count;
    uint64_t breaks, sensor_begins, hits, tears; /* of all steps together */
    uint64_t contacts[5];                        /* of an arcade, by type */
} cli_report;

/* The opening of a JSON report; nothing for lines. */
void cli_report_start(cli_report *report);

/* At a tick of the run: its hash, if it is due. Nothing is due at the first one. */
void cli_report_hash(cli_report *report, const pawl_world *world, uint64_t tick);

/* After a step. */
void cli_report_count(cli_report *report, const pawl_world *world);

/* The end. JSON is left open for more members: cli_report_close. */
void cli_report_result(cli_report *report, const pawl_world *world);

/* Each fault in words, on stderr. */
void cli_report_tell_faults(uint32_t faults);

/* The same of an arcade. */
void cli_report_arcade_hash(cli_report *report, const pawl_arcade *arcade, uint64_t tick);
void cli_report_arcade_count(cli_report *report, const pawl_arcade *arcade);
void cli_report_arcade_result(const cli_report *report, const pawl_arcade *arcade);

void cli_report_close(const cli_report *report);

#endif
