/* pawl.h - everything, in reading order. */
#ifndef PAWL_PAWL_H
#define PAWL_PAWL_H

#include "pawl/base.h"
#include "pawl/fx.h"
#include "pawl/vec.h"
#include "pawl/convex.h"
#include "pawl/collide.h"
#include "pawl/arcade.h"
#include "pawl/pocket.h"
#include "pawl/id.h"
#include "pawl/world.h"
#include "pawl/body.h"
#include "pawl/joint.h"
#include "pawl/soft.h"
#include "pawl/terrain.h"
#include "pawl/query.h"
#include "pawl/mover.h"
#include "pawl/field.h"
#include "pawl/ring.h"
#include "pawl/cut.h"
#include "pawl/polygon.h"
#include "pawl/fracture.h"
#include "pawl/level.h"
#include "pawl/walker.h"
#include "pawl/path.h"
#include "pawl/draw.h"
#include "pawl/state.h"
#include "pawl/snapshot.h"
#include "pawl/replay.h"
#include "pawl/session.h"

#endif
