/* encode.c - a world as a snapshot.
 *
 * The geometries of a world lie in slots that depend on what else has been there; a snapshot
 * numbers them in the order of their first use, so that equal states give equal bytes. There is no
 * memory for a table of numbers but the room of the shapes that are yet to be written: a table of
 * eight entries per shape lies at its beginning, the numbers of the shapes at its end, and writing
 * the records from first to last overtakes neither too early. */
#include "base/crc.h"
#include "base/align.h"
#include "base/optional.h"
#include "pawl/state.h"
#include "state/snapshot.h"
#include "world/objects.h"

/* Late ends, which the next step reports, are part of a snapshot. */
PAWLI_PULLS(pulls_events_encode, pawli_event_add_mark);

#define ENTRIES_PER_SHAPE 8u
#define ENTRY_SIZE 4u /* slot + 1 u16, number u16 */
#define NUMBER_SIZE 2u

typedef struct encoder {
    const pawl_world *world;
    pawli_writer to;
    uint32_t features;
    uint32_t convexes, terrains; /* in use */
    pawli_section_content contents[PAWLI_SECTION_COUNT + 1];
} encoder;

static encoder begin_encoding(const pawl_world *world, uint32_t features) {
    encoder out;
    memset(&out, 0, sizeof out);
    out.world = world;
    out.features = features;
    out.to = pawli_writer_of(NULL, 0);
    for (int section = 1; section <= PAWLI_SECTION_COUNT; section++)
        out.contents[section] = pawli_snapshot_open_content(section);
    return out;
}

/* The room for objects of a type in the world as it was made, be it in another build. */
static uint16_t whole_capacity_of(const encoder *out, const pawli_objects *all) {
#if PAWLI_HAS_FOREIGN_ROOM
    const pawli_foreign_room *const foreign = &out->world->foreign;
    if (!PAWL_WITH_JOINTS && all->type == PAWLI_OBJECT_JOINT) return foreign->joints;
    if (!PAWL_WITH_SOFT && all->type == PAWLI_OBJECT_SOFT) return foreign->softs;
    if (!PAWL_WITH_SOFT && all->type == PAWLI_OBJECT_SOFT_POINT) return foreign->soft_points;
    if (!PAWL_WITH_SOFT && all->type == PAWLI_OBJECT_SOFT_LINK) return foreign->soft_links;
#endif
    return (uint16_t)pawli_objects_capacity(all, out->world);
}

static bool has_room_for(const encoder *out, uint8_t group) {
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.pool_section == group && whole_capacity_of(out, &all) > 0) return true;
    }
    return false;
}

static bool is_written(const encoder *out, uint8_t section) {
    const uint8_t group = out->contents[section].group;
    return group == 0 || has_room_for(out, group);
}

static void prepare_record(const encoder *out, uint8_t section, pawli_record *record) {
    const pawli_section_content content = out->contents[section];
    pawli_record_prepare_write(record, (pawli_object_type)content.type, content.prefix,
                               out->features);
}

/* The head of a section and room for its records; null while counting. */
static uint8_t *begin_section(encoder *out, uint8_t section, uint32_t count, pawli_record *record) {
    prepare_record(out, section, record);
    pawli_write_u8(&out->to, section);
    pawli_write_u8(&out->to, 0);
    pawli_write_u16(&out->to, record->size);
    pawli_write_u32(&out->to, count);
    return pawli_write_room(&out->to, count * record->size);
}

static void write_world(encoder *out, uint8_t section) {
    pawli_record record;
    uint8_t *room = begin_section(out, section, 1, &record);
    if (room == NULL) return;
    pawl_world world = *out->world;
    world.unseen_end_count += pawli_reported_ends(&world);
    pawli_record_store(&record, &world, room);
}

static void write_key(uint8_t *to, uint16_t slot, uint32_t serial) {
    pawli_store_u16(to, slot);
    pawli_store_u32(to + 2, serial);
}

/* How many objects an owner has in its list. */
static uint16_t count_owned(const pawl_world *world, const pawli_objects *owned,
                            const void *owner) {
    uint16_t count = 0;
    for (uint16_t at = pawli_member_of(owner, owned->first_of_owner); at != PAWLI_NONE;
         at = pawli_objects_next(owned, world, at))
        count++;
    return count;
}

/* Live objects in creation order; in front of the fields slot, serial, and how many they own. */
static void write_list(encoder *out, const pawli_objects *all) {
    const pawli_objects owned = pawli_objects_owned_by(all->type, PAWLI_ORDER_OWNED);
    const uint32_t count = pawli_objects_live(all, out->world);
    pawli_record record;
    uint8_t *to = begin_section(out, all->section, count, &record);
    if (to == NULL) return;
    uint16_t at = pawli_objects_first(all, out->world);
    for (; at != PAWLI_NONE; at = pawli_objects_next(all, out->world, at), to += record.size) {
        const void *object = pawli_objects_at(all, out->world, at);
        write_key(to, at, pawli_wide_member_of(object, all->serial));
        if (owned.type != 0)
            pawli_store_u16(to + PAWLI_KEY_SIZE, count_owned(out->world, &owned, object));
        pawli_record_store(&record, object, to);
    }
}

/* Objects that lie in the order in which they are written. */
static void write_array(encoder *out, const pawli_objects *all) {
    const uint32_t count = pawli_objects_used(all, out->world);
    pawli_record record;
    uint8_t *to = begin_section(out, all->section, count, &record);
    if (to == NULL) return;
    for (uint32_t i = 0; i < count; i++, to += record.size) {
        pawli_record_store(&record, pawli_objects_at(all, out->world, i), to);
        if (record.edge_at != PAWLI_NONE)
            pawli_store_u32(to + record.edge_at, pawli_edge_of(out->world, i));
    }
}

/* ---- shapes and their geometries ------------------------------------------------------------ */

static void count_geometries(encoder *out) {
    const pawli_geometry *geometries = pawli_geometries_const(out->world);
    out->convexes = out->terrains = 0;
    for (uint16_t i = 0; i < out->world->geometry_used; i++) {
        if (geometries[i].users == 0) continue;
        ++*(pawli_is_convex(&geometries[i]) ? &out->convexes : &out->terrains);
    }
}

/* The entry of a slot in a table of `size` entries, or where it is to be. At most an eighth of the
 * entries are taken. */
static uint8_t *find_entry(uint8_t *table, uint32_t size, uint16_t slot) {
    uint32_t at = slot % size;
    for (;;) {
        uint8_t *entry = table + at * ENTRY_SIZE;
        const uint16_t found = pawli_fetch_u16(entry);
        if (found == 0 || found == slot + 1u) return entry;
        at = at + 1 < size ? at + 1 : 0;
    }
}

/* What the first walk over all shapes has in hand. */
typedef struct numbering {
    uint32_t convexes, terrains; /* seen so far */
    uint8_t *table;
    uint32_t table_size;
} numbering;

static uint16_t number_of(const encoder *out, numbering *all, uint16_t slot) {
    uint8_t *entry = find_entry(all->table, all->table_size, slot);
    if (pawli_fetch_u16(entry) != 0) return pawli_fetch_u16(entry + 2);
    const bool convex = pawli_is_convex(&pawli_geometries_const(out->world)[slot]);
    const uint32_t number = convex ? all->convexes++ : out->convexes + all->terrains++;
    pawli_store_u16(entry, (uint16_t)(slot + 1u));
    pawli_store_u16(entry + 2, (uint16_t)number);
    return (uint16_t)number;
}

/* Write the number of each shape's geometry to the end of the room. */
static void number_geometries(const encoder *out, numbering all, uint8_t *numbers) {
    const pawli_body *bodies = pawli_bodies_const(out->world);
    const pawli_shape *shapes = pawli_shapes_const(out->world);
    memset(all.table, 0, (size_t)(all.table_size * ENTRY_SIZE));
    for (uint16_t body = out->world->first_body; body != PAWLI_NONE; body = bodies[body].next) {
        for (uint16_t at = bodies[body].first_shape; at != PAWLI_NONE; at = shapes[at].next) {
            pawli_store_u16(numbers, number_of(out, &all, shapes[at].geometry));
            numbers += NUMBER_SIZE;
        }
    }
}

/* Write the geometries of a kind, whose numbers begin with `next`, each where it is seen first. */
static void write_geometries(const encoder *out, const pawli_record *record, uint32_t next,
                             bool convex, uint8_t *to, const uint8_t *numbers) {
    const pawli_geometry *geometries = pawli_geometries_const(out->world);
    const pawli_body *bodies = pawli_bodies_const(out->world);
    const pawli_shape *shapes = pawli_shapes_const(out->world);
    for (uint16_t body = out->world->first_body; body != PAWLI_NONE; body = bodies[body].next) {
        for (uint16_t at = bodies[body].first_shape; at != PAWLI_NONE; at = shapes[at].next) {
            const pawli_geometry *geometry = &geometries[shapes[at].geometry];
            const bool first = pawli_fetch_u16(numbers) == next;
            numbers += NUMBER_SIZE;
            if (!first || pawli_is_convex(geometry) != convex) continue;
            const void *object = convex ? (const void *)&geometry->convex : geometry;
            pawli_record_store(record, object, to);
            to += record->size;
            next++;
        }
    }
}

static void write_shape_records(encoder *out, const pawli_record *record, uint8_t *to,
                                const uint8_t *numbers) {
    const pawli_body *bodies = pawli_bodies_const(out->world);
    const pawli_shape *shapes = pawli_shapes_const(out->world);
    for (uint16_t body = out->world->first_body; body != PAWLI_NONE; body = bodies[body].next) {
        for (uint16_t at = bodies[body].first_shape; at != PAWLI_NONE; at = shapes[at].next) {
            const uint16_t number = pawli_fetch_u16(numbers);
            write_key(to, at, shapes[at].serial);
            pawli_store_u16(to + PAWLI_KEY_SIZE, number);
            pawli_record_store(record, &shapes[at], to);
            to += record->size;
            numbers += NUMBER_SIZE;
        }
    }
}

/* Shapes, geometries and terrains. Record i is written before number i + 1 is read, which lies
 * behind it: with r bytes a record and n shapes, at (r - 2) n + 2 (i + 1) >= r (i + 1). There is
 * one way at a time to write records: it takes more stack than all the rest. */
static void write_shapes(encoder *out) {
    const uint32_t count = out->world->shape_pool.live;
    pawli_record record;
    uint8_t *const room = begin_section(out, PAWLI_SECTION_SHAPES, count, &record);
    const uint32_t size = record.size;
    uint8_t *const convexes = begin_section(out, PAWLI_SECTION_GEOMETRIES, out->convexes, &record);
    uint8_t *const terrains = begin_section(out, PAWLI_SECTION_TERRAINS, out->terrains, &record);
    if (room == NULL || count == 0) return;
    PAWL_ASSERT(size >= ENTRIES_PER_SHAPE * ENTRY_SIZE + NUMBER_SIZE);
    uint8_t *const numbers = room + count * (size - NUMBER_SIZE);
    const numbering none = {0, 0, room, count * ENTRIES_PER_SHAPE};
    number_geometries(out, none, numbers);
    write_geometries(out, &record, out->convexes, false, terrains, numbers);
    prepare_record(out, PAWLI_SECTION_GEOMETRIES, &record);
    write_geometries(out, &record, 0, true, convexes, numbers);
    prepare_record(out, PAWLI_SECTION_SHAPES, &record);
    write_shape_records(out, &record, room, numbers);
}

/* ---- pools and events ----------------------------------------------------------------------- */

/* The capacities of a pool and of what its objects own, as far as the header does not have them. */
static uint8_t *write_capacities(encoder *out, uint8_t section, uint8_t *to) {
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.pool_section != section) continue;
        pawli_store_u16(to, whole_capacity_of(out, &all));
        to += PAWLI_CAPACITY_SIZE;
    }
    return to;
}

/* The pools of a section, each as its type says. */
static void write_pools(encoder *out, uint8_t section) {
    const pawli_section_content content = out->contents[section];
    pawli_record record;
    uint8_t *to = begin_section(out, section, pawli_snapshot_open_pools(section), &record);
    if (to == NULL) return;
    if (content.prefix > 0) (void)write_capacities(out, section, to);
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.pool == 0 || all.pool_section != section) continue;
        const void *pool = pawli_objects_pool_const(&all, out->world);
        pawli_record_store(&record, all.pool_type == PAWLI_OBJECT_POOL ? pool : out->world, to);
        to += record.size;
    }
}

static uint8_t *write_free_of(const encoder *out, const pawli_objects *all, uint8_t *to) {
    uint16_t at = pawli_objects_pool_const(all, out->world)->free_first;
    for (; at != PAWLI_NONE; at = pawli_objects_next_free(all, out->world, at)) {
        pawli_store_u16(to, at);
        pawli_store_u16(to + 2, pawli_objects_generation(all, out->world, at));
        to += PAWLI_FREE_SIZE;
    }
    return to;
}

/* The free slots of all pools of a section. */
static void write_free(encoder *out, uint8_t section) {
    uint32_t count = 0;
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.pool == 0 || all.free_section != section) continue;
        count += pawli_objects_used(&all, out->world) - pawli_objects_live(&all, out->world);
    }
    pawli_record none;
    uint8_t *to = begin_section(out, section, count, &none);
    for (int type = 1; to != NULL && type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.pool != 0 && all.free_section == section) to = write_free_of(out, &all, to);
    }
}

/* Ends of touches that calls have caused, which the next step reports. */
static void write_ends(encoder *out) {
    const pawl_world *world = out->world;
    const uint8_t *from = (const uint8_t *)world + pawli_event_at(world, PAWLI_EVENT_ENDS);
    const uint32_t count = world->late_end_count + world->late_sensor_end_count;
    pawli_record none;
    uint8_t *to = begin_section(out, PAWLI_SECTION_ENDS, count, &none);
    if (to == NULL) return;
    from += (size_t)pawli_reported_ends(world) * sizeof(pawl_touch_event);
    for (uint32_t i = 0; i < count; i++, to += PAWLI_END_SIZE) {
        pawl_touch_event event; /* of either kind: the array is of two types */
        memcpy(&event, from + (size_t)i * sizeof event, sizeof event);
        pawli_store_u16(to, event.shape_a.index1);
        pawli_store_u16(to + 2, event.shape_a.generation);
        pawli_store_u16(to + 4, event.shape_b.index1);
        pawli_store_u16(to + 6, event.shape_b.generation);
    }
}

/* ---- all of it ------------------------------------------------------------------------------ */

static void write_header(encoder *out, uint32_t size, uint32_t hash) {
    const pawl_world *world = out->world;
    const pawli_objects joints = pawli_objects_of(PAWLI_OBJECT_JOINT);
    pawli_write_bytes(&out->to, PAWLI_SNAPSHOT_MAGIC, PAWLI_SNAPSHOT_MAGIC_SIZE);
    pawli_write_u32(&out->to, PAWL_SNAPSHOT_FORMAT);
    pawli_write_u32(&out->to, PAWL_SIMULATION_VERSION);
    pawli_write_u32(&out->to, out->features & PAWLI_FEATURES_IN_HEADER);
    pawli_write_u32(&out->to, size);
    pawli_write_u32(&out->to, hash);
    pawli_write_u16(&out->to, world->body_pool.capacity);
    pawli_write_u16(&out->to, world->shape_pool.capacity);
    pawli_write_u16(&out->to, world->geometry_capacity);
    pawli_write_u16(&out->to, world->event_capacity);
    pawli_write_u16(&out->to, whole_capacity_of(out, &joints));
    pawli_write_u16(&out->to, (uint16_t)(world->terrain ? 0 : PAWLI_SNAPSHOT_NO_TERRAIN));
    pawli_write_u32(&out->to, world->contact_capacity);
}

/* Of the types whose sections are written. */
static void write_schema(encoder *out) {
    uint8_t types[PAWLI_LAST_OBJECT], count = 0;
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        if (is_written(out, pawli_objects_of(type).section)) types[count++] = (uint8_t)type;
    }
    pawli_record_write_schema(&out->to, types, count, out->features);
}

/* Shapes, geometries and terrains are written together. */
static void write_objects(encoder *out, const pawli_objects *all) {
    if (all->order == PAWLI_ORDER_ONE) write_world(out, all->section);
    if (all->order == PAWLI_ORDER_LIST) write_list(out, all);
    if (all->order == PAWLI_ORDER_OWNED) write_shapes(out);
    if (all->order == PAWLI_ORDER_ARRAY || all->order == PAWLI_ORDER_RUN) write_array(out, all);
}

/* Everything but the checksum. */
static void write_all(encoder *out, uint32_t size, uint32_t hash) {
    count_geometries(out);
    write_header(out, size, hash);
    write_schema(out);
    for (uint8_t section = 1; section <= PAWLI_SECTION_COUNT; section++) {
        const pawli_section_content content = out->contents[section];
        if (!is_written(out, section)) continue;
        if (content.what == PAWLI_CONTENT_OBJECTS) {
            const pawli_objects all = pawli_objects_of(content.type);
            write_objects(out, &all);
        } else if (content.what == PAWLI_CONTENT_POOLS) {
            write_pools(out, section);
        } else if (content.what == PAWLI_CONTENT_FREE) {
            write_free(out, section);
        } else {
            write_ends(out);
        }
    }
}

static uint32_t size_of_snapshot(const pawl_world *world, uint32_t features) {
    encoder out = begin_encoding(world, features);
    write_all(&out, 0, 0);
    return out.to.at + PAWLI_SNAPSHOT_TAIL;
}

size_t pawl_world_encode_size(const pawl_world *world) {
    if (world == NULL) return 0;
    return pawli_size_or_none(size_of_snapshot(world, pawli_features_written(world)));
}

/* From so many bytes on it is worth asking the machine what it can. */
#define ASK_FROM PAWLI_CRC_FOLD_FROM

static pawli_machine machine_for(uint32_t size) {
    const pawli_machine unknown = {PAWL_LANES_DEFAULT, 0};
    return size < ASK_FROM ? unknown : pawli_lanes_ask();
}

pawl_status pawl_world_encode(const pawl_world *world, void *buffer, size_t capacity,
                              size_t *size) {
    if (world == NULL || buffer == NULL || size == NULL) return PAWL_ERR_NULL;
    if (world->lock == PAWLI_LOCK_STEP) return PAWL_ERR_LOCKED;
    encoder out = begin_encoding(world, pawli_features_written(world));
    write_all(&out, 0, 0);
    const uint32_t needed = out.to.at + PAWLI_SNAPSHOT_TAIL;
    *size = pawli_size_or_none(needed);
    if (capacity < needed) return PAWL_ERR_MEMORY;
    out.to = pawli_writer_of(buffer, needed);
    const pawli_machine machine = machine_for(needed);
    write_all(&out, needed, pawl_world_hash_lanes(world, machine.best));
    pawli_write_u32(&out.to, pawli_crc_32_on(machine, 0, buffer, (size_t)out.to.at));
    PAWL_ASSERT(!out.to.full && out.to.at == needed);
    return PAWL_OK;
}

/* ---- the largest ---------------------------------------------------------------------------- */

PAWLI_STACK_APART uint64_t records_of(const pawli_objects *all, uint64_t count) {
    const pawli_section_content content = pawli_snapshot_open_content(all->section);
    pawli_record record;
    pawli_record_prepare_write(&record, (pawli_object_type)all->type, content.prefix,
                               PAWL_FEATURES | PAWLI_FEATURES_OF_STATES);
    return count * record.size;
}

/* With all features. An empty world has everything but records. Free slots are shorter than
 * objects, and convexes and terrains share their capacity. */
uint32_t pawli_encode_size_max(const pawl_world *head) {
    pawl_world empty = *head;
    pawli_objects_init(&empty);
    empty.late_end_count = empty.late_sensor_end_count = 0;
    uint64_t size = (uint64_t)head->event_capacity * 2u * PAWLI_END_SIZE, shared = 0;
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.count_size == 0) continue;
        const uint64_t records = records_of(&all, pawli_objects_capacity(&all, head));
        if (all.order != PAWLI_ORDER_SHARED) size += records;
        if (all.order == PAWLI_ORDER_SHARED && records > shared) shared = records;
        memset((uint8_t *)&empty + all.count, 0, (size_t)all.count_size);
    }
    size += shared + size_of_snapshot(&empty, PAWL_FEATURES | PAWLI_FEATURES_OF_STATES);
    return size > UINT32_MAX ? 0 : (uint32_t)size;
}
