/* compare.c - plays a scene on both sides, compares chains at intervals, and halves the interval in
 * which they part. Chains never come together again, so what is found is the first difference. */
#include "conform/pc/compare.h"

#include <stdio.h>

conform_goal conform_goal_of(const conform_pair *pair, uint32_t event, uint16_t stage,
                             bool is_traced) {
    const conform_goal goal = {pair->run, event, pair->index, stage, is_traced};
    return goal;
}

conform_outcome conform_lost(conform_pair *pair, uint32_t event, uint32_t goal) {
    char text[CONFORM_EVENT_TEXT_MAX] = "its beginning";
    const uint32_t count = pair->record.count;
    if (event > 0 && event <= count) conform_record_text(&pair->record, event, text);
    cli_progress_end(&pair->progress);
    fflush(stdout);
    fprintf(stderr, "conform: %s: %s; the last that was heard of it was %s\n", pair->name,
            pair->line->is_broken ? "the line is broken" : "the board does not answer any more",
            text);
    if (event >= count) return CONFORM_LOST;
    conform_record_text(&pair->record, event + 1, text);
    fprintf(stderr, "  next comes %s%s\n", text,
            goal > event + 1 ? "; it may have come further, which --interval 1 tells" : "");
    return CONFORM_LOST;
}

static void show_progress(void *context, uint32_t event) {
    conform_pair *const pair = context;
    cli_progress_show(&pair->progress, pair->name, event, pair->record.count);
}

/* The chain of the board after an event that is not long ago. */
static bool ask_chain(conform_line *line, uint32_t event, uint32_t *out) {
    conform_packet answer, question = conform_line_begin(line, CONFORM_CHAIN);
    conform_put(&question, event, 4);
    if (!conform_line_ask(line, &question, &answer)) return false;
    const bool is_kept = conform_get(&answer, 1) != 0;
    *out = (uint32_t)conform_get(&answer, 4);
    return is_kept && !answer.bad;
}

/* After `equal` events both agree, after `event` they do not, and the board has `chain` there. */
static conform_outcome bisect(conform_pair *pair, uint32_t equal, uint32_t event, uint32_t chain) {
    while (event - equal > 1) {
        const uint32_t middle = equal + (event - equal) / 2;
        uint32_t theirs;
        if (!ask_chain(pair->line, middle, &theirs)) return conform_lost(pair, event, event);
        if (theirs == pair->record.entries[middle - 1].chain) {
            equal = middle;
        } else {
            event = middle;
            chain = theirs;
        }
    }
    cli_progress_end(&pair->progress);
    return conform_explain(pair, event, chain);
}

static uint32_t chain_here(const conform_pair *pair, uint32_t event) {
    return event == 0 ? 0 : pair->record.entries[event - 1].chain;
}

/* The board has fewer events, or more. */
static conform_outcome tell_length(conform_pair *pair, uint32_t theirs) {
    char text[CONFORM_EVENT_TEXT_MAX];
    const bool has_more = theirs > pair->record.count;
    const uint32_t last = has_more ? pair->record.count : theirs;
    cli_progress_end(&pair->progress);
    printf("%s  DIFFERENT\n", pair->name);
    if (last == 0) {
        printf("  nothing of it happens %s\n", has_more ? "here" : "on the board");
        return CONFORM_DIFFERENT;
    }
    conform_record_text(&pair->record, last, text);
    printf("  all is equal up to %s; there the scene ends %s, and goes on %s\n", text,
           has_more ? "here" : "on the board", has_more ? "on the board" : "here");
    return CONFORM_DIFFERENT;
}

/* Where the board stands or has ended. Sets `equal`, and says whether that was all. */
static bool judge(conform_pair *pair, const conform_report *at, uint32_t *equal,
                  conform_outcome *out) {
    const uint32_t count = pair->record.count;
    uint32_t event = at->event, chain = at->chain;
    const bool has_more = event > count;
    if (has_more) {
        event = count;
        chain = 0;
        if (event > 0 && !ask_chain(pair->line, event, &chain)) {
            *out = conform_lost(pair, event, event);
            return true;
        }
    }
    if (chain != chain_here(pair, event)) {
        *out = bisect(pair, *equal, event, chain);
        return true;
    }
    *equal = event;
    if (at->state != CONFORM_ENDED && !has_more) return false;
    *out = at->event == count ? CONFORM_EQUAL : tell_length(pair, at->event);
    return true;
}

conform_outcome conform_compare(conform_pair *pair) {
    conform_report at;
    conform_outcome outcome = CONFORM_EQUAL;
    uint32_t equal = 0;
    conform_record_play(&pair->record, &pair->scene);
    pair->run++;
    for (;;) {
        const uint32_t left = pair->record.count + 1 - equal;
        const uint32_t next = equal + (left < pair->interval ? left : pair->interval);
        const conform_goal goal = conform_goal_of(pair, next, CONFORM_AFTER, false);
        if (!conform_line_go(pair->line, &goal, &at, show_progress, pair)) {
            return conform_lost(pair, at.event > equal ? at.event : equal, next);
        }
        if (judge(pair, &at, &equal, &outcome)) break;
    }
    cli_progress_end(&pair->progress);
    if (outcome != CONFORM_EQUAL) return outcome;
    const uint32_t steps =
        pair->record.count > 0 ? pair->record.entries[pair->record.count - 1].step : 0;
    printf("%s  equal: %lu steps, %lu values\n", pair->name, (unsigned long)steps,
           (unsigned long)(pair->record.count - steps));
    return CONFORM_EQUAL;
}
