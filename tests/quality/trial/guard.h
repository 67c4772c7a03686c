/* guard.h - how far a figure may be short of its bar before a sample fails. */
#ifndef GUARD_H
#define GUARD_H

#include "trial.h"

/* The value beyond which a row fails that is short of its bar. */
double guard_of(const char *scene, const char *figure, trial_bar bar, int count, bool is_share);

#endif
