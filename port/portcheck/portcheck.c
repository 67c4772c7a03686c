/* portcheck.c - does this machine compute what every other machine computes?
 *
 * Runs the stages in turn and compares what they found with reference.h. The exit status is 0 when
 * all agree and 1 when one does not; the last line is for programs. docs/porting.md explains it. */
#include "portcheck/check.h"

#include "common/put.h"
#include "common/stack.h"
#include "pawl/config.h"
#include "portcheck/reference.h"

#include <limits.h>

#ifndef PAWLI_TARGET
#define PAWLI_TARGET "unknown"
#endif

/* A machine without room for all of it runs several programs, each with some of these (the sum of
 * their numbers); 0: all. */
#define ARITHMETIC 1 /* and layout, hashes */
#define SCENES 2
#define LEVEL 4
#define SNAPSHOT 8
#define WORLD 16 /* joints, shapes, questions, movers and fields, fracture */
#define STATE 32 /* saves, differences */
#define ARCADE 64
#define SOFT 128
#define LEVELS 256 /* polygons, doors, lifts */
#define SESSION 512
#define REPLAY 1024
#define DUEL 2048 /* two machines */
#define PATHS 4096
#ifndef PAWLI_PORTCHECK_PARTS
#define PAWLI_PORTCHECK_PARTS 0
#endif

#define IS_IN(part) (PAWLI_PORTCHECK_PARTS == 0 || (PAWLI_PORTCHECK_PARTS & (part)) != 0)
#if !IS_IN(ARITHMETIC)
#define pawli_stage_integers NULL
#define pawli_stage_fixed NULL
#define pawli_stage_layout NULL
#define pawli_stage_hash NULL
#endif
#if !IS_IN(SESSION)
#define pawli_stage_session NULL
#endif
#if !IS_IN(SCENES)
#define pawli_stage_contacts NULL
#define pawli_stage_sleep NULL
#endif
#if !IS_IN(SCENES) || !PAWL_WITH_JOINTS
#define pawli_stage_joints NULL
#endif
#if !IS_IN(LEVEL)
#define pawli_stage_level NULL
#endif
#if !IS_IN(PATHS)
#define pawli_stage_paths NULL
#endif
#if !IS_IN(SNAPSHOT)
#define pawli_stage_snapshot NULL
#endif
#if !IS_IN(WORLD) || !PAWL_WITH_JOINTS
#define pawli_stage_joint_types NULL
#endif
#if !IS_IN(WORLD)
#define pawli_stage_shapes NULL
#define pawli_stage_questions NULL
#define pawli_stage_movements NULL
#endif
#if !IS_IN(WORLD) || !PAWL_WITH_FRACTURE
#define pawli_stage_fracture NULL
#endif
#if !IS_IN(STATE)
#define pawli_stage_states NULL
#endif
#if !IS_IN(REPLAY)
#define pawli_stage_replay NULL
#endif
#if !IS_IN(DUEL)
#define pawli_stage_duel NULL
#endif
#if !IS_IN(LEVELS)
#define pawli_stage_levels NULL
#endif
#if !IS_IN(ARCADE)
#define pawli_stage_arcade NULL
#endif
#if !IS_IN(SOFT) || !PAWL_WITH_SOFT
#define pawli_stage_soft NULL
#endif

typedef struct stage {
    const char *name, *title, *section;
    void (*run)(pawli_check *check); /* null: not in this profile or program */
    uint32_t hash;
    const uint32_t *marks;
} stage;

static const stage stages[] = {
#define STAGE(name, title, section) \
    {#name, title, section, pawli_stage_##name, PAWLI_REFERENCE_##name, pawli_reference_##name},
#include "portcheck/stages.h"
#undef STAGE
};
#define STAGES ((int)(sizeof stages / sizeof stages[0]))
/* The arithmetic alone: whatever the engine makes of it, worlds can agree only if this does. */
#define FINGERPRINT_STAGES 2
/* Worlds on wrong memory functions or layouts may never end a step, and tell nothing new. */
#define STAGES_BEFORE_WORLDS 4

static bool is_little_endian(void) {
    const uint16_t one = 1;
    return *(const uint8_t *)&one == 1;
}

static void put_compiler(const char *between) {
#if defined(__clang__)
    pawli_put_text("clang");
    pawli_put_text(between);
    pawli_put_number(__clang_major__);
    pawl_port_putc('.');
    pawli_put_number(__clang_minor__);
#elif defined(__GNUC__)
    pawli_put_text("gcc");
    pawli_put_text(between);
    pawli_put_number(__GNUC__);
    pawl_port_putc('.');
    pawli_put_number(__GNUC_MINOR__);
#else
    pawli_put_text("another");
    pawli_put_text(between);
    pawl_port_putc('0');
#endif
}

static void put_version(void) {
    pawli_put_number(PAWL_VERSION_MAJOR);
    pawl_port_putc('.');
    pawli_put_number(PAWL_VERSION_MINOR);
    pawl_port_putc('.');
    pawli_put_number(PAWL_VERSION_PATCH);
}

/* The same facts twice: words apart for people, then key=value for programs. */
static void put_machine(const char *version, const char *simulation, const char *target,
                        const char *compiler, const char *between) {
    pawli_put_text(version);
    put_version();
    pawli_put_text(simulation);
    pawli_put_number(PAWL_SIMULATION_VERSION);
    pawli_put_text(target);
    pawli_put_text(PAWLI_TARGET);
    pawli_put_text(compiler);
    put_compiler(between);
    pawli_put_text(" int=");
    pawli_put_number((int64_t)sizeof(int) * CHAR_BIT);
    pawli_put_text(" pointer=");
    pawli_put_number((int64_t)sizeof(void *) * CHAR_BIT);
    pawli_put_text(is_little_endian() ? " endian=little" : " endian=big");
}

static void put_title(int index) {
    if (index < 9) pawl_port_putc(' ');
    pawli_put_number(index + 1);
    pawl_port_putc(' ');
    pawli_put_padded(stages[index].title, 12);
}

static void put_stage(int index, const pawli_check *check, uint32_t milliseconds) {
    pawli_put_padded(check->failures == 0 ? "ok" : "FAIL", 5);
    pawli_put_hex(check->hash);
    pawl_port_putc(' ');
    pawli_put_number(milliseconds);
    pawli_put_text(" ms");
    if (check->failures > 0) {
        pawli_put_text("  ");
        pawli_put_failure(check);
        pawli_put_text("  -> docs/porting.md#");
        pawli_put_text(stages[index].section);
    }
    pawl_port_putc('\n');
}

/* What becomes of a stage. */
typedef struct outcome {
    uint32_t hash;
    bool agrees;
    bool is_partial; /* some of its episodes are not in this profile */
} outcome;

static outcome run_stage(int index) {
    pawli_check check = {.reference = stages[index].marks};
    const uint32_t begin = pawl_port_ms();
    put_title(index); /* before it runs: a crash is then seen beside it */
    stages[index].run(&check);
    const outcome found = {check.hash, check.failures == 0, check.left_out > 0};
    if (found.agrees && !found.is_partial) { /* what has no known answer is in the hash */
        check.reference = &stages[index].hash;
        check.mark_count = 0;
        pawli_mark(&check, "stage", index + 1);
    }
    put_stage(index, &check, pawl_port_ms() - begin);
    const outcome result = {found.hash, check.failures == 0, found.is_partial};
    return result;
}

/* Titles, or names for programs, of the stages that were run, or of those that were not. */
static void put_stages(uint32_t which, bool are_names, const char *none) {
    const char *before = "";
    for (int i = 0; i < STAGES; i++) {
        if ((which >> i & 1) == 0) continue;
        pawli_put_text(before);
        pawli_put_text(are_names ? stages[i].name : stages[i].title);
        before = are_names ? "," : ", ";
    }
    if (which == 0) pawli_put_text(none);
}

#define ALL_STAGES (((UINT32_C(1) << (STAGES - 1)) - 1) * 2 + 1)

/* A port is compatible in what was checked, and in nothing else. */
static void put_verdict(bool agrees, uint32_t checked, uint32_t partial) {
    const uint32_t missing = ~checked & ALL_STAGES;
    if (!agrees) {
        pawli_put_text("VERDICT: NOT COMPATIBLE - worlds on this build will desync.");
    } else if (missing == 0 && partial == 0) {
        pawli_put_text("VERDICT: COMPATIBLE in all stages.");
    } else {
        pawli_put_text("VERDICT: COMPATIBLE in what was checked.");
    }
    if (missing != 0) {
        pawli_put_text(" Not checked: ");
        put_stages(missing, false, "");
        pawl_port_putc('.');
    }
    if (partial != 0) {
        pawli_put_text(" Checked in part: ");
        put_stages(partial, false, "");
        pawl_port_putc('.');
    }
}

/* A line of its own: logs of emulators cut lines after 256 characters. */
static void put_coverage(uint32_t checked, uint32_t partial) {
    pawli_put_text("checked=");
    put_stages(checked & ~partial, true, "none");
    pawli_put_text(" in-part=");
    put_stages(partial, true, "none");
    pawli_put_text(" unchecked=");
    put_stages(~checked & ALL_STAGES, true, "none");
    pawl_port_putc('\n');
}

int main(void) {
    bool agrees = true, may_play = true;
    uint32_t checked = 0, partial = 0;
    pawli_check found = {.hash = 0}, reference = {.hash = 0};
    put_machine("pawl portcheck ", " simulation ", "  ", "  ", " ");
    pawl_port_putc('\n');
    for (int i = 0; i < STAGES; i++) {
        if (stages[i].run == NULL) {
            put_title(i);
            pawli_put_text("left out\n");
            continue;
        }
        if (!may_play && i >= STAGES_BEFORE_WORLDS) {
            put_title(i);
            pawli_put_text("not run: repair what fails first\n");
            continue;
        }
        const outcome result = run_stage(i);
        if (i < STAGES_BEFORE_WORLDS) may_play &= result.agrees;
        agrees &= result.agrees;
        checked |= UINT32_C(1) << i;
        if (result.is_partial) partial |= UINT32_C(1) << i;
        if (i >= FINGERPRINT_STAGES) continue;
        pawli_fold(&found, result.hash);
        pawli_fold(&reference, stages[i].hash);
    }
    put_verdict(agrees, checked, partial);
    pawli_put_text("  math fingerprint ");
    pawli_put_hex(found.hash);
    pawli_put_text(" (reference ");
    pawli_put_hex(reference.hash);
    pawli_put_text(")\n");
    put_coverage(checked, partial);
    put_machine("pawl=", " simulation=", " target=", " compiler=", "-");
    pawli_put_text(" fingerprint=");
    pawli_put_hex(found.hash);
    if (pawli_stack_peak() > 0) {
        pawli_put_text(" stack=");
        pawli_put_number(pawli_stack_peak());
    }
    pawli_put_text(agrees ? " verdict=pass\n" : " verdict=fail\n");
    return agrees ? 0 : 1;
}
