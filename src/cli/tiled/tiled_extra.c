/* tiled_extra.c - what a map has for the eye alone and a game may want: factors of parallax, images
 * of image layers, texts. They stand in the member "map" of the scene, which the engine does not
 * read. */
#include "cli/common/text.h"
#include "cli/tiled/tiled_import.h"

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

void cli_tiled_extra_put(const cli_tiled_import *import, const char *layers, const char *texts,
                         FILE *out) {
    if (import->extra_layers + import->extra_texts == 0) return;
    fprintf(out, ",\n  \"map\": {\n    \"layers\": [%s],\n    \"texts\": [%s]\n  }", layers, texts);
}
