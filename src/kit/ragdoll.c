/* ragdoll.c - a figure of limbs on hinges.
 *
 * All but the room for it is looked at before the first change. Anchors are differences of scaled
 * points in the frame of the figure, and all bodies begin with its angle: nothing is rounded but
 * the lengths themselves, and where the bodies are. */
#include "pawl/kit.h"

#include "base/check.h"
#include "base/rom.h"
#include "fx/range.h"
#include "world/world.h"

#include <string.h>

#define RAGDOLL_COOKIE UINT32_C(0x70617742)
#define SCALE_MIN (PAWL_FX_ONE / 1024)
#define SCALE_MAX PAWL_UNITS(1024)

/* In hundredths of a unit and of a radian. */
typedef struct person_limb {
    int8_t parent;
    int16_t x, y, to_x, to_y, radius;
    int16_t lower, upper;
} person_limb;

static const person_limb person[PAWL_PERSON_LIMBS] PAWLI_ROM = {
    {-1, 0, 120, 0, 150, 16, 0, 0},       /* chest */
    {0, 0, 110, 0, 100, 15, -40, 40},     /* hips */
    {0, 0, 166, 0, 184, 13, -60, 60},     /* head */
    {0, -8, 150, -36, 150, 7, -150, 150}, /* left arm */
    {3, -36, 150, -64, 150, 6, 0, 200},   /* left hand */
    {0, 8, 150, 36, 150, 7, -150, 150},   /* right arm */
    {5, 36, 150, 64, 150, 6, -200, 0},    /* right hand */
    {1, -7, 95, -7, 55, 9, -100, 60},     /* left leg */
    {7, -7, 52, -7, 10, 8, 0, 200},       /* left foot */
    {1, 7, 95, 7, 55, 9, -60, 100},       /* right leg */
    {9, 7, 52, 7, 10, 8, -200, 0},        /* right foot */
};

void pawl_ragdoll_make_person(pawl_limb *limbs) {
    for (uint32_t i = 0; limbs != NULL && i < PAWL_PERSON_LIMBS; i++) {
        person_limb copy;
        const person_limb *const limb = pawli_rom_fetch(&person[i], &copy, sizeof copy);
        memset(&limbs[i], 0, sizeof limbs[i]);
        limbs[i].parent = limb->parent;
        limbs[i].from = pawl_vec2_make(pawl_ratio(limb->x, 100), pawl_ratio(limb->y, 100));
        limbs[i].to = pawl_vec2_make(pawl_ratio(limb->to_x, 100), pawl_ratio(limb->to_y, 100));
        limbs[i].anchor = limbs[i].from;
        limbs[i].radius = pawl_ratio(limb->radius, 100);
        limbs[i].lower = pawl_ratio(limb->lower, 100);
        limbs[i].upper = pawl_ratio(limb->upper, 100);
        limbs[i].friction = PAWL_WIDE(0, 1, 20);
    }
}

pawl_ragdoll_def pawl_ragdoll_def_default(void) {
    pawl_ragdoll_def def;
    memset(&def, 0, sizeof def);
    def.cookie = RAGDOLL_COOKIE;
    def.body = pawl_body_def_default();
    def.body.type = PAWL_DYNAMIC;
    def.body.angular_damping = PAWL_DEC(0, 5);
    def.shape = pawl_shape_def_default();
    def.shape.friction = PAWL_DEC(0, 4);
    def.scale = PAWL_FX_ONE;
    return def;
}

static pawl_vec2 scaled_point(const pawl_ragdoll_def *def, pawl_vec2 point) {
    return pawl_vec2_make(pawl_mul(point.x, def->scale), pawl_mul(point.y, def->scale));
}

/* Rounded down. */
static pawl_fx between(pawl_fx a, pawl_fx b) {
    return (pawl_fx)pawli_floor((int64_t)a + b, 1);
}

/* In the frame of the figure. */
static pawl_vec2 middle_of_limb(const pawl_ragdoll_def *def, int32_t limb) {
    const pawl_vec2 from = scaled_point(def, def->limbs[limb].from);
    const pawl_vec2 to = scaled_point(def, def->limbs[limb].to);
    return pawl_vec2_make(between(from.x, to.x), between(from.y, to.y));
}

static pawl_status make_limb(const pawl_ragdoll_def *def, int32_t limb, pawl_convex *out) {
    const pawl_vec2 middle = middle_of_limb(def, limb);
    const pawl_vec2 from = pawl_vec2_sub(scaled_point(def, def->limbs[limb].from), middle);
    const pawl_vec2 to = pawl_vec2_sub(scaled_point(def, def->limbs[limb].to), middle);
    const pawl_fx radius = pawl_mul(def->limbs[limb].radius, def->scale);
    if (from.x == to.x && from.y == to.y) return pawl_make_circle(from, radius, out);
    return pawl_make_capsule(from, to, radius, out);
}

static pawl_body_def def_of_limb(const pawl_ragdoll_def *def, int32_t limb) {
    const pawl_pose pose = {def->body.position, pawl_rot_from_angle(def->body.angle)};
    pawl_body_def out = def->body;
    out.position = pawl_pose_apply(pose, middle_of_limb(def, limb));
    return out;
}

static pawl_joint_def joint_of_limb(const pawl_ragdoll_def *def, int32_t limb) {
    const pawl_limb *const at = &def->limbs[limb];
    const pawl_vec2 anchor = scaled_point(def, at->anchor);
    pawl_joint_def out = pawl_joint_def_default(PAWL_JOINT_REVOLUTE);
    out.frame_a.anchor = pawl_vec2_sub(anchor, middle_of_limb(def, at->parent));
    out.frame_b.anchor = pawl_vec2_sub(anchor, middle_of_limb(def, limb));
    out.limit = true;
    out.lower = at->lower;
    out.upper = at->upper;
    out.motor = at->friction != 0;
    out.motor_max = at->friction;
    return out;
}

/* Points far beyond the range saturate, and are refused as anchors or as shapes. */
static pawl_status check_limb(const pawl_ragdoll_def *def, int32_t limb) {
    const int32_t parent = def->limbs[limb].parent;
    if (parent < -1 || parent >= limb) return PAWL_ERR_ARGUMENT;
    const pawl_body_def body = def_of_limb(def, limb);
    pawl_convex convex;
    pawl_status status = make_limb(def, limb, &convex);
    if (status == PAWL_OK) status = pawl_body_def_check(&body, NULL);
    if (status != PAWL_OK || parent < 0) return status;
    if (def->body.type != PAWL_DYNAMIC) return PAWL_ERR_ARGUMENT;
    const pawl_joint_def joint = joint_of_limb(def, limb);
    return pawl_joint_def_check(&joint, NULL);
}

PAWLI_FOLD pawl_status check_ragdoll_def(const pawl_ragdoll_def *def, const char **field) {
    PAWLI_CHECK(field, def->cookie == RAGDOLL_COOKIE, ERR_COOKIE, "cookie");
    pawl_status status = pawl_body_def_check(&def->body, NULL);
    if (status != PAWL_OK) return pawli_check_failed(field, "body", status);
    status = pawl_shape_def_check(&def->shape, NULL);
    if (status != PAWL_OK) return pawli_check_failed(field, "shape", status);
    PAWLI_CHECK(field, pawli_in_range(def->scale, SCALE_MIN, SCALE_MAX), ERR_RANGE, "scale");
    PAWLI_CHECK(field, def->limb_count >= 1 && def->limb_count <= PAWL_RAGDOLL_LIMBS_MAX,
                ERR_ARGUMENT, "limb_count");
    PAWLI_CHECK(field, def->limbs != NULL, ERR_NULL, "limbs");
    for (int32_t i = 0; i < (int32_t)def->limb_count; i++) {
        status = check_limb(def, i);
        if (status != PAWL_OK) return pawli_check_failed(field, "limbs", status);
    }
    return PAWL_OK;
}

pawl_status pawl_ragdoll_def_check(const pawl_ragdoll_def *def, const char **field) {
    PAWLI_CHECK_CALL(check_ragdoll_def, def, field);
}

static pawl_status check_ragdoll(const pawl_world *world, const pawl_ragdoll_def *def,
                                 const pawl_body_id *bodies) {
    if (world == NULL || def == NULL || bodies == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    if (!PAWL_WITH_JOINTS) return PAWL_ERR_UNSUPPORTED;
    return PAWLI_CHECK_ONLY(check_ragdoll_def, pawl_ragdoll_def_check, def);
}

static pawl_status add_limb(pawl_world *world, const pawl_ragdoll_def *def, int32_t limb,
                            pawl_body_id *bodies, pawl_joint_id *joint) {
    const pawl_body_def body = def_of_limb(def, limb);
    const int32_t parent = def->limbs[limb].parent;
    pawl_convex convex;
    pawl_status status = make_limb(def, limb, &convex);
    if (status == PAWL_OK)
        status = pawl_body_create_convex(world, &body, &def->shape, &convex, &bodies[limb]);
    if (status != PAWL_OK || parent < 0) return status;
    pawl_joint_def hinge = joint_of_limb(def, limb);
    hinge.body_a = bodies[parent];
    hinge.body_b = bodies[limb];
    return pawl_joint_create(world, &hinge, joint);
}

pawl_status pawl_ragdoll_create(pawl_world *world, const pawl_ragdoll_def *def,
                                pawl_body_id *bodies, pawl_joint_id *joints) {
    pawl_body_id made[PAWL_RAGDOLL_LIMBS_MAX];
    pawl_joint_id hinges[PAWL_RAGDOLL_LIMBS_MAX];
    pawl_status status = check_ragdoll(world, def, bodies);
    if (status != PAWL_OK) return status;
    memset(made, 0, sizeof made);
    memset(hinges, 0, sizeof hinges);
    const size_t count = (size_t)def->limb_count;
    for (size_t i = 0; i < count && status == PAWL_OK; i++)
        status = add_limb(world, def, (int32_t)i, made, &hinges[i]);
    for (size_t i = 0; i < count && status != PAWL_OK; i++)
        (void)pawl_body_destroy(world, made[i]);
    if (status != PAWL_OK) return status;
    memcpy(bodies, made, count * sizeof *made);
    if (joints != NULL) memcpy(joints, hinges, count * sizeof *hinges);
    return PAWL_OK;
}
