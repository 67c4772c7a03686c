/* field_rows.h - internal: the rows of the field table.
 *
 * Included by fields.c twice: for what is stored, and for what it is called, in tables apart, so
 * that a program that asks for no name has none. Each time there are FIELDS, the head of a table,
 * and FIELD, a row: number, struct, member, and then what is not 0 about it. */

FIELDS(world) = {
    FIELD(1, pawl_world, gravity.x, FIXED, WITHIN(SPEED)),
    FIELD(2, pawl_world, gravity.y, FIXED, WITHIN(SPEED)),
    FIELD(3, pawl_world, scales.length_unit, FIXED, WITHIN(LENGTH_UNIT)),
    FIELD(4, pawl_world, rate_numerator, WHOLE),
    FIELD(5, pawl_world, rate_denominator, WHOLE),
    FIELD(6, pawl_world, substeps, WHOLE, WITHIN(SUBSTEPS)),
    FIELD(7, pawl_world, sleeping, WHOLE, WITHIN(BIT)),
    FIELD(8, pawl_world, faults, WHOLE, MOTION, WITHIN(FAULTS)),
    FIELD(9, pawl_world, tick, WHOLE),
    FIELD(10, pawl_world, late_end_count, WHOLE, UNHASHED),
    FIELD(11, pawl_world, late_sensor_end_count, WHOLE, UNHASHED),
    FIELD(12, pawl_world, late_dropped_count, WHOLE, UNHASHED),
    FIELD(13, pawl_world, unseen_end_count, WHOLE, UNHASHED),
    FIELD(PAWLI_FIELD_WORLD_TUNING, pawl_world, tuning.contact.hertz, FIXED, WITHIN(HERTZ)),
    FIELD(15, pawl_world, tuning.contact.damping_ratio, FIXED, WITHIN(CONTACT_DAMPING)),
    FIELD(16, pawl_world, tuning.contact.push_speed, FIXED, WITHIN(THRESHOLD)),
    FIELD(17, pawl_world, tuning.restitution_threshold, FIXED, WITHIN(THRESHOLD)),
    FIELD(18, pawl_world, tuning.hit_threshold, FIXED, WITHIN(THRESHOLD)),
    FIELD(PAWLI_FIELD_ORIGIN_X, pawl_world, origin.x, FIXED, UNHASHED, WITHIN(ORIGIN)),
    FIELD(PAWLI_FIELD_ORIGIN_Y, pawl_world, origin.y, FIXED, UNHASHED, WITHIN(ORIGIN)),
#if PAWL_WITH_PERIODS
    FIELD(PAWLI_FIELD_WRAP_X, pawl_world, wrap.x, WHOLE, WITHIN(WRAP)),
    FIELD(PAWLI_FIELD_WRAP_Y, pawl_world, wrap.y, WHOLE, WITHIN(WRAP)),
#endif
};

FIELDS(body) = {
    FIELD(1, pawli_body, position.x, FIXED, MOTION, WITHIN(COORD)),
    FIELD(2, pawli_body, position.y, FIXED, MOTION, WITHIN(COORD)),
    FIELD(3, pawli_body, angle, ANGLE, MOTION),
    FIELD(4, pawli_body, velocity.x, FIXED, MOTION, WITHIN(SPEED)),
    FIELD(5, pawli_body, velocity.y, FIXED, MOTION, WITHIN(SPEED)),
    FIELD(6, pawli_body, spin, FIXED, MOTION, WITHIN(SPEED)),
    FIELD(7, pawli_body, frac_x, FRACTION(22), WITHIN(REMAINDER)),
    FIELD(8, pawli_body, frac_y, FRACTION(22), WITHIN(REMAINDER)),
    FIELD(9, pawli_body, spin_frac, FRACTION(32)),
    FIELD(10, pawli_body, acceleration.x, FIXED, WITHIN(FIXED)),
    FIELD(11, pawli_body, acceleration.y, FIXED, WITHIN(FIXED)),
    FIELD(12, pawli_body, spin_acceleration, FIXED, WITHIN(FIXED)),
    FIELD(13, pawli_body, center.x, FIXED, WITHIN(EXTENT)),
    FIELD(14, pawli_body, center.y, FIXED, STEADY, WITHIN(EXTENT)),
    FIELD(15, pawli_body, mass, WHOLE, WITHIN(MANTISSA)),
    FIELD(16, pawli_body, mass_exponent, INTEGER, STEADY),
    FIELD(17, pawli_body, per_gyration, WHOLE, WITHIN(MANTISSA)),
    FIELD(18, pawli_body, per_gyration_exponent, INTEGER, STEADY),
    FIELD(19, pawli_body, gravity_scale, FIXED, WITHIN(SCALE), DEFAULT(FX_ONE)),
    FIELD(20, pawli_body, linear_damping, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(21, pawli_body, angular_damping, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(22, pawli_body, generation, WHOLE, WITHIN(GENERATION)),
    FIELD(23, pawli_body, type, WHOLE, STEADY, WITHIN(BODY_TYPE)),
    FIELD(PAWLI_FIELD_BODY_FLAGS, pawli_body, flags, WHOLE, STEADY),
    FIELD(25, pawli_body, quiet_steps, WHOLE),
    FIELD(26, pawli_body, island, BODY, STEADY),
    FIELD(27, pawli_body, turn_frac, FRACTION(37)),
    FIELD(28, pawli_body, user_data, WHOLE, UNHASHED),
    FIELD(29, pawli_body, velocity_frac_x, FRACTION(32)),
    FIELD(30, pawli_body, velocity_frac_y, FRACTION(32)),
    FIELD(31, pawli_body, move_frac_x, FRACTION(30)),
    FIELD(32, pawli_body, move_frac_y, FRACTION(30)),
};

FIELDS(shape) = {
    FIELD(1, pawli_shape, fat_box.lower.x, FIXED, WITHIN(FIXED)),
    FIELD(2, pawli_shape, fat_box.lower.y, FIXED, WITHIN(FIXED)),
    FIELD(3, pawli_shape, fat_box.upper.x, FIXED, WITHIN(FIXED)),
    FIELD(4, pawli_shape, fat_box.upper.y, FIXED, WITHIN(FIXED)),
    FIELD(5, pawli_shape, density, FIXED, WITHIN(NOT_NEGATIVE), DEFAULT(FX_ONE)),
    FIELD(6, pawli_shape, friction, FIXED, WITHIN(NOT_NEGATIVE), DEFAULT(FRICTION)),
    FIELD(PAWLI_FIELD_RESTITUTION, pawli_shape, restitution, FIXED, WITHIN(SHARE)),
    FIELD(8, pawli_shape, tangent_speed, FIXED, WITHIN(SPEED)),
    FIELD(9, pawli_shape, category, WHOLE, DEFAULT(ONE)),
    FIELD(10, pawli_shape, mask, INTEGER, DEFAULT(MINUS_ONE)),
    FIELD(11, pawli_shape, group, INTEGER),
    FIELD(12, pawli_shape, generation, WHOLE, WITHIN(GENERATION)),
    FIELD(PAWLI_FIELD_SHAPE_FLAGS, pawli_shape, flags, WHOLE),
    FIELD(PAWLI_FIELD_ROLLING_RESISTANCE, pawli_shape, rolling_resistance, WHOLE, .fraction = 15,
          WITHIN(ROLLING)),
    FIELD(15, pawli_shape, user_data, WHOLE, UNHASHED),
#if PAWL_WITH_FRACTURE
    FIELD(PAWLI_FIELD_BREAK_IMPULSE, pawli_shape, break_impulse, WHOLE),
#endif
};

#define VERTEX(number, i)                                             \
    FIELD(number, pawl_convex, vertices[i].x, FIXED, WITHIN(EXTENT)), \
        FIELD(number + 1, pawl_convex, vertices[i].y, FIXED, WITHIN(EXTENT))

/* Normals follow from the vertices. */
FIELDS(geometry) = {
    FIELD(PAWLI_FIELD_VERTICES, pawl_convex, count, WHOLE),
    FIELD(PAWLI_FIELD_RADIUS, pawl_convex, radius, FIXED, WITHIN(NOT_NEGATIVE)),
    VERTEX(3, 0),
    VERTEX(5, 1),
    VERTEX(7, 2),
    VERTEX(9, 3),
#if PAWL_WITH_POLYGONS
    VERTEX(PAWLI_FIELD_FIFTH_VERTEX, 4),
    VERTEX(13, 5),
    VERTEX(15, 6),
    VERTEX(17, 7),
#endif
};

#if PAWL_WITH_CHAINS
/* Not the address, which may be another one on each machine. */
FIELDS(terrain) = {
    FIELD(1, pawli_geometry, type, WHOLE),
    FIELD(2, pawli_geometry, terrain.flags, WHOLE),
    FIELD(3, pawli_geometry, terrain.count, INTEGER),
    FIELD(4, pawli_geometry, terrain.content, WHOLE),
    FIELD(5, pawli_geometry, terrain.box.lower.x, FIXED, WITHIN(EXTENT)),
    FIELD(6, pawli_geometry, terrain.box.lower.y, FIXED, WITHIN(EXTENT)),
    FIELD(7, pawli_geometry, terrain.box.upper.x, FIXED, WITHIN(EXTENT)),
    FIELD(8, pawli_geometry, terrain.box.upper.y, FIXED, WITHIN(EXTENT)),
    FIELD(9, pawli_geometry, terrain.rows, INTEGER),
    FIELD(10, pawli_geometry, terrain.cell_size, FIXED),
    FIELD(PAWLI_FIELD_TERRAIN_BASE, pawli_geometry, terrain.base, FIXED, WITHIN(EXTENT)),
    FIELD(12, pawli_geometry, terrain.materials, WHOLE),
    FIELD(13, pawli_geometry, terrain.materials_content, WHOLE),
};
#endif

#define POINT(number, i)                                                                           \
    FIELD(number, pawli_contact, points[i].offset.x, FIXED, .range = PAWLI_RANGE_FIXED),           \
        FIELD(number + 1, pawli_contact, points[i].offset.y, FIXED, .range = PAWLI_RANGE_FIXED),   \
        FIELD(number + 2, pawli_contact, points[i].separation, FIXED, .range = PAWLI_RANGE_FIXED), \
        FIELD(number + 3, pawli_contact, points[i].normal_impulse, FIXED,                          \
              .range = PAWLI_RANGE_FIXED),                                                         \
        FIELD(number + 4, pawli_contact, points[i].tangent_impulse, FIXED,                         \
              .range = PAWLI_RANGE_FIXED)

FIELDS(contact) = {
    FIELD(1, pawli_contact, shape_a, SHAPE),
    FIELD(2, pawli_contact, shape_b, SHAPE),
    FIELD(PAWLI_FIELD_CONTACT_FLAGS, pawli_contact, flags, WHOLE,
          .mask = PAWLI_CONTACT_TOUCHING | PAWLI_CONTACT_OVERLAPS | PAWLI_CONTACT_CACHED |
                  PAWLI_CONTACT_DROPPED | PAWLI_CONTACT_DISABLED),
    FIELD(4, pawli_contact, count, WHOLE, WITHIN(POINTS)),
    FIELD(5, pawli_contact, feature[0], WHOLE),
    FIELD(6, pawli_contact, feature[1], WHOLE),
    FIELD(7, pawli_contact, normal.c, FRACTION(30), WITHIN(UNIT)),
    FIELD(8, pawli_contact, normal.s, FRACTION(30), WITHIN(UNIT)),
    FIELD(9, pawli_contact, delta.x, FIXED, WITHIN(FIXED)),
    FIELD(10, pawli_contact, delta.y, FIXED, WITHIN(FIXED)),
    FIELD(11, pawli_contact, angle_a, ANGLE),
    FIELD(12, pawli_contact, angle_b, ANGLE),
    POINT(13, 0),
    POINT(18, 1),
    FIELD(23, pawli_whole_contact, edge, EDGE),
};

#if PAWL_WITH_JOINTS
#define IMPULSE(number, i) \
    FIELD(number, pawli_joint, impulses[i], FIXED, .range = PAWLI_RANGE_FIXED)

FIELDS(joint) = {
    FIELD(1, pawli_joint, type, WHOLE),
    FIELD(2, pawli_joint, flags, WHOLE),
    FIELD(3, pawli_joint, generation, WHOLE, WITHIN(GENERATION)),
    FIELD(4, pawli_joint, body_a, BODY),
    FIELD(5, pawli_joint, body_b, BODY),
    FIELD(6, pawli_joint, frame_a.anchor.x, FIXED, WITHIN(EXTENT)),
    FIELD(7, pawli_joint, frame_a.anchor.y, FIXED, WITHIN(EXTENT)),
    FIELD(8, pawli_joint, frame_a.angle, ANGLE),
    FIELD(9, pawli_joint, frame_b.anchor.x, FIXED, WITHIN(EXTENT)),
    FIELD(10, pawli_joint, frame_b.anchor.y, FIXED, WITHIN(EXTENT)),
    FIELD(11, pawli_joint, frame_b.angle, ANGLE),
    FIELD(12, pawli_joint, turned, FRACTION(32), WITHIN(TURNED)),
    FIELD(13, pawli_joint, lower, FIXED, WITHIN(FIXED)),
    FIELD(14, pawli_joint, upper, FIXED, WITHIN(FIXED)),
    FIELD(15, pawli_joint, target, FIXED, WITHIN(FIXED)),
    FIELD(16, pawli_joint, motor_speed, FIXED, WITHIN(FIXED)),
    FIELD(17, pawli_joint, motor_max, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(18, pawli_joint, hertz, FIXED, WITHIN(HERTZ)),
    FIELD(19, pawli_joint, damping_ratio, FIXED, WITHIN(HERTZ), DEFAULT(FX_ONE)),
    FIELD(20, pawli_joint, angular_hertz, FIXED, WITHIN(HERTZ)),
    FIELD(21, pawli_joint, angular_damping_ratio, FIXED, WITHIN(HERTZ), DEFAULT(FX_ONE)),
    FIELD(22, pawli_joint, ratio, FIXED, WITHIN(FIXED), DEFAULT(FX_ONE)),
    FIELD(23, pawli_joint, force_max, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(24, pawli_joint, spring_force_max, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(25, pawli_joint, spring_torque_max, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(26, pawli_joint, place.x, FIXED, WITHIN(COORD)),
    FIELD(27, pawli_joint, place.y, FIXED, WITHIN(COORD)),
    FIELD(28, pawli_joint, place_b.x, FIXED),
    FIELD(29, pawli_joint, place_b.y, FIXED),
    FIELD(30, pawli_joint, break_force, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(31, pawli_joint, break_torque, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(32, pawli_joint, teeth, INTEGER),
    IMPULSE(33, 0),
    IMPULSE(34, 1),
    IMPULSE(35, 2),
    IMPULSE(36, 3),
    IMPULSE(37, 4),
    IMPULSE(38, 5),
    FIELD(39, pawli_joint, user_data, WHOLE, UNHASHED),
};
#endif

#if PAWL_WITH_SOFT
FIELDS(soft) = {
    FIELD(1, pawli_soft, flags, WHOLE),
    FIELD(2, pawli_soft, generation, WHOLE, WITHIN(GENERATION)),
    FIELD(3, pawli_soft, point_count, WHOLE),
    FIELD(4, pawli_soft, link_count, WHOLE),
    FIELD(5, pawli_soft, outline_count, WHOLE),
    FIELD(6, pawli_soft, target_area2, FRACTION(32), WITHIN(NOT_NEGATIVE)),
    FIELD(7, pawli_soft, pressure, WHOLE, .fraction = 15, WITHIN(ROLLING)),
    FIELD(8, pawli_soft, friction, FIXED, WITHIN(NOT_NEGATIVE), DEFAULT(FRICTION)),
    FIELD(9, pawli_soft, restitution, FIXED, WITHIN(SHARE)),
    FIELD(10, pawli_soft, damping, FIXED, WITHIN(DAMPING)),
    FIELD(11, pawli_soft, gravity_scale, FIXED, WITHIN(SCALE), DEFAULT(FX_ONE)),
    FIELD(12, pawli_soft, radius, FIXED, WITHIN(THICKNESS)),
    FIELD(13, pawli_soft, category, WHOLE, DEFAULT(ONE)),
    FIELD(14, pawli_soft, mask, INTEGER, DEFAULT(MINUS_ONE)),
    FIELD(15, pawli_soft, group, INTEGER),
    FIELD(16, pawli_soft, quiet_steps, WHOLE),
    FIELD(17, pawli_soft, iterations, WHOLE, WITHIN(ITERATIONS), DEFAULT(ITERATIONS)),
    FIELD(18, pawli_soft, user_data, WHOLE, UNHASHED),
};

/* Points and links are told apart by their order alone, so each begins with a field that is never
 * at its default. */
FIELDS(soft_point) = {
    FIELD(1, pawli_soft_point, position.x, FIXED, MOTION, WITHIN(COORD), DEFAULT(NOWHERE)),
    FIELD(2, pawli_soft_point, position.y, FIXED, MOTION, WITHIN(COORD)),
    FIELD(3, pawli_soft_point, moved_x, FRACTION(22), MOTION, WITHIN(MOVED)),
    FIELD(4, pawli_soft_point, moved_y, FRACTION(22), MOTION, WITHIN(MOVED)),
    FIELD(5, pawli_soft_point, frac_x, FRACTION(22), WITHIN(REMAINDER)),
    FIELD(6, pawli_soft_point, frac_y, FRACTION(22), WITHIN(REMAINDER)),
    FIELD(7, pawli_soft_point, mass, FIXED, WITHIN(POINT_MASS)),
    FIELD(8, pawli_soft_point, flags, WHOLE),
};

FIELDS(soft_link) = {
    FIELD(1, pawli_soft_link, type, WHOLE, DEFAULT(MINUS_ONE)),
    FIELD(2, pawli_soft_link, flags, WHOLE),
    FIELD(3, pawli_soft_link, a, WHOLE),
    FIELD(4, pawli_soft_link, b, WHOLE),
    FIELD(5, pawli_soft_link, c, WHOLE),
    FIELD(6, pawli_soft_link, place.x, FIXED, WITHIN(FIXED)),
    FIELD(7, pawli_soft_link, place.y, FIXED, WITHIN(FIXED)),
    FIELD(8, pawli_soft_link, stiffness, WHOLE, .fraction = 15, WITHIN(ROLLING),
          DEFAULT(STIFFNESS)),
    FIELD(9, pawli_soft_link, tear, WHOLE, .fraction = 8),
};
#endif

/* Of the world, but nothing as long as there has been no soft body. */
FIELDS(soft_pool) = {
    FIELD(1, pawl_world, soft_pool.used, WHOLE),
    FIELD(2, pawl_world, soft_pool.live, WHOLE),
    FIELD(3, pawl_world, soft_pool.next_serial, WHOLE, WITHIN(SERIAL)),
    FIELD(4, pawl_world, soft_substeps, WHOLE, WITHIN(SOFT_SUBSTEPS), DEFAULT(SOFT_SUBSTEPS)),
};

FIELDS(pool) = {
    FIELD(1, pawli_pool, used, WHOLE),
    FIELD(2, pawli_pool, live, WHOLE),
    FIELD(3, pawli_pool, next_serial, WHOLE, WITHIN(SERIAL)),
};

#if PAWL_WITH_CHARACTERS
FIELDS(character) = {
    FIELD(1, pawli_character, body, BODY),
    FIELD(2, pawli_character, generation, WHOLE, WITHIN(GENERATION)),
    FIELD(3, pawli_character, flags, WHOLE),
    FIELD(4, pawli_character, mode, WHOLE),
    FIELD(5, pawli_character, velocity.x, FIXED, WITHIN(SPEED)),
    FIELD(6, pawli_character, velocity.y, FIXED, WITHIN(SPEED)),
    FIELD(7, pawli_character, remainder.x, WHOLE, WITHIN(MANTISSA)),
    FIELD(8, pawli_character, remainder.y, WHOLE, WITHIN(MANTISSA)),
    FIELD(9, pawli_character, ground_velocity.x, FIXED, WITHIN(FIXED)),
    FIELD(10, pawli_character, ground_velocity.y, FIXED, WITHIN(FIXED)),
    FIELD(11, pawli_character, ground_center.x, FIXED, WITHIN(COORD)),
    FIELD(12, pawli_character, ground_center.y, FIXED, WITHIN(COORD)),
    FIELD(13, pawli_character, ground_normal.c, FRACTION(30), WITHIN(UNIT)),
    FIELD(14, pawli_character, ground_normal.s, FRACTION(30), WITHIN(UNIT)),
    FIELD(15, pawli_character, ground_angle, ANGLE),
    FIELD(16, pawli_character, ground_shape, SHAPE),
    FIELD(17, pawli_character, ground_edge, WHOLE),
    FIELD(18, pawli_character, radius, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(19, pawli_character, half_height, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(20, pawli_character, skin, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(21, pawli_character, step_height, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(22, pawli_character, snap_distance, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(23, pawli_character, slope_limit, ANGLE),
    FIELD(24, pawli_character, mass, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(25, pawli_character, push, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(26, pawli_character, speed, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(27, pawli_character, acceleration, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(28, pawli_character, braking, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(29, pawli_character, air_acceleration, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(30, pawli_character, jump_speed, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(31, pawli_character, jump_cut, FIXED, WITHIN(SHARE)),
    FIELD(32, pawli_character, gravity_scale, FIXED, WITHIN(SCALE)),
    FIELD(33, pawli_character, fall_speed, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(34, pawli_character, climb_speed, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(35, pawli_character, swim_speed, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(36, pawli_character, ladders, WHOLE),
    FIELD(37, pawli_character, water, WHOLE),
    FIELD(38, pawli_character, run, FIXED, WITHIN(FIXED)),
    FIELD(39, pawli_character, climb, FIXED, WITHIN(FIXED)),
    FIELD(40, pawli_character, buttons, WHOLE),
    FIELD(41, pawli_character, coyote_steps, WHOLE),
    FIELD(42, pawli_character, buffer_steps, WHOLE),
    FIELD(43, pawli_character, air_jumps, WHOLE),
    FIELD(44, pawli_character, air_steps, WHOLE),
    FIELD(45, pawli_character, press_steps, WHOLE),
    FIELD(46, pawli_character, jumps, WHOLE),
    FIELD(47, pawli_character, events, WHOLE),
    FIELD(48, pawli_character, landing_speed, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(PAWLI_FIELD_GROUND_SOFT, pawli_character, ground_soft, WHOLE),
};
#endif

#if PAWLI_TEST_OBJECT
FIELDS(test) = {
    FIELD(1, pawli_test_object, size, FIXED, WITHIN(NOT_NEGATIVE)),
    FIELD(2, pawli_test_object, color, WHOLE, DEFAULT(COLOR)),
    FIELD(3, pawli_test_object, level, WHOLE, WITHIN(ITERATIONS)),
    FIELD(4, pawli_test_object, generation, WHOLE, WITHIN(GENERATION)),
    FIELD(5, pawli_test_object, flags, WHOLE),
};
#endif

#undef POINT
#undef VERTEX
#undef IMPULSE
#undef FIELD
#undef FIELDS
