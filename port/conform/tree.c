/* tree.c - the hash tree of a world, a packet at a time. */
#include "conform/tree.h"

#include <string.h>

#define KEY_BYTES 18
#define FIELD_BYTES 10

uint32_t conform_tree_count(const pawl_world *world, conform_level level, pawl_branch branch,
                            uint32_t index) {
    pawl_field_value value;
    uint32_t count = 0;
    switch (level) {
    case CONFORM_BRANCHES:
        return PAWL_BRANCH_COUNT;
    case CONFORM_BLOCKS:
        return (pawl_world_get_object_count(world, branch) + PAWL_BLOCK_SIZE - 1) / PAWL_BLOCK_SIZE;
    case CONFORM_OBJECTS:
        return PAWL_BLOCK_SIZE;
    case CONFORM_FIELDS:
        while (count < 255 && pawl_object_field(world, branch, index, count, &value) == PAWL_OK)
            count++;
        break;
    }
    return count;
}

uint32_t conform_tree_hash(const pawl_world *world, conform_level level, pawl_branch branch,
                           uint32_t index, uint32_t item) {
    if (level == CONFORM_BRANCHES) return pawl_world_hash_tree(world).branches[item];
    if (level == CONFORM_BLOCKS) return pawl_block_hash(world, branch, item);
    return pawl_object_hash(world, branch, index * PAWL_BLOCK_SIZE + item);
}

static void put_key(conform_packet *to, const pawl_world *world, pawl_branch branch,
                    uint32_t index) {
    pawl_object_key key;
    memset(&key, 0, sizeof key);
    conform_put(to, pawl_object_find(world, branch, index, &key) == PAWL_OK, 1);
    conform_put(to, key.serial, 4);
    conform_put(to, key.serial_b, 4);
    conform_put(to, key.detail, 4);
    conform_put(to, key.slot, 2);
    conform_put(to, key.body_a, 2);
    conform_put(to, key.body_b, 2);
}

static void put_field(conform_packet *to, const pawl_world *world, pawl_branch branch,
                      uint32_t index, uint32_t field) {
    pawl_field_value value;
    memset(&value, 0, sizeof value);
    if (pawl_object_field(world, branch, index, field, &value) != PAWL_OK) to->bad = true;
    conform_put(to, value.type, 1);
    conform_put(to, value.number, 1);
    conform_put(to, (uint64_t)value.value, 8);
}

void conform_tree_answer(const pawl_world *world, conform_packet *from, conform_packet *to) {
    const conform_level level = (conform_level)conform_get(from, 1);
    const pawl_branch branch = (pawl_branch)conform_get(from, 1);
    const uint32_t index = (uint32_t)conform_get(from, 4);
    const uint32_t first = (uint32_t)conform_get(from, 2);
    const bool are_fields = level == CONFORM_FIELDS;
    const uint32_t room =
        are_fields ? (CONFORM_ROOM - 4 - KEY_BYTES) / FIELD_BYTES : (CONFORM_ROOM - 4) / 4;
    const uint32_t total = world == NULL || branch >= PAWL_BRANCH_COUNT
                               ? 0
                               : conform_tree_count(world, level, branch, index);
    const uint32_t left = first < total ? total - first : 0;
    const uint32_t count = left < room ? left : room;
    conform_put(to, total, 2);
    conform_put(to, count, 1);
    if (are_fields && world != NULL) put_key(to, world, branch, index);
    for (uint32_t i = first; i < first + count; i++) {
        if (are_fields) {
            put_field(to, world, branch, index, i);
        } else {
            conform_put(to, conform_tree_hash(world, level, branch, index, i), 4);
        }
    }
}
