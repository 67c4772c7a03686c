/* descend.c - down the hash tree of a world: branch, block, object, field. A few packets for each
 * level, however large the worlds are. */
#include "conform/pc/descend.h"

#include <string.h>

#include "conform/tree.h"

/* A level, and where in the tree it is. */
typedef struct level_of {
    conform_level level;
    pawl_branch branch;
    uint32_t index;
} level_of;

/* Items of the board from `first` on, to be read from the answer. */
static bool fetch(conform_line *line, const level_of *at, uint32_t first, conform_packet *answer,
                  uint32_t *total, uint32_t *count) {
    conform_packet question = conform_line_begin(line, CONFORM_TREE);
    conform_put(&question, (uint64_t)at->level, 1);
    conform_put(&question, (uint64_t)at->branch, 1);
    conform_put(&question, at->index, 4);
    conform_put(&question, first, 2);
    if (!conform_line_ask(line, &question, answer)) return false;
    *total = (uint32_t)conform_get(answer, 2);
    *count = (uint32_t)conform_get(answer, 1);
    return !answer->bad;
}

static uint32_t larger(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

/* Which items have other hashes: the first, and how many; those that only one has count. `differs`
 * is told of each, unless it is null. */
static bool compare_items(conform_line *line, const pawl_world *world, const level_of *at,
                          uint32_t *found, uint32_t *differing, bool *differs) {
    const uint32_t ours = conform_tree_count(world, at->level, at->branch, at->index);
    uint32_t total = 0, count = 0, item = 0;
    *differing = 0;
    do {
        conform_packet answer;
        if (!fetch(line, at, item, &answer, &total, &count)) return false;
        const uint32_t end = count > 0 && item + count < total ? item + count : larger(ours, total);
        for (uint32_t i = 0; item < end; i++, item++) {
            const uint32_t theirs = i < count ? (uint32_t)conform_get(&answer, 4) : 0;
            const uint32_t own =
                item < ours ? conform_tree_hash(world, at->level, at->branch, at->index, item) : 0;
            if (own == theirs) continue;
            if ((*differing)++ == 0) *found = item;
            if (differs != NULL && item < PAWL_BRANCH_COUNT) differs[item] = true;
        }
    } while (item < larger(ours, total));
    return true;
}

/* ---- an object ---- */

typedef struct far_object {
    bool exists;
    pawl_object_key key;
    uint32_t count;
    pawl_field_value fields[CONFORM_FIELDS_MAX];
} far_object;

static void get_key(conform_packet *from, far_object *out) {
    out->exists = conform_get(from, 1) != 0;
    out->key.serial = (uint32_t)conform_get(from, 4);
    out->key.serial_b = (uint32_t)conform_get(from, 4);
    out->key.detail = (uint32_t)conform_get(from, 4);
    out->key.slot = (uint16_t)conform_get(from, 2);
    out->key.body_a = (uint16_t)conform_get(from, 2);
    out->key.body_b = (uint16_t)conform_get(from, 2);
}

static bool fetch_object(conform_line *line, const level_of *at, far_object *out) {
    uint32_t total = 0, count = 0;
    memset(out, 0, sizeof *out);
    do {
        conform_packet answer;
        if (!fetch(line, at, out->count, &answer, &total, &count)) return false;
        get_key(&answer, out);
        for (uint32_t i = 0; i < count && out->count < CONFORM_FIELDS_MAX; i++) {
            pawl_field_value *const field = &out->fields[out->count++];
            field->type = (uint8_t)conform_get(&answer, 1);
            field->number = (uint8_t)conform_get(&answer, 1);
            field->value = (int64_t)conform_get(&answer, 8);
        }
        if (answer.bad) return false;
    } while (count > 0 && out->count < total);
    return true;
}

/* The same field of the board, which has others around it where its build leaves something out. */
static const pawl_field_value *find_field(const far_object *object, const pawl_field_value *ours,
                                          uint32_t index) {
    for (uint32_t i = 0; i < object->count; i++) {
        const pawl_field_value *const at = &object->fields[(index + i) % object->count];
        if (at->type == ours->type && at->number == ours->number) return at;
    }
    return NULL;
}

static void compare_fields(const pawl_world *world, const level_of *at, const far_object *theirs,
                           pawl_difference *out) {
    pawl_field_value ours;
    for (uint32_t i = 0; pawl_object_field(world, at->branch, at->index, i, &ours) == PAWL_OK;
         i++) {
        const pawl_field_value *const field = find_field(theirs, &ours, i);
        if (!ours.is_hashed || field == NULL || field->value == ours.value) continue;
        if (out->values++ > 0) continue;
        out->b = out->a = ours;
        out->a.value = field->value;
    }
}

static bool is_same(const pawl_object_key *a, const pawl_object_key *b) {
    return a->serial == b->serial && a->serial_b == b->serial_b && a->detail == b->detail;
}

/* Different objects stand at one place of a list: one of them has no counterpart. */
static void tell_missing(const pawl_world *world, const level_of *at, const far_object *theirs,
                         bool is_ours, const pawl_object_key *ours, pawl_difference *out) {
    uint32_t index;
    const bool is_known =
        theirs->exists && pawl_object_match(world, at->branch, &theirs->key, &index) == PAWL_OK;
    out->in_b = is_ours && (!theirs->exists || is_known);
    out->in_a = !out->in_b;
    out->key = out->in_b ? *ours : theirs->key;
    out->values = 1;
}

static bool compare_object(conform_line *line, const pawl_world *world, const level_of *at,
                           pawl_difference *out) {
    static far_object theirs;
    pawl_object_key ours;
    memset(&ours, 0, sizeof ours);
    if (!fetch_object(line, at, &theirs)) return false;
    const bool is_ours = pawl_object_find(world, at->branch, at->index, &ours) == PAWL_OK;
    if (!is_ours || !theirs.exists || !is_same(&ours, &theirs.key)) {
        tell_missing(world, at, &theirs, is_ours, &ours, out);
        return true;
    }
    out->in_a = out->in_b = true;
    out->key = ours;
    compare_fields(world, at, &theirs, out);
    return true;
}

conform_descent conform_descend(conform_line *line, const pawl_world *world,
                                conform_difference *out) {
    uint32_t found = 0, differing;
    level_of at = {CONFORM_BRANCHES, PAWL_BRANCH_WORLD, 0};
    memset(out, 0, sizeof *out);
    if (!compare_items(line, world, &at, &found, &differing, out->has_branch)) {
        return CONFORM_DESCENT_LOST;
    }
    if (differing == 0) return CONFORM_DESCENT_EQUAL;
    at.branch = out->first.branch = (pawl_branch)found;
    at.level = CONFORM_BLOCKS;
    if (!compare_items(line, world, &at, &found, &differing, NULL)) return CONFORM_DESCENT_LOST;
    if (differing == 0) return CONFORM_DESCENT_HASH_ONLY;
    at.level = CONFORM_OBJECTS;
    at.index = found;
    if (!compare_items(line, world, &at, &found, &differing, NULL)) return CONFORM_DESCENT_LOST;
    if (differing == 0) return CONFORM_DESCENT_HASH_ONLY;
    out->first.objects = differing;
    at.level = CONFORM_FIELDS;
    at.index = at.index * PAWL_BLOCK_SIZE + found;
    if (!compare_object(line, world, &at, &out->first)) return CONFORM_DESCENT_LOST;
    return out->first.values > 0 ? CONFORM_DESCENT_FOUND : CONFORM_DESCENT_HASH_ONLY;
}
