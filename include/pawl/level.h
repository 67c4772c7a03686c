/* level.h - all about levels: the mesh and how it is built, walking in it, and paths. */
#ifndef PAWL_LEVEL_H
#define PAWL_LEVEL_H

#include "pawl/level_mesh.h"
#include "pawl/walker.h"
#include "pawl/path.h"

#endif
