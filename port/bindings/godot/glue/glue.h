/* glue.h - pawl as classes of Godot: what the written calls and the glue share. */
#ifndef PAWL_GODOT_GLUE_H
#define PAWL_GODOT_GLUE_H

#include <pawl/pawl.h>

#include "abi.h"

#define GLUE_ARGUMENTS_MAX 8

/* An object of a class of ours: a world, or a body together with what it is made of. */
typedef struct glue_instance {
    struct glue_instance *next;
    void *object; /* Godot's */
    int class_index;
    void *memory; /* of `world`, which is null before create() */
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
    int64_t poses;         /* how many poses `object` gives */
} glue_value;

typedef struct glue_method {
    int class_index;
    const char *name;
    void (*call)(glue_instance *self, const glue_value *given, glue_value *back);
    int count;
    uint8_t types[GLUE_ARGUMENTS_MAX]; /* GD_... */
    const char *names[GLUE_ARGUMENTS_MAX];
    uint8_t result;
    bool is_static;
} glue_method;

extern const char *const glue_classes[];
extern const char *const glue_parents[];
extern const int glue_class_count;
extern const glue_method glue_methods[];
extern const int glue_method_count;

/* Tells Godot of a call that failed; gives the status back. */
int64_t glue_status(pawl_status status, const char *function);
/* The world of a body's object, or of a world's; null when there is none. */
pawl_world *glue_world(const glue_instance *one);

#endif
