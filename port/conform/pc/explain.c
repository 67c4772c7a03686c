/* explain.c - the first event that differs: which value it is or, of a step, after which of its
 * stages something differs, and which value of which object.
 *
 * Both sides play the scene again up to that step, and tell a hash of what each stage produced
 * (PAWL_TRACE). Then they play it once more and stand still between two stages, from the first that
 * differs on, until their states differ. */
#include "conform/pc/compare.h"
#include "conform/pc/words.h"

#include <stdio.h>
#include <string.h>

#include "pawl/pawl.h"

/* What a stage is, and the files that a compiler may have got wrong when it is the first. */
static const struct {
    const char *what, *files;
    /* Its product is in the state, where trace.c itself takes it from; else it is in memory that
     * only the step has. */
    bool is_state;
} stages[PAWL_STAGE_COUNT] = {
    [PAWL_STAGE_BEGIN] = {"what the scene did to its world since the step before",
                          "src/world, src/joint/joint_def.c, src/geom/mass.c", true},
    [PAWL_STAGE_PAIRS] = {"which shapes are near each other",
                          "src/step/step_1_pairs.c, src/world/tree.c", true},
    [PAWL_STAGE_MANIFOLDS] = {"where shapes touch",
                              "src/step/step_2_manifolds.c, src/collide, src/geom", true},
    [PAWL_STAGE_ISLANDS] = {"which bodies are awake and connected",
                            "src/step/step_3_islands.c, src/step/active.c", false},
    [PAWL_STAGE_PREPARE] = {"rows of contacts and joints",
                            "src/step/step_4_prepare.c, src/solver, src/joint", false},
    [PAWL_STAGE_SOLVE] = {"forces, and impulses of contacts and joints",
                          "src/step/step_5_solve.c, src/solver, src/joint", false},
    [PAWL_STAGE_INTEGRATE] = {"movements", "src/step/step_5_solve.c, src/solver", false},
    [PAWL_STAGE_RELAX] = {"impulses without bias", "src/solver, src/joint", false},
    [PAWL_STAGE_BOUNCE] = {"restitution", "src/step/step_6_bounce.c", false},
    [PAWL_STAGE_CONTINUOUS] = {"soft bodies, and movements that end at an obstacle",
                               "src/step/step_7_soft.c, src/soft, src/step/step_8_continuous.c",
                               false},
    [PAWL_STAGE_FINISH] = {"velocities and positions back in the bodies",
                           "src/step/step_9_finish.c", true},
    [PAWL_STAGE_SLEEP] = {"what falls asleep", "src/step/step_10_sleep.c", true},
    [PAWL_STAGE_END] = {"the end of the step", "src/step/step.c, src/world/event.c", true},
};

typedef struct stage_list {
    uint32_t count;
    struct {
        uint8_t stage, round;
        uint32_t hash;
    } at[CONFORM_STAGES_MAX];
} stage_list;

/* A search in the middle of a step. */
typedef struct search {
    conform_pair *pair;
    uint32_t event;
    stage_list ours, theirs;
    uint32_t first; /* stage that differs */
    uint32_t at;    /* stage of ours that is told now */
    conform_descent descent;
    conform_difference difference;
    conform_word word; /* of a product that is in no state */
    uint32_t found;    /* stage at which the states differ */
} search;

/* ---- hashes of stages ---- */

static void keep_stage(void *context, const pawl_world *world, pawl_stage stage, uint32_t round,
                       uint32_t hash) {
    stage_list *const list = &((search *)context)->ours;
    (void)world;
    if (list->count >= CONFORM_STAGES_MAX) return;
    list->at[list->count].stage = (uint8_t)stage;
    list->at[list->count].round = (uint8_t)round;
    list->at[list->count++].hash = hash;
}

static bool go_on_to(void *context, const conform_event *event) {
    const search *const own = context;
    return event->number < own->event;
}

static bool fetch_stages(conform_line *line, uint32_t total, stage_list *out) {
    out->count = 0;
    while (out->count < total) {
        conform_packet answer, question = conform_line_begin(line, CONFORM_STAGES);
        conform_put(&question, out->count, 2);
        if (!conform_line_ask(line, &question, &answer)) return false;
        uint32_t count = (uint32_t)conform_get(&answer, 1);
        if (count == 0) break;
        for (; count > 0 && out->count < CONFORM_STAGES_MAX; count--) {
            out->at[out->count].stage = (uint8_t)conform_get(&answer, 1);
            out->at[out->count].round = (uint8_t)conform_get(&answer, 1);
            out->at[out->count++].hash = (uint32_t)conform_get(&answer, 4);
        }
        if (answer.bad) return false;
    }
    return true;
}

/* The first stage with another hash; their number when all agree. */
static uint32_t first_stage(const stage_list *a, const stage_list *b) {
    uint32_t i = 0;
    while (i < a->count && i < b->count && a->at[i].stage == b->at[i].stage &&
           a->at[i].hash == b->at[i].hash)
        i++;
    return i;
}

/* ---- states between two stages ---- */

static void compare_states(void *context, const pawl_world *world, pawl_stage stage, uint32_t round,
                           uint32_t hash) {
    search *const own = context;
    conform_report report;
    const uint32_t at = own->at++;
    (void)round, (void)hash;
    const bool is_product = at == own->first && !stages[stage].is_state;
    if (at < own->first || own->descent != CONFORM_DESCENT_EQUAL) return;
    if (!is_product && !stages[stage].is_state) return;
    const conform_goal goal = conform_goal_of(own->pair, own->event, (uint16_t)at, true);
    own->found = at;
    if (!conform_line_go(own->pair->line, &goal, &report, NULL, NULL)) {
        own->descent = CONFORM_DESCENT_LOST;
    } else if (is_product) {
        const bool is_told = conform_words_compare(own->pair->line, stage, &own->word);
        if (!is_told) own->descent = CONFORM_DESCENT_LOST;
    } else {
        own->descent = conform_descend(own->pair->line, world, &own->difference);
    }
}

static void play_here(search *own, void (*stage)(void *context, const pawl_world *world,
                                                 pawl_stage stage, uint32_t round, uint32_t hash)) {
    conform_watch watch = {own, go_on_to, stage, own->event};
    conform_play(&own->pair->scene, &watch);
}

/* ---- what is told ---- */

static void put_stage(const stage_list *list, uint32_t at) {
    const pawl_stage stage = (pawl_stage)list->at[at].stage;
    const bool has_rounds = stage >= PAWL_STAGE_SOLVE && stage <= PAWL_STAGE_RELAX;
    printf("\"%s\"", pawl_stage_text(stage));
    if (has_rounds) printf(" of sub-step %u", list->at[at].round + 1u);
}

static void put_branches(const conform_difference *difference) {
    const char *before = "";
    for (int i = 0; i < PAWL_BRANCH_COUNT; i++) {
        if (!difference->has_branch[i]) continue;
        printf("%s%s", before, pawl_branch_text((pawl_branch)i));
        before = ", ";
    }
}

/* The two lines of pawl_difference_print, without what it counts, which is not known here; and with
 * "board" and "here" for its a and b. */
static void put_first(const pawl_difference *difference) {
    static const char *const names[][2] = {{"  a 0x", "  board 0x"},
                                           {"  b 0x", "  here 0x"},
                                           {"only in a", "only on the board"},
                                           {"only in b", "only here"}};
    char text[PAWL_DIFFERENCE_TEXT_MAX];
    pawl_difference_print(difference, text, sizeof text);
    const char *at = strstr(text, "first: ");
    at = at != NULL ? at + strlen("first: ") : text;
    fputs("  ", stdout);
    while (*at != '\0') {
        size_t i = 0;
        while (i < sizeof names / sizeof names[0] &&
               strncmp(at, names[i][0], strlen(names[i][0])) != 0)
            i++;
        if (i < sizeof names / sizeof names[0]) {
            fputs(names[i][1], stdout);
            at += strlen(names[i][0]);
        } else {
            putchar(*at);
            if (*at == '\n' && at[1] != '\0') fputs("  ", stdout);
            at++;
        }
    }
}

static void put_word(const conform_word *word) {
    if (!word->is_found) return;
    printf("  %s  board 0x%08lX  here 0x%08lX  (%ld and %ld)\n", word->name,
           (unsigned long)word->board, (unsigned long)word->here, (long)(int32_t)word->board,
           (long)(int32_t)word->here);
}

static void put_state(const search *own) {
    if (own->descent == CONFORM_DESCENT_EQUAL) {
        puts("  the states after the step agree");
        return;
    }
    fputs("  in the state after ", stdout);
    put_stage(&own->ours, own->found);
    fputs(" there differ ", stdout);
    put_branches(&own->difference);
    puts(own->descent == CONFORM_DESCENT_FOUND ? "; first of all" : "");
    if (own->descent == CONFORM_DESCENT_HASH_ONLY) {
        puts(
            "  and yet all their values agree: the board computes hashes wrongly (docs/porting.md, "
            "\"Hash\")");
        return;
    }
    put_first(&own->difference.first);
}

static void put_stages(const search *own) {
    if (own->first >= own->ours.count || own->first >= own->theirs.count) {
        puts("  the hashes of all its stages agree, and that of the world or the status does not");
        return;
    }
    fputs("  first in the stage ", stdout);
    put_stage(&own->ours, own->first);
    const pawl_stage stage = (pawl_stage)own->ours.at[own->first].stage;
    printf(": %s\n  see %s\n", stages[stage].what, stages[stage].files);
}

/* ---- */

static conform_outcome explain_step(search *own, uint32_t stage_count) {
    conform_pair *const pair = own->pair;
    if (!fetch_stages(pair->line, stage_count, &own->theirs))
        return conform_lost(pair, own->event, own->event);
    play_here(own, keep_stage);
    own->first = first_stage(&own->ours, &own->theirs);
    put_stages(own);
    if (own->first >= own->ours.count) return CONFORM_DIFFERENT;
    pair->run++;
    own->descent = CONFORM_DESCENT_EQUAL;
    play_here(own, compare_states);
    if (own->descent == CONFORM_DESCENT_LOST) return conform_lost(pair, own->event - 1, own->event);
    put_word(&own->word);
    put_state(own);
    return CONFORM_DIFFERENT;
}

static void put_value(const char *name, int64_t value) {
    printf("  %-6s 0x%0*llx  %lld\n", name, value < INT32_MIN || value > UINT32_MAX ? 16 : 8,
           (unsigned long long)(value < 0 && value >= INT32_MIN ? (uint64_t)value & UINT32_MAX
                                                                : (uint64_t)value),
           (long long)value);
}

static conform_outcome explain_value(const conform_entry *ours, const conform_report *theirs) {
    if (theirs->type != ours->type) {
        puts(theirs->type == CONFORM_STEP ? "  the board makes a step there"
                                          : "  the board does something else there");
        return CONFORM_DIFFERENT;
    }
    put_value("board", theirs->value);
    put_value("here", ours->value);
    return CONFORM_DIFFERENT;
}

conform_outcome conform_explain(conform_pair *pair, uint32_t event, uint32_t chain) {
    char text[CONFORM_EVENT_TEXT_MAX];
    static search own;
    conform_report report;
    const conform_entry *const ours = &pair->record.entries[event - 1];
    memset(&own, 0, sizeof own);
    own.pair = pair;
    own.event = event;
    conform_record_text(&pair->record, event, text);
    printf(
        "%s  DIFFERENT\n  the first difference is in %s; %lu values and steps before are equal\n",
        pair->name, text, (unsigned long)(event - 1));
    pair->run++;
    const conform_goal goal = conform_goal_of(pair, event, CONFORM_AFTER, true);
    if (!conform_line_go(pair->line, &goal, &report, NULL, NULL)) {
        return conform_lost(pair, report.event, event);
    }
    if (report.chain != chain) {
        puts("  when the scene was played again the board found something else: it does not agree\n"
             "  with itself. Look at interrupts, the stack, and memory that nothing has written");
        return CONFORM_DIFFERENT;
    }
    if (report.type != CONFORM_STEP || ours->type != CONFORM_STEP) {
        return explain_value(ours, &report);
    }
    if (report.value >> 32 != ours->value >> 32) {
        printf("  the step on the board says: %s\n",
               pawl_status_text((pawl_status)(int8_t)(report.value >> 32)));
    }
    return explain_step(&own, report.stage_count);
}
