/* open.c - look through a snapshot without making a world of it. */
#include "base/crc.h"
#include "base/bytes.h"
#include "base/rom.h"
#include "state/snapshot.h"

/* What the sections are made of. */
typedef struct section_kind {
    uint8_t kind, prefix;
} section_kind;

static const section_kind section_kinds[PAWLI_SECTION_COUNT + 1] PAWLI_ROM = {
    [PAWLI_SECTION_WORLD] = {PAWLI_OBJECT_WORLD, 0},
    [PAWLI_SECTION_BODIES] = {PAWLI_OBJECT_BODY, PAWLI_BODY_PREFIX},
    [PAWLI_SECTION_SHAPES] = {PAWLI_OBJECT_SHAPE, PAWLI_SHAPE_PREFIX},
    [PAWLI_SECTION_GEOMETRIES] = {PAWLI_OBJECT_GEOMETRY, 0},
    [PAWLI_SECTION_TERRAINS] = {PAWLI_OBJECT_TERRAIN, 0},
    [PAWLI_SECTION_JOINTS] = {PAWLI_OBJECT_JOINT, PAWLI_JOINT_PREFIX},
    [PAWLI_SECTION_CONTACTS] = {PAWLI_OBJECT_CONTACT, 0},
    [PAWLI_SECTION_POOLS] = {PAWLI_OBJECT_POOL, 0},
    [PAWLI_SECTION_FREE] = {0, PAWLI_FREE_SIZE},
    [PAWLI_SECTION_ENDS] = {0, PAWLI_END_SIZE},
    [PAWLI_SECTION_SOFT] = {PAWLI_OBJECT_SOFT_POOL, PAWLI_SOFT_PREFIX},
    [PAWLI_SECTION_SOFT_BODIES] = {PAWLI_OBJECT_SOFT, PAWLI_SOFT_BODY_PREFIX},
    [PAWLI_SECTION_SOFT_POINTS] = {PAWLI_OBJECT_SOFT_POINT, 0},
    [PAWLI_SECTION_SOFT_LINKS] = {PAWLI_OBJECT_SOFT_LINK, 0},
    [PAWLI_SECTION_SOFT_FREE] = {0, PAWLI_FREE_SIZE},
};

static section_kind section_kind_of(pawli_section section) {
    section_kind copy;
    return *(const section_kind *)pawli_rom_fetch(&section_kinds[section], &copy, sizeof copy);
}

pawli_object_type pawli_snapshot_open_type(pawli_section section) {
    return (pawli_object_type)section_kind_of(section).kind;
}

uint16_t pawli_snapshot_open_prefix(pawli_section section) {
    return section_kind_of(section).prefix;
}

bool pawli_snapshot_open_section(pawli_record *record, const pawli_snapshot *snapshot,
                                 pawli_section section) {
    const pawli_object_type kind = pawli_snapshot_open_type(section);
    return pawli_record_plan_read(record, kind, pawli_snapshot_open_prefix(section),
                                  snapshot->bytes, snapshot->schemas[kind]);
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
    if (pawli_read_u16(from) != 0) from->bad = true;
    def.contact_capacity = pawli_read_u32(from);
    return def;
}

/* The magic number and the checksum are in all versions where they are in this one. */
static pawl_status read_header(pawli_reader *from, pawli_snapshot *out) {
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
    out->config = pawli_read_u32(from);
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

static bool read_sections(pawli_reader *from, pawli_snapshot *out) {
    uint8_t before = 0, found = 0;
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
        const pawli_object_type kind = pawli_snapshot_open_type((pawli_section)section);
        const uint32_t fields = out->schemas[kind].size;
        if (place.record != pawli_snapshot_open_prefix((pawli_section)section) + fields)
            return false;
        out->sections[section] = place;
        found++;
    }
    out->has_soft = found == PAWLI_SECTION_COUNT;
    return !from->bad && (found == PAWLI_HARD_SECTION_COUNT || out->has_soft);
}

static uint32_t count_of(const pawli_snapshot *snapshot, pawli_section section) {
    return snapshot->sections[section].count;
}

/* The capacities are in the snapshot only if there is one. */
static bool soft_counts_are_sound(pawli_snapshot *snapshot) {
    pawl_world_def *def = &snapshot->def;
    if (!snapshot->has_soft) return true;
    if (count_of(snapshot, PAWLI_SECTION_SOFT) != 1) return false;
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

static bool counts_are_sound(pawli_snapshot *snapshot) {
    const pawl_world_def *def = &snapshot->def;
    const uint32_t geometries = count_of(snapshot, PAWLI_SECTION_GEOMETRIES);
    if (!soft_counts_are_sound(snapshot)) return false;
    return count_of(snapshot, PAWLI_SECTION_WORLD) == 1 &&
           count_of(snapshot, PAWLI_SECTION_POOLS) == PAWLI_POOL_COUNT &&
           count_of(snapshot, PAWLI_SECTION_BODIES) <= def->body_capacity &&
           count_of(snapshot, PAWLI_SECTION_SHAPES) <= def->shape_capacity &&
           count_of(snapshot, PAWLI_SECTION_JOINTS) <= def->joint_capacity &&
           count_of(snapshot, PAWLI_SECTION_CONTACTS) <= def->contact_capacity &&
           count_of(snapshot, PAWLI_SECTION_ENDS) <= def->event_capacity &&
           geometries <= def->geometry_capacity &&
           count_of(snapshot, PAWLI_SECTION_TERRAINS) <= def->geometry_capacity - geometries;
}

/* ---- fields that nobody here knows ---------------------------------------------------------- */

/* `*at` fields of the table have been passed: numbers ascend in both. */
static bool is_known(pawli_object_type kind, uint8_t number, uint16_t *at) {
    const pawli_fields table = pawli_fields_of(kind);
    for (; *at < table.count; ++*at) {
        pawli_field copy;
        const pawli_field *field = pawli_rom_fetch(&table.fields[*at], &copy, sizeof copy);
        if (field->number >= number) return field->number == number && field->size != 0;
    }
    return false;
}

/* Whether a field has its default in all records of a section. */
static bool is_at_rest(const pawli_snapshot *snapshot, pawli_section section, uint16_t at,
                       pawli_schema_field field) {
    uint8_t rest[8];
    pawli_store_u32(rest, (uint32_t)field.rest);
    pawli_store_u32(rest + 4, field.rest < 0 ? UINT32_MAX : 0);
    for (uint32_t i = 0; i < snapshot->sections[section].count; i++) {
        if (!pawli_bytes_are_equal(pawli_record_at(snapshot, section, i) + at, rest, field.size))
            return false;
    }
    return true;
}

static bool has_unknown_fields(const pawli_snapshot *snapshot, pawli_section section) {
    const pawli_object_type kind = pawli_snapshot_open_type(section);
    if (kind == 0) return false;
    const pawli_schema schema = snapshot->schemas[kind];
    pawli_reader from = pawli_reader_of(snapshot->bytes + schema.at, 6u * schema.count);
    uint16_t at = pawli_snapshot_open_prefix(section), passed = 0;
    for (uint16_t i = 0; i < schema.count; i++) {
        const pawli_schema_field field = pawli_record_read_schema_field(&from);
        if (!is_known(kind, field.number, &passed) && !is_at_rest(snapshot, section, at, field))
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
    pawli_record_load(&record, pawli_record_at(snapshot, PAWLI_SECTION_WORLD, 0), &world);
    pawl_world_def *def = &snapshot->def;
    def->gravity = world.gravity;
    def->length_unit = world.scales.length_unit;
    def->rate_numerator = world.rate_numerator;
    def->rate_denominator = world.rate_denominator;
    def->substeps = world.substeps;
    def->sleeping = world.sleeping;
    if (!pawli_record_is_in_range(&record, &world) || def->geometry_capacity == 0 ||
        def->event_capacity == 0 || def->contact_capacity == 0) {
        return false;
    }
    if (!snapshot->has_soft) return true;
    (void)pawli_snapshot_open_section(&record, snapshot, PAWLI_SECTION_SOFT);
    pawli_record_load(&record, pawli_record_at(snapshot, PAWLI_SECTION_SOFT, 0), &world);
    def->soft_substeps = world.soft_substeps;
    return pawli_record_is_in_range(&record, &world);
}

/* Whether the fields that are known here have the sizes and defaults that are known. */
static bool can_be_read(const pawli_snapshot *snapshot) {
    pawli_record record;
    for (int section = 1; section <= PAWLI_SECTION_COUNT; section++) {
        if (!pawli_snapshot_open_section(&record, snapshot, (pawli_section)section)) return false;
    }
    return true;
}

static bool has_used_joints(const pawli_snapshot *snapshot) {
    pawli_record record;
    pawli_pool pool;
    memset(&pool, 0, sizeof pool);
    (void)pawli_snapshot_open_section(&record, snapshot, PAWLI_SECTION_POOLS);
    pawli_record_load(&record, pawli_record_at(snapshot, PAWLI_SECTION_POOLS, 2), &pool);
    return pool.used != 0 || pool.live != 0 || pool.next_serial != 1;
}

static bool has_used_soft(const pawli_snapshot *snapshot) {
    pawli_record record;
    pawl_world world;
    memset(&world, 0, sizeof world);
    if (!snapshot->has_soft) return false;
    (void)pawli_snapshot_open_section(&record, snapshot, PAWLI_SECTION_SOFT);
    pawli_record_load(&record, pawli_record_at(snapshot, PAWLI_SECTION_SOFT, 0), &world);
    return world.soft_pool.used != 0 || world.soft_pool.live != 0 ||
           world.soft_pool.next_serial != 1;
}

/* Room that a build without soft bodies has no use for, as above. */
static void forget_soft(pawli_snapshot *snapshot) {
    pawl_world_def *def = &snapshot->def;
    def->soft_capacity = def->soft_point_capacity = def->soft_link_capacity = 0;
    snapshot->has_soft = false;
}

pawl_status pawli_snapshot_open(const void *bytes, size_t size, pawli_snapshot *out) {
    memset(out, 0, sizeof *out);
    out->bytes = (const uint8_t *)bytes;
    const uint64_t whole = size;
    out->size = whole > UINT32_MAX ? UINT32_MAX : (uint32_t)whole;
    pawli_reader from = pawli_reader_of(bytes, out->size);
    const pawl_status status = read_header(&from, out);
    if (status != PAWL_OK) return status;
    from.size -= PAWLI_SNAPSHOT_TAIL;
    if (!pawli_record_read_schema(&from, out->schemas) || !read_sections(&from, out)) {
        return PAWL_ERR_FORMAT;
    }
    if (!can_be_read(out) || !counts_are_sound(out) || !finish_def(out)) return PAWL_ERR_FORMAT;
    for (int section = 1; section <= PAWLI_SECTION_COUNT && !out->has_unknown; section++)
        out->has_unknown = has_unknown_fields(out, (pawli_section)section);
    if (!PAWL_WITH_JOINTS && !has_used_joints(out)) out->def.joint_capacity = 0;
    if (!PAWL_WITH_SOFT && !has_used_soft(out)) forget_soft(out);
    return PAWL_OK;
}

pawl_status pawl_snapshot_read(const void *snapshot, size_t size, pawl_snapshot_info *out) {
    if (snapshot == NULL || out == NULL) return PAWL_ERR_NULL;
    pawli_snapshot opened;
    const pawl_status status = pawli_snapshot_open(snapshot, size, &opened);
    if (status != PAWL_OK) return status;
    pawli_record record;
    pawl_world world;
    memset(&world, 0, sizeof world);
    (void)pawli_snapshot_open_section(&record, &opened, PAWLI_SECTION_WORLD);
    pawli_record_load(&record, pawli_record_at(&opened, PAWLI_SECTION_WORLD, 0), &world);
    memset(out, 0, sizeof *out);
    out->format = PAWL_SNAPSHOT_FORMAT;
    out->simulation = opened.simulation;
    out->config = opened.config;
    out->hash = opened.hash;
    out->tick = world.tick;
    out->def = opened.def;
    out->bodies = count_of(&opened, PAWLI_SECTION_BODIES);
    out->shapes = count_of(&opened, PAWLI_SECTION_SHAPES);
    out->joints = count_of(&opened, PAWLI_SECTION_JOINTS);
    out->contacts = count_of(&opened, PAWLI_SECTION_CONTACTS);
    out->terrains = count_of(&opened, PAWLI_SECTION_TERRAINS);
    out->softs = count_of(&opened, PAWLI_SECTION_SOFT_BODIES);
    return PAWL_OK;
}
