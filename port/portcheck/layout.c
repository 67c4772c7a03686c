/* layout.c - the program and the library must see the same structures: the same sizes of enum and
 * bool, packing, alignment and knobs. What may differ between machines, such as the bytes of
 * a world, is compared between the two views and is not part of the hash. */
#include "portcheck/check.h"

#include "pawl/config.h"
#include "pawl/pawl.h"

#define TEXT2(x) #x
#define TEXT(x) TEXT2(x)
#define KNOBS \
    " asserts=" TEXT(PAWL_ASSERTS) " validate=" TEXT(PAWL_VALIDATE) " poison=" TEXT(PAWL_POISON)

/* Handles and vectors are passed and stored by value, and sent: their size is fixed. */
static void check_sizes(pawli_check *check) {
    pawli_expect(check, "sizeof(pawl_fx)", sizeof(pawl_fx), 4);
    pawli_expect(check, "sizeof(pawl_wide)", sizeof(pawl_wide), 8);
    pawli_expect(check, "sizeof(pawl_vec2)", sizeof(pawl_vec2), 8);
    pawli_expect(check, "sizeof(pawl_rot)", sizeof(pawl_rot), 8);
    pawli_expect(check, "sizeof(pawl_pose)", sizeof(pawl_pose), 16);
    pawli_expect(check, "sizeof(pawl_body_id)", sizeof(pawl_body_id), 4);
    /* A profile may have shapes with fewer corners. */
    const int64_t corners = INT64_C(16) * PAWL_POLYGON_MAX;
    pawli_expect(check, "sizeof(pawl_convex) - corners", (int64_t)sizeof(pawl_convex) - corners, 8);
    pawli_expect(check, "offsetof(pawl_convex, radius) - corners",
                 (int64_t)offsetof(pawl_convex, radius) - corners, 0);
    pawli_expect(check, "sizeof(bool)", sizeof(bool), 1);
}

/* Fields at the ends and after each change of type, as the library filled them. */
static void check_defs(pawli_check *check) {
    const pawl_world_def world = pawl_world_def_default();
    pawli_expect(check, "world_def.contact_capacity", (int64_t)world.contact_capacity, 0);
    pawli_expect(check, "world_def.gravity.y", world.gravity.y, -655360);
    pawli_expect(check, "world_def.sleeping", world.sleeping, 1);
    const pawl_body_def body = pawl_body_def_default();
    pawli_expect(check, "body_def.gravity_scale", body.gravity_scale, 65536);
    pawli_expect(check, "body_def.bullet", body.bullet, 0);
    pawli_expect(check, "body_def.enabled", body.enabled, 1);
    pawli_expect(check, "body_def.user_data", (int64_t)body.user_data, 0);
    const pawl_shape_def shape = pawl_shape_def_default();
    pawli_expect(check, "shape_def.density", shape.density, 65536);
    pawli_expect(check, "shape_def.filter.mask", (int64_t)shape.filter.mask, UINT32_MAX);
    pawli_expect(check, "shape_def.one_way", shape.one_way, 0);
    pawli_expect(check, "shape_def.user_data", (int64_t)shape.user_data, 0);
}

/* By value into the library and out of it, with 8, 16 and more than 16 bytes. */
static void check_calls(pawli_check *check) {
    const pawl_pose pose = {{65536, -131072}, {0, PAWL_UNIT}};
    const pawl_vec2 point = pawl_pose_apply(pose, pawl_vec2_make(196608, 327680));
    pawli_expect(check, "pawl_pose_apply().x", point.x, -262144);
    pawli_expect(check, "pawl_pose_apply().y", point.y, 65536);
    pawl_convex convex;
    const pawl_status status = pawl_make_box(131072, 65536, &convex);
    pawli_expect(check, "pawl_make_box()", status, PAWL_OK);
    if (status != PAWL_OK) return;
    pawli_expect(check, "convex.count", convex.count, 4);
    pawli_expect(check, "convex.vertices[3].x", convex.vertices[3].x, -131072);
    const pawl_box box = pawl_convex_box(&convex, pose);
    pawli_expect(
        check, "pawl_convex_box() holds its shape",
        box.lower.x <= 0 && box.upper.x >= 131072 && box.lower.y <= -262144 && box.upper.y >= 0, 1);
}

/* The last field of every def, by way of the library and back. */
static void check_world(pawli_check *check) {
    pawl_world *const world = pawli_make_world(check, 1, 0);
    if (world == NULL) return;
    pawl_body_def body = pawl_body_def_default();
    pawl_shape_def shape = pawl_shape_def_default();
    pawl_body_id body_id = {0, 0};
    pawl_shape_id shape_id = {0, 0};
    pawl_convex convex;
    body.user_data = UINT32_C(0x12345678);
    shape.user_data = UINT32_C(0x9ABCDEF0);
    pawl_status status = pawl_make_circle(pawl_vec2_make(0, 0), 65536, &convex);
    if (status == PAWL_OK) status = pawl_body_create(world, &body, &body_id);
    if (status == PAWL_OK) status = pawl_shape_create(world, body_id, &shape, &convex, &shape_id);
    pawli_expect(check, "a body with a shape", status, PAWL_OK);
    pawli_expect(check, "body_def.user_data in the world",
                 (int64_t)pawl_body_get_user_data(world, body_id), INT64_C(0x12345678));
    pawli_expect(check, "shape_def.user_data in the world",
                 (int64_t)pawl_shape_get_user_data(world, shape_id), INT64_C(0x9ABCDEF0));
    pawli_expect(check, "pawl_world_get_counters().bodies",
                 (int64_t)pawl_world_get_counters(world).bodies, 1);
}

static bool contains(const char *text, const char *part) {
    for (; *text != '\0'; text++) {
        int i = 0;
        while (part[i] != '\0' && text[i] == part[i])
            i++;
        if (part[i] == '\0') return true;
    }
    return false;
}

void pawli_stage_layout(pawli_check *check) {
    check_sizes(check);
    check_defs(check);
    check_calls(check);
    check_world(check);
    /* A world of 256 bodies does not fit a size_t of 16 bits. */
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = 8;
    const size_t size = pawl_world_size(&def);
    pawli_expect(check, "state size + scratch size - world size",
                 (int64_t)pawl_world_state_size(&def) + pawl_world_scratch_size(&def) - size, 0);
    def.body_capacity++;
    pawli_expect(check, "a body more takes memory", pawl_world_size(&def) > size, 1);
    def.cookie++;
    pawli_expect(check, "pawl_world_size(wrong cookie)", (int64_t)pawl_world_size(&def), 0);
    pawli_expect(check, "knobs of program and library agree", contains(pawl_build_options(), KNOBS),
                 1);
}
