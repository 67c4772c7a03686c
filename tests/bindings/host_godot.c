/* host_godot.c - a stand-in for Godot: loads the extension by its entry symbol, keeps the classes
 * and methods that it registers, and calls them. It is not Godot, which is not run here.
 *
 * usage: host_godot LIBRARY hello|test */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi.h"

#define UNIT 65536
#define ARGUMENTS_MAX 8

typedef struct vector2i {
    int32_t x, y;
} vector2i;
typedef struct packed {
    int32_t *data;
    int64_t size;
} packed;
typedef struct variant {
    int64_t type;
    union {
        int64_t integer;
        uint8_t truth;
        vector2i vector;
        char *text;
        void *object;
        packed array;
    } is;
} variant;
typedef struct method {
    char class_name[32], name[64];
    void *userdata;
    gd_call call;
    gd_pointer_call pointer_call;
    uint32_t flags, count;
    int types[ARGUMENTS_MAX], result;
} method;
typedef struct class_entry {
    char name[32], parent[32];
    gd_class told;
} class_entry;
typedef struct object {
    char class_name[32];
    void *instance;
} object;

static class_entry classes[8];
static method methods[1024];
static int class_count, method_count, errors, texts, passed, failed;
static const char *lacking = "";
static char last_error[128];

static void claim(bool holds, const char *what, int line) {
    holds ? passed++ : failed++;
    if (!holds) printf("host_godot.c:%d: %s\n", line, what);
}
#define CLAIM(what) claim(what, #what, __LINE__)

/* ---- what Godot offers ---- */

static char *copied(const char *text) {
    char *made = malloc(strlen(text) + 1);
    if (made == NULL) exit(1);
    texts++;
    return strcpy(made, text);
}

static void name_new(void *name, const char *latin1, uint8_t is_static) {
    (void)is_static;
    *(char **)name = copied(latin1);
}

static void string_new(void *string, const char *latin1) {
    *(char **)string = copied(latin1);
}

static int64_t string_to(const void *string, char *latin1, int64_t capacity) {
    const char *text = *(char *const *)string;
    const int64_t size = (int64_t)strlen(text);
    memcpy(latin1, text, (size_t)(size < capacity ? size : capacity));
    return size;
}

static void text_destroy(void *value) {
    free(*(char **)value);
    texts--;
}

static void array_destroy(void *value) {
    free(((packed *)value)->data);
}

static gd_destroy *get_destructor(int type) {
    return type == GD_PACKED_INT32_ARRAY ? array_destroy : text_destroy;
}

static void array_new(void *value, const void *const *arguments) {
    (void)arguments;
    memset(value, 0, sizeof(packed));
}

static gd_construct *get_constructor(int type, int32_t index) {
    return type == GD_PACKED_INT32_ARRAY && index == 0 ? array_new : NULL;
}

static void array_resize(void *value, const void *const *arguments, void *result, int count) {
    packed *array = value;
    array->size = *(const int64_t *)arguments[0];
    array->data = calloc((size_t)array->size + 1, sizeof(int32_t));
    *(int64_t *)result = count == 1 ? 0 : 1;
}

static gd_builtin *get_builtin(int type, const void *name, int64_t hash) {
    const bool is_resize = strcmp(*(char *const *)name, "resize") == 0 && hash == 848867239;
    return type == GD_PACKED_INT32_ARRAY && is_resize ? array_resize : NULL;
}

static int32_t *element(void *array, int64_t index) {
    return &((packed *)array)->data[index];
}

static int variant_type(const void *value) {
    return (int)((const variant *)value)->type;
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
CONVERTERS(string, GD_STRING, text, text, copied(given))
CONVERTERS(array, GD_PACKED_INT32_ARRAY, packed, array, array_copied(&given))

static gd_convert *get_from(int type) {
    return type == GD_BOOL                 ? from_bool
           : type == GD_INT                ? from_int
           : type == GD_VECTOR2I           ? from_vector
           : type == GD_OBJECT             ? from_object
           : type == GD_STRING             ? from_string
           : type == GD_PACKED_INT32_ARRAY ? from_array
                                           : NULL;
}

static gd_convert *get_to(int type) {
    return type == GD_BOOL                 ? to_bool
           : type == GD_INT                ? to_int
           : type == GD_VECTOR2I           ? to_vector
           : type == GD_OBJECT             ? to_object
           : type == GD_STRING             ? to_string
           : type == GD_PACKED_INT32_ARRAY ? to_array
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
    class_entry *one = &classes[class_count++];
    (void)library;
    snprintf(one->name, sizeof one->name, "%s", *(char *const *)name);
    snprintf(one->parent, sizeof one->parent, "%s", *(char *const *)parent);
    one->told = *told;
}

static void unregister_class(void *library, const void *name) {
    (void)library;
    CLAIM(strcmp(classes[class_count - 1].name, *(char *const *)name) == 0);
    class_count--;
}

static void register_method(void *library, const void *class_name, const gd_method *told) {
    method *one = &methods[method_count++];
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
    errors++;
    snprintf(last_error, sizeof last_error, "%s: %s", function, message);
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

/* ---- what a script does ---- */

static variant integer(int64_t value) {
    return (variant){GD_INT, {.integer = value}};
}
static variant truth(bool value) {
    return (variant){GD_BOOL, {.truth = value}};
}
static variant vector(int32_t x, int32_t y) {
    return (variant){GD_VECTOR2I, {.vector = {x, y}}};
}
static variant object_of(object *one) {
    return (variant){GD_OBJECT, {.object = one}};
}

static const class_entry *find_class(const char *name) {
    for (int i = 0; i < class_count; i++)
        if (strcmp(classes[i].name, name) == 0) return &classes[i];
    return NULL;
}

static object *make(const char *name) {
    const class_entry *one = find_class(name);
    return one->told.create(one->told.userdata);
}

static void drop(object *one) {
    const class_entry *of = find_class(one->class_name);
    of->told.free(of->told.userdata, one->instance);
    free(one);
}

static const method *find(const char *class_name, const char *name) {
    for (int i = 0; i < method_count; i++)
        if (strcmp(methods[i].class_name, class_name) == 0 && strcmp(methods[i].name, name) == 0)
            return &methods[i];
    printf("no method %s.%s\n", class_name, name);
    exit(1);
}

/* one.name(given...), by variants; of an error the number is in last_call. */
static gd_call_error last_call;
static variant call(object *one, const char *name, int count, const variant *given) {
    const void *pointers[ARGUMENTS_MAX];
    variant result = {GD_NIL, {0}};
    const method *of = find(one ? one->class_name : "Pawl", name);
    for (int i = 0; i < count; i++)
        pointers[i] = &given[i];
    of->call(of->userdata, one ? one->instance : NULL, pointers, count, &result, &last_call);
    return result;
}
#define CALL0(one, name) call(one, name, 0, NULL)
#define CALL(one, name, ...)                                                 \
    call(one, name, (int)(sizeof(variant[]){__VA_ARGS__} / sizeof(variant)), \
         (variant[]){__VA_ARGS__})

/* The same by pointers, as a script with types does. */
static void step(object *world) {
    const method *of = find("PawlWorld", "step");
    int64_t status = -1;
    of->pointer_call(of->userdata, world->instance, NULL, &status);
    if (status != 0) exit(1);
}

static object *make_world(int64_t capacity) {
    object *world = make("PawlWorld");
    CALL(world, "set_def_body_capacity", integer(capacity));
    CALL(world, "set_def_shape_capacity", integer(capacity));
    CALL(world, "set_def_joint_capacity", integer(0));
    if (CALL0(world, "create").is.integer != 0) exit(1);
    return world;
}

static object *make_box(object *world, int type, vector2i at, int64_t half_width) {
    object *body = make("PawlBody");
    CALL(body, "set_def_type", integer(type));
    CALL(body, "set_def_position", vector(at.x, at.y));
    const variant half = CALL(NULL, "ratio", integer(1), integer(2));
    if (CALL(body, "create_box", object_of(world), integer(half_width), half).is.integer != 0)
        exit(1);
    return body;
}

static void hello(void) {
    object *world = make_world(16), *bodies[11];
    for (int i = 0; i < 11; i++)
        bodies[i] = make_box(world, i == 0 ? 0 : 2, (vector2i){0, i * UNIT - UNIT / 2},
                             i == 0 ? 41 * UNIT / 2 : UNIT / 2);
    for (int tick = 0; tick < 300; tick++)
        step(world);
    printf("hello: hash %08x\n", (unsigned)CALL0(world, "hash").is.integer);
    for (int i = 0; i < 11; i++)
        drop(bodies[i]);
    drop(world);
}

static void test_classes(void) {
    CLAIM(class_count == 3 && strcmp(find_class("PawlWorld")->parent, "Node") == 0);
    CLAIM(method_count > 300 && find("PawlBody", "set_velocity")->types[0] == GD_VECTOR2I);
    CLAIM(find("Pawl", "sin")->flags == (GD_METHOD_NORMAL | GD_METHOD_STATIC));
    for (int i = 0; i < method_count; i++)
        for (int other = i + 1; other < method_count; other++)
            if (strcmp(methods[i].name, methods[other].name) == 0 &&
                strcmp(methods[i].class_name, methods[other].class_name) == 0)
                claim(false, methods[i].name, __LINE__);
}

static void test_numbers(void) {
    variant text = {GD_STRING, {.text = copied("-12.5")}};
    CLAIM(CALL(NULL, "fx_parse", text).is.integer == -12 * UNIT - UNIT / 2 && errors == 0);
    text_destroy(&text.is.text);
    text.is.text =
        copied("0.1000000000000000000000000000000000000000000000000000000000000000000000");
    CLAIM(CALL(NULL, "fx_parse", text).is.integer == 0 && errors == 1);
    text_destroy(&text.is.text);
    variant said = CALL(NULL, "status_text", integer(-4));
    CLAIM(said.type == GD_STRING && strcmp(said.is.text, "stale handle") == 0);
    text_destroy(&said.is.text);
    const variant real = {GD_FLOAT, {0}};
    CALL(NULL, "sin", real);
    CLAIM(last_call.error == GD_CALL_INVALID_ARGUMENT && last_call.expected == GD_INT);
    CALL(NULL, "mul", integer(1));
    CLAIM(last_call.error == GD_CALL_TOO_FEW);
    CALL(NULL, "mul", integer(1), integer(2), integer(3));
    CLAIM(last_call.error == GD_CALL_TOO_MANY);
    CLAIM(CALL(NULL, "mul", integer(3 * UNIT), integer(UNIT / 2)).is.integer == 3 * UNIT / 2);
}

static void test_bodies(void) {
    object *world = make_world(8), *bodies[3];
    for (int i = 0; i < 3; i++)
        bodies[i] = make_box(world, 2, (vector2i){3 * i * UNIT, 0}, UNIT / 2);
    CALL(bodies[1], "apply_impulse_to_center", vector(0, 4 * UNIT));
    step(world);
    variant poses = CALL0(world, "get_all_poses");
    CLAIM(poses.type == GD_PACKED_INT32_ARRAY && poses.is.array.size == 12);
    for (int i = 0; i < 3; i++) {
        const vector2i at = CALL0(bodies[i], "get_position").is.vector;
        CLAIM(poses.is.array.data[4 * i] == at.x && poses.is.array.data[4 * i + 1] == at.y);
    }
    CLAIM(poses.is.array.data[5] > poses.is.array.data[1] && poses.is.array.data[2] == 1 << 30);
    array_destroy(&poses.is.array);
    const method *of = find("PawlWorld", "get_all_poses");
    of->pointer_call(of->userdata, world->instance, NULL, &poses.is.array);
    CLAIM(poses.is.array.size == 12 && poses.is.array.data[4] == 3 * UNIT);
    array_destroy(&poses.is.array);
    CALL(bodies[0], "set_fixed_rotation", truth(true));
    CLAIM(CALL0(bodies[0], "has_fixed_rotation").is.truth == 1);
    errors = 0;
    CLAIM(CALL0(bodies[2], "destroy").is.integer == 0 && errors == 0);
    CLAIM(CALL(bodies[2], "set_velocity", vector(1, 0)).is.integer < 0 && errors == 1);
    CLAIM(strcmp(last_error, "pawl_body_set_velocity: stale handle") == 0);
    CLAIM(CALL0(world, "create").is.integer == 0);
    object *other = make_box(world, 2, (vector2i){0, 0}, UNIT); /* where the first one was */
    CLAIM(CALL0(bodies[0], "is_valid").is.truth == 0 && CALL0(other, "is_valid").is.truth == 1);
    drop(other);
    drop(world);
    CLAIM(CALL(bodies[1], "set_velocity", vector(1, 0)).is.integer < 0 && errors == 2);
    const method *get = find("PawlBody", "get_position");
    get->call(get->userdata, NULL, NULL, 0, NULL, &last_call);
    CLAIM(last_call.error == GD_CALL_NO_INSTANCE);
    for (int i = 0; i < 3; i++)
        drop(bodies[i]);
    world = make("PawlWorld");
    CALL(world, "set_def_substeps", integer(0));
    CLAIM(CALL0(world, "create").is.integer < 0 && CALL0(world, "step").is.integer < 0);
    poses = CALL0(world, "get_all_poses");
    CLAIM(poses.is.array.size == 0);
    array_destroy(&poses.is.array);
    drop(world);
}

int main(int argc, char **argv) {
    gd_initialization told = {0};
    uint8_t (*enter)(gd_get_function, void *, gd_initialization *);
    void *library = argc == 3 ? dlopen(argv[1], RTLD_NOW) : NULL;
    if (library == NULL) return puts("usage: host_godot LIBRARY hello|test"), 2;
    *(void **)&enter = dlsym(library, "pawl_godot_init");
    lacking = "object_set_instance";
    CLAIM(enter(get_function, &told, &told) == 0 && told.initialize == NULL);
    lacking = "";
    CLAIM(enter(get_function, &told, &told) == 1 && told.level == GD_LEVEL_SCENE);
    for (int level = 0; level < 3; level++)
        told.initialize(told.userdata, level);
    if (strcmp(argv[2], "hello") == 0) return hello(), failed;
    test_classes();
    test_numbers();
    test_bodies();
    for (int level = 2; level >= 0; level--)
        told.deinitialize(told.userdata, level);
    CLAIM(class_count == 0 && texts == 0);
    printf("Godot (a stand-in; not run in Godot): %d passed, %d failed\n", passed, failed);
    return failed != 0;
}
