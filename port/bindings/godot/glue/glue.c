/* glue.c - registers pawl's classes with Godot, and carries values between both.
 *
 * Pawl has functions alone; PawlWorld and PawlBody are nodes, records count who refers to them.
 * Floats are refused with an error, not rounded, where Godot asks by variants; a script with types
 * is checked by Godot itself. */
#include "glue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RESIZE_HASH 848867239 /* of resize of packed arrays, which takes an int and gives one */
#define SIZE_HASH 3173160232  /* of size, which gives an int */

static struct {
    void *library;
    gd_string_name_new *name_new;
    gd_string_new *string_new;
    gd_string_to *string_to;
    gd_variant_type *variant_type;
    gd_get_converter *from_type, *to_type;
    gd_destroy *destroy_name, *destroy_string, *destroy_array, *destroy_bytes;
    gd_construct *construct_array, *construct_bytes;
    gd_builtin *resize_array, *resize_bytes, *size_bytes;
    gd_element *element;
    gd_byte_element *byte_element;
    gd_construct_object *construct;
    gd_set_instance *set_instance;
    gd_register_class *register_class;
    gd_unregister_class *unregister_class;
    gd_register_method *register_method;
    gd_print_error *print_error;
} godot;

static glue_instance *instances;

/* What a String, a StringName or a packed array lies in. */
typedef struct room {
    uint64_t words[4];
} room;

int64_t glue_status(pawl_status status, const char *function) {
    if (status != PAWL_OK)
        godot.print_error(pawl_status_text(status), pawl_status_text(status), function, __FILE__,
                          __LINE__, 0);
    return status;
}

pawl_world *glue_world(const glue_instance *one) {
    if (one == NULL) return NULL;
    return one->home ? one->home->world : one->world;
}

/* The bodies of a world that goes have none any more. */
static void forget_bodies(const glue_instance *home) {
    for (glue_instance *one = instances; one != NULL; one = one->next)
        if (one->home == home) one->home = NULL, one->body = PAWL_NULL_BODY;
}

/* PawlWorld.create(): a new world as the def says; the one before is gone. */
void glue_create(glue_instance *self, const glue_value *given, glue_value *back) {
    const size_t size = pawl_world_size(&self->world_def);
    (void)given;
    forget_bodies(self);
    free(self->memory);
    self->world = NULL;
    self->memory = size == 0 ? NULL : calloc(1, size);
    const pawl_status status = size != 0 && self->memory == NULL
                                   ? PAWL_ERR_MEMORY
                                   : pawl_world_init(self->memory ? self->memory : (void *)&size,
                                                     size, &self->world_def, &self->world);
    back->integer = glue_status(status, "pawl_world_init");
}

/* PawlWorld.get_all_poses(): x, y, cosine, sine of each body, in the order of their making. */
void glue_get_all_poses(glue_instance *self, const glue_value *given, glue_value *back) {
    (void)given;
    back->object = self;
    back->count = self->world ? pawl_world_get_all_poses(self->world, NULL, NULL, 0) : 0;
}

/* PawlBody.handle(): the int that functions of PawlWorld know the body by. */
void glue_handle(glue_instance *self, const glue_value *given, glue_value *back) {
    (void)given;
    back->integer = pawl_body_id_store(self->body);
}

/* ---- objects ---- */

static void *create_object(void *userdata) {
    const int class_index = (int)(intptr_t)userdata;
    glue_instance *made = calloc(1, sizeof *made);
    room parent, own;
    if (made == NULL) return NULL;
    made->world_def = pawl_world_def_default();
    made->body_def = pawl_body_def_default();
    made->shape_def = pawl_shape_def_default();
    made->class_index = class_index;
    if (glue_kinds[class_index].size) (void)glue_new_records(made, 1);
    godot.name_new(&parent, glue_parents[class_index], 0);
    godot.name_new(&own, glue_classes[class_index], 0);
    made->object = godot.construct(&parent);
    godot.set_instance(made->object, &own, made);
    godot.destroy_name(&parent), godot.destroy_name(&own);
    made->next = instances;
    instances = made;
    return made->object;
}

static void free_object(void *userdata, void *instance) {
    glue_instance *gone = instance, **at = &instances;
    (void)userdata;
    while (*at != NULL && *at != gone)
        at = &(*at)->next;
    if (*at != NULL) *at = gone->next;
    forget_bodies(gone);
    free(gone->memory);
    free(gone);
}

static glue_instance *instance_of(const void *object) {
    for (glue_instance *one = instances; one != NULL; one = one->next)
        if (one->object == object && object != NULL) return one;
    return NULL;
}

/* ---- values ---- */

static void take_bytes(void *array, glue_value *to) {
    godot.size_bytes(array, NULL, &to->count, 0);
    to->bytes = to->count > 0 ? malloc((size_t)to->count) : NULL;
    if (to->bytes == NULL) to->count = 0;
    if (to->count > 0) memcpy(to->bytes, godot.byte_element(array, 0), (size_t)to->count);
}

/* What Godot has at an address, by its type. */
static void take(int type, const void *from, glue_value *to) {
    if (type == GD_BOOL) to->integer = *(const uint8_t *)from;
    if (type == GD_INT) to->integer = *(const int64_t *)from;
    if (type == GD_VECTOR2I) memcpy(&to->vector, from, sizeof to->vector);
    if (type == GD_OBJECT) to->object = instance_of(*(void *const *)from);
    if (type == GD_STRING) {
        const int64_t length = godot.string_to(from, to->text, sizeof to->text - 1);
        /* Longer text is no number: one of these letters says so. */
        if (length >= (int64_t)sizeof to->text) memset(to->text, '?', sizeof to->text - 1);
    }
    if (type == GD_PACKED_BYTE_ARRAY) take_bytes((void *)(uintptr_t)from, to);
}

static void give_poses(const glue_value *from, void *array) {
    const int64_t size = from->count * 4;
    int64_t error = 0;
    const void *arguments[] = {&size};
    godot.construct_array(array, NULL);
    godot.resize_array(array, arguments, &error, 1);
    if (size == 0 || error != 0) return;
    pawl_pose *poses = (pawl_pose *)(void *)godot.element(array, 0);
    (void)pawl_world_get_all_poses(from->object->world, NULL, poses, (uint32_t)from->count);
}

static void give_bytes(const glue_value *from, void *array) {
    int64_t error = 0;
    const void *arguments[] = {&from->count};
    godot.construct_bytes(array, NULL);
    godot.resize_bytes(array, arguments, &error, 1);
    if (from->count == 0 || error != 0) return;
    memcpy(godot.byte_element(array, 0), from->bytes, (size_t)from->count);
}

/* Writes a result where Godot wants a value of that type. */
static void give(int type, const glue_value *from, void *to) {
    if (type == GD_BOOL) *(uint8_t *)to = from->integer != 0;
    if (type == GD_INT) *(int64_t *)to = from->integer;
    if (type == GD_VECTOR2I) memcpy(to, &from->vector, sizeof from->vector);
    if (type == GD_STRING) godot.string_new(to, from->text);
    if (type == GD_PACKED_INT32_ARRAY) give_poses(from, to);
    if (type == GD_PACKED_BYTE_ARRAY) give_bytes(from, to);
}

/* The call itself; what was copied for it is gone then. */
static void call_method(const glue_method *method, glue_instance *self, glue_value *given,
                        glue_value *back) {
    if (method->call)
        method->call(self, given, back);
    else
        glue_use_field(method, self, given, back);
    for (int i = 0; i < method->count; i++)
        free(given[i].bytes);
}

static void call_by_pointers(void *userdata, void *instance, const void *const *arguments,
                             void *result) {
    const glue_method *method = userdata;
    glue_value given[GLUE_ARGUMENTS_MAX], back;
    memset(given, 0, sizeof given), memset(&back, 0, sizeof back);
    for (int i = 0; i < method->count; i++)
        take(method->types[i], arguments[i], &given[i]);
    call_method(method, instance, given, &back);
    if (method->result != GD_NIL) give(method->result, &back, result);
}

/* Whether a call by variants has what the method takes: as many, and of these types. */
static bool is_right(const glue_method *method, const void *instance, const void *const *variants,
                     int64_t count, gd_call_error *error) {
    error->error = GD_CALL_OK;
    error->argument = error->expected = method->count;
    if (instance == NULL && !method->is_static) error->error = GD_CALL_NO_INSTANCE;
    if (count > method->count) error->error = GD_CALL_TOO_MANY;
    if (count < method->count) error->error = GD_CALL_TOO_FEW;
    for (int i = 0; i < method->count && error->error == GD_CALL_OK; i++)
        if (godot.variant_type(variants[i]) != method->types[i] &&
            !(godot.variant_type(variants[i]) == GD_NIL && method->types[i] == GD_OBJECT)) {
            error->error = GD_CALL_INVALID_ARGUMENT;
            error->argument = i;
            error->expected = method->types[i];
        }
    return error->error == GD_CALL_OK;
}

static void call_by_variants(void *userdata, void *instance, const void *const *variants,
                             int64_t count, void *result, gd_call_error *error) {
    const glue_method *method = userdata;
    glue_value given[GLUE_ARGUMENTS_MAX], back;
    room value;
    if (!is_right(method, instance, variants, count, error)) return;
    memset(given, 0, sizeof given), memset(&back, 0, sizeof back);
    for (int i = 0; i < method->count; i++) {
        const int type = method->types[i];
        if (godot.variant_type(variants[i]) == GD_NIL) continue; /* no object */
        memset(&value, 0, sizeof value);
        godot.to_type(type)(&value, (void *)(uintptr_t)variants[i]);
        take(type, &value, &given[i]);
        if (type == GD_STRING) godot.destroy_string(&value);
        if (type == GD_PACKED_BYTE_ARRAY) godot.destroy_bytes(&value);
    }
    call_method(method, instance, given, &back);
    if (method->result == GD_NIL) return;
    memset(&value, 0, sizeof value);
    give(method->result, &back, &value);
    godot.from_type(method->result)(result, &value);
    if (method->result == GD_STRING) godot.destroy_string(&value);
    if (method->result == GD_PACKED_INT32_ARRAY) godot.destroy_array(&value);
    if (method->result == GD_PACKED_BYTE_ARRAY) godot.destroy_bytes(&value);
}

/* ---- registration ---- */

static void register_method(const glue_method *method, const void *class_name) {
    room name, nothing, empty, names[GLUE_ARGUMENTS_MAX];
    gd_property result = {0}, arguments[GLUE_ARGUMENTS_MAX] = {{0}};
    int metadata[GLUE_ARGUMENTS_MAX] = {0};
    godot.name_new(&name, method->name, 0);
    godot.name_new(&nothing, "", 0);
    godot.string_new(&empty, "");
    result.type = method->result;
    result.name = result.class_name = &nothing, result.hint_string = &empty;
    result.usage = GD_USAGE_DEFAULT;
    for (int i = 0; i < method->count; i++) {
        godot.name_new(&names[i], method->names[i], 0);
        arguments[i] = result;
        arguments[i].type = method->types[i], arguments[i].name = &names[i];
    }
    const gd_method told = {.name = &name,
                            .userdata = (void *)(uintptr_t)method,
                            .call = call_by_variants,
                            .pointer_call = call_by_pointers,
                            .flags = method->is_static ? GD_METHOD_NORMAL | GD_METHOD_STATIC
                                                       : GD_METHOD_NORMAL,
                            .has_result = method->result != GD_NIL,
                            .result = &result,
                            .argument_count = (uint32_t)method->count,
                            .arguments = arguments,
                            .argument_metadata = metadata};
    godot.register_method(godot.library, class_name, &told);
    godot.destroy_name(&name), godot.destroy_name(&nothing), godot.destroy_string(&empty);
    for (int i = 0; i < method->count; i++)
        godot.destroy_name(&names[i]);
}

static void initialize(void *userdata, int level) {
    (void)userdata;
    if (level != GD_LEVEL_SCENE) return;
    for (int i = 0; i < glue_class_count; i++) {
        room name, parent;
        const gd_class told = {.is_exposed = 1,
                               .create = create_object,
                               .free = free_object,
                               .userdata = (void *)(intptr_t)i};
        godot.name_new(&name, glue_classes[i], 0);
        godot.name_new(&parent, glue_parents[i], 0);
        godot.register_class(godot.library, &name, &parent, &told);
        for (int m = 0; m < glue_method_count; m++)
            if (glue_methods[m].class_index == i) register_method(&glue_methods[m], &name);
        godot.destroy_name(&name), godot.destroy_name(&parent);
    }
}

static void deinitialize(void *userdata, int level) {
    (void)userdata;
    if (level != GD_LEVEL_SCENE) return;
    for (int i = glue_class_count - 1; i >= 0; i--) {
        room name;
        godot.name_new(&name, glue_classes[i], 0);
        godot.unregister_class(godot.library, &name);
        godot.destroy_name(&name);
    }
}

/* Whether Godot has all that is needed. */
static bool load(gd_get_function get) {
    room name;
#define LOAD(member, type, text) ((godot.member = (type *)get(text)) != NULL)
    gd_get_destructor *destructor = (gd_get_destructor *)get("variant_get_ptr_destructor");
    gd_get_constructor *constructor = (gd_get_constructor *)get("variant_get_ptr_constructor");
    gd_get_builtin *builtin = (gd_get_builtin *)get("variant_get_ptr_builtin_method");
    if (!destructor || !constructor || !builtin ||
        !LOAD(name_new, gd_string_name_new, "string_name_new_with_latin1_chars") ||
        !LOAD(string_new, gd_string_new, "string_new_with_latin1_chars") ||
        !LOAD(string_to, gd_string_to, "string_to_latin1_chars") ||
        !LOAD(variant_type, gd_variant_type, "variant_get_type") ||
        !LOAD(from_type, gd_get_converter, "get_variant_from_type_constructor") ||
        !LOAD(to_type, gd_get_converter, "get_variant_to_type_constructor") ||
        !LOAD(element, gd_element, "packed_int32_array_operator_index") ||
        !LOAD(byte_element, gd_byte_element, "packed_byte_array_operator_index") ||
        !LOAD(construct, gd_construct_object, "classdb_construct_object") ||
        !LOAD(set_instance, gd_set_instance, "object_set_instance") ||
        !LOAD(register_class, gd_register_class, "classdb_register_extension_class2") ||
        !LOAD(unregister_class, gd_unregister_class, "classdb_unregister_extension_class") ||
        !LOAD(register_method, gd_register_method, "classdb_register_extension_class_method") ||
        !LOAD(print_error, gd_print_error, "print_error_with_message"))
        return false;
#undef LOAD
    godot.destroy_name = destructor(GD_STRING_NAME);
    godot.destroy_string = destructor(GD_STRING);
    godot.destroy_array = destructor(GD_PACKED_INT32_ARRAY);
    godot.construct_array = constructor(GD_PACKED_INT32_ARRAY, 0);
    godot.name_new(&name, "resize", 0);
    godot.resize_array = builtin(GD_PACKED_INT32_ARRAY, &name, RESIZE_HASH);
    godot.destroy_bytes = destructor(GD_PACKED_BYTE_ARRAY);
    godot.construct_bytes = constructor(GD_PACKED_BYTE_ARRAY, 0);
    godot.resize_bytes = builtin(GD_PACKED_BYTE_ARRAY, &name, RESIZE_HASH);
    godot.destroy_name(&name);
    godot.name_new(&name, "size", 0);
    godot.size_bytes = builtin(GD_PACKED_BYTE_ARRAY, &name, SIZE_HASH);
    godot.destroy_name(&name);
    return godot.construct_array && godot.resize_array && godot.construct_bytes &&
           godot.resize_bytes && godot.size_bytes;
}

PAWL_API uint8_t pawl_godot_init(gd_get_function get, void *library, gd_initialization *told);

/* The entry symbol of pawl.gdextension; 0 where this Godot lacks something. */
uint8_t pawl_godot_init(gd_get_function get, void *library, gd_initialization *told) {
    godot.library = library;
    if (!load(get)) return 0;
    told->level = GD_LEVEL_SCENE;
    told->initialize = initialize;
    told->deinitialize = deinitialize;
    return 1;
}
