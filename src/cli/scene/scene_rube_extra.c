/* scene_rube_extra.c - what R.U.B.E. exports have beside bodies and joints: numbers as the bits of
 * floats, images, and custom properties that are the game's own. */
#include <stdlib.h>
#include <string.h>

#include "cli/scene/scene_readers.h"

#define TEXT_MAX 96
#define FRACTION_MAX 56 /* bits: smaller numbers are 0 in Q16.16 by far */
#define LISTED_MAX 16u

/* ---- numbers as the bits of floats ---- */

/* Members that are text, whatever it looks like. */
static bool is_text_key(const char *key) {
    static const char *const keys[] = {"name", "string", "file", "class", "path", "type"};
    for (size_t i = 0; key != NULL && i < sizeof keys / sizeof keys[0]; i++) {
        if (strcmp(key, keys[i]) == 0) return true;
    }
    return false;
}

static bool read_bits(const cli_json *value, uint32_t *bits) {
    if (value->type != CLI_JSON_STRING || value->length != 8 || is_text_key(value->key))
        return false;
    *bits = 0;
    for (int i = 0; i < 8; i++) {
        const char c = value->text[i];
        const bool is_large = c >= 'A' && c <= 'F', is_small = c >= 'a' && c <= 'f';
        if (!is_large && !is_small && (c < '0' || c > '9')) return false;
        *bits = *bits << 4 | (uint32_t)(is_large   ? c - 'A' + 10
                                        : is_small ? c - 'a' + 10
                                                   : c - '0');
    }
    return true;
}

/* The number exactly, in decimal: IEEE 754 with 32 bits. False for infinities and what is none. */
static bool print_float(uint32_t bits, char text[TEXT_MAX]) {
    const int exponent = (int)(bits >> 23 & 0xFFu);
    uint64_t number = bits & 0x7FFFFFu; /* times 2^-places */
    int places = exponent == 0 ? 149 : 150 - exponent;
    if (exponent == 0xFF) return false;
    if (exponent != 0) number |= UINT64_C(1) << 23;
    while (places < 0 && number < UINT64_C(1) << 60) {
        number *= 2;
        places++;
    }
    if (places > FRACTION_MAX || number == 0) number = 0, places = 0;
    if (places < 0) places = 0; /* beyond any range: what is left is, too */
    const uint64_t mask = (UINT64_C(1) << places) - 1;
    int used = snprintf(text, TEXT_MAX, "%s%llu", bits >> 31 && number > 0 ? "-" : "",
                        (unsigned long long)(number >> places));
    uint64_t rest = number & mask;
    for (int i = 0; rest > 0 && used + 2 < TEXT_MAX; i++) {
        if (i == 0) text[used++] = '.';
        rest *= 10; /* below 2^60 */
        text[used++] = (char)('0' + (int)(rest >> places));
        rest &= mask;
    }
    text[used] = 0;
    return true;
}

/* b2dJson writes floats as "3F800000" where the user asked for exact ones. */
void cli_scene_rube_extra_floats(cli_plan *plan, const cli_json *root) {
    cli_json *next[CLI_JSON_DEPTH_MAX + 1];
    uint32_t depth = 1, bits = 0;
    next[0] = root->child;
    while (depth > 0) {
        cli_json *one = next[depth - 1];
        char text[TEXT_MAX];
        if (one == NULL) {
            depth--;
            continue;
        }
        next[depth - 1] = one->next;
        if (one->child != NULL && depth <= CLI_JSON_DEPTH_MAX) next[depth++] = one->child;
        if (!read_bits(one, &bits) || !print_float(bits, text)) continue;
        one->type = CLI_JSON_NUMBER;
        one->length = strlen(text);
        one->text = cli_heap_text(&plan->heap, text, one->length);
    }
}

/* ---- what is the game's own ---- */

/* Those that pawl reads, docs/format-scene.md. */
static bool is_known(const char *name) {
    static const char *const names[] = {
        "breakImpulse",  "fractureSeed", "fracturePieces", "fractureRoom", "fractureSizeMin",
        "fractureFocus", "arcade",       "arcadeLower",    "arcadeUpper",  "arcadeEdges",
        "arcadeLeft",    "arcadeRight",  "arcadeBottom",   "arcadeTop",    "inverseMass",
        "elasticity",    "stick",        "airDrag",        "spring",       "response"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) return true;
    }
    return false;
}

typedef struct own {
    const char *names[LISTED_MAX];
    uint32_t counts[LISTED_MAX], count, rest;
} own;

static void count_own(own *list, const cli_json *object) {
    const cli_json *properties = cli_json_find(object, "customProperties");
    const cli_json *one = properties == NULL ? NULL : properties->child;
    for (; one != NULL; one = one->next) {
        const cli_json *name = cli_json_find(one, "name");
        uint32_t i = 0;
        if (name == NULL || name->text == NULL || is_known(name->text)) continue;
        while (i < list->count && strcmp(list->names[i], name->text) != 0)
            i++;
        if (i == LISTED_MAX) {
            list->rest++;
            continue;
        }
        if (i == list->count) list->names[list->count++] = name->text;
        list->counts[i]++;
    }
}

static void count_all(own *list, const cli_json *root, const char *key) {
    const cli_json *objects = cli_json_find(root, key);
    const cli_json *one = objects == NULL ? NULL : objects->child;
    for (; one != NULL; one = one->next) {
        count_own(list, one);
        const cli_json *fixtures = cli_json_find(one, "fixture");
        const cli_json *fixture = fixtures == NULL ? NULL : fixtures->child;
        for (; fixture != NULL; fixture = fixture->next)
            count_own(list, fixture);
    }
}

void cli_scene_rube_extra_note(cli_plan *plan, const cli_json *root) {
    const cli_json *images = cli_json_find(root, "image");
    own list = {.count = 0};
    char *text = NULL;
    size_t size = 0;
    if (images != NULL && images->type == CLI_JSON_ARRAY && images->count > 0) {
        cli_scene_plan_note(plan, images->line,
                            "%lu image%s: drawn in pictures; `pawl info` lists them",
                            (unsigned long)images->count, images->count == 1 ? "" : "s");
    }
    count_own(&list, root);
    count_all(&list, root, "body");
    count_all(&list, root, "joint");
    count_all(&list, root, "image");
    if (list.count == 0) return;
    FILE *out = cli_heap_open_text(&text, &size);
    for (uint32_t i = 0; i < list.count; i++)
        fprintf(out, "%s%.40s (%lu)", i > 0 ? ", " : "", list.names[i],
                (unsigned long)list.counts[i]);
    if (fclose(out) != 0) cli_heap_out_of_memory();
    cli_scene_plan_note(plan, 0, "custom properties without a use here: %s%s", text,
                        list.rest > 0 ? ", and more" : "");
    free(text);
}
