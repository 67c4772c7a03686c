/* box_sweep.c - two boxes, still and swept, in 32-bit numbers and products of two.
 *
 * Their Minkowski difference is a box, so the path enters it where it enters the later of two slabs
 * (Kay and Kajiya, Ray Tracing Complex Scenes, 1986). Both entries are exact fractions, compared by
 * products. The results are the bits of the general kit (outline.c), ties included: of a corner's
 * two faces the one whose outward normal comes first, counter-clockwise from (1, 0). Only a path
 * that starts on a corner prefers the face that it goes against more slowly: so a box that gravity
 * presses on a row of boxes slides over their joints, whichever is the older one. */
#include "arcade/box_sweep.h"

#include "base/assert.h"

static const pawl_rot right_normal = {PAWL_UNIT, 0}, left_normal = {-PAWL_UNIT, 0};
static const pawl_rot up_normal = {0, PAWL_UNIT}, down_normal = {0, -PAWL_UNIT};

uint32_t pawli_box_sweep_fraction(uint32_t n, uint32_t m, int bits, uint32_t *remainder) {
    uint32_t quotient = 0, left_over = n;
    PAWL_ASSERT(m > 0 && n <= m);
    if (n == m) {
        if (remainder != NULL) *remainder = 0;
        return UINT32_C(1) << bits;
    }
    for (int i = 0; i < bits; i++) {
        const bool carry = left_over >> 31 != 0;
        left_over <<= 1;
        quotient <<= 1;
        if (carry || left_over >= m) {
            left_over -= m;
            quotient |= 1u;
        }
    }
    if (remainder != NULL) *remainder = left_over;
    return quotient;
}

/* Where they overlap an offset is at most a reach, 2^29: depths are at most 2^30. */
bool pawli_box_sweep_overlap(pawl_vec2 offset, pawl_vec2 reach, pawl_translation *out) {
    if (pawl_abs(offset.x) > reach.x || pawl_abs(offset.y) > reach.y) return false;
    /* Along (1, 0), (0, 1), (-1, 0), (0, -1), outward of the difference b - a. */
    const pawl_rot normals[4] = {left_normal, down_normal, right_normal, up_normal};
    const pawl_fx depths[4] = {offset.x + reach.x, offset.y + reach.y, reach.x - offset.x,
                               reach.y - offset.y};
    int best = 0;
    for (int i = 1; i < 4; i++) {
        if (depths[i] < depths[best]) best = i;
    }
    out->overlap = true;
    out->normal = normals[best];
    out->depth = depths[best];
    out->move = pawl_vec2_make(0, 0);
    if (best == 0) out->move.x = -out->depth;
    if (best == 1) out->move.y = -out->depth;
    if (best == 2) out->move.x = out->depth;
    if (best == 3) out->move.y = out->depth;
    return true;
}

/* They touch: the path goes on inside where it goes inward at each face that it starts on. */
void pawli_box_sweep_touch(pawl_vec2 offset, pawl_vec2 reach, pawl_vec2 move,
                           pawl_arcade_meeting *out) {
    const bool on_x = pawl_abs(offset.x) == reach.x, on_y = pawl_abs(offset.y) == reach.y;
    const pawl_fx toward_x = offset.x > 0 ? move.x : -move.x;
    const pawl_fx toward_y = offset.y > 0 ? move.y : -move.y;
    out->touching = true;
    out->hit = (!on_x || toward_x > 0) && (!on_y || toward_y > 0);
    if (!out->hit || !on_x || !on_y) return;
    if (toward_x <= toward_y) {
        out->normal = offset.x > 0 ? right_normal : left_normal;
    } else {
        out->normal = offset.y > 0 ? up_normal : down_normal;
    }
}

/* One axis of the path: it is in the slab from n / m to far / m; m = 0: always. False: never. */
typedef struct slab {
    int64_t n, far;
    uint32_t m;
} slab;

static bool enter_slab(pawl_fx offset, pawl_fx reach, pawl_fx move, slab *out) {
    const int64_t along = move < 0 ? -(int64_t)offset : offset;
    out->m = (uint32_t)pawl_abs(move);
    out->n = along - reach;
    out->far = along + reach;
    return move != 0 || (out->n < 0 && out->far > 0);
}

/* Ranges: places are 2^31 apart and reaches 2^29, so n and far are below 2^31.4; a path is at most
 * 2^30 long: products are below 2^61.4, their difference below 2^62.4. */
bool pawli_box_sweep_enter(pawl_vec2 offset, pawl_vec2 reach, pawl_vec2 move,
                           pawli_slab_entry *out) {
    slab x, y;
    if (!enter_slab(offset.x, reach.x, move.x, &x)) return false;
    if (!enter_slab(offset.y, reach.y, move.y, &y)) return false;
    out->by_x = x.m != 0;
    if (x.m != 0 && y.m != 0) {
        if (x.n * y.m >= y.far * x.m || y.n * x.m >= x.far * y.m) return false; /* past a corner */
        const int64_t later = x.n * y.m - y.n * x.m;
        out->by_x = later > 0 || (later == 0 && !(move.x > 0 && move.y < 0));
    }
    out->n = out->by_x ? x.n : y.n;
    out->m = out->by_x ? x.m : y.m;
    return out->m != 0 && out->n <= out->m && x.far > 0 && y.far > 0;
}

void pawli_box_sweep_hit(const pawli_slab_entry *entry, pawl_vec2 move, pawl_arcade_meeting *out) {
    out->hit = true;
    out->fraction = (pawl_fraction)pawli_box_sweep_fraction((uint32_t)entry->n, entry->m, 30, NULL);
    if (entry->by_x) {
        out->normal = move.x > 0 ? right_normal : left_normal;
    } else {
        out->normal = move.y > 0 ? up_normal : down_normal;
    }
}
