/* compare.c - what differs between two worlds, object by object.
 *
 * The objects of a branch are ordered by their serials, so two lists are merged like two sorted
 * sequences: what only one of them has is passed by, and the rest meets its counterpart. */
#include "base/rom.h"
#include "state/object.h"

#include <string.h>

typedef struct comparison {
    pawl_difference result;
    uint32_t values; /* of the two objects at hand */
} comparison;

/* The object that the first difference is in. */
static void name_first(comparison *job, const pawli_object *a, const pawli_object *b) {
    pawl_difference *first = &job->result;
    first->in_a = pawli_is_there(a);
    first->in_b = pawli_is_there(b);
    first->branch = first->in_a ? a->branch : b->branch;
    first->key = pawli_object_key(first->in_a ? a : b);
}

/* Count a value; whether it is the first of all, so that it is to be described. */
static bool count_value(comparison *job) {
    job->values++;
    return job->result.values == 0 && job->values == 1;
}

/* Values that are not in the table. */
static void compare_special(comparison *job, const char *name, pawli_object_type type, int64_t a,
                            int64_t b) {
    if (a == b || !count_value(job)) return;
    pawli_object_value_describe_special(name, type, PAWLI_NUMBER_SLOT, a, &job->result.a);
    pawli_object_value_describe_special(name, type, PAWLI_NUMBER_SLOT, b, &job->result.b);
}

static int64_t value_in(const pawli_object *object, pawli_object_type type,
                        const pawli_field *field, const void *at) {
    if (at == NULL) return pawli_fields_default(field);
    return pawli_object_value_of(object->world, type, field, at);
}

/* The structs of one type; null: all its fields are at their defaults. */
static void compare_record(comparison *job, const pawli_object *a, const void *at_a,
                           const pawli_object *b, const void *at_b, uint8_t record) {
    const pawli_object_type type = (pawli_object_type)a->records[record];
    if (at_a == NULL && at_b == NULL) return;
    const pawli_fields table = pawli_fields_of(type);
    for (uint16_t i = 0; i < table.count; i++) {
        pawli_field copy;
        const pawli_field *field = pawli_rom_fetch(&table.fields[i], &copy, sizeof copy);
        if (!pawli_is_hashed(field)) continue;
        const int64_t value_a = value_in(a, type, field, at_a);
        const int64_t value_b = value_in(b, type, field, at_b);
        if (value_a == value_b || !count_value(job)) continue;
        pawli_object_value_describe(field, type, value_a, &job->result.a);
        pawli_object_value_describe(field, type, value_b, &job->result.b);
    }
}

/* A queue that has ended goes on with the slot -1. */
static int64_t slot_of(pawli_free_slot at) {
    return at.slot == PAWLI_NONE ? -1 : (int64_t)at.slot;
}

static void compare_free(comparison *job, const pawli_object *a, const pawli_object *b) {
    pawli_free_slot at_a = pawli_object_record_first_free(a),
                    at_b = pawli_object_record_first_free(b);
    for (uint32_t i = 0; at_a.slot != PAWLI_NONE || at_b.slot != PAWLI_NONE; i++) {
        const int64_t slot_a = slot_of(at_a), slot_b = slot_of(at_b);
        if (slot_a != slot_b && count_value(job)) {
            pawli_object_value_describe_free(i, false, slot_a, &job->result.a);
            pawli_object_value_describe_free(i, false, slot_b, &job->result.b);
        }
        if (at_a.generation != at_b.generation && count_value(job)) {
            pawli_object_value_describe_free(i, true, at_a.generation, &job->result.a);
            pawli_object_value_describe_free(i, true, at_b.generation, &job->result.b);
        }
        if (at_a.slot != PAWLI_NONE) pawli_object_record_next_free(a, &at_a);
        if (at_b.slot != PAWLI_NONE) pawli_object_record_next_free(b, &at_b);
    }
}

static void end_object(comparison *job, const pawli_object *a, const pawli_object *b) {
    if (job->values == 0) return;
    if (job->result.values == 0) name_first(job, a, b);
    job->result.values += job->values;
    job->result.objects++;
}

/* Two objects of the same name. */
static void compare_objects(comparison *job, const pawli_object *a, const pawl_object_key *key_a,
                            const pawli_object *b, const pawl_object_key *key_b) {
    job->values = 0;
    /* The slots of contacts are those of their shapes, those of points and links of their owner. */
    if (a->type != PAWLI_OBJECT_CONTACT && (a->run_count == 0 || key_a->serial_b == 0))
        compare_special(job, "slot", (pawli_object_type)a->type, key_a->slot, key_b->slot);
    const pawli_object_structs in_a = pawli_object_record_find(a),
                               in_b = pawli_object_record_find(b);
    for (uint8_t i = 0; i < a->record_count; i++)
        compare_record(job, a, in_a.at[i], b, in_b.at[i], i);
    if (a->type == PAWLI_OBJECT_POOL) compare_free(job, a, b);
    end_object(job, a, b);
}

/* An object that one of them does not have: all that it is differs. */
static void count_lonely(comparison *job, const pawli_object *a, const pawli_object *b) {
    const pawli_object *object = pawli_is_there(a) ? a : b;
    const pawli_object_structs structs = pawli_object_record_find(object);
    job->values = 0;
    for (uint8_t i = 0; i < object->record_count; i++) {
        const void *at = structs.at[i];
        if (at == NULL) continue;
        const pawli_object_type type = (pawli_object_type)object->records[i];
        const pawli_fields table = pawli_fields_of(type);
        for (uint16_t number = 0; number < table.count; number++) {
            pawli_field copy;
            const pawli_field *field = pawli_rom_fetch(&table.fields[number], &copy, sizeof copy);
            if (!pawli_is_hashed(field)) continue;
            if (value_in(object, type, field, at) != pawli_fields_default(field)) job->values++;
        }
    }
    if (job->values == 0) job->values = 1; /* a pool that was never used */
    end_object(job, a, b);
}

static void compare_branch(comparison *job, const pawl_world *a, const pawl_world *b,
                           pawl_branch branch) {
    pawli_object at_a = pawli_object_first(a, branch), at_b = pawli_object_first(b, branch);
    const pawli_object none = pawli_object_first(NULL, branch);
    while (pawli_is_there(&at_a) || pawli_is_there(&at_b)) {
        int order = pawli_is_there(&at_a) ? -1 : 1;
        if (pawli_is_there(&at_a) && pawli_is_there(&at_b)) {
            const pawl_object_key key_a = pawli_object_key(&at_a), key_b = pawli_object_key(&at_b);
            order = pawli_object_compare_keys(branch, &key_a, &key_b);
            if (order == 0) compare_objects(job, &at_a, &key_a, &at_b, &key_b);
        }
        if (order < 0) count_lonely(job, &at_a, &none);
        if (order > 0) count_lonely(job, &none, &at_b);
        if (order <= 0) pawli_object_next(&at_a);
        if (order >= 0) pawli_object_next(&at_b);
    }
}

int32_t pawl_world_compare(const pawl_world *a, const pawl_world *b, pawl_difference *out) {
    comparison job;
    memset(&job, 0, sizeof job);
    for (int branch = 0; branch < PAWL_BRANCH_COUNT; branch++)
        compare_branch(&job, a, b, (pawl_branch)branch);
    if (out != NULL) *out = job.result;
    return job.result.values > INT32_MAX ? INT32_MAX : (int32_t)job.result.values;
}
