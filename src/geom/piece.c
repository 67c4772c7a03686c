/* piece.c - rings of rounded corners: tidy, convex, thick; cut along diagonals; neighbors.
 *
 * Everything is exact. Overflow: differences below 2^30, cross products below 2^61. */
#include "geom/piece.h"

#include "geom/polygon.h"
#include "geom/predicate.h"
#include "pawl/ring.h"

static uint32_t next_ring_point(uint32_t index, uint32_t count) {
    return index + 1 < count ? index + 1 : 0;
}

/* Appends a point, and drops those before it that it makes needless. */
static uint32_t append_to_ring(pawl_vec2 *ring, uint32_t count, pawl_vec2 point) {
    while (count >= 2 && pawli_orient(ring[count - 2], ring[count - 1], point) == 0)
        count--;
    if (count >= 1 && pawli_is_same_point(ring[count - 1], point)) return count;
    ring[count] = point;
    return count + 1;
}

uint32_t pawli_piece_tidy(pawl_vec2 *ring, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        kept = append_to_ring(ring, kept, ring[i]);
    /* Around the start: each turn of the loop drops a point. */
    while (kept >= 3) {
        if (pawli_orient(ring[kept - 2], ring[kept - 1], ring[0]) == 0) {
            kept--;
        } else if (pawli_orient(ring[kept - 1], ring[0], ring[1]) == 0) {
            ring[0] = ring[--kept];
        } else {
            break;
        }
    }
    return kept;
}

/* Directions to the right half of the circle: from straight down, not included, to straight up. */
static bool is_rightward(pawl_vec2 along) {
    return along.x > 0 || (along.x == 0 && along.y > 0);
}

bool pawli_piece_is_convex(const pawl_vec2 *ring, uint32_t count) {
    uint32_t rounds = 0;
    pawl_vec2 before = pawl_vec2_sub(ring[0], ring[count - 1]);
    for (uint32_t i = 0; i < count; i++) {
        const pawl_vec2 along = pawl_vec2_sub(ring[next_ring_point(i, count)], ring[i]);
        const int64_t turn = pawl_vec2_cross(before, along);
        if (turn < 0 || (turn == 0 && pawl_vec2_dot(before, along) <= 0)) return false;
        rounds += is_rightward(along) && !is_rightward(before);
        before = along;
    }
    return rounds == 1;
}

bool pawli_piece_is_thick(const pawl_vec2 *ring, uint32_t count) {
    int32_t where;
    return pawli_polygon_check_width(ring, (int32_t)count, 0, &where) == PAWL_POLYGON_OK;
}

/* Lets the ring begin with its second point. */
static void turn_ring(pawl_vec2 *ring, uint32_t count) {
    const pawl_vec2 first = ring[0];
    for (uint32_t i = 1; i < count; i++)
        ring[i - 1] = ring[i];
    ring[count - 1] = first;
}

uint32_t pawli_piece_split(pawl_vec2 *ring, uint32_t count, bool thin_allowed) {
    for (uint32_t i = 0; i < count; i++) {
        ring[count] = ring[0];
        for (uint32_t size = PAWL_POLYGON_MAX; size >= 3; size--) {
            if (thin_allowed || (pawli_piece_is_thick(ring, size) &&
                                 pawli_piece_is_thick(ring + size - 1, count - size + 2)))
                return size;
        }
        turn_ring(ring, count);
    }
    return 0;
}

static bool has_straight(const pawl_vec2 *ring, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t k = next_ring_point(i, count);
        if (pawli_orient(ring[i], ring[k], ring[next_ring_point(k, count)]) == 0) return true;
    }
    return false;
}

static bool is_good(const pawl_vec2 *ring, uint32_t count, bool thin_allowed) {
    return pawli_piece_is_convex(ring, count) && !has_straight(ring, count) &&
           (thin_allowed || pawli_piece_is_thick(ring, count));
}

uint32_t pawli_piece_unbend(pawl_vec2 *ring, uint32_t count, bool thin_allowed) {
    uint32_t turns = 0, best = 0;
    int64_t best_area = 0;
    while (turns < count && pawli_orient(ring[count - 1], ring[0], ring[1]) >= 0) {
        turn_ring(ring, count);
        turns++;
    }
    if (turns == count) return 0; /* goes around more than once */
    ring[count] = ring[0];
    for (uint32_t size = 3; size < count && size <= PAWL_POLYGON_MAX; size++) {
        const pawl_vec2 *const second_ring = ring + size - 1;
        const uint32_t second_count = count - size + 2;
        const int64_t one = pawl_ring_area2(ring, size),
                      two = pawl_ring_area2(second_ring, second_count);
        const int64_t area = one < two ? one : two;
        if (area <= best_area || !is_good(ring, size, thin_allowed) ||
            !is_good(second_ring, second_count, thin_allowed))
            continue;
        best = size;
        best_area = area;
    }
    return best;
}

/* Whether two edges in line have more than a point in common. */
static bool edges_overlap(pawl_vec2 a, pawl_vec2 b, pawl_vec2 c, pawl_vec2 d) {
    const pawl_vec2 along = pawl_vec2_sub(b, a);
    const int64_t length = pawl_vec2_dot(along, along);
    const int64_t one = pawl_vec2_dot(along, pawl_vec2_sub(c, a));
    const int64_t two = pawl_vec2_dot(along, pawl_vec2_sub(d, a));
    return (one > 0 || two > 0) && (one < length || two < length);
}

typedef enum ring_contact {
    RING_CONTACT_UNKNOWN, /* no edge separates them */
    RING_CONTACT_EDGE,
    RING_CONTACT_NONE /* or in a corner */
} ring_contact;

/* By the first edge of a with all of b on its right or on its line: what they have in common lies
 * on that line. */
static ring_contact find_ring_contact(const pawl_vec2 *a, uint32_t count_a, const pawl_vec2 *b,
                                      uint32_t count_b) {
    for (uint32_t i = 0; i < count_a; i++) {
        const pawl_vec2 begin = a[i], end = a[next_ring_point(i, count_a)];
        bool is_separate = true, is_shared = false;
        for (uint32_t k = 0; k < count_b && is_separate; k++) {
            const pawl_vec2 here = b[k], next = b[next_ring_point(k, count_b)];
            const int64_t side = pawli_orient(begin, end, here);
            is_separate = side <= 0;
            is_shared = is_shared || (side == 0 && pawli_orient(begin, end, next) == 0 &&
                                      edges_overlap(begin, end, here, next));
        }
        if (is_separate) return is_shared ? RING_CONTACT_EDGE : RING_CONTACT_NONE;
    }
    return RING_CONTACT_UNKNOWN;
}

bool pawli_piece_is_joined(const pawl_vec2 *a, uint32_t count_a, const pawl_vec2 *b,
                           uint32_t count_b) {
    ring_contact found = find_ring_contact(a, count_a, b, count_b);
    if (found == RING_CONTACT_UNKNOWN) found = find_ring_contact(b, count_b, a, count_a);
    return found != RING_CONTACT_NONE; /* two convex pieces that nothing separates overlap */
}
