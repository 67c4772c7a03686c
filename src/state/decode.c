/* decode.c - a world from a snapshot, whose bytes may come from anywhere.
 *
 * Every loop is bounded by counts that were checked against the bytes and against the capacities.
 * A slot is free as long as its generation is 0, as in a fresh world: that is how two objects in
 * one slot are noticed. What follows from the rest is computed: rotations, extents, normals, lists,
 * bits, the tree. */
#include "base/crc.h"
#include "base/bytes.h"
#include "geom/polygon.h"
#include "pawl/state.h"
#include "state/decode.h"
#include "world/terrain.h"
#include "world/tree.h"
#include "world/validate.h"
#include "step/world_memory.h"

uint32_t pawli_decode_begin_section(pawli_decoder *in, pawli_section section) {
    /* It can be read: pawli_snapshot_open has asked. */
    (void)pawli_snapshot_open_section(&in->record, in->from, section);
    return in->from->sections[section].count;
}

bool pawli_decode_record(const pawli_decoder *in, pawli_section section, uint32_t index,
                         void *object) {
    pawli_record_load(&in->record, pawli_record_at(in->from, section, index), object);
    return pawli_record_is_in_range(&in->record, object);
}

/* ---- world and pools ------------------------------------------------------------------------ */

/* What pawl_world_init has made of the def must be what was written. */
static bool load_world(pawli_decoder *in) {
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
    world->late_end_count = read.late_end_count;
    world->late_sensor_end_count = read.late_sensor_end_count;
    world->late_dropped_count = read.late_dropped_count;
    world->unseen_end_count = read.unseen_end_count;
    world->idle_unknown = 1;
    return true;
}

static bool load_pool(pawli_decoder *in, uint32_t index, pawli_pool *pool, uint32_t live) {
    pawli_pool read;
    memset(&read, 0, sizeof read);
    if (!pawli_decode_record(in, PAWLI_SECTION_POOLS, index, &read)) return false;
    if (read.used > pool->capacity || read.live > read.used || read.live != live) return false;
    pool->used = read.used;
    pool->live = read.live;
    pool->next_serial = read.next_serial;
    return read.used < read.next_serial;
}

static bool load_pools(pawli_decoder *in) {
    const pawli_section_place *sections = in->from->sections;
    pawl_world *world = in->world;
    pawli_decode_begin_section(in, PAWLI_SECTION_POOLS);
    return load_pool(in, 0, &world->body_pool, sections[PAWLI_SECTION_BODIES].count) &&
           load_pool(in, 1, &world->shape_pool, sections[PAWLI_SECTION_SHAPES].count) &&
           load_pool(in, 2, &world->joint_pool, sections[PAWLI_SECTION_JOINTS].count);
}

static uint16_t *member_of(const pawli_queue *of, uint16_t slot, uint16_t member) {
    return (uint16_t *)(void *)(of->slots + (uint32_t)of->stride * slot + member);
}

bool pawli_decode_queue(const pawli_decoder *in, const pawli_queue *of, pawli_section section,
                        uint32_t first) {
    const uint32_t count = (uint32_t)of->pool->used - of->pool->live;
    uint16_t *link = &of->pool->free_first;
    for (uint32_t i = first; i < first + count; i++) {
        const uint8_t *record = pawli_record_at(in->from, section, i);
        const uint16_t slot = pawli_fetch_u16(record), generation = pawli_fetch_u16(record + 2);
        if (slot >= of->pool->used || generation == 0) return false;
        if (*member_of(of, slot, of->generation) != 0) return false;
        *member_of(of, slot, of->generation) = generation;
        *link = slot;
        link = member_of(of, slot, of->link);
        *link = PAWLI_NONE;
        of->pool->free_last = slot;
    }
    return true;
}

/* The queues of the three pools, after all that lives. */
static bool load_free(pawli_decoder *in) {
    pawl_world *world = in->world;
    const pawli_queue queues[PAWLI_POOL_COUNT] = {
        {&world->body_pool, (uint8_t *)pawli_bodies(world), sizeof(pawli_body),
         offsetof(pawli_body, next), offsetof(pawli_body, generation)},
        {&world->shape_pool, (uint8_t *)pawli_shapes(world), sizeof(pawli_shape),
         offsetof(pawli_shape, body), offsetof(pawli_shape, generation)},
        {&world->joint_pool, (uint8_t *)pawli_joints(world), sizeof(pawli_joint),
         offsetof(pawli_joint, next), offsetof(pawli_joint, generation)},
    };
    uint32_t total = 0, first = 0;
    for (uint32_t i = 0; i < PAWLI_POOL_COUNT; i++)
        total += (uint32_t)queues[i].pool->used - queues[i].pool->live;
    if (total != in->from->sections[PAWLI_SECTION_FREE].count) return false;
    for (uint32_t i = 0; i < PAWLI_POOL_COUNT; i++) {
        if (!pawli_decode_queue(in, &queues[i], PAWLI_SECTION_FREE, first)) return false;
        first += (uint32_t)queues[i].pool->used - queues[i].pool->live;
    }
    return true;
}

/* ---- bodies --------------------------------------------------------------------------------- */

/* `before` is the serial of the body before it. */
static bool load_body(pawli_decoder *in, uint32_t index, uint32_t *before) {
    const uint8_t *record = pawli_record_at(in->from, PAWLI_SECTION_BODIES, index);
    const uint16_t slot = pawli_fetch_u16(record);
    if (slot >= in->world->body_pool.used) return false;
    pawli_body *body = &pawli_bodies(in->world)[slot];
    if (body->generation != 0 || !pawli_decode_record(in, PAWLI_SECTION_BODIES, index, body))
        return false;
    body->serial = pawli_fetch_u32(record + 2);
    if (body->serial <= *before || body->serial >= in->world->body_pool.next_serial) return false;
    if (!pawli_plausible_body(body)) return false;
    *before = body->serial;
    body->rotation = pawl_rot_from_angle(body->angle);
    body->first_shape = body->first_joint = PAWLI_NONE;
    pawli_body_link(in->world, slot);
    if (body->flags & PAWLI_BODY_AWAKE) pawli_set_bit(pawli_awake_bits(in->world), slot);
    return true;
}

/* A label that names a body which is not there would not survive being written again. */
static bool labels_are_sound(const pawl_world *world) {
    const pawli_body *bodies = pawli_bodies_const(world);
    for (uint16_t at = world->first_body; at != PAWLI_NONE; at = bodies[at].next) {
        const uint16_t label = bodies[at].island;
        if (label == PAWLI_NONE) continue;
        if (label >= world->body_pool.used) return false;
        if (!(bodies[label].flags & PAWLI_BODY_LIVE)) return false;
    }
    return true;
}

static bool load_bodies(pawli_decoder *in) {
    const uint32_t count = pawli_decode_begin_section(in, PAWLI_SECTION_BODIES);
    uint32_t before = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!load_body(in, i, &before)) return false;
    }
    return labels_are_sound(in->world);
}

/* ---- geometries and shapes ------------------------------------------------------------------ */

static bool load_geometries(pawli_decoder *in) {
    const uint32_t count = pawli_decode_begin_section(in, PAWLI_SECTION_GEOMETRIES);
    for (uint32_t i = 0; i < count; i++) {
        pawl_convex read, made;
        memset(&read, 0, sizeof read);
        if (!pawli_decode_record(in, PAWLI_SECTION_GEOMETRIES, i, &read)) return false;
        if (read.count > PAWL_POLYGON_MAX) return false;
        if (pawli_polygon_make_convex(read.vertices, read.count, read.radius, &made) != PAWL_OK) {
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

static bool load_shape(pawli_decoder *in, uint32_t index, uint16_t body, uint32_t *before) {
    const uint8_t *record = pawli_record_at(in->from, PAWLI_SECTION_SHAPES, index);
    const uint16_t slot = pawli_fetch_u16(record);
    if (slot >= in->world->shape_pool.used) return false;
    pawli_shape *shape = &pawli_shapes(in->world)[slot];
    if (shape->generation != 0 || !pawli_decode_record(in, PAWLI_SECTION_SHAPES, index, shape))
        return false;
    shape->serial = pawli_fetch_u32(record + 2);
    if (shape->serial <= *before || shape->serial >= in->world->shape_pool.next_serial) {
        return false;
    }
    *before = shape->serial;
    shape->geometry = pawli_fetch_u16(record + 6);
    shape->body = body;
    shape->next = shape->node = PAWLI_NONE;
    if (!(shape->flags & PAWLI_SHAPE_LIVE)) return false;
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
    const uint32_t count = pawli_fetch_u16(record + 6);
    uint16_t *link = &pawli_bodies(in->world)[body].first_shape;
    uint32_t before = 0;
    if (count > in->from->sections[PAWLI_SECTION_SHAPES].count - *next) return false;
    for (const uint32_t end = *next + count; *next < end; ++*next) {
        if (!load_shape(in, *next, body, &before)) return false;
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

/* Move item `at` of a heap of `count` down to its place. */
static void sift_down(uint32_t *items, uint32_t at, uint32_t count) {
    const uint32_t item = items[at];
    for (uint32_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && items[child + 1] > items[child]) child++;
        if (items[child] <= item) break;
        items[at] = items[child];
        at = child;
    }
    items[at] = item;
}

static bool has_twins(uint32_t *items, uint32_t count) {
    for (uint32_t i = count / 2; i > 0; i--)
        sift_down(items, i - 1, count);
    for (uint32_t last = count; last > 1; last--) {
        const uint32_t top = items[0];
        items[0] = items[last - 1];
        items[last - 1] = top;
        sift_down(items, 0, last - 1);
        if (top == items[0]) return true;
    }
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

/* ---- joints, contacts, ends ----------------------------------------------------------------- */

static void link_joint(pawl_world *world, uint16_t slot) {
    pawli_joint *joints = pawli_joints(world), *joint = &joints[slot];
    pawli_body *bodies = pawli_bodies(world);
    joint->next_a = bodies[joint->body_a].first_joint;
    joint->next_b = bodies[joint->body_b].first_joint;
    bodies[joint->body_a].first_joint = slot;
    bodies[joint->body_b].first_joint = slot;
    joint->next = PAWLI_NONE;
    joint->previous = world->last_joint;
    if (world->last_joint == PAWLI_NONE) {
        world->first_joint = slot;
    } else {
        joints[world->last_joint].next = slot;
    }
    world->last_joint = slot;
}

static bool is_live_body(const pawl_world *world, uint16_t slot) {
    return slot < world->body_pool.used &&
           (pawli_bodies_const(world)[slot].flags & PAWLI_BODY_LIVE) != 0;
}

static bool load_joint(pawli_decoder *in, uint32_t index, uint32_t *before) {
    const uint8_t *record = pawli_record_at(in->from, PAWLI_SECTION_JOINTS, index);
    const uint16_t slot = pawli_fetch_u16(record);
    if (slot >= in->world->joint_pool.used) return false;
    pawli_joint *joint = &pawli_joints(in->world)[slot];
    if (joint->generation != 0 || !pawli_decode_record(in, PAWLI_SECTION_JOINTS, index, joint))
        return false;
    joint->serial = pawli_fetch_u32(record + 2);
    if (joint->serial <= *before || joint->serial >= in->world->joint_pool.next_serial) {
        return false;
    }
    *before = joint->serial;
    if (!(joint->flags & PAWLI_JOINT_LIVE) || joint->body_a == joint->body_b) return false;
    if (!is_live_body(in->world, joint->body_a) || !is_live_body(in->world, joint->body_b)) {
        return false;
    }
    link_joint(in->world, slot);
    return pawli_plausible_joint(in->world, slot);
}

static bool load_joints(pawli_decoder *in) {
    const uint32_t count = pawli_decode_begin_section(in, PAWLI_SECTION_JOINTS);
    uint32_t before = 0;
    if (!PAWL_WITH_JOINTS) return count == 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!load_joint(in, i, &before)) return false;
    }
    return true;
}

static bool load_contacts(pawli_decoder *in) {
    const uint32_t count = pawli_decode_begin_section(in, PAWLI_SECTION_CONTACTS);
    for (uint32_t i = 0; i < count; i++) {
        pawli_contact *contact = &pawli_contacts(in->world)[i];
        if (!pawli_decode_record(in, PAWLI_SECTION_CONTACTS, i, contact)) return false;
        if (!pawli_plausible_contact(contact)) return false;
    }
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
    uint8_t *to = (uint8_t *)in->world + in->world->at_ends;
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

static void derive(pawl_world *world) {
    const pawli_body *bodies = pawli_bodies(world);
    pawli_shape *shapes = pawli_shapes(world);
    uint16_t first_leaf = PAWLI_NONE;
    for (uint16_t body = world->first_body; body != PAWLI_NONE; body = bodies[body].next) {
        pawli_body_mass_update_extent(world, body);
        for (uint16_t at = bodies[body].first_shape; at != PAWLI_NONE; at = shapes[at].next) {
            if (!(shapes[at].flags & PAWLI_SHAPE_IN_TREE)) continue;
            shapes[at].node = first_leaf;
            first_leaf = at;
        }
    }
    pawli_tree_build(world, first_leaf);
}

/* In an order in which each part may rely on those before it. */
static bool load_all(pawli_decoder *in) {
    if (!load_world(in) || !load_pools(in) || !load_bodies(in)) return false;
    if (!load_geometries(in) || !load_terrains(in) || !load_shapes(in)) return false;
    if (!shape_serials_differ(in) || !load_joints(in) || !load_contacts(in)) return false;
    if (!load_ends(in) || !load_free(in)) return false;
    if (in->from->has_soft && !pawli_decode_soft(in)) return false;
    derive(in->world);
    if (pawli_validate_find_state_defect(in->world) != NULL) return false;
#if PAWL_VALIDATE
    pawli_validate_world(in->world);
#endif
    return true;
}

/* What can be asked before the buffer is written to. */
static pawl_status check_buffer(const pawli_snapshot *from, const void *buffer, size_t size) {
    pawl_world layout;
    if (from->simulation != PAWL_SIMULATION_VERSION) return PAWL_ERR_VERSION;
    if (pawli_plausible_is_beyond_build(from)) return PAWL_ERR_UNSUPPORTED;
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
