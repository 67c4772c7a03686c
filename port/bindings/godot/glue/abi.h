/* abi.h - what of Godot's C interface for extensions is used here: sizes, numbers and signatures.
 *
 * Godot 4.2 and later. These are facts of the binary interface, under names of our own; its
 * documentation is core/extension/gdextension_interface.h of Godot. Types that Godot keeps to
 * itself are void pointers; a String and a StringName take 8 bytes, a packed array 16, a Variant 24
 * (40 where its numbers have double precision). */
#ifndef PAWL_GODOT_ABI_H
#define PAWL_GODOT_ABI_H

#include <stdint.h>

/* Types of variants. */
enum {
    GD_NIL = 0,
    GD_BOOL = 1,
    GD_INT = 2,
    GD_FLOAT = 3,
    GD_STRING = 4,
    GD_VECTOR2I = 6,
    GD_STRING_NAME = 21,
    GD_OBJECT = 24,
    GD_PACKED_BYTE_ARRAY = 29,
    GD_PACKED_INT32_ARRAY = 30
};
/* What is wrong with a call. */
enum {
    GD_CALL_OK = 0,
    GD_CALL_INVALID_ARGUMENT = 2,
    GD_CALL_TOO_MANY = 3,
    GD_CALL_TOO_FEW = 4,
    GD_CALL_NO_INSTANCE = 5
};
enum {
    GD_METHOD_NORMAL = 1,
    GD_METHOD_STATIC = 32,
    GD_USAGE_DEFAULT = 6, /* stored, and shown in the editor */
    GD_LEVEL_SCENE = 2
};

typedef struct gd_call_error {
    int error; /* GD_CALL_... */
    int32_t argument, expected;
} gd_call_error;

typedef struct gd_property {
    int type;
    void *name, *class_name; /* StringName */
    uint32_t hint;
    void *hint_string; /* String */
    uint32_t usage;
} gd_property;

typedef void (*gd_call)(void *userdata, void *instance, const void *const *variants, int64_t count,
                        void *result, gd_call_error *error);
typedef void (*gd_pointer_call)(void *userdata, void *instance, const void *const *arguments,
                                void *result);

typedef struct gd_method {
    void *name; /* StringName */
    void *userdata;
    gd_call call;
    gd_pointer_call pointer_call;
    uint32_t flags;
    uint8_t has_result;
    gd_property *result;
    int result_metadata;
    uint32_t argument_count;
    gd_property *arguments;
    int *argument_metadata;
    uint32_t default_count;
    void **defaults;
} gd_method;

/* GDExtensionClassCreationInfo2; what is null is not used. */
typedef struct gd_class {
    uint8_t is_virtual, is_abstract, is_exposed;
    void *set, *get, *list_properties, *free_properties, *can_revert, *get_revert, *validate;
    void *notification, *to_string, *reference, *unreference;
    void *(*create)(void *userdata);
    void (*free)(void *userdata, void *instance);
    void *recreate, *get_virtual, *get_virtual_data, *call_virtual, *get_rid;
    void *userdata;
} gd_class;

typedef struct gd_initialization {
    int level;
    void *userdata;
    void (*initialize)(void *userdata, int level);
    void (*deinitialize)(void *userdata, int level);
} gd_initialization;

typedef void (*gd_function)(void);
typedef gd_function (*gd_get_function)(const char *name);

/* Functions of Godot by their names there. */
typedef void gd_string_name_new(void *name, const char *latin1, uint8_t is_static);
typedef void gd_string_new(void *string, const char *latin1);
typedef int64_t gd_string_to(const void *string, char *latin1, int64_t capacity);
typedef int gd_variant_type(const void *variant);
typedef void gd_convert(void *to, void *from);
typedef gd_convert *gd_get_converter(int type);
typedef void gd_destroy(void *value);
typedef gd_destroy *gd_get_destructor(int type);
typedef void gd_construct(void *value, const void *const *arguments);
typedef gd_construct *gd_get_constructor(int type, int32_t index);
typedef void gd_builtin(void *value, const void *const *arguments, void *result, int count);
typedef gd_builtin *gd_get_builtin(int type, const void *name, int64_t hash);
typedef int32_t *gd_element(void *array, int64_t index);
typedef uint8_t *gd_byte_element(void *array, int64_t index);
typedef void *gd_construct_object(const void *class_name);
typedef void gd_set_instance(void *object, const void *class_name, void *instance);
typedef void gd_register_class(void *library, const void *name, const void *parent,
                               const gd_class *told);
typedef void gd_unregister_class(void *library, const void *name);
typedef void gd_register_method(void *library, const void *class_name, const gd_method *told);
typedef void gd_print_error(const char *code, const char *message, const char *function,
                            const char *file, int32_t line, uint8_t in_editor);

#endif
