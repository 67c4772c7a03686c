/* scene_plan.c - messages, lists and typed reading for the scene readers. */
#include "cli/scene/scene_plan.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common/command.h"

#define COORD_ANY (-PAWL_COORD_MAX), PAWL_COORD_MAX

static void print_message(const cli_plan *plan, uint32_t line, const char *type, const char *format,
                          va_list arguments) {
    if (plan->log == NULL) return;
    fprintf(plan->log, "pawl: %s:", plan->path);
    if (line > 0) fprintf(plan->log, "%lu:", (unsigned long)line);
    fprintf(plan->log, " %s", type);
    if (plan->where[0] != 0) fprintf(plan->log, "%s: ", plan->where);
    vfprintf(plan->log, format, arguments);
    fputc('\n', plan->log);
}

void cli_scene_plan_fail(cli_plan *plan, uint32_t line, const char *format, ...) {
    if (plan->failed) return;
    plan->failed = true;
    va_list arguments;
    va_start(arguments, format);
    print_message(plan, line, "", format, arguments);
    va_end(arguments);
}

void cli_scene_plan_note(cli_plan *plan, uint32_t line, const char *format, ...) {
    if (plan->failed) return;
    plan->failed = plan->strict;
    va_list arguments;
    va_start(arguments, format);
    print_message(plan, line, plan->strict ? "" : "note: ", format, arguments);
    va_end(arguments);
}

void cli_scene_plan_tell(cli_plan *plan, uint32_t line, const char *format, ...) {
    if (plan->failed) return;
    va_list arguments;
    va_start(arguments, format);
    print_message(plan, line, "note: ", format, arguments);
    va_end(arguments);
}

void cli_scene_plan_warn(cli_plan *plan, uint32_t line, const char *format, ...) {
    if (plan->failed) return;
    plan->failed = plan->strict;
    va_list arguments;
    va_start(arguments, format);
    print_message(plan, line, plan->strict ? "" : "warning: ", format, arguments);
    va_end(arguments);
}

/* `kind 3 "name"` behind the first `used` characters; long names are cut. */
static void describe(cli_plan *plan, size_t used, const char *type, uint32_t index,
                     const char *name) {
    char *text = plan->where + used;
    const size_t room = sizeof plan->where - used;
    if (name == NULL || name[0] == 0) {
        snprintf(text, room, "%s%s %lu", used ? ", " : "", type, (unsigned long)index);
    } else {
        snprintf(text, room, "%s%s %lu \"%.40s\"", used ? ", " : "", type, (unsigned long)index,
                 name);
    }
}

void cli_scene_plan_at(cli_plan *plan, const char *type, uint32_t index, const char *name) {
    describe(plan, 0, type, index, name);
}

void cli_scene_plan_at_within(cli_plan *plan, const char *type, uint32_t index, const char *name) {
    describe(plan, strlen(plan->where), type, index, name);
}

cli_plan_body *cli_scene_plan_add_body(cli_plan *plan, uint32_t line, uint32_t index,
                                       const char *name) {
    cli_plan_body *body = cli_heap_take(&plan->heap, sizeof *body);
    body->line = line;
    body->index = index;
    body->name = name;
    body->def = pawl_body_def_default();
    if (plan->last == NULL) {
        plan->first = body;
    } else {
        plan->last->next = body;
    }
    plan->last = body;
    if (++plan->body_count > PAWL_CAPACITY_MAX) {
        cli_scene_plan_fail(plan, line, "more than %d bodies", PAWL_CAPACITY_MAX);
    }
    return body;
}

cli_plan_shape *cli_scene_plan_add_shape(cli_plan *plan, cli_plan_body *body,
                                         const cli_plan_shape *shape) {
    cli_plan_shape *copy = cli_heap_take(&plan->heap, sizeof *copy);
    *copy = *shape;
    copy->next = NULL;
    if (body->last == NULL) {
        body->first = copy;
    } else {
        body->last->next = copy;
    }
    body->last = copy;
    if (++plan->shape_count > PAWL_CAPACITY_MAX) {
        cli_scene_plan_fail(plan, shape->line, "more than %d shapes", PAWL_CAPACITY_MAX);
    }
    return copy;
}

const char *cli_scene_plan_keep_name(cli_plan *plan, const char *name) {
    if (name == NULL || name[0] == 0) return NULL;
    return cli_heap_text(&plan->scene.terrain, name, strlen(name));
}

void cli_scene_plan_add_joint(cli_plan *plan, const cli_plan_joint *joint) {
    cli_plan_joint *copy = cli_heap_take(&plan->heap, sizeof *copy);
    *copy = *joint;
    copy->next = NULL;
    if (plan->last_joint == NULL) {
        plan->first_joint = copy;
    } else {
        plan->last_joint->next = copy;
    }
    plan->last_joint = copy;
    if (++plan->joint_count > PAWL_CAPACITY_MAX) {
        cli_scene_plan_fail(plan, joint->line, "more than %d joints", PAWL_CAPACITY_MAX);
    }
}

bool cli_scene_plan_value_type(cli_plan *plan, const cli_json *value, const char *name,
                               cli_json_type type) {
    if (value->type == type) return true;
    cli_scene_plan_fail(plan, value->line, "%s: expected %s, found %s", name,
                        cli_json_type_text(type), cli_json_type_text(value->type));
    return false;
}

/* A Q16.16 value as text; PAWL_FX_TEXT_MAX is room for every one. */
static const char *fx_text(pawl_fx value, char buffer[PAWL_FX_TEXT_MAX]) {
    if (pawl_fx_print(value, buffer, PAWL_FX_TEXT_MAX) != PAWL_OK) buffer[0] = 0;
    return buffer;
}

bool cli_scene_plan_value_fx(cli_plan *plan, const cli_json *value, const char *name, pawl_fx low,
                             pawl_fx high, pawl_fx *out) {
    char low_text[PAWL_FX_TEXT_MAX], high_text[PAWL_FX_TEXT_MAX];
    pawl_fx number = 0;
    if (!cli_scene_plan_value_type(plan, value, name, CLI_JSON_NUMBER)) return false;
    const pawl_status status = pawl_fx_parse(value->text, value->length, &number);
    if (status != PAWL_OK || number < low || number > high) {
        cli_scene_plan_fail(plan, value->line, "%s: %.40s is out of range (%s .. %s)", name,
                            value->text, fx_text(low, low_text), fx_text(high, high_text));
        return false;
    }
    *out = number;
    return true;
}

void cli_scene_plan_read_fx(cli_plan *plan, const cli_json *object, const char *key, pawl_fx low,
                            pawl_fx high, pawl_fx *out) {
    const cli_json *value = cli_json_find(object, key);
    if (value != NULL) cli_scene_plan_value_fx(plan, value, key, low, high, out);
}

/* The whole part of a number of JSON that is not negative; more than `most` where it is larger.
 * Digits beyond the eighteenth do not count. */
static int64_t parse_whole(const char *text, int64_t most) {
    int64_t whole = 0;
    long scale = 0; /* power of ten that `whole` is still to be multiplied by */
    bool behind = false;
    for (; *text == '.' || (*text >= '0' && *text <= '9'); text++) {
        if (*text == '.') {
            behind = true;
            continue;
        }
        const bool counts = whole < INT64_C(100000000000000000);
        if (counts) whole = whole * 10 + (*text - '0');
        if (counts && behind) scale--;
        if (!counts && !behind) scale++;
    }
    if (*text == 'e' || *text == 'E') {
        const long power = strtol(text + 1, NULL, 10);
        scale += power > 1000 ? 1000 : power < -1000 ? -1000 : power;
    }
    for (; scale < 0 && whole > 0; scale++)
        whole /= 10;
    for (; scale > 0 && whole > 0 && whole <= most; scale--)
        whole *= 10;
    return whole;
}

void cli_scene_plan_value_load(cli_plan *plan, const cli_json *value, const char *name,
                               int64_t most, pawl_wide *out) {
    pawl_fx number = 0;
    if (!cli_scene_plan_value_type(plan, value, name, CLI_JSON_NUMBER)) return;
    if (pawl_fx_parse(value->text, value->length, &number) == PAWL_OK && number >= 0) {
        *out = number;
        return;
    }
    const int64_t whole = parse_whole(value->text, most);
    if (value->text[0] == '-' || whole > most) {
        cli_scene_plan_fail(plan, value->line, "%s: %.40s is out of range (0 .. %lld)", name,
                            value->text, (long long)most);
        return;
    }
    *out = (pawl_wide)whole * PAWL_FX_ONE;
}

void cli_scene_plan_read_load(cli_plan *plan, const cli_json *object, const char *key, int64_t most,
                              pawl_wide *out) {
    const cli_json *const value = cli_json_find(object, key);
    if (value != NULL) cli_scene_plan_value_load(plan, value, key, most, out);
}

/* Digits with an optional minus; a fraction or exponent is not an integer here. 18 digits fit
 * any long long. */
static bool parse_int(const char *text, size_t length, int64_t *out) {
    const size_t sign = text[0] == '-';
    if (length - sign == 0 || length - sign > 18) return false;
    if (strspn(text + sign, "0123456789") != length - sign) return false;
    *out = strtoll(text, NULL, 10);
    return true;
}

bool cli_scene_plan_value_int(cli_plan *plan, const cli_json *value, const char *name, int64_t low,
                              int64_t high, int64_t *out) {
    int64_t number = 0;
    if (!cli_scene_plan_value_type(plan, value, name, CLI_JSON_NUMBER)) return false;
    if (!parse_int(value->text, value->length, &number) || number < low || number > high) {
        cli_scene_plan_fail(plan, value->line, "%s: %.40s is not a whole number in %lld .. %lld",
                            name, value->text, (long long)low, (long long)high);
        return false;
    }
    *out = number;
    return true;
}

void cli_scene_plan_read_int(cli_plan *plan, const cli_json *object, const char *key, int64_t low,
                             int64_t high, int64_t *out) {
    const cli_json *value = cli_json_find(object, key);
    if (value != NULL) cli_scene_plan_value_int(plan, value, key, low, high, out);
}

void cli_scene_plan_read_bool(cli_plan *plan, const cli_json *object, const char *key, bool *out) {
    const cli_json *value = cli_scene_plan_read_member(plan, object, key, CLI_JSON_BOOL, false);
    if (value != NULL) *out = value->truth;
}

void cli_scene_plan_read_text(cli_plan *plan, const cli_json *object, const char *key,
                              const char **out) {
    const cli_json *value = cli_scene_plan_read_member(plan, object, key, CLI_JSON_STRING, false);
    if (value != NULL) *out = value->text;
}

const cli_json *cli_scene_plan_read_member(cli_plan *plan, const cli_json *object, const char *key,
                                           cli_json_type type, bool required) {
    const cli_json *value = cli_json_find(object, key);
    if (value == NULL) {
        if (required) cli_scene_plan_fail(plan, object->line, "\"%s\" is missing", key);
        return NULL;
    }
    return cli_scene_plan_value_type(plan, value, key, type) ? value : NULL;
}

const char *cli_scene_plan_nearest_name(const char *text, const char *const *names) {
    return cli_command_nearest_name(text, names);
}

void cli_scene_plan_check_keys(cli_plan *plan, const cli_json *object, const char *const *names) {
    for (const cli_json *member = object->child; member != NULL; member = member->next) {
        const char *const *name = names;
        while (*name != NULL && strcmp(*name, member->key) != 0)
            name++;
        if (*name != NULL) continue;
        const char *nearest = cli_scene_plan_nearest_name(member->key, names);
        if (nearest != NULL) {
            cli_scene_plan_fail(plan, member->key_line,
                                "unknown key \"%.40s\", did you mean \"%s\"?", member->key,
                                nearest);
        } else {
            cli_scene_plan_fail(plan, member->key_line, "unknown key \"%.40s\"", member->key);
        }
        return;
    }
}

void cli_scene_plan_check_type(cli_plan *plan, const cli_json *object, const cli_typed_key *keys,
                               unsigned type, const char *what) {
    for (; keys->name != NULL; keys++) {
        const cli_json *member = cli_json_find(object, keys->name);
        if (member == NULL || keys->types >> type & 1u) continue;
        cli_scene_plan_fail(plan, member->key_line, "a %s has no \"%s\"", what, keys->name);
    }
}

void cli_scene_plan_read_point(cli_plan *plan, const cli_json *object, const char *key,
                               bool required, pawl_vec2 *out) {
    const cli_json *pair = cli_scene_plan_read_member(plan, object, key, CLI_JSON_ARRAY, required);
    if (pair == NULL) return;
    if (pair->count != 2) {
        cli_scene_plan_fail(plan, pair->line, "%s: expected [x, y]", key);
        return;
    }
    cli_scene_plan_value_fx(plan, pair->child, key, COORD_ANY, &out->x);
    cli_scene_plan_value_fx(plan, pair->child->next, key, COORD_ANY, &out->y);
}

void cli_scene_plan_read_angle(cli_plan *plan, const cli_json *object, pawl_angle *out) {
    const cli_json *turns = cli_json_find(object, "turns");
    pawl_fx degrees = 0, part = 0;
    if (turns != NULL && cli_json_find(object, "angle") != NULL) {
        cli_scene_plan_fail(plan, turns->key_line, "both \"angle\" and \"turns\"");
    }
    cli_scene_plan_read_fx(plan, object, "angle", -PAWL_FX_MAX, PAWL_FX_MAX, &degrees);
    cli_scene_plan_read_fx(plan, object, "turns", -PAWL_FX_MAX, PAWL_FX_MAX, &part);
    /* A turn in Q16.16 becomes 0.32 by dropping the whole turns: exact. */
    *out = turns != NULL ? (pawl_angle)part << 16 : pawl_angle_from_degrees(degrees);
}
