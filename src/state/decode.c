/* decode.c - a world from a snapshot, whose bytes may come from anywhere.
 *
 * Every loop is bounded by counts that were checked against the bytes and against the capacities.
 * A slot is free as long as its generation is 0, as in a fresh world: that is how two objects in
 * one slot are noticed. What follows from the rest is computed: rotations, extents, normals, lists,
 * bits, the tree. */
#include "base/optional.h"
#include "base/crc.h"
#include "base/bytes.h"
#include "base/sort.h"
#include "geom/convex.h"
#include "pawl/state.h"
#include "state/decode.h"
#include "state/record_all.h"
#include "world/linked.h"
#include "world/terrain.h"
#include "world/tree.h"
#include "world/validate.h"
#include "step/world_memory.h"

PAWLI_PULLS(pulls_circle_decode, pawli_circle_mark);
PAWLI_PULLS(pulls_polygon_decode, pawli_polygon_mark);

uint32_t pawli_decode_begin_section(pawli_decoder *in, int section) {
    /* It can be read: pawli_snapshot_open has asked. */
    (void)pawli_snapshot_open_section(&in->record, in->from, section);
#if PAWLI_RECORD_LANES
    in->ready = 0;
#endif
    return in->from->sections[section].count;
}

bool pawli_decode_record(const pawli_decoder *in, int section, uint32_t index, void *object) {
    const uint8_t *const record = pawli_record_at(in->from, section, index);
    pawli_record_load(&in->record, record, object);
    return pawli_record_is_in_range(&in->record, record, object);
}

bool pawli_decode_records(const pawli_decoder *in, int section, void *objects, size_t size) {
    const uint32_t count = in->from->sections[section].count;
#if PAWLI_RECORD_LANES
    const uint8_t *const first = pawli_record_at(in->from, section, 0);
    return pawli_record_all_load(&in->record, first, (uint8_t *)objects, size, count);
#else
    uint8_t *object = (uint8_t *)objects;
    for (uint32_t i = 0; i < count; i++, object += size)
        if (!pawli_decode_record(in, section, i, object)) return false;
    return true;
#endif
}

/* ---- world ---------------------------------------------------------------------------------- */

/* What pawl_world_init has made of the def must be what was written. */
PAWLI_STACK_APART bool load_world(pawli_decoder *in) {
    pawl_world read;
    memset(&read, 0, sizeof read);
    pawli_decode_begin_section(in, PAWLI_SECTION_WORLD);
    if (!pawli_decode_record(in, PAWLI_SECTION_WORLD, 0, &read)) return false;
    pawl_world *world = in->world;
    if (read.rate_numerator != world->rate_numerator) return false;
    if (read.rate_denominator != world->rate_denominator) return false;
    const uint64_t late = (uint64_t)read.late_end_count + read.late_sensor_end_count;
    if (late != in->from->sections[PAWLI_SECTION_ENDS].count) return false;
    if (late + read.unseen_end_count > world->event_capacity) return false;
    world->faults = read.faults;
    world->tick = read.tick;
    world->origin = read.origin;
    world->wrap.x = read.wrap.x;
    world->wrap.y = read.wrap.y;
    world->late_end_count = read.late_end_count;
    world->late_sensor_end_count = read.late_sensor_end_count;
    world->late_dropped_count = read.late_dropped_count;
    world->unseen_end_count = read.unseen_end_count;
    world->idle_unknown = 1;
    return true;
}

/* ---- slots ---------------------------------------------------------------------------------- */

#if PAWLI_RECORD_LANES
/* How many records from one on have slots in a row, all of them used and free. */
static uint32_t count_row(const pawli_decoder *in, const pawli_objects *all, uint32_t index) {
    const uint32_t first = pawli_fetch_u16(pawli_record_at(in->from, all->section, index));
    const uint32_t room = pawli_objects_used(all, in->world) - first;
    const uint32_t left = in->from->sections[all->section].count - index;
    uint32_t count = 0;
    for (; count < left && count < room && count < PAWLI_RECORD_ROW; count++) {
        const uint16_t slot = (uint16_t)(first + count);
        const uint8_t *record = pawli_record_at(in->from, all->section, index + count);
        if (pawli_fetch_u16(record) != slot) break;
        if (pawli_objects_generation(all, in->world, slot) != 0) break;
    }
    return count;
}

/* Most objects were made in slots in a row: such are read together. */
static bool read_row(pawli_decoder *in, const pawli_objects *all, uint32_t index, uint8_t *object) {
    if (index < in->ready) return true;
    const uint32_t count = count_row(in, all, index);
    in->ready = index + count;
    return count > 0 &&
           pawli_record_all_load(&in->record, pawli_record_at(in->from, all->section, index),
                                 object, all->size, count);
}
#endif

uint16_t pawli_decode_slot(pawli_decoder *in, const pawli_objects *all, uint32_t index,
                           uint32_t *before) {
    const uint8_t *record = pawli_record_at(in->from, all->section, index);
    const uint16_t slot = pawli_fetch_u16(record);
    const pawli_pool *pool = pawli_objects_pool_const(all, in->world);
    if (slot >= pool->used) return PAWLI_NONE;
    uint8_t *object = pawli_objects_array(all, in->world) + (size_t)slot * all->size;
#if PAWLI_RECORD_LANES
    if (!read_row(in, all, index, object)) return PAWLI_NONE;
#else
    if (*pawli_member(object, all->generation) != 0) return PAWLI_NONE;
    if (!pawli_decode_record(in, all->section, index, object)) return PAWLI_NONE;
#endif
    const uint32_t serial = pawli_fetch_u32(record + 2);
    *(uint32_t *)(void *)(object + all->serial) = serial;
    if (serial <= *before || serial >= pool->next_serial) return PAWLI_NONE;
    *before = serial;
    return (object[all->flags] & PAWLI_LIVE) != 0 ? slot : PAWLI_NONE;
}

/* ---- geometries and shapes ------------------------------------------------------------------ */

static bool load_geometries(pawli_decoder *in) {
    const uint32_t count = pawli_decode_begin_section(in, PAWLI_SECTION_GEOMETRIES);
    for (uint32_t i = 0; i < count; i++) {
        pawl_convex read, made;
        memset(&read, 0, sizeof read);
        if (!pawli_decode_record(in, PAWLI_SECTION_GEOMETRIES, i, &read)) return false;
        if (read.count > PAWL_POLYGON_MAX) return false;
        if (pawli_convex_make(read.vertices, read.count, read.radius, &made) != PAWL_OK) {
            return false;
        }
        if (!pawli_bytes_are_equal(made.vertices, read.vertices, sizeof made.vertices))
            return false;
        pawli_geometry_fill(&pawli_geometries(in->world)[i], &made);
    }
    in->world->geometry_used = (uint16_t)count;
    return true;
}

static bool load_terrains(pawli_decoder *in) {
    const uint32_t count = pawli_decode_begin_section(in, PAWLI_SECTION_TERRAINS);
    for (uint32_t i = 0; i < count; i++) {
        pawli_geometry *geometry = &pawli_geometries(in->world)[in->world->geometry_used];
        if (!pawli_decode_record(in, PAWLI_SECTION_TERRAINS, i, geometry)) return false;
        if (!pawli_plausible_terrain(geometry)) return false;
        in->world->geometry_used++;
    }
    return true;
}

/* The numbers of first uses ascend, of convexes and of terrains. */
static bool use_geometry(pawli_decoder *in, uint16_t number, uint32_t *convexes,
                         uint32_t *terrains) {
    const uint32_t first_terrain = in->from->sections[PAWLI_SECTION_GEOMETRIES].count;
    if (number >= in->world->geometry_used) return false;
    if (number == *convexes && number < first_terrain) ++*convexes;
    if (number == first_terrain + *terrains) ++*terrains;
    if (number < first_terrain ? number >= *convexes : number >= first_terrain + *terrains) {
        return false;
    }
    pawli_geometries(in->world)[number].users++;
    return true;
}

static bool load_shape(pawli_decoder *in, const pawli_objects *all, uint32_t index, uint16_t body,
                       uint32_t *before) {
    const uint16_t slot = pawli_decode_slot(in, all, index, before);
    if (slot == PAWLI_NONE) return false;
    pawli_shape *shape = &pawli_shapes(in->world)[slot];
    shape->geometry =
        pawli_fetch_u16(pawli_record_at(in->from, PAWLI_SECTION_SHAPES, index) + PAWLI_KEY_SIZE);
    shape->body = body;
    shape->next = shape->node = PAWLI_NONE;
    if (shape->fat_box.lower.x > shape->fat_box.upper.x) return false;
    if (shape->fat_box.lower.y > shape->fat_box.upper.y) return false;
    if (shape->flags & PAWLI_SHAPE_MOVED) pawli_set_bit(pawli_moved_bits(in->world), slot);
    return true;
}

/* The shapes of one body, from record `first` on. */
static bool load_shapes_of(pawli_decoder *in, uint32_t body_index, uint32_t *next,
                           uint32_t uses[2]) {
    const uint8_t *record = pawli_record_at(in->from, PAWLI_SECTION_BODIES, body_index);
    const uint16_t body = pawli_fetch_u16(record);
    const uint32_t count = pawli_fetch_u16(record + PAWLI_KEY_SIZE);
    const pawli_objects all = pawli_objects_of(PAWLI_OBJECT_SHAPE);
    uint16_t *link = &pawli_bodies(in->world)[body].first_shape;
    uint32_t before = 0;
    if (count > in->from->sections[PAWLI_SECTION_SHAPES].count - *next) return false;
    for (const uint32_t end = *next + count; *next < end; ++*next) {
        if (!load_shape(in, &all, *next, body, &before)) return false;
        const uint16_t slot =
            pawli_fetch_u16(pawli_record_at(in->from, PAWLI_SECTION_SHAPES, *next));
        pawli_shape *shape = &pawli_shapes(in->world)[slot];
        if (!use_geometry(in, shape->geometry, &uses[0], &uses[1])) return false;
        *link = slot;
        link = &shape->next;
    }
    return true;
}

static bool load_shapes(pawli_decoder *in) {
    const uint32_t bodies = in->from->sections[PAWLI_SECTION_BODIES].count;
    uint32_t next = 0, uses[2] = {0, 0};
    const uint32_t count = pawli_decode_begin_section(in, PAWLI_SECTION_SHAPES);
    for (uint32_t i = 0; i < bodies; i++) {
        if (!load_shapes_of(in, i, &next, uses)) return false;
    }
    return next == count && uses[0] + uses[1] == in->world->geometry_used;
}

/* ---- no serial twice ------------------------------------------------------------------------ */

#if PAWL_WITH_TREE
static bool serial_precedes(const void *context, const void *a, const void *b) {
    (void)context;
    return *(const uint32_t *)a < *(const uint32_t *)b;
}

static bool has_twins(uint32_t *serials, uint32_t count) {
    pawli_sort(serials, count, sizeof *serials, serial_precedes, NULL);
    for (uint32_t i = 1; i < count; i++)
        if (serials[i] == serials[i - 1]) return true;
    return false;
}

/* Shapes come by body: mostly, not always, in the order of their serials. Where they do not, the
 * room of the tree, which is not there yet, is enough to sort them in. */
static bool shape_serials_differ(const pawli_decoder *in) {
    const uint32_t count = in->from->sections[PAWLI_SECTION_SHAPES].count;
    uint32_t *serials = (uint32_t *)(void *)pawli_nodes(in->world);
    bool ascend = true;
    for (uint32_t i = 0; i < count; i++) {
        serials[i] = pawli_fetch_u32(pawli_record_at(in->from, PAWLI_SECTION_SHAPES, i) + 2);
        if (i > 0 && serials[i] <= serials[i - 1]) ascend = false;
    }
    const bool differ = ascend || !has_twins(serials, count);
    memset(serials, 0, (size_t)count * sizeof *serials);
    return differ;
}
#else
static uint32_t serial_of_record(const pawli_decoder *in, uint32_t shape) {
    return pawli_fetch_u32(pawli_record_at(in->from, PAWLI_SECTION_SHAPES, shape) + 2);
}

/* Where there is no tree shapes are few. */
static bool shape_serials_differ(const pawli_decoder *in) {
    const uint32_t count = in->from->sections[PAWLI_SECTION_SHAPES].count;
    for (uint32_t i = 1; i < count; i++) {
        for (uint32_t j = 0; j < i; j++)
            if (serial_of_record(in, j) == serial_of_record(in, i)) return false;
    }
    return true;
}
#endif

/* ---- contacts, ends ------------------------------------------------------------------------- */

/* Where there is no room for edges none can be. */
static bool load_edge(const pawli_decoder *in, uint32_t at) {
    const uint8_t *record = pawli_record_at(in->from, PAWLI_SECTION_CONTACTS, at);
    const uint16_t edge_at = in->record.edge_at;
    const uint32_t edge = edge_at == PAWLI_NONE ? 0 : pawli_fetch_u32(record + edge_at);
    if (!pawli_has_edges(in->world)) return edge == 0;
    pawli_edges(in->world)[at] = edge;
    return true;
}

static bool load_contacts(pawli_decoder *in) {
    const uint32_t count = pawli_decode_begin_section(in, PAWLI_SECTION_CONTACTS);
    pawli_contact *contacts = pawli_contacts(in->world);
    if (!pawli_decode_records(in, PAWLI_SECTION_CONTACTS, contacts, sizeof *contacts)) return false;
    for (uint32_t i = 0; i < count; i++)
        if (!pawli_plausible_contact(&contacts[i]) || !load_edge(in, i)) return false;
    in->world->contact_count = count;
    return true;
}

/* A handle of a shape that is or was there. */
static bool read_shape_id(const pawl_world *world, const uint8_t *from, pawl_shape_id *out) {
    out->index1 = pawli_fetch_u16(from);
    out->generation = pawli_fetch_u16(from + 2);
    return out->index1 >= 1 && out->index1 <= world->shape_pool.used && out->generation >= 1;
}

static bool load_ends(pawli_decoder *in) {
    uint8_t *to = (uint8_t *)in->world + pawli_event_at(in->world, PAWLI_EVENT_ENDS);
    const uint32_t count = in->from->sections[PAWLI_SECTION_ENDS].count;
    for (uint32_t i = 0; i < count; i++, to += sizeof(pawl_touch_event)) {
        const uint8_t *record = pawli_record_at(in->from, PAWLI_SECTION_ENDS, i);
        pawl_touch_event event;
        if (!read_shape_id(in->world, record, &event.shape_a)) return false;
        if (!read_shape_id(in->world, record + 4, &event.shape_b)) return false;
        memcpy(to, &event, sizeof event);
    }
    return true;
}

/* ---- what follows from the rest ------------------------------------------------------------- */

/* Many bodies have one shape, and few geometries between them: extents of the last ones, found by
 * the slot of the geometry. */
#if PAWL_SMALL_CODE || defined(__OPTIMIZE_SIZE__)
#define KNOWN_EXTENTS 0
#else
#define KNOWN_EXTENTS 8
#endif
#if KNOWN_EXTENTS > 0
typedef struct known_extent {
    pawl_vec2 center;
    pawl_fx extent;
    uint16_t geometry; /* PAWLI_NONE: nothing is known */
} known_extent;

static void derive_extent(pawl_world *world, uint16_t slot, known_extent *all) {
    pawli_body *body = &pawli_bodies(world)[slot];
    const pawli_shape *shapes = pawli_shapes_const(world);
    const uint16_t first = body->first_shape;
    if (first == PAWLI_NONE || shapes[first].next != PAWLI_NONE) {
        pawli_body_mass_update_extent(world, slot);
        return;
    }
    const uint16_t geometry = shapes[first].geometry;
    known_extent *known = &all[geometry % KNOWN_EXTENTS];
    const bool is_known = known->geometry == geometry && known->center.x == body->center.x &&
                          known->center.y == body->center.y;
    if (!is_known) {
        pawli_body_mass_update_extent(world, slot);
        const known_extent made = {body->center, body->extent, geometry};
        *known = made;
    }
    body->extent = known->extent;
}
#endif

static void derive(pawl_world *world) {
    const pawli_body *bodies = pawli_bodies(world);
    pawli_shape *shapes = pawli_shapes(world);
    uint16_t first_leaf = PAWLI_NONE;
#if KNOWN_EXTENTS > 0
    known_extent known[KNOWN_EXTENTS];
    for (int i = 0; i < KNOWN_EXTENTS; i++)
        known[i].geometry = PAWLI_NONE;
#endif
    for (uint16_t body = world->first_body; body != PAWLI_NONE; body = bodies[body].next) {
#if KNOWN_EXTENTS > 0
        derive_extent(world, body, known);
#else
        pawli_body_mass_update_extent(world, body);
#endif
        for (uint16_t at = bodies[body].first_shape; at != PAWLI_NONE; at = shapes[at].next) {
            if (!(shapes[at].flags & PAWLI_SHAPE_IN_TREE)) continue;
            shapes[at].node = first_leaf;
            first_leaf = at;
        }
    }
    pawli_tree_build(world, first_leaf);
}

/* Lists that nothing before them relies on, by the numbers of their types. */
static bool load_later_lists(pawli_decoder *in) {
    for (int type = PAWLI_OBJECT_JOINT; type <= PAWLI_LAST_OBJECT; type++) {
        if (pawli_objects_of(type).order == PAWLI_ORDER_LIST && !pawli_decode_list(in, type))
            return false;
    }
    return true;
}

/* In an order in which each part may rely on those before it. */
static bool load_all(pawli_decoder *in) {
    if (!load_world(in) || !pawli_decode_list_pools(in)) return false;
    if (!pawli_decode_list(in, PAWLI_OBJECT_BODY)) return false;
    if (!load_geometries(in) || !load_terrains(in) || !load_shapes(in)) return false;
    if (!shape_serials_differ(in) || !load_later_lists(in) || !load_contacts(in)) return false;
    if (!load_ends(in) || !pawli_decode_list_free(in)) return false;
    derive(in->world);
    if (pawli_validate_find_state_defect(in->world).what != NULL) return false;
#if PAWL_VALIDATE
    pawli_validate_world(in->world);
#endif
    return true;
}

/* Whether there are objects whose code is not linked. */
static bool is_beyond_program(const pawli_snapshot *from) {
    const pawli_section_place *const sections = from->sections;
    return (from->is_shifted && !pawli_has_origin_linked()) ||
           (from->goes_round && !pawli_has_periods_linked()) ||
           (!pawli_has_joints_linked() && sections[PAWLI_SECTION_JOINTS].count > 0) ||
           (!pawli_has_soft_linked() && sections[PAWLI_SECTION_SOFT_BODIES].count > 0) ||
#if PAWL_WITH_CHARACTERS
           (!pawli_has_characters_linked() && sections[PAWLI_SECTION_CHARACTERS].count > 0) ||
#endif
           (!pawli_has_terrain_linked() && sections[PAWLI_SECTION_TERRAINS].count > 0);
}

/* What can be asked before the buffer is written to. */
PAWLI_STACK_APART pawl_status check_buffer(const pawli_snapshot *from, const void *buffer,
                                           size_t size) {
    pawl_world layout;
    if (from->simulation != PAWL_SIMULATION_VERSION) return PAWL_ERR_VERSION;
    if ((from->features & ~from->claimed & PAWLI_FEATURES_IN_HEADER) != 0) return PAWL_ERR_FORMAT;
    if (from->has_unknown || (from->features & ~PAWL_FEATURES) != 0) return PAWL_ERR_UNSUPPORTED;
    if (is_beyond_program(from)) return PAWL_ERR_UNSUPPORTED;
    memset(&layout, 0, sizeof layout);
    if (pawli_world_memory_layout(&from->def, &layout) != PAWL_OK) return PAWL_ERR_FORMAT;
    return pawli_is_aligned(buffer) && size >= layout.state_size ? PAWL_OK : PAWL_ERR_MEMORY;
}

pawl_status pawli_decode_snapshot(const pawli_snapshot *from, void *buffer, size_t size,
                                  pawl_world **out) {
    pawli_decoder in;
    in.from = from;
    pawl_status status = check_buffer(from, buffer, size);
    if (status == PAWL_OK) {
        status = pawl_world_init_for(PAWL_CONFIG_ID, buffer, size, &from->def, &in.world);
    }
    if (status != PAWL_OK) return status;
    if (!load_all(&in)) {
        memset(buffer, 0, sizeof(pawl_world));
        return PAWL_ERR_FORMAT;
    }
#if PAWLI_HAS_FOREIGN_ROOM
    in.world->foreign = from->foreign;
#endif
    *out = in.world;
    return PAWL_OK;
}

/* The state has the hash that the header tells, or there is no world any more. */
static pawl_status compare_hash(pawl_world *world, uint32_t hash) {
    if (pawl_world_hash(world) == hash) return PAWL_OK;
    memset(world, 0, sizeof *world);
    return PAWL_ERR_FORMAT;
}

/* Hashing the state would be half of the work. Damage is what the checksum finds, and a state that
 * passes all the checks above is a state, forged or not: the hash could only tell of itself. */
pawl_status pawl_world_decode_for(uint32_t config_id, const void *snapshot, size_t snapshot_size,
                                  void *buffer, size_t size, pawl_world **out) {
    if (config_id != PAWL_CONFIG_ID) return PAWL_ERR_CONFIG;
    if (snapshot == NULL || buffer == NULL || out == NULL) return PAWL_ERR_NULL;
    pawli_snapshot opened;
    pawl_world *world;
    pawl_status status = pawli_snapshot_open(snapshot, snapshot_size, &opened);
    if (status == PAWL_OK) status = pawli_decode_snapshot(&opened, buffer, size, &world);
    if (status == PAWL_OK && PAWL_VALIDATE) status = compare_hash(world, opened.hash);
    if (status == PAWL_OK) *out = world;
    return status;
}

pawl_status pawli_decode_verified(const void *snapshot, size_t snapshot_size, void *buffer,
                                  size_t size, pawl_world **out) {
    pawl_world *world;
    pawl_status status = pawl_world_decode(snapshot, snapshot_size, buffer, size, &world);
    if (status != PAWL_OK) return status;
    status =
        compare_hash(world, pawli_fetch_u32((const uint8_t *)snapshot + PAWLI_SNAPSHOT_HASH_AT));
    if (status == PAWL_OK) *out = world;
    return status;
}
