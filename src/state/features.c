/* features.c - what a world or a snapshot uses of what builds may leave out.
 *
 * A world can only use what its build has. A snapshot may come from a build that has more: its
 * records are looked at with the numbers of their fields alone, which all builds know. */
#include "base/bytes.h"
#include "pawl/state.h"
#include "state/snapshot.h"
#include "world/terrain.h"
#include "world/world.h"

/* Bits that mean the same in all builds; those that a build leaves out are 0 there. */
#define BULLET_BIT 32u
#define LOCK_BITS 192u
#define SENSOR_BIT 16u
#define HOOK_BITS (32u | 64u)
#define ONE_WAY_BIT 128u
#define OVERLAPS_BIT 2u
#define PLAIN_VERTICES 4u /* of shapes that every build has */

#define IS_BIT_OR_NONE(flag, bit) ((flag) == 0 || (flag) == (bit))
PAWL_STATIC_ASSERT(IS_BIT_OR_NONE(PAWLI_BODY_BULLET, BULLET_BIT), "a bit means the same");
PAWL_STATIC_ASSERT(IS_BIT_OR_NONE(PAWLI_BODY_LOCKS, LOCK_BITS), "bits mean the same");
PAWL_STATIC_ASSERT(IS_BIT_OR_NONE(PAWLI_SHAPE_SENSOR, SENSOR_BIT), "a bit means the same");
PAWL_STATIC_ASSERT(IS_BIT_OR_NONE(PAWLI_SHAPE_ONE_WAY, ONE_WAY_BIT), "a bit means the same");
PAWL_STATIC_ASSERT(IS_BIT_OR_NONE(PAWLI_CONTACT_OVERLAPS, OVERLAPS_BIT), "a bit means the same");
PAWL_STATIC_ASSERT(IS_BIT_OR_NONE(PAWLI_SHAPE_CUSTOM_FILTER | PAWLI_SHAPE_PRE_SOLVE, HOOK_BITS),
                   "bits mean the same");

static uint32_t features_of_shape_flags(uint32_t flags) {
    uint32_t features = 0;
    if (flags & SENSOR_BIT) features |= PAWL_FEATURE_SENSORS;
    if (flags & HOOK_BITS) features |= PAWL_FEATURE_HOOKS;
    if (flags & ONE_WAY_BIT) features |= PAWL_FEATURE_ONE_WAY;
    return features;
}

static uint32_t features_of_convex(uint32_t vertices, pawl_fx radius) {
    const bool is_plain = vertices <= PLAIN_VERTICES && (vertices < 2 || radius == 0);
    return is_plain ? 0 : PAWL_FEATURE_POLYGONS;
}

/* ---- of a world ----------------------------------------------------------------------------- */

/* Only a table that is there can be looked at. */
static uint32_t features_of_terrain(const pawli_terrain *terrain) {
    const pawl_material *const materials = pawli_terrain_materials(terrain);
    uint32_t features = PAWL_FEATURE_CHAINS;
    for (uint32_t i = 0; i < terrain->materials && materials != NULL; i++) {
        if (materials[i].restitution != 0) features |= PAWL_FEATURE_RESTITUTION;
        if (materials[i].rolling_resistance != 0) features |= PAWL_FEATURE_ROLLING;
    }
    return features;
}

static uint32_t features_of_geometries(const pawl_world *world) {
    const pawli_geometry *const geometries = pawli_geometries_const(world);
    uint32_t features = 0;
    for (uint16_t i = 0; i < world->geometry_used; i++) {
        if (geometries[i].users == 0) continue;
        features |= !pawli_is_convex(&geometries[i])
                        ? features_of_terrain(&geometries[i].terrain)
                        : features_of_convex((uint32_t)geometries[i].convex.count,
                                             geometries[i].convex.radius);
    }
    return features;
}

uint32_t pawl_world_get_features(const pawl_world *world) {
    if (world == NULL) return 0;
    const pawli_body *const bodies = pawli_bodies_const(world);
    const pawli_shape *const shapes = pawli_shapes_const(world);
    uint32_t features = features_of_geometries(world), in_bodies = 0, in_shapes = 0;
    for (uint16_t i = 0; i < world->body_pool.used; i++)
        if (bodies[i].flags & PAWLI_BODY_LIVE) in_bodies |= bodies[i].flags;
    for (uint16_t i = 0; i < world->shape_pool.used; i++) {
        if (!(shapes[i].flags & PAWLI_SHAPE_LIVE)) continue;
        in_shapes |= shapes[i].flags;
        if (shapes[i].break_impulse != 0) features |= PAWL_FEATURE_FRACTURE;
        if (shapes[i].restitution != 0) features |= PAWL_FEATURE_RESTITUTION;
        if (shapes[i].rolling_resistance != 0) features |= PAWL_FEATURE_ROLLING;
    }
    if (in_bodies & PAWLI_BODY_BULLET) features |= PAWL_FEATURE_CONTINUOUS;
    if (in_bodies & PAWLI_BODY_LOCKS) features |= PAWL_FEATURE_JOINTS;
    if (world->joint_pool.next_serial != 1) features |= PAWL_FEATURE_JOINTS;
    if (world->soft_pool.next_serial != 1) features |= PAWL_FEATURE_SOFT;
#if PAWL_WITH_CHARACTERS
    if (world->character_pool.next_serial != 1) features |= PAWL_FEATURE_CHARACTERS;
#endif
    return features | features_of_shape_flags(in_shapes);
}

static bool is_tuned(const pawl_world *world) {
    const pawli_tuning *const tuning = &world->tuning;
    return tuning->contact.hertz != 0 || tuning->contact.damping_ratio != 0 ||
           tuning->contact.push_speed != 0 || tuning->restitution_threshold != 0 ||
           tuning->hit_threshold != 0;
}

/* Heights, or materials of parts. */
static bool has_rich_ground(const pawl_world *world) {
    const pawli_geometry *const geometries = pawli_geometries_const(world);
    for (uint16_t i = 0; i < world->geometry_used; i++) {
        if (geometries[i].users == 0 || pawli_is_convex(&geometries[i])) continue;
        if (geometries[i].type == PAWLI_HEIGHTS || geometries[i].terrain.materials != 0)
            return true;
    }
    return false;
}

uint32_t pawli_features_written(const pawl_world *world) {
    return pawl_world_get_features(world) | (is_tuned(world) ? PAWLI_FEATURE_TUNING : 0) |
           (has_rich_ground(world) ? PAWLI_FEATURE_GROUND : 0) |
           (pawli_is_shifted(world) ? PAWLI_FEATURE_ORIGIN : 0) |
           (pawli_way_goes_round(world) ? PAWLI_FEATURE_PERIOD : 0);
}

/* ---- of a snapshot -------------------------------------------------------------------------- */

/* Where a field is in the records of a section; size 0: it is not there. */
typedef struct field_place {
    uint16_t at;
    uint8_t size;
} field_place;

static field_place find_field(const pawli_snapshot *snapshot, int section, uint8_t number) {
    const pawli_section_content content = pawli_snapshot_open_content(section);
    const pawli_schema schema = snapshot->schemas[content.type];
    pawli_reader from = pawli_reader_of(snapshot->bytes + schema.at, 6u * schema.count);
    field_place place = {content.prefix, 0};
    for (uint16_t i = 0; i < schema.count; i++) {
        const pawli_schema_field field = pawli_record_read_schema_field(&from);
        if (field.number == number) {
            place.size = field.size;
            return place;
        }
        place.at = (uint16_t)(place.at + field.size);
    }
    return place;
}

/* The lowest four bytes of a number. */
static uint32_t fetch_field_value(const uint8_t *record, field_place place) {
    uint32_t value = 0;
    if (place.size >= 4) return pawli_fetch_u32(record + place.at);
    for (uint32_t i = 0; i < place.size; i++)
        value |= (uint32_t)record[place.at + i] << 8 * i;
    return value;
}

/* The bits that a field has in any record of a section. */
static uint32_t bits_of_field(const pawli_snapshot *snapshot, int section, uint8_t number) {
    const field_place place = find_field(snapshot, section, number);
    const pawli_section_place all = snapshot->sections[section];
    const uint8_t *record = snapshot->bytes + all.at;
    uint32_t bits = 0;
    if (place.size == 1) { /* as flags are */
        for (uint32_t i = 0; i < all.count; i++, record += all.record)
            bits |= record[place.at];
        return bits;
    }
    for (uint32_t i = 0; i < all.count && place.size > 0; i++, record += all.record)
        bits |= fetch_field_value(record, place);
    return bits;
}

static uint32_t features_of_convexes(const pawli_snapshot *snapshot) {
    const int section = PAWLI_SECTION_GEOMETRIES;
    const field_place vertices = find_field(snapshot, section, PAWLI_FIELD_VERTICES);
    const field_place radius = find_field(snapshot, section, PAWLI_FIELD_RADIUS);
    uint32_t features = 0;
    for (uint32_t i = 0; i < snapshot->sections[section].count; i++) {
        const uint8_t *const record = pawli_record_at(snapshot, section, i);
        const bool is_rounded = fetch_field_value(record, radius) != 0;
        features |= features_of_convex(fetch_field_value(record, vertices), is_rounded);
    }
    return features;
}

/* Whether a pool of a section has ever given a slot away. */
static bool has_used_pool(const pawli_snapshot *snapshot, int section, uint32_t index) {
    pawli_record record;
    pawl_world world;
    memset(&world, 0, sizeof world);
    if (snapshot->sections[section].at == 0) return false;
    const bool is_soft = section == PAWLI_SECTION_SOFT;
    /* Any pool will do, where the record has nothing but a pool. */
    const pawli_pool *const pool = is_soft ? &world.soft_pool : &world.joint_pool;
    (void)pawli_snapshot_open_section(&record, snapshot, section);
    pawli_record_load(&record, pawli_record_at(snapshot, section, index),
                      is_soft ? (void *)&world : (void *)&world.joint_pool);
    return pool->used != 0 || pool->live != 0 || pool->next_serial != 1;
}

#define POOL_OF_JOINTS 2u /* in the section of pools */

uint32_t pawli_features_of_snapshot(const pawli_snapshot *snapshot) {
    const uint32_t in_shapes =
        bits_of_field(snapshot, PAWLI_SECTION_SHAPES, PAWLI_FIELD_SHAPE_FLAGS);
    const uint32_t in_bodies =
        bits_of_field(snapshot, PAWLI_SECTION_BODIES, PAWLI_FIELD_BODY_FLAGS);
    const uint32_t in_contacts =
        bits_of_field(snapshot, PAWLI_SECTION_CONTACTS, PAWLI_FIELD_CONTACT_FLAGS);
    uint32_t features = features_of_shape_flags(in_shapes) | features_of_convexes(snapshot);
    if (in_bodies & BULLET_BIT) features |= PAWL_FEATURE_CONTINUOUS;
    if (in_bodies & LOCK_BITS) features |= PAWL_FEATURE_JOINTS;
    if (in_contacts & OVERLAPS_BIT) features |= PAWL_FEATURE_SENSORS;
    if (snapshot->sections[PAWLI_SECTION_TERRAINS].count > 0) features |= PAWL_FEATURE_CHAINS;
    if (bits_of_field(snapshot, PAWLI_SECTION_SHAPES, PAWLI_FIELD_BREAK_IMPULSE) != 0)
        features |= PAWL_FEATURE_FRACTURE;
    if (bits_of_field(snapshot, PAWLI_SECTION_SHAPES, PAWLI_FIELD_RESTITUTION) != 0)
        features |= PAWL_FEATURE_RESTITUTION;
    if (bits_of_field(snapshot, PAWLI_SECTION_SHAPES, PAWLI_FIELD_ROLLING_RESISTANCE) != 0)
        features |= PAWL_FEATURE_ROLLING;
    if (has_used_pool(snapshot, PAWLI_SECTION_POOLS, POOL_OF_JOINTS))
        features |= PAWL_FEATURE_JOINTS;
    if (has_used_pool(snapshot, PAWLI_SECTION_SOFT, 0)) features |= PAWL_FEATURE_SOFT;
#if PAWL_WITH_CHARACTERS
    if (has_used_pool(snapshot, PAWLI_SECTION_CHARACTER_POOL, 0))
        features |= PAWL_FEATURE_CHARACTERS;
#else
    /* Its sections are not known here: it is what the writer says. */
    features |= snapshot->claimed & PAWL_FEATURE_CHARACTERS;
#endif
    return features;
}

/* ---- names ---------------------------------------------------------------------------------- */

static const char *feature_text(uint32_t feature) {
    switch (feature) {
    case PAWL_FEATURE_JOINTS:
        return "joints";
    case PAWL_FEATURE_HOOKS:
        return "hooks";
    case PAWL_FEATURE_CONTINUOUS:
        return "continuous collision";
    case PAWL_FEATURE_CHAINS:
        return "chains and tiles";
    case PAWL_FEATURE_POLYGONS:
        return "polygons";
    case PAWL_FEATURE_SENSORS:
        return "sensors";
    case PAWL_FEATURE_ONE_WAY:
        return "one-way platforms";
    case PAWL_FEATURE_SOFT:
        return "soft bodies";
    case PAWL_FEATURE_FRACTURE:
        return "fracture";
    case PAWL_FEATURE_RESTITUTION:
        return "restitution";
    case PAWL_FEATURE_ROLLING:
        return "rolling resistance";
    case PAWL_FEATURE_CHARACTERS:
        return "characters";
    default:
        return "unknown features";
    }
}

/* As far as there is room; the 0 at the end always has some. */
static size_t append_text(char *text, size_t size, size_t length, const char *more) {
    while (*more != '\0' && length + 1 < size)
        text[length++] = *more++;
    text[length] = '\0';
    return length;
}

size_t pawl_features_print(uint32_t features, char *text, size_t size) {
    size_t length = 0;
    if (text == NULL || size == 0) return 0;
    text[0] = '\0';
    if (features == 0) return append_text(text, size, 0, "none");
    for (uint32_t bit = 1; bit <= PAWL_FEATURES_ALL; bit <<= 1) {
        if (!(features & bit)) continue;
        if (length > 0) length = append_text(text, size, length, ", ");
        length = append_text(text, size, length, feature_text(bit));
    }
    if (!(features & ~(uint32_t)PAWL_FEATURES_ALL)) return length;
    if (length > 0) length = append_text(text, size, length, ", ");
    return append_text(text, size, length, feature_text(0));
}
