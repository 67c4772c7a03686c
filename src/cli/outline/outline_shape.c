/* outline_shape.c - "outline" of a scene: the shape of a body from a drawing or a file of
 * PhysicsEditor beside the scene. The file becomes a scene of its own, as `pawl import` makes it,
 * and the shapes of its bodies are moved into the frame of the body that asks for them. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/common/reference.h"
#include "cli/outline/outline.h"
#include "cli/scene/scene_readers.h"
#include "cli/tiled/tiled_import.h"
#include "cli/tiled/tiled_tree.h"

#define OUTLINES_MAX 4096u

/* What a scene asks for. */
typedef struct request {
    const char *file, *part; /* part: an id or a name; null: all of the file */
    const cli_json *value;
    bool has_origin;
    pawl_vec2 origin; /* pixels, y down, which the origin of the body is */
} request;

const cli_json *cli_outline_shape_parse(cli_plan *plan, const char *text, size_t size,
                                        const char *name) {
    cli_json_error error = {0, ""};
    if (cli_outline_svg_is(text, size)) return cli_outline_svg_read(plan, text, size, name);
    if (cli_outline_plist_is_project(text, size)) {
        cli_scene_plan_fail(plan, 0,
                            "a project of PhysicsEditor, which is not read: export it, such as "
                            "for LibGDX or Phaser");
        return NULL;
    }
    if (cli_outline_plist_is(text, size)) {
        const cli_json *list = cli_outline_plist_read(plan, text, size);
        return list == NULL ? NULL : cli_outline_physics_read(plan, list, name, true);
    }
    if (cli_tiled_xml_is(text, size)) return NULL;
    const cli_json *root = cli_json_parse(&plan->heap, text, size, &error);
    if (root == NULL) {
        cli_scene_plan_fail(plan, error.line, "%s", error.reason);
        return NULL;
    }
    const char *other = cli_outline_physics_other(root);
    if (other != NULL)
        cli_scene_plan_fail(plan, root->line, "a file of %s, which is not read", other);
    return cli_outline_physics_is(root) ? cli_outline_physics_read(plan, root, name, false) : NULL;
}

/* ---- what is asked for ---- */

/* "car.svg#hull" is the file and an element of it, unless there is a file of that name. */
static void split(cli_plan *plan, const char *text, request *out) {
    const char *mark = strrchr(text, '#');
    out->file = text;
    if (mark == NULL || mark == text || access(cli_tiled_tileset_path(plan, text), F_OK) == 0)
        return;
    out->file = cli_heap_text(&plan->heap, text, (size_t)(mark - text));
    out->part = mark + 1;
}

/* A name, or an object with the name and where the origin of the body is. */
static bool read_request(cli_plan *plan, cli_plan *inner, const cli_json *value, request *out) {
    static const char *const keys[] = {"file", "scale", "origin", NULL};
    const char *text = value->text;
    pawl_fx scale = 0;
    out->value = value;
    if (value->type == CLI_JSON_OBJECT) {
        cli_scene_plan_check_keys(plan, value, keys);
        const cli_json *name =
            cli_scene_plan_read_member(plan, value, "file", CLI_JSON_STRING, true);
        text = name == NULL ? NULL : name->text;
        cli_scene_plan_read_fx(plan, value, "scale", PAWL_FX(0, 1, 64), PAWL_FX_MAX, &scale);
        cli_scene_plan_read_point(plan, value, "origin", false, &out->origin);
        out->has_origin = cli_json_find(value, "origin") != NULL;
    } else if (value->type != CLI_JSON_STRING) {
        cli_scene_plan_fail(plan, value->line, "outline: expected a string or an object, not %s",
                            cli_json_type_text(value->type));
    }
    if (plan->failed || text == NULL) return false;
    inner->outline_scale = cli_tiled_shape_scaled(CLI_PIXEL, scale, PAWL_FX_ONE);
    split(plan, text, out);
    return true;
}

/* ---- the file ---- */

/* The file as the text of a scene; free() it. Null after an error. */
static char *convert(cli_plan *inner, const cli_file *file, const char *part, size_t *size) {
    char *text = NULL;
    cli_tiled_result result;
    const cli_json *map =
        cli_outline_shape_parse(inner, (const char *)file->bytes, file->size, part);
    if (map == NULL && !inner->failed)
        cli_scene_plan_fail(inner, 0, "neither a drawing in SVG nor a file of PhysicsEditor");
    if (map == NULL || inner->failed) return NULL;
    FILE *out = cli_heap_open_text(&text, size);
    const bool good = cli_tiled_import_convert(inner, map, out, &result);
    if (fclose(out) != 0) cli_heap_out_of_memory();
    if (good) return text;
    free(text);
    return NULL;
}

static bool read_bodies(cli_plan *inner, const cli_file *file, const char *part) {
    cli_json_error error = {0, ""};
    size_t size = 0;
    char *text = convert(inner, file, part, &size);
    if (text == NULL) return false;
    const cli_json *root = cli_json_parse(&inner->heap, text, size, &error);
    if (root == NULL) {
        cli_scene_plan_fail(inner, 0, "the scene that it makes: %s", error.reason);
    } else {
        cli_scene_pawl_read(inner, root);
    }
    free(text);
    return !inner->failed;
}

/* All outlines of a scene together have a limit, however often they name one file. */
static bool read_file(cli_plan *plan, const request *wanted, const char *path, cli_file *out) {
    char reason[CLI_REASON_MAX];
    if (!cli_reference_read(plan->path, path, out, reason)) {
        cli_scene_plan_fail(plan, wanted->value->line, "outline: %.100s: %s", wanted->file, reason);
        return false;
    }
    plan->outline_bytes += out->size;
    if (++plan->outline_count <= OUTLINES_MAX && plan->outline_bytes <= CLI_OUTLINE_SIZE_MAX)
        return true;
    cli_scene_plan_fail(plan, wanted->value->line, "outline: more than %lu of them, or 16 MiB",
                        (unsigned long)OUTLINES_MAX);
    free(out->bytes);
    return false;
}

/* ---- shapes ---- */

static const pawl_vec2 *points_of(const cli_plan_shape *shape, uint32_t *count) {
    const bool is_chain = shape->type == CLI_SHAPE_CHAIN;
    *count = (uint32_t)(is_chain ? shape->chain.count : shape->convex.count);
    return is_chain ? shape->chain.points : shape->convex.vertices;
}

/* The box around all shapes of a file; false when there are none. */
static bool find_box(const cli_plan *inner, pawl_vec2 *low, pawl_vec2 *high) {
    bool any = false;
    for (const cli_plan_body *body = inner->first; body != NULL; body = body->next) {
        for (const cli_plan_shape *shape = body->first; shape != NULL; shape = shape->next) {
            uint32_t count = 0;
            const pawl_vec2 *points = points_of(shape, &count);
            const pawl_fx radius = shape->type == CLI_SHAPE_CONVEX ? shape->convex.radius : 0;
            const pawl_vec2 by = pawl_vec2_make(radius, radius);
            for (uint32_t i = 0; i < count; i++) {
                const pawl_vec2 at = pawl_vec2_add(body->def.position, points[i]);
                const pawl_vec2 least = pawl_vec2_sub(at, by), most = pawl_vec2_add(at, by);
                if (!any) *low = least, *high = most;
                any = true;
                *low = pawl_vec2_make(pawl_min(low->x, least.x), pawl_min(low->y, least.y));
                *high = pawl_vec2_make(pawl_max(high->x, most.x), pawl_max(high->y, most.y));
            }
        }
    }
    return any;
}

/* The same shape elsewhere, made anew. */
static pawl_status move_convex(const pawl_convex *from, pawl_vec2 by, pawl_convex *out) {
    pawl_vec2 points[PAWL_POLYGON_MAX];
    for (int32_t i = 0; i < from->count; i++)
        points[i] = pawl_vec2_add(from->vertices[i], by);
    if (from->count == 1) return pawl_make_circle(points[0], from->radius, out);
    if (from->count == 2 && from->radius == 0) return pawl_make_segment(points[0], points[1], out);
    if (from->count == 2) return pawl_make_capsule(points[0], points[1], from->radius, out);
    return pawl_make_polygon(points, from->count, from->radius, out);
}

static void move_chain(cli_plan *plan, pawl_vec2 by, pawl_chain *chain) {
    const size_t count = (size_t)chain->count;
    pawl_vec2 *points = cli_heap_take(&plan->scene.terrain, count * sizeof *points);
    for (size_t i = 0; i < count; i++)
        points[i] = pawl_vec2_add(chain->points[i], by);
    chain->points = points;
}

/* One shape of the file as a shape of the body; the scene has the last word on its surface. */
static void add_shape(cli_plan *plan, const cli_outline_asked *asked, const cli_plan_shape *from,
                      pawl_vec2 by) {
    cli_plan_shape shape = *from;
    pawl_status status = PAWL_OK;
    shape.line = asked->shape->line;
    shape.index = asked->index;
    cli_scene_shape_read_surface(plan, asked->shape, asked->materials, &shape.def);
    if (shape.type == CLI_SHAPE_CHAIN && shape.def.sensor) {
        cli_scene_plan_fail(plan, shape.line, "outline: a line has no inside to sense");
        return;
    }
    if (shape.type == CLI_SHAPE_CHAIN) {
        move_chain(plan, by, &shape.chain);
    } else {
        status = move_convex(&from->convex, by, &shape.convex);
    }
    if (status != PAWL_OK)
        cli_scene_plan_fail(plan, shape.line, "outline: %s", pawl_status_text(status));
    if (!plan->failed) cli_scene_plan_add_shape(plan, asked->body, &shape);
}

static void add_shapes(cli_plan *plan, const cli_plan *inner, const request *wanted,
                       const cli_outline_asked *asked) {
    pawl_vec2 low = {0, 0}, high = {0, 0};
    if (!find_box(inner, &low, &high)) {
        cli_scene_plan_fail(plan, wanted->value->line, "outline: \"%.60s\" has none", wanted->file);
        return;
    }
    pawl_vec2 origin = {low.x + (high.x - low.x) / 2, low.y + (high.y - low.y) / 2};
    if (wanted->has_origin) {
        const cli_pixel_point at = {
            cli_tiled_shape_scaled(CLI_PIXEL, wanted->origin.x, PAWL_FX_ONE),
            cli_tiled_shape_scaled(CLI_PIXEL, wanted->origin.y, PAWL_FX_ONE)};
        origin.x = cli_tiled_shape_units(at.x, inner->outline_scale);
        origin.y = -cli_tiled_shape_units(at.y, inner->outline_scale);
    }
    for (const cli_plan_body *body = inner->first; body != NULL; body = body->next) {
        const pawl_vec2 by = pawl_vec2_sub(body->def.position, origin);
        const cli_plan_shape *shape = body->first;
        for (; shape != NULL && !plan->failed; shape = shape->next)
            add_shape(plan, asked, shape, by);
    }
}

void cli_outline_shape_add(cli_plan *plan, const cli_outline_asked *asked) {
    request wanted = {.part = NULL};
    cli_plan inner = {.log = plan->log, .strict = plan->strict, .world = pawl_world_def_default()};
    cli_file file = {NULL, 0};
    if (!read_request(plan, &inner, cli_json_find(asked->shape, "outline"), &wanted)) return;
    inner.path = cli_tiled_tileset_path(plan, wanted.file);
    inner.outline_class = asked->body->def.type == PAWL_DYNAMIC ? "dynamic" : "kinematic";
    inner.outline_corners = plan->outline_corners;
    if (!read_file(plan, &wanted, inner.path, &file)) return;
    if (read_bodies(&inner, &file, wanted.part)) {
        add_shapes(plan, &inner, &wanted, asked);
    } else {
        cli_scene_plan_fail(plan, wanted.value->line, "outline: \"%.60s\" cannot be taken",
                            wanted.file);
    }
    plan->outline_corners = inner.outline_corners;
    free(file.bytes);
    cli_heap_free(&inner.heap);
    cli_heap_free(&inner.scene.terrain);
}
