/* snapshot_open.c - look through a snapshot without making a world of it. */
#include "base/crc.h"
#include "base/bytes.h"
#include "base/rom.h"
#include "state/snapshot.h"
#include "world/objects.h"

/* ---- what the sections are made of ---------------------------------------------------------- */

/* How many capacities stand in front of a pool: those of it and of what its objects own. */
static uint8_t size_of_capacities(int section) {
    uint8_t size = 0;
    if (section == PAWLI_SECTION_POOLS) return 0; /* they are in the header */
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        if (pawli_objects_of(type).pool_section == section)
            size = (uint8_t)(size + PAWLI_CAPACITY_SIZE);
    }
    return size;
}

static uint8_t group_of(uint8_t pool_section) {
    return pool_section == PAWLI_SECTION_POOLS ? 0 : pool_section;
}

/* Slot, serial, and a number: of the objects that are owned, or of what is referred to. */
static uint8_t size_of_key(int type) {
    const bool has_number = pawli_objects_owned_by(type, PAWLI_ORDER_OWNED).type != 0 ||
                            pawli_objects_owned_by(type, PAWLI_ORDER_SHARED).type != 0;
    if (pawli_objects_of(type).pool == 0) return 0;
    return (uint8_t)(PAWLI_KEY_SIZE + (has_number ? 2u : 0u));
}

pawli_section_content pawli_snapshot_open_content(int section) {
    const pawli_section_content ends = {PAWLI_CONTENT_ENDS, 0, PAWLI_END_SIZE, 0};
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.pool != 0 && all.pool_section == section) {
            const pawli_section_content pools = {PAWLI_CONTENT_POOLS, all.pool_type,
                                                 size_of_capacities(section),
                                                 group_of(all.pool_section)};
            return pools;
        }
        if (all.pool != 0 && all.free_section == section) {
            const pawli_section_content slots = {PAWLI_CONTENT_FREE, 0, PAWLI_FREE_SIZE,
                                                 group_of(all.pool_section)};
            return slots;
        }
        if (all.section == section && all.order != PAWLI_ORDER_POOL) {
            const pawli_section_content objects = {PAWLI_CONTENT_OBJECTS, all.type,
                                                   size_of_key(type), group_of(all.pool_section)};
            return objects;
        }
    }
    return ends;
}

uint32_t pawli_snapshot_open_pools(int section) {
    uint32_t count = 0;
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        count += all.pool != 0 && all.pool_section == section;
    }
    return count;
}

bool pawli_snapshot_open_has_room(uint8_t group, const pawl_world *world) {
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.pool_section == group && pawli_objects_capacity(&all, world) > 0) return true;
    }
    return false;
}

bool pawli_snapshot_open_section(pawli_record *record, const pawli_snapshot *snapshot,
                                 int section) {
    const pawli_section_content content = pawli_snapshot_open_content(section);
    return pawli_record_prepare_read(record, (pawli_object_type)content.type, content.prefix,
                                     snapshot->bytes, snapshot->schemas[content.type]);
}

/* ---- header --------------------------------------------------------------------------------- */

/* The capacities; what else a def has is in the record of the world. */
static pawl_world_def read_capacities(pawli_reader *from) {
    pawl_world_def def = pawl_world_def_default();
    def.body_capacity = pawli_read_u16(from);
    def.shape_capacity = pawli_read_u16(from);
    def.geometry_capacity = pawli_read_u16(from);
    def.event_capacity = pawli_read_u16(from);
    def.joint_capacity = pawli_read_u16(from);
    const uint16_t flags = pawli_read_u16(from);
    if ((flags & ~PAWLI_SNAPSHOT_NO_TERRAIN) != 0) from->bad = true;
    def.terrain = (flags & PAWLI_SNAPSHOT_NO_TERRAIN) == 0;
    def.contact_capacity = pawli_read_u32(from);
    return def;
}

/* The magic number and the checksum are in all versions where they are in this one. */
static pawl_status read_snapshot_header(pawli_reader *from, pawli_snapshot *out) {
    const uint8_t *magic = pawli_read_bytes(from, PAWLI_SNAPSHOT_MAGIC_SIZE);
    if (magic == NULL ||
        !pawli_bytes_are_equal(magic, PAWLI_SNAPSHOT_MAGIC, PAWLI_SNAPSHOT_MAGIC_SIZE)) {
        return PAWL_ERR_FORMAT;
    }
    if (out->size < PAWLI_SNAPSHOT_HEADER + PAWLI_SNAPSHOT_TAIL) return PAWL_ERR_CORRUPT;
    const uint32_t covered = out->size - PAWLI_SNAPSHOT_TAIL;
    if (pawli_crc_32(0, out->bytes, (size_t)covered) != pawli_fetch_u32(out->bytes + covered)) {
        return PAWL_ERR_CORRUPT;
    }
    if (pawli_read_u32(from) != PAWL_SNAPSHOT_FORMAT) return PAWL_ERR_VERSION;
    out->simulation = pawli_read_u32(from);
    out->claimed = pawli_read_u32(from);
    if (pawli_read_u32(from) != out->size) return PAWL_ERR_FORMAT;
    out->hash = pawli_read_u32(from);
    out->def = read_capacities(from);
    return from->bad ? PAWL_ERR_FORMAT : PAWL_OK;
}

/* ---- sections ------------------------------------------------------------------------------- */

/* The next section, whichever it is; its records are skipped. */
static bool read_section(pawli_reader *from, uint8_t *section, pawli_section_place *place) {
    *section = pawli_read_u8(from);
    if (pawli_read_u8(from) != 0) return false;
    place->record = pawli_read_u16(from);
    place->count = pawli_read_u32(from);
    place->at = from->at;
    if (from->bad) return false;
    if (place->count != 0 && place->record == 0) return false;
    if (place->count != 0 && place->count > pawli_bytes_left(from) / place->record) return false;
    return pawli_read_bytes(from, place->count * place->record) != NULL;
}

/* Groups of sections are there as a whole or not at all. */
static bool groups_are_whole(const pawli_snapshot *snapshot) {
    for (int section = 1; section <= PAWLI_SECTION_COUNT; section++) {
        const uint8_t group = pawli_snapshot_open_content(section).group;
        const bool is_wanted = group == 0 || snapshot->sections[group].at != 0;
        if (is_wanted != (snapshot->sections[section].at != 0)) return false;
    }
    return true;
}

static bool read_sections(pawli_reader *from, pawli_snapshot *out) {
    uint8_t before = 0;
    while (pawli_bytes_left(from) > 0) {
        uint8_t section;
        pawli_section_place place;
        if (!read_section(from, &section, &place) || section <= before) return false;
        before = section;
        if (section > PAWLI_SECTION_COUNT) {
            out->has_foreign = true;
            if (place.count > 0) out->has_unknown = true;
            continue;
        }
        const pawli_section_content content = pawli_snapshot_open_content(section);
        if (place.record != content.prefix + (uint32_t)out->schemas[content.type].size)
            return false;
        out->sections[section] = place;
    }
    out->has_soft = out->sections[PAWLI_SECTION_SOFT].at != 0;
    return !from->bad && groups_are_whole(out);
}

static uint32_t count_of(const pawli_snapshot *snapshot, int section) {
    return snapshot->sections[section].count;
}

/* The capacities are in the snapshot only if there is one. */
static bool soft_counts_are_sound(pawli_snapshot *snapshot) {
    pawl_world_def *def = &snapshot->def;
    if (!snapshot->has_soft) return true;
    if (count_of(snapshot, PAWLI_SECTION_SOFT) != 1) return false; /* it is read below */
    const uint8_t *record = pawli_record_at(snapshot, PAWLI_SECTION_SOFT, 0);
    def->soft_capacity = pawli_fetch_u16(record);
    def->soft_point_capacity = pawli_fetch_u16(record + 2);
    def->soft_link_capacity = pawli_fetch_u16(record + 4);
    return (def->soft_capacity | def->soft_point_capacity | def->soft_link_capacity) > 0 &&
           count_of(snapshot, PAWLI_SECTION_SOFT_BODIES) <= def->soft_capacity &&
           count_of(snapshot, PAWLI_SECTION_SOFT_POINTS) <= def->soft_point_capacity &&
           count_of(snapshot, PAWLI_SECTION_SOFT_LINKS) <= def->soft_link_capacity &&
           count_of(snapshot, PAWLI_SECTION_SOFT_FREE) <= def->soft_capacity;
}

#if PAWL_WITH_CHARACTERS
static bool character_counts_are_sound(pawli_snapshot *snapshot) {
    pawl_world_def *def = &snapshot->def;
    if (snapshot->sections[PAWLI_SECTION_CHARACTER_POOL].at == 0) return true;
    if (count_of(snapshot, PAWLI_SECTION_CHARACTER_POOL) != 1) return false; /* it is read below */
    def->character_capacity =
        pawli_fetch_u16(pawli_record_at(snapshot, PAWLI_SECTION_CHARACTER_POOL, 0));
    return def->character_capacity > 0 &&
           count_of(snapshot, PAWLI_SECTION_CHARACTERS) <= def->character_capacity &&
           count_of(snapshot, PAWLI_SECTION_CHARACTER_FREE) <= def->character_capacity;
}
#endif

/* Pools and settings are as many as they are; capacities of objects are asked for when they are
 * loaded. */
static bool counts_are_sound(pawli_snapshot *snapshot) {
    const pawl_world_def *def = &snapshot->def;
    const uint32_t geometries = count_of(snapshot, PAWLI_SECTION_GEOMETRIES);
    if (!soft_counts_are_sound(snapshot)) return false;
#if PAWL_WITH_CHARACTERS
    if (!character_counts_are_sound(snapshot)) return false;
#endif
    for (int section = 1; section <= PAWLI_SECTION_COUNT; section++) {
        const pawli_section_content content = pawli_snapshot_open_content(section);
        if (content.what != PAWLI_CONTENT_POOLS || snapshot->sections[section].at == 0) continue;
        if (count_of(snapshot, section) != pawli_snapshot_open_pools(section)) return false;
    }
    return count_of(snapshot, PAWLI_SECTION_WORLD) == 1 &&
           count_of(snapshot, PAWLI_SECTION_BODIES) <= def->body_capacity &&
           count_of(snapshot, PAWLI_SECTION_SHAPES) <= def->shape_capacity &&
           count_of(snapshot, PAWLI_SECTION_JOINTS) <= def->joint_capacity &&
           count_of(snapshot, PAWLI_SECTION_CONTACTS) <= def->contact_capacity &&
           count_of(snapshot, PAWLI_SECTION_ENDS) <= def->event_capacity &&
           geometries <= def->geometry_capacity &&
           (def->terrain || count_of(snapshot, PAWLI_SECTION_TERRAINS) == 0) &&
           count_of(snapshot, PAWLI_SECTION_TERRAINS) <= def->geometry_capacity - geometries;
}

/* ---- fields that this build does not know
 * ---------------------------------------------------------- */

/* `*at` fields of the table have lower numbers: they ascend in both. */
static bool is_known(pawli_object_type type, uint8_t number, uint16_t *at) {
    const pawli_fields table = pawli_fields_of(type);
    for (; *at < table.count; ++*at) {
        pawli_field copy;
        const pawli_field *field = pawli_rom_fetch(&table.fields[*at], &copy, sizeof copy);
        if (field->number >= number) return field->number == number && field->size != 0;
    }
    return false;
}

/* Whether a field has its default in all records of a section. */
static bool has_defaults_alone(const pawli_snapshot *snapshot, int section, uint16_t at,
                               pawli_schema_field field) {
    uint8_t bytes[8];
    pawli_store_u32(bytes, (uint32_t)field.default_value);
    pawli_store_u32(bytes + 4, field.default_value < 0 ? UINT32_MAX : 0);
    for (uint32_t i = 0; i < snapshot->sections[section].count; i++) {
        if (!pawli_bytes_are_equal(pawli_record_at(snapshot, section, i) + at, bytes, field.size))
            return false;
    }
    return true;
}

static bool has_unknown_fields(const pawli_snapshot *snapshot, int section) {
    const pawli_section_content content = pawli_snapshot_open_content(section);
    if (content.type == 0) return false;
    const pawli_schema schema = snapshot->schemas[content.type];
    pawli_reader from = pawli_reader_of(snapshot->bytes + schema.at, 6u * schema.count);
    uint16_t at = content.prefix, table_at = 0;
    for (uint16_t i = 0; i < schema.count; i++) {
        const pawli_schema_field field = pawli_record_read_schema_field(&from);
        if (!is_known((pawli_object_type)content.type, field.number, &table_at) &&
            !has_defaults_alone(snapshot, section, at, field))
            return true;
        at = (uint16_t)(at + field.size);
    }
    return false;
}

/* ---- all of it ------------------------------------------------------------------------------ */

/* The rest of the def. Joints that a build without them has room for are of no use: in such a build
 * no slot will ever be taken. */
static bool finish_def(pawli_snapshot *snapshot) {
    pawli_record record;
    pawl_world world;
    memset(&world, 0, sizeof world);
    (void)pawli_snapshot_open_section(&record, snapshot, PAWLI_SECTION_WORLD);
    const uint8_t *from = pawli_record_at(snapshot, PAWLI_SECTION_WORLD, 0);
    pawli_record_load(&record, from, &world);
    pawl_world_def *def = &snapshot->def;
    def->gravity = world.gravity;
    def->length_unit = world.scales.length_unit;
    def->rate_numerator = world.rate_numerator;
    def->rate_denominator = world.rate_denominator;
    def->substeps = world.substeps;
    def->sleeping = world.sleeping != 0;
    def->contact_tuning = world.tuning.contact;
    def->restitution_threshold = world.tuning.restitution_threshold;
    def->hit_threshold = world.tuning.hit_threshold;
    snapshot->is_shifted = pawli_is_shifted(&world);
    snapshot->goes_round = pawli_way_goes_round(&world);
    if (!pawli_record_is_in_range(&record, from, &world) || def->geometry_capacity == 0 ||
        def->event_capacity == 0 || def->contact_capacity == 0) {
        return false;
    }
    if (!snapshot->has_soft) return true;
    (void)pawli_snapshot_open_section(&record, snapshot, PAWLI_SECTION_SOFT);
    from = pawli_record_at(snapshot, PAWLI_SECTION_SOFT, 0);
    pawli_record_load(&record, from, &world);
    def->soft_substeps = world.soft_substeps;
    return pawli_record_is_in_range(&record, from, &world);
}

/* Whether the fields that are known here have the sizes and defaults that are known. */
static bool can_be_read(const pawli_snapshot *snapshot) {
    pawli_record record;
    for (int section = 1; section <= PAWLI_SECTION_COUNT; section++) {
        if (!pawli_snapshot_open_section(&record, snapshot, section)) return false;
    }
    return true;
}

/* Room that a build has no use for. */
static void set_foreign_room_apart(pawli_snapshot *snapshot) {
    pawl_world_def *const def = &snapshot->def;
    pawli_foreign_room *const foreign = &snapshot->foreign;
    if (!PAWL_WITH_JOINTS && !(snapshot->features & PAWL_FEATURE_JOINTS)) {
        foreign->joints = def->joint_capacity;
        def->joint_capacity = 0;
    }
    if (!PAWL_WITH_SOFT && !(snapshot->features & PAWL_FEATURE_SOFT)) {
        foreign->softs = def->soft_capacity;
        foreign->soft_points = def->soft_point_capacity;
        foreign->soft_links = def->soft_link_capacity;
        def->soft_capacity = def->soft_point_capacity = def->soft_link_capacity = 0;
        snapshot->has_soft = false;
    }
}

pawl_status pawli_snapshot_open(const void *bytes, size_t size, pawli_snapshot *out) {
    memset(out, 0, sizeof *out);
    out->bytes = (const uint8_t *)bytes;
    const uint64_t whole = size;
    out->size = whole > UINT32_MAX ? UINT32_MAX : (uint32_t)whole;
    pawli_reader from = pawli_reader_of(bytes, out->size);
    const pawl_status status = read_snapshot_header(&from, out);
    if (status != PAWL_OK) return status;
    from.size -= PAWLI_SNAPSHOT_TAIL;
    if (!pawli_record_read_schema(&from, out->schemas) || !read_sections(&from, out)) {
        return PAWL_ERR_FORMAT;
    }
    if (!can_be_read(out) || !counts_are_sound(out) || !finish_def(out)) return PAWL_ERR_FORMAT;
    for (int section = 1; section <= PAWLI_SECTION_COUNT && !out->has_unknown; section++)
        out->has_unknown = has_unknown_fields(out, section);
    out->features = pawli_features_of_snapshot(out);
    set_foreign_room_apart(out);
    return PAWL_OK;
}

PAWLI_STACK_APART uint64_t tick_of(const pawli_snapshot *opened) {
    pawli_record record;
    pawl_world world;
    memset(&world, 0, sizeof world);
    (void)pawli_snapshot_open_section(&record, opened, PAWLI_SECTION_WORLD);
    pawli_record_load(&record, pawli_record_at(opened, PAWLI_SECTION_WORLD, 0), &world);
    return world.tick;
}

pawl_status pawl_snapshot_inspect(const void *snapshot, size_t size, pawl_snapshot_info *out) {
    if (snapshot == NULL || out == NULL) return PAWL_ERR_NULL;
    pawli_snapshot opened;
    const pawl_status status = pawli_snapshot_open(snapshot, size, &opened);
    if (status != PAWL_OK) return status;
    memset(out, 0, sizeof *out);
    out->format = PAWL_SNAPSHOT_FORMAT;
    out->simulation = opened.simulation;
    out->features = opened.features;
    out->hash = opened.hash;
    out->tick = tick_of(&opened);
    out->def = opened.def;
    out->bodies = count_of(&opened, PAWLI_SECTION_BODIES);
    out->shapes = count_of(&opened, PAWLI_SECTION_SHAPES);
    out->joints = count_of(&opened, PAWLI_SECTION_JOINTS);
    out->contacts = count_of(&opened, PAWLI_SECTION_CONTACTS);
    out->terrains = count_of(&opened, PAWLI_SECTION_TERRAINS);
    out->softs = count_of(&opened, PAWLI_SECTION_SOFT_BODIES);
    return PAWL_OK;
}
