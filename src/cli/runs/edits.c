/* edits.c - walk two worlds side by side. The words are those of pawl_difference_print. */
#include "cli/runs/edits.h"

#include <string.h>

typedef struct walk {
    const pawl_world *a, *b;
    const cli_changes *to;
    uint32_t count;
} walk;

static void hand_out(walk *in, const pawl_difference *change) {
    in->count++;
    in->to->take(in->to->context, change);
}

/* The field of the same name: at the same index, unless the objects are of different kinds. */
static bool find_field(const pawl_world *world, pawl_branch branch, uint32_t object, uint32_t index,
                       const pawl_field_value *like, pawl_field_value *out) {
    if (pawl_object_field(world, branch, object, index, out) == PAWL_OK &&
        out->type == like->type && out->number == like->number &&
        strcmp(out->name, like->name) == 0) {
        return true;
    }
    for (uint32_t i = 0; pawl_object_field(world, branch, object, i, out) == PAWL_OK; i++) {
        if (out->type == like->type && out->number == like->number &&
            strcmp(out->name, like->name) == 0) {
            return true;
        }
    }
    return false;
}

static void compare_fields(walk *in, const pawl_difference *base, uint32_t index_a,
                           uint32_t index_b) {
    pawl_difference change = *base;
    for (uint32_t i = 0;; i++) {
        if (pawl_object_field(in->b, base->branch, index_b, i, &change.b) != PAWL_OK) return;
        if (!change.b.is_hashed) continue;
        if (!find_field(in->a, base->branch, index_a, i, &change.b, &change.a)) {
            change.a = change.b;
            change.a.value = 0;
        }
        if (change.a.value != change.b.value) hand_out(in, &change);
    }
}

static void walk_branch(walk *in, pawl_branch branch) {
    pawl_difference change = {.values = 1, .objects = 1, .branch = branch};
    uint32_t index = 0, other = 0;
    pawl_status status = pawl_object_find(in->b, branch, 0, &change.key);
    for (; status == PAWL_OK; index++) {
        change.in_b = true;
        change.in_a = pawl_object_match(in->a, branch, &change.key, &other) == PAWL_OK;
        if (!change.in_a) {
            hand_out(in, &change);
        } else if (pawl_object_hash(in->a, branch, other) !=
                   pawl_object_hash(in->b, branch, index)) {
            compare_fields(in, &change, other, index);
        }
        status = pawl_object_next(in->b, branch, &change.key);
    }
    status = pawl_object_find(in->a, branch, 0, &change.key);
    while (status == PAWL_OK) {
        change.in_a = true;
        change.in_b = pawl_object_match(in->b, branch, &change.key, &other) == PAWL_OK;
        if (!change.in_b) hand_out(in, &change);
        status = pawl_object_next(in->a, branch, &change.key);
    }
}

uint32_t cli_edits_list(const pawl_world *a, const pawl_world *b, const cli_changes *to) {
    walk in = {a, b, to, 0};
    const pawl_hash_tree tree_a = pawl_world_hash_tree(a), tree_b = pawl_world_hash_tree(b);
    for (int branch = 0; branch < PAWL_BRANCH_COUNT; branch++) {
        if (tree_a.branches[branch] != tree_b.branches[branch])
            walk_branch(&in, (pawl_branch)branch);
    }
    return in.count;
}

/* The name of the object in the two lines about a difference, and what stands behind it. */
static const char *name_in(const char *whole, size_t *length) {
    static const char mark[] = "first: ";
    const char *name = strstr(whole, mark);
    name = name == NULL ? whole : name + strlen(mark);
    *length = strcspn(name, "\n");
    return name;
}

void cli_edits_text(const pawl_difference *change, char text[PAWL_DIFFERENCE_TEXT_MAX]) {
    char whole[PAWL_DIFFERENCE_TEXT_MAX];
    size_t length;
    pawl_difference_print(change, whole, sizeof whole);
    const char *const name = name_in(whole, &length);
    const char *values = name[length] == 0 ? "" : name + length + 1;
    if (!change->in_a) values = "created";
    if (!change->in_b) values = "destroyed";
    snprintf(text, PAWL_DIFFERENCE_TEXT_MAX, "%.*s: %.*s", (int)length, name,
             (int)strcspn(values, "\n"), values);
}

void cli_edits_name(pawl_branch branch, const pawl_object_key *key,
                    char text[PAWL_DIFFERENCE_TEXT_MAX]) {
    const pawl_difference change = {
        .values = 1, .objects = 1, .branch = branch, .in_a = true, .key = *key};
    char whole[PAWL_DIFFERENCE_TEXT_MAX];
    size_t length;
    pawl_difference_print(&change, whole, sizeof whole);
    const char *const name = name_in(whole, &length);
    snprintf(text, PAWL_DIFFERENCE_TEXT_MAX, "%.*s", (int)length, name);
}

void cli_edits_put_difference(FILE *out, const pawl_difference *difference) {
    char text[PAWL_DIFFERENCE_TEXT_MAX];
    size_t length = pawl_difference_print(difference, text, sizeof text);
    while (length > 0 && text[length - 1] == '\n')
        length--;
    fprintf(out, "%.*s\n", (int)length, text);
}
