/* bisect.h - the options of `pawl bisect`, and its half that compares two programs. */
#ifndef CLI_BISECT_H
#define CLI_BISECT_H

#include "cli/common/options.h"
#include "cli/runs/replay_file.h"

typedef struct cli_bisect_options {
    const char *path;
    cli_option_list builds;
    uint64_t ticks;
    bool has_ticks, json, help;
    cli_replay_budget budget;
} cli_bisect_options;

/* Run two pawl programs side by side, tick by tick. Returns an exit code. */
int cli_bisect_builds(const cli_bisect_options *options);

#endif
