/* stage_product.c - what a stage of a step has produced, as blocks of objects with a hash each.
 *
 * A stage has lists: of the state, or of what the step has in its scratch memory. Blocks are
 * counted through all of them. Machines that agree up to a stage have the same objects there in the
 * same order, so that the first one that differs is at the same place. */
#include "desync/stages.h"
#include "session/rules.h"
#include "state/object.h"
#include "step/trace.h"

typedef enum list_source {
    LIST_STATE, /* a branch */
    LIST_RULES,
    LIST_FAULTS,
    LIST_AWAKE,
    LIST_ACTIVE, /* contacts that are looked at */
    LIST_SOLVER_BODIES,
    LIST_ROWS,
    LIST_JOINT_ROWS
} list_source;

typedef struct product_list {
    uint8_t source, branch;
} product_list;

#define LISTS_MAX 9u

/* Bodies before rows: what pushes and what is pushed differ at once, and the body is the one that
 * can be seen. */
static uint32_t name_solver_lists(product_list *lists) {
    lists[0] = (product_list){LIST_FAULTS, PAWL_BRANCH_WORLD};
    lists[1] = (product_list){LIST_SOLVER_BODIES, PAWL_BRANCH_BODIES};
    lists[2] = (product_list){LIST_ROWS, PAWL_BRANCH_CONTACTS};
    lists[3] = (product_list){LIST_JOINT_ROWS, PAWL_BRANCH_JOINTS};
    return 4;
}

static uint32_t name_state_lists(product_list *lists) {
    for (uint32_t i = 0; i < PAWL_BRANCH_COUNT; i++)
        lists[i] = (product_list){LIST_STATE, (uint8_t)i};
    return PAWL_BRANCH_COUNT;
}

static uint32_t name_lists(const pawli_stage_product *product, product_list *lists) {
    if (product->step == NULL) {
        lists[0] = (product_list){LIST_RULES, PAWL_BRANCH_RULES};
        return 1;
    }
    switch (product->stage) {
    case PAWL_STAGE_PAIRS:
        lists[0] = (product_list){LIST_STATE, PAWL_BRANCH_CONTACTS};
        lists[1] = (product_list){LIST_STATE, PAWL_BRANCH_SHAPES};
        return 2;
    case PAWL_STAGE_MANIFOLDS:
        lists[0] = (product_list){LIST_STATE, PAWL_BRANCH_CONTACTS};
        return 1;
    case PAWL_STAGE_ISLANDS:
        lists[0] = (product_list){LIST_AWAKE, PAWL_BRANCH_BODIES};
        lists[1] = (product_list){LIST_ACTIVE, PAWL_BRANCH_CONTACTS};
        return 2;
    case PAWL_STAGE_PREPARE:
    case PAWL_STAGE_SOLVE:
    case PAWL_STAGE_INTEGRATE:
    case PAWL_STAGE_RELAX:
    case PAWL_STAGE_BOUNCE:
        return name_solver_lists(lists);
    case PAWL_STAGE_CONTINUOUS:
        lists[0] = (product_list){LIST_FAULTS, PAWL_BRANCH_WORLD};
        lists[1] = (product_list){LIST_SOLVER_BODIES, PAWL_BRANCH_BODIES};
        lists[2] = (product_list){LIST_STATE, PAWL_BRANCH_SOFT};
        return 3;
    case PAWL_STAGE_SLEEP:
        lists[0] = (product_list){LIST_STATE, PAWL_BRANCH_BODIES};
        lists[1] = (product_list){LIST_STATE, PAWL_BRANCH_SOFT};
        return 2;
    default: /* BEGIN, FINISH, END */
        return name_state_lists(lists);
    }
}

PAWL_STATIC_ASSERT(PAWL_BRANCH_COUNT <= LISTS_MAX, "room for all branches");

static uint32_t count_objects(const pawli_stage_product *product, const product_list *list) {
    const pawli_step *const step = product->step;
    switch (list->source) {
    case LIST_STATE:
        return pawl_world_get_object_count(step->world, (pawl_branch)list->branch);
    case LIST_RULES:
        return pawli_rules_count(product->rules);
    case LIST_FAULTS:
        return 1;
    case LIST_AWAKE:
        return step->awake_count;
    case LIST_ACTIVE:
        return step->active_count;
    case LIST_SOLVER_BODIES:
        return step->solver_count - 1u;
    case LIST_ROWS:
        return step->row_count;
    default:
        return step->joint_count;
    }
}

static uint32_t count_blocks(const pawli_stage_product *product, const product_list *list) {
    return (count_objects(product, list) + PAWL_BLOCK_SIZE - 1u) / PAWL_BLOCK_SIZE;
}

/* Its words in scratch memory, and of a value of the rules; nothing of the state. */
static void add_object_words(const pawli_stage_product *product, const product_list *list,
                             uint32_t index, pawli_xxh32 *hash) {
    const pawli_step *const step = product->step;
    pawl_field_value value;
    switch (list->source) {
    case LIST_RULES:
        if (!pawli_rules_value(product->rules, index, &value)) break;
        pawli_xxh32_word(hash, (uint32_t)((uint64_t)value.value & UINT32_MAX));
        pawli_xxh32_word(hash, (uint32_t)((uint64_t)value.value >> 32));
        break;
    case LIST_FAULTS:
        pawli_xxh32_word(hash, step->faults);
        break;
    case LIST_AWAKE:
        pawli_trace_add_awake(step, index, hash);
        break;
    case LIST_ACTIVE:
        pawli_xxh32_word(hash, step->active[index]);
        break;
    case LIST_SOLVER_BODIES:
        pawli_trace_add_solver_body(step, index + 1u, hash);
        break;
    case LIST_ROWS:
        pawli_trace_add_row(step, index, hash);
        break;
    case LIST_JOINT_ROWS:
        pawli_trace_add_joint_row(step, index, hash);
        break;
    default:
        break;
    }
}

static uint32_t hash_object(const pawli_stage_product *product, const product_list *list,
                            uint32_t index) {
    if (list->source == LIST_STATE) {
        return pawl_object_hash(product->step->world, (pawl_branch)list->branch, index);
    }
    pawli_xxh32 hash;
    pawli_xxh32_begin(&hash, list->source);
    add_object_words(product, list, index, &hash);
    return pawli_xxh32_end(&hash);
}

static uint32_t hash_block_of(const pawli_stage_product *product, const product_list *list,
                              uint32_t block) {
    if (list->source == LIST_STATE) {
        return pawl_block_hash(product->step->world, (pawl_branch)list->branch, block);
    }
    const uint32_t first = block * PAWL_BLOCK_SIZE;
    const uint32_t end = pawli_min(first + PAWL_BLOCK_SIZE, count_objects(product, list));
    pawli_xxh32 hash;
    pawli_xxh32_begin(&hash, list->source);
    for (uint32_t i = first; i < end; i++)
        add_object_words(product, list, i, &hash);
    return pawli_xxh32_end(&hash);
}

/* The list of a block, whose number becomes that in the list. */
static bool find_list(const pawli_stage_product *product, uint32_t *block, product_list *out) {
    product_list lists[LISTS_MAX];
    const uint32_t count = name_lists(product, lists);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t blocks = count_blocks(product, &lists[i]);
        if (*block < blocks) {
            *out = lists[i];
            return true;
        }
        *block -= blocks;
    }
    return false;
}

/* ---- for stage_world.c ---- */

uint32_t pawli_stage_product_block_count(const pawli_stage_product *product) {
    product_list lists[LISTS_MAX];
    const uint32_t count = name_lists(product, lists);
    uint32_t blocks = 0;
    for (uint32_t i = 0; i < count; i++)
        blocks += count_blocks(product, &lists[i]);
    return blocks;
}

uint32_t pawli_stage_product_block_hash(const pawli_stage_product *product, uint32_t block) {
    product_list list;
    uint32_t at = block;
    return find_list(product, &at, &list) ? hash_block_of(product, &list, at) : 0;
}

/* Of the state by whole lists: blocks one by one are each found from the beginning of their list.
 */
uint32_t pawli_stage_product_hash(const pawli_stage_product *product) {
    product_list lists[LISTS_MAX];
    const uint32_t count = name_lists(product, lists);
    pawli_xxh32 hash;
    pawli_xxh32_begin(&hash, product->stage);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t sums[16];
        const uint32_t blocks = count_blocks(product, &lists[i]);
        pawli_xxh32_word(&hash, count_objects(product, &lists[i]));
        for (uint32_t block = 0; block < blocks;) {
            uint32_t done = 1;
            if (lists[i].source == LIST_STATE) {
                done = pawl_block_hashes(product->step->world, (pawl_branch)lists[i].branch, block,
                                         sums, 16);
                if (done == 0) break;
                pawli_xxh32_words(&hash, sums, done);
            } else {
                pawli_xxh32_word(&hash, hash_block_of(product, &lists[i], block));
            }
            block += done;
        }
    }
    return pawli_xxh32_end(&hash);
}

uint32_t pawli_stage_product_object_count(const pawli_stage_product *product, uint32_t block) {
    product_list list;
    uint32_t at = block;
    if (!find_list(product, &at, &list)) return 0;
    const uint32_t left = count_objects(product, &list) - at * PAWL_BLOCK_SIZE;
    return pawli_min(left, PAWL_BLOCK_SIZE);
}

uint32_t pawli_stage_product_object_hash(const pawli_stage_product *product, uint32_t block,
                                         uint32_t object) {
    product_list list;
    uint32_t at = block;
    if (!find_list(product, &at, &list)) return 0;
    return hash_object(product, &list, at * PAWL_BLOCK_SIZE + object);
}

/* ---- names ---- */

static pawl_object_key key_of_slot(const pawl_world *world, pawl_branch branch, uint32_t slot) {
    pawl_object_key key;
    memset(&key, 0, sizeof key);
    key.slot = (uint16_t)slot;
    const pawli_object object = pawli_object_place(world, branch, &key);
    if (pawli_is_there(&object)) return pawli_object_key(&object);
    return key;
}

/* The contact of a row: rows between moving bodies come first, and both sorts are in the order of
 * the contacts that are solved. */
static uint32_t contact_of_row(const pawli_step *step, uint32_t row) {
    uint32_t next[2] = {0, step->moving_rows};
    for (uint32_t i = 0; i < step->active_count; i++) {
        const pawli_contact_row *const at = pawli_next_row(step, step->active[i], next);
        if (at == &step->rows[row]) return step->active[i] / 2u;
    }
    return UINT32_MAX;
}

uint8_t pawli_stage_product_object_key(const pawli_stage_product *product, uint32_t block,
                                       uint32_t object, pawl_object_key *key) {
    const pawli_step *const step = product->step;
    product_list list;
    pawl_status status = PAWL_OK;
    uint32_t index = block;
    memset(key, 0, sizeof *key);
    key->slot = key->body_a = key->body_b = 0xFFFFu;
    if (!find_list(product, &index, &list)) return PAWL_BRANCH_WORLD;
    index = index * PAWL_BLOCK_SIZE + object;
    switch (list.source) {
    case LIST_RULES:
        key->detail = index;
        break;
    case LIST_AWAKE:
        *key = key_of_slot(step->world, PAWL_BRANCH_BODIES, step->awake[index]);
        break;
    case LIST_SOLVER_BODIES:
        *key = key_of_slot(step->world, PAWL_BRANCH_BODIES, step->solver[index + 1u].body);
        break;
    case LIST_JOINT_ROWS:
        *key = key_of_slot(step->world, PAWL_BRANCH_JOINTS, step->solved_joints[index].joint);
        break;
    case LIST_STATE:
    case LIST_ACTIVE:
    case LIST_ROWS:
        if (list.source == LIST_ROWS) index = contact_of_row(step, index);
        if (list.source == LIST_ACTIVE) index = step->active[index];
        status = pawl_object_find(step->world, (pawl_branch)list.branch, index, key);
        break;
    default:
        break;
    }
    PAWL_ASSERT(status == PAWL_OK);
    (void)status;
    return list.branch;
}
