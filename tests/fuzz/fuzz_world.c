/* fuzz_world.c - any sequence of calls with any arguments.
 *
 * The bytes of the input choose the calls and their arguments. What must hold: no sanitizer and no
 * assertion speaks up (the build checks the whole world after each step), a failed call leaves the
 * state alone, and a copy of the world at another address steps to the same hash. */
#include <string.h>

#include "fuzz.h"
#include "pawl/pawl.h"

#define WORLD_SIZE_MAX (1u << 20)
#define CALLS_MAX 400
#define HANDLES 8

/* The rest of the input; zeros when it is used up. */
typedef struct fuzz_input {
    const uint8_t *data;
    size_t size;
} fuzz_input;

typedef struct fuzz_state {
    fuzz_input in;
    pawl_world *world;
    pawl_body_id bodies[HANDLES];
    pawl_shape_id shapes[HANDLES];
} fuzz_state;

static uint64_t memory[WORLD_SIZE_MAX / 8], copy[WORLD_SIZE_MAX / 8];

static uint8_t take_byte(fuzz_input *in) {
    if (in->size == 0) return 0;
    in->size--;
    return *in->data++;
}

static uint32_t take_word(fuzz_input *in) {
    uint32_t word = 0;
    for (int i = 0; i < 4; i++)
        word = word << 8 | take_byte(in);
    return word;
}

/* Mostly ordinary numbers, because extreme ones end every interesting story. */
static pawl_fx take_fx(fuzz_input *in) {
    static const pawl_fx special[] = {0,
                                      1,
                                      -1,
                                      INT32_MIN,
                                      INT32_MAX,
                                      PAWL_COORD_MAX,
                                      -PAWL_COORD_MAX,
                                      65536,
                                      -65536,
                                      PAWL_SPEED_MAX,
                                      PAWL_EXTENT_MAX,
                                      PAWL_SIZE_MIN,
                                      PAWL_STEP_MAX};
    const uint8_t kind = take_byte(in);
    if (kind < 200) return ((pawl_fx)kind - 100) * 8192;
    if (kind < 240) return (pawl_fx)((int32_t)(take_word(in) & 0xFFFFFu) - 0x80000);
    if (kind < 250) return special[take_byte(in) % (sizeof special / sizeof special[0])];
    return (pawl_fx)take_word(in);
}

static pawl_vec2 take_vec2(fuzz_input *in) {
    const pawl_fx x = take_fx(in);
    return pawl_vec2_make(x, take_fx(in));
}

static pawl_wide take_wide(fuzz_input *in) {
    const uint8_t kind = take_byte(in);
    if (kind < 240) return take_fx(in);
    return (pawl_wide)((uint64_t)take_word(in) << 32 | take_word(in));
}

static pawl_wide2 take_wide2(fuzz_input *in) {
    pawl_wide2 v;
    v.x = take_wide(in);
    v.y = take_wide(in);
    return v;
}

static pawl_body_id take_body(fuzz_state *state) {
    const uint8_t which = take_byte(&state->in);
    if (which == 255) return pawl_body_id_load(take_word(&state->in));
    return state->bodies[which % HANDLES];
}

static pawl_shape_id take_shape(fuzz_state *state) {
    const uint8_t which = take_byte(&state->in);
    if (which == 255) return pawl_shape_id_load(take_word(&state->in));
    return state->shapes[which % HANDLES];
}

/* A shape from one of the makers, or bytes that no maker has seen. */
static bool take_convex(fuzz_input *in, pawl_convex *out) {
    pawl_vec2 points[PAWL_POLYGON_MAX];
    const uint8_t kind = take_byte(in) % 16;
    const pawl_vec2 a = take_vec2(in), b = take_vec2(in);
    switch (kind) {
    case 0:
        for (size_t i = 0; i < sizeof *out; i++)
            ((uint8_t *)out)[i] = take_byte(in);
        return true;
    case 1:
        return pawl_make_segment(a, b, out) == PAWL_OK;
    case 2:
    case 3:
        return pawl_make_capsule(a, b, take_fx(in), out) == PAWL_OK;
    case 4:
    case 5:
    case 6:
        return pawl_make_circle(a, pawl_abs(take_fx(in)), out) == PAWL_OK;
    case 7:
    case 8: {
        const int32_t count = take_byte(in) % (PAWL_POLYGON_MAX + 1);
        for (int32_t i = 0; i < count; i++)
            points[i] = take_vec2(in);
        const int32_t corners = pawl_hull(points, count, points);
        return corners > 0 && pawl_make_polygon(points, corners, take_fx(in), out) == PAWL_OK;
    }
    case 9:
        return pawl_make_box_at(a.x, a.y, b, take_word(in), out) == PAWL_OK;
    default:
        return pawl_make_box(pawl_abs(a.x), pawl_abs(a.y), out) == PAWL_OK;
    }
}

static void create_body(fuzz_state *state) {
    fuzz_input *const in = &state->in;
    pawl_body_def def = pawl_body_def_default();
    const uint8_t flags = take_byte(in);
    def.type = (pawl_body_type)(take_byte(in) % 8 < 6 ? PAWL_DYNAMIC : take_byte(in) % 4);
    def.position = take_vec2(in);
    def.angle = take_word(in);
    if (flags & 1) def.velocity = take_vec2(in);
    if (flags & 2) def.angular_velocity = take_fx(in);
    if (flags & 4) def.gravity_scale = take_fx(in);
    if (flags & 8) def.linear_damping = take_fx(in);
    if (flags & 16) def.angular_damping = take_fx(in);
    def.fixed_rotation = (flags & 96) == 96;
    def.awake = (flags & 129) != 129;
    (void)!pawl_body_create(state->world, &def, &state->bodies[take_byte(in) % HANDLES]);
}

static void create_shape(fuzz_state *state) {
    fuzz_input *const in = &state->in;
    pawl_convex convex;
    const pawl_body_id body = take_body(state);
    if (!take_convex(in, &convex)) return;
    pawl_shape_def def = pawl_shape_def_default();
    const uint8_t flags = take_byte(in);
    if (flags & 1) def.density = take_fx(in);
    if (flags & 2) def.friction = take_fx(in);
    if (flags & 4) def.restitution = take_fx(in);
    if (flags & 8) def.tangent_speed = take_fx(in);
    if (flags & 16) def.filter.mask = take_word(in);
    if (flags & 32) def.filter.group = (int16_t)(take_byte(in) - 128);
    def.hit_events = (flags & 64) != 0;
    if (flags & 128) {
        const uint8_t more = take_byte(in);
        def.sensor = (more & 1) != 0;
        def.one_way = (more & 2) != 0;
        if (more & 4) def.rolling_resistance = take_fx(in);
        if (more & 8) def.break_impulse = take_fx(in);
    }
    (void)!pawl_shape_create(state->world, body, &def, &convex,
                             &state->shapes[take_byte(in) % HANDLES]);
}

static pawl_status push_body(fuzz_state *state) {
    fuzz_input *const in = &state->in;
    pawl_world *const world = state->world;
    const pawl_body_id body = take_body(state);
    const pawl_wide2 strength = take_wide2(in);
    switch (take_byte(in) % 7) {
    case 0:
        return pawl_body_apply_force(world, body, strength, take_vec2(in));
    case 1:
        return pawl_body_apply_force_to_center(world, body, strength);
    case 2:
        return pawl_body_apply_torque(world, body, strength.x);
    case 3:
        return pawl_body_apply_impulse(world, body, strength, take_vec2(in));
    case 4:
        return pawl_body_apply_impulse_to_center(world, body, strength);
    case 5:
        return pawl_body_apply_angular_impulse(world, body, strength.x);
    default:
        return pawl_body_change_velocity(world, body, take_vec2(in), take_vec2(in));
    }
}

static pawl_status change_body(fuzz_state *state) {
    fuzz_input *const in = &state->in;
    pawl_world *const world = state->world;
    const pawl_body_id body = take_body(state);
    pawl_mass mass;
    switch (take_byte(in) % 14) {
    case 0:
        return pawl_body_set_pose(world, body, take_vec2(in), take_word(in));
    case 1:
        return pawl_body_set_velocity(world, body, take_vec2(in));
    case 2:
        return pawl_body_set_angular_velocity(world, body, take_fx(in));
    case 3:
        mass.mass = take_wide(in);
        mass.center = take_vec2(in);
        mass.inertia = take_wide(in);
        return pawl_body_set_mass(world, body, mass);
    case 4:
        return pawl_body_reset_mass(world, body);
    case 5:
        return pawl_body_set_type(world, body, (pawl_body_type)(take_byte(in) % 4));
    case 6:
        return pawl_body_set_awake(world, body, take_byte(in) & 1);
    case 7:
        return pawl_body_set_enabled(world, body, take_byte(in) & 1);
    case 8:
        return pawl_body_set_fixed_rotation(world, body, take_byte(in) & 1);
    case 9:
        return pawl_body_set_gravity_scale(world, body, take_fx(in));
    case 10:
        return pawl_body_set_damping(world, body, take_fx(in), take_fx(in));
    case 11:
        return pawl_body_set_user_data(world, body, take_word(in));
    case 12:
        return pawl_body_drop_through(world, body);
    default:
        return pawl_body_destroy(world, body);
    }
}

static pawl_status change_shape(fuzz_state *state) {
    fuzz_input *const in = &state->in;
    pawl_world *const world = state->world;
    const pawl_shape_id shape = take_shape(state);
    pawl_filter filter;
    switch (take_byte(in) % 8) {
    case 0:
        return pawl_shape_set_density(world, shape, take_fx(in));
    case 1:
        return pawl_shape_set_friction(world, shape, take_fx(in));
    case 2:
        return pawl_shape_set_restitution(world, shape, take_fx(in));
    case 3:
        return pawl_shape_set_tangent_speed(world, shape, take_fx(in));
    case 4:
        filter = pawl_shape_get_filter(world, shape);
        filter.mask = take_word(in);
        filter.group = (int16_t)(take_byte(in) - 128);
        return pawl_shape_set_filter(world, shape, filter);
    case 5:
        return pawl_shape_set_rolling_resistance(world, shape, take_fx(in));
    case 6:
        return pawl_shape_set_break_impulse(world, shape, take_fx(in));
    default:
        return pawl_shape_destroy(world, shape);
    }
}

/* Most are some that a world has. */
static pawl_vec2 take_periods(fuzz_input *in) {
    const uint8_t bits = take_byte(in);
    if (bits == 255) return take_vec2(in);
    return pawl_vec2_make(bits % 16 < 2 ? 0 : PAWL_FX_ONE << bits % 14,
                          bits / 16 < 2 ? 0 : PAWL_FX_ONE << bits / 16 % 14);
}

static pawl_status change_world(fuzz_state *state) {
    fuzz_input *const in = &state->in;
    switch (take_byte(in) % 6) {
    case 0:
        return pawl_world_set_gravity(state->world, take_vec2(in));
    case 1:
        return pawl_world_set_substeps(state->world, (int8_t)take_byte(in));
    case 2:
        return pawl_world_set_sleeping_enabled(state->world, take_byte(in) & 1);
    case 3:
        return pawl_world_shift(state->world, take_vec2(in));
    case 4:
        return pawl_world_set_periods(state->world, take_periods(in));
    default:
        return pawl_world_clear_faults(state->world);
    }
}

/* Everything that reads: no answer matters, only that there is one. */
static void read_all(fuzz_state *state) {
    const pawl_world *const world = state->world;
    const pawl_body_id body = take_body(state);
    const pawl_shape_id shape = take_shape(state);
    const pawl_vec2 point = take_vec2(&state->in);
    pawl_convex convex;
    pawl_contact contact;
    pawl_shape_id visitor;
    uint32_t cursor = 0;
    while (pawl_world_next_contact(world, &cursor, &contact))
        continue;
    for (cursor = 0; pawl_shape_next_visitor(world, shape, &cursor, &visitor);)
        continue;
    (void)pawl_body_get_velocity_at(world, body, point);
    (void)pawl_body_get_mass(world, body);
    (void)pawl_body_get_pose(world, body);
    (void)pawl_body_get_angular_velocity(world, body);
    (void)pawl_shape_get_box(world, shape);
    if (pawl_shape_get_convex(world, shape, &convex) == PAWL_OK) {
        const pawl_pose pose = pawl_body_get_pose(world, body);
        (void)pawl_contains_point(&convex, pose, point);
        (void)pawl_closest(&convex, pose, &convex, pawl_body_get_pose(world, take_body(state)));
    }
}

/* Step a copy at another address too. */
static void step(fuzz_state *state) {
    pawl_world *const twin = (pawl_world *)(void *)copy;
    memcpy(copy, memory, sizeof memory);
    for (int count = take_byte(&state->in) % 8; count >= 0; count--) {
        const pawl_status status = pawl_world_step(state->world, NULL);
        fuzz_require(pawl_world_step(twin, NULL) == status);
    }
    fuzz_require(pawl_world_hash(twin) == pawl_world_hash(state->world));
}

static void call(fuzz_state *state) {
    const uint32_t before = pawl_world_hash(state->world);
    pawl_status status = PAWL_OK;
    switch (take_byte(&state->in) % 16) {
    case 0:
    case 1:
        create_body(state);
        break;
    case 2:
    case 3:
    case 4:
        create_shape(state);
        break;
    case 5:
        status = push_body(state);
        break;
    case 6:
    case 7:
        status = change_body(state);
        break;
    case 8:
        status = change_shape(state);
        break;
    case 9:
        status = change_world(state);
        break;
    case 10:
        read_all(state);
        break;
    default:
        step(state);
        break;
    }
    fuzz_require(status == PAWL_OK || pawl_world_hash(state->world) == before);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_state state = {{data, size}, NULL, {{0, 0}}, {{0, 0}}};
    fuzz_input *const in = &state.in;
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = 1 + take_byte(in) % 16;
    def.shape_capacity = 1 + take_byte(in) % 16;
    def.contact_capacity = 1 + take_byte(in) % 32;
    const uint8_t unusual = take_byte(in), flags = unusual < 160 ? 0 : take_byte(in);
    if (flags & 1) def.gravity = take_vec2(in);
    if (flags & 2) def.length_unit = take_fx(in);
    if (flags & 4) def.rate_denominator = 1 + (take_word(in) >> take_byte(in) % 32);
    if (flags & 8) def.rate_numerator = take_word(in) >> take_byte(in) % 32;
    if (flags & 128) def.rate_numerator = def.rate_denominator * (1u + take_byte(in));
    if (flags & 16) def.substeps = take_byte(in);
    if (flags & 32) def.geometry_capacity = 1 + take_byte(in) % 8;
    if (flags & 64) def.event_capacity = 1 + take_byte(in) % 4;
    memset(memory, 0xA5, sizeof memory);
    if (pawl_world_init(memory, sizeof memory, &def, &state.world) != PAWL_OK) return 0;
    for (int i = 0; i < CALLS_MAX && in->size > 0; i++)
        call(&state);
    return 0;
}
