/* mark_point.c - where a test is. Check's own _mark_point, which every assertion that holds calls,
 * writes the place into a file each time: half of the time of suites with many random cases.
 * Objects of tests are compiled with -D_mark_point=mark_point_reached (Makefile): the place is kept
 * here, and Check is told when the test dies of a signal. */
#undef _mark_point
#include <check.h>
#include <signal.h>
#include <stddef.h>

void mark_point_reached(const char *file, int line);

static _Thread_local const char *last_file;
static _Thread_local int last_line;
static volatile sig_atomic_t is_watching;

/* The signal comes again when this returns, and then has its usual effect. */
static void tell(int number) {
    (void)number;
    if (last_file != NULL) _mark_point(last_file, last_line);
}

/* The address sanitizer has the other signals itself, and shows where it was. */
static void watch(void) {
    static const int deadly[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    const struct sigaction action = {.sa_handler = tell, .sa_flags = (int)SA_RESETHAND};
    size_t count = sizeof deadly / sizeof deadly[0];
#ifdef __SANITIZE_ADDRESS__
    count = 1;
#endif
    is_watching = 1;
    for (size_t i = 0; i < count; i++)
        (void)sigaction(deadly[i], &action, NULL);
}

void mark_point_reached(const char *file, int line) {
    last_file = file;
    last_line = line;
    if (!is_watching) watch();
}
