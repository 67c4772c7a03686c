/* state_tree.c - how two machines find the value in which they differ with a few words of traffic:
 * branch, block, object, field, each time only hashes of the next smaller thing. */
#include <pawl/pawl.h>
#include <pawl/state.h>
#include <stdio.h>
#include <string.h>

#define BODIES 40

static uint64_t here[16384], there[16384];

static pawl_status fill(void *memory, size_t size, pawl_world **out) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = def.shape_capacity = BODIES;
    def.joint_capacity = 0;
    pawl_status status = pawl_world_init(memory, size, &def, out);
    for (int i = 0; i < BODIES && !status; i++) {
        pawl_body_def body_def = pawl_body_def_default();
        pawl_body_id body;
        body_def.type = PAWL_DYNAMIC;
        body_def.position = pawl_vec2_units(i % 8 * 2, i / 8 * 2);
        status = pawl_body_create_circle(*out, &body_def, NULL, PAWL_DEC(0, 5), &body);
    }
    return status;
}

int main(void) {
    pawl_world *a, *b;
    if (fill(here, sizeof here, &a) || fill(there, sizeof there, &b)) return 1;
    const pawl_body_id body = {24, 1};
    pawl_body_set_gravity_scale(b, body, PAWL_FX_ONE + 1); /* what went wrong over there */

    /* The branch. */
    if (pawl_world_hash_lanes(a, pawl_lanes_best()) != pawl_world_hash(a)) return 1;
    const pawl_hash_tree tree_a = pawl_world_hash_tree(a), tree_b = pawl_world_hash_tree(b);
    int branch = 0;
    while (branch < PAWL_BRANCH_COUNT && tree_a.branches[branch] == tree_b.branches[branch])
        branch++;
    if (branch == PAWL_BRANCH_COUNT) return 1;
    const uint32_t count = pawl_world_get_object_count(a, (pawl_branch)branch);
    printf("%s: %u objects in blocks of %d\n", pawl_branch_text((pawl_branch)branch),
           (unsigned)count, PAWL_BLOCK_SIZE);

    /* The block: all hashes of a branch at once, then the one that differs. */
    uint32_t hashes[8];
    const uint32_t blocks = pawl_block_hashes(a, (pawl_branch)branch, 0, hashes, 8);
    uint32_t block = 0;
    while (block < blocks && hashes[block] == pawl_block_hash(b, (pawl_branch)branch, block))
        block++;
    printf("block %u of %u\n", (unsigned)block, (unsigned)blocks);

    /* The object. */
    uint32_t index = block * PAWL_BLOCK_SIZE;
    while (index < count && pawl_object_hash(a, (pawl_branch)branch, index) ==
                                pawl_object_hash(b, (pawl_branch)branch, index)) {
        index++;
    }
    pawl_object_key key;
    uint32_t index_there;
    if (pawl_object_find(a, (pawl_branch)branch, index, &key) ||
        pawl_object_match(b, (pawl_branch)branch, &key, &index_there)) {
        return 1;
    }
    printf("object %u: serial %u in slot %u; over there it is number %u\n", (unsigned)index,
           (unsigned)key.serial, (unsigned)key.slot, (unsigned)index_there);

    /* The field. */
    pawl_field_value x, y;
    for (uint32_t field = 0;
         pawl_object_field(a, (pawl_branch)branch, index, field, &x) == PAWL_OK &&
         pawl_object_field(b, (pawl_branch)branch, index_there, field, &y) == PAWL_OK;
         field++) {
        if (x.is_hashed && x.value != y.value)
            printf("%s: %ld and %ld\n", x.name, (long)x.value, (long)y.value);
    }

    /* All objects of a branch one after the other, without a search for each. */
    uint32_t seen = 1;
    if (pawl_object_find(a, PAWL_BRANCH_SHAPES, 0, &key)) return 1;
    while (pawl_object_next(a, PAWL_BRANCH_SHAPES, &key) == PAWL_OK)
        seen++;
    printf("%u shapes, the last one on the body in slot %u\n", (unsigned)seen,
           (unsigned)key.body_a);
    return 0;
}
