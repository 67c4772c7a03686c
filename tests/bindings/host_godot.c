/* host_godot.c - a stand-in for Godot: loads the extension by its entry symbol, keeps the classes
 * and methods that it registers, and calls them. It is not Godot, which is not run here.
 *
 * usage: host_godot LIBRARY PROGRAM|test [ARGUMENT] */
#include "host_godot.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int host_errors, host_texts, host_passed, host_failed, host_class_count, host_method_count;
char host_error[128];
gd_call_error host_last_call;
method host_methods[8192];
static class_entry classes[256];
static const char *lacking = "";

void host_claim(bool holds, const char *what, int line) {
    holds ? host_passed++ : host_failed++;
    if (!holds) printf("line %d: %s\n", line, what);
}

/* ---- what Godot offers ---- */

char *host_text(const char *text) {
    char *made = malloc(strlen(text) + 1);
    if (made == NULL) exit(1);
    host_texts++;
    return strcpy(made, text);
}

static void name_new(void *name, const char *latin1, uint8_t is_static) {
    (void)is_static;
    *(char **)name = host_text(latin1);
}

static void string_new(void *string, const char *latin1) {
    *(char **)string = host_text(latin1);
}

static int64_t string_to(const void *string, char *latin1, int64_t capacity) {
    const char *text = *(char *const *)string;
    const int64_t size = (int64_t)strlen(text);
    memcpy(latin1, text, (size_t)(size < capacity ? size : capacity));
    return size;
}

static void text_destroy(void *value) {
    free(*(char **)value);
    host_texts--;
}

static void array_destroy(void *value) {
    free(((packed *)value)->data);
}

static gd_destroy *get_destructor(int type) {
    return type == GD_PACKED_INT32_ARRAY || type == GD_PACKED_BYTE_ARRAY ? array_destroy
                                                                         : text_destroy;
}

static void array_new(void *value, const void *const *arguments) {
    (void)arguments;
    memset(value, 0, sizeof(packed));
}

static gd_construct *get_constructor(int type, int32_t index) {
    const bool is_array = type == GD_PACKED_INT32_ARRAY || type == GD_PACKED_BYTE_ARRAY;
    return is_array && index == 0 ? array_new : NULL;
}

static void array_resize(void *value, const void *const *arguments, void *result, int count) {
    packed *array = value;
    array->size = *(const int64_t *)arguments[0];
    array->data = calloc((size_t)array->size + 1, sizeof(int32_t));
    *(int64_t *)result = count == 1 ? 0 : 1;
}

static void array_size(void *value, const void *const *arguments, void *result, int count) {
    (void)arguments, (void)count;
    *(int64_t *)result = ((packed *)value)->size;
}

static gd_builtin *get_builtin(int type, const void *name, int64_t hash) {
    const bool is_resize = strcmp(*(char *const *)name, "resize") == 0 && hash == 848867239;
    const bool is_size = strcmp(*(char *const *)name, "size") == 0 && hash == 3173160232;
    if (type != GD_PACKED_INT32_ARRAY && type != GD_PACKED_BYTE_ARRAY) return NULL;
    return is_resize ? array_resize : is_size ? array_size : NULL;
}

static uint8_t *byte_element(void *array, int64_t index) {
    return (uint8_t *)((packed *)array)->data + index;
}

static int32_t *element(void *array, int64_t index) {
    return &((packed *)array)->data[index];
}

static int variant_type(const void *value) {
    return (int)((const variant *)value)->type;
}

static packed bytes_copied(const packed *from) {
    const packed made = {calloc((size_t)from->size + 1, 1), from->size};
    if (made.data && from->size) memcpy(made.data, from->data, (size_t)from->size);
    return made;
}

static packed array_copied(const packed *from) {
    const packed made = {malloc((size_t)from->size * 4 + 4), from->size};
    if (made.data && from->size) memcpy(made.data, from->data, (size_t)from->size * 4);
    return made;
}

#define CONVERTERS(name, number, type, member, copy) \
    static void from_##name(void *to, void *from) {  \
        type given = *(type *)from;                  \
        variant made = {number, {0}};                \
        made.is.member = copy;                       \
        *(variant *)to = made;                       \
    }                                                \
    static void to_##name(void *to, void *from) {    \
        type given = ((variant *)from)->is.member;   \
        *(type *)to = copy;                          \
    }
CONVERTERS(bool, GD_BOOL, uint8_t, truth, given)
CONVERTERS(int, GD_INT, int64_t, integer, given)
CONVERTERS(vector, GD_VECTOR2I, vector2i, vector, given)
CONVERTERS(object, GD_OBJECT, void *, object, given)
typedef char *text;
CONVERTERS(string, GD_STRING, text, text, host_text(given))
CONVERTERS(array, GD_PACKED_INT32_ARRAY, packed, array, array_copied(&given))
CONVERTERS(bytes, GD_PACKED_BYTE_ARRAY, packed, array, bytes_copied(&given))

static gd_convert *get_from(int type) {
    return type == GD_BOOL                 ? from_bool
           : type == GD_INT                ? from_int
           : type == GD_VECTOR2I           ? from_vector
           : type == GD_OBJECT             ? from_object
           : type == GD_STRING             ? from_string
           : type == GD_PACKED_INT32_ARRAY ? from_array
           : type == GD_PACKED_BYTE_ARRAY  ? from_bytes
                                           : NULL;
}

static gd_convert *get_to(int type) {
    return type == GD_BOOL                 ? to_bool
           : type == GD_INT                ? to_int
           : type == GD_VECTOR2I           ? to_vector
           : type == GD_OBJECT             ? to_object
           : type == GD_STRING             ? to_string
           : type == GD_PACKED_INT32_ARRAY ? to_array
           : type == GD_PACKED_BYTE_ARRAY  ? to_bytes
                                           : NULL;
}

static void *construct_object(const void *class_name) {
    object *made = calloc(1, sizeof *made);
    if (made == NULL) exit(1);
    snprintf(made->class_name, sizeof made->class_name, "%s", *(char *const *)class_name);
    return made;
}

static void set_instance(void *given, const void *class_name, void *instance) {
    object *one = given;
    snprintf(one->class_name, sizeof one->class_name, "%s", *(char *const *)class_name);
    one->instance = instance;
}

static void register_class(void *library, const void *name, const void *parent,
                           const gd_class *told) {
    class_entry *one = &classes[host_class_count++];
    (void)library;
    snprintf(one->name, sizeof one->name, "%s", *(char *const *)name);
    snprintf(one->parent, sizeof one->parent, "%s", *(char *const *)parent);
    one->told = *told;
}

static void unregister_class(void *library, const void *name) {
    (void)library;
    CLAIM(strcmp(classes[host_class_count - 1].name, *(char *const *)name) == 0);
    host_class_count--;
}

static void register_method(void *library, const void *class_name, const gd_method *told) {
    method *one = &host_methods[host_method_count++];
    (void)library;
    snprintf(one->class_name, sizeof one->class_name, "%s", *(char *const *)class_name);
    snprintf(one->name, sizeof one->name, "%s", *(char *const *)told->name);
    one->userdata = told->userdata, one->call = told->call;
    one->pointer_call = told->pointer_call;
    one->flags = told->flags, one->count = told->argument_count;
    one->result = told->has_result ? told->result->type : GD_NIL;
    for (uint32_t i = 0; i < one->count; i++) {
        one->types[i] = told->arguments[i].type;
        if (strlen(*(char **)told->arguments[i].name) == 0) CLAIM(!"an argument has a name");
    }
}

static void print_error(const char *code, const char *message, const char *function,
                        const char *file, int32_t line, uint8_t in_editor) {
    (void)code, (void)file, (void)line, (void)in_editor;
    host_errors++;
    snprintf(host_error, sizeof host_error, "%s: %s", function, message);
}

static gd_function get_function(const char *name) {
    static const struct {
        const char *name;
        gd_function function;
    } all[] = {
        {"string_name_new_with_latin1_chars", (gd_function)name_new},
        {"string_new_with_latin1_chars", (gd_function)string_new},
        {"string_to_latin1_chars", (gd_function)string_to},
        {"variant_get_ptr_destructor", (gd_function)get_destructor},
        {"variant_get_ptr_constructor", (gd_function)get_constructor},
        {"variant_get_ptr_builtin_method", (gd_function)get_builtin},
        {"variant_get_type", (gd_function)variant_type},
        {"get_variant_from_type_constructor", (gd_function)get_from},
        {"get_variant_to_type_constructor", (gd_function)get_to},
        {"packed_int32_array_operator_index", (gd_function)element},
        {"packed_byte_array_operator_index", (gd_function)byte_element},
        {"classdb_construct_object", (gd_function)construct_object},
        {"object_set_instance", (gd_function)set_instance},
        {"classdb_register_extension_class2", (gd_function)register_class},
        {"classdb_unregister_extension_class", (gd_function)unregister_class},
        {"classdb_register_extension_class_method", (gd_function)register_method},
        {"print_error_with_message", (gd_function)print_error},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, name) == 0 && strcmp(lacking, name) != 0) return all[i].function;
    return NULL;
}

void host_drop_text(variant *value) {
    text_destroy(&value->is.text);
}

variant host_bytes(const void *bytes, int64_t size) {
    variant made = {GD_PACKED_BYTE_ARRAY, {.array = {(int32_t *)(uintptr_t)bytes, size}}};
    made.is.array = bytes_copied(&made.is.array);
    return made;
}

void host_drop_array(variant *value) {
    array_destroy(&value->is.array);
}

/* ---- what a script does ---- */

variant integer(int64_t value) {
    return (variant){GD_INT, {.integer = value}};
}
variant truth(bool value) {
    return (variant){GD_BOOL, {.truth = value}};
}
variant vector(int32_t x, int32_t y) {
    return (variant){GD_VECTOR2I, {.vector = {x, y}}};
}
variant object_of(object *one) {
    return (variant){one ? GD_OBJECT : GD_NIL, {.object = one}};
}

const class_entry *host_class(const char *name) {
    for (int i = 0; i < host_class_count; i++)
        if (strcmp(classes[i].name, name) == 0) return &classes[i];
    return NULL;
}

object *host_new(const char *name) {
    const class_entry *one = host_class(name);
    return one->told.create(one->told.userdata);
}

void host_free(object *one) {
    const class_entry *of = host_class(one->class_name);
    of->told.free(of->told.userdata, one->instance);
    free(one);
}

const method *host_method(const char *class_name, const char *name) {
    for (int i = 0; i < host_method_count; i++)
        if (strcmp(host_methods[i].class_name, class_name) == 0 &&
            strcmp(host_methods[i].name, name) == 0)
            return &host_methods[i];
    printf("no method %s.%s\n", class_name, name);
    exit(1);
}

variant host_call(object *one, const char *name, int count, const variant *given) {
    const void *pointers[ARGUMENTS_MAX];
    variant result = {GD_NIL, {0}};
    const method *of = host_method(one ? one->class_name : "Pawl", name);
    for (int i = 0; i < count; i++)
        pointers[i] = &given[i];
    of->call(of->userdata, one ? one->instance : NULL, pointers, count, &result, &host_last_call);
    return result;
}
void host_step(object *world) {
    const method *of = host_method("PawlWorld", "step");
    int64_t status = -1;
    of->pointer_call(of->userdata, world->instance, NULL, &status);
    if (status != 0) exit(1);
}

object *host_world(int64_t capacity) {
    object *world = host_new("PawlWorld");
    CALL(world, "set_def_body_capacity", integer(capacity));
    CALL(world, "set_def_shape_capacity", integer(capacity));
    CALL(world, "set_def_joint_capacity", integer(0));
    if (CALL0(world, "create").is.integer != 0) exit(1);
    return world;
}

object *host_box(object *world, int type, vector2i at, int64_t half_width) {
    object *body = host_new("PawlBody");
    CALL(body, "set_def_type", integer(type));
    CALL(body, "set_def_position", vector(at.x, at.y));
    const variant half = CALL(NULL, "ratio", integer(1), integer(2));
    if (CALL(body, "create_box", object_of(world), integer(half_width), half).is.integer != 0)
        exit(1);
    return body;
}

int main(int argc, char **argv) {
    gd_initialization told = {0};
    uint8_t (*enter)(gd_get_function, void *, gd_initialization *);
    void *library = argc >= 3 ? dlopen(argv[1], RTLD_NOW) : NULL;
    if (library == NULL) return puts("usage: host_godot LIBRARY PROGRAM|test [ARGUMENT]"), 2;
    *(void **)&enter = dlsym(library, "pawl_godot_init");
    lacking = "object_set_instance";
    CLAIM(enter(get_function, &told, &told) == 0 && told.initialize == NULL);
    lacking = "";
    CLAIM(enter(get_function, &told, &told) == 1 && told.level == GD_LEVEL_SCENE);
    for (int level = 0; level < 3; level++)
        told.initialize(told.userdata, level);
    if (host_run(argv[2], argc > 3 ? argv[3] : NULL)) return host_failed;
    host_test();
    for (int level = 2; level >= 0; level--)
        told.deinitialize(told.userdata, level);
    CLAIM(host_class_count == 0 && host_texts == 0);
    printf("Godot (a stand-in; not run in Godot): %d passed, %d failed\n", host_passed,
           host_failed);
    return host_failed != 0;
}
