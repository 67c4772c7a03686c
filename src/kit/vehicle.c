/* vehicle.c - a chassis with wheels on springs: made, driven, braked.
 *
 * All but the room for it is looked at before the first change. The frames of a joint are those of
 * the def to the bit: the anchor on the chassis is the position of the wheel, that on the wheel its
 * center, and both bodies begin with the same angle. */
#include "kit/vehicle.h"

#include "base/check.h"
#include "fx/range.h"
#include "world/world.h"

#include <string.h>

#define VEHICLE_COOKIE UINT32_C(0x70617741)

pawl_vehicle_wheel pawl_vehicle_wheel_default(void) {
    pawl_vehicle_wheel wheel;
    memset(&wheel, 0, sizeof wheel);
    wheel.radius = PAWL_DEC(0, 5);
    wheel.density = wheel.friction = PAWL_FX_ONE;
    wheel.hertz = PAWL_UNITS(4);
    wheel.damping_ratio = PAWL_DEC(0, 7);
    wheel.travel = PAWL_DEC(0, 25);
    return wheel;
}

pawl_vehicle_def pawl_vehicle_def_default(void) {
    pawl_vehicle_def def;
    memset(&def, 0, sizeof def);
    def.cookie = VEHICLE_COOKIE;
    def.body = pawl_body_def_default();
    def.body.type = PAWL_DYNAMIC;
    def.chassis = pawl_shape_def_default();
    def.half_width = PAWL_FX_ONE;
    def.half_height = PAWL_DEC(0, 25);
    return def;
}

static pawl_body_def def_of_wheel(const pawl_vehicle_def *def, const pawl_vehicle_wheel *wheel) {
    const pawl_pose pose = {def->body.position, pawl_rot_from_angle(def->body.angle)};
    pawl_body_def out = def->body;
    out.type = PAWL_DYNAMIC;
    out.position = pawl_pose_apply(pose, wheel->position);
    out.fixed_rotation = false;
    return out;
}

static pawl_shape_def shape_of_wheel(const pawl_vehicle_def *def, const pawl_vehicle_wheel *wheel) {
    pawl_shape_def out = def->chassis;
    out.density = wheel->density;
    out.friction = wheel->friction;
    return out;
}

static pawl_joint_def joint_of_wheel(const pawl_vehicle_wheel *wheel) {
    pawl_joint_def out = pawl_joint_def_default(PAWL_JOINT_WHEEL);
    out.frame_a.anchor = wheel->position;
    out.frame_a.angle = out.frame_b.angle = PAWL_TURN(1, 4);
    out.spring = true;
    out.hertz = wheel->hertz;
    out.damping_ratio = wheel->damping_ratio;
    out.limit = true;
    out.lower = -wheel->travel;
    out.upper = wheel->travel;
    return out;
}

static pawl_status check_wheel(const pawl_vehicle_def *def, const pawl_vehicle_wheel *wheel) {
    if (wheel->travel < 0 || wheel->torque_max < 0) return PAWL_ERR_RANGE;
    if (!pawli_vec_in_range(wheel->position, PAWL_EXTENT_MAX)) return PAWL_ERR_RANGE;
    const pawl_body_def body = def_of_wheel(def, wheel);
    const pawl_shape_def shape = shape_of_wheel(def, wheel);
    const pawl_joint_def joint = joint_of_wheel(wheel);
    pawl_convex circle;
    pawl_status status = pawl_make_circle(pawl_vec2_make(0, 0), wheel->radius, &circle);
    if (status == PAWL_OK) status = pawl_body_def_check(&body, NULL);
    if (status == PAWL_OK) status = pawl_shape_def_check(&shape, NULL);
    return status == PAWL_OK ? pawl_joint_def_check(&joint, NULL) : status;
}

PAWLI_FOLD pawl_status check_vehicle_def(const pawl_vehicle_def *def, const char **field) {
    pawl_convex box;
    PAWLI_CHECK(field, def->cookie == VEHICLE_COOKIE, ERR_COOKIE, "cookie");
    pawl_status status = pawl_body_def_check(&def->body, NULL);
    if (status != PAWL_OK) return pawli_check_failed(field, "body", status);
    status = pawl_shape_def_check(&def->chassis, NULL);
    if (status != PAWL_OK) return pawli_check_failed(field, "chassis", status);
    PAWLI_CHECK(field, pawli_in_range(def->half_width, PAWL_SIZE_MIN, PAWL_EXTENT_MAX), ERR_RANGE,
                "half_width");
    PAWLI_CHECK(field, pawli_in_range(def->half_height, PAWL_SIZE_MIN, PAWL_EXTENT_MAX), ERR_RANGE,
                "half_height");
    status = pawl_make_box(def->half_width, def->half_height, &box);
    if (status != PAWL_OK) return pawli_check_failed(field, "half_width", status);
    PAWLI_CHECK(field, def->wheel_count >= 1 && def->wheel_count <= PAWL_VEHICLE_WHEELS_MAX,
                ERR_ARGUMENT, "wheel_count");
    PAWLI_CHECK(field, def->wheels != NULL, ERR_NULL, "wheels");
    for (uint32_t i = 0; i < def->wheel_count; i++) {
        status = check_wheel(def, &def->wheels[i]);
        if (status != PAWL_OK) return pawli_check_failed(field, "wheels", status);
    }
    return PAWL_OK;
}

pawl_status pawl_vehicle_def_check(const pawl_vehicle_def *def, const char **field) {
    PAWLI_CHECK_CALL(check_vehicle_def, def, field);
}

pawl_status pawli_vehicle_check(const pawl_world *world, const pawl_vehicle_def *def,
                                const pawl_vehicle *out) {
    if (world == NULL || def == NULL || out == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    if (!PAWL_WITH_JOINTS) return PAWL_ERR_UNSUPPORTED;
    return PAWLI_CHECK_ONLY(check_vehicle_def, pawl_vehicle_def_check, def);
}

static pawl_status add_wheel(pawl_world *world, const pawl_vehicle_def *def,
                             const pawl_vehicle_wheel *wheel, pawl_vehicle *vehicle) {
    pawl_vehicle_axle *const axle = &vehicle->axles[vehicle->wheel_count];
    pawl_body_def body = def_of_wheel(def, wheel);
    const pawl_shape_def shape = shape_of_wheel(def, wheel);
    pawl_joint_def joint = joint_of_wheel(wheel);
    const pawl_vec2 velocity = pawl_body_get_velocity_at(world, vehicle->chassis, body.position);
    body.velocity.x = pawl_clamp(velocity.x, -PAWL_SPEED_MAX, PAWL_SPEED_MAX);
    body.velocity.y = pawl_clamp(velocity.y, -PAWL_SPEED_MAX, PAWL_SPEED_MAX);
    pawl_status status = pawl_body_create_circle(world, &body, &shape, wheel->radius, &axle->wheel);
    if (status != PAWL_OK) return status;
    axle->radius = wheel->radius;
    axle->torque_max = wheel->torque_max;
    vehicle->wheel_count++;
    joint.body_a = vehicle->chassis;
    joint.body_b = axle->wheel;
    return pawl_joint_create(world, &joint, &axle->joint);
}

pawl_status pawli_vehicle_add_wheels(pawl_world *world, const pawl_vehicle_def *def,
                                     pawl_body_id chassis, pawl_vehicle *out) {
    pawl_vehicle vehicle;
    pawl_status status = PAWL_OK;
    memset(&vehicle, 0, sizeof vehicle);
    vehicle.chassis = chassis;
    for (uint32_t i = 0; i < def->wheel_count && status == PAWL_OK; i++)
        status = add_wheel(world, def, &def->wheels[i], &vehicle);
    if (status == PAWL_OK) {
        *out = vehicle;
    } else {
        (void)pawl_vehicle_destroy(world, &vehicle);
    }
    return status;
}

pawl_status pawl_vehicle_create(pawl_world *world, const pawl_vehicle_def *def, pawl_vehicle *out) {
    pawl_body_id chassis;
    pawl_status status = pawli_vehicle_check(world, def, out);
    if (status != PAWL_OK) return status;
    status = pawl_body_create_box(world, &def->body, &def->chassis, def->half_width,
                                  def->half_height, &chassis);
    return status == PAWL_OK ? pawli_vehicle_add_wheels(world, def, chassis, out) : status;
}

static uint32_t count_axles(const pawl_vehicle *vehicle) {
    const uint32_t most = PAWL_VEHICLE_WHEELS_MAX;
    return vehicle->wheel_count < most ? vehicle->wheel_count : most;
}

pawl_status pawl_vehicle_destroy(pawl_world *world, const pawl_vehicle *vehicle) {
    if (world == NULL || vehicle == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    for (uint32_t i = 0; i < count_axles(vehicle); i++)
        (void)pawl_body_destroy(world, vehicle->axles[i].wheel);
    (void)pawl_body_destroy(world, vehicle->chassis);
    return PAWL_OK;
}

/* All or none of them can be set. */
static pawl_status check_axles(const pawl_world *world, const pawl_vehicle *vehicle) {
    if (world == NULL || vehicle == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    for (uint32_t i = 0; i < count_axles(vehicle); i++)
        if (!pawl_joint_is_valid(world, vehicle->axles[i].joint)) return PAWL_ERR_STALE;
    return PAWL_OK;
}

/* -speed / radius: radius is at least 16 raw units, so that it saturates at most. */
static pawl_fx turn_of_wheel(pawl_fx speed, pawl_fx radius) {
    return radius > 0 ? pawl_div(-speed, radius) : 0;
}

pawl_status pawl_vehicle_drive(pawl_world *world, const pawl_vehicle *vehicle, pawl_fx speed) {
    pawl_status status = check_axles(world, vehicle);
    if (status == PAWL_OK && !pawli_in_range(speed, -PAWL_SPEED_MAX, PAWL_SPEED_MAX))
        status = PAWL_ERR_RANGE;
    for (uint32_t i = 0; status == PAWL_OK && i < count_axles(vehicle); i++) {
        const pawl_vehicle_axle *const axle = &vehicle->axles[i];
        const bool is_driven = axle->torque_max > 0;
        status = pawl_joint_set_motor(world, axle->joint, is_driven,
                                      is_driven ? turn_of_wheel(speed, axle->radius) : 0,
                                      axle->torque_max);
    }
    return status;
}

static pawl_status set_axles(pawl_world *world, const pawl_vehicle *vehicle, bool enabled,
                             pawl_wide torque) {
    pawl_status status = check_axles(world, vehicle);
    for (uint32_t i = 0; status == PAWL_OK && i < count_axles(vehicle); i++)
        status = pawl_joint_set_motor(world, vehicle->axles[i].joint, enabled, 0, torque);
    return status;
}

pawl_status pawl_vehicle_brake(pawl_world *world, const pawl_vehicle *vehicle, pawl_wide torque) {
    return set_axles(world, vehicle, true, torque);
}

pawl_status pawl_vehicle_coast(pawl_world *world, const pawl_vehicle *vehicle) {
    return set_axles(world, vehicle, false, 0);
}

pawl_fx pawl_vehicle_get_speed(const pawl_world *world, const pawl_vehicle *vehicle) {
    if (world == NULL || vehicle == NULL) return 0;
    const pawl_rot turn = pawl_body_get_rotation(world, vehicle->chassis);
    return pawl_unrotate(turn, pawl_body_get_velocity(world, vehicle->chassis)).x;
}
