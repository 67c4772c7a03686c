/* hinge_plain.c - the kernels of src/joint/lane_hinges.h for two and for four lanes of plain C. */
#include "support/joint/hinge_plain.h"

#if PAWLI_HINGES_IN_LANES
#include "fx/quotient.h"
#include "joint/body_turn.h"

#include <stddef.h>

#define LANE_JOIN2(name, set) name##_##set
#define LANE_JOIN(name, set) LANE_JOIN2(name, set)
#define LANE_NAME(name) LANE_JOIN(name, LANE_SET)
#include "joint/hinge_names.h"
#include "solver/lane_names.h"

#define LANE_SET hinges_plain2
#define LANE_WIDTH 2
#include "solver/lane_plain.h"

#include "joint/hinge_plain.h"

#include "joint/lane_hinges.h"

#define LANE_SET hinges_plain4
#define LANE_WIDTH 4
#include "solver/lane_plain.h"

#include "joint/hinge_plain.h"

#include "joint/lane_hinges.h"

const pawli_hinge_kernels *hinge_plain_kernels(int which) {
    return which == 0 ? &hinge_kernels_hinges_plain2 : &hinge_kernels_hinges_plain4;
}
#endif
