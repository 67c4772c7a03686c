/* fields.c - the field table.
 *
 * Left out, because it follows from the rest or changes no result: cached rotations and extents;
 * tree nodes and links; creation-order and shape lists (objects are visited in that
 * order); capacities, offsets and sizes; counters and events; user data. */
#include "state/fields.h"

#include "base/rom.h"

#if PAWL_SMALL_CODE
#define NAME(member)
#else
#define NAME(member) #member,
#endif
#define FIELD(number, type, member, code, flags, mask, rest)                                       \
    {                                                                                              \
        NAME(member)                                                                               \
        (uint16_t) offsetof(type, member), number, sizeof(((type *)0)->member), code, flags, mask, \
            rest                                                                                   \
    }
#define SIGNED(number, type, member) FIELD(number, type, member, PAWLI_CODE_SIGNED, 0, 0, 0)
#define UNSIGNED(number, type, member) FIELD(number, type, member, PAWLI_CODE_UNSIGNED, 0, 0, 0)
#define MOTION(number, type, member) \
    FIELD(number, type, member, PAWLI_CODE_SIGNED, PAWLI_FIELD_MOTION, 0, 0)

static const pawli_field world_fields[] PAWLI_ROM = {
    SIGNED(1, pawl_world, gravity.x),
    SIGNED(2, pawl_world, gravity.y),
    SIGNED(3, pawl_world, scales.length_unit),
    UNSIGNED(4, pawl_world, rate_numerator),
    UNSIGNED(5, pawl_world, rate_denominator),
    UNSIGNED(6, pawl_world, substeps),
    UNSIGNED(7, pawl_world, sleeping),
    FIELD(8, pawl_world, faults, PAWLI_CODE_UNSIGNED, PAWLI_FIELD_MOTION, 0, 0),
    UNSIGNED(9, pawl_world, tick),
};

static const pawli_field body_fields[] PAWLI_ROM = {
    MOTION(1, pawli_body, position.x),
    MOTION(2, pawli_body, position.y),
    FIELD(3, pawli_body, angle, PAWLI_CODE_UNSIGNED, PAWLI_FIELD_MOTION, 0, 0),
    MOTION(4, pawli_body, velocity.x),
    MOTION(5, pawli_body, velocity.y),
    MOTION(6, pawli_body, spin),
    SIGNED(7, pawli_body, rest_x),
    SIGNED(8, pawli_body, rest_y),
    SIGNED(9, pawli_body, spin_rest),
    SIGNED(10, pawli_body, acceleration.x),
    SIGNED(11, pawli_body, acceleration.y),
    SIGNED(12, pawli_body, spin_acceleration),
    SIGNED(13, pawli_body, center.x),
    SIGNED(14, pawli_body, center.y),
    UNSIGNED(15, pawli_body, mass),
    SIGNED(16, pawli_body, mass_exponent),
    UNSIGNED(17, pawli_body, per_gyration),
    SIGNED(18, pawli_body, per_gyration_exponent),
    FIELD(19, pawli_body, gravity_scale, PAWLI_CODE_SIGNED, 0, 0, PAWL_FX_ONE),
    SIGNED(20, pawli_body, linear_damping),
    SIGNED(21, pawli_body, angular_damping),
    UNSIGNED(22, pawli_body, generation),
    UNSIGNED(23, pawli_body, type),
    UNSIGNED(24, pawli_body, flags),
    UNSIGNED(25, pawli_body, quiet_steps),
    FIELD(26, pawli_body, island, PAWLI_CODE_BODY, 0, 0, 0),
    SIGNED(27, pawli_body, turn_rest),
};

static const pawli_field shape_fields[] PAWLI_ROM = {
    SIGNED(1, pawli_shape, fat_box.lower.x),
    SIGNED(2, pawli_shape, fat_box.lower.y),
    SIGNED(3, pawli_shape, fat_box.upper.x),
    SIGNED(4, pawli_shape, fat_box.upper.y),
    FIELD(5, pawli_shape, density, PAWLI_CODE_SIGNED, 0, 0, PAWL_FX_ONE),
    FIELD(6, pawli_shape, friction, PAWLI_CODE_SIGNED, 0, 0, PAWL_FX(0, 6, 10)),
    SIGNED(7, pawli_shape, restitution),
    SIGNED(8, pawli_shape, tangent_speed),
    FIELD(9, pawli_shape, category, PAWLI_CODE_UNSIGNED, 0, 0, 1),
    FIELD(10, pawli_shape, mask, PAWLI_CODE_SIGNED, 0, 0, -1),
    SIGNED(11, pawli_shape, group),
    UNSIGNED(12, pawli_shape, generation),
    UNSIGNED(13, pawli_shape, flags),
    UNSIGNED(14, pawli_shape, rolling_resistance),
};

#define VERTEX(number, i) \
    SIGNED(number, pawl_convex, vertices[i].x), SIGNED(number + 1, pawl_convex, vertices[i].y)

/* Normals follow from the vertices. */
static const pawli_field geometry_fields[] PAWLI_ROM = {
    UNSIGNED(1, pawl_convex, count),
    SIGNED(2, pawl_convex, radius),
    VERTEX(3, 0),
    VERTEX(5, 1),
    VERTEX(7, 2),
    VERTEX(9, 3),
#if PAWL_WITH_POLYGONS
    VERTEX(11, 4),
    VERTEX(13, 5),
    VERTEX(15, 6),
    VERTEX(17, 7),
#endif
};

#if PAWL_WITH_CHAINS
/* Not the address, which may be another one on each machine. */
static const pawli_field terrain_fields[] PAWLI_ROM = {
    UNSIGNED(1, pawli_geometry, kind),
    UNSIGNED(2, pawli_geometry, terrain.flags),
    SIGNED(3, pawli_geometry, terrain.count),
    UNSIGNED(4, pawli_geometry, terrain.content),
    SIGNED(5, pawli_geometry, terrain.box.lower.x),
    SIGNED(6, pawli_geometry, terrain.box.lower.y),
    SIGNED(7, pawli_geometry, terrain.box.upper.x),
    SIGNED(8, pawli_geometry, terrain.box.upper.y),
    SIGNED(9, pawli_geometry, terrain.rows),
    SIGNED(10, pawli_geometry, terrain.cell_size),
};
#endif

static const pawli_field contact_fields[] PAWLI_ROM = {
    FIELD(1, pawli_contact, shape_a, PAWLI_CODE_SHAPE, 0, 0, 0),
    FIELD(2, pawli_contact, shape_b, PAWLI_CODE_SHAPE, 0, 0, 0),
    FIELD(3, pawli_contact, flags, PAWLI_CODE_UNSIGNED, 0,
          PAWLI_CONTACT_TOUCHING | PAWLI_CONTACT_OVERLAPS | PAWLI_CONTACT_CACHED |
              PAWLI_CONTACT_DROPPED | PAWLI_CONTACT_PASSING,
          0),
    UNSIGNED(4, pawli_contact, count),
    UNSIGNED(5, pawli_contact, feature[0]),
    UNSIGNED(6, pawli_contact, feature[1]),
    SIGNED(7, pawli_contact, normal.c),
    SIGNED(8, pawli_contact, normal.s),
    SIGNED(9, pawli_contact, delta.x),
    SIGNED(10, pawli_contact, delta.y),
    UNSIGNED(11, pawli_contact, angle_a),
    UNSIGNED(12, pawli_contact, angle_b),
    SIGNED(13, pawli_contact, points[0].offset.x),
    SIGNED(14, pawli_contact, points[0].offset.y),
    SIGNED(15, pawli_contact, points[0].separation),
    SIGNED(16, pawli_contact, points[0].normal_impulse),
    SIGNED(17, pawli_contact, points[0].tangent_impulse),
    SIGNED(18, pawli_contact, points[1].offset.x),
    SIGNED(19, pawli_contact, points[1].offset.y),
    SIGNED(20, pawli_contact, points[1].separation),
    SIGNED(21, pawli_contact, points[1].normal_impulse),
    SIGNED(22, pawli_contact, points[1].tangent_impulse),
    UNSIGNED(23, pawli_contact, part),
};

#if PAWL_WITH_JOINTS
static const pawli_field joint_fields[] PAWLI_ROM = {
    UNSIGNED(1, pawli_joint, type),
    UNSIGNED(2, pawli_joint, flags),
    UNSIGNED(3, pawli_joint, generation),
    FIELD(4, pawli_joint, body_a, PAWLI_CODE_BODY, 0, 0, 0),
    FIELD(5, pawli_joint, body_b, PAWLI_CODE_BODY, 0, 0, 0),
    SIGNED(6, pawli_joint, frame_a.anchor.x),
    SIGNED(7, pawli_joint, frame_a.anchor.y),
    UNSIGNED(8, pawli_joint, frame_a.angle),
    SIGNED(9, pawli_joint, frame_b.anchor.x),
    SIGNED(10, pawli_joint, frame_b.anchor.y),
    UNSIGNED(11, pawli_joint, frame_b.angle),
    SIGNED(12, pawli_joint, turned),
    SIGNED(13, pawli_joint, lower),
    SIGNED(14, pawli_joint, upper),
    SIGNED(15, pawli_joint, target),
    SIGNED(16, pawli_joint, motor_speed),
    SIGNED(17, pawli_joint, motor_max),
    SIGNED(18, pawli_joint, hertz),
    FIELD(19, pawli_joint, damping_ratio, PAWLI_CODE_SIGNED, 0, 0, PAWL_FX_ONE),
    SIGNED(20, pawli_joint, angular_hertz),
    FIELD(21, pawli_joint, angular_damping_ratio, PAWLI_CODE_SIGNED, 0, 0, PAWL_FX_ONE),
    FIELD(22, pawli_joint, ratio, PAWLI_CODE_SIGNED, 0, 0, PAWL_FX_ONE),
    SIGNED(23, pawli_joint, force_max),
    SIGNED(24, pawli_joint, spring_force_max),
    SIGNED(25, pawli_joint, spring_torque_max),
    SIGNED(26, pawli_joint, place.x),
    SIGNED(27, pawli_joint, place.y),
    SIGNED(28, pawli_joint, place_b.x),
    SIGNED(29, pawli_joint, place_b.y),
    SIGNED(30, pawli_joint, break_force),
    SIGNED(31, pawli_joint, break_torque),
    SIGNED(32, pawli_joint, teeth),
    SIGNED(33, pawli_joint, impulses[0]),
    SIGNED(34, pawli_joint, impulses[1]),
    SIGNED(35, pawli_joint, impulses[2]),
    SIGNED(36, pawli_joint, impulses[3]),
    SIGNED(37, pawli_joint, impulses[4]),
    SIGNED(38, pawli_joint, impulses[5]),
};
#endif

static const pawli_field pool_fields[] PAWLI_ROM = {
    UNSIGNED(1, pawli_pool, used),
    UNSIGNED(2, pawli_pool, live),
    UNSIGNED(3, pawli_pool, next_serial),
};

#define TABLE(fields, kind) \
    { fields, (uint16_t)(sizeof fields / sizeof fields[0]), kind }

#if PAWL_WITH_JOINTS
#define JOINT_TABLE TABLE(joint_fields, PAWLI_KIND_JOINT)
#else
#define JOINT_TABLE \
    { NULL, 0, PAWLI_KIND_JOINT }
#endif
#if PAWL_WITH_CHAINS
#define TERRAIN_TABLE TABLE(terrain_fields, PAWLI_KIND_TERRAIN)
#else
#define TERRAIN_TABLE \
    { NULL, 0, PAWLI_KIND_TERRAIN }
#endif

pawli_fields pawli_fields_of(pawli_kind kind) {
    static const pawli_fields tables[] PAWLI_ROM = {
        TABLE(world_fields, PAWLI_KIND_WORLD),
        TABLE(body_fields, PAWLI_KIND_BODY),
        TABLE(shape_fields, PAWLI_KIND_SHAPE),
        TABLE(geometry_fields, PAWLI_KIND_GEOMETRY),
        TABLE(contact_fields, PAWLI_KIND_CONTACT),
        TABLE(pool_fields, PAWLI_KIND_POOL),
        JOINT_TABLE,
        TERRAIN_TABLE,
    };
    pawli_fields copy;
    return *(const pawli_fields *)pawli_rom_fetch(&tables[kind - 1], &copy, sizeof copy);
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

int64_t pawli_field_value(const pawl_world *world, const pawli_field *field, const void *object) {
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
