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

/* A machine without room for all of it runs three parts: 1 has the arithmetic, the layout and
 * a session, 2 the scenes, 3 the level; none has snapshots. 0: all. */
#ifndef PAWLI_PORTCHECK_PART
#define PAWLI_PORTCHECK_PART 0
#endif

#ifndef PAWL_WITH_JOINTS
#define PAWL_WITH_JOINTS 1
#endif
#define IS_IN(part) (PAWLI_PORTCHECK_PART == 0 || PAWLI_PORTCHECK_PART == (part))
#if !IS_IN(1)
#define pawli_stage_integers NULL
#define pawli_stage_fixed NULL
#define pawli_stage_layout NULL
#define pawli_stage_hash NULL
#define pawli_stage_session NULL
#endif
#if !IS_IN(2)
#define pawli_stage_contacts NULL
#define pawli_stage_sleep NULL
#endif
#if !IS_IN(2) || !PAWL_WITH_JOINTS
#define pawli_stage_joints NULL
#endif
#if !IS_IN(3)
#define pawli_stage_level NULL
#endif
#if PAWLI_PORTCHECK_PART != 0
#define pawli_stage_snapshot NULL
#endif

typedef struct stage {
    const char *title, *section;
    void (*run)(pawli_check *check); /* null: not in this profile or part */
    uint32_t hash;
    const uint32_t *marks;
} stage;

static const stage stages[] = {
#define STAGE(name, title, section) \
    {title, section, pawli_stage_##name, PAWLI_REFERENCE_##name, pawli_reference_##name},
#include "portcheck/stages.h"
#undef STAGE
};
#define STAGES ((int)(sizeof stages / sizeof stages[0]))
/* The arithmetic alone: whatever the engine makes of it, worlds can agree only if this does. */
#define FINGERPRINT_STAGES 2

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

/* Returns whether the stage agrees; *hash is what it found. */
static bool run_stage(int index, uint32_t *hash) {
    pawli_check check = {.reference = stages[index].marks};
    const uint32_t begin = pawl_port_ms();
    put_title(index); /* before it runs: a crash is then seen beside it */
    stages[index].run(&check);
    *hash = check.hash;
    if (check.failures == 0) { /* what has no known answer is in the hash */
        check.reference = &stages[index].hash;
        check.mark_count = 0;
        pawli_mark(&check, "stage", index + 1);
    }
    put_stage(index, &check, pawl_port_ms() - begin);
    return check.failures == 0;
}

int main(void) {
    bool agrees = true;
    pawli_check found = {.hash = 0}, reference = {.hash = 0};
    put_machine("pawl portcheck ", " simulation ", "  ", "  ", " ");
    pawl_port_putc('\n');
    for (int i = 0; i < STAGES; i++) {
        uint32_t hash;
        if (stages[i].run == NULL) {
            put_title(i);
            pawli_put_text("left out\n");
            continue;
        }
        agrees &= run_stage(i, &hash);
        if (i >= FINGERPRINT_STAGES) continue;
        pawli_fold(&found, hash);
        pawli_fold(&reference, stages[i].hash);
    }
    pawli_put_text(agrees ? "VERDICT: COMPATIBLE"
                          : "VERDICT: NOT COMPATIBLE - worlds on this build will desync");
    pawli_put_text(".  math fingerprint ");
    pawli_put_hex(found.hash);
    pawli_put_text(" (reference ");
    pawli_put_hex(reference.hash);
    pawli_put_text(")\n");
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
