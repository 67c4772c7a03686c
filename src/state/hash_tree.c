/* hash_tree.c - the hash of a world as a tree, so that two machines find what differs with a few
 * questions: the world is the sum of its branches, a branch of its blocks, a block of its 16
 * objects. */
#include "base/xxh32.h"
#include "state/object.h"

uint32_t pawl_hash_chain(uint32_t chain, uint32_t hash) {
    pawli_xxh32 next;
    pawli_xxh32_begin(&next, 0);
    pawli_xxh32_word(&next, chain);
    pawli_xxh32_word(&next, hash);
    return pawli_xxh32_end(&next);
}

const char *pawl_branch_text(pawl_branch branch) {
    if (branch == PAWL_BRANCH_RULES) return "rules";
    const pawli_object any = pawli_object_first(NULL, branch);
    const char *name = pawli_objects_names_of(any.type).branch;
    return name != NULL ? name : "unknown part";
}

/* The sum over a block that begins with an object, which moves to the next block. 0 for none. */
static uint32_t hash_block(pawli_object *object, pawli_branch_tables *tables) {
    uint32_t sum = 0;
    for (int i = 0; i < PAWL_BLOCK_SIZE && pawli_is_there(object); i++) {
        sum += pawli_object_record_hash(object, tables);
        pawli_object_next(object);
    }
    return sum;
}

pawl_hash_tree pawl_world_hash_tree(const pawl_world *world) {
    pawl_hash_tree tree = {0, {0}};
    if (world == NULL) return tree;
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const uint32_t sum = pawli_canonical_world_type(world, type, 0, PAWL_LANES_DEFAULT);
        tree.branches[pawli_objects_of(type).branch] += sum;
        tree.root += sum;
    }
    return tree;
}

uint32_t pawl_block_hashes(const pawl_world *world, pawl_branch branch, uint32_t first,
                           uint32_t *out, uint32_t count) {
    uint32_t done = 0;
    pawli_branch_tables tables;
    if (out == NULL || first > UINT32_MAX / PAWL_BLOCK_SIZE) return 0;
    pawli_object object = pawli_object_at(world, branch, first * PAWL_BLOCK_SIZE);
    if (!pawli_is_there(&object)) return 0;
    pawli_object_record_prepare(&tables, &object);
    while (done < count && pawli_is_there(&object))
        out[done++] = hash_block(&object, &tables);
    return done;
}

uint32_t pawl_block_hash(const pawl_world *world, pawl_branch branch, uint32_t block) {
    uint32_t hash = 0;
    return pawl_block_hashes(world, branch, block, &hash, 1) == 1 ? hash : 0;
}

uint32_t pawl_object_hash(const pawl_world *world, pawl_branch branch, uint32_t index) {
    const pawli_object object = pawli_object_at(world, branch, index);
    pawli_branch_tables tables;
    if (!pawli_is_there(&object)) return 0;
    pawli_object_record_prepare(&tables, &object);
    return pawli_object_record_hash(&object, &tables);
}

pawl_status pawl_object_find(const pawl_world *world, pawl_branch branch, uint32_t index,
                             pawl_object_key *out) {
    if (world == NULL || out == NULL) return PAWL_ERR_NULL;
    const pawli_object object = pawli_object_at(world, branch, index);
    if (!pawli_is_there(&object)) return PAWL_ERR_RANGE;
    *out = pawli_object_key(&object);
    return PAWL_OK;
}

static bool is_named(const pawli_object *object, const pawl_object_key *key) {
    if (!pawli_is_there(object)) return false;
    const pawl_object_key own = pawli_object_key(object);
    return pawli_object_compare_keys(object->branch, &own, key) == 0;
}

pawl_status pawl_object_next(const pawl_world *world, pawl_branch branch, pawl_object_key *key) {
    if (world == NULL || key == NULL) return PAWL_ERR_NULL;
    pawli_object object = pawli_object_place(world, branch, key);
    if (!is_named(&object, key)) return PAWL_ERR_STALE;
    pawli_object_next(&object);
    if (!pawli_is_there(&object)) return PAWL_ERR_RANGE;
    *key = pawli_object_key(&object);
    return PAWL_OK;
}

pawl_status pawl_object_match(const pawl_world *world, pawl_branch branch,
                              const pawl_object_key *other, uint32_t *out_index) {
    if (world == NULL || other == NULL || out_index == NULL) return PAWL_ERR_NULL;
    pawli_object object = pawli_object_first(world, branch);
    for (uint32_t index = 0; pawli_is_there(&object); index++) {
        if (is_named(&object, other)) {
            *out_index = index;
            return PAWL_OK;
        }
        pawli_object_next(&object);
    }
    return PAWL_ERR_STALE;
}
