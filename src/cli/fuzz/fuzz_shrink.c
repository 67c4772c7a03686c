/* fuzz_shrink.c - a script that fails becomes a short one that fails in the same way.
 *
 * First lines are left out, half of them at once, then smaller parts, down to single lines (Zeller
 * and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002). Where that does not
 * help, it is done in games of other seeds: a failure that depends on what the players happen to
 * do needs no line at all in some of them. Then the numbers of what is left get smaller: a step
 * towards the least value that is halved when it goes too far. All again until nothing helps. */
#include <string.h>

#include "cli/fuzz/fuzz_job.h"

#define ENDLESS_TRIES 40u
#define OTHER_SEEDS 12u     /* for each line */
#define OTHER_SEEDS_MANY 3u /* for several at once */

typedef struct shrinking {
    const pawl_game *game;
    uint64_t seconds;
    uint32_t tries;
    cli_fuzz_script *best;
    cli_fuzz_verdict *verdict;
} shrinking;

/* Whether it still fails in the same way; then it is the best one. */
static bool try_script(shrinking *in, const cli_fuzz_script *candidate) {
    cli_fuzz_verdict verdict;
    if (in->tries == 0) return false;
    in->tries--;
    if (!cli_fuzz_job_play(in->game, candidate, in->seconds, true, &verdict)) return false;
    if (verdict.finding != in->verdict->finding || verdict.cause != in->verdict->cause)
        return false;
    *in->best = *candidate;
    *in->verdict = verdict;
    return true;
}

/* These two say what is played, and stay. */
static bool is_kept(const cli_fuzz_line *line) {
    return line->verb == CLI_FUZZ_SEED || line->verb == CLI_FUZZ_TICKS;
}

/* All lines but `count` of them. */
static cli_fuzz_script script_without(const cli_fuzz_script *script, uint32_t first,
                                      uint32_t count) {
    cli_fuzz_script out = {0};
    for (uint32_t i = 0; i < script->count; i++) {
        const bool is_in = i >= first && i < first + count && !is_kept(&script->lines[i]);
        if (!is_in) cli_fuzz_script_add(&out, script->lines[i]);
    }
    return out;
}

static bool leave_out(shrinking *in, uint32_t first, uint32_t count) {
    const cli_fuzz_script candidate = script_without(in->best, first, count);
    return candidate.count < in->best->count && try_script(in, &candidate);
}

static bool shrink_lines(shrinking *in) {
    bool is_shorter = false;
    for (uint32_t size = in->best->count; size > 0; size /= 2) {
        uint32_t first = 0;
        while (first < in->best->count) {
            if (leave_out(in, first, size))
                is_shorter = true;
            else
                first += size;
        }
    }
    return is_shorter;
}

typedef enum place {
    NUMBER,
    TICK,
    MACHINE
} place;

static uint32_t *value_at(cli_fuzz_script *script, uint32_t line, place which) {
    cli_fuzz_line *const at = &script->lines[line];
    return which == NUMBER ? &at->number : which == TICK ? &at->at : &at->machine;
}

/* The least that this value can be. */
static uint32_t least_of(const shrinking *in, uint32_t line, place which) {
    const cli_fuzz_line *const at = &in->best->lines[line];
    const cli_fuzz_verb_info *const info = cli_fuzz_script_verb(at->verb);
    if (which == MACHINE) {
        if (at->machine == CLI_FUZZ_EVERY) return CLI_FUZZ_EVERY;
        return info->is_of_client ? 1u : 0u;
    }
    if (which == TICK) return info->has_tick ? 0u : at->at;
    if (at->verb == CLI_FUZZ_SPEED || at->verb == CLI_FUZZ_SEED) return at->number;
    if (at->verb == CLI_FUZZ_PLAYERS) return in->game->players_min;
    return info->low;
}

static bool shrink_value(shrinking *in, uint32_t line, place which) {
    const uint32_t least = least_of(in, line, which);
    bool is_smaller = false;
    uint32_t value = *value_at(in->best, line, which);
    for (uint32_t down = value > least ? value - least : 0; down > 0;) {
        cli_fuzz_script candidate = *in->best;
        value = *value_at(in->best, line, which);
        if (down > value - least) down = value - least;
        if (down == 0) break;
        *value_at(&candidate, line, which) = value - down;
        if (try_script(in, &candidate))
            is_smaller = true;
        else
            down /= 2;
    }
    return is_smaller;
}

static void set_number(cli_fuzz_script *script, cli_fuzz_verb verb, uint32_t number) {
    for (uint32_t i = 0; i < script->count; i++)
        if (script->lines[i].verb == verb) script->lines[i].number = number;
}

/* Other seeds may need all the ticks that there were. */
static bool leave_out_elsewhere(shrinking *in, uint32_t first, uint32_t count, uint32_t ticks) {
    const uint32_t seed = cli_fuzz_script_get(in->best, CLI_FUZZ_SEED);
    const uint32_t seeds = count > 1 ? OTHER_SEEDS_MANY : OTHER_SEEDS;
    cli_fuzz_script candidate = script_without(in->best, first, count);
    if (candidate.count == in->best->count) return false;
    set_number(&candidate, CLI_FUZZ_TICKS, ticks);
    for (uint32_t i = 1; i <= seeds; i++) {
        set_number(&candidate, CLI_FUZZ_SEED, seed + i);
        if (try_script(in, &candidate)) return true;
    }
    return false;
}

/* Right behind where it shows. */
static void cut_ticks(shrinking *in) {
    cli_fuzz_script candidate = *in->best;
    const uint32_t ticks = in->verdict->tick + 2u;
    if (ticks >= cli_fuzz_script_get(&candidate, CLI_FUZZ_TICKS)) return;
    set_number(&candidate, CLI_FUZZ_TICKS, ticks);
    (void)try_script(in, &candidate);
}

static bool shrink_elsewhere(shrinking *in, uint32_t ticks) {
    for (uint32_t size = in->best->count / 2u; size > 0; size /= 2) {
        for (uint32_t first = 0; first < in->best->count; first += size) {
            if (!leave_out_elsewhere(in, first, size, ticks)) continue;
            cut_ticks(in);
            return true;
        }
    }
    return false;
}

static bool shrink_values(shrinking *in) {
    bool is_smaller = false;
    for (uint32_t line = 0; line < in->best->count; line++)
        for (place which = NUMBER; which <= MACHINE; which++)
            if (shrink_value(in, line, which)) is_smaller = true;
    return is_smaller;
}

/* A game that does not end costs its whole time. */
static void spare_time(shrinking *in) {
    if (in->verdict->finding != CLI_FUZZ_ENDLESS) return;
    in->seconds = in->seconds / 10u > 1u ? in->seconds / 10u : 1u;
    if (in->tries > ENDLESS_TRIES) in->tries = ENDLESS_TRIES;
}

void cli_fuzz_shrink(const pawl_game *game, uint64_t seconds, uint32_t tries,
                     cli_fuzz_script *script, cli_fuzz_verdict *verdict) {
    const cli_fuzz_script first = *script;
    const cli_fuzz_verdict seen = *verdict;
    const uint32_t ticks = cli_fuzz_script_get(script, CLI_FUZZ_TICKS);
    shrinking in = {game, seconds, tries, script, verdict};
    bool goes_on = true;
    spare_time(&in);
    cut_ticks(&in);
    while (goes_on && in.tries > 0)
        goes_on = shrink_lines(&in) || shrink_elsewhere(&in, ticks) || shrink_values(&in);
    /* Was it only slow? */
    const cli_fuzz_script last = *script;
    if (in.seconds == seconds) return;
    in.seconds = seconds;
    in.tries = 1;
    if (try_script(&in, &last)) return;
    *script = first;
    *verdict = seen;
}
