/* tiled_xml.c - .tmx and .tsx files as the tree that the same map has as JSON, so that one reader
 * serves both formats. Attributes become members; what repeats becomes a list; what Tiled keeps
 * for itself (terrains, editor settings, animations) is not taken over. Libexpat parses; a build
 * without it says so. */
#include <stdio.h>
#include <string.h>

#include "cli/tiled/tiled.h"

bool cli_tiled_xml_is(const char *text, size_t size) {
    size_t i = 0;
    while (i < size && memchr(" \t\r\n", text[i], 4) != NULL)
        i++;
    return i < size && text[i] == '<';
}

#ifndef CLI_WITH_EXPAT

const cli_json *cli_tiled_xml_parse(cli_heap *heap, const char *text, size_t size,
                                    const char *encoding, cli_json_error *error) {
    (void)heap;
    (void)text;
    (void)size;
    (void)encoding;
    error->line = 0;
    snprintf(error->reason, sizeof error->reason,
             "this pawl was built without libexpat and cannot read XML; maps saved as .tmj are "
             "read");
    return NULL;
}

#else

#include "cli/common/xml.h"

/* What an element becomes in the tree. */
typedef enum element_form {
    FORM_LIST,   /* an object appended to a list of its parent */
    FORM_MEMBER, /* an object */
    FORM_ARRAY,  /* an array, whose elements follow */
    FORM_ITEM,   /* an object appended to the array around it */
    FORM_FLAG,   /* true */
    FORM_POINTS, /* an array of points */
    FORM_IMAGE,  /* two numbers of the object around it */
    FORM_CELL    /* a number appended to a list */
} element_form;

/* Lists that an object may have. */
typedef enum list_type {
    TILESETS,
    LAYERS,
    OBJECTS,
    TILES,
    CHUNKS,
    CELLS,
    LIST_PROTOTYPES
} list_type;
static const char *const list_keys[] = {"tilesets", "layers", "objects", "tiles", "chunks", "data"};

typedef struct element_rule {
    const char *name, *parent; /* the parent matters where it is given; such rules come first */
    element_form form;
    list_type list;
    const char *type; /* the member "type" that JSON has, or null */
    const char *text; /* the member that text becomes, or null */
} element_rule;

static const element_rule rules[] = {
    {"tileset", NULL, FORM_LIST, TILESETS, NULL, NULL},
    {"properties", NULL, FORM_ARRAY, 0, NULL, NULL},
    {"property", "properties", FORM_ITEM, 0, NULL, "value"},
    {"layer", NULL, FORM_LIST, LAYERS, "tilelayer", NULL},
    {"objectgroup", "tile", FORM_MEMBER, 0, NULL, NULL},
    {"objectgroup", NULL, FORM_LIST, LAYERS, "objectgroup", NULL},
    {"imagelayer", NULL, FORM_LIST, LAYERS, "imagelayer", NULL},
    {"group", NULL, FORM_LIST, LAYERS, "group", NULL},
    {"object", NULL, FORM_LIST, OBJECTS, NULL, NULL},
    {"ellipse", NULL, FORM_FLAG, 0, NULL, NULL},
    {"capsule", NULL, FORM_FLAG, 0, NULL, NULL},
    {"point", NULL, FORM_FLAG, 0, NULL, NULL},
    {"polygon", NULL, FORM_POINTS, 0, NULL, NULL},
    {"polyline", NULL, FORM_POINTS, 0, NULL, NULL},
    {"text", NULL, FORM_MEMBER, 0, NULL, "text"},
    {"data", NULL, FORM_MEMBER, 0, NULL, "data"},
    {"chunk", NULL, FORM_LIST, CHUNKS, NULL, "data"},
    {"tile", "tileset", FORM_LIST, TILES, NULL, NULL},
    {"tile", NULL, FORM_CELL, CELLS, NULL, NULL},
    {"tileoffset", NULL, FORM_MEMBER, 0, NULL, NULL},
    {"grid", "tileset", FORM_MEMBER, 0, NULL, NULL},
    {"image", "tile", FORM_IMAGE, 0, NULL, NULL},
    {"image", "tileset", FORM_IMAGE, 0, NULL, NULL},
    {"image", "imagelayer", FORM_IMAGE, 0, NULL, NULL},
};

static const element_rule root_rules[] = {
    {"map", NULL, FORM_MEMBER, 0, "map", NULL},
    {"template", NULL, FORM_MEMBER, 0, "template", NULL},
    {"tileset", NULL, FORM_MEMBER, 0, "tileset", NULL},
};

typedef struct open_element {
    const element_rule *rule;
    cli_json *value; /* null: has no children */
    cli_json *last;  /* child */
    struct {
        cli_json *array, *last;
    } lists[LIST_PROTOTYPES];
} open_element;

typedef struct builder {
    cli_heap *heap;
    XML_Parser parser;
    cli_json *root;
    open_element open[CLI_JSON_DEPTH_MAX];
    uint32_t depth, skipped; /* skipped: how deep in what is not taken over */
    uint32_t values;
    char *text; /* of the newest element that has text */
    size_t text_size, text_capacity;
    cli_json_error *error;
    bool failed;
} builder;

static void refuse(builder *build, const char *reason) {
    if (build->failed) return;
    build->failed = true;
    build->error->line = cli_xml_line(build->parser);
    snprintf(build->error->reason, sizeof build->error->reason, "%s", reason);
    XML_StopParser(build->parser, XML_FALSE);
}

static cli_json *make_value(builder *build, cli_json_type type) {
    if (++build->values > CLI_JSON_VALUES_MAX) refuse(build, "too many values");
    cli_json *value = cli_heap_take(build->heap, sizeof *value);
    value->type = type;
    value->line = value->key_line = cli_xml_line(build->parser);
    return value;
}

/* Behind *last, the newest child of parent. */
static void append(cli_json *parent, cli_json **last, cli_json *value) {
    if (*last == NULL) {
        parent->child = value;
    } else {
        (*last)->next = value;
    }
    *last = value;
    parent->count++;
}

static void add_member(builder *build, open_element *element, const char *key, cli_json *value) {
    char reason[96];
    if (element->value->count == CLI_JSON_KEYS_MAX) refuse(build, "too many attributes");
    if (cli_json_find(element->value, key) != NULL) {
        snprintf(reason, sizeof reason, "<%.30s> has two of \"%.30s\"", element->rule->name, key);
        refuse(build, reason);
    }
    value->key = cli_heap_text(build->heap, key, strlen(key));
    append(element->value, &element->last, value);
}

static cli_json *make_text(builder *build, const char *text, size_t length) {
    cli_json *value = make_value(build, CLI_JSON_STRING);
    value->text = cli_heap_text(build->heap, text, length);
    value->length = length;
    return value;
}

static void add_text(builder *build, open_element *element, const char *key, const char *text) {
    add_member(build, element, key, make_text(build, text, strlen(text)));
}

static void add_to_list(builder *build, open_element *parent, list_type type, cli_json *value) {
    if (parent->lists[type].array == NULL) {
        parent->lists[type].array = make_value(build, CLI_JSON_ARRAY);
        add_member(build, parent, list_keys[type], parent->lists[type].array);
    }
    append(parent->lists[type].array, &parent->lists[type].last, value);
}

static const char *attribute(const char **attributes, const char *name) {
    for (; attributes[0] != NULL; attributes += 2) {
        if (strcmp(attributes[0], name) == 0) return attributes[1];
    }
    return NULL;
}

/* "0,0 10,-4.5": pairs apart by spaces. */
static cli_json *make_points(builder *build, const char *text) {
    cli_json *list = make_value(build, CLI_JSON_ARRAY), *newest = NULL;
    while (text != NULL && !build->failed) {
        text += strspn(text, " \t\r\n");
        if (*text == 0) break;
        const size_t x = strcspn(text, ", \t\r\n");
        const size_t y = text[x] == ',' ? strcspn(text + x + 1, ", \t\r\n") : 0;
        if (y == 0) {
            refuse(build, "points: expected \"x,y x,y ...\"");
            break;
        }
        open_element pair = {.rule = &rules[0], .value = make_value(build, CLI_JSON_OBJECT)};
        add_member(build, &pair, "x", make_text(build, text, x));
        add_member(build, &pair, "y", make_text(build, text + x + 1, y));
        append(list, &newest, pair.value);
        text += x + 1 + y;
    }
    return list;
}

static void add_attributes(builder *build, open_element *element, const char **attributes) {
    if (element->rule->type != NULL) add_text(build, element, "type", element->rule->type);
    for (; attributes[0] != NULL && !build->failed; attributes += 2) {
        add_text(build, element, attributes[0], attributes[1]);
    }
}

/* The elements that have no children. */
static void add_simple(builder *build, open_element *parent, const element_rule *rule,
                       const char **attributes) {
    const char *width = attribute(attributes, "width"), *height = attribute(attributes, "height");
    const char *gid = attribute(attributes, "gid"), *source = attribute(attributes, "source");
    cli_json *truth;
    switch (rule->form) {
    case FORM_FLAG:
        truth = make_value(build, CLI_JSON_BOOL);
        truth->truth = true;
        add_member(build, parent, rule->name, truth);
        break;
    case FORM_POINTS:
        add_member(build, parent, rule->name, make_points(build, attribute(attributes, "points")));
        break;
    case FORM_IMAGE:
        if (width != NULL) add_text(build, parent, "imagewidth", width);
        if (height != NULL) add_text(build, parent, "imageheight", height);
        if (source != NULL) add_text(build, parent, "image", source);
        break;
    default:
        if (gid == NULL) gid = "0";
        add_to_list(build, parent, rule->list, make_text(build, gid, strlen(gid)));
        break;
    }
}

static void open_value(builder *build, open_element *element, const char **attributes) {
    const bool is_array = element->rule->form == FORM_ARRAY;
    element->value = make_value(build, is_array ? CLI_JSON_ARRAY : CLI_JSON_OBJECT);
    if (!is_array) add_attributes(build, element, attributes);
    if (element->rule->text != NULL) build->text_size = 0;
}

static const element_rule *find_rule(const element_rule *table, size_t count, const char *name,
                                     const char *parent) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(table[i].name, name) != 0) continue;
        if (table[i].parent == NULL || strcmp(table[i].parent, parent) == 0) return &table[i];
    }
    return NULL;
}

static void start_root(builder *build, const char *name, const char **attributes) {
    char reason[96];
    open_element *element = &build->open[0];
    memset(element, 0, sizeof *element);
    element->rule = find_rule(root_rules, sizeof root_rules / sizeof root_rules[0], name, "");
    if (element->rule == NULL) {
        snprintf(reason, sizeof reason, "neither a map, a tileset nor a template of Tiled: <%.40s>",
                 name);
        refuse(build, reason);
        return;
    }
    open_value(build, element, attributes);
    build->root = element->value;
    build->depth = 1;
}

static void XMLCALL on_start(void *context, const char *name, const char **attributes) {
    builder *build = context;
    if (build->failed) return;
    if (build->depth == 0) {
        start_root(build, name, attributes);
        return;
    }
    open_element *parent = &build->open[build->depth - 1];
    const element_rule *rule =
        find_rule(rules, sizeof rules / sizeof rules[0], name, parent->rule->name);
    if (build->skipped > 0 || rule == NULL || parent->value == NULL ||
        (parent->value->type == CLI_JSON_ARRAY) != (rule->form == FORM_ITEM)) {
        build->skipped++;
        return;
    }
    if (build->depth == CLI_JSON_DEPTH_MAX) {
        refuse(build, "nested too deeply");
        return;
    }
    open_element *element = &build->open[build->depth++];
    memset(element, 0, sizeof *element);
    element->rule = rule;
    if (rule->form > FORM_ITEM) {
        add_simple(build, parent, rule, attributes);
        return;
    }
    open_value(build, element, attributes);
    if (build->failed) return;
    if (rule->form == FORM_LIST) {
        add_to_list(build, parent, rule->list, element->value);
    } else if (rule->form == FORM_ITEM) {
        append(parent->value, &parent->last, element->value);
    } else {
        add_member(build, parent, rule->name, element->value);
    }
}

/* Text counts where something is said in it and no attribute or cells say it already. */
static void end_text(builder *build, open_element *element) {
    const char *key = element->rule->text;
    size_t i = 0;
    while (i < build->text_size && memchr(" \t\r\n", build->text[i], 4) != NULL)
        i++;
    if (i < build->text_size && cli_json_find(element->value, key) == NULL) {
        cli_json *value = make_text(build, build->text, build->text_size);
        value->line = element->value->line;
        add_member(build, element, key, value);
    }
    build->text_size = 0;
}

static void XMLCALL on_end(void *context, const char *name) {
    builder *build = context;
    (void)name;
    if (build->failed) return;
    if (build->skipped > 0) {
        build->skipped--;
        return;
    }
    open_element *element = &build->open[build->depth - 1];
    if (element->rule->text != NULL && element->value != NULL) end_text(build, element);
    if (!build->failed) build->depth--;
}

static void XMLCALL on_text(void *context, const char *text, int length) {
    builder *build = context;
    if (build->failed || build->depth == 0 || build->skipped > 0) return;
    if (build->open[build->depth - 1].rule->text == NULL) return;
    const size_t needed = build->text_size + (size_t)length;
    if (needed > build->text_capacity) {
        char *larger = cli_heap_take(build->heap, 2 * needed);
        if (build->text_size > 0) memcpy(larger, build->text, build->text_size);
        build->text = larger;
        build->text_capacity = 2 * needed;
    }
    memcpy(build->text + build->text_size, text, (size_t)length);
    build->text_size = needed;
}

/* Old files name a DTD; one of their own could make a small file large. */
static void XMLCALL on_doctype(void *context, const char *name, const char *system,
                               const char *public, int has_internal_subset) {
    (void)name;
    (void)system;
    (void)public;
    if (has_internal_subset != 0) refuse(context, "declares entities of its own");
}

const cli_json *cli_tiled_xml_parse(cli_heap *heap, const char *text, size_t size,
                                    const char *encoding, cli_json_error *error) {
    builder *build = cli_heap_take(heap, sizeof *build);
    build->heap = heap;
    build->error = error;
    build->parser = XML_ParserCreate(encoding);
    if (build->parser == NULL) cli_heap_out_of_memory();
    XML_SetUserData(build->parser, build);
    XML_SetElementHandler(build->parser, on_start, on_end);
    XML_SetCharacterDataHandler(build->parser, on_text);
    XML_SetStartDoctypeDeclHandler(build->parser, on_doctype);
    /* The limit of a file is below 2 GiB. */
    if (XML_Parse(build->parser, text, (int)size, XML_TRUE) != XML_STATUS_OK && !build->failed) {
        refuse(build, XML_ErrorString(XML_GetErrorCode(build->parser)));
    }
    XML_ParserFree(build->parser);
    return build->failed ? NULL : build->root;
}

#endif
