/* studio_sample.c - the numbers of a tick, which the lanes below a timeline show. */
#include "cli/studio/studio_state.h"
#include "fx/int128.h"
#include "pawl/state.h"

/* Energies are summed in Q48.16 and saturate. */
static int64_t add(int64_t a, int64_t b) {
    if (b > 0 && a > INT64_MAX - b) return INT64_MAX;
    if (b < 0 && a < INT64_MIN - b) return INT64_MIN;
    return a + b;
}

/* a * b / 2^shift, to the nearest: half away from zero. */
static int64_t product(int64_t a, int64_t b, int shift) {
    return pawli_int128_divide_near(pawli_int128_multiply(a, b), INT64_C(1) << shift);
}

/* m (v^2 / 2 - g . p) + I w^2 / 2; squares of speeds are below 2^62, in Q32.32. */
static int64_t energy_of(const pawl_world *world, pawl_body_id body, pawl_vec2 gravity) {
    const pawl_mass mass = pawl_body_get_mass(world, body);
    const pawl_vec2 v = pawl_body_get_velocity(world, body);
    const pawl_fx w = pawl_body_get_angular_velocity(world, body);
    const pawl_vec2 at = pawl_body_get_center(world, body);
    const pawl_fx scale = pawl_body_get_gravity_scale(world, body);
    const int64_t square = (int64_t)v.x * v.x + (int64_t)v.y * v.y;
    const int64_t fall = product((int64_t)gravity.x * at.x + (int64_t)gravity.y * at.y, scale, 16);
    return add(product(mass.mass, square / 2 - fall, 32),
               product(mass.inertia, (int64_t)w * w / 2, 32));
}

static int64_t energy(const pawl_world *world) {
    const pawl_body_id none = {0, 0};
    const pawl_vec2 gravity = pawl_world_get_gravity(world);
    int64_t sum = 0;
    pawl_body_id body = pawl_world_next_body(world, none);
    for (; body.index1 != 0; body = pawl_world_next_body(world, body)) {
        if (pawl_body_get_type(world, body) == PAWL_DYNAMIC) {
            sum = add(sum, energy_of(world, body, gravity));
        }
    }
    return sum;
}

static uint32_t edits_at(const cli_studio *studio) {
    uint32_t count = 0;
    const cli_script_call *call = studio->script.next;
    for (; call != NULL && call->tick == studio->tick; call = call->next)
        count++;
    return count;
}

cli_studio_sample cli_studio_sample_take(const cli_studio *studio) {
    cli_studio_sample out = {.edits = edits_at(studio)};
    const pawl_arcade *const arcade = studio->scene.arcade;
    if (arcade != NULL) {
        out.hash = pawl_arcade_hash(arcade);
        out.awake = pawl_arcade_get_body_count(arcade);
        out.contacts = out.work = pawl_arcade_get_contact_count(arcade);
        return out;
    }
    const pawl_world *const world = studio->scene.world;
    const pawl_counters counters = pawl_world_get_counters(world);
    out.hash = pawl_world_hash_lanes(world, pawl_lanes_best());
    out.awake = counters.awake;
    out.contacts = counters.touching;
    out.work = counters.points + counters.solved_joints;
    out.energy = energy(world);
    return out;
}
