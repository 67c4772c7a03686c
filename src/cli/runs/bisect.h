/* bisect.h - the two halves of `pawl bisect`. */
#ifndef PAWLI_CLI_BISECT_H
#define PAWLI_CLI_BISECT_H

#include "cli/common/options.h"
#include "cli/runs/replay_file.h"

typedef struct pawli_bisect_options {
    const char *path;
    pawli_list builds;
    uint64_t ticks;
    bool has_ticks, json, help;
    pawli_budget budget;
} pawli_bisect_options;

/* Play a replay from each of its keyframes to the end. Returns an exit code. */
int pawli_bisect_keyframes(const pawli_bisect_options *options);

/* Run two pawl programs side by side, tick by tick. Returns an exit code. */
int pawli_bisect_builds(const pawli_bisect_options *options);

#endif
