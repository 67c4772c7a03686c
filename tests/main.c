/* main.c - runs every suite. The build writes suites.inc: one SUITE(name) line for each function
 * `Suite *suite_name(void)` that a file test_*.c in a folder of tests/ defines.
 *
 * Check reads its own settings from the environment: CK_FORK=no runs everything in one process
 * (for a debugger), CK_RUN_SUITE and CK_RUN_CASE choose what runs, CK_VERBOSITY=verbose lists all
 * tests. PAWL_SEED=new draws other random numbers, and the first line tells which. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "pawl/world.h"
#include "support/base/seeded.h"

#ifdef ONE_SUITE /* make test SUITE=... */
Suite *ONE_SUITE(void);
static Suite *(*const suites[])(void) = {ONE_SUITE, NULL};
#else
#define SUITE(name) Suite *name(void);
#include "suites.inc"
#undef SUITE

static Suite *(*const suites[])(void) = {
#define SUITE(name) name,
#include "suites.inc"
#undef SUITE
    NULL};
#endif

int main(void) {
    printf("%s", pawl_build_options());
    seeded_draw();
    pawl_world_link_all(); /* a suite alone may load what it does not make */
    printf("\n");
    fflush(stdout); /* before tests are processes of their own */
    SRunner *const runner = srunner_create(NULL);
    for (int i = 0; suites[i]; i++)
        srunner_add_suite(runner, suites[i]());
    srunner_run_all(runner, CK_ENV);
    const int run = srunner_ntests_run(runner);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return run == 0 || failed != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
