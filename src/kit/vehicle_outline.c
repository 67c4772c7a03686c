/* vehicle_outline.c - a vehicle whose chassis is an outline: apart, so that one with a box does not
 * bring the code of outlines into a program. */
#include "kit/vehicle.h"

pawl_status pawl_vehicle_create_outline(pawl_world *world, const pawl_vehicle_def *def,
                                        const pawl_rings *rings, void *memory, size_t size,
                                        pawl_outline_report *report, pawl_vehicle *out) {
    pawl_body_id chassis;
    pawl_status status = pawli_vehicle_check(world, def, out);
    if (status != PAWL_OK) return status;
    status = pawl_body_create_outline(world, &def->body, &def->chassis, rings, memory, size, report,
                                      &chassis);
    return status == PAWL_OK ? pawli_vehicle_add_wheels(world, def, chassis, out) : status;
}
