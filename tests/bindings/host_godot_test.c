/* host_godot_test.c - tests of the extension for Godot in the stand-in. */
#include "host_godot.h"

#include <string.h>

static void test_classes(void) {
    CLAIM(host_class_count > 100 && strcmp(host_class("PawlQueryHit")->parent, "RefCounted") == 0 &&
          strcmp(host_class("PawlWorld")->parent, "Node") == 0);
    CLAIM(host_method_count > 300 &&
          host_method("PawlBody", "set_velocity")->types[0] == GD_VECTOR2I);
    CLAIM(host_method("Pawl", "sin")->flags == (GD_METHOD_NORMAL | GD_METHOD_STATIC));
    for (int i = 0; i < host_method_count; i++)
        for (int other = i + 1; other < host_method_count; other++)
            if (strcmp(host_methods[i].name, host_methods[other].name) == 0 &&
                strcmp(host_methods[i].class_name, host_methods[other].class_name) == 0)
                host_claim(false, host_methods[i].name, __LINE__);
}

static void test_numbers(void) {
    variant text = {GD_STRING, {.text = host_text("-12.5")}};
    CLAIM(CALL(NULL, "fx_parse", text).is.integer == -12 * UNIT - UNIT / 2 && host_errors == 0);
    host_drop_text(&text);
    text.is.text =
        host_text("0.1000000000000000000000000000000000000000000000000000000000000000000000");
    CLAIM(CALL(NULL, "fx_parse", text).is.integer == 0 && host_errors == 1);
    host_drop_text(&text);
    variant said = CALL(NULL, "status_text", integer(-4));
    CLAIM(said.type == GD_STRING && strcmp(said.is.text, "stale handle") == 0);
    host_drop_text(&said);
    const variant real = {GD_FLOAT, {0}};
    CALL(NULL, "sin", real);
    CLAIM(host_last_call.error == GD_CALL_INVALID_ARGUMENT && host_last_call.expected == GD_INT);
    CALL(NULL, "mul", integer(1));
    CLAIM(host_last_call.error == GD_CALL_TOO_FEW);
    CALL(NULL, "mul", integer(1), integer(2), integer(3));
    CLAIM(host_last_call.error == GD_CALL_TOO_MANY);
    CLAIM(CALL(NULL, "mul", integer(3 * UNIT), integer(UNIT / 2)).is.integer == 3 * UNIT / 2);
}

static void test_bodies(void) {
    object *world = host_world(8), *bodies[3];
    for (int i = 0; i < 3; i++)
        bodies[i] = host_box(world, 2, (vector2i){3 * i * UNIT, 0}, UNIT / 2);
    CALL(bodies[1], "apply_impulse_to_center", vector(0, 4 * UNIT));
    host_step(world);
    variant poses = CALL0(world, "get_all_poses");
    CLAIM(poses.type == GD_PACKED_INT32_ARRAY && poses.is.array.size == 12);
    for (int i = 0; i < 3; i++) {
        const vector2i at = CALL0(bodies[i], "get_position").is.vector;
        CLAIM(poses.is.array.data[4 * i] == at.x && poses.is.array.data[4 * i + 1] == at.y);
    }
    CLAIM(poses.is.array.data[5] > poses.is.array.data[1] && poses.is.array.data[2] == 1 << 30);
    host_drop_array(&poses);
    const method *of = host_method("PawlWorld", "get_all_poses");
    of->pointer_call(of->userdata, world->instance, NULL, &poses.is.array);
    CLAIM(poses.is.array.size == 12 && poses.is.array.data[4] == 3 * UNIT);
    host_drop_array(&poses);
    CALL(bodies[0], "set_fixed_rotation", truth(true));
    CLAIM(CALL0(bodies[0], "has_fixed_rotation").is.truth == 1);
    host_errors = 0;
    CLAIM(CALL0(bodies[2], "destroy").is.integer == 0 && host_errors == 0);
    CLAIM(CALL(bodies[2], "set_velocity", vector(1, 0)).is.integer < 0 && host_errors == 1);
    CLAIM(strcmp(host_error, "pawl_body_set_velocity: stale handle") == 0);
    CLAIM(CALL0(world, "create").is.integer == 0);
    object *other = host_box(world, 2, (vector2i){0, 0}, UNIT); /* where the first one was */
    CLAIM(CALL0(bodies[0], "is_valid").is.truth == 0 && CALL0(other, "is_valid").is.truth == 1);
    host_free(other);
    host_free(world);
    CLAIM(CALL(bodies[1], "set_velocity", vector(1, 0)).is.integer < 0 && host_errors == 2);
    const method *get = host_method("PawlBody", "get_position");
    get->call(get->userdata, NULL, NULL, 0, NULL, &host_last_call);
    CLAIM(host_last_call.error == GD_CALL_NO_INSTANCE);
    for (int i = 0; i < 3; i++)
        host_free(bodies[i]);
    world = host_new("PawlWorld");
    CALL(world, "set_def_substeps", integer(0));
    CLAIM(CALL0(world, "create").is.integer < 0 && CALL0(world, "step").is.integer < 0);
    poses = CALL0(world, "get_all_poses");
    CLAIM(poses.is.array.size == 0);
    host_drop_array(&poses);
    host_free(world);
}

static void test_records(void) {
    object *world = host_world(4), *body = host_box(world, 0, (vector2i){0, 0}, UNIT);
    object *hit = host_new("PawlQueryHit"), *other = host_new("PawlEvents");
    const variant from = vector(-4 * UNIT, 0), to = vector(8 * UNIT, 0);
    CLAIM(CALL(world, "ray_closest", from, to, object_of(NULL), object_of(hit)).is.truth == 1);
    CLAIM(CALL0(hit, "get_point").is.vector.x == -UNIT && GET(hit, "get_fraction") > 0);
    CLAIM(CALL(world, "ray_closest", from, to, object_of(NULL), object_of(other)).is.truth == 0);
    CLAIM(CALL(hit, "select", integer(1)).is.truth == 0);
    SET(hit, "resize", 3);
    CLAIM(CALL(hit, "select", integer(2)).is.truth == 1 && GET(hit, "get_fraction") == 0);
    host_errors = 0;
    CLAIM(CALL(hit, "resize", integer(0)).is.integer < 0 && host_errors == 1);
    CLAIM(CALL(world, "joint_create", object_of(hit)).is.integer == 0 && host_errors == 2);
    CLAIM(CALL(world, "cast_closest", object_of(NULL), object_of(hit), to, object_of(NULL),
               object_of(hit))
                  .is.integer != 1 &&
          host_errors == 3);
    host_free(hit), host_free(other), host_free(body), host_free(world);
}

static void test_buffers(void) {
    object *buffer = host_new("PawlBuffer"), *world = host_world(4);
    variant bytes = host_bytes("\1\2\377", 3);
    CLAIM(CALL(buffer, "set_bytes", bytes).is.integer == 0 && GET(buffer, "size") == 3);
    CLAIM(CALL(buffer, "get_byte", integer(2)).is.integer == 255);
    host_drop_array(&bytes);
    host_errors = 0;
    (void)CALL(buffer, "set_byte", integer(3), integer(1));
    CLAIM(CALL(buffer, "get_byte", integer(-1)).is.integer == 0 && host_errors == 2);
    CLAIM(CALL(world, "save", object_of(buffer)).type == GD_INT && host_errors == 3);
    SET(buffer, "resize", GET(world, "save_size"));
    const int64_t hash = GET(world, "hash");
    CLAIM(CALL(world, "save", object_of(buffer)).type == GD_INT && host_errors == 3);
    object *body = host_box(world, 2, (vector2i){0, 0}, UNIT);
    CLAIM(GET(world, "hash") != hash);
    CLAIM(CALL(world, "restore", object_of(buffer)).is.integer == 0 && GET(world, "hash") == hash);
    bytes = CALL(buffer, "get_bytes", integer(4));
    CLAIM(bytes.type == GD_PACKED_BYTE_ARRAY && bytes.is.array.size == 4);
    host_drop_array(&bytes);
    host_free(body), host_free(buffer), host_free(world);
}

void host_test(void) {

    test_classes();
    test_numbers();
    test_bodies();
    test_records();
    test_buffers();
}
