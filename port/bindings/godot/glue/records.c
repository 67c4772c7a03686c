/* records.c - records of pawl, bytes and sessions as objects of Godot: memory, fields, lists. */
#include "glue.h"

#include <stdlib.h>
#include <string.h>

#define BUFFER_CLASS 3 /* PawlBuffer */
/* Behind the bytes of a buffer lie zeros: some calls know themselves how many they read. */
#define SPARE 1024
#define COUNT_MAX (INT64_C(1) << 28)

int64_t glue_told[4];

void *glue_room(glue_instance *self, size_t size) {
    free(self->memory);
    self->pointer = NULL;
    self->memory = calloc(1, size + SPARE);
    self->size = self->memory ? size : 0;
    return self->memory;
}

void *glue_list(const glue_instance *one, int class_index) {
    return one != NULL && one->class_index == class_index ? one->memory : NULL;
}

void *glue_record(const glue_instance *one, int class_index) {
    uint8_t *all = glue_list(one, class_index);
    return all ? all + (size_t)one->selected * glue_kinds[class_index].size : NULL;
}

void *glue_pointer(const glue_instance *one, int class_index) {
    return one != NULL && one->class_index == class_index ? one->pointer : NULL;
}

void *glue_bytes(const glue_instance *one) {
    return glue_list(one, BUFFER_CLASS);
}

uint32_t glue_count(const glue_instance *one) {
    if (one == NULL || one->memory == NULL) return 0;
    return one->class_index == BUFFER_CLASS ? (uint32_t)one->size : (uint32_t)one->count;
}

uint32_t glue_least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

bool glue_new_records(glue_instance *self, int64_t count) {
    const glue_kind *kind = &glue_kinds[self->class_index];
    uint8_t *made;
    if (count < 1 || count > COUNT_MAX) return false;
    made = glue_room(self, (size_t)count * kind->size);
    self->count = made ? count : 0;
    self->selected = 0;
    for (int64_t i = 0; i < self->count && kind->make; i++)
        kind->make(made + (size_t)i * kind->size);
    return made != NULL;
}

/* resize(count): as many new records, or bytes that are zeros. */
void glue_resize(glue_instance *self, const glue_value *given, glue_value *back) {
    const int64_t count = given[0].integer;
    bool good;
    if (self->class_index == BUFFER_CLASS)
        good = count >= 0 && count <= COUNT_MAX && glue_room(self, (size_t)count) != NULL;
    else
        good = glue_new_records(self, count);
    back->integer = glue_status(good ? PAWL_OK : PAWL_ERR_RANGE, "resize");
}

/* select(index): the record that is read and written from now on; false where there is none. */
void glue_select(glue_instance *self, const glue_value *given, glue_value *back) {
    const int64_t index = given[0].integer;
    back->integer = index >= 0 && index < self->count;
    if (back->integer) self->selected = index;
}

/* Pawl.told(index): what the last call gave besides its result, in the order of C. */
void glue_tell(glue_instance *self, const glue_value *given, glue_value *back) {
    const int64_t index = given[0].integer;
    (void)self;
    back->integer = index >= 0 && index < 4 ? glue_told[index] : 0;
}

/* ---- PawlBuffer ---- */

void glue_size(glue_instance *self, const glue_value *given, glue_value *back) {
    (void)given;
    back->integer = (int64_t)self->size;
}

static uint8_t *byte_at(const glue_instance *self, int64_t index, const char *function) {
    const bool good = index >= 0 && (uint64_t)index < self->size;
    if (!good) (void)glue_status(PAWL_ERR_RANGE, function);
    return good ? (uint8_t *)self->memory + index : NULL;
}

void glue_get_byte(glue_instance *self, const glue_value *given, glue_value *back) {
    const uint8_t *at = byte_at(self, given[0].integer, "get_byte");
    back->integer = at ? *at : 0;
}

void glue_set_byte(glue_instance *self, const glue_value *given, glue_value *back) {
    uint8_t *at = byte_at(self, given[0].integer, "set_byte");
    (void)back;
    if (at) *at = (uint8_t)given[1].integer;
}

/* get_bytes(size): a copy of the first ones, for a file or a socket. */
void glue_get_bytes(glue_instance *self, const glue_value *given, glue_value *back) {
    const int64_t size = given[0].integer;
    const bool good = size >= 0 && (uint64_t)size <= self->size;
    if (!good) (void)glue_status(PAWL_ERR_RANGE, "get_bytes");
    back->count = good ? size : 0;
    back->bytes = self->memory;
}

/* set_bytes(array): the buffer is as large as that afterwards. */
void glue_set_bytes(glue_instance *self, const glue_value *given, glue_value *back) {
    const size_t size = (size_t)given[0].count;
    void *made = glue_room(self, size);
    if (made && size > 0) memcpy(made, given[0].bytes, size);
    back->integer = glue_status(made ? PAWL_OK : PAWL_ERR_MEMORY, "set_bytes");
}

/* ---- fields ---- */

static int64_t read_integer(const void *at, size_t size, bool has_sign) {
    uint64_t word = 0;
    uint8_t byte;
    uint16_t half;
    uint32_t single;
    if (size == 1) memcpy(&byte, at, 1), word = byte;
    if (size == 2) memcpy(&half, at, 2), word = half;
    if (size == 4) memcpy(&single, at, 4), word = single;
    if (size == 8) memcpy(&word, at, 8);
    if (has_sign && size == 1) return (int8_t)word;
    if (has_sign && size == 2) return (int16_t)word;
    if (has_sign && size == 4) return (int32_t)word;
    return (int64_t)word;
}

static void write_integer(void *at, size_t size, int64_t value) {
    const uint8_t byte = (uint8_t)value;
    const uint16_t half = (uint16_t)value;
    const uint32_t single = (uint32_t)value;
    if (size == 1) memcpy(at, &byte, 1);
    if (size == 2) memcpy(at, &half, 2);
    if (size == 4) memcpy(at, &single, 4);
    if (size == 8) memcpy(at, &value, 8);
}

/* An object as what it points to in C. */
static void *pointed(const glue_instance *one) {
    if (one == NULL) return NULL;
    if (one->world) return one->world;
    if (one->pointer) return one->pointer;
    return one->class_index <= BUFFER_CLASS || glue_kinds[one->class_index].size == 0
               ? one->memory
               : glue_record(one, one->class_index);
}

static void set_field(const glue_field *field, uint8_t *at, const glue_value *given) {
    const bool truth = given->integer != 0;
    const pawl_body_id handle = pawl_body_id_load((uint32_t)given->integer);
    void *pointer = pointed(given->object);
    switch ((glue_place)field->place) {
    case GLUE_BOOL:
        memcpy(at, &truth, sizeof truth);
        break;
    case GLUE_SIGNED:
    case GLUE_UNSIGNED:
        write_integer(at, field->size, given->integer);
        break;
    case GLUE_VECTOR:
        memcpy(at, &given->vector, sizeof given->vector);
        break;
    case GLUE_HANDLE:
        memcpy(at, &handle, sizeof handle);
        break;
    case GLUE_OBJECT:
    case GLUE_POINTER:
    case GLUE_BYTES:
        memcpy(at, &pointer, sizeof pointer);
        break;
    case GLUE_NONE:
        break;
    }
}

/* A world of a record becomes that of an object, which does not own it. */
static void lend(void *pointer, glue_instance *into) {
    if (into == NULL) return;
    free(into->memory);
    into->memory = NULL, into->size = 0;
    if (strcmp(glue_classes[into->class_index], "PawlWorld") == 0)
        into->world = pointer;
    else
        into->pointer = pointer;
}

static void get_field(const glue_field *field, const uint8_t *at, const glue_value *given,
                      glue_value *back) {
    pawl_body_id handle;
    void *pointer;
    bool truth;
    switch ((glue_place)field->place) {
    case GLUE_BOOL:
        memcpy(&truth, at, sizeof truth);
        back->integer = truth;
        break;
    case GLUE_SIGNED:
    case GLUE_UNSIGNED:
        back->integer = read_integer(at, field->size, field->place == GLUE_SIGNED);
        break;
    case GLUE_VECTOR:
        memcpy(&back->vector, at, sizeof back->vector);
        break;
    case GLUE_HANDLE:
        memcpy(&handle, at, sizeof handle);
        back->integer = pawl_body_id_store(handle);
        break;
    case GLUE_OBJECT:
        memcpy(&pointer, at, sizeof pointer);
        lend(pointer, given[0].object);
        break;
    case GLUE_BYTES:
        memcpy(&pointer, at, sizeof pointer);
        if (pointer && given[0].integer >= 0)
            back->integer = ((const uint8_t *)pointer)[given[0].integer];
        break;
    case GLUE_POINTER:
    case GLUE_NONE:
        break;
    }
}

void glue_use_field(const glue_method *method, glue_instance *self, const glue_value *given,
                    glue_value *back) {
    const glue_field *field = &method->field;
    uint8_t *base =
        field->is_kept ? (uint8_t *)self : (uint8_t *)glue_record(self, self->class_index);
    const int64_t index = field->count ? given[0].integer : 0;
    if (base == NULL || index < 0 || (field->count && index >= field->count)) {
        (void)glue_status(PAWL_ERR_RANGE, method->name);
        return;
    }
    base += field->offset + (size_t)index * field->size;
    if (field->sets)
        set_field(field, base, &given[field->count ? 1 : 0]);
    else
        get_field(field, base, given, back);
}
