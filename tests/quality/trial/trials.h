/* trials.h - the program of the trials, for whichever engine. */
#ifndef PAWL_TESTS_TRIALS_H
#define PAWL_TESTS_TRIALS_H

#include "engine.h"

/* Arguments as of main; trials.c has them in print_help. The result is the exit status. */
int trials_main(int count, char **words, const trial_engine *engine);

#endif
