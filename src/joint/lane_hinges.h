/* lane_hinges.h - internal: all kernels of hinges for one set of lanes, behind its vocabulary. For
 * hinge_kernels.c, once for each set. */
#include "joint/hinge_words.h"

#include "joint/lane_hinge.h"

#include "joint/lane_hinge_prepare.h"

#include "joint/lane_body_turn.h"

static const pawli_hinge_kernels hinge_kernels = {
    LANE_WIDTH,  hinge_prepare,     hinge_warm_start, hinge_solve,
    hinge_relax, hinge_turn_levers, hinge_turn_bodies};

#include "solver/lane_end.h"
