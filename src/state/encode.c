/* encode.c - a world as a snapshot.
 *
 * The geometries of a world lie in slots that depend on what else has been there; a snapshot
 * numbers them in the order of their first use, so that equal states give equal bytes. There is no
 * memory for a table of numbers but the room of the shapes that are yet to be written: a table of
 * eight entries per shape lies at its beginning, the numbers of the shapes at its end, and writing
 * the records from first to last overtakes neither too early. */
#include "base/crc.h"
#include "pawl/state.h"
#include "state/snapshot.h"

#define ENTRIES_PER_SHAPE 8u
#define ENTRY_SIZE 4u /* slot + 1 u16, number u16 */
#define NUMBER_SIZE 2u

typedef struct encoder {
    const pawl_world *world;
    pawli_writer to;
    uint32_t convexes, terrains; /* in use */
    uint8_t *geometry_room, *terrain_room;
} encoder;

/* The head of a section and room for its records; null while counting. */
static uint8_t *begin_section(encoder *out, pawli_section section, uint32_t count,
                              pawli_record *record) {
    pawli_record_plan_write(record, pawli_snapshot_open_type(section),
                            pawli_snapshot_open_prefix(section));
    pawli_write_u8(&out->to, (uint8_t)section);
    pawli_write_u8(&out->to, 0);
    pawli_write_u16(&out->to, record->size);
    pawli_write_u32(&out->to, count);
    return pawli_write_room(&out->to, count * record->size);
}

static void write_world(encoder *out) {
    pawli_record record;
    uint8_t *room = begin_section(out, PAWLI_SECTION_WORLD, 1, &record);
    if (room == NULL) return;
    pawl_world world = *out->world;
    world.unseen_end_count += world.end_count + world.sensor_end_count;
    pawli_record_store(&record, &world, room);
}

static uint16_t count_shapes(const pawl_world *world, const pawli_body *body) {
    const pawli_shape *shapes = pawli_shapes_const(world);
    uint16_t count = 0;
    for (uint16_t at = body->first_shape; at != PAWLI_NONE; at = shapes[at].next)
        count++;
    return count;
}

static void write_bodies(encoder *out) {
    const pawli_body *bodies = pawli_bodies_const(out->world);
    pawli_record record;
    uint8_t *to = begin_section(out, PAWLI_SECTION_BODIES, out->world->body_pool.live, &record);
    if (to == NULL) return;
    for (uint16_t at = out->world->first_body; at != PAWLI_NONE; at = bodies[at].next) {
        pawli_store_u16(to, at);
        pawli_store_u32(to + 2, bodies[at].serial);
        pawli_store_u16(to + 6, count_shapes(out->world, &bodies[at]));
        pawli_record_store(&record, &bodies[at], to);
        to += record.size;
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

/* What the walks over all shapes have in hand. */
typedef struct numbering {
    pawli_record convex, terrain;
    uint32_t convexes, terrains; /* seen so far */
    uint8_t *table;
    uint32_t table_size;
} numbering;

static uint16_t number_of(encoder *out, numbering *all, uint16_t slot) {
    uint8_t *entry = find_entry(all->table, all->table_size, slot);
    if (pawli_fetch_u16(entry) != 0) return pawli_fetch_u16(entry + 2);
    const pawli_geometry *geometry = &pawli_geometries_const(out->world)[slot];
    uint32_t number = all->convexes;
    if (pawli_is_convex(geometry)) {
        pawli_record_store(&all->convex, &geometry->convex,
                           out->geometry_room + all->convexes++ * all->convex.size);
    } else {
        number = out->convexes + all->terrains;
        pawli_record_store(&all->terrain, geometry,
                           out->terrain_room + all->terrains++ * all->terrain.size);
    }
    pawli_store_u16(entry, (uint16_t)(slot + 1u));
    pawli_store_u16(entry + 2, (uint16_t)number);
    return (uint16_t)number;
}

/* Write all geometries, and the number of each shape's to the end of the room. */
static void number_geometries(encoder *out, numbering *all, uint8_t *numbers) {
    const pawli_body *bodies = pawli_bodies_const(out->world);
    const pawli_shape *shapes = pawli_shapes_const(out->world);
    memset(all->table, 0, (size_t)(all->table_size * ENTRY_SIZE));
    for (uint16_t body = out->world->first_body; body != PAWLI_NONE; body = bodies[body].next) {
        for (uint16_t at = bodies[body].first_shape; at != PAWLI_NONE; at = shapes[at].next) {
            pawli_store_u16(numbers, number_of(out, all, shapes[at].geometry));
            numbers += NUMBER_SIZE;
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
            pawli_store_u16(to, at);
            pawli_store_u32(to + 2, shapes[at].serial);
            pawli_store_u16(to + 6, number);
            pawli_record_store(record, &shapes[at], to);
            to += record->size;
            numbers += NUMBER_SIZE;
        }
    }
}

/* Shapes, geometries and terrains. Record i is written before number i + 1 is read, which lies
 * behind it: with r bytes a record and n shapes, at (r - 2) n + 2 (i + 1) >= r (i + 1). */
static void write_shapes(encoder *out) {
    const uint32_t count = out->world->shape_pool.live;
    pawli_record record;
    numbering all;
    uint8_t *room = begin_section(out, PAWLI_SECTION_SHAPES, count, &record);
    out->geometry_room = begin_section(out, PAWLI_SECTION_GEOMETRIES, out->convexes, &all.convex);
    out->terrain_room = begin_section(out, PAWLI_SECTION_TERRAINS, out->terrains, &all.terrain);
    if (room == NULL || count == 0) return;
    PAWL_ASSERT(record.size >= ENTRIES_PER_SHAPE * ENTRY_SIZE + NUMBER_SIZE);
    uint8_t *numbers = room + count * (record.size - NUMBER_SIZE);
    all.convexes = all.terrains = 0;
    all.table = room;
    all.table_size = count * ENTRIES_PER_SHAPE;
    number_geometries(out, &all, numbers);
    write_shape_records(out, &record, room, numbers);
}

/* ---- the rest ------------------------------------------------------------------------------- */

static void write_joints(encoder *out) {
    const pawli_joint *joints = pawli_joints_const(out->world);
    pawli_record record;
    uint8_t *to = begin_section(out, PAWLI_SECTION_JOINTS, out->world->joint_pool.live, &record);
    if (to == NULL) return;
    for (uint16_t at = out->world->first_joint; at != PAWLI_NONE; at = joints[at].next) {
        pawli_store_u16(to, at);
        pawli_store_u32(to + 2, joints[at].serial);
        pawli_record_store(&record, &joints[at], to);
        to += record.size;
    }
}

static void write_contacts(encoder *out) {
    const pawli_contact *contacts = pawli_contacts_const(out->world);
    pawli_record record;
    uint8_t *to = begin_section(out, PAWLI_SECTION_CONTACTS, out->world->contact_count, &record);
    if (to == NULL) return;
    for (uint32_t i = 0; i < out->world->contact_count; i++, to += record.size)
        pawli_record_store(&record, &contacts[i], to);
}

static uint8_t *write_free_slot(uint8_t *to, uint16_t slot, uint16_t generation) {
    pawli_store_u16(to, slot);
    pawli_store_u16(to + 2, generation);
    return to + PAWLI_FREE_SIZE;
}

static void write_pools(encoder *out) {
    const pawl_world *world = out->world;
    const pawli_body *bodies = pawli_bodies_const(world);
    const pawli_shape *shapes = pawli_shapes_const(world);
    const pawli_joint *joints = pawli_joints_const(world);
    const uint32_t used =
        (uint32_t)world->body_pool.used + world->shape_pool.used + world->joint_pool.used;
    const uint32_t live =
        (uint32_t)world->body_pool.live + world->shape_pool.live + world->joint_pool.live;
    pawli_record record, none;
    uint8_t *to = begin_section(out, PAWLI_SECTION_POOLS, PAWLI_POOL_COUNT, &record);
    uint8_t *free_slots = begin_section(out, PAWLI_SECTION_FREE, used - live, &none);
    if (to == NULL || free_slots == NULL) return;
    pawli_record_store(&record, &world->body_pool, to);
    pawli_record_store(&record, &world->shape_pool, to + record.size);
    pawli_record_store(&record, &world->joint_pool, to + 2u * record.size);
    for (uint16_t at = world->body_pool.free_first; at != PAWLI_NONE; at = bodies[at].next)
        free_slots = write_free_slot(free_slots, at, bodies[at].generation);
    for (uint16_t at = world->shape_pool.free_first; at != PAWLI_NONE; at = shapes[at].body)
        free_slots = write_free_slot(free_slots, at, shapes[at].generation);
    for (uint16_t at = world->joint_pool.free_first; at != PAWLI_NONE; at = joints[at].next)
        free_slots = write_free_slot(free_slots, at, joints[at].generation);
}

/* Ends of touches that calls have caused, which the next step reports. */
static void write_ends(encoder *out) {
    const pawl_world *world = out->world;
    const uint8_t *from = (const uint8_t *)world + world->at_ends;
    const uint32_t count = world->late_end_count + world->late_sensor_end_count;
    pawli_record none;
    uint8_t *to = begin_section(out, PAWLI_SECTION_ENDS, count, &none);
    if (to == NULL) return;
    from += (size_t)(world->end_count + world->sensor_end_count) * sizeof(pawl_touch_event);
    for (uint32_t i = 0; i < count; i++, to += PAWLI_END_SIZE) {
        pawl_touch_event event; /* of either kind: the array is of two types */
        memcpy(&event, from + (size_t)i * sizeof event, sizeof event);
        pawli_store_u16(to, event.shape_a.index1);
        pawli_store_u16(to + 2, event.shape_a.generation);
        pawli_store_u16(to + 4, event.shape_b.index1);
        pawli_store_u16(to + 6, event.shape_b.generation);
    }
}

/* ---- soft bodies ---------------------------------------------------------------------------- */

static bool has_soft(const pawl_world *world) {
    return (world->soft_pool.capacity | world->soft_point_capacity | world->soft_link_capacity) > 0;
}

static void write_soft_pool(encoder *out) {
    const pawl_world *world = out->world;
    pawli_record record;
    uint8_t *to = begin_section(out, PAWLI_SECTION_SOFT, 1, &record);
    if (to == NULL) return;
    pawli_store_u16(to, world->soft_pool.capacity);
    pawli_store_u16(to + 2, world->soft_point_capacity);
    pawli_store_u16(to + 4, world->soft_link_capacity);
    pawli_record_store(&record, world, to);
}

static void write_soft_bodies(encoder *out) {
    const pawli_soft *softs = pawli_softs_const(out->world);
    pawli_record record;
    uint8_t *to =
        begin_section(out, PAWLI_SECTION_SOFT_BODIES, out->world->soft_pool.live, &record);
    if (to == NULL) return;
    for (uint16_t at = out->world->first_soft; at != PAWLI_NONE; at = softs[at].next) {
        pawli_store_u16(to, at);
        pawli_store_u32(to + 2, softs[at].serial);
        pawli_record_store(&record, &softs[at], to);
        to += record.size;
    }
}

/* Points and links lie in the order in which they are written. */
static void write_soft_parts(encoder *out) {
    const pawl_world *world = out->world;
    const pawli_soft_point *points = pawli_soft_points_const(world);
    const pawli_soft_link *links = pawli_soft_links_const(world);
    pawli_record record;
    uint8_t *to = begin_section(out, PAWLI_SECTION_SOFT_POINTS, world->soft_point_count, &record);
    for (uint32_t i = 0; to != NULL && i < world->soft_point_count; i++, to += record.size)
        pawli_record_store(&record, &points[i], to);
    to = begin_section(out, PAWLI_SECTION_SOFT_LINKS, world->soft_link_count, &record);
    for (uint32_t i = 0; to != NULL && i < world->soft_link_count; i++, to += record.size)
        pawli_record_store(&record, &links[i], to);
}

static void write_soft(encoder *out) {
    const pawl_world *world = out->world;
    const pawli_soft *softs = pawli_softs_const(world);
    if (!has_soft(world)) return;
    pawli_record none;
    write_soft_pool(out);
    write_soft_bodies(out);
    write_soft_parts(out);
    const uint32_t free_count = (uint32_t)world->soft_pool.used - world->soft_pool.live;
    uint8_t *to = begin_section(out, PAWLI_SECTION_SOFT_FREE, free_count, &none);
    if (to == NULL) return;
    for (uint16_t at = world->soft_pool.free_first; at != PAWLI_NONE; at = softs[at].next)
        to = write_free_slot(to, at, softs[at].generation);
}

/* ---- all of it ------------------------------------------------------------------------------ */

static void write_header(encoder *out, uint32_t size, uint32_t hash) {
    const pawl_world *world = out->world;
    pawli_write_bytes(&out->to, PAWLI_SNAPSHOT_MAGIC, PAWLI_SNAPSHOT_MAGIC_SIZE);
    pawli_write_u32(&out->to, PAWL_SNAPSHOT_FORMAT);
    pawli_write_u32(&out->to, PAWL_SIMULATION_VERSION);
    pawli_write_u32(&out->to, PAWL_CONFIG_ID);
    pawli_write_u32(&out->to, size);
    pawli_write_u32(&out->to, hash);
    pawli_write_u16(&out->to, world->body_pool.capacity);
    pawli_write_u16(&out->to, world->shape_pool.capacity);
    pawli_write_u16(&out->to, world->geometry_capacity);
    pawli_write_u16(&out->to, world->event_capacity);
    pawli_write_u16(&out->to, world->joint_pool.capacity);
    pawli_write_u16(&out->to, 0);
    pawli_write_u32(&out->to, world->contact_capacity);
}

/* Everything but the checksum. */
static void write_all(encoder *out, uint32_t size, uint32_t hash) {
    count_geometries(out);
    write_header(out, size, hash);
    pawli_record_write_schema(&out->to,
                              has_soft(out->world) ? PAWLI_LAST_OBJECT : PAWLI_LAST_HARD_OBJECT);
    write_world(out);
    write_bodies(out);
    write_shapes(out);
    write_joints(out);
    write_contacts(out);
    write_pools(out);
    write_ends(out);
    write_soft(out);
}

uint32_t pawl_snapshot_size(const pawl_world *world) {
    if (world == NULL) return 0;
    encoder out;
    out.world = world;
    out.to = pawli_writer_of(NULL, 0);
    write_all(&out, 0, 0);
    return out.to.at + PAWLI_SNAPSHOT_TAIL;
}

pawl_status pawl_world_encode(const pawl_world *world, void *buffer, size_t size,
                              uint32_t *out_size) {
    if (world == NULL || buffer == NULL || out_size == NULL) return PAWL_ERR_NULL;
    const uint32_t needed = pawl_snapshot_size(world);
    if (size < needed) return PAWL_ERR_MEMORY;
    encoder out;
    out.world = world;
    out.to = pawli_writer_of(buffer, needed);
    write_all(&out, needed, pawl_world_hash(world));
    pawli_write_u32(&out.to, pawli_crc_32(0, buffer, (size_t)out.to.at));
    PAWL_ASSERT(!out.to.full && out.to.at == needed);
    *out_size = needed;
    return PAWL_OK;
}
