/* meet.h - internal: what stops a body on its way through a step, for phase 8. */
#ifndef PAWLI_MEET_H
#define PAWLI_MEET_H

#include "step/flight.h"

/* Where a body must stop. */
typedef struct pawli_meet_stop {
    pawl_fraction fraction; /* PAWL_UNIT: pawli_meet_nothing */
    bool sunk;              /* its contact does not hold it */
    pawl_rot normal;        /* to the surface, where it stops; sunk: from its center of mass */
    uint32_t serial;        /* of the shape that stops it */
} pawli_meet_stop;

static const pawli_meet_stop pawli_meet_nothing = {PAWL_UNIT, false, {0, 0}, 0};

pawli_meet_stop pawli_meet_earlier(pawli_meet_stop a, pawli_meet_stop b);

/* Whether phase 1 has seen that nothing static is there. */
bool pawli_meet_is_known_free(const pawli_step *step, uint16_t shape, pawl_box box);
/* Where static shapes stop a body. `again`: its way was shortened before and may end at the limit
 * of depth. */
pawli_meet_stop pawli_meet_static(const pawli_step *step, uint16_t body, bool again);
/* Where the shape `against` stops a body, with both on their way. */
pawli_meet_stop pawli_meet_shape(const pawli_step *step, uint16_t body, uint16_t against,
                                 bool again);

#endif
