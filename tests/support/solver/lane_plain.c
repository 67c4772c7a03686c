/* lane_plain.c - the kernels of src/solver/lane_contact.h for two and for four lanes of plain C. */
#include "support/solver/lane_plain.h"

#include <stddef.h>

#define LANE_JOIN2(name, set) name##_##set
#define LANE_JOIN(name, set) LANE_JOIN2(name, set)
#define LANE_NAME(name) LANE_JOIN(name, LANE_SET)
#include "solver/lane_names.h"

#define LANE_SET plain2
#define LANE_WIDTH 2
#define LANE_NARROWER NULL
#include "solver/lane_plain.h"

#include "solver/lane_contact.h"
#include "solver/lane_pass.h"
#include "solver/lane_pack.h"
#include "solver/lane_move.h"
#include "solver/lane_end.h"

#define LANE_SET plain4
#define LANE_WIDTH 4
#define LANE_NARROWER (&lane_kernels_plain2)
#include "solver/lane_plain.h"

#include "solver/lane_contact.h"
#include "solver/lane_pass.h"
#include "solver/lane_pack.h"
#include "solver/lane_move.h"
#include "solver/lane_end.h"

const pawli_lane_kernels *lane_plain_kernels(int which) {
    return which == 0 ? &lane_kernels_plain2 : &lane_kernels_plain4;
}
