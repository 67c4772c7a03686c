/* range.h - from which value to which something works, by trying. */
#ifndef PAWL_TESTS_RANGE_H
#define PAWL_TESTS_RANGE_H

#include "quality/trial/trial.h"

/* What happened at one value: an empty text where it worked. */
typedef struct range_outcome {
    char text[80];
} range_outcome;

typedef struct range_row {
    const char *what;               /* is varied, with its unit */
    const char *scene;              /* and what is asked of it */
    double start;                   /* a value that surely works */
    double low, high;               /* ends of the interface or of what was tried */
    const char *low_end, *high_end; /* what is there */
    double factor;                  /* from one value to the next, up; down its inverse */
    range_outcome (*measure)(double value);
    bool whole; /* a number of things */
} range_row;

extern const range_row range_bodies[], range_motions[]; /* each ends with a null name */

/* Text as of printf; none: it worked. */
range_outcome range_works(void);
range_outcome range_fails(const char *format, ...);

#endif
