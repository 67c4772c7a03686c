/* tiled_extra.c - what a map has for the eye alone and a game may want: factors of parallax, images
 * of image layers, texts. They stand in the member "map" of the scene, which the engine does not
 * read. */
#include "cli/common/text.h"
#include "cli/tiled/tiled_import.h"
#include "cli/tiled/tiled_tree.h"

static bool has_parallax(const cli_tiled_layer *layer) {
    return layer->parallax.x != CLI_PIXEL || layer->parallax.y != CLI_PIXEL;
}

static bool is_kept(const cli_tiled_layer *layer) {
    return layer->type == CLI_TILED_IMAGE ||
           (layer->type != CLI_TILED_GROUP && has_parallax(layer));
}

static void put_factor(FILE *out, cli_pixels factor) {
    cli_tiled_write_fx(out, cli_tiled_shape_units(factor, CLI_PIXEL));
}

static void put_layer(const cli_tiled_import *import, const cli_tiled_layer *layer, FILE *out) {
    static const char *const types[] = {"tiles", "objects", "image", "group"};
    fputs("{\"name\": ", out);
    cli_text_put_json(out, layer->name);
    fprintf(out, ", \"type\": \"%s\", \"parallax\": [", types[layer->type]);
    put_factor(out, layer->parallax.x);
    fputs(", ", out);
    put_factor(out, layer->parallax.y);
    fputc(']', out);
    if (layer->type == CLI_TILED_IMAGE) {
        fputs(", \"image\": ", out);
        cli_text_put_json(out, layer->image);
        fputs(", \"position\": ", out);
        cli_tiled_write_point(out, cli_tiled_shape_vec2(import, layer->offset));
    }
    fputc('}', out);
}

static void put_text(const cli_tiled_import *import, const cli_tiled_layer *layer,
                     const cli_tiled_object *object, FILE *out) {
    fprintf(out, "{\"id\": %lu, \"layer\": ", (unsigned long)object->id);
    cli_text_put_json(out, layer->name);
    fputs(", \"name\": ", out);
    cli_text_put_json(out, object->name);
    fputs(", \"text\": ", out);
    cli_text_put_json(out, object->text);
    fputs(", \"position\": ", out);
    cli_tiled_write_point(out, cli_tiled_objects_place(import, layer, object));
    fputc('}', out);
}

void cli_tiled_extra_collect(cli_tiled_import *import) {
    for (const cli_tiled_layer *layer = import->map->layers; layer != NULL; layer = layer->next) {
        const cli_tiled_object *one = layer->objects;
        if (is_kept(layer)) {
            fputs(import->extra_layers++ > 0 ? ",\n      " : "\n      ", import->extra);
            put_layer(import, layer, import->extra);
        }
        for (; one != NULL; one = one->next) {
            if (one->form != CLI_TILED_TEXT) continue;
            fputs(import->extra_texts++ > 0 ? ",\n      " : "\n      ", import->texts);
            put_text(import, layer, one, import->texts);
        }
    }
}

/* ---- what entities of LDtk point at ---- */

static void put_entry(FILE *out, const cli_json *one, uint32_t index) {
    fprintf(out, "%s{\"id\": %s, \"name\": ", index > 0 ? ",\n      " : "\n      ",
            cli_tiled_tree_text(one, "id"));
    cli_text_put_json(out, cli_tiled_tree_text(one, "name"));
    fputs(", \"field\": ", out);
    cli_text_put_json(out, cli_tiled_tree_text(one, "field"));
}

static void put_path(const cli_tiled_import *import, const cli_json *path, FILE *out) {
    const cli_json *points = cli_json_find(path, "points");
    const cli_json *one = points == NULL ? NULL : points->child;
    fputs(", \"points\": [", out);
    for (uint32_t i = 0; one != NULL; one = one->next, i++) {
        cli_pixel_point at = {0, 0};
        cli_tiled_tree_pixels(import->plan, one, "x", &at.x);
        cli_tiled_tree_pixels(import->plan, one, "y", &at.y);
        if (i > 0) fputs(", ", out);
        cli_tiled_write_point(out, cli_tiled_shape_vec2(import, at));
    }
    fputs("]}", out);
}

/* To an entity that is there, or with what LDtk calls one that is not. */
static void put_link(const cli_json *link, FILE *out) {
    const char *to = cli_tiled_tree_text(link, "to");
    if (to[0] != 0) {
        fprintf(out, ", \"to\": %s, \"to_name\": ", to);
        cli_text_put_json(out, cli_tiled_tree_text(link, "to_name"));
    } else {
        fputs(", \"iid\": ", out);
        cli_text_put_json(out, cli_tiled_tree_text(link, "iid"));
    }
    fputc('}', out);
}

static void put_ldtk(const cli_tiled_import *import, const char *key, FILE *out) {
    const cli_json *list = cli_json_find(import->map->ldtk, key);
    const cli_json *one = list == NULL ? NULL : list->child;
    const bool is_path = key[0] == 'p';
    fprintf(out, ",\n    \"%s\": [", key);
    for (uint32_t i = 0; one != NULL; one = one->next, i++) {
        put_entry(out, one, i);
        if (is_path) put_path(import, one, out);
        if (!is_path) put_link(one, out);
    }
    fputc(']', out);
}

static bool has_ldtk(const cli_tiled_import *import) {
    const cli_json *paths = cli_json_find(import->map->ldtk, "paths");
    const cli_json *links = cli_json_find(import->map->ldtk, "links");
    return (paths != NULL && paths->count > 0) || (links != NULL && links->count > 0);
}

void cli_tiled_extra_put(const cli_tiled_import *import, const char *layers, const char *texts,
                         FILE *out) {
    if (import->extra_layers + import->extra_texts == 0 && !has_ldtk(import)) return;
    fprintf(out, ",\n  \"map\": {\n    \"layers\": [%s],\n    \"texts\": [%s]", layers, texts);
    if (has_ldtk(import)) {
        put_ldtk(import, "paths", out);
        put_ldtk(import, "links", out);
    }
    fputs("\n  }", out);
}
