/* lane_plain.h - internal: the vocabulary of lanes in plain C, for any LANE_WIDTH that is a
 * multiple of two. It says what the words mean (lane_x86.h); tests compare with it, and it is
 * where a new instruction set begins. */
#include <string.h>

#define LANE_TARGET
#define LANE_FN static inline
#define LANE_APART static
#define LANE_EACH(i) for (int i = 0; i < LANE_WIDTH; i++)

typedef struct lane32 {
    int32_t lane[LANE_WIDTH];
} lane32;

typedef struct lane64 {
    int64_t lane[LANE_WIDTH];
} lane64;

typedef struct lane_body {
    lane32 x, y, turn, fourth;
} lane_body;

#define LANE_EACH_OF(name, expression)              \
    static inline lane32 name(lane32 a, lane32 b) { \
        lane32 c;                                   \
        LANE_EACH(i) {                              \
            const int32_t x = a.lane[i];            \
            const int32_t y = b.lane[i];            \
            c.lane[i] = (int32_t)(expression);      \
        }                                           \
        return c;                                   \
    }

LANE_EACH_OF(lane_add, (uint32_t)x + (uint32_t)y)
LANE_EACH_OF(lane_subtract, (uint32_t)x - (uint32_t)y)
LANE_EACH_OF(lane_min, x < y ? x : y)
LANE_EACH_OF(lane_max, x > y ? x : y)
LANE_EACH_OF(lane_and, x &y)
LANE_EACH_OF(lane_and_not, ~x &y)
LANE_EACH_OF(lane_or, x | y)
LANE_EACH_OF(lane_xor, x ^ y)
LANE_EACH_OF(lane_is_more, x > y ? -1 : 0)
LANE_EACH_OF(lane_is_equal, x == y ? -1 : 0)

static inline lane32 lane_load(const int32_t *at) {
    lane32 x;
    memcpy(&x, at, sizeof x);
    return x;
}

static inline void lane_store(int32_t *at, lane32 x) {
    memcpy(at, &x, sizeof x);
}

static inline lane32 lane_all(int32_t x) {
    lane32 all;
    LANE_EACH(i) all.lane[i] = x;
    return all;
}

static inline lane32 lane_half(lane32 x) {
    LANE_EACH(i) x.lane[i] /= 2;
    return x;
}

static inline lane32 lane_left(lane32 x, int count) {
    LANE_EACH(i) x.lane[i] = (int32_t)((uint32_t)x.lane[i] << count);
    return x;
}

static inline lane32 lane_right_signed(lane32 x, int count) {
    LANE_EACH(i) x.lane[i] = (int32_t)pawli_floor(x.lane[i], count);
    return x;
}

static inline lane32 lane_pick(lane32 mask, lane32 a, lane32 b) {
    LANE_EACH(i) if (mask.lane[i] == 0) a.lane[i] = b.lane[i];
    return a;
}

static inline bool lane_is_zero(lane32 x) {
    bool zero = true;
    LANE_EACH(i) zero = zero && x.lane[i] == 0;
    return zero;
}

static inline lane64 lane_product(lane32 a, lane32 b) {
    lane64 product;
    LANE_EACH(i) product.lane[i] = (int64_t)a.lane[i] * b.lane[i];
    return product;
}

static inline lane64 lane_product_field(const int32_t *field, lane32 x) {
    return lane_product(lane_load(field), x);
}

static inline lane64 lane64_add(lane64 a, lane64 b) {
    LANE_EACH(i) a.lane[i] += b.lane[i];
    return a;
}

static inline lane64 lane64_subtract(lane64 a, lane64 b) {
    LANE_EACH(i) a.lane[i] -= b.lane[i];
    return a;
}

static inline lane64 lane64_and(lane64 a, lane32 mask) {
    LANE_EACH(i) a.lane[i] &= mask.lane[i];
    return a;
}

static inline lane32 lane64_near(lane64 x, int shift) {
    lane32 result;
    LANE_EACH(i) result.lane[i] = (int32_t)pawli_near(x.lane[i], shift);
    return result;
}

static inline lane64 lane64_of(lane32 x) {
    lane64 wide;
    LANE_EACH(i) wide.lane[i] = x.lane[i];
    return wide;
}

static inline lane32 lane64_low(lane64 x) {
    lane32 low;
    LANE_EACH(i) low.lane[i] = (int32_t)x.lane[i];
    return low;
}

static inline lane32 lane64_floor(lane64 x, int shift) {
    LANE_EACH(i) x.lane[i] = pawli_floor(x.lane[i], shift);
    return lane64_low(x);
}

static inline lane64 lane64_rounded(lane64 x, int shift) {
    LANE_EACH(i) x.lane[i] += (INT64_C(1) << (shift - 1)) - (x.lane[i] < 0);
    return x;
}

static inline lane32 lane64_lifted(lane64 x, int bits) {
    const int64_t limit = INT64_C(1) << bits;
    lane32 outside;
    LANE_EACH(i) outside.lane[i] = x.lane[i] < -limit || x.lane[i] >= limit;
    return outside;
}

static inline lane32 lane64_from(lane32 lifted, int bit) {
    (void)bit;
    return lifted;
}

static inline lane_body lane_body_load(const uint8_t *base, const int32_t *at) {
    lane_body body;
    LANE_EACH(i) {
        int32_t four[4];
        memcpy(four, base + at[i], sizeof four);
        body.x.lane[i] = four[0];
        body.y.lane[i] = four[1];
        body.turn.lane[i] = four[2];
        body.fourth.lane[i] = four[3];
    }
    return body;
}

static inline void lane_body_store(uint8_t *base, const int32_t *at, lane_body body) {
    LANE_EACH(i) {
        const int32_t four[4] = {body.x.lane[i], body.y.lane[i], body.turn.lane[i],
                                 body.fourth.lane[i]};
        memcpy(base + at[i], four, sizeof four);
    }
}
