/* canonical_world.c - the hashes of all objects of a world. What an object is, where it lies and
 * what it belongs to is in the object table.
 *
 * A sum has no order, but lists are followed all the same: they name just what is there. */
#include "world/canonical.h"

#include "world/linked.h"

#include <string.h>

PAWLI_OPTIONAL(pawli_origin_hash);
PAWLI_OPTIONAL(pawli_origin_take_back);

static pawli_canonical_name name_of(uint32_t type, uint16_t number) {
    const pawli_canonical_name name = {{type << 24 | number, 0, 0, 0}};
    return name;
}

/* ---- one object ---- */

void pawli_canonical_world_begin(pawli_canonical_reader *reader, pawli_canonical_rows *rows,
                                 const pawl_world *world, pawli_object_type type, uint8_t flags) {
    reader->world = world;
    reader->all = pawli_objects_of((int)type);
    reader->table = pawli_canonical_prepare(rows, type, flags);
    reader->shared_count = 0;
    reader->is_shifted = reader->all.place_count != 0 &&
                         (pawli_is_shifted(world) || pawli_way_goes_round(world)) &&
                         pawli_has_origin_linked();
    for (uint8_t i = 0; i < PAWLI_CANONICAL_KNOWN; i++)
        reader->known[i] = PAWLI_NONE;
    for (int other = 1; other <= PAWLI_LAST_OBJECT; other++) {
        const pawli_objects all = pawli_objects_of(other);
        if (all.order != PAWLI_ORDER_SHARED || all.owner != (uint8_t)type) continue;
        PAWL_ASSERT(reader->shared_count < 2);
        pawli_canonical_table *table = &reader->shared[reader->shared_count];
        *table = pawli_canonical_prepare(rows, (pawli_object_type)other, flags);
        reader->shared_link = all.first_of_owner;
        if (table->count > 0) reader->shared_count++;
    }
}

/* What an object refers to, and which is not known: of one type or another. */
static uint32_t learn_shared(pawli_canonical_reader *reader, uint16_t at) {
    const uint16_t known = (uint16_t)(at % PAWLI_CANONICAL_KNOWN);
    for (uint8_t i = 0; i < reader->shared_count; i++) {
        const pawli_objects all = pawli_objects_of(reader->shared[i].type);
        if (!pawli_objects_holds(&all, reader->world, at)) continue;
        const pawli_canonical_name name = name_of(all.type, 0);
        reader->known[known] = at;
        reader->known_hash[known] = pawli_canonical_hash(
            &reader->shared[i], pawli_objects_at(&all, reader->world, at), &name);
        return reader->known_hash[known];
    }
    return 0;
}

static inline uint32_t hash_shared(pawli_canonical_reader *reader, const void *object) {
    const uint16_t at = pawli_member_of(object, reader->shared_link);
    const uint16_t known = (uint16_t)(at % PAWLI_CANONICAL_KNOWN);
    return reader->known[known] == at ? reader->known_hash[known] : learn_shared(reader, at);
}

static inline pawli_canonical_name name_at(pawli_canonical_reader *reader, const void *object,
                                           uint32_t at) {
    const pawli_objects *all = &reader->all;
    pawli_canonical_name name = name_of(all->type, 0);
    if (all->serial != 0) {
        name.words[PAWLI_NAME_SERIAL] = pawli_wide_member_of(object, all->serial);
        /* Slots do not count for what moves. */
        if (reader->table.flags == 0) name.words[PAWLI_NAME_SLOT] |= at;
    }
    if (all->owner_link != 0)
        name.words[PAWLI_NAME_OWNER] =
            (uint32_t)pawli_member_of(object, all->owner_link) ^ PAWLI_NONE;
    if (reader->shared_count > 0) name.words[PAWLI_NAME_SHARED] = hash_shared(reader, object);
    return name;
}

static inline uint32_t hash_whole(const pawli_canonical_reader *reader, const void *object,
                                  const pawli_canonical_name *name) {
    return reader->is_shifted ? pawli_origin_hash(reader, object, name)
                              : pawli_canonical_hash(&reader->table, object, name);
}

uint32_t pawli_canonical_world_at(pawli_canonical_reader *reader, uint32_t at) {
    pawli_whole_contact contact;
    const void *object = pawli_objects_whole(&reader->all, reader->world, at, &contact);
    const pawli_canonical_name name = name_at(reader, object, at);
    return hash_whole(reader, object, &name);
}

static const void *find_listed(const pawli_canonical_reader *reader, uint16_t owner,
                               uint16_t number, pawli_canonical_name *name) {
    const pawli_objects *all = &reader->all, owners = pawli_objects_of(all->owner);
    const void *of = pawli_objects_at(&owners, reader->world, owner);
    const uint32_t first = pawli_member_of(of, all->first_of_owner);
    *name = name_of(all->type, number);
    name->words[PAWLI_NAME_SERIAL] = pawli_wide_member_of(of, owners.serial);
    return pawli_objects_at(all, reader->world, first + number);
}

uint32_t pawli_canonical_world_item(const pawli_canonical_reader *reader, uint16_t owner,
                                    uint16_t number) {
    pawli_canonical_name name;
    const void *object = find_listed(reader, owner, number, &name);
    return hash_whole(reader, object, &name);
}

/* ---- batches for lanes ---- */

#if PAWLI_HASH_LANES
#define GATHER_COPIES 32u
#endif

/* Where hashes are added up, and what has been met and is not yet hashed. */
typedef struct gatherer {
#if PAWLI_HASH_LANES
    pawli_hash_scheme scheme;
    pawli_hash_kernel kernel;
    uint32_t first, count; /* slots in a row */
    pawli_hash_loose loose;
    uint32_t waiting;                                 /* copies */
    pawli_hash_loose copied;                          /* their words */
    uint8_t copies[GATHER_COPIES * PAWLI_HASH_BYTES]; /* of what does not lie side by side */
#endif
    uint32_t sum;
} gatherer;

#if PAWLI_HASH_LANES
/* Fewer objects are not worth a scheme. */
#define GATHER_FROM 4u

/* Whether any contact is with a part of terrain: other edges are 0, and add nothing. */
static bool any_edge_counts(const pawl_world *world) {
    const uint32_t count = pawli_has_edges(world) ? world->contact_count : 0;
    const uint32_t *edges = pawli_edges_const(world), *const end = edges + count;
    uint64_t any = 0;
    for (; end - edges >= 8; edges += 8) {
        uint64_t pairs[4];
        memcpy(pairs, edges, sizeof pairs);
        any |= (pairs[0] | pairs[1]) | (pairs[2] | pairs[3]);
    }
    for (; edges < end; edges++)
        any |= *edges;
    return any != 0;
}

/* Words of objects of a type that do not lie in them. */
static uint32_t loose_words(const pawli_canonical_reader *reader) {
    const bool is_named = reader->all.serial != 0, is_run = reader->all.order == PAWLI_ORDER_RUN;
    const bool is_contact = reader->all.type == PAWLI_OBJECT_CONTACT;
    uint32_t loose = 0;
    if (is_named || is_run) loose |= 1u << PAWLI_NAME_SLOT;
    if (is_run) loose |= 1u << PAWLI_NAME_SERIAL;
    if (reader->shared_count > 0) loose |= 1u << PAWLI_NAME_SHARED;
    if (is_contact && any_edge_counts(reader->world)) loose |= 1u << PAWLI_NAME_EDGE;
    return loose;
}

static inline const uint8_t *slot_at(const pawli_canonical_reader *reader, uint32_t at) {
    return (const uint8_t *)pawli_objects_at(&reader->all, reader->world, at);
}

/* Slots count from the first one of a row on, but do not count for what moves. */
static void name_slots(gatherer *to, const pawli_canonical_reader *reader) {
    const uint32_t step = reader->table.flags == 0 ? 1 : 0;
    for (uint32_t i = 0; i < PAWLI_HASH_BATCH; i++)
        to->loose.words[PAWLI_NAME_SLOT][i] = i * step;
}

static bool gather_begin(gatherer *to, const pawli_canonical_reader *reader, pawl_lanes lanes) {
    const pawli_objects *all = &reader->all;
    to->kernel = pawli_canonical_lanes_kernel(lanes);
    to->first = to->count = to->waiting = 0;
    to->sum = 0;
    if (to->kernel == NULL || pawli_objects_live(all, reader->world) < GATHER_FROM) return false;
    const uint32_t loose = loose_words(reader);
    for (uint32_t i = 0; i < PAWLI_HASH_LOOSE; i++) { /* lanes without an object read them, too */
        if (!(loose >> i & 1u)) continue;
        memset(to->copied.words[i], 0, sizeof to->copied.words[i]);
        memset(to->loose.words[i], 0, sizeof to->loose.words[i]);
    }
    if (loose >> PAWLI_NAME_SLOT & 1u) name_slots(to, reader);
    return pawli_canonical_lanes_make(&to->scheme, &reader->table, all, loose);
}

/* What is read and not there has zeros, for nothing. */
static void gather_copies(gatherer *to) {
    const size_t size = to->scheme.size;
    if (to->waiting == 0) return;
    memset(to->copies + to->waiting * size, 0, (GATHER_COPIES - to->waiting) * size);
    to->sum += to->kernel(&to->scheme, to->copies, &to->copied, to->waiting);
    to->waiting = 0;
}

/* An object that lies anywhere is one of those. */
static inline uint32_t gather_copy(gatherer *to, const void *object) {
    if (to->waiting == GATHER_COPIES) gather_copies(to);
    memcpy(to->copies + (size_t)to->waiting * to->scheme.size, object, (size_t)to->scheme.size);
    return to->waiting++;
}

/* The same without the shift of the world. False where a place does not fit then: there is none. */
static inline bool gather_copy_back(gatherer *to, const pawli_canonical_reader *reader,
                                    const void *object, uint32_t *place) {
    *place = gather_copy(to, object);
    if (!reader->is_shifted) return true;
    uint8_t *copy = to->copies + (size_t)*place * to->scheme.size;
    if (pawli_origin_take_back(reader, object, copy)) return true;
    to->waiting--;
    return false;
}

/* What some slots in a row refer to. */
static inline void name_shared(pawli_canonical_reader *reader, uint32_t *words, uint32_t first,
                               uint32_t count) {
    const uint16_t size = reader->all.size;
    const uint8_t *link = slot_at(reader, first) + reader->shared_link;
    for (uint32_t i = 0; i < count; i++, link += size) {
        const uint16_t at = pawli_member_of(link, 0), known = at % PAWLI_CANONICAL_KNOWN;
        words[i] =
            reader->known[known] == at ? reader->known_hash[known] : learn_shared(reader, at);
    }
}

static void gather_in_place(pawli_canonical_reader *reader, gatherer *to, uint32_t count) {
    const uint32_t first = reader->table.flags == 0 ? to->first : 0;
    if (reader->shared_count > 0)
        name_shared(reader, to->loose.words[PAWLI_NAME_SHARED], to->first, count);
    to->scheme.slot = ((uint32_t)reader->all.type << 24) + first;
    to->sum += to->kernel(&to->scheme, slot_at(reader, to->first), &to->loose, count);
    to->scheme.slot = 0;
}

/* Slots in a row are hashed where they lie, but for some that are not a group, and for places that
 * are not what is hashed. */
static void gather_row(pawli_canonical_reader *reader, gatherer *to) {
    const uint32_t whole = reader->is_shifted ? 0 : to->count - to->count % PAWLI_HASH_GROUP;
    if (whole > 0) gather_in_place(reader, to, whole);
    for (uint32_t i = whole; i < to->count; i++) {
        const uint32_t at = to->first + i;
        uint32_t place;
        if (gather_copy_back(to, reader, slot_at(reader, at), &place)) {
            const pawli_canonical_name name = name_at(reader, slot_at(reader, at), at);
            to->copied.words[PAWLI_NAME_SLOT][place] = name.words[PAWLI_NAME_SLOT];
            to->copied.words[PAWLI_NAME_SHARED][place] = name.words[PAWLI_NAME_SHARED];
        } else {
            to->sum += pawli_canonical_world_at(reader, at);
        }
    }
    to->count = 0;
}

/* Objects are created in slots that follow each other: most lists go on with the next one. */
static inline void gather_slot(pawli_canonical_reader *reader, gatherer *to, uint32_t at) {
    if (to->count > 0 && at != to->first + to->count) gather_row(reader, to);
    if (to->count == 0) to->first = at;
    if (++to->count == PAWLI_HASH_BATCH) gather_row(reader, to);
}

static uint32_t gather_end(pawli_canonical_reader *reader, gatherer *to) {
    gather_row(reader, to);
    gather_copies(to);
    return to->sum;
}

/* Whether all slots that have ever been used live, so that all of them are on lists. */
static bool is_without_gaps(const pawli_canonical_reader *reader) {
    const pawli_objects *all = &reader->all;
    if (all->pool == 0) return false;
    const pawli_pool *pool = pawli_objects_pool_const(all, reader->world);
    return pool->used == pool->live && pool->used <= pool->capacity &&
           pool->free_first == PAWLI_NONE;
}

/* Then there is no link to wait for: objects may come in any order. */
static void gather_all(pawli_canonical_reader *reader, gatherer *to) {
    const uint32_t used = pawli_objects_used(&reader->all, reader->world);
    for (uint32_t at = 0; at < used; at += PAWLI_HASH_BATCH) {
        to->first = at;
        to->count = used - at < PAWLI_HASH_BATCH ? used - at : PAWLI_HASH_BATCH;
        gather_row(reader, to);
    }
}
#endif

/* ---- all objects of a type ---- */

static void add_list(pawli_canonical_reader *reader, gatherer *to, uint16_t first) {
#if PAWLI_HASH_LANES
    if (to->kernel != NULL) {
        for (uint16_t at = first; at != PAWLI_NONE;
             at = pawli_objects_next(&reader->all, reader->world, at))
            gather_slot(reader, to, at);
        return;
    }
#endif
    for (uint16_t at = first; at != PAWLI_NONE;
         at = pawli_objects_next(&reader->all, reader->world, at))
        to->sum += pawli_canonical_world_at(reader, at);
}

static void add_run(const pawli_canonical_reader *reader, gatherer *to, uint16_t owner,
                    uint16_t count) {
    for (uint16_t i = 0; i < count; i++) {
#if PAWLI_HASH_LANES
        if (to->kernel != NULL) {
            pawli_canonical_name name;
            const void *object = find_listed(reader, owner, i, &name);
            uint32_t lane;
            if (!gather_copy_back(to, reader, object, &lane)) {
                to->sum += hash_whole(reader, object, &name);
                continue;
            }
            to->copied.words[PAWLI_NAME_SLOT][lane] = name.words[PAWLI_NAME_SLOT];
            to->copied.words[PAWLI_NAME_SERIAL][lane] = name.words[PAWLI_NAME_SERIAL];
            continue;
        }
#endif
        to->sum += pawli_canonical_world_item(reader, owner, i);
    }
}

static void add_owned(pawli_canonical_reader *reader, gatherer *to) {
    const pawli_objects *all = &reader->all, owners = pawli_objects_of(all->owner);
    for (uint16_t at = pawli_objects_first(&owners, reader->world); at != PAWLI_NONE;
         at = pawli_objects_next(&owners, reader->world, at)) {
        const void *owner = pawli_objects_at(&owners, reader->world, at);
        if (PAWL_WITH_SOFT && all->order == PAWLI_ORDER_RUN) /* soft bodies alone have runs */
            add_run(reader, to, at, pawli_member_of(owner, all->count_of_owner));
        else
            add_list(reader, to, pawli_member_of(owner, all->first_of_owner));
    }
}

#if PAWLI_HASH_LANES
/* Contacts, all of one name, which the scheme has. */
static void gather_array(const pawli_canonical_reader *reader, gatherer *to, uint32_t count) {
    const pawl_world *world = reader->world;
    const bool has_edges = to->scheme.loose_count > 0; /* any_edge_counts */
    /* What is no group is one with what lies behind it, if there is room: only `count` count. */
    const uint32_t left = count % PAWLI_HASH_GROUP;
    const bool has_room = count - left + PAWLI_HASH_GROUP <= world->contact_capacity;
    const uint32_t whole = has_room ? count : count - left;
    const uint32_t batch = has_edges ? PAWLI_HASH_BATCH : whole;
    for (uint32_t at = 0; at < whole; at += batch) {
        const uint32_t some = whole - at < batch ? whole - at : batch;
        if (has_edges)
            memcpy(to->loose.words[PAWLI_NAME_EDGE], pawli_edges_const(world) + at,
                   some * sizeof to->loose.words[PAWLI_NAME_EDGE][0]);
        to->sum += to->kernel(&to->scheme, slot_at(reader, at), &to->loose, some);
    }
    for (uint32_t at = whole; at < count; at++) {
        const uint32_t place = gather_copy(to, slot_at(reader, at));
        if (has_edges) to->copied.words[PAWLI_NAME_EDGE][place] = pawli_edge_of(world, at);
    }
}
#endif

static void add_array(pawli_canonical_reader *reader, gatherer *to) {
    const uint32_t count = pawli_objects_used(&reader->all, reader->world);
#if PAWLI_HASH_LANES
    if (to->kernel != NULL) {
        gather_array(reader, to, count);
        return;
    }
#endif
    for (uint32_t at = 0; at < count; at++)
        to->sum += pawli_canonical_world_at(reader, at);
}

static void add_objects(pawli_canonical_reader *reader, gatherer *to) {
#if PAWLI_HASH_LANES
    if (to->kernel != NULL && is_without_gaps(reader)) {
        gather_all(reader, to);
        return;
    }
#endif
    switch ((pawli_objects_order)reader->all.order) {
    case PAWLI_ORDER_ONE:
    case PAWLI_ORDER_ARRAY:
        add_array(reader, to);
        break;
    case PAWLI_ORDER_LIST:
        add_list(reader, to, pawli_objects_first(&reader->all, reader->world));
        break;
    case PAWLI_ORDER_OWNED:
    case PAWLI_ORDER_RUN:
        add_owned(reader, to);
        break;
    default:
        break;
    }
}

/* The free slots are numbered in the order in which they will be used again: ids of objects yet to
 * be made depend on it, and on their generations. */
uint32_t pawli_canonical_world_pool(const pawl_world *world, const pawli_objects *all) {
    const pawli_object_type type = (pawli_object_type)all->pool_type;
    const pawli_pool *pool = pawli_objects_pool_const(all, world);
    pawli_canonical_rows rows;
    pawli_canonical_name name = name_of(type, 0);
    if (pool->used == 0) return 0;
    rows.used = 0;
    const pawli_canonical_table table = pawli_canonical_prepare(&rows, type, 0);
    const void *fields = type == PAWLI_OBJECT_POOL ? (const void *)pool : (const void *)world;
    name.words[PAWLI_NAME_OWNER] = all->type;
    uint32_t sum = pawli_canonical_hash(&table, fields, &name);
    for (uint16_t at = pool->free_first; at != PAWLI_NONE;
         at = pawli_objects_next_free(all, world, at)) {
        name.words[PAWLI_NAME_SLOT] = (uint32_t)type << 24 | at;
        name.words[PAWLI_NAME_SERIAL]++;
        name.words[PAWLI_NAME_SHARED] = pawli_objects_generation(all, world, at);
        sum += pawli_canonical_hash_name(&name);
    }
    return sum;
}

static uint32_t add_pools(const pawl_world *world) {
    uint32_t sum = 0;
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++) {
        const pawli_objects all = pawli_objects_of(type);
        if (all.pool != 0) sum += pawli_canonical_world_pool(world, &all);
    }
    return sum;
}

/* Shared objects count in those that refer to them, the pool of soft bodies with other pools. */
uint32_t pawli_canonical_world_type(const pawl_world *world, int type, uint8_t flags,
                                    pawl_lanes lanes) {
    const pawli_objects all = pawli_objects_of(type);
    pawli_canonical_reader reader;
    pawli_canonical_rows rows;
    if (all.order == PAWLI_ORDER_POOL) return flags == 0 ? add_pools(world) : 0;
    if (all.order == PAWLI_ORDER_SHARED || type == PAWLI_OBJECT_SOFT_POOL) return 0;
    if (pawli_objects_used(&all, world) == 0) return 0;
    rows.used = 0;
    pawli_canonical_world_begin(&reader, &rows, world, (pawli_object_type)type, flags);
    if (reader.table.count == 0) return 0;
    gatherer to;
#if PAWLI_HASH_LANES
    if (!gather_begin(&to, &reader, lanes)) to.kernel = NULL;
    add_objects(&reader, &to);
    return to.kernel == NULL ? to.sum : gather_end(&reader, &to);
#else
    (void)lanes;
    to.sum = 0;
    add_objects(&reader, &to);
    return to.sum;
#endif
}

uint32_t pawli_canonical_world(const pawl_world *world, uint8_t flags, pawl_lanes lanes) {
    uint32_t sum = 0;
    for (int type = 1; type <= PAWLI_LAST_OBJECT; type++)
        sum += pawli_canonical_world_type(world, type, flags, lanes);
    return sum;
}
