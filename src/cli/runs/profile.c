/* profile.c - where the time of steps goes. */
#include "cli/runs/profile.h"

#include <stdio.h>
#include <string.h>

#include "cli/common/clock.h"

static uint64_t read_clock(void *context) {
    (void)context;
    return cli_clock_nanoseconds();
}

const pawl_step_hooks *cli_profile_hooks(cli_profile *profile) {
    if (!profile->is_on) return NULL;
    memset(profile->last, 0, sizeof profile->last);
    profile->hooks = (pawl_step_hooks){.clock = read_clock, .stage_ticks = profile->last};
    return &profile->hooks;
}

void cli_profile_count(cli_profile *profile) {
    uint64_t sum = 0;
    if (!profile->is_on) return;
    for (int i = 0; i < PAWL_STAGE_COUNT; i++) {
        const uint64_t took = profile->last[i];
        profile->sums[i] += took;
        if (took > profile->longest[i]) profile->longest[i] = took;
        sum += took;
    }
    profile->sum += sum;
    if (sum > profile->longest_step) profile->longest_step = sum;
    profile->steps++;
}

unsigned cli_profile_share(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0 : (unsigned)((part * 1000 + whole / 2) / whole);
}

/* Microseconds with three digits behind the point. */
static void put_time(uint64_t nanoseconds) {
    printf(" %8llu.%03llu", (unsigned long long)(nanoseconds / 1000),
           (unsigned long long)(nanoseconds % 1000));
}

static void put_row(const cli_profile *profile, const char *name, uint64_t sum, uint64_t longest) {
    const unsigned share = cli_profile_share(sum, profile->sum);
    printf("%-12s %4u.%u %%", name, share / 10, share % 10);
    put_time(profile->steps == 0 ? 0 : sum / profile->steps);
    put_time(longest);
    puts("");
}

static void print_table(const cli_profile *profile) {
    printf("%-12s %8s %12s %12s\n", "stage", "share", "mean us", "max us");
    for (int i = 0; i < PAWL_STAGE_COUNT; i++) {
        if (profile->sums[i] == 0) continue;
        put_row(profile, pawl_stage_text((pawl_stage)i), profile->sums[i], profile->longest[i]);
    }
    put_row(profile, "step", profile->sum, profile->longest_step);
}

static void print_json(const cli_profile *profile) {
    printf(",\n  \"profiled_steps\": %lu,\n  \"stages\": [", (unsigned long)profile->steps);
    for (int i = 0; i < PAWL_STAGE_COUNT; i++) {
        printf("%s\n    {\"stage\": \"%s\", \"sum_ns\": %llu, \"max_ns\": %llu}", i > 0 ? "," : "",
               pawl_stage_text((pawl_stage)i), (unsigned long long)profile->sums[i],
               (unsigned long long)profile->longest[i]);
    }
    fputs("\n  ]", stdout);
}

void cli_profile_print(const cli_profile *profile, bool is_json) {
    if (!profile->is_on) return;
    if (is_json) {
        print_json(profile);
    } else {
        print_table(profile);
    }
}
