/* snap_needs.c - how much room snap rounding needs, found in less.
 *
 * Hot points are many times as many as different ones, and different ones may be more than there is
 * room for. So they are counted in bands, from below: of the points above the last band as many as
 * fit are kept, the highest dropped whenever the room is full. The pieces of the segments are
 * counted with them: a segment meets the pixels of a band, whatever the others are. Each band looks
 * at all crossings again, and holds at least half the points that there is room for. */
#include "mesh/snap_search.h"

#define ROOM_MIN 16u  /* points */
#define ROOM_SHARE 2u /* a point for so many segments, so that bands are not too many */

typedef struct measuring {
    pawli_snap_order from;
    pawl_vec2 *points;
    uint32_t count, room;
    pawl_vec2 floor, ceiling; /* points are above the one, not above the other */
    bool has_floor, has_ceiling;
    uint64_t vertices, hits; /* of all bands so far */
} measuring;

static const pawli_snap_spare no_spare = {NULL, 0};

/* Makes room: half of it at least. */
static void cut_band(measuring *m) {
    m->count = pawli_snap_search_sort(m->points, m->count, no_spare);
    if (m->count <= m->room / 2) return;
    m->count = m->room / 2;
    m->ceiling = m->points[m->count - 1];
    m->has_ceiling = true;
}

static bool is_in_band(const measuring *m, pawl_vec2 point) {
    return (!m->has_floor || pawli_compare_points(point, m->floor) > 0) &&
           (!m->has_ceiling || pawli_compare_points(point, m->ceiling) <= 0);
}

/* pawli_hot_taker */
static bool take_hot_point(void *context, pawl_vec2 point) {
    measuring *const m = context;
    if (!is_in_band(m, point)) return true;
    if (m->count == m->room) cut_band(m);
    if (is_in_band(m, point)) m->points[m->count++] = point;
    return true;
}

/* How many pixels of the band each segment meets, all together. `order` lies behind the points, and
 * the tree behind that. */
static uint64_t count_hits(const measuring *m) {
    uint32_t *const order = (void *)(m->points + m->room);
    pawl_box *const nodes = (void *)(order + m->room);
    pawli_pack tree;
    uint64_t hits = 0;
    if (m->count == 0) return 0;
    pawli_snap_search_points(m->points, m->count, m->from.lower, order, nodes, no_spare, &tree);
    for (uint32_t i = 0; i < m->from.count; i++) {
        pawli_strip t = pawli_strip_make(m->from.segments + m->from.order[i]);
        uint32_t begin, end;
        pawli_pack_search_all(&tree, &t.search);
        while (pawli_pack_next(&tree, &t.search, &begin, &end))
            for (uint32_t k = begin; k < end; k++)
                hits += pawli_strip_is_hot(&t, m->points[order[k]]);
    }
    return hits;
}

/* For so many points in `size` bytes: themselves, their order, their tree. */
static uint32_t points_in(size_t size) {
    uint64_t count = size / (sizeof(pawl_vec2) + sizeof(uint32_t));
    if (count > UINT32_MAX / 2) count = UINT32_MAX / 2;
    while (count >= ROOM_MIN) {
        const uint64_t nodes = (uint64_t)pawli_pack_nodes((uint32_t)count) * sizeof(pawl_box);
        const uint64_t need = count * (sizeof(pawl_vec2) + sizeof(uint32_t)) + nodes;
        if (need <= size) return (uint32_t)count;
        count -= (need - size) / 15 + 1;
    }
    return 0;
}

pawl_status pawli_snap_needs(const pawli_segment *segments, uint32_t count, void *memory,
                             size_t size, pawli_snap_room *out) {
    const size_t nodes_size = (size_t)pawli_pack_nodes(count) * sizeof(pawl_box);
    const size_t fixed = ((size_t)count * sizeof(uint32_t) + nodes_size + 7) / 8 * 8;
    measuring m = {.room = size < fixed ? 0 : points_in(size - fixed)};
    if (m.room < ROOM_MIN || m.room < count / ROOM_SHARE) return PAWL_ERR_MEMORY;
    uint32_t *const order = memory;
    m.points = (pawl_vec2 *)(void *)((uint8_t *)memory + fixed);
    const pawli_snap_spare spare = {m.points, (size_t)m.room * sizeof(pawl_vec2)};
    const pawl_status status = pawli_snap_search_order(segments, count, order, spare, &m.from);
    if (status != PAWL_OK) return status;
    do {
        m.count = 0;
        m.has_ceiling = false;
        (void)pawli_snap_search_hot(&m.from, (void *)(order + count), take_hot_point, &m);
        m.count = pawli_snap_search_sort(m.points, m.count, no_spare);
        m.vertices += m.count;
        m.hits += count_hits(&m);
        m.has_floor = true;
        m.floor = m.ceiling;
    } while (m.has_ceiling && m.vertices <= PAWLI_SNAP_ROOM_MAX && m.hits <= PAWLI_SNAP_ROOM_MAX);
    out->vertices = m.vertices;
    out->pieces = m.hits - m.from.count;
    return PAWL_OK;
}
