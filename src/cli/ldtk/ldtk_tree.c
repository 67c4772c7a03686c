/* ldtk_tree.c - values of LDtk's tree, and of the tree of a map of Tiled that is made of it. */
#include <stdio.h>
#include <string.h>

#include "cli/ldtk/ldtk.h"
#include "fx/fx_text.h"

/* ---- making ---- */

static cli_json *add(cli_ldtk_node *parent, const char *key, cli_json_type type) {
    cli_json *value = cli_heap_take(parent->heap, sizeof *value);
    value->type = type;
    value->key = key;
    value->line = value->key_line = parent->json->line;
    if (parent->last == NULL) {
        parent->json->child = value;
    } else {
        parent->last->next = value;
    }
    parent->last = value;
    parent->json->count++;
    return value;
}

cli_ldtk_node cli_ldtk_tree_root(cli_plan *plan, uint32_t line) {
    cli_ldtk_node node = {.heap = &plan->heap};
    node.json = cli_heap_take(&plan->heap, sizeof *node.json);
    node.json->type = CLI_JSON_OBJECT;
    node.json->line = line;
    return node;
}

cli_ldtk_node cli_ldtk_tree_open(cli_ldtk_node *parent, const char *key, cli_json_type type,
                                 uint32_t line) {
    cli_ldtk_node node = {.heap = parent->heap, .json = add(parent, key, type)};
    node.json->line = node.json->key_line = line;
    return node;
}

static void put_text(cli_ldtk_node *parent, const char *key, cli_json_type type, const char *text) {
    cli_json *value = add(parent, key, type);
    value->length = strlen(text);
    value->text = cli_heap_text(parent->heap, text, value->length);
}

void cli_ldtk_tree_text(cli_ldtk_node *parent, const char *key, const char *text) {
    put_text(parent, key, CLI_JSON_STRING, text);
}

void cli_ldtk_tree_bool(cli_ldtk_node *parent, const char *key, bool truth) {
    add(parent, key, CLI_JSON_BOOL)->truth = truth;
}

void cli_ldtk_tree_int(cli_ldtk_node *parent, const char *key, int64_t number) {
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)number);
    put_text(parent, key, CLI_JSON_NUMBER, text);
}

void cli_ldtk_tree_pixels(cli_ldtk_node *parent, const char *key, cli_ldtk_pixels number) {
    char text[40];
    const uint64_t size = number < 0 ? (uint64_t)(-number) : (uint64_t)number;
    snprintf(text, sizeof text, "%s%llu.%012llu", number < 0 ? "-" : "",
             (unsigned long long)(size / (uint64_t)CLI_LDTK_PIXEL),
             (unsigned long long)(size % (uint64_t)CLI_LDTK_PIXEL));
    put_text(parent, key, CLI_JSON_NUMBER, text);
}

/* ---- reading ---- */

const char *cli_ldtk_tree_get_text(const cli_json *object, const char *key) {
    const cli_json *value = cli_json_find(object, key);
    return value != NULL && value->type == CLI_JSON_STRING ? value->text : "";
}

int64_t cli_ldtk_tree_get_int(cli_ldtk *all, const cli_json *object, const char *key, int64_t low,
                              int64_t high) {
    const cli_json *value = cli_json_find(object, key);
    int64_t number = 0;
    if (value == NULL || value->type != CLI_JSON_NUMBER) return low > 0 ? low : 0;
    if (pawli_fx_text_parse(value->text, value->length, 0, INT64_MAX, &number) == PAWL_OK &&
        number >= low && number <= high) {
        return number;
    }
    cli_scene_plan_fail(all->plan, value->line, "%s: \"%.40s\" is out of range (%lld .. %lld)", key,
                        value->text, (long long)low, (long long)high);
    return low > 0 ? low : 0;
}

const cli_json *cli_ldtk_tree_first(const cli_json *object, const char *key) {
    const cli_json *value = cli_json_find(object, key);
    return value != NULL && value->type == CLI_JSON_ARRAY ? value->child : NULL;
}

const cli_json *cli_ldtk_tree_named(const cli_json *first, const char *key, const char *text) {
    for (uint32_t i = 0; first != NULL && i < CLI_LDTK_SCAN_MAX; i++, first = first->next) {
        const cli_json *has = cli_json_find(first, key);
        if (has != NULL && has->text != NULL && strcmp(has->text, text) == 0) return first;
    }
    return NULL;
}

cli_ldtk_pixels cli_ldtk_tree_value_pixels(const cli_json *value) {
    cli_ldtk_pixels number = 0;
    if (value == NULL || value->type != CLI_JSON_NUMBER ||
        pawli_fx_text_parse(value->text, value->length, 12,
                            (uint64_t)(CLI_LDTK_PIXELS_MAX * CLI_LDTK_PIXEL), &number) != PAWL_OK)
        return 0;
    return number;
}

uint32_t cli_ldtk_tree_count(const cli_json *root) {
    const cli_json *next[CLI_JSON_DEPTH_MAX + 1];
    uint32_t depth = 1, count = 0;
    next[0] = root;
    while (depth > 0) {
        const cli_json *one = next[depth - 1];
        if (one == NULL) {
            depth--;
            continue;
        }
        count++;
        next[depth - 1] = one->next;
        if (one->child != NULL && depth <= CLI_JSON_DEPTH_MAX) next[depth++] = one->child;
    }
    return count;
}

void cli_ldtk_tree_forget_lines(const cli_json *root) {
    cli_json *next[CLI_JSON_DEPTH_MAX + 1];
    uint32_t depth = 1;
    next[0] = root->child;
    while (depth > 0) {
        cli_json *one = next[depth - 1];
        if (one == NULL) {
            depth--;
            continue;
        }
        one->line = one->key_line = 0;
        next[depth - 1] = one->next;
        if (one->child != NULL && depth <= CLI_JSON_DEPTH_MAX) next[depth++] = one->child;
    }
}

bool cli_ldtk_tree_next_cell(const char **at, uint32_t *out) {
    const char *c = *at;
    uint32_t number = 0;
    while (*c == ' ' || *c == ',' || *c == '\n' || *c == '\r' || *c == '\t')
        c++;
    *at = c;
    if (*c < '0' || *c > '9') return false;
    for (; *c >= '0' && *c <= '9'; c++)
        number = number > 99999999u ? number : number * 10 + (uint32_t)(*c - '0');
    *at = c;
    *out = number;
    return true;
}

int64_t cli_ldtk_tree_offset(cli_ldtk *all, const cli_json *layer, bool down) {
    const char *key = down ? "__pxTotalOffsetY" : "__pxTotalOffsetX";
    return cli_ldtk_tree_get_int(all, layer, key, -CLI_LDTK_PIXELS_MAX / 4,
                                 CLI_LDTK_PIXELS_MAX / 4);
}
