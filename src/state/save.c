/* save.c - raw copies of a world for rollback: the used part of each array, one after the other.
 *
 * What lies beyond the used parts is read in two places. A slot that is taken for the first time
 * goes on counting its generation, and the last word of the bits of awake bodies may reach beyond
 * the slots in use, whose flags are then looked at. In a fresh world both are zero. So a restore
 * clears the slots that were in use before it and are not after it, and all other words of bits.
 * Geometries, nodes, contacts and events are written before they are read. */
#include "base/rom.h"
#include "base/align.h"
#include "base/xxh32.h"
#include "pawl/snapshot.h"
#include "step/world_memory.h"
#include "world/objects.h"

#include <string.h>

#define SAVE_MAGIC UINT32_C(0x70617753)

/* In front of the copies; the world itself is the first of them. */
typedef struct save_header {
    uint32_t magic;
    uint32_t layout; /* of the structs, see layout_id */
    uint32_t size;   /* of the whole save */
    uint32_t pad;
} save_header;
PAWL_STATIC_ASSERT(sizeof(save_header) % 8 == 0, "the copies are aligned to 8");

/* One array of a world: where it lies and how many bytes of it are in use. */
typedef struct stretch {
    uint32_t at, size;
} stretch;

/* The world, the arrays of the object table, and those that hold no objects. */
#define OTHER_STRETCHES 11
#define STRETCHES (1 + PAWLI_LAST_OBJECT + OTHER_STRETCHES)

/* What a build must have in common with the one that made a save, besides the sizes of objects. The
 * byte order shows in the magic number. */
static const uint32_t layout_words[] PAWLI_ROM = {
    PAWL_CONFIG_ID,           PAWL_SIMULATION_VERSION,    sizeof(pawli_node),
    sizeof(pawl_touch_event), sizeof(pawl_hit_event),     sizeof(pawl_break_event),
    sizeof(void *),           offsetof(pawl_world, tick), offsetof(pawl_world, counters),
};

static uint32_t layout_id(void) {
    pawli_xxh32 hash;
    pawli_xxh32_begin(&hash, 0);
    for (size_t i = 0; i < sizeof layout_words / sizeof layout_words[0]; i++) {
        uint32_t copy;
        const void *word = pawli_rom_fetch(&layout_words[i], &copy, sizeof copy);
        pawli_xxh32_word(&hash, *(const uint32_t *)word);
    }
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++)
        pawli_xxh32_word(&hash, pawli_objects_of(type).size);
    return pawli_xxh32_end(&hash);
}

/* Counts stay below 2^18 and items below 2^8 bytes. */
static stretch stretch_of(uint32_t at, uint32_t count, size_t item) {
    const stretch made = {at, count * (uint32_t)item};
    return made;
}

/* The array of a type; of two that share one, once. */
static bool has_array(const pawli_objects *all) {
    return all->array != 0 && all->type != PAWLI_OBJECT_TERRAIN;
}

static uint32_t at_moved_bits(const pawl_world *world) {
    return world->at_bits + 4 * PAWLI_BIT_WORDS(world->body_pool.capacity);
}

static uint32_t at_body_joints(const pawl_world *world) {
    return at_moved_bits(world) + 4 * PAWLI_BIT_WORDS(world->shape_pool.capacity);
}

static uint32_t bodies_with_joints(const pawl_world *world) {
    return pawli_has_joint_room(world) ? world->body_pool.used : 0;
}

/* All arrays with what is in use. */
static void list_stretches(const pawl_world *world, stretch *list) {
    const uint32_t begins = (uint32_t)world->begin_count + world->sensor_begin_count;
    const uint32_t ends =
        pawli_reported_ends(world) + world->late_end_count + world->late_sensor_end_count;
    const stretch others[OTHER_STRETCHES] = {
        stretch_of(world->at_nodes, world->node_used, sizeof(pawli_node)),
        stretch_of(world->at_edges, pawli_has_edges(world) ? world->contact_count : 0,
                   sizeof(uint32_t)),
        stretch_of(pawli_event_at(world, PAWLI_EVENT_BEGINS), begins, sizeof(pawl_touch_event)),
        stretch_of(pawli_event_at(world, PAWLI_EVENT_ENDS), ends, sizeof(pawl_touch_event)),
        stretch_of(pawli_event_at(world, PAWLI_EVENT_HITS), world->hit_count,
                   sizeof(pawl_hit_event)),
        stretch_of(pawli_event_at_fractures(world), world->fracture_count,
                   sizeof(pawl_fracture_event)),
        stretch_of(pawli_event_at(world, PAWLI_EVENT_BREAKS),
                   world->break_count + world->load_count, sizeof(pawl_break_event)),
        stretch_of(pawli_event_at(world, PAWLI_EVENT_TEARS), world->tear_count,
                   sizeof(pawl_tear_event)),
        stretch_of(world->at_bits, PAWLI_BIT_WORDS(world->body_pool.used), 4),
        stretch_of(at_moved_bits(world), PAWLI_BIT_WORDS(world->shape_pool.used), 4),
        stretch_of(at_body_joints(world), bodies_with_joints(world), sizeof(uint16_t)),
    };
    list[0] = stretch_of(0, 1, sizeof(pawl_world));
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        list[type] = has_array(&all) ? stretch_of(pawli_wide_member_of(world, all.array),
                                                  pawli_objects_used(&all, world), all.size)
                                     : stretch_of(0, 0, 0);
    }
    memcpy(list + 1 + PAWLI_LAST_OBJECT, others, sizeof others);
}

static uint32_t padded(uint32_t size) {
    return (size + 7u) & ~UINT32_C(7);
}

static uint32_t size_of(const stretch *list) {
    uint32_t size = sizeof(save_header);
    for (int i = 0; i < STRETCHES; i++)
        size += padded(list[i].size);
    return size;
}

static uint32_t size_of_save(const pawl_world *world) {
    stretch list[STRETCHES];
    list_stretches(world, list);
    return size_of(list);
}

size_t pawl_world_save_size(const pawl_world *world) {
    return world == NULL ? 0 : pawli_size_or_none(size_of_save(world));
}

/* As if everything were in use. Nodes are one less than shapes, and what is late lies in the room
 * of the reported events. */
size_t pawl_world_save_size_max(const pawl_world_def *def) {
    pawl_world full;
    memset(&full, 0, sizeof full);
    if (pawli_world_memory_layout(def, &full) != PAWL_OK) return 0;
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        memcpy((uint8_t *)&full + all.count, (const uint8_t *)&full + all.capacity,
               (size_t)all.count_size);
    }
    full.node_used = full.shape_pool.capacity;
    full.begin_count = full.end_count = full.hit_count = full.event_capacity;
    full.break_count = full.joint_pool.capacity;
    full.tear_count = full.soft_link_capacity;
    /* Hits and fractures share their room: one of them may need to be padded besides. */
    return pawli_size_or_none(size_of_save(&full) + 8u * PAWL_WITH_FRACTURE);
}

pawl_status pawl_world_save(const pawl_world *world, void *buffer, size_t size) {
    if (world == NULL || buffer == NULL) return PAWL_ERR_NULL;
    if (world->lock == PAWLI_LOCK_STEP) return PAWL_ERR_LOCKED;
    stretch list[STRETCHES];
    list_stretches(world, list);
    const save_header header = {SAVE_MAGIC, layout_id(), size_of(list), 0};
    if (!pawli_is_aligned(buffer) || size < header.size) return PAWL_ERR_MEMORY;
    uint8_t *to = (uint8_t *)buffer;
    memcpy(to, &header, sizeof header);
    to += sizeof header;
    for (int i = 0; i < STRETCHES; i++) {
        memcpy(to, (const uint8_t *)world + list[i].at, (size_t)list[i].size);
        memset(to + list[i].size, 0, (size_t)(padded(list[i].size) - list[i].size));
        to += padded(list[i].size);
    }
    ((uint8_t *)buffer)[sizeof header + offsetof(pawl_world, lock)] = PAWLI_LOCK_NONE;
    return PAWL_OK;
}

static bool has_capacities_of(const pawl_world *a, const pawl_world *b) {
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (pawli_objects_capacity(&all, a) != pawli_objects_capacity(&all, b)) return false;
    }
    return a->event_capacity == b->event_capacity && a->terrain == b->terrain &&
           a->at_edges == b->at_edges && a->state_size == b->state_size;
}

/* So that nothing is written beyond the arrays even if a save is not what it should be. */
static bool counts_fit(const pawl_world *world) {
    const uint64_t begins = (uint64_t)world->begin_count + world->sensor_begin_count;
    const uint64_t ends = (uint64_t)world->end_count + world->sensor_end_count +
                          world->late_end_count + world->late_sensor_end_count;
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (pawli_objects_used(&all, world) > pawli_objects_capacity(&all, world)) return false;
    }
    return world->tear_count <= world->soft_link_capacity &&
           world->node_used <= world->shape_pool.capacity && begins <= world->event_capacity &&
           ends <= world->event_capacity && world->hit_count <= world->event_capacity &&
           (uint64_t)world->break_count + world->load_count <= world->joint_pool.capacity &&
           pawli_event_fits(world, world->hit_count, world->fracture_count);
}

/* The world that a save holds, if it is one for `world`. */
static pawl_status read_save_header(const pawl_world *world, const uint8_t *save, size_t size,
                                    pawl_world *saved) {
    save_header header;
    if (size < sizeof header + sizeof *saved) return PAWL_ERR_FORMAT;
    memcpy(&header, save, sizeof header);
    if (header.magic != SAVE_MAGIC) return PAWL_ERR_FORMAT;
    if (header.layout != layout_id()) return PAWL_ERR_CONFIG;
    memcpy(saved, save + sizeof header, sizeof *saved);
    if (!has_capacities_of(world, saved)) return PAWL_ERR_CAPACITY;
    if (!counts_fit(saved)) return PAWL_ERR_CORRUPT;
    return header.size == size_of_save(saved) && header.size <= size ? PAWL_OK : PAWL_ERR_CORRUPT;
}

/* Bytes from one count of items to another, if there are any. */
static void clear_items(uint8_t *base, uint32_t from, uint32_t to, uint32_t size) {
    if (from < to) memset(base + from * size, 0, (size_t)((to - from) * size));
}

/* What was in use and will not be any more is as in a fresh world. */
static void clear_beyond(pawl_world *world, const pawl_world *saved) {
    uint8_t *base = (uint8_t *)world;
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.pool == 0) continue;
        clear_items(pawli_objects_array(&all, world), pawli_objects_used(&all, saved),
                    pawli_objects_used(&all, world), all.size);
    }
    clear_items(base + world->at_bits, PAWLI_BIT_WORDS(saved->body_pool.used),
                PAWLI_BIT_WORDS(world->body_pool.used), sizeof(uint32_t));
    clear_items(base + at_moved_bits(world), PAWLI_BIT_WORDS(saved->shape_pool.used),
                PAWLI_BIT_WORDS(world->shape_pool.used), sizeof(uint32_t));
    clear_items(base + at_body_joints(world), bodies_with_joints(saved), bodies_with_joints(world),
                sizeof(uint16_t));
}

pawl_status pawl_world_restore(pawl_world *world, const void *save, size_t size) {
    if (world == NULL || save == NULL) return PAWL_ERR_NULL;
    if (pawli_is_locked(world)) return PAWL_ERR_LOCKED;
    if (!pawli_is_aligned(save)) return PAWL_ERR_MEMORY;
    pawl_world saved;
    const uint8_t *from = (const uint8_t *)save;
    const pawl_status status = read_save_header(world, from, size, &saved);
    if (status != PAWL_OK) return status;
    clear_beyond(world, &saved);
    const uint32_t total_size = world->total_size;
    stretch list[STRETCHES];
    list_stretches(&saved, list);
    from += sizeof(save_header);
    for (int i = 0; i < STRETCHES; i++) {
        memcpy((uint8_t *)world + list[i].at, from, (size_t)list[i].size);
        from += padded(list[i].size);
    }
    world->total_size = total_size; /* whether there is scratch memory behind this world */
#if PAWLI_TEST_MASK
    pawli_mask_reset(world);
#endif
    return PAWL_OK;
}
