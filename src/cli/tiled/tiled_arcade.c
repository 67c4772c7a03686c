/* tiled_arcade.c - a Tiled map as an arcade: each outline is a body that does not turn, and equal
 * ones share a prototype. docs/tiled.md, "Arcades". */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/common/text.h"
#include "cli/tiled/tiled_import.h"

static const char *const arcade_names[] = {"arcade", NULL};
static const char *const mass_names[] = {"inverse_mass", "inverseMass", NULL};

/* ---- what is in the arcade ---- */

static bool says_arcade(const cli_tiled_property *one, const char *class) {
    for (; one != NULL; one = one->next) {
        if (strcasecmp(one->name, "arcade") != 0 || one->text == NULL) continue;
        return strcmp(one->text, "true") == 0 || strcmp(one->text, "1") == 0;
    }
    return strcasecmp(class, "arcade") == 0;
}

bool cli_tiled_arcade_is_wanted(const cli_tiled_map *map) {
    bool found = says_arcade(map->properties, "");
    for (const cli_tiled_layer *layer = map->layers; layer != NULL; layer = layer->next) {
        found = found || says_arcade(layer->properties, layer->class);
        for (const cli_tiled_layer *group = layer->group; group != NULL; group = group->group)
            found = found || says_arcade(group->properties, group->class);
        for (const cli_tiled_object *one = layer->objects; one != NULL; one = one->next)
            found = found || says_arcade(one->properties, one->class);
    }
    return found;
}

/* Whether a place nearer than the map says that it belongs to the arcade. */
static bool is_said(cli_tiled_import *import, const cli_tiled_scope *scope, bool *out) {
    cli_tiled_scope near = *scope;
    near.map = NULL;
    if (cli_tiled_roles_get_bool(import, &near, arcade_names, out)) return true;
    *out = near.object != NULL && strcasecmp(near.object->class, "arcade") == 0;
    for (const cli_tiled_layer *one = near.layer; one != NULL && !*out; one = one->group)
        *out = strcasecmp(one->class, "arcade") == 0;
    return *out;
}

/* Whether a place of a map with an arcade is in it. */
static bool is_in_arcade(cli_tiled_import *import, const cli_tiled_scope *scope) {
    bool in = false;
    if (!import->is_arcade) return false;
    if (!is_said(import, scope, &in)) cli_tiled_roles_get_bool(import, scope, arcade_names, &in);
    return in;
}

cli_tiled_role cli_tiled_arcade_role(cli_tiled_import *import, const cli_tiled_scope *scope) {
    const cli_tiled_scope own = {
        .shape = scope->shape, .object = scope->object, .tile = scope->tile};
    bool in = false;
    if (!is_in_arcade(import, scope)) return CLI_ROLE_NONE;
    if (is_said(import, scope, &in) && in) return CLI_ROLE_SOLID;
    return cli_tiled_roles_lookup(&own, mass_names) != NULL ? CLI_ROLE_SOLID : CLI_ROLE_NONE;
}

/* ---- prototypes ---- */

/* ", "key": value" for each number that is given. An immovable prototype has no motion. */
static void put_numbers(cli_tiled_import *import, const cli_tiled_scope *scope, bool moves,
                        FILE *out) {
    static const struct {
        const char *const names[4];
        pawl_fx low, high;
        bool of_movers;
    } keys[] = {
        {{"elasticity", "restitution", "bounce", NULL}, 0, PAWL_FX_ONE, false},
        {{"friction", NULL}, 0, PAWL_FX_ONE, false},
        {{"stick", NULL}, 0, PAWL_FX(255, 0, 1), false},
        {{"spring", NULL}, 0, PAWL_FX(16383, 0, 1), false},
        {{"air_drag", "airDrag", NULL}, 0, PAWL_FX(255, 0, 1), true},
        {{"gravity_scale", "gravityScale", NULL}, -PAWL_FX(127, 0, 1), PAWL_FX(127, 0, 1), true},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        pawl_fx value = 0;
        if (keys[i].of_movers && !moves) continue;
        if (!cli_tiled_roles_get_fx(import, scope, keys[i].names, keys[i].low, keys[i].high,
                                    &value))
            continue;
        fprintf(out, ", \"%s\": ", keys[i].names[0]);
        cli_tiled_write_fx(out, value);
    }
}

static void put_filter(cli_tiled_import *import, const cli_tiled_scope *scope, FILE *out) {
    static const char *const names[2][2] = {{"category", NULL}, {"mask", NULL}};
    const char *before = ", \"filter\": {";
    for (int i = 0; i < 2; i++) {
        cli_tiled_property *said = cli_tiled_roles_lookup(scope, names[i]);
        if (said == NULL) continue;
        char *end = NULL;
        const long bits = strtol(said->text == NULL ? "" : said->text, &end, 10);
        if (said->text == NULL || end == said->text || *end != 0 || bits < 0 || bits > 65535) {
            cli_tiled_roles_ignore(import, said, "a whole number in 0 .. 65535");
            continue;
        }
        fprintf(out, "%s\"%s\": %ld", before, names[i][0], bits);
        before = ", ";
    }
    if (before[2] == 0) fputc('}', out);
}

/* One of the words of a list that ends with null; null when the property is absent. */
static const char *get_word(cli_tiled_import *import, const cli_tiled_scope *scope,
                            const char *const *names, const char *const *words) {
    cli_tiled_property *said = cli_tiled_roles_lookup(scope, names);
    for (; said != NULL; said = cli_tiled_roles_lookup(scope, names)) {
        const char *const text = said->text == NULL ? "" : said->text;
        for (int i = 0; words[i] != NULL; i++) {
            if (strcasecmp(text, words[i]) == 0) return words[i];
        }
        cli_tiled_roles_ignore(import, said, "one of the words that are known here");
    }
    return NULL;
}

/* Returns whether something can move the body. */
static bool put_surface(cli_tiled_import *import, const cli_tiled_scope *scope,
                        const cli_tiled_material *material, FILE *out) {
    static const char *const response_names[] = {"response", NULL};
    static const char *const responses[] = {"bounce", "spring", "pass", NULL};
    const bool falls = material->body == PAWL_DYNAMIC || material->role == CLI_ROLE_WALKER;
    pawl_fx mass = falls ? PAWL_FX_ONE : 0;
    cli_tiled_roles_get_fx(import, scope, mass_names, 0, PAWL_FX_MAX, &mass);
    fputs(", \"inverse_mass\": ", out);
    cli_tiled_write_fx(out, mass);
    const char *response = get_word(import, scope, response_names, responses);
    if (response == NULL && material->role == CLI_ROLE_AREA) response = "pass";
    if (response != NULL) fprintf(out, ", \"response\": \"%s\"", response);
    put_numbers(import, scope, mass != 0, out);
    put_filter(import, scope, out);
    return mass != 0;
}

/* The number of the prototype with this text, a new one if need be. */
static uint32_t find_prototype(cli_tiled_import *import, const char *text) {
    uint32_t number = 0;
    struct cli_tiled_prototype **at = &import->first_prototype;
    for (; *at != NULL; at = &(*at)->next, number++) {
        if (strcmp((*at)->text, text) == 0) return number;
    }
    *at = cli_heap_take(&import->plan->heap, sizeof **at);
    (*at)->text = cli_heap_text(&import->plan->heap, text, strlen(text));
    return number;
}

/* ---- bodies ---- */

typedef struct place {
    const cli_tiled_scope *scope;
    const cli_tiled_material *material;
    const char *name;
    pawl_vec2 position;
    uint32_t line;
} place;

static void put_body(cli_tiled_import *import, const place *at, pawl_vec2 center,
                     const char *geometry) {
    static const char *const across[] = {"velocity_x", NULL}, *const up[] = {"velocity_y", NULL};
    const pawl_fx fastest = PAWL_FX(4096, 0, 1);
    const pawl_vec2 position = pawl_vec2_add(at->position, center);
    pawl_vec2 velocity = {0, 0};
    char *text = NULL;
    size_t size = 0;
    if (!cli_tiled_write_is_inside(import, position, at->line)) return;
    FILE *prototype = cli_heap_open_text(&text, &size);
    fputs(geometry, prototype);
    const bool moves = put_surface(import, at->scope, at->material, prototype);
    if (fclose(prototype) != 0) cli_heap_out_of_memory();
    cli_tiled_roles_get_fx(import, at->scope, across, -fastest, fastest, &velocity.x);
    cli_tiled_roles_get_fx(import, at->scope, up, -fastest, fastest, &velocity.y);
    FILE *out = import->bodies;
    fputs(import->result->shapes > 0 ? ",\n      {\"name\": " : "\n      {\"name\": ", out);
    cli_text_put_json(out, at->name);
    fprintf(out,
            ", \"kind\": \"%lu\", \"position\": ", (unsigned long)find_prototype(import, text));
    cli_tiled_write_point(out, position);
    if (velocity.x != 0 || velocity.y != 0) {
        fputs(", \"velocity\": ", out);
        cli_tiled_write_point(out, velocity);
    }
    fputc('}', out);
    import->result->shapes++;
    import->result->bodies[moves ? PAWL_DYNAMIC : PAWL_STATIC]++;
    free(text);
}

/* A polygon about the middle of its box, or the box that it is. */
static void put_convex(cli_tiled_import *import, const place *at, const pawl_vec2 *points,
                       uint32_t count) {
    pawl_vec2 low = points[0], high = points[0], around[PAWL_POLYGON_MAX];
    char *text = NULL;
    size_t size = 0;
    for (uint32_t i = 1; i < count; i++) {
        low = pawl_vec2_make(pawl_min(low.x, points[i].x), pawl_min(low.y, points[i].y));
        high = pawl_vec2_make(pawl_max(high.x, points[i].x), pawl_max(high.y, points[i].y));
    }
    const pawl_vec2 middle = {low.x + (high.x - low.x) / 2, low.y + (high.y - low.y) / 2};
    bool is_box = count == 4 && (high.x - low.x) % 2 == 0 && (high.y - low.y) % 2 == 0;
    for (uint32_t i = 0; i < count; i++) {
        around[i] = pawl_vec2_sub(points[i], middle);
        is_box = is_box && (points[i].x == low.x || points[i].x == high.x) &&
                 (points[i].y == low.y || points[i].y == high.y);
    }
    FILE *out = cli_heap_open_text(&text, &size);
    if (is_box) {
        fputs("\"box\": {\"width\": ", out);
        cli_tiled_write_fx(out, high.x - low.x);
        fputs(", \"height\": ", out);
        cli_tiled_write_fx(out, high.y - low.y);
    } else {
        fputs(count == 2 ? "\"segment\": {" : "\"polygon\": {\"points\": [", out);
        for (uint32_t i = 0; i < count; i++) {
            if (count == 2) fputs(i == 0 ? "\"from\": " : ", \"to\": ", out);
            if (count != 2 && i > 0) fputs(", ", out);
            cli_tiled_write_point(out, around[i]);
        }
        if (count != 2) fputc(']', out);
    }
    fputc('}', out);
    if (fclose(out) != 0) cli_heap_out_of_memory();
    put_body(import, at, middle, text);
    free(text);
}

static void put_polygon(cli_tiled_import *import, const place *at, const cli_outline *outline) {
    if (outline->count <= PAWL_POLYGON_MAX &&
        pawl_polygon_check(outline->points, (int32_t)outline->count, 0, NULL) == PAWL_POLYGON_OK) {
        put_convex(import, at, outline->points, outline->count);
        return;
    }
    cli_outline *parts = NULL;
    pawl_fx mass = at->material->body == PAWL_DYNAMIC ? 1 : 0;
    cli_tiled_roles_get_fx(import, at->scope, mass_names, 0, PAWL_FX_MAX, &mass);
    const uint32_t count = cli_tiled_parts_convex(import, outline, at->line, &parts);
    if (count > 1 && mass != 0) {
        cli_tiled_warn(import, at->line,
                       "left out: not convex, and a body of an arcade has one convex shape");
        import->result->left_out++;
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        put_convex(import, at, parts[i].points, parts[i].count);
}

static void put_round(cli_tiled_import *import, const place *at, const cli_outline *outline) {
    const bool is_circle = outline->form == CLI_OUTLINE_CIRCLE;
    const pawl_vec2 a = outline->points[0], b = outline->points[is_circle ? 0 : 1];
    const pawl_vec2 middle = {a.x + (b.x - a.x) / 2, a.y + (b.y - a.y) / 2};
    char *text = NULL;
    size_t size = 0;
    FILE *out = cli_heap_open_text(&text, &size);
    fputs(is_circle ? "\"circle\": {" : "\"capsule\": {\"from\": ", out);
    if (!is_circle) {
        cli_tiled_write_point(out, pawl_vec2_sub(a, middle));
        fputs(", \"to\": ", out);
        cli_tiled_write_point(out, pawl_vec2_sub(b, middle));
        fputs(", ", out);
    }
    fputs("\"radius\": ", out);
    cli_tiled_write_fx(out, outline->radius);
    fputc('}', out);
    if (fclose(out) != 0) cli_heap_out_of_memory();
    put_body(import, at, middle, text);
    free(text);
}

static bool leave_out(cli_tiled_import *import, uint32_t line, const char *reason) {
    cli_tiled_warn(import, line, "left out: %s", reason);
    import->result->left_out++;
    return true;
}

/* What has no place in an arcade. */
static bool is_left_out(cli_tiled_import *import, const cli_tiled_scope *scope,
                        const cli_tiled_material *material, uint32_t line) {
    if (!is_in_arcade(import, scope)) {
        return leave_out(import, line, "the map has an arcade, and this is not in it");
    }
    if (material->role == CLI_ROLE_ONE_WAY) {
        return leave_out(import, line, "an arcade has no one-way platforms");
    }
    return (material->role == CLI_ROLE_SPAWN || material->role == CLI_ROLE_GOAL) &&
           leave_out(import, line, "an arcade has no spawn and no goals");
}

void cli_tiled_arcade_put(cli_tiled_import *import, const cli_tiled_scope *scope, const char *name,
                          pawl_vec2 position, pawl_fx degrees, const cli_outline *outline,
                          const cli_tiled_material *material, uint32_t line) {
    const place at = {scope, material, name, position, line};
    const pawl_vec2 origin = {0, 0};
    if (is_left_out(import, scope, material, line)) return;
    if (outline == NULL) {
        leave_out(import, line, "a point has no inside");
        return;
    }
    cli_outline turned = *outline;
    turned.points = cli_heap_take(&import->plan->heap, turned.count * sizeof *turned.points);
    memcpy(turned.points, outline->points, turned.count * sizeof *turned.points);
    cli_tiled_shape_to_world(&turned, origin, degrees);
    if (turned.form == CLI_OUTLINE_POLYGON) {
        put_polygon(import, &at, &turned);
    } else if (turned.form == CLI_OUTLINE_LINE) {
        for (uint32_t i = 1; i < turned.count; i++)
            put_convex(import, &at, turned.points + i - 1, 2);
    } else {
        put_round(import, &at, &turned);
    }
}

/* ---- all of it ---- */

void cli_tiled_arcade_put_end(cli_tiled_import *import, const pawl_vec2 *box, const char *bodies,
                              FILE *out) {
    static const char *const names[5][2] = {
        {"edges", NULL}, {"left", NULL}, {"right", NULL}, {"bottom", NULL}, {"top", NULL}};
    static const char *const words[] = {"open", "bounce", "wrap", "report", NULL};
    const cli_tiled_scope scope = {.map = import->map};
    uint32_t number = 0;
    fputs(",\n  \"arcade\": {", out);
    if (box != NULL) {
        fputs("\n    \"bounds\": {\"lower\": ", out);
        cli_tiled_write_point(out, box[0]);
        fputs(", \"upper\": ", out);
        cli_tiled_write_point(out, box[1]);
        for (int i = 0; i < 5; i++) {
            const char *word = get_word(import, &scope, names[i], words);
            if (word != NULL) fprintf(out, ", \"%s\": \"%s\"", names[i][0], word);
        }
        fputs("},", out);
    }
    fputs("\n    \"kinds\": [", out);
    for (const struct cli_tiled_prototype *one = import->first_prototype; one != NULL;
         one = one->next) {
        fprintf(out, "%s\n      {\"name\": \"%lu\", %s}", number > 0 ? "," : "",
                (unsigned long)number, one->text);
        number++;
    }
    fprintf(out, "],\n    \"bodies\": [%s]\n  }", bodies);
}
