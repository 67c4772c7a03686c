/* decode_list.c - pools, and the objects that live in lists, from a snapshot whose bytes may come
 * from anywhere. Most of it is what the object table says; what a type asks for besides is in its
 * function below.
 *
 * The counts of runs of all owners have to add up to those of their sections, which were checked
 * against the bytes and the capacities. */
#include "state/decode.h"

/* Whether the world has room for what a section holds; a build that leaves soft bodies out has none
 * for those of a snapshot that uses none. */
static bool is_loaded(const pawli_decoder *in, int section) {
    const uint8_t group = pawli_snapshot_open_content(section).group;
    if (in->from->sections[section].at == 0) return false;
    return group == 0 || pawli_snapshot_open_has_room(group, in->world);
}

/* ---- pools ---------------------------------------------------------------------------------- */

/* A record of a pool lies where the pool would: some types of pools are members of a world. */
static bool load_pool(pawli_decoder *in, const pawli_objects *all, uint32_t index) {
    pawl_world read;
    memset(&read, 0, sizeof read);
    pawli_pool *pool = pawli_objects_pool(all, in->world), *from = pawli_objects_pool(all, &read);
    const bool is_pool = all->pool_type == PAWLI_OBJECT_POOL;
    if (!pawli_decode_record(in, all->pool_section, index, is_pool ? (void *)from : &read))
        return false;
    if (from->used > pool->capacity || from->live > from->used) return false;
    if (from->live != in->from->sections[all->section].count) return false;
    pool->used = from->used;
    pool->live = from->live;
    pool->next_serial = from->next_serial;
    return from->used < from->next_serial;
}

bool pawli_decode_list_pools(pawli_decoder *in) {
    uint32_t index = 0;
    uint8_t section = 0;
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.pool == 0 || !is_loaded(in, all.pool_section)) continue;
        if (all.pool_section != section) {
            pawli_decode_begin_section(in, all.pool_section);
            section = all.pool_section;
            index = 0;
        }
        if (!load_pool(in, &all, index++)) return false;
    }
    return true;
}

/* The free slots of a type from record `first` of its section on: none that is taken, and none
 * twice. */
static bool load_queue(const pawli_decoder *in, const pawli_objects *all, uint32_t first) {
    pawli_pool *pool = pawli_objects_pool(all, in->world);
    uint8_t *slots = pawli_objects_array(all, in->world);
    const uint32_t count = (uint32_t)pool->used - pool->live;
    uint16_t *link = &pool->free_first;
    if (first + count > in->from->sections[all->free_section].count) return false;
    for (uint32_t i = first; i < first + count; i++) {
        const uint8_t *record = pawli_record_at(in->from, all->free_section, i);
        const uint16_t slot = pawli_fetch_u16(record), generation = pawli_fetch_u16(record + 2);
        if (slot >= pool->used || generation == 0) return false;
        uint8_t *object = slots + (size_t)slot * all->size;
        if (*pawli_member(object, all->generation) != 0) return false;
        *pawli_member(object, all->generation) = generation;
        *link = slot;
        link = pawli_member(object, all->free_link);
        *link = PAWLI_NONE;
        pool->free_last = slot;
    }
    return true;
}

/* After all that lives. */
bool pawli_decode_list_free(pawli_decoder *in) {
    uint32_t taken[PAWLI_SECTION_COUNT + 1];
    memset(taken, 0, sizeof taken);
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.pool == 0 || !is_loaded(in, all.free_section)) continue;
        if (!load_queue(in, &all, taken[all.free_section])) return false;
        taken[all.free_section] +=
            pawli_objects_used(&all, in->world) - pawli_objects_live(&all, in->world);
    }
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.pool == 0 || !is_loaded(in, all.free_section)) continue;
        if (taken[all.free_section] != in->from->sections[all.free_section].count) return false;
    }
    return true;
}

/* ---- what types ask for --------------------------------------------------------------------- */

static bool take_body(pawl_world *world, uint16_t slot) {
    pawli_body *body = &pawli_bodies(world)[slot];
    if (!pawli_plausible_body(body)) return false;
    body->rotation = pawl_rot_from_angle(body->angle);
    body->first_shape = PAWLI_NONE;
    if (pawli_has_joint_room(world)) pawli_body_joints(world)[slot] = PAWLI_NONE;
    if (body->flags & PAWLI_BODY_AWAKE) pawli_set_bit(pawli_awake_bits(world), slot);
    return true;
}

static bool is_live_body(const pawl_world *world, uint16_t slot) {
    const pawli_objects bodies = pawli_objects_of(PAWLI_OBJECT_BODY);
    return pawli_objects_is_live(&bodies, world, slot);
}

static bool take_joint(pawl_world *world, uint16_t slot) {
    const pawli_joint *joint = &pawli_joints(world)[slot];
    if (joint->body_a == joint->body_b) return false;
    if (!is_live_body(world, joint->body_a) || !is_live_body(world, joint->body_b)) return false;
    pawli_joint_list_link_bodies(world, slot);
    return pawli_plausible_joint(world, slot);
}

static bool take_soft(pawl_world *world, uint16_t slot) {
    const pawli_soft *soft = &pawli_softs(world)[slot];
    return soft->point_count > 0 && pawli_plausible_soft(world, soft);
}

#if PAWL_WITH_CHARACTERS
/* What it stands on: one thing, if any. */
static bool has_live_ground(const pawl_world *world, const pawli_character *character) {
    const bool on_shape = character->ground_shape != PAWLI_NONE;
    if (character->ground_soft != 0) {
        const pawli_objects softs = pawli_objects_of(PAWLI_OBJECT_SOFT);
        return PAWL_WITH_SOFT && !on_shape &&
               pawli_objects_is_live(&softs, world, character->ground_soft - 1u);
    }
    const pawli_objects shapes = pawli_objects_of(PAWLI_OBJECT_SHAPE);
    return !on_shape || pawli_objects_is_live(&shapes, world, character->ground_shape);
}

/* Its body is its own. */
static bool take_character(const pawl_world *world, uint16_t slot) {
    const pawli_character *const character = &pawli_characters_const(world)[slot];
    if (!is_live_body(world, character->body) || !has_live_ground(world, character)) return false;
    return pawli_pool_character_of(world, character->body) == PAWLI_NONE &&
           pawli_plausible_character(world, character);
}
#endif

static bool take_object(pawl_world *world, int type, uint16_t slot) {
    if (type == PAWLI_OBJECT_BODY) return take_body(world, slot);
    if (PAWL_WITH_JOINTS && type == PAWLI_OBJECT_JOINT) return take_joint(world, slot);
    if (PAWL_WITH_SOFT && type == PAWLI_OBJECT_SOFT) return take_soft(world, slot);
#if PAWL_WITH_CHARACTERS
    if (type == PAWLI_OBJECT_CHARACTER) return take_character(world, slot);
#endif
    return true;
}

/* A label that names a body which is not there would not survive being written again. */
static bool labels_are_sound(const pawl_world *world) {
    const pawli_body *bodies = pawli_bodies_const(world);
    for (uint16_t at = world->first_body; at != PAWLI_NONE; at = bodies[at].next) {
        if (bodies[at].island != PAWLI_NONE && !is_live_body(world, bodies[at].island))
            return false;
    }
    return true;
}

/* ---- lists ---------------------------------------------------------------------------------- */

/* The objects of all runs, before their owners. The world counts them by owners. */
static bool load_runs(pawli_decoder *in, int owner) {
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.order != PAWLI_ORDER_RUN || all.owner != owner) continue;
        const uint32_t count = pawli_decode_begin_section(in, all.section);
        uint8_t *const objects = pawli_objects_array(&all, in->world);
        if (count > pawli_objects_capacity(&all, in->world)) return false;
        if (!pawli_decode_records(in, all.section, objects, all.size)) return false;
    }
    return true;
}

/* What comes next, behind those of all owners that were read before. */
static bool take_runs(const pawli_decoder *in, int owner, uint8_t *object) {
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.order != PAWLI_ORDER_RUN || all.owner != owner) continue;
        uint16_t *count = pawli_member(in->world, all.count);
        const uint16_t own = pawli_member_of(object, all.count_of_owner);
        if (own > in->from->sections[all.section].count - *count) return false;
        *pawli_member(object, all.first_of_owner) = *count;
        *count = (uint16_t)(*count + own);
    }
    return true;
}

static bool runs_are_used_up(const pawli_decoder *in, int owner) {
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.order != PAWLI_ORDER_RUN || all.owner != owner) continue;
        if (pawli_objects_used(&all, in->world) != in->from->sections[all.section].count)
            return false;
    }
    return true;
}

bool pawli_decode_list(pawli_decoder *in, int type) {
    const pawli_objects all = pawli_objects_of(type);
    uint8_t *array = pawli_objects_array(&all, in->world);
    const bool has_runs = pawli_objects_owned_by(type, PAWLI_ORDER_RUN).type != 0;
    uint32_t before = 0;
    if (!is_loaded(in, all.section)) return true;
    if (!load_runs(in, type)) return false;
    const uint32_t count = pawli_decode_begin_section(in, all.section);
    for (uint32_t i = 0; i < count; i++) {
        const uint16_t slot = pawli_decode_slot(in, &all, i, &before);
        if (slot == PAWLI_NONE) return false;
        if (has_runs && !take_runs(in, type, array + (size_t)slot * all.size)) return false;
        if (!take_object(in->world, type, slot)) return false;
        pawli_objects_append(in->world, &all, slot);
    }
    return runs_are_used_up(in, type) && (type != PAWLI_OBJECT_BODY || labels_are_sound(in->world));
}
