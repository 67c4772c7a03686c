/* profile.h - where the time of steps goes: stages of steps by the clock of this machine. */
#ifndef CLI_PROFILE_H
#define CLI_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "pawl/world.h"

typedef struct cli_profile {
    bool is_on; /* off: nothing is measured */
    uint32_t steps;
    uint64_t last[PAWL_STAGE_COUNT]; /* nanoseconds of the last step */
    uint64_t sums[PAWL_STAGE_COUNT], longest[PAWL_STAGE_COUNT];
    uint64_t sum, longest_step; /* of all stages together */
    pawl_step_hooks hooks;
} cli_profile; /* starts as {0} */

/* Before a step: the hooks to step with; null while the profile is off. */
const pawl_step_hooks *cli_profile_hooks(cli_profile *profile);
/* After it. */
void cli_profile_count(cli_profile *profile);

/* The share of a stage in tenths of a percent of all. */
unsigned cli_profile_share(uint64_t part, uint64_t whole);

/* A table of the stages, or a member "stages" of JSON, which begins with a comma. Stages that took
 * no time are left out of the table. */
void cli_profile_print(const cli_profile *profile, bool is_json);

#endif
