/* shifted.c - steps of a golden in a world that is shifted now and then. */
#include "golden/shifted.h"

#include "golden/run.h"
#include "support/world/lanes.h"

/* Far enough that coordinates look different in all their bits, and too little for anything to meet
 * the edge on its way. */
#define FARTHEST (12000 * PAWL_FX_ONE)

static pawl_random shifter;
static bool comes_back;
static uint32_t shifts;

void golden_shifted_begin(uint64_t seed, bool returns) {
    shifter = pawl_random_make(seed, 19);
    comes_back = returns;
}

uint32_t golden_shifted_count(void) {
    return shifts;
}

/* The origin is within 32 bits: it is never shifted farther than that. */
static pawl_status shift_by(pawl_world *world, pawl_vec2 to) {
    const pawl_wide2 origin = pawl_world_get_origin(world);
    const pawl_vec2 offset = {(pawl_fx)(origin.x + to.x), (pawl_fx)(origin.y + to.y)};
    return pawl_world_shift(world, offset);
}

static pawl_fx draw_coordinate(void) {
    return (pawl_fx)pawl_random_below(&shifter, 2u * FARTHEST + 1u) - FARTHEST;
}

pawl_status golden_shifted_step(void *context, pawl_world *world) {
    const pawl_vec2 home = {0, 0};
    const uint32_t next = (uint32_t)pawl_world_get_tick(world) + 1;
    (void)context;
    if (next == 1 || comes_back || pawl_random_below(&shifter, 8) == 0) {
        const pawl_fx x = draw_coordinate();
        const pawl_status status = shift_by(world, pawl_vec2_make(x, draw_coordinate()));
        if (status != PAWL_OK) return status;
        shifts++;
    }
    const pawl_status status = lanes_step(world);
    const bool is_seen = next % GOLDEN_CHECKPOINT_STEPS == 0;
    if (status != PAWL_OK) return status;
    if (!comes_back && (!is_seen || pawl_random_below(&shifter, 2) == 0)) return PAWL_OK;
    return shift_by(world, home);
}
