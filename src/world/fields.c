/* fields.c - the field table.
 *
 * Left out, because it follows from the rest or changes no result: cached rotations and extents;
 * tree nodes and links; creation-order and shape lists (objects are visited in that
 * order); capacities, offsets and sizes; counters, and events that have been reported. */
#include "world/fields.h"

#include "base/rom.h"

/* A row: number, struct, member, and then what is not 0 about it. */
#define FIELD(field_number, type, member, ...)                                           \
    {                                                                                    \
        .offset = (uint16_t)offsetof(type, member), .size = sizeof(((type *)0)->member), \
        .number = field_number, __VA_ARGS__                                              \
    }
#define WHOLE .coding = PAWLI_CODE_UNSIGNED
#define INTEGER .coding = PAWLI_CODE_SIGNED
#define FRACTION(bits) INTEGER, .fraction = bits
#define FIXED FRACTION(16)
#define ANGLE WHOLE, .fraction = 32 /* of a turn */
#define EDGE .coding = PAWLI_CODE_EDGE
#define BODY .coding = PAWLI_CODE_BODY
#define SHAPE .coding = PAWLI_CODE_SHAPE
#define MOTION .flags = PAWLI_FIELD_MOTION
#define STEADY .flags = PAWLI_FIELD_STEADY
#define UNHASHED .flags = PAWLI_FIELD_UNHASHED
#define DEFAULT(name) .default_name = PAWLI_DEFAULT_##name
#define WITHIN(name) .range = PAWLI_RANGE_##name

#if PAWLI_TEST_MASK
#define FIELD_TABLE static pawli_field
#else
#define FIELD_TABLE static const pawli_field
#endif

#define FIELDS(type) FIELD_TABLE type##_fields[] PAWLI_ROM
#include "world/field_rows.h"

#define TABLE(fields, type) \
    { fields, (uint16_t)(sizeof fields / sizeof fields[0]), type }

#if PAWL_WITH_JOINTS
#define JOINT_TABLE TABLE(joint_fields, PAWLI_OBJECT_JOINT)
#else
#define JOINT_TABLE \
    { NULL, 0, PAWLI_OBJECT_JOINT }
#endif
#if PAWL_WITH_CHAINS
#define TERRAIN_TABLE TABLE(terrain_fields, PAWLI_OBJECT_TERRAIN)
#else
#define TERRAIN_TABLE \
    { NULL, 0, PAWLI_OBJECT_TERRAIN }
#endif
#if PAWL_WITH_SOFT
#define SOFT_TABLES                                                                           \
    TABLE(soft_fields, PAWLI_OBJECT_SOFT), TABLE(soft_point_fields, PAWLI_OBJECT_SOFT_POINT), \
        TABLE(soft_link_fields, PAWLI_OBJECT_SOFT_LINK)
#else
#define SOFT_TABLES                                                     \
    {NULL, 0, PAWLI_OBJECT_SOFT}, {NULL, 0, PAWLI_OBJECT_SOFT_POINT}, { \
        NULL, 0, PAWLI_OBJECT_SOFT_LINK                                 \
    }
#endif

/* As the tables above leave fields out. */
uint32_t pawli_fields_feature(pawli_object_type type, uint8_t number) {
    switch (type) {
    case PAWLI_OBJECT_WORLD:
        return PAWL_WITH_PERIODS && number >= PAWLI_FIELD_WRAP_X ? PAWLI_FEATURE_PERIOD
               : number >= PAWLI_FIELD_ORIGIN_X                  ? PAWLI_FEATURE_ORIGIN
               : number >= PAWLI_FIELD_WORLD_TUNING              ? PAWLI_FEATURE_TUNING
                                                                 : 0;
    case PAWLI_OBJECT_SHAPE:
        return number == PAWLI_FIELD_BREAK_IMPULSE ? PAWL_FEATURE_FRACTURE : 0;
    case PAWLI_OBJECT_GEOMETRY:
        return number >= PAWLI_FIELD_FIFTH_VERTEX ? PAWL_FEATURE_POLYGONS : 0;
    case PAWLI_OBJECT_TERRAIN:
        return PAWL_FEATURE_CHAINS |
               (number >= PAWLI_FIELD_TERRAIN_BASE ? PAWLI_FEATURE_GROUND : 0);
    case PAWLI_OBJECT_JOINT:
        return PAWL_FEATURE_JOINTS;
    case PAWLI_OBJECT_SOFT:
    case PAWLI_OBJECT_SOFT_POINT:
    case PAWLI_OBJECT_SOFT_LINK:
        return PAWL_FEATURE_SOFT;
#if PAWL_WITH_CHARACTERS
    case PAWLI_OBJECT_CHARACTER:
        return PAWL_FEATURE_CHARACTERS |
               (number == PAWLI_FIELD_GROUND_SOFT ? (uint32_t)PAWL_FEATURE_SOFT : 0);
#endif
    default:
        return 0;
    }
}

pawli_fields pawli_fields_of(pawli_object_type type) {
    static const pawli_fields tables[] PAWLI_ROM = {
        TABLE(world_fields, PAWLI_OBJECT_WORLD),
        TABLE(body_fields, PAWLI_OBJECT_BODY),
        TABLE(shape_fields, PAWLI_OBJECT_SHAPE),
        TABLE(geometry_fields, PAWLI_OBJECT_GEOMETRY),
        TABLE(contact_fields, PAWLI_OBJECT_CONTACT),
        TABLE(pool_fields, PAWLI_OBJECT_POOL),
        JOINT_TABLE,
        TERRAIN_TABLE,
        SOFT_TABLES,
        TABLE(soft_pool_fields, PAWLI_OBJECT_SOFT_POOL),
#if PAWL_WITH_CHARACTERS
        TABLE(character_fields, PAWLI_OBJECT_CHARACTER),
#endif
#if PAWLI_TEST_OBJECT
        TABLE(test_fields, PAWLI_OBJECT_TEST),
#endif
    };
    pawli_fields copy;
    return *(const pawli_fields *)pawli_rom_fetch(&tables[type - 1], &copy, sizeof copy);
}

int32_t pawli_fields_default(const pawli_field *field) {
    static const int32_t values[] PAWLI_ROM = {
        [PAWLI_DEFAULT_ZERO] = 0,
        [PAWLI_DEFAULT_ONE] = 1,
        [PAWLI_DEFAULT_MINUS_ONE] = -1,
        [PAWLI_DEFAULT_FX_ONE] = PAWL_FX_ONE,
        [PAWLI_DEFAULT_FRICTION] = PAWL_FX(0, 6, 10),
        [PAWLI_DEFAULT_STIFFNESS] = 32768, /* 1 in Q1.15 */
        [PAWLI_DEFAULT_ITERATIONS] = 4,
        [PAWLI_DEFAULT_SOFT_SUBSTEPS] = 8,
        [PAWLI_DEFAULT_NOWHERE] = INT32_MIN,
        [PAWLI_DEFAULT_COLOR] = 7,
    };
    int32_t copy;
    return *(const int32_t *)pawli_rom_fetch(&values[field->default_name], &copy, sizeof copy);
}

/* What the values mean is said at the functions of the API that refuse others; a FIXED number is
 * never INT32_MIN, so that it can be negated. */
pawli_range pawli_fields_range(uint8_t range) {
    static const pawli_range ranges[] PAWLI_ROM = {
        [PAWLI_RANGE_ANY] = {INT64_MIN, INT64_MAX},
        [PAWLI_RANGE_FIXED] = {-INT32_MAX, INT32_MAX},
        [PAWLI_RANGE_NOT_NEGATIVE] = {0, INT64_MAX},
        [PAWLI_RANGE_COORD] = {-PAWL_COORD_MAX, PAWL_COORD_MAX},
        [PAWLI_RANGE_EXTENT] = {-PAWL_EXTENT_MAX, PAWL_EXTENT_MAX},
        [PAWLI_RANGE_SPEED] = {-PAWL_SPEED_MAX, PAWL_SPEED_MAX},
        [PAWLI_RANGE_SCALE] = {-PAWL_FX(1024, 0, 1), PAWL_FX(1024, 0, 1)},
        [PAWLI_RANGE_DAMPING] = {0, PAWL_FX(1024, 0, 1)},
        [PAWLI_RANGE_HERTZ] = {0, PAWL_FX(1000, 0, 1)},
        [PAWLI_RANGE_SHARE] = {0, PAWL_FX_ONE},
        [PAWLI_RANGE_ROLLING] = {0, 32768},
        [PAWLI_RANGE_UNIT] = {-PAWL_UNIT, PAWL_UNIT},
        [PAWLI_RANGE_REMAINDER] = {-32, 32},
        [PAWLI_RANGE_MANTISSA] = {0, INT32_MAX},
        [PAWLI_RANGE_TURNED] = {-(INT64_C(1) << 60), INT64_C(1) << 60},
        [PAWLI_RANGE_LENGTH_UNIT] = {PAWL_LENGTH_UNIT_MIN, PAWL_LENGTH_UNIT_MAX},
        [PAWLI_RANGE_SUBSTEPS] = {1, PAWL_SUBSTEPS_MAX},
        [PAWLI_RANGE_BIT] = {0, 1},
        [PAWLI_RANGE_FAULTS] = {0, 2 * PAWL_FAULT_NOT_STOPPED - 1},
        [PAWLI_RANGE_BODY_TYPE] = {PAWL_STATIC, PAWL_DYNAMIC},
        [PAWLI_RANGE_POINTS] = {0, 2},
        [PAWLI_RANGE_GENERATION] = {1, UINT16_MAX},
        [PAWLI_RANGE_SERIAL] = {1, UINT32_MAX},
        [PAWLI_RANGE_SOFT_SUBSTEPS] = {1, PAWL_SOFT_SUBSTEPS_MAX},
        [PAWLI_RANGE_ITERATIONS] = {1, PAWL_SOFT_ITERATIONS_MAX},
        [PAWLI_RANGE_THICKNESS] = {1, PAWL_LINK_LENGTH_MAX},
        [PAWLI_RANGE_MOVED] = {-64 * (int64_t)PAWL_STEP_MAX, 64 * (int64_t)PAWL_STEP_MAX},
        [PAWLI_RANGE_POINT_MASS] = {0, PAWL_POINT_MASS_MAX},
        [PAWLI_RANGE_CONTACT_DAMPING] = {0, PAWL_CONTACT_DAMPING_MAX},
        [PAWLI_RANGE_THRESHOLD] = {0, PAWL_SPEED_MAX},
        [PAWLI_RANGE_ORIGIN] = {-PAWLI_ORIGIN_MAX, PAWLI_ORIGIN_MAX},
#if PAWL_WITH_PERIODS
        [PAWLI_RANGE_WRAP] = {0, PAWLI_WRAP_MOST},
#endif
    };
    pawli_range copy;
    return *(const pawli_range *)pawli_rom_fetch(&ranges[range], &copy, sizeof copy);
}

/* Two's complement of `size` bytes as a 64-bit value. */
static int64_t sign_extend(uint64_t value, uint8_t size) {
    if (size == 8) return (int64_t)value;
    const uint64_t sign = UINT64_C(1) << (size * 8 - 1);
    return (int64_t)(value ^ sign) - (int64_t)sign;
}

static uint64_t read_field(const pawli_field *field, const void *object) {
    const void *at = (const uint8_t *)object + field->offset;
    switch (field->size) {
    case 1:
        return *(const uint8_t *)at;
    case 2:
        return *(const uint16_t *)at;
    case 4:
        return *(const uint32_t *)at;
    default:
        return *(const uint64_t *)at;
    }
}

static uint32_t edge_of(const pawl_world *world, const void *contact) {
    const pawli_contact *at = (const pawli_contact *)contact;
    return pawli_edge_of(world, (uint32_t)(at - pawli_contacts_const(world)));
}

int64_t pawli_fields_value(const pawl_world *world, const pawli_field *field, const void *object) {
    if (field->size == 0) return pawli_fields_default(field); /* masked out, see fields.h */
    if (field->coding == PAWLI_CODE_EDGE) return edge_of(world, object);
    uint64_t value = read_field(field, object);
    if (field->mask != 0) value &= field->mask;
    switch (field->coding) {
    case PAWLI_CODE_SIGNED:
        return sign_extend(value, field->size);
    case PAWLI_CODE_BODY:
        return value == PAWLI_NONE ? 0 : (int64_t)pawli_bodies_const(world)[value].serial;
    case PAWLI_CODE_SHAPE:
        return value == PAWLI_NONE ? 0 : (int64_t)pawli_shapes_const(world)[value].serial;
    default:
        return (int64_t)value;
    }
}

/* ---- names: a linker that drops unused sections drops them where nothing asks for one ----------
 */

#if PAWLI_HAS_NAMES

#define FIELD(field_number, type, member, ...) #member
#define FIELDS(type) static const char *const type##_names[]
#include "world/field_rows.h"

/* In the order of the fields. */
static const char *const *names_of_type(pawli_object_type type) {
    static const char *const *const tables[PAWLI_LAST_OBJECT + 1] = {
        [PAWLI_OBJECT_WORLD] = world_names,
        [PAWLI_OBJECT_BODY] = body_names,
        [PAWLI_OBJECT_SHAPE] = shape_names,
        [PAWLI_OBJECT_GEOMETRY] = geometry_names,
        [PAWLI_OBJECT_CONTACT] = contact_names,
        [PAWLI_OBJECT_POOL] = pool_names,
#if PAWL_WITH_JOINTS
        [PAWLI_OBJECT_JOINT] = joint_names,
#endif
#if PAWL_WITH_CHAINS
        [PAWLI_OBJECT_TERRAIN] = terrain_names,
#endif
#if PAWL_WITH_SOFT
        [PAWLI_OBJECT_SOFT] = soft_names,
        [PAWLI_OBJECT_SOFT_POINT] = soft_point_names,
        [PAWLI_OBJECT_SOFT_LINK] = soft_link_names,
#endif
        [PAWLI_OBJECT_SOFT_POOL] = soft_pool_names,
#if PAWL_WITH_CHARACTERS
        [PAWLI_OBJECT_CHARACTER] = character_names,
#endif
#if PAWLI_TEST_OBJECT
        [PAWLI_OBJECT_TEST] = test_names,
#endif
    };
    return tables[type];
}

const char *pawli_fields_name(pawli_object_type type, uint8_t number) {
    const pawli_fields table = pawli_fields_of(type);
    for (uint16_t i = 0; i < table.count; i++) {
        pawli_field copy;
        const pawli_field *field = pawli_rom_fetch(&table.fields[i], &copy, sizeof copy);
        if (field->number == number) return names_of_type(type)[i];
    }
    return "unknown";
}

#endif
