/* pawl.h - the engine: a world of rigid and soft bodies, in reading order.
 *
 * What stands beside it is included by itself: pawl/arcade.h and pawl/pocket.h (engines without a
 * world), pawl/level.h (levels, walkers and paths), pawl/replay.h, pawl/film.h,
 * pawl/session.h. */
#ifndef PAWL_PAWL_H
#define PAWL_PAWL_H

#include "pawl/base.h"
#include "pawl/fx.h"
#include "pawl/vec.h"
#include "pawl/convex.h"
#include "pawl/collide.h"
#include "pawl/id.h"
#include "pawl/world.h"
#include "pawl/body.h"
#include "pawl/body_event.h"
#include "pawl/shape.h"
#include "pawl/body_build.h"
#include "pawl/joint.h"
#include "pawl/soft.h"
#include "pawl/terrain.h"
#include "pawl/query.h"
#include "pawl/mover.h"
#include "pawl/character.h"
#include "pawl/field.h"
#include "pawl/ring.h"
#include "pawl/cut.h"
#include "pawl/polygon.h"
#include "pawl/fracture.h"
#include "pawl/kit.h"
#include "pawl/command.h"
#include "pawl/draw.h"
#include "pawl/state.h"
#include "pawl/snapshot.h"

#endif
