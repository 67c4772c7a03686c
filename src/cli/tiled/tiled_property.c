/* tiled_property.c - custom properties of Tiled, of all versions of the format: lists, objects, and
 * classes, whose members count as if they stood beside the class itself. */
#include <string.h>

#include "cli/tiled/tiled_tree.h"

/* A list that is still to be read. */
typedef struct pending {
    struct pending *next;
    const cli_json *list;
    const char *name; /* of what holds it, for members without a name: items of a list */
} pending;

typedef struct reader {
    cli_plan *plan;
    cli_tiled_property *first, **end;
    pending *newest; /* where the next class goes */
} reader;

static const char *text_of(const cli_json *value) {
    if (value == NULL) return "";
    if (value->type == CLI_JSON_BOOL) return value->truth ? "true" : "false";
    return value->text;
}

/* A class is a list for later, so that what is nearer comes first. */
static void add(reader *read, const char *name, const cli_json *value, uint32_t line) {
    if (value != NULL && (value->type == CLI_JSON_OBJECT || value->type == CLI_JSON_ARRAY)) {
        pending *later = cli_heap_take(&read->plan->heap, sizeof *later);
        later->list = value;
        later->name = name;
        read->newest->next = later;
        read->newest = later;
        return;
    }
    cli_tiled_property *one = cli_heap_take(&read->plan->heap, sizeof *one);
    one->name = name;
    one->line = line;
    one->path = read->plan->path;
    one->text = text_of(value);
    *read->end = one;
    read->end = &one->next;
}

/* XML keeps the members of a class in <properties>, JSON in the value. */
static const cli_json *value_of(const cli_json *one) {
    const cli_json *members = cli_json_find(one, "properties");
    return members != NULL ? members : cli_json_find(one, "value");
}

cli_tiled_property *cli_tiled_property_read_list(cli_plan *plan, const cli_json *list) {
    reader read = {.plan = plan};
    pending root = {.list = list, .name = ""};
    read.end = &read.first;
    read.newest = &root;
    if (list == NULL || (list->type != CLI_JSON_ARRAY && list->type != CLI_JSON_OBJECT)) {
        return NULL;
    }
    for (const pending *now = &root; now != NULL; now = now->next) {
        const cli_json *one = now->list->child;
        for (; one != NULL; one = one->next) {
            if (now->list->type == CLI_JSON_OBJECT) {
                add(&read, one->key, one, one->line);
            } else if (one->type == CLI_JSON_OBJECT) {
                const char *name = cli_tiled_tree_text(one, "name");
                add(&read, name[0] == 0 ? now->name : name, value_of(one), one->line);
            }
        }
    }
    return read.first;
}

cli_tiled_property *cli_tiled_property_read(cli_plan *plan, const cli_json *object) {
    return cli_tiled_property_read_list(plan, cli_json_find(object, "properties"));
}
