/* world_memory.c - how many bytes a def needs, where each array lies, and a world made there.
 *
 * All sums are 64-bit and checked against 2^31, so no def can overflow them: the largest
 * capacities give about 2^28 bytes. */
#include "base/check.h"
#include "step/world_memory.h"
#include "base/arena.h"

#include "base/align.h"
#include "fx/int128.h"
#include "soft/soft_solve.h"
#include "step/step.h"
#include "world/objects.h"

#include <string.h>

#define WORLD_COOKIE UINT32_C(0x70617731)

pawl_world_def pawl_world_def_default(void) {
    pawl_world_def def;
    def.cookie = WORLD_COOKIE;
    def.body_capacity = 256;
    def.shape_capacity = 256;
    def.geometry_capacity = 0;
    def.event_capacity = 0;
    def.joint_capacity = PAWL_WITH_JOINTS ? 64 : 0;
    def.contact_capacity = 0;
    def.gravity = pawl_vec2_make(0, -PAWL_FX(10, 0, 1));
    def.length_unit = 0;
    def.rate_numerator = 60;
    def.rate_denominator = 1;
    def.substeps = 4;
    def.sleeping = true;
    def.soft_capacity = def.soft_point_capacity = def.soft_link_capacity = 0;
    def.soft_substeps = 8;
    def.terrain = true;
    def.character_capacity = 0;
    memset(&def.contact_tuning, 0, sizeof def.contact_tuning);
    def.restitution_threshold = def.hit_threshold = 0;
    return def;
}

/* Gravity beyond 2^13 units/s^2 would reach the speed limit within a second. */
static bool gravity_is_valid(pawl_vec2 gravity) {
    return gravity.x >= -PAWL_SPEED_MAX && gravity.x <= PAWL_SPEED_MAX &&
           gravity.y >= -PAWL_SPEED_MAX && gravity.y <= PAWL_SPEED_MAX;
}

static bool capacity_is_valid(uint16_t capacity, uint16_t least) {
    return capacity >= least && capacity <= PAWL_CAPACITY_MAX;
}

static bool length_unit_is_valid(pawl_fx unit) {
    return unit == 0 || (unit >= PAWL_LENGTH_UNIT_MIN && unit <= PAWL_LENGTH_UNIT_MAX);
}

/* 1 .. 1000 steps per second. */
static bool rate_is_valid(uint32_t numerator, uint32_t denominator) {
    return numerator >= denominator && numerator <= (uint64_t)denominator * 1000u;
}

PAWLI_FOLD pawl_status check_world_def(const pawl_world_def *def, const char **field) {
    PAWLI_CHECK(field, def->cookie == WORLD_COOKIE, ERR_COOKIE, "cookie");
    PAWLI_CHECK(field, capacity_is_valid(def->body_capacity, 1), ERR_RANGE, "body_capacity");
    PAWLI_CHECK(field, capacity_is_valid(def->shape_capacity, 1), ERR_RANGE, "shape_capacity");
    PAWLI_CHECK(field, capacity_is_valid(def->geometry_capacity, 0), ERR_RANGE,
                "geometry_capacity");
    PAWLI_CHECK(field, capacity_is_valid(def->event_capacity, 0), ERR_RANGE, "event_capacity");
    PAWLI_CHECK(field, capacity_is_valid(def->joint_capacity, 0), ERR_RANGE, "joint_capacity");
    PAWLI_CHECK(field, PAWL_WITH_JOINTS || def->joint_capacity == 0, ERR_UNSUPPORTED,
                "joint_capacity");
    PAWLI_CHECK(field, def->contact_capacity <= PAWL_CONTACT_CAPACITY_MAX, ERR_RANGE,
                "contact_capacity");
    PAWLI_CHECK(field, gravity_is_valid(def->gravity), ERR_RANGE, "gravity");
    PAWLI_CHECK(field, length_unit_is_valid(def->length_unit), ERR_RANGE, "length_unit");
    PAWLI_CHECK(field, def->rate_denominator >= 1, ERR_RANGE, "rate_denominator");
    PAWLI_CHECK(field, rate_is_valid(def->rate_numerator, def->rate_denominator), ERR_RANGE,
                "rate_numerator");
    PAWLI_CHECK(field, def->substeps >= 1 && def->substeps <= PAWL_SUBSTEPS_MAX, ERR_RANGE,
                "substeps");
    PAWLI_CHECK(field, def->soft_substeps >= 1 && def->soft_substeps <= PAWL_SOFT_SUBSTEPS_MAX,
                ERR_RANGE, "soft_substeps");
    PAWLI_CHECK(field, pawli_world_is_tuning(def->contact_tuning), ERR_RANGE, "contact_tuning");
    PAWLI_CHECK(field, pawli_world_is_threshold(def->restitution_threshold), ERR_RANGE,
                "restitution_threshold");
    PAWLI_CHECK(field, pawli_world_is_threshold(def->hit_threshold), ERR_RANGE, "hit_threshold");
    PAWLI_CHECK(field, capacity_is_valid(def->soft_capacity, 0), ERR_RANGE, "soft_capacity");
    PAWLI_CHECK(field, PAWL_WITH_SOFT || def->soft_capacity == 0, ERR_UNSUPPORTED, "soft_capacity");
    PAWLI_CHECK(field, PAWL_WITH_SOFT || def->soft_point_capacity == 0, ERR_UNSUPPORTED,
                "soft_point_capacity");
    PAWLI_CHECK(field, PAWL_WITH_SOFT || def->soft_link_capacity == 0, ERR_UNSUPPORTED,
                "soft_link_capacity");
    PAWLI_CHECK(field, capacity_is_valid(def->character_capacity, 0), ERR_RANGE,
                "character_capacity");
    PAWLI_CHECK(field, PAWL_WITH_CHARACTERS || def->character_capacity == 0, ERR_UNSUPPORTED,
                "character_capacity");
    return PAWL_OK;
}

PAWLI_RARE pawl_status pawl_world_def_check(const pawl_world_def *def, const char **field) {
    PAWLI_CHECK_CALL(check_world_def, def, field);
}

/* Arrays in their order, with the member of the world that says how many items they have. */
typedef struct array_row {
    uint16_t at, size, count;
    uint8_t count_size;
} array_row;

#define ARRAY(at_member, item, count_member)                                                      \
    {                                                                                             \
        (uint16_t) offsetof(pawl_world, at_member), (uint16_t)sizeof(item),                       \
            (uint16_t)offsetof(pawl_world, count_member), sizeof(((pawl_world *)0)->count_member) \
    }

/* Without a tree there are as many nodes as have been taken: none. */
#if PAWL_WITH_TREE
#define NODE_COUNT shape_pool.capacity
#else
#define NODE_COUNT node_used
#endif

static const array_row arrays[] PAWLI_ROM = {
    ARRAY(at_bodies, pawli_body, body_pool.capacity),
    ARRAY(at_shapes, pawli_shape, shape_pool.capacity),
    ARRAY(at_geometries, pawli_geometry, geometry_capacity),
    ARRAY(at_nodes, pawli_node, NODE_COUNT),
    ARRAY(at_contacts, pawli_contact, contact_capacity),
    ARRAY(at_joints, pawli_joint, joint_pool.capacity),
    ARRAY(at_softs, pawli_soft, soft_pool.capacity),
    ARRAY(at_soft_points, pawli_soft_point, soft_point_capacity),
    ARRAY(at_soft_links, pawli_soft_link, soft_link_capacity),
#if PAWL_WITH_CHARACTERS
    ARRAY(at_characters, pawli_character, character_pool.capacity),
#endif
};
#define ARRAYS ((uint8_t)(sizeof arrays / sizeof arrays[0]))

static void reserve_arrays(pawl_world *layout, pawli_arena *arena) {
    uint8_t *world = (uint8_t *)layout;
    for (uint8_t i = 0; i < ARRAYS; i++) {
        array_row copy;
        const array_row *row = pawli_rom_fetch(&arrays[i], &copy, sizeof copy);
        const void *count = world + row->count;
        const uint32_t items =
            row->count_size == 4 ? *(const uint32_t *)count : *(const uint16_t *)count;
        *(uint32_t *)(void *)(world + row->at) = pawli_arena_reserve(arena, items, row->size);
    }
}

pawl_status pawli_world_memory_layout(const pawl_world_def *def, pawl_world *layout) {
    if (def == NULL) return PAWL_ERR_NULL;
    const pawl_status status = PAWLI_CHECK_ONLY(check_world_def, pawl_world_def_check, def);
    if (status != PAWL_OK) return status;
    const uint16_t shapes = def->shape_capacity;
    layout->contact_capacity = def->contact_capacity ? def->contact_capacity : shapes * UINT32_C(4);
    layout->geometry_capacity = def->geometry_capacity ? def->geometry_capacity : shapes;
    layout->event_capacity = def->event_capacity ? def->event_capacity : shapes;
    layout->body_pool.capacity = def->body_capacity;
    layout->shape_pool.capacity = shapes;
    layout->joint_pool.capacity = def->joint_capacity;
    layout->soft_pool.capacity = def->soft_capacity;
    layout->soft_point_capacity = def->soft_point_capacity;
    layout->soft_link_capacity = def->soft_link_capacity;
#if PAWL_WITH_CHARACTERS
    layout->character_pool.capacity = def->character_capacity;
#endif

    pawli_arena arena = {sizeof(pawl_world), 8};
    layout->node_used = 0;
    reserve_arrays(layout, &arena);
    layout->terrain = def->terrain;
    layout->at_edges = PAWL_WITH_CHAINS && def->terrain
                           ? pawli_arena_reserve(&arena, layout->contact_capacity, sizeof(uint32_t))
                           : 0;
    layout->at_events = pawli_arena_reserve(&arena, 0, 1);
    const uint32_t events = pawli_event_at(layout, PAWLI_EVENT_ALL) - layout->at_events;
    (void)pawli_arena_reserve(&arena, events, 1);
    const uint32_t bits = PAWLI_BIT_WORDS(def->body_capacity) + PAWLI_BIT_WORDS(shapes);
    const uint32_t links = pawli_has_joint_room(layout) ? (def->body_capacity + 1u) / 2u : 0;
    layout->at_bits = pawli_arena_reserve(&arena, bits + links, sizeof(uint32_t));
#if PAWLI_TEST_OBJECT
    layout->test_pool.capacity = PAWLI_TEST_OBJECTS;
    layout->at_tests = pawli_arena_reserve(&arena, PAWLI_TEST_OBJECTS, sizeof(pawli_test_object));
#endif
    layout->state_size = (uint32_t)pawli_arena_end(&arena, 8);
    layout->scratch_size = pawli_scratch_size(layout);
    if (PAWL_WITH_SOFT) layout->scratch_size += pawli_soft_scratch_size(layout);
    layout->total_size = layout->state_size + layout->scratch_size;
    return PAWL_OK;
}

size_t pawl_world_state_size(const pawl_world_def *def) {
    pawl_world layout;
    return pawli_world_memory_layout(def, &layout) == PAWL_OK
               ? pawli_size_or_none(layout.state_size)
               : 0;
}

size_t pawl_world_scratch_size(const pawl_world_def *def) {
    pawl_world layout;
    return pawli_world_memory_layout(def, &layout) == PAWL_OK
               ? pawli_size_or_none(layout.scratch_size)
               : 0;
}

size_t pawl_world_size(const pawl_world_def *def) {
    pawl_world layout;
    return pawli_world_memory_layout(def, &layout) == PAWL_OK
               ? pawli_size_or_none(layout.total_size)
               : 0;
}

/* value * numerator / denominator for the scales: small positive factors of L <= 1024 units. */
static pawl_fx scaled_by(pawl_fx value, int32_t numerator, int32_t denominator) {
    return pawl_muldiv(value, numerator, denominator);
}

static pawl_fx default_length_unit(pawl_vec2 gravity) {
    const pawl_fx strength = pawl_vec2_length(gravity);
    if (strength == 0) return PAWL_FX_ONE;
    return pawl_clamp(scaled_by(strength, 1, 10), PAWL_LENGTH_UNIT_MIN, PAWL_LENGTH_UNIT_MAX);
}

static pawli_scales make_scales(pawl_fx unit) {
    pawli_scales scales;
    scales.length_unit = unit;
    scales.speculative = scaled_by(unit, 2, 100);
    scales.fat_margin = scaled_by(unit, 3, 100);
    scales.recycle = scaled_by(unit, 5, 100);
    return scales;
}

/* Equal rates are stored alike. */
static uint32_t common_divisor(uint32_t a, uint32_t b) {
    while (b != 0) {
        const uint32_t remainder = a % b;
        a = b;
        b = remainder;
    }
    return a;
}

/* Half a second of steps, rounded up. */
static uint16_t half_second(uint32_t numerator, uint32_t denominator) {
    const uint64_t twice = (uint64_t)denominator * 2u;
    return (uint16_t)((numerator + twice - 1u) / twice);
}

pawl_status pawl_world_init_for(uint32_t config_id, void *buffer, size_t size,
                                const pawl_world_def *def, pawl_world **out) {
    if (config_id != PAWL_CONFIG_ID) return PAWL_ERR_CONFIG;
    if (buffer == NULL || out == NULL) return PAWL_ERR_NULL;
    pawl_world layout;
    memset(&layout, 0, sizeof layout);
    const pawl_status status = pawli_world_memory_layout(def, &layout);
    if (status != PAWL_OK) return status;
    if (!pawli_is_aligned(buffer) || size < layout.state_size) return PAWL_ERR_MEMORY;
    if (size < layout.total_size) layout.total_size = layout.state_size;

    pawli_objects_init(&layout);
    layout.tree_root = layout.free_node = PAWLI_NONE;
    layout.gravity = def->gravity;
    layout.scales =
        make_scales(def->length_unit ? def->length_unit : default_length_unit(def->gravity));
    const uint32_t divisor = common_divisor(def->rate_numerator, def->rate_denominator);
    layout.rate_numerator = def->rate_numerator / divisor;
    layout.rate_denominator = def->rate_denominator / divisor;
    layout.substeps = def->substeps;
    layout.tuning.contact = def->contact_tuning;
    layout.tuning.restitution_threshold = def->restitution_threshold;
    layout.tuning.hit_threshold = def->hit_threshold;
    layout.sleeping = def->sleeping;
    layout.soft_substeps = def->soft_substeps;
    layout.sleep_steps = half_second(def->rate_numerator, def->rate_denominator);
    memset(buffer, 0, (size_t)layout.state_size);
    memcpy(buffer, &layout, sizeof layout);
    *out = (pawl_world *)buffer;
    return PAWL_OK;
}
