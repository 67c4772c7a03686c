/* tiled_tree.c - members of the tree of a Tiled file, whose numbers are numbers when it was JSON
 * and strings when it was XML; and the tree itself. */
#include <stdlib.h>
#include <string.h>

#include "cli/common/file.h"
#include "cli/tiled/tiled_tree.h"
#include "fx/fx_text.h"

const cli_json *cli_tiled_tree_parse(cli_plan *plan, cli_file *file) {
    cli_json_error error = {0, ""};
    const cli_json *root = NULL;
    const char *const other = cli_file_other_type(file, true);
    if (other != NULL) {
        cli_scene_plan_fail(plan, 0, "%s", other);
        free(file->bytes);
        return NULL;
    }
    const cli_tiled_encoding encoding = cli_tiled_text_to_utf8(file);
    const char *text = (const char *)file->bytes;
    if (encoding == CLI_TILED_BROKEN) {
        snprintf(error.reason, sizeof error.reason, "neither UTF-8 nor UTF-16");
    } else if (cli_tiled_xml_is(text, file->size)) {
        /* An XML file in UTF-16 says so itself, and is UTF-8 by now. */
        root = cli_tiled_xml_parse(&plan->heap, text, file->size,
                                   encoding == CLI_TILED_UTF16 ? "UTF-8" : NULL, &error);
    } else {
        root = cli_json_parse(&plan->heap, text, file->size, &error);
    }
    free(file->bytes);
    if (root == NULL) cli_scene_plan_fail(plan, error.line, "%s", error.reason);
    return root;
}

const char *cli_tiled_tree_text(const cli_json *object, const char *key) {
    const cli_json *value = cli_json_find(object, key);
    return value != NULL && value->text != NULL ? value->text : "";
}

const char *cli_tiled_tree_class(const cli_json *object) {
    const char *class = cli_tiled_tree_text(object, "class");
    return class[0] != 0 ? class : cli_tiled_tree_text(object, "type");
}

bool cli_tiled_tree_bool(const cli_json *object, const char *key) {
    const cli_json *value = cli_json_find(object, key);
    if (value == NULL) return false;
    if (value->text == NULL) return value->truth;
    return strcmp(value->text, "1") == 0 || strcmp(value->text, "true") == 0;
}

void cli_tiled_tree_pixels(cli_plan *plan, const cli_json *object, const char *key,
                           cli_pixels *out) {
    const cli_json *value = cli_json_find(object, key);
    if (value == NULL) return;
    if (value->text == NULL) {
        cli_scene_plan_value_type(plan, value, key, CLI_JSON_NUMBER);
    } else if (pawli_fx_text_parse(value->text, value->length, 12, CLI_PIXELS_MAX, out) !=
               PAWL_OK) {
        cli_scene_plan_fail(plan, value->line, "%s: \"%.40s\" is no number within 4000000 pixels",
                            key, value->text);
    }
}

void cli_tiled_tree_int(cli_plan *plan, const cli_json *object, const char *key, int64_t low,
                        int64_t high, int64_t *out) {
    const cli_json *value = cli_json_find(object, key);
    int64_t number = 0;
    if (value == NULL) return;
    if (value->text == NULL) {
        cli_scene_plan_value_type(plan, value, key, CLI_JSON_NUMBER);
    } else if (pawli_fx_text_parse(value->text, value->length, 0, INT64_MAX, &number) != PAWL_OK ||
               number < low || number > high) {
        cli_scene_plan_fail(plan, value->line, "%s: \"%.40s\" is out of range (%lld .. %lld)", key,
                            value->text, (long long)low, (long long)high);
    } else {
        *out = number;
    }
}
