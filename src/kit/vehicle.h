/* vehicle.h - internal: what vehicles of a box and of an outline share. */
#ifndef PAWLI_KIT_VEHICLE_H
#define PAWLI_KIT_VEHICLE_H

#include "pawl/kit.h"

/* Whether it can be made, as far as the def tells. */
pawl_status pawli_vehicle_check(const pawl_world *world, const pawl_vehicle_def *def,
                                const pawl_vehicle *out);

/* The wheels of a chassis; when they have no room, it is destroyed with them. */
pawl_status pawli_vehicle_add_wheels(pawl_world *world, const pawl_vehicle_def *def,
                                     pawl_body_id chassis, pawl_vehicle *out);

#endif
