/* outline_plist.c - files of PhysicsEditor in XML, as the tree that its JSON for Corona has:
 * property lists (Box2D generic, cocos2d, cocos2d-x) and <bodydef> (Box2D generic, LibGDX,
 * AndEngine). Numbers there are pixels about the anchor of a body, y up; of AndEngine y down. */
#include <stdlib.h>
#include <string.h>

#include "cli/outline/outline.h"

/* The first element, past declarations and comments. */
static const char *first_element(const char *text, size_t size) {
    size_t i = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    for (; i < size && i < 65536; i++) {
        if (memchr(" \t\r\n", text[i], 4) != NULL) continue;
        if (text[i] != '<' || i + 8 >= size) return "";
        if (text[i + 1] != '?' && text[i + 1] != '!') return text + i + 1;
        const bool is_comment = memcmp(text + i, "<!--", 4) == 0;
        while (i < size && (text[i] != '>' || (is_comment && memcmp(text + i - 2, "--", 2) != 0)))
            i++;
    }
    return "";
}

bool cli_outline_plist_is(const char *text, size_t size) {
    const char *name = first_element(text, size);
    return strncmp(name, "plist", 5) == 0 || strncmp(name, "bodydef", 7) == 0 ||
           cli_outline_plist_is_project(text, size);
}

bool cli_outline_plist_is_project(const char *text, size_t size) {
    return size > 8 && memcmp(text, "PYED", 4) == 0;
}

#ifndef CLI_WITH_EXPAT

const cli_json *cli_outline_plist_read(cli_plan *plan, const char *text, size_t size) {
    (void)text;
    (void)size;
    cli_scene_plan_fail(plan, 0, "this pawl was built without libexpat and cannot read XML");
    return NULL;
}

#else

#include "cli/common/xml.h"

#define TEXT_ROOM (UINT32_C(1) << 20) /* bytes of one element */

typedef struct reader {
    cli_plan *plan;
    XML_Parser parser;
    char *text; /* of the element that is open; TEXT_ROOM bytes */
    size_t used;
    cli_ldtk_node open[CLI_OUTLINE_DEPTH_MAX];
    uint32_t depth;
    uint32_t values;
    const char *key; /* of a property list, for the next value */
    bool is_done;    /* a property list has its value */
} reader;

static uint32_t line_of(const reader *read) {
    return cli_xml_line(read->parser);
}

static void fail(reader *read, const char *reason) {
    cli_scene_plan_fail(read->plan, line_of(read), "%s", reason);
    XML_StopParser(read->parser, XML_FALSE);
}

static const char *kept(reader *read, const char *text) {
    return cli_heap_text(&read->plan->heap, text, strlen(text));
}

/* The text of the element without what is around it. */
static const char *taken(reader *read) {
    char *text = read->text;
    size_t end = read->used;
    while (end > 0 && memchr(" \t\r\n", text[end - 1], 4) != NULL)
        end--;
    text[end] = 0;
    read->used = 0;
    return text + strspn(text, " \t\r\n");
}

static void on_text(void *context, const char *text, int length) {
    reader *read = context;
    if (read->used + (size_t)length >= TEXT_ROOM) {
        fail(read, "a text of more than 1 MiB");
        return;
    }
    memcpy(read->text + read->used, text, (size_t)length);
    read->used += (size_t)length;
}

/* One more value, within the limit of JSON. */
static bool count(reader *read) {
    if (++read->values <= CLI_JSON_VALUES_MAX / 4) return true;
    fail(read, "more than 250000 values");
    return false;
}

static void put_number(cli_ldtk_node *to, const char *key, const char *text) {
    cli_pixels value = 0;
    if (cli_outline_matrix_number(&text, &value)) cli_ldtk_tree_pixels(to, key, value);
}

/* ---- property lists: any of them as a tree ---- */

static cli_ldtk_node *top_of(reader *read) {
    return &read->open[read->depth - 1];
}

/* Whether a value may stand here: with a key in a dictionary, without one in a list. */
static bool has_place(reader *read) {
    const bool is_dict = read->depth > 0 && top_of(read)->json->type == CLI_JSON_OBJECT;
    if (is_dict && read->key != NULL) return count(read);
    if (read->depth > 0 && !is_dict) return count(read);
    fail(read, "a value without its key");
    return false;
}

static void open_value(reader *read, cli_json_type type) {
    if (read->depth == CLI_OUTLINE_DEPTH_MAX) {
        fail(read, "nested too deeply");
        return;
    }
    if (read->depth == 0) {
        if (read->is_done || type != CLI_JSON_OBJECT) {
            fail(read, "no dictionary");
            return;
        }
        read->is_done = true;
        read->open[read->depth++] = cli_ldtk_tree_root(read->plan, line_of(read));
        return;
    }
    if (!has_place(read)) return;
    read->open[read->depth] = cli_ldtk_tree_open(top_of(read), read->key, type, line_of(read));
    read->depth++;
    read->key = NULL;
}

static void plist_start(void *context, const char *element, const char **list) {
    reader *read = context;
    (void)list;
    read->used = 0;
    if (strcmp(element, "dict") == 0) open_value(read, CLI_JSON_OBJECT);
    if (strcmp(element, "array") == 0) open_value(read, CLI_JSON_ARRAY);
}

static void plist_end(void *context, const char *element) {
    reader *read = context;
    const bool is_true = strcmp(element, "true") == 0;
    if (read->plan->failed) return;
    if (strcmp(element, "dict") == 0 || strcmp(element, "array") == 0) {
        if (read->depth > 1) read->depth--;
    } else if (strcmp(element, "key") == 0) {
        read->key = kept(read, taken(read));
    } else if (is_true || strcmp(element, "false") == 0) {
        if (has_place(read)) cli_ldtk_tree_bool(top_of(read), read->key, is_true);
        read->key = NULL;
    } else if (strcmp(element, "plist") != 0) {
        if (has_place(read)) cli_ldtk_tree_text(top_of(read), read->key, taken(read));
        read->key = NULL;
    }
}

/* ---- <bodydef>: elements and attributes, straight into fixtures ---- */

/* Names of values in the two forms of it. */
static const char *value_name(const char *name) {
    static const char *const names[][2] = {{"filter_categoryBits", "category"},
                                           {"filter_category_bits", "category"},
                                           {"filter_maskBits", "mask"},
                                           {"filter_mask_bits", "mask"},
                                           {"filter_groupIndex", "group"},
                                           {"filter_group_index", "group"},
                                           {"density", "density"},
                                           {"friction", "friction"},
                                           {"restitution", "restitution"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i][0]) == 0) return names[i][1];
    }
    return NULL;
}

/* {"name": ..., "fixtures": [{"density": ..., "polygons": [[x, y, ...]]}]}: open[1] is the body,
 * open[2] the fixture, open[3] the polygon. */
enum {
    ROOT = 1,
    BODY,
    FIXTURE,
    POLYGON
};

static void put_attributes(reader *read, const char **list) {
    for (; list[0] != NULL; list += 2) {
        const char *name = value_name(list[0]);
        if (name != NULL) put_number(&read->open[FIXTURE], name, list[1]);
        if (strcmp(list[0], "isSensor") == 0 && strcmp(list[1], "true") == 0)
            cli_ldtk_tree_bool(&read->open[FIXTURE], "isSensor", true);
    }
}

static const char *attribute(const char **list, const char *name) {
    for (; list[0] != NULL; list += 2) {
        if (strcmp(list[0], name) == 0) return list[1];
    }
    return "";
}

static void start_body(reader *read, const char **list) {
    read->open[BODY] = cli_ldtk_tree_open(&read->open[0], kept(read, attribute(list, "name")),
                                          CLI_JSON_OBJECT, line_of(read));
    if (strcmp(attribute(list, "dynamic"), "false") == 0)
        cli_ldtk_tree_bool(&read->open[BODY], "isStatic", true);
    read->open[ROOT] =
        cli_ldtk_tree_open(&read->open[BODY], "fixtures", CLI_JSON_ARRAY, line_of(read));
    read->depth = BODY;
}

static void start_circle(reader *read, const char **list) {
    cli_ldtk_node circle =
        cli_ldtk_tree_open(&read->open[FIXTURE], "circle", CLI_JSON_OBJECT, line_of(read));
    put_number(&circle, "x", attribute(list, "x"));
    put_number(&circle, "y", attribute(list, "y"));
    put_number(&circle, "radius", attribute(list, "r"));
}

static void bodydef_start(void *context, const char *element, const char **list) {
    reader *read = context;
    read->used = 0;
    if (read->plan->failed || !count(read)) return;
    if (strcmp(element, "body") == 0) {
        start_body(read, list);
    } else if (strcmp(element, "fixture") == 0 && read->depth >= BODY) {
        read->open[FIXTURE] =
            cli_ldtk_tree_open(&read->open[ROOT], NULL, CLI_JSON_OBJECT, line_of(read));
        read->depth = FIXTURE;
        put_attributes(read, list);
    } else if (strcmp(element, "polygon") == 0 && read->depth >= FIXTURE) {
        read->open[POLYGON] =
            cli_ldtk_tree_open(&read->open[FIXTURE], "polygon", CLI_JSON_ARRAY, line_of(read));
        read->depth = POLYGON;
    } else if (strcmp(element, "vertex") == 0 && read->depth == POLYGON) {
        /* AndEngine alone has these, and there y points down. */
        if (!read->is_done) cli_ldtk_tree_bool(&read->open[0], "(y down)", true);
        read->is_done = true;
        put_number(&read->open[POLYGON], NULL, attribute(list, "x"));
        put_number(&read->open[POLYGON], NULL, attribute(list, "y"));
    } else if (strcmp(element, "circle") == 0 && read->depth >= FIXTURE) {
        start_circle(read, list);
    }
}

static void put_corners(reader *read, const char *text) {
    cli_pixels number = 0;
    while (cli_outline_matrix_number(&text, &number) && count(read))
        cli_ldtk_tree_pixels(&read->open[POLYGON], NULL, number);
}

static void bodydef_end(void *context, const char *element) {
    reader *read = context;
    const char *name = value_name(element);
    if (read->plan->failed) return;
    if (strcmp(element, "polygon") == 0 && read->depth == POLYGON) {
        put_corners(read, taken(read));
        read->depth = FIXTURE;
    } else if (strcmp(element, "fixture") == 0 && read->depth == FIXTURE) {
        read->depth = BODY;
    } else if (strcmp(element, "body") == 0) {
        read->depth = 0;
    } else if (strcmp(element, "ptm_ratio") == 0) {
        put_number(&read->open[0], "(ptm_ratio)", taken(read));
    } else if (name != NULL && read->depth == FIXTURE) {
        put_number(&read->open[FIXTURE], name, taken(read));
    } else if (read->depth == FIXTURE &&
               (strcmp(element, "isSensor") == 0 || strcmp(element, "is_sensor") == 0)) {
        cli_ldtk_tree_bool(&read->open[FIXTURE], "isSensor", true);
    }
    read->used = 0;
}

/* ---- the file ---- */

static void on_entity(void *context, const char *name, int is_parameter, const char *value,
                      int length, const char *base, const char *system, const char *public,
                      const char *notation) {
    (void)name;
    (void)is_parameter;
    (void)value;
    (void)length;
    (void)base;
    (void)system;
    (void)public;
    (void)notation;
    fail(context, "entities are not read");
}

static void parse(reader *read, const char *text, size_t size, bool is_list) {
    read->parser = XML_ParserCreate(NULL);
    if (read->parser == NULL) cli_heap_out_of_memory();
    XML_SetUserData(read->parser, read);
    XML_SetElementHandler(read->parser, is_list ? plist_start : bodydef_start,
                          is_list ? plist_end : bodydef_end);
    XML_SetCharacterDataHandler(read->parser, on_text);
    XML_SetEntityDeclHandler(read->parser, on_entity);
    if (XML_Parse(read->parser, text, (int)size, XML_TRUE) != XML_STATUS_OK) {
        cli_scene_plan_fail(read->plan, line_of(read), "%s",
                            XML_ErrorString(XML_GetErrorCode(read->parser)));
    }
    XML_ParserFree(read->parser);
}

const cli_json *cli_outline_plist_read(cli_plan *plan, const char *text, size_t size) {
    const bool is_list = strncmp(first_element(text, size), "plist", 5) == 0;
    reader *read = cli_heap_take(&plan->heap, sizeof *read);
    read->plan = plan;
    if (size > CLI_OUTLINE_SIZE_MAX) {
        cli_scene_plan_fail(plan, 0, "larger than 16 MiB");
        return NULL;
    }
    read->text = cli_heap_allocate(TEXT_ROOM);
    if (!is_list) read->open[0] = cli_ldtk_tree_root(plan, 1);
    parse(read, text, size, is_list);
    free(read->text);
    if (!plan->failed && is_list && !read->is_done) {
        cli_scene_plan_fail(plan, 0, "no dictionary");
    }
    if (plan->failed) return NULL;
    const cli_json *root = read->open[0].json;
    if (!is_list) return root;
    /* Bodies beside "metadata"; others are property lists of something else. */
    if (cli_json_find(root, "bodies") == NULL || cli_json_find(root, "metadata") == NULL) {
        cli_scene_plan_fail(plan, root->line,
                            "a property list, but none of PhysicsEditor: \"bodies\" or "
                            "\"metadata\" is missing");
        return NULL;
    }
    return root;
}

#endif
