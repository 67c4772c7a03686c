/* decode_soft.c - soft bodies from a snapshot, whose bytes may come from anywhere.
 *
 * The counts of points and links of all soft bodies have to add up to those of the sections, which
 * were checked against the bytes and the capacities. */
#include "state/decode.h"

static bool load_pool(pawli_decoder *in) {
    pawl_world read;
    pawl_world *world = in->world;
    memset(&read, 0, sizeof read);
    pawli_decode_begin_section(in, PAWLI_SECTION_SOFT);
    if (!pawli_decode_record(in, PAWLI_SECTION_SOFT, 0, &read)) return false;
    const pawli_section_place *sections = in->from->sections;
    const pawli_pool *pool = &read.soft_pool;
    if (pool->used > world->soft_pool.capacity || pool->live > pool->used) return false;
    if (pool->live != sections[PAWLI_SECTION_SOFT_BODIES].count) return false;
    if ((uint32_t)pool->used - pool->live != sections[PAWLI_SECTION_SOFT_FREE].count) return false;
    world->soft_pool.used = pool->used;
    world->soft_pool.live = pool->live;
    world->soft_pool.next_serial = pool->next_serial;
    return pool->used < pool->next_serial;
}

static bool load_points(pawli_decoder *in) {
    const uint32_t count = pawli_decode_begin_section(in, PAWLI_SECTION_SOFT_POINTS);
    for (uint32_t i = 0; i < count; i++) {
        if (!pawli_decode_record(in, PAWLI_SECTION_SOFT_POINTS, i,
                                 &pawli_soft_points(in->world)[i]))
            return false;
    }
    return true;
}

static bool load_links(pawli_decoder *in) {
    const uint32_t count = pawli_decode_begin_section(in, PAWLI_SECTION_SOFT_LINKS);
    for (uint32_t i = 0; i < count; i++) {
        if (!pawli_decode_record(in, PAWLI_SECTION_SOFT_LINKS, i, &pawli_soft_links(in->world)[i]))
            return false;
    }
    return true;
}

/* What comes next, behind all soft bodies that were read before. */
static bool take_parts(const pawli_decoder *in, pawli_soft *soft) {
    pawl_world *world = in->world;
    const pawli_section_place *sections = in->from->sections;
    const uint32_t points = sections[PAWLI_SECTION_SOFT_POINTS].count - world->soft_point_count;
    const uint32_t links = sections[PAWLI_SECTION_SOFT_LINKS].count - world->soft_link_count;
    if (soft->point_count == 0 || soft->point_count > points) return false;
    if (soft->link_count > links) return false;
    soft->first_point = world->soft_point_count;
    soft->first_link = world->soft_link_count;
    world->soft_point_count = (uint16_t)(world->soft_point_count + soft->point_count);
    world->soft_link_count = (uint16_t)(world->soft_link_count + soft->link_count);
    return true;
}

static bool load_soft(pawli_decoder *in, uint32_t index, uint32_t *before) {
    const uint8_t *record = pawli_record_at(in->from, PAWLI_SECTION_SOFT_BODIES, index);
    const uint16_t slot = pawli_fetch_u16(record);
    if (slot >= in->world->soft_pool.used) return false;
    pawli_soft *soft = &pawli_softs(in->world)[slot];
    if (soft->generation != 0 || !pawli_decode_record(in, PAWLI_SECTION_SOFT_BODIES, index, soft))
        return false;
    soft->serial = pawli_fetch_u32(record + 2);
    if (soft->serial <= *before || soft->serial >= in->world->soft_pool.next_serial) return false;
    *before = soft->serial;
    if (!take_parts(in, soft) || !pawli_plausible_soft(in->world, soft)) return false;
    pawli_soft_list_append(in->world, slot);
    return true;
}

bool pawli_decode_soft(pawli_decoder *in) {
    pawl_world *world = in->world;
    uint32_t before = 0;
    if (!PAWL_WITH_SOFT) return false; /* pawli_plausible_is_beyond_build has seen to it */
    if (!load_pool(in) || !load_points(in) || !load_links(in)) return false;
    const uint32_t count = pawli_decode_begin_section(in, PAWLI_SECTION_SOFT_BODIES);
    for (uint32_t i = 0; i < count; i++) {
        if (!load_soft(in, i, &before)) return false;
    }
    if (world->soft_point_count != in->from->sections[PAWLI_SECTION_SOFT_POINTS].count)
        return false;
    if (world->soft_link_count != in->from->sections[PAWLI_SECTION_SOFT_LINKS].count) return false;
    const pawli_queue queue = {&world->soft_pool, (uint8_t *)pawli_softs(world), sizeof(pawli_soft),
                               offsetof(pawli_soft, next), offsetof(pawli_soft, generation)};
    return pawli_decode_queue(in, &queue, PAWLI_SECTION_SOFT_FREE, 0);
}
