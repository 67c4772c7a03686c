/* glue.h - pawl as classes of Godot: what the written calls and the glue share. */
#ifndef PAWL_GODOT_GLUE_H
#define PAWL_GODOT_GLUE_H

#include <pawl/pawl.h>

#include "abi.h"

#define GLUE_ARGUMENTS_MAX 8

/* An object of a class of ours: a world, a body together with what it is made of, a record. */
typedef struct glue_instance {
    struct glue_instance *next;
    void *object; /* Godot's */
    int class_index;
    void *memory; /* of `world`, which is null before create(); of records, bytes, a session */
    size_t size;  /* of that, where it is no world's */
    int64_t count, selected; /* of records: how many, and which one is read and written */
    void *pointer;           /* of a session and the like: the object of C */
    pawl_world *world;
    pawl_world_def world_def;
    struct glue_instance *home; /* of a body: the object of its world */
    pawl_body_id body;
    pawl_body_def body_def;
    pawl_shape_def shape_def;
} glue_instance;

typedef struct glue_value {
    int64_t integer; /* also a bool, a raw number, a handle */
    pawl_vec2 vector;
    glue_instance *object; /* null for objects that are none of ours */
    char text[64];         /* of a result: cut to what fits */
    int64_t count;         /* of a result: poses of `object`, or bytes that `bytes` has */
    uint8_t *bytes;        /* of a parameter: a copy, which is freed after the call */
} glue_value;

/* What a getter or a setter reaches. */
typedef enum glue_place {
    GLUE_NONE,
    GLUE_BOOL,
    GLUE_SIGNED,
    GLUE_UNSIGNED,
    GLUE_VECTOR,
    GLUE_HANDLE,
    GLUE_OBJECT,  /* a pointer to a world or a session */
    GLUE_POINTER, /* to a record or memory */
    GLUE_BYTES    /* to bytes, which can be read */
} glue_place;

typedef struct glue_field {
    uint8_t place;      /* glue_place */
    bool sets, is_kept; /* in the object itself */
    uint32_t offset;
    uint16_t size, count; /* of one; of an array: how many */
} glue_field;

typedef struct glue_method {
    int class_index;
    const char *name;
    void (*call)(glue_instance *self, const glue_value *given,
                 glue_value *back); /* null: a field */
    int count;
    uint8_t types[GLUE_ARGUMENTS_MAX]; /* GD_... */
    const char *names[GLUE_ARGUMENTS_MAX];
    uint8_t result;
    bool is_static;
    glue_field field;
} glue_method;

/* Of a class: how large its record is, and what a new one holds when that is not zeros. */
typedef struct glue_kind {
    size_t size;
    void (*make)(void *to);
} glue_kind;

extern const char *const glue_classes[];
extern const char *const glue_parents[];
extern const int glue_class_count;
extern const glue_method glue_methods[];
extern const int glue_method_count;
extern const glue_kind glue_kinds[];
extern int64_t glue_told[4]; /* numbers that the last call gave besides its result */

/* Tells Godot of a call that failed; gives the status back. */
int64_t glue_status(pawl_status status, const char *function);
/* The world of a body's object, or of a world's; null when there is none. */
pawl_world *glue_world(const glue_instance *one);

/* Of records: the one that is selected, and the first of all; null when it is of another class. */
void *glue_record(const glue_instance *one, int class_index);
void *glue_list(const glue_instance *one, int class_index);
/* The object of C, such as a session; null when it is of another class. */
void *glue_pointer(const glue_instance *one, int class_index);
/* The bytes of a PawlBuffer; null when it is none. */
void *glue_bytes(const glue_instance *one);
/* How many records, or bytes. */
uint32_t glue_count(const glue_instance *one);
uint32_t glue_least(uint32_t a, uint32_t b);
/* New memory of that size for the object instead of what it had; null when there is none. */
void *glue_room(glue_instance *self, size_t size);
bool glue_new_records(glue_instance *self, int64_t count);
void glue_use_field(const glue_method *method, glue_instance *self, const glue_value *given,
                    glue_value *back);

typedef void glue_call(glue_instance *self, const glue_value *given, glue_value *back);
glue_call glue_create, glue_get_all_poses, glue_handle, glue_tell, glue_resize, glue_select;
glue_call glue_size, glue_get_byte, glue_set_byte, glue_get_bytes, glue_set_bytes;

#endif
