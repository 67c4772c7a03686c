/* levels.c - the tables of the levels, made by the build: the ground of each by `pawl bake`, the
 * rest by level_table.py. */
#include "level.h"

#include "level_1.inc"
#include "level_2.inc"
#include "level_3.inc"
#include "level_4.inc"
#include "level_5.inc"
#include "level_6.inc"
#include "levels.inc"
