/* report.h - what `pawl run` and `pawl replay` print of a run: hashes on the way, and the end. */
#ifndef PAWLI_CLI_REPORT_H
#define PAWLI_CLI_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "pawl/pawl.h"

typedef struct pawli_report {
    bool is_json;
    uint64_t hash_every; /* 0: never */
    uint32_t hash_count;
    uint64_t breaks, sensor_begins, hits, tears; /* of all steps together */
    uint64_t contacts[5];                        /* of an arcade, by type */
} pawli_report;

/* The opening of a JSON report; nothing for lines. */
void pawli_report_start(pawli_report *report);

/* At a tick of the run: its hash, if it is due. Nothing is due at the first one. */
void pawli_report_hash(pawli_report *report, const pawl_world *world, uint64_t tick);

/* After a step. */
void pawli_report_count(pawli_report *report, const pawl_world *world);

/* The end. JSON is left open for more members: pawli_report_close. */
void pawli_report_result(pawli_report *report, const pawl_world *world);

/* The same of an arcade. */
void pawli_report_arcade_hash(pawli_report *report, const pawl_arcade *arcade, uint64_t tick);
void pawli_report_arcade_count(pawli_report *report, const pawl_arcade *arcade);
void pawli_report_arcade_result(const pawli_report *report, const pawl_arcade *arcade);

void pawli_report_close(const pawli_report *report);

#endif
