/* json.c - the tree is built from yajl's events. yajl hands numbers over as text (yajl_number),
 * so that no double ever holds one. Lines are counted from the bytes that yajl has consumed, which
 * inside an event is the end of the current token; tokens hold no newlines. */
#include "cli/scene/json.h"

#include <stdio.h>
#include <string.h>
#include <yajl/yajl_parse.h>

typedef struct builder {
    cli_heap *heap;
    yajl_handle parser;
    const char *text;
    size_t counted; /* bytes of text whose newlines are in `line` */
    uint32_t line;
    uint32_t values;
    uint32_t depth;
    cli_json *root;
    cli_json *open[CLI_JSON_DEPTH_MAX]; /* containers around the current position */
    cli_json *last[CLI_JSON_DEPTH_MAX]; /* the newest child of each */
    const char *key;
    uint32_t key_line;
    cli_json *raw;      /* the array whose text is kept as it is; null outside of one */
    uint32_t raw_depth; /* containers that are open in it, itself included */
    size_t raw_begin;   /* of its text, behind the bracket */
    cli_json_error *error;
} builder;

/* Arrays that are kept as text: the cells and tiles of LDtk, of which a project has millions. */
static const char *const raw_keys[] = {"intGridCsv", "autoLayerTiles", "gridTiles"};

static uint32_t current_line(builder *build) {
    const size_t end = yajl_get_bytes_consumed(build->parser);
    for (; build->counted < end; build->counted++) {
        if (build->text[build->counted] == '\n') build->line++;
    }
    return build->line;
}

/* Stops the parser: an event that returns 0 cancels it. */
static int refuse(builder *build, const char *reason) {
    build->error->line = current_line(build);
    snprintf(build->error->reason, sizeof build->error->reason, "%s", reason);
    return 0;
}

/* Adds a value at the current position; null after a refusal. */
static cli_json *add(builder *build, cli_json_type type) {
    if (++build->values > CLI_JSON_VALUES_MAX) {
        refuse(build, "too many values");
        return NULL;
    }
    cli_json *value = cli_heap_take(build->heap, sizeof *value);
    value->type = type;
    value->line = current_line(build);
    if (build->depth == 0) {
        build->root = value;
        return value;
    }
    cli_json *parent = build->open[build->depth - 1];
    cli_json *last = build->last[build->depth - 1];
    if (last == NULL) {
        parent->child = value;
    } else {
        last->next = value;
    }
    build->last[build->depth - 1] = value;
    parent->count++;
    if (parent->type == CLI_JSON_OBJECT) {
        value->key = build->key;
        value->key_line = build->key_line;
    }
    return value;
}

/* Within an array that is kept as text a value only counts. */
static bool is_in_raw(builder *build) {
    if (build->raw == NULL) return false;
    if (build->raw_depth == 1) build->raw->count++;
    return true;
}

static int add_text(builder *build, cli_json_type type, const char *text, size_t length) {
    if (is_in_raw(build)) return 1;
    cli_json *value = add(build, type);
    if (value == NULL) return 0;
    if (memchr(text, 0, length) != NULL) return refuse(build, "a string holds a null character");
    value->text = cli_heap_text(build->heap, text, length);
    value->length = length;
    return 1;
}

static bool is_raw_key(const char *key) {
    for (size_t i = 0; key != NULL && i < sizeof raw_keys / sizeof raw_keys[0]; i++) {
        if (strcmp(key, raw_keys[i]) == 0) return true;
    }
    return false;
}

static int add_open(builder *build, cli_json_type type) {
    if (build->depth + build->raw_depth >= CLI_JSON_DEPTH_MAX)
        return refuse(build, "nested too deeply");
    if (is_in_raw(build)) {
        build->raw_depth++;
        return 1;
    }
    cli_json *value = add(build, type);
    if (value == NULL) return 0;
    if (type == CLI_JSON_ARRAY && is_raw_key(value->key)) {
        build->raw = value;
        build->raw_depth = 1;
        build->raw_begin = yajl_get_bytes_consumed(build->parser);
        return 1;
    }
    build->open[build->depth] = value;
    build->last[build->depth] = NULL;
    build->depth++;
    return 1;
}

static int on_null(void *context) {
    return is_in_raw(context) || add(context, CLI_JSON_NULL) != NULL;
}

static int on_boolean(void *context, int truth) {
    if (is_in_raw(context)) return 1;
    cli_json *value = add(context, CLI_JSON_BOOL);
    if (value == NULL) return 0;
    value->truth = truth != 0;
    return 1;
}

static int on_number(void *context, const char *text, size_t length) {
    return add_text(context, CLI_JSON_NUMBER, text, length);
}

static int on_string(void *context, const unsigned char *text, size_t length) {
    return add_text(context, CLI_JSON_STRING, (const char *)text, length);
}

static int on_open_object(void *context) {
    return add_open(context, CLI_JSON_OBJECT);
}

static int on_open_array(void *context) {
    return add_open(context, CLI_JSON_ARRAY);
}

/* The text between the brackets of an array that is kept as it is. */
static void close_raw(builder *build) {
    const size_t end = yajl_get_bytes_consumed(build->parser) - 1;
    build->raw->length = end - build->raw_begin;
    build->raw->text =
        cli_heap_text(build->heap, build->text + build->raw_begin, end - build->raw_begin);
    build->raw = NULL;
}

static int on_close(void *context) {
    builder *build = context;
    if (build->raw == NULL) {
        build->depth--;
    } else if (--build->raw_depth == 0) {
        close_raw(build);
    }
    return 1;
}

static int on_key(void *context, const unsigned char *text, size_t length) {
    builder *build = context;
    if (build->raw != NULL) return 1;
    const cli_json *object = build->open[build->depth - 1];
    if (memchr(text, 0, length) != NULL) return refuse(build, "a key holds a null character");
    if (object->count == CLI_JSON_KEYS_MAX) return refuse(build, "too many keys in one object");
    build->key = cli_heap_text(build->heap, (const char *)text, length);
    build->key_line = current_line(build);
    if (cli_json_find(object, build->key) != NULL) {
        char reason[96];
        snprintf(reason, sizeof reason, "the key \"%.60s\" is there twice", build->key);
        return refuse(build, reason);
    }
    return 1;
}

static const yajl_callbacks callbacks = {
    .yajl_null = on_null,
    .yajl_boolean = on_boolean,
    .yajl_number = on_number,
    .yajl_string = on_string,
    .yajl_start_map = on_open_object,
    .yajl_map_key = on_key,
    .yajl_end_map = on_close,
    .yajl_start_array = on_open_array,
    .yajl_end_array = on_close,
};

/* yajl's reason ends in a newline and begins with what kind of error it is; keep one line. */
static void copy_reason(builder *build, const unsigned char *text, size_t size) {
    unsigned char *reason = yajl_get_error(build->parser, 0, text, size);
    if (reason == NULL) {
        refuse(build, "not JSON");
        return;
    }
    reason[strcspn((const char *)reason, "\n")] = 0;
    refuse(build, (const char *)reason);
    yajl_free_error(build->parser, reason);
}

const cli_json *cli_json_parse(cli_heap *heap, const char *text, size_t size,
                               cli_json_error *error) {
    /* The mark of UTF-8 that some editors begin a file with (RFC 8259 8.1: may be ignored). */
    if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        text += 3;
        size -= 3;
    }
    /* Without white space at the end, a text that stops early stops on its last line. */
    while (size > 0 && memchr(" \t\r\n", text[size - 1], 4) != NULL)
        size--;
    const unsigned char *bytes = (const unsigned char *)text;
    builder build = {.heap = heap, .text = text, .line = 1, .error = error};
    build.parser = yajl_alloc(&callbacks, NULL, &build);
    if (build.parser == NULL) cli_heap_out_of_memory();
    yajl_status status = yajl_parse(build.parser, bytes, size);
    if (status == yajl_status_ok) {
        current_line(&build); /* completing the parse forgets how much was consumed */
        status = yajl_complete_parse(build.parser);
    }
    if (status == yajl_status_error) copy_reason(&build, bytes, size);
    yajl_free(build.parser);
    return status == yajl_status_ok ? build.root : NULL;
}

const cli_json *cli_json_find(const cli_json *object, const char *key) {
    if (object == NULL || object->type != CLI_JSON_OBJECT) return NULL;
    for (const cli_json *member = object->child; member != NULL; member = member->next) {
        if (strcmp(member->key, key) == 0) return member;
    }
    return NULL;
}

const char *cli_json_type_text(cli_json_type type) {
    switch (type) {
    case CLI_JSON_NULL:
        return "null";
    case CLI_JSON_BOOL:
        return "true or false";
    case CLI_JSON_NUMBER:
        return "a number";
    case CLI_JSON_STRING:
        return "a string";
    case CLI_JSON_ARRAY:
        return "an array";
    case CLI_JSON_OBJECT:
        return "an object";
    }
    return "nothing";
}
