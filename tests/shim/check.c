/* check.c - runs the tests of one suite, one after the other in the same program. */
#include "check.h"

#include <stdarg.h>
#if __STDC_HOSTED__
#include <setjmp.h>
#endif

#include "common/put.h"
#include "format.h"

/* A suite fits; what does not stops the program. */
enum {
    TESTS_MAX = 64,
    CASES_MAX = 8
};

typedef struct entry {
    const TTest *test;
    const TCase *tcase;
    int begin, end;
} entry;

struct TCase {
    const char *name;
    void (*setup)(void), (*teardown)(void);
    bool added;
};

struct Suite {
    const char *name;
};

struct SRunner {
    int run, failed;
};

static entry entries[TESTS_MAX];
static TCase cases[CASES_MAX];
static Suite the_suite;
static SRunner the_runner;
static int entry_count, case_count;

/* What runs now, for the report. */
static const entry *current;
static int current_pass;

/* Without a C library the compiler saves what a jump needs: five words, says GCC's manual. */
#if __STDC_HOSTED__
static jmp_buf back;
#define SET_JUMP() setjmp(back)
#define JUMP() longjmp(back, 1)
#else
static void *back[5];
#define SET_JUMP() __builtin_setjmp(back)
#define JUMP() __builtin_longjmp(back, 1)
#endif

static void refuse(const char *reason) {
    pawli_put_text(reason);
    pawl_port_putc('\n');
    pawl_port_halt(97);
}

Suite *suite_create(const char *name) {
    if (the_suite.name != NULL) refuse("shim: a second suite");
    the_suite.name = name;
    return &the_suite;
}

TCase *tcase_create(const char *name) {
    if (case_count == CASES_MAX) refuse("shim: too many test cases");
    TCase *const tcase = &cases[case_count++];
    *tcase = (TCase){.name = name};
    return tcase;
}

void suite_add_tcase(Suite *suite, TCase *tcase) {
    (void)suite;
    tcase->added = true;
}

void tcase_add_loop_test(TCase *tcase, const TTest *test, int begin, int end) {
    if (entry_count == TESTS_MAX) refuse("shim: too many tests");
    entries[entry_count++] = (entry){test, tcase, begin, end};
}

void tcase_add_checked_fixture(TCase *tcase, void (*setup)(void), void (*teardown)(void)) {
    tcase->setup = setup;
    tcase->teardown = teardown;
}

SRunner *srunner_create(Suite *suite) {
    (void)suite;
    the_runner = (SRunner){0, 0};
    return &the_runner;
}

int srunner_ntests_run(SRunner *runner) {
    return runner->run;
}

int srunner_ntests_failed(SRunner *runner) {
    return runner->failed;
}

void srunner_free(SRunner *runner) {
    (void)runner;
    the_suite.name = NULL;
    entry_count = case_count = 0;
}

void pawli_check_failed(const char *file, int line, const char *expression, const char *message,
                        ...) {
    pawli_print("%s:%d:F:%s:%s:%d: ", file, line, current->tcase->name, current->test->name,
                current_pass);
    va_list arguments;
    va_start(arguments, message);
    if (message != NULL) {
        pawli_print_list(message, arguments);
    } else {
        pawli_put_text(expression);
    }
    va_end(arguments);
    pawl_port_putc('\n');
    JUMP();
}

/* A function of its own: nothing that lives in registers here survives the jump. */
__attribute__((noinline)) static bool passes(void) {
    if (SET_JUMP() != 0) return false;
    const TCase *const tcase = current->tcase;
    if (tcase->setup != NULL) tcase->setup();
    current->test->function(current_pass);
    if (tcase->teardown != NULL) tcase->teardown();
    return true;
}

/* The order of Check: case by case. */
static void run_case(SRunner *runner, const TCase *tcase) {
    for (int i = 0; i < entry_count; i++) {
        current = &entries[i];
        if (current->tcase != tcase) continue;
        for (current_pass = current->begin; current_pass < current->end; current_pass++) {
            runner->run++;
            runner->failed += !passes();
        }
    }
}

void srunner_run_all(SRunner *runner, enum print_output mode) {
    (void)mode;
    pawli_print("Running suite(s): %s\n", the_suite.name);
    for (int i = 0; i < case_count; i++)
        if (cases[i].added) run_case(runner, &cases[i]);
    const int passed = runner->run - runner->failed;
    const int percentage = runner->run == 0 ? 100 : (int)(passed * INT32_C(100) / runner->run);
    pawli_print("%d%%: Checks: %d, Failures: %d, Errors: 0\n", percentage, runner->run,
                runner->failed);
}
