/* host_godot.h - a stand-in for Godot: what tests and programs use of it. */
#ifndef HOST_GODOT_H
#define HOST_GODOT_H

#include <stdbool.h>
#include <stdint.h>

#include "abi.h"

#define UNIT 65536
#define ARGUMENTS_MAX 8

typedef struct vector2i {
    int32_t x, y;
} vector2i;
typedef struct packed {
    int32_t *data; /* or bytes */
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

extern int host_errors, host_texts, host_passed, host_failed, host_class_count, host_method_count;
extern char host_error[128];         /* the last one */
extern gd_call_error host_last_call; /* of an error the number */
extern method host_methods[8192];

void host_claim(bool holds, const char *what, int line);
#define CLAIM(what) host_claim(what, #what, __LINE__)

char *host_text(const char *text);
void host_drop_text(variant *value);
variant host_bytes(const void *bytes, int64_t size); /* a PackedByteArray */
void host_drop_array(variant *value);

variant integer(int64_t value);
variant truth(bool value);
variant vector(int32_t x, int32_t y);
variant object_of(object *one); /* of NULL: null */

const class_entry *host_class(const char *name);
const method *host_method(const char *class_name, const char *name);
object *host_new(const char *name);
void host_free(object *one);

/* one.name(given...), by variants; of null a function of Pawl. */
variant host_call(object *one, const char *name, int count, const variant *given);
#define CALL0(one, name) host_call(one, name, 0, NULL)
#define CALL(one, name, ...)                                                      \
    host_call(one, name, (int)(sizeof(variant[]){__VA_ARGS__} / sizeof(variant)), \
              (variant[]){__VA_ARGS__})
#define GET(one, name) CALL0(one, name).is.integer
#define SET(one, name, value) (void)CALL(one, name, integer(value))
/* world.step() by pointers, as a script with types does. */
void host_step(object *world);

object *host_world(int64_t capacity);
object *host_box(object *world, int type, vector2i at, int64_t half_width);

/* Of scripts in port/bindings/godot/programs, line by line; false: there is none of that name. */
bool host_run(const char *program, const char *argument);
void host_test(void);

#endif
