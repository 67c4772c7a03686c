/* shared.c - the one copy of what is a function in builds with PAWL_SMALL_CODE. */
#define PAWLI_IN_SHARED_C
#include "fx/round.h"
#include "pawl/vec.h"
