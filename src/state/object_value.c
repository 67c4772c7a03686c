/* object_value.c - the values of an object one by one, with names and formats for people. */
#include "base/rom.h"
#include "state/object.h"

/* ---- texts ---- */

pawli_text pawli_object_value_begin_text(char *text, size_t size) {
    const pawli_text out = {text, size, 0};
    if (size > 0) text[0] = '\0';
    return out;
}

void pawli_object_value_add_text(pawli_text *out, const char *text) {
    for (; *text != '\0' && out->length + 1 < out->size; text++)
        out->text[out->length++] = *text;
    if (out->size > 0) out->text[out->length] = '\0';
}

void pawli_object_value_add_number(pawli_text *out, uint64_t number) {
    char digits[21]; /* 2^64 has 20 digits */
    size_t start = sizeof digits - 1;
    digits[start] = '\0';
    do {
        digits[--start] = (char)('0' + (char)(number % 10u));
        number /= 10u;
    } while (number != 0);
    pawli_object_value_add_text(out, digits + start);
}

/* ---- one value ---- */

int64_t pawli_object_value_of(const pawl_world *world, pawli_object_type type,
                              const pawli_field *field, const void *at) {
    const int64_t value = pawli_fields_value(world, field, at);
    const pawli_objects all = pawli_objects_of((int)type);
    if (all.place_count == 0 || !(pawli_is_shifted(world) || pawli_way_goes_round(world)))
        return value;
    const uint32_t size = (uint32_t)sizeof(pawl_vec2);
    const uint32_t end = all.places + pawli_objects_places(&all, at) * size;
    if (field->offset < all.places || field->offset >= end) return value;
    const bool is_y = ((uint32_t)field->offset - all.places) % size != 0;
    const int64_t place = value + (is_y ? world->origin.y : world->origin.x);
    const uint8_t wrap = is_y ? world->wrap.y : world->wrap.x;
    return wrap == 0 ? place : pawli_way_wrapped((pawl_fx)(uint32_t)(uint64_t)place, wrap);
}

void pawli_object_value_describe_special(const char *name, pawli_object_type type, uint8_t number,
                                         int64_t value, pawl_field_value *out) {
    pawli_text text = pawli_object_value_begin_text(out->name, sizeof out->name);
    pawli_object_value_add_text(&text, name);
    out->value = value;
    out->type = (uint8_t)type;
    out->number = number;
    out->fraction = 0;
    out->is_hashed = true;
}

void pawli_object_value_describe(const pawli_field *field, pawli_object_type type, int64_t value,
                                 pawl_field_value *out) {
#if !PAWLI_HAS_NAMES
    pawli_object_value_describe_special("field ", type, field->number, value, out);
    pawli_text text = pawli_object_value_begin_text(out->name, sizeof out->name);
    pawli_object_value_add_text(&text, "field ");
    pawli_object_value_add_number(&text, field->number);
#else
    const char *const name = pawli_fields_name(type, field->number);
    pawli_object_value_describe_special(name, type, field->number, value, out);
#endif
    out->fraction = field->fraction;
    out->is_hashed = pawli_is_hashed(field);
}

void pawli_object_value_describe_free(uint32_t index, bool generation, int64_t value,
                                      pawl_field_value *out) {
    const uint8_t number = generation ? PAWLI_NUMBER_GENERATION : PAWLI_NUMBER_SLOT;
    pawli_object_value_describe_special("free[", PAWLI_OBJECT_POOL, number, value, out);
    pawli_text text = {out->name, sizeof out->name, 5};
    pawli_object_value_add_number(&text, index);
    pawli_object_value_add_text(&text, generation ? "].generation" : "].slot");
}

/* ---- all of them ---- */

/* Those that come before the fields; false when there are none, or fewer than `index`, which is
 * then counted down. */
static bool take_name(const pawli_object *object, uint32_t *index, pawl_field_value *out) {
    const pawli_object_type type = (pawli_object_type)object->type;
    const pawl_object_key key = pawli_object_key(object);
    const pawli_objects all = pawli_objects_of((int)type);
    if (all.serial == 0 || (object->run_count > 0 && key.serial_b != 0)) return false;
    if ((*index)-- == 0) {
        pawli_object_value_describe_special("slot", type, PAWLI_NUMBER_SLOT, key.slot, out);
        return true;
    }
    if (all.order != PAWLI_ORDER_OWNED || (*index)-- != 0) return false;
    pawli_object_value_describe_special("body", type, PAWLI_NUMBER_OWNER, key.serial_b, out);
    return true;
}

static bool take_field(const pawli_object *object, uint32_t *index, pawl_field_value *out) {
    const pawli_object_structs structs = pawli_object_record_find(object);
    for (uint8_t i = 0; i < object->record_count; i++) {
        const void *at = structs.at[i];
        if (at == NULL) continue;
        const pawli_object_type type = (pawli_object_type)object->records[i];
        const pawli_fields table = pawli_fields_of(type);
        if (*index < table.count) {
            pawli_field copy;
            const pawli_field *field = pawli_rom_fetch(&table.fields[*index], &copy, sizeof copy);
            pawli_object_value_describe(field, type,
                                        pawli_object_value_of(object->world, type, field, at), out);
            return true;
        }
        *index -= table.count;
    }
    return false;
}

static bool take_free(const pawli_object *object, uint32_t index, pawl_field_value *out) {
    if (object->type != PAWLI_OBJECT_POOL) return false;
    pawli_free_slot at = pawli_object_record_first_free(object);
    for (uint32_t i = 0; i < index / 2 && at.slot != PAWLI_NONE; i++)
        pawli_object_record_next_free(object, &at);
    if (at.slot == PAWLI_NONE) return false;
    const bool generation = index % 2 == 1;
    pawli_object_value_describe_free(index / 2, generation, generation ? at.generation : at.slot,
                                     out);
    return true;
}

bool pawli_object_value_take(const pawli_object *object, uint32_t field, pawl_field_value *out) {
    pawl_field_value value = {{0}, 0, 0, 0, 0, 0};
    if (!take_name(object, &field, &value) && !take_field(object, &field, &value) &&
        !take_free(object, field, &value)) {
        return false;
    }
    *out = value;
    return true;
}

pawl_status pawl_object_field(const pawl_world *world, pawl_branch branch, uint32_t index,
                              uint32_t field, pawl_field_value *out) {
    if (world == NULL || out == NULL) return PAWL_ERR_NULL;
    const pawli_object object = pawli_object_at(world, branch, index);
    if (!pawli_is_there(&object)) return PAWL_ERR_RANGE;
    return pawli_object_value_take(&object, field, out) ? PAWL_OK : PAWL_ERR_RANGE;
}
