/* one_copy.c - the one copy of what is a function where a compiler is asked for small code. */
#define PAWLI_SOLVER_COPY
#include "solver/contact_pair.h"
#include "solver/contact_row.h"
