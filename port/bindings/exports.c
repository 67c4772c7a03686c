/* exports.c - functions that are inline in the headers, for those who look for names in a shared
 * library: other languages. Written by `make exports` from the headers; not to be edited.
 *
 * A function cannot be both inline under a name and defined under it: each is renamed while the
 * headers are read. With PAWL_SMALL_CODE some are functions of the library anyway. */

#include <pawl/config.h>

#if !PAWLI_IS_SHARED
#define pawl_saturate inline_saturate
#define pawl_add inline_add
#define pawl_sub inline_sub
#define pawl_mul inline_mul
#define pawl_vec2_dot inline_vec2_dot
#define pawl_vec2_cross inline_vec2_cross
#endif
#define pawl_neg inline_neg
#define pawl_abs inline_abs
#define pawl_min inline_min
#define pawl_max inline_max
#define pawl_clamp inline_clamp
#define pawl_vec2_make inline_vec2_make
#define pawl_vec2_add inline_vec2_add
#define pawl_vec2_sub inline_vec2_sub
#define pawl_vec2_units inline_vec2_units
#define pawl_vec2_neg inline_vec2_neg
#define pawl_vec2_scale inline_vec2_scale
#define pawl_vec2_perpendicular inline_vec2_perpendicular
#define pawl_vec2_lerp inline_vec2_lerp
#define pawl_box_overlaps inline_box_overlaps
#define pawl_box_contains inline_box_contains
#define pawl_box_is_valid inline_box_is_valid
#define pawl_vec2_is_position inline_vec2_is_position
#define pawl_rot_is_valid inline_rot_is_valid
#define pawl_pose_is_valid inline_pose_is_valid
#define pawl_arcade_is_null inline_arcade_is_null
#define pawl_arcade_id_store inline_arcade_id_store
#define pawl_arcade_id_load inline_arcade_id_load
#define pawl_arcade_id_equal inline_arcade_id_equal
#define pawl_arcade_init inline_arcade_init
#define pawl_body_is_null inline_body_is_null
#define pawl_shape_is_null inline_shape_is_null
#define pawl_joint_is_null inline_joint_is_null
#define pawl_soft_is_null inline_soft_is_null
#define pawl_character_is_null inline_character_is_null
#define pawl_body_id_store inline_body_id_store
#define pawl_body_id_load inline_body_id_load
#define pawl_shape_id_store inline_shape_id_store
#define pawl_shape_id_load inline_shape_id_load
#define pawl_joint_id_store inline_joint_id_store
#define pawl_joint_id_load inline_joint_id_load
#define pawl_soft_id_store inline_soft_id_store
#define pawl_soft_id_load inline_soft_id_load
#define pawl_character_id_store inline_character_id_store
#define pawl_character_id_load inline_character_id_load
#define pawl_body_id_equal inline_body_id_equal
#define pawl_shape_id_equal inline_shape_id_equal
#define pawl_soft_id_equal inline_soft_id_equal
#define pawl_joint_id_equal inline_joint_id_equal
#define pawl_character_id_equal inline_character_id_equal
#define pawl_world_init inline_world_init
#define pawl_contact_to_key inline_contact_to_key
#define pawl_world_decode inline_world_decode

#include <pawl/arcade.h>
#include <pawl/fx.h>
#include <pawl/id.h>
#include <pawl/shape.h>
#include <pawl/snapshot.h>
#include <pawl/vec.h>
#include <pawl/world.h>

#undef pawl_saturate
#undef pawl_add
#undef pawl_sub
#undef pawl_mul
#undef pawl_neg
#undef pawl_abs
#undef pawl_min
#undef pawl_max
#undef pawl_clamp
#undef pawl_vec2_make
#undef pawl_vec2_add
#undef pawl_vec2_sub
#undef pawl_vec2_units
#undef pawl_vec2_neg
#undef pawl_vec2_scale
#undef pawl_vec2_perpendicular
#undef pawl_vec2_lerp
#undef pawl_vec2_dot
#undef pawl_vec2_cross
#undef pawl_box_overlaps
#undef pawl_box_contains
#undef pawl_box_is_valid
#undef pawl_vec2_is_position
#undef pawl_rot_is_valid
#undef pawl_pose_is_valid
#undef pawl_arcade_is_null
#undef pawl_arcade_id_store
#undef pawl_arcade_id_load
#undef pawl_arcade_id_equal
#undef pawl_arcade_init
#undef pawl_body_is_null
#undef pawl_shape_is_null
#undef pawl_joint_is_null
#undef pawl_soft_is_null
#undef pawl_character_is_null
#undef pawl_body_id_store
#undef pawl_body_id_load
#undef pawl_shape_id_store
#undef pawl_shape_id_load
#undef pawl_joint_id_store
#undef pawl_joint_id_load
#undef pawl_soft_id_store
#undef pawl_soft_id_load
#undef pawl_character_id_store
#undef pawl_character_id_load
#undef pawl_body_id_equal
#undef pawl_shape_id_equal
#undef pawl_soft_id_equal
#undef pawl_joint_id_equal
#undef pawl_character_id_equal
#undef pawl_world_init
#undef pawl_contact_to_key
#undef pawl_world_decode
#if !PAWLI_IS_SHARED

PAWL_API pawl_fx pawl_saturate(int64_t value);
pawl_fx pawl_saturate(int64_t value) {
    return inline_saturate(value);
}

PAWL_API pawl_fx pawl_add(pawl_fx a, pawl_fx b);
pawl_fx pawl_add(pawl_fx a, pawl_fx b) {
    return inline_add(a, b);
}

PAWL_API pawl_fx pawl_sub(pawl_fx a, pawl_fx b);
pawl_fx pawl_sub(pawl_fx a, pawl_fx b) {
    return inline_sub(a, b);
}

PAWL_API pawl_fx pawl_mul(pawl_fx a, pawl_fx b);
pawl_fx pawl_mul(pawl_fx a, pawl_fx b) {
    return inline_mul(a, b);
}

PAWL_API int64_t pawl_vec2_dot(pawl_vec2 a, pawl_vec2 b);
int64_t pawl_vec2_dot(pawl_vec2 a, pawl_vec2 b) {
    return inline_vec2_dot(a, b);
}

PAWL_API int64_t pawl_vec2_cross(pawl_vec2 a, pawl_vec2 b);
int64_t pawl_vec2_cross(pawl_vec2 a, pawl_vec2 b) {
    return inline_vec2_cross(a, b);
}
#endif

PAWL_API pawl_fx pawl_neg(pawl_fx a);
pawl_fx pawl_neg(pawl_fx a) {
    return inline_neg(a);
}

PAWL_API pawl_fx pawl_abs(pawl_fx a);
pawl_fx pawl_abs(pawl_fx a) {
    return inline_abs(a);
}

PAWL_API pawl_fx pawl_min(pawl_fx a, pawl_fx b);
pawl_fx pawl_min(pawl_fx a, pawl_fx b) {
    return inline_min(a, b);
}

PAWL_API pawl_fx pawl_max(pawl_fx a, pawl_fx b);
pawl_fx pawl_max(pawl_fx a, pawl_fx b) {
    return inline_max(a, b);
}

PAWL_API pawl_fx pawl_clamp(pawl_fx value, pawl_fx low, pawl_fx high);
pawl_fx pawl_clamp(pawl_fx value, pawl_fx low, pawl_fx high) {
    return inline_clamp(value, low, high);
}

PAWL_API pawl_vec2 pawl_vec2_make(pawl_fx x, pawl_fx y);
pawl_vec2 pawl_vec2_make(pawl_fx x, pawl_fx y) {
    return inline_vec2_make(x, y);
}

PAWL_API pawl_vec2 pawl_vec2_add(pawl_vec2 a, pawl_vec2 b);
pawl_vec2 pawl_vec2_add(pawl_vec2 a, pawl_vec2 b) {
    return inline_vec2_add(a, b);
}

PAWL_API pawl_vec2 pawl_vec2_sub(pawl_vec2 a, pawl_vec2 b);
pawl_vec2 pawl_vec2_sub(pawl_vec2 a, pawl_vec2 b) {
    return inline_vec2_sub(a, b);
}

PAWL_API pawl_vec2 pawl_vec2_units(int32_t x, int32_t y);
pawl_vec2 pawl_vec2_units(int32_t x, int32_t y) {
    return inline_vec2_units(x, y);
}

PAWL_API pawl_vec2 pawl_vec2_neg(pawl_vec2 v);
pawl_vec2 pawl_vec2_neg(pawl_vec2 v) {
    return inline_vec2_neg(v);
}

PAWL_API pawl_vec2 pawl_vec2_scale(pawl_vec2 v, pawl_fx factor);
pawl_vec2 pawl_vec2_scale(pawl_vec2 v, pawl_fx factor) {
    return inline_vec2_scale(v, factor);
}

PAWL_API pawl_vec2 pawl_vec2_perpendicular(pawl_vec2 v);
pawl_vec2 pawl_vec2_perpendicular(pawl_vec2 v) {
    return inline_vec2_perpendicular(v);
}

PAWL_API pawl_vec2 pawl_vec2_lerp(pawl_vec2 a, pawl_vec2 b, pawl_fx t);
pawl_vec2 pawl_vec2_lerp(pawl_vec2 a, pawl_vec2 b, pawl_fx t) {
    return inline_vec2_lerp(a, b, t);
}

PAWL_API bool pawl_box_overlaps(pawl_box a, pawl_box b);
bool pawl_box_overlaps(pawl_box a, pawl_box b) {
    return inline_box_overlaps(a, b);
}

PAWL_API bool pawl_box_contains(pawl_box outer, pawl_box inner);
bool pawl_box_contains(pawl_box outer, pawl_box inner) {
    return inline_box_contains(outer, inner);
}

PAWL_API bool pawl_box_is_valid(pawl_box box);
bool pawl_box_is_valid(pawl_box box) {
    return inline_box_is_valid(box);
}

PAWL_API bool pawl_vec2_is_position(pawl_vec2 v);
bool pawl_vec2_is_position(pawl_vec2 v) {
    return inline_vec2_is_position(v);
}

PAWL_API bool pawl_rot_is_valid(pawl_rot rotation);
bool pawl_rot_is_valid(pawl_rot rotation) {
    return inline_rot_is_valid(rotation);
}

PAWL_API bool pawl_pose_is_valid(pawl_pose pose);
bool pawl_pose_is_valid(pawl_pose pose) {
    return inline_pose_is_valid(pose);
}

PAWL_API bool pawl_arcade_is_null(pawl_arcade_id id);
bool pawl_arcade_is_null(pawl_arcade_id id) {
    return inline_arcade_is_null(id);
}

PAWL_API uint32_t pawl_arcade_id_store(pawl_arcade_id id);
uint32_t pawl_arcade_id_store(pawl_arcade_id id) {
    return inline_arcade_id_store(id);
}

PAWL_API pawl_arcade_id pawl_arcade_id_load(uint32_t word);
pawl_arcade_id pawl_arcade_id_load(uint32_t word) {
    return inline_arcade_id_load(word);
}

PAWL_API bool pawl_arcade_id_equal(pawl_arcade_id a, pawl_arcade_id b);
bool pawl_arcade_id_equal(pawl_arcade_id a, pawl_arcade_id b) {
    return inline_arcade_id_equal(a, b);
}

PAWL_API pawl_status pawl_arcade_init(void *buffer, size_t size, const pawl_arcade_def *def,
                                      pawl_arcade **out);
pawl_status pawl_arcade_init(void *buffer, size_t size, const pawl_arcade_def *def,
                             pawl_arcade **out) {
    return inline_arcade_init(buffer, size, def, out);
}

PAWL_API bool pawl_body_is_null(pawl_body_id id);
bool pawl_body_is_null(pawl_body_id id) {
    return inline_body_is_null(id);
}

PAWL_API bool pawl_shape_is_null(pawl_shape_id id);
bool pawl_shape_is_null(pawl_shape_id id) {
    return inline_shape_is_null(id);
}

PAWL_API bool pawl_joint_is_null(pawl_joint_id id);
bool pawl_joint_is_null(pawl_joint_id id) {
    return inline_joint_is_null(id);
}

PAWL_API bool pawl_soft_is_null(pawl_soft_id id);
bool pawl_soft_is_null(pawl_soft_id id) {
    return inline_soft_is_null(id);
}

PAWL_API bool pawl_character_is_null(pawl_character_id id);
bool pawl_character_is_null(pawl_character_id id) {
    return inline_character_is_null(id);
}

PAWL_API uint32_t pawl_body_id_store(pawl_body_id id);
uint32_t pawl_body_id_store(pawl_body_id id) {
    return inline_body_id_store(id);
}

PAWL_API pawl_body_id pawl_body_id_load(uint32_t word);
pawl_body_id pawl_body_id_load(uint32_t word) {
    return inline_body_id_load(word);
}

PAWL_API uint32_t pawl_shape_id_store(pawl_shape_id id);
uint32_t pawl_shape_id_store(pawl_shape_id id) {
    return inline_shape_id_store(id);
}

PAWL_API pawl_shape_id pawl_shape_id_load(uint32_t word);
pawl_shape_id pawl_shape_id_load(uint32_t word) {
    return inline_shape_id_load(word);
}

PAWL_API uint32_t pawl_joint_id_store(pawl_joint_id id);
uint32_t pawl_joint_id_store(pawl_joint_id id) {
    return inline_joint_id_store(id);
}

PAWL_API pawl_joint_id pawl_joint_id_load(uint32_t word);
pawl_joint_id pawl_joint_id_load(uint32_t word) {
    return inline_joint_id_load(word);
}

PAWL_API uint32_t pawl_soft_id_store(pawl_soft_id id);
uint32_t pawl_soft_id_store(pawl_soft_id id) {
    return inline_soft_id_store(id);
}

PAWL_API pawl_soft_id pawl_soft_id_load(uint32_t word);
pawl_soft_id pawl_soft_id_load(uint32_t word) {
    return inline_soft_id_load(word);
}

PAWL_API uint32_t pawl_character_id_store(pawl_character_id id);
uint32_t pawl_character_id_store(pawl_character_id id) {
    return inline_character_id_store(id);
}

PAWL_API pawl_character_id pawl_character_id_load(uint32_t word);
pawl_character_id pawl_character_id_load(uint32_t word) {
    return inline_character_id_load(word);
}

PAWL_API bool pawl_body_id_equal(pawl_body_id a, pawl_body_id b);
bool pawl_body_id_equal(pawl_body_id a, pawl_body_id b) {
    return inline_body_id_equal(a, b);
}

PAWL_API bool pawl_shape_id_equal(pawl_shape_id a, pawl_shape_id b);
bool pawl_shape_id_equal(pawl_shape_id a, pawl_shape_id b) {
    return inline_shape_id_equal(a, b);
}

PAWL_API bool pawl_soft_id_equal(pawl_soft_id a, pawl_soft_id b);
bool pawl_soft_id_equal(pawl_soft_id a, pawl_soft_id b) {
    return inline_soft_id_equal(a, b);
}

PAWL_API bool pawl_joint_id_equal(pawl_joint_id a, pawl_joint_id b);
bool pawl_joint_id_equal(pawl_joint_id a, pawl_joint_id b) {
    return inline_joint_id_equal(a, b);
}

PAWL_API bool pawl_character_id_equal(pawl_character_id a, pawl_character_id b);
bool pawl_character_id_equal(pawl_character_id a, pawl_character_id b) {
    return inline_character_id_equal(a, b);
}

PAWL_API pawl_status pawl_world_init(void *buffer, size_t size, const pawl_world_def *def,
                                     pawl_world **out);
pawl_status pawl_world_init(void *buffer, size_t size, const pawl_world_def *def,
                            pawl_world **out) {
    return inline_world_init(buffer, size, def, out);
}

PAWL_API pawl_contact_key pawl_contact_to_key(pawl_contact contact);
pawl_contact_key pawl_contact_to_key(pawl_contact contact) {
    return inline_contact_to_key(contact);
}

PAWL_API pawl_status pawl_world_decode(const void *snapshot, size_t snapshot_size, void *buffer,
                                       size_t size, pawl_world **out);
pawl_status pawl_world_decode(const void *snapshot, size_t snapshot_size, void *buffer, size_t size,
                              pawl_world **out) {
    return inline_world_decode(snapshot, snapshot_size, buffer, size, out);
}
