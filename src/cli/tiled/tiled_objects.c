/* tiled_objects.c - object layers of Tiled maps: each object that has a role is a body, a polygon
 * of the level, or both; the walker, the spawn and the goals belong to the level alone. */
#include <stdlib.h>
#include <string.h>

#include "cli/common/text.h"
#include "cli/tiled/tiled_import.h"

#define LEFT_OUT_TEXT 400

/* Objects of a layer without a role, for one note. */
typedef struct left_out {
    uint32_t count, listed;
    char text[LEFT_OUT_TEXT];
    size_t used;
} left_out;

static void add_left_out(left_out *list, const cli_tiled_object *object) {
    list->count++;
    if (list->used + 64 > sizeof list->text) return;
    int length = 0;
    char *at = list->text + list->used;
    const size_t room = sizeof list->text - list->used;
    if (object->name[0] != 0) {
        length = snprintf(at, room, "%s%lu \"%.30s\"", list->listed > 0 ? ", " : "",
                          (unsigned long)object->id, object->name);
    } else {
        length =
            snprintf(at, room, "%s%lu", list->listed > 0 ? ", " : "", (unsigned long)object->id);
    }
    list->used += length > 0 ? (size_t)length : 0;
    list->listed++;
}

/* ---- where an object stands ---- */

pawl_vec2 cli_tiled_objects_place(const cli_tiled_import *import, const cli_tiled_layer *layer,
                                  const cli_tiled_object *object) {
    cli_pixel_point at = cli_tiled_place_object(import->map, object->at);
    at.x += layer->offset.x;
    at.y += layer->offset.y;
    return cli_tiled_shape_vec2(import, at);
}

static cli_tiled_frame frame_of(const cli_tiled_import *import, const cli_tiled_object *object,
                                const cli_tiled_tileset *set, const cli_tiled_tile *tile) {
    cli_tiled_frame frame = {.flips = object->gid & CLI_FLIPS};
    const bool is_centered = !set->is_aligned && import->map->orientation == CLI_TILED_ISOMETRIC;
    frame.width = tile != NULL && tile->width > 0 ? tile->width : set->width;
    frame.height = tile != NULL && tile->height > 0 ? tile->height : set->height;
    frame.drawn_width = object->width > 0 ? object->width : frame.width;
    frame.drawn_height = object->height > 0 ? object->height : frame.height;
    frame.corner.x = cli_tiled_shape_scaled(set->offset.x, frame.drawn_width, frame.width) -
                     cli_tiled_shape_scaled(frame.drawn_width, is_centered ? 1 : set->align_x, 2);
    frame.corner.y = cli_tiled_shape_scaled(set->offset.y, frame.drawn_height, frame.height) -
                     cli_tiled_shape_scaled(frame.drawn_height, set->align_y, 2);
    return frame;
}

/* ---- what it is made of ---- */

/* The parts of an object; those of a tile have collision shapes of their own. */
typedef struct part {
    cli_outline outline;
    cli_tiled_material material;
    uint32_t line;
} part;

typedef struct parts {
    part *at;
    uint32_t count;
    bool is_asked; /* a role was found, also where nothing came of it */
} parts;

static uint32_t count_shapes(const cli_tiled_tile *tile) {
    uint32_t count = 1;
    const cli_tiled_object *one = tile == NULL ? NULL : tile->objects;
    for (; one != NULL; one = one->next)
        count++;
    return count;
}

static void add_part(parts *all, const cli_outline *outline, const cli_tiled_material *material,
                     uint32_t line) {
    part *one = &all->at[all->count++];
    one->outline = *outline;
    one->material = *material;
    one->line = line;
}

/* The role of what the map gives none: that of an arcade, or what was chosen. */
static cli_tiled_role other_role(cli_tiled_import *import, const cli_tiled_scope *scope) {
    const cli_tiled_role role = cli_tiled_arcade_role(import, scope);
    const cli_tiled_choice *choice = &scope->layer->choice;
    if (role != CLI_ROLE_NONE) return role;
    if (scope->object->choice != CLI_ROLE_NONE) return scope->object->choice;
    return choice->is_forced ? choice->role : CLI_ROLE_NONE;
}

/* A tile without collision shapes is its rectangle, if a role asks for it; with them it needs no
 * role to be solid. */
static void collect_tile(cli_tiled_import *import, const cli_tiled_scope *scope,
                         const cli_tiled_object *object, parts *all) {
    const cli_tiled_tile *tile = NULL;
    const cli_tiled_tileset *set =
        cli_tiled_tileset_find(import->map, object->gid & ~CLI_FLIPS, &tile);
    cli_tiled_scope inner = *scope;
    cli_outline outline;
    if (set == NULL) {
        cli_scene_plan_fail(import->plan, object->line, "gid: no tileset has tile %lu",
                            (unsigned long)(object->gid & ~CLI_FLIPS));
        return;
    }
    const cli_tiled_frame frame = frame_of(import, object, set, tile);
    inner.tile = tile;
    cli_tiled_material material =
        cli_tiled_roles_material(import, &inner, other_role(import, scope));
    all->is_asked = material.role != CLI_ROLE_NONE;
    if (material.role == CLI_ROLE_LEFT_OUT) return;
    const char *refusal = cli_tiled_tiles_refusal(import->map, set, tile, object->gid);
    if (refusal != NULL) {
        cli_tiled_warn(import, object->line, "it is its whole rectangle: %s", refusal);
        material = cli_tiled_roles_material(import, &inner, CLI_ROLE_SOLID);
        all->is_asked = true;
        if (material.role == CLI_ROLE_LEFT_OUT) return;
    }
    if (tile == NULL || tile->objects == NULL || refusal != NULL) {
        const cli_pixel_point other = {frame.corner.x + frame.drawn_width,
                                       frame.corner.y + frame.drawn_height};
        if (material.role == CLI_ROLE_NONE) return;
        cli_tiled_shape_outline_box(import, frame.corner, other, &outline);
        add_part(all, &outline, &material, object->line);
        return;
    }
    for (const cli_tiled_object *one = tile->objects; one != NULL; one = one->next) {
        inner.shape = one;
        material = cli_tiled_roles_material(import, &inner, CLI_ROLE_SOLID);
        all->is_asked = true;
        if (material.role == CLI_ROLE_LEFT_OUT) continue;
        if (cli_tiled_shape_outline(import, one, &frame, &outline))
            add_part(all, &outline, &material, object->line);
    }
}

static void collect(cli_tiled_import *import, const cli_tiled_scope *scope,
                    const cli_tiled_object *object, parts *all) {
    cli_outline outline;
    const cli_tiled_material material =
        cli_tiled_roles_material(import, scope, other_role(import, scope));
    all->is_asked = material.role != CLI_ROLE_NONE;
    if (material.role < CLI_ROLE_SOLID) return;
    if (cli_tiled_shape_outline(import, object, NULL, &outline))
        add_part(all, &outline, &material, object->line);
}

/* ---- the walker and its places ---- */

static void add_goal(cli_tiled_import *import, const cli_tiled_object *object, pawl_vec2 position) {
    FILE *out = import->goals;
    fputs(import->result->goals++ > 0 ? ",\n      {" : "\n      {", out);
    if (object->name[0] != 0) {
        fputs("\"name\": ", out);
        cli_text_put_json(out, object->name);
        fputs(", ", out);
    }
    fputs("\"position\": ", out);
    cli_tiled_write_point(out, position);
    fputc('}', out);
}

static void set_spawn(cli_tiled_import *import, const cli_tiled_object *object,
                      pawl_vec2 position) {
    if (import->spawn_is_said) {
        cli_tiled_warn(import, object->line, "left out: there is a spawn already");
        return;
    }
    import->spawn_is_said = true;
    import->result->has_spawn = true;
    import->spawn = position;
}

static pawl_vec2 middle_of(const cli_outline *outline) {
    pawl_vec2 low = outline->points[0], high = low;
    for (uint32_t i = 1; i < outline->count; i++) {
        low.x = pawl_min(low.x, outline->points[i].x);
        low.y = pawl_min(low.y, outline->points[i].y);
        high.x = pawl_max(high.x, outline->points[i].x);
        high.y = pawl_max(high.y, outline->points[i].y);
    }
    return pawl_vec2_make(low.x + (high.x - low.x) / 2, low.y + (high.y - low.y) / 2);
}

/* The convex hull about the middle of its box, which is the point that moves. */
static void set_walker(cli_tiled_import *import, const cli_tiled_object *object,
                       cli_outline *outline, pawl_vec2 position, pawl_fx degrees) {
    if (import->result->has_walker) {
        cli_tiled_warn(import, object->line, "left out: there is a player already");
        return;
    }
    cli_tiled_shape_round_off(import, outline, PAWL_POLYGON_MAX);
    cli_tiled_shape_to_world(outline, position, degrees);
    const int32_t count = pawl_hull(outline->points, (int32_t)outline->count, outline->points);
    if (count < 3 || count > PAWL_POLYGON_MAX) {
        cli_tiled_warn(import, object->line, "left out: a player has 3 to %d corners, this %ld",
                       PAWL_POLYGON_MAX, (long)count);
        return;
    }
    outline->count = (uint32_t)count;
    const pawl_vec2 middle = middle_of(outline);
    for (int32_t i = 0; i < count; i++)
        import->walker[i] = pawl_vec2_sub(outline->points[i], middle);
    const pawl_polygon_fault fault = pawl_polygon_check(import->walker, count, 0, NULL);
    if (fault != PAWL_POLYGON_OK) {
        cli_tiled_warn(import, object->line, "left out: %s", pawl_polygon_fault_text(fault));
        return;
    }
    import->walker_count = count;
    import->result->has_walker = true;
    if (import->result->has_spawn) return;
    import->result->has_spawn = true;
    import->spawn = middle;
}

/* Points, and the walker; false when it is something else. */
static bool import_place(cli_tiled_import *import, const cli_tiled_scope *scope,
                         const cli_tiled_object *object, parts *all) {
    const pawl_vec2 position = cli_tiled_objects_place(import, scope->layer, object);
    if (object->form == CLI_TILED_POINT) {
        const cli_tiled_role role = cli_tiled_roles_material(import, scope, object->choice).role;
        if (role != CLI_ROLE_WALKER && role != CLI_ROLE_SPAWN && role != CLI_ROLE_GOAL)
            return false;
        all->is_asked = true;
        if (!cli_tiled_write_is_inside(import, position, object->line)) return true;
        if (role == CLI_ROLE_GOAL) {
            add_goal(import, object, position);
        } else {
            set_spawn(import, object, position);
        }
        return true;
    }
    const part *first = all->at;
    if (all->count == 0 || first->material.role < CLI_ROLE_WALKER) return false;
    if (!cli_tiled_write_is_inside(import, position, object->line)) return true;
    cli_outline outline = first->outline;
    if (first->material.role == CLI_ROLE_WALKER) {
        set_walker(import, object, &outline, position, -object->rotation);
        return true;
    }
    cli_tiled_shape_round_off(import, &outline, PAWL_POLYGON_MAX);
    cli_tiled_shape_to_world(&outline, position, -object->rotation);
    if (first->material.role == CLI_ROLE_SPAWN) {
        set_spawn(import, object, middle_of(&outline));
    } else {
        add_goal(import, object, middle_of(&outline));
    }
    return true;
}

/* ---- bodies ---- */

static const char *name_of(cli_tiled_import *import, const cli_tiled_layer *layer,
                           const cli_tiled_object *object) {
    if (object->name[0] != 0) return object->name;
    const size_t room = strlen(layer->name) + 16;
    char *name = cli_heap_take(&import->plan->heap, room);
    snprintf(name, room, "%s %lu", layer->name, (unsigned long)object->id);
    return name;
}

static void import_body(cli_tiled_import *import, const cli_tiled_scope *scope,
                        const cli_tiled_object *object, const parts *all) {
    const pawl_vec2 position = cli_tiled_objects_place(import, scope->layer, object);
    const pawl_body_type type = all->at[0].material.body;
    const pawl_fx degrees = -object->rotation;
    if (!cli_tiled_write_is_inside(import, position, object->line)) return;
    cli_tiled_write_body(import, name_of(import, scope->layer, object), type, position, degrees);
    cli_tiled_roles_put_motion(import, scope, type, import->bodies);
    cli_tiled_write_shapes(import);
    for (uint32_t i = 0; i < all->count; i++) {
        part *one = &all->at[i];
        one->material.body = type;
        cli_tiled_write_outline(import, &one->outline, &one->material, one->line);
    }
    cli_tiled_write_body_end(import);
    for (uint32_t i = 0; i < all->count; i++) {
        part *one = &all->at[i];
        cli_tiled_shape_to_world(&one->outline, position, degrees);
        cli_tiled_write_polygon(import, &one->outline, &one->material, degrees, one->line);
    }
}

/* Points of an arcade become nothing; one that has a role is reported. */
static void import_point(cli_tiled_import *import, const cli_tiled_scope *scope,
                         const cli_tiled_object *object, left_out *without) {
    const cli_tiled_material material = cli_tiled_roles_material(import, scope, CLI_ROLE_NONE);
    if (material.role >= CLI_ROLE_SOLID) {
        const pawl_vec2 position = cli_tiled_objects_place(import, scope->layer, object);
        cli_tiled_arcade_put(import, scope, object->name, position, 0, NULL, &material,
                             object->line);
        return;
    }
    import->result->left_out++;
    if (material.role == CLI_ROLE_NONE) add_left_out(without, object);
}

/* Of an arcade: each part is a body. */
static void import_things(cli_tiled_import *import, const cli_tiled_scope *scope,
                          const cli_tiled_object *object, const parts *all) {
    const pawl_vec2 position = cli_tiled_objects_place(import, scope->layer, object);
    const char *const name = name_of(import, scope->layer, object);
    for (uint32_t i = 0; i < all->count; i++) {
        const part *one = &all->at[i];
        cli_tiled_arcade_put(import, scope, name, position, -object->rotation, &one->outline,
                             &one->material, one->line);
    }
}

static void import_object(cli_tiled_import *import, const cli_tiled_layer *layer,
                          const cli_tiled_object *object, left_out *without) {
    const cli_tiled_tile *tile = NULL;
    const bool is_tile = object->form == CLI_TILED_TILE;
    if (is_tile) cli_tiled_tileset_find(import->map, object->gid & ~CLI_FLIPS, &tile);
    const cli_tiled_scope scope = {
        .object = object, .tile = tile, .layer = layer, .map = import->map};
    parts all = {.count = 0};
    all.at = cli_heap_take(&import->plan->heap, count_shapes(tile) * sizeof *all.at);
    if (object->form == CLI_TILED_TEXT) {
        cli_scene_plan_note(import->plan, object->line, "a text has no shape; kept as data");
        import->result->left_out++;
        return;
    }
    if (object->form == CLI_TILED_TEMPLATE) {
        cli_outline none;
        cli_tiled_shape_outline(import, object, NULL, &none); /* says why not */
        import->result->left_out++;
        return;
    }
    if (is_tile) {
        collect_tile(import, &scope, object, &all);
    } else if (object->form != CLI_TILED_POINT) {
        collect(import, &scope, object, &all);
    }
    if (import->plan->failed) return;
    if (import->is_arcade && object->form == CLI_TILED_POINT) {
        import_point(import, &scope, object, without);
        return;
    }
    if (import->is_arcade && all.count > 0) {
        import_things(import, &scope, object, &all);
        return;
    }
    if (import_place(import, &scope, object, &all)) return;
    if (all.count > 0) {
        import_body(import, &scope, object, &all);
        return;
    }
    import->result->left_out++;
    if (!all.is_asked) add_left_out(without, object);
}

/* What a guess made of objects. */
static void report_guess(cli_tiled_import *import, const cli_tiled_layer *layer) {
    uint32_t solid = 0;
    for (const cli_tiled_object *one = layer->objects; one != NULL; one = one->next) {
        solid += one->choice == CLI_ROLE_SOLID;
        if (one->choice < CLI_ROLE_WALKER) continue;
        cli_scene_plan_at(import->plan, "layer", layer->index, layer->name);
        cli_scene_plan_at_within(import->plan, "object", one->id, one->name);
        cli_scene_plan_tell(import->plan, one->line, "the player starts here: %s",
                            layer->choice.is_forced ? "the file of roles says so"
                                                    : "a guess from its name");
    }
    if (solid == 0 || layer->choice.why == NULL) return;
    cli_scene_plan_at(import->plan, "layer", layer->index, layer->name);
    cli_scene_plan_tell(import->plan, layer->line, "%lu object%s solid%s: %s", (unsigned long)solid,
                        solid == 1 ? " is" : "s are", layer->choice.is_forced ? "" : " by guess",
                        layer->choice.why);
}

void cli_tiled_objects_import(cli_tiled_import *import, const cli_tiled_layer *layer) {
    left_out without = {.count = 0};
    cli_plan *plan = import->plan;
    const cli_tiled_object *object = layer->objects;
    for (; object != NULL && !plan->failed; object = object->next) {
        cli_scene_plan_at(plan, "layer", layer->index, layer->name);
        cli_scene_plan_at_within(plan, "object", object->id, object->name);
        import_object(import, layer, object, &without);
    }
    report_guess(import, layer);
    if (without.count == 0) return;
    cli_scene_plan_at(plan, "layer", layer->index, layer->name);
    cli_scene_plan_note(plan, layer->line, "%lu object%s without a role left out: %s%s",
                        (unsigned long)without.count, without.count == 1 ? "" : "s", without.text,
                        without.listed < without.count ? ", ..." : "");
}
