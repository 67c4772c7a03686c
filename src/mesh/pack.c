/* pack.c - boxes packed into a tree once, to find those near a segment. */
#include "mesh/pack.h"
#include "geom/bounds.h"
#include "geom/predicate.h"

static uint32_t parents_of(uint32_t count) {
    return count / PAWLI_PACK_FAN + (count % PAWLI_PACK_FAN != 0 ? 1u : 0u);
}

uint32_t pawli_pack_nodes(uint32_t count) {
    uint32_t sum = 0;
    for (uint32_t level = parents_of(count); level > 0; level = parents_of(level)) {
        sum += level;
        if (level == 1) break;
    }
    return sum;
}

static uint32_t end_of_children(uint32_t node, uint32_t count) {
    const uint32_t begin = node * PAWLI_PACK_FAN;
    return count - begin < PAWLI_PACK_FAN ? count : begin + PAWLI_PACK_FAN;
}

static void join_level(pawli_pack *pack, unsigned level) {
    const pawl_box *const below = pack->nodes + pack->level_begin[level - 1];
    for (uint32_t i = 0; i < pack->level_count[level]; i++) {
        const uint32_t end = end_of_children(i, pack->level_count[level - 1]);
        pawl_box box = below[i * PAWLI_PACK_FAN];
        for (uint32_t child = i * PAWLI_PACK_FAN + 1; child < end; child++)
            box = pawli_bounds_join(box, below[child]);
        pack->nodes[pack->level_begin[level] + i] = box;
    }
}

void pawli_pack_build(pawli_pack *pack, const uint32_t *order, uint32_t count, pawl_box *nodes,
                      pawli_pack_box box_of, const void *context) {
    pack->order = order;
    pack->nodes = nodes;
    pack->count = count;
    pack->level_begin[0] = 0;
    pack->level_count[0] = parents_of(count);
    pack->level_count_used = 1;
    for (uint32_t i = 0; i < pack->level_count[0]; i++) {
        const uint32_t end = end_of_children(i, count);
        pawl_box box = box_of(context, order[i * PAWLI_PACK_FAN]);
        for (uint32_t item = i * PAWLI_PACK_FAN + 1; item < end; item++)
            box = pawli_bounds_join(box, box_of(context, order[item]));
        nodes[i] = box;
    }
    for (unsigned level = 1; pack->level_count[level - 1] > 1; level++) {
        pack->level_begin[level] = pack->level_begin[level - 1] + pack->level_count[level - 1];
        pack->level_count[level] = parents_of(pack->level_count[level - 1]);
        join_level(pack, level);
        pack->level_count_used = level + 1;
    }
}

pawli_pack_search pawli_pack_search_make(pawl_vec2 a, pawl_vec2 b, int64_t reach) {
    pawli_pack_search search;
    search.a = a;
    search.along = pawl_vec2_sub(b, a);
    search.box.lower = pawl_vec2_make(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y);
    search.box.upper = pawl_vec2_make(a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y);
    search.reach = reach;
    search.node = 0;
    search.level = 0;
    return search;
}

void pawli_pack_search_all(const pawli_pack *pack, pawli_pack_search *search) {
    search->level = pack->level_count_used - 1;
    search->node = 0;
}

void pawli_pack_search_from(pawli_pack_search *search, uint32_t position) {
    search->level = 0;
    search->node = position / PAWLI_PACK_FAN;
}

/* The corners that lie farthest to the left and to the right of the segment decide. */
static bool is_within_reach(const pawli_pack_search *search, pawl_box box) {
    const pawl_vec2 along = search->along;
    const bool up = along.y >= 0, right = along.x >= 0;
    const pawl_vec2 leftmost =
        pawl_vec2_make(up ? box.lower.x : box.upper.x, right ? box.upper.y : box.lower.y);
    const pawl_vec2 rightmost =
        pawl_vec2_make(up ? box.upper.x : box.lower.x, right ? box.lower.y : box.upper.y);
    return pawl_vec2_cross(along, pawli_position_from(leftmost, search->a)) >= -search->reach &&
           pawl_vec2_cross(along, pawli_position_from(rightmost, search->a)) <= search->reach;
}

/* Up from behind the last child of a node to what comes after the node. */
static void climb_search(const pawli_pack *pack, pawli_pack_search *search) {
    while (search->node % PAWLI_PACK_FAN == 0 && search->level + 1 < pack->level_count_used) {
        search->node /= PAWLI_PACK_FAN;
        search->level++;
    }
}

/* The first of the nodes up to the end of the children of one parent whose box overlaps that of
 * the search: most do not, and need no more than this. */
static uint32_t skip_nodes(const pawl_box *nodes, pawl_box box, uint32_t node, uint32_t end) {
    while (node < end && !pawl_box_overlaps(box, nodes[node]))
        node++;
    return node;
}

bool pawli_pack_next(const pawli_pack *pack, pawli_pack_search *search, uint32_t *begin,
                     uint32_t *end) {
    while (search->node < pack->level_count[search->level]) {
        const unsigned level = search->level;
        const pawl_box *const nodes = pack->nodes + pack->level_begin[level];
        const uint32_t last =
            end_of_children(search->node / PAWLI_PACK_FAN, pack->level_count[level]);
        const uint32_t node = skip_nodes(nodes, search->box, search->node, last);
        search->node = node;
        if (node == last) {
            climb_search(pack, search);
        } else if (!is_within_reach(search, nodes[node])) {
            search->node++;
            climb_search(pack, search);
        } else if (level != 0) {
            search->level--;
            search->node = node * PAWLI_PACK_FAN;
        } else {
            search->node++;
            climb_search(pack, search);
            *begin = node * PAWLI_PACK_FAN;
            *end = end_of_children(node, pack->count);
            return true;
        }
    }
    return false;
}
